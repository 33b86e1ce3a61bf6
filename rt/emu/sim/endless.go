package sim

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ompcc/rt/emu/check"
)

// A kernel does not end when a loop comes to where it was with nothing changed, when
// all of its blocks do nothing but poll, or, as far as anyone can tell, when a
// warp has used up its budget. Right kernels may take long.
const (
	turnsBeforeWatch = 1 << 20 // of loops by a warp, before it is looked at
	turnsOfWatch     = 64      // in which a loop has to come back to where it was
	mostPolls        = 1 << 16 // turns of blocks that only poll, in each of two rounds
	servePause       = 20 * time.Microsecond
)

// watch is how a warp was at a turn of a loop.
type watch struct {
	fr      *frame
	pc      int32
	mask    uint32
	effects uint64
	regs    []vec
	preds   []uint32
	left    int // turns in which the loop may come back
}

// repeats is called at each turn of a loop, and reports whether it has come to where
// it was before, with the same registers and without an effect in between.
func (w *warp) repeats(c *context, top *entry) bool {
	c.turns++
	if c.turns < turnsBeforeWatch {
		return false
	}
	s := &w.watch
	if c.turns&(c.turns-1) == 0 {
		*s = watch{fr: top.fr, pc: w.pc, mask: top.mask, effects: w.effects, left: turnsOfWatch,
			regs: append(s.regs[:0], top.fr.regs...), preds: append(s.preds[:0], top.fr.preds...)}
		return false
	}
	if s.left == 0 {
		return false
	}
	s.left--
	return s.fr == top.fr && s.pc == w.pc && s.mask == top.mask && s.effects == w.effects &&
		slices.Equal(s.preds, top.fr.preds) && slices.Equal(s.regs, top.fr.regs)
}

// stuckInLoop reports a loop that repeats.
func (w *warp) stuckInLoop(top *entry) {
	w.fail(check.Budget, bits.TrailingZeros32(top.mask),
		"nothing changes any more from one turn of the loop to the next%s", w.held())
}

// held says which threads of a warp in lockstep wait for others to leave their loop.
func (w *warp) held() string {
	stack := w.ctxs[0].stack
	if !w.blk.dev.options.Lockstep || len(stack) == 0 || w.alive&^stack[len(stack)-1].mask == 0 {
		return ""
	}
	mask := stack[len(stack)-1].mask
	return "; threads of the warp execute in lockstep, and some wait for the loop to end: " + w.elsewhere(mask)
}

// idleness finds out that all blocks of all launches do nothing but poll. Turns count, not
// time: a worker that the system does not let go on is waited for, since each has to poll often in a round
// that begins with the last work. There are two rounds: what a worker was about to do when the first one ended is
// done, and seen, in the second.
type idleness struct {
	polls atomic.Bool // somebody polled since there was work

	mu      sync.Mutex
	workers int    // that execute blocks, and requests of the host that are being done
	round   uint64 // its number
	ready   int    // workers that have polled often enough in it
	second  bool
	works   uint64 // times that there was work
	asks    bool   // whether the host is quiet; the workers need not hurry
	serves  int    // requests of kernels that the host is at
}

// polled counts a turn of a worker's block that did nothing but poll, and reports whether no block of
// any launch has done anything else for too long, nor will the host.
func (d *Device) polled(wk *worker) bool {
	i := &d.idle
	i.mu.Lock()
	defer i.mu.Unlock()
	i.polls.Store(true)
	if i.asks {
		i.mu.Unlock()
		time.Sleep(time.Millisecond)
		i.mu.Lock()
		return false
	}
	if i.serves > 0 && len(wk.parked) == 0 {
		i.mu.Unlock()
		time.Sleep(servePause) // the host needs the processor
		i.mu.Lock()
		return false
	}
	if wk.round != i.round {
		wk.round, wk.polls = i.round, 0
	}
	wk.polls++
	if wk.polls == max(min(mostPolls, d.options.Budget>>7)/int64(max(i.workers, 1)), 1) {
		i.ready++
	}
	if i.ready < i.workers {
		return false
	}
	last := i.second
	i.begin(true)
	if !last || d.options.Quiet == nil {
		return last
	}
	works := i.works
	i.asks = true
	i.mu.Unlock()
	quiet := d.options.Quiet(works)
	i.mu.Lock()
	i.asks = false
	return quiet && works == i.works
}

// begin begins a round.
func (i *idleness) begin(second bool) {
	i.round++
	i.ready, i.second = 0, second
}

// worked is called when a block has done something else, or the host.
func (d *Device) worked() {
	if d.idle.polls.Load() {
		d.idle.join(0)
	}
}

// join is called when a worker begins to execute blocks, or a request of the host (1), and when
// it ends (-1): that is work, too.
func (i *idleness) join(n int) {
	i.mu.Lock()
	i.workers += n
	i.works++
	i.polls.Store(false)
	i.begin(false)
	i.mu.Unlock()
}

// long tells the user of a warp that takes long, and reports whether its budget is
// used up.
func (b *blockRun) long(w *warp) bool {
	if w.work() > b.dev.options.Budget {
		return true
	}
	w.tell = min(2*w.tell, b.dev.options.Budget)
	w.here()
	b.dev.options.Note(fmt.Sprintf("kernel %s: a thread has executed %.1f thousand million instructions so far, now at %s (OMPCC_EMULATE=nvptx,budget=… ends it)",
		b.kernel.name, float64(w.work())/1e9, b.dev.at(w.fr.fn, int(w.pc))))
	return false
}

// work is how many instructions the warp has executed, without those of turns that only polled: how many
// these are depends on how fast others are.
func (w *warp) work() int64 { return w.steps - w.waited }

// here finds a place of the warp, and a thread that is there.
func (w *warp) here() (lane int) {
	c := w.ctxs[0]
	for _, x := range w.ctxs {
		if x.wait == ready && len(x.stack) > 0 {
			c = x
		}
	}
	if len(c.stack) == 0 {
		return 0
	}
	top := &c.stack[len(c.stack)-1]
	w.fr, w.pc = top.fr, min(top.pc, int32(len(top.fr.fn.code)-1))
	return bits.TrailingZeros32(top.mask | 1<<31)
}

func (b *blockRun) overBudget(w *warp) {
	w.fail(check.Budget, w.here(),
		"the thread has executed %d instructions and does not end%s (raise the limit with OMPCC_EMULATE=nvptx,budget=…)", w.work(), w.held())
}

func (b *blockRun) deadlocked() {
	waits := slices.IndexFunc(b.warps, func(w *warp) bool { return w.canRun() && len(w.ctxs) > 0 && w.held() != "" })
	for _, w := range b.warps[max(waits, 0):] {
		if w.canRun() && len(w.ctxs) > 0 {
			w.fail(check.Budget, w.here(),
				"all threads of the kernel wait for others: they do nothing but poll memory that no one changes%s",
				w.held())
			return
		}
	}
}
