// Package sanitize is the checked mode (-fsanitize=offload) in C: the checks that compiled code calls, and the shadow of the
// CPU devices' memory. The runtime (rt/capi) links it and answers its questions.
package sanitize

// #cgo CFLAGS: -I${SRCDIR}/../../include -O2 -fPIC -std=gnu11 -D_GNU_SOURCE -DOMPCC_RUNTIME -Wall -Wextra -Wno-unused-parameter
import "C"
