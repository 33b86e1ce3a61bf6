// Attributes of functions that follow from the functions that they call.

package pass

import "ompcc/lower/region"

// usesParallel sets UsesParallel on functions from which a parallel construct
// or barrier is reachable, or a call of an unknown function.
func usesParallel(m *region.Module, _ *Facts) {
	calls := map[*region.Function][]*region.Function{}
	for _, f := range m.Funcs {
		if f.Body == nil {
			f.UsesParallel = f.UsesParallel || !f.Library && !f.X86
			continue
		}
		list, unknown := region.Callees(f.Body)
		calls[f] = list
		f.UsesParallel = unknown || usesTeam(f.Body)
	}
	for changed := true; changed; {
		changed = false
		for f, list := range calls {
			for _, g := range list {
				if !f.UsesParallel && g.UsesParallel {
					f.UsesParallel, changed = true, true
				}
			}
		}
	}
}

// impure takes attribute pure from functions that may read thread-local variables: what they
// give is not the same for all threads of a team.
func impure(m *region.Module, _ *Facts) {
	own := map[*region.Function]bool{}
	calls := map[*region.Function][]*region.Function{}
	for _, f := range m.Funcs {
		if f.Body != nil {
			calls[f], _ = region.Callees(f.Body)
			own[f] = usesThreadLocals(f.Body)
		}
	}
	withCallers(own, calls)
	for f := range own {
		f.Pure = f.Pure && !own[f]
	}
}

func usesThreadLocals(b *region.Block) bool {
	found := false
	region.Inspect(b, func(n any) bool {
		if g, ok := n.(*region.GlobalAddr); ok && g.Global.Space == region.SpaceThread {
			found = true
		}
		return !found
	})
	return found
}

// withCallers adds to set the functions that call one of it.
func withCallers(set map[*region.Function]bool, calls map[*region.Function][]*region.Function) {
	for changed := true; changed; {
		changed = false
		for f, list := range calls {
			for _, g := range list {
				if !set[f] && set[g] {
					set[f], changed = true, true
				}
			}
		}
	}
}

// usesTeam reports whether b needs the other threads of the team.
func usesTeam(b *region.Block) bool {
	found := false
	region.Inspect(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Parallel, *region.Barrier, *region.Single, *region.Sections, *region.Masked, *region.Ordered:
			found = true
		case *region.WsLoop:
			found = found || x.Levels != region.LevelSimd
		}
		return !found
	})
	return found
}
