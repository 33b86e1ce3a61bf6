package gpu

// This file finds the kernels in which parallel regions may be nested, and emits the entry points in which nested
// regions have several threads (subgroup.go).

import (
	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// nestedSuffix is that of the form of a function that threads of nested entry points call.
const nestedSuffix = "$nested"

// nesting is what a module knows of nested parallel regions.
type nesting struct {
	kernels map[*region.Kernel]bool // those with a nested entry point
	uses    map[*region.Function]regionUse
	taken   map[*region.Function]bool // the functions to which pointers may point; nil: unknown
}

// regionUse is what a call of a function may come to: a parallel region, one nested in another, code of other files,
// a loop with a scan directive, threads in several dimensions, a function's variables that threads share.
type regionUse struct{ region, nested, open, scan, dims, shared bool }

// findNesting finds the kernels of m that get a nested entry point.
func findNesting(m *body.Module) nesting {
	n := nesting{kernels: map[*region.Kernel]bool{}, uses: map[*region.Function]regionUse{}}
	if m.Options.Whole {
		n.taken = m.AddressTaken
	}
	for _, k := range m.Source.Kernels {
		if n.blockUse(k.Body).nested && n.obstacle(m, k) == "" {
			n.kernels[k] = true
		}
	}
	return n
}

// use is what a call of rf may come to.
func (n nesting) use(rf *region.Function) regionUse {
	switch {
	case rf == nil && n.taken != nil:
		var u regionUse
		for rf := range n.taken {
			u = u.or(n.use(rf))
		}
		return u
	case rf != nil && rf.Body == nil && rf.Library:
		return regionUse{}
	case rf == nil, rf.Body == nil, rf.Linkage == region.Weak:
		return regionUse{open: true}
	}
	u, known := n.uses[rf]
	if !known {
		n.uses[rf] = regionUse{} // for recursive calls
		u = n.blockUse(rf.Body)
		u.nested = u.nested || u.region && recursesInRegion(rf)
		u.shared = u.shared || len(teamVariables(rf.Body)) > 0
		n.uses[rf] = u
	}
	return u
}

func (u regionUse) or(v regionUse) regionUse {
	return regionUse{u.region || v.region, u.nested || v.nested, u.open || v.open, u.scan || v.scan, u.dims || v.dims, u.shared || v.shared}
}

// obstacle is what keeps nested regions of k from having several threads, "" if nothing does.
func (n nesting) obstacle(m *body.Module, k *region.Kernel) string {
	switch u := n.blockUse(k.Body); {
	case m.Options.Deterministic:
		return "nested regions combine in no fixed order; remove -fopenmp-deterministic-reductions"
	case u.scan:
		return "a loop with a scan directive takes all threads of the team; move it to a region of its own"
	case u.dims:
		return "a team in several dimensions has all threads; leave the modifier dims of num_threads out"
	case u.shared:
		return "a function that it calls has variables of the team that calls it, for a reduction of a private variable, a cancelled or doacross loop, or by an allocate directive; move the construct to the parallel region"
	case k.Bare:
		return "ompx_bare leaves the threads to the program; remove it"
	case u.open:
		return "the region calls code of other files, which may not know of it; define the functions in this file"
	}
	return ""
}

// recursesInRegion reports whether a parallel region of rf may call rf.
func recursesInRegion(rf *region.Function) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		if isTeamRegion(s) {
			_, blocks := region.Parts(s)
			for _, b := range blocks {
				found = found || meets(b, rf, false)
			}
		}
		return !found
	}}
	v.Walk(rf.Body)
	return found
}

// blockUse is what b may come to.
func (n nesting) blockUse(b *region.Block) (use regionUse) {
	add := func(u regionUse) { use = use.or(u) }
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		if w, ok := s.(*region.WsLoop); ok {
			use.scan, use.dims = use.scan || w.Scan, use.dims || w.Extents != nil
		}
		if p, ok := s.(*region.Parallel); ok {
			use.dims = use.dims || p.Extents != nil
		}
		if isNestedRegion(s) {
			_, blocks := region.Parts(s)
			for _, in := range blocks {
				u := n.blockUse(in)
				u.region, u.nested = true, u.region || u.nested
				add(u)
			}
		}
		return true
	}}
	v.Expr = func(x region.Expr) bool {
		if c, ok := x.(*region.Call); ok {
			add(n.use(c.Func))
		}
		return true
	}
	v.Walk(b)
	return use
}

// innermost reports whether no parallel region can be nested in one with body b.
func (n nesting) innermost(b *region.Block) bool {
	u := n.blockUse(b)
	return !u.region && !u.open
}

