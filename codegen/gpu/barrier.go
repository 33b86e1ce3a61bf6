package gpu

import (
	"strings"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
)

// teamInStep reports whether the team's threads have done nothing since their last
// barrier, or since the kernel began, that others can see or that depends on
// others: then another barrier would order nothing. It looks back in the
// current block only.
func (f function) teamInStep() bool {
	if f.Cur == nil {
		return true
	}
	for i := len(f.Cur.Insts) - 1; i >= 0; i-- {
		in := f.Cur.Insts[i]
		if callee := ir.Callee(in); callee != "" && (callee == f.Mod.Target.Barrier || callee == icvStart) {
			return true
		}
		if !f.private(in) {
			return false
		}
	}
	return f.Cur == f.Entry && f.Kernel != nil && f.ctx.teamLevel
}

// private reports whether an instruction concerns the thread alone: arithmetic,
// and accesses to its own stack objects.
func (f function) private(in ir.Instruction) bool {
	switch in := in.(type) {
	case *llir.InstLoad:
		return f.Stack[in.Src]
	case *llir.InstStore:
		return f.Stack[in.Dst]
	case *llir.InstFence:
		return true // of a barrier
	case *llir.InstCall:
		callee := ir.Callee(in)
		return hasPrefix(f.Mod.Target.Coordinates, callee) || strings.HasPrefix(callee, "llvm.umin.")
	}
	return ir.Computes(in)
}
