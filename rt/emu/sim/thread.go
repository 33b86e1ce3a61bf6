// Threads as a debugger sees them: their frames, registers, memory and symbols.

package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"ompcc/rt/emu/debug"
	"ompcc/rt/emu/ptx"
)

// Addresses that exist for a debugger only.
const (
	// TextBase is the address of the first instruction. Each instruction has TextStep bytes. A thread that the debugger
	// has moved past a breakpoint is in the second half.
	TextBase = 0x3f00_0000_0000
	TextStep = 16
	passed   = TextStep / 2
)

// Thread is a thread of a block that executes. The zero Thread is no thread.
type Thread struct {
	b *blockRun
	n int
}

// own is a thread as the simulator has it; nil is the zero Thread.
func own(t debug.Thread) Thread {
	own, _ := t.(Thread)
	return own
}

// Threads returns all threads that have not ended.
func (d *Debug) Threads() []debug.Thread {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []debug.Thread
	for _, b := range d.blocks {
		if b == nil {
			continue
		}
		for n := range b.threads {
			if t := (Thread{b, n}); t.warp().alive&t.bit() != 0 {
				all = append(all, t)
			}
		}
	}
	return all
}

// ID returns a number of the thread that is unique among the threads that execute. It is the same in the next kernel.
func (t Thread) ID() uint64 {
	return 1 + uint64(t.n) + uint64(t.b.number)<<10 + t.b.launch.place<<42
}

// Name says which thread of the kernel it is.
func (t Thread) Name() string { return fmt.Sprintf("block %d thread %d", t.Block(), t.n) }

// Kernel returns the name of the thread's kernel.
func (t Thread) Kernel() string { return t.b.kernel.name }

// Block returns the number of the thread's block in the league.
func (t Thread) Block() int { return int(t.b.number) }

// Number returns the number of the thread in its block.
func (t Thread) Number() int { return t.n }

// Blocks returns the number of blocks of the launch.
func (t Thread) Blocks() int { return int(t.b.launch.blocks()) }

// Size returns the number of threads in the block.
func (t Thread) Size() int { return t.b.threads }

func (t Thread) warp() *warp { return t.b.warps[t.b.warpOf(t.n)] }

func (t Thread) lane() int { return t.n & 31 }

func (t Thread) bit() uint32 { return 1 << t.lane() }

// call is an active function call of a thread.
type call struct {
	debug.Frame
	fr *frame
}

// Frames returns the active calls of the thread, the innermost first.
func (t Thread) Frames() []debug.Frame {
	var all []debug.Frame
	for _, c := range t.calls() {
		all = append(all, c.Frame)
	}
	return all
}

// calls returns the active calls of the thread, the innermost first.
func (t Thread) calls() []call {
	w := t.warp()
	for _, c := range w.ctxs {
		for i := len(c.stack) - 1; i >= 0; i-- {
			if e := &c.stack[i]; e.mask&t.bit() != 0 && e.pc != e.rpc {
				return t.frames(c, i)
			}
		}
	}
	return nil
}

// frames returns the calls of entry i of the stack and those below.
func (t Thread) frames(c *context, i int) []call {
	depth := 0
	for fr := c.stack[i].fr; fr.caller != nil; fr = fr.caller {
		depth++
	}
	var all []call
	for fr := c.stack[i].fr; fr != nil; fr = fr.caller {
		for i > 0 && (c.stack[i].fr != fr || c.stack[i].mask&t.bit() == 0) {
			i--
		}
		pc := c.stack[i].pc
		all = append(all, call{debug.Frame{PC: fr.fn.address(pc), Address: debug.Window(t.b.slot, t.n, depth)}, fr})
		depth--
	}
	if w := t.warp(); w.released&t.bit() != 0 {
		all[0].PC += passed
	}
	return all
}

// pc returns the address of the thread's next instruction.
func (t Thread) pc() (uint64, bool) {
	if f := t.calls(); len(f) > 0 {
		return f[0].PC, true
	}
	return 0, false
}

