package check

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkAssumptions applies the rules on assumption directives: their places, and what absent and contains list. The
// code that they are about must not contradict them (5.2 §8.3), nor may functions of the unit that it certainly
// calls (see checkAssumed).
func (k variantRules) checkAssumptions() {
	for _, c := range k.t.All {
		if c == nil || c.Kind != spec.Assume && c.Kind != spec.Assumes && c.Kind != spec.BeginAssumes {
			continue
		}
		if c.Func != nil && c.Kind != spec.Assume {
			k.diags.Errorf(c.NameSpan(), diag.BadPlacement, "'%s' must appear at file scope", c.Kind).
				WithSection(c.Def.Section).
				WithFix("write '#pragma omp assume' before the statement, or move it before the function")
			continue
		}
		k.checkListedDirectives(c)
	}
	for _, a := range k.assumed {
		k.checkAssumption(a.c, a.cl, a.from, a.to)
	}
}

// collectAssumptions lists the clauses of assumption directives that stand where they may.
func (k *context) collectAssumptions() (list []assumption) {
	for _, c := range k.t.All {
		if c == nil || c.Kind != spec.Assume &&
			(c.Kind != spec.Assumes && c.Kind != spec.BeginAssumes || c.Func != nil) {
			continue
		}
		from, to := k.assumedRange(c)
		for _, cl := range c.Clauses {
			list = append(list, assumption{c, cl, from, to})
		}
	}
	return list
}

// assumption is one clause of an assumption directive, and the text that it is about.
type assumption struct {
	c        *tree.Construct
	cl       *tree.Clause
	from, to int
}

// assumedRange is the text that an assumption directive is about.
func (k *context) assumedRange(c *tree.Construct) (from, to int) {
	switch {
	case c.Kind == spec.Assume:
		return c.StmtStart, c.End
	case c.Kind == spec.Assumes:
		return 0, len(k.t.Unit.Text)
	case c.Pair != nil:
		return c.Pragma.End, c.Pair.Pragma.Start
	}
	return c.Pragma.End, len(k.t.Unit.Text)
}

// checkListedDirectives: absent and contains list single executable directives,
// each of them once (5.2 §8.3.1).
func (k variantRules) checkListedDirectives(c *tree.Construct) {
	type place struct {
		name string
		cl   *tree.Clause
	}
	var listed []place
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.AbsentClause, spec.ContainsClause) {
			continue
		}
		for _, w := range cl.Words {
			def := spec.Directives().Defs[spec.DirectiveNamed(w)]
			switch {
			case def == nil: // reported by the parser
			case len(def.Leafs) > 1:
				k.diags.Errorf(cl.Span, diag.ListedDirective, "clause '%s' lists the combined directive '%s'", cl.Kind,
					w).WithSection("5.2 §8.3.1").
					WithFix("list its constituents: %s", joinKinds(def.Leafs))
			case tree.OneOf(string(def.Category), "declarative", "informational", "meta"):
				k.diags.Errorf(cl.Span, diag.ListedDirective, "clause '%s' lists '%s', which is not executable",
					cl.Kind, w).WithSection("5.2 §8.3.1").WithFix("leave it out")
			}
			for _, o := range listed {
				if o.name == w && o.cl.Kind == cl.Kind {
					k.diags.Errorf(cl.Span, diag.ItemTwice, "'%s' is listed twice in '%s'", w, cl.Kind).
						WithSection("5.2 §8.3.1").WithNote(o.cl.Span, "the first is here").WithFix("remove one of them")
				}
			}
			listed = append(listed, place{w, cl})
		}
	}
}

func joinKinds(leafs []spec.DirectiveKind) string {
	var words []string
	for _, l := range leafs {
		words = append(words, l.String())
	}
	return strings.Join(words, ", ")
}

// checkAssumption reports the first thing in the range that contradicts clause cl.
func (k variantRules) checkAssumption(c *tree.Construct, cl *tree.Clause, from, to int) {
	switch cl.Kind {
	case spec.HoldsClause:
		if len(cl.Exprs) > 0 {
			if v, ok := ctree.ConstInt(cl.Exprs[0].Node); ok && v == 0 {
				k.diags.Errorf(cl.Exprs[0].Span, diag.Assumption, "assumption '%s' is always false", cl.Exprs[0].Text).
					WithSection("5.2 §8.3.1").
					WithFix("remove the clause, or correct the condition")
			}
		}
	default:
		if excluded := excludes(cl); excluded == nil || !k.contradicted(c, cl, from, to, excluded) {
			if excludesRoutines(cl) {
				k.routineIn(c, cl, from, to)
			}
		}
	}
}

