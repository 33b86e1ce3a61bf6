// Memory orders of atomic constructs that the host executes.

package lower

import (
	"strconv"

	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// AtomicOrders are the memory orders of atomic construct c on the host, as values of gcc's and clang's __ATOMIC_…
// macros. The host text is preprocessed already, so these macros may be unknown there. fail is the order of a
// comparison that fails, and of loads.
func (p *Program) AtomicOrders(c *tree.Construct) (order, fail string) {
	o := orderOf(c, atomicDefault(p.Tree))
	f := failOrder(c, o)
	switch {
	case c.Clause(spec.WriteClause) != nil && (o == region.AcqRel || o == region.Acquire):
		o = region.Release
	case c.Clause(spec.WriteClause) == nil && f == region.SeqCst:
		o = region.SeqCst // success is not weaker than failure
	case c.Clause(spec.WriteClause) == nil && f == region.Acquire && o == region.Relaxed:
		o = region.Acquire
	case c.Clause(spec.WriteClause) == nil && f == region.Acquire && o == region.Release:
		o = region.AcqRel
	}
	return strconv.Itoa(hostOrders[o]), strconv.Itoa(hostOrders[f])
}

var hostOrders = map[region.Order]int{region.Relaxed: 0, region.Acquire: 2, region.Release: 3, region.AcqRel: 4,
	region.SeqCst: 5}
