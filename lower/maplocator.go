// Locators: the start address and size of list items in map and motion clauses.

package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// locator describes the storage of a list item in a map or motion clause. The storage is part of an object, which is a
// variable or which a base pointer points to (5.2 §1.2.6: base variable, base pointer).
type locator struct {
	item *tree.Item
	decl *cc.Declarator // base variable; nil: none
	// base is the C text of the base pointer expression, "" if the storage is part of decl itself. baseNode is its
	// node, nil if there is none.
	base     string
	baseNode cc.ExpressionNode
	// baseIsVar is set if the base pointer is the variable decl itself.
	baseIsVar bool
	// member is set if the item is a structure member, or part of one, of the object that contains it. offset is its
	// byte offset, which orders the members of one object.
	member bool
	offset int64
	// begin has type char *, size has type unsigned long.
	begin, size *cexpr.Expr
	whole       bool // the item is the whole variable decl
	zeroLen     bool // the item may be a zero-length section
	empty       bool // the item certainly is a zero-length section
	section     bool
	attach      string // always, auto or never: what the modifier of the item's clause says (6.1)
	count       int64  // the number of elements of a section without strides, 0 if not constant
	// rect describes a section with several dimensions or a stride, nil for contiguous storage.
	rect *HostRect
	// typ is the type of the item, or of an element of a section.
	typ cc.Type
}

// storageOf returns the start address and the size of lvalue x.
func storageOf(x *cexpr.Expr) (begin, size *cexpr.Expr) {
	return cexpr.Bytes(cexpr.Addr(cexpr.Paren(x))), cexpr.Sizeof(x)
}

// elements returns the number of elements of array x.
func elements(x *cexpr.Expr) *cexpr.Expr {
	return cexpr.Binary(cexpr.Sizeof(x), "/", cexpr.Sizeof(cexpr.Index(x, cexpr.Zero)))
}

// locate analyses list item it. The host evaluates each expression as often as the result contains it; once creates
// temporaries for expressions with side effects.
func (h *hostBuilder) locate(it *tree.Item) *locator {
	l := &locator{item: it, decl: it.Decl}
	if len(it.Shape) > 0 {
		return h.locateShape(l)
	}
	if it.Node == nil {
		return nil
	}
	t := it.Node.Type().Undecay()
	if d := ctree.VarOf(it.Node); d != nil {
		t = ctree.ObjectType(d)
	}
	text := strings.TrimSpace(it.Base)
	node := it.Node
	secs := it.Sections
	text, node, t, secs = h.throughPointers(l, text, node, t, secs)
	l.typ = t
	if len(secs) == 0 {
		l.begin, l.size = storageOf(cexpr.Text(text))
	} else {
		l.section = true
		h.sectionExtent(l, cexpr.Text(text), t, secs)
	}
	if l.base == "" && node != nil {
		h.pathOf(l, node)
	}
	l.whole = l.base == "" && len(it.Sections) == 0 && ctree.VarOf(it.Node) != nil
	return l
}

// throughPointers moves the path up to the last pointer that the subscripts dereference into l.base, and returns the
// rest.
func (h *hostBuilder) throughPointers(l *locator, text string, node cc.ExpressionNode, t cc.Type,
	secs []*tree.Section) (string, cc.ExpressionNode, cc.Type, []*tree.Section) {
	typ, at := t, text
	lastBase, restText := "", text
	rest := secs
	for i, s := range secs {
		if ctree.IsPointer(typ) {
			lastBase, restText, rest = at, at, secs[i:]
		}
		at = cexpr.Index(cexpr.Text(at), h.onceOr(s.Lower, cexpr.Zero)).String()
		if e := ctree.Pointee(typ); e != nil {
			typ = e
		}
	}
	if lastBase == "" {
		return text, node, t, secs
	}
	l.base = lastBase
	l.baseIsVar = lastBase == text && ctree.VarOf(node) != nil
	if lastBase == text {
		l.baseNode = node
	}
	base := t
	for i := 0; i < len(secs)-len(rest); i++ {
		base = ctree.Pointee(base)
	}
	return restText, nil, base, rest
}

