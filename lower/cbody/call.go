package cbody

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// calledName returns the identifier that a call names, with its declarator.
func calledName(x cc.ExpressionNode) (string, *cc.Declarator) {
	p, ok := unwrap(x).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return "", nil
	}
	d, ok := p.ResolvedTo().(*cc.Declarator)
	if !ok {
		return "", nil
	}
	if _, fn := d.Type().(*cc.FunctionType); !fn {
		return "", nil
	}
	return p.Token.SrcStr(), d
}

func arguments(n *cc.PostfixExpression) []cc.ExpressionNode {
	var r []cc.ExpressionNode
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		r = append(r, l.AssignmentExpression)
	}
	return r
}

// call translates a function call; its value is evaluated here, once.
func (f *Fn) call(n *cc.PostfixExpression, want bool) val {
	f.setPos(n)
	name, d := calledName(n.PostfixExpression)
	if n2 := f.T.nested[d]; n2 != nil && f.isDry == 0 {
		return f.callNested(n2, n, want)
	}
	if d != nil {
		d = f.T.prototype(name, d)
		if v, ok := f.builtin(strings.TrimPrefix(name, "__ompcc_call_"), n); ok {
			return v
		}
		if f.T.foreignIntrinsic(name) {
			return f.x86Intrinsic(name, n)
		}
		if f.isDry > 0 {
			return f.dryCall(d.Type().(*cc.FunctionType))
		}
		if h := f.T.cfg.Hooks; h != nil {
			if x, ok := h.Call(f, name, n); ok {
				if x == nil || isVoid(x.ExprType()) {
					if x != nil {
						f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: x})
					}
					return val{t: region.VoidT}
				}
				return val{x: f.Let(name, x), t: x.ExprType(), ct: d.Type().(*cc.FunctionType).Result()}
			}
		}
		if f.T.byName[name] == nil {
			if b := x86Functions[name]; b != "" {
				return f.x86(b, n, arguments(n))
			}
			if v, ok := f.mathCall(name, n); ok {
				return v
			}
		}
		if list := f.T.cfg.Hooks.Callees(f, d, n); len(list) > 0 {
			return f.callOneOf(list, n, want)
		}
		fn := f.T.cfg.Hooks.Func(f, d, n)
		if fn == nil {
			return f.dryCall(d.Type().(*cc.FunctionType))
		}
		return f.callWith(&region.Call{Func: fn}, d.Type().(*cc.FunctionType), arguments(n), want)
	}
	p := f.value(n.PostfixExpression)
	ft, ok := p.elem().(*cc.FunctionType)
	if !ok {
		f.errorf(n, diag.C, "the called object is not a function")
		return scalar(Int(region.I32, 0))
	}
	if f.isDry > 0 {
		return f.dryCall(ft)
	}
	return f.callWith(&region.Call{Ptr: f.once("fn", f.T.cfg.Hooks.Pointer(f, p.x))}, ft, arguments(n), want)
}

// prototype is the declaration that a call of name goes by: the builtin's, if
// a function of the C library is declared without a prototype.
func (t *Translator) prototype(name string, d *cc.Declarator) *cc.Declarator {
	if ft := d.Type().(*cc.FunctionType); ft.MaxArgs() >= 0 || ft.IsVariadic() || t.byName[name] != nil {
		return d
	}
	if b := t.declaration("__builtin_" + name); b != nil {
		return b
	}
	return d
}

// dryCall is a call of which only the type matters.
func (f *Fn) dryCall(ft *cc.FunctionType) val {
	f.Emit(&region.Eval{})
	t := f.T.Type(ft.Result())
	v := val{x: &region.Undef{Type: t}, t: t, ct: ft.Result()}
	if e := f.T.elemOf(t); e != nil {
		v.x, v.im = &region.Undef{Type: e}, &region.Undef{Type: e}
	} else if isAggregate(t) {
		v.x = &region.Undef{Type: region.PtrT}
	}
	return v
}

// callWith completes call with the arguments and emits it.
func (f *Fn) callWith(call *region.Call, ft *cc.FunctionType, args []cc.ExpressionNode, want bool) val {
	call.Pos = f.pos
	call.Type = f.T.FuncType(ft)
	if len(call.Args) > 0 { // the frame of a nested function
		call.Type.Params = append([]region.Type{region.PtrT}, call.Type.Params...)
	}
	ret := f.T.Type(ft.Result())
	var res lval
	if isAggregate(ret) {
		res = f.temp("ret", ret)
		call.Args = append(call.Args, res.addr)
	}
	params := paramTypes(ft)
	if ft.MaxArgs() < 0 && !ft.IsVariadic() {
		if call.Func != nil && len(args) > 0 && !f.T.defined[call.Func] {
			call.Ptr, call.Func = &region.FuncAddr{Func: call.Func}, nil
		}
		f.unprototyped(call, args)
		params = nil
	} else {
		f.prototyped(call, ft, params, args)
	}
	switch {
	case res.addr != nil:
		f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: call})
		res.ct = ft.Result()
		v := f.load(res)
		v.ct, v.fresh = ft.Result(), true
		return v
	case isVoid(ret) || !want:
		f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: call})
		return val{t: region.VoidT}
	}
	return val{x: fromPass(f.Let("call", call), ret), t: ret, ct: ft.Result()}
}

