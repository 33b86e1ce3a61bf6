package codegen

import (
	"slices"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Explicit tasks of GPUs, which are undeferred, and words of threads.

// threadCells has for each thread of a team a word, which start sets to null: a function that
// a kernel calls whose code, or what that calls, may ask for the word.
type threadCells struct {
	name, start string
	op          region.IntrinsicOp
	used        feature // programs without it need no cells
}

var gpuCells = []threadCells{
	{"__ompcc_thread_tasks", "__ompcc_start_tasks", region.OpTaskCell, keepsTasks},
	{"__ompcc_thread_allocators", "__ompcc_start_allocators", region.OpAllocatorCell, hasAllocators},
	{"__ompcc_thread_grids", "__ompcc_start_grids", region.OpGrid, hasGrids},
}

func (f gpuFn) ownWord(op region.IntrinsicOp) ir.Value {
	i := slices.IndexFunc(gpuCells, func(c threadCells) bool { return c.op == op })
	return f.toGeneric(gpuCells[i].at(f))
}

func (c threadCells) at(f gpuFn) ir.Value {
	cells := teamState{f}.weakShared(c.name, ir.ArrayOf(int64(f.m.t.MaxThreads), ir.I64), 8)
	return f.GEP(ir.I64, cells, f.tid(), "cell.at")
}

func (c threadCells) begin(f gpuFn) {
	if !f.m.declared[c.start] {
		s := gpuOf(f.m.newFn(f.m.define(c.start, ir.Void, nil, "linkonce_odr")))
		s.ifHas(c.used, func() { s.Store(ir.Num(ir.I64, 0), c.at(s), 8) })
		s.Ret(nil)
		s.close(region.VoidT)
	}
	f.call(ir.Void, c.start, "nounwind")
}

// asked reports whether b itself asks for the word.
func (c threadCells) asked(b *region.Block) bool {
	return someExpr(b, func(region.Stmt) bool { return true }, func(x region.Expr, _ func(*region.Function)) bool {
		i, ok := x.(*region.Intrinsic)
		return ok && (i.Op == c.op || i.Op == region.OpSetGrid && c.op == region.OpGrid)
	})
}

// gpuTask is an explicit task in whose body code lies.
type gpuTask struct{ final ir.Value }

// task tells functions that are called by the thread's cell.
func (f gpuFn) task(s *region.Task) {
	t := &gpuTask{final: f.inFinal()}
	if s.Final != nil {
		t.final = f.Bin("or", t.final, f.Cast("zext", f.expr(s.Final), ir.I32, "final"), "final")
	}
	c := f.ctx
	c.task = t
	f = f.in(c)
	if !(c.keepState || c.orphan) || !callsAsk(s.Body) {
		f.block(s.Body)
		return
	}
	outer := f.Load(ir.I8, teamState{f}.nestCell(), 1, "outer")
	mark := f.Bin("or", f.Bin("mul", t.final, ir.Num(ir.I32, inFinalMark), "final"), ir.Num(ir.I32, inTaskMark), "mark")
	f.Store(f.Bin("or", outer, f.Resize(mark, ir.I8, false), "task"), teamState{f}.nestCell(), 1)
	f.block(s.Body)
	if f.Cur != nil {
		f.Store(outer, teamState{f}.nestCell(), 1)
	}
}

// inTask and inFinal are 0 or 1.
func (f gpuFn) inTask() ir.Value {
	return f.taskBit(inTaskMark, func(*gpuTask) ir.Value { return ir.Num(ir.I32, 1) })
}

func (f gpuFn) inFinal() ir.Value {
	return f.taskBit(inFinalMark, func(t *gpuTask) ir.Value { return t.final })
}

func (f gpuFn) taskBit(mark int64, known func(*gpuTask) ir.Value) ir.Value {
	if t := f.ctx.task; t != nil {
		return known(t)
	}
	if !f.ctx.orphan {
		return ir.Num(ir.I32, 0)
	}
	return f.Cast("zext", f.ICmp("ne", f.Bin("and", teamState{f}.nestBits(), ir.Num(ir.I32, mark), "mark"), ir.Num(ir.I32, 0), "in"), ir.I32, "in")
}
