package codegen

import (
	"strconv"

	"ompcc/lower/region"
)

// parallel runs a region by all threads of the team. With a num_threads or if
// clause only some take part: threads beyond the number skip the body, and
// barriers in it count arrivals. Nested regions are executed by one thread.
func (g *gpuModel) parallel(f *fn, s *region.Parallel) {
	g.region(f, s, s.NumThreads, s.If, s.Body, func(take func(func())) {
		red := f.beginReductions(s.Reductions)
		take(func() {
			f.ctx.grid.tail, f.ctx.grid.only = lastOf(s.Body), onlyOf(s.Body)
			f.block(s.Body)
			f.ctx.grid.tail, f.ctx.grid.only = nil, nil
		})
		if f.cur != nil {
			g.reduce(f, red, region.LevelFor, false, false)
		}
	})
}

// region emits gen as the body of a parallel region met where f is. What gen
// passes to take is executed by those threads of the team that the clauses ask
// for, the rest by all of them.
func (g *gpuModel) region(f *fn, s region.Stmt, threads, cond region.Expr, body *region.Block, gen func(take func(func()))) {
	old, oldPar := f.ctx.grid, f.ctx.parallel
	defer func() { f.ctx.grid, f.ctx.parallel = old, oldPar }()
	all := func(part func()) { part() }
	if !old.teamLevel {
		f.nested(body, func() { f.keepOwnThreads(func() { gen(all) }) })
		return
	}
	f.ctx.parallel, f.ctx.grid.task = true, nil
	n, warps := f.requested(threads, cond)
	if old.entryReads {
		f.sync()
	}
	f.ctx.grid.teamLevel = false
	named := warps && f.m.t.NamedBarrier != nil // a part of the team that is whole warps has a named barrier there
	if leaves := mayLeave(body); leaves || n.id != "" && (!named && hasBarrier(body) || callsParallel(body)) {
		f.startTickets()
		if leaves {
			f.ctx.grid.goal = f.startRendezvous()
		}
	}
	if n.id == "" {
		g.stateful(f, f.blockDim, func() { gen(all) })
	} else {
		g.stateful(f, func() val { return n }, func() {
			gen(func(part func()) {
				whole := f.ctx.grid
				f.ctx.grid.threads, f.ctx.grid.partial, f.ctx.grid.warps = n, true, warps
				f.ifThen(f.icmp("ult", f.tid(), n, "takes.part"), "parallel", part)
				f.ctx.grid = whole
			})
		})
	}
	if f.cur != nil && (old.icvs || old.orphan) {
		ownThreadsCells.begin(f)
	}
	if f.cur != nil && old.last != s {
		f.sync()
	}
}

// requested is the number of threads that the clauses ask for, at most all;
// "" for all of them. warps: they are whole warps, as far as the team has any.
func (f *fn) requested(threads, cond region.Expr) (n val, warps bool) {
	if n, warps = f.wanted(threads, cond); !f.ctx.grid.icvs {
		return n, warps
	}
	if n.id == "" {
		n = f.blockDim()
	}
	none := f.icmp("eq", f.icv(icvNoLevels, num(tI32, 0)), num(tI32, 1), "inactive")
	return f.sel(none, num(tI32, 1), n, "threads"), false
}

// wanted is requested, where a region may be active.
func (f *fn) wanted(threads, cond region.Expr) (n val, warps bool) {
	c := positiveConst(threads)
	if cond == nil && threads == nil && f.ctx.grid.icvs {
		return f.call(tI32, "llvm.umin.i32", "", f.blockDim(), f.maxThreads()), false
	}
	if cond == nil && (threads == nil || f.ctx.kernel != nil && c >= f.m.launchBound(f.ctx.kernel)) {
		return val{}, false
	}
	n = f.blockDim()
	if threads == nil && f.ctx.grid.icvs {
		n = f.call(tI32, "llvm.umin.i32", "", n, f.maxThreads())
	}
	if threads != nil {
		n = f.call(tI32, "llvm.umin.i32", "", n, f.resize(f.expr(threads), tI32, true))
	}
	if cond != nil {
		return f.sel(f.expr(cond), n, num(tI32, 1), "threads"), false
	}
	return n, c > 0 && c%int64(f.m.t.WarpSize) == 0
}

