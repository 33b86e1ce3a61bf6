package gpu

// This file scans loops that all teams of a league share, in one pass over the iterations (decoupled look-back, as of
// Merrill and Garland).

import (
	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// leagueScan is a loop with a scan directive that all teams share. The iterations are divided into tiles. A team takes
// the next tile, runs its input phases, publishes the tile's total, looks back at the tiles before it until one has
// published its prefix, publishes its own prefix, and runs its scan phases.
//
// A team waits only for tiles that other teams have taken before. So it does not matter in which order the teams
// run, or how many run at a time.
//
// The tiles are numbered. Each span of them is a generation. The scratch memory has slots for the tiles of three
// generations, so its size does not depend on the number of iterations. A tile looks back no farther than to the last
// tile of the generation before its own. It writes its slot when the two generations are complete that may read what
// the slot holds.
type leagueScan struct {
	items     []*leagueItem
	cr        threadGroup
	exclusive bool
	// inLanes: the lanes of the first warp combine the values of several tiles, in any order. Otherwise the first thread
	// combines them in the order of the tiles.
	inLanes bool
	each    int64 // the iterations of a thread in a tile

	total   ir.Value // the number of iterations, i64
	tiles   ir.Value // the number of tiles, i64
	threads ir.Value // of the team, i64
	me      ir.Value // this thread's number, i64
	warps   ir.Value // of the team, i64
	lane    ir.Value // this thread's number in its warp, i32
	warp    ir.Value // this thread's warp, i64
	leads   ir.Value // whether the thread is the first of its warp
	span    ir.Value // the tiles of a generation, i64

	header  int64    // the offset of the counters in the scratch memory
	before  int64    // the bytes of former records, for each team
	size    int64    // the bytes of one value of each list item; a slot has totals and prefixes
	number  ir.Value // shared cell: the tile's number
	lastOne ir.Value // shared cell: this team is the last to finish
}

// leagueItem is a list item of a leagueScan.
type leagueItem struct {
	scanned
	kept   ir.Value // the prefixes of this thread's iterations within their warp
	prefix ir.Value // shared cell: the combination of the tiles before, if the lanes combine
	former int64    // the bytes of a value of each list item before this one
}

// The offsets of a scan's counters (abi.ScanHeader).
const (
	scanTicket   = 0
	scanFinished = 8
	scanComplete = 16
	scanStates   = 32
)

// tile is the place of a tile among the slots.
type tile struct {
	number     ir.Value // i64
	generation ir.Value // i64
	inside     ir.Value // the tile's number in its generation
	slot       ir.Value
	// The states of the slot: the total is there, and the prefix as well. i32.
	hasTotal, hasPrefix ir.Value
}

// leagueScannable reports whether all teams can share a scan of red in s: each team executes the loop exactly once, and
// the list items are small objects.
func (f combining) leagueScannable(s *region.WsLoop, red []body.ReductionState) bool {
	if f.Kernel == nil || !f.ctx.inLine[s] || f.alone() || f.scratch.scans == abi.ScratchScans || initPhase(s.Body) {
		return false
	}
	cr := threadGroup{bound: f.gpu.launchBound(f.Kernel)}
	room := int64(scanShared)
	for _, st := range red {
		room -= st.Reduction.Type.Size() * (cr.maxWarps(f.function) + 1)
		if st.Count != nil {
			return false
		}
	}
	return room >= 0
}

// initPhase reports whether a scan's iterations have an initialization phase, whose variables both other phases use.
func initPhase(b *region.Block) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		if x, ok := s.(*region.Scan); ok && x.Init {
			found = true
		}
		return !found
	}}
	v.Walk(b)
	return found
}

