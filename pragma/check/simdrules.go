package check

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// The restrictions of SIMD code: declare simd, functions with SIMD versions, jumps and nontemporal items (5.2 §7.7, §10.4).

// checkNontemporal: a variable is in one nontemporal clause (5.2 §10.4.1).
func (k clauseRules) checkNontemporal(c *tree.Construct, cl *tree.Clause) {
	for _, it := range cl.Items {
		for _, o := range c.All(spec.NontemporalClause) {
			for _, x := range o.Items {
				if it.Decl != nil && x.Decl == it.Decl && x.Off < it.Off {
					k.diags.Errorf(it.Span, diag.ItemInTwoClauses, "'%s' appears twice in 'nontemporal'", it.Text).
						WithSection("5.2 §10.4.1").
						WithNote(x.Span, "the first is here").WithFix("remove one of them")
				}
			}
		}
	}
}

// checkDeclareSimd: what a clause says of a parameter suits its type, and one
// parameter is either linear or uniform (5.2 §7.7).
func (k clauseRules) checkDeclareSimd(c *tree.Construct) {
	uniform := map[*cc.Declarator]*tree.Item{}
	for _, cl := range c.All(spec.UniformClause) {
		for _, it := range cl.Items {
			if it.Decl != nil {
				uniform[it.Decl] = it
			}
		}
	}
	k.checkParameterConstants(c)
	seen := map[spec.ClauseKind]map[*cc.Declarator]*tree.Item{spec.LinearClause: {}, spec.AlignedClause: {}}
	for _, cl := range c.Clauses {
		if cl.Kind == spec.LinearClause {
			k.checkParameterStep(cl, uniform)
		}
		for _, it := range cl.Items {
			if it.Decl == nil || it.Decl.Type() == nil {
				continue
			}
			t := it.Decl.Type().Decay()
			if m := seen[cl.Kind]; m != nil {
				if first := m[it.Decl]; first != nil {
					k.diags.Errorf(it.Span, diag.ItemTwice, "parameter '%s' appears twice in '%s' clauses", it.Text,
						cl.Kind).WithSection("5.2 §7.7").
						WithNote(first.Span, "the first is here").WithFix("remove one of them")
				} else {
					m[it.Decl] = it
				}
			}
			switch {
			case cl.Kind == spec.LinearClause && uniform[it.Decl] != nil:
				k.diags.Errorf(it.Span, diag.ExclusiveClauses, "parameter '%s' cannot be linear and uniform", it.Text).
					WithSection("5.2 §7.7").
					WithNote(uniform[it.Decl].Span, "it is uniform here").WithFix("remove it from one of the clauses")
			case cl.Kind == spec.LinearClause && !cc.IsIntegerType(t) && t.Kind() != cc.Ptr:
				k.diags.Errorf(it.Span, diag.BadType,
					"the linear parameter '%s' has type '%s': it must be an integer or a pointer", it.Text,
					ctree.TypeText(t)).WithSection("5.2 §5.4.6").
					WithFix("leave '%s' out of the clause", it.Text)
			case cl.Kind == spec.AlignedClause && t.Kind() != cc.Ptr:
				k.diags.Errorf(it.Span, diag.BadType,
					"the aligned parameter '%s' has type '%s': it must be a pointer or an array", it.Text,
					ctree.TypeText(t)).WithSection("5.2 §5.11").
					WithFix("leave '%s' out of the clause", it.Text)
			}
		}
	}
}

// checkParameterStep: the step of a linear parameter is a constant or a uniform
// parameter of integer type (5.2 §5.4.6).
func (k clauseRules) checkParameterStep(cl *tree.Clause, uniform map[*cc.Declarator]*tree.Item) {
	for _, m := range cl.Trailing {
		if m.Name != "step" || len(m.Args) == 0 {
			continue
		}
		step := m.Args[0]
		if _, ok := ctree.ConstInt(step.Node); ok {
			continue
		}
		named := false
		for d := range uniform {
			named = named || d.Name() == step.Text && tree.IsIntegerType(d.Type())
		}
		if named {
			continue
		}
		e := k.diags.Errorf(step.Span, diag.BadStep,
			"the step '%s' of a linear parameter must be a constant or a uniform integer parameter", step.Text).
			WithSection("5.2 §5.4.6")
		if tree.IsName(step.Text) {
			e.WithFix("add uniform(%s) if the parameter is the same in all lanes", step.Text)
		} else {
			e.WithFix("pass it as a parameter and list that in a uniform clause")
		}
	}
}

