package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

var assignOps = map[cc.AssignmentExpressionCase]region.BinOp{
	cc.AssignmentExpressionMul: region.Mul,
	cc.AssignmentExpressionDiv: region.Div,
	cc.AssignmentExpressionMod: region.Rem,
	cc.AssignmentExpressionAdd: region.Add,
	cc.AssignmentExpressionSub: region.Sub,
	cc.AssignmentExpressionLsh: region.Shl,
	cc.AssignmentExpressionRsh: region.Shr,
	cc.AssignmentExpressionAnd: region.And,
	cc.AssignmentExpressionXor: region.Xor,
	cc.AssignmentExpressionOr:  region.Or,
}

// assignment translates x = y and x op= y; its value is that of x afterwards.
func (f *Fn) assignment(n *cc.AssignmentExpression, want bool) val {
	f.setPos(n)
	lv := f.lvalue(n.UnaryExpression)
	if n.Case == cc.AssignmentExpressionAssign {
		return f.assign(lv, f.valueForAssign(n.AssignmentExpression), want)
	}
	op := assignOps[n.Case]
	if lv.atomic {
		return f.atomicUpdate(lv, op, f.value(n.AssignmentExpression), n, true)
	}
	lv = f.pinned(lv)
	rhs := f.value(n.AssignmentExpression)
	return f.assign(lv, f.binaryVal(op, f.load(lv), rhs, n), want)
}

func (f *Fn) valueForAssign(x cc.ExpressionNode) val { return f.value(x) }

// assign stores v, converted to lv's type, and returns the value stored.
func (f *Fn) assign(lv lval, v val, want bool) val {
	if isVoid(v.t) {
		return v
	}
	if _, ok := lv.ct.(*cc.FunctionType); ok || lv.isArray() {
		return v
	}
	v = f.castRegion(v, lv.t)
	v.ct = lv.ct
	if want {
		switch {
		case v.isComplex():
			v.x, v.im = f.once("re", v.x), f.once("im", v.im)
		case !isAggregate(v.t):
			v.x = f.once("v", v.x)
		}
	}
	f.store(lv, v)
	if want && lv.width > 0 {
		return f.truncated(lv, v)
	}
	return v
}

// truncated is what a bit-field holds after v was stored.
func (f *Fn) truncated(lv lval, v val) val {
	i, ok := lv.t.(*region.Int)
	if !ok {
		return scalar(convert(v.x, region.I32))
	}
	t := &region.Int{Bits: lv.width, Signed: i.Signed}
	return scalar(convert(convert(v.x, t), promoteBits(t, i)))
}

// want says which value of ++ and -- is used.
type want int

const (
	wantNothing want = iota
	wantOld
	wantNew
)

func (f *Fn) incDec(x cc.ExpressionNode, dec bool, w want, at cc.Node) val {
	f.setPos(at)
	op := region.Add
	if dec {
		op = region.Sub
	}
	lv := f.lvalue(x)
	if lv.atomic {
		return f.atomicUpdate(lv, op, scalar(Int(region.I32, 1)), at, w == wantNew)
	}
	lv = f.pinned(lv)
	old := f.load(lv)
	if w == wantOld {
		switch {
		case old.isComplex():
			old.x, old.im = f.once("re", old.x), f.once("im", old.im)
		default:
			old.x = f.once("old", old.x)
		}
	}
	one := scalar(Int(region.I32, 1))
	nv := f.assign(lv, f.binaryVal(op, old, one, at), w == wantNew)
	if w == wantOld {
		return old
	}
	return nv
}

// Assign stores src, converted to ct as if by assignment, at dst.
func (f *Fn) Assign(dst region.Expr, ct cc.Type, src cc.ExpressionNode) {
	f.assign(f.object(dst, ct), f.value(src), false)
}

// ValueAs translates x and converts it to type ct as if by assignment;
// complex numbers and structures: the address.
func (f *Fn) ValueAs(x cc.ExpressionNode, ct cc.Type) region.Expr {
	v := f.castTo(f.value(x), ct)
	if v.isComplex() {
		return f.materialise(v, x).addr
	}
	return v.x
}

// Value translates x to its value after lvalue conversion: scalars as a value
// of Type(x.Type()), aggregates (and complex numbers) as the address of the
// object, which must only be read.
func (f *Fn) Value(x cc.ExpressionNode) region.Expr {
	v := f.value(x)
	if v.isComplex() {
		return f.materialise(v, x).addr
	}
	return v.x
}

// Addr translates the lvalue x to its address.
func (f *Fn) Addr(x cc.ExpressionNode) region.Expr { return f.lvalue(x).addr }

// Discard translates x for its effects.
func (f *Fn) Discard(x cc.ExpressionNode) { f.discard(x) }

// Copy copies the object of type t at src to dst (scalars and aggregates).
func (f *Fn) Copy(dst, src region.Expr, t region.Type) {
	at := region.At{Pos: f.pos}
	if isAggregate(t) {
		f.Emit(&region.Copy{At: at, Dst: dst, Src: src, Type: t})
		return
	}
	f.Emit(&region.Store{At: at, Addr: dst, X: &region.Load{Type: t, Addr: src}})
}

// Binary computes *x op *y of C type ct into *dst (op is "+", "-", "*", "&",
// "|", "^", "&&", "||", "min", "max"), for reductions; complex types included.
func (f *Fn) Binary(op string, ct cc.Type, dst, x, y region.Expr) {
	a, b := f.load(f.object(x, ct)), f.load(f.object(y, ct))
	lv := f.object(dst, ct)
	switch op {
	case "&&":
		f.assign(lv, scalar(intOf(&region.AndAlso{X: f.truthOf(a), Y: f.truthOf(b)})), false)
	case "||":
		f.assign(lv, scalar(intOf(&region.OrElse{X: f.truthOf(a), Y: f.truthOf(b)})), false)
	default:
		f.assign(lv, f.binaryVal(region.BinOpNamed(op), a, b, nil), false)
	}
}
