// Statements that control never reaches.

package ctree

import "modernc.org/cc/v4"

// EachDead calls f for the parts of n that control never reaches: the branch that a constant condition excludes, the
// body of a loop whose condition is 0, and what follows a jump in its block. Each part begins behind the node after and
// ends with the node last. A part with a label may be reached.
func EachDead(n cc.Node, f func(after, last cc.Node)) {
	report := func(after, last cc.Node) {
		if !hasLabel(last) {
			f(after, last)
		}
	}
	Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.SelectionStatement:
			v, known := ConstInt(x.ExpressionList)
			if x.Case != cc.SelectionStatementSwitch && known && v == 0 {
				report(x.ExpressionList, x.Statement)
			}
			if x.Case == cc.SelectionStatementIfElse && known && v != 0 {
				report(x.Statement, x.Statement2)
			}
		case *cc.IterationStatement:
			cond := x.ExpressionList
			if x.Case == cc.IterationStatementFor {
				cond = x.ExpressionList2
			}
			if v, known := ConstInt(cond); x.Case != cc.IterationStatementDo && known && v == 0 {
				report(x.ExpressionList, x.Statement)
			}
		case *cc.CompoundStatement:
			deadItems(x, report)
		}
		return true
	})
}

// deadItems reports the items of a block behind a jump.
func deadItems(s *cc.CompoundStatement, report func(after, last cc.Node)) {
	var jump cc.Node
	for l := s.BlockItemList; l != nil; l = l.BlockItemList {
		switch item := l.BlockItem; {
		case hasLabel(item):
			jump = nil
		case jump != nil:
			report(jump, item)
		case item.Statement != nil && item.Statement.Case == cc.StatementJump:
			jump = item
		}
	}
}

// hasLabel reports whether n has a statement that a jump or a switch may reach.
func hasLabel(n cc.Node) (found bool) {
	Walk(n, func(n cc.Node) bool {
		if _, ok := n.(*cc.LabeledStatement); ok {
			found = true
		}
		return !found
	})
	return found
}
