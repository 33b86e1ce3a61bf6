// default(none): variables without an attribute (5.2 §5.4.1).

package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkDefaultNone reports variables whose data-sharing attribute a construct
// with default(none) leaves open.
func (k sharingRules) checkDefaultNone(c *tree.Construct) {
	def := c.Clause(spec.DefaultClause)
	if def == nil || len(def.Words) == 0 || def.Words[0] != "none" {
		return
	}
	sharing := resolve.NewSharing(k.t)
	listed := map[*cc.Declarator]bool{}
	listedIn(c, listed)
	sharing.Undetermined(c, def, listed, func(d *cc.Declarator, p *cc.PrimaryExpression) {
		k.diags.Errorf(k.t.Unit.NodeSpan(p), diag.DefaultNone,
			"the data-sharing attribute of '%s' must be explicit, because '%s' has default(none)", d.Name(), c.Kind).
			WithSection("5.2 §5.4.1").WithNote(def.Span, "default(none) is here").
			WithFix("add shared(%s), private(%s) or firstprivate(%s)", d.Name(), d.Name(), d.Name())
	})
	if len(c.Leafs) == 1 || !c.Has(spec.Parallel) && !c.Has(spec.Teams) {
		return
	}
	// The clauses of the constituents inside are evaluated in the region.
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.ScheduleClause, spec.DistScheduleClause, spec.NumTasksClause, spec.GrainsizeClause,
			spec.PriorityClause, spec.FinalClause) {
			continue
		}
		for _, e := range cl.Exprs {
			ctree.EachVariable(e.Node, func(d *cc.Declarator) {
				if listed[d] || !sharing.NeedsSharing(c, d) || !resolve.InCategory(def, d.Type()) {
					return
				}
				listed[d] = true
				k.diags.Errorf(e.Span, diag.DefaultNone,
					"the data-sharing attribute of '%s' in clause '%s' must be explicit, because '%s' has default(none)",
					d.Name(), cl.Kind, c.Kind).
					WithSection("5.2 §5.4.1").WithNote(def.Span, "default(none) is here").
					WithFix("add shared(%s) or firstprivate(%[1]s)", d.Name())
			})
		}
	}
}

// listedIn marks the variables of c's clauses.
func listedIn(c *tree.Construct, listed map[*cc.Declarator]bool) {
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != nil {
				listed[it.Decl] = true
			}
		}
	}
}
