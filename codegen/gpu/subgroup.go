package gpu

// This file emits parallel regions whose nested regions may be active.
//
// All threads of a team execute a kernel from its beginning. In a nested entry point, a parallel region of n threads
// parts the hardware threads that come to it into n subgroups of the same number of lanes. The lanes of a subgroup
// act as one OpenMP thread: they execute its code redundantly, its first lane alone what others see, as the threads of
// a team do outside of parallel regions. So no thread waits for work, and a nested region parts its subgroup again.
// A region in which none can be nested needs one lane for each of its threads; the others pass by.

import (
	"maps"
	"math/bits"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// subgroup is the hardware threads that execute code as one OpenMP thread.
type subgroup struct {
	// top: these are all threads of the team, at the level of the kernel. called: the code is in a function, which only
	// knows at run time.
	top, called bool
	frame       ir.Value // the record of the OpenMP thread's data environment, of which each lane has a copy
	first       ir.Value // the hardware's number of the first lane
	lanes       ir.Value // how many there are, the constant 1 where one executes alone
	own         ir.Value // the block through which the lanes meet
	number      ir.Value // the OpenMP thread's number in its region
	threads     ir.Value // the number of the region's threads
	team        ir.Value // where the region's threads meet: a part of the block of the subgroup around it
	span        ir.Value // the number of the region's lanes
}

// Offsets in a frame: the context of an OpenMP thread's code and the ICVs of its task (OpenMP 5.2 §2.4).
const (
	frameParent  = 0 // the frame of the thread that came to the region, null at level 0
	frameOwn     = 8
	frameTeam    = 16
	frameThreads = 24 // nthreads-var: 16 bits for each level
	frameFirst   = 32
	frameLanes   = 36
	frameNumber  = 40
	frameCount   = 44 // of the region's threads
	frameSpan    = 48
	frameLevel   = 52
	frameActive  = 56
	frameMost    = 60 // max-active-levels-var
	frameKind    = 64 // run-sched-var, 0: as launched
	frameChunk   = 68
	frameICVs    = 72 // their end
	frameBlock   = 80 // the block of a subgroup of one lane
	frameSize    = frameBlock + blockSize
)

// Offsets in a block: where the lanes of a subgroup meet, and the threads of the region that it executes.
const (
	blockTickets = 0  // arrivals at barriers of the lanes
	blockSlot    = 16 // what the first lane tells the others
	blockRegion  = 32 // where the region's threads meet: arrivals at its barriers
	blockThreads = 36 // how many threads it has
	blockInner   = 40 // the blocks of its threads
	blockLocals  = 56 // the variables that its threads share
	regionSlot   = 16 // of blockRegion: what one thread tells the others
	blockSize    = 64
)

const (
	framesName = "__ompcc_thread_frames"
	// nestedState is in the thread's state cell in nested entry points.
	nestedState = 0xffff
	// threadsBits is the width of a number of nthreads-var.
	threadsBits = 16
)

// frameCell is the address of this thread's cell with the address of its frame, for functions.
func (f function) frameCell() ir.Value {
	cells := teamState{f}.weakShared(framesName, ir.ArrayOf(int64(f.Mod.Target.MaxThreads), ir.Ptr), 8)
	return f.GEP(ir.Ptr, cells, f.tid(), "frame.at")
}

func (f function) field(frame ir.Value, at int64, name string) ir.Value {
	return f.Load(ir.I32, f.Offset(frame, at, name+".at"), 4, name)
}

func (f function) setField(frame ir.Value, at int64, v ir.Value) {
	f.Store(v, f.Offset(frame, at, "field"), min(frameAlign(at), int64(ir.Bits(v.Type())+7)/8))
}

func frameAlign(at int64) int64 { return int64(1) << bits.TrailingZeros64(uint64(at|16)) }

// icvOf is a field of the frame of the task in whose code f is.
func (f function) icvOf(at int64, name string) ir.Value { return f.field(f.ctx.group.frame, at, name) }

// firstSubgroup begins a nested entry point: all threads of the team are a subgroup.
func (f function) firstSubgroup() function {
	block := f.sharedCell(f.Func.Name()+".block", ir.Bytes(blockSize), 16)
	frame := f.Alloca(ir.Bytes(frameSize), 16, "frame")
	zero, size := ir.Num(ir.I32, 0), f.blockDim()
	g := &subgroup{top: true, frame: frame, first: zero, lanes: size, own: block, number: zero, threads: ir.Num(ir.I32, 1),
		team: f.Offset(block, blockRegion, "team"), span: size}
	f.Store(ir.Null, frame, 8)
	f.storeFrame(g)
	f.setField(frame, frameLevel, zero)
	f.setField(frame, frameActive, zero)
	f.setField(frame, frameKind, zero)
	f.setField(frame, frameChunk, zero)
	f.setField(frame, frameMost, f.Call(ir.I32, "llvm.umax.i32", "", f.Load(ir.I32, f.deviceWord(abi.MaxLevelsName), 4, "max_levels"), ir.Num(ir.I32, 1)))
	f.setField(frame, frameThreads, f.Load(ir.I64, f.deviceVariable(abi.ThreadsName, ir.I64, 8), 8, "nthreads"))
	f.Store(frame, f.frameCell(), 8)
	f.IfThen(f.ICmp("eq", f.tid(), zero, "first"), "start", func() { f.clearMeeting(block) })
	c := f.ctx
	c.group = g
	f = f.in(c)
	f.sync()
	return f
}

// clearMeeting resets the tickets of a block's lanes.
func (f function) clearMeeting(block ir.Value) { f.Store(ir.Num(ir.I32, 0), block, 4) }

// storeFrame writes what g is to its frame.
func (f function) storeFrame(g *subgroup) {
	for _, v := range []struct {
		at int64
		v  ir.Value
	}{{frameOwn, g.own}, {frameTeam, g.team}, {frameFirst, g.first}, {frameLanes, g.lanes}, {frameNumber, g.number},
		{frameCount, g.threads}, {frameSpan, g.span}} {
		f.setField(g.frame, v.at, v.v)
	}
}

// calledSubgroup begins the nested form of a function: the subgroup is the one that the thread's cell leads to.
func (f function) calledSubgroup() function {
	frame := f.Load(ir.Ptr, f.frameCell(), 8, "frame")
	long := func(at int64, name string) ir.Value { return f.Load(ir.Ptr, f.Offset(frame, at, name+".at"), 8, name) }
	c := f.ctx
	c.group = &subgroup{called: true, frame: frame, own: long(frameOwn, "own"), team: long(frameTeam, "team"),
		first: f.field(frame, frameFirst, "first"), lanes: f.field(frame, frameLanes, "lanes"),
		number: f.field(frame, frameNumber, "thread_num"), threads: f.field(frame, frameCount, "num_threads"),
		span: f.field(frame, frameSpan, "span")}
	return f.in(c)
}

// single reports whether the compiler knows that g is one lane.
func (g *subgroup) single() bool { return ir.IsNum(g.lanes, 1) }

// ownLane is this thread's number in its subgroup, or in the team where there are none.
func (f function) ownLane() ir.Value {
	if f.ctx.group == nil || f.ctx.group.top {
		return f.tid()
	}
	return f.Bin("sub", f.tid(), f.ctx.group.first, "lane")
}

// meet emits a barrier of the lanes of the subgroup.
func (f function) meet() {
	g := f.ctx.group
	switch {
	case f.ctx.serial || g.single():
	case g.top:
		f.hardwareBarrier()
	default:
		f.IfThen(f.ICmp("ugt", g.lanes, ir.Num(ir.I32, 1), "several"), "meet", func() { teamState{f}.meetAt(g.own, g.lanes) })
	}
}

// meetThreads emits a barrier of the threads of the region.
func (f function) meetThreads() {
	g := f.ctx.group
	if f.ctx.serial || g.top {
		return
	}
	f.IfThen(f.ICmp("ugt", g.threads, ir.Num(ir.I32, 1), "several"), "barrier", func() { teamState{f}.meetAt(g.team, g.span) })
}

// placeNested gives the locals of a body that lanes of a subgroup share storage in the heap, or on the stack of a
// single lane.
func (f function) placeNested(b *region.Block, reds []*region.Reduction) function {
	c := f.ctx
	c.placed = maps.Clone(c.placed)
	if c.placed == nil {
		c.placed = map[*region.Local]ir.Value{}
	}
	var list []*region.Local
	seen := map[*region.Local]bool{}
	add := func(l *region.Local) {
		if c.shared[l] && l.Space != region.SpaceTeam && !seen[l] {
			seen[l] = true
			list = append(list, l)
		}
	}
	eachLocalOf(b, isNestedRegion, add)
	for _, r := range reductionsIn(b, reds) {
		add(r.Priv)
	}
	c.heap = f.Alloca(ir.Ptr, 8, "group.heap")
	f.Store(ir.Null, c.heap, 8)
	f = f.in(c)
	size, align, offs := frameOf(list)
	if size == 0 {
		return f
	}
	stack, heap, placed := f.NewBlock("one.lane"), f.NewBlock("lanes"), f.NewBlock("placed")
	mine := f.Alloca(ir.Bytes(size), align, "locals")
	f.CondBr(f.ICmp("eq", f.ctx.group.lanes, ir.Num(ir.I32, 1), "alone"), stack, heap)
	f.Place(stack)
	f.Br(placed)
	f.Place(heap)
	theirs := teamState{f}.aligned(teamState{f}.teamAlloc, ir.Num(ir.I64, size), align)
	last := f.Cur
	f.Br(placed)
	f.Place(placed)
	at := f.Phi(ir.Ptr, "locals", mine, stack, theirs, last)
	for _, l := range list {
		f.ctx.placed[l] = f.Offset(at, offs[l], l.Name)
	}
	return f
}

// reductionsIn are reds and those of constructs that bind to the region with body b.
func reductionsIn(b *region.Block, reds []*region.Reduction) []*region.Reduction {
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		if isNestedRegion(s) {
			return false
		}
		reds = append(reds, region.ReductionsOf(s)...)
		return true
	}}
	v.Walk(b)
	return reds
}