// positiveConst is the constant that a clause names, 0 when it names none above 0.
func positiveConst(x region.Expr) int64 {
	for {
		c, ok := x.(*region.Convert)
		if !ok {
			break
		}
		x = c.X
	}
	if c, ok := x.(*region.Const); ok && c.Val.IsInt64() && c.Val.Sign() > 0 {
		return c.Val.Int64()
	}
	return 0
}

// stateful keeps the state cell up to date round gen for kernels that need it.
func (g *gpuModel) stateful(f *fn, n func() val, gen func()) {
	if !f.ctx.grid.keepState {
		gen()
		return
	}
	f.setState(n())
	gen()
	if f.cur != nil {
		f.setState(num(tI32, 0))
	}
}

func (g *gpuModel) wsloop(f *fn, s *region.WsLoop) {
	dist, par := s.Levels&region.LevelDistribute != 0, s.Levels&region.LevelFor != 0
	switch {
	case dist && par:
		g.region(f, s, s.NumThreads, s.If, s.Body, func(take func(func())) { g.shared(f, s, true, true, take) })
	case dist || par:
		g.shared(f, s, dist, par, func(part func()) { part() })
	default:
		red := f.beginReductions(s.Reductions)
		n := f.newNest(s)
		f.steps(n, num(tI32, 0), one, false)
		g.combineOwn(f, red)
	}
}

// shared shares out s among the teams, the threads of the region, or both.
func (g *gpuModel) shared(f *fn, s *region.WsLoop, dist, par bool, take func(func())) {
	if s.Scan && f.ctx.grid.teamLevel {
		f.guard(true, func() { g.shared(f, s, dist, par, take) })
		return
	}
	red := f.beginReductions(s.Reductions)
	if s.Scan {
		var scanned []redState
		red, scanned = partReductions(red)
		g.scan(f, s, scanned)
	} else {
		take(func() { g.iterations(f, s, dist, par) })
	}
	again := par && !dist && !s.NoWait && f.ctx.grid.tail != s
	if len(red) > 0 {
		f.at(s.StmtPos())
		levels := s.RedLevels
		if dist {
			levels |= region.LevelDistribute
		}
		if !par { // one value a team
			g.teamsReduce(f, red, f.ctx.grid.inLine[s])
			return
		}
		g.reduce(f, red, levels, f.ctx.grid.inLine[s], !dist && s.NoWait && f.ctx.grid.tail != s)
	}
	if again {
		g.barrier(f)
	}
}

// iterations emits the loops of s.
func (g *gpuModel) iterations(f *fn, s *region.WsLoop, dist, par bool) {
	n := f.newNest(s)
	switch {
	case s.Ordered && f.ctx.grid.teamLevel:
		f.steps(n, num(tI32, 0), one, false)
	case ownTurns(s) && !dist && !f.alone():
		g.orderedTurns(f, n)
	case s.Ordered:
		f.ifThen(f.icmp("eq", f.lane(dist), num(tI32, 0), "first"), "ordered", func() {
			f.asOne(func() { f.steps(n, num(tI32, 0), one, false) })
		})
	case dist && (s.DistChunk != nil || s.DistStatic && !f.ctx.grid.once):
		f.teamChunks(n, par)
	case par && s.Schedule == region.SchedRuntime:
		me, count := f.resize(f.lane(dist), tI64, false), f.resize(f.laneCount(dist), tI64, false)
		f.chunks(s, n.total, me, count, f.runChunkSize(n.total, count), func(lo, hi val) { f.rows(n, lo, hi) })
	case par && !inTurn(s):
		me, count := f.resize(f.lane(dist), tI64, false), f.resize(f.laneCount(dist), tI64, false)
		f.chunks(s, n.total, me, count, f.chunkOf(s.Chunk), func(lo, hi val) { f.rows(n, lo, hi) })
	case par && !dist && s.Schedule == region.SchedStatic && s.Chunk == nil && !(f.ctx.grid.only == s && mayInterleave(s)):
		lo, hi := f.share(n.total, f.resize(f.threadNum(), tI64, false), f.resize(f.numThreads(), tI64, false))
		f.rows(n, lo, hi)
	default:
		me, count := f.blockID, f.gridDim
		if par {
			me, count = func() val { return f.lane(dist) }, func() val { return f.laneCount(dist) }
		}
		f.steps(n, me(), count, dist && f.ctx.grid.once)
	}
}