// pathOf finds the base pointer inside an lvalue: p for p->x and (*p).x, none for s.x, none for a[i] if a is an array.
func (h *hostBuilder) pathOf(l *locator, n cc.ExpressionNode) {
	n = ctree.Strip(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			l.member = true
			l.offset += h.u.c.MemberOffset(x.PostfixExpression.Type(), x.Token2.SrcStr())
			h.pathOf(l, x.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			l.member = true
			l.offset += h.u.c.MemberOffset(ctree.Pointee(x.PostfixExpression.Type()), x.Token2.SrcStr())
			h.setBase(l, x.PostfixExpression)
		case cc.PostfixExpressionIndex:
			arr := x.PostfixExpression
			if ctree.Pointee(arr.Type()) == nil {
				arr = x.ExpressionList
			}
			if isPointerValue(arr) {
				h.setBase(l, arr)
				return
			}
			if v, ok := ctree.ConstInt(x.ExpressionList); ok {
				l.offset += v * h.u.c.Type(x.Type().Undecay()).Size()
			}
			h.pathOf(l, arr)
		}
	case *cc.UnaryExpression:
		if x.Case != cc.UnaryExpressionDeref {
			return
		}
		if p := withoutArithmetic(x.CastExpression); isPointerValue(p) {
			h.setBase(l, p)
		} else {
			h.pathOf(l, p) // *(a + i) is an element of array a
		}
	}
}

// isPointerValue reports whether x is a pointer rather than an array.
func isPointerValue(x cc.ExpressionNode) bool {
	if d := ctree.VarOf(x); d != nil {
		return ctree.ObjectType(d).Kind() == cc.Ptr
	}
	return x.Type().Undecay().Kind() == cc.Ptr
}

// withoutArithmetic returns the pointer or array from which p computes an address.
func withoutArithmetic(p cc.ExpressionNode) cc.ExpressionNode {
	for {
		p = ctree.StripCast(p)
		a, ok := p.(*cc.AdditiveExpression)
		if !ok {
			return p
		}
		if ctree.Pointee(a.AdditiveExpression.Type()) != nil {
			p = a.AdditiveExpression
		} else {
			p = a.MultiplicativeExpression
		}
	}
}

// setBase sets the base pointer to p without pointer arithmetic.
func (h *hostBuilder) setBase(l *locator, p cc.ExpressionNode) {
	p = withoutArithmetic(p)
	l.base, l.baseNode = h.u.tree.Unit.NodeLine(p), p
	l.baseIsVar = ctree.VarOf(p) != nil
}

// onceOr returns once of e, or absent if e is nil.
func (h *hostBuilder) onceOr(e *tree.Expr, absent *cexpr.Expr) *cexpr.Expr {
	if e == nil {
		return absent
	}
	return h.once(e)
}

