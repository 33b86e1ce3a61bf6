package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkVectors applies the rules on the iteration vectors of a stand-alone ordered
// construct in loop (5.2 §4.4.2, §15.9.6).
func (k loopRules) checkVectors(c, loop *tree.Construct) {
	var source, sink *tree.Clause
	for _, d := range c.All(spec.DoacrossClause) {
		if !d.HasModifier("sink") {
			source = d
			if len(d.Exprs) > 0 && d.Exprs[0].Text != "omp_cur_iteration" {
				k.diags.Errorf(d.Exprs[0].Span, diag.DoacrossVector,
					"an iteration can signal only its own completion, not '%s'", d.Exprs[0].Text).
					WithSection("5.2 §15.9.6").WithFix("write doacross(source:)")
			}
			continue
		}
		sink = d
		if loop.Nest != nil && len(d.Exprs) == len(loop.Nest.Loops) && !tree.IsCurrentIteration(d.Exprs[0].Text) {
			k.checkVector(d, loop)
		}
	}
	if source != nil && sink != nil {
		k.diags.Errorf(sink.Span, diag.ExclusiveClauses,
			"doacross(source:) and doacross(sink:) are mutually exclusive on one directive").
			WithSection("5.2 §15.10.1").
			WithNote(source.Span, "the source is here").
			WithFix("write doacross(sink: …) before the statements and doacross(source:) after them, as two directives")
	}
}

// checkVector: each element is the loop's variable plus or minus a constant, and
// the iteration that it names comes earlier.
func (k loopRules) checkVector(cl *tree.Clause, loop *tree.Construct) {
	order := 0
	for i, e := range cl.Exprs {
		l := loop.Nest.Loops[i]
		off, ok := vectorOffset(e.Node, l.Var)
		if !ok {
			name := l.Var.Name()
			k.diags.Errorf(e.Span, diag.DoacrossVector,
				"'%s' is not a valid element of an iteration vector: element %d must be '%s', plus or minus a constant",
				e.Text, i+1, name).
				WithSection("5.2 §4.4.2").WithNote(k.t.Unit.NodeSpan(l.For), "the loop is here").
				WithFix("write %s, %s + d or %s - d", name, name, name)
			return
		}
		if !l.Up() {
			off = -off
		}
		if order == 0 && off != 0 {
			order = 1
			if off < 0 {
				order = -1
			}
		}
	}
	if order >= 0 {
		what := "a later iteration"
		if order == 0 {
			what = "itself"
		}
		k.diags.Errorf(cl.Span, diag.DoacrossLater,
			"an iteration cannot wait for %s: the iteration vector must name an earlier iteration", what).
			WithSection("5.2 §15.9.6").
			WithNote(loop.NameSpan(), "the loop nest belongs to '%s'", loop.Kind).
			WithFix("subtract a positive constant from a loop variable, as in sink: i - 1")
	}
}

// vectorOffset is d of v + d or v - d.
func vectorOffset(n cc.ExpressionNode, v *cc.Declarator) (int64, bool) {
	if n == nil {
		return 0, false
	}
	x, ok := ctree.Strip(n).(*cc.AdditiveExpression)
	if !ok {
		return 0, ctree.VarOf(n) == v
	}
	switch {
	case ctree.VarOf(x.AdditiveExpression) == v:
		d, ok := ctree.ConstInt(x.MultiplicativeExpression)
		if x.Case == cc.AdditiveExpressionSub {
			d = -d
		}
		return d, ok
	case ctree.VarOf(x.MultiplicativeExpression) == v && x.Case == cc.AdditiveExpressionAdd:
		return ctree.ConstInt(x.AdditiveExpression)
	}
	// v + 2 - 1 is v + (2 - 1).
	if a, ok := vectorOffset(x.AdditiveExpression, v); ok {
		d, ok := ctree.ConstInt(x.MultiplicativeExpression)
		if x.Case == cc.AdditiveExpressionSub {
			d = -d
		}
		return a + d, ok
	}
	return 0, false
}
