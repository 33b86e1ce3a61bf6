// Declarations whose types cc's expressions do not tell.

package parse

import (
	"math"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// origins say of declarations what cc's types of expressions do not say.
type origins struct {
	unit *Unit
	// members are the qualifiers of members of structures.
	members map[*cc.Declarator]pointee
	// enumerations are the lists of enumeration constants.
	enumerations map[*cc.Enumerator]*cc.EnumSpecifier
}

func (u *Unit) originsOf(ast *cc.AST) *origins {
	o := &origins{u, map[*cc.Declarator]pointee{}, map[*cc.Enumerator]*cc.EnumSpecifier{}}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			switch s := n.(type) {
			case *cc.StructDeclaration:
				q := specifierQuals(s.SpecifierQualifierList)
				for l := s.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
					if d := l.StructDeclarator.Declarator; d != nil {
						o.members[d] = q
					}
				}
			case *cc.EnumSpecifier:
				for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
					o.enumerations[l.Enumerator] = s
				}
			}
			return true
		})
	}
	return o
}

// HasFixedEnums reports whether the file has enumerations with an underlying type (C23 6.7.2.2).
func (u *Unit) HasFixedEnums() bool { return len(u.fixedEnums) > 0 }

// Enumerations are the types of the enumeration constants of a file; nil where the enumeration has an underlying
// type, which is its constants' too.
func (u *Unit) Enumerations(ast *cc.AST) map[*cc.Enumerator]*cc.EnumType {
	m := map[*cc.Enumerator]*cc.EnumType{}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			s, ok := n.(*cc.EnumSpecifier)
			if !ok {
				return true
			}
			if t, ok := u.enumType(s); ok {
				for l := s.EnumeratorList; l != nil; l = l.EnumeratorList {
					m[l.Enumerator] = t
				}
			}
			return true
		})
	}
	return m
}

// enumType is the type that s defines, nil if that has an underlying type; known is false within the list of s.
func (u *Unit) enumType(s *cc.EnumSpecifier) (t *cc.EnumType, known bool) {
	if s == nil {
		return nil, true
	}
	t, known = s.Type().(*cc.EnumType)
	if at := nodeOffset(s); at >= 0 && u.fixedEnums[u.marked.start(at)] {
		t = nil
	}
	return t, known
}

// enumeratorType is the type of an enumeration constant: int if int holds its value (C17 6.4.4.3p2; but see
// Unit.EnumType), else its enumeration's, which has no sign where no value is negative (as in gcc and clang).
func (o *origins) enumeratorType(e *cc.Enumerator) cc.Type {
	t, known := o.unit.enumType(o.enumerations[e])
	if t == nil && known {
		return e.Type()
	}
	switch v := e.Value().(type) {
	case cc.Int64Value:
		if !o.unit.EnumType(t) && v >= math.MinInt32 && v <= math.MaxInt32 {
			return kindType{e.Type(), cc.Int}
		}
	case cc.UInt64Value:
		if !o.unit.EnumType(t) && v <= math.MaxInt32 {
			return kindType{e.Type(), cc.Int}
		}
	}
	switch {
	case t == nil:
		return e.Type()
	case t.Min() < 0:
		return kindType{e.Type(), cc.Long}
	case t.Max() > math.MaxUint32:
		return kindType{e.Type(), cc.ULong}
	}
	return kindType{e.Type(), cc.UInt}
}

// TypeofIn is the expression whose typeof gives a plain declarator its type, nil if there is none.
func TypeofIn(s *cc.DeclarationSpecifiers, d *cc.Declarator) cc.ExpressionNode {
	if d.Pointer != nil || d.DirectDeclarator == nil || d.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
		return nil
	}
	return Typeof(s)
}

// Typeof is the expression of the typeof among s, nil if there is none.
func Typeof(s *cc.DeclarationSpecifiers) cc.ExpressionNode {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if s.Case == cc.DeclarationSpecifiersTypeSpec {
			if x := typeofExpr(s.TypeSpecifier); x != nil {
				return x
			}
		}
	}
	return nil
}

// TypeofName is the same for the name of a type.
func TypeofName(n *cc.TypeName) cc.ExpressionNode {
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

// typeofExpr undoes how typeof(x) is respelt: typeof(*(typeof(x) *)0).
func typeofExpr(s *cc.TypeSpecifier) cc.ExpressionNode {
	if s.Case != cc.TypeSpecifierTypeofExpr {
		return nil
	}
	u, ok := ctree.Strip(s.ExpressionList).(*cc.UnaryExpression)
	if !ok || u.Case != cc.UnaryExpressionDeref {
		return s.ExpressionList
	}
	c, ok := ctree.Strip(u.CastExpression).(*cc.CastExpression)
	if !ok || c.Case != cc.CastExpressionCast || c.TypeName.AbstractDeclarator == nil {
		return s.ExpressionList
	}
	plain := *c.TypeName
	plain.AbstractDeclarator = nil
	if x := TypeofName(&plain); x != nil {
		return x
	}
	return s.ExpressionList
}
