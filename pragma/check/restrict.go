package check

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkRestrictions applies the restrictions of single clauses that the table
// does not hold.
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
				e.Text, cl.Kind, ctree.TypeText(t)).WithSection(cl.Def.Section)
		}
	}
}

// checkEvent: detach names an event (5.2 §12.5.2).
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
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text)
		}
	}
}

func (k clauseRules) checkPowerOfTwo(cl *tree.Clause, e *tree.Expr) {
	if e == nil {
		return
	}
	if v, ok := ctree.ConstInt(e.Node); ok && (v <= 0 || v&(v-1) != 0) {
		k.diags.Errorf(e.Span, diag.BadAlignment, "the alignment of clause '%s' must be a power of two, not %d",
			cl.Kind, v).WithSection(cl.Def.Section)
	}
}

// checkFirstValue warns of a firstprivate variable to which nothing in the function gives
// a value (5.2 §5.4.4).
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
				set = true // in the region, too: its first value may not matter
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

// resultOf reports whether a clause of another construct of the function may set d.
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

// clauseNames reports whether d is a list item of the clause or the event of detach.
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

// checkConditional: neither teams nor tasks order what they assign (5.2 §11.6, §12.6).
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
				ctree.TypeText(t)).WithSection("5.2 §5.4.5")
		}
		if c.Leafs[len(c.Leafs)-1] == spec.Loop && c.Nest != nil && it.Decl != nil && !c.Nest.Counts(it.Decl) {
			k.diags.Errorf(it.Span, diag.NotALoopVariable,
				"'%s' in clause 'lastprivate' of 'loop' must be a loop variable", it.Text).WithSection("5.2 §11.7")
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
				WithNote(m.Span, "'inscan' is here")
		}
	}
}

// checkReduction applies the rules on the task modifier (5.2 §5.5.8).
func (k clauseRules) checkReduction(c *tree.Construct, cl *tree.Clause) {
	k.checkOriginal(cl)
	k.sharedByTeams(c, cl)
	m := cl.Modifier("task")
	if m == nil {
		return
	}
	if nw := c.Clause(spec.NowaitClause); nw != nil {
		k.diags.Errorf(nw.Span, diag.ExclusiveClauses, "clause 'nowait' and a 'task' reduction are mutually exclusive").
			WithSection("5.2 §5.5.8").WithNote(m.Span, "'task' is here")
	}
	for _, l := range c.Leafs {
		if tree.OneOf(l, spec.Parallel, spec.For, spec.Sections, spec.Scope) && !c.Has(spec.Simd) {
			return
		}
	}
	k.diags.Errorf(m.Span, diag.BadReductionModifier,
		"reduction modifier 'task' needs a parallel or worksharing construct without simd, not '%s'", c.Kind).
		WithSection("5.2 §5.5.8")
}

// sharedByTeams warns of a reduction that each team of a league finishes into a variable
// that the teams share: nothing orders what they write (5.2 §5.5.8).
func (k clauseRules) sharedByTeams(c *tree.Construct, cl *tree.Clause) {
	up := tree.Around(c)
	i := tree.Strictly(up)
	if c.Leafs[0] != spec.Distribute || i < 0 || up[i].Leaf != spec.Teams {
		return
	}
	teams := up[i].C
	if n := teams.Clause(spec.NumTeamsClause); n != nil && len(n.Exprs) == 1 && n.Exprs[0] != nil {
		if v, ok := ctree.ConstInt(n.Exprs[0].Node); ok && v == 1 {
			return
		}
	}
	for _, it := range cl.Items {
		if it.Decl == nil || resolve.DeclaredIn(k.t, it.Decl, teams) {
			continue
		}
		own := false
		for _, o := range teams.Clauses {
			if tree.OneOf(o.Kind, spec.ReductionClause, spec.PrivateClause, spec.FirstprivateClause) && !o.Implied {
				for _, x := range o.Items {
					own = own || x.Decl == it.Decl
				}
			}
		}
		if !own {
			k.diags.Warnf(it.Span, diag.OmpReductionTeams,
				"the teams overwrite each other's result in '%s', which they share", it.Text).WithSection("5.2 §5.5.8").
				WithNote(teams.NameSpan(), "'%s' is here", teams.Kind).
				WithFix("add the reduction clause to '%s'", teams.Kind)
		}
	}
}

