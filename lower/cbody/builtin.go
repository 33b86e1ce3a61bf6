// Builtin functions of gcc and clang.

package cbody

import (
	"math"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// builtin lowers a call of a compiler builtin. It returns false if name is not a known builtin.
func (f *Fn) builtin(name string, n *cc.PostfixExpression) (val, bool) {
	if strings.HasPrefix(name, "__atomic_") || strings.HasPrefix(name, "__sync_") ||
		strings.HasPrefix(name, "__c11_atomic_") {
		return f.atomicBuiltin(name, n), true
	}
	if name == "__ccgo__types_compatible_p" {
		return f.typesCompatible(n), true
	}
	base, ok := strings.CutPrefix(name, "__builtin_")
	if !ok {
		return val{}, false
	}
	args := arguments(n)
	if strings.HasPrefix(base, "ia32_") && base != "ia32_pause" {
		return f.x86(name, n, args), true
	}
	if v, ok := f.bitBuiltin(base, args); ok {
		return v, true
	}
	if v, ok := f.floatBuiltin(base, args); ok {
		return v, true
	}
	if v, ok := f.controlBuiltin(base, n, args); ok {
		return v, true
	}
	if v, ok := f.vectorBuiltin(base, n, args); ok {
		return v, true
	}
	if base == "va_start" || base == "c23_va_start" || base == "va_end" || base == "va_copy" || base == "va_arg_impl" {
		return f.vaBuiltin(base, args), true
	}
	if strings.HasSuffix(base, "_chk") {
		base = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(base, "__"), "_"), "_chk")
		if base == "memcpy" || base == "memmove" || base == "memset" {
			return f.memCall(base, args)
		}
	}
	if v, ok := f.mathCall(base, n); ok {
		return v, true
	}
	return f.libraryBuiltin(base, n, args), true
}

// hostOnlyHelp is what to do with a call of a builtin that device code does not have.
const hostOnlyHelp = "move the call out of the target region"

// libraryBuiltin lowers the builtin form of a library function to a call of that function.
func (f *Fn) libraryBuiltin(base string, n *cc.PostfixExpression, args []cc.ExpressionNode) val {
	_, d := calledName(n.PostfixExpression)
	ft := d.Type().(*cc.FunctionType)
	if f.isDry > 0 {
		return f.dryCall(ft)
	}
	if h := f.T.declaration(base); h != nil { // the unit's declaration takes precedence and selects the function
		if fn := f.T.cfg.Hooks.Func(f, h, n); fn != nil {
			return f.callWith(&region.Call{Func: fn}, h.Type().(*cc.FunctionType), args, true)
		}
		return f.dryCall(ft)
	}
	if !libraryNames()[base] {
		f.errorf(n, diag.UnsupportedBuiltin, "__builtin_%s is not supported in device code", base).
			WithFix(hostOnlyHelp)
		return f.dryCall(ft)
	}
	return f.callWith(&region.Call{Func: f.T.libraryFor(d, base)}, ft, args, true)
}

// bitBuiltin lowers bit counts, byte swaps, rotations and checked arithmetic.
func (f *Fn) bitBuiltin(base string, args []cc.ExpressionNode) (val, bool) {
	switch base {
	case "bswap16", "bswap32", "bswap64", "bswap128":
		t := map[string]region.Type{"bswap16": region.U16, "bswap32": region.U32, "bswap64": region.U64,
			"bswap128": region.U128}[base]
		return f.intrinsic(region.OpBswap, t, args[:1]), true
	case "add_overflow", "sub_overflow", "mul_overflow":
		return f.overflow(base, args), true
	case "add_overflow_p", "sub_overflow_p", "mul_overflow_p":
		return f.overflowInto(strings.TrimSuffix(base, "_p"), args), true
	case "clzg", "ctzg", "popcountg":
		return f.countAny(base, args)
	}
	for _, s := range []string{"s", "u"} {
		for _, op := range []string{"add", "sub", "mul"} {
			for _, w := range []string{"", "l", "ll"} {
				if base == s+op+w+"_overflow" {
					return f.overflow(op+"_overflow", args), true
				}
			}
		}
	}
	t := region.Type(region.U32)
	op := strings.TrimSuffix(base, "ll")
	if op != base {
		t = region.U64
	} else if op = strings.TrimSuffix(base, "l"); op != base {
		t = region.U64
	}
	if len(args) == 0 {
		return val{}, false
	}
	arg := func() region.Expr { return f.once("x", convertReal(f.value(args[0]), t)) }
	count := func(op region.IntrinsicOp, x region.Expr) region.Expr {
		return convert(&region.Intrinsic{Op: op, Type: t, Args: []region.Expr{x}}, region.I32)
	}
	switch op {
	case "clz":
		return foldCount(op, t, arg(), func(x region.Expr) region.Expr { return count(region.OpClz, x) }), true
	case "ctz":
		return foldCount(op, t, arg(), func(x region.Expr) region.Expr { return count(region.OpCtz, x) }), true
	case "popcount":
		return foldCount(op, t, arg(), func(x region.Expr) region.Expr { return count(region.OpPopcount, x) }), true
	case "parity":
		return scalar(f.arith(region.And, count(region.OpPopcount, arg()), Int(region.I32, 1))), true
	case "ffs":
		x := arg()
		return scalar(&region.Cond{C: truth(x), X: f.arith(region.Add, count(region.OpCtz, x), Int(region.I32, 1)),
			Y: Int(region.I32, 0)}), true
	case "clrsb":
		x := arg()
		s := &region.Int{Bits: int(t.Size()) * 8, Signed: true}
		m := convert(f.arith(region.Shr, convert(x, s), Int(s, int64(s.Bits-1))), t)
		y := f.once("x", f.arith(region.Or, f.arith(region.Shl, f.arith(region.Xor, x, m), Int(t, 1)), Int(t, 1)))
		return scalar(count(region.OpClz, y)), true
	}
	return val{}, false
}