// ownTurns reports whether an ordered loop's schedule says which thread has which iteration (OpenMP
// 5.2 §11.5.3): one thread may have all of others.
func ownTurns(s *region.WsLoop) bool { return s.Ordered && s.Schedule == region.SchedStatic }

// orderedTurns runs the chunks of a static schedule in their order, each by the thread that has it, with a barrier
// behind each.
func (g *gpuModel) orderedTurns(f *fn, n *nest) {
	whole := *n.s
	whole.Ordered = false // no iteration waits for another one
	n = &nest{s: &whole, shared: n.shared, trips: n.trips, half: n.half, total: n.total}
	me, count := f.resize(f.threadNum(), tI64, false), f.resize(f.numThreads(), tI64, false)
	turn := func(who, lo, hi val) {
		f.ifThen(f.icmp("eq", who, me, "mine"), "turn", func() { f.rows(n, lo, hi) })
		g.barrier(f)
	}
	if n.s.Chunk == nil {
		f.loop("turn", num(tI64, 0), count, num(tI64, 1), func(t val) {
			lo, hi := f.share(n.total, t, count)
			turn(t, lo, hi)
		})
		return
	}
	chunk := f.chunkOf(n.s.Chunk)
	f.loop("turn", num(tI64, 0), n.total, chunk, func(lo val) {
		left := f.call(tI64, "llvm.umin.i64", "", f.bin("sub", n.total, lo, "left"), chunk)
		turn(f.bin("urem", f.bin("udiv", lo, chunk, "number"), count, "who"), lo, f.bin("add", lo, left, "chunk.end"))
	})
}

// teamChunks gives teams the chunks that dist_schedule asks for, or an equal
// share each (OpenMP 5.2 §11.6.1).
func (f *fn) teamChunks(n *nest, par bool) {
	me, count := f.resize(f.blockID(), tI64, false), f.resize(f.gridDim(), tI64, false)
	gen := func(lo, hi val) {
		if par {
			f.scheduleChunk(n, lo, hi)
		} else {
			f.rows(n, lo, hi)
		}
	}
	if n.s.DistChunk != nil {
		f.teamsChunks(n, me, count, gen)
		return
	}
	lo, hi := f.share(n.total, me, count)
	gen(lo, hi)
}

// scheduleChunk shares a team's chunk out among its threads: in turn, or in the
// rows of a static schedule where these can be told.
func (f *fn) scheduleChunk(n *nest, lo, hi val) {
	me, count := f.resize(f.threadNum(), tI64, false), f.resize(f.numThreads(), tI64, false)
	if n.s.Schedule == region.SchedStatic && n.s.Chunk == nil && !mayInterleave(n.s) {
		a, b := f.share(f.bin("sub", hi, lo, "count"), me, count)
		f.rows(n, f.plus(lo, a), f.plus(lo, b))
		return
	}
	size, many := num(tI64, 1), f.bin("sub", hi, lo, "count")
	switch {
	case n.s.Schedule == region.SchedRuntime:
		size = f.runChunkSize(many, count)
	case n.s.Chunk != nil:
		size = f.chunkOf(n.s.Chunk)
	}
	f.chunks(n.s, many, me, count, size, func(a, b val) { f.rows(n, f.plus(lo, a), f.plus(lo, b)) })
}

// lane is the number of this thread among the threads of the team or, with
// dist, of the whole league; laneCount is how many there are.
func (f *fn) lane(dist bool) val {
	if !dist {
		return f.threadNum()
	}
	if f.ctx.grid.serial || f.ctx.grid.orphan {
		return f.blockID()
	}
	return f.bin("add", f.bin("mul", f.blockID(), f.numThreads(), "base"), f.threadNum(), "lane")
}

func (f *fn) laneCount(dist bool) val {
	if !dist {
		return f.numThreads()
	}
	if f.ctx.grid.serial || f.ctx.grid.orphan {
		return f.gridDim()
	}
	return f.bin("mul", f.gridDim(), f.numThreads(), "lanes")
}

