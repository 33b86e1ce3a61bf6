// Rules that relate two clauses, or a clause and a loop.

package check

import (
	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkPairs applies the restrictions that relate a clause to another clause, to the loops
// of its construct, or to its directive.
func (k relationRules) checkPairs(c *tree.Construct) {
	k.checkNonRectangular(c)
	k.checkInscanOrdered(c)
	k.checkOrderedTiles(c)
	k.checkLinearVariable(c)
	k.checkReducedTask(c)
	k.checkAncestor(c)
	k.checkEventItem(c)
	k.checkReductionSections(c)
	k.checkFirstAndLast(c)
	k.checkTwoIfs(c)
	k.checkListedTwice(c)
	k.checkLinear(c)
	k.checkThreadprivateLoop(c)
	k.checkBindTeams(c)
	k.checkTargetAllocators(c)
	mapRules{k.context}.checkShapes(c)
	mapRules{k.context}.checkMappers(c)
	mapRules{k.context}.checkDeviceAddresses(c)
	syncRules{k.context}.checkDependObjects(c)
	loopRules{k.context}.checkUnrollApply(c.Directive)
	loopRules{k.context}.checkCounts(c)
}

// rectangularOnly maps the clauses that are invalid on a non-rectangular loop nest to their sections.
var rectangularOnly = map[spec.ClauseKind]string{
	spec.ScheduleClause: "5.2 §11.5.3", spec.DistScheduleClause: "5.2 §11.6.1", spec.GrainsizeClause: "5.2 §12.6.1",
	spec.NumTasksClause: "5.2 §12.6.2", spec.OrderedClause: "5.2 §4.4.4",
}

func (k relationRules) checkNonRectangular(c *tree.Construct) {
	if c.Nest == nil {
		return
	}
	var inner, outer *tree.Loop
	for i, l := range c.Nest.Loops {
		for _, o := range c.Nest.Loops[:i] {
			if ctree.Mentions(l.Init, o.Var) || ctree.Mentions(l.Bound, o.Var) {
				inner, outer = l, o
			}
		}
	}
	if inner == nil {
		return
	}
	for _, cl := range c.Clauses {
		if section := rectangularOnly[cl.Kind]; section != "" && !cl.Implied {
			k.diags.Errorf(cl.Span, diag.NonRectangular, "clause '%s' is not allowed on a non-rectangular loop nest",
				cl.Kind).WithSection(section).
				WithNote(k.t.Unit.NodeSpan(inner.For), "the bounds of this loop depend on '%s'", outer.Var.Name()).
				WithFix("remove %s, or collapse fewer loops", cl.Kind)
		}
	}
}

// checkInscanOrdered reports clause ordered beside an inscan reduction (5.2 §5.5.8).
func (k relationRules) checkInscanOrdered(c *tree.Construct) {
	ordered := c.Clause(spec.OrderedClause)
	if ordered == nil {
		return
	}
	for _, r := range c.All(spec.ReductionClause) {
		if m := r.Modifier("inscan"); m != nil {
			k.diags.Errorf(ordered.Span, diag.ExclusiveClauses,
				"clause 'ordered' and an 'inscan' reduction are mutually exclusive").WithSection("5.2 §5.5.8").
				WithNote(m.Span, "'inscan' is here").
				WithFix("remove clause 'ordered': the scan keeps the order of the iterations")
		}
	}
}

// checkAncestor reports device(ancestor: …) on directives other than target, and clauses that must not
// appear beside it (5.2 §13.2, §13.8).
func (k relationRules) checkAncestor(c *tree.Construct) {
	d := c.Clause(spec.DeviceClause)
	if d == nil || !d.HasModifier("ancestor") {
		return
	}
	if !c.Has(spec.Target) {
		k.diags.Errorf(d.Span, diag.BadAncestor, "device(ancestor: …) is not allowed on '%s', only on 'target'",
			c.Kind).WithSection("5.2 §13.2").WithFix("write device(number)")
		return
	}
	if c.Kind != spec.Target {
		return
	}
	for _, cl := range c.Clauses {
		if !cl.Implied && !tree.OneOf(cl.Kind, spec.DeviceClause, spec.FirstprivateClause, spec.PrivateClause,
			spec.DefaultmapClause, spec.MapClause, spec.NowaitClause) {
			k.diags.Errorf(cl.Span, diag.BadAncestor,
				"clause '%s' is not allowed on a target construct with device(ancestor: …)", cl.Kind).
				WithSection("5.2 §13.8").
				WithNote(d.Span, "'ancestor' is here").
				WithFix("remove it: only device, firstprivate, private, defaultmap and map are allowed")
		}
	}
}

// checkEventItem reports the event of clause detach in a data-sharing clause of the task (5.2 §12.5.2).
func (k relationRules) checkEventItem(c *tree.Construct) {
	detach := c.Clause(spec.DetachClause)
	if detach == nil {
		return
	}
	event := resolve.DetachEvent(detach)
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if event != nil && it.Decl == event && inSharingClause(cl) {
				k.diags.Errorf(it.Span, diag.ExclusiveClauses,
					"event '%s' of clause 'detach' must not appear in clause '%s'", it.Text, cl.Kind).
					WithSection("5.2 §12.5.2").WithNote(detach.Span, "'detach' is here").
					WithFix("remove it: the event is firstprivate")
			}
		}
	}
}