// leagueScan distributes s, whose body has a Scan, over the threads of all teams. If the teams cannot share the scan, the
// first one executes it.
func (f combining) leagueScan(s *region.WsLoop, red []body.ReductionState) {
	if !f.leagueScannable(s, red) {
		f.IfThen(f.ICmp("eq", f.blockID(), ir.Num(ir.I32, 0), "first.team"), "team.scan", func() { f.scanLoop(s, red) })
		return
	}
	ix := f.NewIndexer(f.NewNest(s))
	outputs := ix.Again(f.Function)
	ls := f.newLeagueScan(s, red, ix.Total)
	f.noteLeagueScan(ls)
	head, work, done := f.NewBlock("tile"), f.NewBlock("tile.work"), f.NewBlock("tiles.end")
	f.Place(head)
	f.IfThen(f.isFirst(ls), "take", func() {
		t := f.RMW("add", f.counterOf(ls, scanTicket), ir.Num(ir.I64, 1), f.Mod.RelaxedLong(region.ScopeDevice), "ticket")
		f.Store(t, ls.number, 8)
	})
	ls.cr.sync()
	number := f.Load(ir.I64, ls.number, 8, "tile")
	f.CondBr(f.ICmp("ult", number, ls.tiles, "exists"), work, done)
	f.Place(work)
	base := f.Bin("mul", number, f.Bin("mul", ls.threads, ir.Num(ir.I64, ls.each), "size"), "base")
	f.leagueInputs(ls, ix, base)
	ls.cr.sync()
	if ls.inLanes {
		warp := ir.Num(ir.I32, int64(f.Mod.Target.WarpSize))
		f.IfThen(f.ICmp("ult", f.tid(), warp, "first.warp"), "look.back", func() { f.combineTiles(ls, number) })
	} else {
		f.IfThen(f.isFirst(ls), "look.back", func() { f.combineInOrder(ls, number, base) })
	}
	ls.cr.sync()
	f.leagueOutputs(ls, outputs, base)
	f.Br(head)
	f.Place(done)
	f.finishScan(ls)
}

// newLeagueScan prepares a scan of red over total iterations.
func (f combining) newLeagueScan(s *region.WsLoop, red []body.ReductionState, total ir.Value) *leagueScan {
	ls := &leagueScan{cr: f.threadGroup(), exclusive: body.ScanIsExclusive(s.Body), total: total, inLanes: allByValue(red)}
	warp := int64(f.Mod.Target.WarpSize)
	tid := f.tid()
	ls.threads, ls.me = f.Resize(ls.cr.n, ir.I64, false), f.Resize(tid, ir.I64, false)
	ls.warps = f.Resize(f.warps(ls.cr), ir.I64, false)
	ls.lane = f.Bin("and", tid, ir.Num(ir.I32, warp-1), "lane")
	ls.warp = f.Resize(f.Bin("lshr", tid, ir.Num(ir.I32, int64(log2(warp))), "warp"), ir.I64, false)
	ls.leads = f.ICmp("eq", ls.lane, ir.Num(ir.I32, 0), "leads")
	size := int64(0)
	for _, st := range red {
		size += st.Reduction.Type.Size()
	}
	ls.each = iterationsOfTile(size, ls.cr.maxWarps(f.function))
	count := f.Bin("mul", ls.threads, ir.Num(ir.I64, ls.each), "tile.size")
	part := f.ICmp("ne", f.Bin("urem", total, count, "rest"), ir.Num(ir.I64, 0), "part")
	ls.tiles = f.Bin("add", f.Bin("udiv", total, count, "whole"), f.Cast("zext", part, ir.I64, "part"), "tiles")
	ls.span = f.Call(ir.I64, "llvm.umin.i64", "", f.Resize(f.gridDim(), ir.I64, false), ir.Num(ir.I64, abi.ScanSpan))
	ls.header = abi.ScratchPasses + int64(f.scratch.scans)*abi.ScanHeader
	ls.before = f.scratch.bytes
	f.scratch.scans++
	ls.number = f.sharedCell(f.Func.Name()+".tile", ir.I64, 8)
	ls.lastOne = f.sharedCell(f.Func.Name()+".last", ir.I32, 4)
	for _, st := range red {
		t := st.Reduction.Type
		name, memory := f.Func.Name()+".scan."+st.Reduction.Name, body.MemoryType(t)
		it := &leagueItem{scanned: scanned{st: st, cells: f.sharedArray(name, memory, ls.each*ls.cr.maxWarps(f.function), t.Align())}}
		it.kept = f.Alloca(ir.ArrayOf(ls.each, memory), t.Align(), st.Reduction.Name+".kept")
		if ls.inLanes {
			it.prefix = f.sharedArray(name+".prefix", memory, 1, t.Align())
		}
		it.former = (ls.size + t.Align() - 1) / t.Align() * t.Align()
		ls.size = it.former + t.Size()
		ls.items = append(ls.items, it)
	}
	f.scratch.bytes += (3*2*ls.size + 15) / 16 * 16
	if ls.each > 1 && body.SoleLoop(f.Kernel) == s {
		f.gpu.declareNeed(f.Kernel.Name+abi.EachSuffix, ls.each)
	}
	return ls
}

// iterationsOfTile chooses how many iterations of a tile a thread has, if an iteration has size bytes of list items: as
// many as registers hold, and as fit into shared memory for each of the warps.
func iterationsOfTile(size, warps int64) int64 {
	n := int64(16)
	for n > 1 && (n*size > 64 || (n*warps+1)*size > scanShared) {
		n /= 2
	}
	return n
}

