// target data, enter data, exit data and update.

package lower

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// dataConstruct lowers target data, enter data and exit data (5.2 §13.5–13.7).
func (u *unit) dataConstruct(c *tree.Construct, kind int) {
	hb := newHostBuilder(u, c, kind)
	hb.addMaps(kind)
	for _, o := range hb.objects {
		hb.attachVariable(o, hb.emitObject(o))
	}
	if kind != abi.KindExitData {
		hb.emitAttach()
	}
	if kind == abi.KindData {
		hb.useDevice()
	}
	hb.takeTurns()
	deviceAndIf(c, hb.h)
	u.taskClauses(c, hb.h)
	u.prog.Host = append(u.prog.Host, hb.h)
}

// attachVariable attaches a pointer variable that is the base pointer of a
// section, should the variable itself be present on the device (5.2 §5.8.3).
func (h *hostBuilder) attachVariable(o *object, at int) {
	if h.h.Kind == abi.KindExitData || o.base == "" || o.decl == nil || o.decl.IsRegister() || len(o.parts) == 0 {
		return
	}
	h.attachFirst(o, at)
}

// attachFirst attaches the pointer variable that is o's base to the first part of o, whose item is at.
func (h *hostBuilder) attachFirst(o *object, at int) {
	p := attached(o)
	l := &locator{item: p.loc.item, decl: o.decl, base: o.base, begin: p.begin, size: p.size, attach: p.loc.attach}
	if len(p.iter) == 0 || at < 0 || len(h.h.Items[at].Iter) == 0 {
		h.attachItem(l)
		return
	}
	// The first of those that the iterators give.
	l.begin = cexpr.Text(o.base)
	l.size = cexpr.Sizeof(cexpr.Deref(cexpr.Paren(l.begin)))
	if item := h.attachItem(l); item != nil {
		item.First = at + 1
	}
}

// attached is the part of o that its base pointer is attached to: one with attach(always), else the first without
// attach(never) (6.1).
func attached(o *object) *part {
	for _, attach := range []string{"always", "", "auto"} {
		for _, p := range o.parts {
			if p.loc.attach == attach {
				return p
			}
		}
	}
	return o.parts[0]
}

// useDevice appends use_device_ptr and use_device_addr items, in order.
func (h *hostBuilder) useDevice() {
	for _, cl := range h.c.Clauses {
		if cl.Kind != spec.UseDevicePtrClause && cl.Kind != spec.UseDeviceAddrClause {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			h.useDeviceItem(cl, it)
		}
	}
}

func (h *hostBuilder) useDeviceItem(cl *tree.Clause, it *tree.Item) {
	d := it.Decl
	item := &HostItem{
		Name: it.Text, Type: typeName(ctree.ObjectType(d)), Kind: abi.ItemUseDevicePtr, Parent: -1,
		Line: it.Span.Line, Col: it.Span.Col, Decl: d, Bytes: 8,
	}
	item.Base = cexpr.Pointer(cexpr.Paren(nameOf(d)))
	if cl.Kind == spec.UseDeviceAddrClause {
		item.Kind = abi.ItemUseDeviceAddr
		if len(it.Sections) == 0 || !ctree.IsPointer(ctree.ObjectType(d)) {
			item.Base = cexpr.Pointer(cexpr.Addr(nameOf(d)))
		}
	}
	if cl.HasModifier("fb_nullify") { // fb_preserve is the default (6.1)
		item.Flags |= abi.FlagNullIfAbsent
	}
	item.Begin, item.Size = item.Base, cexpr.Zero
	if l := h.locate(it); item.Kind == abi.ItemUseDeviceAddr && len(it.Sections) > 0 && l != nil && l.rect == nil {
		// What is mapped may begin with the section.
		item.Begin = cexpr.Pointer(cexpr.Paren(l.begin))
	}
	if item.Kind == abi.ItemUseDevicePtr {
		if begin := h.mappedBegin(d); begin != nil {
			item.Begin = begin
		}
	}
	h.keepMapped(item)
	h.h.Items = append(h.h.Items, item)
}

