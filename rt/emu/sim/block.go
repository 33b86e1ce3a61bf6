// Execution of one block: the turns of its warps, and barriers.

package sim

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"ompcc/rt/emu/check"
)

// blockRun is an executing block.
type blockRun struct {
	dev     *Device
	launch  *launch
	worker  *worker
	kernel  *function
	number  uint32 // linear
	index   [3]uint32
	threads int
	warps   []*warp
	bars    [16]barrier
	shared  []byte
	sstate  []byte
	scells  []cell
	bcells  [][4]cell // for the bytes of words of shared memory
	who     uint64
	shift   uint // a thread's number >> shift is its warp's number
	knows   map[*syncVar]int
	opened  bool // a barrier has opened: other warps can run again
	changed bool // memory has changed since run began
	still   int  // number of turns since memory changed
	looked  bool // in one of these turns a warp polled
	polls   int  // number of turns in which warps only polled

	patience int // polls of each warp before other blocks run
	fault    *check.Fault
	rng      rand.PCG
	running  []*warp // memory for the list of warps in run
	slot     int     // index among the blocks that a debugger sees
	faulty   int     // the thread of the fault
}

// barrier is one of a block's named barriers.
type barrier struct {
	arrived int // number of threads
	need    int
	who     []waiting
}

type waiting struct {
	w  *warp
	c  *context // nil: arrived without waiting
	fr *frame
	in *inst
	m  uint32

	full bool // with this arrival, the barrier has counted all threads of the warp
}

// warpOf returns the number of a thread's warp.
func (b *blockRun) warpOf(t int) int { return t >> (b.shift & 63) }

// thread returns the number of the thread in a lane.
func (w *warp) thread(lane int) int { return w.id<<(w.blk.shift&63) + lane }

func (b *blockRun) threadIndex(t int) [3]uint32 { return b.launch.threadIndex(t) }

// id returns a number that is unique among the blocks of all concurrent launches, and not 0.
func (b *blockRun) id() uint64 { return b.who >> threadBits }

// progress is the result of a block's turn.
type progress uint8

const (
	ended progress = iota // the block has ended or failed
	idle                  // the block only polls memory
)

// Numbers of polls of each warp before other blocks run: in general, and for a block that has already waited.
const (
	patienceOfBlock   = 32
	patienceOfWaiting = 1
	// Number of turns without a change of memory, at least one of which polls, before other blocks run. One
	// thread of a team may poll for all, while the others only pass barriers.
	patienceOfTeam = 512
)

// run executes the block. Its warps take turns in random order.
func (b *blockRun) run() progress {
	running := b.running
	defer func() { b.running = running[:0] }()
	b.patience = patienceOfBlock
	if b.polls > 0 {
		b.patience = patienceOfWaiting
	}
	b.polls, b.changed = 0, false
	b.still, b.looked = 0, false
	for b.fault == nil {
		if b.launch.stop.Load() {
			return ended
		}
		running = running[:0]
		over := true
		for _, w := range b.warps {
			if w.canRun() {
				running = append(running, w)
			}
			over = over && len(w.ctxs) == 0
		}
		if len(running) == 0 {
			if !over {
				b.stuck()
			}
			return ended
		}
		b.opened = false
		if b.turns(running) == idle {
			return idle
		}
	}
	return ended
}

// turns runs warps in random order, until one of them cannot continue, others can run again, or all only poll.
func (b *blockRun) turns(running []*warp) progress {
	for {
		r := b.rng.Uint64()
		w := running[r>>32*uint64(len(running))>>32]
		n := 16 + int(r&0xffffffff*240>>32)
		if d := b.dev.options.Debug; d != nil {
			w = d.prefer(running, w, r)
		}
		before := w.steps
		w.changed, w.slept = false, false
		ok := w.run(n)
		b.changed = b.changed || w.changed
		b.looked = b.looked || w.yields
		if b.still++; w.changed {
			b.still, b.looked = 0, false
		}
		if w.yields && !w.changed {
			w.waited += w.steps - before
		}
		if w.failed {
			return ended
		}
		if w.work() > w.tell && len(w.ctxs) > 0 && b.long(w) {
			b.overBudget(w)
			return ended
		}
		if !w.yields {
			b.dev.worked()
			b.polls, b.patience = 0, patienceOfBlock
		} else if b.polls++; b.polls > b.patience*len(running) || w.slept && len(running) == 1 {
			w.yields = false
			return idle
		}
		w.yields = false
		if b.looked && b.still > patienceOfTeam && b.worker.hasOthers(b.launch) {
			b.changed = true // assume progress: the block may be about to change memory
			return idle
		}
		if !ok || b.opened || b.launch.stop.Load() {
			return ended
		}
	}
}

func (w *warp) canRun() bool {
	for _, c := range w.ctxs {
		if c.wait != atBarrier {
			return true
		}
	}
	return false
}

// stuck reports a barrier that waits for threads that never arrive.
func (b *blockRun) stuck() {
	for i := range b.bars {
		bar := &b.bars[i]
		for _, x := range bar.who {
			if x.c == nil {
				continue
			}
			x.w.fr = x.fr
			x.w.pc = b.pcOf(x)
			x.w.fail(check.Divergence, bits.TrailingZeros32(x.m), "barrier %d has %d of %d threads: %s", i,
				min(bar.arrived, bar.need), bar.need, b.absent(x))
			return
		}
	}
}

func (b *blockRun) pcOf(x waiting) int32 {
	for i := range x.fr.fn.code {
		if &x.fr.fn.code[i] == x.in {
			return int32(i)
		}
	}
	return 0
}

