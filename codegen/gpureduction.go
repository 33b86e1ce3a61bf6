package codegen

import (
	"fmt"
	"slices"

	"github.com/llir/llvm/ir"

	"ompcc/lower/region"
)

// threadGroup is the threads that combine their copies together: those with numbers
// below n.
type threadGroup struct {
	n     val
	bound int64  // n is not greater
	full  bool   // they are all of the team, in whole warps
	small bool   // they are all of the team, in whole warps or less than one
	mask  val    // Target.LaneMasks: the lanes of this thread's warp that belong to the group
	last  val    // Target.LaneMasks: the last of them
	sync  func() // barrier of the group
}

// threadGroup is the threads that execute the construct being emitted.
func (f *fn) threadGroup() threadGroup {
	c, warp := f.ctx.grid, int64(f.m.t.WarpSize)
	cr := threadGroup{n: c.threads, bound: int64(f.m.t.MaxThreads), sync: func() { f.m.exec.barrier(f) }}
	if f.ctx.kernel != nil {
		cr.bound = f.m.launchBound(f.ctx.kernel)
	}
	all := false // of the team: whole warps or less than one (device.ThreadsOf)
	switch {
	case c.orphan:
		cr.n = f.state()
		cr.sync = func() { f.syncSharing(cr.n) }
	case !c.partial:
		cr.n = f.blockDim()
		all = f.ctx.kernel != nil && cr.bound%warp == 0
		cr.full, cr.small = all && c.once, all && !c.once
	}
	cr.mask, cr.last = num(tI32, -1), num(tI32, warp-1)
	if !cr.full && f.m.t.LaneMasks {
		rest := cr.n
		if !all {
			rest = f.bin("sub", rest, f.bin("and", f.tid(), num(tI32, -warp), "warp.first"), "rest")
		}
		rest = f.call(tI32, "llvm.umin.i32", "", rest, num(tI32, warp))
		cr.last = f.bin("sub", rest, num(tI32, 1), "last")
		cr.mask = f.bin("sub", f.bin("shl", num(tI32, 2), cr.last, "above"), num(tI32, 1), "members")
	}
	return cr
}

// warps is how many warps cr has.
func (f *fn) warps(cr threadGroup) val {
	warp := int64(f.m.t.WarpSize)
	return f.bin("lshr", f.bin("add", cr.n, num(tI32, warp-1), "up"), num(tI32, int64(log2(warp))), "warps")
}

func (cr threadGroup) maxWarps(f *fn) int64 {
	warp := int64(f.m.t.WarpSize)
	return (cr.bound + warp - 1) / warp
}

// reduce combines the private copies of the region's threads into the
// originals: the lanes of a warp by shuffles, the warps through shared memory.
// One thread has the team's value then; for an array each element has one.
// Teams update the originals by atomic operations, or the team that comes last
// does it for all (see pass). inLine: the construct is executed once by each
// team, so that this is possible. sync: a barrier must follow.
func (g *gpuModel) reduce(f *fn, red []redState, levels region.Level, inLine, sync bool) {
	c := f.ctx.grid
	switch {
	case len(red) == 0:
	case c.teamLevel && levels&region.LevelDistribute != 0:
		g.teamsReduce(f, red, inLine)
	case c.serial && levels&region.LevelDistribute != 0:
		f.combineShared(red, region.ScopeDevice)
	case c.serial, c.teamLevel:
		g.combineOwn(f, red)
	case c.orphan:
		shared, alone, done := f.newBlock("shared"), f.newBlock("alone"), f.newBlock("reduced")
		f.condBr(f.sharing(), shared, alone)
		f.place(alone)
		g.combineOwn(f, red)
		f.br(done)
		f.place(shared)
		g.groupReduce(f, red, levels, false, sync)
		f.place(done)
	default:
		g.groupReduce(f, red, levels, inLine, sync)
	}
}