// address returns the address of an instruction for a debugger.
func (fn *function) address(pc int32) uint64 { return fn.text + TextStep*uint64(pc) }

// location is the memory that an address refers to: memory of a thread or block (b is not nil), kernel parameters, or
// global memory.
type location struct {
	space ptx.Space
	b     *blockRun
	n     int // thread, for ptx.Local
	addr  uint64
	fr    *call // not nil: its registers or saved values, at offset addr from the frame address
}

// near reports whether two locations are in the same memory, so that their addresses are comparable.
func (p location) near(q location) bool {
	return p.fr == nil && q.fr == nil && p.space == q.space && p.b == q.b && p.n == q.n
}

// resolve returns the location of an address as thread t sees it.
func (d *Debug) resolve(t Thread, addr uint64) (location, error) {
	switch {
	case addr-globalBase < windowSize:
		return location{space: ptx.Global, addr: addr}, nil
	case addr >= debug.WindowBase:
		return d.inFrame(addr)
	case t.b == nil:
	case addr-sharedBase < windowSize:
		return location{space: ptx.Shared, b: t.b, addr: addr - sharedBase}, nil
	case addr-localBase < windowSize:
		at := addr - localBase
		if n := int(at / localStep); n < t.b.threads {
			return location{space: ptx.Local, b: t.b, n: n, addr: at % localStep}, nil
		}
	case addr-paramBase < windowSize:
		return location{space: ptx.Param, b: t.b, addr: addr - paramBase}, nil
	}
	return location{}, debug.ErrNoMemory
}

// inFrame returns the location of an address in a frame's window.
func (d *Debug) inFrame(addr uint64) (location, error) {
	slot, n, depth := debug.InWindow(addr)
	d.mu.Lock()
	defer d.mu.Unlock()
	if slot >= len(d.blocks) || d.blocks[slot] == nil || n >= d.blocks[slot].threads {
		return location{}, debug.ErrNoMemory
	}
	t := Thread{d.blocks[slot], n}
	all := t.calls()
	if depth >= len(all) {
		return location{}, debug.ErrNoMemory
	}
	f := all[len(all)-1-depth]
	off := addr - f.Address
	if int64(off) < 0 {
		return location{b: t.b, n: n, addr: off, fr: &f}, nil
	}
	return location{space: ptx.Local, b: t.b, n: n, addr: f.fr.base + off}, nil
}

// locate returns the location that an instruction accesses in a lane.
func (w *warp) locate(in *inst, lane int) location {
	addr := w.fr.regs[in.a][lane] + uint64(in.off)
	b, n := w.blk, w.thread(lane)
	switch space := in.space; {
	case space == ptx.Shared:
		return location{space: space, b: b, addr: addr}
	case space == ptx.Local && addr < localStep:
		return location{space: space, b: b, n: n, addr: addr}
	case space == ptx.Param:
		return location{space: space, b: b, addr: addr % windowSize}
	}
	p, _ := b.dev.options.Debug.resolve(Thread{b, n}, addr)
	return p
}

// accesses reports whether the instruction reads or writes memory.
func (in *inst) accesses() (reads, writes bool) {
	switch op, _, _ := strings.Cut(in.src.Op, "."); op {
	case "ld", "ldu":
		return true, false
	case "st":
		return false, true
	case "atom", "red":
		return true, true
	}
	return false, false
}

// enter is the prologue that gdb expects in functions of x86-64: push %rbp; mov %rsp,%rbp. After such a prologue gdb
// puts a breakpoint on the function at its second line, where the parameters have their values.
var enter = []byte{0x55, 0x48, 0x89, 0xe5}

// readText fills in x86-64 code for a debugger: the prologue at the start of each function, and nop elsewhere.
func (d *Debug) readText(addr uint64, to []byte) {
	for i := range to {
		to[i] = 0x90
	}
	for _, fn := range d.dev.functions {
		for i, b := range enter {
			if at := fn.text + uint64(i) - addr; at < uint64(len(to)) {
				to[at] = b
			}
		}
	}
}

