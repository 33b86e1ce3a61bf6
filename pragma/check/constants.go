// Values of constant expressions in clauses.

package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkConstants applies the rules on the values of clauses' expressions.
func (k itemRules) checkConstants(c *tree.Construct) {
	for _, cl := range c.Clauses {
		if cl.Def == nil {
			continue
		}
		for _, e := range cl.Exprs {
			k.checkConstant(c, cl, e)
		}
		for _, e := range cl.Runtimes {
			if _, known := ctree.ConstInt(e.Node); !known && e.Node != nil {
				k.diags.Errorf(e.Span, diag.NotConstant,
					"'%s' does not name a foreign runtime: it must be a string, a number or an enumerator omp_ifr_…",
					e.Text).WithSection("5.2 §14.1.2").
					WithFix("write a name in quotation marks, for example \"cuda\"")
			}
		}
		for _, m := range cl.Modifiers {
			if m.Name == "lower" || m.Name == "align" {
				for _, e := range m.Args {
					k.checkConstant(c, cl, e)
				}
			}
		}
	}
	for _, kind := range []spec.ClauseKind{spec.NumTeamsClause, spec.ThreadLimitClause, spec.NumThreadsClause} {
		if cl := c.Clause(kind); cl != nil && cl.HasModifier("dims") {
			k.checkDims(cl)
		}
	}
	if cl := c.Clause(spec.DynGroupprivateClause); cl != nil {
		k.checkGroupMemory(c, cl)
	}
	k.checkRelations(c)
}

// checkGroupMemory holds dyn_groupprivate to the fallbacks that it has, and to one clause for a team's dynamic memory
// (OpenMP 6.1).
func (k itemRules) checkGroupMemory(c *tree.Construct, cl *tree.Clause) {
	if m := cl.Modifier("fallback"); m != nil && cl.Fallback() < 0 {
		e := k.diags.Errorf(m.Span, diag.UnknownModifier, "'%s' is not an argument of modifier 'fallback'", m.Word).
			WithSection(cl.Def.Section)
		if n := parse.Nearest(m.Word, tree.Fallbacks); n != "" {
			e.WithFix("did you mean '%s'?", n).WithEdit(m.WordSpan, n)
		} else {
			e.WithFix("write abort, default_mem or null")
		}
	}
	if o := c.Clause(spec.OmpxDynCgroupMemClause); o != nil {
		k.diags.Errorf(o.Span, diag.ExclusiveClauses,
			"clauses 'ompx_dyn_cgroup_mem' and 'dyn_groupprivate' both ask for the dynamic memory of a team").
			WithSection(cl.Def.Section).WithNote(cl.Span, "'dyn_groupprivate' is here").
			WithFix("remove clause 'ompx_dyn_cgroup_mem', and call omp_get_dyn_gprivate_ptr for the memory")
	}
}

// mostDims is the number of dimensions that a league or a team may have.
const mostDims = 3

// checkDims holds a clause to its dims modifier, which says how many sizes the clause lists (OpenMP 6.1).
func (k itemRules) checkDims(cl *tree.Clause) {
	m := cl.Modifier("dims")
	if len(m.Args) != 1 || m.Args[0].Node == nil {
		return
	}
	n, known := ctree.ConstInt(m.Args[0].Node)
	switch {
	case !known:
		k.diags.Errorf(m.Args[0].Span, diag.NotConstant,
			"the argument of modifier 'dims' must be an integer constant expression").WithSection(cl.Def.Section).
			WithFix("write %d", len(cl.Exprs))
	case n < 1:
		k.diags.Errorf(m.Args[0].Span, diag.NotPositive, "the argument of modifier 'dims' must be positive, not %d", n).
			WithSection(cl.Def.Section).WithFix("write %d", len(cl.Exprs))
	case n > mostDims:
		k.diags.Errorf(m.Args[0].Span, diag.DimsCount, "clause '%s' has %d dimensions, but ompcc supports at most %d",
			cl.Kind, n, mostDims).WithSection(cl.Def.Section).WithFix("combine dimensions into one")
	case n != int64(len(cl.Exprs)):
		k.diags.Errorf(cl.Span, diag.DimsCount, "clause '%s' has %d sizes, but its modifier says dims(%d)", cl.Kind,
			len(cl.Exprs), n).WithSection(cl.Def.Section).WithFix("write dims(%d), or %d sizes", len(cl.Exprs), n)
	}
	if lower := cl.Modifier("lower"); lower != nil {
		k.diags.Errorf(lower.Span, diag.ModifierConflict,
			"clause 'num_teams' has a lower bound beside 'dims', which asks for exactly the sizes").
			WithSection(cl.Def.Section).WithNote(m.Span, "the modifier 'dims' is here").WithFix("remove the lower bound")
	}
}

