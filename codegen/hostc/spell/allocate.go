package spell

import (
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Allocate clauses and directives, as far as host compilers know them.

// AlignsByAttribute reports whether h does not know the allocate directive. hostc then
// writes the alignment as an attribute of the variables.
func (h Compiler) AlignsByAttribute() bool { return h.GCC && h.Version < 14 }

// ordinaryMemory reports whether an allocate directive names no allocator or a
// predefined one. libgomp before gcc 14 maps all predefined allocators to the memory
// that ordinary variables use.
func ordinaryMemory(c *tree.Construct) bool {
	cl := c.Clause(spec.AllocatorClause)
	if cl == nil || len(cl.Exprs) == 0 {
		return cl == nil
	}
	return predefinedAllocator(cl.Exprs[0])
}

// predefinedAllocator reports whether e is one of the allocators that OpenMP names.
func predefinedAllocator(e *tree.Expr) bool {
	switch e.Text {
	case "omp_default_mem_alloc", "omp_large_cap_mem_alloc", "omp_const_mem_alloc", "omp_high_bw_mem_alloc",
		"omp_low_lat_mem_alloc",
		"omp_cgroup_mem_alloc", "omp_pteam_mem_alloc", "omp_thread_mem_alloc":
		return true
	}
	v, ok := ctree.ConstInt(e.Node)
	return ok && v >= 1 && v <= 8
}

// hostAllocate drops the names of the modifiers for clang before version 20. In host versions of target regions it
// also drops the alignment, which these clangs cannot express. It drops the whole clause if the clause names no
// allocator of the program and, from version 20 on, no alignment either. The reason is libomp 19, which later
// clangs may link: it aligns such memory less than clang's code assumes for arrays of 16 bytes and more.
func hostAllocate(c *tree.Construct, cl *tree.Clause, h Compiler) (string, bool) {
	modern := h.Version >= 20
	m := cl.Modifier("allocator")
	own := m != nil && len(m.Args) > 0 && !predefinedAllocator(m.Args[0])
	switch {
	case h.GCC, modern && (own || cl.HasModifier("align")):
		return "", false
	case own:
		return "allocate(" + m.Args[0].Text + ": " + itemTexts(cl) + ")", true
	}
	return "", true
}
