package gpu

// This file emits the forms of device functions that contain constructs, and the state by which they recognise their
// callers.

import (
	"fmt"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// A device function that may reach a parallel region, a barrier or an unknown
// callee has up to three forms on a GPU.
//
//   - Threads call f individually: in a parallel region, or while only the
//     team's initial thread runs. f queries at run time how many threads share
//     its constructs.
//   - All threads of a team call f$team outside of parallel regions, with equal
//     arguments. Each thread executes it redundantly, like a kernel's own code;
//     its parallel regions use all threads.
//   - Function pointers hold the address of f$addr, and other files call it if
//     the function may be parallel. It chooses between f and f$team.
//
// No thread waits in a loop for work, and there are no outlined functions.
const teamSuffix = "$team"

// Variables in shared memory. They exist only in programs whose functions use them.
const (
	// stateName names an array with, for each thread, the number of threads of the
	// parallel region that it is in, 0 outside. All threads of a team have the same
	// number; a cell for each saves the barrier between writing and reading it.
	stateName = "__ompcc_thread_team"
	// nestName names an array with, for each thread, the number of enclosing nested
	// regions that the thread executes alone. It is aloneMark while only the team's
	// initial thread runs.
	nestName = "__ompcc_thread_nest"
	// ticketsName names the counter of arrivals at barriers of regions of only some threads.
	ticketsName = "__ompcc_team_tickets"

	aloneMark = 128
	nestMask  = 31
	// Explicit tasks mark their thread's cell too (see task.go).
	inTaskMark, inFinalMark = 64, 32
)

func (f teamState) weakShared(name string, t ir.Type, align int64) ir.Value {
	if !f.Mod.Declared[name] {
		f.Mod.Declared[name] = true
		f.Mod.AddGlobal(name, t, f.Mod.Target.SharedSpace, ir.Undef(t), "weak", false).Align = llir.Align(align)
	}
	return ir.Symbol{Name: name, Space: f.Mod.Target.SharedSpace}
}

// stateCell returns the address of this thread's cell of the state array.
func (f teamState) stateCell() ir.Value {
	cells := f.weakShared(stateName, ir.ArrayOf(int64(f.Mod.Target.MaxThreads), ir.I16), 4)
	return f.GEP(ir.I16, cells, f.tid(), "state.at")
}

func (f teamState) state() ir.Value {
	return f.Cast("zext", f.Load(ir.I16, f.stateCell(), 2, "state"), ir.I32, "state")
}

// nestCell returns the address of this thread's cell of the nest array.
func (f teamState) nestCell() ir.Value {
	cells := f.weakShared(nestName, ir.Bytes(int64(f.Mod.Target.MaxThreads)), 4)
	return f.GEP(ir.I8, cells, f.tid(), "nest.at")
}

func (f teamState) nest() ir.Value {
	return f.Bin("and", f.nestBits(), ir.Num(ir.I32, aloneMark|nestMask), "nest")
}

func (f teamState) nestBits() ir.Value {
	return f.Cast("zext", f.Load(ir.I8, f.nestCell(), 1, "nest"), ir.I32, "nest")
}

// startState initialises this thread's cells at the start of a kernel.
func (f teamState) startState() {
	f.Store(ir.Num(ir.I8, 0), f.nestCell(), 1)
	f.setState(ir.Num(ir.I32, 0))
}

// setState records that n threads share the region that begins; 0 records its end.
func (f teamState) setState(n ir.Value) { f.Store(f.Resize(n, ir.I16, false), f.stateCell(), 2) }

// sharing returns whether the calling thread is one of several threads that share
// the function's constructs.
func (f teamState) sharing() ir.Value {
	many := f.ICmp("ugt", f.state(), ir.Num(ir.I32, 1), "parallel")
	own := f.ICmp("eq", f.nest(), ir.Num(ir.I32, 0), "outer")
	return f.Bin("and", many, own, "sharing")
}

// outsideRegions returns whether all threads of the team execute this code together,
// outside of parallel regions.
func (f teamState) outsideRegions() ir.Value {
	none := f.ICmp("eq", f.state(), ir.Num(ir.I32, 0), "no.region")
	own := f.ICmp("eq", f.nest(), ir.Num(ir.I32, 0), "not.alone")
	return f.Bin("and", none, own, "team.level")
}

// nested emits gen as a region that the thread executes alone. The thread's cell
// tells so to functions that gen calls.
func (f teamState) nested(body *region.Block, gen func(f function)) {
	c := f.ctx
	c.serial, c.partial = true, false
	asks := (c.keepState || c.orphan) && callsAsk(body)
	if !asks {
		c.nest++
		gen(f.in(c))
		return
	}
	c.told++
	f = teamState{f.in(c)}
	cell := f.nestCell()
	f.Store(f.Bin("add", f.Load(ir.I8, cell, 1, "nest"), ir.Num(ir.I8, 1), "deeper"), cell, 1)
	gen(f.function)
	if f.Cur != nil {
		cell = f.nestCell()
		f.Store(f.Bin("sub", f.Load(ir.I8, cell, 1, "nest"), ir.Num(ir.I8, 1), "back"), cell, 1)
	}
}

// aloneIf emits gen, code that only the team's initial thread executes. If gen calls
// functions that query their threads, the thread's cell tells them that the other
// threads do not take part.
func (f teamState) aloneIf(calls bool, gen func(f function)) {
	one := f.asOne()
	if f.ctx.group != nil && calls {
		one.aloneInSubgroup(gen)
		return
	}
	if !calls {
		gen(one)
		return
	}
	outer, alone := ir.Num(ir.I8, 0), ir.Num(ir.I8, aloneMark)
	if f.Kernel == nil || f.ctx.task != nil { // the cell may contain marks of a task
		outer = f.Load(ir.I8, f.nestCell(), 1, "outer")
		alone = f.Bin("or", outer, alone, "alone")
	}
	f.Store(alone, f.nestCell(), 1)
	gen(one)
	if f.Cur != nil {
		f.Store(outer, f.nestCell(), 1)
	}
}

// ticketBarrier emits a barrier of n threads that are not the whole team. Each thread
// takes a ticket and then waits until all tickets of its round are taken. Lanes that
// execute in lockstep have thus all arrived before the first of them waits.
func (f teamState) ticketBarrier(n ir.Value) {
	cell := f.ticketCell()
	f.awaitTickets(cell, f.takeTicket(cell, n))
}

// meetAt is a barrier of n threads with tickets of their own.
func (f teamState) meetAt(cell, n ir.Value) { f.awaitTickets(cell, f.takeTicket(cell, n)) }

func (f teamState) ticketCell() ir.Value { return f.weakShared(ticketsName, ir.I32, 4) }

// takeTicket emits the arrival of one of n threads. It returns the number of tickets to wait for.
func (f teamState) takeTicket(cell, n ir.Value) ir.Value {
	f.Flush(region.AcqRel, region.ScopeTeam)
	ticket := f.RMW("add", cell, ir.Num(ir.I32, 1), f.Mod.RelaxedWord(region.ScopeTeam), "ticket")
	round := f.Bin("add", f.Bin("udiv", ticket, n, "round"), ir.Num(ir.I32, 1), "round")
	return f.Bin("mul", round, n, "goal")
}

// awaitTickets emits a loop that waits until goal tickets are taken.
func (f teamState) awaitTickets(cell, goal ir.Value) {
	wait, done := f.NewBlock("barrier.wait"), f.NewBlock("barrier.done")
	f.Place(wait)
	now := f.LoadAs(ir.I32, cell, f.Mod.RelaxedWord(region.ScopeTeam), "taken")
	f.CondBr(f.ICmp("sge", f.Bin("sub", now, goal, "ahead"), ir.Num(ir.I32, 0), "arrived"), done, wait)
	f.Place(done)
	f.Flush(region.AcqRel, region.ScopeTeam)
}

// namedBarrier emits a barrier of n threads: full warps of the team, or the whole
// team. The hardware requires a multiple of the warp size.
func (f teamState) namedBarrier(n ir.Value) {
	warp := int64(f.Mod.Target.WarpSize)
	count := f.Bin("and", f.Bin("add", n, ir.Num(ir.I32, warp-1), "up"), ir.Num(ir.I32, -warp), "arrivals")
	f.Mod.Target.NamedBarrier(f.Emitter(), ir.Num(ir.I32, regionBarrier), count)
}

// regionBarrier is the hardware barrier for regions that not all threads execute.
// The team's own barrier is 0.
const regionBarrier = 1

// startTickets resets the ticket counter before a region with barriers of its own.
func (f teamState) startTickets() {
	cell := f.ticketCell()
	f.sync()
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), "tickets", func() { f.Store(ir.Num(ir.I32, 0), cell, 4) })
	f.sync()
}

