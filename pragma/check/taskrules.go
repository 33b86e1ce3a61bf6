package check

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkTaskRules applies the rules of 6.0 on what tasks, task graphs and generated loops
// consist of.
func (k taskRules) checkTaskRules(c *tree.Construct) {
	k.checkTaskgraph(c)
	k.checkApplied(c)
	switch {
	case c.Kind == spec.TaskIteration:
		k.checkTaskIteration(c)
	case c.Kind == spec.Scan && c.Clause(spec.InitCompleteClause) != nil:
		k.checkInitComplete(c)
	}
	if cl := c.Clause(spec.DetachClause); cl != nil {
		k.inFinal(c, cl.Span, "a task with a 'detach' clause", "remove detach, or final", "5.2 §12.5.2")
	}
	if c.Kind == spec.Taskgraph {
		k.inFinal(c, c.NameSpan(), "'taskgraph'", "remove final", "6.0 §14.3")
	}
	if cl := c.Clause(spec.UntiedClause); cl != nil && c.Stmt != nil {
		k.checkUntied(c, cl)
	}
}

// checkUntied: a task that may go on on another thread uses no threadprivate variable
// (5.2 §5.2).
func (k taskRules) checkUntied(c *tree.Construct, cl *tree.Clause) {
	reported := map[string]bool{}
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		if it, ok := n.(*cc.IterationStatement); ok {
			if o := k.t.ByLoop[it]; o != nil && o != c &&
				(o.Has(spec.Task) || o.Has(spec.Taskloop) || o.Has(spec.Parallel) || o.Has(spec.Target)) {
				return false // another task's
			}
		}
		p, ok := n.(*cc.PrimaryExpression)
		if !ok || p.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d := ctree.VarOf(p)
		if d == nil || ctree.IsFunction(d) || reported[d.Name()] {
			return true
		}
		if tp := k.threadprivate[d.Name()]; tp != nil && tp.Decl != nil && tree.SameObject(tp.Decl, d) {
			reported[d.Name()] = true
			k.diags.Errorf(k.t.Unit.NodeSpan(p), diag.Threadprivate,
				"threadprivate variable '%s' cannot be used in an untied task, which may resume on another thread",
				d.Name()).
				WithSection("5.2 §5.2").WithNote(cl.Span, "'untied' is here").
				WithNote(tp.Span, "it is declared threadprivate here").
				WithFix("remove untied, or copy the value to a firstprivate variable")
		}
		return true
	})
}

// checkTaskgraph: what a task graph records are tasks, for which it does not wait in
// between (6.0 §14.3).
func (k taskRules) checkTaskgraph(c *tree.Construct) {
	g := c.Parent
	if g == nil || g.Kind != spec.Taskgraph || c.Def.Category != "executable" {
		return
	}
	tasks := tree.OneOf(c.Leafs[0], spec.Task, spec.Taskloop, spec.Target, spec.TargetData, spec.TargetEnterData,
		spec.TargetExitData, spec.TargetUpdate, spec.Taskwait, spec.Interop, spec.Dispatch)
	if !tasks {
		k.diags.Errorf(c.NameSpan(), diag.BadNesting,
			"'%s' cannot be in a taskgraph construct: only task-generating constructs are allowed there", c.Kind).
			WithSection("6.0 §14.3").
			WithNote(g.NameSpan(), "'taskgraph' is here").WithFix("write the taskgraph construct around the tasks only")
		return
	}
	if _, may := c.Def.Clauses[spec.NogroupClause]; may && c.Clause(spec.NogroupClause) == nil {
		k.diags.Errorf(c.NameSpan(), diag.MissingClause, "'%s' in a taskgraph construct needs the clause nogroup",
			c.Kind).WithSection("6.0 §14.3").
			WithNote(g.NameSpan(), "'taskgraph' is here").
			WithFix("add nogroup: the taskgraph construct waits for the tasks")
	}
	if r := c.Clause(spec.ReplayableClause); r == nil || !isFalse(r) {
		k.checkReplayable(g, c)
	}
}

