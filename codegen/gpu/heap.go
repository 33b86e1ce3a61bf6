package gpu

import (
	"slices"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// Storage of a team that is neither a register nor a static cell of shared
// memory: variable-length arrays, locals of functions that may be entered
// again, and locals too big for shared memory. It comes from the device's heap; the
// blocks of a function are linked, so that leaving a scope frees them.

// maxStaticShared is how many bytes of a team's locals are put in static shared
// memory; NVIDIA GPUs have 48 KiB without asking for more at the launch.
const maxStaticShared = 32 << 10

// ownShared is what reductions and broadcasts of a kernel take of it at most.
const ownShared = 4 << 10

// heapHeader is the size of a block's link to the one before it.
const heapHeader = 16

// placeShared decides which shared locals of a team-level body live in static
// and which in dynamic shared memory, and which in a frame on the heap, which it
// prepares if the body needs it: the result is f with them. What an allocate directive puts into the team's
// memory is there as long as that lasts (5.2 §6.2: the predefined allocators fall
// back to the default memory space). reds are the reductions of the whole body.
func (f teamState) placeShared(b *region.Block, reds []*region.Reduction, onHeap func(*region.Local) bool) function {
	// Their addresses are computed here, since a jump may lead past their declarations.
	c := f.ctx
	c.placed = map[*region.Local]ir.Value{}
	f = teamState{f.in(c)}
	static := int64(0)
	var rest []*region.Local
	eachLocal(b, func(l *region.Local) {
		switch n := l.Type.Size(); {
		case !f.ctx.shared[l] && l.Space != region.SpaceTeam:
		case static+n <= maxStaticShared && !onHeap(l),
			l.Space == region.SpaceTeam && f.Kernel != nil && !f.Mod.Target.DynamicShared &&
				static+n <= f.Mod.Target.TeamMemory-ownShared:
			static += n
		default:
			rest = append(rest, l)
		}
	})
	rest = f.placeDynamic(rest, f.Mod.Target.TeamMemory-ownShared-static)
	size, align, offs := frameOf(rest)
	if size == 0 && !hasTeamAlloca(b) && !slices.ContainsFunc(reds, body.IsDynamic) {
		return f.function
	}
	c.heap = f.Alloca(ir.Ptr, 8, "team.heap")
	f.Store(ir.Null, c.heap, 8)
	f = teamState{f.in(c)}
	if size > 0 {
		frame := f.aligned(f.teamAlloc, ir.Num(ir.I64, size), align)
		for _, l := range rest {
			f.ctx.placed[l] = f.Offset(frame, offs[l], l.Name)
		}
	}
	return f.function
}

// frameOf lays locals out one behind the other.
func frameOf(list []*region.Local) (size, align int64, offs map[*region.Local]int64) {
	align, offs = heapHeader, map[*region.Local]int64{}
	for _, l := range list {
		a := max(l.Align, l.Type.Align())
		size = (size + a - 1) / a * a
		align = max(align, a)
		offs[l] = size
		size += l.Type.Size()
	}
	return size, align, offs
}

// placeDynamic puts locals that a directive allocates in the team's memory into
// dynamic shared memory, of which there are room bytes, and returns the others.
// AMD's compilers take all of a team's memory as static.
func (f teamState) placeDynamic(list []*region.Local, room int64) (rest []*region.Local) {
	if f.Kernel == nil || f.Kernel.OwnShared || !f.Mod.Target.DynamicShared {
		return list
	}
	size := int64(0)
	for _, l := range list {
		a := max(l.Align, l.Type.Align())
		at := (size + a - 1) / a * a
		if l.Space != region.SpaceTeam || a > sharedAlign || at+l.Type.Size() > room {
			rest = append(rest, l)
			continue
		}
		f.ctx.placed[l] = f.dynamicShared(at, l.Name)
		size = at + l.Type.Size()
	}
	if size > 0 {
		f.gpu.declareNeed(f.Kernel.Name+abi.SharedSuffix, size)
	}
	return rest
}

// sharedAlign is the alignment of dynamic shared memory.
const sharedAlign = 16

// dynamicShared is the address at off in the dynamic shared memory.
func (f teamState) dynamicShared(off int64, name string) ir.Value {
	const symbol = "__ompcc_dynamic_shared"
	if !f.Mod.Declared[symbol] {
		f.Mod.Declared[symbol] = true
		f.Mod.AddGlobal(symbol, ir.Bytes(0), f.Mod.Target.SharedSpace, nil, "external", false).Align = sharedAlign
	}
	return f.Offset(f.Mod.Generic(symbol, f.Mod.Target.SharedSpace), off, name)
}

// declareNeed makes a variable of so many bytes, whose size the runtime asks for;
// several units of a program may have it.
func (m *module) declareNeed(name string, bytes int64) {
	if m.Declared[name] {
		return
	}
	m.Declared[name] = true
	g := m.AddGlobal(name, ir.Bytes(bytes), m.Target.GlobalSpace, ir.Zero(ir.Bytes(bytes)), "weak", false)
	g.ExternallyInitialized, g.Align = true, 4
	g.Visibility = ir.Visibility(m.Target.VariableVisibility)
	m.Used = append(m.Used, m.Generic(name, m.Target.GlobalSpace))
}

// eachLocal calls visit for the locals of b in textual order, those of
// parallel regions left out.
func eachLocal(b *region.Block, visit func(*region.Local)) { eachLocalOf(b, isTeamRegion, visit) }

// eachLocalOf is eachLocal where inner tells the statements that other threads execute.
func eachLocalOf(b *region.Block, inner func(region.Stmt) bool, visit func(*region.Local)) {
	if b == nil {
		return
	}
	for _, l := range b.Locals {
		visit(l)
	}
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		if inner(s) {
			return false
		}
		if in, ok := s.(*region.Block); ok {
			eachLocalOf(in, inner, visit)
			return false
		}
		_, bs := region.Parts(s)
		for _, in := range bs {
			eachLocalOf(in, inner, visit)
		}
		xs, _ := region.Parts(s)
		for _, x := range xs {
			v.WalkExpr(x)
		}
		return false
	}
	v.Expr = func(x region.Expr) bool {
		if q, ok := x.(*region.Seq); ok {
			eachLocalOf(q.Body, inner, visit)
			if q.Value != nil {
				v.WalkExpr(q.Value)
			}
			return false
		}
		return true
	}
	for _, s := range b.Stmts {
		v.WalkStmt(s)
	}
}