// nestedBound is the largest number of threads of a team of k's nested entry point: room for all regions, if their
// numbers of threads are constant, and no less than the target's default.
func (m *module) nestedBound(k *region.Kernel) int64 {
	most := int64(m.Target.MaxThreads)
	if k.ThreadLimitConst > 0 {
		return min(k.ThreadLimitConst, most)
	}
	return min(max(int64(m.Target.DefaultTeam), m.wholeWarps(product(k.Body, most))), most)
}

// product is the largest product of the constant numbers of threads of regions of b that are nested in each other.
func product(b *region.Block, most int64) int64 {
	n := int64(1)
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		p, ok := s.(*region.Parallel)
		if ok {
			n = max(n, min(max(body.PositiveConst(p.NumThreads), 1)*product(p.Body, most), most))
		}
		return !ok
	}}
	v.Walk(b)
	return n
}

// nestedEntry emits the entry point of k in which nested regions may be active. The runtime takes it if it is asked for
// more than one active level (abi.NestedSuffix).
func (m *module) nestedEntry(k *region.Kernel) {
	suffix := abi.NestedSuffix
	if setsLevels(k) {
		suffix = abi.NestingSuffix
	}
	lf := m.Define(k.Name+suffix, ir.Void, nil, "")
	lf.Params = m.KernelParams(k, m.Target.GlobalSpace)
	lf.CallingConv = ir.CallingConv(m.Target.KernelCC)
	m.addBounds(lf, target.Bounds{Threads: m.nestedBound(k), MinTeams: k.MinTeams, MinWaves: k.MinWaves, MaxWaves: k.MaxWaves})
	m.Comments[lf] = body.KernelComment(k)
	f := of(m.NewFunction(lf))
	f.nested = true
	f.BeginKernel(k, lf)
	f = f.in(context{teamLevel: true, shared: localsShared(k.Body, k.Reductions, isNestedRegion), keepState: true, entryReads: true, inLine: inLine(k.Body)})
	for i, p := range k.Params {
		f.Params[p] = f.ToGeneric(f.KernelParam(p, lf.Params[i]))
	}
	body.Described{Function: f.Function}.DescribeParams(k, lf.Params)
	teamState{f}.startOwnHeap(k.Body)
	teamState{f}.startSpace(k)
	teamState{f}.startGroupMemory(k)
	teamState{f}.startState()
	teamState{f}.setState(ir.Num(ir.I32, nestedState))
	for _, c := range wordCells {
		c.begin(f)
	}
	f.startThreads()
	f = f.firstSubgroup()
	f = teamState{f}.placeShared(k.Body, k.Reductions, func(l *region.Local) bool { return l.Type.Size() > maxStaticShared })
	red := f.BeginReductions(k.Reductions)
	f.Block(k.Body)
	if f.Cur != nil {
		combining{f}.teamsReduce(red, true)
		f.Leave()
		teamState{f}.endGroupMemory(k)
		if f.Cur != nil {
			f.endThreads()
		}
	}
	f.Close(region.VoidT)
	shareWritten(k, lf)
}

// setsLevels reports whether code of k, or of a function that it calls, may set max-active-levels-var.
func setsLevels(k *region.Kernel) bool {
	return someExpr(k.Body, func(region.Stmt) bool { return true }, func(x region.Expr, visit func(*region.Function)) bool {
		switch x := x.(type) {
		case *region.Intrinsic:
			return x.Op == region.OpSetMaxLevels
		case *region.Call:
			if x.Func != nil {
				visit(x.Func)
			}
		}
		return false
	})
}

// nestedForm emits the form of rf that threads of nested entry points call: all threads of a subgroup together, with
// equal arguments.
func (m *module) nestedForm(rf *region.Function) {
	params := body.Signature(rf)
	lf := m.Define(rf.Name+nestedSuffix, body.TypeOf(rf.Ret), params, "internal")
	for _, a := range m.FuncAttrs(rf) {
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(a))
	}
	m.Comments[lf] = "; " + rf.Name + ", called by the threads of a subgroup\n"
	f := of(m.NewFunction(lf))
	f.nested = true
	f.BeginFunction(rf, lf, params)
	f = f.in(context{teamLevel: true, shared: localsShared(rf.Body, nil, isNestedRegion), keepState: true, entryReads: true})
	teamState{f}.startOwnHeap(rf.Body)
	f = f.calledSubgroup()
	f = f.placeNested(rf.Body, nil)
	f.Block(rf.Body)
	f.Close(rf.Ret)
}

// hasNestedForm reports whether threads of nested entry points call a form of their own of rf.
func (m *module) hasNestedForm(rf *region.Function) bool {
	return len(m.nesting.kernels) > 0 && rf != nil && rf.Body != nil && asksThreads(rf, map[*region.Function]bool{})
}
