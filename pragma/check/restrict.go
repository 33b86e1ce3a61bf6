// Restrictions on single clauses that the tables of package spec do not express.

package check

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkRestrictions applies the restrictions on single clauses that the tables of package spec
// do not express.
func (k clauseRules) checkRestrictions(c *tree.Construct) {
	for _, cl := range c.Clauses {
		if cl.Kind.Is(spec.Condition) {
			k.checkScalar(cl)
		}
		switch cl.Kind {
		case spec.AlignedClause:
			for _, m := range cl.Trailing {
				for _, e := range m.Args {
					k.checkPowerOfTwo(cl, e)
				}
			}
		case spec.AlignClause:
			for _, e := range cl.Exprs {
				k.checkPowerOfTwo(cl, e)
			}
		case spec.LastprivateClause:
			k.checkLastprivate(c, cl)
		case spec.FirstprivateClause:
			k.checkFirstValue(c, cl)
		case spec.ScheduleClause:
			k.checkSchedule(c, cl)
		case spec.ReductionClause:
			k.checkReduction(c, cl)
		case spec.DetachClause:
			k.checkEvent(cl)
		case spec.DeviceClause:
			k.checkDeviceNumber(c, cl)
		case spec.AllocateClause:
			if m := cl.Modifier("align"); m != nil && len(m.Args) > 0 {
				k.checkPowerOfTwo(cl, m.Args[0])
			}
			k.checkAllocate(c, cl)
			k.checkAllocateClause(c, cl)
		case spec.MapClause:
			k.contiguous(cl, "5.2 §5.8.3")
		case spec.AbsentClause, spec.ContainsClause:
			k.checkAbsent(c, cl)
		case spec.DependClause:
			if m := cl.Modifier("iterator"); c.Kind == spec.Depobj && m != nil {
				k.diags.Errorf(m.Span, diag.UnexpectedArgument,
					"clause 'depend' on 'depobj' must not have an iterator: a depend object holds one dependence").
					WithSection("5.2 §15.9.4").WithFix("write a depobj for each dependence")
			}
		case spec.NontemporalClause:
			k.checkNontemporal(c, cl)
		case spec.LinearClause:
			k.checkDistributedLinear(c, cl)
			k.checkLinearStep(cl)
		case spec.OmpxAttributeClause:
			k.checkAttributes(cl)
		case spec.UsesAllocatorsClause:
			k.checkUsedAllocators(cl)
			k.checkAllocatorItems(c, cl)
		case spec.InReductionClause:
			if c.Has(spec.Parallel) && c.Has(spec.Taskloop) {
				k.diags.Errorf(cl.Span, diag.ClauseNotAllowed,
					"clause 'in_reduction' is not allowed on '%s', which creates its own team", c.Kind).
					WithSection("5.2 §17.2").WithNote(c.NameSpan(), "'%s' is here", c.Kind).
					WithFix("write reduction instead, or a separate parallel construct")
			}
			k.checkInReduction(c, cl)
		case spec.MessageClause:
			k.checkMessage(c, cl)
		}
		for _, m := range cl.Modifiers {
			for _, v := range m.Iter {
				k.checkIterator(v)
			}
		}
	}
	if c.Kind == spec.DeclareSimd {
		k.checkDeclareSimd(c)
		k.checkSimdFunction(c)
	}
	if c.Has(spec.Simd) && c.Stmt != nil {
		k.checkJumps(c, c.Stmt, c.Def.Section)
	}
	k.checkOrphanedLoop(c)
	k.checkScanItems(c)
	k.checkConcurrentCalls(c)
	k.checkSharedLoopVariable(c)
	relationRules{k.context}.checkPairs(c)
}

func (k clauseRules) checkScalar(cl *tree.Clause) {
	for _, e := range cl.Exprs {
		if e == nil || e.Node == nil || e.Node.Type() == nil {
			continue
		}
		if t := e.Node.Type(); !cc.IsScalarType(t) && !cc.IsArithmeticType(t) {
			k.diags.Errorf(e.Span, diag.BadType, "the condition '%s' of clause '%s' has type '%s': it must be a scalar",
				e.Text, cl.Kind, ctree.TypeText(t)).WithSection(cl.Def.Section).
				WithFix("write a comparison or a member: a value that is 0 or not")
		}
	}
}

