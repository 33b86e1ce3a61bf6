// The item table of a construct: the list items of map clauses, grouped by the objects that contain them.

package lower

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"ompcc/lower/cexpr"
	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// hostBuilder collects the item table of one construct.
type hostBuilder struct {
	u *unit
	c *tree.Construct
	h *HostConstruct
	// temps maps an expression to the name of the temporary that holds its value.
	temps map[string]string
	// objects holds the storage objects that contain list items of map clauses.
	objects []*object
	byKey   map[string]*object
	// attach holds the attach items, which follow all map items.
	attach []*HostItem
	// iter holds the iterators of the current clause. inTask is set if the clause's list items are private to the
	// target task.
	iter   []HostIter
	inTask bool
}

// object is storage that contains list items: a variable, or the storage that a base pointer expression points to.
type object struct {
	key  string
	decl *cc.Declarator // the variable; for pointers, the pointer variable if there is one
	base string         // pointer expression, "" for variables
	// parts holds the list items; pointers holds the base pointers that the object contains.
	parts    []*part
	pointers []*part
}

type part struct {
	loc    *locator
	flags  uint32
	clause *tree.Clause
	begin  *cexpr.Expr
	size   *cexpr.Expr
	offset int64
	name   string
	member bool
	mapper *tree.Construct
	iter   []HostIter
	inTask bool
}

func newHostBuilder(u *unit, c *tree.Construct, kind int) *hostBuilder {
	return &hostBuilder{
		u: u, c: c, h: &HostConstruct{Construct: c, Kind: kind},
		temps: map[string]string{}, byKey: map[string]*object{},
	}
}

// once returns an expression for e that the host may evaluate repeatedly: e itself if it has no side effects, else
// a temporary.
func (h *hostBuilder) once(e *tree.Expr) *cexpr.Expr {
	text := strings.TrimSpace(e.Text)
	if e.Node == nil || pureExpr(e.Node) || h.iter != nil {
		return cexpr.Text(text)
	}
	key := fmt.Sprint(e.Off, " ", text)
	if h.temps[key] == "" {
		h.temps[key] = h.temp("long", cexpr.Text(text))
	}
	return cexpr.Text(h.temps[key])
}

// temp declares a host variable with the value of init and returns its name.
func (h *hostBuilder) temp(typ string, init *cexpr.Expr) string {
	n := fmt.Sprintf("__ompcc_t%d_%d", h.c.Pragma.ID, len(h.h.Temps))
	h.h.Temps = append(h.h.Temps, HostTemp{Type: typ, Name: n, Init: init})
	return n
}

// pureExpr reports whether x has no side effects. A call counts as a side effect.
func pureExpr(x cc.ExpressionNode) bool {
	pure := true
	ctree.Walk(x, func(n cc.Node) bool {
		switch e := n.(type) {
		case *cc.AssignmentExpression:
			pure = pure && e.Case == cc.AssignmentExpressionCond
		case *cc.PostfixExpression:
			switch e.Case {
			case cc.PostfixExpressionCall, cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				pure = false
			}
		case *cc.UnaryExpression:
			if e.Case == cc.UnaryExpressionInc || e.Case == cc.UnaryExpressionDec {
				pure = false
			}
		case *cc.CompoundStatement:
			pure = false
		}
		return pure
	})
	return pure
}

// mapModifiers maps the modifiers that may accompany a map type to their flags.
var mapModifiers = []struct {
	name string
	flag uint32
}{
	{"always", abi.FlagAlways}, {"close", abi.FlagClose}, {"present", abi.FlagPresent}, {"self", abi.FlagSelf},
	{"ompx_hold", abi.FlagHold},
	{"delete", abi.FlagDelete}, {"mapper", 0}, {"iterator", 0}, {"attach", 0},
}

// mapFlags returns the transfer flags of a map clause on a construct of the given kind.
func (h *hostBuilder) mapFlags(cl *tree.Clause, kind int) uint32 {
	f := typeFlags(cl.MapType(), kind)
	for _, m := range cl.Modifiers {
		known := spec.MapTypeNamed(m.Name) != nil
		for _, mod := range mapModifiers {
			if mod.name == m.Name {
				f |= mod.flag
				known = true
			}
		}
		if !known {
			h.u.errorf(m.Span.Pos, diag.BadModifier, "modifier '%s' applies to references, which C does not have",
				m.Name).
				WithSection("6.0 §7.9.6").WithFix("remove it; write map(p) for the pointer, map(p[0:n]) for its target")
		}
	}
	return f
}

