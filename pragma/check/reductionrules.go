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

// The restrictions of reductions: their list items, the reductions around them, and what scans (5.2 §5.5, §5.6).

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
			WithSection("5.2 §5.5.8").WithNote(m.Span, "'task' is here").
			WithFix("remove clause 'nowait'")
	}
	for _, l := range c.Leafs {
		if tree.OneOf(l, spec.Parallel, spec.For, spec.Sections, spec.Scope) && !c.Has(spec.Simd) {
			return
		}
	}
	k.diags.Errorf(m.Span, diag.BadReductionModifier,
		"reduction modifier 'task' needs a parallel or worksharing construct without simd, not '%s'", c.Kind).
		WithSection("5.2 §5.5.8").
		WithFix("remove the modifier")
}

// sharedByTeams warns of a reduction that each team of a league finishes into a variable
// that the teams share: nothing orders what they write (5.2 §5.5.8). A scan orders it, and needs that variable.
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
		if it.Decl == nil {
			continue
		}
		own := resolve.DeclaredIn(k.t, it.Decl, teams)
		for _, o := range teams.Clauses {
			if o.Kind.Is(spec.Privatizes) && !o.Implied {
				for _, x := range o.Items {
					own = own || x.Decl == it.Decl
				}
			}
		}
		switch scan := cl.HasModifier("inscan"); {
		case scan && own:
			k.diags.Errorf(it.Span, diag.Inscan,
				"'%s' is private to each team: the 'inscan' reduction of '%s' needs one object for all teams", it.Text, c.Kind).
				WithSection("5.2 §5.5.8").WithNote(teams.NameSpan(), "'%s' is here", teams.Kind).
				WithFix("declare '%s' outside of the teams region, and share it", it.Text)
		case !scan && !own:
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
					WithSection("5.2 §5.6").WithNote(c.Parent.NameSpan(), "'%s' is here", c.Parent.Kind).
					WithFix("write reduction(inscan, +: %s) on '%s'", it.Text, c.Parent.Kind)
			}
		}
	}
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
				if o.Kind.Is(spec.Reduces) || !o.Kind.Is(spec.Privatizes) { // it is reduced in another way
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
			if o.Implied || o.Kind == spec.InReductionClause || !o.Kind.Is(spec.Reduces|spec.Privatizes) {
				continue
			}
			for _, x := range o.Items {
				if x.Decl != it.Decl {
					continue
				}
				if !o.Kind.Is(spec.Reduces) {
					return nil, nil, false
				}
				return o, x, p.Has(spec.Taskloop)
			}
		}
	}
	return nil, nil, false
}
