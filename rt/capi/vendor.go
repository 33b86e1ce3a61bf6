package main

/*
#include <stdlib.h>
#include "host/emulate.h"
#include "ompt/profile.h"
#include "host/shim.h"
#include "host/vendor.h"

static uintptr_t ompcc_hsa_handler(void) { return (uintptr_t)ompcc_hsa_failed; }
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"

	"ompcc/rt/cuda"
	"ompcc/rt/device"
	"ompcc/rt/hsa"
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

// hsaPlugin is the plugin for AMD GPUs.
func hsaPlugin() device.Plugin {
	config, err := hsaConfig()
	if err != nil {
		return none{err}
	}
	return hsa.New(config)
}

// hsaConfig is what the plugin for AMD GPUs needs: the HSA library, and the program's output.
func hsaConfig() (hsa.Config, error) {
	lib, err := openLibrary(C.OMPCC_LIB_HSA, hsa.Symbols[:])
	if err != nil {
		return hsa.Config{}, err
	}
	return hsa.Config{
		Driver: hsa.Driver{
			Call: func(f hsa.Function, args ...uintptr) uintptr { return lib.call(int(f), args) },
			Agents: func() []uintptr {
				return handles(func(to *C.uint64_t, n C.int) C.int { return C.ompcc_hsa_agents(to, n) })
			},
			Pools: func(agent uintptr) []uintptr {
				return handles(func(to *C.uint64_t, n C.int) C.int { return C.ompcc_hsa_pools(C.uint64_t(agent), to, n) })
			},
			OnError: uintptr(C.ompcc_hsa_handler()),
			Counts:  hsaCounts(),

			MarkStale: hsaMarkStale(), StaleReads: hsaStaleReads(),
		},
		Print: func(text []byte) { C.ompcc_print((*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text))) },
		Warn: func(line string) {
			line = "ompcc: warning: " + line + "\n"
			C.ompcc_write((*C.char)(unsafe.Pointer(unsafe.StringData(line))), C.size_t(len(line)))
		},
	}, nil
}

// hsaCounts returns the function of an emulated device that tells what it has counted for a kernel (rt/emu/hsa), nil if
// nobody wants to know.
func hsaCounts() func(signal uintptr) []byte {
	f := hsaExtension("ompcc_hsa_counts")
	if f == nil || C.ompcc_profile_on() == 0 {
		return nil
	}
	counts := func(signal C.uintptr_t) uintptr { return uintptr(C.ompcc_vendor_call(f, &signal, 1)) }
	counts(0) // the device counts from now on
	return func(signal uintptr) []byte {
		text := counts(C.uintptr_t(signal))
		if text == 0 {
			return nil
		}
		return []byte(device.String(text))
	}
}

// hsaExtension is a function of the emulated libhsa-runtime64.so.1 alone, nil where it is another.
func hsaExtension(name string) unsafe.Pointer {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return C.ompcc_vendor_symbol(C.OMPCC_LIB_HSA, text)
}

// hsaMarkStale and hsaStaleReads are device.Watcher's functions of an emulated device, nil of others.
func hsaMarkStale() func(at device.Addr, mask []byte) {
	f := hsaExtension("ompcc_hsa_mark_stale")
	if f == nil {
		return nil
	}
	return func(at device.Addr, mask []byte) {
		args := [3]C.uintptr_t{C.uintptr_t(at), C.uintptr_t(uintptr(unsafe.Pointer(&mask[0]))), C.uintptr_t(len(mask))}
		C.ompcc_vendor_call(f, &args[0], 3)
		runtime.KeepAlive(mask)
	}
}

func hsaStaleReads() func() string {
	f := hsaExtension("ompcc_hsa_stale_reads")
	if f == nil {
		return nil
	}
	return func() string {
		text := uintptr(C.ompcc_vendor_call(f, nil, 0))
		if text == 0 {
			return ""
		}
		return device.String(text)
	}
}

// handles is what list writes, up to 256.
func handles(list func(*C.uint64_t, C.int) C.int) []uintptr {
	var to [256]C.uint64_t
	n := list(&to[0], C.int(len(to)))
	out := make([]uintptr, n)
	for i := range out {
		out[i] = uintptr(to[i])
	}
	return out
}
