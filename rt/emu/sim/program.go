package sim

import (
	"unsafe"

	"ompcc/rt/emu/check"
)

// programAccess is a thread's access to the program's memory (unified shared memory).
type programAccess struct {
	addr         uint64
	bytes, state [4]uint64
}

// programAt reads what is behind an address of the program. What changes it calls writeProgram.
func (w *warp) programAt(lane int, addr, size uint64) (p, state unsafe.Pointer, h history) {
	a := &w.program
	if size > uint64(unsafe.Sizeof(a.bytes)) || !w.blk.dev.options.Program.Read(addr, a.slice(size)) {
		w.failAt(check.Host, lane, addr, check.NoMemory(addr))
		return nil, nil, h
	}
	a.addr = addr
	for i := range a.state {
		a.state[i] = full8
	}
	w.cur.polls = true // the program may change it
	w.effects++
	return unsafe.Pointer(&a.bytes[0]), unsafe.Pointer(&a.state[0]), h
}

// reaches reports whether an address is one of the program's memory, if there is memory.
func (d *Device) reaches(addr uint64) bool {
	return d.options.Program != nil && addr >= 4096 && addr < 1<<47 && (addr < globalBase || addr >= codeBase+windowSize)
}

func (a *programAccess) slice(size uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&a.bytes[0])), size)
}

// inProgram reports whether p, from at, is for the program's memory.
func (w *warp) inProgram(p unsafe.Pointer) bool { return p == unsafe.Pointer(&w.program.bytes[0]) }

// writeProgram writes what an access to the program's memory has changed.
func (w *warp) writeProgram(lane int, size uint64) bool {
	a := &w.program
	w.changed = true
	if !w.blk.dev.options.Program.Write(a.addr, a.slice(size)) {
		w.failAt(check.Host, lane, a.addr, check.NoMemory(a.addr))
		return false
	}
	return true
}

// updateProgram executes an atomic operation on the program's memory.
func (w *warp) updateProgram(lane int, size uint64, f func()) bool {
	a := &w.program
	if !w.blk.dev.options.Program.Update(a.addr, a.slice(size), f) {
		w.failAt(check.Host, lane, a.addr, check.NoMemory(a.addr))
		return false
	}
	return true
}
