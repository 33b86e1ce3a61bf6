package codegen

import (
	"fmt"

	"ompcc/lower/region"
)

var orders = [...]ordering{"monotonic", "acquire", "release", "acq_rel", "seq_cst"}

// scopeText is LLVM's syncscope for s, with a space after.
func (m *module) scopeText(s region.Scope) string {
	if n := m.t.SyncScope[s]; n != "" {
		return fmt.Sprintf("syncscope(%q) ", n)
	}
	return ""
}

func (f *fn) fence(o region.Order, s region.Scope) {
	if o == region.Relaxed {
		o = region.AcqRel // a flush without an order (OpenMP 5.2 §15.8.5)
	}
	if call := f.m.t.FenceCalls[s]; call != "" {
		f.call(tVoid, call, "nounwind")
		return
	}
	if o != region.Acquire {
		f.awaitMemory(s)
	}
	f.do("fence %s%s", f.m.scopeText(s), orders[o])
}

// awaitMemory waits until the thread's accesses are done as far as scope s sees, before what publishes
// them, on targets whose fences do not do so.
func (f *fn) awaitMemory(s region.Scope) {
	if wait := f.m.t.Waits[s]; wait != "" {
		f.do(`call void asm sideeffect "%s", "~{memory}"() convergent nounwind`, wait)
	}
}

// withOrder emits an atomic access with its order, by fences where the target has only relaxed
// atomics. gen gets the order to write.
func (f *fn) withOrder(o region.Order, s region.Scope, gen func(o region.Order) val) val {
	if !f.m.t.OrderByFences || o == region.Relaxed {
		if o != region.Relaxed && o != region.Acquire {
			f.awaitMemory(s)
		}
		return gen(o)
	}
	if o != region.Acquire {
		f.fence(region.Release, s)
	}
	v := gen(region.Relaxed)
	if o != region.Release {
		f.fence(region.Acquire, s)
	}
	return v
}

// Integer operations that atomicrmw has, unsigned and signed.
var rmwInt = map[region.AtomicOp][2]string{
	region.AtomicXchg: {"xchg", "xchg"}, region.AtomicAdd: {"add", "add"}, region.AtomicSub: {"sub", "sub"},
	region.AtomicAnd: {"and", "and"}, region.AtomicNand: {"nand", "nand"}, region.AtomicOr: {"or", "or"},
	region.AtomicXor: {"xor", "xor"}, region.AtomicMin: {"umin", "min"}, region.AtomicMax: {"umax", "max"},
}

var rmwFloat = map[region.AtomicOp]string{region.AtomicXchg: "xchg", region.AtomicAdd: "fadd", region.AtomicSub: "fsub"}

// rmwName returns the atomicrmw operation for op on t, if there is one.
func rmwName(op region.AtomicOp, t region.Type) (string, bool) {
	switch t := t.(type) {
	case *region.Int:
		n, ok := rmwInt[op]
		i := 0
		if t.Signed {
			i = 1
		}
		return n[i], ok
	case *region.Float:
		n, ok := rmwFloat[op]
		return n, ok && (t.Kind == region.F32 || t.Kind == region.F64)
	case *region.Ptr:
		return "xchg", op == region.AtomicXchg
	}
	return "", false
}

func (f *fn) atomicRMW(x *region.AtomicRMW) val {
	p, v := f.expr(x.Addr), f.expr(x.X)
	how := updateAccess
	if x.Op == region.AtomicXchg {
		how = writeAccess // the old value may be dropped
	}
	f.checkScalar(how, x.Addr, p, x.X.ExprType(), x.Site)
	return f.atomicUpdate(x.Op, p, v, x.X.ExprType(), x.Order, x.Scope)
}

// atomicUpdate emits *p = *p op v and returns the old value: by one
// instruction, a compare-exchange loop, or under the lock when the type is
// wider than the target's atomics.
func (f *fn) atomicUpdate(op region.AtomicOp, p, v val, t region.Type, o region.Order, s region.Scope) val {
	if region.WideAtomic(t) {
		return f.lockedUpdate(p, t, func(old val) val { return f.combineAtomic(op, old, v, t) })
	}
	return f.withOrder(o, s, func(o region.Order) val { return f.atomicNarrow(op, p, v, t, o, s) })
}

