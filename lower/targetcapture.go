// Captures: how a kernel accesses the host variables of its region, through items and parameters.

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

// captureKind says how a kernel accesses a captured variable.
type captureKind int

const (
	capMapped    captureKind = iota // the parameter is the variable's device address
	capPointer                      // the parameter is the value of the pointer variable
	capValue                        // the parameter is the value of the scalar
	capCopy                         // the parameter is the address of a copy of the firstprivate variable
	capShared                       // the parameter is the address of one copy that the teams of the region share
	capPrivate                      // no parameter: the kernel declares a new variable
	capGlobal                       // no parameter: the variable is a device variable (declare target)
	capAllocator                    // only the lengths of the variable's type are parameters; the variable is private
	capLengths                      // only the type's lengths are parameters; the variable is private
)

// capture describes one host variable that a kernel uses. Code generation and the data diagnostics read it.
type capture struct {
	decl     *cc.Declarator
	use      cc.Node
	kind     captureKind
	item     *HostItem
	param    *region.Param
	implicit bool
	lengths  []vlaLength
	anywhere bool          // only zero-length sections map this pointer
	state    *region.Param // the state of an allocator with traits
}

// vlaLength is a run-time length in the type of a captured variable.
type vlaLength struct {
	size  cc.ExpressionNode
	param *region.Param
}

// kernel collects what lowering needs to turn a target construct into a region.Kernel.
type kernel struct {
	c        *tree.Construct
	k        *region.Kernel
	hb       *hostBuilder
	captures []*capture
	byDecl   map[*cc.Declarator]*capture
	teams    *tree.Construct
	// reverse holds the reverse-offload regions inside the construct; words holds the parameters that they need.
	reverse map[*tree.Construct]*reverseRegion
	words   map[*HostItem]*region.Param
	// snapshots holds the parameters that carry the entry values of list items of induction clauses.
	snapshots map[*cc.Declarator]*region.Param
	space     *space       // nil: its league has one dimension
	memory    *groupMemory // nil: no dyn_groupprivate
	// cells maps each local variable that holds a parameter's value to that parameter.
	cells map[*region.Local]*region.Param
	fn    *body
	// computes is set if the compiler adds this kernel to compute launch conditions; the kernel stores them at result.
	computes *deciding
	result   *region.Param
}

// capture fills the item table and the parameters of kernel k.
func (k *kernel) capture() {
	u, hb := k.hb.u, k.hb
	hb.addMaps(abi.KindTarget)
	k.addParticipating()
	k.addReductions()
	refs, vlas := u.references(k.c)
	if k.computes != nil {
		refs, vlas = u.referencesIn(k.computes.computed), nil
		k.mask()
	}
	used := map[*cc.Declarator]cc.Node{}
	for _, r := range refs {
		used[r.decl] = r.use
	}
	named := func(o *object) bool { return len(o.parts) > 0 }
	k.mappedObjects(refs, named)
	k.clauseCaptures(used)
	k.implicits(refs, func(d *cc.Declarator) bool { return !k.hasPointers(d) })
	// Base pointers come last: if another list item maps the storage that holds them, they belong to that item.
	k.mappedObjects(refs, func(o *object) bool { return !named(o) })
	k.implicits(refs, k.hasPointers)
	hb.emitAttach()
	k.linkItems(refs)
	if k.computes == nil {
		k.reverseRegions(k.c.Children)
	}
	for _, r := range vlas {
		if k.byDecl[r.decl] == nil {
			k.add(&capture{decl: r.decl, use: r.use, kind: capLengths})
		}
	}
	for _, c := range k.captures {
		k.captureLengths(c)
	}
	k.snapshot()
	if k.computes == nil {
		k.takeTurns()
	}
	k.space = k.spaceOf()
	k.memory = k.groupMemoryOf()
	k.params()
}

func (k *kernel) add(c *capture) *capture {
	k.captures = append(k.captures, c)
	k.byDecl[c.decl] = c
	return c
}

