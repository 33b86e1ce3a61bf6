package gpu

// This file implements codegen/body's execution model for GPUs: kernels, team-level code, queries, locks and the
// constructs that one thread executes.

import (
	"slices"

	"ompcc/parse/diag"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// module is the model of a module for a GPU.
type module struct {
	*body.Module
	notes map[*region.Kernel]*kernelNotes
	nesting
}

// Attach sets the GPU's execution model for m.
func Attach(m *body.Module) {
	m.Compared = comparedFunctions(m.Source.Funcs, m.AddressTaken)
	m.Model = &module{Module: m, notes: map[*region.Kernel]*kernelNotes{}, nesting: findNesting(m)}
}

func (m *module) Bind(f *body.Function) body.Exec {
	g := function{Function: f, state: &state{gpu: m, firsts: map[*ir.Block]bool{}}}
	f.Placed = func(b *ir.Block) {
		if g.first {
			g.firsts[b] = true
		}
	}
	return g
}

// function is a function that the threads of a grid execute.
type function struct {
	*body.Function
	*state
	ctx context
}

func (f function) Of(g *body.Function) body.Exec { f.Function = g; return f }

// of returns the GPU's model of f.
func of(f *body.Function) function { return f.Exec.(function) }

// in returns f in context c.
func (f function) in(c context) function {
	f.ctx = c
	return of(f.Function.With(func(g *body.Function) { g.Exec = f }))
}

// state is the state of a function's emission that all contexts share.
type state struct {
	gpu    *module
	guards bool // only thread 0 executes some of the code
	// scratch is the scratch memory that a kernel's reduction passes need.
	scratch scratchUse
	// ownHeap is the cell with this thread's list of heap blocks, nil if there is none.
	ownHeap ir.Value
	// first is set while the emitted code is for the team's first thread only; firsts are the blocks of such code.
	first  bool
	firsts map[*ir.Block]bool
	// nested: this is a nested entry point.
	nested bool
	// syncs holds the instructions of each barrier of the whole team.
	syncs [][]ir.Instruction
}

// Views of a function, each with the methods for one subject.
type (
	combining struct{ function } // reductions and scans
	teamState struct{ function } // state of the team and of each thread: ICVs, the current region, heap blocks
)

// context says which threads execute the code being emitted, and under what conditions.
type context struct {
	// parallel: the code is inside a parallel region of the function.
	parallel bool
	// teamLevel: all threads of the team execute the code redundantly, outside of any parallel region.
	teamLevel bool
	// serial: one thread executes the code; constructs see a team of one thread.
	serial bool
	// threads is the number of threads of the parallel region, nil for all threads of the team.
	threads ir.Value
	// partial: not all threads of the team execute the region, so the code must not use the
	// team's barrier. warps: the threads that do form full warps.
	partial, warps bool
	// orphan: the code is in a device function; only at run time is it known whether a parallel region is active.
	orphan bool
	// shared holds the team-level locals that live in shared memory.
	shared map[*region.Local]bool
	// keepState: the kernel calls functions that query the threads of the region.
	keepState bool
	// entryReads: team-level code reads memory that parallel regions may write.
	entryReads bool
	// last is the kernel's last statement, if it is a parallel region.
	last region.Stmt
	// once: the grid has as many threads as the kernel's loop has iterations or, for a
	// distribute loop, as many teams.
	once bool
	// stream is the streaming loop that a wide entry point executes, nil in others.
	stream *stream
	// tail is the last statement of the parallel region's body: the region's end serves as its barrier.
	tail region.Stmt
	// only is the sole statement of the parallel region's body, if there is just one.
	only region.Stmt
	// inLine holds the statements that each team executes exactly once.
	inLine map[region.Stmt]bool
	// nest is the number of enclosing nested regions that this thread executes alone and that its cell does not count.
	nest int
	// told is the number of enclosing nested regions that the thread's cell counts.
	told int
	// heap is the cell with the team's list of heap blocks, nil if there is none.
	heap ir.Value
	// placed holds the addresses of locals in dynamic shared memory or on the heap.
	placed map[*region.Local]ir.Value
	// icvs: the kernel has storage for the ICVs that its code may set.
	icvs bool
	// goal is the thread's cell with the tickets of its last rendezvous, in regions that
	// threads may leave.
	goal ir.Value
	// group is the hardware threads that execute the code together in nested entry points, nil in others.
	group *subgroup
	// task is the explicit task that lexically encloses the code, nil if there is none.
	task *explicitTask
}

func (f function) FunctionBody(rf *region.Function) {
	f.gpu.needStack(rf.Body, rf)
	f = f.in(context{orphan: true})
	teamState{f}.startOwnHeap(rf.Body)
	f.Block(rf.Body)
	f.Close(rf.Ret)
	f.gpu.forms(rf)
}

// launchBound returns the maximum number of threads of a team of k. The clauses of the
// construct set it; else its largest parallel region, if all of them ask for a constant
// number of threads; else the target's default.
func (m *module) launchBound(k *region.Kernel) int64 {
	most := int64(m.Target.MaxThreads)
	switch n, asked := regionThreads(k); {
	case k.NumThreadsConst > 0 && k.ThreadLimitConst > 0:
		return min(k.NumThreadsConst, k.ThreadLimitConst, most)
	case k.NumThreadsConst > 0:
		return min(k.NumThreadsConst, most)
	case k.ThreadLimitConst > 0 && asked:
		return min(m.wholeWarps(n), k.ThreadLimitConst, most)
	case k.ThreadLimitConst > 0:
		return min(k.ThreadLimitConst, most)
	case k.Bare:
		return most
	case asked:
		return min(m.wholeWarps(n), most)
	}
	return int64(m.Target.DefaultTeam)
}

// wholeWarps returns n, rounded up to a multiple of the warp size.
func (m *module) wholeWarps(n int64) int64 {
	warp := int64(m.Target.WarpSize)
	return (n + warp - 1) / warp * warp
}

func (m *module) Kernel(k *region.Kernel) {
	m.needStack(k.Body, nil)
	m.entry(k, k.Name, false, nil)
	if m.hasOnce(k) {
		m.entry(k, k.Name+abi.OnceSuffix, true, nil)
	}
	if s, joined := m.streamOf(k); joined {
		m.entry(k, k.Name+abi.WideSuffix, true, s)
		m.declareNeed(k.Name+abi.EachSuffix, s.each)
	}
	if m.nesting.kernels[k] {
		m.nestedEntry(k)
	}
}

// hasOnce reports whether k gets a second entry point, for launches with one iteration per
// thread or team. All threads of each team must execute its loop, and the schedule must let
// the compiler distribute the iterations.
func (m *module) hasOnce(k *region.Kernel) bool {
	if body.DistributeLoop(k) != nil {
		return true
	}
	loop := body.SoleLoop(k)
	return loop != nil && loop.Levels&region.LevelFor != 0 && loop.DistChunk == nil && inTurn(loop) &&
		loop.Schedule != region.SchedRuntime && !loop.Ordered && !loop.Scan && loop.If == nil &&
		(loop.NumThreads == nil || body.PositiveConst(loop.NumThreads) >= m.launchBound(k)) &&
		!mayChangeICVs(m.Source, k)
}

func (m *module) entry(k *region.Kernel, name string, once bool, s *stream) {
	lf := m.Define(name, ir.Void, nil, "")
	lf.Params = m.KernelParams(k, m.Target.GlobalSpace)
	lf.CallingConv = ir.CallingConv(m.Target.KernelCC)
	m.boundKernel(lf, k, once)
	m.Comments[lf] = body.KernelComment(k)
	f := of(m.NewFunction(lf))
	f.BeginKernel(k, lf)
	f = f.in(context{teamLevel: true, shared: sharedLocals(k), keepState: needsState(k), entryReads: readsMutable(k),
		last: lastRegion(k, once), once: once, stream: s, inLine: inLine(k.Body)})
	for i, p := range k.Params {
		f.Params[p] = f.ToGeneric(f.KernelParam(p, lf.Params[i]))
	}
	body.Described{Function: f.Function}.DescribeParams(k, lf.Params)
	teamState{f}.startOwnHeap(k.Body)
	teamState{f}.startSpace(k)
	teamState{f}.startGroupMemory(k)
	if mayMeetICVs(k) { // this comes first, while there is nothing yet that a barrier must wait for
		c := f.ctx
		c.icvs = mayChangeICVs(m.Source, k)
		f = f.in(c)
		teamState{f}.startICVs()
		ownThreadsCells.begin(f)
	}
	if f.ctx.keepState {
		teamState{f}.startState()
	}
	for _, c := range wordCells {
		if f.ctx.keepState || c.asked(k.Body) {
			c.begin(f)
		}
	}
	threads := f.ctx.keepState || usesThreadVariables(k.Body)
	if threads {
		f.startThreads()
	}
	f = teamState{f}.placeShared(k.Body, k.Reductions, func(l *region.Local) bool { return l.Type.Size() > maxStaticShared })
	red := f.BeginReductions(k.Reductions)
	f.Block(k.Body)
	if f.Cur != nil {
		combining{f}.teamsReduce(red, true)
		f.Leave()
		teamState{f}.endGroupMemory(k)
		if threads && f.Cur != nil {
			f.endThreads()
		}
	}
	f.Close(region.VoidT)
	f.dropBarriers()
	if f.guards {
		shareWritten(k, lf)
	}
	combining{f}.declareScratch(k)
}

// shareWritten removes noalias from the parameters through which kernel lf writes. After
// the barriers of a guard, each thread reads what thread 0 wrote; with noalias LLVM
// would reuse the thread's earlier value.
func shareWritten(k *region.Kernel, lf *ir.Func) {
	for i, p := range k.Params {
		if !p.ReadOnly {
			lf.Params[i].Attrs = slices.DeleteFunc(lf.Params[i].Attrs, func(a llir.ParamAttribute) bool { return a == ir.Attr("noalias") })
		}
	}
}

// boundKernel adds the launch bounds to lf, in the target's form.
func (m *module) boundKernel(lf *ir.Func, k *region.Kernel, exact bool) {
	m.addBounds(lf, target.Bounds{Threads: m.launchBound(k), Exact: exact,
		MinTeams: k.MinTeams, MinWaves: k.MinWaves, MaxWaves: k.MaxWaves})
}

func (m *module) addBounds(lf *ir.Func, b target.Bounds) {
	b.Kernel, b.SharesHost = ir.QuoteName(lf.Name()), m.Source.SharesHost
	attributes, nodes := m.Target.Bounds(b)
	for _, a := range attributes {
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(a))
	}
	m.Annotations = append(m.Annotations, nodes...)
}

