// The initialization phase of scans (6.0 §7.7.3).

package tree

import (
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// HasInitPhase reports whether the body of loop construct c has a scan directive that
// ends an initialization phase (6.0 §7.7.3).
func HasInitPhase(c *Construct) bool {
	for _, x := range c.Children {
		if cl := x.Clause(spec.InitCompleteClause); x.Kind == spec.Scan && cl != nil {
			return EndsInitPhase(cl)
		}
	}
	return false
}

// EndsInitPhase reports whether the argument of an init_complete clause is not false.
func EndsInitPhase(cl *Clause) bool {
	if len(cl.Exprs) == 0 {
		return true
	}
	v, known := ctree.ConstInt(cl.Exprs[0].Node)
	return v != 0 || !known
}