// checkOriginal: original says what the original list item is in the region around
// (6.0 §7.6.10).
func (k clauseRules) checkOriginal(cl *tree.Clause) {
	m := cl.Modifier("original")
	if m == nil || tree.OneOf(strings.Trim(m.Raw, " "), "default", "private", "shared", "") {
		return
	}
	k.diags.Errorf(m.Span, diag.UnknownKeyword, "'%s' is not a valid argument of modifier 'original'",
		strings.Trim(m.Raw, " ")).WithSection("6.0 §7.6.10").
		WithFix("write original(default), original(shared) or original(private)")
}

// omp_invalid_device of our omp.h, the only number below omp_initial_device that
// device takes (5.2 §13.2).
const invalidDevice = -42

func (k clauseRules) checkDeviceNumber(c *tree.Construct, cl *tree.Clause) {
	if len(cl.Exprs) == 0 || cl.Exprs[0] == nil || cl.HasModifier("ancestor") {
		return
	}
	if v, ok := ctree.ConstInt(cl.Exprs[0].Node); ok && v < -1 && v != invalidDevice {
		k.badValue(c, cl.Exprs[0], diag.BadDevice, "%d is not a valid device number", v).WithSection("5.2 §13.2").
			WithFix("write a device number, or omp_initial_device")
	}
}

// checkAllocate: an allocated variable is private on the same directive (5.2 §6.6).
func (k clauseRules) checkAllocate(c *tree.Construct, cl *tree.Clause) {
	for _, it := range cl.Items {
		if it.Decl == nil {
			continue
		}
		found := false
		for _, o := range c.Clauses {
			if o.Kind.Is(spec.Privatizes | spec.Reduces) {
				for _, x := range o.Items {
					found = found || x.Decl == it.Decl
				}
			}
		}
		for _, o := range c.All(spec.AllocateClause) {
			for _, x := range o.Items {
				if x != it && x.Decl == it.Decl && x.Off < it.Off {
					k.diags.Errorf(it.Span, diag.ItemInTwoClauses,
						"'%s' appears in two 'allocate' clauses, but can have only one allocator", it.Text).
						WithSection("5.2 §6.6").
						WithNote(x.Span, "the first is here").WithFix("remove it from one of them")
				}
			}
		}
		if !found {
			k.diags.Errorf(it.Span, diag.AllocateNotPrivate,
				"'%s' in clause 'allocate' must also appear in a clause that privatizes it", it.Text).
				WithSection("5.2 §6.6").WithFix("add private(%s)", it.Text)
		}
	}
}

// contiguous: what is mapped or reduced is contiguous; a dimension after one with
// several elements must be whole. One that may have one element is doubtful alone.
func (k clauseRules) contiguous(cl *tree.Clause, section string) {
	for _, it := range cl.Items {
		t := undecayed(it.Node)
		several, certain := false, false
		for i, s := range it.Sections {
			if cl.Kind == spec.MapClause && s.Stride != nil && sectionLength(s, -1) != 1 {
				if v, ok := ctree.ConstInt(s.Stride.Node); ok && v != 1 {
					k.diags.Errorf(s.Stride.Span, diag.NotContiguous,
						"array section '%s' has a stride, but clause '%s' needs contiguous storage", it.Text, cl.Kind).
						WithSection(section).
						WithFix("map all elements, and transfer the section by '#pragma omp target update'")
					break
				}
			}
			arr, isArray := t.(*cc.ArrayType)
			if !isArray {
				if p, ok := t.(*cc.PointerType); ok && !several {
					several, certain = sectionLength(s, -1) != 1, sectionLength(s, -1) > 1
					t = p.Elem().Undecay()
					continue
				}
				if _, rows := t.(*cc.PointerType); rows && cl.Kind == spec.MapClause {
					k.diags.Errorf(it.Span, diag.NotContiguous,
						"array section '%s' is not contiguous, as clause '%s' requires: the elements of '%s' are pointers to separate rows", it.Text, cl.Kind, withoutSections(it.Text, len(it.Sections)-i)).
						WithSection(section).
						WithFix("map the pointers, and each row in a loop: '#pragma omp target enter data map(to: row[0:m])'")
				}
				break
			}
			n := sectionLength(s, arr.Len())
			if several && n >= 0 && arr.Len() > 0 && n < arr.Len() {
				var d *diag.Diagnostic
				if certain {
					d = k.diags.Errorf(it.Span, diag.NotContiguous,
						"array section '%s' is not contiguous, as clause '%s' requires", it.Text, cl.Kind)
				} else {
					d = k.diags.Warnf(it.Span, diag.OmpSectionGaps,
						"array section '%s' may not be contiguous, as clause '%s' requires: one of its lengths must be 1", it.Text, cl.Kind)
				}
				d.WithSection(section).WithFix("write whole rows: %s[0:%d]",
					withoutSections(it.Text, len(it.Sections)-i), arr.Len())
				break
			}
			several, certain = several || n != 1, certain || n > 1
			t = arr.Elem().Undecay()
		}
	}
}

