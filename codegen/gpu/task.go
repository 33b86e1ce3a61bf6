package gpu

import (
	"slices"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Explicit tasks of GPUs, which are undeferred, and words of threads.

// threadCells has for each thread of a team a word, which start sets to null: a function that
// a kernel calls whose code, or what that calls, may ask for the word.
type threadCells struct {
	name, start string
	op          region.IntrinsicOp
	used        body.Feature // programs without it need no cells
}

var wordCells = []threadCells{
	{"__ompcc_thread_tasks", "__ompcc_start_tasks", region.OpTaskCell, body.KeepsTasks},
	{"__ompcc_thread_allocators", "__ompcc_start_allocators", region.OpAllocatorCell, body.HasAllocators},
	{"__ompcc_thread_extents", "__ompcc_start_extents", region.OpExtents, body.HasExtents},
}

func (f function) OwnWord(op region.IntrinsicOp) ir.Value {
	if op == region.OpSpace {
		return f.ToGeneric(teamState{f}.weakShared(spaceName, ir.I64, 8))
	}
	i := slices.IndexFunc(wordCells, func(c threadCells) bool { return c.op == op })
	return f.ToGeneric(wordCells[i].at(f))
}

func (c threadCells) at(f function) ir.Value {
	cells := teamState{f}.weakShared(c.name, ir.ArrayOf(int64(f.Mod.Target.MaxThreads), ir.I64), 8)
	me := ir.Value(nil)
	if g := f.ctx.group; g != nil && f.ctx.teamLevel {
		me = g.first
	} else {
		me = f.tid()
	}
	return f.GEP(ir.I64, cells, me, "cell.at")
}

func (c threadCells) begin(f function) {
	if !f.Mod.Declared[c.start] {
		s := of(f.Mod.NewFunction(f.Mod.Define(c.start, ir.Void, nil, "linkonce_odr")))
		s.IfHas(c.used, func() { s.Store(ir.Num(ir.I64, 0), c.at(s), 8) })
		s.Ret(nil)
		s.Close(region.VoidT)
	}
	f.Call(ir.Void, c.start, "nounwind")
}

// asked reports whether b itself asks for the word.
func (c threadCells) asked(b *region.Block) bool {
	return someExpr(b, func(region.Stmt) bool { return true }, func(x region.Expr, _ func(*region.Function)) bool {
		i, ok := x.(*region.Intrinsic)
		return ok && i.Op == c.op
	})
}

// spaceName is the team's word with the sizes of its league, which kernels set when they begin.
const spaceName = "__ompcc_team_space"

// startSpace sets the team's word for the sizes of the league to that of k. A kernel without one clears it for the functions that it calls.
func (f teamState) startSpace(k *region.Kernel) {
	set := func(word ir.Value) {
		f.first("space", func() { f.Store(word, f.weakShared(spaceName, ir.I64, 8), 8) })
	}
	if k.Space != nil {
		f.Mod.Has(body.HasSpaces)
		set(f.Resize(f.Params[k.Space], ir.I64, false))
	} else if f.ctx.keepState || asks(k.Body, region.OpSpace) {
		f.IfHas(body.HasSpaces, func() { set(ir.Num(ir.I64, 0)) })
	}
}

// first has the first thread of the team emit gen's code; the others wait.
func (f teamState) first(name string, gen func()) {
	f.IfThen(f.ICmp("eq", f.tid(), ir.Num(ir.I32, 0), "first"), name, gen)
	f.sync()
}

func asks(b *region.Block, op region.IntrinsicOp) bool { return threadCells{op: op}.asked(b) }

// groupMemoryName is the team's description of the memory that dyn_groupprivate gives it (rt/devlib/gprivate.h).
const (
	groupMemoryName  = "__ompcc_team_group_memory"
	groupMemoryBegin = "__openmp_gprivate_begin"
)

var groupMemoryType = ir.ArrayOf(3, ir.I64)

func (f teamState) groupMemory() ir.Value { return f.weakShared(groupMemoryName, groupMemoryType, 8) }

// GroupMemory is the description, null in programs without such memory.
func (f function) GroupMemory() ir.Value {
	at := f.ToGeneric(teamState{f}.groupMemory())
	return f.Sel(f.InProgram(body.HasGroupMemory), at, ir.Null, "group.memory")
}

// startGroupMemory gives the team the memory that k's dyn_groupprivate asks for. A kernel without the clause clears the
// description for the functions that it calls.
func (f teamState) startGroupMemory(k *region.Kernel) {
	if k.GroupMemory == nil {
		if f.ctx.keepState || asks(k.Body, region.OpGroupMemory) {
			f.IfHas(body.HasGroupMemory, func() {
				f.first("group", func() { f.Store(ir.Zero(groupMemoryType), f.groupMemory(), 8) })
			})
		}
		return
	}
	f.Mod.Has(body.HasGroupMemory)
	f.Mod.NeedOutput(groupMemoryBegin)
	f.first("group", func() {
		f.Call(ir.Void, groupMemoryBegin, "", f.ToGeneric(f.groupMemory()),
			f.Resize(f.Params[k.GroupMemory], ir.I64, false), f.dynamicShared(0, "team.mem"),
			f.Resize(f.Mod.Target.LaunchShared(f.Emitter()), ir.I64, false))
	})
}

// endGroupMemory frees the memory that came from the heap.
func (f teamState) endGroupMemory(k *region.Kernel) {
	if !k.GroupHeap || f.Cur == nil {
		return
	}
	f.sync()
	f.first("group", func() { f.Call(ir.Void, "__openmp_gprivate_end", "", f.ToGeneric(f.groupMemory())) })
}

// explicitTask is an explicit task in whose body code lies.
type explicitTask struct{ final ir.Value }

// Task tells functions that are called by the thread's cell.
func (f function) Task(s *region.Task) {
	t := &explicitTask{final: f.inFinal()}
	if s.Final != nil {
		t.final = f.Bin("or", t.final, f.Cast("zext", f.Expr(s.Final), ir.I32, "final"), "final")
	}
	c := f.ctx
	c.task = t
	f = f.in(c)
	if !(c.keepState || c.orphan) || !callsAsk(s.Body) {
		f.Block(s.Body)
		return
	}
	outer := f.Load(ir.I8, teamState{f}.nestCell(), 1, "outer")
	mark := f.Bin("or", f.Bin("mul", t.final, ir.Num(ir.I32, inFinalMark), "final"), ir.Num(ir.I32, inTaskMark), "mark")
	f.Store(f.Bin("or", outer, f.Resize(mark, ir.I8, false), "task"), teamState{f}.nestCell(), 1)
	f.Block(s.Body)
	if f.Cur != nil {
		f.Store(outer, teamState{f}.nestCell(), 1)
	}
}

// inTask and inFinal are 0 or 1.
func (f function) inTask() ir.Value {
	return f.taskBit(inTaskMark, func(*explicitTask) ir.Value { return ir.Num(ir.I32, 1) })
}

func (f function) inFinal() ir.Value {
	return f.taskBit(inFinalMark, func(t *explicitTask) ir.Value { return t.final })
}

func (f function) taskBit(mark int64, known func(*explicitTask) ir.Value) ir.Value {
	if t := f.ctx.task; t != nil {
		return known(t)
	}
	if !f.ctx.orphan && !(f.ctx.group != nil && f.ctx.group.called) {
		return ir.Num(ir.I32, 0)
	}
	return f.Cast("zext",
		f.ICmp("ne", f.Bin("and", teamState{f}.nestBits(), ir.Num(ir.I32, mark), "mark"), ir.Num(ir.I32, 0), "in"),
		ir.I32, "in")
}
