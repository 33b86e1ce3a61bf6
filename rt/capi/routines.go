package main

/*
#include "host/shim.h"
*/
import "C"

import (
	"ompcc/rt/device"
	"ompcc/rt/ompt"
)

// The device routines' part in Go. Devices are ready when these are called;
// -1 is the host. Of allocations and deletions, which the routines report to a tool themselves, devices say nothing.

//export ompcc_go_uid
func ompcc_go_uid(num C.int) *C.char { return the.device(int(num)).uid() }

//export ompcc_go_alloc
func ompcc_go_alloc(num C.int, size C.size_t) C.uintptr_t {
	addr, err := the.device(int(num)).plain.Alloc(uintptr(size))
	if err != nil {
		return 0
	}
	return C.uintptr_t(addr)
}

//export ompcc_go_free
func ompcc_go_free(num C.int, addr C.uintptr_t) *C.char {
	return text(the.device(int(num)).plain.Free(device.Addr(addr)))
}

//export ompcc_go_mapped
func ompcc_go_mapped(num C.int, host C.uintptr_t) C.uintptr_t {
	addr, _ := the.device(int(num)).env.Lookup(uintptr(host))
	if the.log != nil && the.log.advisor != nil {
		the.log.advisor.Shared(int(num), uintptr(host)) // the program may copy there
	}
	return C.uintptr_t(addr)
}

// ompcc_go_is_device says whether addr is in the device's storage of something mapped.
//
//export ompcc_go_is_device
func ompcc_go_is_device(num C.int, addr C.uintptr_t) C.int {
	if the.device(int(num)).env.Holds(device.Addr(addr)) {
		return 1
	}
	return 0
}

//export ompcc_go_associate
func ompcc_go_associate(num C.int, host C.uintptr_t, size C.size_t, addr C.uintptr_t, offset C.size_t) C.int {
	t := the.device(int(num))
	at := uintptr(addr) + uintptr(offset)
	if e := listener(); e != nil {
		told := at
		if C.ompcc_ompt_as_llvm() != 0 {
			told = uintptr(addr) // LLVM tells of the whole block
		}
		e.Once(ompt.DataOp{Op: ompt.OpAssociate, Src: uintptr(host), SrcDev: e.Host(), Dest: told,
			DestDev: int32(num), Bytes: uintptr(size)})
	}
	return C.int(t.env.Associate(uintptr(host), uintptr(size), device.Addr(at)))
}

//export ompcc_go_disassociate
func ompcc_go_disassociate(num C.int, host C.uintptr_t) C.int {
	env := the.device(int(num)).env
	if e := listener(); e != nil { // the event occurs before (5.1 §3.8.10)
		// LLVM tells of it even if nothing is associated.
		if addr, size, ok := env.Associated(uintptr(host)); ok || C.ompcc_ompt_as_llvm() != 0 {
			e.Once(ompt.DataOp{Op: ompt.OpDisassociate, Src: uintptr(host), SrcDev: e.Host(), Dest: uintptr(addr),
				DestDev: int32(num), Bytes: size})
		}
	}
	return C.int(env.Disassociate(uintptr(host)))
}

//export ompcc_go_copy
func ompcc_go_copy(dst, src C.uintptr_t, size C.size_t, to, from, told C.int) C.int {
	if the.copy(uintptr(dst), uintptr(src), uintptr(size), int(to), int(from), told != 0) != nil {
		return 1
	}
	return 0
}

//export ompcc_go_set
func ompcc_go_set(num C.int, addr C.uintptr_t, value C.uchar, size C.size_t) *C.char {
	return text(the.device(int(num)).dev.Set(device.Addr(addr), byte(value), uintptr(size)))
}

//export ompcc_go_pause
func ompcc_go_pause(num, hard C.int) C.int {
	if hard != 0 && the.device(int(num)).env.Clear() != nil {
		return 1
	}
	return 0
}

//export ompcc_go_team_memory
func ompcc_go_team_memory(num C.int) C.ulong {
	return C.ulong(the.device(int(num)).dev.Info().TeamMemory)
}

//export ompcc_go_new_icvs
func ompcc_go_new_icvs(num C.int) *C.char { return text(the.device(int(num)).newICVs()) }

//export ompcc_go_dismiss
func ompcc_go_dismiss(num C.int) { the.device(int(num)).dismiss() }

// text is err for C, NULL for none.
func text(err error) *C.char {
	if err == nil {
		return nil
	}
	return C.CString(err.Error())
}

// copy moves data between any two devices, of which not both are the host. With told, a tool
// hears of it from somebody else.
func (p *process) copy(dst, src, size uintptr, to, from int, told bool) error {
	switch {
	case to < 0:
		return p.device(from).memory(told).CopyFrom(device.Host(dst), device.Addr(src), size)
	case from < 0:
		return p.device(to).memory(told).CopyTo(device.Addr(dst), device.Host(src), size)
	case to == from:
		return p.device(to).memory(told).CopyOn(device.Addr(dst), device.Addr(src), size)
	}
	return across(dst, src, size, p.device(to).plain, p.device(from).plain)
}

// memory is the device for transfers of which a tool hears, unless it is told already.
func (t *target) memory(told bool) device.Device {
	if told {
		return t.plain
	}
	return t.dev
}

// across copies from one device to another: directly where both have memory of
// this process or a way to each other, else piecewise by way of the host.
func across(dst, src, size uintptr, to, from device.Device) error {
	if to.Info().PlainMemory && from.Info().PlainMemory {
		return to.CopyOn(device.Addr(dst), device.Addr(src), size)
	}
	if peer, ok := to.(device.Peer); ok && peer.Reaches(from) {
		return peer.CopyPeer(device.Addr(dst), from, device.Addr(src), size)
	}
	const most = 4 << 20
	n := min(size, most)
	buf, err := blockOf(n)
	if err != nil {
		return err
	}
	defer freeBlock(buf)
	for at := uintptr(0); at < size; at += n {
		k := min(n, size-at)
		if err := from.CopyFrom(device.Host(buf), device.Addr(src+at), k); err != nil {
			return err
		}
		if err := to.CopyTo(device.Addr(dst+at), device.Host(buf), k); err != nil {
			return err
		}
	}
	return nil
}
