package tree

import "ompcc/pragma/spec"

// PrivateReductions are the list items of c's reduction clauses that are private
// in the enclosing region, with their clauses.
func (c *Construct) PrivateReductions() (items []*Item, clauses []*Clause) {
	for _, cl := range c.All(spec.ReductionClause) {
		for _, it := range cl.Items {
			if it.PrivateOriginal {
				items, clauses = append(items, it), append(clauses, cl)
			}
		}
	}
	return items, clauses
}

// BindsToTeams reports whether c is a loop construct whose binding region is a teams region around
// it, by its bind clause or by its place (5.2 §11.7).
func (c *Construct) BindsToTeams() bool {
	if c.Kind != spec.Loop {
		return false
	}
	if cl := c.Clause(spec.BindClause); cl != nil && len(cl.Words) > 0 {
		return cl.Words[0] == "teams"
	}
	for _, a := range Around(c) {
		switch {
		case a.Leaf == spec.Teams:
			return true
		case !OneOf(a.Leaf, spec.TargetData, spec.Assume):
			return false
		}
	}
	return false
}

// TeamsReductions are the list items that c reduces across the teams of a league, each with
// its clause: those of a teams directive, or of a loop construct that binds to a teams region.
func (c *Construct) TeamsReductions() (items []*Item, clauses []*Clause) {
	if !c.Has(spec.Teams) && !c.BindsToTeams() {
		return nil, nil
	}
	for _, cl := range c.All(spec.ReductionClause) {
		if cl.Implied || cl.HasModifier("inscan") || !c.Takes(spec.Teams, cl) && !c.Has(spec.Loop) { // loop's iterations are the league's (5.2 §17.2)
			continue
		}
		for _, it := range cl.Items {
			items, clauses = append(items, it), append(clauses, cl)
		}
	}
	return items, clauses
}
