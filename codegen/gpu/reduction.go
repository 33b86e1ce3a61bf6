package gpu

// This file emits reductions: across the lanes of a warp, the warps of a team, and the teams.

import (
	"math/big"
	"slices"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// threadGroup is a group of threads that combine their private copies: the threads with
// numbers below n.
type threadGroup struct {
	n     ir.Value
	bound int64    // upper bound of n, known at compile time
	full  bool     // the group is the whole team and consists of full warps
	small bool     // the group is the whole team: full warps, or less than one warp
	mask  ir.Value // Target.LaneMasks: the lanes of this thread's warp that belong to the group
	last  ir.Value // Target.LaneMasks: the last of these lanes
	sync  func()   // emits a barrier of the group
}

// threadGroup returns the group of the threads that execute the construct being emitted.
func (f combining) threadGroup() threadGroup {
	c, warp := f.ctx, int64(f.Mod.Target.WarpSize)
	cr := threadGroup{n: c.threads, bound: int64(f.Mod.Target.MaxThreads), sync: func() { f.Exec.Barrier() }}
	if f.Kernel != nil {
		cr.bound = f.gpu.launchBound(f.Kernel)
	}
	all := false // the group is the whole team: full warps or less than one (device.ThreadsOf)
	switch {
	case c.orphan:
		cr.n = teamState{f.function}.state()
		cr.sync = func() { teamState{f.function}.syncSharing(cr.n) }
	case !c.partial:
		cr.n = f.blockDim()
		all = f.Kernel != nil && cr.bound%warp == 0
		cr.full, cr.small = all && c.once, all && !c.once
	}
	cr.mask, cr.last = ir.Num(ir.I32, -1), ir.Num(ir.I32, warp-1)
	if !cr.full && f.Mod.Target.LaneMasks {
		rest := cr.n
		if !all {
			rest = f.Bin("sub", rest, f.Bin("and", f.tid(), ir.Num(ir.I32, -warp), "warp.first"), "rest")
		}
		rest = f.Call(ir.I32, "llvm.umin.i32", "", rest, ir.Num(ir.I32, warp))
		cr.last = f.Bin("sub", rest, ir.Num(ir.I32, 1), "last")
		cr.mask = f.Bin("sub", f.Bin("shl", ir.Num(ir.I32, 2), cr.last, "above"), ir.Num(ir.I32, 1), "members")
	}
	return cr
}

// warps returns the number of warps of cr.
func (f combining) warps(cr threadGroup) ir.Value {
	warp := int64(f.Mod.Target.WarpSize)
	return f.Bin("lshr", f.Bin("add", cr.n, ir.Num(ir.I32, warp-1), "up"), ir.Num(ir.I32, int64(log2(warp))), "warps")
}

func (cr threadGroup) maxWarps(f function) int64 {
	warp := int64(f.Mod.Target.WarpSize)
	return (cr.bound + warp - 1) / warp
}

// reduce combines the private copies of the region's threads into the originals.
// The lanes of a warp combine by shuffles, the warps through shared memory. One
// thread then holds the team's value; for an array, one thread per element does.
// Teams update the originals by atomic operations, or the last team to arrive
// does it for all (see pass). inLine says that each team executes the construct
// exactly once, which the last-team scheme requires. sync says that a barrier
// must follow.
func (f combining) reduce(red []body.ReductionState, levels region.Level, inLine, sync bool) {
	c := f.ctx
	switch {
	case len(red) == 0:
	case c.group != nil:
		f.subgroupReduce(red, sync)
	case c.teamLevel && levels&region.LevelDistribute != 0:
		f.teamsReduce(red, inLine)
	case c.serial && levels&region.LevelDistribute != 0:
		f.CombineShared(red, region.ScopeDevice)
	case c.serial, c.teamLevel:
		f.combineOwn(red)
	case c.orphan:
		shared, alone, done := f.NewBlock("shared"), f.NewBlock("alone"), f.NewBlock("reduced")
		f.CondBr(teamState{f.function}.sharing(), shared, alone)
		f.Place(alone)
		f.combineOwn(red)
		f.Br(done)
		f.Place(shared)
		f.groupReduce(red, levels, false, sync)
		f.Place(done)
	default:
		f.groupReduce(red, levels, inLine, sync)
	}
}

func (f combining) groupReduce(red []body.ReductionState, levels region.Level, inLine, sync bool) {
	cr := f.threadGroup()
	p := f.newPass(red, levels, inLine)
	f.noteCombined(red, p, inTeamWords(region.LevelFor), acrossWords(levels))
	var one, many []body.ReductionState
	for _, st := range red {
		if st.Count == nil {
			one = append(one, st)
		} else {
			many = append(many, st)
		}
	}
	for _, st := range many {
		f.arrayReduce(cr, st, levels, p)
	}
	switch {
	case len(one) == 0 && p == nil:
	case cr.small && p == nil && levels&region.LevelDistribute != 0 && allByValue(one):
		f.treeOrEach(cr, one, func(parts []part) { f.deliver(parts, levels, nil) })
	case cr.small && p == nil && levels&region.LevelDistribute == 0 && allNative(one) && !f.inOneOrder(one):
		f.treeOrAtomics(cr, one, func(parts []part) { f.deliver(parts, levels, nil) })
	default:
		f.tree(cr, one, func(parts []part) { f.deliver(parts, levels, p) })
	}
	if p != nil {
		f.lastTeam(cr, p)
	} else if sync {
		cr.sync()
	}
}

// combineOwn combines the private copies of a construct that one thread executes.
// At team level that is thread 0.
func (f combining) combineOwn(red []body.ReductionState) {
	if len(red) == 0 {
		return
	}
	own := func(f function) {
		for _, st := range red {
			f.EachElement(st, func(orig, priv ir.Value) { f.CombineInto(st.Reduction, orig, priv) })
		}
	}
	if f.ctx.teamLevel {
		f.guard(false, own)
		return
	}
	own(f.function)
}

// part is the combination of several threads' copies. v is a value, or its address for
// types that are combined in memory.
type part struct {
	st body.ReductionState
	v  ir.Value
}

// byValue reports whether the code combines copies of r in registers, not in memory.
func byValue(r *region.Reduction) bool {
	_, ok := body.AtomicOf(r)
	return ok
}

// tree combines scalars and structures within the group. Thread 0 executes done
// with the results.
func (f combining) tree(cr threadGroup, sts []body.ReductionState, done func([]part)) {
	warp := int64(f.Mod.Target.WarpSize)
	parts := make([]part, len(sts))
	tid := f.tid()
	for i, st := range sts {
		v := st.Private
		if byValue(st.Reduction) {
			v = f.warpReduce(cr, st.Reduction, f.LoadRed(st.Private, st.Reduction.Type), warp)
		} else {
			f.warpCombine(cr, st.Reduction, st.Private, warp, cr.n)
		}
		parts[i] = part{st, v}
	}
	first := func() {
		f.ifFirst(tid, "reduced", func() { done(parts) })
	}
	if cr.bound <= warp || len(sts) == 0 {
		first()
		return
	}
	cells := make([]ir.Value, len(sts))
	for i, st := range sts {
		cells[i] = f.sharedArray(f.Func.Name()+".red."+st.Reduction.Name, body.MemoryType(st.Reduction.Type),
			cr.maxWarps(f.function), st.Reduction.Type.Align())
	}
	f.ifLeads(tid, func(w ir.Value) {
		for i, p := range parts {
			f.put(p, f.cell(cells[i], w, p.st.Reduction))
		}
	})
	cr.sync()
	f.IfThen(f.ICmp("ult", tid, ir.Num(ir.I32, warp), "first.warp"), "team", func() {
		lanes := nextPow2(cr.maxWarps(f.function))
		for i, p := range parts {
			has := f.ICmp("ult", f.Bin("mul", tid, ir.Num(ir.I32, warp), "from"), cr.n, "has")
			if byValue(p.st.Reduction) {
				x := f.loadIf(has, cells[i], tid, p.st.Reduction.Type, f.redIdentity(p.st.Reduction))
				parts[i].v = f.firstWarp(cr, p.st.Reduction, x, lanes)
				continue
			}
			f.IfThen(has, "part", func() {
				f.CopyBytes("memcpy", p.v, f.cell(cells[i], f.Resize(tid, ir.I64, false), p.st.Reduction),
					ir.Num(ir.I64, p.st.Reduction.Type.Size()), p.st.Reduction.Type.Align(), false)
			})
			f.warpCombine(cr, p.st.Reduction, p.v, lanes, f.warps(cr))
		}
		first()
	})
}

// treeOrEach is tree for full warps. In a team smaller than a warp, each thread executes done with its own
// copies, which works because done is atomic.
func (f combining) treeOrEach(cr threadGroup, sts []body.ReductionState, done func([]part)) {
	warp := int64(f.Mod.Target.WarpSize)
	own := make([]ir.Value, len(sts))
	for i, st := range sts {
		own[i] = f.LoadRed(st.Private, st.Reduction.Type)
	}
	tree, deliver, end := f.NewBlock("tree"), f.NewBlock("deliver"), f.NewBlock("delivered")
	from := f.Preheader()
	f.CondBr(f.ICmp("ult", cr.n, ir.Num(ir.I32, warp), "small"), deliver, tree)
	f.Place(tree)
	var parts []part
	var last *ir.Block
	f.tree(cr.wholeWarps(f.function), sts, func(p []part) {
		parts, last = p, f.Preheader()
		f.Br(deliver)
	})
	f.Br(end)
	f.Place(deliver)
	for i, p := range parts {
		parts[i].v = f.Phi(p.v.Type(), "part", own[i], from, p.v, last)
	}
	done(parts)
	f.Place(end)
}

// treeOrAtomics is tree for full warps. In a team smaller than a warp, each thread updates the originals, which
// belong to the team, by atomic operations.
func (f combining) treeOrAtomics(cr threadGroup, sts []body.ReductionState, done func([]part)) {
	tree, each, end := f.NewBlock("tree"), f.NewBlock("each"), f.NewBlock("delivered")
	f.CondBr(f.ICmp("ult", cr.n, ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)), "small"), each, tree)
	f.Place(each)
	cr.sync() // waits until the originals are initialised
	for _, st := range sts {
		op, _ := body.AtomicOf(st.Reduction)
		body.Atomics{Function: f.function.Function}.AtomicUpdate(op, st.Original,
			f.LoadRed(st.Private, st.Reduction.Type), st.Reduction.Type, region.Relaxed, region.ScopeDevice)
	}
	f.Br(end)
	f.Place(tree)
	f.tree(cr.wholeWarps(f.function), sts, done)
	f.Place(end)
}

