// Expressions: translation of C expressions to values of region IR.

package cbody

import (
	"math/big"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
)

func bigInt(n int64) *big.Int { return big.NewInt(n) }

// unwrap strips parentheses and the grammar nodes that have a single operand.
func unwrap(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		y := unwrap1(x)
		if y == nil {
			return x
		}
		x = y
	}
}

func unwrap1(x cc.ExpressionNode) cc.ExpressionNode {
	switch n := x.(type) {
	case *cc.ExpressionList:
		if n != nil && n.ExpressionList == nil {
			return n.AssignmentExpression
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return n.ExpressionList
		}
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionPrimary {
			return n.PrimaryExpression
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionPostfix {
			return n.PostfixExpression
		}
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionUnary {
			return n.UnaryExpression
		}
	case *cc.ConstantExpression:
		return n.ConditionalExpression
	}
	return unwrapBinary(x)
}

func unwrapBinary(x cc.ExpressionNode) cc.ExpressionNode {
	switch n := x.(type) {
	case *cc.AssignmentExpression:
		if n.Case == cc.AssignmentExpressionCond {
			return n.ConditionalExpression
		}
	case *cc.ConditionalExpression:
		if n.Case == cc.ConditionalExpressionLOr {
			return n.LogicalOrExpression
		}
	case *cc.LogicalOrExpression:
		if n.Case == cc.LogicalOrExpressionLAnd {
			return n.LogicalAndExpression
		}
	case *cc.LogicalAndExpression:
		if n.Case == cc.LogicalAndExpressionOr {
			return n.InclusiveOrExpression
		}
	case *cc.InclusiveOrExpression:
		if n.Case == cc.InclusiveOrExpressionXor {
			return n.ExclusiveOrExpression
		}
	case *cc.ExclusiveOrExpression:
		if n.Case == cc.ExclusiveOrExpressionAnd {
			return n.AndExpression
		}
	case *cc.AndExpression:
		if n.Case == cc.AndExpressionEq {
			return n.EqualityExpression
		}
	case *cc.EqualityExpression:
		if n.Case == cc.EqualityExpressionRel {
			return n.RelationalExpression
		}
	case *cc.RelationalExpression:
		if n.Case == cc.RelationalExpressionShift {
			return n.ShiftExpression
		}
	case *cc.ShiftExpression:
		if n.Case == cc.ShiftExpressionAdd {
			return n.AdditiveExpression
		}
	case *cc.AdditiveExpression:
		if n.Case == cc.AdditiveExpressionMul {
			return n.MultiplicativeExpression
		}
	case *cc.MultiplicativeExpression:
		if n.Case == cc.MultiplicativeExpressionCast {
			return n.CastExpression
		}
	}
	return nil
}

// value translates x to its value.
func (f *Fn) value(x cc.ExpressionNode) val {
	switch n := unwrap(x).(type) {
	case *cc.ExpressionList:
		return f.comma(n)
	case *cc.AssignmentExpression:
		return f.assignment(n, true)
	case *cc.ConditionalExpression:
		return f.conditional(n)
	case *cc.LogicalOrExpression:
		return f.logical(n.LogicalOrExpression, n.LogicalAndExpression, true)
	case *cc.LogicalAndExpression:
		return f.logical(n.LogicalAndExpression, n.InclusiveOrExpression, false)
	case *cc.InclusiveOrExpression:
		return f.binary(region.Or, n.InclusiveOrExpression, n.ExclusiveOrExpression, n)
	case *cc.ExclusiveOrExpression:
		return f.binary(region.Xor, n.ExclusiveOrExpression, n.AndExpression, n)
	case *cc.AndExpression:
		return f.binary(region.And, n.AndExpression, n.EqualityExpression, n)
	case *cc.EqualityExpression:
		op := region.Eq
		if n.Case == cc.EqualityExpressionNeq {
			op = region.Ne
		}
		return f.relation(op, f.value(n.EqualityExpression), f.value(n.RelationalExpression), n)
	case *cc.RelationalExpression:
		return f.relation(relationOp(n.Case), f.value(n.RelationalExpression), f.value(n.ShiftExpression), n)
	case *cc.ShiftExpression:
		op := region.Shl
		if n.Case == cc.ShiftExpressionRsh {
			op = region.Shr
		}
		return f.binary(op, n.ShiftExpression, n.AdditiveExpression, n)
	case *cc.AdditiveExpression:
		op := region.Add
		if n.Case == cc.AdditiveExpressionSub {
			op = region.Sub
		}
		return f.binary(op, n.AdditiveExpression, n.MultiplicativeExpression, n)
	case *cc.MultiplicativeExpression:
		return f.binary(multiplicativeOp(n.Case), n.MultiplicativeExpression, n.CastExpression, n)
	case *cc.CastExpression:
		return f.cast(n)
	case *cc.UnaryExpression:
		return f.unaryExpr(n)
	case *cc.PostfixExpression:
		return f.postfix(n)
	case *cc.PrimaryExpression:
		return f.primary(n)
	}
	f.errorf(x, diag.Internal, "unknown expression")
	return scalar(Int(region.I32, 0))
}

func relationOp(c cc.RelationalExpressionCase) region.CmpOp {
	switch c {
	case cc.RelationalExpressionLt:
		return region.Lt
	case cc.RelationalExpressionGt:
		return region.Gt
	case cc.RelationalExpressionLeq:
		return region.Le
	}
	return region.Ge
}

func multiplicativeOp(c cc.MultiplicativeExpressionCase) region.BinOp {
	switch c {
	case cc.MultiplicativeExpressionMul:
		return region.Mul
	case cc.MultiplicativeExpressionDiv:
		return region.Div
	}
	return region.Rem
}

func (f *Fn) comma(n *cc.ExpressionList) val {
	for ; n.ExpressionList != nil; n = n.ExpressionList {
		f.discard(n.AssignmentExpression)
	}
	return f.value(n.AssignmentExpression)
}

// discard translates x for its effects only.
func (f *Fn) discard(x cc.ExpressionNode) {
	switch n := unwrap(x).(type) {
	case *cc.ExpressionList:
		for ; n != nil; n = n.ExpressionList {
			f.discard(n.AssignmentExpression)
		}
		return
	case *cc.AssignmentExpression:
		f.assignment(n, false)
		return
	case *cc.CastExpression:
		if n.TypeName.Type().Kind() == cc.Void {
			f.discard(n.CastExpression)
			return
		}
	case *cc.ConditionalExpression:
		f.discardConditional(n)
		return
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			f.incDec(n.UnaryExpression, n.Case == cc.UnaryExpressionDec, wantNothing, n)
			return
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			f.incDec(n.PostfixExpression, n.Case == cc.PostfixExpressionDec, wantNothing, n)
			return
		case cc.PostfixExpressionCall:
			f.call(n, false)
			return
		}
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionStmt {
			f.statementExpr(n.CompoundStatement, false)
			return
		}
	}
	if v := f.value(x); v.x != nil && hasEffect(v.x) {
		f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: v.x})
		if v.im != nil && hasEffect(v.im) {
			f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: v.im})
		}
	}
}

