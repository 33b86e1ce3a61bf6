package codegen

import (
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

func (f cpuFn) storeSelf(field int64, v ir.Value) {
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