// checkReductionBase reports a reduction item that is not a variable, an array element or an array section
// (5.2 §5.5.5).
func (k relationRules) checkReductionBase(cl *tree.Clause, it *tree.Item) {
	if it.Node == nil || it.Decl == nil || ctree.VarOf(it.Node) == it.Decl {
		return
	}
	k.diags.Errorf(it.Span, diag.ReductionItem,
		"'%s' in clause '%s' must be a variable, an array element or an array section", it.Text, cl.Kind).
		WithSection("5.2 §5.5.5").WithFix("reduce a local variable and assign it to %s after the construct", it.Text)
}

// checkReductionRows reports a reduction over an array section whose rows are not contiguous because the
// program reaches them through pointers (5.2 §5.5.5). The variable itself may be a pointer.
func (k relationRules) checkReductionRows(cl *tree.Clause, it *tree.Item) {
	if it.Decl == nil || it.Node == nil || ctree.VarOf(it.Node) != it.Decl || it.Decl.Type() == nil {
		return
	}
	t := it.Decl.Type()
	for i := range it.Sections {
		var elem cc.Type
		switch x := t.Undecay().(type) {
		case *cc.ArrayType:
			elem = x.Elem()
		case *cc.PointerType:
			if i > 0 {
				k.diags.Errorf(it.Span, diag.NotContiguous,
					"array section '%s' in clause '%s' is not contiguous: its rows are reached through pointers",
					it.Text, cl.Kind).
					WithSection("5.2 §5.5.5").WithFix("reduce each row separately, through a pointer to it")
				return
			}
			elem = x.Elem()
		}
		if elem == nil {
			return
		}
		t = elem
	}
}

// checkReductionSections reports an array section in a reduction that is not contiguous or has
// length 0 (5.2 §5.5.5).
func (k relationRules) checkReductionSections(c *tree.Construct) {
	for _, cl := range c.Clauses {
		if !cl.Kind.Is(spec.Reduces) {
			continue
		}
		clauseRules{k.context}.contiguous(cl, "5.2 §5.5.5")
		for _, it := range cl.Items {
			k.checkReductionBase(cl, it)
			k.checkReductionRows(cl, it)
			for _, s := range it.Sections {
				if s.Stride != nil {
					if v, ok := ctree.ConstInt(s.Stride.Node); !ok || v != 1 {
						k.diags.Errorf(s.Stride.Span, diag.NotContiguous,
							"array section '%s' in clause '%s' must be contiguous, but has a stride", it.Text, cl.Kind).
							WithSection("5.2 §5.5.5").
							WithFix("leave the stride out, or list the elements")
					}
				}
				if s.Length != nil {
					if v, ok := ctree.ConstInt(s.Length.Node); ok && v == 0 {
						k.diags.Errorf(s.Length.Span, diag.BadSection, "array section '%s' in clause '%s' has length 0",
							it.Text, cl.Kind).WithSection("5.2 §5.5.5").
							WithFix("leave the item out")
					}
				}
			}
		}
	}
}