func (k itemRules) checkConstant(c *tree.Construct, cl *tree.Clause, e *tree.Expr) {
	if e == nil || e.Node == nil {
		return
	}
	v, known := ctree.ConstInt(e.Node)
	if cl.Def.Const && !known {
		k.diags.Errorf(e.Span, diag.NotConstant, "the argument of clause '%s' must be an integer constant expression",
			cl.Kind).WithSection(cl.Def.Section).
			WithFix("write a number, a macro or an enumerator")
		return
	}
	if t := e.Node.Type(); t != nil && cl.Kind.Is(spec.Integer) && !tree.IsIntegerType(t) {
		d := k.diags.Errorf(e.Span, diag.NotInteger,
			"the argument of clause '%s' must be an integer, but '%s' has type '%s'", cl.Kind, e.Text,
			ctree.TypeText(t)).WithSection(cl.Def.Section)
		if ft, ok := functionType(tree.RootDecl(e.Node)); ok && tree.IsIntegerType(ft.Result()) {
			d.WithFix("call the function: %s()", e.Text)
		} else if cc.IsFloatingPointType(t) {
			d.WithFix("write an integer, or convert it: (int)(%s)", e.Text)
		} else {
			d.WithFix("write an integer")
		}
		return
	}
	if !known {
		return
	}
	switch {
	case cl.Kind == spec.HintClause && v < 0:
		k.diags.Errorf(e.Span, diag.NotPositive, "the argument of clause 'hint' must not be negative").
			WithSection("5.2 §15.1").WithFix("write omp_sync_hint_none, or names of hints")
	case cl.Def.Const && cl.Def.Positive && v <= 0:
		k.diags.Errorf(e.Span, diag.NotPositive, "the argument of clause '%s' must be positive, not %d", cl.Kind, v).
			WithSection(cl.Def.Section).WithFix("write a positive number")
	case cl.Def.Positive && v <= 0:
		k.badValue(c, e, diag.NotPositive, "the argument of clause '%s' must be positive, not %d", cl.Kind, v).
			WithSection(cl.Def.Section).WithFix("write a positive number")
	case cl.Kind == spec.DynGroupprivateClause && v < 0:
		k.badValue(c, e, diag.NotPositive, "the argument of clause 'dyn_groupprivate' must not be negative").
			WithSection(cl.Def.Section).WithFix("write 0 or a number of bytes")
	case (cl.Kind == spec.PriorityClause || cl.Kind == spec.FilterClause) && v < 0:
		k.badValue(c, e, diag.NotPositive, "the argument of clause '%s' must not be negative", cl.Kind).
			WithSection(cl.Def.Section).WithFix("write 0 or a positive number")
	case (cl.Kind == spec.ScheduleClause || cl.Kind == spec.DistScheduleClause) && v <= 0:
		k.badValue(c, e, diag.NotPositive, "the chunk size of clause '%s' must be positive, not %d", cl.Kind, v).
			WithSection(cl.Def.Section).WithFix("write a positive number of iterations")
	case cl.Kind == spec.DeviceClause && cl.HasModifier("ancestor") && v != 1:
		k.diags.Errorf(e.Span, diag.BadAncestor, "the argument of device(ancestor: …) must be 1, not %d", v).
			WithSection("5.2 §13.2").WithFix("write device(ancestor: 1)")
	}
}

// badValue reports a constant that a clause must not have when it is evaluated: in code that control never reaches a
// warning, as C compilers warn of a division by zero.
func (k *context) badValue(c *tree.Construct, e *tree.Expr, code diag.Code, format string,
	args ...any) *diag.Diagnostic {
	if k.neverRuns(c) {
		return k.diags.Warnf(e.Span, diag.OmpDeadArgument, format+", if this code were reached", args...)
	}
	return k.diags.Errorf(e.Span, code, format, args...)
}

// neverRuns reports whether control never reaches c.
func (k *context) neverRuns(c *tree.Construct) (dead bool) {
	if c.Func == nil {
		return false
	}
	ctree.EachDead(c.Func.CompoundStatement, func(after, last cc.Node) {
		_, start := k.t.Unit.NodeRange(after)
		_, end := k.t.Unit.NodeRange(last)
		dead = dead || start <= c.Start && c.Start < end
	})
	return dead
}

// checkRelations compares the values of clauses that depend on each other.
func (k itemRules) checkRelations(c *tree.Construct) {
	value := func(kind spec.ClauseKind) (*tree.Clause, int64, bool) {
		cl := c.Clause(kind)
		if cl == nil || len(cl.Exprs) == 0 || cl.Exprs[0] == nil || cl.HasModifier("dims") {
			return cl, 0, false
		}
		v, ok := ctree.ConstInt(cl.Exprs[0].Node)
		return cl, v, ok
	}
	if simd, v, ok := value(spec.SimdlenClause); ok {
		if safe, s, ok := value(spec.SafelenClause); ok && v > s {
			k.diags.Errorf(simd.Span, diag.SimdlenSafelen, "simdlen(%d) must not exceed safelen(%d)", v, s).
				WithSection("5.2 §10.4").WithNote(safe.Span, "safelen is here").
				WithFix("write simdlen(%d), or a greater safelen", s)
		}
	}
	if ord, v, ok := value(spec.OrderedClause); ok {
		if col, n, ok := value(spec.CollapseClause); ok && v < n {
			k.diags.Errorf(ord.Span, diag.OrderedCollapse, "ordered(%d) must not be less than collapse(%d)", v, n).
				WithSection("5.2 §4.4.4").WithNote(col.Span, "collapse is here").
				WithFix("write ordered(%d)", n)
		}
	}
	if nt, hi, ok := value(spec.NumTeamsClause); ok && nt.HasModifier("lower") {
		if lo, known := ctree.ConstInt(nt.Modifier("lower").Args[0].Node); known && lo > hi {
			k.diags.Errorf(nt.Span, diag.NumTeamsBounds, "the lower bound %d of num_teams exceeds the upper bound %d",
				lo, hi).WithSection("5.2 §10.2.1").WithFix("write num_teams(%d:%d)", hi, lo)
		}
	}
}