// Read reads memory as a thread sees it.
func (d *Debug) Read(t debug.Thread, addr uint64, to []byte) error {
	if addr-TextBase < windowSize {
		d.readText(addr, to)
		return nil
	}
	p, err := d.resolve(own(t), addr)
	if err != nil {
		if m := d.dev.options.Program; m != nil && m.Read(addr, to) {
			return nil
		}
		return err
	}
	if p.fr != nil {
		return p.readFrame(to)
	}
	data, _, err := p.memory(d, uint64(len(to)))
	copy(to, data)
	return err
}

// Write writes memory as a thread sees it.
func (d *Debug) Write(t debug.Thread, addr uint64, from []byte) error {
	p, err := d.resolve(own(t), addr)
	if err != nil {
		if m := d.dev.options.Program; m != nil && m.Write(addr, from) {
			return nil
		}
		return err
	}
	if p.fr != nil {
		return p.writeFrame(from)
	}
	data, state, err := p.memory(d, uint64(len(from)))
	if err != nil {
		return err
	}
	copy(data, from)
	for i := range state {
		state[i] |= initialised
	}
	return nil
}

// memory returns size bytes at a location outside of a frame's registers and saved values, and their states.
func (p location) memory(d *Debug, size uint64) (data, states []byte, err error) {
	switch p.space {
	case ptx.Global:
		if err := d.dev.mem.check(p.addr, size); err != nil {
			return nil, nil, err
		}
		return d.dev.mem.bytes(p.addr, size), d.dev.mem.states(p.addr, size), nil
	case ptx.Shared:
		data, states = p.b.shared, p.b.sstate
	case ptx.Local:
		l := &Thread{p.b, p.n}.warp().local[p.n&31]
		data, states = l.data, l.state
	case ptx.Param:
		data, states = p.b.launch.params, p.b.launch.pstate
	}
	if p.addr+size > uint64(len(data)) || p.addr+size < size {
		return nil, nil, debug.ErrNoMemory
	}
	return data[p.addr : p.addr+size], states[p.addr : p.addr+size], nil
}

// readFrame reads the saved values of a frame, or registers.
func (p location) readFrame(to []byte) error {
	t, off := Thread{p.b, p.n}, int64(p.addr)
	if off >= debug.FrameSaved && off+int64(len(to)) <= 0 {
		var saved [-debug.FrameSaved]byte
		all := t.calls()
		for i := 1; i < len(all); i++ {
			if all[i-1].fr == p.fr.fr {
				binary.LittleEndian.PutUint64(saved[:], all[i].Address)
				binary.LittleEndian.PutUint64(saved[debug.FrameReturn-debug.FrameSaved:], all[i].PC)
			}
		}
		copy(to, saved[off-debug.FrameSaved:])
		return nil
	}
	for at := uint64(off - debug.WindowStart); len(to) > 0; {
		v, err := p.fr.fr.register(int(at/8), t.lane(), nil)
		if err != nil {
			return err
		}
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], v)
		n := copy(to, word[at%8:])
		to, at = to[n:], at+uint64(n)
	}
	return nil
}

func (p location) writeFrame(from []byte) error {
	off := int64(p.addr)
	if (off-debug.WindowStart)%8+int64(len(from)) > 8 || off >= debug.FrameSaved {
		return errors.New("what a frame saves cannot be changed")
	}
	at := uint64(off - debug.WindowStart)
	lane := Thread{p.b, p.n}.lane()
	v, err := p.fr.fr.register(int(at/8), lane, nil)
	if err != nil {
		return err
	}
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], v)
	copy(word[at%8:], from)
	v = binary.LittleEndian.Uint64(word[:])
	_, err = p.fr.fr.register(int(at/8), lane, &v)
	return err
}

