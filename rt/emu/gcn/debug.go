// Debugging: wavefronts stop where a debugger wants it, one lane after the other.

package gcn

import (
	"math/bits"
	"slices"
	"sync"

	"ompcc/rt/emu/debug"
)

// Debug lets a debugger stop the lanes of a device, look at them and let them go on (package gdb). While they execute, one
// wavefront executes an instruction at a time.
//
// The lanes of a wavefront that come to a breakpoint stop there one after the other, those alone that execute. A step
// moves the whole wavefront: those of its lanes that are at the same breakpoint then count as having stopped.
type Debug struct {
	debug.Stops
	dev *Device

	mu       sync.Mutex
	groups   []*group // that execute, by slot
	launches []bool   // the numbers of dispatches that are in use

	watches []watchpoint // changes while all threads stand
	seen    debug.Event  // the watched access of the instruction that executes
}

// NewDebug makes the control of a device's threads.
func NewDebug(dev *Device) *Debug { return &Debug{Stops: debug.NewStops(), dev: dev} }

// waveDebug is what debugging needs to know of a wavefront.
type waveDebug struct {
	passed   uint64 // lanes that have stopped at the breakpoint at which the wavefront is
	released uint64 // of those, lanes that may go on
	calls    []call // the outermost first
	turn     bool   // an instruction executes
}

// call is an active call of a wavefront's function.
type call struct {
	back  uint64 // where the caller goes on
	stack uint64 // the callee's frame in the lanes' scratch memory
	// The caller's registers when it called.
	sgpr [256]uint32
	vgpr [512][64]uint32
}

// Detach removes all breakpoints; threads are not stopped any more.
func (d *Debug) Detach() {
	d.Stops.Detach()
	d.watches = nil
}

// Step passes a thread over the breakpoint at which it has stopped, and reports whether it has: its wavefront executes the
// instruction when threads go on.
func (d *Debug) Step(th debug.Thread) bool {
	t := own(th)
	if t.g == nil {
		return false
	}
	w, bit := t.wave(), t.bit()
	if w.debug.passed&bit == 0 || w.debug.released&bit != 0 {
		return false
	}
	w.debug.released |= bit
	return true
}

// begin gives a dispatch the smallest number that no other has.
func (d *Debug) begin() (number int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if number = slices.Index(d.launches, false); number < 0 {
		number = len(d.launches)
		d.launches = append(d.launches, false)
	}
	d.launches[number] = true
	return number
}

// end forgets a dispatch and its workgroups.
func (d *Debug) end(r *dispatch) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.launches[r.number] = false
	for i, g := range d.groups {
		if g != nil && g.dispatch == r {
			d.groups[i] = nil
		}
	}
}