// isNestedRegion reports whether s begins a parallel region of its own.
func isNestedRegion(s region.Stmt) bool {
	switch s := s.(type) {
	case *region.Parallel:
		return true
	case *region.WsLoop:
		return s.Levels&(region.LevelFor|region.LevelDistribute) == region.LevelFor|region.LevelDistribute
	}
	return false
}

// subgroupRegion emits gen as the body of a parallel region, by subgroups of the lanes that come to it.
func (f function) subgroupRegion(threads, cond region.Expr, b *region.Block, reds []*region.Reduction,
	gen func(f function, take func(part func(function)))) {
	outer, leaf := f.ctx.group, f.gpu.nesting.innermost(b)
	f.meet()
	size, align, offs := frameOf(teamVariables(b))
	n, lanes, blocks, locals := f.part(threads, cond, leaf, size+align-heapHeader)
	sub := f.ownLane()
	takes := f.ICmp("ult", sub, n, "takes.part")
	if !leaf {
		takes = f.ICmp("ult", sub, f.Bin("mul", n, lanes, "taken"), "takes.part")
		sub = f.Bin("udiv", sub, lanes, "thread_num")
	}
	f.IfThen(takes, "parallel", func() {
		c := f.ctx
		c.parallel, c.task, c.goal, c.heap = true, nil, nil, nil
		c.teamLevel = !leaf && !c.serial
		c.group = f.childOf(outer, n, lanes, sub, blocks)
		c.shared = maps.Clone(c.shared)
		for l := range localsShared(b, reds, isNestedRegion) {
			c.shared[l] = true
		}
		if c.placed = maps.Clone(c.placed); c.placed == nil {
			c.placed = map[*region.Local]ir.Value{}
		}
		for l, off := range offs {
			c.placed[l] = f.Offset(teamState{f}.aligned(func(ir.Value) ir.Value { return locals }, ir.Num(ir.I64, size), align), off, l.Name)
		}
		f := f.in(c)
		asks := callsAsk(b)
		f.enterFrame(outer)
		if asks {
			f.Store(f.ctx.group.frame, f.frameCell(), 8)
		}
		if c.teamLevel {
			f = f.placeNested(b, reds)
		}
		if mayLeave(b) {
			c := f.ctx
			c.goal = f.startRendezvous()
			f = f.in(c)
		}
		gen(f, func(part func(function)) { part(f) })
		if f.Cur != nil && c.teamLevel {
			teamState{f}.teamFree(ir.Null)
		}
		if f.Cur != nil && asks {
			f.Store(outer.frame, f.frameCell(), 8)
		}
	})
	if f.Cur == nil {
		return
	}
	f.meet()
	for _, p := range []ir.Value{blocks, locals} {
		if p != nil {
			f.IfThen(f.ICmp("eq", f.ownLane(), ir.Num(ir.I32, 0), "first"), "free", func() { f.Call(ir.Void, "free", "", p) })
		}
	}
}