// checkReplayable: the tasks that taskgraph g records can be executed again: they are
// deferred, complete by themselves, and use no variable of the block that made them
// (6.0 §14.3).
func (k taskRules) checkReplayable(g, c *tree.Construct) {
	report := func(at diag.Span, what, fix string) {
		k.diags.Errorf(at, diag.NotReplayable, "a construct recorded by a taskgraph %s", what).WithSection("6.0 §14.3").
			WithNote(g.NameSpan(), "'taskgraph' is here").WithFix("%s", fix)
	}
	if nowait := c.Clause(spec.NowaitClause); (nowait == nil || isFalse(nowait)) && tree.OneOf(c.Leafs[0], spec.Target,
		spec.TargetEnterData, spec.TargetExitData, spec.TargetUpdate) {
		report(c.NameSpan(), "must be deferred", "add nowait, or write replayable(0)")
	}
	for _, cl := range c.Clauses {
		switch {
		case cl.Implied:
		case cl.Kind == spec.DetachClause:
			report(cl.Span, "cannot have a 'detach' clause", "remove detach, or write replayable(0)")
		case cl.Kind == spec.IfClause && isFalse(cl) && (c.Kind == spec.Task || c.Kind == spec.Taskloop):
			report(cl.Span, "must be deferred", "remove if, or write replayable(0)")
		case cl.Kind == spec.TransparentClause && !isFalse(cl):
			report(cl.Span, "cannot be transparent", "remove transparent, or write replayable(0)")
		case cl.Kind == spec.SharedClause:
			for _, it := range cl.Items {
				if k.ofBlock(g, it.Decl) {
					report(it.Span, "cannot share '"+it.Text+"', which no longer exists when the record is replayed",
						"write firstprivate("+it.Text+")")
				}
			}
		case tree.OneOf(cl.Kind, spec.MapClause, spec.ToClause, spec.FromClause):
			for _, it := range cl.Items {
				if k.ofBlock(g, it.Decl) && (it.IsVar() || ctree.IsArrayVariable(it.Decl)) {
					report(it.Span, "cannot map '"+it.Text+"', which no longer exists when the record is replayed",
						"declare it before the taskgraph construct, or write replayable(0)")
				}
			}
		}
	}
}

// ofBlock reports whether d is an automatic variable of the block of taskgraph g.
func (k taskRules) ofBlock(g *tree.Construct, d *cc.Declarator) bool {
	if d == nil || !ctree.IsAutomatic(d) || g.Stmt == nil {
		return false
	}
	lo, hi := k.t.Unit.NodeRange(g.Stmt)
	return k.t.Unit.Offset(d) >= lo && k.t.Unit.Offset(d) < hi
}

// checkApplied: the indices of apply's loops are in order, and each loop is in one
// clause (6.0 §11.1).
func (k taskRules) checkApplied(c *tree.Construct) {
	seen := map[string]*tree.Modifier{}
	for _, cl := range c.All(spec.ApplyClause) {
		for _, m := range cl.Modifiers {
			last := 0
			if o := seen[m.Name]; m.Raw == "" && o != nil {
				k.diags.Errorf(m.Span, diag.BadApply, "generated loops '%s' appear in two 'apply' clauses", m.Name).
					WithSection("6.0 §11.1").
					WithNote(o.Span, "the other one is here").
					WithFix("write apply(%s: first, second, …), or the loops' numbers", m.Name)
			} else if m.Raw == "" {
				seen[m.Name] = m
			}
			for _, word := range strings.Split(m.Raw, ",") {
				i, err := strconv.Atoi(strings.TrimSpace(word))
				if err != nil {
					continue
				}
				key := m.Name + " " + strconv.Itoa(i)
				if o := seen[key]; o != nil {
					k.diags.Errorf(m.Span, diag.BadApply, "generated loop %d of '%s' appears in two 'apply' clauses", i,
						m.Name).WithSection("6.0 §11.1").WithNote(o.Span, "the other one is here").
						WithFix("write its directives into one of the two")
				} else if i < last {
					k.diags.Errorf(m.Span, diag.BadApply,
						"generated loops '%s' must be in ascending order, but %d follows %d", m.Name, i, last).
						WithSection("6.0 §11.1").WithFix("write the numbers in ascending order")
				}
				seen[key], last = m, i
			}
		}
	}
}