// hasTeamAlloca reports whether team-level code of b allocates by size.
func hasTeamAlloca(b *region.Block) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		if isTeamRegion(s) {
			return false
		}
		found = found || slices.ContainsFunc(region.ReductionsOf(s), body.IsDynamic)
		return !found
	}}
	v.Expr = findAlloca(&found)
	v.Walk(b)
	return found
}

// findAlloca visits expressions until one allocates by size, and sets *found then.
func findAlloca(found *bool) func(region.Expr) bool {
	return func(x region.Expr) bool {
		i, ok := x.(*region.Intrinsic)
		*found = *found || ok && (i.Op == region.OpAlloca || i.Op == region.OpStackSave)
		return !*found
	}
}

// teamAlloc allocates n bytes, once for the team, and returns their address.
func (f teamState) teamAlloc(n ir.Value) ir.Value {
	cell := f.broadcastCell(region.PtrT)
	head := f.Load(ir.Ptr, f.ctx.heap, 8, "blocks")
	f.guard(false, func(function) {
		p := f.Call(ir.Ptr, "malloc", "", f.Bin("add", n, ir.Num(ir.I64, heapHeader), "bytes"))
		none := f.NewBlock("no.memory")
		some := f.NewBlock("memory")
		f.CondBr(f.ICmp("eq", p, ir.Null, "failed"), none, some)
		f.Place(none)
		f.Call(ir.Void, "llvm.trap", "noreturn nounwind")
		f.Unreachable()
		f.Place(some)
		f.Store(head, p, 8)
		f.Store(p, cell, 8)
	})
	p := f.Load(ir.Ptr, cell, 8, "block")
	f.Store(p, f.ctx.heap, 8)
	return f.Offset(p, heapHeader, "team.mem")
}

// teamFree frees the blocks that were allocated since the list began at mark.
func (f teamState) teamFree(mark ir.Value) {
	head, body, done := f.NewBlock("free.cond"), f.NewBlock("free"), f.NewBlock("free.end")
	f.Place(head)
	p := f.Load(ir.Ptr, f.ctx.heap, 8, "blocks")
	end := f.Bin("or", f.ICmp("eq", p, mark, "at.mark"), f.ICmp("eq", p, ir.Null, "no.block"), "freed")
	f.CondBr(end, done, body)
	f.Place(body)
	f.Store(f.Load(ir.Ptr, p, 8, "next"), f.ctx.heap, 8)
	f.guard(false, func(function) { f.Call(ir.Void, "free", "", p) })
	f.Br(head)
	f.Place(done)
}

