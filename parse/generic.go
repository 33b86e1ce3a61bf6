// Generic selections: the choice of the association (C17 6.5.1.1).

package parse

import (
	"bytes"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/pattern"
)

// cc cannot choose the association of a generic selection (C11 6.5.1.1) itself. It does not distinguish pointers to
// functions, pointers to pointers, or the qualifiers of pointed-to types, and treats enumerations
// differently from C. It therefore calls selector.

// genericWord is the keyword of a generic selection.
const genericWord = "_Generic"

// typeOperand and typeOperandEnd enclose a controlling operand that is a type name (C2y, clang), so that cc gets an
// expression of that type.
const (
	typeOperand    = "*("
	typeOperandEnd = "*)00"
)

// association is one association T : e of a selection.
type association struct {
	text      []byte // marked text between the commas around the association
	colon     int    // offset of the colon in text
	isDefault bool
	typ       cc.Type
	quals     pointee
}

// selection is a parsed generic selection.
type selection struct {
	start, end int // range of the selection
	open       int // offset after the opening parenthesis
	control    int // end of the controlling expression
	isType     bool
	typeName   []byte // the name of the controlling type, if isType
	list       []association
}

// selector returns the function by which cc chooses an association (cc.Config.SelectAssociation).
func (u *Unit) selector() func(*cc.AST, *cc.GenericSelection) *cc.GenericAssociation {
	var q *origins
	return func(ast *cc.AST, g *cc.GenericSelection) *cc.GenericAssociation {
		if q == nil {
			q = u.originsOf(ast)
		}
		s := &selection{}
		if off := nodeOffset(g); off >= 0 {
			if read := readSelection(u.marked.text, off); read != nil {
				s = read
			}
		}
		var nodes []*cc.GenericAssociation
		for l := g.GenericAssociationList; l != nil; l = l.GenericAssociationList {
			a := l.GenericAssociation
			if len(s.list) == len(nodes) {
				s.list = append(s.list, association{isDefault: a.Case == cc.GenericAssociationDefault})
			}
			if a.TypeName != nil {
				s.list[len(nodes)].typ, s.list[len(nodes)].quals = a.TypeName.Type(), nameQuals(a.TypeName)
			}
			nodes = append(nodes, a)
		}
		if i := s.choose(g.AssignmentExpression, q); i >= 0 {
			return nodes[i]
		}
		return nil
	}
}

// readSelection parses the selection at off. It returns nil if there is none.
func readSelection(text []byte, off int) *selection {
	open := skipBlank(text, off+len(genericWord))
	if !bytes.HasPrefix(text[off:], []byte(genericWord)) || open >= len(text) || text[open] != '(' {
		return nil
	}
	s := &selection{start: off, open: open + 1, end: attributeEnd(text, open)}
	sc := scanner{text: text, off: s.open}
	depth, last, colon := 0, -1, -1
	finish := func(end int) {
		if last < 0 {
			s.control = end
			control := text[s.open:end]
			if s.isType = bytes.HasPrefix(control, []byte(typeOperand)) &&
				bytes.HasSuffix(control, []byte(typeOperandEnd)); s.isType {
				s.typeName = slices.Clone(control[len(typeOperand) : len(control)-len(typeOperandEnd)])
			}
		} else if colon >= 0 {
			body := slices.Clone(text[last:end])
			s.list = append(s.list,
				association{text: body, colon: colon - last,
					isDefault: string(bytes.TrimSpace(text[last:colon])) == "default"})
		}
		last, colon = end+1, -1
	}
	for t := sc.next(); t.kind != tokEOF && t.start < s.end; t = sc.next() {
		if t.kind != tokPunct {
			continue
		}
		switch text[t.start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				finish(t.start)
				return s
			}
		case ',':
			if depth == 0 {
				finish(t.start)
			}
		case ':':
			if depth == 0 && last >= 0 && colon < 0 {
				colon = t.start
			}
		}
	}
	return nil
}