// checkEvent reports an argument of clause detach that is not a modifiable event variable (5.2 §12.5.2).
func (k clauseRules) checkEvent(cl *tree.Clause) {
	items := append([]*tree.Item(nil), cl.Items...)
	for _, e := range cl.Exprs {
		if e != nil {
			items = append(items,
				&tree.Item{Text: e.Text, Span: e.Span, Node: e.Node, Base: e.Text, Decl: tree.RootDecl(e.Node)})
		}
	}
	for _, it := range items {
		if it.Node != nil && it.Decl == nil {
			k.diags.Errorf(it.Span, diag.NotAVariable, "'%s' in clause 'detach' is not a variable", it.Text).
				WithSection(cl.Def.Section).WithFix("declare omp_event_handle_t event;")
			continue
		}
		if it.Node != nil && it.Decl != nil && !tree.IsName(it.Text) {
			k.diags.Errorf(it.Span, diag.NotAVariable,
				"'%s' in clause 'detach' is a part of '%s', but the event must be a whole variable", it.Text,
				it.Decl.Name()).WithSection(cl.Def.Section).
				WithFix("declare omp_event_handle_t event;")
			continue
		}
		if it.Node != nil {
			k.hasTypeName(it, "omp_event_handle_t", "clause 'detach'", cl.Def.Section)
		}
		if it.Decl != nil && it.IsVar() && it.Decl.IsConst() {
			k.diags.Errorf(it.Span, diag.ConstItem, "'%s' is const, but clause 'detach' modifies it", it.Text).
				WithSection(cl.Def.Section).
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).
				WithFix("declare '%s' without const", it.Text)
		}
	}
}

func (k clauseRules) checkPowerOfTwo(cl *tree.Clause, e *tree.Expr) {
	if e == nil {
		return
	}
	if v, ok := ctree.ConstInt(e.Node); ok && !powerOfTwo(v) {
		k.diags.Errorf(e.Span, diag.BadAlignment, "the alignment of clause '%s' must be a power of two, not %d",
			cl.Kind, v).WithSection(cl.Def.Section).WithFix("write %d", nextPowerOfTwo(v))
	}
}

// nextPowerOfTwo returns the least power of two that is at least v.
func nextPowerOfTwo(v int64) int64 {
	p := int64(1)
	for p < v && p < 1<<62 {
		p *= 2
	}
	return p
}

