package codegen

import (
	"fmt"

	"ompcc/lower/region"
)

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
	// shares: in a device function, whether there are threads to share the loop with.
	shares val
	me     val // this thread's number, i64
	some   val // the iterations of the tile, i32
	in     val // this thread has an iteration in the tile
	join   *block
	done   *block
}

// scan shares out s, whose body has a Scan. The originals of red take part: a scan
// starts with their values and leaves the sums of all iterations there.
func (g *gpuModel) scan(f *fn, s *region.WsLoop, red []redState) {
	n := f.newNest(s)
	sl := f.newScanLoop(red)
	count := num(tI64, 1)
	if !sl.solo {
		count = f.resize(sl.cr.n, tI64, false)
	}
	f.loop("tile", num(tI64, 0), n.total, count, func(base val) {
		i := f.bin("add", base, sl.me, s.Index[0].Name)
		sl.in = f.icmp("ult", i, n.total, "inside")
		left := f.call(tI64, "llvm.umin.i64", "", f.bin("sub", n.total, base, "left"), count)
		sl.some = f.cast("trunc", left, tI32, "some")
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
		f.iteration(n, f.digits(n, i), last, nil)
		f.scanning = old
		f.place(sl.done)
		sl.sync(f) // the cells may be written again
	})
	sl.sync(f) // all have read the originals
	f.ifThen(f.icmp("eq", sl.me, num(tI64, 0), "first"), "scan.result", func() {
		for k, st := range red {
			f.copyScanned(st.r, st.orig, sl.carry[k])
		}
	})
}

// newScanLoop makes what a scan of red needs. In a device function a thread that has
// none to share with is a crew of one.
func (f *fn) newScanLoop(red []redState) *scanLoop {
	sl := &scanLoop{red: red, solo: f.alone(), me: num(tI64, 0)}
	if !sl.solo {
		sl.cr = f.crew()
		sl.me = f.resize(f.tid(), tI64, false)
	}
	if !sl.solo && f.ctx.grid.orphan {
		sl.shares = f.sharing()
		sl.cr.n = f.sel(sl.shares, sl.cr.n, num(tI32, 1), "threads")
		sl.me = f.sel(sl.shares, sl.me, num(tI64, 0), "me")
	}
	for _, st := range red {
		t := st.r.Type
		cell := f.alloca(memType(t), t.Align(), st.r.Name+".carry")
		f.copyScanned(st.r, cell, st.orig)
		sl.carry = append(sl.carry, cell)
		if !sl.solo {
			sl.cells = append(sl.cells, f.sharedArray(f.f.Name()+".scan."+st.r.Name, memType(t), sl.cr.maxWarps(f), t.Align()))
		}
	}
	return sl
}

// sync is a barrier of the threads that share the loop.
func (sl *scanLoop) sync(f *fn) {
	switch {
	case sl.solo:
	case sl.shares.id != "":
		f.ifThen(sl.shares, "barrier", sl.cr.sync)
	default:
		sl.cr.sync()
	}
}

// copyScanned copies a value of r's type.
func (f *fn) copyScanned(r *region.Reduction, to, from val) {
	t := r.Type
	if byValue(r) {
		f.store(f.load(memType(t), from, t.Align(), r.Name), to, t.Align())
		return
	}
	f.copyBytes("memmove", to, from, num(tI64, t.Size()), t.Align(), false)
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
	switch {
	case sl.solo:
		f.scanOwn(sl, exclusive)
	case sl.shares.id != "":
		together, own, done := f.newBlock("together"), f.newBlock("own"), f.newBlock("tile.scanned")
		f.condBr(sl.shares, together, own)
		f.place(own)
		f.scanOwn(sl, exclusive)
		f.br(done)
		f.place(together)
		f.scanTogether(sl, exclusive)
		f.place(done)
	default:
		f.scanTogether(sl, exclusive)
	}
}

// scanOwn is scanTile for a thread that executes the loop alone.
func (f *fn) scanOwn(sl *scanLoop, exclusive bool) {
	for k, st := range sl.red {
		before := f.alloca(memType(st.r.Type), st.r.Type.Align(), st.r.Name+".before")
		f.copyScanned(st.r, before, sl.carry[k])
		f.combineInto(st.r, sl.carry[k], st.priv)
		if exclusive {
			f.copyScanned(st.r, st.priv, before)
		} else {
			f.copyScanned(st.r, st.priv, sl.carry[k])
		}
	}
}