// register returns the value of register i, or of a predicate for an i after the registers. If set is not nil, it first
// sets the value.
func (fr *frame) register(i, lane int, set *uint64) (uint64, error) {
	if i < len(fr.regs) {
		if set != nil {
			fr.regs[i][lane] = *set
		}
		return fr.regs[i][lane], nil
	}
	if i -= len(fr.regs); i >= len(fr.preds) {
		return 0, debug.ErrNoMemory
	}
	if set != nil {
		fr.preds[i] = fr.preds[i]&^(1<<lane) | uint32(*set&1)<<lane
	}
	return uint64(fr.preds[i] >> lane & 1), nil
}

// Result returns up to 8 bytes of the result of the call before the thread's next instruction.
func (t Thread) Result() uint64 {
	f := t.calls()
	if len(f) == 0 {
		return 0
	}
	fr := f[0].fr
	pc := (f[0].PC - fr.fn.text) / TextStep
	if pc == 0 || fr.fn.code[pc-1].call == nil || len(fr.fn.code[pc-1].call.rets) == 0 {
		return 0
	}
	var word [8]byte
	s := fr.fn.code[pc-1].call.rets[0]
	copy(word[:min(s.size, 8)], t.warp().local[t.lane()].data[fr.base+s.off:])
	return binary.LittleEndian.Uint64(word[:])
}

// Symbol is a function or variable of a module.
type Symbol struct {
	Name       string
	Addr, Size uint64
	Code       bool
}

// Unit describes a loaded module to a debugger.
type Unit struct {
	Files     map[int]string
	Sections  []ptx.Section
	Functions []Code
	Variables []Symbol
	labels    map[string]uint64
}

// Code is a function with the source locations of its instructions. Entry tells that it is a kernel.
type Code struct {
	Symbol
	Entry bool
	Lines []*ptx.Loc // one for each instruction
	fn    *function
}

// Units describes all loaded modules.
func (d *Debug) Units() []*Unit {
	d.dev.world.RLock()
	defer d.dev.world.RUnlock()
	var all []*Unit
	seen := map[*Module]*Unit{}
	for _, fn := range d.dev.functions {
		u := seen[fn.module]
		if u == nil {
			u = fn.module.unit()
			seen[fn.module] = u
			all = append(all, u)
		}
		c := Code{Symbol: Symbol{Name: fn.name, Addr: fn.text, Size: TextStep * uint64(len(fn.code)), Code: true},
			Entry: fn.source.Entry, fn: fn}
		for i := range fn.code {
			c.Lines = append(c.Lines, fn.code[i].src.Loc)
		}
		for name, at := range fn.source.Labels {
			u.labels[name] = fn.address(int32(at))
		}
		u.Functions = append(u.Functions, c)
	}
	return all
}

func (m *Module) unit() *Unit {
	u := &Unit{Files: m.source.Files, Sections: m.source.Sections, labels: map[string]uint64{}}
	for name, g := range m.globals {
		addr := g.addr
		if g.space == ptx.Shared {
			addr += sharedBase
		}
		u.Variables = append(u.Variables, Symbol{Name: name, Addr: addr, Size: g.size})
		u.labels[name] = addr
	}
	for _, f := range m.source.Funcs {
		if fn := m.functions[f.Name]; fn != nil && fn.source == f {
			u.labels[f.Name] = fn.text
		}
	}
	return u
}

// Label returns the address of a label, function or variable.
func (u *Unit) Label(name string) (uint64, bool) {
	addr, ok := u.labels[name]
	return addr, ok
}

// Local returns the offset from the frame address of a variable in the local memory of a function.
func (u *Unit) Local(name string) (int64, bool) {
	for _, c := range u.Functions {
		if s, ok := c.fn.vars[name]; ok {
			return int64(s.off), true
		}
	}
	return 0, false
}

// Register returns the offset from the frame address of a register of the function.
func (c *Code) Register(name string) (int64, bool) {
	if r, ok := c.fn.registers[name]; ok {
		return debug.WindowStart + 8*int64(r), true
	}
	if p, ok := c.fn.predicates[name]; ok {
		return debug.WindowStart + 8*int64(c.fn.nregs+len(c.fn.consts)+int(p)), true
	}
	return 0, false
}