// teamVariables are the variables of a region with body b of which its threads have one.
func teamVariables(b *region.Block) (list []*region.Local) {
	eachLocalOf(b, isNestedRegion, func(l *region.Local) {
		if l.Space == region.SpaceTeam {
			list = append(list, l)
		}
	})
	return list
}

// part chooses how many threads a region has and how many lanes each of them, and makes the blocks of their subgroups
// and room of size bytes for variables of the region.
// The first lane decides for all, since the ICVs are its own. A subgroup has whole warps, or a part of one whose size is
// a power of two, so that none reaches across two warps.
func (f function) part(threads, cond region.Expr, leaf bool, size int64) (n, lanes, blocks, locals ir.Value) {
	g := f.ctx.group
	want := f.nthreads()
	if threads != nil {
		want = f.Resize(f.Expr(threads), ir.I32, true)
	}
	active := f.ICmp("ult", f.icvOf(frameActive, "active"), f.icvOf(frameMost, "max_levels"), "may.be.active")
	if cond != nil {
		active = f.Bin("and", active, f.Expr(cond), "active")
	}
	one := ir.Num(ir.I32, 1)
	n = f.Call(ir.I32, "llvm.umax.i32", "", f.Call(ir.I32, "llvm.umin.i32", "", want, g.lanes), one)
	n = f.Sel(active, n, one, "threads")
	f.IfThen(f.ICmp("eq", f.ownLane(), ir.Num(ir.I32, 0), "first"), "part", func() {
		f.Store(n, f.Offset(g.own, blockThreads, "threads.at"), 4)
		f.clearMeeting(f.Offset(g.own, blockRegion, "team"))
		if !leaf {
			f.Store(f.makeBlocks(n, f.lanesOf(n)), f.Offset(g.own, blockInner, "blocks.at"), 8)
		}
		if size > 0 {
			f.Store(combining{f}.heapBlock(ir.Num(ir.I64, size)), f.Offset(g.own, blockLocals, "locals.at"), 8)
		}
	})
	f.meet()
	n = f.Load(ir.I32, f.Offset(g.own, blockThreads, "threads.at"), 4, "num_threads")
	if size > 0 {
		locals = f.Load(ir.Ptr, f.Offset(g.own, blockLocals, "locals.at"), 8, "locals")
	}
	if leaf {
		return n, one, nil, locals
	}
	blocks = f.Load(ir.Ptr, f.Offset(g.own, blockInner, "blocks.at"), 8, "blocks")
	return n, f.lanesOf(n), blocks, locals
}

