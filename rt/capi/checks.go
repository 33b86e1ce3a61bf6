package main

/*
#include "../sanitize/core.h"
*/
import "C"

import (
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/cpu"
	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// checked is the CPU devices' memory in the checked mode (-fsanitize=offload).
type checked struct{}

// checkedMemory is nil as long as no module with checks is loaded: the devices
// then have memory of the usual kind.
func checkedMemory() cpu.Memory {
	if C.ompcc_check_start() == 0 {
		return nil
	}
	return checked{}
}

// Alloc returns memory of device number; Free takes it back.
func (checked) Alloc(number int, size uintptr) (uintptr, error) {
	about := C.ompcc_block_t{}
	addr := C.ompcc_heap_alloc(C.uint(number), C.size_t(size), 0, &about)
	if addr == 0 {
		return 0, device.ErrMemory
	}
	return uintptr(addr), nil
}

func (checked) Free(number int, addr uintptr) error {
	C.ompcc_check_release(C.uintptr_t(addr))
	return nil
}

func (checked) Read(number int, addr, size uintptr) {
	C.ompcc_check_transfer(C.uint(number), C.uintptr_t(addr), C.size_t(size), 0)
}

func (checked) Write(number int, addr, size uintptr) {
	C.ompcc_check_transfer(C.uint(number), C.uintptr_t(addr), C.size_t(size), 1)
}

// Copy takes over what has a value and what has none.
func (c checked) Copy(number int, dst, src, size uintptr) {
	c.Read(number, src, size)
	C.ompcc_check_transfer(C.uint(number), C.uintptr_t(dst), C.size_t(size), 2)
	C.ompcc_heap_copy(C.uintptr_t(dst), C.uintptr_t(src), C.size_t(size))
}

// checkLog tells the checked mode which blocks are for which list items, and
// hands on to the log for people, if there is one.
type checkLog struct{ next *infoLog }

// dataLog is what data environments report to, nil for nothing.
func dataLog() dataenv.Log {
	switch {
	case C.ompcc_checking() != 0:
		return checkLog{the.log}
	case the.log != nil:
		return the.log
	}
	return nil
}

func cText(a uintptr) *C.char { return (*C.char)(device.Pointer(a)) }

// Alloc describes the block of a new entry.
func (l checkLog) Alloc(num int, e *dataenv.Entry) {
	about := C.ompcc_block_t{kind: C.BLOCK_MAP, host: C.uintptr_t(e.Host() - uintptr(e.Dev()-e.Block())),
		pad: C.uint16_t(e.Dev() - e.Block()), name: cText(e.NameAt()), flags: C.BLOCK_MAP_UNKNOWN}
	if c, it := e.Created(); c != nil {
		about.made.file, about.made.line = cText(c.FileAt()), C.uint(c.Loc.Line)
		if it != nil {
			about.flags, about.made.line = C.uint(it.Flags), C.uint(it.Line)
		}
	}
	C.ompcc_heap_describe(C.uintptr_t(e.Block()), &about)
	if l.next != nil {
		l.next.Alloc(num, e)
	}
}

// Free notes where the entry's block is given up.
func (l checkLog) Free(num int, c *dataenv.Construct, e *dataenv.Entry) {
	end := C.int(0)
	if c.Kind == abi.KindTarget || c.Kind == abi.KindData {
		end = 1
	}
	C.ompcc_check_doing(cText(c.FileAt()), C.uint(c.Loc.Line), end)
	if l.next != nil {
		l.next.Free(num, c, e)
	}
}

// Move notes on whose behalf the transfer is that follows.
func (l checkLog) Move(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, size uintptr) {
	C.ompcc_check_doing(cText(c.FileAt()), C.uint(it.Line), 0)
	if l.next != nil {
		l.next.Move(num, c, it, to, begin, size)
	}
}

// Moved and Found are not for the checks.
func (l checkLog) Moved(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, size uintptr) {
	if l.next != nil {
		l.next.Moved(num, c, it, to, begin, size)
	}
}

func (l checkLog) Found(num int, c *dataenv.Construct, it *dataenv.Item, e *dataenv.Entry, begin, size uintptr) {
	if l.next != nil {
		l.next.Found(num, c, it, e, begin, size)
	}
}

// Attach is for people only.
func (l checkLog) Attach(num int, c *dataenv.Construct, it *dataenv.Item, p uintptr, v device.Addr) {
	if l.next != nil {
		l.next.Attach(num, c, it, p, v)
	}
}

// ompcc_go_host_item says what list item the host address a belongs to.
//
//export ompcc_go_host_item
func ompcc_go_host_item(num C.int, a C.uintptr_t, out unsafe.Pointer) {
	item := (*C.ompcc_host_item_t)(out)
	the.device(int(num)).env.Holder(uintptr(a), func(e *dataenv.Entry) {
		if c, it := e.Created(); it != nil {
			item.name, item.file, item.line = cText(it.NameAt()), cText(c.FileAt()), C.uint(it.Line)
		}
	})
}
