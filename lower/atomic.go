package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma"
)

// atomic lowers atomic read, write, update, capture and compare (5.2 §15.8.4).
func (b *body) atomic(c *pragma.Construct) {
	a := &atomicOp{b: b, c: c}
	a.order = orderOf(c, atomicDefault(b.u.tree))
	a.fail = failOrder(c, a.order)
	capture, compare := c.Clause("capture") != nil, c.Clause("compare") != nil
	ok := false
	switch {
	case c.Clause("read") != nil:
		ok = a.read()
	case c.Clause("write") != nil:
		ok = a.write()
	case compare:
		ok = a.compare(capture)
	case capture:
		ok = a.capture()
	default:
		ok = a.update(ctree.OnlyExpression(c.Stmt))
	}
	if !ok {
		d := b.u.diags.Errorf(spanOf(b.u, c.Stmt), "atomic-form", "the statement does not have a form that this atomic construct allows").WithSection("5.2 §15.8.4")
		switch {
		case compare && capture:
			d.WithFix("write { v = x; if (x == e) x = d; } or if (x == e) x = d; else v = x;")
		case compare:
			d.WithFix("write if (x == e) x = d; or if (x < e) x = e; or x = x < e ? e : x;")
		default:
			d.WithFix("write x++; or x += expr; or x = x + (expr);")
		}
	}
}

// atomicOp is one atomic construct.
type atomicOp struct {
	b     *body
	c     *pragma.Construct
	order region.Order
	fail  region.Order
	// refused: the type has been reported.
	refused bool
}

// atomicDefault is requires atomic_default_mem_order (5.2 §8.2.1), else relaxed.
func atomicDefault(t *pragma.Tree) region.Order {
	for _, c := range t.All {
		if c == nil || c.Kind != "requires" {
			continue
		}
		if cl := c.Clause("atomic_default_mem_order"); cl != nil && len(cl.Words) > 0 {
			return orders[cl.Words[0]]
		}
	}
	return region.Relaxed
}

// failOrder is the memory order of a comparison that fails, of an operation that has order.
func failOrder(c *pragma.Construct, order region.Order) region.Order {
	if cl := c.Clause("fail"); cl != nil && len(cl.Words) > 0 {
		return orders[cl.Words[0]]
	}
	switch order {
	case region.AcqRel:
		return region.Acquire
	case region.Release:
		return region.Relaxed
	}
	return order
}

func (a *atomicOp) at() region.At { return a.b.at(a.c) }

func assignment(x cc.ExpressionNode) (l, r cc.ExpressionNode, ok bool) {
	if ctree.IsNil(x) {
		return nil, nil, false
	}
	a, is := ctree.Strip(x).(*cc.AssignmentExpression)
	if !is || a.Case != cc.AssignmentExpressionAssign {
		return nil, nil, false
	}
	return a.UnaryExpression, a.AssignmentExpression, true
}

// same reports whether x and y are the same lvalue as written.
func (a *atomicOp) same(x, y cc.ExpressionNode) bool {
	return !ctree.IsNil(x) && !ctree.IsNil(y) && a.b.u.tree.Unit.NodeLine(ctree.Strip(x)) == a.b.u.tree.Unit.NodeLine(ctree.Strip(y))
}

// typ is the type of x, which is no bit-precise integer and no complex number: those have no atomic operations.
func (a *atomicOp) typ(x cc.ExpressionNode) region.Type {
	t := a.b.u.c.Type(x.Type())
	switch v := t.(type) {
	case *region.Int:
		if v.Precise {
			a.refuse("_BitInt", "give it another integer type, or use 'critical'")
			return t
		}
	case *region.Struct:
		a.refuse("_Complex", "use 'critical'")
		return region.I32
	}
	return t
}

// refuse reports once that x has a type without atomic operations.
func (a *atomicOp) refuse(typ, fix string) {
	if a.refused {
		return
	}
	a.refused = true
	a.b.u.errorf(a.c.Pos(), "atomic-type", "an atomic operation on an object of type %s in device code is not supported", typ).WithFix("%s", fix)
}

// read: v = x.
func (a *atomicOp) read() bool {
	v, x, ok := assignment(ctree.OnlyExpression(a.c.Stmt))
	if !ok {
		return false
	}
	f := a.b.fn
	old := f.Let("v", &region.AtomicLoad{Type: a.typ(x), Addr: f.Addr(x), Order: a.order, Site: f.Site(x)})
	a.store(v, old)
	return true
}

