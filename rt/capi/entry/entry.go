// Package entry is what compiled programs call, in C: public symbols, the election of the runtime that serves the process,
// constructs, mappers, and the path of constructs that needs no cgo. It offers front.h, mapped.h and globals.h.
package entry

// #cgo CFLAGS: -I${SRCDIR}/../../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
