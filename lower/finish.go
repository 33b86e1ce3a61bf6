package lower

import (
	"strings"

	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/rt/abi"
)

// finish completes the module once every body is known: functions in order,
// orphaned parallelism, kernel flags and parameter attributes.
func (u *unit) finish() {
	for _, f := range u.order {
		u.addFunction(f.fn)
	}
	u.markParallel()
	u.ownToThreads()
	u.indexHostFlags()
	memory := u.globalWriters()
	for _, k := range u.kernels {
		u.attributes(k, memory)
	}
	u.requires()
	u.shareMemory()
}

func (u *unit) addFunction(fn *region.Function) {
	for _, x := range u.mod.Funcs {
		if x == fn {
			return
		}
	}
	u.mod.Funcs = append(u.mod.Funcs, fn)
}

// markParallel sets UsesParallel on functions from which a parallel construct
// or barrier is reachable, or a call of an unknown function.
func (u *unit) markParallel() {
	calls := map[*region.Function][]*region.Function{}
	for _, f := range u.mod.Funcs {
		if f.Body == nil {
			f.UsesParallel = f.UsesParallel || !f.Library && !f.X86
			continue
		}
		list, unknown := callees(f.Body)
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

// ownToThreads takes attribute pure from functions that may read thread-local variables: what they
// give is not the same for all threads of a team.
func (u *unit) ownToThreads() {
	own := map[*region.Function]bool{}
	calls := map[*region.Function][]*region.Function{}
	for _, f := range u.mod.Funcs {
		if f.Body != nil {
			calls[f], _ = callees(f.Body)
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
	walkIR(b, func(n any) bool {
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
	walkIR(b, func(n any) bool {
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

// indexHostFlags sets KernelParallel where a called function may be parallel.
func (u *unit) indexHostFlags() {
	for _, k := range u.kernels {
		list, unknown := callees(k.k.Body)
		for _, f := range list {
			unknown = unknown || f.UsesParallel
		}
		if unknown {
			k.hb.h.Flags |= abi.KernelParallel
		}
	}
}

// globalWriters are the functions that may touch device variables, directly or
// through a call.
func (u *unit) globalWriters() map[*region.Function]bool {
	touch := map[*region.Function]bool{}
	calls := map[*region.Function][]*region.Function{}
	for _, f := range u.mod.Funcs {
		if f.Body == nil {
			touch[f] = !f.Library || strings.HasPrefix(f.Name, taskPrefix) // which executes deferred tasks
			continue
		}
		list, unknown := callees(f.Body)
		calls[f] = list
		touch[f] = unknown || touchesGlobals(f.Body)
	}
	withCallers(touch, calls)
	return touch
}

func touchesGlobals(b *region.Block) bool {
	found := false
	walkIR(b, func(n any) bool {
		if g, ok := n.(*region.GlobalAddr); ok && !g.Global.Const {
			found = true
		}
		return !found
	})
	return found
}

// requires records the requires directives (5.2 §8.2) in the order of the 6.0
// clauses.
func (u *unit) requires() {
	bits := map[string]uint32{
		"reverse_offload": 1, "unified_address": 2, "unified_shared_memory": 4, "self_maps": 8,
		"dynamic_allocators": 16, "device_safesync": 32,
	}
	for _, c := range u.tree.All {
		if c == nil || c.Kind != spec.Requires {
			continue
		}
		for _, cl := range c.Clauses {
			u.prog.Requires |= bits[string(cl.Kind)]
		}
	}
}