// typeFlags returns the flags of a map type. target enter data does not copy back; target exit data only releases
// what it does not copy back (5.2 §5.8.3).
func typeFlags(t *spec.MapType, kind int) (f uint32) {
	if t.To && kind != abi.KindExitData {
		f |= abi.FlagTo
	}
	if t.From && kind != abi.KindEnterData {
		f |= abi.FlagFrom
	}
	switch {
	case t.Deletes:
		f |= abi.FlagDelete
	case t.Releases, f == 0 && kind == abi.KindExitData:
		f |= abi.FlagRelease
	}
	return f
}

// addMaps adds the list items of all map clauses to objects.
func (h *hostBuilder) addMaps(kind int) {
	for _, cl := range h.c.All(spec.MapClause) {
		h.iter = iterators(cl)
		flags := h.mapFlags(cl, kind)
		for _, it := range cl.Items {
			h.addPart(it, cl, flags)
		}
		h.iter = nil
	}
}

// iterators returns the iterators of cl's iterator modifier.
func iterators(cl *tree.Clause) []HostIter {
	m := cl.Modifier("iterator")
	if m == nil {
		return nil
	}
	var r []HostIter
	for _, v := range m.Iter {
		it := HostIter{Type: v.Type, Name: v.Name, Begin: written(v.Begin), End: written(v.End), Step: cexpr.One}
		if it.Type == "" {
			it.Type = "int"
		}
		if v.Step != nil {
			it.Step = written(v.Step)
		}
		r = append(r, it)
	}
	return r
}

// storage returns the location of list item it. It reports an error and returns nil if it is not an lvalue, and
// sets FlagSection in flags if it is an array section.
func (h *hostBuilder) storage(it *tree.Item, flags *uint32) *locator {
	l := h.locate(it)
	if l == nil {
		h.u.errorf(it.Span.Pos, diag.Internal, "list item %s is not an lvalue with storage", it.Text)
		return nil
	}
	if l.section {
		*flags |= abi.FlagSection
	}
	return l
}

func (h *hostBuilder) addPart(it *tree.Item, cl *tree.Clause, flags uint32) {
	l := h.storage(it, &flags)
	if l == nil {
		return
	}
	if l.zeroLen {
		flags |= abi.FlagZeroLen
	}
	p := &part{loc: l, flags: flags, clause: cl, begin: l.begin, size: l.size, offset: l.offset, name: it.Text,
		member: l.member, iter: h.iter, inTask: h.inTask}
	p.mapper = h.mapperOf(cl, it, l.typ, l)
	if m := cl.Modifier("attach"); m != nil {
		if l.attach = m.Word; l.base == "" {
			h.u.errorf(it.Span.Pos, diag.BadModifier, "'%s' has no base pointer that modifier 'attach' can be for", it.Text).
				WithSection("6.1").WithFix("move it to a map clause without 'attach'")
		}
	}
	o := h.object(l)
	o.parts = append(o.parts, p)
	h.addPointer(l)
}

// object returns the object that contains l, and creates it if necessary.
func (h *hostBuilder) object(l *locator) *object {
	key := "*" + l.base
	if l.base == "" {
		key = varKey(l.decl)
	} else if l.baseIsVar {
		key = "*" + varKey(l.decl)
	}
	if o := h.byKey[key]; o != nil {
		return o
	}
	o := &object{key: key, base: l.base}
	if l.base == "" || l.baseIsVar {
		o.decl = l.decl
	}
	h.byKey[key] = o
	h.objects = append(h.objects, o)
	return o
}

func varKey(d *cc.Declarator) string {
	if s := ctree.SymbolOf(d); s.Local == nil {
		return s.Name
	}
	return fmt.Sprintf("%s@%p", d.Name(), d)
}

