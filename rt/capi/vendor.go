package main

/*
#include <stdlib.h>
#include "vendor.h"
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"

	"ompcc/rt/cuda"
	"ompcc/rt/device"
)

// driverLib is a vendor's driver library: its functions by number.
type driverLib []unsafe.Pointer

// openLibrary finds the functions that symbols names.
func openLibrary(lib C.int, symbols []string) (driverLib, error) {
	l := make(driverLib, len(symbols))
	for i, s := range symbols {
		name := C.CString(s)
		l[i] = C.ompcc_vendor_symbol(lib, name)
		C.free(unsafe.Pointer(name))
		if l[i] == nil {
			return nil, errors.New("the driver has no function " + s + ": it is too old")
		}
	}
	return l, nil
}

func (l driverLib) call(f int, args []uintptr) uintptr {
	var none C.uintptr_t
	p := &none
	if len(args) > 0 {
		p = (*C.uintptr_t)(unsafe.Pointer(&args[0]))
	}
	r := C.ompcc_vendor_call(l[f], p, C.int(len(args)))
	runtime.KeepAlive(args)
	return uintptr(r)
}

// cudaPlugin is the plugin for NVIDIA GPUs.
func cudaPlugin() device.Plugin {
	lib, err := openLibrary(C.OMPCC_LIB_CUDA, cuda.Symbols[:])
	if err != nil {
		return none{err}
	}
	return cuda.New(func(f cuda.Function, args ...uintptr) int { return int(int32(lib.call(int(f), args))) })
}
