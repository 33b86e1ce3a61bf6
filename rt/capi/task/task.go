// Package task is target tasks and task graphs, in C, and what stands before the host runtime's entry points for tasks.
// It offers task.h, graph.h and chain.h.
package task

// #cgo CFLAGS: -I${SRCDIR}/../../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
