package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// ReductionState is a reduction in the code of one participant.
type ReductionState struct {
	Reduction *region.Reduction
	Original  ir.Value // address of the original list item
	Private   ir.Value // address of the private copy's first element
	Count     *ir.Value
}

// BeginReductions declares and initialises the private copies.
func (f *Function) BeginReductions(rs []*region.Reduction) []ReductionState {
	states := make([]ReductionState, 0, len(rs))
	for _, r := range rs {
		st := ReductionState{Reduction: r, Original: f.Expr(r.Orig)}
		cell := f.Exec.Storage(r.Priv)
		f.Locals[r.Priv] = cell
		st.Private = cell
		if r.Count != nil {
			n := f.Resize(f.Expr(r.Count), ir.I64, isSigned(r.Count.ExprType()))
			st.Count = &n
			if IsDynamic(r) {
				st.Private = f.ToGeneric(f.DynamicArray(n, r.Type))
				f.Store(st.Private, cell, 8)
			}
		}
		if st.Count == nil {
			f.reduced[r.Priv] = r
		}
		states = append(states, st)
	}
	Checks{f}.checkReductions(states)
	for _, st := range states {
		f.Block(st.Reduction.Init)
	}
	return states
}

// IsDynamic reports whether the number of r's elements is not constant.
func IsDynamic(r *region.Reduction) bool {
	return r.Count != nil && region.IsPtr(r.Priv.Type) && !region.IsPtr(r.Type)
}

// DynamicArray allocates n elements of t: on the stack, or in the heap of the team or thread.
func (f *Function) DynamicArray(n ir.Value, t region.Type) ir.Value {
	if p, ok := f.Exec.Allocate(func() ir.Value { return f.Bin("mul", n, ir.Num(ir.I64, t.Size()), "bytes") }); ok {
		return p
	}
	return f.StackArray(MemoryType(t), n, 16, f.Mod.Target.LocalSpace, "red")
}

// licence marks the operations by which s updates the private copy of a
// floating-point reduction: combining in any order is what the clause allows
// (OpenMP 5.2 §5.5.5), so the copy may be kept in several lanes.
func (f *Function) licence(s *region.Store) {
	to, ok := s.Addr.(*region.LocalAddr)
	if !ok {
		return
	}
	r := f.reductionOf(to.Local)
	if r == nil || !IsFloat(r.Type) || r.Combine != nil {
		return
	}
	op, ok := redBin[r.Op]
	if !ok || op != region.Add && op != region.Mul {
		return
	}
	for x := s.X; ; {
		b, ok := x.(*region.Binary)
		if !ok || b.Op != op && !(b.Op == region.Sub && op == region.Add) {
			return
		}
		f.anyOrder[b] = true
		if isLoadOf(b.Y, to.Local) {
			return
		}
		x = b.X
		if isLoadOf(x, to.Local) {
			return
		}
	}
}

func (f *Function) reductionOf(l *region.Local) *region.Reduction {
	for g := f; g != nil; {
		if r := g.reduced[l]; r != nil {
			return r
		}
		if g.outer == nil {
			break
		}
		g = g.outer.f
	}
	return nil
}

func isLoadOf(x region.Expr, l *region.Local) bool {
	ld, ok := x.(*region.Load)
	if !ok {
		return false
	}
	a, ok := ld.Addr.(*region.LocalAddr)
	return ok && a.Local == l
}

// EachElement emits gen for each element pair of a reduction.
func (f *Function) EachElement(st ReductionState, gen func(orig, priv ir.Value)) {
	if st.Count == nil {
		gen(st.Original, st.Private)
		return
	}
	f.Loop("elem", ir.Num(ir.I64, 0), *st.Count, ir.Num(ir.I64, 1), func(i ir.Value) {
		gen(f.GEP(MemoryType(st.Reduction.Type), st.Original, i, "orig"),
			f.GEP(MemoryType(st.Reduction.Type), st.Private, i, "priv"))
	})
}

// AtomicOf is the atomic operation that combines by op, if a single
// instruction does it on the target.
func AtomicOf(r *region.Reduction) (region.AtomicOp, bool) {
	op, ok := map[region.RedOp]region.AtomicOp{
		region.RedAdd: region.AtomicAdd, region.RedSub: region.AtomicAdd, region.RedAnd: region.AtomicAnd,
		region.RedOr:  region.AtomicOr,
		region.RedXor: region.AtomicXor, region.RedMin: region.AtomicMin, region.RedMax: region.AtomicMax,
		region.RedMul:  region.AtomicMul,
		region.RedLAnd: region.AtomicLAnd, region.RedLOr: region.AtomicLOr,
	}[r.Op]
	if !ok || region.WideAtomic(r.Type) {
		return 0, false
	}
	switch t := r.Type.(type) {
	case *region.Int:
		return op, !t.Precise // LLVM has no atomic operations on these
	case *region.Float, *region.Bool:
		return op, true
	}
	return 0, false
}

// CombineShared adds each private copy to the original while other
// participants do the same: by atomics for scalars, else under the lock.
func (f *Function) CombineShared(states []ReductionState, scope region.Scope) {
	var locked []ReductionState
	for _, st := range states {
		if op, ok := AtomicOf(st.Reduction); ok && st.Count == nil {
			v := f.LoadRed(st.Private, st.Reduction.Type)
			Atomics{f}.AtomicUpdate(op, st.Original, v, st.Reduction.Type, region.Relaxed, scope)
			continue
		}
		locked = append(locked, st)
	}
	if len(locked) == 0 {
		return
	}
	f.Exec.Locked(func() {
		for _, st := range locked {
			f.EachElement(st, func(orig, priv ir.Value) { f.CombineInto(st.Reduction, orig, priv) })
		}
	})
}

// LoadRed loads a copy of type t.
func (f *Function) LoadRed(p ir.Value, t region.Type) ir.Value {
	return f.FromMemory(f.Load(MemoryType(t), p, t.Align(), "part"), t)
}

// CombineInto does *out = *out ⊕ *in, not atomically.
func (f *Function) CombineInto(r *region.Reduction, out, in ir.Value) {
	if r.Op == region.RedCustom || r.Combine != nil {
		f.SetTemp(r.In, in)
		f.SetTemp(r.Out, out)
		f.Block(r.Combine)
		return
	}
	a, b := f.LoadRed(out, r.Type), f.LoadRed(in, r.Type)
	f.Store(f.ToMemory(f.CombineVals(r, a, b), r.Type), out, r.Type.Align())
}

var redBin = map[region.RedOp]region.BinOp{
	region.RedAdd: region.Add, region.RedSub: region.Add, region.RedMul: region.Mul, region.RedAnd: region.And,
	region.RedOr: region.Or, region.RedXor: region.Xor, region.RedMin: region.Min, region.RedMax: region.Max,
}

// CombineVals combines two values; "-" combines by adding (OpenMP 5.2 §5.5.5).
func (f *Function) CombineVals(r *region.Reduction, a, b ir.Value) ir.Value {
	if op, ok := redBin[r.Op]; ok {
		return f.arith(op, a, b, r.Type, false)
	}
	name := "and"
	if r.Op == region.RedLOr {
		name = "or"
	}
	return Conversions{f}.Convert(f.Bin(name, Atomics{f}.Truth(a, r.Type), Atomics{f}.Truth(b, r.Type), "logic"),
		region.BoolT, r.Type)
}

// ConstCount is the number of r's elements, if it is constant.
func ConstCount(r *region.Reduction) (int64, bool) {
	c, ok := r.Count.(*region.Const)
	if !ok {
		return 0, false
	}
	return c.Val.Int64(), true
}
