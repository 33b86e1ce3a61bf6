package pragma

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
)

// checkAtomic applies the rules on the clauses of an atomic construct and on the
// form of its statement (5.2 §15.8.4).
func (k *checker) checkAtomic(c *Construct) {
	for _, p := range []struct{ clause, order ClauseKind }{{"read", "release"}, {"write", "acquire"}} {
		a, b := c.Clause(p.clause), c.Clause(p.order)
		if a != nil && b != nil {
			k.diags.Errorf(b.Span, "bad-memory-order", "an atomic %s cannot have the memory order '%s'", p.clause, p.order).
				WithSection("5.2 §15.8.4").WithNote(a.Span, "'%s' is here", p.clause).WithFix("write %s, seq_cst or relaxed", map[ClauseKind]string{"read": "acquire", "write": "release"}[p.clause])
		}
	}
	for _, plain := range []ClauseKind{"read", "write"} {
		a := c.Clause(plain)
		for _, more := range []ClauseKind{"capture", "compare"} {
			if b := c.Clause(more); a != nil && b != nil {
				k.diags.Errorf(b.Span, "exclusive-clauses", "an atomic %s cannot have the clause '%s'", plain, more).
					WithSection("5.2 §15.8.4").WithNote(a.Span, "'%s' is here", plain).WithFix("leave out one of them")
			}
		}
	}
	for _, name := range []ClauseKind{"weak", "fail"} {
		if cl := c.Clause(name); cl != nil && c.Clause("compare") == nil {
			k.diags.Errorf(cl.Span, "missing-clause", "'%s' needs the clause 'compare'", name).WithSection("5.2 §15.8.4").WithFix("write atomic compare %s", name)
		}
	}
	if c.Stmt != nil && len(c.Children) == 0 {
		k.atomicForm(c)
		k.atomicOperands(c)
	}
}

// atomicForm checks the statements of which the form is fixed.
func (k *checker) atomicForm(c *Construct) {
	x := onlyExpression(c.Stmt)
	switch {
	case c.Clause("compare") != nil:
		if !hasChoice(c.Stmt) {
			k.atomicError(c, "if (x == e) x = d;", "x = x < e ? e : x;")
		} else if w := c.Clause("weak"); w != nil && !comparesEqual(c.Stmt) {
			k.diags.Errorf(w.Span, "atomic-form", "'weak' is for comparisons by ==").WithSection("5.2 §15.8.4").
				WithNote(k.t.Unit.NodeSpan(c.Stmt), "this compares otherwise").WithFix("leave out 'weak'")
		}
	case c.Clause("capture") != nil && c.Clause("read") == nil && c.Clause("write") == nil:
		k.captureForm(c)
	case c.Clause("capture") != nil: // excluded by what is beside it
	case c.Clause("read") != nil:
		if l, r, ok := simpleAssignment(x); !ok || !isLvalue(l) || !isLvalue(r) {
			k.atomicError(c, "v = x;")
		} else {
			k.atomicScalar(c, r)
		}
	case c.Clause("write") != nil:
		if l, _, ok := simpleAssignment(x); !ok || !isLvalue(l) {
			k.atomicError(c, "x = expr;")
		} else {
			k.atomicScalar(c, l)
		}
	default:
		if target := k.updated(x); target == nil {
			k.atomicError(c, "x++;", "x += expr;", "x = x + expr;", "x = expr + x;")
		} else {
			k.atomicScalar(c, target)
		}
	}
}

// captureForm checks the statement of an atomic capture: v receives what an update
// changes, or in a block the value before or after an update or a write of it.
func (k *checker) captureForm(c *Construct) {
	list := statementsOf(c.Stmt)
	switch len(list) {
	case 1:
		if v, changed, ok := simpleAssignment(onlyExpression(list[0])); ok && isLvalue(v) {
			if x := k.updated(strip(changed)); x != nil {
				k.atomicScalar(c, x)
				return
			}
			if x, _, ok := simpleAssignment(strip(changed)); ok && isLvalue(x) {
				k.atomicScalar(c, x)
				return
			}
		}
	case 2:
		first, second := onlyExpression(list[0]), onlyExpression(list[1])
		if x := k.captured(first, second); x != nil {
			k.atomicScalar(c, x)
			return
		}
		if x := k.captured(second, first); x != nil {
			k.atomicScalar(c, x)
			return
		}
	}
	k.atomicError(c, "v = x++;", "v = x += expr;", "{ v = x; x += expr; }", "{ x += expr; v = x; }", "{ v = x; x = expr; }")
}

// captured is the variable that read captures and change changes, nil if they are
// not about the same one.
func (k *checker) captured(read, change cc.ExpressionNode) cc.ExpressionNode {
	v, x, ok := simpleAssignment(read)
	if !ok || !isLvalue(v) || !isLvalue(x) || change == nil {
		return nil
	}
	changed := k.updated(change)
	if changed == nil {
		changed, _, _ = simpleAssignment(change)
	}
	if changed == nil || k.spelled(changed) != k.spelled(x) {
		return nil
	}
	return x
}

