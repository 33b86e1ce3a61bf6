// The reader of the forms of atomic constructs (5.2 §15.8.4).

package resolve

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// atomicReader recognises the forms of atomic constructs (5.2 §15.8.4).
type atomicReader struct{ u *parse.Unit }

// readAtomic sets the form of atomic construct c. It leaves the form nil if the statement has none.
func readAtomic(t *tree.Tree, c *tree.Construct) {
	if c.Kind != spec.Atomic || c.Stmt == nil || len(c.Children) != 0 {
		return
	}
	reads := c.Clause(spec.ReadClause) != nil || c.Clause(spec.WriteClause) != nil
	if reads && (c.Clause(spec.CaptureClause) != nil || c.Clause(spec.CompareClause) != nil) {
		return // the clauses are ambiguous: checkAtomic reports them
	}
	a := &atomicReader{t.Unit}
	if f := a.atomicForm(c); f != nil {
		f.Enclosed = f.Enclosed || enclosedStatement(statementsOf(c.Stmt))
		c.Atomic = f
	}
}

// atomicForm returns the form of the statement of atomic construct c, or nil if it has none.
func (a *atomicReader) atomicForm(c *tree.Construct) *tree.AtomicForm {
	capture, compare := c.Clause(spec.CaptureClause) != nil, c.Clause(spec.CompareClause) != nil
	switch {
	case compare && capture:
		return a.compareCaptureForm(statementsOf(c.Stmt))
	case compare:
		list := statementsOf(c.Stmt)
		if len(list) != 1 {
			return nil
		}
		if f := a.conditionalForm(list[0]); f != nil && f.Else == nil {
			return f
		}
		return nil
	case capture:
		return a.captureForm(statementsOf(c.Stmt))
	}
	x := expressionOf(c.Stmt)
	switch {
	case c.Clause(spec.ReadClause) != nil:
		if v, x, ok := lvalues(x); ok {
			return &tree.AtomicForm{V: v, X: x}
		}
	case c.Clause(spec.WriteClause) != nil:
		return writeForm(x)
	default:
		return a.updateForm(x)
	}
	return nil
}

// enclosed reports whether parentheses enclose n.
func enclosed(n cc.ExpressionNode) bool {
	if l, ok := n.(*cc.ExpressionList); ok && l != nil && l.ExpressionList == nil {
		n = l.AssignmentExpression
	}
	return n != ctree.Strip(n)
}

// enclosedStatement reports whether parentheses enclose the expression of a statement in list.
func enclosedStatement(list []*cc.Statement) bool {
	return slices.ContainsFunc(list, func(s *cc.Statement) bool {
		return expressionOf(s) != nil && enclosed(s.ExpressionStatement.ExpressionList)
	})
}

// lvalues returns the two sides of v = x. ok is false if n has another form or a side is not an lvalue.
func lvalues(n cc.ExpressionNode) (v, x cc.ExpressionNode, ok bool) {
	v, x, ok = simpleAssignment(n)
	return v, x, ok && ctree.IsLvalue(v) && ctree.IsLvalue(x)
}

// writeForm recognises x = expr.
func writeForm(n cc.ExpressionNode) *tree.AtomicForm {
	if x, expr, ok := simpleAssignment(n); ok && ctree.IsLvalue(x) {
		return &tree.AtomicForm{X: x, Expr: expr}
	}
	return nil
}

