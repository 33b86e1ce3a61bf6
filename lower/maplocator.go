package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// locator is what a list item of a map or motion clause designates: storage
// inside an object that is either a variable or reached through a base pointer
// (5.2 §1.2.6: base variable, base pointer).
type locator struct {
	item *tree.Item
	decl *cc.Declarator // base variable, nil if there is none
	// base is the C text of the base pointer expression, "" if the storage lies
	// in decl itself; baseNode is it as a node where one exists.
	base     string
	baseNode cc.ExpressionNode
	// baseInVar is set when the base pointer is the variable decl itself.
	baseIsVar bool
	// member is set when the item ends in (or passes through) a structure
	// member of the object that holds it; field orders members of one object.
	member bool
	offset int64
	// begin and size are C texts: char* and unsigned long.
	begin, size string
	whole       bool // the item is all of decl
	zeroLen     bool // may be a zero-length section
	empty       bool // is one
	section     bool
	count       int64 // of a section without strides: elements of typ, 0 if that is not constant
	// prefixes are the base pointers on the path, innermost last, that lie in
	// the same object as decl: "s.p" for s.p[0:n].
	rect *HostRect
	// elemType is the type of the item (or of a section's element).
	typ cc.Type
}

// locate analyses it. The texts evaluate each expression as often as it is
// written; side effects are the temps' business (see once).
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
		l.begin = fmt.Sprintf("(char *)&(%s)", text)
		l.size = fmt.Sprintf("sizeof(%s)", text)
	} else {
		l.section = true
		h.sectionExtent(l, text, t, secs)
	}
	if l.base == "" && node != nil {
		h.pathOf(l, node)
	}
	l.whole = l.base == "" && len(it.Sections) == 0 && ctree.VarOf(it.Node) != nil
	return l
}