// Storage returns the address of l. Team-level locals that threads share live in shared
// memory, and so do those that a directive allocates there.
func (f function) Storage(l *region.Local) ir.Value {
	if l.Space != region.SpaceTeam && !(f.ctx.teamLevel && f.ctx.shared[l]) {
		return f.AutoLocal(l)
	}
	if v, ok := f.ctx.placed[l]; ok {
		return v
	}
	return f.sharedCell(f.Func.Name()+"."+l.Name, body.MemoryType(l.Type), max(l.Align, l.Type.Align()))
}

// sharedCell adds an object in shared memory and returns its generic address.
func (f function) sharedCell(name string, t ir.Type, align int64) ir.Value {
	sym := f.Mod.Symbol(name)
	g := f.Mod.AddGlobal(sym, t, f.Mod.Target.SharedSpace, ir.Undef(t), "internal", false)
	g.Align = llir.Align(align)
	return f.Mod.Generic(sym, f.Mod.Target.SharedSpace)
}

// Grid coordinates, all i32.

// tid returns the thread's number in the team. It is less than the kernel's launch bound.
func (f function) tid() ir.Value {
	switch {
	case f.Mod.Target.Place != nil:
		return f.Mod.Target.Place(f.Emitter(), false)
	case f.Kernel == nil:
		return f.Call(ir.I32, f.Mod.Target.ThreadID, "")
	}
	f.Mod.Declare(ir.I32, f.Mod.Target.ThreadID, "", nil)
	return f.CallValue(ir.I32, ir.Symbol{Name: f.Mod.Target.ThreadID}, nil, "", "tid",
		ir.Attach("range", ir.Inline(ir.Num(ir.I32, 0), ir.Num(ir.I32, f.bound()))))
}

