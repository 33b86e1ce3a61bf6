package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// To cc the element v[i] of a vector has the vector's type. So have, then, a variable
// declared with typeof(v[i]) or __auto_type, and what is cast to typeof(v[i]).

// elementType is ct, or the element's type where ct is cc's mistake for the type of x.
func (f *Fn) elementType(ct cc.Type, x cc.ExpressionNode) cc.Type {
	if isNil(x) {
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
	if ct, ok := f.elementType(d.Type(), x).(*elemType); ok {
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