func (f *Fn) prototyped(call *region.Call, ft *cc.FunctionType, params []cc.Type, args []cc.ExpressionNode) {
	if len(args) < len(params) || len(args) > len(params) && !ft.IsVariadic() {
		f.errorf(nil, diag.C, "the function takes %d arguments, not %d", len(params), len(args))
		return
	}
	for i, a := range args {
		if i < len(params) {
			call.Args = append(call.Args, f.passed(f.castParam(f.value(a), params[i])))
		}
	}
	if !ft.IsVariadic() {
		return
	}
	var rest []val
	for _, a := range args[min(len(params), len(args)):] {
		rest = append(rest, f.promoted(f.value(a)))
	}
	call.Args = append(call.Args, f.varArgs(call, rest))
}

// castParam converts an argument to its parameter's type.
func (f *Fn) castParam(v val, ct cc.Type) val {
	switch ct.(type) {
	case *cc.ArrayType, *cc.FunctionType:
		return f.castRegion(v, region.PtrT)
	}
	if u, ok := ct.(*cc.UnionType); ok && !isAggregate(v.t) {
		return f.unionCast(v, u, nil) // transparent_union
	}
	return f.castTo(v, ct)
}

// unprototyped passes arguments to a function declared without parameters:
// promoted, or as the definition wants them when it is known.
func (f *Fn) unprototyped(call *region.Call, args []cc.ExpressionNode) {
	named := len(call.Args)
	for i, a := range args {
		v := f.promoted(f.value(a))
		if call.Func != nil && named+i < len(call.Func.Params) {
			p := call.Func.Params[named+i]
			if p.ByVal == nil && !isAggregate(v.t) && !isVector(p.Type) {
				v = f.castRegion(v, p.Type)
			}
		} else if call.Func != nil {
			continue // more arguments than the definition has parameters
		}
		x := f.passed(v)
		call.Args = append(call.Args, x)
		call.Type.Params = append(call.Type.Params, x.ExprType())
	}
	if call.Func != nil {
		for i := len(call.Args); i < len(call.Func.Params); i++ {
			t := call.Func.Params[i].Type
			call.Args = append(call.Args, &region.Undef{Type: t})
			call.Type.Params = append(call.Type.Params, t)
		}
	}
}

// promoted applies the default argument promotions (C17 6.5.2.2).
func (f *Fn) promoted(v val) val {
	if v.x == nil {
		f.errorf(nil, diag.C, "an argument has no value")
		return scalar(Int(region.I32, 0))
	}
	if v.isComplex() || isAggregate(v.t) {
		return v
	}
	if ft, ok := v.t.(*region.Float); ok && ft.Kind == region.F32 {
		return f.castRegion(v, region.Dbl)
	}
	if i, ok := v.t.(*region.Int); ok && i.Bits > 32 && i.Bits < 64 && !i.Precise {
		return f.castRegion(v, &region.Int{Bits: 64, Signed: i.Signed})
	}
	r := f.castRegion(v, promote(v.t))
	r.ct = v.ct
	return r
}

// passed is the argument that carries v: structures and complex numbers by the
// address of a copy that the callee may write.
func (f *Fn) passed(v val) region.Expr {
	if !isAggregate(v.t) {
		if hasEffect(v.x) {
			return f.once("arg", toPass(v.x))
		}
		return toPass(v.x)
	}
	if v.fresh {
		return v.x
	}
	lv := f.temp("arg", v.t)
	f.store(lv, v)
	return lv.addr
}

// varArgs stores variadic arguments into a buffer, each at the next multiple
// of its alignment, at least 8, and returns the buffer's address.
func (f *Fn) varArgs(call *region.Call, args []val) region.Expr {
	off := int64(0)
	offs := make([]int64, len(args))
	for i, a := range args {
		off = roundUp(off, max(8, a.t.Align()))
		offs[i] = off
		off += roundUp(a.t.Size(), 8)
		call.VarArgs = append(call.VarArgs, a.t)
	}
	if off == 0 {
		return &region.Null{}
	}
	l := f.temp("varargs", &region.Array{Elem: region.U8, Len: off})
	align := int64(16)
	for _, a := range args {
		align = max(align, a.t.Align())
	}
	l.addr.(*region.LocalAddr).Local.Align = align
	for i, a := range args {
		f.store(lval{addr: offset(l.addr, offs[i]), t: a.t}, a)
	}
	return l.addr
}

// vaArgCall recognises __builtin_va_arg_impl(ap).
func vaArgCall(x cc.ExpressionNode) *cc.PostfixExpression {
	n, ok := unwrap(x).(*cc.PostfixExpression)
	if !ok || n.Case != cc.PostfixExpressionCall {
		return nil
	}
	if name, _ := calledName(n.PostfixExpression); name == "__builtin_va_arg_impl" {
		return n
	}
	return nil
}

// vaArg is the address of the next variadic argument, of the type pt points to.
func (f *Fn) vaArg(n *cc.PostfixExpression, pt *cc.PointerType) val {
	t := f.T.Type(pt.Elem())
	ap := f.lvalue(arguments(n)[0])
	ap.addr = f.once("ap", ap.addr)
	ap.t, ap.ct = region.PtrT, nil
	p := region.Expr(&region.Load{Type: region.PtrT, Addr: ap.addr})
	if a := t.Align(); a > 8 {
		i := f.arith(region.Add, convert(p, region.U64), Int(region.U64, a-1))
		p = convert(f.arith(region.And, i, Int(region.U64, -a)), region.PtrT)
	}
	p = f.Let("arg", p)
	f.store(ap, val{x: offset(p, roundUp(t.Size(), 8)), t: region.PtrT})
	return val{x: p, t: region.PtrT, ct: pt}
}
