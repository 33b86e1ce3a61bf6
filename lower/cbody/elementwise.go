// Builtins on vectors, element by element.

package cbody

import (
	"math"
	"math/big"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// clang's __builtin_elementwise_* take scalars or vectors of one type and give the same;
// __builtin_reduce_* combine a vector's elements. Both are element by element
// here: LLVM makes vector operations of them.

// vectorBuiltin lowers both kinds.
func (f *Fn) vectorBuiltin(base string, n *cc.PostfixExpression, args []cc.ExpressionNode) (val, bool) {
	if op, ok := strings.CutPrefix(base, "elementwise_"); ok && len(args) > 0 {
		return f.elementwise(op, n, args), true
	}
	if op, ok := strings.CutPrefix(base, "reduce_"); ok && len(args) == 1 {
		return f.reduceVector(op, n, args[0]), true
	}
	return val{}, false
}

// isVectorBuiltin reports a call that parse has put a cast before.
func isVectorBuiltin(x cc.ExpressionNode) bool {
	n, ok := unwrap(x).(*cc.PostfixExpression)
	if !ok || n.Case != cc.PostfixExpressionCall {
		return false
	}
	name, _ := calledName(n.PostfixExpression)
	return name == "__ompcc_call___builtin_shufflevector" ||
		strings.HasPrefix(name, "__ompcc_call___builtin_elementwise_")
}

func (f *Fn) elementwise(op string, n *cc.PostfixExpression, args []cc.ExpressionNode) val {
	vals := make([]val, len(args))
	for i, a := range args {
		vals[i] = f.value(a)
	}
	vt, ok := vals[0].t.(*region.Vector)
	if !ok {
		t := promote(vals[0].t)
		xs := make([]region.Expr, len(args))
		for i, v := range vals {
			xs[i] = f.once("x", convertReal(v, t))
		}
		return scalar(f.elementOp(op, t, xs, n))
	}
	for i := range vals {
		if vals[i].t.Size() != vt.Size() {
			f.errorf(args[i], diag.C, "the operands of __builtin_elementwise_%s must have one type", op)
			return vals[0]
		}
		vals[i].x = f.once("v", vals[i].x)
	}
	r := region.Expr(&region.Undef{Type: vt})
	for i := range vt.Len {
		xs := make([]region.Expr, len(args))
		for k, v := range vals {
			xs[k] = f.once("x", &region.VecElem{X: v.x, Index: Int(region.I32, i)})
		}
		r = &region.VecInsert{X: r, Index: Int(region.I32, i), Y: f.elementOp(op, vt.Elem, xs, n)}
	}
	return val{x: r, t: vt, ct: vals[0].ct}
}

func (f *Fn) reduceVector(op string, n *cc.PostfixExpression, arg cc.ExpressionNode) val {
	v := f.value(arg)
	vt, ok := v.t.(*region.Vector)
	if !ok {
		f.errorf(arg, diag.C, "__builtin_reduce_%s takes a vector", op)
		return v
	}
	x := f.once("v", v.x)
	r := f.once("r", &region.VecElem{X: x, Index: Int(region.I32, 0)})
	for i := int64(1); i < vt.Len; i++ {
		e := f.once("x", &region.VecElem{X: x, Index: Int(region.I32, i)})
		r = f.once("r", f.elementOp(op, vt.Elem, []region.Expr{r, e}, n))
	}
	return scalar(r)
}

// elementArgs are the operations' numbers of operands.
var elementArgs = map[string]int{"max": 2, "min": 2, "add_sat": 2, "sub_sat": 2, "pow": 2, "fmod": 2, "copysign": 2,
	"fma": 3,
	"add": 2, "mul": 2, "and": 2, "or": 2, "xor": 2}

// elementOp is op of xs, which are of type t and usable more than once.
func (f *Fn) elementOp(op string, t region.Type, xs []region.Expr, at cc.Node) region.Expr {
	if want := max(elementArgs[op], 1); len(xs) == want {
		var x region.Expr
		if ft, ok := t.(*region.Float); ok {
			x = f.floatElement(op, ft, xs)
		} else if it, ok := t.(*region.Int); ok {
			x = f.intElement(op, it, xs)
		}
		if x != nil {
			return x
		}
	}
	f.errorf(at, diag.UnsupportedBuiltin, "%s is not supported in device code", calledBuiltin(at)).WithFix(hostOnlyHelp)
	return &region.Undef{Type: t}
}

// calledBuiltin is the name of the builtin that the program calls.
func calledBuiltin(at cc.Node) string {
	if n, ok := at.(*cc.PostfixExpression); ok {
		name, _ := calledName(n.PostfixExpression)
		return strings.TrimPrefix(name, "__ompcc_call_")
	}
	return "this builtin"
}

func (f *Fn) floatElement(op string, t *region.Float, xs []region.Expr) region.Expr {
	name := map[string]string{"abs": "fabs", "max": "fmax", "min": "fmin"}[op]
	if name == "" {
		name = op
	}
	if in := intrinsics[name]; in != "" {
		return &region.Intrinsic{Op: in, Type: t, Args: xs}
	}
	switch name {
	case "canonicalize":
		return f.arith(region.Mul, xs[0], fconst(t, 1))
	case "roundeven":
		return &region.Intrinsic{Op: region.OpRint, Type: t, Args: xs} // nobody changes the rounding mode on devices
	case "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2",
		"log10", "pow", "fmod":
		return f.mathElement(name, t, xs)
	}
	return nil
}

// mathElement calls the function for t, or for float where t is smaller.
func (f *Fn) mathElement(name string, t *region.Float, xs []region.Expr) region.Expr {
	ft := t
	switch t.Kind {
	case region.Dbl.Kind:
	case region.X87.Kind:
		name += "l"
	default:
		name, ft = name+"f", region.Flt
	}
	args, params := make([]region.Expr, len(xs)), make([]region.Type, len(xs))
	for i, x := range xs {
		args[i], params[i] = convert(x, ft), ft
	}
	fn := f.T.LibraryOf(name, ft, params...)
	return convert(f.Let(name, &region.Call{Func: fn, Type: &region.Func{Ret: ft, Params: params}, Args: args}), t)
}

func (f *Fn) intElement(op string, t *region.Int, xs []region.Expr) region.Expr {
	x := xs[0]
	switch op {
	case "abs":
		return &region.Cond{C: compare(region.Lt, x, Zero(t)), X: f.arith(region.Sub, Zero(t), x), Y: x}
	case "max":
		return &region.Cond{C: compare(region.Gt, x, xs[1]), X: x, Y: xs[1]}
	case "min":
		return &region.Cond{C: compare(region.Lt, x, xs[1]), X: x, Y: xs[1]}
	case "add_sat":
		return f.saturated(region.Add, t, xs)
	case "sub_sat":
		return f.saturated(region.Sub, t, xs)
	case "popcount":
		if t.Bits > 64 {
			return nil
		}
		u := &region.Int{Bits: max(t.Bits, 32)}
		return convert(&region.Intrinsic{Op: region.OpPopcount, Type: u,
			Args: []region.Expr{convert(convert(x, &region.Int{Bits: t.Bits}), u)}}, t)
	case "bitreverse":
		return f.bitReverse(t, x)
	}
	arith := map[string]region.BinOp{"add": region.Add, "mul": region.Mul, "and": region.And, "or": region.Or,
		"xor": region.Xor}
	if b, ok := arith[op]; ok {
		return convert(f.arith(b, x, xs[1]), t)
	}
	return nil
}

// saturated computes in a wider type and takes the nearest value of t.
func (f *Fn) saturated(op region.BinOp, t *region.Int, xs []region.Expr) region.Expr {
	if t.Bits > 64 {
		return nil
	}
	wide := &region.Int{Bits: 2 * max(t.Bits, 16), Signed: true}
	r := f.once("wide", f.arith(op, convert(xs[0], wide), convert(xs[1], wide)))
	one := big.NewInt(1)
	low, high := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(t.Bits)), one)
	if t.Signed {
		high.Rsh(high, 1)
		low.Not(high)
	}
	lo, hi := wrapConst(wide, low), wrapConst(wide, high)
	r = &region.Cond{C: compare(region.Lt, r, lo), X: lo, Y: &region.Cond{C: compare(region.Gt, r, hi), X: hi, Y: r}}
	return convert(r, t)
}

