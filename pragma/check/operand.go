// Operands of atomic constructs, which must not share storage.

package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// atomicOperands: none of v, x, r, d and expr accesses the storage that another one of
// them designates; where v gets the value of before, e is not v either (5.2 §4.3.1.3).
// Variables are compared, and elements and members that are spelt alike.
func (k syncRules) atomicOperands(c *tree.Construct, f *tree.AtomicForm) {
	parts := []cc.ExpressionNode{f.V, f.R, f.D, f.Expr, f.X}
	for i, b := range []cc.ExpressionNode{f.V, f.R, nil, nil, f.X} {
		for j, a := range parts {
			if a == nil || b == nil || i == j || i == 4 && j == 4 || !k.accesses(a, b) {
				continue
			}
			k.accessedTwice(c, f, a, b)
			return
		}
	}
	if f.Old && f.E != nil && f.V != nil && k.accesses(f.E, f.V) {
		k.accessedTwice(c, f, f.E, f.V)
	}
}

// accesses reports whether the evaluation of a reads or writes what lvalue b designates.
func (k syncRules) accesses(a, b cc.ExpressionNode) bool {
	d, text, found := ctree.VarOf(b), resolve.Spelled(k.t.Unit, b), false
	ctree.Walk(a, func(n cc.Node) bool {
		x, ok := n.(cc.ExpressionNode)
		if !ok || found {
			return !found
		}
		if u, is := n.(*cc.UnaryExpression); is {
			switch u.Case {
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr,
				cc.UnaryExpressionAddrof:
				return false
			}
		}
		if d != nil {
			p, is := n.(*cc.PrimaryExpression)
			found = is && p.Case == cc.PrimaryExpressionIdent && ctree.VarOf(p) == d
		} else {
			found = resolve.Spelled(k.t.Unit, x) == text
		}
		return !found
	})
	return found
}

// accessedTwice reports that part a of the statement accesses what part b designates.
func (k syncRules) accessedTwice(c *tree.Construct, f *tree.AtomicForm, a, b cc.ExpressionNode) {
	text := k.t.Unit.NodeText
	why, fix := "the address of '"+text(a)+"' depends on it", "compute it before"
	switch {
	case a == f.E:
		why, fix = "the captured value is an operand of the comparison", "capture it in another variable"
	case resolve.SameText(k.t.Unit, a, b) && (a == f.R || b == f.R):
		why, fix = "the result of the comparison is stored in it", "assign it to another variable"
	case resolve.SameText(k.t.Unit, a, b) && c.Clause(spec.ReadClause) != nil:
		why, fix = "the value read is stored in it", "assign it to another variable"
	case resolve.SameText(k.t.Unit, a, b) && (a == f.V || b == f.V) && (a == f.X || b == f.X):
		why, fix = "the captured value is stored in it", "assign it to another variable"
	case (a == f.Expr || a == f.D) && b == f.V:
		why, fix = "the captured value is stored in it",
			"capture the value in another variable, or use '#pragma omp critical'"
	case a == f.Expr && c.Clause(spec.WriteClause) != nil:
		why, fix = "the new value depends on it", "write '#pragma omp atomic update'"
	case a == f.D:
		why, fix = "the new value depends on it",
			"compute the new value from a copy before the directive, or use '#pragma omp critical'"
	case a == f.Expr:
		why, fix = "the other operand depends on it",
			"compute the operand from a copy before the directive, or use '#pragma omp critical'"
	}
	at := k.t.Unit.NodeSpan(a)
	const format = "the statement of 'atomic' accesses '%s' once too often: %s"
	var e *diag.Diagnostic
	if (a == f.V || b == f.V) && a != f.E && (!resolve.SameText(k.t.Unit, a, b) || a == f.Expr || a == f.D) { // what it does is clear, and other compilers take it
		e = k.diags.Warnf(at, diag.OmpAtomicOperand, format, text(b), why)
	} else {
		e = k.diags.Errorf(at, diag.AtomicForm, format, text(b), why)
	}
	e.WithSection("5.2 §15.8.4").WithNote(c.NameSpan(), "'atomic' is here").WithFix("%s", fix)
}
