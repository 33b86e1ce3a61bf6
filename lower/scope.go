package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/pragma"
	"ompcc/pragma/spec"
)

// scopeOf is the scope that c's memscope clause names (6.0 §17.8.4), the device without one.
func scopeOf(c *pragma.Construct) region.Scope {
	cl := c.Clause(spec.MemscopeClause)
	if cl == nil || len(cl.Words) == 0 {
		return region.ScopeDevice
	}
	return map[string]region.Scope{"all": region.ScopeSystem, "cgroup": region.ScopeTeam}[cl.Words[0]]
}

// inScope has the atomic operations that gen emits for c be of c's scope.
func (b *body) inScope(c *pragma.Construct, at cc.Node, gen func()) {
	s := scopeOf(c)
	if s == region.ScopeDevice {
		gen()
		return
	}
	block := b.fn.Block(at, gen)
	setScope(block, s)
	b.fn.Emit(block)
}

// shareMemory gives the atomic operations of units whose devices share the host's memory the
// scope of the whole system: the host may be the other thread (5.2 §8.2, §1.4.5).
func (u *unit) shareMemory() {
	const unifiedSharedMemory, selfMaps = 4, 8
	if u.prog.Requires&(unifiedSharedMemory|selfMaps) == 0 {
		return
	}
	for _, k := range u.mod.Kernels {
		setScope(k.Body, region.ScopeSystem)
	}
	for _, f := range u.mod.Funcs {
		if f.Body != nil {
			setScope(f.Body, region.ScopeSystem)
		}
	}
}

// setScope gives s to the operations of b that are of the device's scope.
func setScope(b *region.Block, s region.Scope) {
	set := func(to *region.Scope) {
		if *to == region.ScopeDevice {
			*to = s
		}
	}
	walkIR(b, func(n any) bool {
		switch x := n.(type) {
		case *region.AtomicLoad:
			set(&x.Scope)
		case *region.AtomicStore:
			set(&x.Scope)
		case *region.AtomicRMW:
			set(&x.Scope)
		case *region.CmpXchg:
			set(&x.Scope)
		case *region.Flush:
			set(&x.Scope)
		}
		return true
	})
}
