package parse

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// To cc an operation of a complex number and a real one of a higher rank is real (but C17 6.3.1.8p1).

// complexKinds are the complex types by the rank of their parts.
var complexKinds = map[int]cc.Kind{0: cc.ComplexFloat16, 1: cc.ComplexFloat, 2: cc.ComplexDouble, 3: cc.ComplexLongDouble}

// partKinds are the kinds of the parts.
var partKinds = map[int]cc.Kind{0: cc.Float16, 1: cc.Float, 2: cc.Double, 3: cc.LongDouble}

// floatRank is the rank of a floating kind, or of its parts; -1 for other kinds.
func floatRank(k cc.Kind) int {
	switch k {
	case cc.Float16, cc.ComplexFloat16:
		return 0
	case cc.Float, cc.ComplexFloat:
		return 1
	case cc.Double, cc.ComplexDouble:
		return 2
	case cc.LongDouble, cc.ComplexLongDouble:
		return 3
	}
	return -1
}

func isComplexKind(k cc.Kind) bool {
	r := floatRank(k)
	return r >= 0 && complexKinds[r] == k
}

// partKind is the kind of x if it is a part of a complex number.
func (o origins) partKind(x cc.ExpressionNode) (cc.Kind, bool) {
	n, ok := ctree.Strip(x).(*cc.UnaryExpression)
	if !ok || n.Case != cc.UnaryExpressionReal && n.Case != cc.UnaryExpressionImag {
		return 0, false
	}
	k := o.mixedKind(n.UnaryExpression)
	return partKinds[floatRank(k)], isComplexKind(k)
}

// mixedKind is the kind of x's type, complex where one of its operands is.
func (o origins) mixedKind(x cc.ExpressionNode) cc.Kind {
	both := func(x, y cc.ExpressionNode, of cc.Kind) cc.Kind {
		a, b := o.mixedKind(x), o.mixedKind(y)
		if !isComplexKind(a) && !isComplexKind(b) {
			return of
		}
		return complexKinds[max(floatRank(a), floatRank(b))]
	}
	k := scalarKind(x.Type())
	switch n := ctree.Strip(x).(type) {
	case *cc.PrimaryExpression:
		if d, ok := n.ResolvedTo().(*cc.Declarator); ok && o.operands[d] != nil && floatRank(k) >= 0 {
			return o.mixedKind(o.operands[d])
		}
	case *cc.MultiplicativeExpression:
		return both(n.MultiplicativeExpression, n.CastExpression, k)
	case *cc.AdditiveExpression:
		return both(n.AdditiveExpression, n.MultiplicativeExpression, k)
	case *cc.ConditionalExpression:
		if n.ExpressionList != nil {
			return both(n.ExpressionList, n.ConditionalExpression, k)
		}
	case *cc.UnaryExpression:
		switch n.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			if m := o.mixedKind(n.CastExpression); isComplexKind(m) {
				return m
			}
		}
	}
	return k
}
