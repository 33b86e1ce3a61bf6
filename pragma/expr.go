package pragma

import (
	"modernc.org/cc/v4"

	"ompcc/parse"
)

// strip takes parentheses and one-element wrappers off an expression.
func strip(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := n.(type) {
		case *cc.ExpressionList:
			if x == nil || x.ExpressionList != nil {
				return n
			}
			n = x.AssignmentExpression
		case *cc.PrimaryExpression:
			if x == nil || x.Case != cc.PrimaryExpressionExpr {
				return n
			}
			n = x.ExpressionList
		case *cc.PostfixExpression:
			if x == nil || x.Case != cc.PostfixExpressionPrimary {
				return n
			}
			n = x.PrimaryExpression
		case *cc.UnaryExpression:
			if x == nil || x.Case != cc.UnaryExpressionPostfix {
				return n
			}
			n = x.PostfixExpression
		case *cc.CastExpression:
			if x == nil || x.Case != cc.CastExpressionUnary {
				return n
			}
			n = x.UnaryExpression
		default:
			return n
		}
	}
}

// identDecl is the variable that n names, nil if n is anything else.
func identDecl(n cc.ExpressionNode) *cc.Declarator {
	p, ok := strip(n).(*cc.PrimaryExpression)
	if !ok || p == nil || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, _ := p.ResolvedTo().(*cc.Declarator)
	return d
}

// eachIdent calls f for every variable named in n.
func eachIdent(n cc.Node, f func(*cc.Declarator)) {
	if e, ok := n.(cc.ExpressionNode); ok && e == nil || n == nil {
		return
	}
	parse.Walk(n, func(x cc.Node) bool {
		if p, ok := x.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
				f(d)
			}
		}
		return true
	})
}

func mentions(n cc.ExpressionNode, d *cc.Declarator) bool {
	found := false
	if n != nil {
		eachIdent(n, func(x *cc.Declarator) { found = found || x == d })
	}
	return found
}

// eachWrite calls f for every assignment to a named variable and every ++ and
// -- of one.
func eachWrite(n cc.Node, f func(d *cc.Declarator, at cc.Node)) {
	parse.Walk(n, func(x cc.Node) bool {
		if target := parse.Written(x); target != nil {
			if d := identDecl(target); d != nil {
				f(d, x)
			}
		}
		return true
	})
}

// ConstInt is the value of an integer constant expression.
func ConstInt(n cc.ExpressionNode) (int64, bool) {
	if n == nil || !n.Pure() && !isConstLeaf(n) {
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
	p, ok := strip(n).(*cc.PrimaryExpression)
	return ok && p != nil && p.Case != cc.PrimaryExpressionExpr && p.Case != cc.PrimaryExpressionStmt
}

func isIntegerType(t cc.Type) bool { return t != nil && cc.IsIntegerType(t) }