// checkFirstAndLast reports a variable that is both firstprivate and lastprivate on distribute (5.2 §11.6).
// On a compound construct both clauses apply to distribute (§17.2).
func (k relationRules) checkFirstAndLast(c *tree.Construct) {
	if !c.Has(spec.Distribute) {
		return
	}
	for _, last := range c.All(spec.LastprivateClause) {
		for _, it := range last.Items {
			if f := k.listed(c, spec.FirstprivateClause, it.Decl); f != nil {
				k.diags.Errorf(it.Span, diag.ExclusiveClauses,
					"'%s' cannot be both firstprivate and lastprivate on '%s'", it.Text, c.Kind).
					WithSection("5.2 §11.6").
					WithNote(f.Span, "it is firstprivate here").WithFix("remove it from one of the clauses")
			}
		}
	}
}

// listed returns the item for d in a clause of the given kind on c, or nil.
func (k *context) listed(c *tree.Construct, kind spec.ClauseKind, d *cc.Declarator) *tree.Item {
	for _, cl := range c.All(kind) {
		for _, it := range cl.Items {
			if d != nil && it.Decl == d && !cl.Implied {
				return it
			}
		}
	}
	return nil
}

// checkTwoIfs reports an if clause without a directive name beside one that has one (5.2 §3.4). The first applies
// to all constituents, so it must be the only if clause. Another check reports two clauses
// of the same form.
func (k relationRules) checkTwoIfs(c *tree.Construct) {
	var named, plain *tree.Clause
	for _, cl := range c.All(spec.IfClause) {
		if len(cl.Modifiers) == 0 {
			if plain != nil {
				return
			}
			plain = cl
		} else {
			named = cl
		}
	}
	if named != nil && plain != nil {
		k.diags.Errorf(plain.Span, diag.RepeatedClause,
			"clause 'if' without a directive-name modifier applies to all of '%s' and must be the only one", c.Kind).
			WithSection("5.2 §3.4").WithNote(named.Span, "the other one is here").WithFix("write if(%s: …)", c.Leafs[0])
	}
}

// checkListedTwice reports a variable that is twice in aligned clauses or, on declare simd, twice in
// uniform and linear clauses (5.2 §5.11, §7.7).
func (k relationRules) checkListedTwice(c *tree.Construct) {
	once := map[*cc.Declarator]*tree.Item{}
	for _, cl := range c.Clauses {
		if !tree.OneOf(cl.Kind, spec.AlignedClause, spec.UniformClause) &&
			!(c.Kind == spec.DeclareSimd && cl.Kind == spec.LinearClause) {
			continue
		}
		for _, it := range cl.Items {
			first := once[it.Decl]
			if it.Decl == nil || it.Name {
				continue
			}
			if c.Kind == spec.DeclareSimd && cl.Kind == spec.AlignedClause {
				continue // an aligned pointer may be uniform or linear
			}
			if first == nil {
				once[it.Decl] = it
				continue
			}
			k.diags.Errorf(it.Span, diag.TwoClauses, "'%s' is listed twice on '%s'", it.Text, c.Kind).
				WithSection(cl.Def.Section).WithNote(first.Span, "it is listed here too").WithFix("remove one of them")
		}
	}
}

// checkLinear reports a linear clause whose step depends on one of its items, or whose modifier is for C++ or
// Fortran (5.2 §5.4.6). It also reports linear beside ordered(n) (5.2 §4.4.4).
func (k relationRules) checkLinear(c *tree.Construct) {
	for _, cl := range c.All(spec.LinearClause) {
		for _, m := range cl.Mods() {
			if tree.OneOf(m.Name, "ref", "uval") {
				k.diags.Errorf(m.Span, diag.UnknownModifier,
					"modifier '%s' of clause 'linear' applies to references, which C does not have", m.Name).
					WithSection("5.2 §5.4.6").WithFix("write val, or remove the modifier")
			}
		}
		if o := c.Clause(spec.OrderedClause); o != nil && len(o.Exprs) > 0 {
			k.diags.Errorf(cl.Span, diag.ExclusiveClauses, "clauses 'linear' and 'ordered(n)' are mutually exclusive").
				WithSection("5.2 §4.4.4").WithNote(o.Span, "'ordered' is here").
				WithFix("remove clause 'linear', and compute the values from the loop variable")
		}
		if c.Kind == spec.DeclareSimd {
			continue
		}
		for _, m := range cl.Trailing {
			for _, e := range m.Args {
				for _, it := range cl.Items {
					if e != nil && it.Decl != nil && ctree.Mentions(e.Node, it.Decl) {
						k.diags.Errorf(e.Span, diag.NotInvariant, "the step '%s' is not invariant: '%s' is linear",
							e.Text, it.Text).WithSection("5.2 §5.4.6").
							WithFix("copy the step to another variable before the construct")
					}
				}
			}
		}
	}
}

