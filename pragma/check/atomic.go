package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkAtomic applies the rules on the clauses of an atomic construct and on the
// form of its statement (5.2 §15.8.4).
func (k syncRules) checkAtomic(c *tree.Construct) {
	for _, p := range []struct{ clause, order spec.ClauseKind }{{spec.ReadClause, spec.ReleaseClause},
		{spec.WriteClause, spec.AcquireClause}} {
		a, b := c.Clause(p.clause), c.Clause(p.order)
		if a != nil && b != nil {
			k.diags.Errorf(b.Span, diag.BadMemoryOrder, "an atomic %s cannot have the memory order '%s'", p.clause,
				p.order).
				WithSection("5.2 §15.8.4").WithNote(a.Span, "'%s' is here", p.clause).
				WithFix("write %s, seq_cst or relaxed",
					map[spec.ClauseKind]string{spec.ReadClause: "acquire", spec.WriteClause: "release"}[p.clause])
		}
	}
	for _, plain := range []spec.ClauseKind{spec.ReadClause, spec.WriteClause} {
		a := c.Clause(plain)
		for _, more := range []spec.ClauseKind{spec.CaptureClause, spec.CompareClause} {
			if b := c.Clause(more); a != nil && b != nil {
				k.diags.Errorf(b.Span, diag.ExclusiveClauses, "an atomic %s cannot have the clause '%s'", plain, more).
					WithSection("5.2 §15.8.4").WithNote(a.Span, "'%s' is here", plain).WithFix("remove one of them")
			}
		}
	}
	for _, name := range []spec.ClauseKind{spec.WeakClause, spec.FailClause} {
		if cl := c.Clause(name); cl != nil && c.Clause(spec.CompareClause) == nil {
			k.diags.Errorf(cl.Span, diag.MissingClause, "'%s' needs the clause 'compare'", name).
				WithSection("5.2 §15.8.4").WithFix("write atomic compare %s", name)
		}
	}
	if c.Stmt != nil && len(c.Children) == 0 &&
		(c.Clause(spec.ReadClause) == nil && c.Clause(spec.WriteClause) == nil ||
			c.Clause(spec.CaptureClause) == nil && c.Clause(spec.CompareClause) == nil) {
		k.checkAtomicForm(c)
	}
}

// checkAtomicForm: the statement has a form of its kind, its parts are scalars, and none
// accesses what another one designates.
func (k syncRules) checkAtomicForm(c *tree.Construct) {
	f := c.Atomic
	if f == nil {
		k.atomicError(c)
		return
	}
	if w := c.Clause(spec.WeakClause); w != nil && c.Clause(spec.CompareClause) != nil && !f.Equal {
		k.diags.Errorf(w.Span, diag.AtomicForm, "clause 'weak' needs a comparison with ==").WithSection("5.2 §15.8.4").
			WithNote(k.t.Unit.NodeSpan(c.Stmt), "this comparison uses another operator").WithFix("remove 'weak'")
	}
	k.atomicScalar(c, f.X)
	k.atomicOperator(c, f)
	if f.R != nil && f.R.Type() != nil && !cc.IsIntegerType(f.R.Type()) {
		k.diags.Errorf(k.t.Unit.NodeSpan(f.R), diag.BadType,
			"'%s' has type '%s': the result of a comparison needs an integer variable", k.t.Unit.NodeText(f.R),
			ctree.TypeText(f.R.Type())).
			WithSection("5.2 §15.8.4").WithNote(c.NameSpan(), "'atomic' is here").WithFix("declare it as int")
	}
	k.atomicOperands(c, f)
}

// atomicForms are the statements that each kind of atomic construct takes.
var atomicForms = map[string]string{
	"read":            "v = x;",
	"write":           "x = expr;",
	"update":          "x++; or x += expr; or x = x + expr; or x = expr + x;",
	"capture":         "v = x++; or v = x += expr; or { v = x; x += expr; } or { x += expr; v = x; } or { v = x; x = expr; }",
	"compare":         "if (x == e) { x = d; } or if (x < e) { x = e; } or x = x < e ? e : x;",
	"compare capture": "{ v = x; if (x == e) { x = d; } } or { if (x == e) { x = d; } v = x; } or if (x == e) { x = d; } else { v = x; } or { r = x == e; if (r) { x = d; } }",
}

func (k syncRules) atomicError(c *tree.Construct) {
	kind := "update"
	for _, cl := range c.Clauses {
		switch {
		case cl.Kind == spec.CompareClause && kind == "capture", cl.Kind == spec.CaptureClause && kind == "compare":
			kind = "compare capture"
		case tree.OneOf(cl.Kind, spec.ReadClause, spec.WriteClause, spec.CompareClause, spec.CaptureClause):
			kind = cl.Kind.String()
		}
	}
	e := k.diags.Errorf(k.t.Unit.NodeSpan(c.Stmt), diag.AtomicForm, "this statement is not a valid form of 'atomic %s'",
		kind).
		WithSection("5.2 §15.8.4").WithNote(c.NameSpan(), "'atomic' is here")
	switch missing := resolve.MissingAtomic(k.t.Unit, c); {
	case missing != "":
		e.WithFix("add the clause %s", missing)
	case kind == "update" && resolve.ChainedUpdate(k.t.Unit, c):
		e.WithFix("write x = x + (expr);")
	default:
		e.WithFix("write %s", atomicForms[kind])
	}
}

// atomicScalar: an atomic access is to a scalar.
func (k syncRules) atomicScalar(c *tree.Construct, x cc.ExpressionNode) {
	t := undecayed(x)
	if t == nil || cc.IsScalarType(t) || cc.IsArithmeticType(t) {
		return
	}
	k.diags.Errorf(k.t.Unit.NodeSpan(x), diag.BadType, "'%s' has type '%s': an atomic construct accesses scalars only",
		k.t.Unit.NodeText(x), ctree.TypeText(t)).
		WithSection("5.2 §15.8.4").WithNote(c.NameSpan(), "'atomic' is here").WithFix("use '#pragma omp critical'")
}

// atomicOperator: x can be assigned, and the operator takes the operands (C17 6.5).
func (k syncRules) atomicOperator(c *tree.Construct, f *tree.AtomicForm) {
	if d := ctree.VarOf(f.X); d != nil && c.Clause(spec.ReadClause) == nil && d.IsConst() && undecayed(f.X) != nil &&
		undecayed(f.X).Kind() != cc.Ptr {
		k.diags.Errorf(k.t.Unit.NodeSpan(f.X), diag.ConstItem, "'%s' is const, but 'atomic' modifies it",
			k.t.Unit.NodeText(f.X)).WithSection("5.2 §15.8.4").
			WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", d.Name()).WithFix("declare it without const")
		return
	}
	for _, n := range []cc.ExpressionNode{f.X, f.Expr} {
		if n == nil || n.Type() == nil {
			continue
		}
		t := undecayed(n)
		takes := true
		switch f.Op {
		case "<<", ">>", "&", "|", "^":
			takes = cc.IsIntegerType(t)
		case "*", "/":
			takes = cc.IsArithmeticType(t)
		}
		if !takes {
			k.diags.Errorf(k.t.Unit.NodeSpan(n), diag.BadType,
				"'%s' has type '%s', which operator '%s' does not accept", k.t.Unit.NodeText(n), ctree.TypeText(t),
				f.Op).
				WithSection("5.2 §15.8.4").WithNote(c.NameSpan(), "'atomic' is here").
				WithFix("use another operator, or another type")
			return
		}
	}
}