// atomicNarrow is atomicUpdate for types that the target has atomics for.
func (f *fn) atomicNarrow(op region.AtomicOp, p, v val, t region.Type, o region.Order, s region.Scope) val {
	if old, ok := f.systemRMW(op, p, v, t, s); ok {
		return old
	}
	if name, ok := rmwName(op, t); ok && !f.ofSystem(s, t) && !f.partOfWord(t) {
		return f.def(v.t, "old", "atomicrmw %s %s, %s %s%s, align %d", name, p, v, f.m.scopeText(s), orders[o], t.Size())
	}
	return f.casLoop(p, t, o, s, func(old val) val { return f.combineAtomic(op, old, v, t) })
}

// partOfWord reports whether an update of a t changes a part of the narrowest word that has atomic updates.
func (f *fn) partOfWord(t region.Type) bool { return t.Size() < f.m.t.AtomicBytes }

// word is what a compare-exchange of an object works on: the object, or the 32-bit word around it.
type word struct {
	at          val
	bytes       int64
	bits        ltype // the object's bits
	shift, keep val   // the object's place in the word and the mask of the other bits; "" without others
}

func (w word) t() ltype { return intN(int(w.bytes) * 8) }

// wordOf is the word to exchange for an object of type t at p.
func (f *fn) wordOf(p val, t region.Type) word {
	w := word{at: p, bytes: t.Size(), bits: intN(int(t.Size()) * 8)}
	if !f.partOfWord(t) {
		return w
	}
	p = f.toGeneric(p)
	w.at, w.bytes = f.call(tPtr, "llvm.ptrmask.p0.i64", "nounwind", p, num(tI64, -4)), 4
	inWord := f.bin("and", f.cast("trunc", f.cast("ptrtoint", p, tI64, "address"), tI32, "address"), num(tI32, 3), "in_word")
	w.shift = f.bin("shl", inWord, num(tI32, 3), "shift")
	w.keep = f.bin("xor", f.bin("shl", num(tI32, 1<<(8*t.Size())-1), w.shift, "mask"), num(tI32, -1), "keep")
	return w
}

// object takes the object's bits out of the word v, and with puts bits in their place.
func (w word) object(f *fn, v val) val {
	if w.shift.id == "" {
		return v
	}
	return f.cast("trunc", f.bin("lshr", v, w.shift, "shifted"), w.bits, "bits")
}

func (w word) with(f *fn, v, bits val) val {
	if w.shift.id == "" {
		return bits
	}
	return f.bin("or", f.bin("and", v, w.keep, "others"), f.bin("shl", f.cast("zext", bits, tI32, "wide"), w.shift, "placed"), "word")
}

// lockedUpdate updates an object too wide for an atomic instruction.
func (f *fn) lockedUpdate(p val, t region.Type, next func(old val) val) val {
	cell := f.alloca(memType(t), t.Align(), "old")
	f.m.exec.locked(f, func() {
		old := f.load(memType(t), p, t.Align(), "old")
		f.store(old, cell, t.Align())
		f.store(next(old), p, t.Align())
	})
	return f.load(memType(t), cell, t.Align(), "old")
}

// casLoop retries old → next(old) until no other thread has changed *p.
func (f *fn) casLoop(p val, t region.Type, o region.Order, s region.Scope, next func(old val) val) val {
	fail := o
	switch o {
	case region.AcqRel:
		fail = region.Acquire
	case region.Release:
		fail = region.Relaxed
	}
	old := f.exchangeLoop(p, t, o, fail, s, func(bits val, _ *block) val { return f.toBits(next(f.bitsTo(bits, t)), t) })
	return f.bitsTo(old, t)
}

// exchangeLoop retries bits → next(bits) until no other thread has changed the word of *p, or next
// branches to leave. It returns the bits that *p had, taken from the word behind the loop: lanes leave
// the loop at different times, and LLVM 19 keeps 32-bit values of them right, but not all truth values.
func (f *fn) exchangeLoop(p val, t region.Type, o, fail region.Order, s region.Scope, next func(bits val, leave *block) val) val {
	w := f.wordOf(p, t)
	first := f.def(w.t(), "first", "load atomic %s, %s %smonotonic, align %d", w.t(), w.at, f.m.scopeText(s), w.bytes)
	pre := f.cur
	loop, done := f.newBlock("cas.loop"), f.newBlock("cas.done")
	f.place(loop)
	seen := val{w.t(), "%" + f.uniq("seen")}
	phi := len(f.cur.Insts)
	want := w.with(f, seen, next(w.object(f, seen), done))
	now, ok := val{}, val{}
	if f.ofSystem(s, t) {
		now = f.systemCAS(w.at, seen, want)
		ok = f.icmp("eq", now, seen, "ok")
	} else {
		r := f.def("{ "+w.t()+", i1 }", "cas", "cmpxchg %s, %s, %s %s%s %s, align %d", w.at, seen, want, f.m.scopeText(s), orders[o], orders[fail], w.bytes)
		now = f.def(w.t(), "now", "extractvalue %s, 0", r)
		ok = f.def(tI1, "ok", "extractvalue %s, 1", r)
	}
	f.insert(loop, phi, phiInst(seen, first, pre, now, f.cur))
	f.condBr(ok, done, loop)
	f.place(done)
	return w.object(f, seen)
}

