package tree

import (
	"slices"

	"ompcc/pragma/spec"
)

// Excluded reports whether variant v of a metadirective is never chosen, as the constructs
// that lexically contain it show: rules that say where it may stand hold for what may
// replace the metadirective alone (OpenMP 5.2 §7.4).
func (v *Construct) Excluded() bool {
	if v.Meta == nil {
		return false
	}
	leafs, all := v.Meta.lexicalLeafs()
	i := 0
	certain := false
	var own *Clause
	for _, cl := range v.Meta.Clauses {
		for range cl.Variants {
			if i < len(v.Meta.Variants) && v.Meta.Variants[i] == v {
				own = cl
			}
			i++
		}
		certain = certain || cl.Kind == spec.WhenClause && alwaysFits(cl, leafs)
	}
	if own == nil {
		return false
	}
	if own.Kind != spec.WhenClause {
		return certain
	}
	return all && neverFits(own, leafs)
}

// lexicalLeafs are the leaf constructs around c, from the outside in, and whether they are all. Those of another
// metadirective's variants are unknown. A function may be called where there are more, and its traits are those of
// its own declarations alone.
func (c *Construct) lexicalLeafs() (leafs []spec.DirectiveKind, all bool) {
	p := c.Parent
	for ; p != nil && p.Def.Assoc != spec.AssocMeta; p = p.Parent {
		leafs = append(append([]spec.DirectiveKind(nil), p.Leafs...), leafs...)
	}
	return leafs, p == nil
}

// alwaysFits reports whether cl's selector only asks for constructs, which leafs has.
func alwaysFits(cl *Clause, leafs []spec.DirectiveKind) bool {
	for _, s := range cl.Selector {
		switch {
		case s.Name == "construct" && inOrder(s.Traits, leafs) && !slices.ContainsFunc(s.Traits, func(t *Trait) bool { return len(t.Props) > 0 }):
		case s.Name == "device" && len(s.Traits) == 1 && s.Traits[0].Name == "kind" && len(s.Traits[0].Props) == 1 &&
			s.Traits[0].Props[0].Word == "any":
		default:
			return false
		}
	}
	return len(cl.Selector) > 0
}

// neverFits reports whether cl's selector asks for constructs that leafs has not. Only
// a device routine can be in a target construct besides.
func neverFits(cl *Clause, leafs []spec.DirectiveKind) bool {
	for _, s := range cl.Selector {
		if s.Name == "construct" && !inOrder(s.Traits, append([]spec.DirectiveKind{spec.Target}, leafs...)) {
			return true
		}
	}
	return false
}

// inOrder reports whether the constructs that traits name are among leafs, in their order.
func inOrder(traits []*Trait, leafs []spec.DirectiveKind) bool {
	at := 0
	for _, t := range traits {
		for at < len(leafs) && leafs[at].String() != t.Name {
			at++
		}
		if at == len(leafs) {
			return false
		}
		at++
	}
	return true
}

// Follows is the metadirective around c that chooses for c, too, where both are parts of one (splitVariants);
// nil for others.
func (c *Construct) Follows() *Construct {
	if c.Def.Assoc != spec.AssocMeta || !c.Pragma.Inner {
		return nil
	}
	return c.Parent
}

// Follower is the metadirective that follows c, nil if there is none.
func (c *Construct) Follower() *Construct {
	for _, x := range c.Children {
		if x.Follows() == c {
			return x
		}
	}
	return nil
}