func (g *gpuModel) groupReduce(f *fn, red []redState, levels region.Level, inLine, sync bool) {
	cr := f.threadGroup()
	p := f.newPass(red, levels, inLine)
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
	case cr.small && p == nil && levels&region.LevelDistribute == 0 && allNative(one) && !f.ordered(one):
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
func (g *gpuModel) combineOwn(f *fn, red []redState) {
	if len(red) == 0 {
		return
	}
	own := func() {
		for _, st := range red {
			f.elements(st, func(orig, priv val) { f.combineInto(st.r, orig, priv) })
		}
	}
	if f.ctx.grid.teamLevel {
		f.guard(false, own)
		return
	}
	own()
}

// part is the combination of several threads' copies: a value, or for types
// that are combined in memory the address of one.
type part struct {
	st redState
	v  val
}

// byValue reports whether copies of r are kept in registers to combine them.
func byValue(r *region.Reduction) bool {
	_, ok := atomicOf(r)
	return ok
}

// tree combines scalars and structures within the group; thread 0 executes done
// with the results.
func (f *fn) tree(cr threadGroup, sts []redState, done func([]part)) {
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
	cells := make([]val, len(sts))
	for i, st := range sts {
		cells[i] = f.sharedArray(f.f.Name()+".red."+st.r.Name, memType(st.r.Type), cr.maxWarps(f), st.r.Type.Align())
	}
	f.ifLeads(tid, func(w val) {
		for i, p := range parts {
			f.put(p, f.cell(cells[i], w, p.st.r))
		}
	})
	cr.sync()
	f.ifThen(f.icmp("ult", tid, num(tI32, warp), "first.warp"), "team", func() {
		lanes := nextPow2(cr.maxWarps(f))
		for i, p := range parts {
			has := f.icmp("ult", f.bin("mul", tid, num(tI32, warp), "from"), cr.n, "has")
			if byValue(p.st.r) {
				x := f.loadIf(has, cells[i], tid, p.st.r.Type, f.redIdentity(p.st.r))
				parts[i].v = f.firstWarp(cr, p.st.r, x, lanes)
				continue
			}
			f.ifThen(has, "part", func() {
				f.copyBytes("memcpy", p.v, f.cell(cells[i], f.resize(tid, tI64, false), p.st.r), num(tI64, p.st.r.Type.Size()), p.st.r.Type.Align(), false)
			})
			f.warpCombine(cr, p.st.r, p.v, lanes, f.warps(cr))
		}
		first()
	})
}

// treeOrEach is tree for whole warps. In a team of less than one every thread executes done with what it
// has itself: done is atomic.
func (f *fn) treeOrEach(cr threadGroup, sts []redState, done func([]part)) {
	warp := int64(f.m.t.WarpSize)
	own := make([]val, len(sts))
	for i, st := range sts {
		own[i] = f.loadRed(st.priv, st.r.Type)
	}
	tree, deliver, end := f.newBlock("tree"), f.newBlock("deliver"), f.newBlock("delivered")
	from := f.preheader()
	f.condBr(f.icmp("ult", cr.n, num(tI32, warp), "small"), deliver, tree)
	f.place(tree)
	var parts []part
	var last *block
	f.tree(cr.wholeWarps(f), sts, func(p []part) {
		parts, last = p, f.preheader()
		f.br(deliver)
	})
	f.br(end)
	f.place(deliver)
	for i, p := range parts {
		parts[i].v = f.phi(p.v.t, "part", own[i], from, p.v, last)
	}
	done(parts)
	f.place(end)
}

// treeOrAtomics is tree for whole warps. The threads of a team of less than one update the originals, which are
// the team's, by atomic operations.
func (f *fn) treeOrAtomics(cr threadGroup, sts []redState, done func([]part)) {
	tree, each, end := f.newBlock("tree"), f.newBlock("each"), f.newBlock("delivered")
	f.condBr(f.icmp("ult", cr.n, num(tI32, int64(f.m.t.WarpSize)), "small"), each, tree)
	f.place(each)
	cr.sync() // the originals have their values
	for _, st := range sts {
		op, _ := atomicOf(st.r)
		f.atomicUpdate(op, st.orig, f.loadRed(st.priv, st.r.Type), st.r.Type, region.Relaxed, region.ScopeDevice)
	}
	f.br(end)
	f.place(tree)
	f.tree(cr.wholeWarps(f), sts, done)
	f.place(end)
}

// wholeWarps is a group of whole warps.
func (cr threadGroup) wholeWarps(f *fn) threadGroup {
	cr.full, cr.mask, cr.last = true, num(tI32, -1), num(tI32, int64(f.m.t.WarpSize)-1)
	return cr
}

// ordered reports that a reduction of sts must combine its parts in one order.
func (f *fn) ordered(sts []redState) bool {
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
func (f *fn) firstWarp(cr threadGroup, r *region.Reduction, x val, lanes int64) val {
	whole := cr
	whole.full = true
	v := f.warpReduce(whole, r, x, lanes)
	if cr.full {
		return v
	}
	return f.sel(f.icmp("ugt", cr.n, num(tI32, int64(f.m.t.WarpSize)), "several"), v, x, "all")
}

// ifLeads executes gen, with the number of the warp as i64, by its first lane.
func (f *fn) ifLeads(tid val, gen func(warp val)) {
	warp := int64(f.m.t.WarpSize)
	lane := f.bin("and", tid, num(tI32, warp-1), "lane")
	f.ifThen(f.icmp("eq", lane, num(tI32, 0), "leads"), "warp.out", func() {
		gen(f.resize(f.bin("lshr", tid, num(tI32, int64(log2(warp))), "warp"), tI64, false))
	})
}

// cell is the address of element i of a shared array of r's type: generic for
// types that are combined in memory.
func (f *fn) cell(cells, i val, r *region.Reduction) val {
	at := f.gep(memType(r.Type), cells, i, "cell")
	if byValue(r) {
		return at
	}
	return f.toGeneric(at)
}

// put stores p at address to.
func (f *fn) put(p part, to val) {
	t := p.st.r.Type
	if byValue(p.st.r) {
		f.store(f.toMemory(p.v, t), to, t.Align())
		return
	}
	f.copyBytes("memcpy", f.toGeneric(to), p.v, num(tI64, t.Size()), t.Align(), false)
}

// loadIf loads cells[i] under c, else yields id.
func (f *fn) loadIf(c, cells, i val, t region.Type, id val) val {
	from := f.cur
	then, done := f.newBlock("cell"), f.newBlock("cell.end")
	f.condBr(c, then, done)
	f.place(then)
	x := f.fromMemory(f.load(memType(t), f.gep(memType(t), cells, f.resize(i, tI64, false), "cell.at"), t.Align(), "cell"), t)
	last := f.cur
	f.place(done)
	return f.phi(x.t, "warp.val", x, last, id, from)
}

// sharedArray makes team-shared storage; the pointer stays in shared space.
func (f *fn) sharedArray(name string, elem ltype, n, align int64) val {
	sym := f.m.symbol(name)
	gl := f.m.addGlobal(sym, ltype(fmt.Sprintf("[%d x %s]", n, elem)), f.m.t.SharedSpace, "undef", "internal", false)
	gl.Align = ir.Align(align)
	return val{ptrIn(f.m.t.SharedSpace), "@" + quoteName(sym)}
}

// deliver gives the team's results, by its first thread, to the originals or to
// the last team.
func (f *fn) deliver(parts []part, levels region.Level, p *pass) {
	var locked []part
	for _, x := range parts {
		switch {
		case p != nil && p.has(x.st):
			f.put(x, p.at(f, x.st, f.record(p, f.blockID())))
		case byValue(x.st.r):
			f.combineOne(x.st, x.v, levels)
		case levels&region.LevelDistribute == 0:
			f.combineInto(x.st.r, x.st.orig, x.v)
		default:
			locked = append(locked, x)
		}
	}
	if len(locked) > 0 {
		f.m.exec.locked(f, func() {
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
func (f *fn) combineOne(st redState, v val, levels region.Level) {
	t := st.r.Type
	op, _ := atomicOf(st.r)
	_, native := rmwName(op, t)
	if levels&region.LevelDistribute != 0 || native && !isFloat(t) && st.r.Op != region.RedMin && st.r.Op != region.RedMax {
		f.atomicUpdate(op, st.orig, v, t, region.Relaxed, region.ScopeDevice)
		return
	}
	a := f.loadRed(st.orig, t)
	f.store(f.toMemory(f.combineVals(st.r, a, v), t), st.orig, t.Align())
}

// Arrays.

// tileBytes is how much shared memory the reduction of an array takes at a time.
const tileBytes = 8 << 10

// arrayReduce combines the elements of an array or section: a tile of them at
// a time, each within the warps, then across them by a thread of its own.
func (f *fn) arrayReduce(cr threadGroup, st redState, levels region.Level, p *pass) {
	t, warps := st.r.Type, cr.maxWarps(f)
	tile := min(max(tileBytes/(warps*t.Size()), 1), int64(f.m.t.WarpSize))
	if n, ok := constCount(st.r); ok {
		tile = min(tile, max(n, 1))
	}
	cells := f.sharedArray(f.f.Name()+".red."+st.r.Name, memType(t), warps*tile, t.Align())
	tid := f.resize(f.tid(), tI64, false)
	n := f.resize(cr.n, tI64, false)
	used := f.resize(f.warps(cr), tI64, false)
	update := f.elementUpdate(st, levels, p)
	f.loop("tile", num(tI64, 0), *st.count, num(tI64, tile), func(base val) {
		m := f.call(tI64, "llvm.umin.i64", "", num(tI64, tile), f.bin("sub", *st.count, base, "left"))
		f.loop("elem", num(tI64, 0), m, num(tI64, 1), func(e val) { f.warpElement(cr, st, base, e, cells, tile) })
		cr.sync()
		each := func() {
			f.loop("elem", tid, m, n, func(e val) {
				update(f.bin("add", base, e, "elem"), f.acrossWarps(st, cells, e, used, tile))
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
func (f *fn) warpElement(cr threadGroup, st redState, base, e, cells val, tile int64) {
	warp := int64(f.m.t.WarpSize)
	x := part{st, f.gep(memType(st.r.Type), st.priv, f.bin("add", base, e, "elem"), "priv")}
	if byValue(st.r) {
		x.v = f.warpReduce(cr, st.r, f.loadRed(x.v, st.r.Type), warp)
	} else {
		f.warpCombine(cr, st.r, x.v, warp, cr.n)
	}
	f.ifLeads(f.tid(), func(w val) {
		f.put(x, f.cell(cells, f.bin("add", f.bin("mul", w, num(tI64, tile), "row"), e, "at"), st.r))
	})
}

// acrossWarps combines what the warps have for element e of the tile: a value,
// or the address of the first warp's cell, which takes in the others.
func (f *fn) acrossWarps(st redState, cells, e, used val, tile int64) val {
	t := st.r.Type
	at := func(w val) val {
		return f.cell(cells, f.bin("add", f.bin("mul", w, num(tI64, tile), "row"), e, "at"), st.r)
	}
	out := f.cell(cells, e, st.r)
	if !byValue(st.r) {
		f.loop("warp", num(tI64, 1), used, num(tI64, 1), func(w val) { f.combineInto(st.r, out, at(w)) })
		return out
	}
	acc := f.alloca(memType(t), t.Align(), "acc")
	f.store(f.load(memType(t), out, t.Align(), "part"), acc, t.Align())
	f.loop("warp", num(tI64, 1), used, num(tI64, 1), func(w val) {
		v := f.combineVals(st.r, f.loadRed(acc, t), f.loadRed(at(w), t))
		f.store(f.toMemory(v, t), acc, t.Align())
	})
	return f.loadRed(acc, t)
}

// elementUpdate returns what brings the team's value of an element to the
// original or to the last team.
func (f *fn) elementUpdate(st redState, levels region.Level, p *pass) func(i, v val) {
	t := st.r.Type
	if p != nil && p.has(st) {
		room := f.room(p, st)
		return func(i, v val) { f.put(part{st, v}, f.gep(memType(t), room, i, "partial")) }
	}
	return func(i, v val) {
		orig := f.gep(memType(t), st.orig, i, "orig")
		if !byValue(st.r) {
			f.combineInto(st.r, orig, v)
			return
		}
		one := st
		one.orig = orig
		f.combineOne(one, v, levels)
	}
}

func constCount(r *region.Reduction) (int64, bool) {
	c, ok := r.Count.(*region.Const)
	if !ok {
		return 0, false
	}
	return c.Val.Int64(), true
}

// Warps.

// warpReduce leaves in lane 0 the combination of the first lanes (a power of
// two) of a warp, of which those of the group exist; the other lanes have the
// identity.
func (f *fn) warpReduce(cr threadGroup, r *region.Reduction, v val, lanes int64) val {
	if x, ok := f.redux(cr, r, v); ok {
		return x
	}
	if f.m.t.Row > 0 {
		return f.rowReduce(cr, r, v, lanes)
	}
	for off := lanes / 2; off > 0; off /= 2 {
		var exists val
		bits := f.byWords(f.toBits(v, r.Type), func(w val) val {
			w, exists = f.shuffleWord(cr, w, num(tI32, off))
			return w
		})
		x := f.combineVals(r, v, f.bitsTo(bits, r.Type))
		if !cr.full {
			x = f.sel(exists, x, v, "part")
		}
		v = x
	}
	return v
}

// rowReduce is warpReduce where lanes have rows: within rows without going through the
// memory of the team, then the rows' first lanes as scalars. A lane at a row's
// end combines with 0, which no first lane gets to see.
func (f *fn) rowReduce(cr threadGroup, r *region.Reduction, v val, lanes int64) val {
	tid, row := f.tid(), f.m.t.Row
	from := func(v val, word func(w val) val) val {
		return f.bitsTo(f.byWords(f.toBits(v, r.Type), word), r.Type)
	}
	existing := func(v, other, from val) val { // with what thread from has, if there is one
		x := f.combineVals(r, v, other)
		if cr.full {
			return x
		}
		return f.sel(f.icmp("ult", from, cr.n, "exists"), x, v, "part")
	}
	for off := min(lanes, row) / 2; off > 0; off /= 2 {
		other := from(v, func(w val) val {
			return valueOf(f.m.t.RowShift(emitter{f}, w.value(), off))
		})
		v = existing(v, other, f.bin("add", tid, num(tI32, off), "from"))
	}
	if lanes <= row {
		return v
	}
	first := func(lane int64) val {
		return from(v, func(w val) val {
			return valueOf(f.m.t.ReadLane(emitter{f}, w.value(), lane))
		})
	}
	all, start := first(0), f.bin("and", tid, num(tI32, -int64(f.m.t.WarpSize)), "warp.first")
	for lane := row; lane < lanes; lane += row {
		all = existing(all, first(lane), f.bin("add", start, num(tI32, lane), "from"))
	}
	return all
}

// byWords applies gen to each word of bits.
func (f *fn) byWords(bits val, gen func(w val) val) val {
	if intBits(bits.t) <= 32 {
		return f.resize(gen(f.resize(bits, tI32, false)), bits.t, false)
	}
	lo, hi := f.split(bits)
	return f.join(gen(lo), gen(hi))
}

// redux combines words or truth values by one instruction, where the target has it.
func (f *fn) redux(cr threadGroup, r *region.Reduction, v val) (val, bool) {
	if f.m.t.Ballot != nil && (r.Op == region.RedLAnd || r.Op == region.RedLOr) {
		b := f.m.t.Ballot(emitter{f}, cr.lanes(), r.Op == region.RedLAnd, f.truth(v, r.Type).value())
		return f.convert(valueOf(b), region.BoolT, r.Type), true
	}
	t, ok := r.Type.(*region.Int)
	if !ok || t.Bits > 32 || f.m.t.ReduceWord == nil {
		return val{}, false
	}
	name, ok := map[region.RedOp]string{region.RedAdd: "add", region.RedSub: "add", region.RedAnd: "and", region.RedOr: "or",
		region.RedXor: "xor", region.RedMin: "min", region.RedMax: "max"}[r.Op]
	if !ok {
		return val{}, false
	}
	if !t.Signed && (r.Op == region.RedMin || r.Op == region.RedMax) {
		name = "u" + name
	}
	x := f.m.t.ReduceWord(emitter{f}, cr.lanes(), name, f.resize(v, tI32, t.Signed).value())
	return f.resize(valueOf(x), v.t, false), true
}

// warpCombine is warpReduce for copies at addr. A copy is combined no more than
// once, since a combiner may do anything.
func (f *fn) warpCombine(cr threadGroup, r *region.Reduction, addr val, lanes int64, limit val) {
	if lanes < 2 {
		return
	}
	t := r.Type
	in := f.alloca(memType(t), max(t.Align(), 8), r.Name+".in")
	tid := f.tid()
	lane := f.bin("and", tid, num(tI32, int64(f.m.t.WarpSize)-1), "lane")
	pre := f.preheader()
	loop, done := f.newBlock("shuffle"), f.newBlock("shuffle.end")
	off, next := val{tI32, "%" + f.uniq("off")}, val{tI32, "%" + f.uniq("off.next")}
	f.place(loop)
	at := len(loop.Insts)
	f.shuffleBytes(cr, addr, in, t, off)
	takes := f.icmp("ult", lane, off, "takes")
	takes = f.bin("and", takes, f.icmp("ult", f.bin("add", tid, off, "from"), limit, "exists"), "takes")
	f.ifThen(takes, "combine", func() { f.combineInto(r, addr, in) })
	f.set(next, "lshr %s, 1", off)
	more := f.icmp("ne", next, num(tI32, 0), "more")
	f.insert(loop, at, phiInst(off, num(tI32, int64(lanes/2)), pre, next, f.cur))
	f.condBr(more, loop, done)
	f.place(done)
}

// unrolledWords is how many words an object may have of which each gets its own instructions.
const unrolledWords = 16

// shuffleBytes fetches the object of type t at from, of the lane off further up, to to.
func (f *fn) shuffleBytes(cr threadGroup, from, to val, t region.Type, off val) {
	f.moveWords(from, to, t, func(w val) val {
		return f.byWords(w, func(w val) val {
			x, _ := f.shuffleWord(cr, w, off)
			return x
		})
	})
}

// moveWords copies the object of type t at from to to, each word of it by way of word.
func (f *fn) moveWords(from, to val, t region.Type, word func(w val) val) {
	at, size := int64(0), t.Size()
	move := func(a val, b val, n int64) {
		it := intN(int(8 * n))
		f.store(word(f.load(it, a, min(n, t.Align()), "word")), b, min(n, t.Align()))
	}
	if size > unrolledWords*8 {
		words := num(tI64, size/8)
		f.loop("word", num(tI64, 0), words, num(tI64, 1), func(i val) { move(f.gep(tI64, from, i, "from"), f.gep(tI64, to, i, "to"), 8) })
		at = size / 8 * 8
	}
	for _, n := range []int64{8, 4, 2, 1} {
		for ; size-at >= n; at += n {
			move(f.offset(from, at, "from"), f.offset(to, at, "to"), n)
		}
	}
}

// split and join take an i64 apart into words and put it together.
func (f *fn) split(bits val) (lo, hi val) {
	if f.m.t.Split != nil {
		low, high := f.m.t.Split(emitter{f}, bits.value())
		return valueOf(low), valueOf(high)
	}
	lo = f.cast("trunc", bits, tI32, "lo")
	return lo, f.cast("trunc", f.bin("lshr", bits, num(tI64, 32), "up"), tI32, "hi")
}

func (f *fn) join(lo, hi val) val {
	if f.m.t.Join != nil {
		return valueOf(f.m.t.Join(emitter{f}, lo.value(), hi.value()))
	}
	up := f.bin("shl", f.cast("zext", hi, tI64, "hi"), num(tI64, 32), "hi")
	return f.bin("or", up, f.cast("zext", lo, tI64, "lo"), "word")
}

// shuffleWord is w of the lane off further up. If a group may end within a warp, exists says
// whether it has this lane, on targets with lane masks; w has no meaning without.
func (f *fn) shuffleWord(cr threadGroup, w, off val) (x, exists val) {
	word, there := f.m.t.ShuffleDown(emitter{f}, cr.lanes(), w.value(), off.value())
	return valueOf(word), valueOf(there)
}

// redIdentity is the value that combines without effect (OpenMP 5.2 table 5.2).
func (f *fn) redIdentity(r *region.Reduction) val {
	t := r.Type
	v := typ(t)
	switch r.Op {
	case region.RedMul, region.RedLAnd:
		if isFloat(t) {
			return constantOf(&region.FConst{Type: t.(*region.Float), Val: oneFloat})
		}
		if isBool(t) {
			return val{v, "true"}
		}
		return val{v, "1"}
	case region.RedAnd:
		return allOnes(t)
	case region.RedMin, region.RedMax:
		return extreme(t, r.Op == region.RedMin)
	}
	if isFloat(t) {
		return val{v, "-0.0"}
	}
	if isBool(t) {
		return val{v, "false"}
	}
	return val{v, "0"}
}

// extreme is the greatest (or least) value of t; infinite for floats.
func extreme(t region.Type, greatest bool) val {
	if isFloat(t) {
		inf := 1
		if !greatest {
			inf = -1
		}
		return constantOf(&region.FConst{Type: t.(*region.Float), Inf: inf})
	}
	it, ok := t.(*region.Int)
	if !ok {
		return val{typ(t), boolText(greatest)}
	}
	switch {
	case greatest && it.Signed:
		return val{typ(t), maskText(it.Bits - 1)}
	case greatest:
		return val{typ(t), "-1"}
	case it.Signed:
		return val{typ(t), "-" + powText(it.Bits-1)}
	}
	return val{typ(t), "0"}
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