// bitsTo gives the value of type t that has the bits v has in memory; toBits is its inverse.
func (f *fn) bitsTo(v val, t region.Type) val {
	if isFloat(t) || isPtr(t) {
		return f.bitcast(v, typ(t))
	}
	return f.fromMemory(v, t)
}

func (f *fn) toBits(v val, t region.Type) val {
	it := intN(int(t.Size()) * 8)
	if isFloat(t) || isPtr(t) {
		return f.bitcast(v, it)
	}
	return f.toMemory(v, t)
}

var atomicBin = map[region.AtomicOp]region.BinOp{
	region.AtomicAdd: region.Add, region.AtomicSub: region.Sub, region.AtomicMul: region.Mul, region.AtomicDiv: region.Div,
	region.AtomicAnd: region.And, region.AtomicOr: region.Or, region.AtomicXor: region.Xor,
	region.AtomicShl: region.Shl, region.AtomicShr: region.Shr, region.AtomicMin: region.Min, region.AtomicMax: region.Max,
}

var atomicReversed = map[region.AtomicOp]region.BinOp{
	region.AtomicRSub: region.Sub, region.AtomicRDiv: region.Div, region.AtomicRShl: region.Shl, region.AtomicRShr: region.Shr,
}

// combineAtomic computes the new value of an atomic update.
func (f *fn) combineAtomic(op region.AtomicOp, old, v val, t region.Type) val {
	if b, ok := atomicBin[op]; ok {
		return f.arith(b, old, v, t, false)
	}
	if b, ok := atomicReversed[op]; ok {
		return f.arith(b, v, old, t, false)
	}
	switch op {
	case region.AtomicNand:
		return f.bin("xor", f.bin("and", old, v, "and"), allOnes(t), "nand")
	case region.AtomicLAnd, region.AtomicLOr:
		name := "and"
		if op == region.AtomicLOr {
			name = "or"
		}
		r := f.bin(name, f.truth(old, t), f.truth(v, t), "logic")
		return f.convert(r, region.BoolT, t)
	}
	return v
}

// truth is v != 0.
func (f *fn) truth(v val, t region.Type) val {
	switch {
	case isBool(t):
		return v
	case isFloat(t):
		return f.def(tI1, "tobool", "fcmp une %s, %s", v, constantOf(&region.FConst{Type: t.(*region.Float), Val: zeroFloat}).bare())
	case isPtr(t):
		return f.icmp("ne", v, val{tPtr, "null"}, "tobool")
	}
	return f.icmp("ne", v, val{v.t, "0"}, "tobool")
}

func (f *fn) atomicLoad(x *region.AtomicLoad) val {
	p := f.expr(x.Addr)
	f.checkScalar(readAccess, x.Addr, p, x.Type, x.Site)
	if region.WideAtomic(x.Type) {
		return f.lockedUpdate(p, x.Type, func(old val) val { return old })
	}
	o := x.Order
	switch o {
	case region.AcqRel:
		o = region.Acquire
	case region.Release:
		o = region.Relaxed
	}
	mt, volatile := memType(x.Type), ""
	if f.m.t.VolatileAtomics {
		volatile = " volatile"
	}
	return f.withOrder(o, x.Scope, func(o region.Order) val {
		v := f.def(mt, hintOf(x.Addr), "load atomic%s %s, %s %s%s, align %d", volatile, mt, p, f.m.scopeText(x.Scope), orders[o], x.Type.Size())
		return f.fromMemory(v, x.Type)
	})
}