// lanesOf is the number of lanes of each of n threads.
func (f function) lanesOf(n ir.Value) ir.Value {
	g, warp := f.ctx.group, int64(f.Mod.Target.WarpSize)
	if f.ctx.serial || g.single() {
		return ir.Num(ir.I32, 1)
	}
	share := f.Bin("udiv", g.lanes, n, "share")
	whole := f.Bin("and", share, ir.Num(ir.I32, -warp), "warps")
	zeros := f.Call(ir.I32, "llvm.ctlz.i32", "", share, ir.False)
	power := f.Bin("lshr", ir.Num(ir.I32, -1<<31), zeros, "part")
	lanes := f.Sel(f.ICmp("ne", whole, ir.Num(ir.I32, 0), "have.warps"), whole, power, "lanes")
	return f.Sel(f.ICmp("eq", n, ir.Num(ir.I32, 1), "one"), g.lanes, lanes, "lanes")
}

// makeBlocks allocates the blocks of n subgroups, null if each is of one lane.
func (f function) makeBlocks(n, lanes ir.Value) ir.Value {
	if ir.IsNum(lanes, 1) {
		return ir.Null
	}
	from, some, done := f.Preheader(), f.NewBlock("blocks"), f.NewBlock("blocks.end")
	f.CondBr(f.ICmp("ugt", lanes, ir.Num(ir.I32, 1), "several"), some, done)
	f.Place(some)
	p := combining{f}.heapBlock(f.Bin("mul", f.Resize(n, ir.I64, false), ir.Num(ir.I64, blockSize), "bytes"))
	f.Loop("block", ir.Num(ir.I32, 0), n, ir.Num(ir.I32, 1), func(i ir.Value) { f.clearMeeting(f.blockAt(p, i)) })
	last := f.Cur
	f.Br(done)
	f.Place(done)
	return f.Phi(ir.Ptr, "blocks", ir.Null, from, p, last)
}