// orphanBarrier emits a barrier in a device function.
func (f teamState) orphanBarrier() {
	f.IfThen(f.sharing(), "barrier", func() { f.syncSharing(f.state()) })
}

// syncSharing emits a barrier of the n threads of a region: the team's barrier if they
// are all threads, else a ticket barrier.
func (f teamState) syncSharing(n ir.Value) {
	all, some, done := f.NewBlock("barrier.all"), f.NewBlock("barrier.some"), f.NewBlock("barrier.end")
	f.CondBr(f.ICmp("eq", n, f.blockDim(), "is.all"), all, some)
	f.Place(all)
	f.sync()
	f.Br(done)
	f.Place(some)
	f.ticketBarrier(n)
	f.Br(done)
	f.Place(done)
}

// mayDispatch reports whether c calls f$addr or f$team. At team level all threads
// make such a call.
func mayDispatch(c *region.Call) bool {
	return c.Func == nil || !c.Func.Library && (c.Func.UsesParallel || c.Func.Body == nil)
}

// callsBack reports whether fn may call a function pointer through a library function.
func callsBack(fn *region.Function) bool { return callsBackVia(fn, map[*region.Function]bool{}) }

func callsBackVia(fn *region.Function, seen map[*region.Function]bool) bool {
	if fn == nil || seen[fn] {
		return false
	}
	seen[fn] = true
	if fn.Library && fn.Body == nil {
		switch fn.Name {
		case "qsort", "bsearch", "qsort_r", "lfind", "lsearch", "__openmp_task_wait", "__openmp_task_unblock",
			"__openmp_task_group_end":
			return true
		}
		return false
	}
	found := false
	callVisitor(&found, func(c *region.Call) bool { return callsBackVia(c.Func, seen) }).Walk(fn.Body)
	return found
}

