// Declarations whose types cc's expressions do not tell.

package parse

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// origins say of declarations what cc's types of expressions do not say.
type origins struct {
	unit *Unit
	// members are the qualifiers of members of structures.
	members map[*cc.Declarator]pointee
}

func (u *Unit) originsOf(ast *cc.AST) *origins {
	o := &origins{u, map[*cc.Declarator]pointee{}}
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			if s, ok := n.(*cc.StructDeclaration); ok {
				q := specifierQuals(s.SpecifierQualifierList)
				for l := s.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
					if d := l.StructDeclarator.Declarator; d != nil {
						o.members[d] = q
					}
				}
			}
			return true
		})
	}
	return o
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