func (f function) blockAt(blocks, i ir.Value) ir.Value {
	return f.GEP(ir.I8, blocks, f.Bin("mul", f.Resize(i, ir.I64, false), ir.Num(ir.I64, blockSize), "offset"), "block")
}

// childOf is the subgroup of thread number sub of a region that the lanes of outer execute.
func (f function) childOf(outer *subgroup, n, lanes, sub, blocks ir.Value) *subgroup {
	frame := f.Alloca(ir.Bytes(frameSize), 16, "frame")
	g := &subgroup{frame: frame, lanes: lanes, number: sub, threads: n, team: f.Offset(outer.own, blockRegion, "team")}
	g.first = f.Bin("add", outer.first, f.Bin("mul", sub, lanes, "offset"), "first")
	g.span = f.Bin("mul", n, lanes, "span")
	g.own = f.Offset(frame, frameBlock, "own")
	if !g.single() {
		g.own = f.Sel(f.ICmp("eq", lanes, ir.Num(ir.I32, 1), "alone"), g.own, f.blockAt(blocks, sub), "own")
	}
	return g
}

// enterFrame makes the frame of the region's thread the current one. Its ICVs are those of the task that came to the
// region, but for the first number of a list that nthreads-var has (OpenMP 5.2 §10.1).
func (f function) enterFrame(outer *subgroup) {
	g := f.ctx.group
	f.Store(outer.frame, g.frame, 8)
	f.storeFrame(g)
	f.setField(g.frame, frameLevel, f.Bin("add", f.field(outer.frame, frameLevel, "level"), ir.Num(ir.I32, 1), "level"))
	more := f.Cast("zext", f.ICmp("ugt", g.threads, ir.Num(ir.I32, 1), "active"), ir.I32, "active")
	f.setField(g.frame, frameActive, f.Bin("add", f.field(outer.frame, frameActive, "active"), more, "active"))
	for _, at := range []int64{frameMost, frameKind, frameChunk} {
		f.setField(g.frame, at, f.field(outer.frame, at, "icv"))
	}
	list := f.Load(ir.I64, f.Offset(outer.frame, frameThreads, "nthreads.at"), 8, "nthreads")
	rest := f.Bin("lshr", list, ir.Num(ir.I64, threadsBits), "rest")
	f.setField(g.frame, frameThreads, f.Sel(f.ICmp("ne", rest, ir.Num(ir.I64, 0), "list"), rest, list, "nthreads"))
}

// nthreads is the first number of nthreads-var, that of the team's threads if nobody has set it.
func (f function) nthreads() ir.Value {
	list := f.Load(ir.I64, f.Offset(f.ctx.group.frame, frameThreads, "nthreads.at"), 8, "nthreads")
	n := f.Bin("and", f.Resize(list, ir.I32, false), ir.Num(ir.I32, 1<<threadsBits-1), "first")
	return f.Sel(f.ICmp("ne", n, ir.Num(ir.I32, 0), "set"), n, f.blockDim(), "nthreads")
}

// setSubgroupICV changes an ICV of the task. Each lane has a copy.
func (f function) setSubgroupICV(x *region.Intrinsic, args []ir.Value) {
	frame := f.ctx.group.frame
	switch x.Op {
	case region.OpSetSchedule:
		f.setField(frame, frameKind, args[0])
		f.setField(frame, frameChunk, args[1])
	case region.OpSetMaxLevels:
		n := f.Call(ir.I32, "llvm.smax.i32", "", args[0], ir.Num(ir.I32, 0))
		f.setField(frame, frameMost, f.Call(ir.I32, "llvm.umin.i32", "", n, ir.Num(ir.I32, abi.NestedLevels)))
	default:
		at := f.Offset(frame, frameThreads, "nthreads.at")
		list := f.Load(ir.I64, at, 8, "nthreads")
		if len(args) > 1 { // a clause gives the whole list
			list = ir.Num(ir.I64, 0)
		}
		f.Store(f.nthreadsList(list, args), at, 8)
	}
}