// throughPointers moves everything up to the last dereferenced pointer of the
// subscripts into l.base, and returns what is left.
func (h *hostBuilder) throughPointers(l *locator, text string, node cc.ExpressionNode, t cc.Type,
	secs []*tree.Section) (string, cc.ExpressionNode, cc.Type, []*tree.Section) {
	typ, at, prefix := t, text, text
	lastBase, restText := "", text
	rest := secs
	for i, s := range secs {
		if ctree.IsPointer(typ) {
			lastBase, restText, rest = at, at, secs[i:]
			prefix = at
		}
		low := "0"
		if s.Lower != nil {
			low = h.once(s.Lower)
		}
		at = fmt.Sprintf("%s[%s]", at, low)
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
	_ = prefix
	return restText, nil, base, rest
}

// pathOf finds the base pointer inside a plain lvalue: p->x and (*p).x have p,
// s.x none, a[i] none if a is an array.
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

// isPointerValue reports whether x is a pointer object, not an array.
func isPointerValue(x cc.ExpressionNode) bool {
	if d := ctree.VarOf(x); d != nil {
		return ctree.ObjectType(d).Kind() == cc.Ptr
	}
	return x.Type().Undecay().Kind() == cc.Ptr
}

// withoutArithmetic is the pointer or array that p computes an address from.
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

// setBase makes p, without pointer arithmetic, the base pointer.
func (h *hostBuilder) setBase(l *locator, p cc.ExpressionNode) {
	p = withoutArithmetic(p)
	l.base, l.baseNode = h.u.tree.Unit.NodeLine(p), p
	l.baseIsVar = ctree.VarOf(p) != nil
}

// sectionExtent sets begin and size of a section text[..]… of type t. A section
// whose inner dimensions are complete is len0 elements of the first dimension;
// otherwise it reaches from its first to its last element.
func (h *hostBuilder) sectionExtent(l *locator, text string, t cc.Type, secs []*tree.Section) {
	lead := 0
	for lead < len(secs)-1 && isSingle(secs[lead]) {
		low := "0"
		if secs[lead].Lower != nil {
			low = h.once(secs[lead].Lower)
		}
		text += "[" + low + "]"
		t = ctree.Pointee(t)
		lead++
	}
	secs = secs[lead:]
	first := secs[0]
	lower, length := h.bounds(text, first)
	l.zeroLen, l.empty = h.mayBeZero(first), isEmpty(first)
	l.typ = ctree.Pointee(t)
	at := fmt.Sprintf("%s[%s]", text, lower)
	if innerComplete(secs[1:], ctree.Pointee(t)) && first.Stride == nil {
		l.begin = fmt.Sprintf("(char *)&%s", at)
		l.size = fmt.Sprintf("(unsigned long)(%s) * sizeof(%s[0])", length, text)
		l.count = constLength(first, t)
		return
	}
	last := fmt.Sprintf("%s[(%s) + (%s) - 1]", text, lower, length)
	dims := [][3]string{h.rectDim(text, lower, length, first)}
	cur, ct := text+"[0]", ctree.Pointee(t)
	for _, s := range secs[1:] {
		lo, n := h.bounds(cur, s)
		at += "[" + lo + "]"
		last += fmt.Sprintf("[(%s) + (%s) - 1]", lo, n)
		dims = append(dims, h.rectDim(cur, lo, n, s))
		cur, ct = cur+"[0]", ctree.Pointee(ct)
	}
	l.typ = ct
	l.begin = fmt.Sprintf("(char *)&%s", at)
	l.size = fmt.Sprintf("(unsigned long)((char *)(&%s + 1) - (char *)&%s)", last, at)
	l.rect = &HostRect{Base: fmt.Sprintf("(void *)&%s[0]", text), Elem: fmt.Sprintf("sizeof(%s)", cur), Dims: dims}
}

// isSingle reports whether s is one element of its dimension.
func isSingle(s *tree.Section) bool {
	if s.Single || s.Length == nil {
		return s.Single
	}
	v, ok := ctree.ConstInt(s.Length.Node)
	return ok && v == 1
}

func (h *hostBuilder) rectDim(text, lower, length string, s *tree.Section) [3]string {
	stride := "1"
	if s.Stride != nil {
		stride = h.once(s.Stride)
	}
	elem := fmt.Sprintf("sizeof(%s[0])", text)
	return [3]string{
		fmt.Sprintf("(unsigned long)(%s) * %s", lower, elem),
		fmt.Sprintf("(unsigned long)(%s)", length),
		fmt.Sprintf("(unsigned long)(%s) * %s", stride, elem),
	}
}

// bounds are lower bound and length of one dimension of text as C texts; a
// missing length reaches to the end of the dimension (5.2 §3.2.5).
func (h *hostBuilder) bounds(text string, s *tree.Section) (lower, length string) {
	lower = "0"
	if s.Lower != nil {
		lower = h.once(s.Lower)
	}
	switch {
	case s.Single:
		return lower, "1"
	case s.Assumed:
		return lower, "0"
	case s.Length != nil:
		return lower, h.once(s.Length)
	}
	length = fmt.Sprintf("sizeof(%s) / sizeof(%s[0])", text, text)
	if lower != "0" {
		length = fmt.Sprintf("%s - (%s)", length, lower)
	}
	if s.Stride != nil {
		st := h.once(s.Stride)
		length = fmt.Sprintf("(%s + (%s) - 1) / (%s)", length, st, st)
	}
	return lower, length
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

// innerComplete reports whether the sections secs of type t cover whole dimensions.
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

// locateShape handles array shaping ([n][m])p (5.2 §3.2.4): the storage of n*m
// elements at p.
func (h *hostBuilder) locateShape(l *locator) *locator {
	it := l.item
	p := strings.TrimSpace(it.Base)
	l.base, l.baseNode = p, it.Node
	l.baseIsVar = it.Node != nil && ctree.VarOf(it.Node) != nil
	l.section = true
	count := ""
	for i, d := range it.Shape {
		if i > 0 {
			count += " * "
		}
		count += "(unsigned long)(" + h.once(d) + ")"
	}
	if it.Node != nil {
		l.typ = ctree.Pointee(it.Node.Type())
	}
	if len(it.Sections) == 0 {
		l.begin = fmt.Sprintf("(char *)(%s)", p)
		l.size = fmt.Sprintf("%s * sizeof((%s)[0])", count, p)
		return l
	}
	h.shapedSection(l, p)
	return l
}

// shapedSection is a section of a shaped pointer: offsets are computed by hand,
// as the shaped type has no name in C.
func (h *hostBuilder) shapedSection(l *locator, p string) {
	it := l.item
	elem := fmt.Sprintf("sizeof((%s)[0])", p)
	var dims [][3]string
	first, extent, some := "0", "1", "(unsigned long)1"
	for i, d := range it.Shape {
		inner := "1"
		for _, e := range it.Shape[i+1:] {
			inner += " * (unsigned long)(" + h.once(e) + ")"
		}
		lower, length, stride := "0", h.once(d), "1"
		if i < len(it.Sections) {
			s := it.Sections[i]
			if s.Lower != nil {
				lower = h.once(s.Lower)
			}
			if s.Stride != nil {
				stride = h.once(s.Stride)
			}
			switch {
			case s.Single:
				length = "1"
			case s.Length != nil:
				length = h.once(s.Length)
			default:
				length = fmt.Sprintf("((%s) - (%s) + (%s) - 1) / (%s)", length, lower, stride, stride)
			}
		}
		first += fmt.Sprintf(" + (unsigned long)(%s) * %s", lower, inner)
		extent += fmt.Sprintf(" + ((unsigned long)(%s) - 1) * (unsigned long)(%s) * %s", length, stride, inner)
		some += fmt.Sprintf(" * ((%s) != 0)", length)
		dims = append(dims, [3]string{
			fmt.Sprintf("(unsigned long)(%s) * %s * %s", lower, inner, elem),
			fmt.Sprintf("(unsigned long)(%s)", length),
			fmt.Sprintf("(unsigned long)(%s) * %s * %s", stride, inner, elem),
		})
	}
	l.begin = fmt.Sprintf("(char *)&(%s)[%s]", p, first)
	l.size = fmt.Sprintf("%s * (%s) * %s", some, extent, elem)
	l.rect = &HostRect{Base: "(void *)(" + p + ")", Elem: elem, Dims: dims}
}
