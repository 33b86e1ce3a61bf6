package main

/*
#include "host/shim.h"
*/
import "C"

import (
	"strconv"
	"unsafe"

	"ompcc/rt/abi"
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
	if l.bits&bit == 0 {
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

// entered logs what a construct is given and, where it may map, what of that is on the device already.
func (l *infoLog) entered(t *target, f frame) {
	if l.bits&(C.OMPCC_INFO_ARGUMENTS|C.OMPCC_INFO_PRESENT) == 0 {
		return
	}
	c, args := f.construct(), f.arguments()
	for i := range f.items() {
		it, a := &f.items()[i], &args[i]
		l.line(C.OMPCC_INFO_ARGUMENTS, t.num, c, "argument "+treatment(it)+"("+it.Name()+"): "+size(a.Size)+" at "+hex(a.Begin))
		if it.Kind != abi.ItemMap || it.Flags&abi.FlagStrided != 0 {
			continue
		}
		if e, ok := t.env.Entry(a.Begin); ok {
			l.line(C.OMPCC_INFO_PRESENT, t.num, c, "'"+it.Name()+"' is mapped already: "+described(&e))
		}
	}
}

// treatment is the word of a clause for what becomes of an item.
func treatment(it *dataenv.Item) string {
	if it.Kind == abi.ItemMap {
		return [...]string{"alloc", "to", "from", "tofrom"}[it.Flags&abi.FlagsMotion]
	}
	return map[uint32]string{abi.ItemAttach: "attach", abi.ItemValue: "firstprivate", abi.ItemCopy: "firstprivate",
		abi.ItemPointer: "pointer", abi.ItemDevicePtr: "is_device_ptr", abi.ItemUseDevicePtr: "use_device_ptr",
		abi.ItemUseDeviceAddr: "use_device_addr"}[uint32(it.Kind)]
}

// table logs all that is mapped, when a kernel has ended.
func (l *infoLog) table(t *target, c *dataenv.Construct) {
	if l.bits&C.OMPCC_INFO_DUMP == 0 {
		return
	}
	l.line(C.OMPCC_INFO_DUMP, t.num, c, "mapped when "+c.Kernel.Name()+" has ended:")
	t.env.Mapped(func(e *dataenv.Entry) {
		l.line(C.OMPCC_INFO_DUMP, t.num, nil, "  "+e.Name()+": "+described(e))
	})
}

func described(e *dataenv.Entry) string {
	count := itoa(e.Refs())
	if e.Refs() == dataenv.Infinite {
		count = "infinite"
	}
	return size(e.Size()) + " at " + hex(e.Host()) + ", on the device at " + hex(uintptr(e.Dev())) + ", count " + count + e.Where()
}