// steps emits iterations first, first+step, first+2*step, … of the nest. The
// indices are kept as mixed-radix digits: one 32-bit division per dimension at
// the start and no product of the trip counts, so a nest of any size needs no
// 64-bit arithmetic. step is less than 2^31.
//
// once: the caller knows that there are as many participants as iterations.
func (f *fn) steps(n *nest, first val, step func() val, once bool) {
	skip := f.skipEmpty(n)
	digits := f.digits(n, first)
	body := func(index []val) {
		var last *val
		if n.s.Last != nil {
			l := f.lastIndex(n, index)
			last = &l
		}
		f.iteration(n, index, last, nil)
	}
	switch total, small := constTotal(n); {
	case once:
		f.ifThen(f.icmp("ult", digits[0], n.trips[0], "inside"), "iteration", func() { body(digits) })
	case small:
		f.linear(n, total, first, step(), body)
	default:
		strides := f.digits(n, step())
		f.whileInside(n, digits, body, func(index []val, leave *block) []val {
			return f.advance(n, index, strides, leave)
		})
	}
	if skip != nil {
		f.place(skip)
	}
}

// linear emits the same for a nest of constant trip counts: a division by a
// constant takes less than a carry, and no sum passes the type's range, of which
// a step is less than half.
func (f *fn) linear(n *nest, total int64, first, step val, body func(index []val)) {
	flat := &nest{s: n.s, trips: []val{num(tI32, total)}}
	step = f.resize(step, tI32, false)
	if threads, err := strconv.ParseInt(step.id, 10, 64); err == nil && threads > 1 && total%threads == 0 && n.s.Left == nil {
		// first is below threads: all of them take as many turns.
		f.loop("turn", num(tI32, 0), num(tI32, total/threads), num(tI32, 1), func(turn val) {
			body(f.digits(n, f.bin("add", f.bin("mul", turn, step, "base"), first, "at")))
		})
		return
	}
	f.whileInside(flat, []val{f.resize(first, tI32, false)}, func(at []val) { body(f.digits(n, at[0])) }, func(at []val, leave *block) []val {
		next := f.bin("add", at[0], step, n.s.Index[0].Name)
		f.step(f.icmp("ult", next, flat.trips[0], "more"), leave)
		return []val{next}
	})
}

// constTotal is the number of a nest's iterations if all trip counts are
// constants and it fits 31 bits.
func constTotal(n *nest) (total int64, ok bool) {
	total = 1
	for _, t := range n.trips {
		c, err := strconv.ParseInt(t.id, 10, 64)
		if err != nil || c < 0 || c > 1<<31-1 {
			return 0, false
		}
		if total *= c; total > 1<<31-1 {
			return 0, false
		}
	}
	return total, true
}

// skipEmpty jumps behind a nest with an empty inner dimension, which has no
// digits to divide by; nil: there is none to test.
func (f *fn) skipEmpty(n *nest) *block {
	empty := val{}
	for _, t := range n.trips[1:] {
		if t.id[0] != '%' && t.id != "0" {
			continue
		}
		e := f.icmp("eq", t, num(t.t, 0), "empty")
		if empty.id != "" {
			e = f.bin("or", empty, e, "empty")
		}
		empty = e
	}
	if empty.id == "" {
		return nil
	}
	body, skip := f.newBlock("nest"), f.newBlock("nest.end")
	f.condBr(empty, skip, body)
	f.place(body)
	return skip
}

func one() val { return num(tI32, 1) }

// digits writes x in the mixed radix of the trip counts, each in its dimension's type.
func (f *fn) digits(n *nest, x val) []val {
	out := make([]val, len(n.trips))
	rest := x
	for d := len(n.trips) - 1; d > 0; d-- {
		t := n.trips[d]
		wide := t.t
		r := f.resize(rest, wide, false)
		out[d] = f.bin("urem", r, t, n.s.Index[d].Name)
		rest = f.bin("udiv", r, t, "rest")
	}
	out[0] = f.resize(rest, n.trips[0].t, false)
	return out
}

// lastIndex is whether all indices are their last.
func (f *fn) lastIndex(n *nest, index []val) val {
	all := val{tI1, "true"}
	for d, i := range index {
		e := f.icmp("eq", i, f.bin("sub", n.trips[d], num(i.t, 1), "end"), "atend")
		if d == 0 {
			all = e
		} else {
			all = f.bin("and", all, e, "last")
		}
	}
	return all
}