func (f combining) isFirst(ls *leagueScan) ir.Value {
	return f.ICmp("eq", ls.me, ir.Num(ir.I64, 0), "first")
}

// counterOf returns the address of the scan's counter at off.
func (f combining) counterOf(ls *leagueScan, off int64) ir.Value {
	return f.Offset(f.scratchMemory(), ls.header+off, "counter")
}

// relaxed reads a word that other teams write.
func (f combining) relaxed(at ir.Value, hint string) ir.Value {
	how := f.Mod.RelaxedWord(region.ScopeDevice)
	how.Volatile = f.Mod.Target.VolatileAtomics
	return f.LoadAs(ir.I32, at, how, hint)
}

// item emits gen for each of a thread's iterations in the tile at base. gen gets the iteration's number in the
// thread, the number of the first iteration that the threads execute at the same time, and the iteration's number.
func (f combining) item(ls *leagueScan, base ir.Value, gen func(k, row, i ir.Value)) {
	f.Loop("item", ir.Num(ir.I64, 0), ir.Num(ir.I64, ls.each), ir.Num(ir.I64, 1), func(k ir.Value) {
		row := f.Bin("add", base, f.Bin("mul", k, ls.threads, "ahead"), "row")
		gen(k, row, f.Bin("add", row, ls.me, "iteration"))
	}, f.Mod.UnrolledLoop()...)
}

// leagueInputs runs the input phases of the tile at base. Each warp scans each of its rows of iterations and leaves the
// row's total in its cell.
func (f combining) leagueInputs(ls *leagueScan, ix *body.Indexer, base ir.Value) {
	f.item(ls, base, func(k, row, i ir.Value) {
		for _, it := range ls.items {
			f.Block(it.st.Reduction.Init)
		}
		f.IfThen(f.ICmp("ult", i, ls.total, "inside"), "input", func() { f.ScanIteration(ix, i, body.ScanPhase{Input: true}) })
		ends := f.endsRow(ls, row)
		cell := f.Bin("add", f.Bin("mul", k, ls.warps, "row.cells"), ls.warp, "cell.number")
		results := make([]ir.Value, len(ls.items))
		for n, it := range ls.items {
			results[n] = f.warpScan(ls.cr, it.st, ls.lane)
		}
		f.IfThen(ends, "row.total", func() {
			for n, it := range ls.items {
				f.put(part{it.st, results[n]}, f.cell(it.cells, cell, it.st.Reduction))
			}
		})
		for n, it := range ls.items {
			v := results[n]
			if ls.exclusive {
				v = f.oneBelow(ls.cr, it.st, v, ls.leads)
			}
			f.put(part{it.st, v}, f.GEP(body.MemoryType(it.st.Reduction.Type), it.kept, k, "kept"))
		}
	})
}

// endsRow returns whether this thread has the total of its warp's row of iterations, which begins for the team at row:
// the last thread with an iteration or, if threads without one have identities, the last thread.
func (f combining) endsRow(ls *leagueScan, row ir.Value) ir.Value {
	next := f.Bin("add", f.tid(), ir.Num(ir.I32, 1), "next")
	some := ls.cr.n
	if !ls.inLanes {
		left := f.Call(ir.I64, "llvm.usub.sat.i64", "", ls.total, row)
		some = f.Cast("trunc", f.Call(ir.I64, "llvm.umin.i64", "", left, ls.threads), ir.I32, "some")
	}
	top := f.ICmp("eq", ls.lane, ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)-1), "top")
	if ls.inLanes {
		return f.Bin("or", top, f.ICmp("eq", next, some, "is.last"), "ends")
	}
	full := f.Bin("and", top, f.ICmp("ule", next, some, "has"), "full")
	return f.Bin("or", full, f.ICmp("eq", next, some, "is.last"), "ends")
}