// addParticipating maps the list items of in_reduction with always and tofrom (5.2 §5.5.10). Inside the target
// task these names denote the task's private copies.
func (k *kernel) addParticipating() {
	for _, cl := range k.c.All(spec.InReductionClause) {
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			k.hb.inTask = true
			k.hb.addPart(it, cl, abi.FlagTo|abi.FlagFrom|abi.FlagAlways|abi.FlagImplicit)
			k.hb.inTask = false
		}
	}
}

// addReductions maps the list items of reduction, lastprivate and linear
// clauses of a combined construct tofrom, as if in a map clause (5.2 §5.8.1).
func (k *kernel) addReductions() {
	if len(k.c.Leafs) == 1 {
		return
	}
	for _, cl := range k.c.Clauses {
		if !cl.Kind.Is(spec.Returns) {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil || k.hasObject(it.Decl) || k.declaredInNest(it.Decl) {
				continue
			}
			if u := k.hb.u; u.isDeviceVariable(k.c, it.Decl) && !u.dt[ctree.SymbolOf(it.Decl)].link {
				continue
			}
			k.hb.addPart(it, cl, abi.FlagTo|abi.FlagFrom|abi.FlagImplicit)
		}
	}
}

// declaredInNest reports whether d is a loop variable that the associated loops themselves declare.
func (k *kernel) declaredInNest(d *cc.Declarator) bool {
	for _, v := range k.hb.u.loopVariables(k.c) {
		if v == d {
			return isInitDeclared(k.c.Stmt, d)
		}
	}
	return false
}

func isInitDeclared(s *cc.Statement, d *cc.Declarator) bool {
	found := false
	ctree.Walk(s, func(n cc.Node) bool {
		if n == cc.Node(d) {
			found = true
		}
		return !found
	})
	return found
}

func (k *kernel) hasObject(d *cc.Declarator) bool {
	return k.hb.byKey[varKey(d)] != nil || k.hb.byKey["*"+varKey(d)] != nil
}

// hasPointers reports whether d, or the storage that d points to, contains base pointers of list items but no
// list items.
func (k *kernel) hasPointers(d *cc.Declarator) bool {
	return slices.ContainsFunc(k.hb.objects, func(o *object) bool {
		return len(o.parts) == 0 && (o.key == varKey(d) || o.key == "*"+varKey(d))
	})
}

// implicits captures each referenced variable for which which returns true and that no clause has captured.
func (k *kernel) implicits(refs []reference, which func(*cc.Declarator) bool) {
	for _, r := range refs {
		if k.byDecl[r.decl] == nil && which(r.decl) {
			k.implicit(r)
		}
	}
}

// mappedObjects emits the items of each object of the map clauses for which which returns true. It captures the
// variables that these objects belong to.
func (k *kernel) mappedObjects(refs []reference, which func(*object) bool) {
	for _, o := range k.hb.objects {
		if !which(o) {
			continue
		}
		at := k.hb.emitObject(o)
		if at < 0 || o.decl == nil {
			continue
		}
		d := o.decl
		ref := matching(refs, d)
		if o.base != "" && (k.hb.byKey[varKey(d)] != nil || k.hb.u.isDeviceVariable(k.c, d)) {
			if len(o.parts) == 0 {
				continue // the list items' bases are only pointers in the storage that d points to
			}
			// The pointer has its own storage on the device.
			k.hb.attachFirst(o, at)
			continue
		}
		if ref == nil || k.hb.u.isDeviceVariable(k.c, d) {
			continue
		}
		kind := capMapped
		if o.base != "" {
			kind = capPointer
		}
		item := k.hb.parameterOf(at)
		item.Flags |= abi.FlagParam
		stored := slices.ContainsFunc(o.parts, func(p *part) bool { return !p.loc.empty })
		k.add(&capture{decl: ref.decl, use: ref.use, kind: kind, item: item, anywhere: !stored})
	}
}