func (f *fn) atomicStore(s *region.AtomicStore) {
	p := f.expr(s.Addr)
	t := s.X.ExprType()
	v := f.expr(s.X)
	f.checkScalar(writeAccess, s.Addr, p, t, s.Site)
	if region.WideAtomic(t) {
		f.lockedUpdate(p, t, func(val) val { return v })
		return
	}
	o := s.Order
	switch o {
	case region.AcqRel:
		o = region.Release
	case region.Acquire:
		o = region.Relaxed
	}
	f.withOrder(o, s.Scope, func(o region.Order) val {
		f.do("store atomic %s, %s %s%s, align %d", f.toMemory(v, t), p, f.m.scopeText(s.Scope), orders[o], t.Size())
		return val{}
	})
}

func (f *fn) cmpXchg(x *region.CmpXchg) val {
	t := x.Expect.ExprType()
	p, e := f.expr(x.Addr), f.expr(x.Expect)
	n := f.expr(x.New)
	f.checkScalar(updateAccess, x.Addr, p, t, x.Site)
	if region.WideAtomic(t) {
		return f.lockedUpdate(p, t, func(old val) val { return f.sel(f.compareVals(region.Eq, old, e, t), n, old, "new") })
	}
	e, n = f.toMemory(e, t), f.toMemory(n, t)
	fail := x.Fail
	switch fail {
	case region.Release:
		fail = region.Relaxed
	case region.AcqRel:
		fail = region.Acquire
	}
	if f.ofSystem(x.Scope, t) {
		it := intN(int(t.Size()) * 8)
		old := f.withOrder(x.Order, x.Scope, func(region.Order) val { return f.systemCAS(p, f.asInt(e, it), f.asInt(n, it)) })
		switch {
		case e.t == tPtr:
			old = f.cast("inttoptr", old, tPtr, "old")
		case e.t != it:
			old = f.cast("bitcast", old, e.t, "old")
		}
		return f.fromMemory(old, t)
	}
	if f.partOfWord(t) {
		it := intN(int(t.Size()) * 8)
		old := f.exchangeLoop(p, t, x.Order, fail, x.Scope, func(bits val, leave *block) val {
			swap := f.newBlock("cas.swap")
			f.condBr(f.icmp("eq", bits, f.asInt(e, it), "same"), swap, leave)
			f.place(swap)
			return f.asInt(n, it)
		})
		return f.bitsTo(old, t)
	}
	weak := ""
	if x.Weak {
		weak = "weak "
	}
	r := f.withOrder(x.Order, x.Scope, func(o region.Order) val {
		if o == region.Relaxed && x.Order != o {
			fail = o
		}
		return f.def("{ "+e.t+", i1 }", "cas", "cmpxchg %s%s, %s, %s %s%s %s, align %d", weak, p, e, n, f.m.scopeText(x.Scope), orders[o], orders[fail], t.Size())
	})
	return f.fromMemory(f.def(e.t, "old", "extractvalue %s, 0", r), t)
}

// ofSystem reports whether an operation on a t needs an instruction of the system's scope that LLVM has
// as an intrinsic only.
func (f *fn) ofSystem(s region.Scope, t region.Type) bool {
	return f.m.t.SystemAtomic != nil && s == region.ScopeSystem && f.m.t.SystemAtomic("cas", int(8*t.Size())) != ""
}

// systemRMW is an update of the system's scope by one instruction, if there is one.
func (f *fn) systemRMW(op region.AtomicOp, p, v val, t region.Type, s region.Scope) (val, bool) {
	i, integer := t.(*region.Int)
	if !integer || !f.ofSystem(s, t) {
		return val{}, false
	}
	name := map[region.AtomicOp]string{region.AtomicAdd: "add", region.AtomicSub: "add", region.AtomicXchg: "exch",
		region.AtomicAnd: "and", region.AtomicOr: "or", region.AtomicXor: "xor"}[op]
	if name == "" {
		return val{}, false
	}
	if op == region.AtomicSub {
		v = f.bin("sub", num(v.t, 0), v, "negative")
	}
	return f.call(v.t, f.m.t.SystemAtomic(name, i.Bits), "nounwind", f.toGeneric(p), v), true
}

func (f *fn) systemCAS(p, expect, to val) val {
	return f.call(expect.t, f.m.t.SystemAtomic("cas", intBits(expect.t)), "nounwind", f.toGeneric(p), expect, to)
}

// asInt is v as an integer of type it, which has its size.
func (f *fn) asInt(v val, it ltype) val {
	switch v.t {
	case it:
		return v
	case tPtr:
		return f.cast("ptrtoint", v, it, "bits")
	}
	return f.cast("bitcast", v, it, "bits")
}
