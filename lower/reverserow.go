// The list of what a reverse-offload region takes, one row for each variable.

package lower

import (
	"slices"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// A thread that comes to a reverse-offload region gives the host a list of what
// the region's function takes. On a GPU it sends the bytes that the host does not have, and waits for those that
// come back (rt/devlib/reverse.c); a CPU device's storage is the host's as well. Which storage of the host is meant,
// the host looks up (rt/capi/reverse.go).

// The functions of rt/devlib/reverse.c and of the CPU device.
const (
	reverseFunction = "__openmp_reverse"
	reverseOnCPU    = "__ompcc_cpu_reverse"
)

// reverseEntry is one row of the list (abi.Reverse...); what is nil is 0.
type reverseEntry struct {
	flags              uint64
	device, size, host region.Expr
}

// reverseRows are the rows of the region's variables, and those of list items.
func (b *body) reverseRows(c *tree.Construct, r *reverseRegion) (list []reverseEntry) {
	for _, s := range r.slots {
		list = append(list, b.reverseSlot(s))
	}
	return append(list, b.reverseItems(c, r)...)
}

// looksUp reports whether the host has something to look up or to move for the rows of a CPU device.
func looksUp(rows []reverseEntry) bool {
	return slices.ContainsFunc(rows, func(e reverseEntry) bool {
		return e.flags&(abi.ReverseFind|abi.ReversePointer|abi.ReverseAlways) != 0
	})
}

// reverseByRows calls the host's function of region c.
func (b *body) reverseByRows(c *tree.Construct, r *reverseRegion, list []reverseEntry) {
	f := b.fn
	cells := f.Local("reverse", &region.Array{Elem: region.U64, Len: int64(max(4*len(list), 1))}, c.Stmt)
	put := func(i int, x region.Expr) {
		if x == nil {
			x = u64(0)
		}
		f.Emit(&region.Store{At: b.at(c),
			Addr: &region.PtrAdd{Base: &region.LocalAddr{Local: cells}, Offset: int64(i) * 8}, X: x})
	}
	for i, e := range list {
		put(4*i, u64(int64(e.flags)))
		put(4*i+1, e.device)
		put(4*i+2, e.size)
		put(4*i+3, e.host)
	}
	n := int64(len(list))
	if b.u.onCPU() && !looksUp(list) {
		n |= abi.ReversePlain
	}
	b.callReverse(c, r, &region.LocalAddr{Local: cells}, n)
}

// callReverse has the host's function of region c called with n rows.
func (b *body) callReverse(c *tree.Construct, r *reverseRegion, rows region.Expr, n int64) {
	t := &region.Func{Ret: region.VoidT, Params: []region.Type{region.PtrT, region.PtrT, region.U32, region.U32}}
	name := reverseFunction
	if b.u.onCPU() {
		name = reverseOnCPU
	}
	fn := b.u.c.LibraryOf(name, t.Ret, t.Params...)
	args := []region.Expr{b.reverseAddress(r), rows, u32(n), u32(int64(len(r.slots)))}
	b.fn.Emit(&region.Eval{At: b.at(c), X: &region.Call{Func: fn, Type: t, Args: args, Pos: b.u.regionPos(c.Pos())}})
}

// reverseAddress is the host's address of the region's function: a parameter of the kernel, or
// what the runtime has written into a variable of the image.
func (b *body) reverseAddress(r *reverseRegion) region.Expr {
	if r.fn != nil {
		return &region.ParamVal{Param: r.fn}
	}
	u := b.u
	key := ctree.Symbol{Name: r.h.Global}
	g := u.vars[key]
	if g == nil {
		g = &region.Global{Name: r.h.Global, Type: region.PtrT, Linkage: region.LinkOnce, Entry: true}
		u.vars[key] = g
		u.mod.Globals = append(u.mod.Globals, g)
	}
	return &region.Load{Type: region.PtrT, Addr: &region.GlobalAddr{Global: g}}
}

// reverseSlot is the row of a variable.
func (b *body) reverseSlot(s *reverseSlot) reverseEntry {
	if s.length != nil {
		return reverseEntry{flags: abi.ReverseIn, device: b.reverseLength(s), size: u64(8)}
	}
	if s.host != nil {
		host := &region.ParamVal{Param: s.host}
		if s.word {
			return reverseEntry{flags: abi.ReverseWord, host: host}
		}
		return reverseEntry{flags: abi.ReverseHost, host: host}
	}
	e := reverseEntry{device: b.address(s.decl), size: b.fn.Convert(b.fn.SizeOf(ctree.ObjectType(s.decl)), region.U64)}
	if s.in {
		e.flags |= abi.ReverseIn
	}
	if s.out {
		e.flags |= abi.ReverseOut
	}
	if s.find {
		e.flags |= abi.ReversePointer
	}
	return e
}

// reverseItems are the rows of what the map clauses name of variables: sections, what pointers point to, and
// what is always moved. What lies behind pointers comes after what those may lie in.
func (b *body) reverseItems(c *tree.Construct, r *reverseRegion) (list []reverseEntry) {
	hb := newHostBuilder(b.u, c, abi.KindTarget)
	type row struct {
		item        *tree.Item
		slot, depth int
		flags       uint32
	}
	var rows []row
	for _, cl := range c.All(spec.MapClause) {
		flags := hb.mapFlags(cl, abi.KindTarget)
		for _, it := range cl.Items {
			i := slices.IndexFunc(r.slots, func(s *reverseSlot) bool { return it.Decl != nil && s.decl == it.Decl })
			rows = append(rows, row{it, i, pointersTo(it), flags})
		}
	}
	slices.SortStableFunc(rows, func(x, y row) int { return x.depth - y.depth })
	for _, x := range rows {
		if x.slot >= 0 {
			list = append(list, b.reverseItem(x.item, r.slots[x.slot], x.slot, x.flags)...)
		} else {
			list = append(list, b.reverseOther(x.item, x.flags)...)
		}
	}
	return list
}

// reverseOther is the row of a list item that is not one of the region's variables: of a variable of static storage,
// which the host has as well, or of what a function returns.
func (b *body) reverseOther(it *tree.Item, flags uint32) []reverseEntry {
	place, _ := placeOf(it)
	if it.Node == nil && it.Decl == nil || place == inVariable && flags&abi.FlagAlways == 0 {
		return nil
	}
	m, ok := b.reverseStorage(it, nil)
	if !ok {
		return nil
	}
	e := reverseEntry{flags: abi.ReverseFind | abi.ReverseCell | reverseMotion(flags), device: m.device, size: m.size,
		host: m.cell}
	return []reverseEntry{e}
}

// reverseMotion says which way the bytes go.
func reverseMotion(flags uint32) (motion uint64) {
	if flags&abi.FlagTo != 0 {
		motion |= abi.ReverseIn
	}
	if flags&abi.FlagFrom != 0 {
		motion |= abi.ReverseOut
	}
	if flags&abi.FlagAlways != 0 {
		motion |= abi.ReverseAlways
	}
	return motion
}

// reverseItem is the row of a list item of variable number i, if it needs one.
func (b *body) reverseItem(it *tree.Item, s *reverseSlot, i int, flags uint32) []reverseEntry {
	place, _ := placeOf(it)
	moved := place == inVariable && (wholeVariable(it) || !ctree.IsArray(ctree.ObjectType(s.decl))) // with the variable
	if s.host != nil && flags&abi.FlagAlways == 0 || s.host == nil && moved {
		return nil
	}
	m, ok := b.reverseStorage(it, s)
	if !ok {
		return nil
	}
	e := reverseEntry{device: m.device, size: m.size, host: m.host}
	switch {
	case m.cell != nil:
		e.flags, e.host = abi.ReverseFind|abi.ReverseCell, m.cell
	case m.host != nil:
		e.flags = abi.ReverseHost
	case place == throughVariable:
		e.flags = abi.ReverseFind | uint64(i+1)<<abi.ReverseSlot
	default:
		e.flags = abi.ReversePart | uint64(i+1)<<abi.ReverseSlot
	}
	e.flags |= reverseMotion(flags)
	return []reverseEntry{e}
}