// matching finds the reference to d or to another declaration of the same object.
func matching(refs []reference, d *cc.Declarator) *reference {
	for i := range refs {
		if refs[i].decl == d || ctree.SymbolOf(refs[i].decl) == ctree.SymbolOf(d) {
			return &refs[i]
		}
	}
	return nil
}

// isDeviceVariable reports whether declare target gives d a device counterpart at target construct c. Link
// variables count: the region accesses them through a pointer. A private copy of the variable, made by
// a host construct around c, is an ordinary variable (5.2 §5.4.3).
func (u *unit) isDeviceVariable(c *tree.Construct, d *cc.Declarator) bool {
	e := u.dt[ctree.SymbolOf(d)]
	return e != nil && !e.hostOnly && !c.PrivateAround(d)
}

// clauseCaptures captures the list items of private, uses_allocators, firstprivate, is_device_ptr and
// has_device_addr clauses on the target construct itself.
func (k *kernel) clauseCaptures(used map[*cc.Declarator]cc.Node) {
	for _, cl := range k.c.Clauses {
		for _, it := range cl.Items {
			d := it.Decl
			if d == nil || k.byDecl[d] != nil {
				continue
			}
			use, referenced := used[d]
			switch cl.Kind {
			case spec.PrivateClause:
				if len(k.c.Leafs) == 1 && referenced {
					k.add(&capture{decl: d, use: use, kind: capPrivate})
				}
			case spec.UsesAllocatorsClause:
				if referenced {
					k.allocatorState(k.add(&capture{decl: d, use: use, kind: capAllocator}))
				}
			case spec.FirstprivateClause:
				if referenced && !k.hasObject(d) {
					k.firstprivate(d, use, it.Span)
				}
			case spec.IsDevicePtrClause:
				if referenced {
					k.devicePointer(d, use, it)
				}
			case spec.HasDeviceAddrClause:
				if referenced {
					k.deviceAddress(d, use, it)
				}
			}
		}
	}
}

func (k *kernel) item(kind uint32, d *cc.Declarator, sp diag.Pos) *HostItem {
	it := &HostItem{Name: d.Name(), Type: typeName(ctree.ObjectType(d)), Kind: kind, Parent: -1, Line: sp.Line,
		Col: sp.Col, Decl: d, Bytes: 8, Flags: abi.FlagParam, Align: k.hb.u.c.DeclaredAlign(d)}
	k.hb.h.Items = append(k.hb.h.Items, it)
	return it
}

// firstprivate passes the value of d. A listed pointer is copied unchanged (5.2 §5.4.4): only a pointer that is
// firstprivate by predetermination is translated to a device address (§5.8.6).
func (k *kernel) firstprivate(d *cc.Declarator, use cc.Node, sp diag.Span) *capture {
	t := ctree.ObjectType(d)
	c := &capture{decl: d, use: use, kind: capValue}
	if !isByValue(t) {
		c.kind = capCopy
		c.item = k.copyItem(d, sp.Pos)
		return k.add(c)
	}
	if k.teamsShare(d) {
		c.kind = capShared
		c.item = k.copyItem(d, sp.Pos)
		return k.add(c)
	}
	it := k.item(abi.ItemValue, d, sp.Pos)
	it.Begin = cexpr.Pointer(cexpr.Addr(k.addressable(d)))
	it.Base, it.Size = it.Begin, cexpr.Sizeof(nameOf(d))
	it.Bytes = k.hb.u.c.Type(t).Size()
	c.item = it
	return k.add(c)
}

func (k *kernel) copyItem(d *cc.Declarator, p diag.Pos) *HostItem {
	it := k.item(abi.ItemCopy, d, p)
	it.Begin = cexpr.Pointer(cexpr.Addr(k.addressable(d)))
	it.Base, it.Size = it.Begin, cexpr.Sizeof(nameOf(d))
	return it
}

// addressable returns an expression for d whose address the host can take: a temporary copy if d is register.
func (k *kernel) addressable(d *cc.Declarator) *cexpr.Expr {
	if !d.IsRegister() {
		return nameOf(d)
	}
	return cexpr.Text(k.hb.temp("__typeof__("+d.Name()+")", nameOf(d)))
}