// store writes a value to lvalue v, not atomically.
func (a *atomicOp) store(v cc.ExpressionNode, x region.Expr) {
	f := a.b.fn
	f.Emit(&region.Store{At: a.at(), Addr: f.Addr(v), X: f.Convert(x, a.typ(v)), Site: f.Site(v)})
}

// write: x = expr.
func (a *atomicOp) write() bool {
	x, e, ok := assignment(ctree.OnlyExpression(a.c.Stmt))
	if !ok {
		return false
	}
	f := a.b.fn
	if a.typ(x); a.refused {
		return true
	}
	val := f.ValueAs(e, x.Type())
	f.Emit(&region.AtomicStore{At: a.at(), Addr: f.Addr(x), X: val, Order: a.order, Site: f.Site(x)})
	return true
}

// rmw is x op= e in any of its spellings.
type rmw struct {
	x  cc.ExpressionNode
	op region.AtomicOp
	// e is the operand; nil means the constant 1.
	e cc.ExpressionNode
}

var assignOps = map[cc.AssignmentExpressionCase]region.AtomicOp{
	cc.AssignmentExpressionAdd: region.AtomicAdd, cc.AssignmentExpressionSub: region.AtomicSub,
	cc.AssignmentExpressionMul: region.AtomicMul, cc.AssignmentExpressionDiv: region.AtomicDiv,
	cc.AssignmentExpressionAnd: region.AtomicAnd, cc.AssignmentExpressionOr: region.AtomicOr,
	cc.AssignmentExpressionXor: region.AtomicXor, cc.AssignmentExpressionLsh: region.AtomicShl,
	cc.AssignmentExpressionRsh: region.AtomicShr,
}

var reversedOps = map[region.AtomicOp]region.AtomicOp{
	region.AtomicSub: region.AtomicRSub, region.AtomicDiv: region.AtomicRDiv,
	region.AtomicShl: region.AtomicRShl, region.AtomicShr: region.AtomicRShr,
}

// match recognises x++, ++x, x--, --x, x op= e, x = x op e, x = e op x.
// post is set when the expression's value is the old one.
func (a *atomicOp) match(n cc.ExpressionNode) (r *rmw, post bool) {
	switch e := n.(type) {
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionInc:
			return &rmw{x: e.PostfixExpression, op: region.AtomicAdd}, true
		case cc.PostfixExpressionDec:
			return &rmw{x: e.PostfixExpression, op: region.AtomicSub}, true
		}
	case *cc.UnaryExpression:
		switch e.Case {
		case cc.UnaryExpressionInc:
			return &rmw{x: e.UnaryExpression, op: region.AtomicAdd}, false
		case cc.UnaryExpressionDec:
			return &rmw{x: e.UnaryExpression, op: region.AtomicSub}, false
		}
	case *cc.AssignmentExpression:
		if op, ok := assignOps[e.Case]; ok {
			return &rmw{x: e.UnaryExpression, op: op, e: e.AssignmentExpression}, false
		}
		if e.Case == cc.AssignmentExpressionAssign {
			return a.matchBinary(e.UnaryExpression, e.AssignmentExpression), false
		}
	}
	return nil, false
}

func (a *atomicOp) matchBinary(x, rhs cc.ExpressionNode) *rmw {
	l, r, op, ok := binaryOf(rhs)
	if !ok {
		return nil
	}
	switch {
	case a.same(l, x):
		return &rmw{x: x, op: op, e: r}
	case a.same(r, x):
		if rev, ok := reversedOps[op]; ok {
			op = rev
		}
		return &rmw{x: x, op: op, e: l}
	}
	return nil
}