// bound is the largest number of threads of a team of the kernel whose entry point this is.
func (f function) bound() int64 {
	if f.nested {
		return f.gpu.nestedBound(f.Kernel)
	}
	return f.gpu.launchBound(f.Kernel)
}

func (f function) blockID() ir.Value {
	if f.Mod.Target.Place != nil {
		return f.Mod.Target.Place(f.Emitter(), true)
	}
	return f.Call(ir.I32, f.Mod.Target.TeamID, "")
}

func (f function) blockDim() ir.Value {
	if f.ctx.once {
		return ir.Num(ir.I32, f.gpu.launchBound(f.Kernel))
	}
	return f.Resize(f.Mod.Target.TeamSize(f.Emitter()), ir.I32, false)
}

func (f function) gridDim() ir.Value {
	return f.Resize(f.Mod.Target.NumTeams(f.Emitter()), ir.I32, false)
}

// threadNum and numThreads return the thread's number in the innermost parallel region and the size of that region.
func (f function) threadNum() ir.Value {
	g := f.ctx
	switch {
	case g.group != nil:
		return g.group.number
	case g.serial, g.teamLevel:
		return ir.Num(ir.I32, 0)
	case g.orphan:
		return f.Sel(teamState{f}.sharing(), f.tid(), ir.Num(ir.I32, 0), "thread_num")
	}
	return f.tid()
}

