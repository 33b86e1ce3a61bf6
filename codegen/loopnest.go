package codegen

import (
	"math/big"

	"ompcc/lower/region"
)

// nest is a worksharing loop whose trip counts have been evaluated.
//
// The logical iterations of a rectangular nest are numbered 0..total-1 in
// row-major order. Of a non-rectangular nest only the outermost loop is shared
// out: the inner trip counts are evaluated inside.
type nest struct {
	s      *region.WsLoop
	shared int   // dimensions that are shared out
	trips  []val // of the shared dimensions, in their own type
	half   bool  // all of them are known to be less than half of their type's range
	total  val   // i64
}

// newNest evaluates Pre and the trip counts.
func (f *fn) newNest(s *region.WsLoop) *nest {
	if s.Pre != nil {
		for _, l := range s.Pre.Locals {
			f.declareLocal(l)
		}
		for _, st := range s.Pre.Stmts {
			f.at(st.StmtPos())
			f.stmt(st)
		}
	}
	n := &nest{s: s, shared: len(s.Trips)}
	if s.NonRect {
		n.shared = 1
	}
	n.half = true
	for _, t := range s.Trips[:n.shared] {
		n.trips = append(n.trips, f.expr(t))
		n.half = n.half && halfRange(t)
	}
	n.total = f.resize(n.trips[0], tI64, false)
	for _, t := range n.trips[1:] {
		n.total = f.def(tI64, "trip", "mul nuw %s, %s", n.total, f.resize(t, tI64, false).bare())
	}
	return n
}

// halfRange reports that the iteration count x is known to be less than half of
// its type's range, as it is when a signed bound lies above a start that is not
// negative.
func halfRange(x region.Expr) bool {
	switch x := x.(type) {
	case *region.Const:
		return x.Val.Sign() >= 0 && x.Val.BitLen() < intBits(typ(x.Type))
	case *region.Convert:
		from, to := typ(x.X.ExprType()), typ(x.To)
		return intBits(from) < intBits(to) || from == to && halfRange(x.X)
	case *region.Cond:
		c, ok := x.C.(*region.Compare)
		if !ok || !isSigned(c.X.ExprType()) || !atLeast(x.Y, 0) || x.Y.(*region.Const).Val.Sign() != 0 {
			return false
		}
		return (c.Op == region.Lt && atLeast(c.X, 0) || c.Op == region.Le && atLeast(c.X, 1)) && countsUpTo(x.X, c.Y)
	}
	return false
}

// countsUpTo reports that x is the number of steps from a start up to hi.
func countsUpTo(x, hi region.Expr) bool {
	if x == hi {
		return true
	}
	switch x := x.(type) {
	case *region.Convert:
		return typ(x.To) == typ(x.X.ExprType()) && countsUpTo(x.X, hi)
	case *region.Binary:
		switch x.Op {
		case region.Sub:
			return atLeast(x.Y, 0) && countsUpTo(x.X, hi)
		case region.Div:
			if sum, ok := x.X.(*region.Binary); ok && sum.Op == region.Add { // rounded up
				x = &region.Binary{Op: region.Div, X: sum.X, Y: x.Y}
				if !atLeast(x.Y, 1) || !atLeast(sum.Y, 0) || sum.Y.(*region.Const).Val.Cmp(x.Y.(*region.Const).Val) >= 0 {
					return false
				}
			}
			return !isSigned(x.ExprType()) && countsUpTo(x.X, hi)
		case region.Add: // after a division, or for a bound that is reached
			return atLeast(x.Y, 1) && x.Y.(*region.Const).Val.IsInt64() && x.Y.(*region.Const).Val.Int64() == 1 && countsUpTo(x.X, hi)
		}
	}
	return false
}

// atLeast reports that x is a constant of at least n.
func atLeast(x region.Expr, n int64) bool {
	c, ok := x.(*region.Const)
	return ok && c.Val.Cmp(big.NewInt(n)) >= 0
}

// body emits one iteration. last is whether it is the sequentially last
// of the shared dimensions; iter its number (i64) for ordered.
func (f *fn) iteration(n *nest, index []val, last *val, iter *val) {
	s := n.s
	for d, v := range index {
		f.setTemp(s.Index[d], v)
	}
	oldOrdered := f.ctx.ordered
	if iter != nil && s.Ordered {
		f.ctx.ordered = iter
	}
	f.innerNest(n, n.shared, last)
	f.ctx.ordered = oldOrdered
}

// innerNest emits the loops of a non-rectangular nest that are not shared out.
func (f *fn) innerNest(n *nest, d int, last *val) {
	s := n.s
	if d == len(s.Trips) {
		if s.Last != nil {
			f.setTemp(s.Last, *last)
		}
		f.block(s.Body)
		return
	}
	trip := f.expr(s.Trips[d])
	f.loopOf(s.Index[d].Name, num(trip.t, 0), trip, num(trip.t, 1), func(i val, behind *block) {
		f.setTemp(s.Index[d], i)
		var inner *val
		if s.Last != nil {
			end := f.bin("sub", trip, num(trip.t, 1), "end")
			l := f.bin("and", *last, f.icmp("eq", i, end, "atend"), "last")
			inner = &l
		}
		f.innerNest(n, d+1, inner)
		f.leaves(s, behind)
	})
}