// choose returns the index of the association that C selects (6.5.1.1p2), or -1 if there is none.
func (s *selection) choose(x cc.ExpressionNode, q *origins) int {
	fallback, sure, unsure := -1, -1, -1
	have := pointeeOf(x, q.members)
	t := q.controlType(x)
	if s.isType {
		t = t.Undecay()
		if target, _, ok := bytes.Cut(s.typeName, []byte("*")); ok && bytes.Count(s.typeName, []byte("*")) == 1 &&
			!bytes.Contains(target, []byte("typeof__(*")) {
			have = wordQuals(target)
		}
	}
	for i, a := range s.list {
		switch {
		case a.isDefault:
			fallback = i
		case a.typ == nil || !compatible(t, a.typ):
		case s.isType && !sameQualifiers(s.typeName, t, a):
		case sure < 0 && (t.Kind() != cc.Ptr || a.quals.known && have.known && a.quals.same(have)):
			sure = i
		case unsure < 0 && (!a.quals.known || !have.known):
			unsure = i
		}
	}
	switch {
	case sure >= 0:
		return sure
	case unsure >= 0:
		return unsure
	}
	return fallback
}

// sameQualifiers reports whether a controlling type name has the same qualifiers as association a. Unlike those of a
// controlling expression, its qualifiers are significant.
func sameQualifiers(control []byte, t cc.Type, a association) bool {
	return outerQuals(control, t).same(outerQuals(a.text[:a.colon], a.typ))
}

// outerQuals returns the top-level qualifiers of type t, whose type name is name. cc records only those that come
// from typedefs or typeof, so outerQuals also reads them from name.
func outerQuals(name []byte, t cc.Type) pointee {
	q := pointee{known: true}
	if a := t.Attributes(); a != nil && (t.Typedef() != nil || bytes.Contains(name, []byte("typeof"))) {
		q.con, q.vol = a.IsConst(), a.IsVolatile()
	}
	if i := bytes.LastIndexByte(name, '*'); i >= 0 {
		name = name[i:]
	}
	words := wordQuals(name)
	return pointee{q.con || words.con, q.vol || words.vol, true}
}

// wordQuals returns the qualifiers among the words of text.
func wordQuals(text []byte) pointee {
	q := pointee{known: true}
	for _, w := range identifiers().FindAll(text, -1) {
		switch strings.Trim(string(w), "_") {
		case "const":
			q.con = true
		case "volatile":
			q.vol = true
		}
	}
	return q
}

var identifiers = pattern.New(`[A-Za-z_]\w*`)

// controlType returns the type of the controlling expression x.
func (o *origins) controlType(x cc.ExpressionNode) cc.Type {
	t := x.Type()
	if p, ok := o.operand(x); ok && p.precise {
		return preciseType{t, p}
	}
	if p := nonNullPointer(x); p != nil {
		return p
	}
	return t
}

// kindType is a type whose kind differs from the one that cc gives it.
type kindType struct {
	cc.Type
	kind cc.Kind
}

// Kind implements cc.Type.
func (t kindType) Kind() cc.Kind { return t.kind }

// nonNullPointer returns the type of a conditional x in which one operand is a null pointer constant of
// type void *. It is the type of the other operand (6.5.15p6), but cc gives x type void *.
// The result is nil if x is not such a conditional.
func nonNullPointer(x cc.ExpressionNode) cc.Type {
	n, ok := ctree.Strip(x).(*cc.ConditionalExpression)
	if !ok || n.ExpressionList == nil {
		return nil
	}
	a, b := cc.ExpressionNode(n.ExpressionList), n.ConditionalExpression
	switch {
	case isNullConstant(a) && isPointer(b.Type()):
		return b.Type().Decay()
	case isNullConstant(b) && isPointer(a.Type()):
		return a.Type().Decay()
	}
	return nil
}

func isPointer(t cc.Type) bool { return t.Decay().Kind() == cc.Ptr }

// isNullConstant reports whether x is an integer constant 0 cast to void * (6.3.2.3p3).
func isNullConstant(x cc.ExpressionNode) bool {
	c, ok := ctree.Strip(x).(*cc.CastExpression)
	if !ok || c.Case != cc.CastExpressionCast {
		return false
	}
	p, ok := c.TypeName.Type().(*cc.PointerType)
	if !ok || p.Elem().Kind() != cc.Void || !cc.IsIntegerType(c.CastExpression.Type()) {
		return false
	}
	switch v := c.CastExpression.Value().(type) {
	case cc.Int64Value:
		return v == 0
	case cc.UInt64Value:
		return v == 0
	}
	return false
}