// callVisitor returns a visitor that sets found when a call satisfies is.
func callVisitor(found *bool, is func(*region.Call) bool) *region.Visitor {
	return &region.Visitor{
		Stmt: func(region.Stmt) bool { return !*found },
		Expr: func(x region.Expr) bool {
			if c, ok := x.(*region.Call); ok {
				*found = *found || is(c)
			}
			return !*found
		},
	}
}

func dispatches(x region.Expr) bool {
	found := false
	callVisitor(&found, mayDispatch).WalkExpr(x)
	return found
}

// needsAlone reports whether s calls functions that must know that only thread 0
// executes s.
func needsAlone(s region.Stmt) bool {
	found := false
	callVisitor(&found, func(c *region.Call) bool { return mayDispatch(c) || callsBack(c.Func) }).WalkStmt(s)
	return found
}

// callsAsk reports whether functions that b calls may query their threads.
func callsAsk(b *region.Block) bool {
	found := false
	seen := map[*region.Function]bool{}
	callVisitor(&found, func(c *region.Call) bool { return asksThreads(c.Func, seen) }).Walk(b)
	return found
}

// teamCall emits a call by all threads of the team. The callee returns the same value to each.
func (f teamState) teamCall(x *region.Call) ir.Value {
	if x.Pos.Line > 0 {
		f.At(x.Pos)
	}
	callee, hint := ir.Value(nil), "call"
	switch {
	case x.Func == nil:
		callee = f.Expr(x.Ptr)
	case x.Func.Body == nil:
		callee, hint = f.Mod.FuncAddr(x.Func, f.Pos), x.Func.Name
	case f.ctx.group != nil:
		callee, hint = f.Callee(x.Func), x.Func.Name
	default:
		callee, hint = ir.Symbol{Name: x.Func.Name + teamSuffix}, x.Func.Name
	}
	args := make([]ir.Value, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.Expr(a)
	}
	v := f.CallPtr(body.TypeOf(x.Type.Ret), callee, args, hint)
	if x.Func != nil && x.Func.NoReturn {
		f.Unreachable()
		f.Ensure()
	}
	return v
}