// addPointer registers the base pointer of l for attachment if the pointer itself is an object in memory (s.p,
// p->q, a[i], a mapped pointer variable).
func (h *hostBuilder) addPointer(l *locator) {
	if l.base == "" || l.baseIsVar || l.baseNode == nil && !strings.ContainsAny(l.base, "[.>*") ||
		l.baseNode != nil && !isObject(l.baseNode) {
		return
	}
	h.attachItem(l)
	if h.h.Kind != abi.KindTarget && h.c.Mapper == nil || l.baseNode == nil {
		return
	}
	// A target construct also needs the pointer itself on the device: it maps the part of the structure that
	// holds the pointer (6.0 §7.9.6). Mappers do the same.
	node, text, iter := h.steady(l)
	pl := &locator{item: l.item, decl: l.decl}
	h.pathOf(pl, node)
	pl.begin, pl.size = storageOf(cexpr.Text(text))
	if pl.base == "" && (pl.decl == nil || !pl.member && ctree.VarOf(ctree.Strip(node)) == nil && h.c.Mapper == nil) {
		return // the implicit map of the region's reference covers an array of pointers
	}
	o := h.object(pl)
	for _, q := range o.pointers {
		if q.begin.String() == pl.begin.String() {
			return
		}
	}
	h.addPointer(pl) // in p->q->r, p->q is a base pointer, too
	flags := uint32(abi.FlagTo | abi.FlagImplicit)
	if pl.base == "" && pl.member {
		flags |= abi.FlagPointer
	}
	o.pointers = append(o.pointers,
		&part{loc: pl, flags: flags, begin: pl.begin, size: pl.size, offset: pl.offset,
			name: text, member: pl.member, iter: iter})
}

// steady returns the storage that contains l's base pointer for all values of the iterators. This is the pointer
// itself if it does not depend on an iterator, else the array whose element it is. If the extent of that array is
// unknown, each pointer is a separate item.
func (h *hostBuilder) steady(l *locator) (node cc.ExpressionNode, text string, iter []HostIter) {
	node = l.baseNode
	for h.iterated(node) {
		x, ok := ctree.Strip(node).(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionIndex || x.PostfixExpression.Type().Undecay().Kind() != cc.Array {
			return l.baseNode, l.base, h.iter
		}
		node = x.PostfixExpression
	}
	if node == l.baseNode {
		return node, l.base, nil
	}
	return node, h.u.tree.Unit.NodeLine(node), nil
}

// iterated reports whether x refers to an iterator of the current clause.
func (h *hostBuilder) iterated(x cc.ExpressionNode) bool {
	found := false
	ctree.Walk(x, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			for _, it := range h.iter {
				found = found || it.Name == p.Token.SrcStr()
			}
		}
		return !found
	})
	return found
}

// isObject reports whether n denotes an object in memory. The result of a call does not.
func isObject(n cc.ExpressionNode) bool {
	switch x := ctree.Strip(n).(type) {
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionSelect ||
			x.Case == cc.PostfixExpressionPSelect
	}
	return ctree.VarOf(n) != nil
}

// attachItem creates the item that attaches l's base pointer, always if the modifier attach of l's clause says so
// (6.1). It returns nil if there already is one, or if the pointer is never to be attached.
func (h *hostBuilder) attachItem(l *locator) *HostItem {
	if l.attach == "never" {
		return nil
	}
	flags := uint32(0)
	if l.attach == "always" {
		flags = abi.FlagAlways
	}
	for _, a := range h.attach {
		if a.Name == l.base {
			a.Flags |= flags
			return nil
		}
	}
	item := &HostItem{
		Name: l.base, Type: "pointer", Kind: abi.ItemAttach, Parent: -1, Flags: flags,
		Line: l.item.Span.Line, Col: l.item.Span.Col,
		Base:  cexpr.Pointer(cexpr.Addr(cexpr.Paren(cexpr.Text(l.base)))),
		Begin: cexpr.Pointer(cexpr.Paren(l.begin)), Size: l.size, Bytes: 8,
		Decl: l.decl, Iter: h.iter,
	}
	h.attach = append(h.attach, item)
	return item
}

// emitObject appends the items of one object. It returns the index of the item whose address is the object's
// device address, or -1 if there is none.
func (h *hostBuilder) emitObject(o *object) int {
	o.pointers = slices.DeleteFunc(o.pointers, o.copies)
	all := append(append([]*part(nil), o.parts...), o.pointers...)
	if len(all) == 0 {
		return -1
	}
	for i, p := range o.parts {
		if p.loc.whole {
			return h.emitWhole(o, i)
		}
	}
	if len(all) == 1 {
		return h.emitPart(o, all[0], -1)
	}
	members := true
	for _, p := range all {
		members = members && p.member && p.iter == nil
	}
	members = members || withFlexible(all)
	if !members || h.h.Kind == abi.KindUpdate {
		first := -1
		for _, p := range all {
			if i := h.emitPart(o, p, -1); first < 0 {
				first = i
			}
		}
		return first
	}
	return h.emitSpan(o, all)
}