// nameOf returns the host expression that names d.
func nameOf(d *cc.Declarator) *cexpr.Expr { return cexpr.Text(d.Name()) }

// teamsShare reports whether the teams of the region share one writable copy of scalar d. This is so if d is
// firstprivate on target, shared in teams, and assigned in the region.
func (k *kernel) teamsShare(d *cc.Declarator) bool {
	if k.teams == nil || !k.hb.u.assigned(k.c.Stmt, d) {
		return false
	}
	for _, cl := range k.teams.Clauses {
		if cl.Kind.Is(spec.Privatizes) && cl.Lists(d) {
			return false
		}
	}
	for _, v := range k.hb.u.loopVariables(k.teams) {
		if v == d {
			return false
		}
	}
	return true
}

// isByValue reports whether the runtime passes a firstprivate variable of type t as a kernel parameter of type t.
func isByValue(t cc.Type) bool {
	if t.VectorSize() > 0 {
		return false
	}
	switch t.Kind() {
	case cc.Array, cc.Struct, cc.Union, cc.ComplexDouble, cc.ComplexFloat, cc.ComplexLongDouble,
		cc.ComplexChar, cc.ComplexFloat16, cc.ComplexInt, cc.ComplexLong, cc.ComplexLongLong,
		cc.ComplexShort, cc.ComplexUInt, cc.ComplexUShort, cc.LongDouble, cc.Float128, cc.Int128, cc.UInt128:
		return false
	}
	return true
}

// devicePointer captures a list item of is_device_ptr: its value already is a device address.
func (k *kernel) devicePointer(d *cc.Declarator, use cc.Node, li *tree.Item) {
	it := k.item(abi.ItemDevicePtr, d, li.Span.Pos)
	it.Base = cexpr.Pointer(cexpr.Paren(nameOf(d)))
	it.Begin, it.Size = it.Base, cexpr.Zero
	kind := capPointer
	if ctree.IsArray(ctree.ObjectType(d)) {
		kind = capMapped
	}
	k.add(&capture{decl: d, use: use, kind: kind, item: it})
}

// deviceAddress captures a list item of has_device_addr: the variable already is at its own address on the
// device. For an array section of a pointer, the array that it points to is.
func (k *kernel) deviceAddress(d *cc.Declarator, use cc.Node, li *tree.Item) {
	it := k.item(abi.ItemDevicePtr, d, li.Span.Pos)
	kind := capMapped
	it.Base = cexpr.Pointer(cexpr.Addr(nameOf(d)))
	if len(li.Sections) > 0 && ctree.IsPointer(ctree.ObjectType(d)) {
		kind = capPointer
		it.Base = cexpr.Pointer(cexpr.Paren(nameOf(d)))
	}
	it.Begin, it.Size = it.Base, cexpr.Zero
	k.add(&capture{decl: d, use: use, kind: kind, item: it})
}

