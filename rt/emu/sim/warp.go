// The warp: its divergent control flow, calls, and the contexts of threads that proceed independently.

package sim

import (
	"fmt"
	"math/bits"

	"ompcc/rt/emu/check"
)

// frame is an activation record of a function for threads of a warp.
type frame struct {
	fn     *function
	regs   []vec
	preds  []uint32
	base   uint64 // offset of the variables in each thread's local memory
	extra  uint64 // bytes of alloca
	caller *frame
	site   *callSite
}

// entry is a group of threads that execute together. When it reaches the reconvergence point rpc, the warp pops it
// and continues with the entry below.
type entry struct {
	fr      *frame
	pc, rpc int32
	mask    uint32
	bottom  bool // the frame ends with this entry
}

// context is a stack of entries. A warp has one context, unless some of its threads must proceed while others wait.
type context struct {
	stack []entry
	wait  waitKind
	mask  uint32 // threads that wait
	turns int    // backward branches taken
	spins int    // backward branches since other threads could run
	polls bool   // it has read memory that other threads may change, since its last backward branch
}

type waitKind uint8

const (
	ready     waitKind = iota
	atBarrier          // inside a barrier of the block
	atSync             // at an instruction that needs other threads of the warp
)

// warp is 32 threads of a block.
type warp struct {
	blk    *blockRun
	id     int
	born   uint32 // threads that exist
	alive  uint32 // threads that have not ended
	ctxs   []*context
	cur    *context // the context that executes
	pass   bool     // run other threads of the warp next
	yields bool     // the warp polls: run other warps next
	slept  bool     // it has slept in this turn
	fr     *frame
	pc     int32
	split  bool
	steps  int64
	waited int64 // the steps of turns in which the warp only polled
	local  *[32]local
	spare  *context // the first context, whose memory the next block reuses
	order  order
	st     *stats
	failed bool
	fresh  *frame // the frame that push creates
	ticks  uint64

	program programAccess

	effects uint64 // counts effects outside of registers: writes, and reads of memory that others change
	changed bool   // the warp has changed memory that others see, in this turn
	watch   watch
	tell    int64 // instructions after which the device tells the user

	// With a debugger: the threads whose breakpoint at the current instruction the device has handled, and those
	// of them that the debugger has moved past it.
	passed, released uint32
}

// local is a thread's own memory.
type local struct{ data, state []byte }

const maxLocal = 512 << 10 // CUDA's limit

func (l *local) grow(size uint64) {
	n := max(roundUp(size, 64), uint64(2*len(l.data)))
	data, state := make([]byte, n), make([]byte, n)
	copy(data, l.data)
	copy(state, l.state)
	l.data, l.state = data, state
}

// push starts a call of fn by the threads in mask.
func (w *warp) push(c *context, fn *function, mask uint32, site *callSite) *frame {
	fr := w.blk.worker.frame(fn)
	fr.extra = 0
	fr.site = site
	fr.caller = nil
	fr.base = roundUp(64, max(fn.align, 64))
	if site != nil {
		fr.caller = w.fr
		fr.base = roundUp(w.fr.base+w.fr.fn.frame+w.fr.extra, max(fn.align, 16))
	}
	w.fresh = fr
	for _, s := range fn.special {
		s.fill(w, &fr.regs[s.reg])
	}
	if end := fr.base + fn.frame; fn.frame > 0 {
		if end > maxLocal {
			w.fail(check.Stack, bits.TrailingZeros32(mask), "the call of %s needs more than %d bytes of stack", fn.name,
				maxLocal)
			if first := fn.near(-1); w.blk.fault.Place == "" && first != nil {
				w.blk.fault.Place = fn.module.place(first)
			}
			return fr
		}
		for m := mask; m != 0; m &= m - 1 {
			l := &w.local[bits.TrailingZeros32(m)]
			if uint64(len(l.data)) < end {
				l.grow(end)
			}
			state := l.state[fr.base:end]
			for i := range state {
				state[i] = allocated
			}
		}
	}
	c.stack = append(c.stack, entry{fr: fr, rpc: int32(len(fn.code)), mask: mask, bottom: true})
	return fr
}

// run executes up to n instructions of the warp and reports whether the warp can continue without other warps.
func (w *warp) run(n int) bool {
	for n > 0 {
		c := w.pick()
		if c == nil {
			return false
		}
		left := w.runContext(c, n)
		w.steps += int64(n - left)
		n = left
		if w.failed || len(w.ctxs) == 0 {
			return false
		}
		if w.pass || n <= 0 {
			w.pass = false
			w.rotate()
		}
		if w.yields {
			break
		}
	}
	return true
}

