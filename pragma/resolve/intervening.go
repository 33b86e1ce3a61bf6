// Code between the loops of a nest (5.2 §4.4.1.1).

package resolve

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// interveningCode checks the code on one side of the next loop of a nest: it holds no
// directive, loop or call of a routine, and no branch leaves it (5.2 §4.4.1). It may be
// executed in every iteration of the loops inside.
func (l *loopReader) interveningCode(items []*cc.BlockItem) {
	w := &interveningWalk{l: l}
	if len(items) > 0 {
		w.start, _ = l.t.Unit.NodeRange(items[0])
		_, w.end = l.t.Unit.NodeRange(items[len(items)-1])
	}
	for _, it := range items {
		w.visit(it, false)
	}
}

// interveningWalk visits intervening code, which is the text from start to end.
type interveningWalk struct {
	l          *loopReader
	start, end int
}

func (w *interveningWalk) visit(n cc.Node, inSwitch bool) {
	ctree.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			c := w.l.t.ByLoop[x]
			switch {
			case c == nil:
				w.error(x, "a loop is not allowed in the code between the loops of '%s'", w.l.c.Kind).
					WithFix("associate fewer loops, or move it into the innermost loop")
			case tree.OneOf(c.Kind, spec.Nothing, spec.Error, spec.Assume) || c.Def.Assoc == spec.AssocMeta:
				return true
			default:
				w.directive(x, c)
			}
			return false
		case *cc.SelectionStatement:
			if x.Case == cc.SelectionStatementSwitch && !inSwitch {
				w.visit(x.ExpressionList, inSwitch)
				w.visit(x.Statement, true)
				return false
			}
		case *cc.JumpStatement:
			w.jump(x, inSwitch)
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall {
				return w.call(x)
			}
		}
		return true
	})
}

func (w *interveningWalk) jump(j *cc.JumpStatement, inSwitch bool) {
	what := ""
	switch j.Case {
	case cc.JumpStatementReturn:
		w.l.ok = false // checkBlock reports it
	case cc.JumpStatementContinue:
		what = "continue"
	case cc.JumpStatementBreak:
		if !inSwitch {
			what = "break"
		}
	case cc.JumpStatementGoto:
		if t, ok := j.Label().(*cc.LabeledStatement); ok {
			switch off := w.l.t.Unit.Offset(t); {
			case off < w.l.c.StmtStart || off >= w.l.c.End:
				w.l.ok = false // checkBlock reports it
			case off < w.start || off >= w.end:
				what = "goto"
			}
		}
	}
	if what != "" {
		w.error(j, "'%s' must not branch out of the code between the loops of '%s'", what, w.l.c.Kind).
			WithFix("write the skipped statements in an if, or associate fewer loops")
	}
}

func (w *interveningWalk) call(x *cc.PostfixExpression) bool {
	if c := w.l.t.ByCall[x]; c != nil {
		if !tree.OneOf(c.Kind, spec.Nothing, spec.Error) && c.Def.Assoc != spec.AssocMeta {
			w.directive(x, c)
		}
		return false
	}
	if d := ctree.VarOf(x.PostfixExpression); d != nil && IsRoutine(d) {
		w.error(x, "'%s' must not be called in the code between the loops of '%s'", d.Name(), w.l.c.Kind).
			WithFix("move the call before the directive, or into the innermost loop")
	}
	return true
}

func (w *interveningWalk) directive(n cc.Node, c *tree.Construct) {
	w.l.ok = false
	w.l.diags.Errorf(c.NameSpan(), diag.InterveningCode,
		"directive '%s' is not allowed in the code between the loops of '%s'", c.Kind, w.l.c.Kind).
		WithSection("5.2 §4.4.1").
		WithNote(w.l.c.NameSpan(), "'%s' is here", w.l.c.Kind).
		WithFix("move it into the innermost loop, or associate fewer loops")
}

func (w *interveningWalk) error(n cc.Node, format string, args ...any) *diag.Diagnostic {
	w.l.ok = false
	return w.l.diags.Errorf(w.l.t.Unit.NodeSpan(n), diag.InterveningCode, format, args...).WithSection("5.2 §4.4.1").
		WithNote(w.l.c.NameSpan(), "'%s' is here", w.l.c.Kind)
}

// innerBounds: the bounds and the step of an inner loop are known where the nest begins, so
// no code inside of the outermost loop declares or changes their variables (5.2 §4.4.1).
func (l *loopReader) innerBounds() {
	outermost := l.nest.Loops[0].For.Statement
	for i, inner := range l.nest.Loops[1:] {
		used := map[*cc.Declarator]cc.ExpressionNode{}
		for _, e := range []cc.ExpressionNode{inner.Init, inner.Bound, inner.Step} {
			ctree.EachVariable(e, func(d *cc.Declarator) {
				if used[d] == nil {
					used[d] = e
				}
			})
		}
		for _, o := range l.nest.Loops[:i+1] {
			delete(used, o.Var)
		}
		report := func(d *cc.Declarator, at cc.Node, what string) {
			l.notCanonical(used[d], "'%[1]s' is %[3]s inside '%[4]s', but the bounds of loop '%[2]s' depend on it",
				d.Name(), inner.Var.Name(), what, l.c.Kind).
				WithNote(l.t.Unit.NodeSpan(at), "it is %s here", what).
				WithFix("write the expression in the loop header, or compute it before the directive")
			delete(used, d)
		}
		ctree.Walk(outermost, func(n cc.Node) bool {
			if d, ok := n.(*cc.Declarator); ok && used[d] != nil {
				report(d, d, "declared")
			}
			return true
		})
		ctree.EachWrite(outermost, func(d *cc.Declarator, at cc.Node) {
			if used[d] != nil && l.intervenes(at) && !l.headOf(at) {
				report(d, at, "changed")
			}
		})
	}
}

// intervenes reports whether at is outside of the innermost loop.
func (l *loopReader) intervenes(at cc.Node) bool {
	start, end := l.t.Unit.NodeRange(l.nest.Body)
	off := l.t.Unit.Offset(at)
	return off < start || off >= end
}

// sameVariable reports associated loops that have no variable of their own (5.2 §4.4.1).
func (l *loopReader) sameVariable() (wrong bool) {
	for i, inner := range l.nest.Loops {
		for _, outer := range l.nest.Loops[:i] {
			if inner.Var == outer.Var {
				l.notCanonical(first(inner.For.Declaration, inner.For.ExpressionList, inner.For),
					"'%s' is the loop variable of two loops of '%s'", inner.Var.Name(), l.c.Kind).
					WithFix("use another variable for the inner loop")
				wrong = true
			}
		}
	}
	return wrong
}

// IsRoutine reports a function of the OpenMP API.
func IsRoutine(d *cc.Declarator) bool {
	return strings.HasPrefix(d.Name(), "omp_") && ctree.IsFunction(d) && !d.IsFuncDef()
}