// copies reports whether a list item that copies it to the device is the storage of pointer p.
func (o *object) copies(p *part) bool {
	return slices.ContainsFunc(o.parts, func(q *part) bool {
		return q.flags&abi.FlagTo != 0 && q.mapper == nil && q.iter == nil && p.iter == nil &&
			q.begin.String() == p.begin.String() && q.size.String() == p.size.String()
	})
}

// withFlexible reports whether parts are one structure and the flexible array member at its end: p[0:1] and
// p->a[0:n].
func withFlexible(parts []*part) bool {
	structure, flexible := false, false
	for _, p := range parts {
		switch {
		case p.iter != nil || p.loc.item == nil || p.loc.item.Node == nil:
			return false
		case !p.member && !isFirstElement(p.loc.item):
			return false
		case !p.member:
			structure = true
		default:
			a, ok := p.loc.item.Node.Type().Undecay().(*cc.ArrayType)
			flexible = flexible || ok && a.Len() <= 0 && !a.IsVLA()
		}
	}
	return structure && flexible
}

// isFirstElement reports whether it denotes the first element that a pointer points to: *p, p[0] or p[0:1].
func isFirstElement(it *tree.Item) bool {
	if len(it.Sections) == 0 {
		switch x := ctree.Strip(it.Node).(type) {
		case *cc.UnaryExpression:
			return x.Case == cc.UnaryExpressionDeref
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionIndex {
				return false
			}
			v, ok := ctree.ConstInt(x.ExpressionList)
			return ok && v == 0
		}
		return false
	}
	s := it.Sections[0]
	lower := int64(0)
	if s.Lower != nil {
		v, ok := ctree.ConstInt(s.Lower.Node)
		if !ok {
			return false
		}
		lower = v
	}
	return len(it.Sections) == 1 && lower == 0 && isSingle(s)
}

// parameterOf returns the item that passes the address of the storage of item at to the kernel. An item with
// iterators represents several items. For it, parameterOf adds a zero-length section at the first of them.
func (h *hostBuilder) parameterOf(at int) *HostItem {
	item := h.h.Items[at]
	if len(item.Iter) == 0 {
		return item
	}
	first := &HostItem{
		Name: item.Name, Type: item.Type, Kind: abi.ItemMap, Flags: abi.FlagImplicit | abi.FlagZeroLen, Parent: -1,
		Line: item.Line, Col: item.Col, Base: item.Base, Size: cexpr.Zero, Bytes: 8, Decl: item.Decl, First: at + 1,
	}
	h.h.Items = append(h.h.Items, first)
	return first
}

// emitWhole maps the whole variable; the other parts of the object are members of that item.
func (h *hostBuilder) emitWhole(o *object, whole int) int {
	at := h.emitPart(o, o.parts[whole], -1)
	for i, p := range o.parts {
		if i != whole {
			parent := at
			if p.loc.whole {
				// The same variable appears again with another map type.
				parent = -1
			}
			h.emitPart(o, p, parent)
		}
	}
	return at
}

// emitSpan allocates several members of one structure as one block, then transfers each member. OpenMP forbids two
// allocations for parts of one object (5.2 §5.8.3).
func (h *hostBuilder) emitSpan(o *object, parts []*part) int {
	at := len(h.h.Items)
	h.h.Items = append(h.h.Items, h.span(o, parts))
	for _, p := range parts {
		h.emitPart(o, p, at)
	}
	return at
}

// span returns the item that allocates the block of emitSpan.
func (h *hostBuilder) span(o *object, parts []*part) *HostItem {
	parts = slices.Clone(parts)
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].offset < parts[j].offset })
	first, last := parts[0], parts[len(parts)-1]
	span := h.newItem(o, first)
	span.Name = o.name()
	span.Begin = cexpr.Pointer(cexpr.Paren(first.begin))
	end := cexpr.Binary(cexpr.Paren(last.begin), "+", cexpr.Paren(last.size))
	span.Size = cexpr.Unsigned(cexpr.Binary(end, "-", cexpr.Paren(first.begin)))
	span.Flags = abi.FlagSpan
	for _, p := range parts {
		if !p.member { // the structure's padding may extend beyond the flexible array
			all, own := cexpr.Paren(span.Size), cexpr.Paren(p.size)
			span.Size = cexpr.Paren(cexpr.Cond(cexpr.Binary(all, ">", own), all, own))
		}
		span.Flags |= p.flags & (abi.FlagRelease | abi.FlagDelete | abi.FlagClose | abi.FlagHold)
		if p.flags&abi.FlagFrom != 0 && h.h.Kind == abi.KindExitData {
			span.Flags |= abi.FlagRelease
		}
	}
	return span
}

