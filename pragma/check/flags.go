// Arguments of clauses that hold or not.

package check

import (
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkFlags: the argument of a clause that holds or not is constant, except where the program may
// decide when it runs (6.0 §5.2).
func (k clauseRules) checkFlags(c *tree.Construct) {
	for _, cl := range c.Clauses {
		e := resolve.FlagArgument(c, cl)
		switch {
		case e == nil:
		case tree.OneOf(cl.Kind, spec.NowaitClause, spec.NogroupClause, spec.GraphResetClause):
			k.checkScalar(cl)
		case c.Kind != spec.Flush: // its list is none: see checkFlush
			k.diags.Errorf(e.Span, diag.NotConstant, "the argument of clause '%s' must be a constant expression",
				cl.Kind).WithSection(cl.Def.Section).
				WithFix("write 0 or 1, or leave the argument out")
		}
	}
}
