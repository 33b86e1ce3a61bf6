package codegen

import "strings"

// teamInStep reports whether the team's threads have done nothing since their last
// barrier, or since the kernel began, that others can see or that depends on
// others: then another barrier would order nothing. It looks back in the
// current block only.
func (f *fn) teamInStep() bool {
	if f.cur == nil {
		return true
	}
	for i := len(f.cur.Insts) - 1; i >= 0; i-- {
		in := f.cur.Insts[i].(*inst)
		if in.callee == f.m.t.Barrier || in.callee == icvStart {
			return true
		}
		if !f.private(in) {
			return false
		}
	}
	return f.cur == f.entry && f.ctx.kernel != nil && f.ctx.grid.teamLevel
}

// computes are operations without access to memory.
var computes = map[string]bool{
	"add": true, "sub": true, "mul": true, "udiv": true, "sdiv": true, "urem": true, "srem": true, "and": true, "or": true, "xor": true,
	"shl": true, "lshr": true, "ashr": true, "fadd": true, "fsub": true, "fmul": true, "fdiv": true, "fneg": true, "icmp": true, "fcmp": true,
	"zext": true, "sext": true, "trunc": true, "fpext": true, "fptrunc": true, "sitofp": true, "uitofp": true, "fptosi": true, "fptoui": true,
	"bitcast": true, "addrspacecast": true, "ptrtoint": true, "inttoptr": true, "getelementptr": true, "select": true, "phi": true, "extractvalue": true,
}

// private reports whether an instruction concerns the thread alone: arithmetic,
// and accesses to its own stack objects.
func (f *fn) private(in *inst) bool {
	switch in.op {
	case "load":
		return f.stack[in.operands[0].id]
	case "store":
		return f.stack[in.operands[len(in.operands)-1].id]
	case "fence":
		return true // of a barrier
	case "call":
		return hasPrefix(f.m.t.Coordinates, in.callee) || strings.HasPrefix(in.callee, "llvm.umin.")
	}
	return computes[in.op]
}