// leagueOutputs runs the scan phases of the tile at base.
func (f combining) leagueOutputs(ls *leagueScan, ix *body.Indexer, base ir.Value) {
	f.item(ls, base, func(k, _, i ir.Value) {
		f.IfThen(f.ICmp("ult", i, ls.total, "inside"), "output", func() {
			cell := f.Bin("add", f.Bin("mul", k, ls.warps, "row.cells"), ls.warp, "cell.number")
			for _, it := range ls.items {
				st, t := it.st, it.st.Reduction.Type
				kept := f.GEP(body.MemoryType(t), it.kept, k, "kept")
				if ls.inLanes {
					prefix := f.LoadRed(f.cell(it.prefix, ir.Num(ir.I64, 0), st.Reduction), t)
					before := f.CombineVals(st.Reduction, prefix, f.LoadRed(f.cell(it.cells, cell, st.Reduction), t))
					f.put(part{st, f.CombineVals(st.Reduction, before, f.LoadRed(kept, t))}, st.Private)
					continue
				}
				before := f.Alloca(body.MemoryType(t), t.Align(), st.Reduction.Name+".before")
				f.copyScanned(st.Reduction, before, f.cell(it.cells, cell, st.Reduction))
				v := kept
				if byValue(st.Reduction) {
					v = f.LoadRed(kept, t)
				}
				f.addPrefix(st, before, v, ls.leads, ls.exclusive)
			}
			f.ScanIteration(ix, i, body.ScanPhase{})
		})
	})
}

// placeTile returns the place of a tile.
func (f combining) placeTile(ls *leagueScan, number ir.Value) tile {
	t := tile{number: number}
	t.generation = f.Bin("udiv", number, ls.span, "generation")
	t.inside = f.Bin("sub", number, f.Bin("mul", t.generation, ls.span, "generation.first"), "inside")
	three := ir.Num(ir.I64, 3)
	t.slot = f.Bin("add", f.Bin("mul", f.Bin("urem", t.generation, three, "third"), ls.span, "third.first"), t.inside, "slot")
	lap := f.Cast("trunc", f.Bin("udiv", t.generation, three, "lap"), ir.I32, "lap")
	t.hasTotal = f.Bin("add", f.Bin("mul", lap, ir.Num(ir.I32, 2), "states"), ir.Num(ir.I32, 1), "has.total")
	t.hasPrefix = f.Bin("add", t.hasTotal, ir.Num(ir.I32, 1), "has.prefix")
	return t
}

// earlier returns the place of the tile that is back tiles before t, at most those of t's generation and one more.
func (f combining) earlier(ls *leagueScan, t tile, back ir.Value) tile {
	e := tile{number: f.Bin("sub", t.number, back, "tile")}
	wraps := f.ICmp("ugt", back, t.slot, "wraps")
	ring := f.Bin("mul", ls.span, ir.Num(ir.I64, 3), "slots")
	e.slot = f.Bin("sub", f.Bin("add", t.slot, f.Sel(wraps, ring, ir.Num(ir.I64, 0), "ring"), "ahead"), back, "slot")
	e.hasTotal = f.Bin("sub", t.hasTotal, f.Sel(wraps, ir.Num(ir.I32, 2), ir.Num(ir.I32, 0), "lap"), "has.total")
	e.hasPrefix = f.Bin("add", e.hasTotal, ir.Num(ir.I32, 1), "has.prefix")
	return e
}

// stateOf returns the address of the state of t's slot.
func (f combining) stateOf(ls *leagueScan, t tile) ir.Value {
	return f.GEP(ir.I32, f.counterOf(ls, scanStates), t.slot, "state")
}

// valueOf returns the address of an item's value in t's slot: its total, or with prefix (i64, 0 or 1) its prefix. The
// values of an item are two arrays, so lanes that read several slots access adjacent memory.
func (f combining) valueOf(ls *leagueScan, it *leagueItem, t tile, prefix ir.Value) ir.Value {
	slots := f.Bin("mul", ls.span, ir.Num(ir.I64, 3), "slots")
	at := f.records(ls.before)
	if it.former > 0 {
		at = f.GEP(ir.I8, at, f.Bin("mul", slots, ir.Num(ir.I64, 2*it.former), "former"), "values")
	}
	i := f.Bin("add", f.Bin("mul", slots, prefix, "half"), t.slot, "value.number")
	return f.GEP(body.MemoryType(it.st.Reduction.Type), at, i, "value")
}

var (
	totalHalf  = ir.Num(ir.I64, 0)
	prefixHalf = ir.Num(ir.I64, 1)
)

// publish stores the tile's values, and its state for other teams to see. The first thread executes it.
func (f combining) publish(ls *leagueScan, t tile, half, state ir.Value, value func(it *leagueItem) part) {
	for _, it := range ls.items {
		f.put(value(it), f.valueOf(ls, it, t, half))
	}
	f.Flush(region.AcqRel, region.ScopeDevice)
	f.StoreAs(state, f.stateOf(ls, t), f.Mod.RelaxedWord(region.ScopeDevice))
}