// enter adds a workgroup to those that execute.
func (d *Debug) enter(g *group) {
	for _, w := range g.waves {
		w.debug = &waveDebug{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if g.slot = slices.Index(d.groups, nil); g.slot < 0 {
		g.slot = len(d.groups)
		d.groups = append(d.groups, nil)
	}
	d.groups[g.slot] = g
}

// leave removes a workgroup that has ended.
func (d *Debug) leave(g *group) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.groups[g.slot] = nil
}

// before is called before a wavefront executes an instruction, and returns when none of its lanes has to stop.
func (d *Debug) before(w *wave, in *inst) {
	d.Turn.Lock()
	w.debug.turn = true
	d.seen = debug.Event{}
	if d.Free() {
		return
	}
	first := w.thread(w.exec())
	d.Asked(first)
	addr := w.object.base + in.addr
	for rest := w.exec() &^ w.debug.passed; rest != 0 && len(d.Breaks) > 0; rest = w.exec() &^ w.debug.passed {
		holds, set := d.Breaks[addr]
		if !set {
			return
		}
		t := w.thread(rest)
		w.debug.passed |= t.bit()
		if holds != nil && !holds(t) {
			continue
		}
		d.Stop(debug.Event{Reason: debug.Breakpoint, Thread: t})
		if g := own(d.Goal.Thread); g.g == w.group && g.wave() == w && w.debug.released&g.bit() != 0 {
			w.debug.passed |= w.exec()
		}
	}
}

// after is called when a wavefront has executed an instruction.
func (d *Debug) after(w *wave, in *inst) {
	w.debug.passed, w.debug.released = 0, 0
	w.debug.note(w, in)
	if d.seen.Thread != nil {
		d.Stop(d.seen)
	}
	d.executed(w)
	w.debug.turn = false
	d.Turn.Unlock()
}

// note keeps the list of calls.
func (c *waveDebug) note(w *wave, in *inst) {
	switch in.name {
	case "s_swappc_b64", "s_call_b64":
		c.calls = append(c.calls, call{back: w.object.base + in.addr + 4, stack: w.stackPointer(), sgpr: w.sgpr, vgpr: w.vgpr})
	case "s_setpc_b64":
		to := w.object.base + w.object.code[w.pc].addr
		for i := len(c.calls) - 1; i >= 0; i-- { // without one it is a jump
			if c.calls[i].back == to {
				c.calls = c.calls[:i]
				return
			}
		}
	}
}

// executed ends a step when its thread is where it ends.
func (d *Debug) executed(w *wave) {
	t := own(d.Goal.Thread)
	if t.g != w.group || t.wave() != w {
		return
	}
	if w.ended {
		d.Goal = debug.Resume{}
		return
	}
	pc := w.object.base + w.object.code[w.pc].addr
	if pc >= d.Goal.From && pc < d.Goal.To {
		return
	}
	if _, set := d.Breaks[pc]; set {
		w.debug.passed |= t.bit()
	}
	d.Stop(debug.Event{Reason: debug.Stepped, Thread: t})
}

// failed stops a wavefront whose instruction ends the dispatch.
func (d *Debug) failed(w *wave, in *inst, text string) {
	if !w.debug.turn {
		d.Turn.Lock()
	}
	w.debug.turn = false
	if in != nil {
		w.pc = in.index
	}
	if !d.Free() {
		d.Stop(debug.Event{Reason: debug.Failed, Thread: w.thread(w.exec()), Text: text})
	}
	d.Turn.Unlock()
}

// thread is the first of some lanes, the wavefront's first one if there are none.
func (w *wave) thread(lanes uint64) Thread {
	if lanes &= w.lanes; lanes == 0 {
		lanes = 1
	}
	return Thread{w.group, w.id*w.waveSize + bits.TrailingZeros64(lanes)}
}

// watchpoint is memory that is watched: of all kernels, or of a workgroup or a lane.
type watchpoint struct {
	debug.Watch
	space int
	t     Thread
	addr  uint64
}

// Watch watches memory, at an address as a thread sees it.
func (d *Debug) Watch(th debug.Thread, w debug.Watch) error {
	t := own(th)
	x := watchpoint{Watch: w, space: flat, t: t, addr: w.Addr}
	if l, ok := d.inFrame(w.Addr); ok && l.private {
		x.space, x.t, x.addr = stack, l.t, l.addr
	} else if ok {
		return debug.ErrNoMemory // registers
	} else if high := w.Addr >> 32; t.g != nil && (high == sharedHigh || high == privateHigh) {
		x.space = map[uint64]int{sharedHigh: local, privateHigh: stack}[high]
		x.addr &= 1<<32 - 1
	} else if _, ok := d.dev.Memory.bytes(w.Addr, w.Size); !ok {
		return debug.ErrNoMemory
	}
	d.watches = append(d.watches, x)
	return nil
}

// Unwatch ends that.
func (d *Debug) Unwatch(w debug.Watch) {
	d.watches = slices.DeleteFunc(d.watches, func(x watchpoint) bool { return x.Watch == w })
}

// accessed notes the first access of an instruction to watched memory. A lane of -1 is a scalar access.
func (d *Debug) accessed(w *wave, in *inst, space, lane int, addr, size uint64) {
	if d.seen.Thread != nil || d.Free() {
		return
	}
	t := Thread{w.group, w.id*w.waveSize + max(lane, 0)}
	for _, x := range d.watches {
		near := x.space == space && (space == flat || x.t.g == w.group && (space == local || x.t == t))
		if near && addr < x.addr+x.Size && x.addr < addr+size && x.Kind.Meets(in.access != stores, in.access == stores || in.access == updates) {
			d.seen = debug.Event{Reason: debug.Watched, Thread: t, Addr: x.Addr, Kind: x.Kind}
			return
		}
	}
}

// stackPointer is where the lanes' stacks end in scratch memory: s32, which counts for all lanes together where scratch
// memory is a buffer ("User Guide for AMDGPU Backend", Private Segment).
func (w *wave) stackPointer() uint64 {
	sp := uint64(w.sgpr[32])
	if w.kernel.Properties&1 != 0 {
		sp /= uint64(w.waveSize)
	}
	return sp
}
