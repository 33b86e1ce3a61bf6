// Canonical loop nests: bounds, iteration counts and loop variables (5.2 §4.4.1).

package lower

import (
	"math/big"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// loopDim is one loop of a canonical nest (5.2 §4.4.1).
type loopDim struct {
	stmt *cc.IterationStatement
	v    *cc.Declarator
	init cc.ExpressionNode
	// bound is the expression that the loop's condition compares v with.
	bound cc.ExpressionNode
	// rel is "<", "<=", ">", ">=", "!=", with v on the left.
	rel string
	// step is the magnitude of the increment (nil: 1). down is set if the program decrements.
	step cc.ExpressionNode
	down bool
	// nonRect is set if a bound refers to the variable of an outer loop.
	nonRect bool

	// Lowering sets these fields.
	start region.Expr // in v's type
	inc   region.Expr // the signed step, in the type of the loop's arithmetic
	index *region.Temp
	trip  region.Type

	// Loop transformations. A generated loop has no variable. It has a name, a count, and the counting type of like.
	// logical computes the iteration number of a loop that generated loops replace; tripVal is that loop's count.
	generated bool
	name      string
	like      *loopDim
	count     func(b *body) region.Expr
	logical   func(b *body) region.Expr
	tripVal   region.Expr
	unroll    int
	// copies is set on the loop that represents the copies of an unrolled loop's body.
	copies bool
	// needs holds the loops on whose iteration a generated loop's count depends. by holds the loops that replace
	// this one.
	needs, by []*loopDim
}

// loopNest holds the loops associated with a construct and the code around the inner loops.
type loopNest struct {
	dims []*loopDim
	// before and after hold the intervening code at each level (5.2 §4.4.1.1).
	before, after [][]*cc.BlockItem
	body          *cc.Statement

	// hidden holds the program's loops that generated loops replace. inner holds the generated loops inside the
	// associated ones, which run sequentially.
	hidden, inner []*loopDim
	// prepare holds further loops whose counts the nest needs. setup emits other code that must run before the nest.
	prepare   []*loopDim
	setup     []func(b *body)
	fused     []*fusedLoop
	fuseIndex *loopDim
}

// loopVariables returns the iteration variables of c's associated loops.
func (u *unit) loopVariables(c *tree.Construct) []*cc.Declarator {
	if c.Stmt == nil {
		return nil
	}
	n := &loopNest{}
	var r []*cc.Declarator
	ok := false
	if c.Kind.IsTransformation() {
		n, ok = u.transformed(c, false)
		switch {
		case c.Kind == spec.Fuse:
			t := &transformation{u: u, c: c, out: &loopNest{}}
			_, _, ok = t.fuse()
			n = t.out
		case !ok && (c.Kind == spec.Unroll || c.Kind == spec.Split):
			n = &loopNest{}
			ok = u.nest(n, c.Stmt, 1, false)
		}
	} else {
		ok = u.nest(n, c.Stmt, c.NestDepth(), false)
	}
	if ok {
		for _, d := range append(append(append([]*loopDim(nil), n.dims...), n.hidden...), n.prepare...) {
			if d.v != nil {
				r = append(r, d.v)
			}
		}
	}
	return r
}

// nest analyses depth loops at s. It reports errors if report is set.
func (u *unit) nest(n *loopNest, s *cc.Statement, depth int, report bool) bool {
	for level := 0; level < depth; level++ {
		if c := u.transformationAt(s); c != nil {
			return u.nestGenerated(n, c, depth-level, report)
		}
		before, loop, after := u.findLoop(s)
		if loop == nil {
			if report {
				u.errorf(u.pos(s), diag.NotALoop,
					"the construct needs %d nested for loops, but there is no for loop at level %d", depth, level+1).
					WithSection("5.2 §4.4.1")
			}
			return false
		}
		head, wrong := ctree.LoopOf(loop)
		if wrong != ctree.LoopCanonical {
			if report {
				u.errorf(u.pos(loop), diag.NotCanonical, "the loop is not in canonical form").WithSection("5.2 §4.4.1").WithFix("write for (int i = start; i < end; i++)")
			}
			return false
		}
		d := &loopDim{stmt: loop, v: head.Var, init: head.Init, bound: head.Bound, rel: head.Cmp, step: head.Step,
			down: head.Down}
		for _, outer := range n.dims {
			if ctree.Mentions(d.init, outer.v) || ctree.Mentions(d.bound, outer.v) {
				d.nonRect = true
			}
		}
		n.dims = append(n.dims, d)
		n.before, n.after = append(n.before, before), append(n.after, after)
		s = loop.Statement
	}
	n.body = s
	return true
}

// nestGenerated associates depth loops: those that transformation c generates, and if necessary loops inside them.
func (u *unit) nestGenerated(n *loopNest, c *tree.Construct, depth int, report bool) bool {
	t := &transformation{u: u, c: c, report: report, out: &loopNest{}}
	if !t.generate() || !t.extend(depth) {
		return false
	}
	out := t.out
	for _, d := range out.hidden {
		for _, outer := range n.dims {
			if ctree.Mentions(d.init, outer.v) || ctree.Mentions(d.bound, outer.v) {
				t.errorf(c.Pos(), diag.NotRectangular,
					"the loops that '%s' generates must not depend on '%s', the variable of an outer loop", c.Kind,
					outer.v.Name()).WithSection("6.0 §6.4.1")
				return false
			}
		}
	}
	n.dims = append(n.dims, out.dims[:depth]...)
	for range depth {
		n.before, n.after = append(n.before, nil), append(n.after, nil)
	}
	n.inner = out.dims[depth:]
	n.hidden, n.prepare, n.setup = out.hidden, out.prepare, out.setup
	n.body, n.fused, n.fuseIndex = out.body, out.fused, out.fuseIndex
	return true
}

// findLoop returns the for statement at s. If s is a block, the for statement may have intervening code around it.
func (u *unit) findLoop(s *cc.Statement) (before []*cc.BlockItem, loop *cc.IterationStatement, after []*cc.BlockItem) {
	if s == nil {
		return nil, nil, nil
	}
	switch s.Case {
	case cc.StatementIteration:
		if l := s.IterationStatement; ctree.IsFor(l) {
			return nil, l, nil
		}
		if c := u.tree.ByLoop[s.IterationStatement]; c != nil && u.becomesNothing(c) {
			return u.findLoop(c.Stmt)
		}
	case cc.StatementCompound:
		for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			it := l.BlockItem
			if loop == nil && it.Case == cc.BlockItemStmt {
				if b, f, a := u.findLoop(it.Statement); f != nil {
					loop, before, after = f, append(before, b...), append(after, a...)
					continue
				}
			}
			if loop == nil {
				before = append(before, it)
			} else {
				after = append(after, it)
			}
		}
		return before, loop, after
	}
	return nil, nil, nil
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
		case d.generated:
			trips = append(trips, d.count(ll.b))
			nonRect = nonRect || d.nonRect
			d.trip = d.tripType()
		case d.nonRect:
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
	d.start = f.ValueAs(d.init, ctree.ObjectType(d.v))
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
	blk := f.Block(d.stmt, func() {
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
	if d.nonRect {
		ll.startAndStep(d)
	}
	l := f.Local(d.v.Name(), ll.b.u.c.Type(ctree.ObjectType(d.v)), d.stmt)
	f.Emit(&region.Store{At: region.At{Pos: f.Pos(d.stmt)}, Addr: &region.LocalAddr{Local: l}, X: ll.b.valueAt(d)})
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
	if !t.Signed || lo == nil || d.bound == nil {
		return false
	}
	hi, ok := ctree.ConstInt(d.bound)
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
	if d.step == nil {
		if d.down {
			return cbody.Int(t, -1)
		}
		return cbody.Int(t, 1)
	}
	v := b.fn.Value(d.step)
	if it := promoted(v.ExprType()); !it.Signed && !d.down {
		t.Signed = false
	}
	s := b.fn.Convert(v, t)
	if d.down {
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
	bound := f.Value(d.bound)
	if !isConstExpr(bound) && !isPlain(bound) {
		bound = f.Let(d.v.Name()+".end", bound)
	}
	up := d.rel == "<" || d.rel == "<=" || d.rel == "!=" && !negative(d.inc)
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
	return f.Convert(guardedCount(d.rel, lo, hi, diff, mag, ut), d.trip)
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
	n := &loopNest{}
	u := k.hb.u
	if c == nil || c.Stmt == nil || !u.nest(n, c.Stmt, c.NestDepth(), false) {
		return nil
	}
	for _, d := range n.dims {
		if d.generated {
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
	if d.nonRect || !k.hostValue(d.init) || !k.hostValue(d.bound) || d.step != nil && !k.hostValue(d.step) {
		return nil
	}
	text := func(x cc.ExpressionNode) *cexpr.Expr { return cexpr.Paren(cexpr.Text(k.hb.u.tree.Unit.NodeLine(x))) }
	lo, hi, step := text(d.init), text(d.bound), cexpr.One
	if d.step != nil {
		step = text(d.step)
	}
	up := d.rel == "<" || d.rel == "<="
	if d.rel == "!=" {
		up = !d.down
	}
	if up == d.down {
		step = cexpr.Neg(step)
	}
	if !up {
		lo, hi = hi, lo
	}
	cmp, last := "<=", cexpr.Unsigned(cexpr.Binary(hi, "-", lo))
	if d.rel != "<=" && d.rel != ">=" {
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
