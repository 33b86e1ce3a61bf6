package ctree

import "modernc.org/cc/v4"

// Statements are the statements of a block and of the blocks in it, without its
// declarations, or s alone.
func Statements(s *cc.Statement) []*cc.Statement {
	if s == nil {
		return nil
	}
	if s.Case != cc.StatementCompound {
		return []*cc.Statement{s}
	}
	var r []*cc.Statement
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt {
			r = append(r, Statements(l.BlockItem.Statement)...)
		}
	}
	return r
}

// OnlyExpression is the expression of an expression statement, or of a block with only
// that, nil otherwise.
func OnlyExpression(s *cc.Statement) cc.ExpressionNode {
	list := Statements(s)
	if len(list) != 1 || list[0].Case != cc.StatementExpr || IsNil(list[0].ExpressionStatement.ExpressionList) {
		return nil
	}
	return Strip(list[0].ExpressionStatement.ExpressionList)
}

// IsFor reports whether l is a for loop.
func IsFor(l *cc.IterationStatement) bool {
	return l.Case == cc.IterationStatementFor || l.Case == cc.IterationStatementForDecl
}