// checkThreadprivateLoop reports a threadprivate loop variable (5.2 §4.4.1).
func (k relationRules) checkThreadprivateLoop(c *tree.Construct) {
	if c.Nest == nil {
		return
	}
	for _, l := range c.Nest.Loops {
		if l.Declared || l.Var == nil || ctree.IsAutomatic(l.Var) {
			continue
		}
		if it := k.threadprivate[l.Var.Name()]; it != nil && it.Decl != nil && it.Decl.Name() == l.Var.Name() {
			k.diags.Errorf(k.t.Unit.NodeSpan(l.For), diag.LoopVariable, "the loop variable '%s' is threadprivate",
				l.Var.Name()).WithSection("5.2 §4.4.1").
				WithNote(it.Span, "it is declared threadprivate here").WithFix("use a local variable for the loop")
		}
	}
}

// checkBindTeams reports a loop bind(teams) that is not strictly nested in a teams region (5.2 §11.7).
func (k relationRules) checkBindTeams(c *tree.Construct) {
	cl := c.Clause(spec.BindClause)
	if cl == nil || len(cl.Words) == 0 || cl.Words[0] != "teams" || c.Has(spec.Teams) {
		return
	}
	for p := c; p != nil; p = p.Parent { // start at c: a compound construct has other leaves around its loop
		for i := len(p.Leafs) - 1; i >= 0; i-- {
			switch leaf := p.Leafs[i]; {
			case leaf == spec.Teams:
				return
			case tree.OneOf(leaf, spec.Parallel, spec.For, spec.Task, spec.Taskloop, spec.Single, spec.Sections,
				spec.Distribute, spec.Masked, spec.Master):
				k.diags.Errorf(cl.Span, diag.BadNesting,
					"'loop bind(teams)' must be strictly nested in a teams region, not in '%s'", leaf).
					WithSection("5.2 §11.7").
					WithNote(p.NameSpan(), "'%s' is here", p.Kind).WithFix("write bind(parallel) or bind(thread)")
				return
			}
		}
	}
}

// checkTargetAllocators reports a user-defined allocator in an allocate clause of a target construct that
// is not in uses_allocators (5.2 §13.8).
func (k relationRules) checkTargetAllocators(c *tree.Construct) {
	if !c.Has(spec.Target) || k.requires(spec.DynamicAllocatorsClause) {
		return
	}
	for _, cl := range c.All(spec.AllocateClause) {
		for _, m := range cl.Modifiers {
			for _, e := range m.Args {
				if e == nil || e.Node == nil {
					continue
				}
				d := ctree.VarOf(e.Node)
				if d == nil || k.usesAllocator(c, d) {
					continue
				}
				k.diags.Errorf(e.Span, diag.BadAllocator,
					"allocator '%s' must appear in a 'uses_allocators' clause of '%s'", e.Text, c.Kind).
					WithSection("5.2 §13.8").
					WithFix("add uses_allocators(%s), or write '#pragma omp requires dynamic_allocators'", e.Text)
			}
		}
	}
}

func (k relationRules) usesAllocator(c *tree.Construct, d *cc.Declarator) bool {
	for _, cl := range c.All(spec.UsesAllocatorsClause) {
		for _, it := range cl.Items {
			if it.Decl == d || it.Text == d.Name() {
				return true
			}
		}
	}
	return false
}

