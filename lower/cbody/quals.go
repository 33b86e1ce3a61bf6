// Qualifiers of what a pointer points to, which cc drops.

package cbody

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// pointedQual adds to lv, reached through the pointer expression at, the
// qualifiers that cc's types have lost (it drops volatile from pointees).
func (f *Fn) pointedQual(lv lval, at cc.Node) lval {
	x, ok := at.(cc.ExpressionNode)
	if !ok {
		return lv
	}
	q := f.T.pointeeQuals(x)
	if l := f.T.levels(x); len(l) > 0 {
		q.vol, q.atomic = q.vol || l[0].vol, q.atomic || l[0].atomic
	}
	lv.vol = lv.vol || q.vol
	lv.atomic = lv.atomic || q.atomic && !isAggregate(lv.t)
	return lv
}

// quals are the qualifiers of what an expression of pointer type points to.
type quals struct {
	con, vol, atomic bool
	atomicPtr        bool // in specifiers: the name of an atomic pointer's type
}

// pointeeQuals finds the declaration or cast that gave x its type.
func (t *Translator) pointeeQuals(x cc.ExpressionNode) quals {
	switch n := unwrap(x).(type) {
	case *cc.PrimaryExpression:
		if d, ok := n.ResolvedTo().(*cc.Declarator); ok && n.Case == cc.PrimaryExpressionIdent {
			return t.declQuals(d)
		}
	case *cc.PostfixExpression:
		switch n.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if fl := n.Field(); fl != nil && fl.Declarator() != nil {
				return t.declQuals(fl.Declarator())
			}
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return t.pointeeQuals(n.PostfixExpression)
		case cc.PostfixExpressionIndex: // a[i] designates what a + i points to
			if isPointerExpr(n.PostfixExpression) {
				return t.pointeeQuals(n.PostfixExpression)
			}
			return t.pointeeQuals(n.ExpressionList)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return t.pointeeQuals(n.UnaryExpression)
		}
	case *cc.CastExpression:
		var q quals
		if n.TypeName != nil && n.Case == cc.CastExpressionCast {
			q = t.specQuals(n.TypeName.SpecifierQualifierList, nil)
		}
		return q
	case *cc.AdditiveExpression:
		if isPointerExpr(n.AdditiveExpression) {
			return t.pointeeQuals(n.AdditiveExpression)
		}
		return t.pointeeQuals(n.MultiplicativeExpression)
	}
	return quals{}
}

func isPointerExpr(x cc.ExpressionNode) bool { return x.Type().Kind() == cc.Ptr }

// declQuals are the qualifiers in the specifiers of d, which is a pointer or array.
func (t *Translator) declQuals(d *cc.Declarator) quals {
	if d.Type() == nil {
		return quals{}
	}
	switch d.Type().Kind() {
	case cc.Ptr, cc.Array:
	default:
		return quals{}
	}
	return t.quals[d]
}

// add takes in a qualifier.
func (q *quals) add(n *cc.TypeQualifier) {
	switch n.Case {
	case cc.TypeQualifierConst:
		q.con = true
	case cc.TypeQualifierVolatile:
		q.vol = true
	case cc.TypeQualifierAtomic:
		q.atomic = true
	}
}

func (t *Translator) specQuals(s *cc.SpecifierQualifierList, d *cc.DeclarationSpecifiers) quals {
	var q quals
	for ; s != nil; s = s.SpecifierQualifierList {
		switch s.Case {
		case cc.SpecifierQualifierListTypeQual:
			q.add(s.TypeQualifier)
		case cc.SpecifierQualifierListTypeSpec:
			q.atomic = q.atomic || s.TypeSpecifier.Case == cc.TypeSpecifierAtomic
			q = t.typeofQuals(t.typedefQuals(q, s.TypeSpecifier), s.TypeSpecifier)
		}
	}
	for ; d != nil; d = d.DeclarationSpecifiers {
		switch d.Case {
		case cc.DeclarationSpecifiersTypeQual:
			q.add(d.TypeQualifier)
		case cc.DeclarationSpecifiersTypeSpec:
			q.atomic = q.atomic || d.TypeSpecifier.Case == cc.TypeSpecifierAtomic
			q = t.typeofQuals(t.typedefQuals(q, d.TypeSpecifier), d.TypeSpecifier)
		}
	}
	return q
}

// typedefQuals adds to q the qualifiers of a type name such as atomic_int.
func (t *Translator) typedefQuals(q quals, s *cc.TypeSpecifier) quals {
	if s.Case != cc.TypeSpecifierTypeName {
		return q
	}
	n := s.LexicalScope()
	if n == nil {
		return q
	}
	for sc := n; sc != nil; sc = sc.Parent {
		for _, v := range sc.Nodes[s.Token.SrcStr()] {
			if d, ok := v.(*cc.Declarator); ok && d.IsTypename() {
				q.vol = q.vol || d.IsVolatile()
				q.atomic = q.atomic || d.IsAtomic() || t.quals[d].atomic
				q.atomicPtr = q.atomicPtr || t.IsAtomic(d) && d.Type().Kind() == cc.Ptr
				return q
			}
		}
	}
	return q
}