// awaitSlot waits until no tile reads what t's slot holds: until the last three generations but one are complete. The
// first thread executes it.
func (f combining) awaitSlot(ls *leagueScan, t tile) {
	before := func(n int64) ir.Value {
		return f.Call(ir.I64, "llvm.usub.sat.i64", "", t.generation, ir.Num(ir.I64, n))
	}
	f.Loop("generation", before(3), before(1), ir.Num(ir.I64, 1), func(g ir.Value) {
		at := f.GEP(ir.I32, f.counterOf(ls, scanComplete), f.Bin("and", g, ir.Num(ir.I64, 3), "of.four"), "complete")
		turn := f.Bin("add", f.Bin("lshr", g, ir.Num(ir.I64, 2), "former"), ir.Num(ir.I64, 1), "turn")
		want := f.Cast("trunc", f.Bin("mul", turn, ls.span, "want"), ir.I32, "want")
		f.spin(func() ir.Value {
			more := f.Bin("sub", f.relaxed(at, "complete"), want, "more")
			return f.ICmp("sge", more, ir.Num(ir.I32, 0), "ready")
		})
	})
	f.Flush(region.AcqRel, region.ScopeDevice)
}

// spin emits ready again and again until it holds.
func (f combining) spin(ready func() ir.Value) {
	again, pause, done := f.NewBlock("spin"), f.NewBlock("pause"), f.NewBlock("ready")
	f.Place(again)
	f.CondBr(ready(), done, pause)
	f.Place(pause)
	if text := f.Mod.Target.Pause; text != "" {
		f.CallValue(ir.Void, ir.Asm(text, "~{memory}", true), nil, "nounwind", "")
	}
	f.Br(again)
	f.Place(done)
}

// completeTile says that the tile neither reads nor writes slots any more. The first thread executes it.
func (f combining) completeTile(ls *leagueScan, t tile) {
	f.Flush(region.AcqRel, region.ScopeDevice)
	at := f.GEP(ir.I32, f.counterOf(ls, scanComplete), f.Bin("and", t.generation, ir.Num(ir.I64, 3), "of.four"), "complete")
	f.RMW("add", at, ir.Num(ir.I32, 1), f.Mod.RelaxedWord(region.ScopeDevice), "completed")
}

// ifLastTile emits gen for the last of all tiles.
func (f combining) ifLastTile(ls *leagueScan, t tile, gen func()) {
	next := f.Bin("add", t.number, ir.Num(ir.I64, 1), "next")
	f.IfThen(f.ICmp("eq", next, ls.tiles, "last.tile"), "scan.result", gen)
}

// finishScan resets the counters for the next launch, by the team that finishes last.
func (f combining) finishScan(ls *leagueScan) {
	f.IfThen(f.isFirst(ls), "finish", func() {
		f.Flush(region.AcqRel, region.ScopeDevice)
		n := f.RMW("add", f.counterOf(ls, scanFinished), ir.Num(ir.I32, 1), f.Mod.RelaxedWord(region.ScopeDevice), "finished")
		last := f.ICmp("eq", n, f.Bin("sub", f.gridDim(), ir.Num(ir.I32, 1), "end"), "last")
		f.Store(f.Cast("zext", last, ir.I32, "last"), ls.lastOne, 4)
		f.Flush(region.AcqRel, region.ScopeDevice)
	})
	ls.cr.sync()
	f.IfThen(f.ICmp("ne", f.Load(ir.I32, ls.lastOne, 4, "last"), ir.Num(ir.I32, 0), "last"), "reset", func() {
		f.Flush(region.AcqRel, region.ScopeDevice)
		used := f.Call(ir.I64, "llvm.umin.i64", "", ls.tiles, f.Bin("mul", ls.span, ir.Num(ir.I64, 3), "slots"))
		words := f.Bin("add", used, ir.Num(ir.I64, scanStates/4), "words")
		f.Loop("word", ls.me, words, ls.threads, func(i ir.Value) {
			f.Store(ir.Num(ir.I32, 0), f.GEP(ir.I32, f.counterOf(ls, 0), i, "word"), 4)
		})
	})
}

// Combination by the lanes of the first warp.

