package codegen

import (
	"strings"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
)

// teamInStep reports whether the team's threads have done nothing since their last
// barrier, or since the kernel began, that others can see or that depends on
// others: then another barrier would order nothing. It looks back in the
// current block only.
func (f gpuFn) teamInStep() bool {
	if f.Cur == nil {
		return true
	}
	for i := len(f.Cur.Insts) - 1; i >= 0; i-- {
		in := f.Cur.Insts[i]
		if callee := ir.Callee(in); callee != "" && (callee == f.m.t.Barrier || callee == icvStart) {
			return true
		}
		if !f.private(in) {
			return false
		}
	}
	return f.Cur == f.Entry && f.kernel != nil && f.ctx.teamLevel
}

// private reports whether an instruction concerns the thread alone: arithmetic,
// and accesses to its own stack objects.
func (f gpuFn) private(in ir.Instruction) bool {
	switch in := in.(type) {
	case *llir.InstLoad:
		return f.stack[in.Src]
	case *llir.InstStore:
		return f.stack[in.Dst]
	case *llir.InstFence:
		return true // of a barrier
	case *llir.InstCall:
		callee := ir.Callee(in)
		return hasPrefix(f.m.t.Coordinates, callee) || strings.HasPrefix(callee, "llvm.umin.")
	}
	return ir.Computes(in)
}
