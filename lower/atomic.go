package lower

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// atomic lowers atomic read, write, update, capture and compare (5.2 §15.8.4) by the form
// that the check of the statement has found; a statement that has none has its error.
func (b *body) atomic(c *tree.Construct) {
	f := c.Atomic
	if f == nil {
		return
	}
	a := &atomicOp{b: b, c: c, form: f}
	a.order = orderOf(c, atomicDefault(b.u.tree))
	a.fail = failOrder(c, a.order)
	switch update, isUpdate := atomicUpdates[f.Op]; {
	case f.Equal:
		a.compareAndSwap()
	case f.Op == "<", f.Op == ">":
		a.minMax()
	case isUpdate && f.V != nil:
		a.captureUpdate(update.op(f.Last))
	case isUpdate:
		a.update(update.op(f.Last))
	case f.Expr == nil:
		a.read()
	case f.V != nil:
		a.exchange()
	default:
		a.write()
	}
}

// atomicOp is one atomic construct.
type atomicOp struct {
	b     *body
	c     *tree.Construct
	form  *tree.AtomicForm
	order region.Order
	fail  region.Order
	// refused: the type has been reported.
	refused bool
}

// atomicUpdate is what an operator of C does to x as its first and as its second operand.
type atomicUpdate struct{ first, second region.AtomicOp }

func (u atomicUpdate) op(last bool) region.AtomicOp {
	if last {
		return u.second
	}
	return u.first
}

// atomicUpdates are the operators of an atomic update.
var atomicUpdates = map[string]atomicUpdate{
	"++": {first: region.AtomicAdd}, "--": {first: region.AtomicSub},
	"+": {region.AtomicAdd, region.AtomicAdd}, "-": {region.AtomicSub, region.AtomicRSub},
	"*": {region.AtomicMul, region.AtomicMul}, "/": {region.AtomicDiv, region.AtomicRDiv},
	"<<": {region.AtomicShl, region.AtomicRShl}, ">>": {region.AtomicShr, region.AtomicRShr},
	"&": {region.AtomicAnd, region.AtomicAnd}, "^": {region.AtomicXor, region.AtomicXor},
	"|": {region.AtomicOr, region.AtomicOr},
}

// atomicDefault is requires atomic_default_mem_order (5.2 §8.2.1), else relaxed.
func atomicDefault(t *tree.Tree) region.Order {
	for _, c := range t.All {
		if c == nil || c.Kind != spec.Requires {
			continue
		}
		if cl := c.Clause(spec.AtomicDefaultMemOrderClause); cl != nil && len(cl.Words) > 0 {
			return orders[spec.ClauseNamed(cl.Words[0])]
		}
	}
	return region.Relaxed
}