// hasEffect reports whether evaluating x does more than yield a value.
func hasEffect(x region.Expr) bool {
	switch y := x.(type) {
	case *region.Load:
		return y.Volatile || hasEffect(y.Addr)
	case *region.BitLoad:
		return y.Volatile || hasEffect(y.Addr)
	case *region.Unary:
		return hasEffect(y.X)
	case *region.Binary:
		return hasEffect(y.X) || hasEffect(y.Y)
	case *region.Compare:
		return hasEffect(y.X) || hasEffect(y.Y)
	case *region.Convert:
		return hasEffect(y.X)
	case *region.Bitcast:
		return hasEffect(y.X)
	case *region.Not:
		return hasEffect(y.X)
	case *region.PtrAdd:
		return hasEffect(y.Base) || y.Index != nil && hasEffect(y.Index)
	case *region.Call, *region.Seq, *region.Intrinsic, *region.AtomicRMW, *region.AtomicLoad, *region.CmpXchg,
		*region.Cond, *region.AndAlso, *region.OrElse:
		return true
	}
	return false
}

// branch translates gen into a new block and returns the block with gen's value.
func (f *Fn) branch(gen func() val) (*region.Block, val) {
	var v val
	b := f.Block(nil, func() { v = gen() })
	return b, v
}

// seq returns an expression that executes the statements of b, then yields x.
func seq(b *region.Block, x region.Expr) region.Expr {
	if len(b.Stmts) == 0 && len(b.Locals) == 0 {
		return x
	}
	return &region.Seq{Body: b, Value: x}
}