func (f function) numThreads() ir.Value {
	g := f.ctx
	switch {
	case g.group != nil:
		return g.group.threads
	case g.serial, g.teamLevel:
		return ir.Num(ir.I32, 1)
	case g.orphan:
		return f.Sel(teamState{f}.sharing(), teamState{f}.state(), ir.Num(ir.I32, 1), "num_threads")
	case g.threads != nil:
		return g.threads
	}
	return f.blockDim()
}

// sync emits a barrier of all threads of the team. It omits the barrier if, since the
// last one, no thread can have written what others read, or read what others write.
func (f function) sync() {
	if f.ctx.group != nil {
		f.meet()
		return
	}
	if f.teamInStep() {
		return
	}
	start := len(f.Cur.Insts)
	f.hardwareBarrier()
	f.syncs = append(f.syncs, slices.Clone(f.Cur.Insts[start:]))
}

// hardwareBarrier emits a barrier of all threads of the team.
func (f function) hardwareBarrier() {
	fences := f.Mod.Target.BarrierScope != ""
	if fences {
		f.BarrierFence(region.Release)
	}
	f.Call(ir.Void, f.Mod.Target.Barrier, "convergent nounwind")
	if fences {
		f.BarrierFence(region.Acquire)
	}
}

func (f function) Query(x *region.Intrinsic) ir.Value {
	if v, ok := f.subgroupQuery(x); ok {
		return f.Fit(v, x.Type)
	}
	switch x.Op {
	case region.OpThreadNum:
		return f.Fit(f.threadNum(), x.Type)
	case region.OpNumThreads:
		return f.Fit(f.numThreads(), x.Type)
	case region.OpMaxThreads:
		return f.Fit(teamState{f}.maxThreads(), x.Type)
	case region.OpRunSchedule:
		return f.Fit(teamState{f}.runSchedule(), x.Type)
	case region.OpRunChunk:
		return f.Fit(teamState{f}.runChunk(), x.Type)
	case region.OpMaxLevels:
		return f.Fit(teamState{f}.maxLevels(), x.Type)
	case region.OpSupportedLevels:
		return f.Fit(ir.Num(ir.I32, 1), x.Type)
	case region.OpInTask:
		return f.Fit(f.inTask(), x.Type)
	case region.OpCancelVar:
		return f.Fit(f.Load(ir.I32, f.deviceWord(abi.CancellationName), 4, "cancel_var"), x.Type)
	case region.OpMaxTeams:
		return f.Fit(f.Load(ir.I32, f.deviceWord(abi.TeamsName), 4, "max_teams"), x.Type)
	case region.OpTeamsLimit:
		return f.Fit(f.Load(ir.I32, f.deviceWord(abi.TeamsThreadLimitName), 4, "teams_limit"), x.Type)
	case region.OpInFinal:
		return f.Fit(f.inFinal(), x.Type)
	case region.OpThreadLimit, region.OpNumProcs:
		return f.Fit(f.blockDim(), x.Type)
	case region.OpHardwareThread:
		return f.Fit(f.tid(), x.Type)
	case region.OpTeamNum:
		return f.Fit(f.blockID(), x.Type)
	case region.OpNumTeams:
		return f.Fit(f.gridDim(), x.Type)
	case region.OpLevel:
		return f.Fit(f.parallelLevel(), x.Type)
	case region.OpInParallel, region.OpActiveLevel:
		return f.Fit(f.activeLevel(), x.Type)
	case region.OpAncestorThread, region.OpTeamSize:
		return f.Fit(f.gpuAncestor(x), x.Type)
	case region.OpDeviceNum:
		return f.Fit(f.Load(ir.I32, f.deviceWord(abi.DeviceNumName), 4, "device_num"), x.Type)
	case region.OpWtime:
		return f.gpuTime()
	case region.OpWtick:
		return body.Nanosecond
	}
	f.Errorf(diag.Internal, "unknown query %s", x.Op)
	return ir.Poison(body.TypeOf(x.Type))
}

