package gpu

// This file analyses the region IR of kernels and functions: which locals threads share, which statements thread 0
// executes alone, and which code needs barriers or the state of its threads.

import (
	"ompcc/codegen/body"
	"ompcc/lower/region"
)

// isTeamRegion reports whether s starts a parallel region. Code in it is not
// team-level code.
func isTeamRegion(s region.Stmt) bool {
	switch s := s.(type) {
	case *region.Parallel:
		return true
	case *region.WsLoop:
		return s.Levels&region.LevelFor != 0
	}
	return false
}

// lastRegion returns the parallel region that ends k's body, nil if there is none. once
// says that a team executes at most one iteration of the kernel's loop.
func lastRegion(k *region.Kernel, once bool) region.Stmt {
	if len(k.Reductions) > 0 {
		return nil
	}
	inner := k.Body
	if loop := body.DistributeLoop(k); once && loop != nil && !loop.NonRect {
		inner = loop.Body
	}
	if s := lastOf(inner); s != nil && isTeamRegion(s) {
		return s
	}
	return nil
}

// lastOf returns the last statement of b, also if it is in nested blocks.
func lastOf(b *region.Block) region.Stmt {
	for b != nil && len(b.Stmts) > 0 {
		s := b.Stmts[len(b.Stmts)-1]
		in, ok := s.(*region.Block)
		if !ok {
			return s
		}
		b = in
	}
	return nil
}

// onlyOf returns the sole statement of b, also if it is in nested blocks; nil if b does not have exactly one.
func onlyOf(b *region.Block) region.Stmt {
	for b != nil && len(b.Stmts) == 1 {
		in, ok := b.Stmts[0].(*region.Block)
		if !ok {
			return b.Stmts[0]
		}
		b = in
	}
	return nil
}

// inTurn reports whether the schedule of s has no chunk size or the constant chunk
// size 1. The threads may then take the iterations in turn.
func inTurn(s *region.WsLoop) bool { return s.Chunk == nil || body.PositiveConst(s.Chunk) == 1 }

// mayInterleave reports whether the threads may take the iterations of s in turn, although
// schedule(static) requires contiguous iterations (OpenMP 5.2 §11.5.3). s is the only
// statement of a parallel region, and its code must not be able to tell the difference.
// Such code does not query its threads, and no variable carries a value from one
// iteration of a thread to the next. A program cannot rely on where a thread's
// iterations begin. If threads take iterations in turn, adjacent threads access
// adjacent memory.
func mayInterleave(s *region.WsLoop) bool {
	if body.NeedsThreads(s.Body) || callsAsk(s.Body) {
		return false
	}
	if s.Pre == nil {
		return true
	}
	uses := &localUses{shared: map[*region.Local]bool{}, inner: isTeamRegion, parallel: 1}
	uses.block(s.Body)
	for _, l := range s.Pre.Locals {
		if uses.shared[l] {
			return false
		}
	}
	return true
}

// inLine returns the statements of a kernel's body that each team executes exactly
// once: those outside of branches and loops, and before any label.
func inLine(b *region.Block) map[region.Stmt]bool {
	list := map[region.Stmt]bool{}
	var add func(b *region.Block)
	add = func(b *region.Block) {
		for _, s := range b.Stmts {
			if body.HasLabel(s) {
				return
			}
			if in, ok := s.(*region.Block); ok {
				add(in)
				continue
			}
			list[s] = true
		}
	}
	add(b)
	return list
}

// sharedLocals returns the team-level locals of k that must be one object for all
// threads: parallel regions write them, or the code uses their addresses for anything
// but direct access. Of the others, each thread keeps a copy with the same value.
func sharedLocals(k *region.Kernel) map[*region.Local]bool { return teamLocals(k.Body, k.Reductions) }

// teamLocals is sharedLocals for any body that all threads of a team execute.
func teamLocals(b *region.Block, red []*region.Reduction) map[*region.Local]bool {
	return localsShared(b, red, isTeamRegion)
}