func (f *Fn) logical(x, y cc.ExpressionNode, or bool) val {
	a := f.Bool(x)
	if c, ok := a.(*region.Const); ok {
		if (c.Val.Sign() != 0) == or {
			return scalar(Int(region.I32, b2i(or)))
		}
		return scalar(intOf(f.Bool(y)))
	}
	blk, b := f.branch(func() val { return scalar(f.Bool(y)) })
	bx := seq(blk, b.x)
	if or {
		return scalar(intOf(&region.OrElse{X: a, Y: bx}))
	}
	return scalar(intOf(&region.AndAlso{X: a, Y: bx}))
}

// Bool translates x to the bool x != 0.
func (f *Fn) Bool(x cc.ExpressionNode) region.Expr {
	switch n := unwrap(x).(type) {
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionNot {
			if _, ok := f.typeOf(n.CastExpression).t.(*region.Vector); !ok {
				return not(f.Bool(n.CastExpression))
			}
		}
	}
	return f.truthOf(f.value(x))
}

func (f *Fn) conditional(n *cc.ConditionalExpression) val {
	if n.ExpressionList == nil {
		return f.elvis(n)
	}
	c := f.Bool(n.LogicalOrExpression)
	if k, ok := c.(*region.Const); ok {
		take, other := n.ExpressionList, n.ConditionalExpression
		if k.Val.Sign() == 0 {
			take, other = other, take
		}
		return f.common(f.value(take), f.typeOf(other))
	}
	bx, x := f.branch(func() val { return f.value(n.ExpressionList) })
	by, y := f.branch(func() val { return f.value(n.ConditionalExpression) })
	return f.choose(c, bx, x, by, y)
}

func (f *Fn) elvis(n *cc.ConditionalExpression) val {
	x := f.value(n.LogicalOrExpression)
	if k, ok := f.truthOf(x).(*region.Const); ok {
		if k.Val.Sign() == 0 {
			return f.common(f.value(n.ConditionalExpression), x)
		}
		return f.common(x, f.typeOf(n.ConditionalExpression))
	}
	if !isAggregate(x.t) {
		x.x = f.once("c", x.x)
	} else if x.im != nil {
		x.x, x.im = f.once("re", x.x), f.once("im", x.im)
	}
	c := f.truthOf(x)
	by, y := f.branch(func() val { return f.value(n.ConditionalExpression) })
	return f.choose(c, &region.Block{}, x, by, y)
}

// choose translates c ? x : y. bx and by hold the statements that compute x and y.
func (f *Fn) choose(c region.Expr, bx *region.Block, x val, by *region.Block, y val) val {
	t := f.commonType(x, y)
	at := region.At{Pos: f.pos}
	if isVoid(t.t) {
		f.into(bx, func() { f.effect(x) })
		f.into(by, func() { f.effect(y) })
		f.Emit(&region.If{At: at, Cond: c, Then: bx, Else: by})
		return val{t: region.VoidT}
	}
	if !isAggregate(t.t) {
		return val{x: &region.Cond{C: c, X: seq(bx, f.castRegion(x, t.t).x), Y: seq(by, f.castRegion(y, t.t).x)},
			t: t.t, ct: t.ct}
	}
	lv := f.temp("cond", t.t)
	f.into(bx, func() { f.store(lv, f.castRegion(x, t.t)) })
	f.into(by, func() { f.store(lv, f.castRegion(y, t.t)) })
	f.Emit(&region.If{At: at, Cond: c, Then: bx, Else: by})
	lv.ct = t.ct
	r := f.load(lv)
	r.fresh = true
	return r
}

// into makes b the current block while gen runs, so that gen appends to b.
func (f *Fn) into(b *region.Block, gen func()) {
	old := f.block
	f.block, f.open = b, append(f.open, b)
	gen()
	f.block, f.open = old, f.open[:len(f.open)-1]
	if old == nil && f.isDry == 0 {
		f.finish()
	}
}

func (f *Fn) effect(v val) {
	if v.x != nil && !isAggregate(v.t) && hasEffect(v.x) {
		f.Emit(&region.Eval{X: v.x})
	}
}

// temp creates a temporary object of type t in the current block.
func (f *Fn) temp(name string, t region.Type) lval {
	l := &region.Local{Name: name, Type: t}
	if f.block != nil {
		f.block.Locals = append(f.block.Locals, l)
	}
	return lval{addr: &region.LocalAddr{Local: l}, t: t}
}