// pick returns a context that is ready. If all contexts wait for other threads of the warp, pick merges those that
// wait at the same instruction.
func (w *warp) pick() *context {
	for _, c := range w.ctxs {
		if c.wait == ready {
			return c
		}
	}
	if w.gather() {
		return w.pick()
	}
	return nil
}

// rotate moves the first context to the end, so that other threads of the warp run next.
func (w *warp) rotate() {
	if len(w.ctxs) < 2 {
		return
	}
	first := w.ctxs[0]
	copy(w.ctxs, w.ctxs[1:])
	w.ctxs[len(w.ctxs)-1] = first
	w.merge()
}

// drop removes a context whose threads have ended.
func (w *warp) drop(c *context) {
	for i, x := range w.ctxs {
		if x == c {
			w.ctxs = append(w.ctxs[:i], w.ctxs[i+1:]...)
			return
		}
	}
}

func (w *warp) pop(c *context) {
	top := &c.stack[len(c.stack)-1]
	if top.bottom && !w.split {
		w.blk.worker.release(top.fr)
	}
	c.stack = c.stack[:len(c.stack)-1]
}

// runContext executes up to n instructions of c, until c waits, ends, or must let other threads run. It returns the
// rest of n.
func (w *warp) runContext(c *context, n int) int {
	w.cur = c
	for n > 0 {
		if len(c.stack) == 0 {
			w.drop(c)
			return n
		}
		top := &c.stack[len(c.stack)-1]
		if top.mask == 0 || top.pc == top.rpc {
			w.pop(c)
			continue
		}
		w.fr = top.fr
		if d := w.blk.dev.options.Debug; d != nil {
			n = d.straight(w, c, top, n)
		} else {
			n = w.straight(c, top, n)
		}
		if w.failed || w.pass || c.wait != ready {
			return n
		}
	}
	return n
}

// straight executes up to n instructions of an entry, until control leaves it, and returns the rest of n.
func (w *warp) straight(c *context, top *entry, n int) int {
	fr := top.fr
	code := fr.fn.code
	st := w.st.of(fr.fn)
	mask, rpc, pc := top.mask, top.rpc, top.pc
	for n > 0 && pc != rpc {
		in := &code[pc]
		m := mask
		if in.pred >= 0 {
			p := fr.preds[in.pred]
			if in.negated {
				p = ^p
			}
			m &= p
		}
		s := &st[pc]
		s.Warps++
		s.Threads += uint64(bits.OnesCount32(m))
		n--
		if in.kind == kindPlain {
			if m == everyone && in.whole != nil {
				in.whole(w, in)
			} else if m != 0 {
				w.pc = pc
				if in.exec(w, in, m); w.failed {
					return n
				}
			}
			pc++
			continue
		}
		w.pc, top.pc = pc, pc
		if !w.control(c, top, in, m) {
			return n
		}
		pc, mask = top.pc, top.mask
	}
	top.pc = pc
	return n
}

// control executes an instruction that may change the flow of control. It reports whether the entry continues, at
// top.pc.
func (w *warp) control(c *context, top *entry, in *inst, m uint32) bool {
	switch in.kind {
	case kindBranch:
		return w.branch(c, top, in, m)
	case kindTable:
		return w.branchTable(c, top, in, m)
	case kindCall:
		return w.call(c, top, in, m)
	case kindReturn:
		w.ret(m)
		return w.leave(top, m)
	case kindExit:
		w.exit(c, m)
		return w.leave(top, m)
	case kindTrap:
		if m == 0 {
			top.pc++
			return true
		}
		w.fail(check.Trap, bits.TrailingZeros32(m), "the kernel executed a trap")
		return false
	case kindSync:
		w.effects++
		return w.sync(c, top, in, m)
	case kindBarrier:
		w.effects++
		return w.barrier(c, top, in, m)
	}
	panic("unknown kind of instruction")
}

// leave removes the threads in m from the entry, and reports whether others remain.
func (w *warp) leave(top *entry, m uint32) bool {
	top.mask &^= m
	if top.mask == 0 {
		return false
	}
	top.pc++
	return true
}

