package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma"
)

// A loop transformation (5.2 §9, 6.0 §11) is lowered by describing the loops that
// it generates: each generated loop has a count, and each loop of the program
// gets its logical iteration number as a function of those of the generated
// ones. What consumes the generated loops (a worksharing construct, another
// transformation, or sequential execution) sees ordinary dimensions.

// isTransformation reports whether k generates loops.
func isTransformation(k pragma.DirectiveKind) bool {
	switch k {
	case "tile", "unroll", "reverse", "interchange", "stripe", "fuse":
		return true
	}
	return false
}

// transformationAt is the transformation construct that statement s is, through
// blocks that hold nothing else.
func (u *unit) transformationAt(s *cc.Statement) *pragma.Construct {
	for s != nil && s.Case == cc.StatementCompound {
		l := s.CompoundStatement.BlockItemList
		if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
			return nil
		}
		s = l.BlockItem.Statement
	}
	if s == nil || s.Case != cc.StatementIteration {
		return nil
	}
	c := u.tree.ByLoop[s.IterationStatement]
	if c == nil || !isTransformation(c.Kind) {
		return nil
	}
	return c
}

// fusedLoop is one loop of a fused sequence.
type fusedLoop struct {
	dim *loopDim
	n   *loopNest
}

// transformed is the nest of loops that c generates.
func (u *unit) transformed(c *pragma.Construct, report bool) (*loopNest, bool) {
	t := &transformation{u: u, c: c, report: report, out: &loopNest{}}
	if cl := c.Clause("apply"); cl != nil && report {
		u.errorf(cl.Span.Pos, "unsupported", "clause apply is not supported in device code yet")
		return nil, false
	}
	ok := false
	switch c.Kind {
	case "tile", "stripe":
		ok = t.tile()
	case "reverse":
		ok = t.reverse()
	case "interchange":
		ok = t.interchange()
	case "unroll":
		ok = t.unroll()
	case "fuse":
		ok = t.fuse()
	}
	return t.out, ok
}

// transformation builds the result of one transformation construct.
type transformation struct {
	u      *unit
	c      *pragma.Construct
	report bool
	out    *loopNest
}

// source analyses the depth loops that c applies to: they and what they hide
// are no longer loops of their own.
func (t *transformation) source(s *cc.Statement, depth int) (*loopNest, bool) {
	m := &loopNest{}
	if !t.u.nest(m, s, depth, t.report) {
		return nil, false
	}
	for i, d := range m.dims {
		if d.nonRect || len(m.before[i])+len(m.after[i]) > 0 {
			if t.report {
				t.u.errorf(t.c.Pos(), "not-rectangular", "%s needs perfectly nested rectangular loops", t.c.Kind).WithSection("5.2 §9.1")
			}
			return nil, false
		}
	}
	o := t.out
	for _, d := range m.dims {
		if !d.generated {
			o.hidden = append(o.hidden, d)
		}
	}
	o.hidden = append(o.hidden, m.hidden...)
	o.inner, o.body, o.fused = m.inner, m.body, m.fused
	o.setup = append(o.setup, m.setup...)
	return m, true
}

// generate adds a generated loop with the type of like.
func (t *transformation) generate(name string, like *loopDim, count func(b *body) region.Expr) *loopDim {
	d := &loopDim{generated: true, name: name, like: like, count: count}
	t.out.dims = append(t.out.dims, d)
	t.out.before, t.out.after = append(t.out.before, nil), append(t.out.after, nil)
	return d
}

// tripOf is d's count, known after the setup of its nest.
func tripOf(b *body, d *loopDim) region.Expr {
	if d.generated {
		return d.count(b)
	}
	return d.tripVal
}

func number(d *loopDim, v int64) region.Expr { return cbody.Int(d.tripType(), v) }