// localsShared is teamLocals where inner tells the statements that other threads execute.
func localsShared(b *region.Block, red []*region.Reduction, inner func(region.Stmt) bool) map[*region.Local]bool {
	a := &localUses{shared: map[*region.Local]bool{}, inner: inner}
	for _, r := range red {
		a.escape(r.Orig)
		a.block(r.Init)
	}
	a.block(b)
	return a.shared
}

type localUses struct {
	shared   map[*region.Local]bool
	inner    func(region.Stmt) bool
	parallel int
}

func (a *localUses) block(b *region.Block) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		a.stmt(s)
	}
}

// stmt records how s uses locals. It may also mark locals that a parallel region
// declares, which has no effect.
func (a *localUses) stmt(s region.Stmt) {
	if blk, ok := s.(*region.Block); ok {
		a.block(blk)
		return
	}
	if a.inner(s) {
		a.parallel++
		defer func() { a.parallel-- }()
	}
	switch s := s.(type) {
	case *region.Store:
		a.target(s.Addr)
		a.escape(s.X)
		return
	case *region.BitStore:
		a.target(s.Addr)
		a.escape(s.X)
		return
	case *region.Copy:
		a.target(s.Dst)
		a.access(s.Src)
		return
	case *region.Zero:
		a.target(s.Addr)
		return
	}
	xs, bs := region.Parts(s)
	for _, x := range xs {
		a.escape(x)
	}
	for _, b := range bs {
		a.block(b)
	}
}

// target records a write to address x.
func (a *localUses) target(x region.Expr) {
	if l := a.access(x); l != nil && a.parallel > 0 {
		a.shared[l] = true
	}
}

// access records a direct read or write of address x. It returns the local that x is in, nil if there is none.
func (a *localUses) access(x region.Expr) *region.Local {
	switch x := x.(type) {
	case *region.LocalAddr:
		return x.Local
	case *region.PtrAdd:
		if x.Index != nil {
			a.escape(x.Index)
		}
		return a.access(x.Base)
	}
	a.escape(x)
	return nil
}

// escape records the use of an expression whose value may let an address escape.
func (a *localUses) escape(x region.Expr) {
	switch x := x.(type) {
	case nil:
		return
	case *region.LocalAddr:
		a.shared[x.Local] = true
		return
	case *region.Load:
		a.access(x.Addr)
		return
	case *region.BitLoad:
		a.access(x.Addr)
		return
	}
	xs, body := region.Operands(x)
	a.block(body)
	for _, y := range xs {
		a.escape(y)
	}
}

// localOf returns the local that contains address x, nil if that is not evident.
func localOf(x region.Expr) *region.Local {
	switch x := x.(type) {
	case *region.LocalAddr:
		return x.Local
	case *region.PtrAdd:
		return localOf(x.Base)
	}
	return nil
}

// privateTarget reports whether at team level each thread has its own copy of
// the object at addr.
func (f function) privateTarget(addr region.Expr) bool {
	l := localOf(addr)
	return l != nil && !f.ctx.shared[l] && l.Space != region.SpaceTeam
}

// guardable reports whether s is a team-level statement that only thread 0 may
// execute.
func (f function) guardable(s region.Stmt) bool {
	if !f.ctx.teamLevel {
		return false
	}
	switch s := s.(type) {
	case *region.Store:
		if dispatches(s.X) || dispatches(s.Addr) {
			return false // all threads make the call
		}
		return !f.privateTarget(s.Addr)
	case *region.BitStore:
		return !f.privateTarget(s.Addr)
	case *region.Copy:
		return !f.privateTarget(s.Dst)
	case *region.Zero:
		return !f.privateTarget(s.Addr)
	case *region.Eval:
		return !f.setsOwnICV(s.X) && !dispatches(s.X) && (impureRoot(s.X) || !pureExpr(s.X))
	case *region.AtomicStore, *region.Asm, *region.Critical, *region.Flush:
		return true
	}
	return false
}