// implicit applies the implicit data-mapping rules of 5.2 §5.8.1 to a variable without an explicit attribute,
// in the order of the specification.
func (k *kernel) implicit(r reference) {
	u, d := k.hb.u, r.decl
	if u.isDeviceVariable(k.c, d) {
		k.add(&capture{decl: d, use: r.use, kind: capGlobal, implicit: true})
		return
	}
	if isThreadLocal(d) && u.dt[ctree.SymbolOf(d)] == nil || u.threadprivate[ctree.SymbolOf(d)] {
		u.errorf(u.pos(r.use), diag.Threadprivate, "threadprivate variable '%s' cannot be used in a target region",
			d.Name()).WithSection("5.2 §13.8").
			WithFix("copy '%s' into a local variable before the construct, and use that", d.Name())
		return
	}
	if k.isStaticOfRegion(d) {
		return
	}
	rule := u.implicitBehavior(k.c, d)
	if rule == "none" && slices.Contains(u.loopVariables(k.c), d) { // its attribute is predetermined (6.0 §7.9.9)
		if rule = "firstprivate"; ctree.IsPointer(ctree.ObjectType(d)) {
			rule = "pointer"
		}
	}
	switch rule {
	case "none":
		u.errorf(u.pos(r.use), diag.DefaultmapNone,
			"'%s' must have an explicit data attribute: 'defaultmap(none)' is on the target construct", d.Name()).
			WithSection("5.2 §5.8.7").WithFix("write map(tofrom: %s) or firstprivate(%s)", d.Name(), d.Name())
		return
	case "firstprivate":
		c := k.firstprivate(d, r.use, diag.Span{Pos: u.pos(r.use)})
		c.implicit = true
		c.item.Flags |= abi.FlagImplicit
		return
	case "pointer":
		k.implicitPointer(r)
		return
	case "private":
		k.add(&capture{decl: d, use: r.use, kind: capPrivate, implicit: true})
		return
	}
	flags := uint32(abi.FlagImplicit)
	if t := spec.MapTypeNamed(rule); t != nil {
		flags |= typeFlags(t, abi.KindTarget)
	} else if rule == "present" {
		flags |= abi.FlagPresent
	}
	it := k.item(abi.ItemMap, d, u.pos(r.use))
	it.Flags |= flags
	it.Base = cexpr.Pointer(cexpr.Addr(nameOf(d)))
	it.Begin, it.Size = it.Base, cexpr.Sizeof(nameOf(d))
	it.Extent = u.constSize(ctree.ObjectType(d))
	if m := k.hb.mapperOf(nil, nil, ctree.ObjectType(d), nil); m != nil {
		u.withMapper(it, m)
	}
	k.add(&capture{decl: d, use: r.use, kind: capMapped, item: it, implicit: true})
}

// isStaticOfRegion reports whether d is a static variable that the region itself declares. Such variables are
// device variables and never arrive here as references.
func (k *kernel) isStaticOfRegion(d *cc.Declarator) bool {
	return d.Type().Kind() == cc.InvalidKind
}

func isThreadLocal(d *cc.Declarator) bool { return d.IsThreadLocal() }

// implicitPointer captures a pointer as if it were the base pointer of a zero-length section: it is
// firstprivate, and the runtime initialises it by 5.2 §5.8.6. Before 5.1 it becomes NULL if nothing is mapped
// at its target.
func (k *kernel) implicitPointer(r reference) {
	u, d := k.hb.u, r.decl
	it := k.item(abi.ItemPointer, d, u.pos(r.use))
	it.Flags |= abi.FlagImplicit | abi.FlagZeroLen
	if u.version() < 51 {
		it.Flags |= abi.FlagNullIfAbsent
	}
	it.Base = cexpr.Pointer(cexpr.Paren(nameOf(d)))
	it.Begin, it.Size = it.Base, cexpr.Zero
	k.add(&capture{decl: d, use: r.use, kind: capPointer, item: it, implicit: true})
}

// implicitBehavior returns the implicit rule for d: that of a matching defaultmap clause, else the default rule
// for d's category.
func (u *unit) implicitBehavior(c *tree.Construct, d *cc.Declarator) string {
	t := ctree.ObjectType(d)
	category, fallback := "scalar", "firstprivate"
	switch {
	case ctree.IsAggregate(t):
		category, fallback = "aggregate", "tofrom"
		if isConstQualified(d) {
			// Copying back into const storage could fault, and the value cannot have changed.
			fallback = "to"
		}
	case ctree.IsPointer(t):
		category, fallback = "pointer", "pointer"
	}
	for _, cl := range c.All(spec.DefaultmapClause) {
		behavior, cat := cl.DefaultMap()
		if cat != "" && cat != "all" && cat != category {
			continue
		}
		switch behavior {
		case "default", "":
			return fallback
		case "alloc", "storage":
			return "alloc"
		}
		return behavior
	}
	return fallback
}