// wholeWarps returns cr as a group of full warps.
func (cr threadGroup) wholeWarps(f function) threadGroup {
	cr.full, cr.mask, cr.last = true, ir.Num(ir.I32, -1), ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)-1)
	return cr
}

// inOneOrder reports whether a reduction of sts must combine its parts in a fixed order.
func (f combining) inOneOrder(sts []body.ReductionState) bool {
	return f.Mod.Options.Deterministic && slices.ContainsFunc(sts, func(st body.ReductionState) bool { return body.IsFloat(st.Reduction.Type) })
}

// allNative reports whether one atomic instruction can update each of sts.
func allNative(sts []body.ReductionState) bool {
	return !slices.ContainsFunc(sts, func(st body.ReductionState) bool {
		op, ok := body.AtomicOf(st.Reduction)
		if ok {
			_, ok = body.RmwName(op, st.Reduction.Type)
		}
		return !ok
	})
}

func allByValue(sts []body.ReductionState) bool {
	return !slices.ContainsFunc(sts, func(st body.ReductionState) bool { return !byValue(st.Reduction) })
}

// firstWarp has the first warp combine the results of all warps. If there are several warps, the first one is full.
// If there is only one, there is nothing to combine.
func (f combining) firstWarp(cr threadGroup, r *region.Reduction, x ir.Value, lanes int64) ir.Value {
	whole := cr
	whole.full = true
	v := f.warpReduce(whole, r, x, lanes)
	if cr.full {
		return v
	}
	return f.Sel(f.ICmp("ugt", cr.n, ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)), "several"), v, x, "all")
}

