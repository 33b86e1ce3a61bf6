// How many elements a function allocates.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// elements is the number of elements that fd allocates for pointer d, "" if that is no constant or variable which has
// the same value wherever d is visible.
func (u *Unit) elements(fd *cc.FunctionDefinition, d *cc.Declarator) string {
	elem := ctree.Pointee(d.Type())
	if ctree.IsStaticStorage(d) || elem == nil || elem.IsIncomplete() || ctree.IsVLA(elem) {
		return ""
	}
	var count cc.ExpressionNode
	values := 0
	ctree.Walk(fd, func(n cc.Node) bool {
		if x, given := ctree.Given(n, d); given {
			values++
			count = allocatedCount(ctree.StripCast(x), elem.Size())
		}
		return true
	})
	if values != 1 || count == nil {
		return ""
	}
	if _, constant := ctree.ConstInt(count); !constant {
		v := ctree.VarOf(ctree.StripCast(count))
		if v == nil || !ctree.IsAutomatic(v) || !v.IsParam() && v.LexicalScope() != d.LexicalScope() || changes(fd, v) {
			return ""
		}
	}
	return u.source(count)
}

// changes reports whether fd may give v another value than its first.
func changes(fd *cc.FunctionDefinition, v *cc.Declarator) (found bool) {
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		target := ctree.Written(n)
		x, ok := n.(*cc.UnaryExpression)
		found = found || target != nil && ctree.VarOf(target) == v ||
			ok && x.Case == cc.UnaryExpressionAddrof && ctree.VarOf(x.CastExpression) == v
		return !found
	})
	return found
}

// allocatedCount is the number of elements of size bytes that x, a call of malloc or calloc, asks for; nil if it does
// not say so.
func allocatedCount(x cc.ExpressionNode, size int64) cc.ExpressionNode {
	call, _ := x.(*cc.PostfixExpression)
	name := calledName(x)
	if name != "malloc" && name != "calloc" {
		return nil
	}
	args := call.ArgumentExpressionList
	if args == nil {
		return nil
	}
	first := args.AssignmentExpression
	if name == "calloc" {
		if rest := args.ArgumentExpressionList; rest != nil {
			if n, ok := ctree.ConstInt(rest.AssignmentExpression); ok && n == size {
				return first
			}
		}
		return nil
	}
	if size == 1 {
		return first
	}
	m, ok := ctree.StripCast(first).(*cc.MultiplicativeExpression)
	if !ok || m.Case != cc.MultiplicativeExpressionMul {
		return nil
	}
	isSize := func(e cc.ExpressionNode) bool {
		u, ok := ctree.StripCast(e).(*cc.UnaryExpression)
		n, constant := ctree.ConstInt(e)
		return ok && constant && n == size &&
			(u.Case == cc.UnaryExpressionSizeofExpr || u.Case == cc.UnaryExpressionSizeofType)
	}
	switch {
	case isSize(m.CastExpression):
		return m.MultiplicativeExpression
	case isSize(m.MultiplicativeExpression):
		return m.CastExpression
	}
	return nil
}