// linkItems maps tofrom the declare target link variables that the region references and no clause lists
// (5.2 §5.8.1).
func (k *kernel) linkItems(refs []reference) {
	u := k.hb.u
	for _, r := range refs {
		if !u.isDeviceVariable(k.c, r.decl) || !u.dt[ctree.SymbolOf(r.decl)].link || k.hb.byKey[varKey(r.decl)] != nil {
			continue
		}
		it := k.item(abi.ItemMap, r.decl, u.pos(r.use))
		it.Flags = abi.FlagTo | abi.FlagFrom | abi.FlagImplicit
		it.Base = cexpr.Pointer(cexpr.Addr(nameOf(r.decl)))
		it.Begin, it.Size = it.Base, cexpr.Sizeof(nameOf(r.decl))
	}
}

// captureLengths adds the items and parameters that pass the run-time lengths of c's variably modified type.
func (k *kernel) captureLengths(c *capture) {
	sizes := k.hb.u.c.VLASizes(ctree.ObjectType(c.decl))
	if len(sizes) == 0 {
		return
	}
	lengths := k.hb.u.hostLengths(c.decl)
	for i, s := range sizes {
		name := k.hb.temp("unsigned long", lengths[s])
		it := k.item(abi.ItemValue, c.decl, k.hb.u.pos(c.use))
		it.Name = fmt.Sprintf("%s.length%d", c.decl.Name(), i)
		it.Type = "unsigned long"
		it.Begin = cexpr.Pointer(cexpr.Addr(cexpr.Text(name)))
		it.Base, it.Size = it.Begin, cexpr.Sizeof(cexpr.Text("unsigned long"))
		it.Flags |= abi.FlagImplicit
		c.lengths = append(c.lengths, vlaLength{size: s})
		c.lengths[i].param = &region.Param{Name: c.decl.Name() + fmt.Sprintf(".len%d", i), Type: region.U64,
			Kind: region.ParamValue, Bytes: 8}
	}
}

// hostLengths returns a host expression for each run-time array length in d's type. If d is an array, the
// expression does not evaluate the size expression again.
func (u *unit) hostLengths(d *cc.Declarator) map[cc.ExpressionNode]*cexpr.Expr {
	lengths := map[cc.ExpressionNode]*cexpr.Expr{}
	for _, s := range u.c.VLASizes(ctree.ObjectType(d)) {
		lengths[s] = cexpr.Text(u.tree.Unit.NodeLine(s))
	}
	x := nameOf(d)
	for t := ctree.ObjectType(d); t != nil; t = ctree.Pointee(t) {
		if a, ok := t.Undecay().(*cc.ArrayType); ok && a.SizeExpression() != nil {
			lengths[a.SizeExpression()] = elements(x)
		}
		x = cexpr.Index(x, cexpr.Zero)
	}
	return lengths
}

// params creates the kernel's parameters, in the order of the items that have FlagParam.
func (k *kernel) params() {
	byItem := map[*HostItem]*capture{}
	for _, c := range k.captures {
		if c.item != nil {
			byItem[c.item] = c
			c.param = k.param(c)
		}
	}
	lengths := map[string]*region.Param{}
	for _, c := range k.captures {
		for i, l := range c.lengths {
			lengths[fmt.Sprintf("%s.length%d", c.decl.Name(), i)+fmt.Sprintf("%p", c.decl)] = l.param
		}
	}
	for _, it := range k.hb.h.Items {
		if it.Flags&abi.FlagParam == 0 {
			continue
		}
		if c := byItem[it]; c != nil {
			k.k.Params = append(k.k.Params, c.param)
			continue
		}
		if p := k.words[it]; p != nil {
			k.k.Params = append(k.k.Params, p)
			continue
		}
		if p := lengths[it.Name+fmt.Sprintf("%p", it.Decl)]; p != nil {
			k.k.Params = append(k.k.Params, p)
		}
	}
}

