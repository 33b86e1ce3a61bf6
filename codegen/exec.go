package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

const globalFunc = abi.GlobalFunc

// execModel is how a family of targets executes OpenMP's constructs: a CPU
// with a runtime's threads (cpuFn), or a GPU with a grid of them (gpuFn). It emits into the function that it belongs to.
type execModel interface {
	// functionBody emits the body of a device function.
	functionBody(rf *region.Function)
	// storage gives a local storage and returns its generic address.
	storage(l *region.Local) ir.Value
	// query answers an execution environment intrinsic.
	query(x *region.Intrinsic) ir.Value
	// setICV changes an ICV of the task.
	setICV(x *region.Intrinsic)
	// ownWord is the address of a word of the thread's own: op is region.OpTaskCell and the like.
	ownWord(op region.IntrinsicOp) ir.Value

	task(s *region.Task)
	parallel(s *region.Parallel)
	wsloop(s *region.WsLoop)
	sections(s *region.Sections)
	barrier()
	// rendezvous emits a barrier of a region that threads may leave.
	rendezvous(s *region.Barrier)
	critical(s *region.Critical)
	single(s *region.Single)
	masked(s *region.Masked)
	ordered(s *region.Ordered)
	// orderedEnd passes the turn of iteration iter of an ordered loop on.
	orderedEnd(iter ir.Value)
	// polled follows an access that a loop may repeat until another thread changes its object.
	polled()
	// run emits statements at the front of list together and returns their number, 0 if they need nothing of it.
	run(list []region.Stmt) int
	// stores emits a store to addr.
	stores(addr region.Expr, store func())
	// together emits x if all threads of a team evaluate it together.
	together(x region.Expr) (v ir.Value, ok bool)
	// allocate takes n bytes from a heap, and heapStack answers a stack intrinsic, where the stack has no objects of variable size.
	allocate(n func() ir.Value) (p ir.Value, ok bool)
	heapStack(x *region.Intrinsic, args []ir.Value) (v ir.Value, ok bool)
	// teamMemory is the memory that a launch adds to the team's, threadVariable the calling thread's copy of g.
	teamMemory() ir.Value
	threadVariable(g *region.Global) ir.Value
	// leave emits what precedes a return.
	leave()
	// locked emits gen under the device's lock for updates that have no instruction.
	locked(gen func())
}

// cpuFn is a function that the threads of a runtime execute: a team's code by the thread that the runtime
// calls, parallel regions by its threads on an outlined function.
type cpuFn struct{ *fn }

// gpuFn is a function that the threads of a grid execute.
type gpuFn struct{ *fn }

// onGPU reports whether the target executes kernels as a grid of threads.
func (m *module) onGPU() bool { return m.t.Model == target.Grid }

func (m *module) kernel(k *region.Kernel) {
	if m.onGPU() {
		m.gpuKernel(k)
	} else {
		m.cpuTeam(k)
	}
}

// Parts of these functions, each with what it emits.
type (
	assembly    struct{ *fn }   // asm statements
	described   struct{ *fn }   // descriptions for debuggers
	conversions struct{ *fn }   // conversions between types
	checks      struct{ *fn }   // checked accesses (-fsanitize=offload)
	atomics     struct{ *fn }   // atomic updates
	library     struct{ *fn }   // calls of the C library
	intrinsics  struct{ *fn }   // intrinsics of the region IR
	combining   struct{ gpuFn } // reductions and scans
	teamState   struct{ gpuFn } // what a team and a thread keep: ICVs, the region they are in, blocks of the heap
)
