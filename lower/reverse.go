// Reverse-offload regions: target device(ancestor: 1) in device code (5.2 §13.8).

package lower

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// reverseSlot is a variable that a reverse-offload region gets from the device.
type reverseSlot struct {
	decl *cc.Declarator
	// host is the parameter with the host's address (or pointer value) of a
	// variable that the enclosing construct mapped; nil: the device's own
	// storage is used, which a CPU device shares with the host.
	host *region.Param
	// word: host is the value of the pointer itself.
	word bool
	// in and out: the bytes of the device's own storage are the host's variable's, before
	// and after the region.
	in, out bool
	// length is the size expression whose value is passed; the slot has no variable then.
	length cc.ExpressionNode
	// find: a pointer to what the host may have, too (5.2 §5.8.6).
	find bool
}

// reverseRegion is one target construct with device(ancestor: 1).
type reverseRegion struct {
	c *tree.Construct
	// fn is the parameter with the host function's address; nil: the function is
	// called by its name.
	fn    *region.Param
	slots []*reverseSlot
	h     *HostReverse
	// lengths are the names of the run-time lengths that the function gets.
	lengths map[cc.ExpressionNode]string
}

// reverseRegions prepares the reverse-offload regions that lie in k's region:
// the host gets a function for each, the kernel its address and those of the
// mapped variables it uses (5.2 §13.8). A CPU device calls it, a GPU has a thread
// of the host call it (reverserow.go).
func (k *kernel) reverseRegions(list []*tree.Construct) {
	for _, c := range list {
		if c.RunsOnAncestor() {
			k.reverseRegion(c)
			continue
		}
		k.reverseRegions(c.Children)
	}
}

func (k *kernel) reverseRegion(c *tree.Construct) {
	u := k.hb.u
	r := u.newReverse(c, fmt.Sprintf("__ompcc_rev_%d", c.Pragma.ID))
	if r == nil {
		return
	}
	r.fn = k.hostWord(c, cexpr.Pointer(cexpr.Text(r.h.Name)), r.h.Name)
	u.reverseVariables(k, r)
	k.reverse[c] = r
}

// newReverse describes the host function of region c.
func (u *unit) newReverse(c *tree.Construct, name string) *reverseRegion {
	if !u.required("reverse_offload", "") {
		u.errorf(c.Pos(), diag.RequiresReverseOffload, "device(ancestor: 1) needs the requirement reverse_offload").
			WithSection("5.2 §13.2").WithFix("write '#pragma omp requires reverse_offload' at the top of the file")
		return nil
	}
	u.refuseMaps(c)
	r := &reverseRegion{c: c, h: &HostReverse{Construct: c, Name: name}, lengths: map[cc.ExpressionNode]string{}}
	u.prog.Reverse = append(u.prog.Reverse, r.h)
	return r
}

// refuseMaps reports what list items of region c's map clauses have that would need a list of unknown length.
func (u *unit) refuseMaps(c *tree.Construct) {
	hb := newHostBuilder(u, c, abi.KindTarget)
	for _, cl := range c.All(spec.MapClause) {
		for _, it := range cl.Items {
			if cl.Modifier("iterator") != nil {
				u.errorf(it.Span.Pos, diag.Unsupported,
					"iterators in map clauses of reverse-offload regions are not supported").
					WithSection("5.2 §13.8").WithFix("list the items individually")
			}
			if m := hb.mapperOf(cl, it, itemType(it), nil); m != nil {
				u.refuseMapper(it.Span.Pos, it.Text, m)
			}
		}
	}
}

func (u *unit) refuseMapper(p diag.Pos, name string, m *tree.Construct) {
	u.errorf(p, diag.Unsupported, "mappers are not supported in reverse-offload regions, but '%s' has one", name).
		WithSection("5.2 §13.8").WithFix("list its members in map clauses").
		WithNote(diag.Span{Pos: m.Pos()}, "the mapper is here")
}

// itemType is the type of what list item it names, or of its elements.
func itemType(it *tree.Item) (t cc.Type) {
	switch {
	case it.Node != nil:
		t = it.Node.Type()
	case it.Decl != nil:
		t = ctree.ObjectType(it.Decl)
	}
	for range it.Sections {
		if t != nil {
			t = ctree.Pointee(t)
		}
	}
	return t
}

// reverseVariables passes the variables of functions that region r refers to, in its statement and in the clauses that
// its host function keeps. Variables that constructs in the region make private are the function's own.
func (u *unit) reverseVariables(k *kernel, r *reverseRegion) {
	shared := u.reverseReferences(r.c, false)
	for _, ref := range shared.list {
		if !ctree.IsFileScope(ref.decl) {
			u.reverseVariable(k, r, ref, false)
		}
	}
	for _, ref := range u.reverseReferences(r.c, true).list {
		if !shared.seen[ref.decl] && !ctree.IsFileScope(ref.decl) {
			u.reverseVariable(k, r, ref, true)
		}
	}
}

