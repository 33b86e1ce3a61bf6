package tree

import (
	"slices"

	"ompcc/pragma/spec"
)

// Splits reports whether d is nested directives in the text (Split).
func (d *Directive) Splits() bool { return d.Def.Nested || slices.ContainsFunc(d.Clauses, d.Displaces) }

// Displaces reports whether c does something else on the constituents that its directive-name
// modifier names than on all of d.
func (d *Directive) Displaces(c *Clause) bool {
	if c.On == spec.NoDirective || c.On == d.Kind {
		return false
	}
	return d.Def.Nested || !d.Fits(c, d.Leafs)
}

// Fits reports whether c does the same on a directive with these leafs of d as on those of them that it
// applies to.
func (d *Directive) Fits(c *Clause, leafs []spec.DirectiveKind) bool {
	var on []spec.DirectiveKind
	for _, l := range leafs {
		if d.modifiedPart(c, l) != nil {
			on = append(on, l)
		}
	}
	if len(on) == 0 {
		return true
	}
	piece := *d
	piece.Leafs = leafs
	var all []spec.DirectiveKind
	for _, l := range leafs {
		if piece.ownPart(c, l) != nil {
			all = append(all, l)
		}
	}
	return d.sameEffect(c.Kind, on, all)
}

// sameEffect reports whether a clause of kind k does the same on leafs a as on leafs b.
func (d *Directive) sameEffect(k spec.ClauseKind, a, b []spec.DirectiveKind) bool {
	if slices.Equal(a, b) {
		return true
	}
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	innermost := d.executor(a[len(a)-1]) == d.executor(b[len(b)-1])
	switch k {
	case spec.CollapseClause, spec.OrderClause, spec.AllocateClause:
		return true // once for all of them; an assertion; a matter of memory alone
	case spec.PrivateClause, spec.LinearClause, spec.InductionClause:
		return innermost
	case spec.FirstprivateClause:
		return innermost && slices.Contains(a, spec.Target) == slices.Contains(b, spec.Target)
	case spec.ReductionClause, spec.LastprivateClause:
		return slices.Equal(d.executors(a), d.executors(b))
	}
	return false
}

// executors are what executes the regions of leafs. simd counts where it is alone: its lanes
// are not those that share the work of another construct.
func (d *Directive) executors(leafs []spec.DirectiveKind) (list []int) {
	if len(leafs) == 1 && leafs[0] == spec.Simd && d.Leafs[d.FirstLoop()] != spec.Simd {
		return []int{-1}
	}
	for _, l := range leafs {
		if at := d.executor(l); !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// FirstLoop is the place of d's outermost leaf that is associated with loops.
func (d *Directive) FirstLoop() int {
	for i, l := range d.Leafs {
		if spec.Directives().Defs[l].Assoc == spec.AssocLoop {
			return i
		}
	}
	return len(d.Leafs)
}

// executor is what executes the region of leaf l of d: the device's initial
// thread, each team's, each thread, or tasks. Constituents with the same one
// have nothing between them, so that a clause does the same on either.
func (d *Directive) executor(leaf spec.DirectiveKind) int {
	at := 0
	for _, l := range d.Leafs[:slices.Index(d.Leafs, leaf)+1] {
		switch l {
		case spec.Teams, spec.Distribute:
			at = 1
		case spec.Parallel, spec.For, spec.Loop, spec.Sections:
			at = 2
		case spec.Task, spec.Taskloop:
			at = 3
		}
	}
	return at
}

// Takers are the constituents that take clause k.
func (d *Directive) Takers(k spec.ClauseKind) (names []string) {
	for _, l := range d.Permitting(k) {
		names = append(names, l.String())
	}
	return names
}

// Constituent reports whether def is d itself or made of neighbouring leafs of d.
func (d *Directive) Constituent(def *spec.DirectiveDef) bool {
	if def.Kind == d.Kind {
		return true
	}
	leafs := def.AllLeafs()
	for i := 0; i+len(leafs) <= len(d.Leafs); i++ {
		same := true
		for j, l := range leafs {
			same = same && d.Leafs[i+j] == l
		}
		if same {
			return true
		}
	}
	return false
}