// checkParameterConstants: the arguments of clauses of a declare simd directive are no
// parameters: they are known when the SIMD versions are compiled (5.2 §7.7).
func (k clauseRules) checkParameterConstants(c *tree.Construct) {
	constant := func(cl *tree.Clause, e *tree.Expr) {
		if e == nil || e.Node != nil {
			return // checkConstants knows its value
		}
		k.diags.Errorf(e.Span, diag.NotConstant, "the argument of clause '%s' must be an integer constant expression",
			cl.Kind).WithSection(cl.Def.Section).
			WithFix("write a number, a macro or an enumerator")
	}
	if cl := c.Clause(spec.SimdlenClause); cl != nil && len(cl.Exprs) > 0 {
		constant(cl, cl.Exprs[0])
	}
	for _, cl := range c.All(spec.AlignedClause) {
		for _, m := range cl.Trailing {
			if len(m.Args) > 0 {
				constant(cl, m.Args[0])
			}
		}
	}
}

// checkSimdFunction: the SIMD versions of a function execute no construct but
// ordered simd and atomic ones, and no long jump (5.2 §7.7). Which constructs a call encounters
// is known at run time only.
func (k clauseRules) checkSimdFunction(c *tree.Construct) {
	f := k.definition(c.Target)
	if f == nil {
		return
	}
	k.checkJumps(c, f.CompoundStatement, "5.2 §7.7")
	for _, o := range k.t.All {
		if o == nil || o.Func != f || o.Parent != nil || o.Def.Category != "executable" ||
			tree.OneOf(o.Kind, spec.Atomic, spec.Simd) || tree.Transparent(o.Leafs[0]) ||
			o.Kind == spec.Ordered && o.Clause(spec.SimdClause) != nil {
			continue
		}
		k.diags.Warnf(o.NameSpan(), diag.OmpSimdFunction,
			"'%s' is not allowed in function '%s', which has SIMD versions: only ordered simd and atomic are allowed there", o.Kind, c.Target.Name()).WithSection("5.2 §7.7").
			WithNote(c.NameSpan(), "'declare simd' is here").
			WithFix("remove the declare simd directive, or move the construct into the callers")
	}
}

// checkJumps: the lanes of a SIMD loop go the same way, so there is no setjmp and
// no longjmp (5.2 §10.4).
func (k clauseRules) checkJumps(c *tree.Construct, body cc.Node, section string) {
	ctree.Walk(body, func(n cc.Node) bool {
		call, ok := n.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall {
			return true
		}
		if d := ctree.VarOf(call.PostfixExpression); d != nil &&
			tree.OneOf(d.Name(), "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "_longjmp", "siglongjmp") {
			k.diags.Errorf(k.t.Unit.NodeSpan(call), diag.JumpInSimd, "'%s' cannot be called in SIMD code",
				strings.TrimLeft(d.Name(), "_")).WithSection(section).
				WithNote(c.NameSpan(), "'%s' is here", c.Kind).WithFix("remove simd, or return an error code")
		}
		return true
	})
}

// checkLinearStep: a step counts (5.2 §5.4.6).
func (k clauseRules) checkLinearStep(cl *tree.Clause) {
	steps := append([]*tree.Expr(nil), cl.Exprs...)
	for _, m := range cl.Mods() {
		if m.Name == "step" {
			steps = append(steps, m.Args...)
		}
	}
	for _, e := range steps {
		if e != nil && e.Node != nil && e.Node.Type() != nil && cc.IsFloatingPointType(e.Node.Type()) {
			k.diags.Errorf(e.Span, diag.BadType,
				"the step '%s' of clause 'linear' has type '%s': it must be an integer", e.Text,
				ctree.TypeText(e.Node.Type())).WithSection("5.2 §5.4.6").
				WithFix("write an integer step")
		}
	}
}
