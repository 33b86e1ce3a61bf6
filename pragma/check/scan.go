package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkScannedLoop applies the rules on a loop with an inscan reduction: the parts before and behind the scan directive
// share nothing but the scanned list items (5.2 §5.5.8, §5.6). Distribute must not be one of its constituents. As an
// extension, it may be where threads share the iterations, too, and so may teams loop.
func (k sharingRules) checkScannedLoop(c *tree.Construct) {
	var inscan *tree.Modifier
	for _, cl := range c.All(spec.ReductionClause) {
		if m := cl.Modifier("inscan"); m != nil {
			inscan = m
		}
	}
	if inscan == nil {
		return
	}
	if c.Has(spec.Distribute) && !c.Has(spec.For) {
		k.diags.Errorf(inscan.Span, diag.Inscan,
			"an 'inscan' reduction is not allowed on '%s', which distributes iterations to teams", c.Kind).
			WithSection("5.2 §5.5.8").
			WithFix("write a construct without distribute, such as target parallel for")
		return
	}
	if cl := c.Clause(spec.DistScheduleClause); cl != nil {
		k.diags.Errorf(cl.Span, diag.ExclusiveClauses,
			"clause 'dist_schedule' and an 'inscan' reduction are mutually exclusive").WithSection("5.2 §5.5.8").
			WithNote(inscan.Span, "'inscan' is here").WithFix("remove dist_schedule: the teams take the iterations in their order")
	}
	if c.Has(spec.Distribute) || c.Has(spec.Loop) {
		k.diags.Warnf(inscan.Span, diag.OmpInscanDistribute,
			"an 'inscan' reduction on '%s' is an extension of ompcc", c.Kind).WithSection("5.2 §5.5.8").
			WithFix("write target parallel for, which uses one team, for other compilers")
	}
	k.checkLinearBesideScan(c, inscan)
	for _, s := range c.Children {
		if s.Kind == spec.Scan && s.Clause(spec.InitCompleteClause) == nil && c.Nest != nil {
			k.checkScannedItems(c, s)
			k.checkScanPhase(c, s)
			k.checkPhases(c, s)
			return
		}
	}
}

// checkPhases: the host's and the device's code run the part before scan directive s for many iterations before the
// part after it. So a variable of the body does not live from one part to the other, and no branch leads there.
func (k sharingRules) checkPhases(c, s *tree.Construct) {
	u := k.t.Unit
	body := u.Offset(c.Nest.Body)
	for _, x := range c.Children { // what an initialization phase sets lasts (6.0 §7.7.3)
		if init := x.Clause(spec.InitCompleteClause); x.Kind == spec.Scan && init != nil && tree.EndsInitPhase(init) {
			body = x.Start
		}
	}
	reported := map[*cc.Declarator]bool{}
	ctree.Walk(c.Nest.Body, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			d := ctree.VarOf(x)
			if d == nil || reported[d] || d.Type() == nil || ctree.IsFunction(d) || !ctree.IsAutomatic(d) {
				break
			}
			if at := u.Offset(d); at >= body && at < s.Start && u.Offset(x) > s.Start {
				reported[d] = true
				k.diags.Errorf(u.NodeSpan(x), diag.ScanPhases,
					"'%s' is declared before the 'scan' directive and used after it: only list items of the scan may cross it", d.Name()).
					WithSection("5.2 §5.6").WithNote(s.NameSpan(), "'scan' is here").
					WithNote(u.NodeSpan(d), "'%s' is declared here", d.Name()).
					WithFix("compute it again after the scan directive")
			}
		case *cc.JumpStatement:
			if l, ok := x.Label().(*cc.LabeledStatement); ok && x.Case == cc.JumpStatementGoto &&
				(u.Offset(x) < s.Start) != (u.Offset(l) < s.Start) {
				k.leavesPhase(x, s, "goto")
			}
		}
		return true
	})
	k.continues(c.Nest.Body, s)
}

func (k sharingRules) leavesPhase(j *cc.JumpStatement, s *tree.Construct, what string) {
	k.diags.Errorf(k.t.Unit.NodeSpan(j), diag.BranchOut, "'%s' must not branch across the 'scan' directive", what).
		WithSection("5.2 §5.6").
		WithNote(s.NameSpan(), "'scan' is here").WithFix("write the skipped statements in an if")
}

// continues reports continue statements before s that end the iteration of the
// scanned loop itself.
func (k sharingRules) continues(n cc.Node, s *tree.Construct) {
	ctree.Walk(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			return k.t.ByLoop[x] != nil
		case *cc.JumpStatement:
			if x.Case == cc.JumpStatementContinue && k.t.Unit.Offset(x) < s.Start {
				k.leavesPhase(x, s, "continue")
			}
		}
		return true
	})
}

// checkLinearBesideScan: beside a scan, only loop variables are linear (5.2 §5.4.6).
func (k sharingRules) checkLinearBesideScan(c *tree.Construct, inscan *tree.Modifier) {
	if c.Nest == nil {
		return
	}
	for _, cl := range c.All(spec.LinearClause) {
		for _, it := range cl.Items {
			own := false
			for _, l := range c.Nest.Loops {
				own = own || l.Var == it.Decl
			}
			if !own && it.Decl != nil {
				k.diags.Errorf(it.Span, diag.ExclusiveClauses,
					"'%s' cannot be linear beside reduction(inscan, …): it is not a loop variable", it.Text).
					WithSection("5.2 §5.4.6").
					WithNote(inscan.Span, "'inscan' is here").WithFix("compute it from the loop variable")
			}
		}
	}
}

// checkScannedItems: what is reduced with inscan is in the scan directive (5.2 §5.6).
func (k sharingRules) checkScannedItems(c, s *tree.Construct) {
	listed := map[*cc.Declarator]bool{}
	var list *tree.Clause
	for _, cl := range s.Clauses {
		for _, it := range cl.Items {
			listed[it.Decl], list = true, cl
		}
	}
	if list == nil {
		return
	}
	for _, cl := range c.All(spec.ReductionClause) {
		if !cl.HasModifier("inscan") {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl != nil && !listed[it.Decl] {
				k.diags.Errorf(it.Span, diag.Inscan,
					"'inscan' reduction variable '%s' must appear in the 'scan' directive of '%s'", it.Text, c.Kind).
					WithSection("5.2 §5.6").
					WithNote(s.NameSpan(), "'scan' is here").
					WithFix("add it to clause '%s', or reduce it in another clause without inscan", list.Kind)
			}
		}
	}
}

// checkScanPhase: the scan phase, which is behind scan for inclusive and before it for
// exclusive, reads the scanned variables and does not change them (5.2 §5.6).
func (k sharingRules) checkScanPhase(c, s *tree.Construct) {
	for _, cl := range s.Clauses {
		if !tree.OneOf(cl.Kind, spec.InclusiveClause, spec.ExclusiveClause) {
			continue
		}
		scanned := map[*cc.Declarator]bool{}
		for _, it := range cl.Items {
			scanned[it.Decl] = it.Decl != nil
		}
		ctree.EachWrite(c.Nest.Body, func(d *cc.Declarator, at cc.Node) {
			if scanned[d] && (k.t.Unit.Offset(at) > s.Start) == (cl.Kind == spec.InclusiveClause) {
				k.diags.Errorf(k.t.Unit.NodeSpan(at), diag.ScanPhases, "'%s' must not be modified in the scan phase",
					d.Name()).WithSection("5.2 §5.6").
					WithNote(s.NameSpan(), "'scan' is here").WithFix("modify a copy")
			}
		})
	}
}
