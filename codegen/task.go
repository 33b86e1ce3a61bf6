package codegen

import (
	"fmt"
	"regexp"

	"ompcc/lower/region"
)

// Explicit tasks are undeferred. What of them can be asked is whether code is
// in one, and in a final one (OpenMP 5.2 §18.5).
const taskExplicit, taskFinal = 1, 2

// task keeps the state where the runtime keeps the thread's.
func (*cpuModel) task(f *fn, s *region.Task) {
	final := num(tI32, 0)
	if s.Final != nil {
		final = f.sel(f.expr(s.Final), num(tI32, taskFinal), num(tI32, 0), "final")
	}
	outer := f.self(selfTask, "task")
	state := f.bin("or", f.bin("or", outer, final, "task"), num(tI32, taskExplicit), "task")
	f.storeSelf(selfTask, state)
	f.block(s.Body)
	if f.cur != nil {
		f.storeSelf(selfTask, outer)
	}
}

func (f *fn) storeSelf(field int64, v val) {
	p := f.call(tPtr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	f.store(v, f.offset(p, field, "self.at"), 4)
}

func (*cpuModel) setICV(f *fn, x *region.Intrinsic) {
	fields := map[region.IntrinsicOp][]int64{
		region.OpSetNumThreads: {selfMaxThreads}, region.OpSetSchedule: {selfSchedule, selfChunk}, region.OpSetMaxLevels: {selfMaxLevels},
	}[x.Op]
	for i, a := range x.Args {
		f.storeSelf(fields[i], f.resize(f.expr(a), tI32, true))
	}
}

// taskCell is the word of the thread's own for the tasks that it keeps.
func (*cpuModel) taskCell(f *fn) val {
	p := f.call(tPtr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	return f.offset(p, selfTasks, "tasks.at")
}

const (
	// tasksName has for each thread of a team the word for its tasks.
	tasksName = "__ompcc_thread_tasks"
	// tasksStart is the function that sets the thread's to null, which a kernel calls whose
	// code or what that calls may generate tasks.
	tasksStart = "__ompcc_start_tasks"
)

func (*gpuModel) taskCell(f *fn) val { return f.toGeneric(f.tasksCell()) }

func (f *fn) tasksCell() val {
	cells := f.weakShared(tasksName, ltype(fmt.Sprintf("[%d x i64]", f.m.t.MaxThreads)), 8)
	return f.gep(tI64, cells, f.tid(), "tasks.at")
}

func (f *fn) startTasks() {
	if !f.m.declared[tasksStart] {
		s := f.m.newFn(f.m.newBuilder(f.m.define(tasksStart, tVoid, nil, "linkonce_odr")))
		s.store(num(tI64, 0), s.tasksCell(), 8)
		s.builder.ret(nil)
		s.close(region.VoidT)
	}
	f.call(tVoid, tasksStart, "nounwind")
}

// asksTasks reports whether b itself generates tasks or waits for them.
func asksTasks(b *region.Block) bool {
	return someExpr(b, func(region.Stmt) bool { return true }, func(x region.Expr, _ func(*region.Function)) bool {
		i, ok := x.(*region.Intrinsic)
		return ok && i.Op == region.OpTaskCell
	})
}

var taskCalls = regexp.MustCompile(`(?m)^[ \t]*(?:tail )?(?:call void|declare void) @(` + tasksStart + `|__(?:openmp|ompcc)_task_a?wait)\([^\n]*\n`)

// taskKeeps are the calls of files whose tasks have events.
var taskKeeps = regexp.MustCompile(`@__(?:openmp|ompcc)_task_(?:new|enter|begin|group)\(`)

// DropTasks takes what waits for tasks out of whole-program IR in which none is kept: no file
// has tasks with events.
func DropTasks(ir string) string {
	if taskKeeps.MatchString(ir) {
		return ir
	}
	return taskCalls.ReplaceAllString(ir, "")
}

// gpuTask is an explicit task in whose body code lies.
type gpuTask struct{ final val }

// task tells functions that are called by the thread's cell.
func (*gpuModel) task(f *fn, s *region.Task) {
	old := f.ctx.grid
	t := &gpuTask{final: f.inFinal()}
	if s.Final != nil {
		t.final = f.bin("or", t.final, f.cast("zext", f.expr(s.Final), tI32, "final"), "final")
	}
	f.ctx.grid.task = t
	defer func() { f.ctx.grid.task = old.task }()
	if !(old.keepState || old.orphan) || !callsAsk(s.Body) {
		f.block(s.Body)
		return
	}
	outer := f.load(tI8, f.nestCell(), 1, "outer")
	mark := f.bin("or", f.bin("mul", t.final, num(tI32, inFinalMark), "final"), num(tI32, inTaskMark), "mark")
	f.store(f.bin("or", outer, f.resize(mark, tI8, false), "task"), f.nestCell(), 1)
	f.block(s.Body)
	if f.cur != nil {
		f.store(outer, f.nestCell(), 1)
	}
}

// inTask and inFinal are 0 or 1.
func (f *fn) inTask() val { return f.taskBit(inTaskMark, func(*gpuTask) val { return num(tI32, 1) }) }

func (f *fn) inFinal() val {
	return f.taskBit(inFinalMark, func(t *gpuTask) val { return t.final })
}

func (f *fn) taskBit(mark int64, known func(*gpuTask) val) val {
	if t := f.ctx.grid.task; t != nil {
		return known(t)
	}
	if !f.ctx.grid.orphan {
		return num(tI32, 0)
	}
	return f.cast("zext", f.icmp("ne", f.bin("and", f.nestBits(), num(tI32, mark), "mark"), num(tI32, 0), "in"), tI32, "in")
}
