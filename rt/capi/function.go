package main

/*
#include "host/function.h"
#include "host/shim.h"
*/
import "C"

import (
	"cmp"
	"runtime"
	"slices"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// hostFunctions are functions of the host and their device versions.
type hostFunctions []C.ompcc_function_t

// functionTable is a CPU device of another process, which is told what pointers to functions of the host call.
type functionTable interface {
	Functions(pairs []uintptr) error
}

// addFunction notes that the device version of host function g is at addr, 0 if
// it has none (OpenMP 5.2 §7.8.3).
func (t *target) addFunction(g *C.__ompcc_global_t, addr device.Addr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.functions {
		if f.host == g.host {
			return
		}
	}
	t.functions = append(t.functions, C.ompcc_function_t{
		host: g.host, device: device.Pointer(uintptr(addr)), name: g.name, file: g.file, line: C.uint(g.line),
	})
}

// forgetFunctions removes those of a host module that goes away.
func (t *target) forgetFunctions(begin, end uintptr) error {
	t.mu.Lock()
	before := len(t.functions)
	t.functions = slices.DeleteFunc(t.functions, func(f C.ompcc_function_t) bool {
		host := uintptr(f.host)
		return host >= begin && host < end
	})
	after := len(t.functions)
	t.mu.Unlock()
	if after == before {
		return nil
	}
	return t.tellFunctions()
}

// tellFunctions lets device code find the functions known so far.
func (t *target) tellFunctions() error {
	functions, modules := t.known()
	if t.info.HostLaunch {
		C.ompcc_functions_set(unsafe.SliceData(functions), C.size_t(len(functions)))
		return nil
	}
	var pairs []uintptr
	table, own := t.plain.(functionTable)
	for _, f := range functions {
		if f.device != nil || own && t.info.CPUImage {
			pairs = append(pairs, uintptr(f.host), uintptr(f.device))
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	if own && t.info.CPUImage {
		return table.Functions(pairs)
	}
	const word = unsafe.Sizeof(uintptr(0))
	list, err := t.plain.Alloc(uintptr(len(pairs)) * word)
	if err != nil {
		return err
	}
	err = t.plain.CopyTo(list, device.Host(device.Address(&pairs[0])), uintptr(len(pairs))*word)
	runtime.KeepAlive(pairs)
	if err != nil {
		return err
	}
	head := &[2]uintptr{uintptr(len(pairs) / 2), uintptr(list)}
	for _, l := range modules {
		if l.image == nil {
			continue
		}
		addr, size, err := l.image.Global(abi.FunctionsName)
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

// known are the functions, by rising host address, and the modules of now.
func (t *target) known() (hostFunctions, []loaded) {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.SortFunc(t.functions, func(a, b C.ompcc_function_t) int { return cmp.Compare(uintptr(a.host), uintptr(b.host)) })
	return slices.Clone(t.functions), slices.Clone(t.modules)
}