// parallelLevel returns the number of enclosing parallel regions.
func (f function) parallelLevel() ir.Value {
	g := f.ctx
	if !g.orphan {
		level := int64(g.nest + g.told)
		if f.ctx.parallel {
			level++
		}
		return ir.Num(ir.I32, level)
	}
	own := f.Bin("and", teamState{f}.nest(), ir.Num(ir.I32, nestMask), "nested")
	level := f.Bin("add", own,
		f.Cast("zext", f.ICmp("ne", teamState{f}.state(), ir.Num(ir.I32, 0), "parallel"), ir.I32, "level"), "level")
	if g.nest > 0 {
		level = f.Bin("add", level, ir.Num(ir.I32, int64(g.nest)), "level")
	}
	return level
}

// activeLevel returns the number of enclosing regions of more than one thread: 0
// or 1.
func (f function) activeLevel() ir.Value {
	g := f.ctx
	n := ir.Num(ir.I32, 0)
	switch {
	case g.orphan:
		n = teamState{f}.state()
	case !f.ctx.parallel:
		return n
	case g.threads != nil:
		n = g.threads
	default:
		n = f.blockDim()
	}
	return f.Cast("zext", f.ICmp("ugt", n, ir.Num(ir.I32, 1), "active"), ir.I32, "active")
}

// gpuAncestor emits omp_get_ancestor_thread_num and omp_get_team_size. Only the outermost
// parallel region can have several threads.
func (f function) gpuAncestor(x *region.Intrinsic) ir.Value {
	level := f.Resize(f.Expr(x.Args[0]), ir.I32, true)
	mine, zero := f.threadNum(), int64(0)
	g := f.ctx
	outer := f.tid()
	if x.Op == region.OpTeamSize {
		mine, zero = f.numThreads(), 1
		outer = f.blockDim()
		if g.threads != nil {
			outer = g.threads
		}
	}
	shared := ir.Num(ir.I32, 0)
	switch {
	case g.orphan && x.Op == region.OpTeamSize:
		outer = teamState{f}.state()
		fallthrough
	case g.orphan:
		shared = f.Cast("zext", f.ICmp("ne", teamState{f}.state(), ir.Num(ir.I32, 0), "parallel"), ir.I32, "shared")
	case f.ctx.parallel:
		shared = ir.Num(ir.I32, 1)
	}
	return f.OfLevel(level, f.parallelLevel(), mine, shared, outer, zero)
}