func (u *unit) reverseReferences(c *tree.Construct, privates bool) *refScan {
	scan := &refScan{u: u, inside: map[*cc.Declarator]bool{}, hidden: map[*cc.Declarator]int{},
		seen: map[*cc.Declarator]bool{}, privates: privates}
	for _, cl := range c.Clauses {
		if !targetClause(c, cl) {
			scan.clause(cl)
		}
	}
	scan.walk(c.Stmt)
	return scan
}

// reverseInFunction describes a reverse-offload region of a device routine. Its
// variables are the device's, which a CPU device shares with the host.
func (u *unit) reverseInFunction(c *tree.Construct) *reverseRegion {
	if r := u.reverse[c]; r != nil {
		return r
	}
	r := u.newReverse(c, fmt.Sprintf("__ompcc_rev_%s%s_%d", identifier(u.file()), u.unitSuffix(), c.Pragma.ID))
	if r == nil {
		return nil
	}
	r.h.Extern = true
	r.h.Global = r.h.Name + "_at"
	u.prog.Globals = append(u.prog.Globals,
		&HostGlobal{Name: r.h.Name, Sym: r.h.Global, Kind: abi.GlobalHostAddr, Size: 8})
	u.reverseVariables(nil, r)
	u.reverse[c] = r
	return r
}

// hostWord passes a pointer-sized host value to the kernel.
func (k *kernel) hostWord(c *tree.Construct, x *cexpr.Expr, name string) *region.Param {
	t := k.hb.temp("void *", x)
	it := &HostItem{Name: name, Type: "void *", Kind: abi.ItemValue, Parent: -1,
		Flags: abi.FlagParam | abi.FlagImplicit, Bytes: 8, Line: c.Pos().Line, Col: c.Pos().Col}
	it.Begin = cexpr.Pointer(cexpr.Addr(cexpr.Text(t)))
	it.Base, it.Size = it.Begin, cexpr.Sizeof(cexpr.Text("void *"))
	k.hb.h.Items = append(k.hb.h.Items, it)
	p := &region.Param{Name: name, Type: region.PtrT, Kind: region.ParamValue, Bytes: 8}
	k.words[it] = p
	return p
}

// reverseVariable passes a variable; k is the kernel that the region lies in, nil
// for one in a device routine. own: the function declares the variable.
func (u *unit) reverseVariable(k *kernel, r *reverseRegion, ref reference, own bool) {
	d := ref.decl
	t := ctree.ObjectType(d)
	slot := &reverseSlot{decl: d}
	u.reverseLengths(r, d)
	v := HostReverseVar{Decl: d, Name: d.Name()}
	base := t
	for base.Undecay().Kind() == cc.Array {
		a, ok := base.Undecay().(*cc.ArrayType)
		if !ok {
			break
		}
		v.Dims += r.dimension(u, a)
		base = a.Elem()
		v.Array = true
	}
	if !nameable(base) {
		u.errorf(u.pos(ref.use), diag.Unsupported,
			"unnamed types are not supported in reverse-offload regions, but '%s' has one", d.Name()).
			WithFix("give the type of '%s' a tag", d.Name())
		return
	}
	v.Type = r.typeText(u, base)
	mapped, private := false, own
	if !own {
		mapped, private = u.reverseSharing(r.c, ref, slot)
	}
	if m := u.mapperFor("default", t, r.c.Pragma.Start); m != nil && mapped && !named(r.c, spec.MapClause, d) {
		u.refuseMapper(u.pos(ref.use), d.Name(), m)
	}
	v.Copy = v.Array && !mapped && !private
	if v.Array && mapped && !ctree.IsStaticStorage(d) {
		u.arrayCopies(r, v, r.c, false)
	}
	if private { // nothing of the device's is meant
		r.h.Private = append(r.h.Private, v)
		return
	}
	v.Out = !v.Array && slot.out
	if ctree.IsStaticStorage(d) {
		if u.reverseStatic(k, r, ref, slot) {
			v.Out, v.Copy = false, v.Array && named(r.c, spec.FirstprivateClause, d)
			if v.Array && !v.Copy {
				u.arrayCopies(r, v, r.c, false)
			} else if !v.Array && !named(r.c, spec.FirstprivateClause, d) {
				u.scalarInPlace(r, &v)
			}
			r.add(slot, v)
		}
		return
	}
	if k == nil {
		r.add(slot, v)
		return
	}
	if c := k.byDecl[d]; c != nil {
		switch {
		case c.kind == capMapped && mapped:
			slot.host = k.hostWord(r.c, cexpr.Pointer(cexpr.Addr(nameOf(d))), d.Name()+".host")
			if !v.Array {
				u.scalarInPlace(r, &v)
			}
		case c.kind == capPointer:
			slot.host, slot.word = k.hostWord(r.c, cexpr.Pointer(cexpr.Paren(nameOf(d))), d.Name()+".host"), true
		}
	}
	r.add(slot, v)
}

// scalarInPlace has region r use the host's variable v itself, which is present with an infinite reference
// count (6.0 §15.8), so no map-type copies it. The function has a pointer to it, or, where a directive in the region
// names it, the variable's value while the region executes.
func (u *unit) scalarInPlace(r *reverseRegion, v *HostReverseVar) {
	v.Out = u.namedByDirective(r.c, v.Decl)
	v.Array = !v.Out
}

