// Flags with an argument: those that do not hold are withdrawn.

package resolve

import (
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// settleFlags gives the clauses of c that may have an argument, which says whether they
// hold, the form without one (6.0 §5.2): where it is constantly true it goes, where it
// is constantly false the clause goes.
func settleFlags(c *tree.Construct) {
	var kept []*tree.Clause
	for _, cl := range c.Clauses {
		if e := FlagArgument(c, cl); e != nil {
			if v, constant := ctree.ConstInt(e.Node); constant && v == 0 {
				c.Withdrawn = append(c.Withdrawn, cl)
				continue
			} else if constant {
				cl.Exprs, cl.Affirmed = nil, true
			}
		}
		kept = append(kept, cl)
	}
	c.Clauses = kept
}

// FlagArgument is the argument by which cl holds or not, nil without one.
func FlagArgument(c *tree.Construct, cl *tree.Clause) *tree.Expr {
	if cl.Def == nil || len(cl.Exprs) == 0 || cl.Exprs[0] == nil || cl.Exprs[0].Node == nil {
		return nil
	}
	if cl.Def.Shape == spec.ShapeFlagExpr || cl.Def.Shape == spec.ShapeUpdate && c.Has(spec.Atomic) {
		return cl.Exprs[0]
	}
	return nil
}