// combineTiles publishes the tile's total and prefix, and leaves in the cells what precedes each row within the tile, and
// in the prefix what precedes the tile. The first warp executes it.
func (f combining) combineTiles(ls *leagueScan, number ir.Value) {
	t := f.placeTile(ls, number)
	lanes := f.Call(ir.I32, "llvm.umin.i32", "", ls.cr.n, ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)))
	totals := map[*leagueItem]ir.Value{}
	for _, it := range ls.items {
		totals[it] = f.scanCells(ls, it, lanes)
	}
	before := map[*leagueItem]ir.Value{}
	for _, it := range ls.items {
		memory := body.MemoryType(it.st.Reduction.Type)
		before[it] = f.Alloca(memory, it.st.Reduction.Type.Align(), it.st.Reduction.Name+".tiles")
	}
	origin, back, known := f.NewBlock("origin"), f.NewBlock("back"), f.NewBlock("known")
	f.CondBr(f.ICmp("eq", number, ir.Num(ir.I64, 0), "begins"), origin, back)
	f.Place(origin)
	f.IfThen(f.isFirst(ls), "original", func() {
		for _, it := range ls.items {
			f.copyScanned(it.st.Reduction, before[it], it.st.Original)
		}
	})
	f.Br(known)
	f.Place(back)
	f.IfThen(f.isFirst(ls), "publish.total", func() {
		f.awaitSlot(ls, t)
		f.publish(ls, t, totalHalf, t.hasTotal, func(it *leagueItem) part { return part{it.st, totals[it]} })
	})
	f.lookBack(ls, t, lanes, before)
	f.Place(known)
	f.IfThen(f.isFirst(ls), "publish.prefix", func() {
		after := map[*leagueItem]ir.Value{}
		for _, it := range ls.items {
			v := f.LoadRed(before[it], it.st.Reduction.Type)
			f.put(part{it.st, v}, f.cell(it.prefix, ir.Num(ir.I64, 0), it.st.Reduction))
			after[it] = f.CombineVals(it.st.Reduction, v, totals[it])
		}
		value := func(it *leagueItem) part { return part{it.st, after[it]} }
		f.publish(ls, t, prefixHalf, t.hasPrefix, value)
		f.ifLastTile(ls, t, func() {
			for _, it := range ls.items {
				f.put(value(it), it.st.Original)
			}
		})
		f.completeTile(ls, t)
	})
}

// scanCells replaces the cells of an item by what precedes them, and returns the combination of all.
func (f combining) scanCells(ls *leagueScan, it *leagueItem, lanes ir.Value) ir.Value {
	r := it.st.Reduction
	cells := f.Bin("mul", ls.warps, ir.Num(ir.I64, ls.each), "cells")
	sum := f.Alloca(body.MemoryType(r.Type), r.Type.Align(), r.Name+".total")
	f.Store(f.ToMemory(f.redIdentity(r), r.Type), sum, r.Type.Align())
	f.Loop("cells", ir.Num(ir.I64, 0), cells, f.Resize(lanes, ir.I64, false), func(first ir.Value) {
		i := f.Bin("add", first, f.Resize(ls.lane, ir.I64, false), "cell.number")
		inside := f.ICmp("ult", i, cells, "inside")
		one := it.st
		one.Private = f.Alloca(body.MemoryType(r.Type), r.Type.Align(), r.Name+".cell")
		f.put(part{one, f.loadIf(inside, it.cells, i, r.Type, f.redIdentity(r))}, one.Private)
		all := f.warpScan(ls.cr, one, ls.lane)
		below := f.oneBelow(ls.cr, one, all, ls.leads)
		former := f.LoadRed(sum, r.Type)
		f.IfThen(inside, "cell.below", func() {
			f.put(part{one, f.CombineVals(r, former, below)}, f.cell(it.cells, i, r))
		})
		f.put(part{one, f.CombineVals(r, former, f.ofLastLane(ls, r.Type, all, lanes))}, sum)
	})
	return f.LoadRed(sum, r.Type)
}

// ofLastLane returns for all lanes what v is in the last one.
func (f combining) ofLastLane(ls *leagueScan, t region.Type, v, lanes ir.Value) ir.Value {
	a := body.Atomics{Function: f.function.Function}
	off := f.Bin("sub", f.Bin("sub", lanes, ir.Num(ir.I32, 1), "last.lane"), ls.lane, "off")
	return a.BitsTo(f.byWords(a.ToBits(v, t), func(w ir.Value) ir.Value {
		x, _ := f.shuffleWord(ls.cr, w, off)
		return x
	}), t)
}

// farthest is how many tiles before t the last one is that a look back may read: in the first generation, tile 0 has its
// prefix; in others, the last tile of the generation before.
func (f combining) farthest(t tile) ir.Value {
	later := f.ICmp("ne", t.generation, ir.Num(ir.I64, 0), "later")
	return f.Bin("add", t.inside, f.Cast("zext", later, ir.I64, "one"), "farthest")
}