// checkFirstValue warns about a firstprivate variable that the function never initialises (5.2 §5.4.4).
func (k clauseRules) checkFirstValue(c *tree.Construct, cl *tree.Clause) {
	if c.Func == nil || cl.Implied {
		return
	}
	for _, it := range cl.Items {
		d := it.Decl
		if d == nil || !it.IsVar() || d.IsParam() || !ctree.IsAutomatic(d) || d.HasInitializer() || d.Type() == nil ||
			!cc.IsScalarType(d.Type()) {
			continue
		}
		set := false
		ctree.Walk(c.Func, func(n cc.Node) bool {
			if target := ctree.Written(n); target != nil && ctree.VarOf(target) == d {
				set = true // also in the region: the initial value may be unused
			}
			if x, ok := n.(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionAddrof &&
				ctree.VarOf(x.CastExpression) == d {
				set = true
			}
			if _, ok := n.(*cc.AsmStatement); ok {
				set = true
			}
			return !set
		})
		if !set && !k.resultOf(d, c) {
			k.diags.Warnf(it.Span, diag.OmpFirstprivateUninitialized, "'%s' is firstprivate but uninitialised",
				it.Text).WithSection("5.2 §5.4.4").
				WithNote(k.t.Unit.NodeSpan(d), "'%s' is declared here", it.Text).
				WithFix("assign it before the construct, or write private(%s)", it.Text)
		}
	}
}

// resultOf reports whether a clause of another construct in the same function may set d.
func (k clauseRules) resultOf(d *cc.Declarator, than *tree.Construct) bool {
	for _, o := range k.t.All {
		if o == nil || o.Func != than.Func || o.Directive == than.Directive {
			continue
		}
		for _, cl := range o.Clauses {
			if !tree.OneOf(cl.Kind, spec.PrivateClause, spec.FirstprivateClause, spec.SharedClause, spec.ToClause) &&
				clauseNames(cl, d) {
				return true
			}
		}
	}
	return false
}

// clauseNames reports whether d is a list item of clause c or its event, if it is detach.
func clauseNames(c *tree.Clause, d *cc.Declarator) bool {
	for _, it := range c.Items {
		if it.Decl == d {
			return true
		}
	}
	for _, e := range c.Exprs {
		if c.Kind == spec.DetachClause && e != nil && e.Node != nil && tree.RootDecl(e.Node) == d {
			return true
		}
	}
	return false
}

// checkConditional reports modifier conditional on distribute and taskloop, because the order of teams
// and tasks is unspecified (5.2 §11.6, §12.6).
func (k clauseRules) checkConditional(c *tree.Construct, cl *tree.Clause) {
	span := cl.Modifier("conditional").Span
	switch {
	case c.Has(spec.Distribute):
		k.diags.Errorf(span, diag.BadModifier,
			"modifier 'conditional' is not allowed on a distribute construct: the order of teams is unspecified").
			WithSection("5.2 §11.6").
			WithFix("remove it, or use a worksharing loop")
	case c.Has(spec.Taskloop):
		k.diags.Errorf(span, diag.BadModifier,
			"modifier 'conditional' is not allowed on a taskloop construct: the order of tasks is unspecified").
			WithSection("5.2 §12.6").
			WithFix("remove it, or use a worksharing loop")
	}
}

func (k clauseRules) checkLastprivate(c *tree.Construct, cl *tree.Clause) {
	conditional := cl.HasModifier("conditional")
	if conditional {
		k.checkConditional(c, cl)
	}
	for _, it := range cl.Items {
		t := undecayed(it.Node)
		if conditional && t != nil && !cc.IsScalarType(t) && !cc.IsArithmeticType(t) {
			k.diags.Errorf(it.Span, diag.BadType,
				"'%s' in clause 'lastprivate' with 'conditional' has type '%s': it must be a scalar", it.Text,
				ctree.TypeText(t)).WithSection("5.2 §5.4.5").
				WithFix("leave out the modifier, or write a scalar variable")
		}
		if c.Leafs[len(c.Leafs)-1] == spec.Loop && c.Nest != nil && it.Decl != nil && !c.Nest.Counts(it.Decl) {
			k.diags.Errorf(it.Span, diag.NotALoopVariable,
				"'%s' in clause 'lastprivate' of 'loop' must be a loop variable", it.Text).WithSection("5.2 §11.7").
				WithFix("write 'for' instead of 'loop', or leave '%s' out", it.Text)
		}
	}
}

func (k clauseRules) checkSchedule(c *tree.Construct, cl *tree.Clause) {
	ordered := c.Clause(spec.OrderedClause)
	if m := cl.Modifier("nonmonotonic"); m != nil && ordered != nil {
		k.diags.Errorf(m.Span, diag.ExclusiveClauses,
			"schedule modifier 'nonmonotonic' and clause 'ordered' are mutually exclusive").
			WithSection("5.2 §11.5.3").WithNote(ordered.Span, "'ordered' is here").WithFix("remove nonmonotonic")
	}
	for _, r := range c.All(spec.ReductionClause) {
		if m := r.Modifier("inscan"); m != nil {
			k.diags.Errorf(cl.Span, diag.ExclusiveClauses,
				"clause 'schedule' and an 'inscan' reduction are mutually exclusive").WithSection("5.2 §5.5.8").
				WithNote(m.Span, "'inscan' is here").
				WithFix("remove clause 'schedule'")
		}
	}
}

// Numbers below omp_initial_device that clause device accepts (5.2 §13.2), as in ompcc's omp.h: omp_invalid_device, and
// omp_default_device of 6.1.
const (
	invalidDevice = -42
	defaultDevice = -5
)

func (k clauseRules) checkDeviceNumber(c *tree.Construct, cl *tree.Clause) {
	if len(cl.Exprs) == 0 || cl.Exprs[0] == nil || cl.HasModifier("ancestor") {
		return
	}
	if v, ok := ctree.ConstInt(cl.Exprs[0].Node); ok && !conforming(v) {
		k.badValue(c, cl.Exprs[0], diag.BadDevice, "%d is not a valid device number", v).WithSection("5.2 §13.2").
			WithFix("write a device number, or omp_initial_device")
	}
}

// checkAbsent reports a directive that is in both absent and contains (5.2 §8.3.1).
func (k clauseRules) checkAbsent(c *tree.Construct, cl *tree.Clause) {
	if cl.Kind != spec.ContainsClause {
		return
	}
	for _, a := range c.All(spec.AbsentClause) {
		for _, w := range names(a) {
			for _, x := range names(cl) {
				if w == x {
					k.diags.Errorf(cl.Span, diag.ExclusiveClauses, "'%s' cannot be in both 'absent' and 'contains'", w).
						WithSection("5.2 §8.3.1").WithNote(a.Span, "'absent' is here").
						WithFix("leave '%s' out of one of the two", w)
				}
			}
		}
	}
}

// names returns the words and items that a clause lists.
func names(cl *tree.Clause) []string {
	list := append([]string(nil), cl.Words...)
	for _, it := range cl.Items {
		list = append(list, it.Text)
	}
	return list
}

func (k clauseRules) checkIterator(v *tree.IterVar) {
	if v.Decl != nil && v.Decl.Type() != nil && !tree.IsIntegerType(v.Decl.Type()) && v.Decl.Type().Kind() != cc.Ptr &&
		v.Begin != nil {
		k.diags.Errorf(v.Begin.Span, diag.BadIterator,
			"iterator '%s' has type '%s': it must be an integer or a pointer", v.Name, ctree.TypeText(v.Decl.Type())).
			WithSection("5.2 §3.2.6").
			WithFix("declare '%s' as int or long", v.Name)
	}
	if v.Step == nil || v.Step.Node == nil {
		return
	}
	if n, ok := ctree.ConstInt(v.Step.Node); ok && n == 0 {
		k.diags.Errorf(v.Step.Span, diag.BadIterator, "the step of iterator '%s' is zero", v.Name).
			WithSection("5.2 §3.2.6").
			WithFix("write a step that is not 0, or leave it out")
	}
}

// checkOrphanedLoop reports an orphaned loop construct without a bind clause (5.2 §11.7).
func (k clauseRules) checkOrphanedLoop(c *tree.Construct) {
	if c.Kind != spec.Loop || c.Clause(spec.BindClause) != nil || c.Parent != nil || c.Meta != nil {
		return
	}
	k.diags.Errorf(c.NameSpan(), diag.MissingClause, "orphaned directive 'loop' needs a 'bind' clause").
		WithSection("5.2 §11.7").WithFix("write loop bind(thread), bind(parallel) or bind(teams)")
}

// checkConcurrentCalls reports calls of OpenMP API routines and uses of threadprivate variables in a region
// with order(concurrent) (5.2 §10.3).
func (k clauseRules) checkConcurrentCalls(c *tree.Construct) {
	if c.Stmt == nil || c.Nest == nil || c.Clause(spec.OrderClause) == nil && !c.Has(spec.Loop) {
		return
	}
	ctree.Walk(c.Nest.Body, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
			if d := ctree.VarOf(p); d != nil && !ctree.IsFunction(d) {
				if tp := k.threadprivate[d.Name()]; tp != nil && tp.Decl != nil && tree.SameObject(tp.Decl, d) {
					k.diags.Errorf(k.t.Unit.NodeSpan(p), diag.Threadprivate,
						"the threadprivate variable '%s' cannot be used in a region with order(concurrent)", d.Name()).
						WithSection("5.2 §10.3").WithNote(c.NameSpan(), "'%s' is here", c.Kind).
						WithNote(tp.Span, "it is declared threadprivate here").
						WithFix("copy '%s' into a local variable before the construct, and use that", d.Name())
				}
			}
		}
		call, ok := n.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall {
			return true
		}
		if d := ctree.VarOf(call.PostfixExpression); d != nil && strings.HasPrefix(d.Name(), "omp_") &&
			ctree.IsFunction(d) {
			k.diags.Errorf(k.t.Unit.NodeSpan(call), diag.RoutineInConcurrent,
				"'%s' cannot be called in a region with order(concurrent)", d.Name()).
				WithSection("5.2 §10.3").WithNote(c.NameSpan(), "'%s' is here", c.Kind).
				WithFix("remove the order clause, or call '%s' before the construct", d.Name())
		}
		return true
	})
}