// countAny lowers clang's bit counts of an integer of any width; a second argument is the result for zero.
func (f *Fn) countAny(base string, args []cc.ExpressionNode) (val, bool) {
	if len(args) == 0 || len(args) > 2 {
		return val{}, false
	}
	x := f.value(args[0])
	if !isInt(x.t) {
		return val{}, false
	}
	if _, ok := x.t.(*region.Int); !ok {
		x.x = convert(x.x, &region.Int{Bits: 1, Precise: true})
	}
	x.x = f.once("x", x.x)
	op := map[string]region.IntrinsicOp{"clzg": region.OpClz, "ctzg": region.OpCtz,
		"popcountg": region.OpPopcount}[base]
	n := foldCount(strings.TrimSuffix(base, "g"), x.x.ExprType(), x.x, func(x region.Expr) region.Expr {
		return convert(&region.Intrinsic{Op: op, Type: x.ExprType(), Args: []region.Expr{x}}, region.I32)
	})
	if len(args) == 1 {
		return n, true
	}
	y := f.once("zero", convert(f.value(args[1]).x, region.I32))
	return scalar(&region.Cond{C: truth(x.x), X: n.x, Y: y}), true
}

// foldCount folds the bit counts of constants, because constant expressions may contain them.
func foldCount(op string, t region.Type, x region.Expr, run func(region.Expr) region.Expr) val {
	c, ok := x.(*region.Const)
	if !ok || c.Val.Sign() == 0 && op != "popcount" {
		return scalar(run(x))
	}
	n := 0
	switch op {
	case "clz":
		n = t.(*region.Int).Bits - c.Val.BitLen()
	case "ctz":
		n = int(c.Val.TrailingZeroBits())
	default:
		for i := 0; i < c.Val.BitLen(); i++ {
			n += int(c.Val.Bit(i))
		}
	}
	return scalar(Int(region.I32, int64(n)))
}

// overflow lowers a checked x op y that stores to *res and returns whether the exact result does not fit.
func (f *Fn) overflow(op string, args []cc.ExpressionNode) val {
	if len(args) != 3 {
		return scalar(Int(region.BoolT, 0))
	}
	a, b := f.value(args[0]), f.value(args[1])
	p := f.value(args[2])
	if p.elem() == nil || !isInt(a.t) || !isInt(b.t) {
		f.errorf(args[2], diag.C, "invalid operands of a checked operation")
		return scalar(Int(region.BoolT, 0))
	}
	res := f.pointed(p, args[2])
	res.addr = f.once("res", res.addr)
	rt, ok := res.t.(*region.Int)
	if !ok {
		f.errorf(args[2], diag.C, "the result of a checked operation must be an integer")
		return scalar(Int(region.BoolT, 0))
	}
	return scalar(f.checked(op, a, b, rt, res))
}

