package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkInduction applies 6.0 §7.6.13 and §7.6.5 to c's induction clauses.
func (k sharingRules) checkInduction(c *tree.Construct) {
	for _, cl := range c.All(spec.InductionClause) {
		k.checkInductionStep(c, cl)
		if l := tree.NonRectangular(c); l != nil {
			k.diags.Errorf(cl.Span, diag.NotRectangular,
				"clause 'induction' needs rectangular loops, but the bounds of loop '%s' depend on an enclosing loop",
				l.Var.Name()).
				WithSection(cl.Def.Section).WithNote(k.t.Unit.NodeSpan(l.For), "the loop is here").
				WithFix("let loop '%s' run to its greatest bound, with an if statement in its body", l.Var.Name())
		}
	}
}

func (k sharingRules) checkInductionStep(c *tree.Construct, cl *tree.Clause) {
	step := tree.InductionStep(cl)
	if step == nil {
		k.diags.Errorf(cl.Span, diag.MissingArgument, "clause 'induction' needs the modifier step(…)").
			WithSection(cl.Def.Section).
			WithFix("write induction(step(s), %s: …)", tree.InductionID(cl))
		return
	}
	if step.Node == nil || step.Node.Type() == nil {
		return
	}
	if t := undecayed(step.Node); t.Kind() == cc.Array {
		k.diags.Errorf(step.Span, diag.BadType, "the step '%s' of clause 'induction' must not be an array", step.Text).
			WithSection(cl.Def.Section).
			WithFix("write an element, or another value that can be added")
		return
	}
	if c.Nest == nil {
		return
	}
	for _, l := range c.Nest.Loops {
		if ctree.Mentions(step.Node, l.Var) {
			k.diags.Errorf(step.Span, diag.NotInvariant,
				"the step '%s' of clause 'induction' must be invariant in the region, but '%s' is the loop variable",
				step.Text, l.Var.Name()).WithSection(cl.Def.Section).
				WithFix("copy the step into a variable before the construct")
		}
	}
}

// checkInductionType checks that the induction identifier fits the item's type.
func (k sharingRules) checkInductionType(cl *tree.Clause, it *tree.Item, t cc.Type) {
	id := tree.InductionID(cl)
	t = tree.ElementType(it, t)
	step := tree.InductionStep(cl)
	if step == nil || step.Node == nil || step.Node.Type() == nil || undecayed(step.Node).Kind() == cc.Array {
		return // checkInductionStep reports it
	}
	if x, _ := k.t.FindInduction(id, t, step.Node.Type()); x != nil {
		return
	}
	if id == "+" || id == "*" {
		if cc.IsArithmeticType(t) && cc.IsArithmeticType(step.Node.Type()) {
			return
		}
		e := k.diags.Errorf(it.Span, diag.BadType,
			"'%[1]s' has type '%[2]s': induction identifier '%[3]s' is not defined for this type with a step of type '%[4]s'", it.Text, ctree.TypeText(t), id, ctree.TypeText(step.Node.Type())).WithSection("6.0 §7.6.4")
		if t.Kind() == cc.Ptr {
			e.WithFix("write linear(%s: step(%s))", it.Text, step.Text)
		} else {
			e.WithFix("declare it: #pragma omp declare induction")
		}
		return
	}
	e := k.diags.Errorf(it.Span, diag.UnknownInduction,
		"no declare induction of '%s' for type '%s' with a step of type '%s' is visible", id, ctree.TypeText(t),
		ctree.TypeText(step.Node.Type())).WithSection(cl.Def.Section)
	e.WithFix("declare it: #pragma omp declare induction(%s : (%s, %s)) inductor(…) collector(…)", id,
		ctree.TypeText(t), ctree.TypeText(step.Node.Type()))
}

// checkInductionDecl applies the restrictions of 6.0 §7.6.17 and §7.6.2.
func (k sharingRules) checkInductionDecl(c *tree.Construct, seen map[string]*tree.Construct) {
	section := c.Def.Section
	for _, t := range c.Induction.Types {
		if t.VarType == nil || t.StepType == nil {
			continue
		}
		key := k.declares(c, c.Induction.ID, t.VarType) + ":" + typeKey(t.StepType)
		if o := seen[key]; o != nil {
			k.diags.Errorf(c.NameSpan(), diag.DeclaredTwice, "redefinition of induction '%s' for types '%s' and '%s'",
				c.Induction.ID, ctree.TypeText(t.VarType), ctree.TypeText(t.StepType)).
				WithSection(section).WithNote(o.NameSpan(), "the first is here").
				WithFix("give it another name")
			continue
		}
		seen[key] = c
		if oneOf := c.Induction.ID == "+" ||
			c.Induction.ID == "*"; oneOf && cc.IsArithmeticType(t.VarType) && cc.IsArithmeticType(t.StepType) {
			k.diags.Errorf(c.NameSpan(), diag.BadType, "induction identifier '%s' is predefined for type '%s'",
				c.Induction.ID, ctree.TypeText(t.VarType)).WithSection("6.0 §7.6.4").
				WithFix("give the induction a name")
		}
		k.inductionVariables(t.Inductor, "inductor", t.Var, t.Step)
		k.inductionVariables(t.Collector, "collector", t.Step, t.Idx)
	}
}

// inductionVariables reports a variable in n that is neither a nor b.
func (k sharingRules) inductionVariables(n cc.ExpressionNode, what string, a, b *cc.Declarator) {
	if n == nil || a == nil || b == nil {
		return
	}
	reported := map[*cc.Declarator]bool{}
	ctree.EachVariable(n, func(d *cc.Declarator) {
		if d == nil || d == a || d == b || d.Type() == nil || ctree.IsFunction(d) || reported[d] {
			return
		}
		reported[d] = true
		k.diags.Errorf(k.t.Unit.NodeSpan(n), diag.ForeignVariable,
			"the %s of a declare induction may only use %s and %s, not '%s'", what, a.Name(), b.Name(), d.Name()).
			WithSection("6.0 §7.6.2").
			WithFix("%s", instead(d.Name(), a.Name(), b.Name()))
	})
}
