// What a worksharing construct's list items are in the region around.

package resolve

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Enclosing finds the construct of the region that worksharing or distribute construct c binds to. around is nil
// where none encloses c in the source. region is "" for other constructs, and where tasks or a target region are
// between the two.
func Enclosing(c *tree.Construct) (region spec.DirectiveKind, around *tree.Construct) {
	switch c.Leafs[0] {
	case spec.For, spec.Sections, spec.Single, spec.Scope:
		region = spec.Parallel
	case spec.Distribute:
		region = spec.Teams
	default:
		return spec.NoDirective, nil
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(region) {
			return region, p
		}
		if p.Has(spec.Target) || p.Has(spec.Task) || p.Has(spec.Taskloop) {
			return spec.NoDirective, nil
		}
	}
	return region, nil
}

// ReducesPrivately reports whether a reduction clause may have list items that
// are private in the enclosing region: OpenMP 6.0 allows it (6.0 §7.6.10).
func ReducesPrivately(c *tree.Construct, cl *tree.Clause) bool {
	return c.SpecVersion >= 60 && !cl.HasModifier("inscan") && !cl.HasModifier("task")
}

// privateOriginals marks list items of worksharing construct c's reductions that
// are private in the region that it binds to: by the modifier original(private),
// or, without one, by their data-sharing attributes there (6.0 §7.6.10). In a
// function without an enclosing construct these are the automatic variables.
func privateOriginals(t *tree.Tree, c *tree.Construct) {
	region, around := Enclosing(c)
	if region != spec.Parallel {
		return
	}
	for _, cl := range c.All(spec.ReductionClause) {
		m := cl.Modifier("original")
		for _, it := range cl.Items {
			switch {
			case !it.IsVar() || it.Name:
			case m != nil && !strings.Contains(m.Raw, "default"):
				it.PrivateOriginal = strings.Contains(m.Raw, "private")
			case !ReducesPrivately(c, cl):
			case around == nil:
				it.PrivateOriginal = ctree.IsAutomatic(it.Decl)
			default:
				it.PrivateOriginal = PrivateIn(t, it, around)
			}
		}
	}
}

// PrivateIn reports whether item it is private in parallel construct around: by a clause, or as declared there.
func PrivateIn(t *tree.Tree, it *tree.Item, around *tree.Construct) bool {
	return PrivatisedBy(it, around, spec.Parallel) != nil ||
		DeclaredIn(t, it.Decl, around) && ctree.IsAutomatic(it.Decl)
}

// Privatised is a clause of a region that makes a variable private, and its item.
type Privatised struct {
	Clause *tree.Clause
	Item   *tree.Item
}

// PrivatisedBy finds the clause that makes it private in around, nil if none does.
func PrivatisedBy(it *tree.Item, around *tree.Construct, region spec.DirectiveKind) *Privatised {
	for _, o := range around.ClausesFor(region) {
		if o.Implied || !o.Kind.Is(spec.Privatizes) {
			continue
		}
		for _, x := range o.Items {
			if x.Decl == it.Decl && x.IsVar() {
				return &Privatised{o, x}
			}
		}
	}
	return nil
}

// DeclaredIn reports whether d is declared in the statement of c.
func DeclaredIn(t *tree.Tree, d *cc.Declarator, c *tree.Construct) bool {
	off := t.Unit.Offset(d)
	return off >= c.StmtStart && off < c.End
}

// assumedSizes decides which sections without a length are assumed-size arrays: those of pointers and of arrays without
// bounds, in clauses that take them (6.0 §7.9.6, §7.5.10).
func assumedSizes(c *tree.Construct) {
	for _, cl := range c.Clauses {
		takes := cl.Kind == spec.MapClause || cl.Kind == spec.UseDeviceAddrClause
		for _, it := range cl.Items {
			if it.Node == nil || len(it.Shape) > 0 {
				continue
			}
			t := it.Node.Type()
			for _, s := range it.Sections {
				if t != nil {
					t = t.Undecay()
				}
				switch x := t.(type) {
				case *cc.ArrayType:
					s.Assumed = s.Assumed && x.Len() < 0
					t = x.Elem()
				case *cc.PointerType:
					s.Assumed = s.Assumed && takes
					t = x.Elem()
				default:
					t = nil
				}
			}
		}
	}
}