// rows emits the iterations [lo, hi) (i64) in order. The innermost dimension
// is a plain counted loop, so that it can be vectorised; the outer indices are
// computed once a row.
func (f *fn) rows(n *nest, lo, hi val) {
	if len(n.trips) == 1 {
		f.row(n, nil, lo, hi, lo)
		return
	}
	width := f.resize(n.trips[len(n.trips)-1], tI64, false)
	pre := f.preheader()
	head, body, done := f.newBlock("rows"), f.newBlock("row"), f.newBlock("rows.end")
	at := val{tI64, "%" + f.uniq("iter")}
	f.place(head)
	phi := len(head.Insts)
	f.condBr(f.icmp("ult", at, hi, "more"), body, done)
	f.place(body)
	outer, first := f.decompose(n, at, width)
	left := f.bin("sub", hi, at, "left")
	room := f.bin("sub", width, first, "room")
	count := f.call(tI64, "llvm.umin.i64", "", left, room)
	f.row(n, outer, first, f.bin("add", first, count, "row.end"), at)
	f.leaves(n.s, done)
	next := f.bin("add", at, count, "iter.next")
	f.insert(head, phi, phiInst(at, lo, pre, next, f.cur))
	f.br(head)
	f.place(done)
}

// decompose gives the outer indices, and the innermost as i64, of iteration at.
func (f *fn) decompose(n *nest, at, width val) (outer []val, first val) {
	first = f.bin("urem", at, width, "col")
	rest := f.bin("udiv", at, width, "rest")
	outer = make([]val, len(n.trips)-1)
	for d := len(outer) - 1; d >= 0; d-- {
		v := rest
		if d > 0 {
			t := f.resize(n.trips[d], tI64, false)
			v = f.bin("urem", rest, t, n.s.Index[d].Name)
			rest = f.bin("udiv", rest, t, "rest")
		}
		outer[d] = f.resize(v, n.trips[d].t, false)
	}
	return outer, first
}

// row emits the innermost loop over [lo, hi); base is the number of iteration lo.
func (f *fn) row(n *nest, outer []val, lo, hi, base val) {
	d := len(n.trips) - 1
	t := n.trips[d].t
	first := lo
	end := f.resize(hi, t, false)
	start := f.resize(lo, t, false)
	pre := f.preheader()
	name := n.s.Index[d].Name
	head, body, latch, done := f.newBlock("for.cond"), f.newBlock("for.body"), f.newBlock("for.inc"), f.newBlock("for.end")
	i, next := val{t, "%" + f.uniq(name)}, val{t, "%" + f.uniq(name+".next")}
	f.place(head)
	f.add(phiInst(i, start, pre, next, latch))
	f.condBr(f.icmp("ult", i, end, "more"), body, done)
	f.place(body)
	var iter, last *val
	if n.s.Last != nil || n.s.Ordered {
		k := f.bin("add", base, f.bin("sub", f.resize(i, tI64, false), first, "off"), "k")
		iter = &k
		l := f.icmp("eq", f.bin("add", k, num(tI64, 1), "k1"), n.total, "last")
		last = &l
	}
	f.iteration(n, append(append([]val{}, outer...), i), last, iter)
	f.leaves(n.s, done)
	f.place(latch)
	if n.s.Ordered && iter != nil {
		f.m.exec.(*cpuModel).orderedEnd(f, *iter)
	}
	add := "add nuw %s, 1"
	if n.half { // so that its sign extension, as an index, is a counter too
		add = "add nuw nsw %s, 1"
	}
	f.set(next, add, i)
	simd := n.s.Levels&region.LevelSimd != 0 || n.s.Concurrent
	f.term("br label %"+head.label+f.m.loopHint(0, simd, n.s.Simdlen), head)
	f.place(done)
}

// share computes the contiguous part [lo, hi) of total that participant me of
// count gets: the first total mod count get one iteration more.
func (f *fn) share(total, me, count val) (lo, hi val) {
	size := f.bin("udiv", total, count, "size")
	extra := f.bin("urem", total, count, "extra")
	lo = f.bin("add", f.bin("mul", me, size, "start"), f.call(tI64, "llvm.umin.i64", "", me, extra), "lo")
	one := f.cast("zext", f.icmp("ult", me, extra, "more"), tI64, "one")
	return lo, f.bin("add", f.bin("add", lo, size, "end"), one, "hi")
}

// teamsChunks is chunks of dist_schedule: what the thread has left is one of them.
func (f *fn) teamsChunks(n *nest, me, count val, gen func(lo, hi val)) {
	f.chunks(&region.WsLoop{}, n.total, me, count, f.chunkOf(n.s.DistChunk), func(lo, hi val) {
		if n.s.Left != nil {
			f.store(num(tI32, 0), f.expr(&region.LocalAddr{Local: n.s.Left}), 4)
		}
		gen(lo, hi)
	})
}

// chunks emits gen for every chunk of size chunk that participant me of count
// gets in turn, until it leaves s.
func (f *fn) chunks(s *region.WsLoop, total, me, count, chunk val, gen func(lo, hi val)) {
	step := f.bin("mul", chunk, count, "step")
	start := f.bin("mul", me, chunk, "start")
	pre := f.preheader()
	head, body, latch, done := f.newBlock("chunk.cond"), f.newBlock("chunk"), f.newBlock("chunk.next"), f.newBlock("chunk.end")
	at := val{tI64, "%" + f.uniq("chunk.lo")}
	next := val{tI64, "%" + f.uniq("chunk.at")}
	f.place(head)
	f.add(phiInst(at, start, pre, next, latch))
	f.condBr(f.icmp("ult", at, total, "more"), body, done)
	f.place(body)
	left := f.bin("sub", total, at, "left")
	gen(at, f.bin("add", at, f.call(tI64, "llvm.umin.i64", "", left, chunk), "chunk.hi"))
	f.leaves(s, done)
	f.place(latch)
	f.set(next, "add %s, %s", at, step.bare())
	f.br(head)
	f.place(done)
}

// chunkOf evaluates a chunk size clause as i64.
func (f *fn) chunkOf(x region.Expr) val {
	return f.resize(f.expr(x), tI64, isSigned(x.ExprType()))
}