// scanTogether is scanTile for the threads of a crew: each warp scans its lanes' copies, and
// goes on from what the warps before it have. Lanes without an iteration have no part in it.
func (f *fn) scanTogether(sl *scanLoop, exclusive bool) {
	warp := int64(f.m.t.WarpSize)
	tid := f.tid()
	lane := f.bin("and", tid, num(tI32, warp-1), "lane")
	own := f.resize(f.bin("lshr", tid, num(tI32, int64(log2(warp))), "warp"), tI64, false)
	results := make([]val, len(sl.red))
	for k, st := range sl.red {
		results[k] = f.warpScan(sl.cr, st, lane)
	}
	next := f.bin("add", tid, num(tI32, 1), "next")
	full := f.bin("and", f.icmp("eq", lane, num(tI32, warp-1), "top"), f.icmp("ule", next, sl.some, "has"), "full")
	ends := f.bin("or", full, f.icmp("eq", next, sl.some, "is.last"), "ends")
	f.ifThen(ends, "warp.out", func() {
		for k, st := range sl.red {
			f.put(part{st, results[k]}, f.cell(sl.cells[k], own, st.r))
		}
	})
	leads := f.icmp("eq", lane, num(tI32, 0), "leads")
	if exclusive {
		for k, st := range sl.red {
			results[k] = f.oneBelow(sl.cr, st, results[k], leads)
		}
	}
	sl.cr.sync()
	used := f.resize(f.warps(crew{n: sl.some}), tI64, false)
	for k, st := range sl.red {
		before := f.alloca(memType(st.r.Type), st.r.Type.Align(), st.r.Name+".before")
		f.copyScanned(st.r, before, sl.carry[k])
		f.loop("warp", num(tI64, 0), used, num(tI64, 1), func(w val) {
			f.combineInto(st.r, sl.carry[k], f.cell(sl.cells[k], w, st.r))
			mine := f.icmp("eq", f.bin("add", w, num(tI64, 1), "next"), own, "mine")
			f.ifThen(mine, "before", func() { f.copyScanned(st.r, before, sl.carry[k]) })
		})
		f.addPrefix(st, before, results[k], leads, exclusive)
	}
}

// warpScan leaves in each lane what the lanes up to it have: a value, or for types that are
// combined in memory the address of the private copy.
func (f *fn) warpScan(cr crew, st redState, lane val) val {
	warp := int64(f.m.t.WarpSize)
	if byValue(st.r) {
		v := f.loadRed(st.priv, st.r.Type)
		for off := int64(1); off < warp; off *= 2 {
			x := f.combineVals(st.r, f.lower(cr, st.r.Type, v, off), v)
			v = f.sel(f.icmp("uge", lane, num(tI32, off), "has"), x, v, "prefix")
		}
		return v
	}
	t := st.r.Type
	in := f.alloca(memType(t), max(t.Align(), 8), st.r.Name+".in")
	pre := f.preheader()
	loop, done := f.newBlock("warp.scan"), f.newBlock("warp.scanned")
	off, next := val{tI32, "%" + f.uniq("off")}, val{tI32, "%" + f.uniq("off.next")}
	f.place(loop)
	at := len(loop.Insts)
	f.moveWords(st.priv, in, t, func(w val) val { return f.byWords(w, func(w val) val { return f.lowerWord(cr, w, off) }) })
	f.ifThen(f.icmp("uge", lane, off, "has"), "combine", func() {
		f.combineInto(st.r, in, st.priv)
		f.copyScanned(st.r, st.priv, in)
	})
	f.raw(next.id + " = shl " + off.String() + ", 1")
	f.insertPhi(loop, at, fmt.Sprintf("%s = phi i32 [ 1, %%%s ], [ %s, %%%s ]", off.id, pre.label, next.id, f.cur.label))
	f.condBr(f.icmp("ult", next, num(tI32, warp), "more"), loop, done)
	f.place(done)
	return st.priv
}

// oneBelow is what v, a result of warpScan, is in the lane before; leads: there is none.
func (f *fn) oneBelow(cr crew, st redState, v, leads val) val {
	if byValue(st.r) {
		return f.sel(leads, f.redIdentity(st.r), f.lower(cr, st.r.Type, v, 1), "below")
	}
	t := st.r.Type
	below := f.alloca(memType(t), max(t.Align(), 8), st.r.Name+".below")
	f.moveWords(v, below, t, func(w val) val {
		return f.byWords(w, func(w val) val { return f.lowerWord(cr, w, num(tI32, 1)) })
	})
	return below
}

// addPrefix leaves before ⊕ v in the private copy.
func (f *fn) addPrefix(st redState, before, v, leads val, exclusive bool) {
	switch {
	case byValue(st.r):
		t := st.r.Type
		f.store(f.toMemory(f.combineVals(st.r, f.loadRed(before, t), v), t), before, t.Align())
	case exclusive:
		f.ifThen(f.bin("xor", leads, val{tI1, "true"}, "follows"), "prefix", func() { f.combineInto(st.r, before, v) })
	default:
		f.combineInto(st.r, before, v)
	}
	f.copyScanned(st.r, st.priv, before)
}

// lower is v of the lane off further down; of no meaning where there is none.
func (f *fn) lower(cr crew, t region.Type, v val, off int64) val {
	return f.bitsTo(f.byWords(f.toBits(v, t), func(w val) val { return f.lowerWord(cr, w, num(tI32, off)) }), t)
}

func (f *fn) lowerWord(cr crew, w, off val) val {
	if f.m.t.Kind == NVPTX {
		return f.call(tI32, "llvm.nvvm.shfl.sync.up.i32", "convergent nounwind", cr.mask, w, off, num(tI32, 0))
	}
	x, _ := f.shuffleWord(cr, w, f.bin("sub", num(tI32, 0), off, "down"))
	return x
}
