package pragma

// checkNumThreads tells of what num_threads of 6.0 asks for and does not get: a
// region may have fewer threads than a strict number, and message and severity
// are then not heeded; of a list, the numbers of nested regions are not used
// (6.0 §12.1.2).
func (k *checker) checkNumThreads(c *Construct) {
	cl := c.Clause("num_threads")
	if cl == nil {
		return
	}
	if m := cl.Modifier("strict"); m != nil {
		k.diags.Warnf(m.Span, "omp-strict-threads", "strict is not enforced: the region has fewer threads where that many are not available").
			WithSection("6.0 §12.1.2").WithFix("compare omp_get_num_threads() with the number in the region")
	}
	if len(cl.Exprs) > 1 {
		k.diags.Warnf(cl.Exprs[1].Span, "omp-nested-threads", "only the first number of the list is used: it does not set those of nested regions").
			WithSection("6.0 §12.1.2").WithFix("write num_threads on the nested construct")
	}
}
