package codegen

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// wsloop shares a loop out among teams, threads, both, or none (simd). One that is
// all of a kernel needs no threads in the teams.
func (f cpuFn) wsloop(s *region.WsLoop) {
	switch {
	case s.Levels&region.LevelDistribute != 0:
		all := f.kernel != nil && kernelLoop(f.kernel) == s
		f.distribute(s, s.Levels&region.LevelFor != 0 && !all)
	case s.Scan:
		f.scanLoop(s)
	case s.Levels&region.LevelFor != 0:
		f.forLoop(s)
	default:
		red := f.beginReductions(s.Reductions)
		n := f.newNest(s)
		f.rows(n, ir.Num(ir.I64, 0), n.total)
		for _, st := range red {
			f.elements(st, func(orig, priv ir.Value) { f.combineInto(st.r, orig, priv) })
		}
	}
}

// team returns this team's number and the number of teams, as i64.
func (f cpuFn) team() (me, count ir.Value) {
	if t := f.teamRecord; t != nil {
		me, count = f.Load(ir.I32, t, 4, "team_num"), f.Load(ir.I32, f.Offset(t, teamField("num_teams"), "num_teams.at"), 4, "num_teams")
	} else {
		me, count = f.self(selfField("team_num"), "team_num"), f.self(selfField("num_teams"), "num_teams")
	}
	return f.Resize(me, ir.I64, false), f.Resize(count, ir.I64, false)
}

// distribute gives each team its share of the iterations; threads: the share
// is executed by a parallel region.
func (f cpuFn) distribute(s *region.WsLoop, threads bool) {
	if threads {
		f.distributeParallel(s)
		return
	}
	red := f.beginReductions(s.Reductions)
	n := f.newNest(s)
	f.teamShare(n, func(lo, hi ir.Value) { f.rows(n, lo, hi) })
	f.combineShared(red, region.ScopeDevice)
}

func (f cpuFn) teamShare(n *nest, gen func(lo, hi ir.Value)) {
	me, count := f.team()
	if n.s.DistChunk != nil {
		f.teamsChunks(n, me, count, gen)
		return
	}
	lo, hi := f.fixedShare(n.total, me, count)
	gen(lo, hi)
}

// distributeParallel forks one parallel region whose threads walk through the
// team's chunks, with the schedule applied inside each.
func (f cpuFn) distributeParallel(s *region.WsLoop) {
	f.fork(s.NumThreads, s.If, func(g cpuFn) {
		red := g.beginReductions(s.Reductions)
		n := g.newNest(s)
		g.teamShare(n, func(lo, hi ir.Value) { g.scheduled(n, lo, g.Bin("sub", hi, lo, "count")) })
		g.combineShared(red, region.ScopeDevice)
	})
}

// forLoop is a worksharing loop of the innermost parallel region.
func (f cpuFn) forLoop(s *region.WsLoop) {
	red := f.beginReductions(s.Reductions)
	n := f.newNest(s)
	f.scheduled(n, ir.Num(ir.I64, 0), n.total)
	f.combineShared(red, region.ScopeDevice)
	if !s.NoWait {
		f.exec.barrier()
	}
}

// scheduled shares count iterations from base on among the threads by the
// schedule clause (OpenMP 5.2 §11.5.3).
func (f cpuFn) scheduled(n *nest, base, count ir.Value) {
	s := n.s
	run := func(lo, hi ir.Value) {
		f.rows(n, f.plus(base, lo), f.plus(base, hi))
	}
	dynamic := s.Schedule == region.SchedDynamic || s.Schedule == region.SchedGuided || s.Schedule == region.SchedRuntime
	if dynamic || s.Ordered {
		f.runtimeSchedule(s, count, run)
		return
	}
	me := f.Resize(f.self(selfField("thread_num"), "thread_num"), ir.I64, false)
	threads := f.Resize(f.self(selfField("num_threads"), "num_threads"), ir.I64, false)
	if s.Chunk != nil {
		f.chunks(s, count, me, threads, f.chunkOf(s.Chunk), run)
		return
	}
	lo, hi := f.fixedShare(count, me, threads)
	run(lo, hi)
}

// fixedShare is share with bounds that LLVM's loop passes do not look behind. They
// refuse to move addresses that begin with a division by what might be zero, so
// that each access in an inner loop would compute its own.
func (f cpuFn) fixedShare(total, me, count ir.Value) (lo, hi ir.Value) {
	lo, hi = f.share(total, me, count)
	return f.Freeze(lo, "from"), f.Freeze(hi, "to")
}