// failOrder is the memory order of a comparison that fails, of an operation that has order.
func failOrder(c *tree.Construct, order region.Order) region.Order {
	if cl := c.Clause(spec.FailClause); cl != nil && len(cl.Words) > 0 {
		return orders[spec.ClauseNamed(cl.Words[0])]
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

// typ is the type of x, which is no bit-precise integer and no complex number: those have no atomic operations.
func (a *atomicOp) typ(x cc.ExpressionNode) region.Type {
	t := a.b.u.c.Type(x.Type())
	switch v := t.(type) {
	case *region.Int:
		if v.Precise {
			a.refuse("_BitInt", "use a standard integer type, or '#pragma omp critical'")
			return t
		}
	case *region.Struct:
		a.refuse("_Complex", "use '#pragma omp critical'")
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
	a.b.u.errorf(a.c.Pos(), diag.AtomicType, "atomic operations on type %s are not supported in device code", typ).
		WithFix("%s", fix)
}

// read is v = x.
func (a *atomicOp) read() {
	f, x := a.b.fn, a.form.X
	a.store(a.form.V, f.Let("v", &region.AtomicLoad{Type: a.typ(x), Addr: f.Addr(x), Order: a.order, Site: f.Site(x)}))
}

// store writes a value to lvalue v, not atomically.
func (a *atomicOp) store(v cc.ExpressionNode, x region.Expr) {
	f := a.b.fn
	f.Emit(&region.Store{At: a.at(), Addr: f.Addr(v), X: f.Convert(x, a.typ(v)), Site: f.Site(v)})
}

// write is x = expr.
func (a *atomicOp) write() {
	f, x := a.b.fn, a.form.X
	if a.typ(x); a.refused {
		return
	}
	val := f.ValueAs(a.form.Expr, x.Type())
	f.Emit(&region.AtomicStore{At: a.at(), Addr: f.Addr(x), X: val, Order: a.order, Site: f.Site(x)})
}

// operand is the value of expr, which is 1 for ++ and --.
func (a *atomicOp) operand(t region.Type) region.Expr {
	if a.form.Expr == nil {
		return cbody.One(t)
	}
	return a.b.fn.Value(a.form.Expr)
}

// perform emits the update of x and returns the old value and a function for the new one.
func (a *atomicOp) perform(op region.AtomicOp) (old region.Expr, now func() region.Expr) {
	f, x := a.b.fn, a.form.X
	t := a.typ(x)
	if _, isPtr := t.(*region.Ptr); isPtr {
		return a.performPointer(op)
	}
	operand := a.operand(t)
	if !exact(op, t, operand.ExprType()) {
		return a.performWide(op, t, operand)
	}
	operand = a.b.let("e", f.Convert(operand, t))
	old = f.Let("old", &region.AtomicRMW{Op: op, Addr: f.Addr(x), X: operand, Order: a.order, Site: f.Site(x)})
	return old, func() region.Expr { return combine(op, old, operand) }
}

// exact reports whether computing in x's own type gives what C computes after
// the usual arithmetic conversions: the operand must not be wider in kind.
func exact(op region.AtomicOp, t, e region.Type) bool {
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
	switch op {
	case region.AtomicDiv, region.AtomicRDiv, region.AtomicShr, region.AtomicRShr, region.AtomicRShl:
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
func (a *atomicOp) performWide(op region.AtomicOp, t region.Type, operand region.Expr) (region.Expr,
	func() region.Expr) {
	f := a.b.fn
	wide := widest(t, operand.ExprType())
	e := a.b.let("e", f.Convert(operand, wide))
	old, now := a.exchangeLoop(a.b.let("x.addr", f.Addr(a.form.X)), t, func(cur region.Expr) region.Expr {
		return f.Convert(combine(op, f.Convert(cur, wide), e), t)
	})
	return old, func() region.Expr { return now }
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
func (a *atomicOp) exchangeLoop(addr region.Expr, t region.Type, next func(region.Expr) region.Expr) (old,
	now region.Expr) {
	f := a.b.fn
	bits := bitsType(t)
	oldL, newL := f.Local("old", t, nil), f.Local("new", t, nil)
	done := f.Local("done", region.BoolT, nil)
	load := func(l *region.Local, t region.Type) region.Expr {
		return &region.Load{Type: t, Addr: &region.LocalAddr{Local: l}}
	}
	f.Emit(&region.Store{Addr: &region.LocalAddr{Local: oldL},
		X: fromBits(t, &region.AtomicLoad{Type: bits, Addr: addr, Order: region.Relaxed})})
	blk := f.Block(nil, func() {
		n := next(load(oldL, t))
		f.Emit(&region.Store{Addr: &region.LocalAddr{Local: newL}, X: n})
		exp := f.Let("expect", toBits(t, load(oldL, t)))
		got := f.Let("got",
			&region.CmpXchg{Addr: addr, Expect: exp, New: toBits(t, load(newL, t)), Order: a.order,
				Fail: region.Relaxed})
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
func (a *atomicOp) performPointer(op region.AtomicOp) (region.Expr, func() region.Expr) {
	f, x := a.b.fn, a.form.X
	n := i64(1)
	if a.form.Expr != nil {
		n = f.Convert(f.Value(a.form.Expr), region.I64)
	}
	if op == region.AtomicSub {
		n = sub(i64(0), n)
	}
	n = a.b.let("n", n)
	size := int64(1)
	if e := ctree.Pointee(x.Type()); e != nil && e.Kind() != cc.Void {
		size = a.b.u.c.Type(e).Size()
	}
	old, now := a.exchangeLoop(a.b.let("x.addr", f.Addr(x)), region.PtrT, func(cur region.Expr) region.Expr {
		return &region.PtrAdd{Base: cur, Index: n, Scale: size}
	})
	return old, func() region.Expr { return now }
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
	}
	return y
}

// update changes x; without a use of its value the operation is evaluated for its effect only.
func (a *atomicOp) update(op region.AtomicOp) {
	f, x := a.b.fn, a.form.X
	t := a.typ(x)
	if _, isPtr := t.(*region.Ptr); isPtr {
		a.performPointer(op)
		return
	}
	operand := a.operand(t)
	if !exact(op, t, operand.ExprType()) {
		a.performWide(op, t, operand)
		return
	}
	f.Emit(&region.Eval{At: a.at(),
		X: &region.AtomicRMW{Op: op, Addr: f.Addr(x), X: f.Convert(operand, t), Order: a.order, Site: f.Site(x)}})
}

// captureUpdate updates x; v receives its old or new value.
func (a *atomicOp) captureUpdate(op region.AtomicOp) {
	old, now := a.perform(op)
	if a.form.Old {
		a.store(a.form.V, old)
	} else {
		a.store(a.form.V, now())
	}
}

// exchange writes expr to x; v receives x's old or new value.
func (a *atomicOp) exchange() {
	f, x := a.b.fn, a.form.X
	val := a.b.let("e", f.ValueAs(a.form.Expr, x.Type()))
	old := f.Let("old",
		&region.AtomicRMW{Op: region.AtomicXchg, Addr: f.Addr(x), X: val, Order: a.order, Site: f.Site(x)})
	if a.form.Old {
		a.store(a.form.V, old)
	} else {
		a.store(a.form.V, val)
	}
}