// bitReverse swaps neighbouring bits, pairs, nibbles and so on.
func (f *Fn) bitReverse(t *region.Int, x region.Expr) region.Expr {
	if t.Bits > 64 {
		return nil
	}
	u := &region.Int{Bits: t.Bits}
	r := f.once("u", convert(x, u))
	for n := 1; n < t.Bits; n *= 2 {
		mask := ^uint64(0) / (1<<n + 1)
		if t.Bits < 64 {
			mask &= 1<<t.Bits - 1
		}
		m := wrapConst(u, new(big.Int).SetUint64(mask))
		right := f.arith(region.And, f.arith(region.Shr, r, Int(u, int64(n))), m)
		left := f.arith(region.Shl, f.arith(region.And, r, m), Int(u, int64(n)))
		r = f.once("u", f.arith(region.Or, right, left))
	}
	return convert(r, t)
}

// isFPClass is __builtin_isfpclass(x, mask): whether x is of one of the classes that the
// mask's bits stand for, from the signalling NaN to positive infinity.
func (f *Fn) isFPClass(n cc.Node, args []cc.ExpressionNode) val {
	v := f.value(args[0])
	t, ok := v.t.(*region.Float)
	mask, constant := f.T.ConstInt(args[1])
	if !ok || !constant {
		f.errorf(n, diag.C, "__builtin_isfpclass takes a floating number and a constant mask")
		return scalar(Int(region.I32, 0))
	}
	x := f.once("x", v.x)
	abs := f.once("abs", &region.Intrinsic{Op: region.OpFabs, Type: t, Args: []region.Expr{x}})
	neg := f.once("neg", &region.Intrinsic{Op: region.OpSignbit, Type: region.BoolT, Args: []region.Expr{x}})
	inf := fconst(t, math.Inf(1))
	nan := &region.Compare{Op: region.Unord, X: x, Y: x}
	finite := &region.Compare{Op: region.Lt, X: abs, Y: inf}
	normal := &region.AndAlso{X: &region.Compare{Op: region.Ge, X: abs, Y: smallest(t)}, Y: finite}
	zero := &region.Compare{Op: region.Eq, X: x, Y: Zero(t)}
	tiny := &region.AndAlso{X: &region.Compare{Op: region.Gt, X: abs, Y: Zero(t)},
		Y: &region.Compare{Op: region.Lt, X: abs, Y: smallest(t)}}
	infinite := &region.Compare{Op: region.Eq, X: abs, Y: inf}
	var all region.Expr = Int(region.BoolT, 0)
	add := func(bits int64, c func() region.Expr) {
		if mask&bits != 0 {
			all = &region.OrElse{X: all, Y: c()}
		}
	}
	if mask&3 == 3 {
		add(3, func() region.Expr { return nan })
	} else if mask&3 != 0 {
		quiet := f.once("quiet", f.quietBit(x, t))
		add(1, func() region.Expr { return &region.AndAlso{X: nan, Y: not(quiet)} })
		add(2, func() region.Expr { return &region.AndAlso{X: nan, Y: quiet} })
	}
	signs := func(minus, plus int64, c region.Expr) {
		switch mask & (minus | plus) {
		case minus | plus:
			add(minus, func() region.Expr { return c })
		case minus:
			add(minus, func() region.Expr { return &region.AndAlso{X: neg, Y: c} })
		case plus:
			add(plus, func() region.Expr { return &region.AndAlso{X: not(neg), Y: c} })
		}
	}
	signs(1<<2, 1<<9, infinite)
	signs(1<<3, 1<<8, normal)
	signs(1<<4, 1<<7, tiny)
	signs(1<<5, 1<<6, zero)
	return scalar(intOf(all))
}

// quietBit is the first bit of x's fraction, by which quiet NaNs differ from signalling ones.
func (f *Fn) quietBit(x region.Expr, t *region.Float) region.Expr {
	u := &region.Int{Bits: int(min(t.Size(), 8)) * 8}
	precision, _, _ := floatFormat(t.Kind)
	off, bit := int64(0), int64(precision)-2
	if bit >= 64 {
		off, bit = 8, bit-64
	}
	cell := f.temp("bits", t)
	f.store(cell, val{x: x, t: t})
	w := f.Let("bits", &region.Load{Type: u, Addr: offset(cell.addr, off)})
	return compare(region.Ne, f.arith(region.And, f.arith(region.Shr, w, Int(u, bit)), Int(u, 1)), Int(u, 0))
}
