// Package host is the process, in C: start-up, environment, signals, the discovery of devices, the CPU devices' memory,
// drivers and servers. It offers shim.h, which all rooms share, and a header for each further noun.
package host

// #cgo CFLAGS: -I${SRCDIR}/../../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