// overflowInto lowers a check of whether x op y overflows the type of the third argument, or the width of a
// bit-field (gcc 6.56).
func (f *Fn) overflowInto(op string, args []cc.ExpressionNode) val {
	if len(args) != 3 {
		return scalar(Int(region.BoolT, 0))
	}
	a, b, t := f.value(args[0]), f.value(args[1]), f.value(args[2])
	rt, ok := t.t.(*region.Int)
	if !ok || !isInt(a.t) || !isInt(b.t) {
		f.errorf(args[2], diag.C, "invalid operands of a checked operation")
		return scalar(Int(region.BoolT, 0))
	}
	if bits := args[2].Type().BitField(); bits != nil {
		declared, ok := f.T.Type(bits.Type()).(*region.Int)
		rt = &region.Int{Bits: int(bits.ValueBits()), Signed: ok && declared.Signed, Precise: true}
	}
	return scalar(f.checked(op, a, b, rt, f.temp("res", rt)))
}

// checked stores a op b, converted to rt, in res. It returns whether the conversion changed the value.
func (f *Fn) checked(op string, a, b val, rt *region.Int, res lval) region.Expr {
	wide := widest(a.t, b.t, rt)
	if wide.Bits > 128 { // wide enough for every result
		ops := map[string]region.BinOp{"add_overflow": region.Add, "sub_overflow": region.Sub,
			"mul_overflow": region.Mul}
		w := f.Let("wide", &region.Binary{Op: ops[op], X: convert(a.x, wide), Y: convert(b.x, wide)})
		f.store(res, val{x: convert(w, rt), t: rt})
		return &region.Compare{Op: region.Ne, X: convert(convert(w, rt), wide), Y: w}
	}
	ops := map[string]region.IntrinsicOp{"add_overflow": region.OpAddOverflow, "sub_overflow": region.OpSubOverflow,
		"mul_overflow": region.OpMulOverflow}
	if sameType(wide, rt) {
		return f.Let("ovf",
			&region.Intrinsic{Op: ops[op], Type: region.BoolT,
				Args: []region.Expr{convert(a.x, wide), convert(b.x, wide), res.addr}})
	}
	cell := f.temp("wide", wide)
	o := f.Let("ovf",
		&region.Intrinsic{Op: ops[op], Type: region.BoolT,
			Args: []region.Expr{convert(a.x, wide), convert(b.x, wide), cell.addr}})
	w := f.Let("wide", &region.Load{Type: wide, Addr: cell.addr})
	f.store(res, val{x: convert(w, rt), t: rt})
	back := convert(convert(w, rt), wide)
	return &region.OrElse{X: o, Y: &region.Compare{Op: region.Ne, X: back, Y: w}}
}

// widest returns a type for an operation on values of types a and b: the result fits r if and only if the exact
// result does.
func widest(a, b region.Type, r *region.Int) *region.Int {
	bits, signed := r.Bits, r.Signed
	same := true
	for _, t := range []region.Type{promote(a), promote(b)} {
		i := t.(*region.Int)
		if i.Signed != r.Signed {
			same = false
		}
		bits = max(bits, i.Bits)
	}
	if same {
		return &region.Int{Bits: bits, Signed: signed}
	}
	if bits > 64 {
		return &region.Int{Bits: 2*bits + 2, Signed: true, Precise: true}
	}
	return &region.Int{Bits: 2 * bits, Signed: true}
}

// floatBuiltin lowers classification, comparison and special values of floating-point numbers.
func (f *Fn) floatBuiltin(base string, args []cc.ExpressionNode) (val, bool) {
	types := map[string]*region.Float{"": region.Dbl, "f": region.Flt, "l": region.X87, "f16": region.Half,
		"f128": region.Quad, "f32": region.Flt, "f64": region.Dbl}
	for s, t := range types {
		switch base {
		case "inf" + s, "huge_val" + s:
			return scalar(fconst(t, math.Inf(1))), true
		case "nan" + s, "nans" + s:
			return scalar(fconst(t, math.NaN())), true
		case "isnan" + s, "isinf" + s, "isinf_sign" + s, "isfinite" + s, "finite" + s, "signbit" + s:
			if len(args) == 1 {
				return f.classify(strings.TrimSuffix(base, s), args[0]), true
			}
		}
	}
	if len(args) == 1 && base == "isnormal" {
		return f.classify(base, args[0]), true
	}
	if base == "fpclassify" && len(args) == 6 {
		return f.fpclassify(args), true
	}
	if base == "isfpclass" && len(args) == 2 {
		return f.isFPClass(args[1], args), true
	}
	rel := map[string]region.CmpOp{"isgreater": region.Gt, "isgreaterequal": region.Ge, "isless": region.Lt,
		"islessequal": region.Le, "isunordered": region.Unord}
	op, ok := rel[base]
	if (!ok && base != "islessgreater") || len(args) != 2 {
		return val{}, false
	}
	a, b := f.value(args[0]), f.value(args[1])
	t := usual(a.t, b.t)
	x, y := f.once("x", convert(a.x, t)), f.once("y", convert(b.x, t))
	if !ok {
		return scalar(intOf(&region.OrElse{X: compare(region.Lt, x, y), Y: compare(region.Gt, x, y)})), true
	}
	return scalar(intOf(compare(op, x, y))), true
}