// Pointer returns the function that chooses between rf's forms.
func (m *module) Pointer(rf *region.Function) ir.Constant {
	name := rf.Name + body.AddrSuffix
	if rf.Body == nil {
		m.DeclareAs(rf, name)
	}
	return ir.Symbol{Name: name}
}

// Wrapper emits call for one thread, or for a whole team in its thread 0, which then broadcasts the result.
func (f function) Wrapper(rf *region.Function, call func(f *body.Function) ir.Value) {
	f.nestedDispatch(rf, func(f function) ir.Value { return call(f.Function) })
	teamState{f}.dispatch(rf.Ret, func(team bool) ir.Value {
		if team {
			return f.broadcastBy(rf.Ret, callsBack(rf), func(f function) ir.Value { return call(f.Function) })
		}
		return call(f.Function)
	})
}

// forms emits f$team and f$addr for a function that needs them.
func (m *module) forms(rf *region.Function) {
	if rf.UsesParallel {
		m.teamForm(rf)
	}
	if m.hasNestedForm(rf) {
		m.nestedForm(rf)
	}
	if rf.Linkage != region.Internal || m.AddressTaken[rf] {
		m.addrForm(rf, body.LinkageName(rf.Linkage, true))
	}
	if rf.Indirect {
		m.indirectEntry(rf)
	}
}

func (m *module) indirectEntry(rf *region.Function) {
	name := abi.IndirectPrefix + rf.Name
	lg := m.AddGlobal(name, ir.Ptr, m.Target.GlobalSpace, m.FuncAddr(rf, region.Position(rf.Pos)), "", false)
	lg.Align, lg.ExternallyInitialized = 8, true
	lg.Visibility = ir.Visibility(m.Target.VariableVisibility)
	m.Used = append(m.Used, m.Generic(name, m.Target.GlobalSpace))
}

func (m *module) teamForm(rf *region.Function) {
	params := body.Signature(rf)
	lf := m.Define(rf.Name+teamSuffix, body.TypeOf(rf.Ret), params, "internal")
	for _, a := range m.FuncAttrs(rf) {
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(a))
	}
	m.Comments[lf] = fmt.Sprintf("; %s:%d: %s, called by all threads of a team\n", rf.Pos.File, rf.Pos.Line, rf.Name)
	f := of(m.NewFunction(lf))
	f.BeginFunction(rf, lf, params)
	shared := teamLocals(rf.Body, nil)
	f = f.in(context{teamLevel: true, shared: shared, keepState: true, entryReads: true, icvs: true})
	f = teamState{f}.placeShared(rf.Body, nil, func(l *region.Local) bool { return reenters(rf) || l.Type.Size() > maxStaticShared/32 })
	teamState{f}.startOwnHeap(rf.Body)
	f.Block(rf.Body)
	f.Close(rf.Ret)
}

