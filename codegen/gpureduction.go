package codegen

import (
	"fmt"

	"github.com/llir/llvm/ir"

	"ompcc/lower/region"
)

// reduce combines the private copies of the region's threads into the
// originals. Scalars are first reduced within the team: lanes of a warp by
// shuffles, the warps through shared memory, and one thread updates the
// original. What does not fit that is combined by each thread, atomically or
// under the lock.
func (g *gpuModel) reduce(f *fn, red []redState, levels region.Level) {
	if len(red) == 0 {
		return
	}
	c := f.ctx.grid
	if c.serial || c.teamLevel {
		if levels&region.LevelDistribute == 0 {
			g.combineOwn(f, red)
		} else if c.teamLevel {
			g.teamsReduce(f, red)
		} else {
			f.combineShared(red, region.ScopeDevice)
		}
		return
	}
	// Shuffles need whole warps: launches have them unless a clause forbids it.
	fullWarps := f.ctx.kernel != nil && f.m.launchBound(f.ctx.kernel)%int64(f.m.t.WarpSize) == 0
	var team, each []redState
	for _, st := range red {
		if _, ok := atomicOf(st.r); ok && st.count == nil && !c.partial && !c.orphan && fullWarps {
			team = append(team, st)
		} else {
			each = append(each, st)
		}
	}
	for _, st := range team {
		g.teamReduce(f, st, levels)
	}
	g.reduceEach(f, each)
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

// reduceEach has every thread combine its copies itself.
func (g *gpuModel) reduceEach(f *fn, red []redState) {
	var locked []redState
	for _, st := range red {
		op, ok := atomicOf(st.r)
		if !ok {
			locked = append(locked, st)
			continue
		}
		f.elements(st, func(orig, priv val) {
			f.atomicUpdate(op, orig, f.loadRed(priv, st.r.Type), st.r.Type, region.Relaxed, region.ScopeDevice)
		})
	}
	f.combineLocked(locked)
}

func (f *fn) combineLocked(red []redState) {
	if len(red) == 0 {
		return
	}
	f.m.exec.locked(f, func() {
		for _, st := range red {
			f.elements(st, func(orig, priv val) { f.combineInto(st.r, orig, priv) })
		}
	})
}

// teamReduce: warp by shuffles, team through shared memory, original by thread 0.
func (g *gpuModel) teamReduce(f *fn, st redState, levels region.Level) {
	t := st.r.Type
	bound := f.m.launchBound(f.ctx.kernel)
	warp := int64(f.m.t.WarpSize)
	v := f.loadRed(st.priv, t)
	v = f.warpReduce(st.r, v, warp)
	tid := f.tid()
	if bound <= warp {
		f.ifThen(f.icmp("eq", tid, num(tI32, 0), "first"), "reduced", func() { f.combineOne(st, v, levels) })
		return
	}
	warps := (bound + warp - 1) / warp
	cells := f.sharedArray(f.f.Name()+".red."+st.r.Name, memType(t), warps, t.Align())
	lane := f.bin("and", tid, num(tI32, warp-1), "lane")
	f.ifThen(f.icmp("eq", lane, num(tI32, 0), "leads"), "warp.out", func() {
		w := f.bin("lshr", tid, num(tI32, int64(log2(warp))), "warp")
		f.store(f.toMemory(v, t), f.gep(memType(t), cells, f.resize(w, tI64, false), "cell"), t.Align())
	})
	f.sync()
	f.ifThen(f.icmp("ult", tid, num(tI32, warp), "first.warp"), "team", func() {
		used := f.bin("lshr", f.bin("add", f.blockDim(), num(tI32, warp-1), "up"), num(tI32, int64(log2(warp))), "warps")
		id := f.redIdentity(st.r)
		x := f.loadIf(f.icmp("ult", tid, used, "has"), cells, tid, t, id)
		x = f.warpReduce(st.r, x, nextPow2(warps))
		f.ifThen(f.icmp("eq", tid, num(tI32, 0), "first"), "reduced", func() { f.combineOne(st, x, levels) })
	})
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

// combineOne updates the original by the one thread that has the team's value.
func (f *fn) combineOne(st redState, v val, levels region.Level) {
	t := st.r.Type
	op, _ := atomicOf(st.r)
	_, native := rmwName(op, t)
	if levels&region.LevelDistribute != 0 || native && st.r.Op != region.RedMin && st.r.Op != region.RedMax {
		f.atomicUpdate(op, st.orig, v, t, region.Relaxed, region.ScopeDevice)
		return
	}
	a := f.loadRed(st.orig, t)
	f.store(f.toMemory(f.combineVals(st.r, a, v), t), st.orig, t.Align())
}

// warpReduce leaves in lane 0 the combination of the first n lanes (a power of two).
func (f *fn) warpReduce(r *region.Reduction, v val, n int64) val {
	for off := n / 2; off > 0; off /= 2 {
		v = f.combineVals(r, v, f.shuffleDown(v, r.Type, off))
	}
	return v
}

// shuffleDown is v of the lane off further up, as 32-bit words.
func (f *fn) shuffleDown(v val, t region.Type, off int64) val {
	bits := f.toBits(v, t)
	if intBits(bits.t) <= 32 {
		w := f.shuffleWord(f.resize(bits, tI32, false), off)
		return f.bitsTo(f.resize(w, bits.t, false), t)
	}
	lo, hi := f.split(bits)
	return f.bitsTo(f.join(f.shuffleWord(lo, off), f.shuffleWord(hi, off)), t)
}

// split and join take an i64 apart into words and put it together. PTX does
// each by one instruction, which LLVM finds only through doubles.
func (f *fn) split(bits val) (lo, hi val) {
	if f.m.t.Kind == NVPTX {
		d := f.bitcast(bits, "double")
		return f.call(tI32, "llvm.nvvm.d2i.lo", "", d), f.call(tI32, "llvm.nvvm.d2i.hi", "", d)
	}
	lo = f.cast("trunc", bits, tI32, "lo")
	return lo, f.cast("trunc", f.bin("lshr", bits, num(tI64, 32), "up"), tI32, "hi")
}

func (f *fn) join(lo, hi val) val {
	if f.m.t.Kind == NVPTX {
		return f.bitcast(f.call("double", "llvm.nvvm.lohi.i2d", "", lo, hi), tI64)
	}
	up := f.bin("shl", f.cast("zext", hi, tI64, "hi"), num(tI64, 32), "hi")
	return f.bin("or", up, f.cast("zext", lo, tI64, "lo"), "word")
}

func (f *fn) shuffleWord(w val, off int64) val {
	if f.m.t.Kind == NVPTX {
		return f.call(tI32, "llvm.nvvm.shfl.sync.down.i32", "convergent nounwind", num(tI32, -1), w, num(tI32, off), num(tI32, 31))
	}
	lane := f.call(tI32, "llvm.amdgcn.mbcnt.lo", "", num(tI32, -1), num(tI32, 0))
	if f.m.t.WarpSize == 64 {
		lane = f.call(tI32, "llvm.amdgcn.mbcnt.hi", "", num(tI32, -1), lane)
	}
	from := f.bin("shl", f.bin("add", lane, num(tI32, off), "from"), num(tI32, 2), "from")
	return f.call(tI32, "llvm.amdgcn.ds.bpermute", "convergent nounwind", from, w)
}

// redIdentity is the value that combines without effect (OpenMP 5.2 table 5.2).
func (f *fn) redIdentity(r *region.Reduction) val {
	t := r.Type
	v := typ(t)
	switch r.Op {
	case region.RedMul, region.RedLAnd:
		if isFloat(t) {
			return val{v, "1.0"}
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