func (k *kernel) param(c *capture) *region.Param {
	u := k.hb.u
	t := ctree.ObjectType(c.decl)
	p := &region.Param{Name: c.decl.Name(), Type: region.PtrT, Bytes: 8}
	switch c.kind {
	case capMapped, capShared:
		p.Kind = region.ParamMapped
		p.Elem = u.elemType(t)
		p.C = u.objectCType(t)
	case capPointer:
		p.Kind = region.ParamMapped
		if c.item.Kind != abi.ItemMap {
			p.Kind = region.ParamValue
		}
		p.Elem = u.pointeeType(t)
	case capValue:
		p.Kind = region.ParamValue
		p.Type = u.c.Type(t)
		p.Bytes = p.Type.Size()
	case capCopy:
		p.Kind = region.ParamCopy
		if !ctree.IsVLA(t) {
			p.Elem = u.c.Type(t)
			p.Bytes = p.Elem.Size()
		}
	}
	return p
}

// objectCType returns the debug type of an object whose address a parameter holds.
func (u *unit) objectCType(t cc.Type) *region.CType {
	if ctree.IsVLA(t) {
		return u.c.CType(t, region.U8) // not a pointer, unlike the variables of a function
	}
	return u.c.CType(t, u.c.Type(t))
}

// elemType returns the type of a mapped object, or the element type if the object is an array.
func (u *unit) elemType(t cc.Type) region.Type {
	for t.Undecay().Kind() == cc.Array {
		t = ctree.Pointee(t)
	}
	return u.c.Type(t)
}

func (u *unit) pointeeType(t cc.Type) region.Type {
	e := ctree.Pointee(t)
	if e == nil || e.Kind() == cc.Void || e.Kind() == cc.Function ||
		e.IsIncomplete() && e.Undecay().Kind() != cc.Array {
		return nil
	}
	return u.elemType(e)
}

// bind declares the captured variables at the start of the kernel's body.
func (k *kernel) bind(b *body) {
	u, f := b.u, b.fn
	for _, c := range k.captures {
		t := ctree.ObjectType(c.decl)
		if len(c.lengths) > 0 {
			lens := c.lengths
			f.BindVLA(t, func(size cc.ExpressionNode) region.Expr {
				for _, l := range lens {
					if l.size == size {
						return &region.ParamVal{Param: l.param}
					}
				}
				return nil
			})
		}
		if c.param != nil {
			c.param.Lengths = f.Lengths(t)
		}
		switch c.kind {
		case capMapped, capShared:
			f.Bind(c.decl, &region.ParamVal{Param: c.param})
		case capPointer, capValue:
			l := f.Local(c.decl.Name(), u.c.Type(t), k.c.Stmt)
			l.C, l.Lengths = u.c.CType(t, l.Type), f.Lengths(t)
			b.align(l, c.decl)
			f.Emit(&region.Store{At: region.At{Pos: f.Pos(k.c.Stmt)}, Addr: &region.LocalAddr{Local: l},
				X: &region.ParamVal{Param: c.param}})
			f.Bind(c.decl, &region.LocalAddr{Local: l})
			k.cells[l] = c.param
		case capCopy:
			k.bindCopy(b, c, t)
		case capPrivate:
			b.privatise(c.decl, k.c.Stmt)
		case capAllocator:
			k.bindAllocator(b, c, t)
		}
	}
}

// bindCopy gives a firstprivate aggregate its own storage if the region writes it. Otherwise the region reads
// the copy in place.
func (k *kernel) bindCopy(b *body, c *capture, t cc.Type) {
	if !b.u.assigned(k.c.Stmt, c.decl) && (ctree.IsVLA(t) || b.privateAlign(c.decl) <= b.u.c.Type(t).Align()) {
		c.param.C = b.u.objectCType(t)
		b.fn.Bind(c.decl, &region.ParamVal{Param: c.param})
		return
	}
	_, addr := b.privatise(c.decl, k.c.Stmt)
	b.copyObject(addr, &region.ParamVal{Param: c.param}, t)
}