// statementsOf are the statements of a block, or s alone.
func statementsOf(s *cc.Statement) []*cc.Statement {
	if s == nil || s.CompoundStatement == nil {
		return []*cc.Statement{s}
	}
	var list []*cc.Statement
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case == cc.BlockItemStmt {
			list = append(list, l.BlockItem.Statement)
		} else {
			list = append(list, nil)
		}
	}
	if len(list) == 1 && list[0] != nil {
		return statementsOf(list[0])
	}
	return list
}

func (k *checker) atomicError(c *Construct, forms ...string) {
	kind := "update"
	for _, cl := range c.Clauses {
		if oneOfClauses(cl.Kind, "read", "write", "compare", "capture") && kind != "compare" {
			kind = string(cl.Kind)
		}
	}
	k.diags.Errorf(k.t.Unit.NodeSpan(c.Stmt), "atomic-form", "the statement does not have a form that atomic %s allows", kind).
		WithSection("5.2 §15.8.4").WithNote(c.nameSpan(), "'atomic' is here").WithFix("write %s", strings.Join(forms, " or "))
}

// atomicScalar: an atomic access is to a scalar.
func (k *checker) atomicScalar(c *Construct, x cc.ExpressionNode) {
	t := undecayed(x)
	if t == nil || cc.IsScalarType(t) || cc.IsArithmeticType(t) {
		return
	}
	k.diags.Errorf(k.t.Unit.NodeSpan(x), "bad-type", "'%s' has type '%s': an atomic construct accesses scalars only", k.t.Unit.NodeText(x), typeText(t)).
		WithSection("5.2 §15.8.4").WithNote(c.nameSpan(), "'atomic' is here").WithFix("use a critical construct")
}

// onlyExpression is the expression that a statement, or a block with only that, is.
func onlyExpression(s *cc.Statement) cc.ExpressionNode {
	for s != nil && s.CompoundStatement != nil {
		l := s.CompoundStatement.BlockItemList
		if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
			return nil
		}
		s = l.BlockItem.Statement
	}
	if s == nil || s.ExpressionStatement == nil || s.ExpressionStatement.ExpressionList == nil {
		return nil
	}
	return strip(s.ExpressionStatement.ExpressionList)
}

func simpleAssignment(x cc.ExpressionNode) (l, r cc.ExpressionNode, ok bool) {
	a, is := x.(*cc.AssignmentExpression)
	if !is || a.Case != cc.AssignmentExpressionAssign {
		return nil, nil, false
	}
	return a.UnaryExpression, a.AssignmentExpression, true
}

// hasChoice reports whether a statement chooses by a condition.
func hasChoice(s *cc.Statement) bool {
	found := false
	parse.Walk(s, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.SelectionStatement:
			found = true
		case *cc.ConditionalExpression:
			found = found || x.Case == cc.ConditionalExpressionCond
		}
		return !found
	})
	return found
}

// comparesEqual reports whether a statement compares by ==.
func comparesEqual(s *cc.Statement) bool {
	found := false
	parse.Walk(s, func(n cc.Node) bool {
		e, ok := n.(*cc.EqualityExpression)
		found = found || ok && e.Case == cc.EqualityExpressionEq
		return !found
	})
	return found
}

// updated is the variable that an update statement changes, or nil if it is none.
func (k *checker) updated(x cc.ExpressionNode) cc.ExpressionNode {
	switch e := x.(type) {
	case *cc.ExpressionList:
		if a := parse.OldValue(e); a != nil {
			return a.UnaryExpression
		}
	case *cc.PostfixExpression:
		if e.Case == cc.PostfixExpressionInc || e.Case == cc.PostfixExpressionDec {
			return e.PostfixExpression
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionInc || e.Case == cc.UnaryExpressionDec {
			return e.UnaryExpression
		}
	case *cc.AssignmentExpression:
		switch e.Case {
		case cc.AssignmentExpressionMod:
			return nil
		case cc.AssignmentExpressionAssign:
			if !k.operand(e.UnaryExpression, e.AssignmentExpression) {
				return nil
			}
		}
		return e.UnaryExpression
	}
	return nil
}

// operand reports whether x is an operand of the operator that e is.
func (k *checker) operand(x, e cc.ExpressionNode) bool {
	var l, r cc.ExpressionNode
	switch b := strip(e).(type) {
	case *cc.AdditiveExpression:
		l, r = b.AdditiveExpression, b.MultiplicativeExpression
	case *cc.MultiplicativeExpression:
		if b.Case == cc.MultiplicativeExpressionMod {
			return false
		}
		l, r = b.MultiplicativeExpression, b.CastExpression
	case *cc.ShiftExpression:
		l, r = b.ShiftExpression, b.AdditiveExpression
	case *cc.AndExpression:
		l, r = b.AndExpression, b.EqualityExpression
	case *cc.ExclusiveOrExpression:
		l, r = b.ExclusiveOrExpression, b.AndExpression
	case *cc.InclusiveOrExpression:
		l, r = b.InclusiveOrExpression, b.ExclusiveOrExpression
	case *cc.ConditionalExpression:
		return b.Case == cc.ConditionalExpressionCond // min and max of 5.1
	default:
		return false
	}
	// x = x + a + b is parsed as (x + a) + b.
	want := k.spelled(x)
	return k.spelled(l) == want || k.spelled(r) == want || k.operand(x, l)
}

func (k *checker) spelled(n cc.ExpressionNode) string {
	return strings.Join(strings.Fields(k.t.Unit.NodeText(strip(n))), "")
}