func binaryOf(n cc.ExpressionNode) (l, r cc.ExpressionNode, op region.AtomicOp, ok bool) {
	switch e := ctree.StripCast(n).(type) {
	case *cc.AdditiveExpression:
		op = region.AtomicAdd
		if e.Case == cc.AdditiveExpressionSub {
			op = region.AtomicSub
		}
		return e.AdditiveExpression, e.MultiplicativeExpression, op, true
	case *cc.MultiplicativeExpression:
		switch e.Case {
		case cc.MultiplicativeExpressionMul:
			return e.MultiplicativeExpression, e.CastExpression, region.AtomicMul, true
		case cc.MultiplicativeExpressionDiv:
			return e.MultiplicativeExpression, e.CastExpression, region.AtomicDiv, true
		}
	case *cc.AndExpression:
		return e.AndExpression, e.EqualityExpression, region.AtomicAnd, true
	case *cc.ExclusiveOrExpression:
		return e.ExclusiveOrExpression, e.AndExpression, region.AtomicXor, true
	case *cc.InclusiveOrExpression:
		return e.InclusiveOrExpression, e.ExclusiveOrExpression, region.AtomicOr, true
	case *cc.ShiftExpression:
		op = region.AtomicShl
		if e.Case == cc.ShiftExpressionRsh {
			op = region.AtomicShr
		}
		return e.ShiftExpression, e.AdditiveExpression, op, true
	case *cc.LogicalAndExpression:
		return e.LogicalAndExpression, e.InclusiveOrExpression, region.AtomicLAnd, true
	case *cc.LogicalOrExpression:
		return e.LogicalOrExpression, e.LogicalAndExpression, region.AtomicLOr, true
	}
	return nil, nil, 0, false
}

// perform emits r and returns the old value and a function for the new one.
func (a *atomicOp) perform(r *rmw) (old region.Expr, now func() region.Expr, ok bool) {
	f := a.b.fn
	t := a.typ(r.x)
	if p, isPtr := t.(*region.Ptr); isPtr {
		return a.performPointer(r, p)
	}
	var operand region.Expr
	if r.e == nil {
		operand = one(t)
	} else {
		operand = f.Value(r.e)
	}
	if !a.exact(r, t, operand.ExprType()) {
		return a.performWide(r, t, operand)
	}
	operand = a.b.let("e", f.Convert(operand, t))
	old = f.Let("old", &region.AtomicRMW{Op: r.op, Addr: f.Addr(r.x), X: operand, Order: a.order, Site: f.Site(r.x)})
	return old, func() region.Expr { return combine(r.op, old, operand) }, true
}

// exact reports whether computing in x's own type gives what C computes after
// the usual arithmetic conversions: the operand must not be wider in kind.
func (a *atomicOp) exact(r *rmw, t, e region.Type) bool {
	if _, isBool := t.(*region.Bool); isBool {
		return false // C computes in int and converts back by != 0
	}
	_, xf := t.(*region.Float)
	ef, isF := e.(*region.Float)
	switch {
	case isF && !xf:
		return false
	case isF && xf:
		return ef.Size() <= t.Size()
	}
	switch r.op {
	case region.AtomicDiv, region.AtomicRDiv, region.AtomicShr, region.AtomicRShr, region.AtomicRShl, region.AtomicLAnd, region.AtomicLOr:
		return xf || t.Size() >= 4 && e.Size() <= t.Size() && sameSign(t, e)
	}
	return true
}

func sameSign(x, y region.Type) bool {
	a, ok1 := x.(*region.Int)
	b, ok2 := y.(*region.Int)
	return !ok1 || !ok2 || a.Signed == b.Signed || b.Bits < a.Bits
}

// performWide computes in the type C asks for, in a compare-exchange loop.
func (a *atomicOp) performWide(r *rmw, t region.Type, operand region.Expr) (region.Expr, func() region.Expr, bool) {
	f := a.b.fn
	wide := widest(t, operand.ExprType())
	e := a.b.let("e", f.Convert(operand, wide))
	old, now := a.exchangeLoop(a.b.let("x.addr", f.Addr(r.x)), t, func(cur region.Expr) region.Expr {
		return f.Convert(combine(r.op, f.Convert(cur, wide), e), t)
	})
	return old, func() region.Expr { return now }, true
}

func widest(x, y region.Type) region.Type {
	if _, ok := y.(*region.Float); ok {
		if xf, ok := x.(*region.Float); ok && xf.Size() > y.Size() {
			return x
		}
		return y
	}
	if _, ok := x.(*region.Float); ok {
		return x
	}
	return commonInt(promoted(x), promoted(y))
}