// commonType returns the type of a conditional expression with operands x and y (C17 6.5.15).
func (f *Fn) commonType(x, y val) val {
	switch {
	case isVoid(x.t) || isVoid(y.t) || isAggregate(x.t) != isAggregate(y.t) && !(x.isComplex() || y.isComplex()):
		return val{t: region.VoidT}
	case f.T.elemOf(x.t) != nil || f.T.elemOf(y.t) != nil:
		return val{t: f.complexCommon(x.t, y.t)}
	case isAggregate(x.t):
		return val{t: x.t, ct: x.ct}
	case region.IsPtr(x.t) && region.IsPtr(y.t):
		if isNull(x) {
			return val{t: region.PtrT, ct: y.ct}
		}
		if e := x.elem(); e != nil && e.Kind() == cc.Void || isNull(y) {
			return val{t: region.PtrT, ct: x.ct}
		}
		if e := y.elem(); e != nil && e.Kind() == cc.Void {
			return val{t: region.PtrT, ct: y.ct}
		}
		return val{t: region.PtrT, ct: x.ct}
	case region.IsPtr(x.t):
		return val{t: region.PtrT, ct: x.ct}
	case region.IsPtr(y.t):
		return val{t: region.PtrT, ct: y.ct}
	}
	if _, ok := x.t.(*region.Vector); ok {
		return val{t: x.t}
	}
	return val{t: usual(x.t, y.t)}
}

// isNull reports whether v is a null pointer constant.
func isNull(v val) bool {
	if c, ok := constOf(v.x); ok && c.Sign() == 0 {
		e := v.elem()
		return e == nil || e.Kind() == cc.Void
	}
	return false
}

// common converts x to the common type of x and y.
func (f *Fn) common(x, y val) val {
	t := f.commonType(x, y)
	if isVoid(t.t) {
		f.effect(x)
		return val{t: region.VoidT}
	}
	r := f.castRegion(x, t.t)
	r.ct = t.ct
	return r
}

func (f *Fn) discardConditional(n *cc.ConditionalExpression) {
	if n.ExpressionList == nil {
		f.effect(f.elvis(n))
		return
	}
	c := f.Bool(n.LogicalOrExpression)
	if k, ok := c.(*region.Const); ok {
		if k.Val.Sign() != 0 {
			f.discard(n.ExpressionList)
		} else {
			f.discard(n.ConditionalExpression)
		}
		return
	}
	s := &region.If{At: region.At{Pos: f.pos}, Cond: c}
	s.Then = f.Block(n, func() { f.discard(n.ExpressionList) })
	s.Else = f.Block(n, func() { f.discard(n.ConditionalExpression) })
	f.Emit(s)
}

// binary translates x op y.
func (f *Fn) binary(op region.BinOp, x, y cc.ExpressionNode, at cc.Node) val {
	a := f.value(x)
	return f.binaryVal(op, a, f.value(y), at)
}

func (f *Fn) binaryVal(op region.BinOp, a, b val, at cc.Node) val {
	_, va := a.t.(*region.Vector)
	_, vb := b.t.(*region.Vector)
	switch {
	case va || vb:
		return f.vectorBinary(op, a, b)
	case a.isComplex() && f.number(b) || b.isComplex() && f.number(a):
		return f.complexBinary(op, a, b, at)
	case region.IsPtr(a.t) && region.IsPtr(b.t) && op == region.Sub:
		return f.pointerDiff(a, b)
	case region.IsPtr(a.t) && (op == region.Add || op == region.Sub):
		return f.pointerAdd(a, b, op == region.Sub, at)
	case region.IsPtr(b.t) && op == region.Add:
		return f.pointerAdd(b, a, false, at)
	case (op == region.Shl || op == region.Shr) && isInt(a.t) && isInt(b.t):
		t := promote(a.t)
		return scalar(f.arith(op, convert(a.x, t), f.shiftCount(b.x, t)))
	}
	if !f.number(a) || !f.number(b) || integral(op) && !(isInt(a.t) && isInt(b.t)) {
		f.errorf(at, diag.C, "invalid operands of an operator")
		return scalar(Int(region.I32, 0))
	}
	named := usual(a.named(), b.named())
	t := evalType(named)
	r := scalar(f.arith(op, convert(a.x, t), convert(b.x, t)))
	if t != named {
		r.half = named
	}
	return r
}