// size evaluates a sizes or partial argument once, in d's counting type.
func (t *transformation) size(e *pragma.Expr, d *loopDim) func(*body) region.Expr {
	var val region.Expr
	t.out.setup = append(t.out.setup, func(b *body) {
		val = b.let("size", b.fn.Convert(b.fn.Value(e.Node), d.tripType()))
	})
	return func(*body) region.Expr { return val }
}

// ceilDiv is (n + k - 1) / k without overflow: n / k, one more for a remainder.
func ceilDiv(b *body, n, k region.Expr, d *loopDim) region.Expr {
	if isOne(k) {
		return n
	}
	if x, y, ok := constPair(n, k); ok && y.Sign() > 0 && x.Sign() == 0 {
		return number(d, 0)
	}
	if isConstExpr(n) {
		return add(divide(sub(n, number(d, 1)), k), number(d, 1))
	}
	return choose(&region.Compare{Op: region.Lt, X: number(d, 0), Y: n}, add(divide(sub(n, number(d, 1)), k), number(d, 1)), number(d, 0))
}

func minimum(x, y region.Expr) region.Expr {
	if p, q, ok := constPair(x, y); ok {
		if p.Cmp(q) < 0 {
			return x
		}
		return y
	}
	return &region.Binary{Op: region.Min, X: x, Y: y}
}

// tile: floor loops over the tiles, then tile loops inside each (5.2 §9.1).
// stripe: loops over the offsets, then loops with the stride of the size (6.0
// §11.7).
func (t *transformation) tile() bool {
	cl := t.c.Clause("sizes")
	if cl == nil {
		return false
	}
	m, ok := t.source(t.c.Stmt, len(cl.Exprs))
	if !ok {
		return false
	}
	stripe := t.c.Kind == "stripe"
	outer := make([]*loopDim, len(m.dims))
	sizes := make([]func(*body) region.Expr, len(m.dims))
	for i, d := range m.dims {
		sizes[i] = t.size(cl.Exprs[i], d)
		size := sizes[i]
		outer[i] = t.generate("tile", d, func(b *body) region.Expr {
			if stripe {
				return minimum(size(b), tripOf(b, d))
			}
			return ceilDiv(b, tripOf(b, d), size(b), d)
		})
	}
	for i, d := range m.dims {
		size, out := sizes[i], outer[i]
		in := t.generate("in", d, func(b *body) region.Expr {
			if stripe {
				return ceilDiv(b, sub(tripOf(b, d), out.at(b)), size(b), d)
			}
			return minimum(size(b), sub(tripOf(b, d), mul(out.at(b), size(b))))
		})
		in.nonRect = true
		d.logical = func(b *body) region.Expr {
			if stripe {
				return add(mul(in.at(b), size(b)), out.at(b))
			}
			return add(mul(out.at(b), size(b)), in.at(b))
		}
	}
	return true
}

// reverse runs the iterations from the last to the first (6.0 §11.6).
func (t *transformation) reverse() bool {
	m, ok := t.source(t.c.Stmt, 1)
	if !ok {
		return false
	}
	d := m.dims[0]
	g := t.generate("rev", d, func(b *body) region.Expr { return tripOf(b, d) })
	d.logical = func(b *body) region.Expr { return sub(sub(tripOf(b, d), number(d, 1)), g.at(b)) }
	return true
}

// interchange permutes the loops; without a permutation the two outermost are
// swapped (6.0 §11.4).
func (t *transformation) interchange() bool {
	perm := []int{2, 1}
	if cl := t.c.Clause("permutation"); cl != nil {
		perm = nil
		for _, e := range cl.Exprs {
			v, ok := constInt(e.Node)
			if !ok || v < 1 || int(v) > len(cl.Exprs) {
				return false
			}
			perm = append(perm, int(v))
		}
	}
	m, ok := t.source(t.c.Stmt, len(perm))
	if !ok {
		return false
	}
	for _, p := range perm {
		d := m.dims[p-1]
		g := t.generate("x", d, func(b *body) region.Expr { return tripOf(b, d) })
		d.logical = g.at
	}
	return true
}

