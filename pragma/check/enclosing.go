package check

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma"
	"ompcc/pragma/spec"
)

// checkEnclosing applies the rules that relate the data-sharing clauses of a
// worksharing or distribute construct to the region that it binds to: what is
// private there cannot be shared out (5.2 §5.4.4, §5.4.5, §5.5.8).
func (k *checker) checkEnclosing(c *pragma.Construct) {
	region := spec.DirectiveKind("")
	switch c.Leafs[0] {
	case spec.For, spec.Sections, spec.Single, spec.Scope:
		region = spec.Parallel
	case spec.Distribute:
		region = spec.Teams
	default:
		return
	}
	var around *pragma.Construct
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(region) {
			around = p
			break
		}
		if p.Has(spec.Target) || p.Has(spec.Task) || p.Has(spec.Taskloop) {
			return
		}
	}
	if region == spec.Parallel {
		k.privateOriginals(c, around)
	}
	if around == nil {
		return
	}
	for _, cl := range c.Clauses {
		switch {
		case pragma.OneOfClauses(cl.Kind, spec.FirstprivateClause, spec.LastprivateClause):
		case cl.Kind == spec.ReductionClause && region == spec.Parallel && !originalPrivate(cl) && (!reducesPrivately(c, cl) || originalShared(cl)):
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

// reducesPrivately reports whether a reduction clause may have list items that
// are private in the enclosing region: OpenMP 6.0 allows it (6.0 §7.6.10).
func reducesPrivately(c *pragma.Construct, cl *pragma.Clause) bool {
	return c.SpecVersion >= 60 && !cl.HasModifier("inscan") && !cl.HasModifier("task")
}

func originalPrivate(cl *pragma.Clause) bool {
	m := cl.Modifier("original")
	return m != nil && strings.Contains(m.Raw, "private")
}

func originalShared(cl *pragma.Clause) bool {
	m := cl.Modifier("original")
	return m != nil && strings.Contains(m.Raw, "shared")
}

// privateOriginals marks list items of worksharing construct c's reductions that
// are private in the region that it binds to: by the modifier original(private),
// or, without one, by their data-sharing attributes there (6.0 §7.6.10). In a
// function without an enclosing construct these are the automatic variables.
func (k *checker) privateOriginals(c *pragma.Construct, around *pragma.Construct) {
	for _, cl := range c.All(spec.ReductionClause) {
		m := cl.Modifier("original")
		for _, it := range cl.Items {
			switch {
			case !it.IsVar() || it.Name:
			case m != nil && !strings.Contains(m.Raw, "default"):
				it.PrivateOriginal = strings.Contains(m.Raw, "private")
			case !reducesPrivately(c, cl):
			case around == nil:
				it.PrivateOriginal = ctree.IsAutomatic(it.Decl)
			default:
				it.PrivateOriginal = privatisedBy(it, around, spec.Parallel) != nil || k.declaredIn(it.Decl, around) && ctree.IsAutomatic(it.Decl)
			}
		}
	}
}

// privatised is a clause of a region that makes a variable private, and its item.
type privatised struct {
	clause *pragma.Clause
	item   *pragma.Item
}

// privatisedBy finds the clause that makes it private in around, nil if none does.
func privatisedBy(it *pragma.Item, around *pragma.Construct, region spec.DirectiveKind) *privatised {
	for _, o := range around.ClausesFor(region) {
		if o.Implied || !pragma.OneOfClauses(o.Kind, spec.PrivateClause, spec.FirstprivateClause, spec.ReductionClause) {
			continue
		}
		for _, x := range o.Items {
			if x.Decl == it.Decl && x.IsVar() {
				return &privatised{o, x}
			}
		}
	}
	return nil
}

// mustBeShared reports an item that is private in the enclosing region.
func (k *checker) mustBeShared(c *pragma.Construct, cl *pragma.Clause, it *pragma.Item, around *pragma.Construct, region spec.DirectiveKind) {
	if it.Decl == nil || it.Name {
		return
	}
	section := cl.Def.Section
	if p := privatisedBy(it, around, region); p != nil {
		k.diags.Errorf(it.Span, "private-in-region", "'%s' in clause '%s' of '%s' is private in the '%s' region around it: it must be shared there", it.Text, cl.Kind, c.Kind, region).
			WithSection(section).WithNote(p.item.Span, "it is in '%s' here", p.clause.Kind).WithFix("take it out of one of the clauses")
		return
	}
	if k.declaredIn(it.Decl, around) && ctree.IsAutomatic(it.Decl) {
		k.diags.Errorf(it.Span, "private-in-region", "'%s' in clause '%s' of '%s' is private in the '%s' region around it: it is declared there", it.Text, cl.Kind, c.Kind, region).
			WithSection(section).WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).WithFix("declare it before the '%s' construct", region)
	}
}

// sectionsOfPrivate: of an array that is private in the region the whole can be reduced
// (6.0 §7.6.10), a section not yet.
func (k *checker) sectionsOfPrivate(cl *pragma.Clause, around *pragma.Construct) {
	for _, it := range cl.Items {
		if it.IsVar() || it.Decl == nil || it.Name || it.Decl.Type().Kind() == cc.Ptr {
			continue
		}
		if privatisedBy(it, around, spec.Parallel) != nil || k.declaredIn(it.Decl, around) && ctree.IsAutomatic(it.Decl) {
			k.diags.Errorf(it.Span, "unsupported", "not supported: a reduction of '%s', a section of an array that is private in the '%s' region around it", it.Text, around.Kind).
				WithSection("6.0 §7.6.10").WithFix("reduce the whole array: reduction(%s: %s)", pragma.ReductionID(cl), it.Decl.Name())
		}
	}
}

// declaredIn reports whether d is declared in the statement of c.
func (k *checker) declaredIn(d *cc.Declarator, c *pragma.Construct) bool {
	off := k.t.Unit.Offset(d)
	return off >= c.StmtStart && off < c.End
}

// mustBePrivate: what copyprivate broadcasts is private or threadprivate (5.2 §5.7.2).
func (k *checker) mustBePrivate(it *pragma.Item, around *pragma.Construct) {
	if it.Decl == nil || it.Name || k.threadprivate[it.Decl.Name()] != nil || k.declaredIn(it.Decl, around) {
		return
	}
	if undecayed(it.Node) != nil && undecayed(it.Node).Kind() == cc.Ptr && len(it.Sections) > 0 {
		return
	}
	for _, o := range around.ClausesFor(spec.Parallel) {
		if !pragma.OneOfClauses(o.Kind, spec.PrivateClause, spec.FirstprivateClause, spec.ReductionClause) && !(o.Kind == spec.DefaultClause && len(o.Words) > 0 && o.Words[0] != "shared" && o.Words[0] != "none") {
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
	k.diags.Errorf(it.Span, "not-private", "'%s' in clause 'copyprivate' is shared: it must be private or threadprivate", it.Text).
		WithSection("5.2 §5.7.2").WithNote(around.NameSpan(), "it is shared in this '%s' region", around.Kind).WithFix("add private(%s) to '%s'", it.Decl.Name(), around.Kind)
}