// number reports whether v is of arithmetic type.
func (f *Fn) number(v val) bool { return v.x != nil && (arithmetic(v.t) || v.isComplex()) }

// integral reports whether op takes integer operands only.
func integral(op region.BinOp) bool {
	switch op {
	case region.Rem, region.And, region.Or, region.Xor, region.Shl, region.Shr:
		return true
	}
	return false
}

// evalType returns the type in which arithmetic on type t is evaluated. Half precision is evaluated in float
// until a conversion or an assignment (FLT_EVAL_METHOD of the host).
func evalType(t region.Type) region.Type {
	if ft, ok := t.(*region.Float); ok && (ft.Kind == region.F16 || ft.Kind == region.BF16) {
		return region.Flt
	}
	return t
}

// shiftCount converts the shift count n to t, the type of the shifted value. The count is less than the width of t.
func (f *Fn) shiftCount(n region.Expr, t region.Type) region.Expr { return convert(n, t) }

func arithmetic(t region.Type) bool { return isInt(t) || isFloat(t) }

func (f *Fn) pointerDiff(a, b val) val {
	elem := a.elem()
	if elem == nil {
		return scalar(Int(region.I64, 0))
	}
	if f.T.isVLA(elem) {
		d := &region.PtrDiff{X: a.x, Y: b.x, Scale: 1}
		return scalar(f.arith(region.Div, d, convert(f.SizeOf(elem), region.I64)))
	}
	size := f.T.Type(elem).Size()
	if f.incomplete(elem) || size == 0 {
		size = 1
	}
	ao, abase := constAddr(a.x)
	bo, bbase := constAddr(b.x)
	if abase && bbase {
		return scalar(Int(region.I64, (ao-bo)/size))
	}
	if ga, ao := globalPlace(a.x); ga != nil {
		if gb, bo := globalPlace(b.x); ga == gb {
			return scalar(Int(region.I64, (ao-bo)/size))
		}
	}
	return scalar(&region.PtrDiff{X: a.x, Y: b.x, Scale: size})
}

// globalPlace returns the global variable and the constant offset that x points to, or nil if x has no such form.
func globalPlace(x region.Expr) (g *region.Global, off int64) {
	switch y := x.(type) {
	case *region.GlobalAddr:
		return y.Global, 0
	case *region.PtrAdd:
		if y.Index == nil {
			g, off = globalPlace(y.Base)
			return g, off + y.Offset
		}
	}
	return nil, 0
}

// constAddr returns the value of x if x is a constant address.
func constAddr(x region.Expr) (int64, bool) {
	if c, ok := constOf(x); ok && c.IsInt64() {
		return c.Int64(), true
	}
	return 0, false
}

func (f *Fn) relation(op region.CmpOp, a, b val, at cc.Node) val {
	_, va := a.t.(*region.Vector)
	_, vb := b.t.(*region.Vector)
	switch {
	case va || vb:
		x, y := f.splatPair(a, b)
		return scalar(&region.Compare{Op: op, X: x, Y: y})
	case a.isComplex() && f.number(b) || b.isComplex() && f.number(a):
		return f.complexCompare(op, a, b)
	case region.IsPtr(a.t) && (region.IsPtr(b.t) || isInt(b.t)) || region.IsPtr(b.t) && isInt(a.t):
		return scalar(intOf(compare(op, convert(a.x, region.PtrT), convert(b.x, region.PtrT))))
	}
	if !f.number(a) || !f.number(b) {
		f.errorf(at, diag.C, "invalid operands of a comparison")
		return scalar(Int(region.I32, 0))
	}
	t := usual(a.t, b.t)
	return scalar(intOf(compare(op, convert(a.x, t), convert(b.x, t))))
}

// splatPair converts two vector operands, or a vector and a scalar, to one vector type.
func (f *Fn) splatPair(a, b val) (region.Expr, region.Expr) {
	va, aok := a.t.(*region.Vector)
	vb, bok := b.t.(*region.Vector)
	switch {
	case aok && bok:
		return a.x, convert(b.x, va)
	case aok:
		return a.x, &region.Splat{Type: va, X: convert(b.x, va.Elem)}
	default:
		return &region.Splat{Type: vb, X: convert(a.x, vb.Elem)}, b.x
	}
}

