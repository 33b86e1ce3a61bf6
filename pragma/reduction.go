package pragma

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

// TeamsReductions are the list items that the teams directive in c reduces, each with
// its clause.
func (c *Construct) TeamsReductions() (items []*Item, clauses []*Clause) {
	if !c.Has(spec.Teams) {
		return nil, nil
	}
	for _, cl := range c.All(spec.ReductionClause) {
		if cl.Implied || !c.Takes(spec.Teams, cl) && !c.Has(spec.Loop) { // loop's iterations are the league's (5.2 §17.2)
			continue
		}
		for _, it := range cl.Items {
			items, clauses = append(items, it), append(clauses, cl)
		}
	}
	return items, clauses
}