func (f *Fn) classify(what string, arg cc.ExpressionNode) val {
	v := f.value(arg)
	t, ok := v.t.(*region.Float)
	if !ok {
		t = region.Dbl
	}
	x := f.once("x", convertReal(v, t))
	inf := fconst(t, math.Inf(1))
	abs := func() region.Expr {
		return f.once("abs", &region.Intrinsic{Op: region.OpFabs, Type: t, Args: []region.Expr{x}})
	}
	switch what {
	case "isnan":
		return scalar(intOf(&region.Compare{Op: region.Unord, X: x, Y: x}))
	case "isinf":
		return scalar(intOf(&region.Compare{Op: region.Eq, X: abs(), Y: inf}))
	case "isinf_sign":
		return scalar(&region.Cond{C: &region.Compare{Op: region.Eq, X: x, Y: inf}, X: Int(region.I32, 1),
			Y: &region.Cond{C: &region.Compare{Op: region.Eq, X: x, Y: fconst(t, math.Inf(-1))}, X: Int(region.I32, -1), Y: Int(region.I32, 0)}})
	case "isfinite", "finite":
		return scalar(intOf(&region.Compare{Op: region.Lt, X: abs(), Y: inf}))
	case "isnormal":
		a := abs()
		return scalar(intOf(&region.AndAlso{X: &region.Compare{Op: region.Ge, X: a, Y: smallest(t)},
			Y: &region.Compare{Op: region.Lt, X: a, Y: inf}}))
	}
	return scalar(intOf(&region.Intrinsic{Op: region.OpSignbit, Type: region.BoolT, Args: []region.Expr{x}}))
}

// smallest returns the least positive normal number of t.
func smallest(t *region.Float) region.Expr {
	_, emin, _ := floatFormat(t.Kind)
	return roundFloat(t, pow2(emin), 0)
}

// fpclassify lowers __builtin_fpclassify(nan, inf, normal, subnormal, zero, x).
func (f *Fn) fpclassify(args []cc.ExpressionNode) val {
	var k [5]region.Expr
	for i := range k {
		k[i] = f.once("class", convertReal(f.value(args[i]), region.I32))
	}
	v := f.value(args[5])
	t, ok := v.t.(*region.Float)
	if !ok {
		t = region.Dbl
	}
	x := f.once("x", convertReal(v, t))
	a := f.once("abs", &region.Intrinsic{Op: region.OpFabs, Type: t, Args: []region.Expr{x}})
	r := &region.Cond{C: &region.Compare{Op: region.Ge, X: a, Y: smallest(t)}, X: k[2],
		Y: &region.Cond{C: truth(x), X: k[3], Y: k[4]}}
	r = &region.Cond{C: &region.Compare{Op: region.Eq, X: a, Y: fconst(t, math.Inf(1))}, X: k[1], Y: r}
	return scalar(&region.Cond{C: &region.Compare{Op: region.Unord, X: x, Y: x}, X: k[0], Y: r})
}