func (f *Fn) vectorBinary(op region.BinOp, a, b val) val {
	x, y := f.splatPair(a, b)
	ct := a.ct
	if _, ok := a.t.(*region.Vector); !ok {
		ct = b.ct
	}
	return val{x: &region.Binary{Op: op, X: x, Y: y}, t: x.ExprType(), ct: ct}
}

func (f *Fn) cast(n *cc.CastExpression) val {
	ct := n.TypeName.Type()
	if ct.Kind() == cc.Void {
		f.discard(n.CastExpression)
		return val{t: region.VoidT}
	}
	f.sizesIn(ct)
	if call := vaArgCall(n.CastExpression); call != nil {
		if p, ok := ct.(*cc.PointerType); ok {
			return f.vaArg(call, p)
		}
	}
	if isVectorBuiltin(n.CastExpression) { // parse inserts this cast for cc; its type may differ from the result's
		return f.value(n.CastExpression)
	}
	f.evaluateTypeof(parse.TypeofName(n.TypeName))
	ct = f.elementType(ct, parse.TypeofName(n.TypeName))
	v := f.value(n.CastExpression)
	if u, ok := ct.(*cc.UnionType); ok {
		if !sameType(v.t, f.T.Type(ct)) {
			return f.unionCast(v, u, n)
		}
		v.ct = ct
		return v
	}
	return f.castTo(v, ct)
}

// unionCast translates GNU C's cast of a member's value to its union.
func (f *Fn) unionCast(v val, u *cc.UnionType, at cc.Node) val {
	lv := f.temp("u", f.T.Type(u))
	for i := range fieldCount(u) {
		if m := u.FieldByIndex(i); sameType(f.T.Type(m.Type()), v.t) {
			f.store(lval{addr: lv.addr, t: v.t}, v)
			return val{x: lv.addr, t: lv.t, ct: u, fresh: true}
		}
	}
	f.errorf(at, diag.C, "the union has no member of this type")
	return val{x: lv.addr, t: lv.t, ct: u}
}

func (f *Fn) unaryExpr(n *cc.UnaryExpression) val {
	switch n.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return f.incDec(n.UnaryExpression, n.Case == cc.UnaryExpressionDec, wantNew, n)
	case cc.UnaryExpressionAddrof:
		lv := f.lvalue(n.CastExpression)
		if lv.width > 0 {
			f.errorf(n, diag.C, "the address of a bit-field cannot be taken")
		}
		return val{x: lv.addr, t: region.PtrT, ct: addressType(lv, n)}
	case cc.UnaryExpressionDeref:
		return f.load(f.lvalue(n))
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus:
		return f.plusMinus(f.value(n.CastExpression), n.Case == cc.UnaryExpressionMinus)
	case cc.UnaryExpressionCpl:
		return f.complement(f.value(n.CastExpression))
	case cc.UnaryExpressionNot:
		if v := f.typeOf(n.CastExpression); isVector(v.t) {
			x := f.value(n.CastExpression)
			return scalar(&region.Compare{Op: region.Eq, X: x.x, Y: Zero(x.t)})
		}
		return scalar(intOf(not(f.Bool(n.CastExpression))))
	case cc.UnaryExpressionSizeofExpr:
		return scalar(f.sizeofExpr(n.UnaryExpression))
	case cc.UnaryExpressionSizeofType:
		ct := f.elementType(n.TypeName.Type(), parse.TypeofName(n.TypeName))
		if f.T.isVLA(ct) {
			f.evaluateTypeof(parse.TypeofName(n.TypeName))
			f.sizesIn(ct)
		}
		return scalar(f.SizeOf(ct))
	case cc.UnaryExpressionLabelAddr:
		return val{x: f.takenLabel(n.Token2.SrcStr()), t: region.PtrT, ct: n.Type()}
	case cc.UnaryExpressionAlignofExpr:
		return scalar(Int(region.U64, f.alignofExpr(n.UnaryExpression)))
	case cc.UnaryExpressionAlignofType:
		return scalar(Int(region.U64, f.T.AlignOf(n.TypeName.Type())))
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return f.realImag(n)
	}
	f.errorf(n, diag.Internal, "unknown operator")
	return scalar(Int(region.I32, 0))
}

func isVector(t region.Type) bool { _, ok := t.(*region.Vector); return ok }

// addressType returns the type of &lv: a pointer to the object's own C type if lv has one, else cc's type for n.
func addressType(lv lval, n *cc.UnaryExpression) cc.Type {
	if lv.ct != nil {
		return lv.ct.Pointer()
	}
	return n.Type()
}