// impureRoot reports whether x itself, without its operands, has a side effect or reads what other threads change.
func impureRoot(x region.Expr) bool {
	switch x := x.(type) {
	case *region.Call:
		return x.Func == nil || !(x.Func.Pure || x.Func.Const || x.Func.Library && pureLibrary(x.Func.Name))
	case *region.AtomicRMW, *region.AtomicLoad, *region.CmpXchg:
		return true
	case *region.Load:
		return x.Volatile
	case *region.BitLoad:
		return x.Volatile
	case *region.Intrinsic:
		switch x.Op {
		case region.OpMemcpy, region.OpMemmove, region.OpMemset, region.OpFence, region.OpWtime,
			region.OpAddOverflow, region.OpSubOverflow, region.OpMulOverflow, region.OpTrap, region.OpSetNumThreads,
			region.OpSetSchedule,
			region.OpSetMaxLevels:
			return true
		}
	}
	return false
}

// pureLibrary reports whether a function of the C library neither has side effects nor accesses memory.
func pureLibrary(name string) bool {
	base, _ := body.SplitPrecision(name)
	args, ok := body.CLCMath[base]
	if ok {
		for _, a := range args {
			if a == 'I' || a == 'X' {
				return false
			}
		}
		return true
	}
	return body.InlineMath[base] != ""
}

func pureExpr(x region.Expr) bool {
	pure := true
	v := region.Visitor{}
	v.Expr = func(y region.Expr) bool {
		pure = pure && !impureRoot(y)
		return pure
	}
	v.Stmt = func(region.Stmt) bool { pure = false; return false }
	v.WalkExpr(x)
	return pure
}

// readsMutable reports whether team-level code of k loads from memory that a
// parallel region may write. A region must then not start before all threads have
// executed the load.
func readsMutable(k *region.Kernel) bool {
	shared := sharedLocals(k)
	found := false
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool { return !found && !isTeamRegion(s) }
	v.Expr = func(x region.Expr) bool {
		if l, ok := x.(*region.Load); ok {
			found = found || !stableAddr(l.Addr, shared)
		}
		return !found
	}
	v.Walk(k.Body)
	return found
}

// stableAddr reports whether no parallel region writes at address x. Such an address is
// in a thread's own copy of a local or in the object of a read-only parameter.
func stableAddr(x region.Expr, shared map[*region.Local]bool) bool {
	switch x := x.(type) {
	case *region.LocalAddr:
		return !shared[x.Local]
	case *region.PtrAdd:
		return stableAddr(x.Base, shared)
	case *region.ParamVal:
		return x.Param.ReadOnly && x.Param.NoAlias || x.Param.Kind == region.ParamCopy
	}
	return false
}

// needsState reports whether k calls device functions that may query the threads of
// the calling region.
func needsState(k *region.Kernel) bool {
	found := false
	seen := map[*region.Function]bool{}
	v := region.Visitor{}
	v.Expr = func(x region.Expr) bool {
		if c, ok := x.(*region.Call); ok {
			found = found || asksThreads(c.Func, seen)
		}
		return !found
	}
	v.Walk(k.Body)
	return found
}

func asksThreads(fn *region.Function, seen map[*region.Function]bool) bool {
	switch {
	case fn == nil:
		return true
	case fn.Library && fn.Body == nil:
		return callsBack(fn)
	case seen[fn]:
		return false
	case fn.Body == nil || fn.UsesParallel:
		return true
	}
	seen[fn] = true
	found := body.NeedsThreads(fn.Body)
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		if w, ok := s.(*region.WsLoop); ok && w.Levels&region.LevelFor != 0 {
			found = true
		}
		return !found
	}
	v.Expr = func(x region.Expr) bool {
		if c, ok := x.(*region.Call); ok {
			found = found || asksThreads(c.Func, seen)
		}
		return !found
	}
	v.Walk(fn.Body)
	return found
}

