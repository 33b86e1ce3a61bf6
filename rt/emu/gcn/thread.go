// Threads as a debugger sees them: their frames, registers, memory and symbols.

package gcn

import (
	"encoding/binary"
	"errors"
	"fmt"

	"ompcc/rt/emu/debug"
)

// Offsets from a frame's address at which a debugger finds registers: 4 bytes for each. They are so near that the
// operands of DWARF's operations have room for them (package gdb).
const (
	FrameVectors = -8192
	FrameScalars = FrameVectors + 4*512
	frameBegin   = FrameVectors
)

// passed is the distance from an instruction's address at which a lane is that the debugger has moved past a breakpoint.
const passed = 2

// Thread is a lane of a wavefront that executes. The zero Thread is none.
type Thread struct {
	g *group
	n int
}

// own is a thread as the device has it; nil is the zero Thread.
func own(t debug.Thread) Thread {
	own, _ := t.(Thread)
	return own
}

func (t Thread) wave() *wave { return t.g.waves[t.n/t.g.waveSize] }

func (t Thread) lane() int { return t.n % t.g.waveSize }

func (t Thread) bit() uint64 { return 1 << t.lane() }

// Threads returns the lanes of all wavefronts that have not ended.
func (d *Debug) Threads() []debug.Thread {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []debug.Thread
	for _, g := range d.groups {
		if g == nil {
			continue
		}
		for n := range g.size {
			if t := (Thread{g, n}); !t.wave().ended {
				all = append(all, t)
			}
		}
	}
	return all
}

// ID is debug.Thread's.
func (t Thread) ID() uint64 { return 1 + uint64(t.n) + uint64(t.Block())<<10 + uint64(t.g.number)<<42 }

// Name says which lane it is, and whether it executes.
func (t Thread) Name() string {
	text := fmt.Sprintf("workgroup %d wavefront %d lane %d", t.Block(), t.wave().id, t.lane())
	if t.wave().exec()&t.bit() == 0 {
		text += " (masked)"
	}
	return text
}

// Block is the number of the workgroup.
func (t Thread) Block() int {
	return int(t.g.index[0] + t.g.groups[0]*(t.g.index[1]+t.g.groups[1]*t.g.index[2]))
}

// Blocks is debug.Thread's.
func (t Thread) Blocks() int { return int(t.g.groups[0] * t.g.groups[1] * t.g.groups[2]) }

// Number is debug.Thread's.
func (t Thread) Number() int { return t.n }

// Size is debug.Thread's.
func (t Thread) Size() int { return t.g.size }

// Frames returns the active calls of the wavefront, the innermost first.
func (t Thread) Frames() []debug.Frame {
	w := t.wave()
	calls := w.debug.calls
	pc := w.object.base + w.object.code[w.pc].addr
	if w.debug.released&t.bit() != 0 {
		pc += passed
	}
	all := []debug.Frame{{PC: pc, Address: debug.Window(t.g.slot, t.n, len(calls))}}
	for i := len(calls) - 1; i >= 0; i-- {
		all = append(all, debug.Frame{PC: calls[i].back, Address: debug.Window(t.g.slot, t.n, i)})
	}
	return all
}

// Result returns the registers v0 and v1, in which functions return values.
func (t Thread) Result() uint64 {
	v := &t.wave().vgpr
	return uint64(v[0][t.lane()]) | uint64(v[1][t.lane()])<<32
}

// frameLocation is a place in a frame's window: in scratch memory, or among registers and saved values.
type frameLocation struct {
	t       Thread
	depth   int
	private bool
	addr    uint64 // in scratch memory, else the offset from the frame's address
}

// inFrame finds the place of an address in a frame's window.
func (d *Debug) inFrame(addr uint64) (l frameLocation, ok bool) {
	if _, arena := d.dev.Memory.bytes(addr, 1); addr < debug.WindowBase || arena {
		return l, false
	}
	slot, n, depth := debug.InWindow(addr)
	d.mu.Lock()
	defer d.mu.Unlock()
	if slot >= len(d.groups) || d.groups[slot] == nil || n >= d.groups[slot].size {
		return l, false
	}
	l = frameLocation{t: Thread{d.groups[slot], n}, depth: depth}
	calls := l.t.wave().debug.calls
	if depth > len(calls) {
		return l, false
	}
	l.addr = addr - debug.Window(slot, n, depth)
	if l.private = int64(l.addr) >= 0; l.private && depth > 0 {
		l.addr += calls[depth-1].stack
	}
	return l, true
}

// word finds a register by its offset from the frame's address.
func (l frameLocation) word(off int64) *uint32 {
	w := l.t.wave()
	sgpr, vgpr := &w.sgpr, &w.vgpr
	if calls := w.debug.calls; l.depth < len(calls) {
		sgpr, vgpr = &calls[l.depth].sgpr, &calls[l.depth].vgpr
	}
	switch n := (off - FrameVectors) / 4; {
	case off < frameBegin:
		return nil
	case off < FrameScalars:
		return &vgpr[n][l.t.lane()]
	case n-512 < int64(len(sgpr)):
		return &sgpr[n-512]
	}
	return nil
}

