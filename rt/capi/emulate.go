package main

/*
#include "host/emulate.h"
#include "ompt/profile.h"
#include "host/shim.h"

static char **ompcc_environ(void) {
	extern char **environ;
	return environ;
}
*/
import "C"

import (
	"unsafe"

	"ompcc/rt/device"
	"ompcc/rt/emu/plugin"
)

// emulator is the plugin for emulated NVIDIA devices.
func (p *process) emulator() device.Plugin {
	return plugin.New(plugin.Config{
		Program: C.GoString(C.ompcc_emulator()),
		Environ: environment(),
		Print: func(text []byte) {
			if len(text) > 0 {
				C.ompcc_print((*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)))
			}
		},
		Name:    p.nameOf,
		Devices: int(C.ompcc_emulating()),
		Shares:  C.ompcc_emulating_shares() != 0,
		Counts:  func() bool { return C.ompcc_profile_on() != 0 },
	})
}

// environment is the process's environment as it is now.
func environment() []string {
	var all []string
	for at := uintptr(unsafe.Pointer(C.ompcc_environ())); ; at += unsafe.Sizeof(at) {
		s := *(**C.char)(device.Pointer(at))
		if s == nil {
			return all
		}
		all = append(all, C.GoString(s))
	}
}

// nameOf says what is at a host address: a mapped list item or a global
// variable; "" when that is not known.
func (p *process) nameOf(addr uintptr) string {
	for _, t := range p.targets {
		if t.env == nil || t.info.HostLaunch {
			continue
		}
		if name := t.env.NameOf(addr); name != "" {
			return name
		}
	}
	var name [256]C.char
	off := C.ompcc_symbol_at(C.uintptr_t(addr), &name[0], C.size_t(len(name)))
	if off < 0 {
		return ""
	}
	text := hex(addr) + " is the host address of the variable '" + C.GoString(&name[0]) + "'"
	if off > 0 {
		text = hex(addr) + " is on the host " + size(uintptr(off)) + " into the variable '" + C.GoString(&name[0]) + "'"
	}
	return text + ", which is not mapped"
}