// whileInside loops while the outermost digit is below its trip count.
func (f *fn) whileInside(n *nest, start []val, body func(index []val), next func(index []val, leave *block) []val) {
	inside := f.icmp("ult", start[0], n.trips[0], "inside")
	loop, done := f.newBlock("loop"), f.newBlock("loop.end")
	pre := f.cur
	f.condBr(inside, loop, done)
	f.place(loop)
	index := make([]val, len(start))
	at := len(loop.Insts)
	for d, s := range start {
		index[d] = val{s.t, "%" + f.uniq(n.s.Index[d].Name)}
	}
	body(index)
	f.leaves(n.s, done)
	nexts := next(index, done)
	from := f.cur
	for d := len(start) - 1; d >= 0; d-- {
		f.insert(loop, at, phiInst(index[d], start[d], pre, nexts[d], from))
	}
	f.term("br label %"+loop.label+f.m.scalarLoop(), loop)
	f.place(done)
}

// advance adds the strides with carries and leaves the loop when the outermost
// digit passes its trip count, without overflow.
func (f *fn) advance(n *nest, index, strides []val, leave *block) []val {
	if n.half {
		return f.advanceSmall(n, index, strides, leave)
	}
	out := make([]val, len(index))
	carry := val{}
	for d := len(index) - 1; d > 0; d-- {
		t := n.trips[d]
		room := f.bin("sub", t, index[d], "room")
		add := strides[d]
		if carry.id != "" {
			add = f.bin("add", add, f.resize(carry, t.t, false), "add")
		}
		over := f.icmp("uge", add, room, "carry")
		out[d] = f.sel(over, f.bin("sub", add, room, "wrapped"), f.bin("add", index[d], add, "sum"), n.s.Index[d].Name)
		carry = over
	}
	add := strides[0]
	room := f.bin("sub", n.trips[0], index[0], "room")
	if carry.id == "" {
		more := f.icmp("ugt", room, add, "more")
		f.step(more, leave)
		out[0] = f.bin("add", index[0], add, n.s.Index[0].Name)
		return out
	}
	sum := f.bin("add", add, f.cast("zext", carry, add.t, "one"), "step")
	more := f.icmp("ugt", room, sum, "more")
	f.step(more, leave)
	out[0] = f.bin("add", index[0], sum, n.s.Index[0].Name)
	return out
}

// advanceSmall is advance for counts that are less than half of their type's
// range: no sum of an index, a stride and a carry overflows.
func (f *fn) advanceSmall(n *nest, index, strides []val, leave *block) []val {
	out := make([]val, len(index))
	carry := val{}
	plus := func(d int) val {
		sum := f.bin("add", index[d], strides[d], "sum")
		if carry.id != "" {
			sum = f.bin("add", sum, f.cast("zext", carry, sum.t, "one"), "sum")
		}
		return sum
	}
	for d := len(index) - 1; d > 0; d-- {
		sum := plus(d)
		over := f.icmp("uge", sum, n.trips[d], "carry")
		out[d] = f.sel(over, f.bin("sub", sum, n.trips[d], "wrapped"), sum, n.s.Index[d].Name)
		carry = over
	}
	out[0] = plus(0)
	f.step(f.icmp("ult", out[0], n.trips[0], "more"), leave)
	return out
}

// step goes on when more holds, else to leave.
func (f *fn) step(more val, leave *block) {
	next := f.newBlock("loop.next")
	f.condBr(more, next, leave)
	f.place(next)
}

// sections: section k is executed by thread k modulo the number of threads.
func (g *gpuModel) sections(f *fn, s *region.Sections) {
	red := f.beginReductions(s.Reductions)
	if f.alone() {
		for i, b := range s.Parts {
			if s.Last != nil {
				f.setTemp(s.Last, val{tI1, boolText(i == len(s.Parts)-1)})
			}
			f.block(b)
		}
	} else {
		me, n := f.threadNum(), f.numThreads()
		for i, b := range s.Parts {
			if s.Last != nil {
				f.setTemp(s.Last, val{tI1, boolText(i == len(s.Parts)-1)})
			}
			mine := f.icmp("eq", f.bin("urem", num(tI32, int64(i)), n, "who"), me, "mine")
			f.ifThen(mine, "section", func() { f.block(b) })
		}
	}
	g.reduce(f, red, region.LevelFor, false, s.NoWait)
	if !s.NoWait && f.ctx.grid.tail != s {
		g.barrier(f)
	}
}

func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
