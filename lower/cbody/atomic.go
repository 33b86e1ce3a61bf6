package cbody

import (
	"math/big"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
)

func pow2(n int) *big.Float { return new(big.Float).SetMantExp(big.NewFloat(1), n) }

var rmwOps = map[region.BinOp]region.AtomicOp{
	region.Add: region.AtomicAdd, region.Sub: region.AtomicSub, region.And: region.AtomicAnd,
	region.Or: region.AtomicOr, region.Xor: region.AtomicXor,
}

// atomicUpdate is x op= y, ++ and -- on an _Atomic object: sequentially
// consistent (C17 6.5.16.2). after: the value is the new one.
func (f *Fn) atomicUpdate(lv lval, op region.BinOp, y val, at cc.Node, after bool) val {
	lv.addr = f.once("p", lv.addr)
	if aop, ok := rmwOps[op]; ok && isInt(lv.t) && isInt(y.t) && !isBool(lv.t) {
		x := f.once("y", convert(y.x, lv.t))
		old := f.Let("old", &region.AtomicRMW{Op: aop, Addr: lv.addr, X: x, Order: region.SeqCst, Site: lv.site})
		if !after {
			return val{x: old, t: lv.t, ct: lv.ct}
		}
		return val{x: f.once("new", f.arith(op, old, x)), t: lv.t, ct: lv.ct}
	}
	y.x = f.once("y", y.x)
	return f.casLoop(lv, func(old val) val { return f.binaryVal(op, old, y, at) }, after)
}

func isBool(t region.Type) bool { _, ok := t.(*region.Bool); return ok }

// casLoop replaces *lv by update(*lv) by compare-exchange.
func (f *Fn) casLoop(lv lval, update func(val) val, after bool) val {
	bits := carrier(lv.t)
	if bits == nil {
		f.errorf(nil, diag.UnsupportedAtomic, "atomic access to an object of %d bytes is not supported in device code",
			lv.t.Size()).
			WithFix("write the access in a critical construct")
		return val{x: &region.Undef{Type: lv.t}, t: lv.t, ct: lv.ct}
	}
	old := f.temp("old", bits)
	neu := f.temp("new", bits)
	f.store(old, scalar(&region.AtomicLoad{Type: bits, Addr: lv.addr, Order: region.Relaxed, Site: lv.site}))
	loop := &region.Loop{At: region.At{Pos: f.pos}}
	loop.Body = f.Block(nil, func() {
		seen := f.Let("seen", &region.Load{Type: bits, Addr: old.addr})
		nv := f.castRegion(update(val{x: fromCarrier(seen, lv.t), t: lv.t, ct: lv.ct}), lv.t)
		n := f.once("next", toCarrier(nv.x, bits))
		f.store(neu, scalar(n))
		got := f.Let("got",
			&region.CmpXchg{Addr: lv.addr, Expect: seen, New: n, Order: region.SeqCst, Fail: region.SeqCst,
				Site: lv.site})
		f.Emit(&region.If{Cond: compare(region.Eq, got, seen),
			Then: &region.Block{Stmts: []region.Stmt{&region.Break{}}}})
		f.store(old, scalar(got))
	})
	f.Emit(loop)
	src := old
	if after {
		src = neu
	}
	return val{x: fromCarrier(&region.Load{Type: bits, Addr: src.addr}, lv.t), t: lv.t, ct: lv.ct}
}

// carrier is the type by which an object of type t is exchanged, nil if none.
func carrier(t region.Type) region.Type {
	switch t.(type) {
	case *region.Ptr:
		return region.PtrT
	case *region.Int:
		return t
	}
	switch t.Size() {
	case 1:
		return region.U8
	case 2:
		return region.U16
	case 4:
		return region.U32
	case 8:
		return region.U64
	}
	return nil
}

func toCarrier(x region.Expr, bits region.Type) region.Expr {
	t := x.ExprType()
	switch {
	case sameType(t, bits):
		return x
	case isBool(t):
		return convert(x, bits)
	}
	return &region.Bitcast{To: bits, X: x}
}