// nthreadsList is list with other first numbers.
func (f function) nthreadsList(list ir.Value, numbers []ir.Value) ir.Value {
	for i, n := range numbers[:min(len(numbers), 64/threadsBits)] {
		shift := int64(i * threadsBits)
		n = f.Call(ir.I32, "llvm.umin.i32", "", n, ir.Num(ir.I32, 1<<threadsBits-1))
		kept := f.Bin("and", list, ir.Num(ir.I64, ^((1<<threadsBits-1)<<shift)), "kept")
		list = f.Bin("or", kept, f.Bin("shl", f.Resize(n, ir.I64, false), ir.Num(ir.I64, shift), "number"), "nthreads")
	}
	return list
}

// subgroupQuery answers what depends on the regions around the code.
func (f function) subgroupQuery(x *region.Intrinsic) (v ir.Value, ok bool) {
	g := f.ctx.group
	if g == nil {
		return nil, false
	}
	switch x.Op {
	case region.OpThreadNum:
		return g.number, true
	case region.OpNumThreads:
		return g.threads, true
	case region.OpMaxThreads:
		return f.nthreads(), true
	case region.OpLevel:
		return f.icvOf(frameLevel, "level"), true
	case region.OpActiveLevel:
		return f.icvOf(frameActive, "active"), true
	case region.OpInParallel:
		return f.Cast("zext", f.ICmp("ne", f.icvOf(frameActive, "active"), ir.Num(ir.I32, 0), "active"), ir.I32, "in_parallel"), true
	case region.OpMaxLevels:
		return f.icvOf(frameMost, "max_levels"), true
	case region.OpSupportedLevels:
		return ir.Num(ir.I32, abi.NestedLevels), true
	case region.OpAncestorThread:
		return f.ancestor(f.Resize(f.Expr(x.Args[0]), ir.I32, true), frameNumber), true
	case region.OpTeamSize:
		return f.ancestor(f.Resize(f.Expr(x.Args[0]), ir.I32, true), frameCount), true
	case region.OpRunSchedule, region.OpRunChunk:
		kind := f.icvOf(frameKind, "kind")
		set := f.ICmp("ne", kind, ir.Num(ir.I32, 0), "set")
		if x.Op == region.OpRunChunk {
			return f.Sel(set, f.icvOf(frameChunk, "chunk"), f.Load(ir.I32, f.deviceWord(abi.RunChunkName), 4, "run_chunk"), "chunk"), true
		}
		asked := f.Sel(set, kind, f.Load(ir.I32, f.deviceWord(abi.RunScheduleName), 4, "run_schedule"), "asked")
		return f.Sel(f.ICmp("ne", asked, ir.Num(ir.I32, 0), "given"), asked, ir.Num(ir.I32, schedStatic), "schedule"), true
	}
	return nil, false
}

// ancestor is a field of the frame of a level, -1 if there is no such level.
func (f function) ancestor(level ir.Value, at int64) ir.Value {
	frame := f.Alloca(ir.Ptr, 8, "ancestor")
	f.Store(f.ctx.group.frame, frame, 8)
	now := f.icvOf(frameLevel, "level")
	result := f.Alloca(ir.I32, 4, "result")
	f.Store(ir.Num(ir.I32, -1), result, 4)
	f.IfThen(f.ICmp("ule", level, now, "exists"), "ancestor", func() {
		f.Loop("up", level, now, ir.Num(ir.I32, 1), func(ir.Value) {
			f.Store(f.Load(ir.Ptr, f.Load(ir.Ptr, frame, 8, "at"), 8, "parent"), frame, 8)
		})
		f.Store(f.field(f.Load(ir.Ptr, frame, 8, "at"), at, "of.level"), result, 4)
	})
	return f.Load(ir.I32, result, 4, "of.level")
}