// sectionExtent sets begin and size of a section x[..]… of type t. If the inner dimensions are complete, the size is
// the length times the element size of the first dimension. Otherwise the extent is from the section's first to its
// last element.
func (h *hostBuilder) sectionExtent(l *locator, x *cexpr.Expr, t cc.Type, secs []*tree.Section) {
	lead := 0
	for lead < len(secs)-1 && isSingle(secs[lead]) {
		x, t = cexpr.Index(x, h.onceOr(secs[lead].Lower, cexpr.Zero)), ctree.Pointee(t)
		lead++
	}
	secs = secs[lead:]
	first := secs[0]
	lower, length := h.bounds(x, first)
	l.zeroLen, l.empty = h.mayBeZero(first), isEmpty(first)
	l.typ = ctree.Pointee(t)
	at := cexpr.Index(x, lower)
	if innerComplete(secs[1:], ctree.Pointee(t)) && first.Stride == nil {
		l.begin = cexpr.Bytes(cexpr.Addr(at))
		l.size = cexpr.Binary(cexpr.Unsigned(length), "*", cexpr.Sizeof(cexpr.Index(x, cexpr.Zero)))
		l.count = constLength(first, t)
		return
	}
	last := cexpr.Index(x, lastOf(lower, length))
	dims := [][3]*cexpr.Expr{h.rectDim(x, lower, length, first)}
	cur, ct := cexpr.Index(x, cexpr.Zero), ctree.Pointee(t)
	for _, s := range secs[1:] {
		lo, n := h.bounds(cur, s)
		at, last = cexpr.Index(at, lo), cexpr.Index(last, lastOf(lo, n))
		dims = append(dims, h.rectDim(cur, lo, n, s))
		cur, ct = cexpr.Index(cur, cexpr.Zero), ctree.Pointee(ct)
	}
	l.typ = ct
	l.begin = cexpr.Bytes(cexpr.Addr(at))
	end := cexpr.Bytes(cexpr.Paren(cexpr.Binary(cexpr.Addr(last), "+", cexpr.One)))
	l.size = cexpr.Unsigned(cexpr.Binary(end, "-", cexpr.Bytes(cexpr.Addr(at))))
	l.rect = &HostRect{Base: cexpr.Pointer(cexpr.Addr(cexpr.Index(x, cexpr.Zero))), Elem: cexpr.Sizeof(cur), Dims: dims}
}

// lastOf returns the index of the last of length elements that start at lower.
func lastOf(lower, length *cexpr.Expr) *cexpr.Expr {
	return cexpr.Binary(cexpr.Binary(cexpr.Paren(lower), "+", cexpr.Paren(length)), "-", cexpr.One)
}

// isSingle reports whether s selects one element of its dimension.
func isSingle(s *tree.Section) bool {
	if s.Single || s.Length == nil {
		return s.Single
	}
	v, ok := ctree.ConstInt(s.Length.Node)
	return ok && v == 1
}

func (h *hostBuilder) rectDim(x, lower, length *cexpr.Expr, s *tree.Section) [3]*cexpr.Expr {
	elem := cexpr.Sizeof(cexpr.Index(x, cexpr.Zero))
	return [3]*cexpr.Expr{
		cexpr.Binary(cexpr.Unsigned(lower), "*", elem),
		cexpr.Unsigned(length),
		cexpr.Binary(cexpr.Unsigned(h.onceOr(s.Stride, cexpr.One)), "*", elem),
	}
}

// bounds returns the lower bound and the length of one dimension of x. A missing length extends to the end of the
// dimension (5.2 §3.2.5).
func (h *hostBuilder) bounds(x *cexpr.Expr, s *tree.Section) (lower, length *cexpr.Expr) {
	lower = h.onceOr(s.Lower, cexpr.Zero)
	switch {
	case s.Single:
		return lower, cexpr.One
	case s.Assumed:
		return lower, cexpr.Zero
	case s.Length != nil:
		return lower, h.once(s.Length)
	}
	length = elements(x)
	if lower.String() != "0" {
		length = cexpr.Binary(length, "-", cexpr.Paren(lower))
	}
	if s.Stride != nil {
		length = strided(length, cexpr.Paren(h.once(s.Stride)))
	}
	return lower, length
}

// strided returns the number of elements that a stride selects from length elements: length / stride, rounded up.
func strided(length, stride *cexpr.Expr) *cexpr.Expr {
	return cexpr.Binary(cexpr.Paren(cexpr.Binary(cexpr.Binary(length, "+", stride), "-", cexpr.One)), "/", stride)
}

func (h *hostBuilder) mayBeZero(s *tree.Section) bool {
	if s.Length == nil {
		return s.Assumed
	}
	v, ok := ctree.ConstInt(s.Length.Node)
	return !ok || v == 0
}

func isEmpty(s *tree.Section) bool {
	if s.Length == nil {
		return s.Assumed
	}
	v, ok := ctree.ConstInt(s.Length.Node)
	return ok && v == 0
}

