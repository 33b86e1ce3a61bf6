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

// Loop is a for loop whose parts have the form of a canonical loop (OpenMP 5.2 §4.4.1):
// for (Var = Init; Var Rel Bound; Var += Step).
type Loop struct {
	For  *cc.IterationStatement
	Var  *cc.Declarator
	Init cc.ExpressionNode
	// Rel is "<", "<=", ">", ">=" or "!=", with Var on its left.
	Rel   string
	Bound cc.ExpressionNode
	// Step is the increment's magnitude, nil for 1; Down is set where it is subtracted.
	Step cc.ExpressionNode
	Down bool
}

// LoopOf reads l; it returns nil and what is wrong with l where that has another form.
func LoopOf(l *cc.IterationStatement) (d *Loop, why string) {
	if !IsFor(l) {
		return nil, "it must be a for loop"
	}
	d = &Loop{For: l}
	var cond, incr cc.ExpressionNode
	if l.Case == cc.IterationStatementForDecl {
		if !d.declared(l.Declaration) {
			return nil, "the first part must declare and initialise one variable"
		}
		cond, incr = l.ExpressionList, l.ExpressionList2
		if IsNil(incr) && !IsNil(l.ExpressionList3) {
			cond, incr = l.ExpressionList2, l.ExpressionList3
		}
	} else {
		a, ok := Strip(l.ExpressionList).(*cc.AssignmentExpression)
		if IsNil(l.ExpressionList) || !ok || a.Case != cc.AssignmentExpressionAssign || VarOf(a.UnaryExpression) == nil {
			return nil, "the first part must be variable = expression"
		}
		d.Var, d.Init = VarOf(a.UnaryExpression), a.AssignmentExpression
		cond, incr = l.ExpressionList2, l.ExpressionList3
	}
	if IsNil(cond) || !d.condition(cond) {
		return nil, "the condition must compare " + d.Var.Name() + " with <, <=, >, >= or !="
	}
	if IsNil(incr) || !d.increment(incr) {
		return nil, "the increment must add to or subtract from " + d.Var.Name() + " a loop-invariant amount"
	}
	return d, ""
}

func (d *Loop) declared(decl *cc.Declaration) bool {
	if decl == nil || decl.InitDeclaratorList == nil || decl.InitDeclaratorList.InitDeclaratorList != nil {
		return false
	}
	id := decl.InitDeclaratorList.InitDeclarator
	if id.Initializer == nil || id.Initializer.Case != cc.InitializerExpr {
		return false
	}
	d.Var, d.Init = id.Declarator, id.Initializer.AssignmentExpression
	return true
}

func (d *Loop) condition(x cc.ExpressionNode) bool {
	var l, r cc.ExpressionNode
	switch e := Strip(x).(type) {
	case *cc.RelationalExpression:
		l, r = e.RelationalExpression, e.ShiftExpression
		switch e.Case {
		case cc.RelationalExpressionLt:
			d.Rel = "<"
		case cc.RelationalExpressionGt:
			d.Rel = ">"
		case cc.RelationalExpressionLeq:
			d.Rel = "<="
		case cc.RelationalExpressionGeq:
			d.Rel = ">="
		}
	case *cc.EqualityExpression:
		if e.Case != cc.EqualityExpressionNeq {
			return false
		}
		l, r, d.Rel = e.EqualityExpression, e.RelationalExpression, "!="
	default:
		return false
	}
	if VarOf(StripCast(l)) == d.Var {
		d.Bound = r
		return true
	}
	if VarOf(StripCast(r)) == d.Var {
		d.Bound = l
		d.Rel = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "!=": "!="}[d.Rel]
		return true
	}
	return false
}

func (d *Loop) increment(x cc.ExpressionNode) bool {
	switch e := Strip(x).(type) {
	case *cc.PostfixExpression:
		d.Down = e.Case == cc.PostfixExpressionDec
		return (e.Case == cc.PostfixExpressionInc || d.Down) && VarOf(e.PostfixExpression) == d.Var
	case *cc.UnaryExpression:
		d.Down = e.Case == cc.UnaryExpressionDec
		return (e.Case == cc.UnaryExpressionInc || d.Down) && VarOf(e.UnaryExpression) == d.Var
	case *cc.AssignmentExpression:
		if VarOf(e.UnaryExpression) != d.Var {
			return false
		}
		switch e.Case {
		case cc.AssignmentExpressionAdd, cc.AssignmentExpressionSub:
			d.Step, d.Down = e.AssignmentExpression, e.Case == cc.AssignmentExpressionSub
			return !Mentions(d.Step, d.Var)
		case cc.AssignmentExpressionAssign:
			return d.assignedSum(e.AssignmentExpression)
		}
	}
	return false
}

func (d *Loop) assignedSum(x cc.ExpressionNode) bool {
	a, ok := Strip(x).(*cc.AdditiveExpression)
	if !ok {
		return false
	}
	l, r := a.AdditiveExpression, a.MultiplicativeExpression
	d.Down = a.Case == cc.AdditiveExpressionSub
	switch {
	case VarOf(l) == d.Var:
		d.Step = r
	case VarOf(r) == d.Var && !d.Down:
		d.Step = l
	default:
		return false
	}
	return !Mentions(d.Step, d.Var)
}