// lookBack leaves in before, in the first lane, the combination of the tiles before t. Each lane has the tile that is
// as many tiles back as its number says, and the warp moves back until one of these has its prefix.
func (f combining) lookBack(ls *leagueScan, t tile, lanes ir.Value, before map[*leagueItem]ir.Value) {
	for _, it := range ls.items {
		r := it.st.Reduction
		f.Store(f.ToMemory(f.redIdentity(r), r.Type), before[it], r.Type.Align())
	}
	truth := &region.Reduction{Name: "found", Op: region.RedLOr, Type: region.U32}
	farthest := f.farthest(t)
	pre := f.Preheader()
	window, done := f.NewBlock("window"), f.NewBlock("looked.back")
	start := f.NewPhi(ir.I64, "back")
	next := f.Name("back.next")
	f.Place(window)
	f.AddPhi(start)
	back := f.Bin("add", start, f.Resize(ls.lane, ir.I64, false), "back")
	has := f.ICmp("ule", back, farthest, "has")
	e := f.earlier(ls, t, f.Call(ir.I64, "llvm.umin.i64", "", back, farthest))
	need := f.Sel(f.ICmp("uge", back, farthest, "is.farthest"), e.hasPrefix, e.hasTotal, "need")
	at := f.stateOf(ls, e)
	seen := f.Alloca(ir.I32, 4, "seen")
	f.Store(ir.Num(ir.I32, 0), seen, 4)
	f.spin(func() ir.Value {
		waiting := func() ir.Value { return f.ICmp("ult", f.Load(ir.I32, seen, 4, "state"), need, "waits") }
		f.IfThen(waiting(), "poll", func() { f.Store(f.relaxed(at, "state"), seen, 4) })
		waits := f.Cast("zext", waiting(), ir.I32, "waits")
		return f.ICmp("eq", f.inAnyLane(ls, truth, waits), ir.Num(ir.I32, 0), "all.ready")
	})
	f.Flush(region.AcqRel, region.ScopeDevice)
	whole := f.ICmp("uge", f.Load(ir.I32, seen, 4, "state"), e.hasPrefix, "whole")
	one := body.ReductionState{Reduction: truth, Private: f.Alloca(ir.I32, 4, "whole.cell")}
	f.Store(f.Cast("zext", f.Bin("and", whole, has, "whole"), ir.I32, "whole"), one.Private, 4)
	upTo := f.warpScan(ls.cr, one, ls.lane)
	nearer := f.oneBelow(ls.cr, one, upTo, ls.leads)
	takes := f.Bin("and", has, f.ICmp("eq", nearer, ir.Num(ir.I32, 0), "nearest"), "takes")
	f.IfThen(takes, "take", func() {
		half := f.Cast("zext", whole, ir.I64, "half")
		for _, it := range ls.items {
			t := it.st.Reduction.Type
			v := f.CombineVals(it.st.Reduction, f.LoadRed(f.valueOf(ls, it, e, half), t), f.LoadRed(before[it], t))
			f.put(part{it.st, v}, before[it])
		}
	})
	found := f.inAnyLane(ls, truth, upTo)
	ir.Incoming(start, ir.Num(ir.I64, 1), pre, f.DefBin(next, "add", start, f.Resize(lanes, ir.I64, false)), f.Cur)
	f.CondBr(f.ICmp("ne", found, ir.Num(ir.I32, 0), "found"), done, window)
	f.Place(done)
	for _, it := range ls.items {
		r := it.st.Reduction
		f.put(part{it.st, f.warpReduce(ls.cr, r, f.LoadRed(before[it], r.Type), int64(f.Mod.Target.WarpSize))}, before[it])
	}
}

// inAnyLane returns for all lanes a word that is not 0 if v is not 0 in one of them.
func (f combining) inAnyLane(ls *leagueScan, truth *region.Reduction, v ir.Value) ir.Value {
	all := f.warpReduce(ls.cr, truth, v, int64(f.Mod.Target.WarpSize))
	return f.lowerWord(ls.cr, all, ls.lane)
}

// Combination by the first thread.

