// Data-sharing clauses against the region that a construct binds to.

package check

import (
	"slices"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// checkEnclosing applies the rules that relate the data-sharing clauses of a
// worksharing or distribute construct to the region that it binds to: what is
// private there cannot be shared out (5.2 §5.4.4, §5.4.5, §5.5.8).
func (k nestingRules) checkEnclosing(c *tree.Construct) {
	region, around := resolve.Enclosing(c)
	if around == nil {
		k.orphanedPrivates(c, region)
		return
	}
	for _, cl := range c.Clauses {
		switch {
		case tree.OneOf(cl.Kind, spec.FirstprivateClause, spec.LastprivateClause):
		case cl.Kind == spec.ReductionClause && region == spec.Parallel && !originalPrivate(cl) &&
			(!resolve.ReducesPrivately(c, cl) || originalShared(cl)):
		case cl.Kind == spec.ReductionClause && region == spec.Parallel:
			k.sectionsOfPrivate(cl, around)
			continue
		default:
			continue
		}
		for _, it := range cl.Items {
			k.mustBeShared(c, cl, it, around, region)
		}
	}
	if cl := c.Clause(spec.CopyprivateClause); cl != nil {
		for _, it := range cl.Items {
			k.mustBePrivate(it, around)
		}
	}
}

// orphanedPrivates reports items of a worksharing construct outside of parallel constructs that must be shared: the
// automatic variables of a function are private in every parallel region that calls it.
func (k nestingRules) orphanedPrivates(c *tree.Construct, region spec.DirectiveKind) {
	if region != spec.Parallel {
		return
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Def.Assoc == spec.AssocMeta {
			return // an alternative may be a parallel construct
		}
	}
	for _, cl := range c.Clauses {
		switch {
		case tree.OneOf(cl.Kind, spec.FirstprivateClause, spec.LastprivateClause) && !cl.Implied:
		case cl.Kind == spec.ReductionClause && !originalPrivate(cl) && (!resolve.ReducesPrivately(c, cl) || originalShared(cl)):
		default:
			continue
		}
		for _, it := range cl.Items {
			if !it.IsVar() || it.Name || !ctree.IsAutomatic(it.Decl) ||
				cl.Kind != spec.LastprivateClause && isLoopVariable(c, it.Decl) { // which checkLoopVars reports
				continue
			}
			k.diags.Errorf(it.Span, diag.PrivateInRegion,
				"'%s' in clause '%s' of '%s' must be shared in the parallel region, but each thread that calls the function has its own",
				it.Text, cl.Kind, c.Kind).WithSection(cl.Def.Section).
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
				WithFix("put the 'parallel' construct into this function, or declare '%s' static", it.Text)
		}
	}
}

func isLoopVariable(c *tree.Construct, d *cc.Declarator) bool {
	return c.Nest != nil && slices.ContainsFunc(c.Nest.Loops, func(l *tree.Loop) bool { return l.Var == d })
}

func originalPrivate(cl *tree.Clause) bool {
	m := cl.Modifier("original")
	return m != nil && strings.Contains(m.Raw, "private")
}

func originalShared(cl *tree.Clause) bool {
	m := cl.Modifier("original")
	return m != nil && strings.Contains(m.Raw, "shared")
}

// mustBeShared reports an item that is private in the enclosing region.
func (k nestingRules) mustBeShared(c *tree.Construct, cl *tree.Clause, it *tree.Item, around *tree.Construct,
	region spec.DirectiveKind) {
	if it.Decl == nil || it.Name {
		return
	}
	section := cl.Def.Section
	if p := resolve.PrivatisedBy(it, around, region); p != nil {
		k.diags.Errorf(it.Span, diag.PrivateInRegion,
			"'%s' in clause '%s' of '%s' must be shared in the enclosing '%s' region, but is private there", it.Text,
			cl.Kind, c.Kind, region).
			WithSection(section).WithNote(p.Item.Span, "it is in '%s' here", p.Clause.Kind).
			WithFix("remove it from one of the clauses")
		return
	}
	if resolve.DeclaredIn(k.t, it.Decl, around) && ctree.IsAutomatic(it.Decl) {
		k.diags.Errorf(it.Span, diag.PrivateInRegion,
			"'%s' in clause '%s' of '%s' must be shared in the enclosing '%s' region, but is declared inside it",
			it.Text, cl.Kind, c.Kind, region).
			WithSection(section).WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
			WithFix("declare it before the '%s' construct", region)
	}
}

// sectionsOfPrivate: of an array that is private in the region the whole can be reduced
// (6.0 §7.6.10), a section not yet.
func (k nestingRules) sectionsOfPrivate(cl *tree.Clause, around *tree.Construct) {
	for _, it := range cl.Items {
		if it.IsVar() || it.Decl == nil || it.Name || it.Decl.Type().Kind() == cc.Ptr {
			continue
		}
		if resolve.PrivateIn(k.t, it, around) {
			k.diags.Errorf(it.Span, diag.Unsupported,
				"reductions of array sections are not supported for '%s': the array is private in the enclosing '%s' region", it.Text, around.Kind).
				WithSection("6.0 §7.6.10").WithFix("reduce the whole array: reduction(%s: %s)", tree.ReductionID(cl),
				it.Decl.Name())
		}
	}
}

// mustBePrivate: what copyprivate broadcasts is private or threadprivate (5.2 §5.7.2).
func (k nestingRules) mustBePrivate(it *tree.Item, around *tree.Construct) {
	if it.Decl == nil || it.Name || k.threadprivate[it.Decl.Name()] != nil || resolve.DeclaredIn(k.t, it.Decl, around) {
		return
	}
	if undecayed(it.Node) != nil && undecayed(it.Node).Kind() == cc.Ptr && len(it.Sections) > 0 {
		return
	}
	for _, o := range around.ClausesFor(spec.Parallel) {
		if !o.Kind.Is(spec.Privatizes) &&
			!(o.Kind == spec.DefaultClause && len(o.Words) > 0 && o.Words[0] != "shared" && o.Words[0] != "none") {
			continue
		}
		if o.Kind == spec.DefaultClause {
			return
		}
		for _, x := range o.Items {
			if x.Decl == it.Decl {
				return
			}
		}
	}
	k.diags.Errorf(it.Span, diag.NotPrivate,
		"'%s' in clause 'copyprivate' is shared: it must be private or threadprivate", it.Text).
		WithSection("5.2 §5.7.2").WithNote(around.NameSpan(), "it is shared in this '%s' region", around.Kind).
		WithFix("add private(%s) to '%s'", it.Decl.Name(), around.Kind)
}
