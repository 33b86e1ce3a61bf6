package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// To cc the element v[i] of a vector has the vector's type. So have, then, a variable
// declared with typeof(v[i]) or __auto_type, and what is cast to typeof(v[i]). Nor does cc know the
// types of operations of bit-precise integers.

// exactType stands for the integer type rt in the place of what cc takes it for.
type exactType struct {
	cc.Type
	rt *region.Int
}

// elementType is ct, or the element's type or bit-precise type where ct is cc's mistake for the type of x.
func (f *Fn) elementType(ct cc.Type, x cc.ExpressionNode) cc.Type {
	if isNil(x) {
		return ct
	}
	if i, ok := f.T.Type(ct).(*region.Int); ok && f.T.precise {
		v, ok := f.typeOf(x).t.(*region.Int)
		if ok && *v != *i {
			return &exactType{ct, v}
		}
		return ct
	}
	if _, ok := f.T.Type(ct).(*region.Vector); !ok {
		return ct
	}
	if v := f.typeOf(x); !isVector(v.t) && !isAggregate(v.t) && !isVoid(v.t) {
		return &elemType{ct}
	}
	return ct
}

// declared is the type of variable d.
func (t *Translator) declared(d *cc.Declarator) cc.Type {
	if ct, ok := t.elements[d]; ok {
		return ct
	}
	return d.Type()
}

// noteElement notes that d, whose type was taken from expression x, is a vector's element.
func (f *Fn) noteElement(d *cc.Declarator, x cc.ExpressionNode) {
	switch ct := f.elementType(d.Type(), x).(type) {
	case *elemType, *exactType:
		f.T.elements[d] = ct
	}
}

// typeofIn is the expression whose typeof gives a plain declarator its type, nil if there is none.
func typeofIn(s *cc.DeclarationSpecifiers, d *cc.Declarator) cc.ExpressionNode {
	if d.Pointer != nil || d.DirectDeclarator == nil || d.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
		return nil
	}
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersTypeSpec {
			if x := typeofExpr(s.TypeSpecifier); x != nil {
				return x
			}
		}
	}
	return nil
}

// typeofName is the same for the name of a type.
func typeofName(n *cc.TypeName) cc.ExpressionNode {
	if n.AbstractDeclarator != nil {
		return nil
	}
	for s := n.SpecifierQualifierList; s != nil; s = s.SpecifierQualifierList {
		if s.Case == cc.SpecifierQualifierListTypeSpec {
			if x := typeofExpr(s.TypeSpecifier); x != nil {
				return x
			}
		}
	}
	return nil
}

// typeofExpr undoes how parse spells typeof(x): typeof(*(typeof(x) *)0).
func typeofExpr(s *cc.TypeSpecifier) cc.ExpressionNode {
	if s.Case != cc.TypeSpecifierTypeofExpr {
		return nil
	}
	u, ok := unwrap(s.ExpressionList).(*cc.UnaryExpression)
	if !ok || u.Case != cc.UnaryExpressionDeref {
		return s.ExpressionList
	}
	c, ok := unwrap(u.CastExpression).(*cc.CastExpression)
	if !ok || c.Case != cc.CastExpressionCast || c.TypeName.AbstractDeclarator == nil {
		return s.ExpressionList
	}
	plain := *c.TypeName
	plain.AbstractDeclarator = nil
	if x := typeofName(&plain); x != nil {
		return x
	}
	return s.ExpressionList
}