// deviceWord returns the address of a global variable that the runtime sets when it loads the image.
func (f function) deviceWord(name string) ir.Value { return f.deviceVariable(name, ir.I32, 4) }

// deviceVariable is deviceWord for integers of bytes bytes.
func (f function) deviceVariable(name string, t ir.Type, bytes llir.Align) ir.Value {
	if !f.Mod.Declared[name] {
		f.Mod.Declared[name] = true
		g := f.Mod.AddGlobal(name, t, f.Mod.Target.GlobalSpace, ir.Const(t, 0), "weak", false)
		g.ExternallyInitialized, g.Align = true, bytes
		f.Mod.Used = append(f.Mod.Used, f.Mod.Generic(name, f.Mod.Target.GlobalSpace))
	}
	return f.Mod.Generic(name, f.Mod.Target.GlobalSpace)
}

// gpuTime reads the device's clock.
func (f function) gpuTime() ir.Value {
	ticks := f.Cast("uitofp", f.Call(ir.I64, f.Mod.Target.Clock, ""), ir.Double, "ticks")
	return f.FBin("fmul", ticks, ir.Real{Typ: ir.Double, Digits: f.Mod.Target.ClockUnit}, "wtime", nil)
}

func (f function) Barrier() {
	c := f.ctx
	switch {
	case c.group != nil:
		f.meetThreads()
	case c.serial, c.teamLevel: // one thread
	case c.orphan:
		teamState{f}.orphanBarrier()
	case c.partial && c.warps && f.Mod.Target.NamedBarrier != nil:
		teamState{f}.namedBarrier(c.threads)
	case c.partial && c.icvs:
		teamState{f}.syncSharing(c.threads)
	case c.partial:
		teamState{f}.ticketBarrier(c.threads)
	default:
		f.sync()
	}
}

// guard emits gen for thread 0 only, between two barriers. The first ensures that no
// slower thread still reads what gen changes, the second that all threads see the
// change. alone says that gen calls functions that query which threads take part.
func (f function) guard(alone bool, gen func(f function)) {
	f.guards = true
	f.noteGuard()
	f.sync()
	f.ifFirst(f.ownLane(), "guarded", func() { teamState{f}.aloneIf(alone, gen) })
	f.sync()
}

// Run emits the first statements of list as one group, if one thread of the team executes them or a lock guards them.
// It returns their number.
func (f function) Run(list []region.Stmt) int {
	if n := f.guardRun(list); n > 0 {
		return n
	}
	return f.lockedRun(list)
}

// guardRun emits the first statements of ss that only one thread of a team may
// execute, under one guard, and returns their number.
func (f function) guardRun(ss []region.Stmt) int {
	n := 0
	for n < len(ss) && f.guardable(ss[n]) {
		n++
	}
	if n == 0 {
		return 0
	}
	alone := false
	for _, s := range ss[:n] {
		alone = alone || needsAlone(s)
	}
	if p := ss[0].StmtPos(); p.Line > 0 {
		f.Pos = p
	}
	f.guard(alone, func(f function) {
		for _, s := range ss[:n] {
			f.At(s.StmtPos())
			f.Stmt(s)
		}
	})
	return n
}

// Stores emits a store to addr. At team level only thread 0 stores to a shared object; all threads have made the call
// that computes the value.
func (f function) Stores(addr region.Expr, store func()) {
	if f.ctx.teamLevel && !f.privateTarget(addr) {
		f.guard(false, func(function) { store() })
		return
	}
	store()
}

