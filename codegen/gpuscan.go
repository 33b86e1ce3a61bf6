package codegen

import "ompcc/lower/region"

// scanLoop is a worksharing loop with a scan directive (OpenMP 5.2 §5.6) in the
// code of one thread. The iterations are executed a tile at a time, one by each
// thread: the input phases of a tile, then the scan by all threads together,
// then the scan phases. So what an iteration computes in its input phase is there
// in its scan phase.
type scanLoop struct {
	red   []redState
	carry []val // what the tiles before have, every thread alike
	cells []val // what the warps have, in shared memory
	cr    crew
	solo  bool // one thread executes the loop
	in    val  // this thread has an iteration in the tile
	join  *block
	done  *block
}

// scan shares out s, whose body has a Scan. The originals take part: a scan
// starts with their values and leaves the sums of all iterations there.
func (g *gpuModel) scan(f *fn, s *region.WsLoop, red []redState) {
	sl := &scanLoop{red: red, solo: f.alone()}
	n := f.newNest(s)
	me, count := num(tI64, 0), num(tI64, 1)
	if !sl.solo {
		sl.cr = f.crew()
		me, count = f.resize(f.tid(), tI64, false), f.resize(sl.cr.n, tI64, false)
	}
	for _, st := range red {
		t := st.r.Type
		cell := f.alloca(memType(t), t.Align(), st.r.Name+".carry")
		f.store(f.toMemory(f.loadRed(st.orig, t), t), cell, t.Align())
		sl.carry = append(sl.carry, cell)
		if !sl.solo {
			sl.cells = append(sl.cells, f.sharedArray(f.f.Name()+".scan."+st.r.Name, memType(t), sl.cr.maxWarps(f), t.Align()))
		}
	}
	f.loop("tile", num(tI64, 0), n.total, count, func(base val) {
		i := f.bin("add", base, me, s.Index[0].Name)
		sl.in = f.icmp("ult", i, n.total, "inside")
		var last *val
		if s.Last != nil {
			l := f.icmp("eq", f.bin("add", i, num(tI64, 1), "next"), n.total, "last")
			last = &l
		}
		for _, st := range red {
			f.block(st.r.Init)
		}
		start := f.newBlock("input")
		sl.join, sl.done = f.newBlock("scan"), f.newBlock("scanned")
		old := f.scanning
		f.scanning = sl
		f.condBr(sl.in, start, sl.join)
		f.place(start)
		f.iteration(n, []val{f.resize(i, n.trips[0].t, false)}, last, nil)
		f.scanning = old
		f.place(sl.done)
		if !sl.solo {
			sl.cr.sync() // the cells may be written again
		}
	})
	update := func() {
		for k, st := range red {
			t := st.r.Type
			f.store(f.load(memType(t), sl.carry[k], t.Align(), "total"), st.orig, t.Align())
		}
	}
	switch {
	case f.ctx.grid.teamLevel:
		f.guard(false, update)
	case sl.solo:
		update()
	default:
		sl.cr.sync() // all have read the originals
		f.ifThen(f.icmp("eq", f.tid(), num(tI32, 0), "first"), "scan.result", update)
	}
}

// scanPoint is where the phases of an iteration part: the index of a Scan in
// ss, -1 if there is none.
func scanPoint(ss []region.Stmt) int {
	for i, s := range ss {
		if _, ok := s.(*region.Scan); ok {
			return i
		}
	}
	return -1
}

// scanBody emits a block of statements with a Scan at index k. For an
// exclusive scan the phase that comes first in the text is executed last.
func (f *fn) scanBody(ss []region.Stmt, k int) {
	sl := f.scanning
	if !ss[k].(*region.Scan).Exclusive {
		f.stmts(ss[:k])
		f.place(sl.join)
		f.scanTile(sl, false)
		second := f.newBlock("scan.phase")
		f.condBr(sl.in, second, sl.done)
		f.place(second)
		f.stmts(ss[k+1:])
		return
	}
	first, after := f.newBlock("scan.phase"), f.newBlock("iteration.end")
	f.stmts(ss[k+1:])
	f.place(sl.join)
	f.scanTile(sl, true)
	f.condBr(sl.in, first, sl.done)
	f.place(first)
	f.stmts(ss[:k])
	f.place(after)
}

