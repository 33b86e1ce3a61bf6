package sim

import (
	"math/bits"

	"ompcc/rt/emu/check"
)

// sync executes an instruction that needs the threads of its member mask
// together (shfl.sync, vote.sync, match.sync, redux.sync, bar.warp.sync).
// Threads that are elsewhere are let go on until they come.
func (w *warp) sync(c *context, top *entry, in *inst, m uint32) bool {
	if m == 0 {
		top.pc++
		return true
	}
	first := bits.TrailingZeros32(m)
	members := uint32(top.fr.regs[in.c][first])
	if members>>first&1 == 0 {
		w.fail(check.Divergence, first, "the thread is not in the member mask %#08x of the instruction", members)
		return false
	}
	need := members & w.alive
	if need&^m == 0 {
		in.exec(w, in, m)
		w.order.warpSync()
		top.pc++
		return !w.failed
	}
	c.wait, c.mask = atSync, m
	w.awaitOthers(c)
	return false
}

// awaitOthers lets the threads that are not in the top entry of c go on, unless the warp executes in lockstep: then
// they never come.
func (w *warp) awaitOthers(c *context) {
	if w.blk.dev.options.Lockstep {
		w.missing(c)
		return
	}
	w.splitOff(c)
}

// gather is called when every context of the warp waits. It puts together those
// that wait at the same instruction; what then is still missing never comes.
func (w *warp) gather() bool {
	if w.gatherAt(func(a, b *context) bool { return sameStack(a, b) }) || w.gatherTop() {
		return true
	}
	for _, c := range w.ctxs {
		if c.wait != atSync {
			continue
		}
		// Threads that have ended are no longer waited for.
		top := &c.stack[len(c.stack)-1]
		in := &top.fr.fn.code[top.pc]
		if in.kind == kindSync && uint32(top.fr.regs[in.c][bits.TrailingZeros32(c.mask)])&w.alive&^c.mask == 0 {
			c.wait = ready
			return true
		}
		w.missing(c)
		return false
	}
	return false
}

func (w *warp) gatherAt(same func(a, b *context) bool) bool {
	merged := false
	for i := 0; i < len(w.ctxs); i++ {
		for j := len(w.ctxs) - 1; j > i; j-- {
			a, b := w.ctxs[i], w.ctxs[j]
			if a.wait == atSync && b.wait == atSync && same(a, b) {
				join(a, b)
				a.wait, merged = ready, true
				w.ctxs = append(w.ctxs[:j], w.ctxs[j+1:]...)
			}
		}
	}
	return merged
}

// gatherTop makes contexts that wait at the same instruction, but will come
// together at different places later, execute it as one: the first takes over
// the threads of the others and gives them back behind the instruction.
func (w *warp) gatherTop() bool {
	for i, a := range w.ctxs {
		ta := &a.stack[len(a.stack)-1]
		if a.wait != atSync || ta.fr.fn.code[ta.pc].kind != kindSync {
			continue
		}
		all := a.mask
		group := []*context{a}
		for _, b := range w.ctxs[i+1:] {
			if b.wait != atSync {
				continue
			}
			tb := &b.stack[len(b.stack)-1]
			if tb.fr == ta.fr && (tb.pc == ta.pc || ta.fr.fn.code[ta.pc].isWarpBarrier() &&
				ta.fr.fn.code[tb.pc].isWarpBarrier()) {
				all |= b.mask
				group = append(group, b)
			}
		}
		in := &ta.fr.fn.code[ta.pc]
		members := uint32(ta.fr.regs[in.c][bits.TrailingZeros32(a.mask)]) & w.alive
		if len(group) < 2 || members&^all != 0 {
			continue
		}
		w.fr, w.pc = ta.fr, ta.pc
		in.exec(w, in, all)
		w.order.warpSync()
		for _, g := range group {
			g.wait = ready
			g.stack[len(g.stack)-1].pc++
		}
		return !w.failed
	}
	return false
}

func (in *inst) isWarpBarrier() bool { return in.kind == kindSync && in.d < 0 && in.q < 0 }

// missing reports threads that never come.
func (w *warp) missing(c *context) {
	top := &c.stack[len(c.stack)-1]
	w.fr, w.pc = top.fr, top.pc
	in := w.place()
	lane := bits.TrailingZeros32(c.mask)
	if in.kind == kindBarrier {
		w.fail(check.Divergence, lane, "not all threads of the warp come here: %s", w.elsewhere(c.mask))
		return
	}
	w.fail(check.Divergence, lane, "threads of the member mask are missing: %s", w.elsewhere(c.mask))
}

// barrier lets the warp's threads wait for those of other warps.
func (w *warp) barrier(c *context, top *entry, in *inst, m uint32) bool {
	if m == 0 {
		top.pc++
		return true
	}
	if in.aligned && m != w.born {
		// Aligned: all threads of the warp must come here.
		c.wait, c.mask = atSync, m
		if w.alive&^top.mask == 0 {
			w.missing(c) // predicated, or others have ended
			return false
		}
		w.awaitOthers(c)
		return false
	}
	if m != w.alive && w.blk.dev.options.Lockstep {
		c.mask = m
		w.missing(c)
		return false
	}
	top.pc++
	if m != w.alive && w.splitOff(c) {
		w.blk.arrive(w, c, in, m)
		return false // the entry may have moved
	}
	return w.blk.arrive(w, c, in, m)
}

