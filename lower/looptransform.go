// Loop transformations (5.2 §9, 6.0 §11): the loops that package loops decides on as region IR.

package lower

import (
	"ompcc/lower/cbody"
	"ompcc/lower/loops"
	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// loopPrinter holds what lowering knows of the loops of nests that are lowered together.
type loopPrinter struct {
	dims map[*loops.Loop]*loopDim
	once map[*loops.Number]region.Expr
}

func newLoopPrinter() *loopPrinter {
	return &loopPrinter{dims: map[*loops.Loop]*loopDim{}, once: map[*loops.Number]region.Expr{}}
}

// nest returns n, of which a construct is associated with depth loops.
func (p *loopPrinter) nest(n *loops.Nest, depth int) *loopNest {
	out := &loopNest{Nest: n, p: p, dims: p.all(n.Loops[:depth]), inner: p.all(n.Loops[depth:])}
	for _, d := range n.Defs {
		if d.Value == nil {
			out.taken = append(out.taken, p.dim(d.Loop))
		}
	}
	return out
}

func (p *loopPrinter) all(list []*loops.Loop) (dims []*loopDim) {
	for _, l := range list {
		dims = append(dims, p.dim(l))
	}
	return dims
}

func (p *loopPrinter) dim(l *loops.Loop) *loopDim {
	if p.dims[l] == nil {
		d := &loopDim{Loop: l, p: p}
		if l.Program != nil {
			d.v = l.Program.Var
		}
		p.dims[l] = d
	}
	return p.dims[l]
}

// number returns x in the type in which its loop is counted.
func (p *loopPrinter) number(b *body, x *loops.Number) region.Expr {
	d := p.dim(x.Loop)
	operands := func() (region.Expr, region.Expr) {
		return b.fn.Convert(p.number(b, x.X), d.tripType()), b.fn.Convert(p.number(b, x.Y), d.tripType())
	}
	switch x.Op {
	case loops.Constant:
		return number(d, x.Value)
	case loops.Argument:
		return b.fn.Convert(b.fn.Value(x.Expr.Node), d.tripType())
	case loops.Once:
		return p.once[x]
	case loops.Trip:
		return tripOf(b, d)
	case loops.Index:
		return d.at(b)
	}
	l, r := operands()
	switch x.Op {
	case loops.Add:
		return add(l, r)
	case loops.Sub:
		return sub(l, r)
	case loops.Mul:
		return mul(l, r)
	case loops.Min:
		return minimum(l, r)
	case loops.Max:
		return &region.Binary{Op: region.Max, X: l, Y: r}
	case loops.Div:
		return divide(l, r)
	case loops.Rem:
		return &region.Binary{Op: region.Rem, X: l, Y: r}
	}
	return ceilDiv(l, r, d)
}

// tripOf returns d's count. The count is available after the setup of d's nest.
func tripOf(b *body, d *loopDim) region.Expr {
	if d.v == nil {
		return b.fn.Convert(d.p.number(b, d.Count), d.tripType())
	}
	return d.tripVal
}

func number(d *loopDim, v int64) region.Expr { return cbody.Int(d.tripType(), v) }

// ceilDiv returns (n + k - 1) / k without overflow.
func ceilDiv(n, k region.Expr, d *loopDim) region.Expr {
	if isOne(k) {
		return n
	}
	if x, y, ok := constPair(n, k); ok && y.Sign() > 0 && x.Sign() == 0 {
		return number(d, 0)
	}
	if isConstExpr(n) {
		return add(divide(sub(n, number(d, 1)), k), number(d, 1))
	}
	return choose(&region.Compare{Op: region.Lt, X: number(d, 0), Y: n},
		add(divide(sub(n, number(d, 1)), k), number(d, 1)), number(d, 0))
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

// at returns the logical iteration number of d inside its loops.
func (d *loopDim) at(b *body) region.Expr {
	if d.value != nil {
		return b.fn.Convert(d.p.number(b, d.value), d.tripType())
	}
	return &region.TempVal{Temp: d.index}
}

// tripType returns the type of d's count.
func (d *loopDim) tripType() region.Type {
	switch {
	case d.Like != nil:
		return d.p.dim(d.Like).tripType()
	case d.Kind == loops.Fused, d.Kind == loops.Flattened:
		return region.U64
	}
	return d.trip
}

// define says how the loops that others replace get their numbers in n.
func (n *loopNest) define() {
	for _, d := range n.Defs {
		if d.Value != nil {
			n.p.dim(d.Loop).value = d.Value
		}
	}
}

// prepareTransformed evaluates the operands of the generated loops' counts before these loops start.
func (ll *loopLowering) prepareTransformed(n *loopNest) {
	b := ll.b
	n.define()
	for _, s := range n.Setup {
		if s.Loop != nil && s.Loop.Program != nil {
			d := n.p.dim(s.Loop)
			ll.startAndStep(d)
			d.tripVal = b.let(d.v.Name()+".trips", b.tripCount(d))
		}
	}
	for _, s := range n.Setup {
		if s.Once != nil {
			n.p.once[s.Once] = b.let("size", n.p.number(b, s.Once.X))
		}
	}
}

// insideGenerated emits the contents of the loops that the construct consumed: the remaining generated loops,
// the assignments to the program's loop variables, and the body.
func (ll *loopLowering) insideGenerated(n *loopNest, level int, undo *[]func()) {
	b := ll.b
	if level < len(n.inner) {
		ll.serialLoop(n.inner[level], func() { ll.insideGenerated(n, level+1, undo) })
		return
	}
	if len(n.Parts) > 0 {
		ll.fusedBodies(n, undo)
		return
	}
	for _, d := range n.taken {
		*undo = append(*undo, ll.setVariable(d))
	}
	b.loopBody(n.Body)
}

func (ll *loopLowering) fusedBodies(n *loopNest, undo *[]func()) {
	b, f := ll.b, ll.b.fn
	for _, part := range n.Parts {
		d, in := n.p.dim(part.Loop), n.p.nest(part.Rest, 0)
		in.define()
		blk := f.Block(in.Body, func() { ll.insideGenerated(in, 0, undo) })
		fused := n.p.dim(part.Fused)
		cond := &region.Compare{Op: region.Lt, X: fused.at(b), Y: f.Convert(tripOf(b, d), region.U64)}
		f.Emit(&region.If{Cond: cond, Then: blk})
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
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Lt, X: load(), Y: n}, Body: blk, Post: post, Unroll: d.unroll()})
}