// withoutSections is text without the last n pairs of brackets.
func withoutSections(text string, n int) string {
	end, depth := len(text), 0
	for i := len(text) - 1; i >= 0 && n > 0; i-- {
		switch text[i] {
		case ']':
			depth++
		case '[':
			if depth--; depth == 0 {
				end, n = i, n-1
			}
		}
	}
	return text[:end]
}

// sectionLength is the number of elements of a section of an array with n, or -1
// if it is not known.
func sectionLength(s *tree.Section, n int64) int64 {
	if s.Single {
		return 1
	}
	if s.Length != nil {
		if v, ok := ctree.ConstInt(s.Length.Node); ok {
			return v
		}
		return -1
	}
	if s.Lower == nil {
		return n
	}
	if v, ok := ctree.ConstInt(s.Lower.Node); ok && n > 0 {
		return n - v
	}
	return -1
}

// checkAbsent: a directive is not said to be both absent and contained (5.2 §8.3.1).
func (k clauseRules) checkAbsent(c *tree.Construct, cl *tree.Clause) {
	if cl.Kind != spec.ContainsClause {
		return
	}
	for _, a := range c.All(spec.AbsentClause) {
		for _, w := range names(a) {
			for _, x := range names(cl) {
				if w == x {
					k.diags.Errorf(cl.Span, diag.ExclusiveClauses, "'%s' cannot be in both 'absent' and 'contains'", w).
						WithSection("5.2 §8.3.1").WithNote(a.Span, "'absent' is here")
				}
			}
		}
	}
}

// names are the words or items that a clause lists.
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
			WithSection("5.2 §3.2.6")
	}
	if v.Step == nil || v.Step.Node == nil {
		return
	}
	if n, ok := ctree.ConstInt(v.Step.Node); ok && n == 0 {
		k.diags.Errorf(v.Step.Span, diag.BadIterator, "the step of iterator '%s' is zero", v.Name).
			WithSection("5.2 §3.2.6")
	}
}

// checkOrphanedLoop: outside of any construct, loop must say to what it binds (5.2 §11.7).
func (k clauseRules) checkOrphanedLoop(c *tree.Construct) {
	if c.Kind != spec.Loop || c.Clause(spec.BindClause) != nil || c.Parent != nil || c.Meta != nil {
		return
	}
	k.diags.Errorf(c.NameSpan(), diag.MissingClause, "orphaned directive 'loop' needs a 'bind' clause").
		WithSection("5.2 §11.7").WithFix("write loop bind(thread), bind(parallel) or bind(teams)")
}

// checkScanItems: what scan lists is in the reduction with inscan (5.2 §5.6).
func (k clauseRules) checkScanItems(c *tree.Construct) {
	if c.Kind != spec.Scan || c.Parent == nil {
		return
	}
	listed := map[*cc.Declarator]bool{}
	for _, r := range c.Parent.All(spec.ReductionClause) {
		if r.HasModifier("inscan") {
			for _, it := range r.Items {
				listed[it.Decl] = true
			}
		}
	}
	if len(listed) == 0 {
		return // reported by checkScan
	}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != nil && !listed[it.Decl] {
				k.diags.Errorf(it.Span, diag.Inscan,
					"'%s' in clause '%s' must be an 'inscan' reduction variable of '%s'", it.Text, cl.Kind,
					c.Parent.Kind).
					WithSection("5.2 §5.6").WithNote(c.Parent.NameSpan(), "'%s' is here", c.Parent.Kind)
			}
		}
	}
}