// exchangeLoop replaces *addr by next(*addr) until no one came in between.
func (a *atomicOp) exchangeLoop(addr region.Expr, t region.Type, next func(region.Expr) region.Expr) (old, now region.Expr) {
	f := a.b.fn
	bits := bitsType(t)
	oldL, newL := f.Local("old", t, nil), f.Local("new", t, nil)
	done := f.Local("done", region.BoolT, nil)
	load := func(l *region.Local, t region.Type) region.Expr {
		return &region.Load{Type: t, Addr: &region.LocalAddr{Local: l}}
	}
	f.Emit(&region.Store{Addr: &region.LocalAddr{Local: oldL}, X: fromBits(t, &region.AtomicLoad{Type: bits, Addr: addr, Order: region.Relaxed})})
	blk := f.Block(nil, func() {
		n := next(load(oldL, t))
		f.Emit(&region.Store{Addr: &region.LocalAddr{Local: newL}, X: n})
		exp := f.Let("expect", toBits(t, load(oldL, t)))
		got := f.Let("got", &region.CmpXchg{Addr: addr, Expect: exp, New: toBits(t, load(newL, t)), Order: a.order, Fail: region.Relaxed})
		f.Emit(&region.Store{Addr: &region.LocalAddr{Local: done}, X: &region.Compare{Op: region.Eq, X: got, Y: exp}})
		retry := f.Block(nil, func() {
			f.Emit(&region.Store{Addr: &region.LocalAddr{Local: oldL}, X: fromBits(t, got)})
		})
		f.Emit(&region.If{Cond: &region.Not{X: load(done, region.BoolT)}, Then: retry})
	})
	f.Emit(&region.Loop{At: a.at(), Cond: &region.Not{X: load(done, region.BoolT)}, Body: blk, DoWhile: true})
	return load(oldL, t), load(newL, t)
}

// bitsType is the integer type as wide as t, for compare and exchange.
func bitsType(t region.Type) region.Type {
	switch t.(type) {
	case *region.Float:
		return &region.Int{Bits: int(t.Size()) * 8}
	case *region.Bool:
		return region.U8
	}
	return t
}

func toBits(t region.Type, x region.Expr) region.Expr {
	switch t.(type) {
	case *region.Float:
		return &region.Bitcast{To: bitsType(t), X: x}
	case *region.Bool:
		return &region.Convert{To: region.U8, X: x}
	}
	return x
}

func fromBits(t region.Type, x region.Expr) region.Expr {
	switch t.(type) {
	case *region.Float:
		return &region.Bitcast{To: t, X: x}
	case *region.Bool:
		return &region.Compare{Op: region.Ne, X: x, Y: cbody.Zero(region.U8)}
	}
	return x
}

// performPointer is p++, p += n and the like on a pointer.
func (a *atomicOp) performPointer(r *rmw, _ *region.Ptr) (region.Expr, func() region.Expr, bool) {
	if r.op != region.AtomicAdd && r.op != region.AtomicSub {
		return nil, nil, false
	}
	f := a.b.fn
	n := i64(1)
	if r.e != nil {
		n = f.Convert(f.Value(r.e), region.I64)
	}
	if r.op == region.AtomicSub {
		n = sub(i64(0), n)
	}
	n = a.b.let("n", n)
	size := int64(1)
	if e := ctree.Pointee(r.x.Type()); e != nil && e.Kind() != cc.Void {
		size = a.b.u.c.Type(e).Size()
	}
	old, now := a.exchangeLoop(a.b.let("x.addr", f.Addr(r.x)), region.PtrT, func(cur region.Expr) region.Expr {
		return &region.PtrAdd{Base: cur, Index: n, Scale: size}
	})
	return old, func() region.Expr { return now }, true
}

func one(t region.Type) region.Expr {
	if _, ok := t.(*region.Float); ok {
		return identityValue("*", t)
	}
	return cbody.Int(t, 1)
}