// combineInOrder publishes the tile's total and prefix, and leaves in the cells what precedes each row. The first
// thread executes it, since the combiners need not commute.
func (f combining) combineInOrder(ls *leagueScan, number, base ir.Value) {
	t := f.placeTile(ls, number)
	used := f.usedCells(ls, base)
	g := combining{f.asOne()}
	totals, before := map[*leagueItem]ir.Value{}, map[*leagueItem]ir.Value{}
	for _, it := range ls.items {
		r := it.st.Reduction
		room := func(hint string) ir.Value { return g.Alloca(body.MemoryType(r.Type), r.Type.Align(), r.Name+hint) }
		totals[it], before[it] = room(".total"), room(".tiles")
		g.copyScanned(r, totals[it], g.cell(it.cells, ir.Num(ir.I64, 0), r))
		g.Loop("row", ir.Num(ir.I64, 1), used, ir.Num(ir.I64, 1), func(i ir.Value) {
			g.CombineInto(r, totals[it], g.cell(it.cells, i, r))
		})
	}
	value := func(at map[*leagueItem]ir.Value) func(it *leagueItem) part {
		return func(it *leagueItem) part {
			if byValue(it.st.Reduction) {
				return part{it.st, g.LoadRed(at[it], it.st.Reduction.Type)}
			}
			return part{it.st, at[it]}
		}
	}
	g.awaitSlot(ls, t)
	origin, back, known := f.NewBlock("origin"), f.NewBlock("back"), f.NewBlock("known")
	g.CondBr(g.ICmp("eq", number, ir.Num(ir.I64, 0), "begins"), origin, back)
	g.Place(origin)
	for _, it := range ls.items {
		g.copyScanned(it.st.Reduction, before[it], it.st.Original)
	}
	g.Br(known)
	g.Place(back)
	g.publish(ls, t, totalHalf, t.hasTotal, value(totals))
	g.lookBackInOrder(ls, t, before)
	g.Place(known)
	for _, it := range ls.items { // from here on, before goes up to the end of the tile
		r := it.st.Reduction
		row := g.Alloca(body.MemoryType(r.Type), r.Type.Align(), r.Name+".row")
		g.Loop("row", ir.Num(ir.I64, 0), used, ir.Num(ir.I64, 1), func(i ir.Value) {
			cell := g.cell(it.cells, i, r)
			g.copyScanned(r, row, cell)
			g.copyScanned(r, cell, before[it])
			g.CombineInto(r, before[it], row)
		})
	}
	g.publish(ls, t, prefixHalf, t.hasPrefix, value(before))
	g.ifLastTile(ls, t, func() {
		for _, it := range ls.items {
			g.put(value(before)(it), it.st.Original)
		}
	})
	g.completeTile(ls, t)
}

// usedCells returns how many rows of the tile at base have iterations.
func (f combining) usedCells(ls *leagueScan, base ir.Value) ir.Value {
	size := f.Bin("mul", ls.threads, ir.Num(ir.I64, ls.each), "size")
	left := f.Cast("trunc", f.Call(ir.I64, "llvm.umin.i64", "", f.Bin("sub", ls.total, base, "left"), size), ir.I32, "left")
	whole := f.Bin("mul", f.Bin("udiv", left, ls.cr.n, "whole"), f.warps(ls.cr), "cells")
	rest := f.warps(threadGroup{n: f.Bin("urem", left, ls.cr.n, "rest")})
	return f.Resize(f.Bin("add", whole, rest, "used"), ir.I64, false)
}

// lookBackInOrder leaves in before the combination of the tiles before t. It moves back to the last tile that has its
// prefix, then forth again.
func (f combining) lookBackInOrder(ls *leagueScan, t tile, before map[*leagueItem]ir.Value) {
	farthest := f.farthest(t)
	pre := f.Preheader()
	step, done := f.NewBlock("step.back"), f.NewBlock("looked.back")
	back := f.NewPhi(ir.I64, "back")
	next := f.Name("back.next")
	f.Place(step)
	f.AddPhi(back)
	e := f.earlier(ls, t, back)
	need := f.Sel(f.ICmp("eq", back, farthest, "is.farthest"), e.hasPrefix, e.hasTotal, "need")
	seen := f.Alloca(ir.I32, 4, "seen")
	f.spin(func() ir.Value {
		state := f.relaxed(f.stateOf(ls, e), "state")
		f.Store(state, seen, 4)
		return f.ICmp("uge", state, need, "ready")
	})
	ir.Incoming(back, ir.Num(ir.I64, 1), pre, f.DefBin(next, "add", back, ir.Num(ir.I64, 1)), f.Cur)
	f.CondBr(f.ICmp("uge", f.Load(ir.I32, seen, 4, "state"), e.hasPrefix, "whole"), done, step)
	f.Place(done)
	f.Flush(region.AcqRel, region.ScopeDevice)
	for _, it := range ls.items {
		f.copyScanned(it.st.Reduction, before[it], f.ToGeneric(f.valueOf(ls, it, e, prefixHalf)))
	}
	f.Loop("forth", ir.Num(ir.I64, 1), back, ir.Num(ir.I64, 1), func(n ir.Value) {
		e := f.earlier(ls, t, f.Bin("sub", back, n, "back"))
		for _, it := range ls.items {
			f.CombineInto(it.st.Reduction, before[it], f.ToGeneric(f.valueOf(ls, it, e, totalHalf)))
		}
	})
}