// checkConcurrentCalls: a region with order(concurrent) calls no routine of the
// OpenMP API (5.2 §10.3).
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
						WithNote(tp.Span, "it is declared threadprivate here")
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
				WithSection("5.2 §10.3").WithNote(c.NameSpan(), "'%s' is here", c.Kind)
		}
		return true
	})
}

// checkSharedLoopVariable: on a combined construct too, the loop's variable is not
// shared: it is private in the loop (5.2 §5.1.1).
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

// checkDistributedLinear: the teams of a distributed loop know where each of its
// variables stands, but no other variable's value (5.2 §5.4.6).
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

// checkMessage: what the compiler is to say is known when it compiles (5.2 §8.5.3).
func (k clauseRules) checkMessage(c *tree.Construct, cl *tree.Clause) {
	if len(cl.Exprs) == 0 {
		return
	}
	if n := cl.Exprs[0].Node; n != nil && n.Type() != nil {
		if p, ok := n.Type().Decay().(*cc.PointerType); !ok || p.Elem().Size() != 1 && p.Elem().Kind() != cc.Void {
			k.diags.Errorf(cl.Exprs[0].Span, diag.BadType, "the message '%s' has type '%s': it must be a string",
				cl.Exprs[0].Text, ctree.TypeText(n.Type())).WithSection("5.2 §8.5.3")
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

// checkInReduction: a task participates in the reduction of the innermost region
// around it that reduces its list item, by the same operator; a reduction clause
// there has the task modifier (5.2 §5.5.10). What calls bring together is not seen.
func (k clauseRules) checkInReduction(c *tree.Construct, cl *tree.Clause) {
	for _, it := range cl.Items {
		if it.Decl == nil {
			continue
		}
		o, x, taskloop := reducedAround(c, it)
		switch {
		case o == nil:
			k.checkUnreduced(c, it)
		case o.Kind == spec.ReductionClause && !o.HasModifier("task") && !taskloop:
			k.diags.Errorf(it.Span, diag.InReduction, "the enclosing reduction of '%s' lacks modifier 'task'", it.Text).
				WithSection("5.2 §5.5.10").
				WithNote(x.Span, "it is reduced here").
				WithFix("write reduction(task, %s: %s) on the enclosing construct", tree.ReductionID(o), it.Text)
		case tree.ReductionID(o) != tree.ReductionID(cl):
			k.diags.Errorf(it.Span, diag.InReduction,
				"'%s' is reduced with operator '%s' by the enclosing construct, but with '%s' here", it.Text,
				tree.ReductionID(o), tree.ReductionID(cl)).WithSection("5.2 §5.5.10").
				WithNote(x.Span, "it is reduced here").
				WithFix("write in_reduction(%s: %s)", tree.ReductionID(o), it.Text)
		}
	}
}

// checkUnreduced: between the task and the parallel region that it belongs to is a
// construct that reduces the list item (5.2 §5.5.10).
func (k clauseRules) checkUnreduced(c *tree.Construct, it *tree.Item) {
	if !c.Has(spec.Task) && !c.Has(spec.Taskloop) {
		return
	}
	for p := c.Parent; p != nil && p.Def.Assoc != spec.AssocMeta; p = p.Parent {
		private := false
		for _, o := range p.Clauses {
			for _, x := range o.Items {
				if x.Decl != it.Decl || o.Kind == spec.SharedClause {
					continue
				}
				if !tree.OneOf(o.Kind, spec.PrivateClause, spec.FirstprivateClause, spec.LastprivateClause) { // it is reduced in another way
					return
				}
				private = true // a variable of its own, of which no other construct knows
			}
		}
		if p.Has(spec.Parallel) || private {
			k.diags.Errorf(it.Span, diag.InReduction, "no enclosing construct reduces '%s'", it.Text).
				WithSection("5.2 §5.5.10").
				WithNote(p.NameSpan(), "the task belongs to this region").
				WithFix("write '#pragma omp taskgroup task_reduction(…: %s)' around the task", it.Text)
			return
		}
	}
}

// reducedAround finds the clause of the innermost construct around c that reduces
// the list item, and whether it is a taskloop's, whose tasks participate.
func reducedAround(c *tree.Construct, it *tree.Item) (cl *tree.Clause, x *tree.Item, taskloop bool) {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Def.Assoc == spec.AssocMeta {
			return nil, nil, false
		}
		for _, o := range p.Clauses {
			if o.Implied || !tree.OneOf(o.Kind, spec.ReductionClause, spec.TaskReductionClause, spec.PrivateClause,
				spec.FirstprivateClause) {
				continue
			}
			for _, x := range o.Items {
				if x.Decl != it.Decl {
					continue
				}
				if tree.OneOf(o.Kind, spec.PrivateClause, spec.FirstprivateClause) {
					return nil, nil, false
				}
				return o, x, p.Has(spec.Taskloop)
			}
		}
	}
	return nil, nil, false
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
					ctree.TypeText(t)).WithSection("5.2 §5.4.6")
			case cl.Kind == spec.AlignedClause && t.Kind() != cc.Ptr:
				k.diags.Errorf(it.Span, diag.BadType,
					"the aligned parameter '%s' has type '%s': it must be a pointer or an array", it.Text,
					ctree.TypeText(t)).WithSection("5.2 §5.11")
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
			cl.Kind).WithSection(cl.Def.Section)
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

// definition is the definition in this unit of the function that d declares.
func (k *context) definition(d *cc.Declarator) *cc.FunctionDefinition {
	for tu := k.t.Unit.AST.TranslationUnit; d != nil && tu != nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil && e.FunctionDefinition != nil &&
			e.FunctionDefinition.Declarator.Name() == d.Name() {
			return e.FunctionDefinition
		}
	}
	return nil
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
				ctree.TypeText(e.Node.Type())).WithSection("5.2 §5.4.6")
		}
	}
}

