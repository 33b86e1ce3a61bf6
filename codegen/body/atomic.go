package body

// This file emits atomic accesses of a given order and scope: by instructions, compare-exchange loops or a lock.

import (
	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Orderings maps the region IR's memory orders to LLVM's.
var Orderings = [...]enum.AtomicOrdering{enum.AtomicOrderingMonotonic, enum.AtomicOrderingAcquire,
	enum.AtomicOrderingRelease, enum.AtomicOrderingAcquireRelease, enum.AtomicOrderingSequentiallyConsistent}

// atomic returns an atomic access of order o and scope s.
func (m *Module) atomic(o region.Order, s region.Scope, align int64) ir.Access {
	return ir.Access{Atomic: true, Scope: m.Target.SyncScope[s], Order: Orderings[o], Align: align}
}

// RelaxedWord returns a relaxed atomic access to a word that the generated code or the runtime shares.
func (m *Module) RelaxedWord(s region.Scope) ir.Access { return m.atomic(region.Relaxed, s, 4) }

// RelaxedLong is RelaxedWord for 8 bytes.
func (m *Module) RelaxedLong(s region.Scope) ir.Access { return m.atomic(region.Relaxed, s, 8) }

// Flush emits a fence of order o for scope s.
func (f *Function) Flush(o region.Order, s region.Scope) {
	if o == region.Relaxed {
		o = region.AcqRel // a flush without an order (OpenMP 5.2 §15.8.5)
	}
	if call := f.Mod.Target.FenceCalls[s]; call != "" {
		f.Call(ir.Void, call, "nounwind")
		return
	}
	if o != region.Acquire {
		Atomics{f}.awaitMemory(s)
	}
	f.Fence(Orderings[o], f.Mod.Target.SyncScope[s])
}

// BarrierFence emits a fence of order o before or after the team's barrier.
func (f *Function) BarrierFence(o region.Order) {
	if o == region.Release {
		Atomics{f}.awaitMemory(region.ScopeTeam)
	}
	f.Fence(Orderings[o], f.Mod.Target.BarrierScope)
}

// awaitMemory emits, on targets whose fences do not do so, a wait until scope s can see the thread's
// earlier accesses. It precedes the access that publishes them.
func (f Atomics) awaitMemory(s region.Scope) {
	if wait := f.Mod.Target.Waits[s]; wait != "" {
		f.CallValue(ir.Void, ir.Asm(wait, "~{memory}", true), nil, "convergent nounwind", "")
	}
}

// withOrder emits an atomic access of order o. If the target has relaxed atomics only, fences
// provide the order. gen emits the access with the order that it gets.
func (f Atomics) withOrder(o region.Order, s region.Scope, gen func(o region.Order) ir.Value) ir.Value {
	if !f.Mod.Target.OrderByFences || o == region.Relaxed {
		if o != region.Relaxed && o != region.Acquire {
			f.awaitMemory(s)
		}
		return gen(o)
	}
	if o != region.Acquire {
		f.Flush(region.Release, s)
	}
	v := gen(region.Relaxed)
	if o != region.Release {
		f.Flush(region.Acquire, s)
	}
	return v
}

// rmwInt maps operations to those that atomicrmw has for integers, unsigned and signed.
var rmwInt = map[region.AtomicOp][2]string{
	region.AtomicXchg: {"xchg", "xchg"}, region.AtomicAdd: {"add", "add"}, region.AtomicSub: {"sub", "sub"},
	region.AtomicAnd: {"and", "and"}, region.AtomicNand: {"nand", "nand"}, region.AtomicOr: {"or", "or"},
	region.AtomicXor: {"xor", "xor"}, region.AtomicMin: {"umin", "min"}, region.AtomicMax: {"umax", "max"},
}

var rmwFloat = map[region.AtomicOp]string{region.AtomicXchg: "xchg", region.AtomicAdd: "fadd", region.AtomicSub: "fsub"}

// RmwName returns the name of the atomicrmw operation for op on t, if there is one.
func RmwName(op region.AtomicOp, t region.Type) (string, bool) {
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

func (f Atomics) atomicRMW(x *region.AtomicRMW) ir.Value {
	p, v := f.Expr(x.Addr), f.Expr(x.X)
	how := updateAccess
	if x.Op == region.AtomicXchg {
		how = writeAccess // the program may ignore the old value
	}
	Checks{f.Function}.checkScalar(how, x.Addr, p, x.X.ExprType(), x.Site)
	return f.AtomicUpdate(x.Op, p, v, x.X.ExprType(), x.Order, x.Scope)
}

// AtomicUpdate emits *p = *p op v and returns the old value. It uses one
// instruction or a compare-exchange loop, or the lock if the type is wider than
// the target's atomics.
func (f Atomics) AtomicUpdate(op region.AtomicOp, p, v ir.Value, t region.Type, o region.Order,
	s region.Scope) ir.Value {
	if region.WideAtomic(t) {
		return f.lockedUpdate(p, t, func(old ir.Value) ir.Value { return f.combineAtomic(op, old, v, t) })
	}
	return f.withOrder(o, s, func(o region.Order) ir.Value { return f.atomicNarrow(op, p, v, t, o, s) })
}

// atomicNarrow is AtomicUpdate for types that are not wider than the target's atomics.
func (f Atomics) atomicNarrow(op region.AtomicOp, p, v ir.Value, t region.Type, o region.Order,
	s region.Scope) ir.Value {
	if old, ok := f.systemRMW(op, p, v, t, s); ok {
		return old
	}
	if name, ok := RmwName(op, t); ok && !f.ofSystem(s, t) && !f.partOfWord(t) {
		how := f.Mod.atomic(o, s, t.Size())
		if _, float := t.(*region.Float); float && op != region.AtomicXchg && s != region.ScopeSystem && !f.Mod.Source.SharesHost {
			how.Notes = f.Mod.Target.FloatAtomics
		}
		return f.RMW(name, p, v, how, "old")
	}
	return f.casLoop(p, t, o, s, func(old ir.Value) ir.Value { return f.combineAtomic(op, old, v, t) })
}

// partOfWord reports whether t is narrower than the narrowest word with atomic updates.
func (f Atomics) partOfWord(t region.Type) bool { return t.Size() < f.Mod.Target.AtomicBytes }

// word is the operand of a compare-exchange: the object itself, or the 32-bit word that contains it.
type word struct {
	at          ir.Value
	bytes       int64
	bits        ir.Type  // the integer type with the object's size
	shift, keep ir.Value // the object's position in the word and the mask of the other bits; nil if there are none
}

func (w word) t() ir.Type { return ir.Int(int(w.bytes) * 8) }

// wordOf returns the word to exchange for an object of type t at p.
func (f Atomics) wordOf(p ir.Value, t region.Type) word {
	w := word{at: p, bytes: t.Size(), bits: ir.Int(int(t.Size()) * 8)}
	if !f.partOfWord(t) {
		return w
	}
	p = f.ToGeneric(p)
	w.at, w.bytes = f.Call(ir.Ptr, "llvm.ptrmask.p0.i64", "nounwind", p, ir.Num(ir.I64, -4)), 4
	inWord := f.Bin("and", f.Cast("trunc", f.Cast("ptrtoint", p, ir.I64, "address"), ir.I32, "address"),
		ir.Num(ir.I32, 3), "in_word")
	w.shift = f.Bin("shl", inWord, ir.Num(ir.I32, 3), "shift")
	w.keep = f.Bin("xor", f.Bin("shl", ir.Num(ir.I32, 1<<(8*t.Size())-1), w.shift, "mask"), ir.Num(ir.I32, -1), "keep")
	return w
}

// object extracts the object's bits from the word v, and with replaces them by bits.
func (w word) object(f *Function, v ir.Value) ir.Value {
	if w.shift == nil {
		return v
	}
	return f.Cast("trunc", f.Bin("lshr", v, w.shift, "shifted"), w.bits, "bits")
}

func (w word) with(f *Function, v, bits ir.Value) ir.Value {
	if w.shift == nil {
		return bits
	}
	return f.Bin("or", f.Bin("and", v, w.keep, "others"),
		f.Bin("shl", f.Cast("zext", bits, ir.I32, "wide"), w.shift, "placed"), "word")
}

// lockedUpdate updates, under the lock, an object too wide for an atomic instruction. It returns the old value.
func (f Atomics) lockedUpdate(p ir.Value, t region.Type, next func(old ir.Value) ir.Value) ir.Value {
	cell := f.Alloca(MemoryType(t), t.Align(), "old")
	f.Exec.Locked(func() {
		old := f.Load(MemoryType(t), p, t.Align(), "old")
		f.Store(old, cell, t.Align())
		f.Store(next(old), p, t.Align())
	})
	return f.Load(MemoryType(t), cell, t.Align(), "old")
}

// casLoop emits a loop that retries old → next(old) until no other thread interferes. It returns the old value.
func (f Atomics) casLoop(p ir.Value, t region.Type, o region.Order, s region.Scope,
	next func(old ir.Value) ir.Value) ir.Value {
	fail := o
	switch o {
	case region.AcqRel:
		fail = region.Acquire
	case region.Release:
		fail = region.Relaxed
	}
	old := f.exchangeLoop(p, t, o, fail, s, func(bits ir.Value, _ *ir.Block) ir.Value { return f.ToBits(next(f.BitsTo(bits, t)), t) })
	return f.BitsTo(old, t)
}

// exchangeLoop emits a loop that retries bits → next(bits) until no other thread has changed the word of
// *p meanwhile, or next branches to leave. It returns the old bits of *p, and extracts them after the loop:
// lanes leave the loop at different times, and LLVM 19 then preserves 32-bit values, but not all i1 values.
func (f Atomics) exchangeLoop(p ir.Value, t region.Type, o, fail region.Order, s region.Scope,
	next func(bits ir.Value, leave *ir.Block) ir.Value) ir.Value {
	w := f.wordOf(p, t)
	first := f.LoadAs(w.t(), w.at, f.Mod.atomic(region.Relaxed, s, w.bytes), "first")
	pre := f.Cur
	loop, done := f.NewBlock("cas.loop"), f.NewBlock("cas.done")
	f.Place(loop)
	seen := f.OpenPhi(w.t(), "seen")
	want := w.with(f.Function, seen, next(w.object(f.Function, seen), done))
	var now, ok ir.Value
	if f.ofSystem(s, t) {
		now = f.systemCAS(w.at, seen, want)
		ok = f.ICmp("eq", now, seen, "ok")
	} else {
		r := f.Exchange(w.at, seen, want, f.Mod.atomic(o, s, w.bytes), Orderings[fail], false, "cas")
		now = f.Extract(r, 0, w.t(), "now")
		ok = f.Extract(r, 1, ir.I1, "ok")
	}
	ir.Incoming(seen, first, pre, now, f.Cur)
	f.CondBr(ok, done, loop)
	f.Place(done)
	return w.object(f.Function, seen)
}

// BitsTo returns the value of type t whose representation in memory is v. ToBits is its inverse.
func (f Atomics) BitsTo(v ir.Value, t region.Type) ir.Value {
	if IsFloat(t) || region.IsPtr(t) {
		return f.bitcast(v, TypeOf(t))
	}
	return f.FromMemory(v, t)
}

// ToBits returns the representation in memory of v, of type t, as an integer.
func (f Atomics) ToBits(v ir.Value, t region.Type) ir.Value {
	it := ir.Int(int(t.Size()) * 8)
	if IsFloat(t) || region.IsPtr(t) {
		return f.bitcast(v, it)
	}
	return f.ToMemory(v, t)
}

var atomicBin = map[region.AtomicOp]region.BinOp{
	region.AtomicAdd: region.Add, region.AtomicSub: region.Sub, region.AtomicMul: region.Mul,
	region.AtomicDiv: region.Div,
	region.AtomicAnd: region.And, region.AtomicOr: region.Or, region.AtomicXor: region.Xor,
	region.AtomicShl: region.Shl, region.AtomicShr: region.Shr, region.AtomicMin: region.Min,
	region.AtomicMax: region.Max,
}

var atomicReversed = map[region.AtomicOp]region.BinOp{
	region.AtomicRSub: region.Sub, region.AtomicRDiv: region.Div, region.AtomicRShl: region.Shl,
	region.AtomicRShr: region.Shr,
}

// combineAtomic returns the new value of an atomic update.
func (f Atomics) combineAtomic(op region.AtomicOp, old, v ir.Value, t region.Type) ir.Value {
	if b, ok := atomicBin[op]; ok {
		return f.arith(b, old, v, t, false)
	}
	if b, ok := atomicReversed[op]; ok {
		return f.arith(b, v, old, t, false)
	}
	switch op {
	case region.AtomicNand:
		return f.Bin("xor", f.Bin("and", old, v, "and"), AllOnes(t), "nand")
	case region.AtomicLAnd, region.AtomicLOr:
		name := "and"
		if op == region.AtomicLOr {
			name = "or"
		}
		r := f.Bin(name, f.Truth(old, t), f.Truth(v, t), "logic")
		return Conversions{f.Function}.Convert(r, region.BoolT, t)
	}
	return v
}

// Truth returns v != 0.
func (f Atomics) Truth(v ir.Value, t region.Type) ir.Value {
	switch {
	case IsBool(t):
		return v
	case IsFloat(t):
		return f.FCmp("une", v, ConstantOf(&region.FConst{Type: t.(*region.Float), Val: zeroFloat}), "tobool", nil)
	case region.IsPtr(t):
		return f.ICmp("ne", v, ir.Null, "tobool")
	}
	return f.ICmp("ne", v, ir.Num(v.Type(), 0), "tobool")
}

func (f Atomics) atomicLoad(x *region.AtomicLoad) ir.Value {
	p := f.Expr(x.Addr)
	Checks{f.Function}.checkScalar(readAccess, x.Addr, p, x.Type, x.Site)
	if region.WideAtomic(x.Type) {
		return f.lockedUpdate(p, x.Type, func(old ir.Value) ir.Value { return old })
	}
	o := x.Order
	switch o {
	case region.AcqRel:
		o = region.Acquire
	case region.Release:
		o = region.Relaxed
	}
	return f.withOrder(o, x.Scope, func(o region.Order) ir.Value {
		how := f.Mod.atomic(o, x.Scope, x.Type.Size())
		how.Volatile = f.Mod.Target.VolatileAtomics
		return f.FromMemory(f.LoadAs(MemoryType(x.Type), p, how, hintOf(x.Addr)), x.Type)
	})
}

func (f Atomics) atomicStore(s *region.AtomicStore) {
	p := f.Expr(s.Addr)
	t := s.X.ExprType()
	v := f.Expr(s.X)
	Checks{f.Function}.checkScalar(writeAccess, s.Addr, p, t, s.Site)
	if region.WideAtomic(t) {
		f.lockedUpdate(p, t, func(ir.Value) ir.Value { return v })
		return
	}
	o := s.Order
	switch o {
	case region.AcqRel:
		o = region.Release
	case region.Acquire:
		o = region.Relaxed
	}
	f.withOrder(o, s.Scope, func(o region.Order) ir.Value {
		f.StoreAs(f.ToMemory(v, t), p, f.Mod.atomic(o, s.Scope, t.Size()))
		return nil
	})
}

func (f Atomics) cmpXchg(x *region.CmpXchg) ir.Value {
	t := x.Expect.ExprType()
	p, e := f.Expr(x.Addr), f.Expr(x.Expect)
	n := f.Expr(x.New)
	Checks{f.Function}.checkScalar(updateAccess, x.Addr, p, t, x.Site)
	if region.WideAtomic(t) {
		return f.lockedUpdate(p, t, func(old ir.Value) ir.Value { return f.Sel(f.compareVals(region.Eq, old, e, t), n, old, "new") })
	}
	e, n = f.ToMemory(e, t), f.ToMemory(n, t)
	fail := x.Fail
	switch fail {
	case region.Release:
		fail = region.Relaxed
	case region.AcqRel:
		fail = region.Acquire
	}
	if f.ofSystem(x.Scope, t) {
		it := ir.Int(int(t.Size()) * 8)
		old := f.withOrder(x.Order, x.Scope, func(region.Order) ir.Value { return f.systemCAS(p, f.asInt(e, it), f.asInt(n, it)) })
		switch {
		case ir.IsPointer(e.Type()):
			old = f.Cast("inttoptr", old, ir.Ptr, "old")
		case !e.Type().Equal(it):
			old = f.Cast("bitcast", old, e.Type(), "old")
		}
		return f.FromMemory(old, t)
	}
	if f.partOfWord(t) {
		it := ir.Int(int(t.Size()) * 8)
		old := f.exchangeLoop(p, t, x.Order, fail, x.Scope, func(bits ir.Value, leave *ir.Block) ir.Value {
			swap := f.NewBlock("cas.swap")
			f.CondBr(f.ICmp("eq", bits, f.asInt(e, it), "same"), swap, leave)
			f.Place(swap)
			return f.asInt(n, it)
		})
		return f.BitsTo(old, t)
	}
	r := f.withOrder(x.Order, x.Scope, func(o region.Order) ir.Value {
		if o == region.Relaxed && x.Order != o {
			fail = o
		}
		return f.Exchange(p, e, n, f.Mod.atomic(o, x.Scope, t.Size()), Orderings[fail], x.Weak, "cas")
	})
	return f.FromMemory(f.Extract(r, 0, e.Type(), "old"), t)
}

// ofSystem reports whether an operation on a t has system scope and the target needs an intrinsic for it.
func (f Atomics) ofSystem(s region.Scope, t region.Type) bool {
	return f.Mod.Target.SystemAtomic != nil && s == region.ScopeSystem &&
		f.Mod.Target.SystemAtomic("cas", int(8*t.Size())) != ""
}

// systemRMW emits an update of system scope by one instruction, if there is one, and returns the old value.
func (f Atomics) systemRMW(op region.AtomicOp, p, v ir.Value, t region.Type, s region.Scope) (ir.Value, bool) {
	i, integer := t.(*region.Int)
	if !integer || !f.ofSystem(s, t) {
		return nil, false
	}
	name := map[region.AtomicOp]string{region.AtomicAdd: "add", region.AtomicSub: "add", region.AtomicXchg: "exch",
		region.AtomicAnd: "and", region.AtomicOr: "or", region.AtomicXor: "xor"}[op]
	if name == "" {
		return nil, false
	}
	if op == region.AtomicSub {
		v = f.Bin("sub", ir.Num(v.Type(), 0), v, "negative")
	}
	return f.Call(v.Type(), f.Mod.Target.SystemAtomic(name, i.Bits), "nounwind", f.ToGeneric(p), v), true
}

func (f Atomics) systemCAS(p, expect, to ir.Value) ir.Value {
	return f.Call(expect.Type(), f.Mod.Target.SystemAtomic("cas", ir.Bits(expect.Type())), "nounwind", f.ToGeneric(p),
		expect, to)
}

// asInt returns the bits of v as an integer of type it, which has the same size.
func (f Atomics) asInt(v ir.Value, it ir.Type) ir.Value {
	switch {
	case v.Type().Equal(it):
		return v
	case ir.IsPointer(v.Type()):
		return f.Cast("ptrtoint", v, it, "bits")
	}
	return f.Cast("bitcast", v, it, "bits")
}