// hasBarrier reports whether the body of a region synchronises its threads, so that
// a region of only some threads needs barriers of its own.
func hasBarrier(b *region.Block) bool {
	found := false
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Barrier:
			found = true
		case *region.Single:
			found = found || !s.NoWait || len(s.Copy) > 0
		case *region.WsLoop:
			found = found || s.Levels&region.LevelFor != 0 && (!s.NoWait || len(s.Reductions) > 0 || ownTurns(s))
		case *region.Sections:
			found = found || !s.NoWait || len(s.Reductions) > 0
		case *region.Parallel:
			return false // one thread executes a nested region
		}
		return !found
	}
	v.Expr = func(x region.Expr) bool {
		if c, ok := x.(*region.Call); ok {
			found = found || c.Func == nil || c.Func.UsesParallel
		}
		return !found
	}
	v.Walk(b)
	return found
}

// callsParallel reports whether a function that code of b calls may execute a barrier.
func callsParallel(b *region.Block) bool {
	found := false
	callVisitor(&found, func(c *region.Call) bool {
		return c.Func == nil || c.Func.UsesParallel || c.Func.Body == nil && !c.Func.Library
	}).Walk(b)
	return found
}

// regionThreads returns the largest constant number of threads that a parallel region of k asks
// for. asked is false if a region has no constant number, or if functions that k calls may contain regions.
func regionThreads(k *region.Kernel) (most int64, asked bool) {
	open := callsParallel(k.Body)
	ask := func(threads region.Expr) {
		n := body.PositiveConst(threads)
		most, open = max(most, n), open || n == 0
	}
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Parallel:
			ask(s.NumThreads)
			return false
		case *region.WsLoop:
			if s.Levels&region.LevelFor != 0 {
				ask(s.NumThreads)
				return false
			}
		}
		return true
	}}
	v.Walk(k.Body)
	return most, most > 0 && !open
}

// selfContained reports whether rf computes its result from its arguments only. All
// threads that call it with the same arguments then get the same result.
func selfContained(rf *region.Function) bool {
	return !body.IsVoid(rf.Ret) && !rf.Variadic && containsAll(rf, map[*region.Function]bool{})
}

func containsAll(rf *region.Function, seen map[*region.Function]bool) bool {
	if rf == nil || seen[rf] {
		return rf != nil
	}
	seen[rf] = true
	if rf.Library && rf.Body == nil {
		return pureLibrary(rf.Name)
	}
	if rf.Body == nil {
		return rf.Const
	}
	own := true
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Store:
			own = own && localOf(s.Addr) != nil
		case *region.Block, *region.Let, *region.Eval, *region.If, *region.Loop, *region.Switch, *region.CaseLabel,
			*region.Break, *region.Continue, *region.Return:
		default:
			own = false
		}
		return own
	}, Expr: func(x region.Expr) bool {
		switch x := x.(type) {
		case *region.Load:
			own = own && !x.Volatile && localOf(x.Addr) != nil
		case *region.Call:
			own = own && containsAll(x.Func, seen)
		case *region.GlobalAddr:
			own = own && x.Global.Space != region.SpaceThread
		case *region.Intrinsic, *region.AtomicRMW, *region.AtomicLoad, *region.CmpXchg, *region.BitLoad:
			own = false
		}
		return own
	}}
	v.Walk(rf.Body)
	return own
}

// mostCompared is the maximum number of functions with which code compares a pointer before it looks the pointer up.
const mostCompared = 8

// comparedFunctions returns the functions of the module to which pointers may point, nil if there are more than
// mostCompared.
func comparedFunctions(funcs []*region.Function, taken map[*region.Function]bool) []*region.Function {
	var list []*region.Function
	for _, rf := range funcs {
		if taken[rf] && rf.Body != nil {
			list = append(list, rf)
		}
	}
	if len(list) > mostCompared {
		return nil
	}
	return list
}
