package codegen

import (
	"math/big"
	"slices"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// threadGroup is the threads that combine their copies together: those with numbers
// below n.
type threadGroup struct {
	n     ir.Value
	bound int64    // n is not greater
	full  bool     // they are all of the team, in whole warps
	small bool     // they are all of the team, in whole warps or less than one
	mask  ir.Value // Target.LaneMasks: the lanes of this thread's warp that belong to the group
	last  ir.Value // Target.LaneMasks: the last of them
	sync  func()   // barrier of the group
}

// threadGroup is the threads that execute the construct being emitted.
func (f combining) threadGroup() threadGroup {
	c, warp := f.ctx, int64(f.m.t.WarpSize)
	cr := threadGroup{n: c.threads, bound: int64(f.m.t.MaxThreads), sync: func() { f.exec.barrier() }}
	if f.kernel != nil {
		cr.bound = f.mod.launchBound(f.kernel)
	}
	all := false // of the team: whole warps or less than one (device.ThreadsOf)
	switch {
	case c.orphan:
		cr.n = teamState{f.gpuFn}.state()
		cr.sync = func() { teamState{f.gpuFn}.syncSharing(cr.n) }
	case !c.partial:
		cr.n = f.blockDim()
		all = f.kernel != nil && cr.bound%warp == 0
		cr.full, cr.small = all && c.once, all && !c.once
	}
	cr.mask, cr.last = ir.Num(ir.I32, -1), ir.Num(ir.I32, warp-1)
	if !cr.full && f.m.t.LaneMasks {
		rest := cr.n
		if !all {
			rest = f.Bin("sub", rest, f.Bin("and", f.tid(), ir.Num(ir.I32, -warp), "warp.first"), "rest")
		}
		rest = f.call(ir.I32, "llvm.umin.i32", "", rest, ir.Num(ir.I32, warp))
		cr.last = f.Bin("sub", rest, ir.Num(ir.I32, 1), "last")
		cr.mask = f.Bin("sub", f.Bin("shl", ir.Num(ir.I32, 2), cr.last, "above"), ir.Num(ir.I32, 1), "members")
	}
	return cr
}

// warps is how many warps cr has.
func (f combining) warps(cr threadGroup) ir.Value {
	warp := int64(f.m.t.WarpSize)
	return f.Bin("lshr", f.Bin("add", cr.n, ir.Num(ir.I32, warp-1), "up"), ir.Num(ir.I32, int64(log2(warp))), "warps")
}

func (cr threadGroup) maxWarps(f gpuFn) int64 {
	warp := int64(f.m.t.WarpSize)
	return (cr.bound + warp - 1) / warp
}

// reduce combines the private copies of the region's threads into the
// originals: the lanes of a warp by shuffles, the warps through shared memory.
// One thread has the team's value then; for an array each element has one.
// Teams update the originals by atomic operations, or the team that comes last
// does it for all (see pass). inLine: the construct is executed once by each
// team, so that this is possible. sync: a barrier must follow.
func (f combining) reduce(red []redState, levels region.Level, inLine, sync bool) {
	c := f.ctx
	switch {
	case len(red) == 0:
	case c.teamLevel && levels&region.LevelDistribute != 0:
		f.teamsReduce(red, inLine)
	case c.serial && levels&region.LevelDistribute != 0:
		f.combineShared(red, region.ScopeDevice)
	case c.serial, c.teamLevel:
		f.combineOwn(red)
	case c.orphan:
		shared, alone, done := f.NewBlock("shared"), f.NewBlock("alone"), f.NewBlock("reduced")
		f.CondBr(teamState{f.gpuFn}.sharing(), shared, alone)
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

func (f combining) groupReduce(red []redState, levels region.Level, inLine, sync bool) {
	cr := f.threadGroup()
	p := f.newPass(red, levels, inLine)
	f.noteCombined(red, p, inTeamWords(region.LevelFor), acrossWords(levels))
	var one, many []redState
	for _, st := range red {
		if st.count == nil {
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

// combineOwn combines the copies of the one thread that executes a construct;
// at team level it is thread 0.
func (f combining) combineOwn(red []redState) {
	if len(red) == 0 {
		return
	}
	own := func(f gpuFn) {
		for _, st := range red {
			f.elements(st, func(orig, priv ir.Value) { f.combineInto(st.r, orig, priv) })
		}
	}
	if f.ctx.teamLevel {
		f.guard(false, own)
		return
	}
	own(f.gpuFn)
}

// part is the combination of several threads' copies: a value, or for types
// that are combined in memory the address of one.
type part struct {
	st redState
	v  ir.Value
}

// byValue reports whether copies of r are kept in registers to combine them.
func byValue(r *region.Reduction) bool {
	_, ok := atomicOf(r)
	return ok
}

// tree combines scalars and structures within the group; thread 0 executes done
// with the results.
func (f combining) tree(cr threadGroup, sts []redState, done func([]part)) {
	warp := int64(f.m.t.WarpSize)
	parts := make([]part, len(sts))
	tid := f.tid()
	for i, st := range sts {
		v := st.priv
		if byValue(st.r) {
			v = f.warpReduce(cr, st.r, f.loadRed(st.priv, st.r.Type), warp)
		} else {
			f.warpCombine(cr, st.r, st.priv, warp, cr.n)
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
		cells[i] = f.sharedArray(f.Func.Name()+".red."+st.r.Name, memType(st.r.Type), cr.maxWarps(f.gpuFn), st.r.Type.Align())
	}
	f.ifLeads(tid, func(w ir.Value) {
		for i, p := range parts {
			f.put(p, f.cell(cells[i], w, p.st.r))
		}
	})
	cr.sync()
	f.IfThen(f.ICmp("ult", tid, ir.Num(ir.I32, warp), "first.warp"), "team", func() {
		lanes := nextPow2(cr.maxWarps(f.gpuFn))
		for i, p := range parts {
			has := f.ICmp("ult", f.Bin("mul", tid, ir.Num(ir.I32, warp), "from"), cr.n, "has")
			if byValue(p.st.r) {
				x := f.loadIf(has, cells[i], tid, p.st.r.Type, f.redIdentity(p.st.r))
				parts[i].v = f.firstWarp(cr, p.st.r, x, lanes)
				continue
			}
			f.IfThen(has, "part", func() {
				f.copyBytes("memcpy", p.v, f.cell(cells[i], f.Resize(tid, ir.I64, false), p.st.r), ir.Num(ir.I64, p.st.r.Type.Size()), p.st.r.Type.Align(), false)
			})
			f.warpCombine(cr, p.st.r, p.v, lanes, f.warps(cr))
		}
		first()
	})
}

// treeOrEach is tree for whole warps. In a team of less than one every thread executes done with what it
// has itself: done is atomic.
func (f combining) treeOrEach(cr threadGroup, sts []redState, done func([]part)) {
	warp := int64(f.m.t.WarpSize)
	own := make([]ir.Value, len(sts))
	for i, st := range sts {
		own[i] = f.loadRed(st.priv, st.r.Type)
	}
	tree, deliver, end := f.NewBlock("tree"), f.NewBlock("deliver"), f.NewBlock("delivered")
	from := f.Preheader()
	f.CondBr(f.ICmp("ult", cr.n, ir.Num(ir.I32, warp), "small"), deliver, tree)
	f.Place(tree)
	var parts []part
	var last *ir.Block
	f.tree(cr.wholeWarps(f.gpuFn), sts, func(p []part) {
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

// treeOrAtomics is tree for whole warps. The threads of a team of less than one update the originals, which are
// the team's, by atomic operations.
func (f combining) treeOrAtomics(cr threadGroup, sts []redState, done func([]part)) {
	tree, each, end := f.NewBlock("tree"), f.NewBlock("each"), f.NewBlock("delivered")
	f.CondBr(f.ICmp("ult", cr.n, ir.Num(ir.I32, int64(f.m.t.WarpSize)), "small"), each, tree)
	f.Place(each)
	cr.sync() // the originals have their values
	for _, st := range sts {
		op, _ := atomicOf(st.r)
		atomics{f.gpuFn.fn}.atomicUpdate(op, st.orig, f.loadRed(st.priv, st.r.Type), st.r.Type, region.Relaxed, region.ScopeDevice)
	}
	f.Br(end)
	f.Place(tree)
	f.tree(cr.wholeWarps(f.gpuFn), sts, done)
	f.Place(end)
}

// wholeWarps is a group of whole warps.
func (cr threadGroup) wholeWarps(f gpuFn) threadGroup {
	cr.full, cr.mask, cr.last = true, ir.Num(ir.I32, -1), ir.Num(ir.I32, int64(f.m.t.WarpSize)-1)
	return cr
}

// inOneOrder reports that a reduction of sts must combine its parts in one order.
func (f combining) inOneOrder(sts []redState) bool {
	return f.m.opts.Deterministic && slices.ContainsFunc(sts, func(st redState) bool { return isFloat(st.r.Type) })
}

// allNative reports that each of sts is updated by one atomic instruction.
func allNative(sts []redState) bool {
	return !slices.ContainsFunc(sts, func(st redState) bool {
		op, ok := atomicOf(st.r)
		if ok {
			_, ok = rmwName(op, st.r.Type)
		}
		return !ok
	})
}

func allByValue(sts []redState) bool {
	return !slices.ContainsFunc(sts, func(st redState) bool { return !byValue(st.r) })
}

// firstWarp is warpReduce of the warps' results by the first one. That is a whole one, or the only
// one: then there is nothing to combine.
func (f combining) firstWarp(cr threadGroup, r *region.Reduction, x ir.Value, lanes int64) ir.Value {
	whole := cr
	whole.full = true
	v := f.warpReduce(whole, r, x, lanes)
	if cr.full {
		return v
	}
	return f.Sel(f.ICmp("ugt", cr.n, ir.Num(ir.I32, int64(f.m.t.WarpSize)), "several"), v, x, "all")
}

// ifLeads executes gen, with the number of the warp as i64, by its first lane.
func (f combining) ifLeads(tid ir.Value, gen func(warp ir.Value)) {
	warp := int64(f.m.t.WarpSize)
	lane := f.Bin("and", tid, ir.Num(ir.I32, warp-1), "lane")
	f.IfThen(f.ICmp("eq", lane, ir.Num(ir.I32, 0), "leads"), "warp.out", func() {
		gen(f.Resize(f.Bin("lshr", tid, ir.Num(ir.I32, int64(log2(warp))), "warp"), ir.I64, false))
	})
}

// cell is the address of element i of a shared array of r's type: generic for
// types that are combined in memory.
func (f combining) cell(cells, i ir.Value, r *region.Reduction) ir.Value {
	at := f.GEP(memType(r.Type), cells, i, "cell")
	if byValue(r) {
		return at
	}
	return f.toGeneric(at)
}

// put stores p at address to.
func (f combining) put(p part, to ir.Value) {
	t := p.st.r.Type
	if byValue(p.st.r) {
		f.Store(f.toMemory(p.v, t), to, t.Align())
		return
	}
	f.copyBytes("memcpy", f.toGeneric(to), p.v, ir.Num(ir.I64, t.Size()), t.Align(), false)
}

// loadIf loads cells[i] under c, else yields id.
func (f combining) loadIf(c, cells, i ir.Value, t region.Type, id ir.Value) ir.Value {
	from := f.Cur
	then, done := f.NewBlock("cell"), f.NewBlock("cell.end")
	f.CondBr(c, then, done)
	f.Place(then)
	x := f.fromMemory(f.Load(memType(t), f.GEP(memType(t), cells, f.Resize(i, ir.I64, false), "cell.at"), t.Align(), "cell"), t)
	last := f.Cur
	f.Place(done)
	return f.Phi(x.Type(), "warp.val", x, last, id, from)
}

// sharedArray makes team-shared storage; the pointer stays in shared space.
func (f combining) sharedArray(name string, elem ir.Type, n, align int64) ir.Value {
	sym, t := f.m.symbol(name), ir.ArrayOf(n, elem)
	gl := f.m.addGlobal(sym, t, f.m.t.SharedSpace, ir.Undef(t), "internal", false)
	gl.Align = llir.Align(align)
	return ir.Symbol{Name: sym, Space: f.m.t.SharedSpace}
}

// deliver gives the team's results, by its first thread, to the originals or to
// the last team.
func (f combining) deliver(parts []part, levels region.Level, p *pass) {
	var locked []part
	for _, x := range parts {
		switch {
		case p != nil && p.has(x.st):
			f.put(x, p.at(f.gpuFn, x.st, f.record(p, f.blockID())))
		case byValue(x.st.r):
			f.combineOne(x.st, x.v, levels)
		case levels&region.LevelDistribute == 0:
			f.combineInto(x.st.r, x.st.orig, x.v)
		default:
			locked = append(locked, x)
		}
	}
	if len(locked) > 0 {
		f.exec.locked(func() {
			for _, x := range locked {
				f.combineInto(x.st.r, x.st.orig, x.v)
			}
		})
	}
	if p != nil {
		f.arrive(p)
	}
}

// combineOne updates the original by the one thread that has the team's value.
func (f combining) combineOne(st redState, v ir.Value, levels region.Level) {
	t := st.r.Type
	op, _ := atomicOf(st.r)
	_, native := rmwName(op, t)
	if levels&region.LevelDistribute != 0 || native && !isFloat(t) && st.r.Op != region.RedMin && st.r.Op != region.RedMax {
		atomics{f.gpuFn.fn}.atomicUpdate(op, st.orig, v, t, region.Relaxed, region.ScopeDevice)
		return
	}
	a := f.loadRed(st.orig, t)
	f.Store(f.toMemory(f.combineVals(st.r, a, v), t), st.orig, t.Align())
}

// Arrays.

// tileBytes is how much shared memory the reduction of an array takes at a time.
const tileBytes = 8 << 10

// arrayReduce combines the elements of an array or section: a tile of them at
// a time, each within the warps, then across them by a thread of its own.
func (f combining) arrayReduce(cr threadGroup, st redState, levels region.Level, p *pass) {
	t, warps := st.r.Type, cr.maxWarps(f.gpuFn)
	tile := min(max(tileBytes/(warps*t.Size()), 1), int64(f.m.t.WarpSize))
	if n, ok := constCount(st.r); ok {
		tile = min(tile, max(n, 1))
	}
	cells := f.sharedArray(f.Func.Name()+".red."+st.r.Name, memType(t), warps*tile, t.Align())
	tid := f.Resize(f.tid(), ir.I64, false)
	n := f.Resize(cr.n, ir.I64, false)
	used := f.Resize(f.warps(cr), ir.I64, false)
	update := f.elementUpdate(st, levels, p)
	f.Loop("tile", ir.Num(ir.I64, 0), *st.count, ir.Num(ir.I64, tile), func(base ir.Value) {
		m := f.call(ir.I64, "llvm.umin.i64", "", ir.Num(ir.I64, tile), f.Bin("sub", *st.count, base, "left"))
		f.Loop("elem", ir.Num(ir.I64, 0), m, ir.Num(ir.I64, 1), func(e ir.Value) { f.warpElement(cr, st, base, e, cells, tile) })
		cr.sync()
		each := func() {
			f.Loop("elem", tid, m, n, func(e ir.Value) {
				update(f.Bin("add", base, e, "elem"), f.acrossWarps(st, cells, e, used, tile))
			})
		}
		if _, atomic := atomicOf(st.r); levels&region.LevelDistribute != 0 && !atomic && (p == nil || !p.has(st)) {
			f.lockTeam(cr, each)
		} else {
			each()
		}
		cr.sync()
	})
}

// warpElement leaves in cells what a warp has for element base+e.
func (f combining) warpElement(cr threadGroup, st redState, base, e, cells ir.Value, tile int64) {
	warp := int64(f.m.t.WarpSize)
	x := part{st, f.GEP(memType(st.r.Type), st.priv, f.Bin("add", base, e, "elem"), "priv")}
	if byValue(st.r) {
		x.v = f.warpReduce(cr, st.r, f.loadRed(x.v, st.r.Type), warp)
	} else {
		f.warpCombine(cr, st.r, x.v, warp, cr.n)
	}
	f.ifLeads(f.tid(), func(w ir.Value) {
		f.put(x, f.cell(cells, f.Bin("add", f.Bin("mul", w, ir.Num(ir.I64, tile), "row"), e, "at"), st.r))
	})
}

// acrossWarps combines what the warps have for element e of the tile: a value,
// or the address of the first warp's cell, which takes in the others.
func (f combining) acrossWarps(st redState, cells, e, used ir.Value, tile int64) ir.Value {
	t := st.r.Type
	at := func(w ir.Value) ir.Value {
		return f.cell(cells, f.Bin("add", f.Bin("mul", w, ir.Num(ir.I64, tile), "row"), e, "at"), st.r)
	}
	out := f.cell(cells, e, st.r)
	if !byValue(st.r) {
		f.Loop("warp", ir.Num(ir.I64, 1), used, ir.Num(ir.I64, 1), func(w ir.Value) { f.combineInto(st.r, out, at(w)) })
		return out
	}
	acc := f.alloca(memType(t), t.Align(), "acc")
	f.Store(f.Load(memType(t), out, t.Align(), "part"), acc, t.Align())
	f.Loop("warp", ir.Num(ir.I64, 1), used, ir.Num(ir.I64, 1), func(w ir.Value) {
		v := f.combineVals(st.r, f.loadRed(acc, t), f.loadRed(at(w), t))
		f.Store(f.toMemory(v, t), acc, t.Align())
	})
	return f.loadRed(acc, t)
}

// elementUpdate returns what brings the team's value of an element to the
// original or to the last team.
func (f combining) elementUpdate(st redState, levels region.Level, p *pass) func(i, v ir.Value) {
	t := st.r.Type
	if p != nil && p.has(st) {
		room := f.room(p, st)
		return func(i, v ir.Value) { f.put(part{st, v}, f.GEP(memType(t), room, i, "partial")) }
	}
	return func(i, v ir.Value) {
		orig := f.GEP(memType(t), st.orig, i, "orig")
		if !byValue(st.r) {
			f.combineInto(st.r, orig, v)
			return
		}
		one := st
		one.orig = orig
		f.combineOne(one, v, levels)
	}
}

// Warps.

// warpReduce leaves in lane 0 the combination of the first lanes (a power of
// two) of a warp, of which those of the group exist; the other lanes have the
// identity.
func (f combining) warpReduce(cr threadGroup, r *region.Reduction, v ir.Value, lanes int64) ir.Value {
	if x, ok := f.redux(cr, r, v); ok {
		return x
	}
	if f.m.t.Row > 0 {
		return f.rowReduce(cr, r, v, lanes)
	}
	for off := lanes / 2; off > 0; off /= 2 {
		var exists ir.Value
		bits := f.byWords(atomics{f.gpuFn.fn}.toBits(v, r.Type), func(w ir.Value) ir.Value {
			w, exists = f.shuffleWord(cr, w, ir.Num(ir.I32, off))
			return w
		})
		x := f.combineVals(r, v, atomics{f.gpuFn.fn}.bitsTo(bits, r.Type))
		if !cr.full {
			x = f.Sel(exists, x, v, "part")
		}
		v = x
	}
	return v
}

// rowReduce is warpReduce where lanes have rows: within rows without going through the
// memory of the team, then the rows' first lanes as scalars. A lane at a row's
// end combines with 0, which no first lane gets to see.
func (f combining) rowReduce(cr threadGroup, r *region.Reduction, v ir.Value, lanes int64) ir.Value {
	tid, row := f.tid(), f.m.t.Row
	from := func(v ir.Value, word func(w ir.Value) ir.Value) ir.Value {
		return atomics{f.gpuFn.fn}.bitsTo(f.byWords(atomics{f.gpuFn.fn}.toBits(v, r.Type), word), r.Type)
	}
	existing := func(v, other, from ir.Value) ir.Value { // with what thread from has, if there is one
		x := f.combineVals(r, v, other)
		if cr.full {
			return x
		}
		return f.Sel(f.ICmp("ult", from, cr.n, "exists"), x, v, "part")
	}
	for off := min(lanes, row) / 2; off > 0; off /= 2 {
		other := from(v, func(w ir.Value) ir.Value {
			return f.m.t.RowShift(f.emitter(), w, off)
		})
		v = existing(v, other, f.Bin("add", tid, ir.Num(ir.I32, off), "from"))
	}
	if lanes <= row {
		return v
	}
	first := func(lane int64) ir.Value {
		return from(v, func(w ir.Value) ir.Value {
			return f.m.t.ReadLane(f.emitter(), w, lane)
		})
	}
	all, start := first(0), f.Bin("and", tid, ir.Num(ir.I32, -int64(f.m.t.WarpSize)), "warp.first")
	for lane := row; lane < lanes; lane += row {
		all = existing(all, first(lane), f.Bin("add", start, ir.Num(ir.I32, lane), "from"))
	}
	return all
}

// byWords applies gen to each word of bits.
func (f combining) byWords(bits ir.Value, gen func(w ir.Value) ir.Value) ir.Value {
	if ir.Bits(bits.Type()) <= 32 {
		return f.Resize(gen(f.Resize(bits, ir.I32, false)), bits.Type(), false)
	}
	lo, hi := f.split(bits)
	return f.join(gen(lo), gen(hi))
}

// redux combines words or truth values by one instruction, where the target has it.
func (f combining) redux(cr threadGroup, r *region.Reduction, v ir.Value) (ir.Value, bool) {
	if f.m.t.Ballot != nil && (r.Op == region.RedLAnd || r.Op == region.RedLOr) {
		b := f.m.t.Ballot(f.emitter(), cr.lanes(), r.Op == region.RedLAnd, atomics{f.gpuFn.fn}.truth(v, r.Type))
		return conversions{f.fn}.convert(b, region.BoolT, r.Type), true
	}
	t, ok := r.Type.(*region.Int)
	if !ok || t.Bits > 32 || f.m.t.ReduceWord == nil {
		return nil, false
	}
	name, ok := map[region.RedOp]string{region.RedAdd: "add", region.RedSub: "add", region.RedAnd: "and", region.RedOr: "or",
		region.RedXor: "xor", region.RedMin: "min", region.RedMax: "max"}[r.Op]
	if !ok {
		return nil, false
	}
	if !t.Signed && (r.Op == region.RedMin || r.Op == region.RedMax) {
		name = "u" + name
	}
	x := f.m.t.ReduceWord(f.emitter(), cr.lanes(), name, f.Resize(v, ir.I32, t.Signed))
	return f.Resize(x, v.Type(), false), true
}

// warpCombine is warpReduce for copies at addr. A copy is combined no more than
// once, since a combiner may do anything.
func (f combining) warpCombine(cr threadGroup, r *region.Reduction, addr ir.Value, lanes int64, limit ir.Value) {
	if lanes < 2 {
		return
	}
	t := r.Type
	in := f.alloca(memType(t), max(t.Align(), 8), r.Name+".in")
	tid := f.tid()
	lane := f.Bin("and", tid, ir.Num(ir.I32, int64(f.m.t.WarpSize)-1), "lane")
	pre := f.Preheader()
	loop, done := f.NewBlock("shuffle"), f.NewBlock("shuffle.end")
	off := f.NewPhi(ir.I32, "off")
	halved := f.Name("off.next")
	f.Place(loop)
	f.Add(off)
	f.shuffleBytes(cr, addr, in, t, off)
	takes := f.ICmp("ult", lane, off, "takes")
	takes = f.Bin("and", takes, f.ICmp("ult", f.Bin("add", tid, off, "from"), limit, "exists"), "takes")
	f.IfThen(takes, "combine", func() { f.combineInto(r, addr, in) })
	next := f.DefBin(halved, "lshr", off, ir.Num(ir.I32, 1))
	more := f.ICmp("ne", next, ir.Num(ir.I32, 0), "more")
	ir.Incoming(off, ir.Num(ir.I32, int64(lanes/2)), pre, next, f.Cur)
	f.CondBr(more, loop, done)
	f.Place(done)
}

// unrolledWords is how many words an object may have of which each gets its own instructions.
const unrolledWords = 16

// shuffleBytes fetches the object of type t at from, of the lane off further up, to to.
func (f combining) shuffleBytes(cr threadGroup, from, to ir.Value, t region.Type, off ir.Value) {
	f.moveWords(from, to, t, func(w ir.Value) ir.Value {
		return f.byWords(w, func(w ir.Value) ir.Value {
			x, _ := f.shuffleWord(cr, w, off)
			return x
		})
	})
}

// moveWords copies the object of type t at from to to, each word of it by way of word.
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

// split and join take an i64 apart into words and put it together.
func (f combining) split(bits ir.Value) (lo, hi ir.Value) {
	if f.m.t.Split != nil {
		low, high := f.m.t.Split(f.emitter(), bits)
		return low, high
	}
	lo = f.Cast("trunc", bits, ir.I32, "lo")
	return lo, f.Cast("trunc", f.Bin("lshr", bits, ir.Num(ir.I64, 32), "up"), ir.I32, "hi")
}

func (f combining) join(lo, hi ir.Value) ir.Value {
	if f.m.t.Join != nil {
		return f.m.t.Join(f.emitter(), lo, hi)
	}
	up := f.Bin("shl", f.Cast("zext", hi, ir.I64, "hi"), ir.Num(ir.I64, 32), "hi")
	return f.Bin("or", up, f.Cast("zext", lo, ir.I64, "lo"), "word")
}

// shuffleWord is w of the lane off further up. If a group may end within a warp, exists says
// whether it has this lane, on targets with lane masks; w has no meaning without.
func (f combining) shuffleWord(cr threadGroup, w, off ir.Value) (x, exists ir.Value) {
	word, there := f.m.t.ShuffleDown(f.emitter(), cr.lanes(), w, off)
	return word, there
}

// redIdentity is the value that combines without effect (OpenMP 5.2 table 5.2).
func (f combining) redIdentity(r *region.Reduction) ir.Value {
	t := r.Type
	v := typ(t)
	switch r.Op {
	case region.RedMul, region.RedLAnd:
		if isFloat(t) {
			return constantOf(&region.FConst{Type: t.(*region.Float), Val: oneFloat})
		}
		if isBool(t) {
			return ir.True
		}
		return ir.Num(v, 1)
	case region.RedAnd:
		return allOnes(t)
	case region.RedMin, region.RedMax:
		return extreme(t, r.Op == region.RedMin)
	}
	if isFloat(t) {
		return ir.Real{Typ: v, Digits: "-0.0"}
	}
	if isBool(t) {
		return ir.False
	}
	return ir.Num(v, 0)
}

// extreme is the greatest (or least) value of t; infinite for floats.
func extreme(t region.Type, greatest bool) ir.Value {
	if isFloat(t) {
		inf := 1
		if !greatest {
			inf = -1
		}
		return constantOf(&region.FConst{Type: t.(*region.Float), Inf: inf})
	}
	it, ok := t.(*region.Int)
	if !ok {
		return ir.Truth(greatest)
	}
	switch {
	case greatest && it.Signed:
		return ir.BigNum(typ(t), mask(it.Bits-1))
	case greatest:
		return ir.Num(typ(t), -1)
	case it.Signed:
		return ir.BigNum(typ(t), new(big.Int).Neg(pow(it.Bits-1)))
	}
	return ir.Num(typ(t), 0)
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

// lanes are those of the group in one warp.
func (cr threadGroup) lanes() target.Lanes {
	return target.Lanes{Full: cr.full, Mask: cr.mask, Last: cr.last}
}