// compatible reports whether a and b are compatible types, apart from their qualifiers (6.2.7).
func compatible(a, b cc.Type) bool {
	if p, ok := a.(preciseType); ok {
		return p.is(b)
	}
	if BitPrecise(a) != BitPrecise(b) {
		return false
	}
	ka, kb := scalarKind(a), scalarKind(b)
	ea, aok := a.(*cc.EnumType)
	eb, bok := b.(*cc.EnumType)
	if aok && bok {
		return ea.IsCompatible(eb)
	}
	if ka != kb {
		return false
	}
	switch x := a.(type) {
	case *cc.PointerType:
		y, ok := b.(*cc.PointerType)
		return ok && compatible(x.Elem(), y.Elem())
	case *cc.ArrayType:
		y, ok := b.(*cc.ArrayType)
		return ok && (x.Len() == y.Len() || x.Len() < 0 || y.Len() < 0) && compatible(x.Elem(), y.Elem())
	case *cc.FunctionType:
		y, ok := b.(*cc.FunctionType)
		return ok && compatibleFunctions(x, y)
	case *cc.StructType, *cc.UnionType:
		return a.IsCompatible(b)
	}
	va, vb := vectorBytes(a), vectorBytes(b)
	return va == vb
}

// scalarKind returns the kind of t. For an enumeration it is that of the compatible integer type.
func scalarKind(t cc.Type) cc.Kind {
	if e, ok := t.(*cc.EnumType); ok {
		if under := e.UnderlyingType(); under.Kind() == cc.Int && !e.IsIncomplete() && e.Min() >= 0 {
			return cc.UInt
		}
		return e.UnderlyingType().Kind()
	}
	return t.Kind()
}

func vectorBytes(t cc.Type) int64 {
	if p, ok := t.(*cc.PredefinedType); ok {
		return max(p.VectorSize(), 0)
	}
	return 0
}

func compatibleFunctions(a, b *cc.FunctionType) bool {
	if !compatible(a.Result(), b.Result()) {
		return false
	}
	if a.MaxArgs() < 0 && !a.IsVariadic() || b.MaxArgs() < 0 && !b.IsVariadic() {
		return true // a function without a prototype is compatible with any parameters
	}
	pa, pb := a.Parameters(), b.Parameters()
	if len(pa) != len(pb) || a.IsVariadic() != b.IsVariadic() {
		return false
	}
	for i := range pa {
		if !compatible(pa[i].Type().Decay(), pb[i].Type().Decay()) {
			return false
		}
	}
	return true
}

// pointee holds the qualifiers of a pointed-to type. They are unknown if known is false.
type pointee struct{ con, vol, known bool }

func (p pointee) same(q pointee) bool { return p.con == q.con && p.vol == q.vol }

func (p pointee) and(q pointee) pointee {
	return pointee{p.con || q.con, p.vol || q.vol, p.known && q.known}
}

func specifierQuals(l *cc.SpecifierQualifierList) pointee {
	q := pointee{known: true}
	for ; l != nil; l = l.SpecifierQualifierList {
		if l.Case == cc.SpecifierQualifierListTypeQual {
			q = q.with(l.TypeQualifier)
		}
		if l.Case == cc.SpecifierQualifierListTypeSpec && l.TypeSpecifier.Case == cc.TypeSpecifierTypeName {
			q.known = false // a typedef may contain qualifiers
		}
	}
	return q
}

func (p pointee) with(q *cc.TypeQualifier) pointee {
	switch q.Case {
	case cc.TypeQualifierConst:
		p.con = true
	case cc.TypeQualifierVolatile:
		p.vol = true
	}
	return p
}

// nameQuals returns the qualifiers of the type to which the outermost pointer of a type name points.
func nameQuals(n *cc.TypeName) pointee {
	if n.AbstractDeclarator == nil {
		return typeQuals(n.Type())
	}
	if p := n.AbstractDeclarator.Pointer; p == nil || p.Pointer != nil ||
		n.AbstractDeclarator.Case != cc.AbstractDeclaratorPtr {
		return pointee{} // int (*)(void), int *const *
	}
	return specifierQuals(n.SpecifierQualifierList)
}

// typeQuals returns the qualifiers of the pointed-to type that cc has recorded in pointer type t.
func typeQuals(t cc.Type) pointee {
	p, ok := t.(*cc.PointerType)
	if !ok {
		return pointee{}
	}
	return elemQuals(p.Elem())
}

// elemQuals returns the qualifiers that cc has recorded in the pointed-to type t. They are unknown for
// pointers to pointers, because cc does not record which of the pointers is const.
func elemQuals(t cc.Type) pointee {
	switch t.Kind() {
	case cc.Ptr, cc.Array, cc.Function:
		return pointee{}
	}
	a := t.Attributes()
	if a == nil {
		return pointee{known: true}
	}
	return pointee{a.IsConst(), a.IsVolatile(), true}
}
