package ctree

import "modernc.org/cc/v4"

// Strip takes parentheses and one-element wrappers off x.
func Strip(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch e := x.(type) {
		case *cc.PrimaryExpression:
			if e == nil || e.Case != cc.PrimaryExpressionExpr || IsNil(e.ExpressionList) {
				return x
			}
			x = e.ExpressionList
		case *cc.ExpressionList:
			if e == nil || e.ExpressionList != nil {
				return x
			}
			x = e.AssignmentExpression
		default:
			return x
		}
	}
}

// StripCast takes parentheses and casts off x.
func StripCast(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		x = Strip(x)
		c, ok := x.(*cc.CastExpression)
		if !ok || c.Case != cc.CastExpressionCast {
			return x
		}
		x = c.CastExpression
	}
}

// VarOf is the declarator that x names, nil if x is not an identifier.
func VarOf(x cc.ExpressionNode) *cc.Declarator {
	p, ok := Strip(x).(*cc.PrimaryExpression)
	if !ok || p == nil || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, _ := p.ResolvedTo().(*cc.Declarator)
	return d
}

// PointerIn is the pointer variable that x adds to or casts, or that x is.
func PointerIn(x cc.ExpressionNode) *cc.Declarator {
	x = StripCast(x)
	if a, ok := x.(*cc.AdditiveExpression); ok &&
		(a.Case == cc.AdditiveExpressionAdd || a.Case == cc.AdditiveExpressionSub) {
		for _, side := range []cc.ExpressionNode{a.AdditiveExpression, a.MultiplicativeExpression} {
			if t := side.Type(); t != nil && t.Kind() == cc.Ptr {
				return PointerIn(side)
			}
		}
		return nil
	}
	return VarOf(x)
}

// EachVariable calls f for every name in n that a declarator declares.
func EachVariable(n cc.Node, f func(*cc.Declarator)) {
	Walk(n, func(x cc.Node) bool {
		if p, ok := x.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
				f(d)
			}
		}
		return true
	})
}

// Mentions reports whether d, which is not nil, is named in n.
func Mentions(n cc.Node, d *cc.Declarator) bool {
	found := false
	Walk(n, func(x cc.Node) bool {
		if p, ok := x.(*cc.PrimaryExpression); ok && d != nil && VarOf(p) == d {
			found = true
		}
		return !found
	})
	return found
}

// Evaluates reports whether n uses the value or the address of d: sizeof and its like do not.
func Evaluates(n cc.Node, d *cc.Declarator) bool {
	found := false
	Walk(n, func(x cc.Node) bool {
		switch x := x.(type) {
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
				return false
			}
		case *cc.PrimaryExpression:
			found = found || VarOf(x) == d
		}
		return !found
	})
	return found
}

// Written is what n assigns to, or counts with ++ or --: nil if n does neither.
func Written(n cc.Node) cc.ExpressionNode {
	switch e := n.(type) {
	case *cc.AssignmentExpression:
		if e.Case != cc.AssignmentExpressionCond {
			return e.UnaryExpression
		}
	case *cc.PostfixExpression:
		if e.Case == cc.PostfixExpressionInc || e.Case == cc.PostfixExpressionDec {
			return e.PostfixExpression
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionInc || e.Case == cc.UnaryExpressionDec {
			return e.UnaryExpression
		}
	}
	return nil
}

// Given is what n, d's initialisation or an assignment to d, takes d's value from; ok is false where n is neither.
func Given(n cc.Node, d *cc.Declarator) (value cc.ExpressionNode, ok bool) {
	switch x := n.(type) {
	case *cc.InitDeclarator:
		if x.Declarator == d && x.Initializer != nil {
			return x.Initializer.AssignmentExpression, true
		}
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond && VarOf(x.UnaryExpression) == d {
			return x.AssignmentExpression, true
		}
	}
	return nil, false
}

// EachWrite calls f for every assignment to a named variable and every ++ and -- of
// one in n; at is that expression.
func EachWrite(n cc.Node, f func(d *cc.Declarator, at cc.Node)) {
	Walk(n, func(x cc.Node) bool {
		if target := Written(x); target != nil {
			if d := VarOf(target); d != nil {
				f(d, x)
			}
		}
		return true
	})
}

// Assigns reports whether a simple assignment in s gives d another value.
func Assigns(s *cc.Statement, d *cc.Declarator) bool {
	found := false
	Walk(s, func(n cc.Node) bool {
		if x, ok := n.(*cc.AssignmentExpression); ok && x.Case == cc.AssignmentExpressionAssign &&
			VarOf(x.UnaryExpression) == d {
			found = true
		}
		return !found
	})
	return found
}

// RootOf is the variable at the left end of an access path without dereference.
func RootOf(x cc.ExpressionNode) *cc.Declarator {
	switch e := Strip(x).(type) {
	case *cc.PrimaryExpression:
		return VarOf(e)
	case *cc.PostfixExpression:
		switch e.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionIndex:
			return RootOf(e.PostfixExpression)
		}
	}
	return nil
}

// ConstInt is the value of an integer constant expression.
func ConstInt(n cc.ExpressionNode) (int64, bool) {
	if IsNil(n) || !n.Pure() && !isConstLeaf(n) {
		return 0, false
	}
	switch v := n.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), true
	}
	return 0, false
}

func isConstLeaf(n cc.ExpressionNode) bool {
	p, ok := Strip(n).(*cc.PrimaryExpression)
	return ok && p != nil && p.Case != cc.PrimaryExpressionExpr && p.Case != cc.PrimaryExpressionStmt
}