// controlBuiltin lowers hints, traps, addresses, and builtins that the compiler evaluates.
func (f *Fn) controlBuiltin(base string, n *cc.PostfixExpression, args []cc.ExpressionNode) (val, bool) {
	void := val{t: region.VoidT}
	do := func(op region.IntrinsicOp, args ...region.Expr) val {
		f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: &region.Intrinsic{Op: op, Type: region.VoidT, Args: args}})
		return void
	}
	switch base {
	case "expect", "expect_with_probability":
		x := convertReal(f.value(args[0]), region.I64)
		e := convertReal(f.value(args[1]), region.I64)
		if isConst(x) || !isConst(e) {
			return scalar(x), true
		}
		return scalar(&region.Intrinsic{Op: region.OpExpect, Type: region.I64, Args: []region.Expr{x, e}}), true
	case "unreachable":
		return do(region.OpUnreach), true
	case "trap":
		return do(region.OpTrap), true
	case "assume":
		var c region.Expr
		b, _ := f.branch(func() val { c = f.Bool(args[0]); return void })
		if len(b.Stmts) > 0 {
			return void, true
		}
		return do(region.OpAssume, c), true
	case "prefetch":
		return f.prefetch(args), true
	case "setjmp":
		words := f.once("words", convertReal(f.value(args[0]), region.PtrT))
		return scalar(f.Let("setjmp",
			&region.Intrinsic{Op: region.OpSetjmp, Type: region.I32, Args: []region.Expr{words}})), true
	case "longjmp":
		return do(region.OpLongjmp, f.once("words", convertReal(f.value(args[0]), region.PtrT))), true
	case "constant_p":
		return f.constantP(args[0]), true
	case "choose_expr":
		c, _ := f.T.ConstInt(args[0])
		if c != 0 {
			return f.value(args[1]), true
		}
		return f.value(args[2]), true
	case "object_size", "dynamic_object_size":
		return f.objectSize(args, base == "dynamic_object_size"), true
	case "assume_aligned":
		v := f.value(args[0])
		return val{x: convertReal(v, region.PtrT), t: region.PtrT, ct: n.Type()}, true
	case "alloca", "alloca_with_align":
		align := region.Expr(Int(region.U64, 16))
		if base == "alloca_with_align" {
			a, _ := f.T.ConstInt(args[1])
			align = Int(region.U64, a/8)
		}
		x := &region.Intrinsic{Op: region.OpAlloca, Type: region.PtrT,
			Args: []region.Expr{convertReal(f.value(args[0]), region.U64), align}}
		return val{x: f.Let("alloca", x), t: region.PtrT, ct: n.Type()}, true
	case "return_address", "frame_address":
		op := region.OpRetAddr
		if base == "frame_address" {
			op = region.OpFrame
		}
		if level, ok := f.T.ConstInt(args[0]); !ok || level != 0 {
			return val{x: &region.Null{}, t: region.PtrT, ct: n.Type()}, true // gcc allows 0 for the frames of callers
		}
		return val{x: &region.Intrinsic{Op: op, Type: region.PtrT}, t: region.PtrT, ct: n.Type()}, true
	case "LINE":
		return scalar(Int(region.I32, int64(f.Pos(n).Line))), true
	case "FILE", "FUNCTION":
		s := f.Pos(n).File
		if base == "FUNCTION" && f.Def != nil {
			s = f.Def.Declarator.Name()
		}
		return val{x: f.T.stringAddr(append([]byte(s), 0), 1), t: region.PtrT, ct: n.Type()}, true
	case "shuffle", "shufflevector":
		return f.shuffle(base, n, args), true
	case "complex":
		if len(args) == 2 {
			re, im := f.value(args[0]), f.value(args[1])
			t := usual(re.t, im.t)
			return val{x: convert(re.x, t), im: convert(im.x, t), t: f.T.complexStruct(t)}, true
		}
	case "convertvector":
		return f.convertVector(n, args), true
	case "readcyclecounter":
		return val{x: f.Let("cycles", &region.Intrinsic{Op: region.OpCycles, Type: region.U64}), t: region.U64}, true
	case "classify_type":
		return scalar(Int(region.I32, f.typeClass(args))), true
	case "ia32_pause":
		return void, true
	}
	return val{}, false
}

// convertVector lowers __builtin_convertvector: it converts each element to the element type of the second argument.
func (f *Fn) convertVector(n cc.Node, args []cc.ExpressionNode) val {
	from := f.value(args[0])
	to := f.typeOf(args[1])
	ft, ok := from.t.(*region.Vector)
	tt, ok2 := to.t.(*region.Vector)
	if !ok || !ok2 || ft.Len != tt.Len {
		f.errorf(n, diag.C, "__builtin_convertvector takes vectors of the same number of elements")
		return to
	}
	x := f.once("x", from.x)
	r := region.Expr(&region.Undef{Type: tt})
	for i := range ft.Len {
		e := convert(&region.VecElem{X: x, Index: Int(region.I32, i)}, tt.Elem)
		r = &region.VecInsert{X: r, Index: Int(region.I32, i), Y: e}
	}
	return val{x: r, t: tt, ct: to.ct}
}

