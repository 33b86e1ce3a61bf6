package sim

import (
	"math/bits"
	"slices"
	"sync"

	"ompcc/rt/emu/debug"
)

// Debug lets a debugger stop the threads of a device, look at them and let them go on (package gdb). While they execute,
// one warp executes an instruction at a time.
//
// The threads of a warp that come to a breakpoint stop there one after the other. A step moves the whole warp: those of
// its threads that are at the same breakpoint then count as having stopped.
type Debug struct {
	debug.Stops
	dev *Device

	mu     sync.Mutex
	blocks []*blockRun // that execute

	watches []watchpoint // changes while all threads stand
}

// watchpoint is memory that is watched.
type watchpoint struct {
	debug.Watch
	at location
}

// NewDebug returns the control of a device's threads; Options.Debug takes it.
func NewDebug() *Debug { return &Debug{Stops: debug.NewStops()} }

// Detach removes all breakpoints; threads are not stopped any more.
func (d *Debug) Detach() {
	d.Stops.Detach()
	d.watches = nil
}

// Watch watches memory, at an address as a thread sees it.
func (d *Debug) Watch(t debug.Thread, w debug.Watch) error {
	at, err := d.resolve(own(t), w.Addr)
	if err == nil {
		d.watches = append(d.watches, watchpoint{w, at})
	}
	return err
}

// Unwatch ends that.
func (d *Debug) Unwatch(w debug.Watch) {
	d.watches = slices.DeleteFunc(d.watches, func(x watchpoint) bool { return x.Watch == w })
}

// Step passes a thread over the breakpoint at which it has stopped, and reports whether it has: its warp executes the
// instruction when threads go on.
func (d *Debug) Step(th debug.Thread) bool {
	t := own(th)
	w, bit := t.warp(), t.bit()
	if w.passed&bit == 0 || w.released&bit != 0 {
		return false
	}
	w.released |= bit
	return true
}

// enter adds a block to those that execute.
func (d *Debug) enter(b *blockRun) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b.slot = len(d.blocks)
	for i, x := range d.blocks {
		if x == nil {
			b.slot = i
			d.blocks[i] = b
			return
		}
	}
	d.blocks = append(d.blocks, b)
}

// leave removes a block that has ended. If it ended with an error, threads stop first.
func (d *Debug) leave(b *blockRun) {
	if b.fault != nil && !d.Free() {
		d.Turn.Lock()
		d.Stop(debug.Event{Reason: debug.Failed, Thread: Thread{b, b.faulty}, Text: b.fault.Error()})
		d.Turn.Unlock()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blocks[b.slot] = nil
}

// straight executes up to n instructions of the warp's entry, as warp.straight does.
func (d *Debug) straight(w *warp, c *context, top *entry, n int) int {
	d.Turn.Lock()
	defer d.Turn.Unlock()
	for n > 0 && top.pc != top.rpc {
		d.arrive(w, top)
		in, mask := &top.fr.fn.code[top.pc], top.mask
		seen := d.accesses(w, in, mask)
		w.straight(c, top, 1)
		n--
		w.passed &^= mask
		w.released &^= mask
		if w.failed {
			return n
		}
		if seen.Thread != nil {
			d.Stop(seen)
		}
		d.executed(w, mask)
		if in.kind != kindPlain || w.pass {
			return n
		}
	}
	return n
}

// arrive is called before a warp executes an instruction, and returns when none of its threads has to stop.
func (d *Debug) arrive(w *warp, top *entry) {
	if d.Free() {
		return
	}
	first := Thread{w.blk, w.thread(bits.TrailingZeros32(top.mask))}
	d.Asked(first)
	addr := top.fr.fn.address(top.pc)
	for rest := top.mask &^ w.passed; rest != 0 && len(d.Breaks) > 0; rest = top.mask &^ w.passed {
		holds, set := d.Breaks[addr]
		if !set {
			return
		}
		t := Thread{w.blk, w.thread(bits.TrailingZeros32(rest))}
		w.passed |= t.bit()
		if holds != nil && !holds(t) {
			continue
		}
		d.Stop(debug.Event{Reason: debug.Breakpoint, Thread: t})
		if g := own(d.Goal.Thread); g.b == w.blk && g.warp() == w && w.released&top.mask&g.bit() != 0 {
			w.passed |= top.mask
		}
	}
}

// executed ends a step when its thread is where it ends.
func (d *Debug) executed(w *warp, mask uint32) {
	t := own(d.Goal.Thread)
	if t.b != w.blk || t.warp() != w || mask&t.bit() == 0 {
		return
	}
	pc, ok := t.pc()
	if !ok { // the thread has ended
		d.Goal = debug.Resume{}
		return
	}
	if pc >= d.Goal.From && pc < d.Goal.To {
		return
	}
	if _, set := d.Breaks[pc]; set {
		w.passed |= t.bit()
	}
	d.Stop(debug.Event{Reason: debug.Stepped, Thread: t})
}

// prefer is the warp to execute next: mostly that of the thread that has stopped last, so that a step ends soon.
func (d *Debug) prefer(running []*warp, w *warp, random uint64) *warp {
	if t := own(d.Last); t.b == w.blk && random&3 != 0 && slices.Contains(running, t.warp()) {
		return t.warp()
	}
	return w
}

// accesses reports the first access that an instruction is about to make to watched memory.
func (d *Debug) accesses(w *warp, in *inst, mask uint32) (e debug.Event) {
	if len(d.watches) == 0 || d.Free() {
		return e
	}
	reads, writes := in.accesses()
	if !reads && !writes {
		return e
	}
	if in.pred >= 0 {
		p := w.fr.preds[in.pred]
		if in.negated {
			p = ^p
		}
		mask &= p
	}
	size := uint64(in.size) * uint64(max(len(in.vd), 1))
	for m := mask; m != 0; m &= m - 1 {
		lane := bits.TrailingZeros32(m)
		at := w.locate(in, lane)
		for _, x := range d.watches {
			if x.Kind.Meets(reads, writes) && at.near(x.at) &&
				at.addr < x.at.addr+x.Size && x.at.addr < at.addr+size {
				return debug.Event{Reason: debug.Watched, Thread: Thread{w.blk, w.thread(lane)}, Addr: x.Addr, Kind: x.Kind}
			}
		}
	}
	return e
}