func fromCarrier(x region.Expr, t region.Type) region.Expr {
	switch {
	case sameType(x.ExprType(), t):
		return x
	case isBool(t):
		return truth(x)
	}
	return &region.Bitcast{To: t, X: x}
}

// order reads a memory order argument: a constant, else the strongest.
func (f *Fn) order(args []cc.ExpressionNode, i int) region.Order {
	if i >= len(args) {
		return region.SeqCst
	}
	n, ok := f.T.ConstInt(args[i])
	if !ok {
		f.effect(f.value(args[i]))
		return region.SeqCst
	}
	switch n & 0xffff {
	case 0:
		return region.Relaxed
	case 1, 2:
		return region.Acquire
	case 3:
		return region.Release
	case 4:
		return region.AcqRel
	}
	return region.SeqCst
}

// atomicBuiltin lowers the __atomic_, __sync_ and __c11_atomic_ functions.
func (f *Fn) atomicBuiltin(name string, n *cc.PostfixExpression) val {
	args := arguments(n)
	op := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "__c11_atomic_"), "__atomic_"), "__sync_")
	void := val{t: region.VoidT}
	switch op {
	case "thread_fence", "synchronize":
		f.Emit(&region.Flush{At: region.At{Pos: f.pos}, Order: f.order(args, 0)})
		return void
	case "signal_fence":
		return void
	case "always_lock_free", "is_lock_free":
		s, _ := f.T.ConstInt(args[0])
		return scalar(Int(region.BoolT, b2i(s == 1 || s == 2 || s == 4 || s == 8)))
	}
	if len(args) == 0 {
		f.errorf(n, diag.C, "%s needs arguments", name)
		return scalar(Int(region.I32, 0))
	}
	p := f.value(args[0])
	if p.elem() == nil {
		f.errorf(args[0], diag.C, "expected a pointer")
		return scalar(Int(region.I32, 0))
	}
	lv := f.pointed(p, args[0])
	lv.addr = f.once("p", lv.addr)
	if isVoid(lv.t) {
		lv.t, lv.ct = region.U8, nil
	}
	if v, ok := f.atomicAccess(name, op, lv, args); ok {
		return v
	}
	if v, ok := f.atomicExchange(name, op, lv, args); ok {
		return v
	}
	return f.atomicFetch(name, op, lv, args, n)
}

// atomicAccess lowers loads and stores.
func (f *Fn) atomicAccess(name, op string, lv lval, args []cc.ExpressionNode) (val, bool) {
	bits := carrier(lv.t)
	void := val{t: region.VoidT}
	if bits == nil {
		f.errorf(args[0], diag.UnsupportedAtomic,
			"atomic access to an object of %d bytes is not supported in device code", lv.t.Size()).
			WithFix("write the access in a critical construct")
		return void, true
	}
	c11 := strings.HasPrefix(name, "__c11_")
	put := func(x region.Expr, o region.Order) val {
		f.Emit(&region.AtomicStore{At: region.At{Pos: f.pos}, Addr: lv.addr, X: x, Order: o, Site: lv.site})
		return void
	}
	get := func(o region.Order) region.Expr {
		return f.Let("a", &region.AtomicLoad{Type: bits, Addr: lv.addr, Order: o, Site: lv.site})
	}
	switch {
	case op == "load_n" || op == "load" && c11:
		return val{x: fromCarrierAny(f, get(f.order(args, 1)), lv), t: lv.t, ct: lv.ct}, true
	case op == "load":
		dst := f.pointed(f.value(args[1]), args[1])
		f.store(lval{addr: dst.addr, t: bits}, scalar(get(f.order(args, 2))))
		return void, true
	case op == "store_n" || (op == "store" || op == "init") && c11:
		v := f.castRegion(f.value(args[1]), lv.t)
		return put(f.once("v", f.carry(v, bits)), f.order(args, 2)), true
	case op == "store":
		src := f.pointed(f.value(args[1]), args[1])
		return put(f.Let("v", &region.Load{Type: bits, Addr: src.addr}), f.order(args, 2)), true
	case op == "clear" || op == "lock_release":
		o := region.Release
		if op == "clear" {
			o = f.order(args, 1)
		}
		return put(zeroOf(bits), o), true
	case op == "test_and_set":
		old := f.Let("old",
			&region.AtomicRMW{Op: region.AtomicXchg, Addr: lv.addr, X: One(bits), Order: f.order(args, 1)})
		return scalar(truth(old)), true
	}
	return void, false
}

