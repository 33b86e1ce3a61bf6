package gpu

// This file emits parallel regions, worksharing loops and sections: which thread executes which iterations.

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Parallel emits a parallel region for all threads of the team. With a num_threads
// or if clause only some take part: the other threads skip the body, and its
// barriers count arrivals. One thread executes a nested region.
func (f function) Parallel(s *region.Parallel) {
	f.region(s, asked{s.NumThreads, s.Extents, s.If}, s.Body, func(f function, take func(func(function))) {
		red := f.BeginReductions(s.Reductions)
		take(func(f function) {
			c := f.ctx
			c.tail, c.only = lastOf(s.Body), onlyOf(s.Body)
			f.in(c).Block(s.Body)
		})
		if f.Cur != nil {
			combining{f}.reduce(red, region.LevelFor, false, false)
		}
	})
}

// asked is what the clauses of a parallel region ask for.
type asked struct{ threads, extents, cond region.Expr }

// region emits gen as the body of a parallel region. The threads that the clauses
// ask for execute the code that gen passes to take; all threads of the team execute
// the rest.
func (f function) region(s region.Stmt, a asked, body *region.Block,
	gen func(f function, take func(part func(function)))) {
	old := f.ctx
	if old.group != nil {
		f.subgroupRegion(a.threads, a.cond, body, region.ReductionsOf(s), gen)
		return
	}
	if !old.teamLevel {
		teamState{f}.nested(body, func(f function) {
			teamState{f}.keepOwnThreads(func() { gen(f, func(part func(function)) { part(f) }) })
		})
		return
	}
	c := old
	c.parallel, c.task = true, nil
	f = f.in(c)
	n, warps := f.requested(a.threads, a.cond)
	if a.extents != nil {
		f.EnterTeam(f.Expr(a.extents))
	}
	if old.entryReads {
		f.sync()
	}
	c.teamLevel = false
	f = f.in(c)
	named := warps && f.Mod.Target.NamedBarrier != nil // a named barrier synchronises a part of the team of full warps
	if leaves := mayLeave(body); leaves || n != nil && (!named && hasBarrier(body) || callsParallel(body)) {
		teamState{f}.startTickets()
		if leaves {
			c.goal = f.startRendezvous()
			f = f.in(c)
		}
	}
	if n == nil {
		f.stateful(f.blockDim, func() { gen(f, func(part func(function)) { part(f) }) })
	} else {
		f.stateful(func() ir.Value { return n }, func() {
			gen(f, func(part func(function)) {
				c.threads, c.partial, c.warps = n, true, warps
				f.IfThen(f.ICmp("ult", f.tid(), n, "takes.part"), "parallel", func() { part(f.in(c)) })
			})
		})
	}
	if f.Cur != nil && (old.icvs || old.orphan) {
		ownThreadsCells.begin(f)
	}
	if f.Cur != nil && a.extents != nil {
		f.EnterTeam(ir.Num(ir.I64, 0))
	}
	if f.Cur != nil && old.last != s {
		f.sync()
	}
}

// requested returns the number of threads that the clauses ask for, limited to the
// size of the team; nil for all threads. warps says that these threads form full
// warps, unless the team is smaller than that.
func (f function) requested(threads, cond region.Expr) (n ir.Value, warps bool) {
	if n, warps = f.wanted(threads, cond); !f.ctx.icvs {
		return n, warps
	}
	if n == nil {
		n = f.blockDim()
	}
	none := f.ICmp("eq", teamState{f}.icv(icvNoLevels, ir.Num(ir.I32, 0)), ir.Num(ir.I32, 1), "inactive")
	return f.Sel(none, ir.Num(ir.I32, 1), n, "threads"), false
}