func (w *warp) branch(c *context, top *entry, in *inst, m uint32) bool {
	switch m {
	case top.mask:
		top.pc = in.target
		return w.spin(c, top, in)
	case 0:
		top.pc++
		return true
	}
	w.st.diverge(w.fr.fn, top.pc)
	next := top.pc + 1
	mask, fr := top.mask, top.fr
	if in.rpc == top.rpc && !top.bottom {
		*top = entry{fr: fr, pc: next, rpc: in.rpc, mask: mask &^ m}
	} else {
		top.pc = in.rpc
		c.stack = append(c.stack, entry{fr: fr, pc: next, rpc: in.rpc, mask: mask &^ m})
	}
	c.stack = append(c.stack, entry{fr: fr, pc: in.target, rpc: in.rpc, mask: m})
	if in.again == following && w.blk.dev.options.Lockstep {
		n := len(c.stack)
		c.stack[n-1], c.stack[n-2] = c.stack[n-2], c.stack[n-1] // this order can deadlock, as before sm_70
	}
	return false
}

// Iterations of a loop before waiting threads run: of any loop, and of one that polls memory.
const (
	patience        = 512
	patienceInPolls = 2
)

// spin counts a loop's iterations, and lets other threads of the warp or other warps run after patience of them: the
// loop may wait for them. It reports whether the loop continues now.
func (w *warp) spin(c *context, top *entry, in *inst) bool {
	if in.target > w.pc {
		return true
	}
	if w.repeats(c, top) {
		w.stuckInLoop(top)
		return false
	}
	c.spins++
	if c.spins < patience && !(c.polls && c.spins >= patienceInPolls) {
		return true
	}
	c.spins = 0
	w.yields, c.polls = c.polls, false
	w.pass = w.yields
	if w.alive&^top.mask != 0 && !w.blk.dev.options.Lockstep && (w.splitOff(c) || len(w.ctxs) > 1) {
		w.pass = true
	}
	return !w.pass
}

func (w *warp) branchTable(c *context, top *entry, in *inst, m uint32) bool {
	if m == 0 {
		top.pc++
		return true
	}
	index := &top.fr.regs[in.a]
	first := bits.TrailingZeros32(m)
	v := index[first]
	if v >= uint64(len(in.table)) {
		w.fail(check.Illegal, first, "the index %d of a branch table is above %d", v, len(in.table)-1)
		return false
	}
	var same uint32
	for r := m; r != 0; r &= r - 1 {
		if i := bits.TrailingZeros32(r); index[i] == v {
			same |= 1 << i
		}
	}
	if same == top.mask {
		top.pc = int32(in.table[v])
		return true
	}
	w.st.diverge(w.fr.fn, top.pc)
	fr, rest, pc := top.fr, top.mask&^same, top.pc
	top.pc = in.rpc
	// The other threads execute the branch again.
	c.stack = append(c.stack, entry{fr: fr, pc: pc, rpc: in.rpc, mask: rest},
		entry{fr: fr, pc: int32(in.table[v]), rpc: in.rpc, mask: same})
	return false
}

// call calls a function. Threads with different callees run group by group.
func (w *warp) call(c *context, top *entry, in *inst, m uint32) bool {
	top.pc++
	if m == 0 {
		return true
	}
	site := in.call
	if site.builtin != nil {
		w.effects++
		w.changed = true
		site.builtin(w, in, m)
		return !w.failed
	}
	caller := top.fr
	if site.callee != nil {
		w.enter(c, site.callee, in, m, caller)
		return false
	}
	address := caller.regs[in.a]
	for m != 0 && !w.failed {
		first := bits.TrailingZeros32(m)
		fn := w.blk.dev.functionAt(address[first])
		if fn == nil {
			w.fail(check.Illegal, first, "%s", noFunction(address[first]))
			return false
		}
		if len(fn.params) != len(site.args) {
			w.fail(check.Illegal, first, "call of %s, which has %d parameters, with %d arguments", fn.name,
				len(fn.params), len(site.args))
			return false
		}
		var same uint32
		for r := m; r != 0; r &= r - 1 {
			if i := bits.TrailingZeros32(r); address[i] == address[first] {
				same |= 1 << i
			}
		}
		m &^= same
		w.fr = caller
		w.enter(c, fn, in, same, caller)
	}
	return false
}

// noFunction returns the message for a call of an address that is no function of the device.
func noFunction(address uint64) string {
	if address == 0 {
		return "call of a null function pointer"
	}
	text := fmt.Sprintf("call of %#x, which is no function", address)
	for _, base := range []uint64{globalBase, sharedBase, localBase, paramBase, codeBase} {
		if address-base < windowSize {
			return text
		}
	}
	if address < 4096 || address >= 1<<47 {
		return text
	}
	return text + " of the device: if it is one of the host's, it has to be declared target"
}

