package check

import (
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkNumThreads reports the requests of num_threads of 6.0 that have no effect (6.0 §12.1.2). The host compiler
// implements the composites with teams as a whole, so that hostc cannot add code before their parallel regions or
// in them. A host runtime takes one number for nested regions from a program.
func (k clauseRules) checkNumThreads(c *tree.Construct) {
	cl := c.Clause(spec.NumThreadsClause)
	if cl == nil || c.InDevice() {
		return
	}
	if m := cl.Modifier("strict"); m != nil && c.Has(spec.Teams) {
		k.diags.Warnf(m.Span, diag.OmpStrictThreads,
			"'strict' is not enforced when the host executes '%s': the region may get fewer threads", c.Kind).
			WithSection("6.0 §12.1.2").WithFix("check omp_get_num_threads() in the region")
	}
	last := 2
	if c.Has(spec.Teams) {
		last = 1
	}
	if len(cl.Exprs) > last && !cl.Spatial() {
		k.diags.Warnf(cl.Exprs[last].Span, diag.OmpNestedThreads,
			"this list element has no effect on the host: it does not set the thread number of nested regions").
			WithSection("6.0 §12.1.2").WithFix("write num_threads on the nested construct")
	}
}
