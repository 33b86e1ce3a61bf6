package tree

import (
	"slices"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// OrderedLoops is the number of loops of loop construct c whose iterations ordered orders: without n that of collapse,
// which is 1 (6.0 §6.4.5, §6.4.6). false: it is no constant.
func (c *Construct) OrderedLoops() (int64, bool) {
	for _, k := range []spec.ClauseKind{spec.OrderedClause, spec.CollapseClause} {
		if cl := c.Clause(k); cl != nil && len(cl.Exprs) > 0 {
			return ctree.ConstInt(cl.Exprs[0].Node)
		}
	}
	return 1, true
}

// OrdersCollapsed reports whether the loops of ordered are those of collapse, as blocks of ordered constructs need (6.0
// §17.10.2).
func (c *Construct) OrdersCollapsed() bool {
	n, ok := c.OrderedLoops()
	m := int64(1)
	if cl := c.Clause(spec.CollapseClause); cl != nil && len(cl.Exprs) > 0 {
		m, _ = ctree.ConstInt(cl.Exprs[0].Node)
	}
	return ok && n == m
}

// HasDoacross reports whether a stand-alone ordered construct binds to loop construct c.
func (c *Construct) HasDoacross() bool {
	return slices.ContainsFunc(c.Children, func(x *Construct) bool {
		return x.Kind == spec.Ordered && x.StandAlone() || x.Clause(spec.OrderedClause) == nil && x.HasDoacross()
	})
}
