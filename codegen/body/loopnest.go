package body

import (
	"math/big"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Nest is a worksharing loop whose trip counts have been evaluated.
//
// The logical iterations of a rectangular nest are numbered 0..total-1 in
// row-major order. Of a non-rectangular nest only the outermost loop is shared
// out: the inner trip counts are evaluated inside.
type Nest struct {
	Loop   *region.WsLoop
	Shared int        // dimensions that are shared out
	Trips  []ir.Value // of the shared dimensions, in their own type
	Half   bool       // all of them are known to be less than half of their type's range
	Total  ir.Value   // i64
}

// NewNest evaluates Pre and the trip counts.
func (f *Function) NewNest(s *region.WsLoop) *Nest {
	if s.Pre != nil {
		for _, l := range s.Pre.Locals {
			f.declareLocal(l)
		}
		for _, st := range s.Pre.Stmts {
			f.At(st.StmtPos())
			f.Stmt(st)
		}
	}
	n := &Nest{Loop: s, Shared: len(s.Trips)}
	if s.NonRect {
		n.Shared = 1
	}
	n.Half = true
	for _, t := range s.Trips[:n.Shared] {
		n.Trips = append(n.Trips, f.Expr(t))
		n.Half = n.Half && halfRange(t)
	}
	n.Total = f.Resize(n.Trips[0], ir.I64, false)
	for _, t := range n.Trips[1:] {
		n.Total = f.Bin("mul", n.Total, f.Resize(t, ir.I64, false), "trip", ir.NUW)
	}
	return n
}

// halfRange reports that the iteration count x is known to be less than half of
// its type's range, as it is when a signed bound lies above a start that is not
// negative.
func halfRange(x region.Expr) bool {
	switch x := x.(type) {
	case *region.Const:
		return x.Val.Sign() >= 0 && x.Val.BitLen() < ir.Bits(TypeOf(x.Type))
	case *region.Convert:
		from, to := TypeOf(x.X.ExprType()), TypeOf(x.To)
		return ir.Bits(from) < ir.Bits(to) || from.Equal(to) && halfRange(x.X)
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
		return TypeOf(x.To).Equal(TypeOf(x.X.ExprType())) && countsUpTo(x.X, hi)
	case *region.Binary:
		switch x.Op {
		case region.Sub:
			return atLeast(x.Y, 0) && countsUpTo(x.X, hi)
		case region.Div:
			if sum, ok := x.X.(*region.Binary); ok && sum.Op == region.Add { // rounded up
				x = &region.Binary{Op: region.Div, X: sum.X, Y: x.Y}
				if !atLeast(x.Y, 1) || !atLeast(sum.Y, 0) ||
					sum.Y.(*region.Const).Val.Cmp(x.Y.(*region.Const).Val) >= 0 {
					return false
				}
			}
			return !isSigned(x.ExprType()) && countsUpTo(x.X, hi)
		case region.Add: // after a division, or for a bound that is reached
			return atLeast(x.Y, 1) && x.Y.(*region.Const).Val.IsInt64() && x.Y.(*region.Const).Val.Int64() == 1 &&
				countsUpTo(x.X, hi)
		}
	}
	return false
}

// RunsIf is the condition under which a loop of x iterations has one, nil if x does not say so: a constant start below
// a signed bound, with a count that is not 0 then.
func RunsIf(x region.Expr) region.Expr {
	cond, ok := x.(*region.Cond)
	if !ok || !atLeast(cond.Y, 0) || cond.Y.(*region.Const).Val.Sign() != 0 {
		return nil
	}
	c, ok := cond.C.(*region.Compare)
	if !ok || c.Op != region.Lt || !isSigned(c.X.ExprType()) || !atLeast(c.X, 0) ||
		!positiveBelow(cond.X, c.X.(*region.Const), c.Y) {
		return nil
	}
	return c
}

// positiveBelow reports that x is the number of steps from start up to hi, rounded up, so that it is not 0 if start is
// below hi.
func positiveBelow(x region.Expr, start *region.Const, hi region.Expr) bool {
	if x == hi {
		return true
	}
	switch x := x.(type) {
	case *region.Convert:
		return TypeOf(x.To).Equal(TypeOf(x.X.ExprType())) && positiveBelow(x.X, start, hi)
	case *region.Binary:
		switch k, _ := x.Y.(*region.Const); {
		case k == nil || k.Val.Sign() < 0 || k.Val.BitLen() >= ir.Bits(TypeOf(k.Type)):
		case x.Op == region.Sub:
			return k.Val.Cmp(start.Val) <= 0 && positiveBelow(x.X, start, hi)
		case x.Op == region.Div && k.Val.Sign() > 0 && !isSigned(x.ExprType()):
			up, ok := x.X.(*region.Binary)
			return ok && up.Op == region.Add && atLeast(up.Y, k.Val.Int64()-1) &&
				up.Y.(*region.Const).Val.BitLen() < ir.Bits(TypeOf(x.ExprType())) && positiveBelow(up.X, start, hi)
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
func (f *Function) Iteration(n *Nest, index []ir.Value, last *ir.Value, iter *ir.Value) {
	s := n.Loop
	for d, v := range index {
		f.SetTemp(s.Index[d], v)
	}
	if iter != nil && s.Ordered {
		f = f.With(func(f *Function) { f.OrderedIter = iter })
	}
	f.innerNest(n, n.Shared, last)
}

// innerNest emits the loops of a non-rectangular nest that are not shared out.
func (f *Function) innerNest(n *Nest, d int, last *ir.Value) {
	s := n.Loop
	if d == len(s.Trips) {
		if s.Last != nil {
			f.SetTemp(s.Last, *last)
		}
		f.Block(s.Body)
		return
	}
	trip := f.Expr(s.Trips[d])
	f.LoopOf(s.Index[d].Name, ir.Num(trip.Type(), 0), trip, ir.Num(trip.Type(), 1), func(i ir.Value, after *ir.Block) {
		f.SetTemp(s.Index[d], i)
		var inner *ir.Value
		if s.Last != nil {
			end := f.Bin("sub", trip, ir.Num(trip.Type(), 1), "end")
			l := f.Bin("and", *last, f.ICmp("eq", i, end, "atend"), "last")
			inner = &l
		}
		f.innerNest(n, d+1, inner)
		f.LeaveLoop(s, after)
	})
}

// Rows emits the iterations [lo, hi) (i64) in order. The innermost dimension
// is a plain counted loop, so that it can be vectorised; the outer indices are
// computed once a row.
func (f *Function) Rows(n *Nest, lo, hi ir.Value) {
	if len(n.Trips) == 1 {
		f.row(n, nil, lo, hi, lo)
		return
	}
	width := f.Resize(n.Trips[len(n.Trips)-1], ir.I64, false)
	pre := f.Preheader()
	head, body, done := f.NewBlock("rows"), f.NewBlock("row"), f.NewBlock("rows.end")
	at := f.NewPhi(ir.I64, "iter")
	f.Place(head)
	f.Add(at)
	f.CondBr(f.ICmp("ult", at, hi, "more"), body, done)
	f.Place(body)
	outer, first := f.decompose(n, at, width)
	left := f.Bin("sub", hi, at, "left")
	room := f.Bin("sub", width, first, "room")
	count := f.Call(ir.I64, "llvm.umin.i64", "", left, room)
	f.row(n, outer, first, f.Bin("add", first, count, "row.end"), at)
	f.LeaveLoop(n.Loop, done)
	next := f.Bin("add", at, count, "iter.next")
	ir.Incoming(at, lo, pre, next, f.Cur)
	f.Br(head)
	f.Place(done)
}

// decompose gives the outer indices, and the innermost as i64, of iteration at.
func (f *Function) decompose(n *Nest, at, width ir.Value) (outer []ir.Value, first ir.Value) {
	first = f.Bin("urem", at, width, "col")
	rest := f.Bin("udiv", at, width, "rest")
	outer = make([]ir.Value, len(n.Trips)-1)
	for d := len(outer) - 1; d >= 0; d-- {
		v := rest
		if d > 0 {
			t := f.Resize(n.Trips[d], ir.I64, false)
			v = f.Bin("urem", rest, t, n.Loop.Index[d].Name)
			rest = f.Bin("udiv", rest, t, "rest")
		}
		outer[d] = f.Resize(v, n.Trips[d].Type(), false)
	}
	return outer, first
}

// row emits the innermost loop over [lo, hi); base is the number of iteration lo.
func (f *Function) row(n *Nest, outer []ir.Value, lo, hi, base ir.Value) {
	d := len(n.Trips) - 1
	t := n.Trips[d].Type()
	first := lo
	end := f.Resize(hi, t, false)
	start := f.Resize(lo, t, false)
	pre := f.Preheader()
	name := n.Loop.Index[d].Name
	head, body, latch, done := f.NewBlock("for.cond"), f.NewBlock("for.body"), f.NewBlock("for.inc"),
		f.NewBlock("for.end")
	i, next := f.NewPhi(t, name), f.Name(name+".next")
	f.Place(head)
	f.AddPhi(i)
	f.CondBr(f.ICmp("ult", i, end, "more"), body, done)
	f.Place(body)
	var iter, last *ir.Value
	if n.Loop.Last != nil || n.Loop.Ordered {
		k := f.Bin("add", base, f.Bin("sub", f.Resize(i, ir.I64, false), first, "off"), "k")
		iter = &k
		l := f.ICmp("eq", f.Bin("add", k, ir.Num(ir.I64, 1), "k1"), n.Total, "last")
		last = &l
	}
	f.Iteration(n, append(append([]ir.Value{}, outer...), i), last, iter)
	f.LeaveLoop(n.Loop, done)
	f.Place(latch)
	if n.Loop.Ordered && iter != nil {
		f.Exec.OrderedEnd(*iter)
	}
	flags := []enum.OverflowFlag{ir.NUW}
	if n.Half { // so that its sign extension, as an index, is a counter too
		flags = append(flags, ir.NSW)
	}
	ir.Incoming(i, start, pre, f.DefBin(next, "add", i, ir.Num(t, 1), flags...), latch)
	simd := n.Loop.Levels&region.LevelSimd != 0 || n.Loop.Concurrent
	f.Br(head, f.Mod.loopHint(0, simd, n.Loop.Simdlen)...)
	f.Place(done)
}

// Share computes the contiguous part [lo, hi) of total that participant me of
// count gets: the first total mod count get one iteration more.
func (f *Function) Share(total, me, count ir.Value) (lo, hi ir.Value) {
	size := f.Bin("udiv", total, count, "size")
	extra := f.Bin("urem", total, count, "extra")
	lo = f.Bin("add", f.Bin("mul", me, size, "start"), f.Call(ir.I64, "llvm.umin.i64", "", me, extra), "lo")
	one := f.Cast("zext", f.ICmp("ult", me, extra, "more"), ir.I64, "one")
	return lo, f.Bin("add", f.Bin("add", lo, size, "end"), one, "hi")
}

// TeamsChunks is chunks of dist_schedule: what the thread has left is one of them.
func (f *Function) TeamsChunks(n *Nest, me, count ir.Value, gen func(lo, hi ir.Value)) {
	f.Chunks(&region.WsLoop{}, n.Total, me, count, f.ChunkOf(n.Loop.DistChunk), func(lo, hi ir.Value) {
		if n.Loop.Left != nil {
			f.Store(ir.Num(ir.I32, 0), f.Expr(&region.LocalAddr{Local: n.Loop.Left}), 4)
		}
		gen(lo, hi)
	})
}

// Chunks emits gen for every chunk of size chunk that participant me of count
// gets in turn, until it leaves s.
func (f *Function) Chunks(s *region.WsLoop, total, me, count, chunk ir.Value, gen func(lo, hi ir.Value)) {
	step := f.Bin("mul", chunk, count, "step")
	start := f.Bin("mul", me, chunk, "start")
	pre := f.Preheader()
	head, body, latch, done := f.NewBlock("chunk.cond"), f.NewBlock("chunk"), f.NewBlock("chunk.next"),
		f.NewBlock("chunk.end")
	at, next := f.NewPhi(ir.I64, "chunk.lo"), f.Name("chunk.at")
	f.Place(head)
	f.AddPhi(at)
	f.CondBr(f.ICmp("ult", at, total, "more"), body, done)
	f.Place(body)
	left := f.Bin("sub", total, at, "left")
	gen(at, f.Bin("add", at, f.Call(ir.I64, "llvm.umin.i64", "", left, chunk), "chunk.hi"))
	f.LeaveLoop(s, done)
	f.Place(latch)
	ir.Incoming(at, start, pre, f.DefBin(next, "add", at, step), latch)
	f.Br(head)
	f.Place(done)
}

// ChunkOf evaluates a chunk size clause as i64.
func (f *Function) ChunkOf(x region.Expr) ir.Value {
	return f.Resize(f.Expr(x), ir.I64, isSigned(x.ExprType()))
}

// Digits writes x in the mixed radix of the trip counts, each in its dimension's type.
func (f *Function) Digits(n *Nest, x ir.Value) []ir.Value {
	out := make([]ir.Value, len(n.Trips))
	rest := x
	for d := len(n.Trips) - 1; d > 0; d-- {
		t := n.Trips[d]
		wide := t.Type()
		r := f.Resize(rest, wide, false)
		out[d] = f.Bin("urem", r, t, n.Loop.Index[d].Name)
		rest = f.Bin("udiv", r, t, "rest")
	}
	out[0] = f.Resize(rest, n.Trips[0].Type(), false)
	return out
}

// LeaveLoop goes to the block behind a loop of s if the thread has left s.
func (f *Function) LeaveLoop(s *region.WsLoop, after *ir.Block) {
	if s.Left == nil || f.Cur == nil {
		return
	}
	more := f.NewBlock("loop.stays")
	f.CondBr(f.HasLeft(s), after, more)
	f.Place(more)
}

// HasLeft is whether the thread has left s.
func (f *Function) HasLeft(s *region.WsLoop) ir.Value {
	return f.ICmp("ne", f.Load(ir.I32, f.Expr(&region.LocalAddr{Local: s.Left}), 4, "left"), ir.Num(ir.I32, 0),
		"has.left")
}

// Plus is base + x.
func (f *Function) Plus(base, x ir.Value) ir.Value {
	if ir.IsNum(base, 0) {
		return x
	}
	return f.Bin("add", base, x, "at")
}
