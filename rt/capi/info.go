package main

/*
#include "shim.h"
*/
import "C"

import (
	"strconv"
	"unsafe"

	"ompcc/rt/dataenv"
	"ompcc/rt/device"
)

// infoLog writes what the runtime does, for people: one line each on the
// standard error stream (OMPCC_INFO).
type infoLog struct {
	// bits are those of what is logged (shim.h).
	bits    C.unsigned
	summary *summary // nil: none is asked for
	advisor *advisor
	// recorder, if not nil, writes launches.
	recorder *recorder
}

func (l *infoLog) line(bit C.unsigned, num int, c *dataenv.Construct, text string) {
	if l.bits&(bit|C.OMPCC_INFO_ALL) == 0 {
		return
	}
	s := "ompcc: device " + itoa(num) + ": "
	if c != nil {
		s += c.File() + ":" + itoa(int(c.Loc.Line)) + ": "
	}
	say(s + text)
}

// say writes a line to the standard error stream.
func say(line string) {
	line += "\n"
	C.ompcc_write((*C.char)(unsafe.Pointer(unsafe.StringData(line))), C.size_t(len(line)))
}

func size(n uintptr) string { return strconv.FormatUint(uint64(n), 10) + " bytes" }

func hex(a uintptr) string { return "0x" + strconv.FormatUint(uint64(a), 16) }

// Alloc logs new device storage.
func (l *infoLog) Alloc(num int, e *dataenv.Entry) {
	l.summary.alloc(num, e)
	l.advisor.alloc(num, e)
	l.line(C.OMPCC_INFO_TABLE, num, e.Site(),
		"map "+e.Name()+": "+size(e.Size())+" at "+hex(e.Host())+", on the device at "+hex(uintptr(e.Dev())))
}

// Free logs that device storage is given up.
func (l *infoLog) Free(num int, _ *dataenv.Construct, e *dataenv.Entry) {
	l.advisor.free(num, e)
	l.line(C.OMPCC_INFO_TABLE, num, e.Site(), "unmap "+e.Name()+": "+size(e.Size())+" at "+hex(e.Host()))
}

// Move logs a transfer.
func (l *infoLog) Move(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, n uintptr) {
	l.summary.move(num, c, it.Name(), to, n)
	way := "copy from the device "
	if to {
		way = "copy to the device "
	}
	l.line(C.OMPCC_INFO_TRANSFERS, num, c, way+"'"+it.Name()+"': "+size(n)+" at "+hex(begin))
	l.advisor.move(num, c, it, to, begin, n)
}

// Moved is for the advisor alone, as Found is.
func (l *infoLog) Moved(num int, c *dataenv.Construct, it *dataenv.Item, to bool, begin, n uintptr) {
	l.advisor.moved(num, c, it, to, begin, n)
}

func (l *infoLog) Found(num int, c *dataenv.Construct, it *dataenv.Item, e *dataenv.Entry, begin, n uintptr) {
	if l.advisor != nil {
		l.advisor.Found(num, c, it, begin, n)
	}
}

// Attach logs that a pointer on the device was given its value.
func (l *infoLog) Attach(num int, c *dataenv.Construct, it *dataenv.Item, p uintptr, v device.Addr) {
	if l.advisor != nil {
		l.advisor.Attached(num, *(*uintptr)(device.Pointer(p)))
	}
	l.line(C.OMPCC_INFO_TABLE, num, c, "attach '"+it.Name()+"' at "+hex(p)+": on the device it is "+hex(uintptr(v)))
}

// Launch logs a kernel launch.
func (l *infoLog) Launch(num int, c *dataenv.Construct, launch *C.__ompcc_launch_t) {
	l.summary.launch(num, c)
	text := "launch " + c.Kernel.Name() + " (" + c.Function() + ")"
	if launch.num_teams != 0 {
		text += ", " + itoa(int(launch.num_teams)) + " teams"
	}
	l.line(C.OMPCC_INFO_KERNELS, num, c, text)
}