func zeroOf(t region.Type) region.Expr { return Zero(t) }

// carry is v's value in the carrier type; structures are read from memory.
func (f *Fn) carry(v val, bits region.Type) region.Expr {
	if isAggregate(v.t) && !v.isComplex() {
		return &region.Load{Type: bits, Addr: v.x}
	}
	if v.isComplex() {
		return &region.Load{Type: bits, Addr: f.materialise(v, nil).addr}
	}
	return toCarrier(v.x, bits)
}

// fromCarrierAny is the value of lv's type in x; structures go to a temporary.
func fromCarrierAny(f *Fn, x region.Expr, lv lval) region.Expr {
	if !isAggregate(lv.t) {
		return fromCarrier(x, lv.t)
	}
	tmp := f.temp("a", lv.t)
	f.store(lval{addr: tmp.addr, t: x.ExprType()}, scalar(x))
	return tmp.addr
}

// atomicExchange lowers exchanges and compare-exchanges.
func (f *Fn) atomicExchange(name, op string, lv lval, args []cc.ExpressionNode) (val, bool) {
	bits := carrier(lv.t)
	sync := strings.HasPrefix(name, "__sync_")
	c11 := strings.HasPrefix(name, "__c11_")
	at := region.At{Pos: f.pos}
	xchg := func(x region.Expr, o region.Order) region.Expr {
		return f.Let("old", &region.AtomicRMW{Op: region.AtomicXchg, Addr: lv.addr, X: x, Order: o, Site: lv.site})
	}
	switch op {
	case "exchange_n", "lock_test_and_set":
		v := f.castRegion(f.value(args[1]), lv.t)
		return val{x: fromCarrierAny(f, xchg(f.once("v", f.carry(v, bits)), f.order(args, 2)), lv), t: lv.t, ct: lv.ct},
			true
	case "exchange":
		if c11 {
			v := f.castRegion(f.value(args[1]), lv.t)
			return val{x: fromCarrierAny(f, xchg(f.once("v", f.carry(v, bits)), f.order(args, 2)), lv), t: lv.t,
				ct: lv.ct}, true
		}
		src, dst := f.pointed(f.value(args[1]), args[1]), f.pointed(f.value(args[2]), args[2])
		old := xchg(f.Let("v", &region.Load{Type: bits, Addr: src.addr}), f.order(args, 3))
		f.store(lval{addr: dst.addr, t: bits}, scalar(old))
		return val{t: region.VoidT}, true
	case "bool_compare_and_swap", "val_compare_and_swap":
		e := f.once("expect", toCarrier(f.castRegion(f.value(args[1]), lv.t).x, bits))
		nv := f.once("new", toCarrier(f.castRegion(f.value(args[2]), lv.t).x, bits))
		got := f.Let("got",
			&region.CmpXchg{Addr: lv.addr, Expect: e, New: nv, Order: region.SeqCst, Fail: region.SeqCst,
				Site: lv.site})
		if op == "bool_compare_and_swap" {
			return scalar(compare(region.Eq, got, e)), true
		}
		return val{x: fromCarrier(got, lv.t), t: lv.t, ct: lv.ct}, true
	case "compare_exchange_n", "compare_exchange", "compare_exchange_strong", "compare_exchange_weak":
		if sync {
			break
		}
		exp := f.pointed(f.value(args[1]), args[1])
		exp.addr = f.once("expect", exp.addr)
		var nv region.Expr
		if op == "compare_exchange" {
			nv = f.Let("new", &region.Load{Type: bits, Addr: f.pointed(f.value(args[2]), args[2]).addr})
		} else {
			nv = f.once("new", f.carry(f.castRegion(f.value(args[2]), lv.t), bits))
		}
		i, weak := 4, op == "compare_exchange_weak"
		if c11 {
			i = 3
		} else {
			w, _ := f.T.ConstInt(args[3])
			weak = w != 0
		}
		e := f.Let("e", &region.Load{Type: bits, Addr: exp.addr})
		fail := f.order(args, i+1)
		if fail == region.Release {
			fail = region.Relaxed
		} else if fail == region.AcqRel {
			fail = region.Acquire
		}
		got := f.Let("got",
			&region.CmpXchg{Addr: lv.addr, Expect: e, New: nv, Order: f.order(args, i), Fail: fail, Weak: weak,
				Site: lv.site})
		ok := f.Let("ok", compare(region.Eq, got, e))
		f.Emit(&region.If{At: at, Cond: not(ok), Then: f.Block(nil, func() {
			f.store(lval{addr: exp.addr, t: bits}, scalar(got))
		})})
		return scalar(ok), true
	}
	return val{}, false
}

