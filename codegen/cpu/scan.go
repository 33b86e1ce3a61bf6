package cpu

import (
	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// scanBytes is how much stack a thread takes for each list item of a scan: what
// its iterations of a tile have between their phases.
const scanBytes = 16 << 10

// scan is a worksharing loop with a scan directive (OpenMP 5.2 §5.6), of which each thread has iterations in a row.
// The threads execute the loop tile by tile. A thread runs the input phases of its part and keeps the prefixes
// within it. Then it publishes the total of its part, and runs the scan phases once it knows the totals of the
// threads before it. Nothing is combined but the copies of the iterations, in their order, and the original: a
// combiner need not commute, nor an initializer be an identity.
type scan struct {
	items       []scanItem
	part        int64      // the iterations of a thread in a tile, at most
	me, threads ir.Value   // i64
	heap        []ir.Value // this thread's blocks
}

// scanItem is a list item of the scan directive.
type scanItem struct {
	st    body.ReductionState
	bytes ir.Value // of one copy
	kept  ir.Value // the prefixes within the thread's part
	sum   ir.Value // of the thread's part
	carry ir.Value // of all before the tile, alike for all threads
	cells ir.Value // what the threads have, of the team: one for each, for two tiles
}

// scanLoop shares out s. A barrier a tile is enough, since the next tile has other
// cells; the one behind the loop keeps the cells and the original until all
// have read them.
func (f function) scanLoop(s *region.WsLoop) {
	red := f.BeginReductions(s.Reductions)
	ix := f.NewIndexer(f.NewNest(s))
	outputs := ix.Again(f.Function)
	plain, scanned := body.PartReductions(red)
	sc := f.newScan(scanned)
	step := f.Bin("mul", sc.threads, ir.Num(ir.I64, sc.part), "tile")
	odd := f.Alloca(ir.I64, 8, "odd")
	f.Store(ir.Num(ir.I64, 0), odd, 8)
	f.Loop("tile", ir.Num(ir.I64, 0), ix.Total, step, func(base ir.Value) {
		m := f.Call(ir.I64, "llvm.umin.i64", "", f.Bin("sub", ix.Total, base, "left"), step)
		lo, hi := f.Share(m, sc.me, sc.threads)
		f.scanInputs(sc, ix, base, lo, hi)
		o := f.Load(ir.I64, odd, 8, "odd")
		f.Store(f.Bin("xor", o, ir.Num(ir.I64, 1), "even"), odd, 8)
		row := f.Bin("mul", o, sc.threads, "row")
		f.IfThen(f.ICmp("ult", lo, hi, "some"), "publish", func() {
			for _, it := range sc.items {
				f.copyItem(it, f.scanCell(it, it.cells, f.Bin("add", row, sc.me, "mine")), it.sum)
			}
		})
		f.Exec.Barrier()
		f.scanTotals(sc, row, f.Call(ir.I64, "llvm.umin.i64", "", m, sc.threads))
		f.scanOutputs(sc, outputs, base, lo, hi)
	})
	f.IfThen(f.ICmp("eq", sc.me, ir.Num(ir.I64, 0), "first"), "scan.result", func() {
		for _, it := range sc.items {
			f.copyItem(it, it.st.Original, it.carry)
		}
	})
	f.CombineShared(plain, region.ScopeDevice)
	f.Exec.Barrier()
	free, _ := f.Mod.LibraryName("free")
	for _, p := range sc.heap {
		f.Call(ir.Void, free, "", p)
	}
	f.IfThen(f.ICmp("eq", sc.me, ir.Num(ir.I64, 0), "first"), "cells.free", func() {
		for _, it := range sc.items {
			f.Call(ir.Void, free, "", it.cells)
		}
	})
}

// newScan makes the storage of a scan.
func (f function) newScan(red []body.ReductionState) *scan {
	sc := &scan{part: scanBytes}
	sc.me = f.Resize(f.self(selfField("thread_num"), "thread_num"), ir.I64, false)
	sc.threads = f.Resize(f.self(selfField("num_threads"), "num_threads"), ir.I64, false)
	for _, st := range red {
		size := st.Reduction.Type.Size()
		if st.Count != nil {
			n, constant := body.ConstCount(st.Reduction)
			if !constant {
				n = 16 // as good as any
			}
			size *= max(n, 1)
		}
		sc.part = min(sc.part, max(scanBytes/max(size, 1), 1))
	}
	for _, st := range red {
		it := scanItem{st: st, bytes: ir.Num(ir.I64, st.Reduction.Type.Size())}
		if st.Count != nil {
			it.bytes = f.Bin("mul", *st.Count, ir.Num(ir.I64, st.Reduction.Type.Size()), st.Reduction.Name+".bytes")
		}
		it.kept = f.scanRoom(sc, it, sc.part, ".kept")
		it.sum, it.carry = f.scanRoom(sc, it, 1, ".sum"), f.scanRoom(sc, it, 1, ".carry")
		f.copyItem(it, it.carry, st.Original)
		sc.items = append(sc.items, it)
	}
	f.shareCells(sc)
	return sc
}

// scanRoom is storage for n copies of it.
func (f function) scanRoom(sc *scan, it scanItem, n int64, hint string) ir.Value {
	t := it.st.Reduction.Type
	if it.st.Count == nil {
		return f.Alloca(ir.ArrayOf(n, body.MemoryType(t)), t.Align(), it.st.Reduction.Name+hint)
	}
	p := f.scanBlock(ir.Num(ir.I64, n), it.bytes)
	sc.heap = append(sc.heap, p)
	return p
}

// scanBlock is memory for n objects, from the function that the program's own calls
// reach: where accesses are checked, combiners may access what it gives.
func (f function) scanBlock(n, bytes ir.Value) ir.Value {
	name, _ := f.Mod.LibraryName("calloc")
	return f.Call(ir.Ptr, name, "", n, bytes)
}

// shareCells has the first thread make the team's cells.
func (f function) shareCells(sc *scan) {
	first := f.ICmp("eq", sc.me, ir.Num(ir.I64, 0), "first")
	n := len(sc.items)
	cells := f.Alloca(ir.ArrayOf(int64(n), ir.Ptr), 8, "cells")
	at := func(i int) ir.Value { return f.Offset(cells, int64(8*i), "cells.at") }
	f.IfThen(first, "cells", func() {
		for i, it := range sc.items {
			copies := f.Bin("mul", sc.threads, ir.Num(ir.I64, 2), "copies")
			f.Store(f.scanBlock(copies, it.bytes), at(i), 8)
		}
	})
	whole := f.Alloca(ir.Ptr, 8, "cells.shared")
	f.Store(cells, whole, 8)
	size := f.Alloca(ir.I64, 8, "cells.size")
	f.Store(ir.Num(ir.I64, int64(8*n)), size, 8)
	f.Call(ir.Void, "__ompcc_cpu_copyprivate", "", whole, size, ir.Num(ir.I32, 1),
		f.Cast("zext", first, ir.I32, "source"))
	for i := range sc.items {
		sc.items[i].cells = f.Load(ir.Ptr, at(i), 8, sc.items[i].st.Reduction.Name+".cells")
	}
}

// scanCell is copy i of those at cells.
func (f function) scanCell(it scanItem, cells, i ir.Value) ir.Value {
	if it.st.Count == nil {
		return f.GEP(body.MemoryType(it.st.Reduction.Type), cells, i, "cell")
	}
	return f.GEP(ir.I8, cells, f.Bin("mul", i, it.bytes, "off"), "cell")
}

func (f function) copyItem(it scanItem, to, from ir.Value) {
	t := it.st.Reduction.Type
	if it.st.Count == nil && isScalar(t) {
		f.Store(f.Load(body.MemoryType(t), from, t.Align(), it.st.Reduction.Name), to, t.Align())
		return
	}
	f.CopyBytes("memmove", to, from, it.bytes, t.Align(), false)
}

// isScalar reports whether values of type t are loaded and stored as a whole.
func isScalar(t region.Type) bool {
	switch t.(type) {
	case *region.Int, *region.Float, *region.Bool, *region.Ptr:
		return true
	}
	return false
}

// addItem does out = out ⊕ in for a list item.
func (f function) addItem(it scanItem, out, in ir.Value) {
	st := it.st
	st.Original, st.Private = out, in
	f.EachElement(st, func(o, i ir.Value) { f.CombineInto(st.Reduction, o, i) })
}

// scanInputs runs the input phases of iterations [lo, hi) of the tile at base. An
// inclusive scan keeps each iteration's prefix within them, an exclusive one what precedes it.
func (f function) scanInputs(sc *scan, ix *body.Indexer, base, lo, hi ir.Value) {
	exclusive := body.ScanIsExclusive(ix.Nest.Loop.Body)
	f.Loop("input", lo, hi, ir.Num(ir.I64, 1), func(i ir.Value) {
		for _, it := range sc.items {
			f.Block(it.st.Reduction.Init)
		}
		f.ScanIteration(ix, f.Bin("add", base, i, ix.Nest.Loop.Index[0].Name), body.ScanPhase{Input: true})
		slot := f.Bin("sub", i, lo, "slot")
		start, more, done := f.NewBlock("starts"), f.NewBlock("goes.on"), f.NewBlock("summed")
		f.CondBr(f.ICmp("eq", i, lo, "is.first"), start, more)
		f.Place(start)
		for _, it := range sc.items {
			f.copyItem(it, it.sum, it.st.Private)
		}
		f.Br(done)
		f.Place(more)
		for _, it := range sc.items {
			if exclusive {
				f.copyItem(it, f.scanCell(it, it.kept, slot), it.sum)
			}
			f.addItem(it, it.sum, it.st.Private)
		}
		f.Place(done)
		if !exclusive {
			for _, it := range sc.items {
				f.copyItem(it, f.scanCell(it, it.kept, slot), it.sum)
			}
		}
	})
}

// scanTotals gives sum what precedes the thread's part, and carry what precedes
// the next tile. row has the cells of this one; used threads have iterations in it.
func (f function) scanTotals(sc *scan, row, used ir.Value) {
	f.Loop("before", ir.Num(ir.I64, 0), used, ir.Num(ir.I64, 1), func(w ir.Value) {
		f.IfThen(f.ICmp("eq", w, sc.me, "mine"), "before.mine", func() {
			for _, it := range sc.items {
				f.copyItem(it, it.sum, it.carry)
			}
		})
		for _, it := range sc.items {
			f.addItem(it, it.carry, f.scanCell(it, it.cells, f.Bin("add", row, w, "cell.at")))
		}
	})
}

// scanOutputs runs the scan phases.
func (f function) scanOutputs(sc *scan, ix *body.Indexer, base, lo, hi ir.Value) {
	exclusive := body.ScanIsExclusive(ix.Nest.Loop.Body)
	f.Loop("output", lo, hi, ir.Num(ir.I64, 1), func(i ir.Value) {
		for _, it := range sc.items {
			f.copyItem(it, it.st.Private, it.sum)
		}
		slot := f.Bin("sub", i, lo, "slot")
		add := func() {
			for _, it := range sc.items {
				f.addItem(it, it.st.Private, f.scanCell(it, it.kept, slot))
			}
		}
		if exclusive {
			f.IfThen(f.ICmp("ne", i, lo, "has.before"), "prefix", add)
		} else {
			add()
		}
		f.ScanIteration(ix, f.Bin("add", base, i, ix.Nest.Loop.Index[0].Name), body.ScanPhase{})
	})
}
