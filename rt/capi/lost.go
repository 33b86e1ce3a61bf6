package main

/*
#include <stdlib.h>
#include "host/shim.h"
*/
import "C"

import (
	"unsafe"

	"ompcc/rt/dataenv"
)

// departing is a device that may go away while the program runs: another rank's.
type departing interface{ Gone() bool }

// failed is the result of a target construct that the device could not execute, with op if its data was mapped. If
// the device has gone, and had nothing but the construct's own data, the host's data is unchanged. Then the host
// executes the construct and all that follow for the device, unless the user forbids that (OMP_TARGET_OFFLOAD,
// OpenMP 5.2 §21.2.9).
func (t *target) failed(f frame, op *dataenv.Op, err error) C.int {
	d, ok := t.plain.(departing)
	if !ok || !d.Gone() || C.ompcc_mandatory(f.c.construct) != 0 {
		return f.fail(err)
	}
	if op != nil {
		t.env.Abandon(op)
	}
	if t.env.Len() > 0 {
		return f.fail(err)
	}
	text := C.CString(err.Error())
	C.ompcc_lose_device(C.int(t.num), text)
	C.free(unsafe.Pointer(text))
	return C.OMPCC_HOST
}
