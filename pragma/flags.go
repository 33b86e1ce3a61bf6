package pragma

import "ompcc/pragma/spec"

// MayWait is the argument of nowait on a worksharing construct, which says when the
// program runs whether its barrier is left out (6.0 §17.6); nil otherwise.
func (c *Construct) MayWait() *Expr {
	if cl := c.Clause(spec.NowaitClause); cl != nil && len(cl.Exprs) > 0 && OneOfKinds(c.Leafs[0], spec.For, spec.Sections, spec.Single, spec.Scope, spec.Loop) {
		return cl.Exprs[0]
	}
	return nil
}

// Version is that of the specification whose rules hold for d.
func (d *Directive) Version() int { return d.SpecVersion }

// GroupsTasks reports whether c waits for its tasks. It does so where it may be that
// it need not (6.0 §17.7).
func (c *Construct) GroupsTasks() bool {
	cl := c.Clause(spec.NogroupClause)
	return cl == nil || len(cl.Exprs) > 0
}