// excludes tells the constructs that are not there if clause cl holds, nil if it says
// nothing about constructs.
func excludes(cl *tree.Clause) func(*tree.Construct) bool {
	switch cl.Kind {
	case spec.NoOpenmpClause, spec.NoOpenmpConstructsClause:
		return func(o *tree.Construct) bool { return o.Def.Category == "executable" }
	case spec.NoParallelismClause:
		return func(o *tree.Construct) bool {
			return slices.ContainsFunc(o.Leafs, func(l spec.DirectiveKind) bool {
				return tree.OneOf(l, spec.Parallel, spec.Teams, spec.Task, spec.Taskloop, spec.Simd) ||
					strings.HasPrefix(l.String(), "target")
			})
		}
	case spec.AbsentClause:
		return func(o *tree.Construct) bool {
			return slices.ContainsFunc(cl.Words, func(w string) bool { return o.Kind == spec.DirectiveNamed(w) || o.Has(spec.DirectiveNamed(w)) })
		}
	}
	return nil
}

// excludesRoutines reports whether no routine is called if clause cl holds.
func excludesRoutines(cl *tree.Clause) bool {
	return tree.OneOf(cl.Kind, spec.NoOpenmpClause, spec.NoOpenmpRoutinesClause)
}

// checkAssumed reports a call x in text that is assumed to be without what the called
// function certainly does.
func (g *callGraph) checkAssumed(f *flow, x call) {
	callee := g.flows[x.callee.Name()]
	for _, a := range g.k.assumed {
		if callee == nil || x.off < a.from || x.off >= a.to || holdsFor(a.cl) == "false" || !f.certain(a.from, x.off) {
			continue
		}
		at, calls := cc.Node(x.node), "the call of '"+x.callee.Name()+"'"
		outside := func(off int) bool { return off < a.from || off >= a.to }
		if excluded := excludes(a.cl); excluded != nil {
			list := g.reaches(callee)
			if i := slices.IndexFunc(list, func(r reached) bool { return excluded(r.c) && outside(r.c.Start) }); i >= 0 {
				variantRules{g.k}.contradiction(a.c, a.cl, g.k.t.Unit.NodeSpan(at),
					calls+", which executes '"+list[i].c.Kind.String()+"',").
					WithNote(list[i].c.NameSpan(), "'%s' is here", list[i].c.Kind)
				return
			}
		}
		if excludesRoutines(a.cl) {
			list := g.routines(callee)
			if i := slices.IndexFunc(list, func(r routineCall) bool { return outside(g.k.t.Unit.Offset(r.node)) }); i >= 0 {
				variantRules{g.k}.contradiction(a.c, a.cl, g.k.t.Unit.NodeSpan(at),
					calls+", which calls '"+list[i].name+"',").
					WithNote(g.k.t.Unit.NodeSpan(list[i].node), "'%s' is called here", list[i].name)
				return
			}
		}
	}
}

// contradicted reports the first construct in the range that is one of those that
// clause cl excludes.
func (k variantRules) contradicted(c *tree.Construct, cl *tree.Clause, from, to int,
	excluded func(*tree.Construct) bool) bool {
	if on := holdsFor(cl); on == "false" {
		return false
	}
	for _, o := range k.t.All {
		if o != nil && o != c && o.Start >= from && o.Start < to && o.Def.Assoc != spec.AssocMeta && excluded(o) {
			k.contradiction(c, cl, o.NameSpan(), "directive '"+o.Kind.String()+"'")
			return true
		}
	}
	return false
}

// holdsFor is the text of the argument with which 6.0 turns a clause off, if any.
func holdsFor(cl *tree.Clause) string {
	if len(cl.Exprs) > 0 && cl.Kind != spec.HoldsClause {
		if v, ok := ctree.ConstInt(cl.Exprs[0].Node); ok && v == 0 {
			return "false"
		}
	}
	return ""
}

// routineIn reports the first call of an OpenMP routine in the range.
func (k variantRules) routineIn(c *tree.Construct, cl *tree.Clause, from, to int) {
	if holdsFor(cl) == "false" {
		return
	}
	found := false
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil && !found; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		ctree.Walk(e.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
			if found {
				return false
			}
			call, ok := n.(*cc.PostfixExpression)
			if !ok || call.Case != cc.PostfixExpressionCall {
				return true
			}
			d := ctree.VarOf(call.PostfixExpression)
			if off := k.t.Unit.Offset(call); d == nil || off < from || off >= to || !resolve.IsRoutine(d) {
				return true
			}
			found = true
			k.contradiction(c, cl, k.t.Unit.NodeSpan(call), "the call of '"+d.Name()+"'")
			return false
		})
	}
}

func (k variantRules) contradiction(c *tree.Construct, cl *tree.Clause, at diag.Span, what string) *diag.Diagnostic {
	return k.diags.Errorf(at, diag.Assumption, what+" contradicts the assumption '%s' of '%s'",
		k.assumptionText(cl), c.Kind).WithSection("5.2 §8.3.1").
		WithNote(cl.Span, "'%s' is here", cl.Kind).WithFix("remove clause '%s'", cl.Kind)
}

func (k variantRules) assumptionText(cl *tree.Clause) string {
	if cl.Kind == spec.AbsentClause {
		return "absent(" + strings.Join(cl.Words, ", ") + ")"
	}
	return cl.Kind.String()
}