// wanted is requested, if the ICVs allow an active region.
func (f function) wanted(threads, cond region.Expr) (n ir.Value, warps bool) {
	c := body.PositiveConst(threads)
	if cond == nil && threads == nil && f.ctx.icvs {
		return f.Call(ir.I32, "llvm.umin.i32", "", f.blockDim(), teamState{f}.maxThreads()), false
	}
	if cond == nil && (threads == nil || f.Kernel != nil && c >= f.gpu.launchBound(f.Kernel)) {
		return nil, false
	}
	n = f.blockDim()
	if threads == nil && f.ctx.icvs {
		n = f.Call(ir.I32, "llvm.umin.i32", "", n, teamState{f}.maxThreads())
	}
	if threads != nil {
		n = f.Call(ir.I32, "llvm.umin.i32", "", n, f.Resize(f.Expr(threads), ir.I32, true))
	}
	if cond != nil {
		return f.Sel(f.Expr(cond), n, ir.Num(ir.I32, 1), "threads"), false
	}
	return n, c > 0 && c%int64(f.Mod.Target.WarpSize) == 0
}

// stateful sets the thread's state cell before gen and resets it after gen, in kernels that need the cell.
func (f function) stateful(n func() ir.Value, gen func()) {
	if !f.ctx.keepState {
		gen()
		return
	}
	teamState{f}.setState(n())
	gen()
	if f.Cur != nil {
		teamState{f}.setState(ir.Num(ir.I32, 0))
	}
}

func (f function) WsLoop(s *region.WsLoop) {
	dist, par := s.Levels&region.LevelDistribute != 0, s.Levels&region.LevelFor != 0
	switch {
	case dist && par:
		f.region(s, asked{s.NumThreads, s.Extents, s.If}, s.Body, func(f function, take func(func(function))) { f.shared(s, true, true, take) })
	case dist || par:
		f.shared(s, dist, par, func(part func(function)) { part(f) })
	default:
		red := f.BeginReductions(s.Reductions)
		n := f.NewNest(s)
		f.steps(n, ir.Num(ir.I32, 0), one, false)
		combining{f}.combineOwn(red)
	}
}

// shared distributes the iterations of s over the teams, the threads of the region, or both.
func (f function) shared(s *region.WsLoop, dist, par bool, take func(part func(function))) {
	if s.Scan && f.ctx.teamLevel {
		f.guard(true, func(f function) { f.shared(s, dist, par, take) })
		return
	}
	red := f.BeginReductions(s.Reductions)
	if s.Scan {
		var scanned []body.ReductionState
		red, scanned = body.PartReductions(red)
		if dist {
			take(func(f function) { combining{f}.leagueScan(s, scanned) })
		} else {
			combining{f}.scanLoop(s, scanned)
		}
	} else {
		take(func(f function) { f.iterations(s, dist, par) })
	}
	again := par && !dist && !s.NoWait && f.ctx.tail != s
	if len(red) > 0 {
		f.At(s.StmtPos())
		levels := s.RedLevels
		if dist {
			levels |= region.LevelDistribute
		}
		if !par { // one value per team
			combining{f}.teamsReduce(red, f.ctx.inLine[s])
			return
		}
		combining{f}.reduce(red, levels, f.ctx.inLine[s], !dist && s.NoWait && f.ctx.tail != s)
	}
	if again {
		f.Barrier()
	}
}

