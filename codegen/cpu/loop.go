package cpu

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// WsLoop shares a loop out among teams, threads, both, or none (simd). One that is
// all of a kernel needs no threads in the teams.
func (f function) WsLoop(s *region.WsLoop) {
	switch {
	case s.Levels&region.LevelDistribute != 0:
		all := f.Kernel != nil && body.KernelLoop(f.Kernel) == s
		f.distribute(s, s.Levels&region.LevelFor != 0 && !all)
	case s.Scan:
		f.scanLoop(s)
	case s.Levels&region.LevelFor != 0:
		f.forLoop(s)
	default:
		red := f.BeginReductions(s.Reductions)
		n := f.NewNest(s)
		f.Rows(n, ir.Num(ir.I64, 0), n.Total)
		for _, st := range red {
			f.EachElement(st, func(orig, priv ir.Value) { f.CombineInto(st.Reduction, orig, priv) })
		}
	}
}

// team returns this team's number and the number of teams, as i64.
func (f function) team() (me, count ir.Value) {
	if t := f.teamRecord; t != nil {
		me, count = f.Load(ir.I32, t, 4, "team_num"),
			f.Load(ir.I32, f.Offset(t, teamField("num_teams"), "num_teams.at"), 4, "num_teams")
	} else {
		me, count = f.self(selfField("team_num"), "team_num"), f.self(selfField("num_teams"), "num_teams")
	}
	return f.Resize(me, ir.I64, false), f.Resize(count, ir.I64, false)
}

// distribute gives each team its share of the iterations; threads: the share
// is executed by a parallel region.
func (f function) distribute(s *region.WsLoop, threads bool) {
	if threads {
		f.distributeParallel(s)
		return
	}
	red := f.BeginReductions(s.Reductions)
	n := f.NewNest(s)
	f.teamShare(n, func(lo, hi ir.Value) { f.Rows(n, lo, hi) })
	f.CombineShared(red, region.ScopeDevice)
}

func (f function) teamShare(n *body.Nest, gen func(lo, hi ir.Value)) {
	me, count := f.team()
	if n.Loop.DistChunk != nil {
		f.TeamsChunks(n, me, count, gen)
		return
	}
	lo, hi := f.fixedShare(n.Total, me, count)
	gen(lo, hi)
}

// distributeParallel forks one parallel region whose threads walk through the
// team's chunks, with the schedule applied inside each.
func (f function) distributeParallel(s *region.WsLoop) {
	f.fork(s.NumThreads, s.Extents, s.If, func(g function) {
		red := g.BeginReductions(s.Reductions)
		n := g.NewNest(s)
		g.teamShare(n, func(lo, hi ir.Value) { g.scheduled(n, lo, g.Bin("sub", hi, lo, "count")) })
		g.CombineShared(red, region.ScopeDevice)
	})
}

// forLoop is a worksharing loop of the innermost parallel region.
func (f function) forLoop(s *region.WsLoop) {
	red := f.BeginReductions(s.Reductions)
	n := f.NewNest(s)
	f.scheduled(n, ir.Num(ir.I64, 0), n.Total)
	f.CombineShared(red, region.ScopeDevice)
	if !s.NoWait {
		f.Exec.Barrier()
	}
}

// scheduled shares count iterations from base on among the threads by the
// schedule clause (OpenMP 5.2 §11.5.3).
func (f function) scheduled(n *body.Nest, base, count ir.Value) {
	s := n.Loop
	run := func(lo, hi ir.Value) {
		f.Rows(n, f.Plus(base, lo), f.Plus(base, hi))
	}
	dynamic := s.Schedule == region.SchedDynamic || s.Schedule == region.SchedGuided ||
		s.Schedule == region.SchedRuntime
	if dynamic || s.Ordered {
		f.runtimeSchedule(s, count, run)
		return
	}
	me := f.Resize(f.self(selfField("thread_num"), "thread_num"), ir.I64, false)
	threads := f.Resize(f.self(selfField("num_threads"), "num_threads"), ir.I64, false)
	if s.Chunk != nil {
		f.Chunks(s, count, me, threads, f.ChunkOf(s.Chunk), run)
		return
	}
	lo, hi := f.fixedShare(count, me, threads)
	run(lo, hi)
}

