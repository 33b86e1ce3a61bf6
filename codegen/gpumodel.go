package codegen

import (
	"slices"

	"github.com/llir/llvm/ir"

	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// gpuModel executes kernels as SPMD programs: every thread of the grid runs
// the kernel. Code of a team outside of parallel regions ("team level") is
// recomputed by each thread as long as it has no effect on memory that others
// see; effects are left to thread 0 between barriers, and values that depend
// on an effect are broadcast through shared memory. No device runtime is needed.
type gpuModel struct{}

func newGPUModel() execModel { return &gpuModel{} }

// gpuContext says how the code being emitted is executed.
type gpuContext struct {
	// teamLevel: by all threads of the team alike, outside of any parallel region.
	teamLevel bool
	// serial: by one thread; constructs find a team of one thread.
	serial bool
	// threads is the number of threads of the parallel region; "" for all of the team.
	threads val
	// partial: not all threads of the team execute the region, so that the team's
	// barrier may not be used; warps: those that do are whole warps.
	partial, warps bool
	// orphan: in a device function; whether a parallel region is active is known at run time.
	orphan bool
	// shared are the team-level locals that live in shared memory.
	shared map[*region.Local]bool
	// keepState: the kernel calls functions that ask for the threads of the region.
	keepState bool
	// entryReads: team-level code reads memory that parallel regions may write.
	entryReads bool
	// last is the kernel's last statement, if it is a parallel region.
	last region.Stmt
	// once: the grid has as many threads as the kernel's loop has iterations, or
	// as many teams where the loop is the teams' alone.
	once bool
	// tail ends the body of the parallel region: the barrier at its end is the region's.
	tail region.Stmt
	// only is all of the body of the parallel region.
	only region.Stmt
	// inLine are the statements that each team executes exactly once.
	inLine map[region.Stmt]bool
	// nest is the number of nested regions that this thread executes alone here.
	nest int
	// told counts those around it that the thread's cell counts, too.
	told int
	// heap is the cell with the team's list of heap blocks, "" if there is none.
	heap val
	// placed are the addresses of locals in dynamic shared memory or on the heap.
	placed map[*region.Local]val
	// icvs: the kernel has a place for the ICVs that its code may set.
	icvs bool
	// goal is the thread's cell with the tickets of the rendezvous that it has been to last, in
	// regions that threads may leave.
	goal val
	// task is the explicit task that this code is in, known where it is lexically so.
	task *gpuTask
}

func (g *gpuModel) functionBody(f *fn, rf *region.Function) {
	f.m.needStack(rf.Body, rf)
	f.ctx.grid.orphan = true
	f.startOwnHeap(rf.Body)
	f.block(rf.Body)
	f.close(rf.Ret)
	g.forms(f.m, rf)
}

// launchBound is the most threads of a team of k: what clauses of the construct
// say, else as many as its largest parallel region asks for, if all of them do,
// else the target's default.
func (m *module) launchBound(k *region.Kernel) int64 {
	most := int64(m.t.MaxThreads)
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
	return int64(m.t.DefaultTeam)
}

// wholeWarps is n rounded up to warps.
func (m *module) wholeWarps(n int64) int64 {
	warp := int64(m.t.WarpSize)
	return (n + warp - 1) / warp * warp
}

// OnceSuffix is added to the name of a kernel's second entry point on GPUs,
// which kernels have whose whole work is one loop. It executes at most one
// iteration per thread, or per team where the loop is distributed among teams
// alone: for launches of at least as many threads or teams as there are
// iterations, by teams of exactly the kernel's launch bound (the target's
// default of 256 unless thread_limit or num_threads is a constant). The first
// entry point works for every grid.
const OnceSuffix = "__once"

func (g *gpuModel) kernel(m *module, k *region.Kernel) {
	m.needStack(k.Body, nil)
	g.entry(m, k, k.Name, false)
	if m.hasOnce(k) {
		g.entry(m, k, k.Name+OnceSuffix, true)
	}
}

// hasOnce reports whether k gets the second entry point: all threads of each team
// execute its loop, which leaves the sharing out of iterations to us.
func (m *module) hasOnce(k *region.Kernel) bool {
	if distributeLoop(k) != nil {
		return true
	}
	loop := soleLoop(k)
	return loop != nil && loop.Levels&region.LevelFor != 0 && loop.DistChunk == nil && inTurn(loop) && loop.Schedule != region.SchedRuntime && !loop.Ordered && loop.If == nil &&
		(loop.NumThreads == nil || positiveConst(loop.NumThreads) >= m.launchBound(k)) &&
		!mayChangeICVs(m.src, k)
}

func (g *gpuModel) entry(m *module, k *region.Kernel, name string, once bool) {
	lf := m.define(name, tVoid, nil, "")
	lf.Params = m.kernelParams(k, m.t.GlobalSpace)
	lf.CallingConv = callingConv(m.t.KernelCC)
	m.boundKernel(lf, k, once)
	m.comments[lf] = kernelComment(k)
	f := m.newFn(m.newBuilder(lf))
	f.begin(k, lf)
	f.ctx.grid = gpuContext{teamLevel: true, shared: sharedLocals(k), keepState: needsState(k), entryReads: readsMutable(k),
		last: lastRegion(k, once), once: once, inLine: inLine(k.Body)}
	for i, p := range k.Params {
		f.params[p] = f.toGeneric(f.kernelParam(p, lf.Params[i]))
	}
	f.describeParams(k)
	f.startOwnHeap(k.Body)
	if mayMeetICVs(k) { // first: nothing has been done yet that a barrier must wait for
		f.ctx.grid.icvs = mayChangeICVs(m.src, k)
		f.startICVs()
		ownThreadsCells.begin(f)
	}
	if f.ctx.grid.keepState {
		f.startState()
	}
	for _, c := range gpuCells {
		if f.ctx.grid.keepState || c.asked(k.Body) {
			c.begin(f)
		}
	}
	threads := f.ctx.grid.keepState || usesThreadVariables(k.Body)
	if threads {
		f.startThreads()
	}
	f.placeShared(k.Body, k.Reductions, func(l *region.Local) bool { return l.Type.Size() > maxStaticShared })
	red := f.beginReductions(k.Reductions)
	f.block(k.Body)
	if f.cur != nil {
		g.teamsReduce(f, red, true)
		f.leaveTeam()
		if threads && f.cur != nil {
			f.endThreads()
		}
	}
	f.close(region.VoidT)
	f.dropBarriers()
	if f.guards {
		shareWritten(k, lf)
	}
	f.declareScratch(k)
}

// shareWritten takes noalias from what kernel lf writes: each thread reads behind a
// guard's barriers what thread 0 wrote, where LLVM would keep its own former value.
func shareWritten(k *region.Kernel, lf *ir.Func) {
	for i, p := range k.Params {
		if !p.ReadOnly {
			lf.Params[i].Attrs = slices.DeleteFunc(lf.Params[i].Attrs, func(a ir.ParamAttribute) bool { return a == rawAttr("noalias") })
		}
	}
}

// boundKernel states the launch bounds in the target's way.
func (m *module) boundKernel(lf *ir.Func, k *region.Kernel, exact bool) {
	attributes, nodes := m.t.Bounds(target.Bounds{Kernel: quoteName(lf.Name()), Threads: m.launchBound(k), Exact: exact,
		MinTeams: k.MinTeams, MinWaves: k.MinWaves, MaxWaves: k.MaxWaves})
	for _, a := range attributes {
		lf.FuncAttrs = append(lf.FuncAttrs, rawAttr(a))
	}
	m.annotations = append(m.annotations, nodes...)
}

// local: team-level locals that threads share live in shared memory, so do
// those that a directive allocates there.
func (g *gpuModel) local(f *fn, l *region.Local) val {
	if l.Space != region.SpaceTeam && !(f.ctx.grid.teamLevel && f.ctx.grid.shared[l]) {
		return f.autoLocal(l)
	}
	if v, ok := f.ctx.grid.placed[l]; ok {
		return v
	}
	return f.sharedCell(f.f.Name()+"."+l.Name, memType(l.Type), max(l.Align, l.Type.Align()))
}

// sharedCell makes a team-shared object and returns its generic address.
func (f *fn) sharedCell(name string, t ltype, align int64) val {
	sym := f.m.symbol(name)
	g := f.m.addGlobal(sym, t, f.m.t.SharedSpace, "undef", "internal", false)
	g.Align = ir.Align(align)
	return f.m.generic("@"+quoteName(sym), f.m.t.SharedSpace)
}

// Grid coordinates, all i32.

// tid is below the kernel's launch bound.
func (f *fn) tid() val {
	switch {
	case f.m.t.Place != nil:
		return valueOf(f.m.t.Place(emitter{f}, false))
	case f.ctx.kernel == nil:
		return f.call(tI32, f.m.t.ThreadID, "")
	}
	f.m.declare(tI32, f.m.t.ThreadID, "", nil)
	return f.def(tI32, "tid", "call i32 %s(), !range !{i32 0, i32 %d}", symbol(f.m.t.ThreadID), f.m.launchBound(f.ctx.kernel))
}

func (f *fn) blockID() val {
	if f.m.t.Place != nil {
		return valueOf(f.m.t.Place(emitter{f}, true))
	}
	return f.call(tI32, f.m.t.TeamID, "")
}

func (f *fn) blockDim() val {
	if f.ctx.grid.once {
		return num(tI32, f.m.launchBound(f.ctx.kernel))
	}
	return f.resize(valueOf(f.m.t.TeamSize(emitter{f})), tI32, false)
}

func (f *fn) gridDim() val { return f.resize(valueOf(f.m.t.NumTeams(emitter{f})), tI32, false) }

// threadNum and numThreads are those of the innermost parallel region.
func (f *fn) threadNum() val {
	g := f.ctx.grid
	switch {
	case g.serial, g.teamLevel:
		return num(tI32, 0)
	case g.orphan:
		return f.sel(f.sharing(), f.tid(), num(tI32, 0), "thread_num")
	}
	return f.tid()
}

func (f *fn) numThreads() val {
	g := f.ctx.grid
	switch {
	case g.serial, g.teamLevel:
		return num(tI32, 1)
	case g.orphan:
		return f.sel(f.sharing(), f.state(), num(tI32, 1), "num_threads")
	case g.threads.id != "":
		return g.threads
	}
	return f.blockDim()
}

// sync is a barrier of all threads of the team, left out where no thread can
// have done since the last one what others may see, or have read what others
// change.
func (f *fn) sync() {
	if f.teamInStep() {
		return
	}
	start := len(f.cur.Insts)
	if f.m.t.BarrierFences {
		f.fence(region.Release, region.ScopeTeam)
	}
	f.call(tVoid, f.m.t.Barrier, "convergent nounwind")
	if f.m.t.BarrierFences {
		f.fence(region.Acquire, region.ScopeTeam)
	}
	f.syncs = append(f.syncs, slices.Clone(f.cur.Insts[start:]))
}

func (g *gpuModel) query(f *fn, x *region.Intrinsic) val {
	switch x.Op {
	case region.OpThreadNum:
		return f.fit(f.threadNum(), x.Type)
	case region.OpNumThreads:
		return f.fit(f.numThreads(), x.Type)
	case region.OpMaxThreads:
		return f.fit(f.maxThreads(), x.Type)
	case region.OpRunSchedule:
		return f.fit(f.runSchedule(), x.Type)
	case region.OpRunChunk:
		return f.fit(f.runChunk(), x.Type)
	case region.OpMaxLevels:
		return f.fit(f.maxLevels(), x.Type)
	case region.OpInTask:
		return f.fit(f.inTask(), x.Type)
	case region.OpCancelVar:
		return f.fit(f.load(tI32, f.deviceWord("__ompcc_cancellation"), 4, "cancel_var"), x.Type)
	case region.OpMaxTeams:
		return f.fit(f.load(tI32, f.deviceWord("__ompcc_nteams_var"), 4, "max_teams"), x.Type)
	case region.OpTeamsLimit:
		return f.fit(f.load(tI32, f.deviceWord("__ompcc_teams_thread_limit_var"), 4, "teams_limit"), x.Type)
	case region.OpInFinal:
		return f.fit(f.inFinal(), x.Type)
	case region.OpThreadLimit, region.OpNumProcs:
		return f.fit(f.blockDim(), x.Type)
	case region.OpTeamNum:
		return f.fit(f.blockID(), x.Type)
	case region.OpNumTeams:
		return f.fit(f.gridDim(), x.Type)
	case region.OpLevel:
		return f.fit(f.parallelLevel(), x.Type)
	case region.OpInParallel, region.OpActiveLevel:
		return f.fit(f.activeLevel(), x.Type)
	case region.OpAncestorThread, region.OpTeamSize:
		return f.fit(f.gpuAncestor(x), x.Type)
	case region.OpDeviceNum:
		return f.fit(f.load(tI32, f.deviceWord("__ompcc_device_num"), 4, "device_num"), x.Type)
	case region.OpWtime:
		return f.gpuTime()
	case region.OpWtick:
		return val{"double", "0x3E112E0BE826D695"} // 1e-9
	}
	f.errorf("internal", "unknown query %s", x.Op)
	return val{typ(x.Type), "poison"}
}

// parallelLevel is the number of enclosing parallel regions.
func (f *fn) parallelLevel() val {
	g := f.ctx.grid
	if !g.orphan {
		level := int64(g.nest + g.told)
		if f.ctx.parallel {
			level++
		}
		return num(tI32, level)
	}
	own := f.bin("and", f.nest(), num(tI32, nestMask), "nested")
	level := f.bin("add", own, f.cast("zext", f.icmp("ne", f.state(), num(tI32, 0), "parallel"), tI32, "level"), "level")
	if g.nest > 0 {
		level = f.bin("add", level, num(tI32, int64(g.nest)), "level")
	}
	return level
}

// activeLevel is the number of enclosing regions of more than one thread: at
// most one.
func (f *fn) activeLevel() val {
	g := f.ctx.grid
	n := num(tI32, 0)
	switch {
	case g.orphan:
		n = f.state()
	case !f.ctx.parallel:
		return n
	case g.threads.id != "":
		n = g.threads
	default:
		n = f.blockDim()
	}
	return f.cast("zext", f.icmp("ugt", n, num(tI32, 1), "active"), tI32, "active")
}

// gpuAncestor: a region that not one thread executes alone is the first around.
func (f *fn) gpuAncestor(x *region.Intrinsic) val {
	level := f.resize(f.expr(x.Args[0]), tI32, true)
	mine, zero := f.threadNum(), int64(0)
	g := f.ctx.grid
	outer := f.tid()
	if x.Op == region.OpTeamSize {
		mine, zero = f.numThreads(), 1
		outer = f.blockDim()
		if g.threads.id != "" {
			outer = g.threads
		}
	}
	shared := num(tI32, 0)
	switch {
	case g.orphan && x.Op == region.OpTeamSize:
		outer = f.state()
		fallthrough
	case g.orphan:
		shared = f.cast("zext", f.icmp("ne", f.state(), num(tI32, 0), "parallel"), tI32, "shared")
	case f.ctx.parallel:
		shared = num(tI32, 1)
	}
	return f.ofLevel(level, f.parallelLevel(), mine, shared, outer, zero)
}

// deviceWord is a global that the runtime sets when it loads the image.
func (f *fn) deviceWord(name string) val {
	if !f.m.declared[name] {
		f.m.declared[name] = true
		g := f.m.addGlobal(name, tI32, f.m.t.GlobalSpace, "0", "weak", false)
		g.ExternallyInitialized, g.Align = true, 4
		f.m.used = append(f.m.used, f.m.generic("@"+name, f.m.t.GlobalSpace).id)
	}
	return f.m.generic("@"+name, f.m.t.GlobalSpace)
}

// gpuTime reads the device's clock.
func (f *fn) gpuTime() val {
	ticks := f.cast("uitofp", f.call(tI64, f.m.t.Clock, ""), "double", "ticks")
	return f.def("double", "wtime", "fmul %s, %s", ticks, f.m.t.ClockUnit)
}

func (g *gpuModel) barrier(f *fn) {
	c := f.ctx.grid
	switch {
	case c.serial, c.teamLevel: // one thread
	case c.orphan:
		f.orphanBarrier()
	case c.partial && c.warps && f.m.t.NamedBarrier != nil:
		f.namedBarrier(c.threads)
	case c.partial && c.icvs:
		f.syncSharing(c.threads)
	case c.partial:
		f.ticketBarrier(c.threads)
	default:
		f.sync()
	}
}

// guard has thread 0 alone run gen, between barriers: the first so that no
// slower thread still reads what gen changes, the second so that all see it.
// alone: gen calls functions that ask which threads take part.
func (f *fn) guard(alone bool, gen func()) {
	f.guards = true
	f.sync()
	f.ifFirst(f.tid(), "guarded", func() { f.aloneIf(alone, func() { f.asOne(gen) }) })
	f.sync()
}

// asOne emits gen as code of a single thread.
func (f *fn) asOne(gen func()) {
	old := f.ctx.grid
	f.ctx.grid.teamLevel, f.ctx.grid.serial = false, true
	gen()
	f.ctx.grid = old
}

// broadcast evaluates x by thread 0 and gives its value to all.
func (f *fn) broadcast(x region.Expr) val {
	return f.broadcastBy(x.ExprType(), needsAlone(&region.Eval{X: x}), func() val { return f.expr(x) })
}

func (*gpuModel) polled(*fn) {}

// broadcastBy has thread 0 run gen and gives its result, of type t, to all.
func (f *fn) broadcastBy(t region.Type, alone bool, gen func() val) val {
	if isVoid(t) {
		f.guard(alone, func() { gen() })
		return val{t: tVoid}
	}
	cell := f.sharedCell(f.f.Name()+".bcast", memType(t), t.Align())
	f.guard(alone, func() { f.store(f.toMemory(gen(), t), cell, t.Align()) })
	return f.fromMemory(f.load(memType(t), cell, t.Align(), "bcast"), t)
}

func (g *gpuModel) locked(f *fn, gen func()) { f.lockLoop("__ompcc_lock", gen) }

// lockLoop takes the lock word name, runs gen and releases it.
func (f *fn) lockLoop(name string, gen func()) {
	lock := f.lockWord(name)
	f.turns(lock, func() {
		gen()
		f.ensure()
		f.fence(region.Release, region.ScopeDevice)
		f.do("store atomic i32 0, %s %smonotonic, align 4", lock, f.m.scopeText(region.ScopeDevice))
	})
}

// turns takes the lock and runs gen, which releases it. The lanes of a
// warp take turns: the one that has the lock leaves the loop body only after
// it has released it, so lanes that wait cannot starve it.
func (f *fn) turns(lock val, gen func()) {
	scope := f.m.scopeText(region.ScopeDevice)
	try, got, next, done := f.newBlock("lock.try"), f.newBlock("lock.got"), f.newBlock("lock.next"), f.newBlock("lock.done")
	f.place(try)
	r := f.def("{ i32, i1 }", "cas", "cmpxchg %s, i32 0, i32 1 %smonotonic monotonic, align 4", lock, scope)
	ok := f.def(tI1, "mine", "extractvalue %s, 1", r)
	f.condBr(ok, got, next)
	f.place(got)
	f.fence(region.Acquire, region.ScopeDevice)
	gen()
	f.ensure()
	f.place(next)
	f.condBr(f.keptInLoop(ok), done, try)
	f.place(done)
}

// keptInLoop is cond, by which a loop ends, as a value that LLVM knows nothing of. Otherwise it sees that who takes the
// lock leaves the loop and moves what follows behind the loop, which ends only when all lanes of a wave that execute
// in lockstep hold the lock: they would wait for each other. GPUs since sm_70 schedule their threads independently.
func (f *fn) keptInLoop(cond val) val {
	if !f.m.t.Lockstep {
		return cond
	}
	z := f.cast("zext", cond, tI32, "kept")
	kept := f.def(tI32, "kept", "call i32 asm sideeffect \"\", \"=%s,0\"(i32 %s) convergent nounwind", f.m.t.Asm.Register, z.bare())
	return f.icmp("ne", kept, num(tI32, 0), "mine")
}

// lockWord is the address of a lock of the device.
func (f *fn) lockWord(name string) val {
	if !f.m.declared[name] {
		f.m.declared[name] = true
		f.m.addGlobal(name, tI32, f.m.t.GlobalSpace, "0", "weak", false).Align = 4
	}
	return f.m.generic("@"+quoteName(name), f.m.t.GlobalSpace)
}

func (g *gpuModel) critical(f *fn, s *region.Critical) {
	f.lockLoop("__ompcc_critical_"+s.Name, func() { f.block(s.Body) })
}

func (g *gpuModel) single(f *fn, s *region.Single) {
	if f.alone() {
		f.block(s.Body)
		return
	}
	f.ifThen(f.icmp("eq", f.threadNum(), num(tI32, 0), "mine"), "single", func() { f.block(s.Body) })
	for _, c := range s.Copy {
		g.copyPrivate(f, c)
	}
	if (len(s.Copy) > 0 || !s.NoWait) && f.ctx.grid.tail != s {
		g.barrier(f)
	}
}

// alone reports that the code is known to be run by a team of one thread.
func (f *fn) alone() bool { return f.ctx.grid.serial || f.ctx.grid.teamLevel }

// copyPrivate passes a value from thread 0 to the others through shared memory.
func (g *gpuModel) copyPrivate(f *fn, c region.CopyPrivate) {
	n := num(tI64, c.Type.Size())
	cell := f.sharedCell(f.f.Name()+".copyprivate", memType(c.Type), c.Type.Align())
	addr := f.expr(c.Addr)
	first := f.icmp("eq", f.threadNum(), num(tI32, 0), "mine")
	g.barrier(f)
	f.ifThen(first, "copy.out", func() { f.copyBytes("memcpy", cell, addr, n, c.Type.Align(), false) })
	g.barrier(f)
	f.copyBytes("memcpy", addr, cell, n, c.Type.Align(), false)
}

func (g *gpuModel) masked(f *fn, s *region.Masked) {
	filter := num(tI32, 0)
	if s.Filter != nil {
		filter = f.resize(f.expr(s.Filter), tI32, true)
	}
	if f.alone() && filter.id == "0" {
		f.block(s.Body)
		return
	}
	f.ifThen(f.icmp("eq", f.threadNum(), filter, "masked"), "masked", func() { f.block(s.Body) })
}

// ordered: a loop with an ordered clause is run by one thread, in order.
func (g *gpuModel) ordered(f *fn, s *region.Ordered) { f.block(s.Body) }
