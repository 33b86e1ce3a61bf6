package pragma

import (
	"strings"

	"ompcc/pragma/spec"
)

// checkNumThreads tells of what num_threads of 6.0 asks for and does not get (6.0
// §12.1.2): the host's composites with teams are the host compiler's as a whole,
// so that nothing can be written in front of their parallel regions or into them,
// and a host runtime takes one number for nested regions from a program.
func (k *checker) checkNumThreads(c *Construct) {
	cl := c.Clause(spec.NumThreadsClause)
	if cl == nil || c.InDevice() {
		return
	}
	if m := cl.Modifier("strict"); m != nil && c.Has(spec.Teams) {
		k.diags.Warnf(m.Span, "omp-strict-threads", "strict is not enforced where the host executes '%s': the region has fewer threads where that many are not available", c.Kind).
			WithSection("6.0 §12.1.2").WithFix("compare omp_get_num_threads() with the number in the region")
	}
	last := 2
	if c.Has(spec.Teams) {
		last = 1
	}
	if len(cl.Exprs) > last {
		k.diags.Warnf(cl.Exprs[last].Span, "omp-nested-threads", "this number of the list is not used on the host: it does not set that of regions nested so deep").
			WithSection("6.0 §12.1.2").WithFix("write num_threads on the nested construct")
	}
}

// InDevice reports whether c is part of a target region and executed by devices alone.
func (c *Construct) InDevice() bool {
	if c.Has(spec.Target) {
		return false
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.Target) {
			return true
		}
	}
	return false
}

// StrictThreads is c's num_threads clause if its number is strict.
func (c *Construct) StrictThreads() *Clause {
	if cl := c.Clause(spec.NumThreadsClause); cl != nil && cl.HasModifier("strict") {
		return cl
	}
	return nil
}

// NestedThreads is the number of threads that c's num_threads clause gives to
// regions nested in c's, nil if it has none.
func (c *Construct) NestedThreads() *Expr {
	if cl := c.Clause(spec.NumThreadsClause); cl != nil && len(cl.Exprs) > 1 {
		return cl.Exprs[1]
	}
	return nil
}

// Severity is that of c's error, "fatal" or "warning" (5.2 §8.5.2).
func (c *Construct) Severity() string {
	if cl := c.Clause(spec.SeverityClause); cl != nil && len(cl.Words) > 0 {
		return cl.Words[0]
	}
	return "fatal"
}

// StrictMessage is what is said of a strict number without a message clause.
func (c *Construct) StrictMessage() string {
	return "a parallel region cannot have the number of threads that num_threads(strict: " + strings.TrimSpace(c.StrictThreads().Exprs[0].Text) + ") asks for"
}