// checkUsedAllocators: an allocator is listed once (5.2 §6.8).
func (k clauseRules) checkUsedAllocators(cl *tree.Clause) {
	for i, a := range cl.Allocs {
		if it := a.TraitsItem; it != nil && it.Decl != nil && it.Decl.Type() != nil &&
			it.Decl.Type().Undecay().Kind() != cc.Array {
			k.diags.Errorf(it.Span, diag.BadType,
				"traits '%s' must be an array of omp_alloctrait_t, but have type '%s'", it.Text,
				ctree.TypeText(it.Decl.Type())).WithSection("5.2 §6.8").
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).WithFix("declare const omp_alloctrait_t %s[] = {…};", it.Text)
		}
		for _, b := range cl.Allocs[:i] {
			if a.Item != nil && b.Item != nil && a.Item.Text == b.Item.Text {
				k.diags.Errorf(a.Item.Span, diag.ItemInTwoClauses, "'%s' appears twice in 'uses_allocators'",
					a.Item.Text).WithSection("5.2 §6.8").
					WithNote(b.Item.Span, "the first is here").WithFix("remove one of them")
			}
		}
	}
}

// checkAllocatorItems: an allocator of uses_allocators is in no clause that maps it
// or says how it is shared (5.2 §6.8).
func (k clauseRules) checkAllocatorItems(c *tree.Construct, cl *tree.Clause) {
	for _, a := range cl.Allocs {
		if a.Item == nil || a.Item.Decl == nil {
			continue
		}
		for _, o := range c.Clauses {
			if o.Implied || !tree.OneOf(o.Kind, spec.MapClause, spec.PrivateClause, spec.FirstprivateClause,
				spec.InReductionClause, spec.IsDevicePtrClause, spec.HasDeviceAddrClause) {
				continue
			}
			for _, it := range o.Items {
				if it.Decl == a.Item.Decl {
					k.diags.Errorf(it.Span, diag.ItemInTwoClauses,
						"'%s' appears in both clauses 'uses_allocators' and '%s'", it.Text, o.Kind).
						WithSection("5.2 §6.8").
						WithNote(a.Item.Span, "'uses_allocators' is here").WithFix("remove it from '%s'", o.Kind)
				}
			}
		}
	}
}