// read reads registers, or the caller's frame address and where it goes on.
func (l frameLocation) read(to []byte) error {
	off := int64(l.addr)
	if off >= debug.FrameSaved && off+int64(len(to)) <= 0 {
		var saved [-debug.FrameSaved]byte
		if all := l.t.Frames(); l.depth > 0 {
			caller := all[len(all)-l.depth]
			binary.LittleEndian.PutUint64(saved[:], caller.Address)
			binary.LittleEndian.PutUint64(saved[debug.FrameReturn-debug.FrameSaved:], caller.PC)
		}
		copy(to, saved[off-debug.FrameSaved:])
		return nil
	}
	for i := range to {
		at := off + int64(i)
		r := l.word(at &^ 3)
		if r == nil {
			return debug.ErrNoMemory
		}
		to[i] = byte(*r >> (8 * (at & 3)))
	}
	return nil
}

func (l frameLocation) write(from []byte) error {
	if l.depth < len(l.t.wave().debug.calls) {
		return errors.New("the registers of a caller cannot be changed")
	}
	for i, b := range from {
		at := int64(l.addr) + int64(i)
		r := l.word(at &^ 3)
		if r == nil {
			return debug.ErrNoMemory
		}
		*r = *r&^(0xff<<(8*(at&3))) | uint32(b)<<(8*(at&3))
	}
	return nil
}

// Prologue is what gdb expects at the start of functions of x86-64: push %rbp; mov %rsp,%rbp. Behind it, at the second
// line, gdb puts a breakpoint on the function.
var prologue = []byte{0x55, 0x48, 0x89, 0xe5}

// readText fills in x86-64 code for a debugger, and reports whether there is code at the address.
func (d *Debug) readText(addr uint64, to []byte) bool {
	o := d.dev.object(addr)
	if o == nil || len(o.code) == 0 {
		return false
	}
	if at := addr - o.base; at < o.code[0].addr || at > o.code[len(o.code)-1].addr+4 {
		return false
	}
	for i := range to {
		to[i] = 0x90
	}
	for _, s := range o.names {
		for i, b := range prologue {
			if at := o.base + s.Value + uint64(i) - addr; at < uint64(len(to)) {
				to[at] = b
			}
		}
	}
	return true
}

// memory returns bytes outside of registers and saved values, as a thread sees them, and their states.
func (d *Debug) memory(t Thread, addr, size uint64) (data, states []byte, err error) {
	high, low := addr>>32, addr&(1<<32-1)
	if l, ok := d.inFrame(addr); ok && l.private {
		t, high, low = l.t, privateHigh, l.addr
	}
	switch {
	case t.g != nil && high == sharedHigh:
		data, states = t.g.lds[:len(t.g.lds)-16], t.g.ldsStates
	case t.g != nil && high == privateHigh:
		w := t.wave()
		at := uint64(t.lane()) * w.private
		data, states = w.scratch[at:at+w.private], w.scratchStates[at:at+w.private]
	default:
		b, ok := d.dev.Memory.bytes(addr, size)
		if !ok || size == 0 {
			return nil, nil, debug.ErrNoMemory
		}
		return b, d.dev.Memory.states(b), nil
	}
	if low+size > uint64(len(data)) {
		return nil, nil, debug.ErrNoMemory
	}
	return data[low : low+size], states[low : low+size], nil
}

// Read reads memory as a thread sees it.
func (d *Debug) Read(t debug.Thread, addr uint64, to []byte) error {
	if d.readText(addr, to) {
		return nil
	}
	if l, ok := d.inFrame(addr); ok && !l.private {
		return l.read(to)
	}
	data, _, err := d.memory(own(t), addr, uint64(len(to)))
	if err != nil && d.dev.Program != nil && d.dev.Program.Read(addr, to) {
		return nil
	}
	copy(to, data)
	return err
}

// Write writes memory as a thread sees it.
func (d *Debug) Write(t debug.Thread, addr uint64, from []byte) error {
	if l, ok := d.inFrame(addr); ok && !l.private {
		return l.write(from)
	}
	data, states, err := d.memory(own(t), addr, uint64(len(from)))
	if err != nil {
		if d.dev.Program != nil && d.dev.Program.Write(addr, from) {
			return nil
		}
		return err
	}
	copy(data, from)
	for i := range states {
		states[i] |= written
	}
	return nil
}

// Function is a function of a code object, at an address of the file.
type Function struct {
	Name       string
	Addr, Size uint64
	Kernel     bool
}

// Image is a loaded code object as a debugger sees it.
type Image struct {
	ELF       []byte
	Base      uint64 // where it is loaded
	Functions []Function
	Variables map[string]Symbol // at addresses of the device
}

// Images describes all loaded code objects.
func (d *Debug) Images() []Image {
	d.dev.mu.RLock()
	defer d.dev.mu.RUnlock()
	var all []Image
	for _, o := range d.dev.objects {
		m := Image{ELF: o.lines.image, Base: o.base, Variables: o.symbols}
		for _, s := range o.names {
			_, kernel := o.symbols[s.Name+".kd"]
			m.Functions = append(m.Functions, Function{s.Name, s.Value, s.Size, kernel})
		}
		all = append(all, m)
	}
	return all
}
