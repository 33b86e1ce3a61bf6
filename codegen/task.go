package codegen

import (
	"fmt"
	"slices"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Explicit tasks are undeferred. What of them can be asked is whether code is
// in one, and in a final one (OpenMP 5.2 §18.5).
const taskExplicit, taskFinal = 1, 2

// task keeps the state where the runtime keeps the thread's.
func (f cpuFn) task(s *region.Task) {
	final := ir.Num(ir.I32, 0)
	if s.Final != nil {
		final = f.Sel(f.expr(s.Final), ir.Num(ir.I32, taskFinal), ir.Num(ir.I32, 0), "final")
	}
	outer := f.self(selfField("task"), "task")
	state := f.Bin("or", f.Bin("or", outer, final, "task"), ir.Num(ir.I32, taskExplicit), "task")
	f.storeSelf(selfField("task"), state)
	f.block(s.Body)
	if f.Cur != nil {
		f.storeSelf(selfField("task"), outer)
	}
}

func (f *fn) storeSelf(field int64, v ir.Value) {
	p := f.call(ir.Ptr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	f.Store(v, f.Offset(p, field, "self.at"), 4)
}

func (f cpuFn) setICV(x *region.Intrinsic) {
	fields := map[region.IntrinsicOp][]int64{
		region.OpSetNumThreads: {selfField("max_threads")}, region.OpSetSchedule: {selfField("run_schedule"), selfField("run_chunk")}, region.OpSetMaxLevels: {selfField("max_levels")},
	}[x.Op]
	for i, a := range x.Args {
		f.storeSelf(fields[i], f.Resize(f.expr(a), ir.I32, true))
	}
}

// cpuCells are the members of the thread's context that are words of its own.
var cpuCells = map[region.IntrinsicOp]string{region.OpTaskCell: "tasks", region.OpAllocatorCell: "allocator", region.OpGrid: "grid"}

func (f cpuFn) ownWord(op region.IntrinsicOp) ir.Value {
	p := f.call(ir.Ptr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	return f.Offset(p, selfField(cpuCells[op]), cpuCells[op]+".at")
}

// grid is what the thread's word for the extents of its grid has, 0 in programs whose kernels have one dimension.
func (f *fn) grid() ir.Value {
	has, known := f.feature(hasGrids), f.Load(ir.I64, f.exec.ownWord(region.OpGrid), 8, "grid")
	return f.Sel(has, known, ir.Num(ir.I64, 0), "grid")
}

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
		s := gpuFn{f.m.newFn(f.m.newBuilder(f.m.define(c.start, ir.Void, nil, "linkonce_odr")))}
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

// taskRoutine emits a call of a routine that keeps tasks or waits for them, by its OpenMP name: waiting is nothing in programs that
// keep none. It reports whether name is a routine that waits.
func (f *fn) taskRoutine(name, symbol string, args []ir.Value) (waits bool) {
	switch name {
	case "__openmp_task_new", "__openmp_task_enter", "__openmp_task_begin", "__openmp_task_group":
		f.m.has(keepsTasks)
	case "__openmp_task_event":
		f.m.events = true
	case "__openmp_mem_get_default", "__openmp_mem_set_default":
		f.m.has(hasAllocators)
	case "__openmp_task_wait", "__openmp_task_await":
		// The second of them is a taskgroup that does not keep its tasks apart.
		f.m.awaits = f.m.awaits || name == "__openmp_task_await" || len(args) == 2 && ir.IsNum(args[1], 1)
		f.call(ir.Void, f.m.defineWaiting(symbol, args), "", args...)
		return true
	}
	return false
}

// defineWaiting defines the function that calls symbol in programs that keep tasks.
func (m *module) defineWaiting(symbol string, args []ir.Value) (name string) {
	name = symbol + "$kept"
	if m.declared[name] {
		return name
	}
	params := make([]*ir.Param, len(args))
	for i, a := range args {
		params[i] = llir.NewParam(fmt.Sprintf("arg%d", i), a.Type())
	}
	lf := m.define(name, ir.Void, params, "linkonce_odr")
	lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr("alwaysinline"))
	f := m.newFn(m.newBuilder(lf))
	f.ifHas(keepsTasks, func() { f.call(ir.Void, symbol, "", valuesOf(params)...) })
	f.Ret(nil)
	f.close(region.VoidT)
	return name
}

// gpuTask is an explicit task in whose body code lies.
type gpuTask struct{ final ir.Value }

// task tells functions that are called by the thread's cell.
func (f gpuFn) task(s *region.Task) {
	old := f.ctx.grid
	t := &gpuTask{final: f.inFinal()}
	if s.Final != nil {
		t.final = f.Bin("or", t.final, f.Cast("zext", f.expr(s.Final), ir.I32, "final"), "final")
	}
	f.ctx.grid.task = t
	defer func() { f.ctx.grid.task = old.task }()
	if !(old.keepState || old.orphan) || !callsAsk(s.Body) {
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
	if t := f.ctx.grid.task; t != nil {
		return known(t)
	}
	if !f.ctx.grid.orphan {
		return ir.Num(ir.I32, 0)
	}
	return f.Cast("zext", f.ICmp("ne", f.Bin("and", teamState{f}.nestBits(), ir.Num(ir.I32, mark), "mark"), ir.Num(ir.I32, 0), "in"), ir.I32, "in")
}