// checkOrderedTiles reports clause ordered on loops that tile or stripe generates. Generated loops do not
// run the iterations in the order of the source loops (5.2 §4.4.4).
func (k relationRules) checkOrderedTiles(c *tree.Construct) {
	ordered := c.Clause(spec.OrderedClause)
	if ordered == nil {
		return
	}
	for _, t := range c.Children {
		if tree.OneOf(t.Kind, spec.Tile, spec.Stripe) && t.Start <= c.StmtStart && c.StmtStart <= t.StmtStart {
			k.diags.Errorf(ordered.Span, diag.NoGeneratedLoop,
				"clause 'ordered' is not allowed on loops that '%s' generates", t.Kind).WithSection("5.2 §4.4.4").
				WithNote(t.NameSpan(), "'%s' is here", t.Kind).WithFix("remove one of them")
		}
	}
}

// checkLinearVariable reports a linear clause for a simd loop's variable whose step is not the loop's
// increment (5.2 §5.1.1). It also reports a loop body that modifies the step (5.2 §5.4.6).
func (k relationRules) checkLinearVariable(c *tree.Construct) {
	if c.Nest == nil || !c.Has(spec.Simd) {
		return
	}
	for _, cl := range c.All(spec.LinearClause) {
		for _, e := range tree.LinearSteps(cl) {
			k.invariantStep(c, e)
		}
		step, ok := int64(1), true
		if s := tree.LinearSteps(cl); len(s) > 0 {
			step, ok = ctree.ConstInt(s[0].Node)
		}
		for _, it := range cl.Items {
			l := c.Nest.Loops[0]
			if !ok || it.Decl == nil || l.Var != it.Decl || l.Declared {
				continue
			}
			if incr, known := l.ConstStep(); known && incr != step {
				k.diags.Errorf(it.Span, diag.LoopVariable,
					"loop variable '%s' has step %d, but clause 'linear' specifies %d", it.Text, incr, step).
					WithSection("5.2 §5.1.1").
					WithNote(k.t.Unit.NodeSpan(l.For), "the loop is here").
					WithFix("write linear(%s: %d), or remove the clause", it.Text, incr)
			}
		}
	}
}

func (k relationRules) invariantStep(c *tree.Construct, e *tree.Expr) {
	reported := false
	ctree.EachWrite(c.Nest.Body, func(d *cc.Declarator, at cc.Node) {
		if reported || !resolve.IsLocalScalar(d) || !ctree.Mentions(e.Node, d) {
			return
		}
		reported = true
		k.diags.Errorf(k.t.Unit.NodeSpan(at), diag.NotInvariant,
			"'%s' is modified in the loop body, but the step '%s' of clause 'linear' depends on it", d.Name(), e.Text).
			WithSection("5.2 §5.4.6").
			WithNote(e.Span, "the step is here").WithFix("copy the step to another variable before the construct")
	})
}

// checkReducedTask reports a firstprivate item of a task that is a reduction variable of an enclosing
// construct. The task would copy a partial result (5.2 §5.4.4).
func (k relationRules) checkReducedTask(c *tree.Construct) {
	if !c.Has(spec.Task) && !c.Has(spec.Taskloop) {
		return
	}
	for _, cl := range c.All(spec.FirstprivateClause) {
		for _, it := range cl.Items {
			for p := c.Parent; p != nil && it.Decl != nil && p.Def.Assoc != spec.AssocMeta; p = p.Parent {
				if x := resolve.PrivatisedBy(it, p, p.Leafs[0]); x != nil && x.Clause.Kind != spec.ReductionClause ||
					resolve.DeclaredIn(k.t, it.Decl, p) {
					break
				}
				if r := k.listed(p, spec.ReductionClause, it.Decl); r != nil {
					k.diags.Errorf(it.Span, diag.ReducedAround,
						"'%s' is a reduction variable of the enclosing '%s' construct and cannot be firstprivate on '%s'", it.Text, p.Kind, c.Kind).WithSection("5.2 §5.4.4").
						WithNote(r.Span, "it is reduced here").
						WithFix("write in_reduction on the task and reduction(task, …) on the construct, or copy the variable first")
					break
				}
				if p.Has(spec.Parallel) || p.Has(spec.Teams) || p.Has(spec.Target) {
					break
				}
			}
		}
	}
}
