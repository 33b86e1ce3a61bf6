package codegen

import (
	"fmt"

	"ompcc/lower/region"
)

// Storage of a team that is neither a register nor a static cell of shared
// memory: variable-length arrays, locals of functions that may be entered
// again, and locals too big for shared memory. It comes from the device's heap; the
// blocks of a function are linked, so that leaving a scope frees them.

// maxStaticShared is how many bytes of a team's locals are put in shared
// memory; NVIDIA GPUs have 48 KiB without asking for more at the launch.
const maxStaticShared = 32 << 10

// heapHeader is the size of a block's link to the one before it.
const heapHeader = 16

// placeShared decides which shared locals of a team-level body live in a frame
// on the heap, and prepares the heap if the body needs it.
func (f *fn) placeShared(b *region.Block, onHeap func(*region.Local) bool) {
	total, size := int64(0), int64(0)
	offs := map[*region.Local]int64{}
	eachLocal(b, func(l *region.Local) {
		if !f.ctx.grid.shared[l] && l.Space != region.SpaceTeam {
			return
		}
		n, a := l.Type.Size(), max(l.Align, l.Type.Align())
		if !onHeap(l) && total+n <= maxStaticShared {
			total += n
			return
		}
		size = (size + a - 1) / a * a
		offs[l] = size
		size += n
	})
	if size == 0 && !hasTeamAlloca(b) {
		return
	}
	f.ctx.grid.heap = f.alloca(tPtr, 8, "team.heap")
	f.store(val{tPtr, "null"}, f.ctx.grid.heap, 8)
	if size > 0 {
		f.ctx.grid.frameOff = offs
		f.ctx.grid.frame = f.teamAlloc(num(tI64, size))
	}
}

// eachLocal calls visit for the locals of b in textual order, those of
// parallel regions left out.
func eachLocal(b *region.Block, visit func(*region.Local)) {
	if b == nil {
		return
	}
	for _, l := range b.Locals {
		visit(l)
	}
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		if isTeamRegion(s) {
			return false
		}
		if in, ok := s.(*region.Block); ok {
			eachLocal(in, visit)
			return false
		}
		_, bs := region.Parts(s)
		for _, in := range bs {
			eachLocal(in, visit)
		}
		xs, _ := region.Parts(s)
		for _, x := range xs {
			v.WalkExpr(x)
		}
		return false
	}
	v.Expr = func(x region.Expr) bool {
		if q, ok := x.(*region.Seq); ok {
			eachLocal(q.Body, visit)
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
	v := region.Visitor{Stmt: func(s region.Stmt) bool { return !found && !isTeamRegion(s) }}
	v.Expr = func(x region.Expr) bool {
		i, ok := x.(*region.Intrinsic)
		found = found || ok && (i.Op == region.OpAlloca || i.Op == region.OpStackSave)
		return !found
	}
	v.Walk(b)
	return found
}

// teamAlloc allocates n bytes, once for the team, and returns their address.
func (f *fn) teamAlloc(n val) val {
	cell := f.sharedCell(f.f.Name()+".block", tPtr, 8)
	head := f.load(tPtr, f.ctx.grid.heap, 8, "blocks")
	f.guard(false, func() {
		p := f.call(tPtr, "malloc", "", f.bin("add", n, num(tI64, heapHeader), "bytes"))
		none := f.newBlock("no.memory")
		some := f.newBlock("memory")
		f.condBr(f.icmp("eq", p, val{tPtr, "null"}, "failed"), none, some)
		f.place(none)
		f.call(tVoid, "llvm.trap", "noreturn nounwind")
		f.unreachable()
		f.place(some)
		f.store(head, p, 8)
		f.store(p, cell, 8)
	})
	p := f.load(tPtr, cell, 8, "block")
	f.store(p, f.ctx.grid.heap, 8)
	return f.offset(p, heapHeader, "team.mem")
}

// teamFree frees the blocks that were allocated since the list began at mark.
func (f *fn) teamFree(mark val) {
	head, body, done := f.newBlock("free.cond"), f.newBlock("free"), f.newBlock("free.end")
	f.place(head)
	p := f.load(tPtr, f.ctx.grid.heap, 8, "blocks")
	end := f.bin("or", f.icmp("eq", p, mark, "at.mark"), f.icmp("eq", p, val{tPtr, "null"}, "no.block"), "freed")
	f.condBr(end, done, body)
	f.place(body)
	f.store(f.load(tPtr, p, 8, "next"), f.ctx.grid.heap, 8)
	f.guard(false, func() { f.call(tVoid, "free", "", p) })
	f.br(head)
	f.place(done)
}

// leaveTeam frees what a team-level function has allocated.
func (f *fn) leaveTeam() {
	if f.ctx.grid.teamLevel && f.ctx.grid.heap.id != "" && f.cur != nil {
		f.teamFree(val{tPtr, "null"})
	}
}

// teamStack answers the stack intrinsics at team level.
func (f *fn) teamStack(x *region.Intrinsic, args []val) val {
	switch x.Op {
	case region.OpStackSave:
		return f.load(tPtr, f.ctx.grid.heap, 8, "blocks")
	case region.OpStackRestore:
		f.teamFree(args[0])
		return val{t: tVoid}
	}
	align := int64(heapHeader)
	if c, ok := x.Args[1].(*region.Const); ok && c.Val.Sign() > 0 {
		align = c.Val.Int64()
	}
	n := f.resize(args[0], tI64, false)
	if align <= heapHeader {
		return f.teamAlloc(n)
	}
	p := f.teamAlloc(f.bin("add", n, num(tI64, align), "room"))
	up := f.bin("add", f.cast("ptrtoint", p, tI64, "at"), num(tI64, align-1), "up")
	return f.cast("inttoptr", f.bin("and", up, val{tI64, fmt.Sprintf("%d", -align)}, "aligned"), tPtr, "team.mem")
}