// checkSharedLoopVariable reports a loop variable in a shared clause of a combined construct. The variable
// is private in the loop (5.2 §5.1.1).
func (k clauseRules) checkSharedLoopVariable(c *tree.Construct) {
	if c.Nest == nil || len(c.Leafs) == 1 || !c.Has(spec.For) && !c.Has(spec.Distribute) {
		return
	}
	for _, cl := range c.All(spec.SharedClause) {
		for _, it := range cl.Items {
			if it.Decl != nil && it.IsVar() && c.Nest.Counts(it.Decl) {
				k.diags.Errorf(it.Span, diag.LoopVariable, "the loop variable '%s' cannot appear in clause 'shared'",
					it.Text).
					WithSection("5.2 §5.1.1").WithFix("remove it from the clause: loop variables are private")
			}
		}
	}
}

// checkDistributedLinear reports an item of clause linear on a distributed loop that is not a loop variable.
// The teams can compute the values of loop variables only (5.2 §5.4.6).
func (k clauseRules) checkDistributedLinear(c *tree.Construct, cl *tree.Clause) {
	if !c.Has(spec.Distribute) || c.Nest == nil {
		return
	}
	for _, it := range cl.Items {
		if it.Decl != nil && !c.Nest.Counts(it.Decl) {
			k.diags.Errorf(it.Span, diag.NotALoopVariable, "'%s' in clause 'linear' of '%s' must be a loop variable",
				it.Text, c.Kind).WithSection("5.2 §5.4.6").
				WithFix("compute it from the loop variable")
		}
	}
}