// iterations emits the loops of s for one thread, as the schedule of s asks.
func (f function) iterations(s *region.WsLoop, dist, par bool) {
	n := f.NewNest(s)
	switch {
	case f.ctx.stream != nil:
		f.wide(n)
	case s.Ordered && f.ctx.teamLevel && f.ctx.group == nil:
		f.steps(n, ir.Num(ir.I32, 0), one, false)
	case ownTurns(s) && !dist && !f.alone():
		f.orderedTurns(n)
	case s.Ordered:
		f.IfThen(f.ICmp("eq", f.lane(dist), ir.Num(ir.I32, 0), "first"), "ordered", func() {
			g := f
			if f.ctx.group == nil {
				g = f.asOne()
			}
			g.steps(n, ir.Num(ir.I32, 0), one, false)
		})
	case dist && (s.DistChunk != nil || s.DistStatic && !f.ctx.once):
		f.teamChunks(n, par)
	case par && s.Schedule == region.SchedRuntime:
		me, count := f.Resize(f.lane(dist), ir.I64, false), f.Resize(f.laneCount(dist), ir.I64, false)
		f.Chunks(s, n.Total, me, count, teamState{f}.runChunkSize(n.Total, count), func(lo, hi ir.Value) { f.Rows(n, lo, hi) })
	case par && !inTurn(s):
		me, count := f.Resize(f.lane(dist), ir.I64, false), f.Resize(f.laneCount(dist), ir.I64, false)
		f.Chunks(s, n.Total, me, count, f.ChunkOf(s.Chunk), func(lo, hi ir.Value) { f.Rows(n, lo, hi) })
	case par && !dist && s.Schedule == region.SchedStatic && s.Chunk == nil && !(f.ctx.only == s && mayInterleave(s)):
		lo, hi := f.Share(n.Total, f.Resize(f.threadNum(), ir.I64, false), f.Resize(f.numThreads(), ir.I64, false))
		f.Rows(n, lo, hi)
	default:
		me, count := f.blockID, f.gridDim
		if par {
			me, count = func() ir.Value { return f.lane(dist) }, func() ir.Value { return f.laneCount(dist) }
		}
		f.steps(n, me(), count, dist && f.ctx.once)
	}
}

// ownTurns reports whether an ordered loop has a static schedule, which determines the thread of each iteration
// (OpenMP 5.2 §11.5.3). With other schedules, one thread may execute all iterations.
func ownTurns(s *region.WsLoop) bool { return s.Ordered && s.Schedule == region.SchedStatic }

// orderedTurns emits the chunks of a static schedule in order. Its thread executes each chunk, and a barrier follows
// each.
func (f function) orderedTurns(n *body.Nest) {
	whole := *n.Loop
	whole.Ordered = false // the turns order the iterations, so none waits for another
	n = &body.Nest{Loop: &whole, Shared: n.Shared, Trips: n.Trips, Half: n.Half, Total: n.Total}
	me, count := f.Resize(f.threadNum(), ir.I64, false), f.Resize(f.numThreads(), ir.I64, false)
	turn := func(who, lo, hi ir.Value) {
		f.IfThen(f.ICmp("eq", who, me, "mine"), "turn", func() { f.Rows(n, lo, hi) })
		f.Barrier()
	}
	if n.Loop.Chunk == nil {
		f.Loop("turn", ir.Num(ir.I64, 0), count, ir.Num(ir.I64, 1), func(t ir.Value) {
			lo, hi := f.Share(n.Total, t, count)
			turn(t, lo, hi)
		})
		return
	}
	chunk := f.ChunkOf(n.Loop.Chunk)
	f.Loop("turn", ir.Num(ir.I64, 0), n.Total, chunk, func(lo ir.Value) {
		left := f.Call(ir.I64, "llvm.umin.i64", "", f.Bin("sub", n.Total, lo, "left"), chunk)
		turn(f.Bin("urem", f.Bin("udiv", lo, chunk, "number"), count, "who"), lo, f.Bin("add", lo, left, "chunk.end"))
	})
}

// teamChunks assigns to the teams the chunks that dist_schedule asks for, or an
// equal share to each team (OpenMP 5.2 §11.6.1).
func (f function) teamChunks(n *body.Nest, par bool) {
	me, count := f.Resize(f.blockID(), ir.I64, false), f.Resize(f.gridDim(), ir.I64, false)
	gen := func(lo, hi ir.Value) {
		if par {
			f.scheduleChunk(n, lo, hi)
		} else {
			f.Rows(n, lo, hi)
		}
	}
	if n.Loop.DistChunk != nil {
		f.TeamsChunks(n, me, count, gen)
		return
	}
	lo, hi := f.Share(n.Total, me, count)
	gen(lo, hi)
}

