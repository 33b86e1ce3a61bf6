package check

import (
	"ompcc/parse/ctree"
	"ompcc/pragma"
	"ompcc/pragma/spec"
)

// settleFlags gives the clauses of c that may have an argument, which says whether they
// hold, the form without one (6.0 §5.2): where it is constantly true it goes, where it
// is constantly false the clause goes. Others stay only where the program may decide
// when it runs.
func (k *checker) settleFlags(c *pragma.Construct) {
	var kept []*pragma.Clause
	for _, cl := range c.Clauses {
		e := flagArgument(c, cl)
		if e == nil {
			kept = append(kept, cl)
			continue
		}
		v, constant := ctree.ConstInt(e.Node)
		if !constant && pragma.OneOfClauses(cl.Kind, spec.NowaitClause, spec.NogroupClause, spec.GraphResetClause) {
			k.checkScalar(cl)
		}
		switch {
		case constant && v == 0:
			c.Withdrawn = append(c.Withdrawn, cl)
			continue
		case constant:
			cl.Exprs, cl.Affirmed = nil, true
		case c.Kind == spec.Flush: // a list: see checkFlush
		case !pragma.OneOfClauses(cl.Kind, spec.NowaitClause, spec.NogroupClause, spec.GraphResetClause):
			k.diags.Errorf(e.Span, "not-constant", "the argument of clause '%s' must be a constant expression", cl.Kind).WithSection(cl.Def.Section)
			cl.Exprs, cl.Affirmed = nil, true
		}
		kept = append(kept, cl)
	}
	c.Clauses = kept
}

// flagArgument is the argument by which cl holds or not, nil without one.
func flagArgument(c *pragma.Construct, cl *pragma.Clause) *pragma.Expr {
	if cl.Def == nil || len(cl.Exprs) == 0 || cl.Exprs[0] == nil || cl.Exprs[0].Node == nil {
		return nil
	}
	if cl.Def.Shape == spec.ShapeFlagExpr || cl.Def.Shape == spec.ShapeUpdate && c.Has(spec.Atomic) {
		return cl.Exprs[0]
	}
	return nil
}