// ifLeads emits code that only the first lane of each warp executes. gen gets the number of the warp as i64.
func (f combining) ifLeads(tid ir.Value, gen func(warp ir.Value)) {
	warp := int64(f.Mod.Target.WarpSize)
	lane := f.Bin("and", tid, ir.Num(ir.I32, warp-1), "lane")
	f.IfThen(f.ICmp("eq", lane, ir.Num(ir.I32, 0), "leads"), "warp.out", func() {
		gen(f.Resize(f.Bin("lshr", tid, ir.Num(ir.I32, int64(log2(warp))), "warp"), ir.I64, false))
	})
}

// cell returns the address of element i of a shared array of r's type. The address is
// generic for types that are combined in memory.
func (f combining) cell(cells, i ir.Value, r *region.Reduction) ir.Value {
	at := f.GEP(body.MemoryType(r.Type), cells, i, "cell")
	if byValue(r) {
		return at
	}
	return f.ToGeneric(at)
}

// put stores p at the address to.
func (f combining) put(p part, to ir.Value) {
	t := p.st.Reduction.Type
	if byValue(p.st.Reduction) {
		f.Store(f.ToMemory(p.v, t), to, t.Align())
		return
	}
	f.CopyBytes("memcpy", f.ToGeneric(to), p.v, ir.Num(ir.I64, t.Size()), t.Align(), false)
}

