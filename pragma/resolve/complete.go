package resolve

import (
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Complete fills what Bind leaves open in t: loop nests, atomic forms, the variables of default clauses.
// It reports the loops that have no canonical form and the variables to which a default clause does not apply.
func Complete(t *tree.Tree, diags *diag.List) {
	each(t, settleFlags)
	each(t, func(c *tree.Construct) {
		if c.Marker != nil && (c.Meta == nil || c.Kind != spec.Error) {
			loops(t, c, diags)
			readAtomic(t, c)
			privateOriginals(t, c)
		}
		assumedSizes(c)
	})
	s := NewSharing(t)
	each(t, func(c *tree.Construct) {
		if c.Marker != nil {
			s.applyDefault(c, diags)
		}
	})
}

// each visits the constructs of t, those that are variants of metadirectives behind these.
func each(t *tree.Tree, visit func(*tree.Construct)) {
	for _, c := range t.All {
		if c == nil {
			continue
		}
		visit(c)
		for _, v := range c.Variants {
			if v != nil {
				visit(v)
			}
		}
	}
}