// checkMessage reports a message that is not a string, and one of an error directive at compilation that is
// not a string literal (5.2 §8.5.3).
func (k clauseRules) checkMessage(c *tree.Construct, cl *tree.Clause) {
	if len(cl.Exprs) == 0 {
		return
	}
	if n := cl.Exprs[0].Node; n != nil && n.Type() != nil {
		if p, ok := n.Type().Decay().(*cc.PointerType); !ok || p.Elem().Size() != 1 && p.Elem().Kind() != cc.Void {
			k.diags.Errorf(cl.Exprs[0].Span, diag.BadType, "the message '%s' has type '%s': it must be a string",
				cl.Exprs[0].Text, ctree.TypeText(n.Type())).WithSection("5.2 §8.5.3").
				WithFix("write a text in quotation marks")
			return
		}
	}
	if c.Kind != spec.Error {
		return
	}
	if at := c.Clause(spec.AtClause); at != nil && len(at.Words) > 0 && at.Words[0] == "execution" {
		return
	}
	e := cl.Exprs[0]
	if p, ok := ctree.Strip(e.Node).(*cc.PrimaryExpression); e.Node == nil ||
		ok && (p.Case == cc.PrimaryExpressionString || p.Case == cc.PrimaryExpressionLString) {
		return
	}
	k.diags.Errorf(e.Span, diag.NotALiteral,
		"message '%s' of an error directive at compilation must be a string literal", e.Text).WithSection("5.2 §8.5.3").
		WithFix("write a string literal, or at(execution)")
}

// definition returns the definition in this unit of the function that d declares, or nil.
func (k *context) definition(d *cc.Declarator) *cc.FunctionDefinition {
	for tu := k.t.Unit.AST.TranslationUnit; d != nil && tu != nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil && e.FunctionDefinition != nil &&
			e.FunctionDefinition.Declarator.Name() == d.Name() {
			return e.FunctionDefinition
		}
	}
	return nil
}
