// Package ompt tells tools of events, in C: the dispatcher, entry points of tools, trace records, and the tool that is built
// in (OMPCC_TRACE). It offers ompt.h, profile.h and, for other versions of the interface, report.h.
package ompt

// #cgo CFLAGS: -I${SRCDIR}/../../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