// updateForm recognises x++, ++x, x--, --x, x op= expr, x = x op expr and x = expr op x.
func (a *atomicReader) updateForm(n cc.ExpressionNode) *tree.AtomicForm {
	switch e := n.(type) {
	case *cc.PostfixExpression:
		if e.Case == cc.PostfixExpressionInc || e.Case == cc.PostfixExpressionDec {
			return &tree.AtomicForm{X: e.PostfixExpression, Op: stepOp(e.Case == cc.PostfixExpressionInc), Old: true}
		}
	case *cc.UnaryExpression:
		if e.Case == cc.UnaryExpressionInc || e.Case == cc.UnaryExpressionDec {
			return &tree.AtomicForm{X: e.UnaryExpression, Op: stepOp(e.Case == cc.UnaryExpressionInc)}
		}
	case *cc.AssignmentExpression:
		switch e.Case {
		case cc.AssignmentExpressionCond, cc.AssignmentExpressionMod:
			return nil
		case cc.AssignmentExpressionAssign:
			switch l, r, op := operandsOf(e.AssignmentExpression); {
			case l == nil:
			case a.same(l, e.UnaryExpression):
				return &tree.AtomicForm{X: e.UnaryExpression, Expr: r, Op: op,
					Enclosed: enclosed(e.AssignmentExpression)}
			case a.same(r, e.UnaryExpression):
				return &tree.AtomicForm{X: e.UnaryExpression, Expr: l, Op: op, Last: true,
					Enclosed: enclosed(e.AssignmentExpression)}
			}
			return nil
		}
		return &tree.AtomicForm{X: e.UnaryExpression, Expr: e.AssignmentExpression, Op: compoundOp(e)}
	}
	return nil
}

// compoundOp returns the operator of a compound assignment, without the equals sign.
func compoundOp(e *cc.AssignmentExpression) string {
	return strings.TrimSuffix(e.Token.SrcStr(), "=")
}

func stepOp(up bool) string {
	if up {
		return "++"
	}
	return "--"
}

// operandsOf returns the operands and the operator of the binary expression e. l and r are nil if
// its operator is not one of an atomic update.
func operandsOf(e cc.ExpressionNode) (l, r cc.ExpressionNode, op string) {
	switch b := ctree.Strip(e).(type) {
	case *cc.AdditiveExpression:
		return b.AdditiveExpression, b.MultiplicativeExpression, b.Token.SrcStr()
	case *cc.MultiplicativeExpression:
		if b.Case != cc.MultiplicativeExpressionMod {
			return b.MultiplicativeExpression, b.CastExpression, b.Token.SrcStr()
		}
	case *cc.ShiftExpression:
		return b.ShiftExpression, b.AdditiveExpression, b.Token.SrcStr()
	case *cc.AndExpression:
		return b.AndExpression, b.EqualityExpression, "&"
	case *cc.ExclusiveOrExpression:
		return b.ExclusiveOrExpression, b.AndExpression, "^"
	case *cc.InclusiveOrExpression:
		return b.InclusiveOrExpression, b.ExclusiveOrExpression, "|"
	}
	return nil, nil, ""
}

// ChainedUpdate reports whether the statement of c is x = x op a op b. It is no update form, because C evaluates
// x op a first, but an update needs the operand a op b.
func ChainedUpdate(u *parse.Unit, c *tree.Construct) bool {
	a := &atomicReader{u}
	x, e, ok := simpleAssignment(onlyExpression(c.Stmt))
	for l, _, _ := operandsOf(e); ok && l != nil; l, _, _ = operandsOf(l) {
		if a.same(l, x) {
			return true
		}
	}
	return false
}

// MissingAtomic returns the name of the clause with which the statement of c would be valid, or "".
func MissingAtomic(u *parse.Unit, c *tree.Construct) string {
	a := &atomicReader{u}
	for _, cl := range c.Clauses {
		if tree.OneOf(cl.Kind, spec.ReadClause, spec.WriteClause) {
			return ""
		}
	}
	list := statementsOf(c.Stmt)
	capture, compare := c.Clause(spec.CaptureClause) != nil, c.Clause(spec.CompareClause) != nil
	switch {
	case !capture && !compare && a.captureForm(list) != nil && len(list) == 2:
		return "capture"
	case !capture && !compare && len(list) == 1 && a.conditionalForm(list[0]) != nil:
		return "compare"
	case capture != compare && a.compareCaptureForm(list) != nil:
		return map[bool]string{true: "compare", false: "capture"}[capture]
	}
	return ""
}

