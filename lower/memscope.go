// The memory scope of atomic operations (6.0 §17.8.4).

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// scopeOf is the scope that c's memscope clause names (6.0 §17.8.4), the device without one.
func scopeOf(c *tree.Construct) region.Scope {
	cl := c.Clause(spec.MemscopeClause)
	if cl == nil || len(cl.Words) == 0 {
		return region.ScopeDevice
	}
	return map[string]region.Scope{"all": region.ScopeSystem, "cgroup": region.ScopeTeam}[cl.Words[0]]
}

// inScope has the atomic operations that gen emits for c be of c's scope.
func (b *body) inScope(c *tree.Construct, at cc.Node, gen func()) {
	s := scopeOf(c)
	if s == region.ScopeDevice {
		gen()
		return
	}
	block := b.fn.Block(at, gen)
	region.SetScope(block, s)
	b.fn.Emit(block)
}
