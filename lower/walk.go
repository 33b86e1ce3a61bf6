package lower

import (
	"reflect"

	"modernc.org/cc/v4"

	"ompcc/parse"
)

// walk visits n and its descendants in the order of their fields; visit
// returns false to skip a node's children.
func walk(n cc.Node, visit func(cc.Node) bool) {
	if !isNilNode(n) {
		parse.Walk(n, visit)
	}
}

func isNilNode(n cc.Node) bool {
	if n == nil {
		return true
	}
	v := reflect.ValueOf(n)
	return v.Kind() == reflect.Pointer && v.IsNil()
}

// strip removes parentheses and single-element wrappers.
func strip(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch e := x.(type) {
		case *cc.PrimaryExpression:
			if e.Case != cc.PrimaryExpressionExpr || isNilNode(e.ExpressionList) {
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

// varOf returns the declarator that x names, nil if x is not an identifier.
func varOf(x cc.ExpressionNode) *cc.Declarator {
	p, ok := strip(x).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, _ := p.ResolvedTo().(*cc.Declarator)
	return d
}

// stripCast removes parentheses and casts.
func stripCast(x cc.ExpressionNode) cc.ExpressionNode {
	for {
		x = strip(x)
		c, ok := x.(*cc.CastExpression)
		if !ok || c.Case != cc.CastExpressionCast {
			return x
		}
		x = c.CastExpression
	}
}

// pointerIn is the pointer variable that x adds to or casts, or that x is.
func pointerIn(x cc.ExpressionNode) *cc.Declarator {
	x = stripCast(x)
	if a, ok := x.(*cc.AdditiveExpression); ok && (a.Case == cc.AdditiveExpressionAdd || a.Case == cc.AdditiveExpressionSub) {
		for _, side := range []cc.ExpressionNode{a.AdditiveExpression, a.MultiplicativeExpression} {
			if t := side.Type(); t != nil && t.Kind() == cc.Ptr {
				return pointerIn(side)
			}
		}
		return nil
	}
	return varOf(x)
}

// assigns reports whether s gives d another value.
func assigns(s *cc.Statement, d *cc.Declarator) bool {
	found := false
	walk(s, func(n cc.Node) bool {
		if x, ok := n.(*cc.AssignmentExpression); ok && x.Case == cc.AssignmentExpressionAssign && varOf(x.UnaryExpression) == d {
			found = true
		}
		return !found
	})
	return found
}

// constInt returns the integer value of a side-effect-free constant expression.
func constInt(x cc.ExpressionNode) (int64, bool) {
	if isNilNode(x) {
		return 0, false
	}
	switch v := x.Value().(type) {
	case cc.Int64Value:
		if _, ok := strip(x).(*cc.AssignmentExpression); ok {
			return 0, false
		}
		return int64(v), true
	case cc.UInt64Value:
		if _, ok := strip(x).(*cc.AssignmentExpression); ok {
			return 0, false
		}
		return int64(v), true
	}
	return 0, false
}