// captureForm recognises the forms of capture: v = an update or a write, or a block in which v = x
// precedes or follows one.
func (a *atomicReader) captureForm(list []*cc.Statement) *tree.AtomicForm {
	switch len(list) {
	case 1:
		v, changed, ok := simpleAssignment(expressionOf(list[0]))
		if !ok || !ctree.IsLvalue(v) {
			return nil
		}
		f := a.changeForm(ctree.Strip(changed))
		if f != nil {
			f.V, f.Enclosed = v, f.Enclosed || enclosed(changed)
		}
		return f
	case 2:
		if f := a.captured(list[0], a.changeForm(expressionOf(list[1]))); f != nil {
			f.Old = true
			return f
		}
		f := a.captured(list[1], a.changeForm(expressionOf(list[0])))
		if f != nil {
			f.Old = false
		}
		return f
	}
	return nil
}

func (a *atomicReader) changeForm(n cc.ExpressionNode) *tree.AtomicForm {
	if f := a.updateForm(n); f != nil {
		return f
	}
	return writeForm(n)
}

// captured sets the capturing variable of f from statement s, v = x. It returns nil if s does
// not capture the variable of f.
func (a *atomicReader) captured(s *cc.Statement, f *tree.AtomicForm) *tree.AtomicForm {
	v, x, ok := lvalues(expressionOf(s))
	if f == nil || f.Else != nil || !ok || !a.same(x, f.X) {
		return nil
	}
	f.V = v
	return f
}

// conditionalForm recognises x = cond ? expr : x; and if (cond) { x = expr; }. The condition is x < expr,
// x > expr, expr < x, expr > x or x == e.
func (a *atomicReader) conditionalForm(s *cc.Statement) *tree.AtomicForm {
	if s == nil {
		return nil
	}
	if s.Case == cc.StatementSelection && s.SelectionStatement.Case != cc.SelectionStatementSwitch {
		sel := s.SelectionStatement
		x, d, ok := simpleAssignment(onlyExpression(sel.Statement))
		if !ok || !ctree.IsLvalue(x) {
			return nil
		}
		f := a.relation(x, d, sel.ExpressionList)
		if f != nil {
			f.Else = sel.Statement2
		}
		return f
	}
	return a.choiceForm(expressionOf(s))
}

// choiceForm recognises x = cond ? expr : x.
func (a *atomicReader) choiceForm(n cc.ExpressionNode) *tree.AtomicForm {
	x, e, ok := simpleAssignment(n)
	if !ok || !ctree.IsLvalue(x) {
		return nil
	}
	t, ok := ctree.Strip(e).(*cc.ConditionalExpression)
	if !ok || t.Case != cc.ConditionalExpressionCond || !a.same(t.ConditionalExpression, x) {
		return nil
	}
	return a.relation(x, t.ExpressionList, t.LogicalOrExpression)
}

// relation recognises the condition cond under which the statement assigns d to x.
func (a *atomicReader) relation(x, d, cond cc.ExpressionNode) *tree.AtomicForm {
	switch c := ctree.Strip(cond).(type) {
	case *cc.EqualityExpression:
		if e := a.compared(c, x); e != nil {
			return &tree.AtomicForm{X: x, D: d, E: e, Equal: true}
		}
	case *cc.RelationalExpression:
		l, r := c.RelationalExpression, c.ShiftExpression
		if c.Case != cc.RelationalExpressionLt && c.Case != cc.RelationalExpressionGt {
			return nil
		}
		op := "<"
		if c.Case == cc.RelationalExpressionGt {
			op = ">"
		}
		switch {
		case a.same(l, x) && a.same(r, d):
			return &tree.AtomicForm{X: x, Expr: d, Op: op}
		case a.same(r, x) && a.same(l, d):
			return &tree.AtomicForm{X: x, Expr: d, Op: op, Last: true}
		}
	}
	return nil
}

// compared returns e if c is x == e or e == x, else nil.
func (a *atomicReader) compared(c *cc.EqualityExpression, x cc.ExpressionNode) cc.ExpressionNode {
	switch {
	case c.Case != cc.EqualityExpressionEq:
	case a.same(c.EqualityExpression, x):
		return c.RelationalExpression
	case a.same(c.RelationalExpression, x):
		return c.EqualityExpression
	}
	return nil
}

