package gpu

import (
	"ompcc/codegen/body"
	"ompcc/lower/region"
)

// isTeamRegion reports whether s starts a parallel region, so that what is in
// it is no team-level code.
func isTeamRegion(s region.Stmt) bool {
	switch s := s.(type) {
	case *region.Parallel:
		return true
	case *region.WsLoop:
		return s.Levels&region.LevelFor != 0
	}
	return false
}

// lastRegion is the parallel region that ends k's body, nil if something
// follows it. once: no other iteration follows that of the kernel's loop.
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

// lastOf is the statement at the end of b.
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

// onlyOf is the statement that is all of b, nil if there are more.
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

// inTurn reports whether chunks of one iteration are what the schedule of s asks
// for, if it asks for any.
func inTurn(s *region.WsLoop) bool { return s.Chunk == nil || body.PositiveConst(s.Chunk) == 1 }

// mayInterleave reports that nothing in s, a loop that is all of a parallel region,
// can tell whether a thread's iterations lie in a row, as schedule(static) wants
// them to (OpenMP 5.2 §11.5.3): it neither asks for threads nor has a variable that
// goes with a thread from one iteration to the next. Where the rows begin is not for a
// program to know. In turn, adjacent threads use adjacent memory.
func mayInterleave(s *region.WsLoop) bool {
	if body.NeedsThreads(s.Body) || callsAsk(s.Body) {
		return false
	}
	if s.Pre == nil {
		return true
	}
	uses := &localUses{shared: map[*region.Local]bool{}, parallel: 1}
	uses.block(s.Body)
	for _, l := range s.Pre.Locals {
		if uses.shared[l] {
			return false
		}
	}
	return true
}

// inLine are the statements of a kernel's body that each team executes exactly
// once: those outside of branches and loops.
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

// sharedLocals are the team-level locals of k that must be one object for all
// threads: those written inside of a parallel region, or whose address is
// used for anything but direct access. The others are kept, with equal
// values, by every thread.
func sharedLocals(k *region.Kernel) map[*region.Local]bool { return teamLocals(k.Body, k.Reductions) }

// teamLocals is sharedLocals for any body that a team's threads all execute.
func teamLocals(b *region.Block, red []*region.Reduction) map[*region.Local]bool {
	a := &localUses{shared: map[*region.Local]bool{}}
	for _, r := range red {
		a.escape(r.Orig)
		a.block(r.Init)
	}
	a.block(b)
	return a.shared
}

type localUses struct {
	shared   map[*region.Local]bool
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

// stmt looks at how s uses locals; names declared inside a parallel region
// may be marked too, which has no effect there.
func (a *localUses) stmt(s region.Stmt) {
	if blk, ok := s.(*region.Block); ok {
		a.block(blk)
		return
	}
	if isTeamRegion(s) {
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

// target is an address that is written.
func (a *localUses) target(x region.Expr) {
	if l := a.access(x); l != nil && a.parallel > 0 {
		a.shared[l] = true
	}
}

// access is an address that is read or written directly; it returns the local.
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

// escape is an expression whose value may carry an address away.
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

// localOf returns the local that an address is directly in.
func localOf(x region.Expr) *region.Local {
	switch x := x.(type) {
	case *region.LocalAddr:
		return x.Local
	case *region.PtrAdd:
		return localOf(x.Base)
	}
	return nil
}

// privateTarget reports that at team level every thread has its own copy of
// what addr points to.
func (f function) privateTarget(addr region.Expr) bool {
	l := localOf(addr)
	return l != nil && !f.ctx.shared[l] && l.Space != region.SpaceTeam
}

// guardable reports whether s is a team-level statement whose effect is left
// to thread 0.
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
		return !dispatches(s.X) && (impureRoot(s.X) || !pureExpr(s.X))
	case *region.AtomicStore, *region.Asm, *region.Critical, *region.Flush:
		return true
	}
	return false
}

// impureRoot reports whether x itself has an effect or reads what others change.
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

// pureLibrary reports whether a function of the C library has neither effects nor memory.
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
// parallel region may write: then a region must not start before all threads
// have read.
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

// stableAddr reports that nothing in the kernel writes at x: a thread's own
// copy of a local, or storage behind a read-only parameter.
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

// needsState reports whether k calls device functions that may ask for the
// threads of the region they are called in.
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
		return callsBack(fn) || fn.Name == "rand" || fn.Name == "srand"
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

// hasBarrier reports whether the body of a region synchronises its threads,
// so that all threads of the team must take part.
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
			return false // serial
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

// callsParallel reports whether code of b may meet a barrier in a function that it calls.
func callsParallel(b *region.Block) bool {
	found := false
	callVisitor(&found, func(c *region.Call) bool {
		return c.Func == nil || c.Func.UsesParallel || c.Func.Body == nil && !c.Func.Library
	}).Walk(b)
	return found
}

// regionThreads is the most threads that any parallel region of k asks for;
// false when one leaves the number open, or k may meet regions in functions.
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

// selfContained reports whether rf computes its result from its arguments alone:
// all threads that call it with the same ones get the same.
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

// mostCompared is how many addresses a pointer is compared with before it is looked for.
const mostCompared = 8

// comparedFunctions are the functions of the module that pointers may be to, if they are few.
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