// Leave frees what a function has allocated for its team or its thread.
func (f function) Leave() {
	if f.ctx.teamLevel && f.ctx.heap != nil && f.Cur != nil {
		teamState{f}.teamFree(ir.Null)
	}
	if f.ownHeap != nil && f.Cur != nil {
		teamState{f}.ownFree(ir.Null)
	}
}

// startOwnHeap prepares allocation by size for one thread: LLVM 19 has no such
// stack objects on AMD GPUs and wrong ones on NVIDIA's, so they are blocks of
// the heap, linked as a team's are.
func (f teamState) startOwnHeap(b *region.Block) {
	if allocates(b) {
		f.ownHeap = f.Alloca(ir.Ptr, 8, "own.heap")
		f.Store(ir.Null, f.ownHeap, 8)
	}
}

// allocates reports whether code of single threads in b allocates by size.
func allocates(b *region.Block) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		found = found || slices.ContainsFunc(region.ReductionsOf(s), body.IsDynamic)
		return !found
	}}
	v.Expr = findAlloca(&found)
	v.Walk(b)
	return found
}

// ownAlloc allocates n bytes for this thread; without memory the kernel stops.
func (f teamState) ownAlloc(n ir.Value) ir.Value {
	p := combining{f.function}.heapBlock(f.Bin("add", n, ir.Num(ir.I64, heapHeader), "bytes"))
	f.Store(f.Load(ir.Ptr, f.ownHeap, 8, "blocks"), p, 8)
	f.Store(p, f.ownHeap, 8)
	return f.Offset(p, heapHeader, "own.mem")
}

func (f teamState) ownFree(mark ir.Value) {
	head, body, done := f.NewBlock("free.cond"), f.NewBlock("free"), f.NewBlock("free.end")
	f.Place(head)
	p := f.Load(ir.Ptr, f.ownHeap, 8, "blocks")
	end := f.Bin("or", f.ICmp("eq", p, mark, "at.mark"), f.ICmp("eq", p, ir.Null, "no.block"), "freed")
	f.CondBr(end, done, body)
	f.Place(body)
	f.Store(f.Load(ir.Ptr, p, 8, "next"), f.ownHeap, 8)
	f.Call(ir.Void, "free", "", p)
	f.Br(head)
	f.Place(done)
}

// Allocate takes n bytes from the heap of the team or of the thread, if it has one.
func (f function) Allocate(n func() ir.Value) (p ir.Value, ok bool) {
	switch {
	case f.ctx.teamLevel && f.ctx.heap != nil:
		return teamState{f}.teamAlloc(n()), true
	case f.ownHeap != nil:
		return teamState{f}.ownAlloc(n()), true
	}
	return nil, false
}

// HeapStack answers a stack intrinsic from the heap of the team or of the thread, if it has one.
func (f function) HeapStack(x *region.Intrinsic, args []ir.Value) (v ir.Value, ok bool) {
	switch {
	case f.ctx.teamLevel && f.ctx.heap != nil:
		return teamState{f}.blocks(x, args, teamState{f}.teamAlloc, teamState{f}.teamFree, f.ctx.heap), true
	case f.ownHeap != nil:
		return teamState{f}.blocks(x, args, teamState{f}.ownAlloc, teamState{f}.ownFree, f.ownHeap), true
	}
	return nil, false
}

// blocks answers the stack intrinsics from the heap of a team or a thread.
func (f teamState) blocks(x *region.Intrinsic, args []ir.Value, alloc func(n ir.Value) ir.Value,
	free func(mark ir.Value), head ir.Value) ir.Value {
	switch x.Op {
	case region.OpStackSave:
		return f.Load(ir.Ptr, head, 8, "blocks")
	case region.OpStackRestore:
		free(args[0])
		return nil
	}
	align := int64(heapHeader)
	if c, ok := x.Args[1].(*region.Const); ok && c.Val.Sign() > 0 {
		align = c.Val.Int64()
	}
	return f.aligned(alloc, f.Resize(args[0], ir.I64, false), align)
}

// aligned allocates n bytes at a multiple of align, of which the heap itself
// promises no more than heapHeader.
func (f teamState) aligned(alloc func(n ir.Value) ir.Value, n ir.Value, align int64) ir.Value {
	if align <= heapHeader {
		return alloc(n)
	}
	p := alloc(f.Bin("add", n, ir.Num(ir.I64, align), "room"))
	up := f.Bin("add", f.Cast("ptrtoint", p, ir.I64, "at"), ir.Num(ir.I64, align-1), "up")
	return f.Cast("inttoptr", f.Bin("and", up, ir.Num(ir.I64, -align), "aligned"), ir.Ptr, "mem")
}
