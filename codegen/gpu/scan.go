package gpu

import (
	"slices"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// scanLoop is a worksharing loop with a scan directive (OpenMP 5.2 §5.6). The threads
// execute the iterations a tile at a time, one iteration per thread: first the input
// phases of the tile, then a scan by all threads together, then the scan phases. One
// thread thus executes both phases of an iteration, and its locals keep their values.
type scanLoop struct {
	items  []*scanned
	window ir.Value // in shared memory: warps pass objects without cells through it
	cr     threadGroup
	solo   bool // one thread executes the loop
	// shares says, in a device function, whether several threads share the loop.
	shares ir.Value
	me     ir.Value // this thread's number, i64
	some   ir.Value // the number of iterations in the tile, i32
	in     ir.Value // whether this thread has an iteration in the tile
	join   *ir.Block
	done   *ir.Block
}

// scanned is a list item of the scan directive.
type scanned struct {
	st    body.ReductionState
	carry ir.Value // the combination of all earlier tiles; each thread has a copy
	cells ir.Value // the results of the warps, in shared memory; an array's elements use them in turn
}

// scanShared limits the size of all cells of a scan in shared memory. scanWindow is the size of the
// window.
const (
	scanShared = 8 << 10
	scanWindow = 1 << 10
)

// scanLoop distributes s, whose body has a Scan, over the threads. A scan starts with the
// values of red's originals and leaves the combination of all iterations in them.
func (f combining) scanLoop(s *region.WsLoop, red []body.ReductionState) {
	ix := f.NewIndexer(f.NewNest(s))
	sl := f.newScanLoop(red)
	f.noteScan(sl)
	count := ir.Num(ir.I64, 1)
	if !sl.solo {
		count = f.Resize(sl.cr.n, ir.I64, false)
	}
	f.Loop("tile", ir.Num(ir.I64, 0), ix.Total, count, func(base ir.Value) {
		i := f.Bin("add", base, sl.me, s.Index[0].Name)
		sl.in = f.ICmp("ult", i, ix.Total, "inside")
		left := f.Call(ir.I64, "llvm.umin.i64", "", f.Bin("sub", ix.Total, base, "left"), count)
		sl.some = f.Cast("trunc", left, ir.I32, "some")
		var last *ir.Value
		if s.Last != nil {
			l := f.ICmp("eq", f.Bin("add", i, ir.Num(ir.I64, 1), "next"), ix.Total, "last")
			last = &l
		}
		for _, st := range red {
			f.Block(st.Reduction.Init)
		}
		start := f.NewBlock("input")
		sl.join, sl.done = f.NewBlock("scan"), f.NewBlock("scanned")
		f.CondBr(sl.in, start, sl.join)
		f.Place(start)
		g := f.Scanned(scanTiles{sl})
		g.Iteration(ix.Nest, ix.At(g, i), last, nil)
		f.Place(sl.done)
		sl.sync(f.function) // the next tile may write the cells
	})
	sl.sync(f.function) // all threads have read the originals
	f.IfThen(f.ICmp("eq", sl.me, ir.Num(ir.I64, 0), "first"), "scan.result", func() {
		for _, it := range sl.items {
			f.copyWhole(it, it.st.Original, it.carry)
		}
	})
}

// newScanLoop prepares a scan of red. In a device function, a thread that does not share
// the loop forms a group of one.
func (f combining) newScanLoop(red []body.ReductionState) *scanLoop {
	sl := &scanLoop{solo: f.alone(), me: ir.Num(ir.I64, 0)}
	if !sl.solo {
		sl.cr = f.threadGroup()
		sl.me = f.Resize(f.tid(), ir.I64, false)
	}
	if !sl.solo && f.ctx.orphan {
		sl.shares = teamState{f.function}.sharing()
		sl.cr.n = f.Sel(sl.shares, sl.cr.n, ir.Num(ir.I32, 1), "threads")
		sl.me = f.Sel(sl.shares, sl.me, ir.Num(ir.I64, 0), "me")
	}
	room := int64(scanShared)
	for _, st := range red {
		it := &scanned{st: st, carry: f.scanCarry(st)}
		f.copyWhole(it, it.carry, st.Original)
		sl.items = append(sl.items, it)
		if t := st.Reduction.Type; !sl.solo {
			if need := t.Size() * sl.cr.maxWarps(f.function); need <= room || byValue(st.Reduction) {
				room -= need
				it.cells = f.sharedArray(f.Func.Name()+".scan."+st.Reduction.Name, body.MemoryType(t),
					sl.cr.maxWarps(f.function), t.Align())
			} else if sl.window == nil {
				sl.window = f.ToGeneric(f.sharedArray(f.Func.Name()+".scan", ir.I8, scanWindow, 16))
			}
		}
	}
	return sl
}

// scanCarry allocates storage for the carry of st, of the type of a private copy.
func (f combining) scanCarry(st body.ReductionState) ir.Value {
	t := st.Reduction.Type
	n, constant := body.ConstCount(st.Reduction)
	switch {
	case st.Count == nil:
		return f.Alloca(body.MemoryType(t), t.Align(), st.Reduction.Name+".carry")
	case constant:
		return f.Alloca(ir.ArrayOf(n, body.MemoryType(t)), t.Align(), st.Reduction.Name+".carry")
	}
	return f.ToGeneric(f.DynamicArray(*st.Count, t))
}

// sync emits a barrier of the threads that share the loop.
func (sl *scanLoop) sync(f function) {
	switch {
	case sl.solo:
	case sl.shares != nil:
		f.IfThen(sl.shares, "barrier", sl.cr.sync)
	default:
		sl.cr.sync()
	}
}

// copyScanned copies a value of r's type.
func (f combining) copyScanned(r *region.Reduction, to, from ir.Value) {
	t := r.Type
	if byValue(r) {
		f.Store(f.Load(body.MemoryType(t), from, t.Align(), r.Name), to, t.Align())
		return
	}
	f.CopyBytes("memmove", to, from, ir.Num(ir.I64, t.Size()), t.Align(), false)
}

// copyWhole copies the value of a list item, with all elements of an array.
func (f combining) copyWhole(it *scanned, to, from ir.Value) {
	if it.st.Count == nil {
		f.copyScanned(it.st.Reduction, to, from)
		return
	}
	t := it.st.Reduction.Type
	f.CopyBytes("memmove", to, from, f.Bin("mul", *it.st.Count, ir.Num(ir.I64, t.Size()), "bytes"), t.Align(), false)
}

// each emits gen for it or, if it is an array, for each of its elements.
func (it *scanned) each(f function, gen func(one *scanned)) {
	if it.st.Count == nil {
		gen(it)
		return
	}
	t := body.MemoryType(it.st.Reduction.Type)
	f.Loop("elem", ir.Num(ir.I64, 0), *it.st.Count, ir.Num(ir.I64, 1), func(i ir.Value) {
		one := body.ReductionState{Reduction: it.st.Reduction, Original: it.st.Original,
			Private: f.GEP(t, it.st.Private, i, "priv")}
		gen(&scanned{st: one, carry: f.GEP(t, it.carry, i, "carry"), cells: it.cells})
	})
}

// scanPoint returns the index of the Scan in ss that separates the phases of an
// iteration, -1 if there is none.
func scanPoint(ss []region.Stmt) int {
	for i, s := range ss {
		if x, ok := s.(*region.Scan); ok && !x.Init {
			return i
		}
	}
	return -1
}

// scanTiles emits one whole iteration for each thread, with the scan of the threads' copies between its phases.
type scanTiles struct {
	sl *scanLoop
}

func (scanTiles) Again() bool { return false }
func (scanTiles) Jumps() bool { return true }

// Split emits a block of statements with a Scan. In an exclusive scan, the first phase in
// the text executes last, except for an initialization phase (OpenMP 6.0 §7.7.3).
func (t scanTiles) Split(b *body.Function, ss []region.Stmt) bool {
	k, f, sl := scanPoint(ss), of(b), t.sl
	if k < 0 {
		return false
	}
	if !ss[k].(*region.Scan).Exclusive {
		f.Stmts(ss[:k])
		f.Place(sl.join)
		combining{f}.scanTile(sl, false)
		second := f.NewBlock("scan.phase")
		f.CondBr(sl.in, second, sl.done)
		f.Place(second)
		f.Stmts(ss[k+1:])
		return true
	}
	first, after := f.NewBlock("scan.phase"), f.NewBlock("iteration.end")
	begin := slices.IndexFunc(ss[:k], func(s region.Stmt) bool { x, ok := s.(*region.Scan); return ok && x.Init }) + 1
	f.Stmts(ss[:begin])
	f.Stmts(ss[k+1:])
	f.Place(sl.join)
	combining{f}.scanTile(sl, true)
	f.CondBr(sl.in, first, sl.done)
	f.Place(first)
	f.Stmts(ss[begin:k])
	f.Place(after)
	return true
}

// scanTile combines, into each thread's private copies, the earlier tiles and
// iterations and, for an inclusive scan, the thread's own iteration.
func (f combining) scanTile(sl *scanLoop, exclusive bool) {
	switch {
	case sl.solo:
		f.scanOwn(sl, exclusive)
	case sl.shares != nil:
		together, own, done := f.NewBlock("together"), f.NewBlock("own"), f.NewBlock("tile.scanned")
		f.CondBr(sl.shares, together, own)
		f.Place(own)
		f.scanOwn(sl, exclusive)
		f.Br(done)
		f.Place(together)
		f.scanTogether(sl, exclusive)
		f.Place(done)
	default:
		f.scanTogether(sl, exclusive)
	}
}

// scanOwn is scanTile for a thread that executes the loop alone.
func (f combining) scanOwn(sl *scanLoop, exclusive bool) {
	for _, it := range sl.items {
		it.each(f.function, func(one *scanned) {
			st := one.st
			before := f.Alloca(body.MemoryType(st.Reduction.Type), st.Reduction.Type.Align(),
				st.Reduction.Name+".before")
			f.copyScanned(st.Reduction, before, one.carry)
			f.CombineInto(st.Reduction, one.carry, st.Private)
			if exclusive {
				f.copyScanned(st.Reduction, st.Private, before)
			} else {
				f.copyScanned(st.Reduction, st.Private, one.carry)
			}
		})
	}
}

// scanLane is the position of a thread in a tile that the threads of a group scan.
type scanLane struct {
	exclusive bool
	lane      ir.Value // the thread's number within the warp
	warp      ir.Value // the warp's number, i64
	leads     ir.Value // whether the thread is the first of its warp
	ends      ir.Value // whether the thread is the last of its warp that has an iteration
}

// scanTogether is scanTile for the threads of a group. It scans all objects with cells of their own together, and
// arrays element by element.
func (f combining) scanTogether(sl *scanLoop, exclusive bool) {
	warp := int64(f.Mod.Target.WarpSize)
	tid := f.tid()
	at := scanLane{exclusive: exclusive, lane: f.Bin("and", tid, ir.Num(ir.I32, warp-1), "lane")}
	at.warp = f.Resize(f.Bin("lshr", tid, ir.Num(ir.I32, int64(log2(warp))), "warp"), ir.I64, false)
	next := f.Bin("add", tid, ir.Num(ir.I32, 1), "next")
	full := f.Bin("and", f.ICmp("eq", at.lane, ir.Num(ir.I32, warp-1), "top"), f.ICmp("ule", next, sl.some, "has"),
		"full")
	at.ends = f.Bin("or", full, f.ICmp("eq", next, sl.some, "is.last"), "ends")
	at.leads = f.ICmp("eq", at.lane, ir.Num(ir.I32, 0), "leads")
	var together []*scanned
	for _, it := range sl.items {
		if it.st.Count == nil && it.cells != nil {
			together = append(together, it)
		}
	}
	if len(together) > 0 {
		f.scanWarps(sl, at, together)
	}
	for _, it := range sl.items {
		if !slices.Contains(together, it) {
			it.each(f.function, func(one *scanned) {
				f.scanWarps(sl, at, []*scanned{one})
				if it.st.Count != nil && one.cells != nil {
					sl.cr.sync() // the next element uses the same cells
				}
			})
		}
	}
}

// scanWarps scans items: several that all have cells, or a single one. Each warp scans its lanes' copies and
// then adds the results of the warps before it. Lanes without an iteration contribute nothing.
func (f combining) scanWarps(sl *scanLoop, at scanLane, items []*scanned) {
	results, totals := make([]ir.Value, len(items)), make([]ir.Value, len(items))
	for k, it := range items {
		results[k] = f.warpScan(sl.cr, it.st, at.lane)
		totals[k] = results[k]
	}
	cells := items[0].cells != nil
	if cells {
		f.IfThen(at.ends, "warp.out", func() {
			for k, it := range items {
				f.put(part{it.st, totals[k]}, f.cell(it.cells, at.warp, it.st.Reduction))
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
	used := f.Resize(f.warps(threadGroup{n: sl.some}), ir.I64, false)
	for k, it := range items {
		st := it.st
		before := f.Alloca(body.MemoryType(st.Reduction.Type), st.Reduction.Type.Align(), st.Reduction.Name+".before")
		f.copyScanned(st.Reduction, before, it.carry)
		f.Loop("warp", ir.Num(ir.I64, 0), used, ir.Num(ir.I64, 1), func(w ir.Value) {
			if cells {
				f.CombineInto(st.Reduction, it.carry, f.cell(it.cells, w, st.Reduction))
			} else {
				f.CombineInto(st.Reduction, it.carry,
					f.handedOn(sl, st, totals[k], f.Bin("and", at.ends, f.ICmp("eq", w, at.warp, "own"), "gives")))
			}
			mine := f.ICmp("eq", f.Bin("add", w, ir.Num(ir.I64, 1), "next"), at.warp, "mine")
			f.IfThen(mine, "before", func() { f.copyScanned(st.Reduction, before, it.carry) })
		})
		f.addPrefix(st, before, results[k], at.leads, at.exclusive)
	}
}

// handedOn copies an object to all threads through the window in shared memory. The thread for which gives
// holds provides the object, at from. handedOn returns the address of the copy.
func (f combining) handedOn(sl *scanLoop, st body.ReductionState, from, gives ir.Value) ir.Value {
	t := st.Reduction.Type
	size, align := t.Size(), min(t.Align(), 16)
	copied := f.Alloca(body.MemoryType(t), t.Align(), st.Reduction.Name+".handed")
	piece := func(at ir.Value, n int64) {
		sl.cr.sync() // all threads have read the previous piece
		f.IfThen(gives, "give", func() {
			f.CopyBytes("memcpy", sl.window, f.GEP(ir.I8, from, at, "piece"), ir.Num(ir.I64, n), align, false)
		})
		sl.cr.sync()
		f.CopyBytes("memcpy", f.GEP(ir.I8, copied, at, "piece"), sl.window, ir.Num(ir.I64, n), align, false)
	}
	whole := size / scanWindow * scanWindow
	if whole > 0 {
		f.Loop("piece", ir.Num(ir.I64, 0), ir.Num(ir.I64, whole), ir.Num(ir.I64, scanWindow), func(at ir.Value) { piece(at, scanWindow) })
	}
	if size > whole {
		piece(ir.Num(ir.I64, whole), size-whole)
	}
	return copied
}

// warpScan combines in each lane the copies of the lanes up to and including it. It returns a
// value or, for types that are combined in memory, the address of the private copy.
func (f combining) warpScan(cr threadGroup, st body.ReductionState, lane ir.Value) ir.Value {
	warp := int64(f.Mod.Target.WarpSize)
	if byValue(st.Reduction) {
		v := f.LoadRed(st.Private, st.Reduction.Type)
		for off := int64(1); off < warp; off *= 2 {
			x := f.CombineVals(st.Reduction, f.lower(cr, st.Reduction.Type, v, off), v)
			v = f.Sel(f.ICmp("uge", lane, ir.Num(ir.I32, off), "has"), x, v, "prefix")
		}
		return v
	}
	t := st.Reduction.Type
	in := f.Alloca(body.MemoryType(t), max(t.Align(), 8), st.Reduction.Name+".in")
	pre := f.Preheader()
	loop, done := f.NewBlock("warp.scan"), f.NewBlock("warp.scanned")
	off := f.NewPhi(ir.I32, "off")
	doubled := f.Name("off.next")
	f.Place(loop)
	f.Add(off)
	f.moveWords(st.Private, in, t, func(w ir.Value) ir.Value {
		return f.byWords(w, func(w ir.Value) ir.Value { return f.lowerWord(cr, w, off) })
	})
	f.IfThen(f.ICmp("uge", lane, off, "has"), "combine", func() {
		f.CombineInto(st.Reduction, in, st.Private)
		f.copyScanned(st.Reduction, st.Private, in)
	})
	next := f.DefBin(doubled, "shl", off, ir.Num(ir.I32, 1))
	ir.Incoming(off, ir.Num(ir.I32, 1), pre, next, f.Cur)
	f.CondBr(f.ICmp("ult", next, ir.Num(ir.I32, warp), "more"), loop, done)
	f.Place(done)
	return st.Private
}

// oneBelow returns what v, a result of warpScan, is in the preceding lane. leads says that there is none.
func (f combining) oneBelow(cr threadGroup, st body.ReductionState, v, leads ir.Value) ir.Value {
	if byValue(st.Reduction) {
		return f.Sel(leads, f.redIdentity(st.Reduction), f.lower(cr, st.Reduction.Type, v, 1), "below")
	}
	t := st.Reduction.Type
	below := f.Alloca(body.MemoryType(t), max(t.Align(), 8), st.Reduction.Name+".below")
	f.moveWords(v, below, t, func(w ir.Value) ir.Value {
		return f.byWords(w, func(w ir.Value) ir.Value { return f.lowerWord(cr, w, ir.Num(ir.I32, 1)) })
	})
	return below
}

// addPrefix stores before ⊕ v in the private copy.
func (f combining) addPrefix(st body.ReductionState, before, v, leads ir.Value, exclusive bool) {
	switch {
	case byValue(st.Reduction):
		t := st.Reduction.Type
		f.Store(f.ToMemory(f.CombineVals(st.Reduction, f.LoadRed(before, t), v), t), before, t.Align())
	case exclusive:
		f.IfThen(f.Bin("xor", leads, ir.True, "follows"), "prefix", func() { f.CombineInto(st.Reduction, before, v) })
	default:
		f.CombineInto(st.Reduction, before, v)
	}
	f.copyScanned(st.Reduction, st.Private, before)
}

// lower returns the value of v in the lane off positions lower. It is undefined if there is no such lane.
func (f combining) lower(cr threadGroup, t region.Type, v ir.Value, off int64) ir.Value {
	return body.Atomics{Function: f.function.Function}.BitsTo(f.byWords(body.Atomics{Function: f.function.Function}.ToBits(v, t), func(w ir.Value) ir.Value { return f.lowerWord(cr, w, ir.Num(ir.I32, off)) }), t)
}

func (f combining) lowerWord(cr threadGroup, w, off ir.Value) ir.Value {
	return f.Mod.Target.ShuffleUp(f.Emitter(), cr.lanes(), w, off)
}