// loadIf yields cells[i] if c holds, else id.
func (f combining) loadIf(c, cells, i ir.Value, t region.Type, id ir.Value) ir.Value {
	from := f.Cur
	then, done := f.NewBlock("cell"), f.NewBlock("cell.end")
	f.CondBr(c, then, done)
	f.Place(then)
	x := f.FromMemory(f.Load(body.MemoryType(t),
		f.GEP(body.MemoryType(t), cells, f.Resize(i, ir.I64, false), "cell.at"), t.Align(), "cell"), t)
	last := f.Cur
	f.Place(done)
	return f.Phi(x.Type(), "warp.val", x, last, id, from)
}

// sharedArray adds an array in shared memory and returns its address in the shared address space.
func (f combining) sharedArray(name string, elem ir.Type, n, align int64) ir.Value {
	sym, t := f.Mod.Symbol(name), ir.ArrayOf(n, elem)
	gl := f.Mod.AddGlobal(sym, t, f.Mod.Target.SharedSpace, ir.Undef(t), "internal", false)
	gl.Align = llir.Align(align)
	return ir.Symbol{Name: sym, Space: f.Mod.Target.SharedSpace}
}

// deliver emits code that the team's first thread executes: it combines the team's results into
// the originals, or stores them for the last team if p has them.
func (f combining) deliver(parts []part, levels region.Level, p *pass) {
	var locked []part
	for _, x := range parts {
		switch {
		case p != nil && p.has(x.st):
			f.put(x, p.at(f.function, x.st, f.record(p, f.blockID())))
		case byValue(x.st.Reduction):
			f.combineOne(x.st, x.v, levels)
		case levels&region.LevelDistribute == 0:
			f.CombineInto(x.st.Reduction, x.st.Original, x.v)
		default:
			locked = append(locked, x)
		}
	}
	if len(locked) > 0 {
		f.Exec.Locked(func() {
			for _, x := range locked {
				f.CombineInto(x.st.Reduction, x.st.Original, x.v)
			}
		})
	}
	if p != nil {
		f.arrive(p)
	}
}

// combineOne emits the update of an original by the thread that holds the team's value.
func (f combining) combineOne(st body.ReductionState, v ir.Value, levels region.Level) {
	t := st.Reduction.Type
	op, _ := body.AtomicOf(st.Reduction)
	_, native := body.RmwName(op, t)
	if levels&region.LevelDistribute != 0 ||
		native && !body.IsFloat(t) && st.Reduction.Op != region.RedMin && st.Reduction.Op != region.RedMax {
		body.Atomics{Function: f.function.Function}.AtomicUpdate(op, st.Original, v, t, region.Relaxed,
			region.ScopeDevice)
		return
	}
	a := f.LoadRed(st.Original, t)
	f.Store(f.ToMemory(f.CombineVals(st.Reduction, a, v), t), st.Original, t.Align())
}

