package gcn

import "ompcc/rt/emu/check"

// programAccess is a lane's access to the program's memory (unified shared memory).
type programAccess struct {
	current bool // find has found it
	addr    uint64
	bytes   [16]byte
	states  [16]byte
}

// findInProgram reads the bytes of a lane's access from the program's memory. What changes them calls writeProgram.
func (w *wave) findInProgram(in *inst, lane int, addr, size uint64) (b, states []byte) {
	p := &w.program
	b, states = p.bytes[:size], p.states[:size]
	if addr < 4096 || !w.dev.Program.Read(addr, b) {
		w.outside(in, lane, addr, size)
	}
	for i := range states {
		states[i] = allocated | written | hosts
	}
	p.current, p.addr = true, addr
	return b, states
}

// writeProgram writes what an access to the program's memory has changed.
func (w *wave) writeProgram(in *inst, lane int, b []byte) {
	if !w.dev.Program.Write(w.program.addr, b) {
		w.fail(check.Host, in, lane, "%s", check.NoMemory(w.program.addr))
	}
}

// updateProgram executes an atomic operation on the program's memory.
func (w *wave) updateProgram(in *inst, lane int, b []byte, f func(old uint64) uint64) (old uint64) {
	if !w.dev.Program.Update(w.program.addr, b, func() { old = update(b, f) }) {
		w.fail(check.Host, in, lane, "%s", check.NoMemory(w.program.addr))
	}
	return old
}