func (f *Fn) plusMinus(v val, minus bool) val {
	switch {
	case v.isComplex():
		if minus {
			return val{x: unary(region.Neg, v.x), im: unary(region.Neg, v.im), t: v.t}
		}
		return v
	case isVector(v.t):
		if minus {
			return val{x: &region.Unary{Op: region.Neg, X: v.x}, t: v.t, ct: v.ct}
		}
		return v
	}
	x := convert(v.x, promote(v.t))
	if minus {
		if i, ok := x.ExprType().(*region.Int); ok && i.Signed {
			return scalar(f.arith(region.Sub, Int(i, 0), x))
		}
		x = unary(region.Neg, x)
	}
	return scalar(x)
}

func (f *Fn) complement(v val) val {
	switch {
	case v.isComplex(): // GNU C: the conjugate
		return val{x: v.x, im: unary(region.Neg, v.im), t: v.t}
	case isVector(v.t):
		return val{x: &region.Unary{Op: region.Com, X: v.x}, t: v.t, ct: v.ct}
	}
	return scalar(unary(region.Com, convert(v.x, promote(v.t))))
}

func (f *Fn) realImag(n *cc.UnaryExpression) val {
	v := f.value(n.UnaryExpression)
	imag := n.Case == cc.UnaryExpressionImag
	switch {
	case v.isComplex() && imag:
		return scalar(v.im)
	case v.isComplex():
		return scalar(v.x)
	case imag:
		return scalar(Zero(v.t))
	}
	return v
}

func (f *Fn) postfix(n *cc.PostfixExpression) val {
	switch n.Case {
	case cc.PostfixExpressionCall:
		return f.call(n, true)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.incDec(n.PostfixExpression, n.Case == cc.PostfixExpressionDec, wantOld, n)
	}
	return f.load(f.lvalue(n))
}

func (f *Fn) primary(n *cc.PrimaryExpression) val {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := n.ResolvedTo().(*cc.Enumerator); ok {
			return f.enumerator(e)
		}
		return f.load(f.lvalue(n))
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar, cc.PrimaryExpressionFloat:
		return f.constant(n.Value(), f.T.Type(n.Type()), n)
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.load(f.lvalue(n))
	case cc.PrimaryExpressionStmt:
		return f.statementExpr(n.CompoundStatement, true)
	}
	f.errorf(n, diag.Internal, "unknown expression")
	return scalar(Int(region.I32, 0))
}

// enumerator translates an enumeration constant (C17 6.4.4.3).
func (f *Fn) enumerator(e *cc.Enumerator) val {
	t := f.T.Type(e.Type())
	switch x := e.Value().(type) {
	case cc.Int64Value:
		return scalar(wrapConst(t, big.NewInt(int64(x))))
	case cc.UInt64Value:
		return scalar(wrapConst(t, new(big.Int).SetUint64(uint64(x))))
	}
	return scalar(Zero(t))
}

// constant translates cc's constant v to type t.
func (f *Fn) constant(v cc.Value, t region.Type, at cc.Node) val {
	switch x := v.(type) {
	case cc.Int64Value:
		return scalar(convert(Int(region.I64, int64(x)), t))
	case cc.UInt64Value:
		return scalar(convert(wrapConst(region.U64, new(big.Int).SetUint64(uint64(x))), t))
	case cc.Float64Value:
		if ft, ok := t.(*region.Float); ok {
			return scalar(fconst(ft, float64(x)))
		}
	case *cc.LongDoubleValue:
		if ft, ok := t.(*region.Float); ok {
			return scalar(roundFloat(ft, (*big.Float)(x), 0))
		}
	case cc.Complex64Value:
		return f.complexConst(float64(real(x)), float64(imag(x)), region.Flt)
	case cc.Complex128Value:
		return f.complexConst(real(x), imag(x), region.Dbl)
	case *cc.ComplexLongDoubleValue:
		ft := f.T.longDouble()
		return val{x: Zero(ft), im: roundFloat(ft, (*big.Float)(x.Im), 0), t: f.T.complexStruct(ft)}
	}
	f.errorf(at, diag.Internal, "unknown constant")
	return scalar(Zero(t))
}

func (f *Fn) complexConst(re, im float64, t *region.Float) val {
	return val{x: fconst(t, re), im: fconst(t, im), t: f.T.complexStruct(t)}
}