// unroll partial(n): one loop over groups of n iterations (5.2 §9.2). A full
// unroll generates no loop: it can only stand alone.
func (t *transformation) unroll() bool {
	cl := t.c.Clause("partial")
	if cl == nil {
		if t.report {
			t.u.errorf(t.c.Pos(), "no-generated-loop", "unroll without partial generates no loop for the enclosing construct").WithSection("5.2 §9.2").WithFix("write unroll partial(n)")
		}
		return false
	}
	m, ok := t.source(t.c.Stmt, 1)
	if !ok {
		return false
	}
	d := m.dims[0]
	size := func(*body) region.Expr { return number(d, defaultUnroll) }
	if len(cl.Exprs) > 0 {
		size = t.size(cl.Exprs[0], d)
	}
	out := t.generate("unroll", d, func(b *body) region.Expr { return ceilDiv(b, tripOf(b, d), size(b), d) })
	in := &loopDim{generated: true, name: "in", like: d, unroll: -1, count: func(b *body) region.Expr {
		return minimum(size(b), sub(tripOf(b, d), mul(out.at(b), size(b))))
	}}
	t.out.inner = append([]*loopDim{in}, t.out.inner...)
	d.logical = func(b *body) region.Expr { return add(mul(out.at(b), size(b)), in.at(b)) }
	return true
}

// defaultUnroll is the factor of unroll partial without a number.
const defaultUnroll = 4

// fuse runs iteration i of every loop of the sequence, for each i (6.0 §11.3).
func (t *transformation) fuse() bool {
	if cl := t.c.Clause("looprange"); cl != nil {
		if t.report {
			t.u.errorf(cl.Span.Pos, "unsupported", "clause looprange is not supported in device code yet")
		}
		return false
	}
	s := t.c.Stmt
	if s == nil || s.Case != cc.StatementCompound {
		return false
	}
	var parts []*fusedLoop
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case != cc.BlockItemStmt {
			return false
		}
		sub := &transformation{u: t.u, c: t.c, report: t.report, out: &loopNest{}}
		m, ok := sub.source(l.BlockItem.Statement, 1)
		if !ok {
			return false
		}
		t.out.prepare = append(t.out.prepare, sub.out.hidden...)
		t.out.setup = append(t.out.setup, sub.out.setup...)
		parts = append(parts, &fusedLoop{m.dims[0], sub.out})
	}
	if len(parts) == 0 {
		return false
	}
	wide := &loopDim{generated: true, trip: region.U64}
	g := t.generate("fuse", wide, func(b *body) region.Expr {
		var most region.Expr
		for _, p := range parts {
			n := b.fn.Convert(tripOf(b, p.dim), region.U64)
			if most == nil {
				most = n
			} else {
				most = &region.Binary{Op: region.Max, X: most, Y: n}
			}
		}
		return most
	})
	for _, p := range parts {
		d := p.dim
		d.logical = func(b *body) region.Expr { return b.fn.Convert(g.at(b), d.tripType()) }
	}
	t.out.fused, t.out.fuseIndex = parts, g
	return true
}

// at is the logical iteration number of d where its loops are running.
func (d *loopDim) at(b *body) region.Expr {
	if d.logical != nil {
		return d.logical(b)
	}
	return &region.TempVal{Temp: d.index}
}

// tripType is the type of d's count.
func (d *loopDim) tripType() region.Type {
	if d.like != nil {
		return d.like.tripType()
	}
	return d.trip
}

// prepareTransformed evaluates, before the generated loops, what their counts
// are made of.
func (ll *loopLowering) prepareTransformed(n *loopNest) {
	b := ll.b
	for _, d := range append(append([]*loopDim(nil), n.hidden...), n.prepare...) {
		ll.startAndStep(d, true)
		d.tripVal = b.let(d.v.Name()+".trips", b.tripCount(d))
	}
	for _, s := range n.setup {
		s(b)
	}
}

