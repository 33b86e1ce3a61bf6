package body

import (
	"fmt"
	"strings"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// KernelParams gives the LLVM parameters of k with what is known about them.
func (m *Module) KernelParams(k *region.Kernel, space int) []*ir.Param {
	names := map[string]int{}
	volatile := reachesVolatile(k.Body, map[*region.Function]bool{})
	var ps []*ir.Param
	for _, p := range k.Params {
		t := ParamType(p.Type)
		if region.IsPtr(p.Type) && p.Kind != region.ParamValue {
			t = ir.PtrIn(space)
		}
		lp := llir.NewParam(uniqueParam(names, p.Name), t)
		if region.IsPtr(p.Type) && p.Kind != region.ParamValue {
			lp.Attrs = m.pointerAttrs(p, volatile)
		}
		ps = append(ps, lp)
	}
	return ps
}

// ParamType is the type of a kernel's parameter of type t: integers have their width in memory.
func ParamType(t region.Type) ir.Type {
	if _, ok := t.(*region.Int); ok {
		return MemoryType(t)
	}
	return TypeOf(t)
}

// KernelParam is the value of parameter p, which lp is.
func (f *Function) KernelParam(p *region.Param, lp *ir.Param) ir.Value {
	if _, ok := p.Type.(*region.Int); ok {
		return f.FromMemory(lp, p.Type)
	}
	return lp
}

// pointerAttrs says what is known about a mapped variable's address. Where
// there are volatile accesses LLVM must not take storage for constant: it would
// read it through the cache that is not kept coherent.
func (m *Module) pointerAttrs(p *region.Param, volatile bool) []llir.ParamAttribute {
	var as []llir.ParamAttribute
	if (p.NoAlias || p.Kind == region.ParamCopy) && !m.Options.AliasMaps {
		as = append(as, ir.Attr("noalias"))
	}
	if p.ReadOnly && !volatile || p.Kind == region.ParamCopy {
		as = append(as, ir.Attr("readonly"))
	}
	return as
}

// reachesVolatile reports whether b, or a function that it calls, has volatile accesses.
func reachesVolatile(b *region.Block, seen map[*region.Function]bool) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Store:
			found = found || s.Volatile
		case *region.BitStore:
			found = found || s.Volatile
		case *region.Copy:
			found = found || s.Volatile
		}
		return !found
	}}
	v.Expr = func(x region.Expr) bool {
		switch x := x.(type) {
		case *region.Load:
			found = found || x.Volatile
		case *region.BitLoad:
			found = found || x.Volatile
		case *region.Call:
			if x.Func != nil && x.Func.Body != nil && !seen[x.Func] {
				seen[x.Func] = true
				found = found || reachesVolatile(x.Func.Body, seen)
			}
		}
		return !found
	}
	v.Walk(b)
	return found
}

// KernelComment is the line before k's code.
func KernelComment(k *region.Kernel) string {
	source := strings.TrimPrefix(strings.Join(strings.Fields(k.Source), " "), "#pragma omp ")
	return fmt.Sprintf("; %s:%d: #pragma omp %s\n", k.Pos.File, k.Pos.Line, source)
}

// BeginKernel sets what is common to kernels of all targets.
func (f *Function) BeginKernel(k *region.Kernel, lf *ir.Func) {
	f.Pos, f.ret, f.Kernel = region.Position(k.Pos), region.VoidT, k
	if f.Mod.Debug != nil {
		f.Scope = f.Mod.Debug.Subprogram(lf, nil, k.Name, PosFile(k.Pos.File, f.Mod.Source.File), k.Pos.Line)
		f.Loc = f.Mod.Debug.Location(f.Scope, f.Pos)
	}
}

// KernelBody emits a team's work with the reductions of the teams construct.
func (f *Function) KernelBody(k *region.Kernel) {
	red := f.BeginReductions(k.Reductions)
	f.Block(k.Body)
	if f.Cur != nil {
		f.CombineShared(red, region.ScopeDevice)
	}
}