// aloneInSubgroup emits gen, code that the first lane alone executes and that calls functions that ask for their
// threads: these find a frame of one lane.
func (f function) aloneInSubgroup(gen func(f function)) {
	outer := f.ctx.group.frame
	frame := f.Alloca(ir.Bytes(frameSize), 16, "frame")
	f.CopyBytes("memcpy", frame, outer, ir.Num(ir.I64, frameICVs), 8, false)
	f.setField(frame, frameOwn, f.Offset(frame, frameBlock, "own"))
	f.setField(frame, frameLanes, ir.Num(ir.I32, 1))
	f.setField(frame, frameFirst, f.tid())
	f.Store(frame, f.frameCell(), 8)
	c := f.ctx
	g := *c.group
	g.frame, g.own, g.first = frame, f.Offset(frame, frameBlock, "own"), f.tid()
	c.group = &g
	gen(f.in(c))
	if f.Cur != nil {
		f.Store(outer, f.frameCell(), 8)
	}
}

// byFirst emits gen for the first lane of the subgroup.
func (f function) byFirst(gen func(f function)) {
	if f.ctx.teamLevel {
		f.guard(false, gen)
		return
	}
	gen(f)
}

// subgroupReduce combines the copies of the region's threads into the originals.
func (f combining) subgroupReduce(red []body.ReductionState, sync bool) {
	if len(red) == 0 {
		return
	}
	if f.ctx.serial {
		f.CombineShared(red, region.ScopeDevice)
		return
	}
	f.meetThreads() // until the originals are initialised
	f.byFirst(func(f function) { f.CombineShared(red, region.ScopeDevice) })
	if sync {
		f.Exec.Barrier()
	}
}

// subgroupCopy copies a variable of the region's first thread to those of the others.
func (f function) subgroupCopy(c region.CopyPrivate) {
	g, n := f.ctx.group, ir.Num(ir.I64, c.Type.Size())
	addr, slot := f.Expr(c.Addr), f.Offset(g.team, regionSlot, "slot")
	mine := func() ir.Value { return f.ICmp("eq", g.number, ir.Num(ir.I32, 0), "mine") }
	f.Barrier()
	f.IfThen(mine(), "copy.out", func() {
		f.byFirst(func(f function) {
			p := combining{f}.heapBlock(n)
			f.CopyBytes("memcpy", p, addr, n, c.Type.Align(), false)
			f.Store(p, slot, 8)
		})
	})
	f.Barrier()
	f.byFirst(func(f function) {
		f.CopyBytes("memcpy", addr, f.Load(ir.Ptr, slot, 8, "copy"), n, c.Type.Align(), false)
	})
	f.Barrier()
	f.IfThen(mine(), "copied", func() {
		f.byFirst(func(f function) { f.Call(ir.Void, "free", "", f.Load(ir.Ptr, slot, 8, "copy")) })
	})
}

// Callee is the form of rf that code of a subgroup calls: in nested entry points one that knows its lanes.
func (f function) Callee(rf *region.Function) ir.Value {
	if f.ctx.group != nil && f.gpu.hasNestedForm(rf) {
		return ir.Symbol{Name: rf.Name + nestedSuffix}
	}
	return f.Mod.FuncRef(rf)
}

// nestedDispatch begins a function to which pointers to rf point: code of nested entry points calls rf's nested form, or
// has the first lane of its subgroup call rf, as call does.
func (f function) nestedDispatch(rf *region.Function, call func(f function) ir.Value) {
	if len(f.gpu.nesting.kernels) == 0 {
		return
	}
	f.IfThen(f.ICmp("eq", teamState{f}.state(), ir.Num(ir.I32, nestedState), "nested"), "nested", func() {
		var v ir.Value
		if f.gpu.hasNestedForm(rf) {
			v = f.CallPtr(body.TypeOf(rf.Ret), ir.Symbol{Name: rf.Name + nestedSuffix}, body.ValuesOf(f.Func.Params), "nested")
		} else {
			c := f.ctx
			c.teamLevel = true
			v = f.in(c).calledSubgroup().broadcastBy(rf.Ret, callsBack(rf), call)
		}
		if body.IsVoid(rf.Ret) {
			v = nil
		}
		f.Ret(v)
	})
}
