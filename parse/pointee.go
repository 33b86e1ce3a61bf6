// Qualifiers of what pointers point to, read from declarations.

package parse

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// What is const or volatile behind a pointer decides on generic selections; cc loses it at members and elements
// of structures that are const as a whole (C17 6.5.2.3p3).

// pointeeOf are the qualifiers of what x, a pointer, points to.
func pointeeOf(x cc.ExpressionNode, members map[*cc.Declarator]pointee) pointee {
	switch n := ctree.Strip(x).(type) {
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionCast {
			return nameQuals(n.TypeName)
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionAddrof {
			if q, ok := lvalueQuals(n.CastExpression, members); ok {
				return q
			}
		}
	case *cc.AdditiveExpression:
		if isPointer(n.AdditiveExpression.Type()) {
			return pointeeOf(n.AdditiveExpression, members)
		}
		return pointeeOf(n.MultiplicativeExpression, members)
	case *cc.PostfixExpression:
		if f := memberOf(n); f != nil && f.Type().Kind() != cc.Array {
			q := members[f.Declarator()]
			if d := f.Declarator(); d.Pointer == nil || d.Pointer.Pointer != nil {
				q.known = false
			}
			return q
		}
	case *cc.ConditionalExpression:
		if n.ExpressionList != nil {
			a, b := pointeeOf(n.ExpressionList, members), pointeeOf(n.ConditionalExpression, members)
			switch {
			case isNullConstant(n.ExpressionList):
				return b
			case isNullConstant(n.ConditionalExpression):
				return a
			}
			return a.and(b)
		}
	}
	if x.Type().Undecay().Kind() == cc.Array {
		if q, ok := lvalueQuals(x, members); ok {
			return q
		}
	}
	return typeQuals(x.Type())
}

// lvalueQuals are the qualifiers of x, a member, an element or what a pointer points to; false if it is none of them.
func lvalueQuals(x cc.ExpressionNode, members map[*cc.Declarator]pointee) (q pointee, ok bool) {
	if u, ok := ctree.Strip(x).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
		return pointeeOf(u.CastExpression, members), true
	}
	n, ok := ctree.Strip(x).(*cc.PostfixExpression)
	if !ok {
		return pointee{}, false
	}
	if n.Case == cc.PostfixExpressionIndex {
		if n.Type().Kind() == cc.Ptr || !isPointer(n.PostfixExpression.Type()) { // an array of pointers, i[a]
			return pointee{}, false
		}
		return pointeeOf(n.PostfixExpression, members), true
	}
	f := memberOf(n)
	if f == nil || f.Declarator().Pointer != nil {
		return pointee{}, false
	}
	return members[f.Declarator()].and(aggregateQuals(n, members)), true
}

// memberOf is the member that n selects, nil if n is no such expression.
func memberOf(n *cc.PostfixExpression) *cc.Field {
	if n.Case != cc.PostfixExpressionSelect && n.Case != cc.PostfixExpressionPSelect {
		return nil
	}
	if f := n.Field(); f != nil && f.Declarator() != nil {
		return f
	}
	return nil
}

// aggregateQuals are the qualifiers of the structure whose member n is.
func aggregateQuals(n *cc.PostfixExpression, members map[*cc.Declarator]pointee) pointee {
	if n.Case == cc.PostfixExpressionPSelect {
		return pointeeOf(n.PostfixExpression, members)
	}
	if q, ok := lvalueQuals(n.PostfixExpression, members); ok {
		return q
	}
	return elemQuals(n.PostfixExpression.Type())
}