// scheduleChunk distributes a team's chunk over its threads: round-robin, or in the
// contiguous chunks of a static schedule if the program could tell the difference.
func (f function) scheduleChunk(n *body.Nest, lo, hi ir.Value) {
	me, count := f.Resize(f.threadNum(), ir.I64, false), f.Resize(f.numThreads(), ir.I64, false)
	if n.Loop.Schedule == region.SchedStatic && n.Loop.Chunk == nil && !mayInterleave(n.Loop) {
		a, b := f.Share(f.Bin("sub", hi, lo, "count"), me, count)
		f.Rows(n, f.Plus(lo, a), f.Plus(lo, b))
		return
	}
	size, many := ir.Num(ir.I64, 1), f.Bin("sub", hi, lo, "count")
	switch {
	case n.Loop.Schedule == region.SchedRuntime:
		size = teamState{f}.runChunkSize(many, count)
	case n.Loop.Chunk != nil:
		size = f.ChunkOf(n.Loop.Chunk)
	}
	f.Chunks(n.Loop, many, me, count, size, func(a, b ir.Value) { f.Rows(n, f.Plus(lo, a), f.Plus(lo, b)) })
}

// lane returns this thread's number among the threads of the team or, with dist, of
// the whole league. laneCount returns the number of these threads.
func (f function) lane(dist bool) ir.Value {
	if !dist {
		return f.threadNum()
	}
	if f.ctx.serial || f.ctx.orphan {
		return f.blockID()
	}
	return f.Bin("add", f.Bin("mul", f.blockID(), f.numThreads(), "base"), f.threadNum(), "lane")
}

func (f function) laneCount(dist bool) ir.Value {
	if !dist {
		return f.numThreads()
	}
	if f.ctx.serial || f.ctx.orphan {
		return f.gridDim()
	}
	return f.Bin("mul", f.gridDim(), f.numThreads(), "lanes")
}

// steps emits iterations first, first+step, first+2*step, … of the nest. It keeps
// the indices as mixed-radix digits: one 32-bit division per dimension at the start
// and no product of the trip counts, so a nest of any size needs no 64-bit
// arithmetic. step is less than 2^31.
//
// once says that there are at least as many participants as iterations.
func (f function) steps(n *body.Nest, first ir.Value, step func() ir.Value, once bool) {
	skip := f.skipEmpty(n)
	digits := f.Digits(n, first)
	body := func(index []ir.Value) {
		var last *ir.Value
		if n.Loop.Last != nil {
			l := f.lastIndex(n, index)
			last = &l
		}
		f.Iteration(n, index, last, nil)
	}
	switch total, small := constTotal(n); {
	case once:
		f.IfThen(f.ICmp("ult", digits[0], n.Trips[0], "inside"), "iteration", func() { body(digits) })
	case small:
		f.linear(n, total, first, step(), body)
	default:
		strides := f.Digits(n, step())
		f.whileInside(n, digits, body, func(index []ir.Value, leave *ir.Block) []ir.Value {
			return f.advance(n, index, strides, leave)
		})
	}
	if skip != nil {
		f.Place(skip)
	}
}

// linear is steps for a nest of constant trip counts. A division by a constant is
// cheaper than a carry. No sum overflows, since total and step are less than half
// of the type's range.
func (f function) linear(n *body.Nest, total int64, first, step ir.Value, inner func(index []ir.Value)) {
	flat := &body.Nest{Loop: n.Loop, Trips: []ir.Value{ir.Num(ir.I32, total)}}
	step = f.Resize(step, ir.I32, false)
	if threads, ok := body.IntOf(step); ok && threads > 1 && total%threads == 0 && n.Loop.Left == nil {
		// first is less than threads, so all threads execute the same number of iterations.
		f.Loop("turn", ir.Num(ir.I32, 0), ir.Num(ir.I32, total/threads), ir.Num(ir.I32, 1), func(turn ir.Value) {
			inner(f.Digits(n, f.Bin("add", f.Bin("mul", turn, step, "base"), first, "at")))
		})
		return
	}
	f.whileInside(flat, []ir.Value{f.Resize(first, ir.I32, false)}, func(at []ir.Value) { inner(f.Digits(n, at[0])) }, func(at []ir.Value, leave *ir.Block) []ir.Value {
		next := f.Bin("add", at[0], step, n.Loop.Index[0].Name)
		f.step(f.ICmp("ult", next, flat.Trips[0], "more"), leave)
		return []ir.Value{next}
	})
}