// innerComplete reports whether the sections secs of type t cover their whole dimensions.
func innerComplete(secs []*tree.Section, t cc.Type) bool {
	for _, s := range secs {
		if s.Single || s.Stride != nil {
			return false
		}
		if s.Lower != nil {
			if v, ok := ctree.ConstInt(s.Lower.Node); !ok || v != 0 {
				return false
			}
		}
		if s.Length != nil {
			a, ok := t.Undecay().(*cc.ArrayType)
			v, ok2 := ctree.ConstInt(s.Length.Node)
			if !ok || !ok2 || a.Len() != v {
				return false
			}
		}
		if t = ctree.Pointee(t); t == nil {
			return false
		}
	}
	return true
}

// locateShape locates a shaped array ([n][m])p (5.2 §3.2.4): the n*m elements at p.
func (h *hostBuilder) locateShape(l *locator) *locator {
	it := l.item
	p := strings.TrimSpace(it.Base)
	l.base, l.baseNode = p, it.Node
	l.baseIsVar = it.Node != nil && ctree.VarOf(it.Node) != nil
	l.section = true
	var count *cexpr.Expr
	for _, d := range it.Shape {
		count = times(count, cexpr.Unsigned(h.once(d)))
	}
	if it.Node != nil {
		l.typ = ctree.Pointee(it.Node.Type())
	}
	if len(it.Sections) == 0 {
		first := cexpr.Paren(cexpr.Text(p))
		l.begin = cexpr.Bytes(first)
		l.size = cexpr.Binary(count, "*", cexpr.Sizeof(cexpr.Index(first, cexpr.Zero)))
		return l
	}
	h.shapedSection(l, cexpr.Paren(cexpr.Text(p)))
	return l
}

// times returns x * y, or y if x is nil.
func times(x, y *cexpr.Expr) *cexpr.Expr {
	if x == nil {
		return y
	}
	return cexpr.Binary(x, "*", y)
}

// shapedSection locates a section of shaped pointer p. It computes the offsets itself, because C has no name for the
// shaped type.
func (h *hostBuilder) shapedSection(l *locator, p *cexpr.Expr) {
	it := l.item
	elem := cexpr.Sizeof(cexpr.Index(p, cexpr.Zero))
	var dims [][3]*cexpr.Expr
	first, extent, some := cexpr.Zero, cexpr.One, cexpr.Text("(unsigned long)1")
	for i, d := range it.Shape {
		inner := cexpr.One
		for _, e := range it.Shape[i+1:] {
			inner = times(inner, cexpr.Unsigned(h.once(e)))
		}
		lower, length, stride := cexpr.Zero, h.once(d), cexpr.One
		if i < len(it.Sections) {
			s := it.Sections[i]
			lower, stride = h.onceOr(s.Lower, lower), h.onceOr(s.Stride, stride)
			switch {
			case s.Single:
				length = cexpr.One
			case s.Length != nil:
				length = h.once(s.Length)
			default:
				length = strided(cexpr.Binary(cexpr.Paren(length), "-", cexpr.Paren(lower)), cexpr.Paren(stride))
			}
		}
		from, step := times(cexpr.Unsigned(lower), inner), times(cexpr.Unsigned(stride), inner)
		more := cexpr.Paren(cexpr.Binary(cexpr.Unsigned(length), "-", cexpr.One))
		first = cexpr.Binary(first, "+", from)
		extent = cexpr.Binary(extent, "+", times(more, step))
		some = times(some, cexpr.Paren(cexpr.Binary(cexpr.Paren(length), "!=", cexpr.Zero)))
		dims = append(dims, [3]*cexpr.Expr{times(from, elem), cexpr.Unsigned(length), times(step, elem)})
	}
	l.begin = cexpr.Bytes(cexpr.Addr(cexpr.Index(p, first)))
	l.size = times(times(some, cexpr.Paren(extent)), elem)
	l.rect = &HostRect{Base: cexpr.Pointer(p), Elem: elem, Dims: dims}
}
