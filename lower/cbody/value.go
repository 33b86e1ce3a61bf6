// Values: conversions, constant folding and casts.

package cbody

import (
	"math"
	"math/big"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

// val is the value of a C expression after lvalue conversion. This package computes its type t from the operands by
// C's rules, not from cc's nodes.
//
// Scalars: x is the value. Complex numbers: x is the real and im the imaginary part; t is the structure of a complex
// number. Structures and unions: x is the address of an object that the translation must only read. void: x may be
// nil.
type val struct {
	x  region.Expr
	im region.Expr
	t  region.Type
	ct cc.Type // the C type of a pointer or aggregate; else may be nil
	// fresh is set for a structure in its own temporary storage.
	fresh bool
	site  *region.Site // the access site of an aggregate
	half  region.Type  // the half-precision type of a value that is evaluated in float, else nil
}

// named returns the value's C type. The compiler may evaluate the value in a wider type.
func (v val) named() region.Type {
	if v.half != nil {
		return v.half
	}
	return v.t
}

func scalar(x region.Expr) val { return val{x: x, t: x.ExprType()} }

func (v val) isComplex() bool { return v.im != nil }

// elem returns the type that a pointer value points to, or nil if v is not a pointer.
func (v val) elem() cc.Type { return ctree.Pointee(v.ct) }

// simple reports whether the code may evaluate x twice, anywhere later in its scope.
func simple(x region.Expr) bool {
	switch y := x.(type) {
	case *region.Const, *region.FConst, *region.Null, *region.Undef, *region.GlobalAddr, *region.FuncAddr,
		*region.LocalAddr, *region.ParamVal, *region.TempVal:
		return true
	case *region.PtrAdd:
		return simple(y.Base) && (y.Index == nil || simple(y.Index))
	case *region.Convert:
		return simple(y.X)
	}
	return false
}

// once returns an expression for x that the code may evaluate repeatedly: x itself or a temporary.
func (f *Fn) once(name string, x region.Expr) region.Expr {
	if simple(x) {
		return x
	}
	return f.Let(name, x)
}

// Convert converts the scalar x to the scalar type to by C's rules (C17 6.3.1).
func (f *Fn) Convert(x region.Expr, to region.Type) region.Expr { return convert(x, to) }

func convert(x region.Expr, to region.Type) region.Expr {
	from := x.ExprType()
	if sameType(from, to) || isVoid(to) || isVoid(from) {
		return x
	}
	if r := foldConvert(x, to); r != nil {
		return r
	}
	if _, ok := to.(*region.Bool); ok {
		return truth(x)
	}
	vf, fromVec := from.(*region.Vector)
	vt, toVec := to.(*region.Vector)
	switch {
	case fromVec && toVec && vf.Size() == vt.Size():
		return &region.Bitcast{To: to, X: x} // GNU C reinterprets vectors
	case toVec && !fromVec:
		return &region.Bitcast{To: to, X: x}
	case fromVec && !toVec:
		return &region.Bitcast{To: to, X: x}
	}
	switch {
	case region.IsPtr(to) && isInt(from):
		if from.Size() != 8 {
			x = convert(x, extended(from))
		}
	case isInt(to) && region.IsPtr(from):
		if to.Size() != 8 {
			return convert(&region.Convert{To: region.U64, X: x}, to)
		}
	}
	return &region.Convert{To: to, X: x}
}

// extended returns the 64-bit integer type with the signedness of t.
func extended(t region.Type) region.Type {
	if i, ok := t.(*region.Int); ok && i.Signed {
		return region.I64
	}
	return region.U64
}

// truth returns x != 0 as a bool.
func truth(x region.Expr) region.Expr {
	switch y := x.(type) {
	case *region.Const:
		return Int(region.BoolT, int64(y.Val.Sign()*y.Val.Sign()))
	case *region.FConst:
		if y.NaN || y.Inf != 0 || y.Val.Sign() != 0 {
			return Int(region.BoolT, 1)
		}
		return Int(region.BoolT, 0)
	case *region.Null:
		return Int(region.BoolT, 0)
	case *region.LocalAddr:
		return Int(region.BoolT, 1)
	case *region.GlobalAddr:
		if y.Global.Linkage != region.Weak || !y.Global.Decl { // an undefined weak symbol is null
			return Int(region.BoolT, 1)
		}
	case *region.FuncAddr:
		if y.Func.Linkage != region.Weak { // a weak function may be null
			return Int(region.BoolT, 1)
		}
	case *region.PtrAdd: // pointer arithmetic that leaves an object is undefined behaviour
		if c, ok := truth(y.Base).(*region.Const); ok && y.Index == nil && c.Val.Sign() != 0 {
			return c
		}
	case *region.Convert:
		if _, ok := y.X.ExprType().(*region.Bool); ok && isInt(y.To) {
			return y.X
		}
	}
	t := x.ExprType()
	if _, ok := t.(*region.Bool); ok {
		return x
	}
	return &region.Compare{Op: region.Ne, X: x, Y: Zero(t)}
}

func not(x region.Expr) region.Expr {
	if c, ok := x.(*region.Const); ok {
		return Int(region.BoolT, int64(1-c.Val.Sign()))
	}
	return &region.Not{X: x}
}

// foldConvert converts a constant. It returns nil if x is not a constant that it can convert.
func foldConvert(x region.Expr, to region.Type) region.Expr {
	switch c := x.(type) {
	case *region.Undef:
		return &region.Undef{Type: to}
	case *region.Const:
		switch tt := to.(type) {
		case *region.Int:
			return wrapConst(to, c.Val)
		case *region.Bool:
			return truth(c)
		case *region.Float:
			return roundFloat(tt, new(big.Float).SetInt(c.Val), 0)
		case *region.Ptr:
			if c.Val.Sign() == 0 {
				return &region.Null{}
			}
			return &region.Const{Type: region.PtrT, Val: wrapInt(c.Val, 64, false)}
		}
	case *region.Null:
		if isInt(to) {
			return Int(to, 0)
		}
	case *region.FConst:
		switch tt := to.(type) {
		case *region.Bool:
			return truth(c)
		case *region.Float:
			if c.NaN || c.Inf != 0 {
				return &region.FConst{Type: tt, Val: c.Val, Inf: c.Inf, NaN: c.NaN}
			}
			return roundFloat(tt, c.Val, 0)
		case *region.Int:
			return saturate(c, tt)
		}
	}
	return nil
}

// saturate converts a floating constant to an integer. Where C leaves the result undefined (6.3.1.4), it returns the
// nearest value, and 0 for NaN, as gcc does.
func saturate(c *region.FConst, t *region.Int) *region.Const {
	lo, hi := intRange(t)
	switch {
	case c.NaN:
		return Int(t, 0)
	case c.Inf > 0:
		return wrapConst(t, hi)
	case c.Inf < 0:
		return wrapConst(t, lo)
	}
	n, _ := c.Val.Int(nil)
	switch {
	case n.Cmp(lo) < 0:
		n = lo
	case n.Cmp(hi) > 0:
		n = hi
	}
	return wrapConst(t, n)
}

func intRange(t *region.Int) (lo, hi *big.Int) {
	one := big.NewInt(1)
	if t.Signed {
		hi = new(big.Int).Lsh(one, uint(t.Bits-1))
		lo = new(big.Int).Neg(hi)
		return lo, hi.Sub(hi, one)
	}
	hi = new(big.Int).Lsh(one, uint(t.Bits))
	return new(big.Int), hi.Sub(hi, one)
}

// floatFormat returns the precision and exponent range of a floating type.
func floatFormat(k region.FloatKind) (prec uint, emin, emax int) {
	switch k {
	case region.F16:
		return 11, -14, 15
	case region.BF16:
		return 8, -126, 127
	case region.F32:
		return 24, -126, 127
	case region.F64:
		return 53, -1022, 1023
	case region.F80:
		return 64, -16382, 16383
	}
	return 113, -16382, 16383
}

// roundFloat rounds v to type t, with overflow to infinity and with subnormals. It keeps the sign of zero.
func roundFloat(t *region.Float, v *big.Float, _ int) *region.FConst {
	prec, emin, emax := floatFormat(t.Kind)
	if v.IsInf() {
		return &region.FConst{Type: t, Val: new(big.Float), Inf: sign(v)}
	}
	r := new(big.Float).SetMode(big.ToNearestEven)
	exp := v.MantExp(nil) - 1 // v = m * 2^exp with 1 <= m < 2
	if v.Sign() != 0 && exp < emin {
		p := int(prec) - (emin - exp)
		switch {
		case p >= 1:
			r.SetPrec(uint(p)).Set(v)
		default: // less than the smallest subnormal: round to it or to zero
			min := new(big.Float).SetMantExp(big.NewFloat(1), emin-int(prec)+1)
			half := new(big.Float).SetMantExp(big.NewFloat(1), emin-int(prec))
			a := new(big.Float).Abs(v)
			if a.Cmp(half) > 0 {
				r.Set(min)
			}
			if v.Signbit() {
				r.Neg(r)
			}
		}
		return &region.FConst{Type: t, Val: new(big.Float).SetPrec(max(prec, 53)).Set(r)}
	}
	r.SetPrec(prec).Set(v)
	if r.Sign() != 0 && r.MantExp(nil)-1 > emax {
		return &region.FConst{Type: t, Val: new(big.Float), Inf: sign(v)}
	}
	return &region.FConst{Type: t, Val: r}
}

func sign(v *big.Float) int {
	if v.Signbit() {
		return -1
	}
	return 1
}

// fconst returns the floating constant of type t for a Go float.
func fconst(t *region.Float, v float64) *region.FConst {
	switch {
	case math.IsNaN(v):
		return &region.FConst{Type: t, Val: new(big.Float), NaN: true}
	case math.IsInf(v, 0):
		s := 1
		if v < 0 {
			s = -1
		}
		return &region.FConst{Type: t, Val: new(big.Float), Inf: s}
	}
	return roundFloat(t, big.NewFloat(v), 0)
}

// arith returns x op y for operands of one scalar type.
func (f *Fn) arith(op region.BinOp, x, y region.Expr) region.Expr {
	if r := foldBinary(op, x, y); r != nil {
		return r
	}
	b := &region.Binary{Op: op, X: x, Y: y}
	if i, ok := x.ExprType().(*region.Int); ok && i.Signed && !f.T.cfg.Wrapv {
		switch op {
		case region.Add, region.Sub, region.Mul:
			b.NSW = true
		}
	}
	return b
}

func foldBinary(op region.BinOp, x, y region.Expr) region.Expr {
	switch a := x.(type) {
	case *region.Const:
		if b, ok := y.(*region.Const); ok && isInt(a.Type) {
			return foldInt(op, a, b)
		}
	case *region.FConst:
		if b, ok := y.(*region.FConst); ok {
			return foldFloat(op, a, b)
		}
	}
	return nil
}

func foldInt(op region.BinOp, a, b *region.Const) region.Expr {
	x, y, r := a.Val, b.Val, new(big.Int)
	bits := int64(64)
	if i, ok := a.Type.(*region.Int); ok {
		bits = int64(i.Bits)
	}
	switch op {
	case region.Add:
		r.Add(x, y)
	case region.Sub:
		r.Sub(x, y)
	case region.Mul:
		r.Mul(x, y)
	case region.Div, region.Rem:
		if y.Sign() == 0 {
			return nil
		}
		q, m := new(big.Int).QuoRem(x, y, new(big.Int))
		r = q
		if op == region.Rem {
			r = m
		}
	case region.And:
		r.And(x, y)
	case region.Or:
		r.Or(x, y)
	case region.Xor:
		r.Xor(x, y)
	case region.Shl, region.Shr:
		if y.Sign() < 0 || !y.IsInt64() || y.Int64() >= bits {
			return nil
		}
		if op == region.Shl {
			r.Lsh(x, uint(y.Int64()))
		} else {
			r.Rsh(x, uint(y.Int64()))
		}
	case region.Min, region.Max:
		r = x
		if (y.Cmp(x) < 0) == (op == region.Min) {
			r = y
		}
	default:
		return nil
	}
	return wrapConst(a.Type, r)
}

func foldFloat(op region.BinOp, a, b *region.FConst) region.Expr {
	if a.NaN || b.NaN || a.Inf != 0 || b.Inf != 0 {
		return foldSpecial(op, a, b)
	}
	x, y := a.Val, b.Val
	r := new(big.Float).SetPrec(5000)
	switch op {
	case region.Add:
		r.Add(x, y)
		if r.Sign() == 0 && x.Signbit() && y.Signbit() {
			r.Neg(new(big.Float))
		}
	case region.Sub:
		r.Sub(x, y)
	case region.Mul:
		r.Mul(x, y)
	case region.Div:
		if y.Sign() == 0 {
			return foldSpecial(op, a, b)
		}
		prec, _, _ := floatFormat(a.Type.Kind)
		r.SetPrec(4*prec+64).Quo(x, y)
	default:
		return nil
	}
	return roundFloat(a.Type, r, 0)
}

// foldSpecial folds operations with infinities and NaN in float64, which has the same rules.
func foldSpecial(op region.BinOp, a, b *region.FConst) region.Expr {
	x, y := approx(a), approx(b)
	switch op {
	case region.Add:
		x += y
	case region.Sub:
		x -= y
	case region.Mul:
		x *= y
	case region.Div:
		x /= y
	default:
		return nil
	}
	return fconst(a.Type, x)
}

// approx keeps sign, zero, infinity and NaN, and replaces other values by ±1.
func approx(c *region.FConst) float64 {
	switch {
	case c.NaN:
		return math.NaN()
	case c.Inf != 0:
		return math.Inf(c.Inf)
	case c.Val.Sign() == 0:
		if c.Val.Signbit() {
			return math.Copysign(0, -1)
		}
		return 0
	}
	return float64(c.Val.Sign())
}

func foldUnary(op region.UnOp, x region.Expr) region.Expr {
	switch c := x.(type) {
	case *region.Const:
		if op == region.Neg {
			return wrapConst(c.Type, new(big.Int).Neg(c.Val))
		}
		return wrapConst(c.Type, new(big.Int).Not(c.Val))
	case *region.FConst:
		if op == region.Neg {
			return &region.FConst{Type: c.Type, Val: new(big.Float).Neg(c.Val), Inf: -c.Inf, NaN: c.NaN}
		}
	}
	return nil
}

func unary(op region.UnOp, x region.Expr) region.Expr {
	if r := foldUnary(op, x); r != nil {
		return r
	}
	return &region.Unary{Op: op, X: x}
}

// compare returns x op y as a bool, for operands of one scalar type.
func compare(op region.CmpOp, x, y region.Expr) region.Expr {
	if a, ok := constOf(x); ok {
		if b, ok := constOf(y); ok {
			return Int(region.BoolT, b2i(ordered(op, a.Cmp(b))))
		}
	}
	if a, ok := x.(*region.FConst); ok {
		if b, ok := y.(*region.FConst); ok && !a.NaN && !b.NaN && a.Inf == 0 && b.Inf == 0 {
			return Int(region.BoolT, b2i(ordered(op, a.Val.Cmp(b.Val))))
		}
	}
	if _, ok := y.(*region.Null); ok && (op == region.Eq || op == region.Ne) {
		if c, ok := truth(x).(*region.Const); ok {
			return Int(region.BoolT, b2i((c.Val.Sign() != 0) == (op == region.Ne)))
		}
	}
	return &region.Compare{Op: op, X: x, Y: y}
}

func constOf(x region.Expr) (*big.Int, bool) {
	switch c := x.(type) {
	case *region.Const:
		return c.Val, true
	case *region.Null:
		return new(big.Int), true
	}
	return nil, false
}

func ordered(op region.CmpOp, c int) bool {
	switch op {
	case region.Eq:
		return c == 0
	case region.Ne:
		return c != 0
	case region.Lt:
		return c < 0
	case region.Le:
		return c <= 0
	case region.Gt:
		return c > 0
	case region.Ge:
		return c >= 0
	}
	return false
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// castTo converts v to C type ct.
func (f *Fn) castTo(v val, ct cc.Type) val {
	rt := f.T.Type(ct)
	switch ct.(type) {
	case *cc.ArrayType, *cc.FunctionType:
		rt = region.PtrT
	}
	r := f.castRegion(v, rt)
	r.ct = ct
	return r
}

// castRegion converts v to rt, which may be a complex type.
func (f *Fn) castRegion(v val, rt region.Type) val {
	elem := f.T.elemOf(rt)
	switch {
	case isVoid(rt):
		return val{x: v.x, t: rt}
	case elem != nil && v.isComplex():
		return val{x: convert(v.x, elem), im: convert(v.im, elem), t: rt}
	case elem != nil && f.number(v):
		x := convert(v.x, elem)
		return val{x: x, im: Zero(elem), t: rt}
	case v.isComplex():
		if _, ok := rt.(*region.Bool); ok {
			return scalar(f.truthOf(v))
		}
		return scalar(convert(v.x, rt))
	case isAggregate(rt) && isAggregate(v.t):
		v.t = rt
		return v
	case isAggregate(rt) || isAggregate(v.t), region.IsPtr(rt) && isFloat(v.t), isFloat(rt) && region.IsPtr(v.t):
		f.errorf(nil, diag.C, "no conversion from %s to %s", v.t, rt)
		return f.undef(rt)
	case v.x == nil:
		return val{x: &region.Undef{Type: rt}, t: rt}
	}
	// clang converts a scalar to all elements of the vector.
	if vt, ok := rt.(*region.Vector); ok && arithmetic(v.t) && v.t.Size() != rt.Size() {
		return val{x: &region.Splat{Type: vt, X: convert(v.x, vt.Elem)}, t: rt}
	}
	return val{x: convert(v.x, rt), t: rt}
}

// undef returns an undefined value of type rt, for use after an error.
func (f *Fn) undef(rt region.Type) val {
	if e := f.T.elemOf(rt); e != nil {
		return val{x: &region.Undef{Type: e}, im: &region.Undef{Type: e}, t: rt}
	}
	if isAggregate(rt) {
		return val{x: f.temp("undef", rt).addr, t: rt}
	}
	return val{x: &region.Undef{Type: rt}, t: rt}
}

// truthOf returns v != 0.
func (f *Fn) truthOf(v val) region.Expr {
	if v.isComplex() {
		re := truth(f.once("re", v.x))
		return &region.OrElse{X: re, Y: truth(v.im)}
	}
	if v.x == nil {
		return Int(region.BoolT, 0)
	}
	return truth(v.x)
}

// intOf converts a bool to the int 0 or 1.
func intOf(b region.Expr) region.Expr { return convert(b, region.I32) }
