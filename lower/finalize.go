// What is done when all bodies of a unit are known.

package lower

import (
	"slices"

	"ompcc/lower/region"
	"ompcc/lower/region/pass"
	"ompcc/pragma/spec"
	"ompcc/rt/abi"
)

// finish completes the module once every body is known: functions in order, the
// passes over the region IR, and what the host is told of the kernels then.
func (u *unit) finish() {
	for _, f := range u.order {
		u.addFunction(f.fn)
	}
	u.requires()
	pass.Run(u.mod, u.facts())
	for _, k := range u.kernels {
		k.shape()
		k.uses()
	}
}

// uses tells the host which of its items the region only reads, or only writes. What a reduction maps is both, whatever
// the kernel does with it.
func (k *kernel) uses() {
	m := &mapRemarker{u: k.hb.u, h: k.hb.h, k: k}
	for _, c := range k.captures {
		if c.item == nil || c.param == nil || m.listing(c.item) != nil {
			continue
		}
		if c.param.ReadOnly {
			c.item.Flags |= abi.FlagReadOnly
		}
		if c.param.Unread {
			c.item.Flags |= abi.FlagUnread
		}
	}
}

// facts are what the passes cannot see in the module.
func (u *unit) facts() *pass.Facts {
	f := &pass.Facts{
		MapsAlias:    u.opts.NoMapAlias,
		SharesMemory: u.prog.Requires&(requirements[spec.UnifiedSharedMemoryClause]|requirements[spec.SelfMapsClause]) != 0,
		Anywhere:     map[*region.Kernel]bool{}, Added: map[*region.Param]bool{},
	}
	for _, k := range u.kernels {
		f.Anywhere[k.k] = slices.ContainsFunc(k.captures, pointsAnywhere)
		for _, p := range k.words {
			f.Added[p] = true
		}
	}
	return f
}

// pointsAnywhere reports whether c is a pointer whose value no clause ties to storage of its own:
// it may point into a mapped list item, as device pointers and zero-length sections do.
func pointsAnywhere(c *capture) bool {
	switch {
	case c.item == nil:
		return false
	case c.item.Kind == abi.ItemMap:
		return c.kind == capPointer && c.anywhere
	case c.kind == capValue:
		return c.param != nil && c.param.Type == region.Type(region.PtrT)
	}
	return c.item.Kind == abi.ItemPointer || c.item.Kind == abi.ItemDevicePtr
}

func (u *unit) addFunction(fn *region.Function) {
	for _, x := range u.mod.Funcs {
		if x == fn {
			return
		}
	}
	u.mod.Funcs = append(u.mod.Funcs, fn)
}

// requirements are the bits of the requires clauses (5.2 §8.2) in the order of the 6.0 clauses.
var requirements = map[spec.ClauseKind]uint32{
	spec.ReverseOffloadClause: 1, spec.UnifiedAddressClause: 2, spec.UnifiedSharedMemoryClause: 4,
	spec.SelfMapsClause:          8,
	spec.DynamicAllocatorsClause: 16, spec.DeviceSafesyncClause: 32,
}

// requires records the requires directives.
func (u *unit) requires() {
	for _, c := range u.tree.All {
		if c == nil || c.Kind != spec.Requires {
			continue
		}
		for _, cl := range c.Clauses {
			u.prog.Requires |= requirements[cl.Kind]
		}
	}
}
