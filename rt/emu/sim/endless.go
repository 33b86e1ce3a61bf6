package sim

import (
	"fmt"
	"math/bits"
	"slices"
)

// A kernel does not end when a loop comes to where it was with nothing changed, when
// all of its blocks do nothing but poll, or, as far as anyone can tell, when a
// warp has used up its budget. Right kernels may take long.
const (
	turnsBeforeWatch = 1 << 20 // of loops by a warp, before it is looked at
	turnsOfWatch     = 64      // in which a loop has to come back to where it was
	mostIdle         = 1 << 17 // turns of blocks that only poll, one after the other
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
	w.fail(FaultBudget, bits.TrailingZeros32(top.mask), "nothing changes any more from one turn of the loop to the next")
}

// polled counts a turn of a block that did nothing but poll, and reports whether
// no block of any launch has done anything else for too long.
func (d *Device) polled() bool {
	return d.idle.Add(1) > min(mostIdle, max(d.options.Budget>>6, 1))
}

// worked is called when a block has done something else, or the host.
func (d *Device) worked() {
	if d.idle.Load() != 0 {
		d.idle.Store(0)
	}
}

// long tells the user of a warp that takes long, and reports whether its budget is
// used up.
func (b *blockRun) long(w *warp) bool {
	if w.steps > b.dev.options.Budget {
		return true
	}
	w.tell = min(2*w.tell, b.dev.options.Budget)
	w.here()
	b.dev.options.Note(fmt.Sprintf("kernel %s: a thread has executed %.1f thousand million instructions so far, now at %s (OMPCC_EMULATE=nvptx,budget=… ends it)",
		b.kernel.name, float64(w.steps)/1e9, b.dev.at(w.fr.fn, int(w.pc))))
	return false
}

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
	w.fail(FaultBudget, w.here(), "the thread has executed %d instructions and does not end (raise the limit with OMPCC_EMULATE=nvptx,budget=…)", w.steps)
}

func (b *blockRun) deadlocked() {
	for _, w := range b.warps {
		if w.canRun() && len(w.ctxs) > 0 {
			w.fail(FaultBudget, w.here(), "all threads of the kernel wait for others: they do nothing but poll memory that no one changes")
			return
		}
	}
}
