package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Model is an execution model's side of a module.
type Model interface {
	// Bind makes the model's side of a new function.
	Bind(f *Function) Exec
	// Kernel emits k.
	Kernel(k *region.Kernel)
	// Pointer is the value of a pointer to rf, a function of the program.
	Pointer(rf *region.Function) ir.Constant
	// Finish completes the module when all functions and kernels have their code.
	Finish()
	// Remark adds what is to be said of a kernel's form.
	Remark(r *Remarker)
}

// Exec is how a family of targets executes OpenMP's constructs: a CPU
// with a runtime's threads (codegen/cpu), or a GPU with a grid of them (codegen/gpu). It emits into the function that
// it belongs to.
type Exec interface {
	// Wrapper emits the body of a function that makes call, a call of library function rf, and returns its result.
	Wrapper(rf *region.Function, call func(f *Function) ir.Value)
	// Of is the same model of f, a copy of its function.
	Of(f *Function) Exec
	// FunctionBody emits the body of a device function.
	FunctionBody(rf *region.Function)
	// Callee is the function that a direct call of rf calls.
	Callee(rf *region.Function) ir.Value
	// Storage gives a local storage and returns its generic address.
	Storage(l *region.Local) ir.Value
	// Query answers an execution environment intrinsic.
	Query(x *region.Intrinsic) ir.Value
	// SetICV changes an ICV of the task.
	SetICV(x *region.Intrinsic)
	// OwnWord is the address of a word of the thread's own: op is region.OpTaskCell and the like.
	OwnWord(op region.IntrinsicOp) ir.Value

	Task(s *region.Task)
	Parallel(s *region.Parallel)
	WsLoop(s *region.WsLoop)
	Sections(s *region.Sections)
	Barrier()
	// Rendezvous emits a barrier of a region that threads may leave.
	Rendezvous(s *region.Barrier)
	Critical(s *region.Critical)
	Single(s *region.Single)
	Masked(s *region.Masked)
	Ordered(s *region.Ordered)
	// OrderedEnd passes the turn of iteration iter of an ordered loop on.
	OrderedEnd(iter ir.Value)
	// Polled follows an access that a loop may repeat until another thread changes its object.
	Polled()
	// Run emits statements at the front of list together and returns their number, 0 if they need nothing of it.
	Run(list []region.Stmt) int
	// Stores emits a store to addr.
	Stores(addr region.Expr, store func())
	// Together emits x if all threads of a team evaluate it together.
	Together(x region.Expr) (v ir.Value, ok bool)
	// Allocate takes n bytes from a heap, and HeapStack answers a stack intrinsic, where the stack has no objects of
	// variable size.
	Allocate(n func() ir.Value) (p ir.Value, ok bool)
	HeapStack(x *region.Intrinsic, args []ir.Value) (v ir.Value, ok bool)
	// TeamMemory is the memory that a launch adds to the team's, ThreadVariable the calling thread's copy of g.
	TeamMemory() ir.Value
	// GroupMemory is the answer to region.OpGroupMemory.
	GroupMemory() ir.Value
	ThreadVariable(g *region.Global) ir.Value
	// Leave emits what precedes a return.
	Leave()
	// Locked emits gen under the device's lock for updates that have no instruction.
	Locked(gen func())
}

// Parts of functions, each with what it emits.
type (
	assembly struct{ *Function } // asm statements
	// Described functions tell debuggers of their variables.
	Described struct{ *Function }
	// Conversions are between types.
	Conversions struct{ *Function }
	// Checks are of accesses (-fsanitize=offload).
	Checks struct{ *Function }
	// Atomics are updates that no thread sees half.
	Atomics    struct{ *Function }
	library    struct{ *Function } // calls of the C library
	intrinsics struct{ *Function } // intrinsics of the region IR
)
