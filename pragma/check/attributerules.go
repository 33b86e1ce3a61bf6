// Rules on ompx_attribute.

package check

import (
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
)

// checkAttributes: the first number of a pair that bounds something is not above the second.
func (k clauseRules) checkAttributes(cl *tree.Clause) {
	for _, x := range cl.Attributes {
		if x.Name == "launch_bounds" || len(x.Args) < 2 {
			continue
		}
		least, one := ctree.ConstInt(x.Args[0].Node)
		most, two := ctree.ConstInt(x.Args[1].Node)
		if one && two && least > most {
			k.diags.Errorf(x.Args[0].Span, diag.BadRange, "the minimum of '%s', %d, exceeds its maximum, %d", x.Name,
				least, most).WithSection(cl.Def.Section).
				WithFix("write the smaller number first: %s(%d, %d)", x.Name, most, least)
		}
	}
}