// Arrays.

// tileBytes is the size in shared memory of a tile of an array reduction.
const tileBytes = 8 << 10

// arrayReduce combines the elements of an array or section, a tile at a time. Each warp
// combines its lanes' copies of an element; one thread per element then combines the
// results of the warps.
func (f combining) arrayReduce(cr threadGroup, st body.ReductionState, levels region.Level, p *pass) {
	t, warps := st.Reduction.Type, cr.maxWarps(f.function)
	tile := min(max(tileBytes/(warps*t.Size()), 1), int64(f.Mod.Target.WarpSize))
	if n, ok := body.ConstCount(st.Reduction); ok {
		tile = min(tile, max(n, 1))
	}
	cells := f.sharedArray(f.Func.Name()+".red."+st.Reduction.Name, body.MemoryType(t), warps*tile, t.Align())
	tid := f.Resize(f.tid(), ir.I64, false)
	n := f.Resize(cr.n, ir.I64, false)
	used := f.Resize(f.warps(cr), ir.I64, false)
	update := f.elementUpdate(st, levels, p)
	f.Loop("tile", ir.Num(ir.I64, 0), *st.Count, ir.Num(ir.I64, tile), func(base ir.Value) {
		m := f.Call(ir.I64, "llvm.umin.i64", "", ir.Num(ir.I64, tile), f.Bin("sub", *st.Count, base, "left"))
		f.Loop("elem", ir.Num(ir.I64, 0), m, ir.Num(ir.I64, 1), func(e ir.Value) { f.warpElement(cr, st, base, e, cells, tile) })
		cr.sync()
		each := func() {
			f.Loop("elem", tid, m, n, func(e ir.Value) {
				update(f.Bin("add", base, e, "elem"), f.acrossWarps(st, cells, e, used, tile))
			})
		}
		if _, atomic := body.AtomicOf(st.Reduction); levels&region.LevelDistribute != 0 && !atomic &&
			(p == nil || !p.has(st)) {
			f.lockTeam(cr, each)
		} else {
			each()
		}
		cr.sync()
	})
}

// warpElement combines element base+e within each warp and stores the result in cells.
func (f combining) warpElement(cr threadGroup, st body.ReductionState, base, e, cells ir.Value, tile int64) {
	warp := int64(f.Mod.Target.WarpSize)
	x := part{st, f.GEP(body.MemoryType(st.Reduction.Type), st.Private, f.Bin("add", base, e, "elem"), "priv")}
	if byValue(st.Reduction) {
		x.v = f.warpReduce(cr, st.Reduction, f.LoadRed(x.v, st.Reduction.Type), warp)
	} else {
		f.warpCombine(cr, st.Reduction, x.v, warp, cr.n)
	}
	f.ifLeads(f.tid(), func(w ir.Value) {
		f.put(x, f.cell(cells, f.Bin("add", f.Bin("mul", w, ir.Num(ir.I64, tile), "row"), e, "at"), st.Reduction))
	})
}

// acrossWarps combines the results of the warps for element e of the tile. It returns
// a value, or the address of the first warp's cell, into which it combines the others.
func (f combining) acrossWarps(st body.ReductionState, cells, e, used ir.Value, tile int64) ir.Value {
	t := st.Reduction.Type
	at := func(w ir.Value) ir.Value {
		return f.cell(cells, f.Bin("add", f.Bin("mul", w, ir.Num(ir.I64, tile), "row"), e, "at"), st.Reduction)
	}
	out := f.cell(cells, e, st.Reduction)
	if !byValue(st.Reduction) {
		f.Loop("warp", ir.Num(ir.I64, 1), used, ir.Num(ir.I64, 1), func(w ir.Value) { f.CombineInto(st.Reduction, out, at(w)) })
		return out
	}
	acc := f.Alloca(body.MemoryType(t), t.Align(), "acc")
	f.Store(f.Load(body.MemoryType(t), out, t.Align(), "part"), acc, t.Align())
	f.Loop("warp", ir.Num(ir.I64, 1), used, ir.Num(ir.I64, 1), func(w ir.Value) {
		v := f.CombineVals(st.Reduction, f.LoadRed(acc, t), f.LoadRed(at(w), t))
		f.Store(f.ToMemory(v, t), acc, t.Align())
	})
	return f.LoadRed(acc, t)
}

