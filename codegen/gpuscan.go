package codegen

import (
	"fmt"
	"slices"

	"ompcc/lower/region"
)

// scanLoop is a worksharing loop with a scan directive (OpenMP 5.2 §5.6) in the
// code of one thread. The iterations are executed a tile at a time, one by each
// thread: the input phases of a tile, then the scan by all threads together,
// then the scan phases. So what an iteration computes in its input phase is there
// in its scan phase.
type scanLoop struct {
	items  []*scanned
	window val // in shared memory, by which warps hand on what has no cells
	cr     threadGroup
	solo   bool // one thread executes the loop
	// shares: in a device function, whether there are threads to share the loop with.
	shares val
	me     val // this thread's number, i64
	some   val // the iterations of the tile, i32
	in     val // this thread has an iteration in the tile
	join   *block
	done   *block
}

// scanned is a list item of the scan directive.
type scanned struct {
	st    redState
	carry val // what the tiles before have, every thread alike
	cells val // what the warps have, in shared memory; an array's elements take turns
}

// scanShared is how much shared memory the cells of a scan take together, scanWindow that of the
// window.
const (
	scanShared = 8 << 10
	scanWindow = 1 << 10
)

// scan shares out s, whose body has a Scan. The originals of red take part: a scan
// starts with their values and leaves the sums of all iterations there.
func (g *gpuModel) scan(f *fn, s *region.WsLoop, red []redState) {
	ix := f.newIndexer(f.newNest(s))
	sl := f.newScanLoop(red)
	count := num(tI64, 1)
	if !sl.solo {
		count = f.resize(sl.cr.n, tI64, false)
	}
	f.loop("tile", num(tI64, 0), ix.total, count, func(base val) {
		i := f.bin("add", base, sl.me, s.Index[0].Name)
		sl.in = f.icmp("ult", i, ix.total, "inside")
		left := f.call(tI64, "llvm.umin.i64", "", f.bin("sub", ix.total, base, "left"), count)
		sl.some = f.cast("trunc", left, tI32, "some")
		var last *val
		if s.Last != nil {
			l := f.icmp("eq", f.bin("add", i, num(tI64, 1), "next"), ix.total, "last")
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
		f.iteration(ix.n, ix.at(f, i), last, nil)
		f.scanning = old
		f.place(sl.done)
		sl.sync(f) // the cells may be written again
	})
	sl.sync(f) // all have read the originals
	f.ifThen(f.icmp("eq", sl.me, num(tI64, 0), "first"), "scan.result", func() {
		for _, it := range sl.items {
			f.copyWhole(it, it.st.orig, it.carry)
		}
	})
}

// newScanLoop makes what a scan of red needs. In a device function a thread that has
// none to share with is a group of one.
func (f *fn) newScanLoop(red []redState) *scanLoop {
	sl := &scanLoop{solo: f.alone(), me: num(tI64, 0)}
	if !sl.solo {
		sl.cr = f.threadGroup()
		sl.me = f.resize(f.tid(), tI64, false)
	}
	if !sl.solo && f.ctx.grid.orphan {
		sl.shares = f.sharing()
		sl.cr.n = f.sel(sl.shares, sl.cr.n, num(tI32, 1), "threads")
		sl.me = f.sel(sl.shares, sl.me, num(tI64, 0), "me")
	}
	room := int64(scanShared)
	for _, st := range red {
		it := &scanned{st: st, carry: f.scanCarry(st)}
		f.copyWhole(it, it.carry, st.orig)
		sl.items = append(sl.items, it)
		if t := st.r.Type; !sl.solo {
			if need := t.Size() * sl.cr.maxWarps(f); need <= room || byValue(st.r) {
				room -= need
				it.cells = f.sharedArray(f.f.Name()+".scan."+st.r.Name, memType(t), sl.cr.maxWarps(f), t.Align())
			} else if sl.window.id == "" {
				sl.window = f.toGeneric(f.sharedArray(f.f.Name()+".scan", tI8, scanWindow, 16))
			}
		}
	}
	return sl
}

// scanCarry is storage like a private copy of st.
func (f *fn) scanCarry(st redState) val {
	t := st.r.Type
	n, constant := constCount(st.r)
	switch {
	case st.count == nil:
		return f.alloca(memType(t), t.Align(), st.r.Name+".carry")
	case constant:
		return f.alloca(ltype(fmt.Sprintf("[%d x %s]", n, memType(t))), t.Align(), st.r.Name+".carry")
	}
	return f.toGeneric(f.dynamic(*st.count, t))
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

// copyWhole copies a value of a list item, all elements of an array.
func (f *fn) copyWhole(it *scanned, to, from val) {
	if it.st.count == nil {
		f.copyScanned(it.st.r, to, from)
		return
	}
	t := it.st.r.Type
	f.copyBytes("memmove", to, from, f.bin("mul", *it.st.count, num(tI64, t.Size()), "bytes"), t.Align(), false)
}

// each emits gen for it, or for each element of the array that it is.
func (it *scanned) each(f *fn, gen func(one *scanned)) {
	if it.st.count == nil {
		gen(it)
		return
	}
	t := memType(it.st.r.Type)
	f.loop("elem", num(tI64, 0), *it.st.count, num(tI64, 1), func(i val) {
		one := redState{r: it.st.r, orig: it.st.orig, priv: f.gep(t, it.st.priv, i, "priv")}
		gen(&scanned{st: one, carry: f.gep(t, it.carry, i, "carry"), cells: it.cells})
	})
}

// scanPoint is where the phases of an iteration part: the index of a Scan in
// ss, -1 if there is none.
func scanPoint(ss []region.Stmt) int {
	for i, s := range ss {
		if x, ok := s.(*region.Scan); ok && !x.Init {
			return i
		}
	}
	return -1
}

// scanBody emits a block of statements with a Scan at index k. For an
// exclusive scan the phase that comes first in the text is executed last, but for what an
// initialization phase does (OpenMP 6.0 §7.7.3).
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
	begin := slices.IndexFunc(ss[:k], func(s region.Stmt) bool { x, ok := s.(*region.Scan); return ok && x.Init }) + 1
	f.stmts(ss[:begin])
	f.stmts(ss[k+1:])
	f.place(sl.join)
	f.scanTile(sl, true)
	f.condBr(sl.in, first, sl.done)
	f.place(first)
	f.stmts(ss[begin:k])
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
	for _, it := range sl.items {
		it.each(f, func(one *scanned) {
			st := one.st
			before := f.alloca(memType(st.r.Type), st.r.Type.Align(), st.r.Name+".before")
			f.copyScanned(st.r, before, one.carry)
			f.combineInto(st.r, one.carry, st.priv)
			if exclusive {
				f.copyScanned(st.r, st.priv, before)
			} else {
				f.copyScanned(st.r, st.priv, one.carry)
			}
		})
	}
}

// scanLane is where a thread stands in a tile that the threads of a group scan.
type scanLane struct {
	exclusive bool
	lane      val // its number within the warp
	warp      val // and the warp's, i64
	leads     val // it is the first of the warp
	ends      val // and the last that has an iteration
}

// scanTogether is scanTile for the threads of a group. The objects with cells of their own are scanned at a
// time, arrays element by element.
func (f *fn) scanTogether(sl *scanLoop, exclusive bool) {
	warp := int64(f.m.t.WarpSize)
	tid := f.tid()
	at := scanLane{exclusive: exclusive, lane: f.bin("and", tid, num(tI32, warp-1), "lane")}
	at.warp = f.resize(f.bin("lshr", tid, num(tI32, int64(log2(warp))), "warp"), tI64, false)
	next := f.bin("add", tid, num(tI32, 1), "next")
	full := f.bin("and", f.icmp("eq", at.lane, num(tI32, warp-1), "top"), f.icmp("ule", next, sl.some, "has"), "full")
	at.ends = f.bin("or", full, f.icmp("eq", next, sl.some, "is.last"), "ends")
	at.leads = f.icmp("eq", at.lane, num(tI32, 0), "leads")
	var together []*scanned
	for _, it := range sl.items {
		if it.st.count == nil && it.cells.id != "" {
			together = append(together, it)
		}
	}
	if len(together) > 0 {
		f.scanWarps(sl, at, together)
	}
	for _, it := range sl.items {
		if !slices.Contains(together, it) {
			it.each(f, func(one *scanned) {
				f.scanWarps(sl, at, []*scanned{one})
				if it.st.count != nil && one.cells.id != "" {
					sl.cr.sync() // the cells are the next element's
				}
			})
		}
	}
}

// scanWarps scans items, all of which have cells, or the one: each warp scans its lanes' copies, and
// goes on from what the warps before it have. Lanes without an iteration have no part in it.
func (f *fn) scanWarps(sl *scanLoop, at scanLane, items []*scanned) {
	results, totals := make([]val, len(items)), make([]val, len(items))
	for k, it := range items {
		results[k] = f.warpScan(sl.cr, it.st, at.lane)
		totals[k] = results[k]
	}
	cells := items[0].cells.id != ""
	if cells {
		f.ifThen(at.ends, "warp.out", func() {
			for k, it := range items {
				f.put(part{it.st, totals[k]}, f.cell(it.cells, at.warp, it.st.r))
			}
		})
	}
	if at.exclusive {
		for k, it := range items {
			results[k] = f.oneBelow(sl.cr, it.st, results[k], at.leads)
		}
	}
	if cells {
		sl.cr.sync()
	}
	used := f.resize(f.warps(threadGroup{n: sl.some}), tI64, false)
	for k, it := range items {
		st := it.st
		before := f.alloca(memType(st.r.Type), st.r.Type.Align(), st.r.Name+".before")
		f.copyScanned(st.r, before, it.carry)
		f.loop("warp", num(tI64, 0), used, num(tI64, 1), func(w val) {
			if cells {
				f.combineInto(st.r, it.carry, f.cell(it.cells, w, st.r))
			} else {
				f.combineInto(st.r, it.carry, f.handedOn(sl, st, totals[k], f.bin("and", at.ends, f.icmp("eq", w, at.warp, "own"), "gives")))
			}
			mine := f.icmp("eq", f.bin("add", w, num(tI64, 1), "next"), at.warp, "mine")
			f.ifThen(mine, "before", func() { f.copyScanned(st.r, before, it.carry) })
		})
		f.addPrefix(st, before, results[k], at.leads, at.exclusive)
	}
}

// handedOn is a copy of the object that the thread for which gives holds has at from. It comes through
// the window in shared memory.
func (f *fn) handedOn(sl *scanLoop, st redState, from, gives val) val {
	t := st.r.Type
	size, align := t.Size(), min(t.Align(), 16)
	copied := f.alloca(memType(t), t.Align(), st.r.Name+".handed")
	piece := func(at val, n int64) {
		sl.cr.sync() // all have taken what was there
		f.ifThen(gives, "give", func() {
			f.copyBytes("memcpy", sl.window, f.gep(tI8, from, at, "piece"), num(tI64, n), align, false)
		})
		sl.cr.sync()
		f.copyBytes("memcpy", f.gep(tI8, copied, at, "piece"), sl.window, num(tI64, n), align, false)
	}
	whole := size / scanWindow * scanWindow
	if whole > 0 {
		f.loop("piece", num(tI64, 0), num(tI64, whole), num(tI64, scanWindow), func(at val) { piece(at, scanWindow) })
	}
	if size > whole {
		piece(num(tI64, whole), size-whole)
	}
	return copied
}

// warpScan leaves in each lane what the lanes up to it have: a value, or for types that are
// combined in memory the address of the private copy.
func (f *fn) warpScan(cr threadGroup, st redState, lane val) val {
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
	f.set(next, "shl %s, 1", off)
	f.insert(loop, at, phiInst(off, num(tI32, 1), pre, next, f.cur))
	f.condBr(f.icmp("ult", next, num(tI32, warp), "more"), loop, done)
	f.place(done)
	return st.priv
}

// oneBelow is what v, a result of warpScan, is in the lane before; leads: there is none.
func (f *fn) oneBelow(cr threadGroup, st redState, v, leads val) val {
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
func (f *fn) lower(cr threadGroup, t region.Type, v val, off int64) val {
	return f.bitsTo(f.byWords(f.toBits(v, t), func(w val) val { return f.lowerWord(cr, w, num(tI32, off)) }), t)
}

func (f *fn) lowerWord(cr threadGroup, w, off val) val {
	return valueOf(f.m.t.ShuffleUp(emitter{f}, cr.lanes(), w.value(), off.value()))
}
