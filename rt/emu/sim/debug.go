package sim

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// Debug lets a debugger stop the threads of a device, look at them and let them go on (package gdb). Threads stop all
// together, and while they execute, one warp executes an instruction at a time.
//
// The threads of a warp that come to a breakpoint stop there one after the other. A step moves the whole warp: those of
// its threads that are at the same breakpoint then count as having stopped.
type Debug struct {
	dev    *Device
	turn   sync.Mutex // of the warp that executes an instruction
	events chan Event
	orders chan Resume
	free   atomic.Bool // nobody debugs
	asked  atomic.Bool // for an interrupt

	mu     sync.Mutex
	blocks []*blockRun // that execute

	// All else changes while all threads stand.
	begun   bool
	breaks  map[uint64]Condition
	watches []Watch
	goal    Resume
	last    Thread
}

// Condition reports whether a thread stops at a breakpoint; nil: each does.
type Condition func(t Thread) bool

// Reason is why threads have stopped.
type Reason uint8

// The reasons.
const (
	Began       Reason = iota // the first kernel begins
	Interrupted               // the debugger asked for it
	Breakpoint
	Stepped
	Watched
	Failed // the launch ends with an error
)

// Event is a stop.
type Event struct {
	Reason Reason
	Thread Thread
	Addr   uint64 // of a watched access
	Kind   WatchKind
	Text   string // of the error
}

// Resume says how threads go on: to the next stop, or if Thread is one, until it is outside of the addresses From to To.
type Resume struct {
	Thread   Thread
	From, To uint64
}

// WatchKind is what accesses are watched.
type WatchKind uint8

// The kinds of accesses.
const (
	WatchWrites WatchKind = iota
	WatchReads
	WatchBoth
)

// Watch is memory whose accesses stop threads.
type Watch struct {
	Addr, Size uint64
	Kind       WatchKind

	at location
}

// NewDebug returns the control of a device's threads; Options.Debug takes it.
func NewDebug() *Debug {
	return &Debug{events: make(chan Event), orders: make(chan Resume), breaks: map[uint64]Condition{}}
}

// Events are the stops. After each of them threads wait for Resume.
func (d *Debug) Events() <-chan Event { return d.events }

// Resume lets threads go on.
func (d *Debug) Resume(r Resume) { d.orders <- r }

// Interrupt stops the next thread that executes an instruction.
func (d *Debug) Interrupt() {
	d.free.Store(false)
	d.asked.Store(true)
}

// Detach removes all breakpoints; threads are not stopped any more.
func (d *Debug) Detach() {
	d.free.Store(true)
	clear(d.breaks)
	d.watches = nil
}

// Break sets a breakpoint at an address of code.
func (d *Debug) Break(addr uint64, c Condition) { d.breaks[addr] = c }

// Unbreak removes a breakpoint.
func (d *Debug) Unbreak(addr uint64) { delete(d.breaks, addr) }

// Watch watches memory, at an address as a thread sees it.
func (d *Debug) Watch(t Thread, w Watch) (err error) {
	if w.at, err = d.resolve(t, w.Addr); err == nil {
		d.watches = append(d.watches, w)
	}
	return err
}

// Unwatch ends that.
func (d *Debug) Unwatch(w Watch) {
	d.watches = slices.DeleteFunc(d.watches,
		func(x Watch) bool { return x.Addr == w.Addr && x.Size == w.Size && x.Kind == w.Kind })
}

// Step passes a thread over the breakpoint at which it has stopped, and reports whether it has: its warp executes the
// instruction when threads go on.
func (d *Debug) Step(t Thread) bool {
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
	if b.fault != nil && !d.free.Load() {
		d.turn.Lock()
		d.stop(Event{Reason: Failed, Thread: Thread{b, b.faulty}, Text: b.fault.Error()})
		d.turn.Unlock()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.blocks[b.slot] = nil
}

// stop tells the debugger of a stop, and returns when it has let threads go on.
func (d *Debug) stop(e Event) {
	d.last = e.Thread
	d.events <- e
	d.asked.Store(false)
	d.goal = <-d.orders
}

// straight executes up to n instructions of the warp's entry, as warp.straight does.
func (d *Debug) straight(w *warp, c *context, top *entry, n int) int {
	d.turn.Lock()
	defer d.turn.Unlock()
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
		if seen.Thread.b != nil {
			d.stop(seen)
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
	if d.free.Load() {
		return
	}
	first := Thread{w.blk, w.thread(bits.TrailingZeros32(top.mask))}
	if !d.begun {
		d.begun = true
		d.stop(Event{Reason: Began, Thread: first})
	} else if d.asked.Load() {
		d.stop(Event{Reason: Interrupted, Thread: first})
	}
	addr := top.fr.fn.address(top.pc)
	for rest := top.mask &^ w.passed; rest != 0 && len(d.breaks) > 0; rest = top.mask &^ w.passed {
		holds, set := d.breaks[addr]
		if !set {
			return
		}
		t := Thread{w.blk, w.thread(bits.TrailingZeros32(rest))}
		w.passed |= t.bit()
		if holds != nil && !holds(t) {
			continue
		}
		d.stop(Event{Reason: Breakpoint, Thread: t})
		if g := d.goal.Thread; g.b == w.blk && g.warp() == w && w.released&top.mask&g.bit() != 0 {
			w.passed |= top.mask
		}
	}
}

// executed ends a step when its thread is where it ends.
func (d *Debug) executed(w *warp, mask uint32) {
	t := d.goal.Thread
	if t.b != w.blk || t.warp() != w || mask&t.bit() == 0 {
		return
	}
	pc, ok := t.pc()
	if !ok { // the thread has ended
		d.goal = Resume{}
		return
	}
	if pc >= d.goal.From && pc < d.goal.To {
		return
	}
	if _, set := d.breaks[pc]; set {
		w.passed |= t.bit()
	}
	d.stop(Event{Reason: Stepped, Thread: t})
}

// prefer is the warp to execute next: mostly that of the thread that has stopped last, so that a step ends soon.
func (d *Debug) prefer(running []*warp, w *warp, random uint64) *warp {
	if t := d.last; t.b == w.blk && random&3 != 0 && slices.Contains(running, t.warp()) {
		return t.warp()
	}
	return w
}

// accesses reports the first access that an instruction is about to make to watched memory.
func (d *Debug) accesses(w *warp, in *inst, mask uint32) (e Event) {
	if len(d.watches) == 0 || d.free.Load() {
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
			if (writes && x.Kind != WatchReads || reads && x.Kind != WatchWrites) && at.near(x.at) &&
				at.addr < x.at.addr+x.Size && x.at.addr < at.addr+size {
				return Event{Reason: Watched, Thread: Thread{w.blk, w.thread(lane)}, Addr: x.Addr, Kind: x.Kind}
			}
		}
	}
	return e
}