// scanTile gives each thread's private copies the combination of the tiles and
// iterations before, and for an inclusive scan of its own.
func (f *fn) scanTile(sl *scanLoop, exclusive bool) {
	if sl.solo {
		for k, st := range sl.red {
			t := st.r.Type
			before := f.loadRed(sl.carry[k], t)
			all := f.combineVals(st.r, before, f.loadRed(st.priv, t))
			f.store(f.toMemory(all, t), sl.carry[k], t.Align())
			if exclusive {
				all = before
			}
			f.store(f.toMemory(all, t), st.priv, t.Align())
		}
		return
	}
	warp := int64(f.m.t.WarpSize)
	tid := f.tid()
	lane := f.bin("and", tid, num(tI32, warp-1), "lane")
	own := f.resize(f.bin("lshr", tid, num(tI32, int64(log2(warp))), "warp"), tI64, false)
	results := make([]val, len(sl.red))
	for k, st := range sl.red {
		v := f.loadRed(st.priv, st.r.Type)
		for off := int64(1); off < warp; off *= 2 {
			x := f.combineVals(st.r, f.lower(sl.cr, st.r.Type, v, off), v)
			v = f.sel(f.icmp("uge", lane, num(tI32, off), "has"), x, v, "prefix")
		}
		results[k] = v
	}
	ends := f.bin("or", f.icmp("eq", lane, num(tI32, warp-1), "ends"), f.icmp("eq", f.bin("add", tid, num(tI32, 1), "next"), sl.cr.n, "is.last"), "ends")
	f.ifThen(ends, "warp.out", func() {
		for k, st := range sl.red {
			f.put(part{st, results[k]}, f.cell(sl.cells[k], own, st.r))
		}
	})
	if exclusive {
		for k, st := range sl.red {
			below := f.lower(sl.cr, st.r.Type, results[k], 1)
			results[k] = f.sel(f.icmp("eq", lane, num(tI32, 0), "leads"), f.redIdentity(st.r), below, "below")
		}
	}
	sl.cr.sync()
	used := f.resize(f.warps(sl.cr), tI64, false)
	for k, st := range sl.red {
		t := st.r.Type
		before := f.alloca(memType(t), t.Align(), st.r.Name+".before")
		f.store(f.load(memType(t), sl.carry[k], t.Align(), "carry"), before, t.Align())
		f.loop("warp", num(tI64, 0), used, num(tI64, 1), func(w val) {
			all := f.combineVals(st.r, f.loadRed(sl.carry[k], t), f.loadRed(f.cell(sl.cells[k], w, st.r), t))
			f.store(f.toMemory(all, t), sl.carry[k], t.Align())
			mine := f.icmp("eq", f.bin("add", w, num(tI64, 1), "next"), own, "mine")
			f.store(f.toMemory(f.sel(mine, all, f.loadRed(before, t), "before"), t), before, t.Align())
		})
		f.store(f.toMemory(f.combineVals(st.r, f.loadRed(before, t), results[k]), t), st.priv, t.Align())
	}
}

// lower is v of the lane off further down; of no meaning where there is none.
func (f *fn) lower(cr crew, t region.Type, v val, off int64) val {
	bits := f.toBits(v, t)
	word := func(w val) val {
		if f.m.t.Kind == NVPTX {
			return f.call(tI32, "llvm.nvvm.shfl.sync.up.i32", "convergent nounwind", cr.mask, w, num(tI32, off), num(tI32, 0))
		}
		return f.shuffleWord(cr, w, num(tI32, -off))
	}
	if intBits(bits.t) <= 32 {
		return f.bitsTo(f.resize(word(f.resize(bits, tI32, false)), bits.t, false), t)
	}
	lo, hi := f.split(bits)
	return f.bitsTo(f.join(word(lo), word(hi)), t)
}