func (o *object) name() string {
	if o.base != "" {
		return "*" + o.base
	}
	return o.decl.Name()
}

func (h *hostBuilder) newItem(o *object, p *part) *HostItem {
	it := &HostItem{Name: p.name, Kind: abi.ItemMap, Parent: -1, Bytes: 8, Decl: p.loc.decl, Iter: p.iter,
		InTask: p.inTask}
	if p.loc.item != nil {
		it.Line, it.Col = p.loc.item.Span.Line, p.loc.item.Span.Col
	}
	if p.loc.decl != nil {
		it.Type = typeName(ctree.ObjectType(p.loc.decl))
	}
	it.Pointee = o.base != "" && o.decl == nil
	it.Align = h.alignOf(o, p.loc)
	it.Extent = h.constExtent(p.loc)
	if o.base != "" {
		it.Base = cexpr.Pointer(cexpr.Paren(cexpr.Text(o.base)))
	} else {
		it.Base = cexpr.Pointer(cexpr.Addr(cexpr.Paren(nameOf(o.decl))))
	}
	return it
}

// alignOf returns the alignment that the types of object o and of its part l require.
func (h *hostBuilder) alignOf(o *object, l *locator) int64 {
	align := int64(1)
	of := func(t cc.Type) {
		if t != nil && t.Kind() != cc.Void && t.Kind() != cc.Function && (t.Kind() == cc.Array || !t.IsIncomplete()) {
			align = max(align, h.u.c.AlignOf(t))
		}
	}
	of(l.typ)
	if o.base == "" && o.decl != nil {
		align = max(align, h.u.c.DeclaredAlign(o.decl))
	} else if l.baseNode != nil {
		of(ctree.Pointee(l.baseNode.Type().Decay()))
	}
	return align
}

func (h *hostBuilder) emitPart(o *object, p *part, parent int) int {
	it := h.newItem(o, p)
	it.Flags = p.flags
	it.Begin = cexpr.Pointer(cexpr.Paren(p.begin))
	it.Size = p.size
	if parent >= 0 {
		it.Parent = parent
		it.Flags |= abi.FlagMember
	} else if p.member && p.loc.section && p.loc.count != 1 {
		it.Flags |= abi.FlagPart
	}
	if p.mapper != nil {
		it.Parent = -1
		h.u.withMapper(it, p.mapper)
	}
	h.h.Items = append(h.h.Items, it)
	return len(h.h.Items) - 1
}

// emitAttach appends the attach items after all map items.
func (h *hostBuilder) emitAttach() {
	h.h.Items = append(h.h.Items, h.attach...)
	h.attach = nil
}

// typeName returns a readable C type for messages.
func typeName(t cc.Type) string {
	if td := t.Typedef(); td != nil {
		return td.Name()
	}
	switch x := t.(type) {
	case *cc.PointerType:
		if x.Elem().Kind() == cc.Ptr {
			return typeName(x.Elem()) + "*"
		}
		return typeName(x.Elem()) + " *"
	case *cc.ArrayType:
		dims := ""
		var e cc.Type = x
		for {
			a, ok := e.(*cc.ArrayType)
			if !ok {
				break
			}
			n := ""
			if a.Len() >= 0 {
				n = fmt.Sprint(a.Len())
			} else if a.SizeExpression() != nil {
				n = "…"
			}
			dims += "[" + n + "]"
			e = a.Elem()
		}
		return typeName(e) + " " + dims
	case *cc.StructType:
		if tag := x.Tag(); tag.SrcStr() != "" {
			return "struct " + tag.SrcStr()
		}
		return "struct {…}"
	case *cc.UnionType:
		if tag := x.Tag(); tag.SrcStr() != "" {
			return "union " + tag.SrcStr()
		}
		return "union {…}"
	case *cc.EnumType:
		if tag := x.Tag(); tag.SrcStr() != "" {
			return "enum " + tag.SrcStr()
		}
		return "enum {…}"
	case *cc.FunctionType:
		return "function"
	}
	return t.String()
}