// elementUpdate returns a function that emits the use of v, the team's value of element i: the function
// combines v into the original, or stores it for the last team.
func (f combining) elementUpdate(st body.ReductionState, levels region.Level, p *pass) func(i, v ir.Value) {
	t := st.Reduction.Type
	if p != nil && p.has(st) {
		room := f.room(p, st)
		return func(i, v ir.Value) { f.put(part{st, v}, f.GEP(body.MemoryType(t), room, i, "partial")) }
	}
	return func(i, v ir.Value) {
		orig := f.GEP(body.MemoryType(t), st.Original, i, "orig")
		if !byValue(st.Reduction) {
			f.CombineInto(st.Reduction, orig, v)
			return
		}
		one := st
		one.Original = orig
		f.combineOne(one, v, levels)
	}
}

// Warps.

// warpReduce leaves in lane 0 the combination of the first lanes of a warp. Their
// number is a power of two. Lanes outside of the group do not contribute; lanes without
// a copy hold the identity.
func (f combining) warpReduce(cr threadGroup, r *region.Reduction, v ir.Value, lanes int64) ir.Value {
	if x, ok := f.redux(cr, r, v); ok {
		return x
	}
	if f.Mod.Target.Row > 0 {
		return f.rowReduce(cr, r, v, lanes)
	}
	for off := lanes / 2; off > 0; off /= 2 {
		var exists ir.Value
		bits := f.byWords(body.Atomics{Function: f.function.Function}.ToBits(v, r.Type), func(w ir.Value) ir.Value {
			w, exists = f.shuffleWord(cr, w, ir.Num(ir.I32, off))
			return w
		})
		x := f.CombineVals(r, v, body.Atomics{Function: f.function.Function}.BitsTo(bits, r.Type))
		if !cr.full {
			x = f.Sel(exists, x, v, "part")
		}
		v = x
	}
	return v
}

// rowReduce is warpReduce for targets whose warps consist of rows. It combines within
// rows by row shifts, without shared memory, then combines the rows' first lanes as
// scalars. A lane at the end of a row combines with 0; that value never reaches the
// first lane.
func (f combining) rowReduce(cr threadGroup, r *region.Reduction, v ir.Value, lanes int64) ir.Value {
	tid, row := f.tid(), f.Mod.Target.Row
	from := func(v ir.Value, word func(w ir.Value) ir.Value) ir.Value {
		return body.Atomics{Function: f.function.Function}.BitsTo(f.byWords(body.Atomics{Function: f.function.Function}.ToBits(v, r.Type), word), r.Type)
	}
	existing := func(v, other, from ir.Value) ir.Value { // combines v with other, if thread from exists
		x := f.CombineVals(r, v, other)
		if cr.full {
			return x
		}
		return f.Sel(f.ICmp("ult", from, cr.n, "exists"), x, v, "part")
	}
	for off := min(lanes, row) / 2; off > 0; off /= 2 {
		other := from(v, func(w ir.Value) ir.Value {
			return f.Mod.Target.RowShift(f.Emitter(), w, off)
		})
		v = existing(v, other, f.Bin("add", tid, ir.Num(ir.I32, off), "from"))
	}
	if lanes <= row {
		return v
	}
	first := func(lane int64) ir.Value {
		return from(v, func(w ir.Value) ir.Value {
			return f.Mod.Target.ReadLane(f.Emitter(), w, lane)
		})
	}
	all, start := first(0), f.Bin("and", tid, ir.Num(ir.I32, -int64(f.Mod.Target.WarpSize)), "warp.first")
	for lane := row; lane < lanes; lane += row {
		all = existing(all, first(lane), f.Bin("add", start, ir.Num(ir.I32, lane), "from"))
	}
	return all
}