// compareCaptureForm recognises the forms of compare capture. They capture the value before or after a
// conditional update, the value if the update does not happen, or the result of the comparison.
func (a *atomicReader) compareCaptureForm(list []*cc.Statement) *tree.AtomicForm {
	switch len(list) {
	case 1:
		if v, changed, ok := simpleAssignment(expressionOf(list[0])); ok && ctree.IsLvalue(v) {
			f := a.choiceForm(ctree.Strip(changed))
			if f != nil {
				f.V = v
			}
			return f
		}
		if f := a.conditionalForm(list[0]); f != nil && f.Equal && f.Else != nil {
			return a.capturedElse(f)
		}
	case 2:
		if f := a.captured(list[0], a.conditionalForm(list[1])); f != nil {
			f.Old = true
			return f
		}
		if f := a.captured(list[1], a.conditionalForm(list[0])); f != nil {
			return f
		}
		return a.resultForm(list[0], list[1])
	}
	return nil
}

// capturedElse recognises else { v = x; }.
func (a *atomicReader) capturedElse(f *tree.AtomicForm) *tree.AtomicForm {
	v, x, ok := lvalues(onlyExpression(f.Else))
	if !ok || !a.same(x, f.X) {
		return nil
	}
	f.V = v
	return f
}

// resultForm recognises r = x == e; if (r) { x = d; }, with an optional else { v = x; }.
func (a *atomicReader) resultForm(first, second *cc.Statement) *tree.AtomicForm {
	r, cond, ok := simpleAssignment(expressionOf(first))
	eq, isEq := ctree.Strip(cond).(*cc.EqualityExpression)
	if !ok || !isEq || !ctree.IsLvalue(r) || second == nil || second.Case != cc.StatementSelection ||
		second.SelectionStatement.Case == cc.SelectionStatementSwitch {
		return nil
	}
	sel := second.SelectionStatement
	x, d, ok := simpleAssignment(onlyExpression(sel.Statement))
	if !ok || !ctree.IsLvalue(x) || !a.same(sel.ExpressionList, r) || a.compared(eq, x) == nil {
		return nil
	}
	f := &tree.AtomicForm{X: x, R: r, E: a.compared(eq, x), D: d, Equal: true, Else: sel.Statement2}
	if f.Else != nil {
		return a.capturedElse(f)
	}
	return f
}

// statementsOf returns the statements of a block, or s itself if it is not a block. An element is
// nil for a declaration.
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

// expressionOf returns the expression of an expression statement, or nil.
func expressionOf(s *cc.Statement) cc.ExpressionNode {
	if s == nil || s.ExpressionStatement == nil || s.ExpressionStatement.ExpressionList == nil {
		return nil
	}
	return ctree.Strip(s.ExpressionStatement.ExpressionList)
}

// onlyExpression returns the expression of an expression statement, or of a block with only one
// such statement. Otherwise it returns nil.
func onlyExpression(s *cc.Statement) cc.ExpressionNode {
	list := statementsOf(s)
	if len(list) != 1 {
		return nil
	}
	return expressionOf(list[0])
}

func simpleAssignment(x cc.ExpressionNode) (l, r cc.ExpressionNode, ok bool) {
	a, is := x.(*cc.AssignmentExpression)
	if !is || a.Case != cc.AssignmentExpressionAssign {
		return nil, nil, false
	}
	return a.UnaryExpression, a.AssignmentExpression, true
}

func (a *atomicReader) same(l, r cc.ExpressionNode) bool { return SameText(a.u, l, r) }

// SameText reports whether l and r have the same source text, apart from spaces and outer parentheses.
func SameText(u *parse.Unit, l, r cc.ExpressionNode) bool { return Spelled(u, l) == Spelled(u, r) }

// Spelled returns the source text of n without spaces and without outer parentheses.
func Spelled(u *parse.Unit, n cc.ExpressionNode) string {
	return strings.Join(strings.Fields(u.NodeText(ctree.Strip(n))), "")
}