// runtimeSchedule takes chunks from the runtime.
func (f cpuFn) runtimeSchedule(s *region.WsLoop, count ir.Value, run func(lo, hi ir.Value)) {
	chunk := ir.Num(ir.I64, 0)
	if s.Chunk != nil {
		chunk = f.chunkOf(s.Chunk)
	}
	lo, hi := f.alloca(ir.I64, 8, "lo"), f.alloca(ir.I64, 8, "hi")
	f.call(ir.Void, "__ompcc_cpu_loop_begin", "", ir.Num(ir.I32, int64(s.Schedule)), count, chunk)
	head, body, done := f.NewBlock("next"), f.NewBlock("next.body"), f.NewBlock("next.end")
	f.Place(head)
	more := f.call(ir.I32, "__ompcc_cpu_loop_next", "", lo, hi)
	f.CondBr(f.ICmp("ne", more, ir.Num(ir.I32, 0), "more"), body, done)
	f.Place(body)
	run(f.Load(ir.I64, lo, 8, "lo"), f.Load(ir.I64, hi, 8, "hi"))
	if s.Left != nil {
		gone := f.NewBlock("next.left")
		f.CondBr(f.hasLeft(s), gone, head)
		f.Place(gone)
		f.call(ir.I32, "__ompcc_cpu_loop_next", "", ir.Null, ir.Null)
	} else {
		f.Br(head)
	}
	f.Place(done)
}

// sections gives each section to the thread that asks next.
func (f cpuFn) sections(s *region.Sections) {
	red := f.beginReductions(s.Reductions)
	lo, hi := f.alloca(ir.I64, 8, "lo"), f.alloca(ir.I64, 8, "hi")
	f.call(ir.Void, "__ompcc_cpu_loop_begin", "", ir.Num(ir.I32, int64(region.SchedDynamic)), ir.Num(ir.I64, int64(len(s.Parts))), ir.Num(ir.I64, 1))
	head, body, done := f.NewBlock("section.next"), f.NewBlock("section.pick"), f.NewBlock("sections.end")
	f.Place(head)
	more := f.call(ir.I32, "__ompcc_cpu_loop_next", "", lo, hi)
	f.CondBr(f.ICmp("ne", more, ir.Num(ir.I32, 0), "more"), body, done)
	f.Place(body)
	f.pickSection(s, f.Load(ir.I64, lo, 8, "section"))
	f.Br(head)
	f.Place(done)
	f.combineShared(red, region.ScopeDevice)
	if !s.NoWait {
		f.barrier()
	}
}

// pickSection runs section number i.
func (f cpuFn) pickSection(s *region.Sections, i ir.Value) {
	if s.Last != nil {
		f.setTemp(s.Last, f.ICmp("eq", i, ir.Num(i.Type(), int64(len(s.Parts)-1)), "last"))
	}
	done := f.NewBlock("section.end")
	blocks, cases := make([]*ir.Block, len(s.Parts)), make([]*llir.Case, len(s.Parts))
	for k := range s.Parts {
		blocks[k] = f.NewBlock("section")
		cases[k] = ir.Case(ir.Num(i.Type(), int64(k)), blocks[k])
	}
	f.Switch(i, done, cases...)
	for k, b := range s.Parts {
		f.Place(blocks[k])
		f.block(b)
		f.Br(done)
	}
	f.Place(done)
}

func (f cpuFn) parallel(s *region.Parallel) {
	f.fork(s.NumThreads, s.If, func(g cpuFn) {
		red := g.beginReductions(s.Reductions)
		g.block(s.Body)
		if g.Cur != nil {
			g.combineShared(red, region.ScopeDevice)
		}
	})
}

// fork outlines gen into a function of a context and has the runtime run it
// by n threads; the if clause chooses one thread.
func (f cpuFn) fork(threads, cond region.Expr, gen func(g cpuFn)) {
	n := ir.Num(ir.I32, 0)
	if threads != nil {
		n = f.Resize(f.expr(threads), ir.I32, true)
	}
	if cond != nil {
		n = f.Sel(f.expr(cond), n, ir.Num(ir.I32, 1), "threads")
	}
	name := f.m.symbol(f.Func.Name() + ".par")
	ctx := f.outline(name, func(g *fn) { gen(cpuOf(g)) })
	f.call(ir.Void, "__ompcc_cpu_parallel", "", ir.Symbol{Name: name}, ctx, n)
}