// absent describes a thread that does not wait at the barrier instruction of x.
func (b *blockRun) absent(x waiting) string {
	ended := 0
	for _, w := range b.warps {
		ended += bits.OnesCount32(w.born &^ w.alive)
		for _, c := range w.ctxs {
			if len(c.stack) == 0 {
				continue
			}
			top := &c.stack[len(c.stack)-1]
			at := max(int(top.pc)-1, 0)
			if c.wait == atBarrier && (top.fr.fn != x.fr.fn || &top.fr.fn.code[at] != x.in) {
				return fmt.Sprintf("thread %d waits at %s", w.id*32+bits.TrailingZeros32(top.mask),
					b.dev.at(top.fr.fn, at))
			}
		}
	}
	return fmt.Sprintf("%d threads have ended without it", ended)
}

// arrive counts the threads in m of a warp at a barrier, and reports whether they can continue.
func (b *blockRun) arrive(w *warp, c *context, in *inst, m uint32) bool {
	lane := bits.TrailingZeros32(m)
	id := w.fr.regs[in.a][lane]
	if id >= uint64(len(b.bars)) {
		w.fail(check.Illegal, lane, "barrier %d does not exist", id)
		return false
	}
	bar := &b.bars[id]
	need := len(b.warps) * 32
	if in.b >= 0 {
		need = int(w.fr.regs[in.b][lane])
		if need == 0 || need%32 != 0 {
			w.fail(check.Illegal, lane, "barrier %d is for %d threads, which is no multiple of 32", id, need)
			return false
		}
	}
	if bar.arrived > 0 && bar.need != need {
		w.fail(check.Divergence, lane, "barrier %d is for %d threads here and for %d threads where others wait", id,
			need, bar.need)
		return false
	}
	bar.need = need
	count := bits.OnesCount32(m)
	if m == w.alive {
		count = 32 - w.counted(bar)
	}
	bar.arrived += count
	x := waiting{w: w, fr: w.fr, in: in, m: m, full: m == w.alive}
	if !in.arrive {
		x.c = c
		c.wait, c.mask = atBarrier, m
	}
	bar.who = append(bar.who, x)
	if bar.arrived < need && !b.complete(bar) {
		return x.c == nil
	}
	b.open(bar)
	return true
}

// counted returns how many threads of the warp have already arrived.
func (w *warp) counted(bar *barrier) int {
	n := 0
	for _, x := range bar.who {
		if x.w == w {
			n += bits.OnesCount32(x.m)
		}
	}
	return n
}

// gone updates the barriers after threads of the warp have ended. A barrier counts them as arrived if all other threads
// of the warp have arrived.
func (b *blockRun) gone(w *warp) {
	for i := range b.bars {
		bar := &b.bars[i]
		if len(bar.who) == 0 {
			continue
		}
		var here uint32
		last := -1
		for k, x := range bar.who {
			if x.w == w && x.full {
				last = -1
				break
			}
			if x.w == w {
				here |= x.m
				last = k
			}
		}
		if last >= 0 && w.alive&^here == 0 {
			bar.arrived += 32 - bits.OnesCount32(here)
			bar.who[last].full = true
		}
		if bar.arrived >= bar.need || b.complete(bar) {
			b.open(bar)
		}
	}
}

// complete reports whether all threads of the block that have not ended wait at the barrier. Ended threads count as
// arrived, as on sm_70 and later; clang's runtime relies on it. It returns false for a barrier that counts whole warps.
func (b *blockRun) complete(bar *barrier) bool {
	if first := bar.who[0].in; first.aligned || first.b >= 0 {
		return false
	}
	here := make([]uint32, len(b.warps))
	for _, x := range bar.who {
		here[x.w.id] |= x.m
	}
	for i, w := range b.warps {
		if w.alive&^here[i] != 0 {
			return false
		}
	}
	return true
}

// open lets all threads at the barrier continue.
func (b *blockRun) open(bar *barrier) {
	b.reduce(bar)
	b.synchronise(bar)
	for _, x := range bar.who {
		if x.c != nil {
			x.c.wait = ready
		}
	}
	bar.arrived, bar.who = 0, bar.who[:0]
	b.opened = true
}

// reduce computes the result of bar.red.
func (b *blockRun) reduce(bar *barrier) {
	if bar.who[0].in.f2 == nil {
		return
	}
	var count uint64
	all := uint64(1)
	for _, x := range bar.who {
		p := x.fr.preds[x.in.p]
		if x.in.pn {
			p = ^p
		}
		count += uint64(bits.OnesCount32(p & x.m))
		all &= truth(p&x.m == x.m)
	}
	for _, x := range bar.who {
		v := x.in.f2(count, all)
		if x.in.d >= 0 {
			setAll(&x.fr.regs[x.in.d], x.m, v)
			continue
		}
		x.fr.preds[x.in.q] &^= x.m
		if v != 0 {
			x.fr.preds[x.in.q] |= x.m
		}
	}
}

// synchronise orders the accesses of all threads at the barrier: those before the barrier happen before those after it.
func (b *blockRun) synchronise(bar *barrier) {
	all := make([]uint32, len(b.warps))
	for _, x := range bar.who {
		for i, c := range x.w.order.seen {
			all[i] = max(all[i], c)
		}
		all[x.w.id] = x.w.order.clock
	}
	if first := bar.who[0].in; !first.aligned && first.b < 0 {
		for i, w := range b.warps {
			if w.alive == 0 {
				all[i] = w.order.clock
			}
		}
	}
	for _, x := range bar.who {
		if x.c == nil {
			continue
		}
		copy(x.w.order.seen, all)
	}
	for _, x := range bar.who {
		x.w.order.clock = all[x.w.id] + 1
		x.w.order.joined = x.w.order.clock
		x.w.order.touched = false
	}
}