// constTotal returns the number of a nest's iterations if all trip counts are
// constants and the number fits into 31 bits.
func constTotal(n *body.Nest) (total int64, ok bool) {
	total = 1
	for _, t := range n.Trips {
		c, ok := body.IntOf(t)
		if !ok || c < 0 || c > 1<<31-1 {
			return 0, false
		}
		if total *= c; total > 1<<31-1 {
			return 0, false
		}
	}
	return total, true
}

// skipEmpty emits a branch around the nest if an inner dimension is empty, since its
// trip count is a divisor. It returns the block after the nest, nil if it emits no test.
func (f function) skipEmpty(n *body.Nest) *ir.Block {
	var empty ir.Value
	for d, t := range n.Trips[1:] {
		if ir.IsConstant(t) && !ir.IsNum(t, 0) {
			continue
		}
		e := f.emptyDimension(n, n.Loop.Trips[d+1], t)
		if empty != nil {
			e = f.Bin("or", empty, e, "empty")
		}
		empty = e
	}
	if empty == nil {
		return nil
	}
	body, skip := f.NewBlock("nest"), f.NewBlock("nest.end")
	f.CondBr(empty, skip, body)
	f.Place(body)
	return skip
}

// emptyDimension returns whether a loop of t iterations, which x computes, is empty. If x is a count under the
// condition that there are any iterations, emptyDimension negates this condition, since LLVM 22 does not recover it
// from a comparison of t. emptyDimension does so only for a single such loop in a kernel with one iteration per
// thread or team. In other loops LLVM optimises the condition less well.
func (f function) emptyDimension(n *body.Nest, x region.Expr, t ir.Value) ir.Value {
	if c := body.RunsIf(x); c != nil && f.ctx.once && len(n.Trips) == 2 {
		return f.Bin("xor", f.Expr(c), ir.True, "empty")
	}
	return f.ICmp("eq", t, ir.Num(t.Type(), 0), "empty")
}

func one() ir.Value { return ir.Num(ir.I32, 1) }

// lastIndex returns whether every index has its last value.
func (f function) lastIndex(n *body.Nest, index []ir.Value) ir.Value {
	all := ir.Value(ir.True)
	for d, i := range index {
		e := f.ICmp("eq", i, f.Bin("sub", n.Trips[d], ir.Num(i.Type(), 1), "end"), "atend")
		if d == 0 {
			all = e
		} else {
			all = f.Bin("and", all, e, "last")
		}
	}
	return all
}

// whileInside emits a loop that runs while the outermost digit is less than its trip count.
func (f function) whileInside(n *body.Nest, start []ir.Value, body func(index []ir.Value),
	next func(index []ir.Value, leave *ir.Block) []ir.Value) {
	inside := f.ICmp("ult", start[0], n.Trips[0], "inside")
	loop, done := f.NewBlock("loop"), f.NewBlock("loop.end")
	pre := f.Cur
	f.CondBr(inside, loop, done)
	f.Place(loop)
	index, phis := make([]ir.Value, len(start)), make([]*llir.InstPhi, len(start))
	for d, s := range start {
		phis[d] = f.OpenPhi(s.Type(), n.Loop.Index[d].Name)
		index[d] = phis[d]
	}
	body(index)
	f.LeaveLoop(n.Loop, done)
	nexts := next(index, done)
	from := f.Cur
	for d, phi := range phis {
		ir.Incoming(phi, start[d], pre, nexts[d], from)
	}
	f.Br(loop, f.Mod.ScalarLoop()...)
	f.Place(done)
}