func (w *warp) enter(c *context, fn *function, in *inst, m uint32, caller *frame) {
	if len(c.stack) > 1<<16 {
		w.fail(check.Stack, bits.TrailingZeros32(m), "calls of %s are nested too deeply", fn.name)
		return
	}
	fr := w.push(c, fn, m, in.call)
	if w.failed {
		return
	}
	for i, to := range fn.params {
		from := in.call.args[i]
		w.copyLocal(m, fr.base+to.off, caller.base+from.off, min(to.size, from.size))
	}
}

// copyLocal copies bytes and their states within the local memory of each thread.
func (w *warp) copyLocal(m uint32, to, from, size uint64) {
	for ; m != 0; m &= m - 1 {
		l := &w.local[bits.TrailingZeros32(m)]
		copy(l.data[to:to+size], l.data[from:from+size])
		copy(l.state[to:to+size], l.state[from:from+size])
	}
}

// ret copies the results to the caller's frame. Threads that return from the kernel end.
func (w *warp) ret(m uint32) {
	fr := w.fr
	if fr.caller == nil {
		w.end(m)
		return
	}
	for i, to := range fr.site.rets {
		if i < len(fr.fn.returns) {
			from := fr.fn.returns[i]
			w.copyLocal(m, fr.caller.base+to.off, fr.base+from.off, min(to.size, from.size))
		}
	}
}

// end removes threads from the warp.
func (w *warp) end(m uint32) {
	if w.alive &^= m; m != 0 {
		w.blk.gone(w)
	}
}

// exit ends threads in any depth of calls.
func (w *warp) exit(c *context, m uint32) {
	w.end(m)
	for i := range c.stack[:len(c.stack)-1] {
		c.stack[i].mask &^= m
	}
}

// splitOff moves the threads of c that are not in its top entry to a new context, and reports whether there were any.
func (w *warp) splitOff(c *context) bool {
	top := c.stack[len(c.stack)-1].mask
	var rest []entry
	for _, e := range c.stack {
		if e.mask&^top != 0 {
			e.mask &^= top
			rest = append(rest, e)
		}
	}
	if len(rest) == 0 {
		return false
	}
	w.split = true
	kept := c.stack[:0]
	for _, e := range c.stack {
		if e.mask &= top; e.mask != 0 {
			kept = append(kept, e)
		}
	}
	c.stack = kept
	w.ctxs = append(w.ctxs, &context{stack: rest})
	return true
}

// merge joins ready contexts that are at the same instruction in the same calls.
func (w *warp) merge() {
	for i := 0; i < len(w.ctxs); i++ {
		for j := len(w.ctxs) - 1; j > i; j-- {
			a, b := w.ctxs[i], w.ctxs[j]
			if a.wait == ready && b.wait == ready && sameStack(a, b) {
				join(a, b)
				w.ctxs = append(w.ctxs[:j], w.ctxs[j+1:]...)
			}
		}
	}
}

// sameStack reports whether two contexts are at the same instructions of the same calls. Each may have its own frames.
func sameStack(a, b *context) bool {
	if len(a.stack) != len(b.stack) {
		return false
	}
	for i := range a.stack {
		x, y := &a.stack[i], &b.stack[i]
		if x.pc != y.pc || x.rpc != y.rpc || x.bottom != y.bottom || !x.fr.like(y.fr) {
			return false
		}
	}
	return true
}

// like reports whether two frames belong to the same call site and depth, possibly for different threads.
func (f *frame) like(g *frame) bool {
	for f != g {
		if f == nil || g == nil || f.fn != g.fn || f.base != g.base || f.extra != g.extra || f.site != g.site {
			return false
		}
		f, g = f.caller, g.caller
	}
	return true
}

// join moves the threads of b to a.
func join(a, b *context) {
	for i := range a.stack {
		a.stack[i].fr.take(b.stack[i].fr, b.stack[i].mask)
		a.stack[i].mask |= b.stack[i].mask
	}
}

// take copies the registers of the threads in m from their frame g.
func (f *frame) take(g *frame, m uint32) {
	if f == g {
		return
	}
	for i := range f.regs {
		d, a := &f.regs[i], &g.regs[i]
		for r := m; r != 0; r &= r - 1 {
			lane := bits.TrailingZeros32(r) & 31
			d[lane] = a[lane]
		}
	}
	for i := range f.preds {
		f.preds[i] = f.preds[i]&^m | g.preds[i]&m
	}
}

// place returns the instruction that the warp executes, nil if there is none.
func (w *warp) place() *inst {
	if w.fr == nil || int(w.pc) >= len(w.fr.fn.code) {
		return nil
	}
	return &w.fr.fn.code[w.pc]
}
