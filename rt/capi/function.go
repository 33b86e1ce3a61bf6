package main

/*
#include "function.h"
#include "shim.h"
*/
import "C"

import (
	"runtime"
	"slices"
	"unsafe"

	"ompcc/rt/device"
)

// functionTable is the variable of an image that leads its code to the device
// versions of the host's functions: their number, and the address of the pairs.
const functionTable = "__ompcc_functions"

// hostFunctions are functions of the host and their device versions.
type hostFunctions []C.ompcc_function_t

// addFunction notes that the device version of host function g is at addr, 0 if
// it has none (OpenMP 5.2 §7.8.3).
func (t *target) addFunction(g *C.__ompcc_global_t, addr device.Addr) {
	for _, f := range t.functions {
		if f.host == g.host {
			return
		}
	}
	t.functions = append(t.functions, C.ompcc_function_t{
		host: g.host, device: device.Pointer(uintptr(addr)), name: g.name, file: g.file, line: C.uint(g.line),
	})
}

// tellFunctions lets device code find the functions known so far.
func (t *target) tellFunctions() error {
	if len(t.functions) == 0 {
		return nil
	}
	slices.SortFunc(t.functions, func(a, b C.ompcc_function_t) int {
		switch x, y := uintptr(a.host), uintptr(b.host); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	if t.info.HostLaunch {
		C.ompcc_functions_set(&t.functions[0], C.size_t(len(t.functions)))
		return nil
	}
	var pairs []uintptr
	for _, f := range t.functions {
		if f.device != nil {
			pairs = append(pairs, uintptr(f.host), uintptr(f.device))
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	const word = unsafe.Sizeof(uintptr(0))
	table, err := t.plain.Alloc(uintptr(len(pairs)) * word)
	if err != nil {
		return err
	}
	err = t.plain.CopyTo(table, device.Host(device.Address(&pairs[0])), uintptr(len(pairs))*word)
	runtime.KeepAlive(pairs)
	if err != nil {
		return err
	}
	head := &[2]uintptr{uintptr(len(pairs) / 2), uintptr(table)}
	for _, l := range t.modules {
		if l.image == nil {
			continue
		}
		addr, size, err := l.image.Global(functionTable)
		if err != nil {
			return err
		}
		if addr == 0 || size != 2*word {
			continue
		}
		err = t.plain.CopyTo(addr, device.Host(device.Address(head)), size)
		runtime.KeepAlive(head)
		if err != nil {
			return err
		}
	}
	return nil
}