// byWords applies gen to each 32-bit word of bits.
func (f combining) byWords(bits ir.Value, gen func(w ir.Value) ir.Value) ir.Value {
	if ir.Bits(bits.Type()) <= 32 {
		return f.Resize(gen(f.Resize(bits, ir.I32, false)), bits.Type(), false)
	}
	lo, hi := f.split(bits)
	return f.join(gen(lo), gen(hi))
}

// redux combines words or truth values by one instruction, if the target has one.
func (f combining) redux(cr threadGroup, r *region.Reduction, v ir.Value) (ir.Value, bool) {
	if f.Mod.Target.Ballot != nil && (r.Op == region.RedLAnd || r.Op == region.RedLOr) {
		b := f.Mod.Target.Ballot(f.Emitter(), cr.lanes(), r.Op == region.RedLAnd,
			body.Atomics{Function: f.function.Function}.Truth(v, r.Type))
		return body.Conversions{Function: f.Function}.Convert(b, region.BoolT, r.Type), true
	}
	t, ok := r.Type.(*region.Int)
	if !ok || t.Bits > 32 || f.Mod.Target.ReduceWord == nil {
		return nil, false
	}
	name, ok := map[region.RedOp]string{region.RedAdd: "add", region.RedSub: "add", region.RedAnd: "and",
		region.RedOr:  "or",
		region.RedXor: "xor", region.RedMin: "min", region.RedMax: "max"}[r.Op]
	if !ok {
		return nil, false
	}
	if !t.Signed && (r.Op == region.RedMin || r.Op == region.RedMax) {
		name = "u" + name
	}
	x := f.Mod.Target.ReduceWord(f.Emitter(), cr.lanes(), name, f.Resize(v, ir.I32, t.Signed))
	return f.Resize(x, v.Type(), false), true
}

// warpCombine is warpReduce for copies in memory at addr. It combines each copy at
// most once, since a combiner may have side effects.
func (f combining) warpCombine(cr threadGroup, r *region.Reduction, addr ir.Value, lanes int64, limit ir.Value) {
	if lanes < 2 {
		return
	}
	t := r.Type
	in := f.Alloca(body.MemoryType(t), max(t.Align(), 8), r.Name+".in")
	tid := f.tid()
	lane := f.Bin("and", tid, ir.Num(ir.I32, int64(f.Mod.Target.WarpSize)-1), "lane")
	pre := f.Preheader()
	loop, done := f.NewBlock("shuffle"), f.NewBlock("shuffle.end")
	off := f.NewPhi(ir.I32, "off")
	halved := f.Name("off.next")
	f.Place(loop)
	f.Add(off)
	f.shuffleBytes(cr, addr, in, t, off)
	takes := f.ICmp("ult", lane, off, "takes")
	takes = f.Bin("and", takes, f.ICmp("ult", f.Bin("add", tid, off, "from"), limit, "exists"), "takes")
	f.IfThen(takes, "combine", func() { f.CombineInto(r, addr, in) })
	next := f.DefBin(halved, "lshr", off, ir.Num(ir.I32, 1))
	more := f.ICmp("ne", next, ir.Num(ir.I32, 0), "more")
	ir.Incoming(off, ir.Num(ir.I32, int64(lanes/2)), pre, next, f.Cur)
	f.CondBr(more, loop, done)
	f.Place(done)
}

// unrolledWords is the size limit, in 64-bit words, up to which moveWords unrolls the copy of an object.
const unrolledWords = 16

// shuffleBytes copies to the address to the object of type t that the lane off positions higher has at from.
func (f combining) shuffleBytes(cr threadGroup, from, to ir.Value, t region.Type, off ir.Value) {
	f.moveWords(from, to, t, func(w ir.Value) ir.Value {
		return f.byWords(w, func(w ir.Value) ir.Value {
			x, _ := f.shuffleWord(cr, w, off)
			return x
		})
	})
}

