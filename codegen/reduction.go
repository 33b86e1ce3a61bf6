package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// redState is a reduction in the code of one participant.
type redState struct {
	r     *region.Reduction
	orig  ir.Value // address of the original list item
	priv  ir.Value // address of the private copy's first element
	count *ir.Value
}

// beginReductions declares and initialises the private copies.
func (f *fn) beginReductions(rs []*region.Reduction) []redState {
	states := make([]redState, 0, len(rs))
	for _, r := range rs {
		st := redState{r: r, orig: f.expr(r.Orig)}
		cell := f.exec.storage(r.Priv)
		f.locals[r.Priv] = cell
		st.priv = cell
		if r.Count != nil {
			n := f.Resize(f.expr(r.Count), ir.I64, isSigned(r.Count.ExprType()))
			st.count = &n
			if isDynamic(r) {
				st.priv = f.toGeneric(f.dynamic(n, r.Type))
				f.Store(st.priv, cell, 8)
			}
		}
		if st.count == nil {
			f.reduced[r.Priv] = r
		}
		states = append(states, st)
	}
	checks{f}.checkReductions(states)
	for _, st := range states {
		f.block(st.r.Init)
	}
	return states
}

// isDynamic reports whether the number of r's elements is not constant.
func isDynamic(r *region.Reduction) bool {
	return r.Count != nil && isPtr(r.Priv.Type) && !isPtr(r.Type)
}

// dynamic allocates n elements of t: on the stack, or in the heap of the team or thread.
func (f *fn) dynamic(n ir.Value, t region.Type) ir.Value {
	if p, ok := f.exec.allocate(func() ir.Value { return f.Bin("mul", n, ir.Num(ir.I64, t.Size()), "bytes") }); ok {
		return p
	}
	return f.StackArray(memType(t), n, 16, f.m.t.LocalSpace, "red")
}

// licence marks the operations by which s updates the private copy of a
// floating-point reduction: combining in any order is what the clause allows
// (OpenMP 5.2 §5.5.5), so the copy may be kept in several lanes.
func (f *fn) licence(s *region.Store) {
	to, ok := s.Addr.(*region.LocalAddr)
	if !ok {
		return
	}
	r := f.reductionOf(to.Local)
	if r == nil || !isFloat(r.Type) || r.Combine != nil {
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

func (f *fn) reductionOf(l *region.Local) *region.Reduction {
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

// elements emits gen for each element pair of a reduction.
func (f *fn) elements(st redState, gen func(orig, priv ir.Value)) {
	if st.count == nil {
		gen(st.orig, st.priv)
		return
	}
	f.Loop("elem", ir.Num(ir.I64, 0), *st.count, ir.Num(ir.I64, 1), func(i ir.Value) {
		gen(f.GEP(memType(st.r.Type), st.orig, i, "orig"), f.GEP(memType(st.r.Type), st.priv, i, "priv"))
	})
}

// atomicOf is the atomic operation that combines by op, if a single
// instruction does it on the target.
func atomicOf(r *region.Reduction) (region.AtomicOp, bool) {
	op, ok := map[region.RedOp]region.AtomicOp{
		region.RedAdd: region.AtomicAdd, region.RedSub: region.AtomicAdd, region.RedAnd: region.AtomicAnd, region.RedOr: region.AtomicOr,
		region.RedXor: region.AtomicXor, region.RedMin: region.AtomicMin, region.RedMax: region.AtomicMax, region.RedMul: region.AtomicMul,
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

// combineShared adds each private copy to the original while other
// participants do the same: by atomics for scalars, else under the lock.
func (f *fn) combineShared(states []redState, scope region.Scope) {
	var locked []redState
	for _, st := range states {
		if op, ok := atomicOf(st.r); ok && st.count == nil {
			v := f.loadRed(st.priv, st.r.Type)
			atomics{f}.atomicUpdate(op, st.orig, v, st.r.Type, region.Relaxed, scope)
			continue
		}
		locked = append(locked, st)
	}
	if len(locked) == 0 {
		return
	}
	f.exec.locked(func() {
		for _, st := range locked {
			f.elements(st, func(orig, priv ir.Value) { f.combineInto(st.r, orig, priv) })
		}
	})
}

func (f *fn) loadRed(p ir.Value, t region.Type) ir.Value {
	return f.fromMemory(f.Load(memType(t), p, t.Align(), "part"), t)
}

// combineInto does *out = *out ⊕ *in, not atomically.
func (f *fn) combineInto(r *region.Reduction, out, in ir.Value) {
	if r.Op == region.RedCustom || r.Combine != nil {
		f.setTemp(r.In, in)
		f.setTemp(r.Out, out)
		f.block(r.Combine)
		return
	}
	a, b := f.loadRed(out, r.Type), f.loadRed(in, r.Type)
	f.Store(f.toMemory(f.combineVals(r, a, b), r.Type), out, r.Type.Align())
}

var redBin = map[region.RedOp]region.BinOp{
	region.RedAdd: region.Add, region.RedSub: region.Add, region.RedMul: region.Mul, region.RedAnd: region.And,
	region.RedOr: region.Or, region.RedXor: region.Xor, region.RedMin: region.Min, region.RedMax: region.Max,
}

// combineVals combines two values; "-" combines by adding (OpenMP 5.2 §5.5.5).
func (f *fn) combineVals(r *region.Reduction, a, b ir.Value) ir.Value {
	if op, ok := redBin[r.Op]; ok {
		return f.arith(op, a, b, r.Type, false)
	}
	name := "and"
	if r.Op == region.RedLOr {
		name = "or"
	}
	return conversions{f}.convert(f.Bin(name, atomics{f}.truth(a, r.Type), atomics{f}.truth(b, r.Type), "logic"), region.BoolT, r.Type)
}

func constCount(r *region.Reduction) (int64, bool) {
	c, ok := r.Count.(*region.Const)
	if !ok {
		return 0, false
	}
	return c.Val.Int64(), true
}
