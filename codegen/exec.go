package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

const globalFunc = abi.GlobalFunc

// execModel is how a family of targets executes OpenMP's constructs: a CPU
// with a runtime's threads, or a GPU with a grid of them.
type execModel interface {
	// remarks says what the kernel looks like.
	remarks(r *kernelRemarker)
	// functionBody emits the body of a device function.
	functionBody(f *fn, rf *region.Function)
	// kernel emits a kernel's entry point(s).
	kernel(m *module, k *region.Kernel)
	// local gives a local storage and returns its generic address.
	local(f *fn, l *region.Local) ir.Value
	// query answers an execution environment intrinsic.
	query(f *fn, x *region.Intrinsic) ir.Value
	// setICV changes an ICV of the task.
	setICV(f *fn, x *region.Intrinsic)
	// cell is the address of a word of the thread's own: op is region.OpTaskCell and the like.
	cell(f *fn, op region.IntrinsicOp) ir.Value

	task(f *fn, s *region.Task)
	parallel(f *fn, s *region.Parallel)
	wsloop(f *fn, s *region.WsLoop)
	sections(f *fn, s *region.Sections)
	barrier(f *fn)
	// rendezvous emits a barrier of a region that threads may leave.
	rendezvous(f *fn, s *region.Barrier)
	critical(f *fn, s *region.Critical)
	single(f *fn, s *region.Single)
	masked(f *fn, s *region.Masked)
	ordered(f *fn, s *region.Ordered)
	// polled follows an access that a loop may repeat until another thread changes its object.
	polled(f *fn)
	// locked emits gen under the device's lock for updates that have no instruction.
	locked(f *fn, gen func())
}

func (m *module) kernel(k *region.Kernel) { m.exec.kernel(m, k) }
