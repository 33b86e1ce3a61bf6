package check

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// violation is a violated nesting rule: the construct must not be nested in up[at].
type violation struct {
	at                 int
	text, section, fix string
}

// nestingRule checks one rule for construct c with the outermost leaf outer. up holds the enclosing
// constructs, innermost first. It returns nil if the rule holds.
type nestingRule func(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation

// nestings lists the rules that apply to lexical nesting and to nesting through calls. For calls,
// orderedOwner replaces checkOrdered.
var nestings = []nestingRule{simdAndAtomic, worksharing, inTeams, inCritical, concurrent}

// checkNesting applies OpenMP 5.2 §17.1 to lexically nested constructs. checkCalls applies it to
// constructs that are nested through calls.
func (k nestingRules) checkNesting(c *tree.Construct) {
	if !nests(c) || c.Excluded() {
		return
	}
	outer := c.Leafs[0]
	up := tree.Around(c)
	k.checkOwner(c, up)
	k.checkCancel(c, up)
	if len(up) == 0 {
		return
	}
	for _, rule := range nestings {
		if v := rule(c, outer, up); v != nil {
			d := k.nested(c, up[v.at], "%s", v.text)
			d.Section, d.Fix = v.section, v.fix
		}
	}
	k.checkTargets(c, outer, up)
}

// nests reports whether construct c is executable, so that the nesting rules apply to it.
func nests(c *tree.Construct) bool {
	return c.Def.Category == "executable" || c.Def.Category == "subsidiary"
}

func (k nestingRules) nested(c *tree.Construct, a tree.Ancestor, format string, args ...any) *diag.Diagnostic {
	return k.diags.Errorf(c.NameSpan(), diag.BadNesting, format, args...).WithSection("5.2 §17.1").
		WithNote(a.C.NameSpan(), "'%s' is here", a.C.Kind)
}

// simdAndAtomic reports a construct that must not be nested in a simd or an atomic region.
func simdAndAtomic(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation {
	for i, a := range up {
		switch a.Leaf {
		case spec.Atomic:
			return &violation{at: i, text: fmt.Sprintf("'%s' cannot be nested in an atomic construct", c.Kind),
				section: "5.2 §17.1", fix: fmt.Sprintf("move '%s' out of the atomic construct", c.Kind)}
		case spec.Simd:
			ok := tree.OneOf(outer, spec.Atomic, spec.Loop, spec.Scan, spec.Simd) ||
				outer == spec.Ordered && c.Clause(spec.SimdClause) != nil ||
				tree.Transparent(outer) && outer != spec.Taskgroup && outer != spec.TargetData
			if !ok {
				return &violation{at: i, section: "5.2 §17.1", fix: fmt.Sprintf("move '%s' out of '%s'", c.Kind, a.C.Kind),
					text: fmt.Sprintf("'%s' cannot be nested in a simd region: only atomic, loop, scan, simd and ordered simd are allowed there", c.Kind)}
			}
			return nil
		}
		if tree.IsRegionRoot(a.Leaf) {
			return nil
		}
	}
	return nil
}

// worksharing reports a worksharing, masked, barrier or ordered region that is closely nested in a region which
// not all threads of the team execute together. All threads execute a scope region (6.0 §13.2).
func worksharing(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation {
	var bad []spec.DirectiveKind
	switch outer {
	case spec.For, spec.Sections, spec.Single, spec.Scope, spec.Barrier:
		bad = []spec.DirectiveKind{spec.For, spec.Sections, spec.Single, spec.Loop, spec.Task, spec.Taskloop,
			spec.Critical, spec.Ordered, spec.Masked, spec.Master}
	case spec.Loop:
		if b := c.Clause(spec.BindClause); b == nil || len(b.Words) == 0 || b.Words[0] != "parallel" {
			return nil
		}
		bad = []spec.DirectiveKind{spec.For, spec.Sections, spec.Single, spec.Loop, spec.Task, spec.Taskloop,
			spec.Critical, spec.Ordered, spec.Masked, spec.Master}
	case spec.Masked, spec.Master:
		bad = []spec.DirectiveKind{spec.For, spec.Sections, spec.Single, spec.Loop, spec.Task, spec.Taskloop}
	case spec.Ordered:
		if c.Clause(spec.SimdClause) != nil && c.Clause(spec.ThreadsClause) == nil { // it orders the lanes of one thread (6.0 §17.10)
			return nil
		}
		bad = []spec.DirectiveKind{spec.Critical, spec.Ordered, spec.Loop, spec.Task, spec.Taskloop}
	default:
		return nil
	}
	for i, a := range up {
		if tree.IsRegionRoot(a.Leaf) {
			return nil
		}
		if slices.Contains(bad, a.Leaf) {
			return &violation{at: i,
				text:    fmt.Sprintf("'%s' cannot be closely nested in a '%s' region", c.Kind, a.Leaf),
				section: "5.2 §17.1",
				fix:     fmt.Sprintf("move '%s' out of '%s', or write a parallel construct between them", c.Kind, a.Leaf)}
		}
	}
	return nil
}

// notInTeams lists the constructs that must not be strictly nested in a teams region.
var notInTeams = []spec.DirectiveKind{spec.For, spec.Sections, spec.Single, spec.Scope, spec.Masked, spec.Master,
	spec.Barrier, spec.Simd, spec.Task, spec.Taskloop, spec.Taskwait, spec.Taskyield,
	spec.Ordered, spec.Critical, spec.Flush, spec.Depobj, spec.Interop, spec.Target, spec.TargetData, spec.TargetUpdate, spec.TargetEnterData, spec.TargetExitData}

// inTeams checks strict nesting (5.2 §10.2). It reports distribute outside teams, teams outside target, and
// constructs that must not be strictly nested in teams.
func inTeams(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation {
	i := tree.Strictly(up)
	if i < 0 {
		return nil
	}
	v := &violation{at: i, section: "5.2 §17.1"}
	switch a := up[i]; {
	case outer == spec.Distribute && a.Leaf != spec.Teams:
		v.text = fmt.Sprintf("'%s' must be strictly nested in a teams region, not in '%s'", c.Kind, a.Leaf)
		v.fix = fmt.Sprintf("write teams %s", c.Kind)
	case outer == spec.Teams && a.Leaf != spec.Target:
		v.text = fmt.Sprintf("'%s' must be strictly nested in a target region or outside of all regions, not in '%s'",
			c.Kind, a.Leaf)
		v.fix = fmt.Sprintf("move '%s' out of '%s'", c.Kind, a.Leaf)
	case a.Leaf == spec.Teams && slices.Contains(notInTeams, outer):
		v.text = fmt.Sprintf("'%s' cannot be strictly nested in a teams region: only distribute, parallel and loop are allowed there", c.Kind)
		v.fix = "move it into a parallel or distribute construct"
	default:
		return nil
	}
	return v
}

// checkTargets reports device constructs in target regions (5.2 §13.8).
func (k nestingRules) checkTargets(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) {
	if tree.OneOf(outer, spec.Target, spec.TargetData, spec.TargetUpdate, spec.TargetEnterData, spec.TargetExitData) {
		for _, a := range up {
			if a.Leaf == spec.Target {
				if d := c.Clause(spec.DeviceClause); d != nil && d.HasModifier("ancestor") {
					return
				}
				e := k.nested(c, a, "'%s' cannot be nested in a target region", c.Kind).WithSection("5.2 §13.8").
					WithFix("move it before or after the target region")
				if outer == spec.Target {
					e.WithFix("remove the directive: its block already runs on the device")
				}
				return
			}
		}
	}
	if outer == spec.Teams && up[0].Leaf == spec.Target && c.Parent != nil &&
		c.Parent.Leafs[len(c.Parent.Leafs)-1] == spec.Target {
		k.onlyTeams(c)
	}
}

// holds reports whether block item b contains construct c.
func (k nestingRules) holds(b *cc.BlockItem, c *tree.Construct) bool {
	start, end := k.t.Unit.NodeRange(b)
	return start <= c.StmtStart && c.StmtStart < end
}

// onlyTeams reports other statements in a target construct that contains the teams construct c (5.2 §10.2).
func (k nestingRules) onlyTeams(c *tree.Construct) {
	s := c.Parent.Stmt
	for s != nil && s.CompoundStatement != nil {
		l := s.CompoundStatement.BlockItemList
		if l == nil {
			return
		}
		for it := l; it != nil; it = it.BlockItemList {
			if b := it.BlockItem; b.Statement == nil ||
				b.Statement.IterationStatement == nil && b.Statement.CompoundStatement == nil || !k.holds(b, c) {
				if b.Statement != nil && b.Statement.ExpressionStatement != nil &&
					(b.Statement.ExpressionStatement.ExpressionList == nil || k.t.Unit.InPragma(b) != nil) {
					continue
				}
				k.diags.Errorf(k.t.Unit.NodeSpan(b), diag.TargetNotOnlyTeams,
					"a target construct with a nested teams construct must not contain other statements or directives").
					WithSection("5.2 §10.2").WithNote(c.NameSpan(), "'%s' is here", c.Kind).
					WithFix("move this before the target construct, or into the teams construct")
				return
			}
		}
		s = l.BlockItem.Statement
	}
}

// inCritical reports a critical region that is nested in one of the same name. It would deadlock.
func inCritical(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation {
	if c.Kind != spec.Critical {
		return nil
	}
	for i, a := range up {
		if a.Leaf == spec.Critical && criticalName(a.C) == criticalName(c) {
			return &violation{at: i, section: "5.2 §17.1", fix: "give one of them another name",
				text: "a critical region cannot be nested in a critical region of the same name: it would deadlock"}
		}
	}
	return nil
}

func criticalName(c *tree.Construct) string {
	if c.Args == nil || len(c.Args.Words) == 0 {
		return ""
	}
	return c.Args.Words[0]
}

// concurrent reports a construct that must not be nested in a region of order(concurrent) (5.2 §10.3) or in
// a loop construct.
func concurrent(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation {
	if tree.OneOf(outer, spec.Loop, spec.Parallel, spec.Simd, spec.Atomic) || tree.Transparent(outer) {
		return nil
	}
	for i, a := range up {
		if tree.IsRegionRoot(a.Leaf) {
			return nil
		}
		if a.Leaf == spec.Loop || a.C.Clause(spec.OrderClause) != nil &&
			tree.OneOf(a.Leaf, spec.For, spec.Simd, spec.Distribute) {
			if outer == spec.Ordered && a.Leaf == spec.Loop {
				return nil // the rule worksharing reports it
			}
			if outer == spec.Scan && a.Leaf == spec.Loop && i == 0 && a.C.Has(spec.Teams) {
				return nil // an extension (checkScannedLoop)
			}
			if tree.OneOf(outer, spec.For, spec.Sections, spec.Single, spec.Scope, spec.Barrier, spec.Masked,
				spec.Master) && a.Leaf == spec.Loop {
				return nil
			}
			fix := fmt.Sprintf("move '%s' out of '%s'", c.Kind, a.C.Kind)
			if a.C.Clause(spec.OrderClause) != nil {
				fix = fmt.Sprintf("move '%s' out of '%s', or remove the order clause", c.Kind, a.C.Kind)
			}
			return &violation{at: i, section: "5.2 §10.3", fix: fix,
				text: fmt.Sprintf("'%s' cannot be nested in a region with order(concurrent): only loop, parallel and simd are allowed there", c.Kind)}
		}
	}
	return nil
}

// orderedOwner reports an ordered region with a block whose enclosing worksharing loop has no ordered clause.
func orderedOwner(c *tree.Construct, outer spec.DirectiveKind, up []tree.Ancestor) *violation {
	if c.Kind != spec.Ordered || c.Clause(spec.SimdClause) != nil || c.StandAlone() {
		return nil
	}
	for i, a := range up {
		if tree.IsRegionRoot(a.Leaf) {
			return nil
		}
		if a.Leaf == spec.For {
			if a.C.Clause(spec.OrderedClause) != nil {
				return nil
			}
			return &violation{at: i, section: "5.2 §15.10", fix: fmt.Sprintf("write %s ordered", a.C.Kind),
				text: fmt.Sprintf("'ordered' needs an 'ordered' clause on the enclosing '%s' construct", a.C.Kind)}
		}
	}
	return nil
}

// checkOwner reports section, scan, ordered and task iteration outside the construct to which they belong.
func (k nestingRules) checkOwner(c *tree.Construct, up []tree.Ancestor) {
	switch c.Kind {
	case spec.Section:
		if len(up) == 0 || up[0].Leaf != spec.Sections {
			k.diags.Errorf(c.NameSpan(), diag.BadNesting, "'section' must be directly inside a 'sections' construct").
				WithSection("5.2 §11.3.1").
				WithFix("write the sections in '#pragma omp sections' { … }")
		}
	case spec.TaskIteration:
		if knownAround(c) && (len(up) == 0 || up[0].Leaf != spec.Taskloop &&
			!(up[0].Leaf == spec.Simd && len(up) > 1 && up[1].Leaf == spec.Taskloop)) {
			k.diags.Errorf(c.NameSpan(), diag.BadNesting,
				"'%s' must be directly inside the loop body of a 'taskloop' construct", c.Kind).
				WithSection("6.0 §14.2.3").
				WithFix("write it at the beginning of the loop body of the taskloop")
		}
	case spec.Scan:
		k.checkScan(c, up)
	case spec.Ordered:
		k.checkOrdered(c, up)
	}
}

func (k nestingRules) checkScan(c *tree.Construct, up []tree.Ancestor) {
	if len(up) == 0 || !tree.OneOf(up[0].Leaf, spec.For, spec.Simd) &&
		!(up[0].Leaf == spec.Loop && up[0].C.Has(spec.Teams)) { // an extension, like distribute
		k.diags.Errorf(c.NameSpan(), diag.BadNesting, "'scan' must be directly inside the body of a for or simd loop").
			WithSection("5.2 §5.6").
			WithFix("write it between two statements of the body of such a loop")
		return
	}
	for _, r := range up[0].C.All(spec.ReductionClause) {
		if r.HasModifier("inscan") {
			if n := up[0].C.Nest; n != nil && !k.partsBody(c, n.Body) {
				k.diags.Errorf(c.NameSpan(), diag.BadNesting,
					"'scan' must be directly inside the loop body, not inside a nested statement").
					WithSection("5.2 §5.6").
					WithNote(up[0].C.NameSpan(), "'%s' is here", up[0].C.Kind).
					WithFix("move it to the level of the loop body, and conditions into the statements around it")
			}
			return
		}
	}
	k.diags.Errorf(c.NameSpan(), diag.ScanWithoutInscan,
		"'scan' needs a 'reduction' clause with modifier 'inscan' on '%s'", up[0].C.Kind).WithSection("5.2 §5.6").
		WithNote(up[0].C.NameSpan(), "'%s' is here", up[0].C.Kind).WithFix("write reduction(inscan, +: …)")
}

// partsBody reports whether scan directive c separates statements of body itself, not of a nested statement.
func (k nestingRules) partsBody(c *tree.Construct, body *cc.Statement) bool {
	if body == nil || body.CompoundStatement == nil {
		return false
	}
	for l := body.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		s := l.BlockItem.Statement
		if s == nil {
			continue
		}
		if s.ExpressionStatement != nil {
			if p, ok := ctree.Strip(s.ExpressionStatement.ExpressionList).(*cc.PostfixExpression); ok &&
				k.t.ByCall[p] == c {
				return true
			}
		}
		if s.IterationStatement != nil && k.t.ByLoop[s.IterationStatement] == c ||
			s.CompoundStatement != nil && k.partsBody(c, s) {
			return true
		}
	}
	return false
}

func (k nestingRules) checkOrdered(c *tree.Construct, up []tree.Ancestor) {
	if cl := c.Clause(spec.SimdClause); cl != nil {
		for _, a := range up {
			if a.Leaf == spec.Simd || tree.IsRegionRoot(a.Leaf) {
				return
			}
			if tree.OneOf(a.Leaf, spec.For, spec.Loop, spec.Distribute, spec.Sections, spec.Single, spec.Task,
				spec.Taskloop) {
				k.nested(c, a, "'ordered simd' must be closely nested in a simd region, not in '%s'", a.Leaf).
					WithFix("write ordered without simd, or '%s simd'", a.C.Kind)
				return
			}
		}
		return
	}
	for _, a := range up {
		if tree.IsRegionRoot(a.Leaf) {
			break
		}
		if a.Leaf != spec.For {
			continue
		}
		ord := a.C.Clause(spec.OrderedClause)
		if ord == nil {
			k.diags.Errorf(c.NameSpan(), diag.OrderedWithoutClause,
				"'ordered' needs an 'ordered' clause on the enclosing '%s' construct", a.C.Kind).
				WithSection("5.2 §15.10").WithNote(a.C.NameSpan(), "'%s' is here", a.C.Kind).
				WithFix("write %s ordered", a.C.Kind)
		} else {
			k.checkSink(c, a.C)
			loopRules{k.context}.checkVectors(c, a.C)
			if c.Stmt != nil && len(ord.Exprs) > 0 && (a.C.HasDoacross() || !a.C.OrdersCollapsed()) {
				k.diags.Errorf(c.NameSpan(), diag.OrderedBlock,
					"'ordered' with a block is not allowed in a loop nest with ordered(n), which has doacross dependences").
					WithSection("5.2 §15.10.2").WithNote(ord.Span, "the ordered clause is here").
					WithFix("write ordered without a number on '%s'", a.C.Kind)
			}
		}
		return
	}
	if c.StandAlone() && knownAround(c) {
		k.diags.Errorf(c.NameSpan(), diag.OrderedWithoutClause,
			"'ordered' with doacross must be inside a worksharing loop with ordered(n)").
			WithSection("5.2 §15.10.1").WithFix("write #pragma omp for ordered(n) before the loops")
	}
}

// knownAround reports whether the constructs around c are known: no metadirective encloses it.
func knownAround(c *tree.Construct) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Def.Assoc == spec.AssocMeta {
			return false
		}
	}
	return true
}

// checkSink reports a doacross vector whose number of elements is not the n of ordered(n).
func (k nestingRules) checkSink(c, loop *tree.Construct) {
	ord := loop.Clause(spec.OrderedClause)
	n, ok := loop.OrderedLoops()
	if !ok {
		return
	}
	for _, d := range c.All(spec.DoacrossClause) {
		if d.HasModifier("sink") && int64(len(d.Exprs)) != n &&
			!(len(d.Exprs) == 1 && tree.IsReserved(tree.FirstWord(d.Exprs[0].Text))) {
			k.diags.Errorf(d.Span, diag.DoacrossVector,
				"the iteration vector has %d elements, but the loop nest has ordered(%d)", len(d.Exprs), n).
				WithSection("5.2 §15.9.6").WithNote(ord.Span, "the ordered clause is here").
				WithFix("write one element for each of the %d loops", n)
		}
	}
}

// checkCancel reports cancel and cancellation point directives that are not closely nested in the
// construct that they name (5.2 §16.1). It also reports cancelled constructs with conflicting clauses.
func (k nestingRules) checkCancel(c *tree.Construct, up []tree.Ancestor) {
	if c.Kind != spec.Cancel && c.Kind != spec.CancellationPoint || c.Args == nil {
		return
	}
	want := spec.DirectiveNamed(c.Args.Words[0])
	if len(up) == 0 {
		k.diags.Errorf(c.NameSpan(), diag.BadNesting,
			"'%s %s' must be closely nested in a '%s' construct, but has no enclosing construct", c.Kind, want, want).
			WithSection(c.Def.Section).WithFix("move it into the block of the construct")
		return
	}
	for _, a := range up {
		if tree.Transparent(a.Leaf) && a.Leaf != spec.Taskgroup {
			continue
		}
		switch {
		case a.Leaf == want, want == spec.Sections && a.Leaf == spec.Section, want == spec.Taskgroup &&
			tree.OneOf(a.Leaf, spec.Task, spec.Taskloop):
			if c.Kind == spec.Cancel && tree.OneOf(want, spec.For, spec.Sections) {
				for _, bad := range []spec.ClauseKind{spec.NowaitClause, spec.OrderedClause} {
					if cl := a.C.Clause(bad); cl != nil {
						k.diags.Errorf(c.NameSpan(), diag.CancelConflict,
							"a construct with clause '%s' cannot be cancelled", bad).WithSection("5.2 §16.1").
							WithNote(cl.Span, "the clause is here").
							WithFix("remove clause '%s' from the construct", bad)
					}
				}
				for _, r := range a.C.All(spec.ReductionClause) {
					if m := r.Modifier("inscan"); m != nil {
						k.diags.Errorf(c.NameSpan(), diag.CancelConflict,
							"a construct with an 'inscan' reduction cannot be cancelled").WithSection("5.2 §16.1").
							WithNote(m.Span, "'inscan' is here").
							WithFix("remove the cancel directive, or compute the scan in a loop of its own")
					}
				}
			}
			return
		}
		k.nested(c, a, "'%s %s' must be closely nested in a '%s' construct, not in '%s'", c.Kind, want, want, a.Leaf).
			WithSection(c.Def.Section).
			WithFix("write '%s' directly into the block of a '%s' construct", c.Kind, want)
		return
	}
}