// Warp-wide instructions.

// shuffle is shfl.sync (PTX ISA 9.7.9.6).
func shuffle(mode string) execFn {
	source := shuffleSource(mode)
	return func(w *warp, in *inst, m uint32) {
		src := w.fr.regs[in.a] // a copy: the destination may be the source
		b, c := &w.fr.regs[in.b], &w.fr.regs[in.vd[0]]
		d := &w.fr.regs[in.d]
		var ok uint32
		for r := m; r != 0; r &= r - 1 {
			i := bits.TrailingZeros32(r) & 31
			j, good := source(uint32(i), uint32(b[i]), uint32(c[i]))
			if good {
				ok |= 1 << i
			}
			if m>>j&1 == 0 && j != uint32(i) {
				w.fail(check.Divergence, i, "shuffle from thread %d of the warp, which does not take part", j)
				return
			}
			d[i] = src[j&31]
		}
		w.shuffled(in, ok, m)
	}
}

// shuffled sets the predicate of a shuffle.
func (w *warp) shuffled(in *inst, ok, m uint32) {
	if in.q >= 0 {
		p := &w.fr.preds[in.q]
		*p = *p&^m | ok
	}
}

// shuffleSource returns the function that finds the thread from which a thread
// takes its value; it is its own when the other is not in its part of the warp.
func shuffleSource(mode string) func(lane, b, c uint32) (from uint32, good bool) {
	return func(lane, b, c uint32) (uint32, bool) {
		b &= 31
		clamp, seg := c&31, c>>8&31
		top := lane&seg | clamp&^seg
		from, good := lane, false
		switch mode {
		case "up":
			from = lane - b
			good = int32(from) >= int32(top)
		case "down":
			from = lane + b
			good = from <= top
		case "bfly":
			from = lane ^ b
			good = from <= top
		default:
			from = lane&seg | b&^seg
			good = from <= top
		}
		if !good {
			return lane, false
		}
		return from, true
	}
}

// shuffleFixed is a shuffle whose operands are constants: whole warps need not
// find out who takes from whom.
func shuffleFixed(mode string, b, c uint64) execFn {
	source, any := shuffleSource(mode), shuffle(mode)
	var from [32]uint8
	var ok uint32
	for i := range from {
		j, good := source(uint32(i), uint32(b), uint32(c))
		from[i] = uint8(j)
		if good {
			ok |= 1 << i
		}
	}
	return func(w *warp, in *inst, m uint32) {
		if m != everyone {
			any(w, in, m)
			return
		}
		src := w.fr.regs[in.a]
		d := &w.fr.regs[in.d]
		for i := range d {
			d[i] = src[from[i]&31]
		}
		w.shuffled(in, ok, m)
	}
}

// vote is vote.sync.
func vote(mode string) execFn {
	return func(w *warp, in *inst, m uint32) {
		p := w.fr.preds[in.p]
		if in.pn {
			p = ^p
		}
		p &= m
		yes := false
		switch mode {
		case "all":
			yes = p == m
		case "any":
			yes = p != 0
		case "uni":
			yes = p == m || p == 0
		default: // ballot
			setAll(&w.fr.regs[in.d], m, uint64(p))
			return
		}
		q := &w.fr.preds[in.q]
		*q &^= m
		if yes {
			*q |= m
		}
	}
}

func setAll(d *vec, m uint32, v uint64) {
	if m == everyone {
		for i := range d {
			d[i] = v
		}
		return
	}
	for ; m != 0; m &= m - 1 {
		d[bits.TrailingZeros32(m)] = v
	}
}

// match is match.any.sync and match.all.sync.
func match(all bool) execFn {
	return func(w *warp, in *inst, m uint32) {
		a, d := w.fr.regs[in.a], &w.fr.regs[in.d]
		same := true
		for r := m; r != 0; r &= r - 1 {
			i := bits.TrailingZeros32(r)
			var eq uint32
			for s := m; s != 0; s &= s - 1 {
				if j := bits.TrailingZeros32(s); a[j] == a[i] {
					eq |= 1 << j
				}
			}
			same = same && eq == m
			d[i] = uint64(eq)
		}
		if !all {
			return
		}
		v := uint64(0)
		if same {
			v = uint64(m)
		}
		setAll(d, m, v)
		if in.q >= 0 {
			q := &w.fr.preds[in.q]
			*q &^= m
			if same {
				*q |= m
			}
		}
	}
}

// redux is redux.sync: f combines the values of all members.
func redux(f func(a, b uint64) uint64) execFn {
	return func(w *warp, in *inst, m uint32) {
		a := &w.fr.regs[in.a]
		v := a[bits.TrailingZeros32(m)]
		for r := m & (m - 1); r != 0; r &= r - 1 {
			v = f(v, a[bits.TrailingZeros32(r)])
		}
		setAll(&w.fr.regs[in.d], m, v)
	}
}