// typeofQuals adds to q the qualifiers in parse's typeof(*(T *)0).
func (t *Translator) typeofQuals(q quals, s *cc.TypeSpecifier) quals {
	if s.Case != cc.TypeSpecifierTypeofExpr {
		return q
	}
	if u, ok := unwrap(s.ExpressionList).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
		if c, ok := unwrap(u.CastExpression).(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
			if l, ok := t.pointeeLevels(c.TypeName); ok && len(l) == 1 {
				q.vol, q.con = q.vol || l[0].vol, q.con || l[0].con
			}
		}
	}
	return q
}

// IsAtomic reports whether the object that d declares is an atomic one, itself or by a type
// name (atomic_int); cc knows the former only. The specifiers of a pointer or an array are
// those of what it leads to.
func (t *Translator) IsAtomic(d *cc.Declarator) bool {
	dd := d.DirectDeclarator
	switch {
	case d.Type() == nil || d.Type().Kind() == cc.Array || dd == nil || dd.Case != cc.DirectDeclaratorIdent:
		return false
	case d.Pointer != nil:
		return lastQuals(d.Pointer).atomic
	}
	q := t.quals[d]
	return d.IsAtomic() || q.atomicPtr || q.atomic && d.Type().Kind() != cc.Ptr
}

// lastQuals are the qualifiers of the pointer that a chain of them declares.
func lastQuals(p *cc.Pointer) (q quals) {
	for p.Pointer != nil {
		p = p.Pointer
	}
	for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
		if l.TypeQualifier != nil {
			q.add(l.TypeQualifier)
		}
	}
	return q
}

// isConst reports whether the object that d declares is const-qualified. cc's
// own answer takes qualifiers of inner pointers for those of the object.
func (t *Translator) isConst(d *cc.Declarator) bool {
	dd := d.DirectDeclarator
	for dd != nil && dd.Case != cc.DirectDeclaratorIdent {
		if dd.Case == cc.DirectDeclaratorDecl {
			return false // (*p)[n] and the like: not worth deciding
		}
		dd = dd.DirectDeclarator
	}
	p := d.Pointer
	if p == nil {
		return t.quals[d].con && !t.quals[d].vol
	}
	q := lastQuals(p)
	return q.con && !q.vol
}

// pointeeLevels are the qualifiers of what a type name's pointers lead to, from the
// innermost on; ok is false where the name is not a plain chain of pointers.
func (t *Translator) pointeeLevels(n *cc.TypeName) (levels []quals, ok bool) {
	if n == nil || n.AbstractDeclarator == nil || n.AbstractDeclarator.Case != cc.AbstractDeclaratorPtr {
		return nil, false
	}
	levels = append(levels, t.specQuals(n.SpecifierQualifierList, nil))
	for p := n.AbstractDeclarator.Pointer; p != nil && p.Pointer != nil; p = p.Pointer {
		var q quals
		for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
			if l.TypeQualifier != nil {
				q.add(l.TypeQualifier)
			}
		}
		levels = append(levels, q)
	}
	return levels, true
}

// typesCompatible is __builtin_types_compatible_p: what cc finds, without its
// blindness for the qualifiers of what pointers lead to.
func (f *Fn) typesCompatible(n *cc.PostfixExpression) val {
	args := arguments(n)
	if len(args) == 2 {
		a, okA := f.T.literalLevels(args[0])
		b, okB := f.T.literalLevels(args[1])
		if okA && okB && !slices.Equal(a, b) {
			return scalar(Int(region.I32, 0))
		}
		if c, ok := f.enumsCompatible(args[0].Type(), args[1].Type()); ok {
			return scalar(intOf(Int(region.BoolT, c)))
		}
	}
	return f.constant(n.Value(), region.I32, n)
}

// enumsCompatible compares types of which one is an enumeration: that is a type of its
// own, compatible with the integer type that holds it (C17 6.7.2.2).
func (f *Fn) enumsCompatible(a, b cc.Type) (yes int64, ok bool) {
	ea, aok := a.(*cc.EnumType)
	eb, bok := b.(*cc.EnumType)
	switch {
	case aok && bok:
		ta, tb := ea.Tag(), eb.Tag()
		ok = len(ea.Enumerators()) > 0 && len(eb.Enumerators()) > 0
		if ok && ea.Enumerators()[0] == eb.Enumerators()[0] || !ok && ta.SrcStr() == tb.SrcStr() {
			yes = 1
		}
		return yes, true
	case aok && b.Kind() != cc.Bool && isInt(f.T.Type(b)), bok && a.Kind() != cc.Bool && isInt(f.T.Type(a)):
		if sameType(f.T.Type(a), f.T.Type(b)) {
			yes = 1
		}
		return yes, true
	}
	return 0, false
}

// literalLevels is pointeeLevels of the compound literal that stands for a type.
func (t *Translator) literalLevels(x cc.ExpressionNode) ([]quals, bool) {
	p, ok := unwrap(x).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionComplit {
		return nil, false
	}
	return t.pointeeLevels(p.TypeName)
}