// checkTaskIteration: the directive is before all statements of the loop's body (6.0
// §14.2.3).
func (k taskRules) checkTaskIteration(c *tree.Construct) {
	if c.Parent == nil || c.Parent.Nest == nil {
		return
	}
	u := k.t.Unit
	var body *cc.Statement
	for _, l := range c.Parent.Nest.Loops {
		if l.For != nil && u.Offset(l.For.Statement) < c.Start {
			body = l.For.Statement
		}
	}
	k.checkIterationNest(c)
	if body == nil || body.Case != cc.StatementCompound {
		return
	}
	for l := body.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if at := u.Offset(l.BlockItem); at < c.Start && u.InPragma(l.BlockItem) == nil {
			k.diags.Errorf(c.NameSpan(), diag.BadPlacement,
				"'task iteration' must precede the statements of the loop body").WithSection("6.0 §14.2.3").
				WithNote(u.NodeSpan(l.BlockItem), "this statement precedes it").
				WithFix("move it to the beginning of the loop body")
			return
		}
	}
}

// checkIterationNest: loops whose iterations are named have nothing in between (6.0 §14.2.3).
func (k taskRules) checkIterationNest(c *tree.Construct) {
	loops := c.Parent.Nest.Loops
	for i := 1; i < len(loops); i++ {
		body := loops[i-1].For.Statement
		if body.Case != cc.StatementCompound {
			continue
		}
		for l := body.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			b := l.BlockItem
			if b.Case == cc.BlockItemStmt && (b.Statement.IterationStatement != nil || tree.IsEmpty(b.Statement)) ||
				k.t.Unit.InPragma(b) != nil {
				continue
			}
			k.diags.Errorf(k.t.Unit.NodeSpan(b), diag.NotPerfectlyNested,
				"a taskloop with a task_iteration directive needs perfectly nested loops, but there is code between them").WithSection("6.0 §14.2.3").
				WithNote(c.NameSpan(), "'task iteration' is here").WithFix("move it into the innermost loop")
			return
		}
	}
}

// checkInitComplete: the initialisation phase is before the input phase (6.0 §7.7).
func (k taskRules) checkInitComplete(c *tree.Construct) {
	if c.Parent == nil {
		return
	}
	for _, o := range c.Parent.Children {
		if o.Kind == spec.Scan && o.Clause(spec.ExclusiveClause) != nil && o.Start < c.Start {
			k.diags.Errorf(c.NameSpan(), diag.ScanPhases,
				"the 'scan' directive with 'init_complete' must precede the one with 'exclusive'").
				WithSection("6.0 §7.7").
				WithNote(o.NameSpan(), "'exclusive' is here").
				WithFix("move it and the initialising statements to the beginning of the loop body")
		}
	}
}

// inFinal reports what cannot be in a final task, whose tasks are executed at once: one
// with an event, for which the thread would wait itself (5.2 §12.5.2), and a task graph
// (6.0 §14.3).
func (k taskRules) inFinal(c *tree.Construct, at diag.Span, what, fix, section string) {
	for p := c.Parent; p != nil && !p.Has(spec.Parallel) && !p.Has(spec.Teams) && !p.Has(spec.Target); p = p.Parent {
		final := p.Clause(spec.FinalClause)
		if final == nil || len(final.Exprs) == 0 {
			continue
		}
		if v, ok := ctree.ConstInt(final.Exprs[0].Node); ok && v != 0 {
			k.diags.Errorf(at, diag.BadNesting, "%s cannot be in a final task", what).WithSection(section).
				WithNote(final.Span, "the enclosing task is final here").WithFix("%s", fix)
			return
		}
	}
}
