package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/region"
)

// complexCommon is the common type of two arithmetic types of which one at
// least is complex (C17 6.3.1.8).
func (f *Fn) complexCommon(a, b region.Type) region.Type {
	return f.T.complexStruct(f.commonPart(a, b))
}

// commonPart is the type of its parts.
func (f *Fn) commonPart(a, b region.Type) region.Type {
	if e := f.T.elemOf(a); e != nil {
		a = e
	}
	if e := f.T.elemOf(b); e != nil {
		b = e
	}
	return usual(a, b)
}

// parts converts v to parts of type elem; real: v has no imaginary part.
func (f *Fn) parts(v val, elem region.Type) (re, im region.Expr, real bool) {
	re = f.once("re", convert(v.x, elem))
	if !v.isComplex() {
		return re, nil, true
	}
	return re, f.once("im", convert(v.im, elem)), false
}

// complexBinary is gcc's complex arithmetic: a real operand stays real (C17
// Annex G), products and quotients recover infinities unless -ffast-math.
func (f *Fn) complexBinary(op region.BinOp, a, b val, at cc.Node) val {
	part := f.commonPart(a.named(), b.named())
	elem := evalType(part)
	r := f.complexIn(op, a, b, elem, at)
	if elem != part {
		r.half = f.T.complexStruct(part)
	}
	return r
}

// complexIn does the arithmetic with parts of type elem.
func (f *Fn) complexIn(op region.BinOp, a, b val, elem region.Type, at cc.Node) val {
	t := region.Type(f.T.complexStruct(elem))
	ar, ai, areal := f.parts(a, elem)
	br, bi, breal := f.parts(b, elem)
	mk := func(re, im region.Expr) val {
		return val{x: f.once("re", re), im: f.once("im", im), t: t}
	}
	do := func(op region.BinOp, x, y region.Expr) region.Expr { return f.arith(op, x, y) }
	switch op {
	case region.Add, region.Sub:
		im := ai
		switch {
		case areal && op == region.Sub:
			im = unary(region.Neg, bi)
		case areal:
			im = bi
		case !breal:
			im = do(op, ai, bi)
		}
		return mk(do(op, ar, br), im)
	case region.Mul:
		switch {
		case breal:
			return mk(do(region.Mul, ar, br), do(region.Mul, ai, br))
		case areal:
			return mk(do(region.Mul, ar, br), do(region.Mul, ar, bi))
		}
		return f.complexMul(ar, ai, br, bi, t)
	case region.Div:
		if breal {
			return mk(do(region.Div, ar, br), do(region.Div, ai, br))
		}
		if areal {
			ai = Zero(elem)
		}
		return f.complexDiv(ar, ai, br, bi, t)
	}
	f.errorf(at, diag.C, "invalid operands of an operator")
	return val{x: ar, im: Zero(elem), t: t}
}

// complexMul is (a+bi)(c+di); when both parts come out NaN the library
// function recovers infinities (C17 Annex G.5.1).
func (f *Fn) complexMul(a, b, c, d region.Expr, t region.Type) val {
	elem := f.T.elemOf(t)
	re := f.once("re", f.arith(region.Sub, f.arith(region.Mul, a, c), f.arith(region.Mul, b, d)))
	im := f.once("im", f.arith(region.Add, f.arith(region.Mul, a, d), f.arith(region.Mul, b, c)))
	name := complexHelper("__ompcc_mul", elem)
	if f.T.cfg.FP.Fast || name == "" || f.isDry > 0 || isConst(re) {
		return val{x: re, im: im, t: t}
	}
	lv := f.temp("prod", t)
	f.store(lv, val{x: re, im: im, t: t})
	nan := &region.AndAlso{
		X: &region.Compare{Op: region.Unord, X: re, Y: re},
		Y: &region.Compare{Op: region.Unord, X: im, Y: im},
	}
	fix := f.Block(nil, func() { f.callHelper(name, lv, a, b, c, d) })
	f.Emit(&region.If{At: region.At{Pos: f.pos}, Cond: nan, Then: fix})
	return f.load(lv)
}

func isConst(x region.Expr) bool {
	switch x.(type) {
	case *region.Const, *region.FConst:
		return true
	}
	return false
}

// complexDiv is (a+bi)/(c+di).
func (f *Fn) complexDiv(a, b, c, d region.Expr, t region.Type) val {
	elem := f.T.elemOf(t)
	name := complexHelper("__ompcc_div", elem)
	if f.T.cfg.FP.Fast || name == "" || f.isDry > 0 {
		den := f.once("den", f.arith(region.Add, f.arith(region.Mul, c, c), f.arith(region.Mul, d, d)))
		re := f.arith(region.Add, f.arith(region.Mul, a, c), f.arith(region.Mul, b, d))
		im := f.arith(region.Sub, f.arith(region.Mul, b, c), f.arith(region.Mul, a, d))
		return val{x: f.once("re", f.arith(region.Div, re, den)), im: f.once("im", f.arith(region.Div, im, den)), t: t}
	}
	lv := f.temp("quot", t)
	f.callHelper(name, lv, a, b, c, d)
	return f.load(lv)
}

// complexHelper names the helper for an element type, "" for integers.
func complexHelper(base string, elem region.Type) string {
	ft, ok := elem.(*region.Float)
	if !ok {
		return ""
	}
	switch ft.Kind {
	case region.F32:
		return base + "sc3"
	case region.F64:
		return base + "dc3"
	case region.F80, region.F128: // the processor's long double
		return base + "xc3"
	}
	return ""
}

// callHelper calls a helper of the device library with the address of the
// result and the operands' parts.
func (f *Fn) callHelper(name string, res lval, parts ...region.Expr) {
	fn, err := f.T.helper(name)
	if err != nil {
		f.errorf(nil, diag.Internal, "complex arithmetic: %v", err)
		return
	}
	ft := &region.Func{Ret: region.VoidT}
	for _, p := range fn.Params {
		ft.Params = append(ft.Params, p.Type)
	}
	f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: &region.Call{
		Func: fn, Type: ft, Args: append([]region.Expr{res.addr}, parts...), Pos: f.pos,
	}})
}

func (f *Fn) complexCompare(op region.CmpOp, a, b val) val {
	t := f.complexCommon(a.t, b.t)
	elem := f.T.elemOf(t)
	ar, ai, areal := f.parts(a, elem)
	br, bi, breal := f.parts(b, elem)
	if areal {
		ai = Zero(elem)
	}
	if breal {
		bi = Zero(elem)
	}
	re, im := compare(op, ar, br), compare(op, ai, bi)
	if op == region.Ne {
		return scalar(intOf(&region.OrElse{X: re, Y: im}))
	}
	return scalar(intOf(&region.AndAlso{X: re, Y: im}))
}
