// Transparent tasks (6.0 §17.9.6).

package tree

import (
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// Transparent reports whether c's tasks may import or export dependences: its
// clause is not omp_not_impex.
func (c *Construct) Transparent() bool {
	cl := c.Clause(spec.TransparentClause)
	if cl == nil {
		return false
	}
	if len(cl.Exprs) == 0 {
		return true
	}
	v, ok := ctree.ConstInt(cl.Exprs[0].Node)
	return !ok || v != 0
}

// importsDependences is omp_import, a bit of omp_impex.
const importsDependences = 1

// Imports reports whether c's tasks may import dependences (6.0 §17.9.6): their child tasks depend on tasks that
// precede them (§17.9.5). The host has those complete first.
func (c *Construct) Imports() bool {
	if !c.Transparent() || len(c.Clause(spec.TransparentClause).Exprs) == 0 {
		return c.Transparent()
	}
	v, ok := ctree.ConstInt(c.Clause(spec.TransparentClause).Exprs[0].Node)
	return !ok || v&importsDependences != 0
}
