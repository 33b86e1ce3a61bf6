// Constructs that not all threads of a team would encounter.

package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Things that the threads of a team, or the teams of a league, must do in common, but that the program makes depend
// on their numbers. These are the bounds of a loop that is shared out, and reaching a worksharing or barrier region
// (5.2 §11, §11.5, §11.6).

// checkDivergent warns where that can be seen.
func (k nestingRules) checkDivergent(c *tree.Construct) {
	number, region := "omp_get_thread_num", spec.Parallel
	switch c.Leafs[0] {
	case spec.For, spec.Sections, spec.Single, spec.Scope, spec.Barrier:
	case spec.Distribute:
		number, region = "omp_get_team_num", spec.Teams
	default:
		return
	}
	if c.Func == nil || !knownAround(c) {
		return
	}
	var around *tree.Construct
	for p := c.Parent; p != nil && around == nil; p = p.Parent {
		if p.Has(region) {
			around = p
		} else if tree.IsRegionRoot(p.Leafs[0]) || p.Has(spec.Task) || p.Has(spec.Taskloop) {
			return
		}
	}
	if around == nil || around.Stmt == nil {
		return
	}
	k.divergentBounds(c, around, number)
	ctree.Walk(around.Stmt, func(n cc.Node) bool {
		s, ok := n.(*cc.SelectionStatement)
		if !ok {
			return true
		}
		lo, hi := k.t.Unit.NodeRange(s)
		if c.Start >= lo && c.Start < hi && k.numbered(s.ExpressionList, around, number) {
			k.diags.Warnf(c.NameSpan(), diag.OmpDivergentRegion,
				"'%s' is in divergent control flow: all threads or none of '%s' must encounter it", c.Kind,
				around.Kind).WithSection("5.2 §11").
				WithNote(k.t.Unit.NodeSpan(s.ExpressionList), "this condition depends on the %s number",
					numberOf(region)).WithNote(around.NameSpan(), "'%s' is here", around.Kind).
				WithFix("move it out of the condition")
			return false
		}
		return true
	})
}

func numberOf(region spec.DirectiveKind) string {
	if region == spec.Teams {
		return "team"
	}
	return "thread"
}

// divergentBounds: those who share out a loop agree about its iterations.
func (k nestingRules) divergentBounds(c, around *tree.Construct, number string) {
	if c.Nest == nil {
		return
	}
	section := "5.2 §11.5"
	if number == "omp_get_team_num" {
		section = "5.2 §11.6"
	}
	for _, l := range c.Nest.Loops {
		for _, e := range []cc.ExpressionNode{l.Init, l.Bound, l.Step} {
			if e != nil && k.numbered(e, around, number) {
				k.diags.Warnf(k.t.Unit.NodeSpan(e), diag.OmpDivergentRegion,
					"the bounds of a loop in '%s' must be the same for all threads, but this one depends on the thread number", c.Kind).WithSection(section).
					WithNote(c.NameSpan(), "'%s' is here", c.Kind).
					WithFix("write the loop over all iterations, or remove the directive")
				return
			}
		}
	}
}

// numbered reports whether e calls routine number, or names a variable of the region of
// construct around that is initialised with its result alone.
func (k nestingRules) numbered(e cc.ExpressionNode, around *tree.Construct, number string) bool {
	found := false
	calls := func(n cc.Node) bool {
		is := false
		ctree.Walk(n, func(n cc.Node) bool {
			if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
				d := ctree.VarOf(p.PostfixExpression)
				is = is || d != nil && d.Name() == number
			}
			return !is
		})
		return is
	}
	if calls(e) {
		return true
	}
	ctree.EachVariable(e, func(d *cc.Declarator) {
		if d == nil || ctree.IsFunction(d) || !ctree.IsAutomatic(d) || d.IsParam() ||
			!resolve.DeclaredIn(k.t, d, around) {
			return
		}
		from, other := false, false
		ctree.Walk(around.Stmt, func(n cc.Node) bool {
			if x, ok := n.(*cc.InitDeclarator); ok && x.Declarator == d && x.Initializer != nil {
				if p, ok := ctree.Strip(x.Initializer.AssignmentExpression).(*cc.PostfixExpression); ok &&
					p.Case == cc.PostfixExpressionCall && calls(p) {
					from = true
				}
			}
			if target := ctree.Written(n); target != nil && ctree.VarOf(target) == d {
				other = true
			}
			return true
		})
		found = found || from && !other
	})
	return found
}