// insideGenerated emits what is inside the loops that the construct consumed:
// further generated loops, the program's variables, the body.
func (ll *loopLowering) insideGenerated(n *loopNest, level int, undo *[]func()) {
	b := ll.b
	if level < len(n.inner) {
		ll.serialLoop(n.inner[level], func() { ll.insideGenerated(n, level+1, undo) })
		return
	}
	if len(n.fused) > 0 {
		ll.fusedBodies(n, undo)
		return
	}
	for _, d := range n.hidden {
		*undo = append(*undo, ll.setVariable(d))
	}
	b.loopBody(n.body)
}

func (ll *loopLowering) fusedBodies(n *loopNest, undo *[]func()) {
	b, f := ll.b, ll.b.fn
	for _, p := range n.fused {
		blk := f.Block(p.n.body, func() { ll.insideGenerated(p.n, 0, undo) })
		in := &region.Compare{Op: region.Lt, X: n.fuseIndex.at(b), Y: f.Convert(tripOf(b, p.dim), region.U64)}
		f.Emit(&region.If{Cond: in, Then: blk})
	}
}

// serialLoop runs gen for each iteration number of d, in order.
func (ll *loopLowering) serialLoop(d *loopDim, gen func()) {
	b, f := ll.b, ll.b.fn
	n := b.let(d.label()+".n", tripOf(b, d))
	t := n.ExprType()
	cell := &region.LocalAddr{Local: f.Local(d.label(), t, nil)}
	load := func() region.Expr { return &region.Load{Type: t, Addr: cell} }
	f.Emit(&region.Store{Addr: cell, X: cbody.Int(t, 0)})
	blk := f.Block(nil, func() {
		v := f.Let(d.label()+".iv", load())
		d.index = v.Temp
		gen()
	})
	post := f.Block(nil, func() { f.Emit(&region.Store{Addr: cell, X: add(load(), cbody.Int(t, 1))}) })
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Lt, X: load(), Y: n}, Body: blk, Post: post, Unroll: d.unroll})
}

func (d *loopDim) label() string {
	if d.v != nil {
		return d.v.Name()
	}
	return d.name
}

// transformation lowers a transformation construct that stands alone: its loops
// run in order.
func (b *body) transformation(c *pragma.Construct) {
	f := b.fn
	ll := &loopLowering{b: b}
	var n *loopNest
	ok := false
	if c.Kind == "unroll" {
		n, ok = b.unrolled(c)
	} else {
		n, ok = b.u.transformed(c, true)
	}
	if !ok {
		if b.u.errors() == 0 {
			b.u.errorf(c.Pos(), "transformation", "the loops do not have the form that %s needs", c.Kind).WithSection("5.2 §9")
		}
		return
	}
	ll.n = n
	var undo []func()
	blk := f.Block(c.Stmt, func() {
		ll.prepareTransformed(n)
		ll.serialNest(0, &undo)
	})
	runAll(undo)
	f.Emit(blk)
}

// unrolled is a loop with the optimiser's hint: unrolling changes no order.
func (b *body) unrolled(c *pragma.Construct) (*loopNest, bool) {
	t := &transformation{u: b.u, c: c, report: true, out: &loopNest{}}
	m, ok := t.source(c.Stmt, 1)
	if !ok {
		return nil, false
	}
	d := m.dims[0]
	g := t.generate(d.label(), d, func(b *body) region.Expr { return tripOf(b, d) })
	d.logical = g.at
	g.unroll = -1
	if cl := c.Clause("partial"); cl != nil {
		g.unroll = defaultUnroll
		if v := clauseConst(c, "partial"); v > 0 {
			g.unroll = int(v)
		}
	}
	return t.out, true
}

func (ll *loopLowering) serialNest(level int, undo *[]func()) {
	if level == len(ll.n.dims) {
		ll.insideGenerated(ll.n, 0, undo)
		return
	}
	ll.serialLoop(ll.n.dims[level], func() { ll.serialNest(level+1, undo) })
}