// Together emits x and returns its value, if x is at team level and all threads must get one common value.
func (f function) Together(x region.Expr) (v ir.Value, ok bool) {
	if !f.ctx.teamLevel || f.setsOwnICV(x) {
		return nil, false
	}
	if c, isCall := x.(*region.Call); isCall && mayDispatch(c) {
		return teamState{f}.teamCall(c), true
	}
	if impureRoot(x) {
		return f.broadcast(x), true
	}
	return nil, false
}

// OrderedEnd emits nothing: one thread executes ordered loops, or a barrier ends each turn.
func (function) OrderedEnd(ir.Value) {}

// TeamMemory returns the start of the dynamic shared memory that a launch requests.
func (f function) TeamMemory() ir.Value { return teamState{f}.dynamicShared(0, "team.mem") }

// asOne returns f for code that a single thread executes.
func (f function) asOne() function {
	c := f.ctx
	c.teamLevel, c.serial = false, true
	if c.group != nil {
		g := *c.group
		g.top, g.lanes = false, ir.Num(ir.I32, 1)
		c.group = &g
	}
	return f.in(c)
}

// broadcast has thread 0 evaluate x and returns the value for all threads.
func (f function) broadcast(x region.Expr) ir.Value {
	return f.broadcastBy(x.ExprType(), needsAlone(&region.Eval{X: x}), func(f function) ir.Value { return f.Expr(x) })
}

func (function) Polled() {}

// broadcastBy has thread 0 run gen and returns its result, of type t, for all threads.
func (f function) broadcastBy(t region.Type, alone bool, gen func(f function) ir.Value) ir.Value {
	if body.IsVoid(t) {
		f.guard(alone, func(f function) { gen(f) })
		return nil
	}
	cell := f.broadcastCell(t)
	f.guard(alone, func(f function) { f.Store(f.ToMemory(gen(f), t), cell, t.Align()) })
	return f.FromMemory(f.Load(body.MemoryType(t), cell, t.Align(), "bcast"), t)
}

// broadcastCell is where thread 0 leaves a value of type t for the others.
func (f function) broadcastCell(t region.Type) ir.Value {
	if f.ctx.group != nil {
		return f.Offset(f.ctx.group.own, blockSlot, "slot")
	}
	return f.sharedCell(f.Func.Name()+".bcast", body.MemoryType(t), t.Align())
}

func (f function) Locked(gen func()) { f.lockLoop("__ompcc_lock", gen) }

// lockLoop acquires the lock word name, runs gen and releases the lock.
func (f function) lockLoop(name string, gen func()) {
	lock := f.lockWord(name)
	f.turns(lock, func() {
		gen()
		f.Ensure()
		f.Flush(region.Release, region.ScopeDevice)
		f.StoreAs(ir.Num(ir.I32, 0), lock, f.Mod.RelaxedWord(region.ScopeDevice))
	})
}

// turns acquires the lock and runs gen, which must release it. The lanes of a
// warp take turns: the lane that holds the lock leaves the loop body only after
// it has released the lock, so waiting lanes cannot starve it.
func (f function) turns(lock ir.Value, gen func()) {
	try, got, next, done := f.NewBlock("lock.try"), f.NewBlock("lock.got"), f.NewBlock("lock.next"),
		f.NewBlock("lock.done")
	f.Place(try)
	r := f.Exchange(lock, ir.Num(ir.I32, 0), ir.Num(ir.I32, 1), f.Mod.RelaxedWord(region.ScopeDevice),
		body.Orderings[region.Relaxed], false, "cas")
	ok := f.Extract(r, 1, ir.I1, "mine")
	f.CondBr(ok, got, next)
	f.Place(got)
	f.Flush(region.Acquire, region.ScopeDevice)
	gen()
	f.Ensure()
	f.Place(next)
	f.CondBr(f.keptInLoop(ok), done, try)
	f.Place(done)
}

