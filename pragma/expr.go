package pragma

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

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
	p, ok := ctree.Strip(n).(*cc.PrimaryExpression)
	return ok && p != nil && p.Case != cc.PrimaryExpressionExpr && p.Case != cc.PrimaryExpressionStmt
}

func isIntegerType(t cc.Type) bool { return t != nil && cc.IsIntegerType(t) }
