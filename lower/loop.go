// Canonical loop nests: bounds, iteration counts and loop variables (5.2 §4.4.1).

package lower

import (
	"math/big"
	"slices"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/loops"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// loopDim is one loop of a nest, as lowering needs it.
type loopDim struct {
	*loops.Loop
	// v is the loop's variable, nil if a transformation generates the loop.
	v *cc.Declarator
	p *loopPrinter

	start region.Expr // in v's type
	inc   region.Expr // the signed step, in the type of the loop's arithmetic
	index *region.Temp
	trip  region.Type
	// tripVal is the count of a loop that a transformation has taken. value is the number of the current iteration
	// if other loops replace the loop.
	tripVal region.Expr
	value   *loops.Number
}

// loopNest holds the loops associated with a construct.
type loopNest struct {
	*loops.Nest
	p *loopPrinter
	// dims are the associated loops. inner are the generated loops inside them, which run sequentially.
	dims, inner []*loopDim
	// taken holds the program's loops that transformations have taken: the body needs their variables.
	taken []*loopDim
}

// transformed reports whether the nest is not the program's own.
func (n *loopNest) transformed() bool { return n.Generated() || len(n.taken) > 0 }

// loopVariables returns the iteration variables of c's associated loops.
func (u *unit) loopVariables(c *tree.Construct) (vars []*cc.Declarator) {
	if c.Stmt == nil {
		return nil
	}
	if !c.Transforms() {
		if n := u.nest(c, c.Stmt, false); n != nil {
			vars = n.Variables()
		}
		return vars
	}
	list := u.reader(c, false).Generated()
	for _, n := range list {
		if n.Generated() || len(list) == 1 {
			vars = append(vars, n.Variables()...)
		}
	}
	return vars
}

// lastLoopVariables returns the loop variables of c that are declared outside of it and receive their final values:
// those of simd and loop constructs, unless a clause makes them private. On a compound construct such a variable is
// lastprivate for the other constituents (5.2 §5.1.1, §17.2).
func (u *unit) lastLoopVariables(c *tree.Construct) []*cc.Declarator {
	return without(u.finalLoopVariables(c), u.ownLoopVariables(c))
}

// ownLoopVariables returns those of them that no clause of a construct with target lists. They are the region's own,
// and nothing reads their final values.
func (u *unit) ownLoopVariables(c *tree.Construct) (vars []*cc.Declarator) {
	if !c.Has(spec.Target) {
		return nil
	}
	return slices.DeleteFunc(u.finalLoopVariables(c), func(d *cc.Declarator) bool {
		return slices.ContainsFunc(c.Clauses, func(cl *tree.Clause) bool { return cl.Lists(d) })
	})
}

func (u *unit) finalLoopVariables(c *tree.Construct) (vars []*cc.Declarator) {
	if last := c.Leafs[len(c.Leafs)-1]; last != spec.Simd && last != spec.Loop || c.Stmt == nil {
		return nil
	}
	n := u.nest(c, c.Stmt, false)
	if n == nil {
		return nil
	}
	for _, d := range n.dims {
		private := func(cl *tree.Clause) bool { return cl.Lists(d.v) }
		if d.v != nil && !d.Program.Declared && !slices.ContainsFunc(c.All(spec.PrivateClause), private) {
			vars = append(vars, d.v)
		}
	}
	return vars
}

// reader reads the loops of c. It reports errors if report is set.
func (u *unit) reader(c *tree.Construct, report bool) *loops.Reader {
	r := &loops.Reader{Tree: u.tree, Construct: c, Diags: u.diags, Nothing: u.becomesNothing, Exact: true}
	if !report {
		r.Diags = &diag.List{}
	}
	return r
}

// nest returns the loops at s that c is associated with, or nil.
func (u *unit) nest(c *tree.Construct, s *cc.Statement, report bool) *loopNest {
	n := u.reader(c, report).Nest(s, c.NestDepth(), false)
	if n == nil {
		return nil
	}
	return newLoopPrinter().nest(n, c.NestDepth())
}

// becomesNothing reports whether device code replaces metadirective c by its statement alone.
func (u *unit) becomesNothing(c *tree.Construct) bool {
	if c.Kind != spec.Metadirective || c.Stmt == nil {
		return false
	}
	x := u.contextAt(c)
	x.device = true
	k := x.candidates(c)[0]
	return k.certain() && (k.dir == nil || k.dir.Kind == spec.Nothing)
}

// loopLowering emits the parts of one loop nest.
type loopLowering struct {
	b *body
	n *loopNest
	// next runs at the beginning of each iteration of a sequential loop.
	next func()
}

// bounds emits the code for the nest's bounds into the current block (WsLoop.Pre) and returns the iteration counts.
func (ll *loopLowering) bounds() (trips []region.Expr, nonRect bool) {
	ll.prepareTransformed(ll.n)
	for i, d := range ll.n.dims {
		switch {
		case d.v == nil:
			trips = append(trips, tripOf(ll.b, d))
			nonRect = nonRect || d.NonRect
			d.trip = d.tripType()
		case d.NonRect:
			nonRect = true
			trips = append(trips, ll.nonRectTrip(i))
		default:
			ll.startAndStep(d)
			trips = append(trips, ll.b.tripCount(d))
		}
		d.index = &region.Temp{Name: d.label() + ".iv", Type: d.trip}
	}
	return trips, nonRect
}

// startAndStep evaluates the lower bound and the step into temporaries.
func (ll *loopLowering) startAndStep(d *loopDim) {
	f := ll.b.fn
	d.start = f.ValueAs(d.Program.Init, ctree.ObjectType(d.v))
	if !isConstExpr(d.start) {
		d.start = f.Let(d.v.Name()+".lb", d.start)
	}
	d.inc = ll.b.signedStep(d)
	if !isConstExpr(d.inc) {
		d.inc = f.Let(d.v.Name()+".step", d.inc)
	}
}

// nonRectTrip computes a count that depends on outer loop variables. The expression sets these variables in its own
// locals.
func (ll *loopLowering) nonRectTrip(i int) region.Expr {
	f, d := ll.b.fn, ll.n.dims[i]
	var value region.Expr
	var undo []func()
	blk := f.Block(d.Program.For, func() {
		for _, o := range ll.n.dims[:i] {
			undo = append(undo, ll.setVariable(o))
		}
		ll.startAndStep(d)
		value = ll.b.tripCount(d)
	})
	runAll(undo)
	return &region.Seq{Body: blk, Value: value}
}

// setVariable declares a new copy of d's variable and stores the value for the current index.
func (ll *loopLowering) setVariable(d *loopDim) (undo func()) {
	f := ll.b.fn
	if d.NonRect {
		ll.startAndStep(d)
	}
	l := f.Local(d.v.Name(), ll.b.u.c.Type(ctree.ObjectType(d.v)), d.Program.For)
	f.Emit(&region.Store{At: region.At{Pos: f.Pos(d.Program.For)}, Addr: &region.LocalAddr{Local: l}, X: ll.b.valueAt(d)})
	return f.Bind(d.v, &region.LocalAddr{Local: l})
}

// valueAt returns start + index*step in the variable's type.
func (b *body) valueAt(d *loopDim) region.Expr {
	idx := d.at(b)
	if ctree.IsPointer(ctree.ObjectType(d.v)) {
		return &region.PtrAdd{Base: d.start, Index: mul(b.fn.Convert(idx, region.I64), b.fn.Convert(d.inc, region.I64)),
			Scale: b.pointeeSize(d.v)}
	}
	// The range of a narrow variable exceeds half of its type. The arithmetic therefore uses C's promoted type.
	t := promoted(d.start.ExprType())
	x := mul(b.fn.Convert(idx, t), b.fn.Convert(d.inc, t))
	x = add(x, b.fn.Convert(d.start, t))
	if d.wide(t) {
		x = wrapping(x)
	}
	return b.fn.Convert(x, d.start.ExprType())
}

// wide reports whether the distance between d's constant bounds does not fit t. Then index*step does not fit either,
// but its sum with the start does.
func (d *loopDim) wide(t *region.Int) bool {
	lo := constVal(d.start)
	if !t.Signed || lo == nil || d.Program.Bound == nil {
		return false
	}
	hi, ok := ctree.ConstInt(d.Program.Bound)
	return ok && new(big.Int).Sub(big.NewInt(hi), lo).BitLen() >= t.Bits
}

func (b *body) pointeeSize(d *cc.Declarator) int64 {
	e := ctree.Pointee(ctree.ObjectType(d))
	if e.Kind() == cc.Void {
		return 1
	}
	return b.u.c.Type(e).Size()
}

// signedStep returns the step with its sign, in the width of the loop's arithmetic. It is signed unless the program's
// step is unsigned: i += -2 counts down even if i is unsigned, whatever the width of the bound.
func (b *body) signedStep(d *loopDim) region.Expr {
	t := &region.Int{Bits: b.loopType(d).Bits, Signed: true}
	if d.Program.Step == nil {
		if d.Program.Down {
			return cbody.Int(t, -1)
		}
		return cbody.Int(t, 1)
	}
	v := b.fn.Value(d.Program.Step)
	if it := promoted(v.ExprType()); !it.Signed && !d.Program.Down {
		t.Signed = false
	}
	s := b.fn.Convert(v, t)
	if d.Program.Down {
		return sub(cbody.Int(t, 0), s)
	}
	return s
}

// loopType returns the integer type of the loop's arithmetic: the promoted type of the variable, i64 for pointers.
func (b *body) loopType(d *loopDim) *region.Int {
	if ctree.IsPointer(ctree.ObjectType(d.v)) {
		return region.I64
	}
	return promoted(b.u.c.Type(ctree.ObjectType(d.v)))
}

// narrow reports whether C promotes values of type t before it calculates with them.
func narrow(t region.Type) bool {
	i, ok := t.(*region.Int)
	return ok && i.Bits < 32
}

func promoted(t region.Type) *region.Int {
	i, ok := t.(*region.Int)
	if !ok || i.Bits < 32 {
		return region.I32
	}
	return i
}

// commonInt returns the type of the usual arithmetic conversions of x and y.
func commonInt(x, y *region.Int) *region.Int {
	switch {
	case x.Bits > y.Bits:
		return x
	case y.Bits > x.Bits:
		return y
	case !x.Signed:
		return x
	}
	return y
}

// tripCount returns the number of iterations. It has 32 bits, unsigned, if the variable has at most 32 bits and
// therefore cannot take more values; else it has 64 bits.
func (b *body) tripCount(d *loopDim) region.Expr {
	f := b.fn
	d.trip = region.U64
	ptr := ctree.IsPointer(ctree.ObjectType(d.v))
	if !ptr && promoted(b.u.c.Type(ctree.ObjectType(d.v))).Bits <= 32 {
		d.trip = region.U32
	}
	bound := f.Value(d.Program.Bound)
	if !isConstExpr(bound) && !isPlain(bound) {
		bound = f.Let(d.v.Name()+".end", bound)
	}
	up := d.Program.Cmp == "<" || d.Program.Cmp == "<=" || d.Program.Cmp == "!=" && !negative(d.inc)
	var lo, hi, diff region.Expr
	cmpType := region.I64
	if ptr {
		lo, hi = d.start, bound
		if !up {
			lo, hi = hi, lo
		}
		diff = &region.PtrDiff{X: hi, Y: lo, Scale: b.pointeeSize(d.v)}
	} else {
		cmpType = commonInt(promoted(d.start.ExprType()), promoted(bound.ExprType()))
		lo, hi = f.Convert(d.start, cmpType), f.Convert(bound, cmpType)
		if !up {
			lo, hi = hi, lo
		}
		diff = sub(hi, lo)
	}
	ut := &region.Int{Bits: cmpType.Bits, Signed: false}
	diff = f.Convert(diff, ut)
	mag := f.Convert(d.inc, ut)
	if !up {
		mag = sub(cbody.Int(ut, 0), mag)
	}
	return f.Convert(guardedCount(d.Program.Cmp, lo, hi, diff, mag, ut), d.trip)
}

// guardedCount returns the count for hi-lo = diff in steps of mag. The count is zero if the condition is false at the
// start.
func guardedCount(rel string, lo, hi, diff, mag region.Expr, ut region.Type) region.Expr {
	one := isOne(mag)
	switch rel {
	case "!=":
		if one {
			return diff
		}
		return divide(diff, mag)
	case "<", ">":
		if one && isZero(lo) && !signedExpr(lo) {
			return diff
		}
		n := diff
		switch m, start := constVal(mag), constVal(lo); {
		case one:
		case m != nil && start != nil && signedExpr(lo) && start.Sign() >= 0 && m.BitLen() < ut.(*region.Int).Bits:
			// hi-lo and m fit half of the type's range, so their sum fits the type.
			n = divide(add(diff, cbody.Int(ut, m.Int64()-1)), mag)
		default:
			n = add(divide(sub(diff, cbody.Int(ut, 1)), mag), cbody.Int(ut, 1))
		}
		return choose(&region.Compare{Op: region.Lt, X: lo, Y: hi}, n, cbody.Int(ut, 0))
	}
	n := diff
	if !one {
		n = divide(diff, mag)
	}
	return choose(&region.Compare{Op: region.Le, X: lo, Y: hi}, add(n, cbody.Int(ut, 1)), cbody.Int(ut, 0))
}

// hostTrip returns the product of the counts as a host expression. It returns nil if that needs more than
// firstprivate scalars and constants.
func (k *kernel) hostTrip(c *tree.Construct) (all *cexpr.Expr) {
	if c == nil || c.Stmt == nil {
		return nil
	}
	n := k.hb.u.nest(c, c.Stmt, false)
	if n == nil {
		return nil
	}
	for _, d := range n.dims {
		if d.v == nil {
			return nil
		}
		switch trip := k.hostCount(d); {
		case trip == nil:
			return nil
		case all == nil:
			all = trip
		default:
			all = cexpr.Binary(all, "*", trip)
		}
	}
	return all
}

// hostCount returns the count of one loop as a host expression, or nil.
func (k *kernel) hostCount(d *loopDim) *cexpr.Expr {
	if d.NonRect || !k.hostValue(d.Program.Init) || !k.hostValue(d.Program.Bound) || d.Program.Step != nil && !k.hostValue(d.Program.Step) {
		return nil
	}
	text := func(x cc.ExpressionNode) *cexpr.Expr { return cexpr.Paren(cexpr.Text(k.hb.u.tree.Unit.NodeLine(x))) }
	lo, hi, step := text(d.Program.Init), text(d.Program.Bound), cexpr.One
	if d.Program.Step != nil {
		step = text(d.Program.Step)
	}
	up := d.Program.Cmp == "<" || d.Program.Cmp == "<="
	if d.Program.Cmp == "!=" {
		up = !d.Program.Down
	}
	if up == d.Program.Down {
		step = cexpr.Neg(step)
	}
	if !up {
		lo, hi = hi, lo
	}
	cmp, last := "<=", cexpr.Unsigned(cexpr.Binary(hi, "-", lo))
	if d.Program.Cmp != "<=" && d.Program.Cmp != ">=" {
		cmp, last = "<", cexpr.Binary(last, "-", cexpr.One)
	}
	count := cexpr.Binary(cexpr.Binary(cexpr.Paren(last), "/", cexpr.Unsigned(step)), "+", cexpr.One)
	return cexpr.Paren(cexpr.Cond(cexpr.Binary(lo, cmp, hi), count, cexpr.Text("0ul")))
}

// hostValue reports whether the host can evaluate x before the region, with the same result as inside the region.
func (k *kernel) hostValue(x cc.ExpressionNode) bool {
	ok := pureExpr(x)
	ctree.Walk(x, func(n cc.Node) bool {
		switch e := n.(type) {
		case *cc.PrimaryExpression:
			d := ctree.VarOf(e)
			if e.Case == cc.PrimaryExpressionIdent && d != nil {
				c := k.byDecl[d]
				if c == nil || c.kind != capValue && c.kind != capPointer {
					ok = false
				}
			}
		case *cc.PostfixExpression:
			ok = ok && e.Case == cc.PostfixExpressionPrimary
		case *cc.UnaryExpression:
			if e.Case == cc.UnaryExpressionDeref {
				ok = false
			}
			if e.Case == cc.UnaryExpressionSizeofExpr {
				return false
			}
		}
		return ok
	})
	return ok
}