// namedByDirective reports whether construct c or one in it refers to d in a clause that cannot name *d instead, or as
// its loop variable.
func (u *unit) namedByDirective(c *tree.Construct, d *cc.Declarator) bool {
	scan := &refScan{u: u, inside: map[*cc.Declarator]bool{}, hidden: map[*cc.Declarator]int{},
		seen: map[*cc.Declarator]bool{}}
	for _, cl := range c.Clauses {
		if cl.Kind != spec.SharedClause && cl.Kind != spec.MapClause && !(c.Has(spec.Target) && targetClause(c, cl)) {
			scan.clause(cl)
		}
	}
	return scan.seen[d] || c.Kind == spec.Metadirective ||
		loopLeaf(c.Leafs) && slices.Contains(u.loopVariables(c), d) ||
		slices.ContainsFunc(c.Children, func(x *tree.Construct) bool { return u.namedByDirective(x, d) })
}

// reverseStatic passes the address of a variable of static storage whose name only the enclosing function knows.
func (u *unit) reverseStatic(k *kernel, r *reverseRegion, ref reference, slot *reverseSlot) bool {
	d := ref.decl
	off := u.tree.Unit.Offset(d)
	if k == nil || off >= k.c.Start && off < k.c.End {
		u.errorf(u.pos(ref.use), diag.Unsupported,
			"static local variables are not supported in reverse-offload regions, but '%s' is one", d.Name()).
			WithSection("5.2 §13.8").WithFix("declare it at file scope")
		return false
	}
	slot.host = k.hostWord(r.c, cexpr.Pointer(cexpr.Addr(nameOf(d))), d.Name()+".host")
	return true
}

// named reports whether d is a list item of a clause of c of that kind.
func named(c *tree.Construct, kind spec.ClauseKind, d *cc.Declarator) bool {
	return slices.ContainsFunc(c.All(kind), func(cl *tree.Clause) bool {
		return slices.ContainsFunc(cl.Items, func(it *tree.Item) bool { return it.Decl == d })
	})
}

// reverseSharing says what becomes of a variable in region c: whether it is mapped, so that
// the host's variable is meant where there is one, or private; else the region has a copy of its own.
func (u *unit) reverseSharing(c *tree.Construct, ref reference, s *reverseSlot) (mapped, private bool) {
	hb := newHostBuilder(u, c, abi.KindTarget)
	listed := false
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != s.decl {
				continue
			}
			switch {
			case cl.Kind == spec.MapClause:
				flags := hb.mapFlags(cl, abi.KindTarget)
				listed, mapped = true, true
				switch place, _ := placeOf(it); {
				case place != inVariable:
					s.in = true // the pointer
				case !ctree.IsArray(ctree.ObjectType(s.decl)) && !wholeVariable(it):
					s.in, s.out = true, s.out || flags&abi.FlagFrom != 0 // with the rest
				case wholeVariable(it):
					s.in, s.out = s.in || flags&abi.FlagTo != 0, s.out || flags&abi.FlagFrom != 0
				}
			case cl.Kind == spec.FirstprivateClause:
				listed, s.in = true, true
			case cl.Kind == spec.PrivateClause:
				listed, private = true, true
			case cl.Kind.Is(spec.Returns): // as if in a map clause (5.2 §5.8.1)
				listed, mapped, s.in, s.out = true, true, true, true
			}
		}
	}
	if listed {
		return mapped, private && !s.in
	}
	switch u.implicitBehavior(c, s.decl) {
	case "none":
		u.errorf(u.pos(ref.use), diag.DefaultmapNone,
			"'%s' must have an explicit data attribute: 'defaultmap(none)' is on the target construct", s.decl.Name()).
			WithSection("5.2 §5.8.8").WithFix("add it to a map or firstprivate clause")
	case "pointer":
		s.in, s.find = true, true
	case "to":
		s.in = true
	case "from":
		s.out = true
	case "tofrom", "present":
		s.in, s.out = true, true
	case "firstprivate":
		s.in = true
		return false, false
	}
	return true, false
}

func (r *reverseRegion) add(slot *reverseSlot, v HostReverseVar) {
	r.slots = append(r.slots, slot)
	r.h.Vars = append(r.h.Vars, v)
}

// reverseOffload lowers the region to the call of its host function.
func (b *body) reverseOffload(c *tree.Construct) {
	b.u.prog.TargetDependent = true
	f := b.fn
	if d := b.u.opts.Device; d != nil && d.has("kind", "gpu") && !d.has("arch", "nvptx64") && !d.has("arch", "amdgcn") {
		// No device of this kind runs a program that requires reverse offload.
		f.Emit(&region.Eval{At: b.at(c), X: &region.Intrinsic{Op: region.OpTrap, Type: region.VoidT}})
		return
	}
	var r *reverseRegion
	if b.kernel != nil {
		r = b.kernel.reverse[c]
	} else if r = b.u.reverseInFunction(c); r == nil {
		return
	}
	b.reverseByRows(c, r, b.reverseRows(c, r))
}
