package lower

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// constInt returns the integer value of a side-effect-free constant expression.
func constInt(x cc.ExpressionNode) (int64, bool) {
	if ctree.IsNil(x) {
		return 0, false
	}
	switch v := x.Value().(type) {
	case cc.Int64Value:
		if _, ok := ctree.Strip(x).(*cc.AssignmentExpression); ok {
			return 0, false
		}
		return int64(v), true
	case cc.UInt64Value:
		if _, ok := ctree.Strip(x).(*cc.AssignmentExpression); ok {
			return 0, false
		}
		return int64(v), true
	}
	return 0, false
}
