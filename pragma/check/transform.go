package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkUnroll applies the rules on unroll (5.2 §9.2): after full unrolling no loop
// is left, and the count of iterations must be constant.
func (k loopRules) checkUnroll(c *tree.Construct) {
	if c.Kind != spec.Unroll {
		return
	}
	full, partial := c.Clause(spec.FullClause), c.Clause(spec.PartialClause)
	if p := c.Parent; p != nil && partial == nil && p.Def.Assoc == spec.AssocLoop && p.Stmt != nil && c.Marker != nil &&
		p.Stmt.IterationStatement == c.Marker.Loop {
		what := "'unroll' may leave no loop"
		if full != nil {
			what = "'unroll full' leaves no loop"
		}
		k.diags.Errorf(c.NameSpan(), diag.NoLoopLeft, "%s for '%s'", what, p.Kind).WithSection("5.2 §9.2").
			WithNote(p.NameSpan(), "'%s' is here", p.Kind).WithFix("write unroll partial")
	} else if p != nil && partial != nil && p.Def.Assoc == spec.AssocLoop && p.Stmt != nil && c.Marker != nil &&
		p.Stmt.IterationStatement == c.Marker.Loop {
		if n := tree.NestDepth(p.Directive); n > 1 {
			k.diags.Errorf(c.NameSpan(), diag.NotALoop,
				"'unroll partial' generates one loop, but '%s' needs %d nested loops", p.Kind, n).
				WithSection("5.2 §9.2").
				WithNote(p.NameSpan(), "'%s' is here", p.Kind).WithFix("collapse one loop, or unroll the inner one")
		}
	}
	if full == nil || c.Nest == nil {
		return
	}
	l := c.Nest.Loops[0]
	parts := []cc.ExpressionNode{l.Init, l.Bound, l.Step}
	if _, ok := ctree.Distance(l.Init, l.Bound); ok {
		parts = parts[2:]
	}
	for _, e := range parts {
		if e == nil {
			continue
		}
		if _, ok := ctree.ConstInt(e); !ok {
			k.diags.Errorf(k.t.Unit.NodeSpan(e), diag.NotConstant,
				"'unroll full' needs a constant number of iterations").
				WithSection("5.2 §9.2.1").WithNote(full.Span, "full is here").WithFix("write unroll partial")
			return
		}
	}
}

// checkUnrollApply: an unrolled loop generates loops for apply only with partial (6.0 §11.9), also where another apply
// clause names the unroll directive.
func (k loopRules) checkUnrollApply(d *tree.Directive) {
	for _, cl := range d.All(spec.ApplyClause) {
		for _, v := range cl.Variants {
			if v != nil {
				k.checkUnrollApply(v)
			}
		}
		if d.Kind == spec.Unroll && d.Clause(spec.PartialClause) == nil {
			k.diags.Errorf(cl.Span, diag.MissingClause,
				"'apply' on 'unroll' needs the clause 'partial': otherwise no loop is generated").
				WithSection("6.0 §11.9").WithFix("write unroll partial")
			return
		}
	}
}

// checkCounts: the counts of split are constants, with one omp_fill among them (6.0
// §11.6), and interchange permutes two loops at least (6.0 §11.4.1).
func (k loopRules) checkCounts(c *tree.Construct) {
	if cl := c.Clause(spec.PermutationClause); cl != nil && len(cl.Exprs) < 2 {
		k.diags.Errorf(cl.Span, diag.BadPermutation, "clause 'permutation' needs two numbers at least").
			WithSection("6.0 §11.4.1").WithFix("write permutation(2, 1)")
	}
	cl := c.Clause(spec.CountsClause)
	if cl == nil {
		return
	}
	fills := 0
	for _, e := range cl.Exprs {
		if e == nil {
			fills++
		} else if v, ok := ctree.ConstInt(e.Node); ok && v < 0 {
			k.diags.Errorf(e.Span, diag.NotPositive, "count %d is negative", v).WithSection("6.0 §11.6.1").
				WithFix("write a number of iterations, 0 or more")
		} else if !ok {
			k.diags.Errorf(e.Span, diag.NotConstant, "the count '%s' must be a constant or omp_fill", e.Text).
				WithSection("6.0 §11.6.1").WithFix("write omp_fill for one of the counts")
		}
	}
	if fills != 1 {
		k.diags.Errorf(cl.Span, diag.BadCounts, "clause 'counts' needs exactly one omp_fill, found %d", fills).
			WithSection("6.0 §11.6").WithFix("write omp_fill once, for the part that takes the rest")
	}
}