// keepMapped counts the storage of a use_device_ptr or use_device_addr item, if it is mapped, as a reference of the
// construct. The item, or an assumed-size array there, counts as mapped with map-type storage (OpenMP 6.0 §7.5.8,
// §7.5.10). What the construct maps itself stays mapped anyway.
func (h *hostBuilder) keepMapped(use *HostItem) {
	for _, cl := range h.c.All(spec.MapClause) {
		for _, it := range cl.Items {
			if it.Decl == use.Decl {
				return
			}
		}
	}
	begin := use.Begin
	h.h.Items = append(h.h.Items, &HostItem{
		Name: use.Name, Type: use.Type, Kind: abi.ItemMap, Flags: abi.FlagImplicit | abi.FlagIfPresent, Parent: -1,
		Line: use.Line, Col: use.Col, Base: begin, Begin: begin, Size: cexpr.One,
	})
}

// mappedBegin is where the section begins that the construct maps through pointer d.
// The pointer of map(p[lo:n]) use_device_ptr(p) need not point into what is mapped:
// then it is converted as what its section's elements are reached by.
func (h *hostBuilder) mappedBegin(d *cc.Declarator) *cexpr.Expr {
	for _, cl := range h.c.Clauses {
		if cl.Kind != spec.MapClause || iterators(cl) != nil {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl != d || len(it.Sections) == 0 || !ctree.IsPointer(ctree.ObjectType(d)) {
				continue
			}
			if l := h.locate(it); l != nil && l.rect == nil && l.baseIsVar && !l.member {
				return cexpr.Pointer(cexpr.Paren(l.begin))
			}
		}
	}
	return nil
}

// updateConstruct lowers target update (5.2 §13.9).
func (u *unit) updateConstruct(c *tree.Construct) {
	hb := newHostBuilder(u, c, abi.KindUpdate)
	for _, cl := range c.Clauses {
		var flags uint32
		switch cl.Kind {
		case spec.ToClause:
			flags = abi.FlagTo
		case spec.FromClause:
			flags = abi.FlagFrom
		default:
			continue
		}
		if cl.HasModifier("present") {
			flags |= abi.FlagPresent
		}
		hb.iter = iterators(cl)
		for _, it := range cl.Items {
			hb.motion(cl, it, flags)
		}
		hb.iter = nil
	}
	deviceAndIf(c, hb.h)
	u.taskClauses(c, hb.h)
	u.prog.Host = append(u.prog.Host, hb.h)
}

// motion appends one list item of a motion clause; non-contiguous sections are
// described dimension by dimension.
func (h *hostBuilder) motion(cl *tree.Clause, it *tree.Item, flags uint32) {
	l := h.storage(it, &flags)
	if l == nil {
		return
	}
	item := &HostItem{Name: it.Text, Kind: abi.ItemMap, Flags: flags, Parent: -1, Line: it.Span.Line, Col: it.Span.Col,
		Bytes: 8, Decl: l.decl, Iter: h.iter}
	if l.decl != nil {
		item.Type = typeName(ctree.ObjectType(l.decl))
	}
	item.Begin, item.Size = cexpr.Pointer(cexpr.Paren(l.begin)), l.size
	item.Base = item.Begin
	m := h.mapperOf(cl, it, l.typ, l)
	switch {
	case l.rect != nil && m != nil:
		eachElement(item, l.rect)
	case l.rect != nil:
		item.Flags |= abi.FlagStrided
		item.Rect, item.Begin = l.rect, nil
		item.Base, item.Size = l.rect.Base, l.rect.Elem
	}
	if m != nil {
		h.u.withMapper(item, m)
	}
	h.h.Items = append(h.h.Items, item)
}

// eachElement has item stand for each element of a section that is not contiguous, by an
// iterator for each dimension: a mapper gets elements in a row.
func eachElement(item *HostItem, r *HostRect) {
	item.Iter = append([]HostIter(nil), item.Iter...)
	at := cexpr.Bytes(cexpr.Paren(r.Base))
	for i, d := range r.Dims {
		name := fmt.Sprintf("__ompcc_d%d", i)
		item.Iter = append(item.Iter, HostIter{Type: "unsigned long", Name: name, Begin: cexpr.Zero, End: d[1], Step: cexpr.One})
		at = cexpr.Binary(cexpr.Binary(at, "+", d[0]), "+", times(cexpr.Text(name), cexpr.Paren(d[2])))
	}
	item.Begin, item.Size = cexpr.Pointer(cexpr.Paren(at)), r.Elem
	item.Base = item.Begin
}
