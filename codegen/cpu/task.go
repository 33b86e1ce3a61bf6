package cpu

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Explicit tasks are undeferred. What of them can be asked is whether code is
// in one, and in a final one (OpenMP 5.2 §18.5).
const taskExplicit, taskFinal = 1, 2

// Task keeps the state where the runtime keeps the thread's.
func (f function) Task(s *region.Task) {
	final := ir.Num(ir.I32, 0)
	if s.Final != nil {
		final = f.Sel(f.Expr(s.Final), ir.Num(ir.I32, taskFinal), ir.Num(ir.I32, 0), "final")
	}
	outer := f.self(selfField("task"), "task")
	state := f.Bin("or", f.Bin("or", outer, final, "task"), ir.Num(ir.I32, taskExplicit), "task")
	f.storeSelf(selfField("task"), state)
	f.Block(s.Body)
	if f.Cur != nil {
		f.storeSelf(selfField("task"), outer)
	}
}

func (f function) storeSelf(field int64, v ir.Value) {
	p := f.Call(ir.Ptr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	f.Store(v, f.Offset(p, field, "self.at"), 4)
}

// Callee is rf itself.
func (f function) Callee(rf *region.Function) ir.Value { return f.Mod.FuncRef(rf) }

func (f function) SetICV(x *region.Intrinsic) {
	fields := map[region.IntrinsicOp][]int64{
		region.OpSetNumThreads: {selfField("max_threads")},
		region.OpSetSchedule:   {selfField("run_schedule"), selfField("run_chunk")},
		region.OpSetMaxLevels:  {selfField("max_levels")},
	}[x.Op]
	for i, field := range fields {
		v := f.Resize(f.Expr(x.Args[i]), ir.I32, true)
		if x.Op == region.OpSetMaxLevels { // the device supports one active level
			v = f.Cast("zext", f.ICmp("ne", v, ir.Num(ir.I32, 0), "some"), ir.I32, "levels")
		}
		f.storeSelf(field, v)
	}
}

// wordMembers are the members of the thread's context that are words of its own.
var wordMembers = map[region.IntrinsicOp]string{region.OpTaskCell: "tasks", region.OpAllocatorCell: "allocator",
	region.OpSpace: "space", region.OpExtents: "extents", region.OpGroupMemory: "gprivate"}

func (f function) OwnWord(op region.IntrinsicOp) ir.Value {
	p := f.Call(ir.Ptr, "__ompcc_cpu_self", "nounwind willreturn memory(read)")
	return f.Offset(p, selfField(wordMembers[op]), wordMembers[op]+".at")
}