// addrForm emits the function to which pointers to rf point.
func (m *module) addrForm(rf *region.Function, linkage string) {
	params := body.Signature(rf)
	lf := m.Define(rf.Name+body.AddrSuffix, body.TypeOf(rf.Ret), params, linkage)
	if linkage != "internal" {
		lf.Visibility = ir.Visibility(m.Target.FunctionVisibility)
	}
	m.Comments[lf] = fmt.Sprintf("; %s:%d: %s, called by all threads of a team or by one of them\n", rf.Pos.File,
		rf.Pos.Line, rf.Name)
	f := of(m.NewFunction(lf))
	if m.Debug != nil {
		f.Scope = m.Debug.Subprogram(lf, rf, body.UserName(rf), body.PosFile(rf.Pos.File, m.Source.File), rf.Pos.Line)
		f.Loc = m.Debug.Location(f.Scope, region.Position{Line: rf.Pos.Line})
	}
	if selfContained(rf) {
		v := f.CallPtr(body.TypeOf(rf.Ret), ir.Symbol{Name: rf.Name}, body.ValuesOf(params), "one")
		f.Ret(v)
		f.Close(rf.Ret)
		return
	}
	f.nestedDispatch(rf, func(f function) ir.Value {
		return f.CallPtr(body.TypeOf(rf.Ret), ir.Symbol{Name: rf.Name}, body.ValuesOf(params), "one")
	})
	teamState{f}.dispatch(rf.Ret, func(team bool) ir.Value {
		if team && rf.UsesParallel {
			return f.CallPtr(body.TypeOf(rf.Ret), ir.Symbol{Name: rf.Name + teamSuffix}, body.ValuesOf(params), "team")
		}
		call := func() ir.Value {
			return f.CallPtr(body.TypeOf(rf.Ret), ir.Symbol{Name: rf.Name}, body.ValuesOf(params), "one")
		}
		if !team {
			return call()
		}
		return f.broadcastBy(rf.Ret, callsBack(rf), func(function) ir.Value { return call() })
	})
	f.Close(rf.Ret)
}

// dispatch emits a function body that returns gen(true) if all threads of a team make
// the call outside of parallel regions, else gen(false).
func (f teamState) dispatch(ret region.Type, gen func(team bool) ir.Value) {
	team, one := f.NewBlock("team"), f.NewBlock("one")
	f.CondBr(f.outsideRegions(), team, one)
	for _, b := range []*ir.Block{team, one} {
		f.Place(b)
		v := gen(b == team)
		if body.IsVoid(ret) {
			f.Ret(nil)
		} else {
			f.Ret(v)
		}
	}
}

// reenters reports whether rf may be called again before it returns. Its shared
// locals then need storage for each call.
func reenters(rf *region.Function) bool { return meets(rf.Body, rf, true) }

// meets reports whether b may call rf, directly or through pointers and other
// functions. unknown says whether functions of other files may call rf.
func meets(b *region.Block, rf *region.Function, unknown bool) bool {
	found := false
	seen := map[*region.Function]bool{}
	var look func(*region.Block)
	look = func(b *region.Block) {
		callVisitor(&found, func(c *region.Call) bool {
			switch {
			case c.Func == nil, c.Func == rf, !c.Func.Library && c.Func.Body == nil && unknown:
				return true
			case c.Func.Body != nil && !seen[c.Func]:
				seen[c.Func] = true
				look(c.Func.Body)
			}
			return found
		}).Walk(b)
	}
	look(b)
	return found
}

// deepStack is the stack size for code with recursive or indirect calls, whose needs
// the assembler does not know.
const deepStack = 16 << 10

// needStack requests a deep stack if b, the body of rf or of a kernel, contains such calls.
func (m *module) needStack(b *region.Block, rf *region.Function) {
	if m.Target.AsksStack && meets(b, rf, false) {
		m.declareNeed(abi.StackName, deepStack)
	}
}
