// Clauses with an argument that says whether they hold.

package tree

import "ompcc/pragma/spec"

// MayWait is the argument of nowait on a worksharing construct, which says when the
// program runs whether its barrier is left out (6.0 §17.6); nil otherwise.
func (c *Construct) MayWait() *Expr {
	if cl := c.Clause(spec.NowaitClause); cl != nil && len(cl.Exprs) > 0 &&
		OneOf(c.Leafs[0], spec.For, spec.Sections, spec.Single, spec.Scope, spec.Loop) {
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

// Bare reports whether all threads of all teams execute the region of d from the
// beginning, each with its own copy of what the target construct captures by value.
func (d *Directive) Bare() bool { return d.Clause(spec.OmpxBareClause) != nil && d.Has(spec.Parallel) }

// StandAlone reports whether d, which may have a block, stands alone here:
// ordered with a doacross clause (5.2 §15.10.1).
func (d *Directive) StandAlone() bool {
	if d.Kind == spec.Ordered {
		return d.Clause(spec.DoacrossClause) != nil || d.BadDoacross
	}
	return d.Def.Assoc != spec.AssocBlock && d.Def.Assoc != spec.AssocLoop && d.Def.Assoc != spec.AssocMeta
}