// typeClass returns gcc's number for the class of the argument's promoted type (typeclass.h).
func (f *Fn) typeClass(args []cc.ExpressionNode) int64 {
	if len(args) != 1 {
		return -1
	}
	switch v := f.typeOf(args[0]); t := v.t.(type) {
	case *region.Void:
		return 0
	case *region.Int, *region.Bool:
		return 1
	case *region.Ptr:
		return 5
	case *region.Float:
		return 8
	case *region.Struct:
		switch {
		case f.T.elemOf(t) != nil:
			return 9
		case t.Union:
			return 13
		}
		return 12
	}
	return -1
}

func (f *Fn) prefetch(args []cc.ExpressionNode) val {
	p := f.value(args[0])
	rw, loc := int64(0), int64(3)
	if len(args) > 1 {
		rw, _ = f.T.ConstInt(args[1])
	}
	if len(args) > 2 {
		loc, _ = f.T.ConstInt(args[2])
	}
	f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: &region.Intrinsic{Op: region.OpPrefetch, Type: region.VoidT,
		Args: []region.Expr{convertReal(p, region.PtrT), Int(region.I32, rw), Int(region.I32, loc)}}})
	return val{t: region.VoidT}
}

// constantP lowers __builtin_constant_p: 1 if x is a constant here. For other expressions without side effects it
// emits an intrinsic, so that the optimiser decides after inlining.
func (f *Fn) constantP(x cc.ExpressionNode) val {
	v := f.typeOf(x)
	switch v.x.(type) {
	case *region.Const, *region.FConst, *region.Null:
		return scalar(Int(region.I32, 1))
	}
	if p, ok := unwrap(x).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionString {
		return scalar(Int(region.I32, 1))
	}
	if f.isDry > 0 || f.static || !f.T.cfg.Optimize || !isInt(v.t) && !isFloat(v.t) {
		return scalar(Int(region.I32, 0))
	}
	if b, y := f.branch(func() val { return f.value(x) }); len(b.Stmts) == 0 && !hasEffect(y.x) {
		return scalar(&region.Intrinsic{Op: region.OpIsConstant, Type: region.I32, Args: []region.Expr{y.x}})
	}
	return scalar(Int(region.I32, 0))
}

func (f *Fn) vaBuiltin(base string, args []cc.ExpressionNode) val {
	ap := f.lvalue(args[0])
	ap.t, ap.ct = region.PtrT, nil
	switch base {
	case "va_start", "c23_va_start":
		f.store(ap, val{x: &region.Intrinsic{Op: region.OpVarArgs, Type: region.PtrT}, t: region.PtrT})
	case "va_copy":
		src := f.lvalue(args[1])
		f.store(ap, val{x: f.Let("ap", &region.Load{Type: region.PtrT, Addr: src.addr}), t: region.PtrT})
	}
	return val{t: region.VoidT}
}

// shuffle lowers __builtin_shuffle (run-time mask) and __builtin_shufflevector (constant mask).
func (f *Fn) shuffle(base string, n cc.Node, args []cc.ExpressionNode) val {
	a := f.value(args[0])
	vt, ok := a.t.(*region.Vector)
	if !ok {
		f.errorf(n, diag.C, "expected a vector")
		return a
	}
	x := f.once("x", a.x)
	if base == "shufflevector" {
		y := f.once("y", f.value(args[1]).x)
		s := &region.VecShuffle{X: x, Y: y}
		for _, m := range args[2:] {
			k, _ := f.T.ConstInt(m)
			s.Mask = append(s.Mask, int(k))
		}
		return val{x: s, t: s.ExprType()}
	}
	y := x
	if len(args) == 3 {
		y = f.once("y", f.value(args[1]).x)
	}
	mv := f.value(args[len(args)-1])
	mask := f.once("mask", mv.x)
	buf := f.temp("shuffle", &region.Array{Elem: vt, Len: 2})
	f.store(lval{addr: buf.addr, t: vt}, val{x: x, t: vt})
	f.store(lval{addr: offset(buf.addr, vt.Size()), t: vt}, val{x: y, t: vt})
	limit := vt.Len
	if len(args) == 3 {
		limit *= 2
	}
	r := region.Expr(&region.Undef{Type: vt})
	for i := int64(0); i < vt.Len; i++ {
		k := convert(&region.VecElem{X: mask, Index: Int(region.I32, i)}, region.U64)
		k = f.arith(region.And, k, Int(region.U64, limit-1))
		e := &region.Load{Type: vt.Elem, Addr: f.ptrAdd(buf.addr, k, vt.Elem.Size(), vt.Elem)}
		r = &region.VecInsert{X: r, Index: Int(region.I32, i), Y: e}
	}
	return val{x: r, t: vt, ct: a.ct}
}
