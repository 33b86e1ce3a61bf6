package codegen

import "strings"

// settled reports whether the team's threads have done nothing since their last
// barrier, or since the kernel began, that others can see or that depends on
// others: then another barrier would order nothing. It looks back in the
// current block only.
func (f *fn) settled() bool {
	if f.cur == nil {
		return true
	}
	barrier, start := "call void @"+f.m.t.Barrier+"(", "call void @"+icvStart+"("
	for i := len(f.cur.Insts) - 1; i >= 0; i-- {
		text := f.cur.Insts[i].LLString()
		if strings.HasPrefix(text, barrier) || strings.HasPrefix(text, start) {
			return true
		}
		if !f.private(text) {
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
func (f *fn) private(text string) bool {
	if _, rest, ok := strings.Cut(text, " = "); ok {
		text = rest
	}
	op, rest, _ := strings.Cut(text, " ")
	switch op {
	case "load":
		_, at, ok := strings.Cut(rest, ", ptr ")
		return ok && f.onStack(at)
	case "store":
		i := strings.LastIndex(rest, ", ptr ")
		return i >= 0 && f.onStack(rest[i+len(", ptr "):])
	case "fence":
		return true // of a barrier
	case "call":
		return strings.Contains(rest, "@llvm.nvvm.read.ptx.sreg.") || strings.Contains(rest, "@llvm.amdgcn.work") || strings.Contains(rest, "@llvm.umin.")
	}
	return computes[op]
}

// onStack reports whether the operand that text begins with is a stack object.
func (f *fn) onStack(text string) bool {
	name, _, _ := strings.Cut(text, ",")
	return f.stack[strings.TrimSpace(name)]
}