// loopNames are the names of generated loops in the region IR.
var loopNames = map[loops.Kind]string{
	loops.Grid: "tile", loops.Intratile: "in", loops.Offsets: "tile", loops.StripeGrid: "in", loops.Reversed: "rev",
	loops.Interchanged: "x", loops.Unrolled: "unroll", loops.Copies: "in", loops.Part: "split", loops.Fused: "fuse",
	loops.Flattened: "flat",
}

func (d *loopDim) label() string {
	switch {
	case d.v != nil:
		return d.v.Name()
	case d.Kind == loops.Hinted:
		return d.p.dim(d.Like).label()
	}
	return loopNames[d.Kind]
}

// unroll returns the hint for the optimiser. The copies of an unrolled loop's body are all its iterations.
func (d *loopDim) unroll() int {
	if d.Kind == loops.Copies {
		return -1
	}
	return d.Unroll
}

// transformation lowers a transformation construct that no other construct consumes: its loops run sequentially.
func (b *body) transformation(c *tree.Construct) {
	if c.Kind == spec.Split && c.Clause(spec.ApplyClause) == nil {
		b.fn.Stmt(c.Stmt) // only an apply clause can observe the difference from the single loop
		return
	}
	errors := b.u.errors()
	list := b.u.generatedAlone(c)
	if list == nil && b.u.errors() == errors {
		b.u.errorf(c.Pos(), diag.Internal, "%s failed without saying why", c.Kind)
	}
	p := newLoopPrinter()
	for len(list) > 0 {
		if !list[0].Generated() {
			b.fn.Stmt(list[0].Stmt)
			list = list[1:]
			continue
		}
		// Parts of a split loop share what is evaluated before the first.
		k := 1
		for k < len(list) && list[k].Generated() && list[k].Loops[0].Kind == loops.Part {
			k++
		}
		b.runInOrder(c, p, list[:k])
		list = list[k:]
	}
}

// generatedAlone returns the nests that c generates for no other construct.
func (u *unit) generatedAlone(c *tree.Construct) []*loops.Nest {
	r := u.reader(c, true)
	if c.Kind == spec.Unroll && c.Clause(spec.ApplyClause) == nil {
		if n := r.Hinted(); n != nil {
			return []*loops.Nest{n}
		}
		return nil
	}
	return r.Generated()
}

// runInOrder emits the loops of generated nests.
func (b *body) runInOrder(c *tree.Construct, p *loopPrinter, list []*loops.Nest) {
	var undo []func()
	blk := b.fn.Block(c.Stmt, func() {
		for _, x := range list {
			n := p.nest(x, 0)
			ll := &loopLowering{b: b, n: n}
			ll.prepareTransformed(n)
			ll.insideGenerated(n, 0, &undo)
		}
	})
	runAll(undo)
	b.fn.Emit(blk)
}
