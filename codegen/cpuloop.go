package codegen

import "ompcc/lower/region"

// wsloop shares a loop out among teams, threads, both, or none (simd). One that is
// all of a kernel needs no threads in the teams.
func (*cpuModel) wsloop(f *fn, s *region.WsLoop) {
	switch {
	case s.Levels&region.LevelDistribute != 0:
		all := f.ctx.kernel != nil && kernelLoop(f.ctx.kernel) == s
		f.distribute(s, s.Levels&region.LevelFor != 0 && !all)
	case s.Scan:
		f.scanLoop(s)
	case s.Levels&region.LevelFor != 0:
		f.forLoop(s)
	default:
		red := f.beginReductions(s.Reductions)
		n := f.newNest(s)
		f.rows(n, num(tI64, 0), n.total)
		for _, st := range red {
			f.elements(st, func(orig, priv val) { f.combineInto(st.r, orig, priv) })
		}
	}
}

// team returns this team's number and the number of teams, as i64.
func (f *fn) team() (me, count val) {
	if t := f.ctx.team; t.id != "" {
		me, count = f.load(tI32, t, 4, "team_num"), f.load(tI32, f.offset(t, teamField("num_teams"), "num_teams.at"), 4, "num_teams")
	} else {
		me, count = f.self(selfField("team_num"), "team_num"), f.self(selfField("num_teams"), "num_teams")
	}
	return f.resize(me, tI64, false), f.resize(count, tI64, false)
}

// distribute gives each team its share of the iterations; threads: the share
// is executed by a parallel region.
func (f *fn) distribute(s *region.WsLoop, threads bool) {
	if threads {
		f.distributeParallel(s)
		return
	}
	red := f.beginReductions(s.Reductions)
	n := f.newNest(s)
	f.teamShare(n, func(lo, hi val) { f.rows(n, lo, hi) })
	f.combineShared(red, region.ScopeDevice)
}

func (f *fn) teamShare(n *nest, gen func(lo, hi val)) {
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
func (f *fn) distributeParallel(s *region.WsLoop) {
	f.fork(s.NumThreads, s.If, func(g *fn) {
		red := g.beginReductions(s.Reductions)
		n := g.newNest(s)
		g.teamShare(n, func(lo, hi val) { g.scheduled(n, lo, g.bin("sub", hi, lo, "count")) })
		g.combineShared(red, region.ScopeDevice)
	})
}

// forLoop is a worksharing loop of the innermost parallel region.
func (f *fn) forLoop(s *region.WsLoop) {
	red := f.beginReductions(s.Reductions)
	n := f.newNest(s)
	f.scheduled(n, num(tI64, 0), n.total)
	f.combineShared(red, region.ScopeDevice)
	if !s.NoWait {
		f.m.exec.barrier(f)
	}
}

// scheduled shares count iterations from base on among the threads by the
// schedule clause (OpenMP 5.2 §11.5.3).
func (f *fn) scheduled(n *nest, base, count val) {
	s := n.s
	run := func(lo, hi val) {
		f.rows(n, f.plus(base, lo), f.plus(base, hi))
	}
	dynamic := s.Schedule == region.SchedDynamic || s.Schedule == region.SchedGuided || s.Schedule == region.SchedRuntime
	if dynamic || s.Ordered {
		f.runtimeSchedule(s, count, run)
		return
	}
	me := f.resize(f.self(selfField("thread_num"), "thread_num"), tI64, false)
	threads := f.resize(f.self(selfField("num_threads"), "num_threads"), tI64, false)
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
func (f *fn) fixedShare(total, me, count val) (lo, hi val) {
	lo, hi = f.share(total, me, count)
	return f.def(tI64, "from", "freeze %s", lo), f.def(tI64, "to", "freeze %s", hi)
}

func (f *fn) plus(base, x val) val {
	if base.id == "0" {
		return x
	}
	return f.bin("add", base, x, "at")
}

// runtimeSchedule takes chunks from the runtime.
func (f *fn) runtimeSchedule(s *region.WsLoop, count val, run func(lo, hi val)) {
	chunk := num(tI64, 0)
	if s.Chunk != nil {
		chunk = f.chunkOf(s.Chunk)
	}
	lo, hi := f.alloca(tI64, 8, "lo"), f.alloca(tI64, 8, "hi")
	f.call(tVoid, "__ompcc_cpu_loop_begin", "", num(tI32, int64(s.Schedule)), count, chunk)
	head, body, done := f.newBlock("next"), f.newBlock("next.body"), f.newBlock("next.end")
	f.place(head)
	more := f.call(tI32, "__ompcc_cpu_loop_next", "", lo, hi)
	f.condBr(f.icmp("ne", more, num(tI32, 0), "more"), body, done)
	f.place(body)
	run(f.load(tI64, lo, 8, "lo"), f.load(tI64, hi, 8, "hi"))
	if s.Left != nil {
		gone := f.newBlock("next.left")
		f.condBr(f.hasLeft(s), gone, head)
		f.place(gone)
		f.call(tI32, "__ompcc_cpu_loop_next", "", val{tPtr, "null"}, val{tPtr, "null"})
	} else {
		f.br(head)
	}
	f.place(done)
}

// sections gives each section to the thread that asks next.
func (c *cpuModel) sections(f *fn, s *region.Sections) {
	red := f.beginReductions(s.Reductions)
	lo, hi := f.alloca(tI64, 8, "lo"), f.alloca(tI64, 8, "hi")
	f.call(tVoid, "__ompcc_cpu_loop_begin", "", num(tI32, int64(region.SchedDynamic)), num(tI64, int64(len(s.Parts))), num(tI64, 1))
	head, body, done := f.newBlock("section.next"), f.newBlock("section.pick"), f.newBlock("sections.end")
	f.place(head)
	more := f.call(tI32, "__ompcc_cpu_loop_next", "", lo, hi)
	f.condBr(f.icmp("ne", more, num(tI32, 0), "more"), body, done)
	f.place(body)
	f.pickSection(s, f.load(tI64, lo, 8, "section"))
	f.br(head)
	f.place(done)
	f.combineShared(red, region.ScopeDevice)
	if !s.NoWait {
		c.barrier(f)
	}
}

// pickSection runs section number i.
func (f *fn) pickSection(s *region.Sections, i val) {
	if s.Last != nil {
		f.setTemp(s.Last, f.icmp("eq", i, num(i.t, int64(len(s.Parts)-1)), "last"))
	}
	done := f.newBlock("section.end")
	arms := ""
	blocks := make([]*block, len(s.Parts))
	for k := range s.Parts {
		blocks[k] = f.newBlock("section")
		arms += " " + num(i.t, int64(k)).String() + ", label %" + blocks[k].label
	}
	f.term("switch "+i.String()+", label %"+done.label+" ["+arms+" ]", append(blocks, done)...)
	for k, b := range s.Parts {
		f.place(blocks[k])
		f.block(b)
		f.br(done)
	}
	f.place(done)
}