// advance adds the strides to the digits with carries. It branches to leave when the
// outermost digit reaches its trip count, and detects this without overflow.
func (f function) advance(n *body.Nest, index, strides []ir.Value, leave *ir.Block) []ir.Value {
	if n.Half {
		return f.advanceSmall(n, index, strides, leave)
	}
	out := make([]ir.Value, len(index))
	var carry ir.Value
	for d := len(index) - 1; d > 0; d-- {
		t := n.Trips[d]
		room := f.Bin("sub", t, index[d], "room")
		add := strides[d]
		if carry != nil {
			add = f.Bin("add", add, f.Resize(carry, t.Type(), false), "add")
		}
		over := f.ICmp("uge", add, room, "carry")
		out[d] = f.Sel(over, f.Bin("sub", add, room, "wrapped"), f.Bin("add", index[d], add, "sum"),
			n.Loop.Index[d].Name)
		carry = over
	}
	add := strides[0]
	room := f.Bin("sub", n.Trips[0], index[0], "room")
	if carry == nil {
		more := f.ICmp("ugt", room, add, "more")
		f.step(more, leave)
		out[0] = f.Bin("add", index[0], add, n.Loop.Index[0].Name)
		return out
	}
	sum := f.Bin("add", add, f.Cast("zext", carry, add.Type(), "one"), "step")
	more := f.ICmp("ugt", room, sum, "more")
	f.step(more, leave)
	out[0] = f.Bin("add", index[0], sum, n.Loop.Index[0].Name)
	return out
}

// advanceSmall is advance for trip counts of less than half of their type's range:
// no sum of an index, a stride and a carry overflows.
func (f function) advanceSmall(n *body.Nest, index, strides []ir.Value, leave *ir.Block) []ir.Value {
	out := make([]ir.Value, len(index))
	var carry ir.Value
	plus := func(d int) ir.Value {
		sum := f.Bin("add", index[d], strides[d], "sum")
		if carry != nil {
			sum = f.Bin("add", sum, f.Cast("zext", carry, sum.Type(), "one"), "sum")
		}
		return sum
	}
	for d := len(index) - 1; d > 0; d-- {
		sum := plus(d)
		over := f.ICmp("uge", sum, n.Trips[d], "carry")
		out[d] = f.Sel(over, f.Bin("sub", sum, n.Trips[d], "wrapped"), sum, n.Loop.Index[d].Name)
		carry = over
	}
	out[0] = plus(0)
	f.step(f.ICmp("ult", out[0], n.Trips[0], "more"), leave)
	return out
}

// step continues with a new block if more holds, else branches to leave.
func (f function) step(more ir.Value, leave *ir.Block) {
	next := f.NewBlock("loop.next")
	f.CondBr(more, next, leave)
	f.Place(next)
}

// Sections emits a sections construct. The thread whose number is k modulo the number of threads executes section k.
func (f function) Sections(s *region.Sections) {
	red := f.BeginReductions(s.Reductions)
	if f.alone() {
		for i, b := range s.Parts {
			if s.Last != nil {
				f.SetTemp(s.Last, ir.Truth(i == len(s.Parts)-1))
			}
			f.Block(b)
		}
	} else {
		me, n := f.threadNum(), f.numThreads()
		for i, b := range s.Parts {
			if s.Last != nil {
				f.SetTemp(s.Last, ir.Truth(i == len(s.Parts)-1))
			}
			mine := f.ICmp("eq", f.Bin("urem", ir.Num(ir.I32, int64(i)), n, "who"), me, "mine")
			f.IfThen(mine, "section", func() { f.Block(b) })
		}
	}
	combining{f}.reduce(red, region.LevelFor, false, s.NoWait)
	if !s.NoWait && f.ctx.tail != s {
		f.Barrier()
	}
}
