// Package routine is what device routines do, in C: memory, allocators, interoperability, resources. It offers routines.h,
// allocator.h, devicepointer.h and interop.h.
package routine

// #cgo CFLAGS: -I${SRCDIR}/../../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