// fixedShare is share with bounds that LLVM's loop passes do not look behind. They
// refuse to move addresses that begin with a division by what might be zero, so
// that each access in an inner loop would compute its own.
func (f function) fixedShare(total, me, count ir.Value) (lo, hi ir.Value) {
	lo, hi = f.Share(total, me, count)
	return f.Freeze(lo, "from"), f.Freeze(hi, "to")
}

// runtimeSchedule takes chunks from the runtime.
func (f function) runtimeSchedule(s *region.WsLoop, count ir.Value, run func(lo, hi ir.Value)) {
	chunk := ir.Num(ir.I64, 0)
	if s.Chunk != nil {
		chunk = f.ChunkOf(s.Chunk)
	}
	lo, hi := f.Alloca(ir.I64, 8, "lo"), f.Alloca(ir.I64, 8, "hi")
	f.Call(ir.Void, "__ompcc_cpu_loop_begin", "", ir.Num(ir.I32, int64(s.Schedule)), count, chunk)
	head, body, done := f.NewBlock("next"), f.NewBlock("next.body"), f.NewBlock("next.end")
	f.Place(head)
	more := f.Call(ir.I32, "__ompcc_cpu_loop_next", "", lo, hi)
	f.CondBr(f.ICmp("ne", more, ir.Num(ir.I32, 0), "more"), body, done)
	f.Place(body)
	run(f.Load(ir.I64, lo, 8, "lo"), f.Load(ir.I64, hi, 8, "hi"))
	if s.Left != nil {
		gone := f.NewBlock("next.left")
		f.CondBr(f.HasLeft(s), gone, head)
		f.Place(gone)
		f.Call(ir.I32, "__ompcc_cpu_loop_next", "", ir.Null, ir.Null)
	} else {
		f.Br(head)
	}
	f.Place(done)
}

// Sections gives each section to the thread that asks next.
func (f function) Sections(s *region.Sections) {
	red := f.BeginReductions(s.Reductions)
	lo, hi := f.Alloca(ir.I64, 8, "lo"), f.Alloca(ir.I64, 8, "hi")
	f.Call(ir.Void, "__ompcc_cpu_loop_begin", "", ir.Num(ir.I32, int64(region.SchedDynamic)),
		ir.Num(ir.I64, int64(len(s.Parts))), ir.Num(ir.I64, 1))
	head, body, done := f.NewBlock("section.next"), f.NewBlock("section.pick"), f.NewBlock("sections.end")
	f.Place(head)
	more := f.Call(ir.I32, "__ompcc_cpu_loop_next", "", lo, hi)
	f.CondBr(f.ICmp("ne", more, ir.Num(ir.I32, 0), "more"), body, done)
	f.Place(body)
	f.pickSection(s, f.Load(ir.I64, lo, 8, "section"))
	f.Br(head)
	f.Place(done)
	f.CombineShared(red, region.ScopeDevice)
	if !s.NoWait {
		f.Barrier()
	}
}

// pickSection runs section number i.
func (f function) pickSection(s *region.Sections, i ir.Value) {
	if s.Last != nil {
		f.SetTemp(s.Last, f.ICmp("eq", i, ir.Num(i.Type(), int64(len(s.Parts)-1)), "last"))
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
		f.Block(b)
		f.Br(done)
	}
	f.Place(done)
}

func (f function) Parallel(s *region.Parallel) {
	f.fork(s.NumThreads, s.Extents, s.If, func(g function) {
		red := g.BeginReductions(s.Reductions)
		g.Block(s.Body)
		if g.Cur != nil {
			g.CombineShared(red, region.ScopeDevice)
		}
	})
}

// fork outlines gen into a function of a context and has the runtime run it
// by n threads; the if clause chooses one thread.
func (f function) fork(threads, extents, cond region.Expr, gen func(g function)) {
	n := ir.Num(ir.I32, 0)
	if threads != nil {
		n = f.Resize(f.Expr(threads), ir.I32, true)
	}
	if cond != nil {
		n = f.Sel(f.Expr(cond), n, ir.Num(ir.I32, 1), "threads")
	}
	name := f.Mod.Symbol(f.Func.Name() + ".par")
	ctx := f.Outline(name, func(g *body.Function) {
		if extents != nil {
			g.EnterTeam(g.Expr(extents))
		}
		gen(of(g))
	})
	f.Call(ir.Void, "__ompcc_cpu_parallel", "", ir.Symbol{Name: name}, ctx, n)
}
