package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

const globalFunc = abi.GlobalFunc

// model is an execution model's side of a module.
type model interface {
	// bind makes the model's side of a new function.
	bind(f *fn) execModel
	// kernel emits k.
	kernel(k *region.Kernel)
	// pointer is the value of a pointer to rf, a function of the program.
	pointer(rf *region.Function) ir.Constant
	// remark adds what is to be said of a kernel's form.
	remark(r *kernelRemarker)
}

// execModel is how a family of targets executes OpenMP's constructs: a CPU
// with a runtime's threads (cpuFn), or a GPU with a grid of them (gpuFn). It emits into the function that it belongs to.
type execModel interface {
	// wrapper emits the body of a function that makes call, a call of library function rf, and returns its result.
	wrapper(rf *region.Function, call func(f *fn) ir.Value)
	// of is the same model of f, a copy of its function.
	of(f *fn) execModel
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

// Parts of these functions, each with what it emits.
type (
	assembly    struct{ *fn } // asm statements
	described   struct{ *fn } // descriptions for debuggers
	conversions struct{ *fn } // conversions between types
	checks      struct{ *fn } // checked accesses (-fsanitize=offload)
	atomics     struct{ *fn } // atomic updates
	library     struct{ *fn } // calls of the C library
	intrinsics  struct{ *fn } // intrinsics of the region IR
)