// keptInLoop returns a loop's exit condition cond as a value that is opaque to LLVM. Otherwise LLVM sees that the lane
// that acquires the lock leaves the loop, and moves the critical code after the loop. In lockstep, the loop ends only
// when all lanes of a wave have acquired the lock, which would deadlock. GPUs since sm_70 schedule their threads
// independently.
func (f function) keptInLoop(cond ir.Value) ir.Value {
	if !f.Mod.Target.Lockstep {
		return cond
	}
	z := f.Cast("zext", cond, ir.I32, "kept")
	kept := f.CallValue(ir.I32, ir.Asm("", "="+f.Mod.Target.Asm.Register+",0", true), []ir.Value{z},
		"convergent nounwind", "kept")
	return f.ICmp("ne", kept, ir.Num(ir.I32, 0), "mine")
}

// lockWord returns the address of the device's lock name.
func (f function) lockWord(name string) ir.Value {
	if !f.Mod.Declared[name] {
		f.Mod.Declared[name] = true
		f.Mod.AddGlobal(name, ir.I32, f.Mod.Target.GlobalSpace, ir.Const(ir.I32, 0), "weak", false).Align = 4
	}
	return f.Mod.Generic(name, f.Mod.Target.GlobalSpace)
}

func (f function) Critical(s *region.Critical) {
	f.lockLoop("__ompcc_critical_"+s.Name, func() { f.Block(s.Body) })
}

func (f function) Single(s *region.Single) {
	if f.alone() {
		f.Block(s.Body)
		return
	}
	f.IfThen(f.ICmp("eq", f.threadNum(), ir.Num(ir.I32, 0), "mine"), "single", func() { f.Block(s.Body) })
	for _, c := range s.Copy {
		f.copyPrivate(c)
	}
	if (len(s.Copy) > 0 || !s.NoWait) && f.ctx.tail != s {
		f.Barrier()
	}
}

// alone reports whether the compiler knows that one thread acts as the whole team of the code.
func (f function) alone() bool { return f.ctx.serial || f.ctx.teamLevel && f.ctx.group == nil }

// copyPrivate copies a variable from thread 0 to the other threads through shared memory.
func (f function) copyPrivate(c region.CopyPrivate) {
	if f.ctx.group != nil {
		f.subgroupCopy(c)
		return
	}
	n := ir.Num(ir.I64, c.Type.Size())
	cell := f.sharedCell(f.Func.Name()+".copyprivate", body.MemoryType(c.Type), c.Type.Align())
	addr := f.Expr(c.Addr)
	first := f.ICmp("eq", f.threadNum(), ir.Num(ir.I32, 0), "mine")
	f.Barrier()
	f.IfThen(first, "copy.out", func() { f.CopyBytes("memcpy", cell, addr, n, c.Type.Align(), false) })
	f.Barrier()
	f.CopyBytes("memcpy", addr, cell, n, c.Type.Align(), false)
}

func (f function) Masked(s *region.Masked) {
	filter := ir.Num(ir.I32, 0)
	if s.Filter != nil {
		filter = f.Resize(f.Expr(s.Filter), ir.I32, true)
	}
	if f.alone() && ir.IsNum(filter, 0) {
		f.Block(s.Body)
		return
	}
	f.IfThen(f.ICmp("eq", f.threadNum(), filter, "masked"), "masked", func() { f.Block(s.Body) })
}

// Ordered emits the body only: one thread at a time executes a loop with an ordered clause, in order.
func (f function) Ordered(s *region.Ordered) { f.Block(s.Body) }

// ifFirst emits gen for the team's first thread only. tid is the number of the executing thread.
func (f function) ifFirst(tid ir.Value, hint string, gen func()) {
	then, done := f.NewBlock(hint), f.NewBlock(hint+".end")
	f.CondBr(f.ICmp("eq", tid, ir.Num(ir.I32, 0), "first"), then, done)
	outer := f.first
	f.first = true
	f.Place(then)
	gen()
	f.first = outer
	f.Place(done)
}
