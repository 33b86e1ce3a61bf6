// Differences of expressions that are constant.

package ctree

import (
	"maps"

	"modernc.org/cc/v4"
)

// Distance is b - a where that is a constant: each is a sum of a constant and the same variables, or the address of
// an element of the same array.
func Distance(a, b cc.ExpressionNode) (int64, bool) {
	x, y := linearSum{terms: map[*cc.Declarator]int64{}}, linearSum{terms: map[*cc.Declarator]int64{}}
	if !x.add(a, 1) || !y.add(b, 1) || !maps.Equal(x.terms, y.terms) {
		return 0, false
	}
	return y.constant - x.constant, true
}

// linearSum is a constant and variables with their factors.
type linearSum struct {
	constant int64
	terms    map[*cc.Declarator]int64
}

// add adds factor * e; false: e is no such sum.
func (s *linearSum) add(e cc.ExpressionNode, factor int64) bool {
	e = Strip(e)
	if v, ok := ConstInt(e); ok {
		s.constant += factor * v
		return true
	}
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		d := VarOf(x)
		if d == nil || d.Type() == nil || !cc.IsIntegerType(d.Type()) && !IsPointer(d.Type()) && !IsArrayVariable(d) {
			return false
		}
		if s.terms[d] += factor; s.terms[d] == 0 {
			delete(s.terms, d)
		}
		return true
	case *cc.AdditiveExpression:
		switch x.Case {
		case cc.AdditiveExpressionAdd:
			return s.add(x.AdditiveExpression, factor) && s.add(x.MultiplicativeExpression, factor)
		case cc.AdditiveExpressionSub:
			return s.add(x.AdditiveExpression, factor) && s.add(x.MultiplicativeExpression, -factor)
		}
	case *cc.MultiplicativeExpression:
		if x.Case != cc.MultiplicativeExpressionMul {
			return false
		}
		if v, ok := ConstInt(x.MultiplicativeExpression); ok {
			return s.add(x.CastExpression, factor*v)
		}
		if v, ok := ConstInt(x.CastExpression); ok {
			return s.add(x.MultiplicativeExpression, factor*v)
		}
	case *cc.UnaryExpression:
		element, ok := Strip(x.CastExpression).(*cc.PostfixExpression)
		if x.Case == cc.UnaryExpressionAddrof && ok && element.Case == cc.PostfixExpressionIndex {
			return s.add(element.PostfixExpression, factor) && s.add(element.ExpressionList, factor)
		}
	}
	return false
}