// moveWords copies the object of type t at from to the address to, and applies word to each word of it.
func (f combining) moveWords(from, to ir.Value, t region.Type, word func(w ir.Value) ir.Value) {
	at, size := int64(0), t.Size()
	move := func(a ir.Value, b ir.Value, n int64) {
		it := ir.Int(int(8 * n))
		f.Store(word(f.Load(it, a, min(n, t.Align()), "word")), b, min(n, t.Align()))
	}
	if size > unrolledWords*8 {
		words := ir.Num(ir.I64, size/8)
		f.Loop("word", ir.Num(ir.I64, 0), words, ir.Num(ir.I64, 1), func(i ir.Value) { move(f.GEP(ir.I64, from, i, "from"), f.GEP(ir.I64, to, i, "to"), 8) })
		at = size / 8 * 8
	}
	for _, n := range []int64{8, 4, 2, 1} {
		for ; size-at >= n; at += n {
			move(f.Offset(from, at, "from"), f.Offset(to, at, "to"), n)
		}
	}
}

// split splits an i64 into two words; join is its inverse.
func (f combining) split(bits ir.Value) (lo, hi ir.Value) {
	if f.Mod.Target.Split != nil {
		low, high := f.Mod.Target.Split(f.Emitter(), bits)
		return low, high
	}
	lo = f.Cast("trunc", bits, ir.I32, "lo")
	return lo, f.Cast("trunc", f.Bin("lshr", bits, ir.Num(ir.I64, 32), "up"), ir.I32, "hi")
}

func (f combining) join(lo, hi ir.Value) ir.Value {
	if f.Mod.Target.Join != nil {
		return f.Mod.Target.Join(f.Emitter(), lo, hi)
	}
	up := f.Bin("shl", f.Cast("zext", hi, ir.I64, "hi"), ir.Num(ir.I64, 32), "hi")
	return f.Bin("or", up, f.Cast("zext", lo, ir.I64, "lo"), "word")
}

// shuffleWord returns the value of w in the lane off positions higher. On targets with lane masks, if a group
// may end within a warp, exists says whether the group has that lane; if it has not, x is undefined.
func (f combining) shuffleWord(cr threadGroup, w, off ir.Value) (x, exists ir.Value) {
	word, there := f.Mod.Target.ShuffleDown(f.Emitter(), cr.lanes(), w, off)
	return word, there
}

// redIdentity returns the identity of r: the value that combines without effect (OpenMP 5.2 table 5.2).
func (f combining) redIdentity(r *region.Reduction) ir.Value {
	t := r.Type
	v := body.TypeOf(t)
	switch r.Op {
	case region.RedMul, region.RedLAnd:
		if body.IsFloat(t) {
			return body.ConstantOf(&region.FConst{Type: t.(*region.Float), Val: body.One})
		}
		if body.IsBool(t) {
			return ir.True
		}
		return ir.Num(v, 1)
	case region.RedAnd:
		return body.AllOnes(t)
	case region.RedMin, region.RedMax:
		return extreme(t, r.Op == region.RedMin)
	}
	if body.IsFloat(t) {
		return ir.Real{Typ: v, Digits: "-0.0"}
	}
	if body.IsBool(t) {
		return ir.False
	}
	return ir.Num(v, 0)
}

// extreme returns the greatest or the least value of t, an infinity for floating-point types.
func extreme(t region.Type, greatest bool) ir.Value {
	if body.IsFloat(t) {
		inf := 1
		if !greatest {
			inf = -1
		}
		return body.ConstantOf(&region.FConst{Type: t.(*region.Float), Inf: inf})
	}
	it, ok := t.(*region.Int)
	if !ok {
		return ir.Truth(greatest)
	}
	switch {
	case greatest && it.Signed:
		return ir.BigNum(body.TypeOf(t), body.Mask(it.Bits-1))
	case greatest:
		return ir.Num(body.TypeOf(t), -1)
	case it.Signed:
		return ir.BigNum(body.TypeOf(t), new(big.Int).Neg(body.TwoTo(it.Bits-1)))
	}
	return ir.Num(body.TypeOf(t), 0)
}

func log2(n int64) int {
	k := 0
	for n > 1 {
		n, k = n/2, k+1
	}
	return k
}

func nextPow2(n int64) int64 {
	p := int64(1)
	for p < n {
		p *= 2
	}
	return p
}

// lanes describes the lanes of one warp that belong to the group.
func (cr threadGroup) lanes() target.Lanes {
	return target.Lanes{Full: cr.full, Mask: cr.mask, Last: cr.last}
}