// combine is old op operand, the value that an AtomicRMW stores.
func combine(op region.AtomicOp, x, y region.Expr) region.Expr {
	bin := func(o region.BinOp, x, y region.Expr) region.Expr { return &region.Binary{Op: o, X: x, Y: y} }
	switch op {
	case region.AtomicAdd:
		return bin(region.Add, x, y)
	case region.AtomicSub:
		return bin(region.Sub, x, y)
	case region.AtomicMul:
		return bin(region.Mul, x, y)
	case region.AtomicDiv:
		return bin(region.Div, x, y)
	case region.AtomicAnd:
		return bin(region.And, x, y)
	case region.AtomicOr:
		return bin(region.Or, x, y)
	case region.AtomicXor:
		return bin(region.Xor, x, y)
	case region.AtomicShl:
		return bin(region.Shl, x, y)
	case region.AtomicShr:
		return bin(region.Shr, x, y)
	case region.AtomicRSub:
		return bin(region.Sub, y, x)
	case region.AtomicRDiv:
		return bin(region.Div, y, x)
	case region.AtomicRShl:
		return bin(region.Shl, y, x)
	case region.AtomicRShr:
		return bin(region.Shr, y, x)
	case region.AtomicMin:
		return bin(region.Min, x, y)
	case region.AtomicMax:
		return bin(region.Max, x, y)
	case region.AtomicLAnd:
		return &region.Convert{To: x.ExprType(), X: &region.AndAlso{X: notZero(x), Y: notZero(y)}}
	case region.AtomicLOr:
		return &region.Convert{To: x.ExprType(), X: &region.OrElse{X: notZero(x), Y: notZero(y)}}
	}
	return y
}

func (a *atomicOp) update(x cc.ExpressionNode) bool {
	if ctree.IsNil(x) {
		return false
	}
	r, _ := a.match(x)
	if r == nil {
		return false
	}
	f := a.b.fn
	t := a.typ(r.x)
	if _, isPtr := t.(*region.Ptr); !isPtr {
		// Without a use of the value, evaluate the operation for its effect only.
		var operand region.Expr
		if r.e == nil {
			operand = one(t)
		} else {
			operand = f.Value(r.e)
		}
		if a.exact(r, t, operand.ExprType()) {
			f.Emit(&region.Eval{At: a.at(), X: &region.AtomicRMW{Op: r.op, Addr: f.Addr(r.x), X: f.Convert(operand, t), Order: a.order, Site: f.Site(r.x)}})
			return true
		}
		_, _, ok := a.performWide(r, t, operand)
		return ok
	}
	_, _, ok := a.perform(r)
	return ok
}

// capture: v = x++, v = x op= e, { v = x; x op= e; }, { x op= e; v = x; },
// { v = x; x = e; }.
func (a *atomicOp) capture() bool {
	list := ctree.Statements(a.c.Stmt)
	switch len(list) {
	case 1:
		v, rhs, ok := assignment(ctree.OnlyExpression(list[0]))
		if !ok {
			return false
		}
		r, post := a.match(ctree.Strip(rhs))
		if r == nil {
			if x, e, ok := assignment(rhs); ok {
				return a.exchange(v, x, e, false)
			}
			return false
		}
		return a.captureValue(v, r, post)
	case 2:
		return a.captureBlock(list)
	}
	return false
}

func (a *atomicOp) captureValue(v cc.ExpressionNode, r *rmw, oldValue bool) bool {
	old, now, ok := a.perform(r)
	if !ok {
		return false
	}
	if oldValue {
		a.store(v, old)
	} else {
		a.store(v, now())
	}
	return true
}

func (a *atomicOp) captureBlock(list []*cc.Statement) bool {
	first, second := ctree.OnlyExpression(list[0]), ctree.OnlyExpression(list[1])
	if ctree.IsNil(first) || ctree.IsNil(second) {
		return false
	}
	if v, x, ok := assignment(first); ok {
		if r, _ := a.match(second); r != nil && a.same(r.x, x) {
			return a.captureValue(v, r, true)
		}
		if x2, e, ok := assignment(second); ok && a.same(x2, x) {
			return a.exchange(v, x, e, true)
		}
	}
	if r, _ := a.match(first); r != nil {
		if v, x, ok := assignment(second); ok && a.same(r.x, x) {
			return a.captureValue(v, r, false)
		}
	}
	if x, e, ok := assignment(first); ok {
		if v, x2, ok := assignment(second); ok && a.same(x, x2) {
			return a.exchange(v, x, e, false)
		}
	}
	return false
}

// exchange: v receives x's old (or new) value, x becomes e.
func (a *atomicOp) exchange(v, x, e cc.ExpressionNode, oldValue bool) bool {
	f := a.b.fn
	val := a.b.let("e", f.ValueAs(e, x.Type()))
	old := f.Let("old", &region.AtomicRMW{Op: region.AtomicXchg, Addr: f.Addr(x), X: val, Order: a.order, Site: f.Site(x)})
	if oldValue {
		a.store(v, old)
	} else {
		a.store(v, val)
	}
	return true
}