// atomicFetch lowers fetch_op, op_fetch, fetch_and_op and op_and_fetch.
func (f *Fn) atomicFetch(name, op string, lv lval, args []cc.ExpressionNode, n cc.Node) val {
	after := strings.HasSuffix(op, "_fetch")
	word := strings.TrimSuffix(strings.TrimSuffix(op, "_and_fetch"), "_fetch")
	word = strings.TrimPrefix(strings.TrimPrefix(word, "fetch_and_"), "fetch_")
	ops := map[string]region.AtomicOp{"add": region.AtomicAdd, "sub": region.AtomicSub, "and": region.AtomicAnd,
		"or": region.AtomicOr, "xor": region.AtomicXor, "nand": region.AtomicNand, "min": region.AtomicMin, "max": region.AtomicMax}
	aop, ok := ops[word]
	if !ok || len(args) < 2 || isAggregate(lv.t) {
		f.errorf(n, diag.UnsupportedBuiltin, "%s is not supported in device code", name).WithFix(hostOnlyHelp)
		return scalar(Int(region.I32, 0))
	}
	y := f.value(args[1])
	o := region.SeqCst
	if !strings.HasPrefix(name, "__sync_") {
		o = f.order(args, 2)
	}
	if region.IsPtr(lv.t) || isFloat(lv.t) || isBool(lv.t) {
		scale := int64(1)
		if e := ctree.Pointee(lv.ct); e != nil && strings.HasPrefix(name, "__c11_") {
			scale = f.T.Type(e).Size()
		}
		y.x = f.once("y", y.x)
		bin := map[string]region.BinOp{"add": region.Add, "sub": region.Sub, "and": region.And, "or": region.Or,
			"xor": region.Xor, "min": region.Min, "max": region.Max}[word]
		return f.casLoop(lv, func(old val) val {
			if region.IsPtr(lv.t) {
				i := convert(y.x, region.I64)
				if word == "sub" {
					i = unary(region.Neg, i)
				}
				return val{x: f.ptrAdd(old.x, i, scale, nil), t: region.PtrT}
			}
			return f.binaryVal(bin, old, y, n)
		}, after)
	}
	x := f.once("y", convertReal(y, lv.t))
	old := f.Let("old", &region.AtomicRMW{Op: aop, Addr: lv.addr, X: x, Order: o, Site: lv.site})
	if !after {
		return val{x: old, t: lv.t, ct: lv.ct}
	}
	if word == "nand" {
		return val{x: unary(region.Com, f.arith(region.And, old, x)), t: lv.t, ct: lv.ct}
	}
	bin := map[string]region.BinOp{"add": region.Add, "sub": region.Sub, "and": region.And, "or": region.Or,
		"xor": region.Xor, "min": region.Min, "max": region.Max}[word]
	return val{x: f.arith(bin, old, x), t: lv.t, ct: lv.ct}
}
