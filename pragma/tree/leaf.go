// Clauses of combined constructs by constituent (5.2 §17.2).

package tree

import (
	"slices"

	"ompcc/pragma/spec"
)

// ClausesFor returns the clauses of d that apply to its leaf construct, by the
// rules of OpenMP 5.2 §17.2. Clauses that the rules add have Implied set and
// share their Items with the clause they come from.
func (d *Directive) ClausesFor(leaf spec.DirectiveKind) []*Clause {
	if !d.Has(leaf) {
		return nil
	}
	var out []*Clause
	for _, c := range d.Clauses {
		if part := d.Part(c, leaf); part != nil {
			out = append(out, part)
		}
	}
	return append(out, d.ImpliedFor(leaf)...)
}

// If is the if clause that applies to leaf, nil if none does: that of its name, or the one without a
// name, which applies to all leafs that take one (5.2 §3.4, §17.2).
func (d *Directive) If(leaf spec.DirectiveKind) *Clause {
	for _, c := range d.All(spec.IfClause) {
		if len(c.Exprs) > 0 && d.Part(c, leaf) != nil {
			return c
		}
	}
	return nil
}

// TeamsIf is the if clause of a teams leaf, new in 6.0 (6.0 §12.2): that of its name, or the one
// without a name where no other leaf takes one.
func (d *Directive) TeamsIf() *Clause {
	c := d.If(spec.Teams)
	if c == nil || !c.HasModifier("teams") && len(d.Permitting(spec.IfClause)) > 1 {
		return nil
	}
	return c
}

// Permitting lists the leafs that take clause k, outermost first.
func (d *Directive) Permitting(k spec.ClauseKind) []spec.DirectiveKind {
	var r []spec.DirectiveKind
	t := spec.Directives()
	for _, l := range d.Leafs {
		if _, ok := t.Defs[l].Clauses[k]; ok {
			r = append(r, l)
		}
	}
	return r
}

// Part is the share of clause c that leaf gets, or nil.
func (d *Directive) Part(c *Clause, leaf spec.DirectiveKind) *Clause {
	if d.Displaces(c) {
		return d.modifiedPart(c, leaf)
	}
	return d.ownPart(c, leaf)
}

// modifiedPart applies c's directive-name modifier first, and the rules of the directive that it
// names then (6.0 §19.2).
func (d *Directive) modifiedPart(c *Clause, leaf spec.DirectiveKind) *Clause {
	if c.On == spec.NoDirective {
		return d.ownPart(c, leaf)
	}
	named := *d
	named.Leafs = spec.LeafsNamed(c.On)
	if !named.Has(leaf) {
		return nil
	}
	return named.ownPart(c, leaf)
}

// ownPart is part without regard to a directive-name modifier.
func (d *Directive) ownPart(c *Clause, leaf spec.DirectiveKind) *Clause {
	on := d.Permitting(c.Kind)
	if !slices.Contains(on, leaf) {
		return nil
	}
	if len(d.Leafs) == 1 || len(on) == 1 && c.Kind != spec.FirstprivateClause {
		return c
	}
	applies := false
	switch c.Kind {
	case spec.PrivateClause, spec.LinearClause, spec.OrderClause, spec.InductionClause:
		applies = leaf == on[len(on)-1]
		if c.Kind == spec.OrderClause {
			applies = true // all leafs that permit it
		}
	case spec.FirstprivateClause:
		return d.firstprivateOn(c, leaf)
	case spec.LastprivateClause, spec.SharedClause, spec.DefaultClause, spec.ThreadLimitClause, spec.AllocateClause,
		spec.MessageClause, spec.SeverityClause:
		applies = true
	case spec.CollapseClause:
		// It is applied once to the whole construct: every loop leaf sees it.
		applies = true
	case spec.DependClause, spec.InReductionClause, spec.PriorityClause, spec.ReplayableClause:
		applies = leaf == on[0] || d.Def.Nested // 6.0: all leafs that permit it
	case spec.NowaitClause, spec.DeviceTypeClause, spec.CopyinClause, spec.HasDeviceAddrClause:
		applies = leaf == on[0]
	case spec.ReductionClause:
		applies = d.reductionOn(leaf)
		if c.HasModifier("task") {
			applies = applies && leaf == d.taskReductionLeaf(on)
		}
	case spec.IfClause:
		applies = len(c.Modifiers) == 0 || OneOf(spec.DirectiveNamed(c.Modifiers[0].Name), leaf, d.Kind)
	default:
		applies = true
	}
	if !applies {
		return nil
	}
	return c
}

// taskReductionLeaf: a reduction with the task modifier is a task reduction on
// parallel or the worksharing construct only, the outermost that permits it.
func (d *Directive) taskReductionLeaf(on []spec.DirectiveKind) spec.DirectiveKind {
	for _, l := range on {
		if d.reductionOn(l) && l != spec.Teams && l != spec.Simd {
			return l
		}
	}
	return on[len(on)-1]
}

// reductionOn reports whether a reduction clause applies to leaf: parallel is
// left out when it is combined with sections, for, loop or taskloop, teams when it
// is combined with loop.
func (d *Directive) reductionOn(leaf spec.DirectiveKind) bool {
	switch leaf {
	case spec.Parallel:
		return !(d.Has(spec.Sections) || d.Has(spec.For) || d.Has(spec.Loop) || d.Has(spec.Taskloop))
	case spec.Teams:
		return !d.Has(spec.Loop)
	}
	return true
}

// firstprivateOn splits a firstprivate clause.
func (d *Directive) firstprivateOn(c *Clause, leaf spec.DirectiveKind) *Clause {
	worksharing := d.Has(spec.For) || d.Has(spec.Sections) || d.Has(spec.Single)
	switch leaf {
	case spec.Distribute, spec.For, spec.Sections, spec.Single, spec.Taskloop:
		return c
	case spec.Teams:
		if d.Has(spec.Distribute) {
			return nil
		}
		return c
	case spec.Parallel:
		if worksharing || d.Has(spec.Taskloop) {
			return nil
		}
		return c
	case spec.Target:
		return c.Keep(func(it *Item) bool { return !d.Listed(spec.LastprivateClause, it) && !d.mappedBase(it) })
	case spec.Task, spec.TargetData:
		// 6.0 §19.2 names neither; in their regions the copies of those around them
		// are firstprivate again, and those of constructs in them are made there.
		if len(d.Permitting(c.Kind)) > 1 {
			return nil
		}
	}
	return c
}

// Keep returns c with the items that f accepts, nil without any.
func (c *Clause) Keep(f func(*Item) bool) *Clause {
	var items []*Item
	for _, it := range c.Items {
		if f(it) {
			items = append(items, it)
		}
	}
	if len(items) == 0 {
		return nil
	}
	if len(items) == len(c.Items) {
		return c
	}
	cp := *c
	cp.Items = items
	return &cp
}

// SameVar reports whether two items are the same variable.
func SameVar(a, b *Item) bool {
	if a.Decl != nil || b.Decl != nil {
		return a.Decl == b.Decl
	}
	return a.Text == b.Text
}

// Listed reports whether it is in a clause of kind k.
func (d *Directive) Listed(k spec.ClauseKind, it *Item) bool {
	for _, c := range d.All(k) {
		for _, x := range c.Items {
			if SameVar(x, it) {
				return true
			}
		}
	}
	return false
}

// mappedBase reports whether it is the base variable or base pointer of an item
// in a map clause.
func (d *Directive) mappedBase(it *Item) bool { return d.Listed(spec.MapClause, it) }

// ImpliedFor makes the clauses that §17.2 adds on leaf: shared on parallel and
// teams, map on target.
func (d *Directive) ImpliedFor(leaf spec.DirectiveKind) []*Clause {
	if len(d.Leafs) == 1 {
		return nil
	}
	switch leaf {
	case spec.Parallel, spec.Teams:
		return d.impliedShared(leaf)
	case spec.Target:
		return d.impliedMaps()
	}
	return nil
}

// impliedShared: what an inner leaf privatises from the original is shared on
// the parallel and teams constructs around it.
func (d *Directive) impliedShared(leaf spec.DirectiveKind) []*Clause {
	inner := d.Leafs[slices.Index(d.Leafs, leaf)+1:]
	var out []*Clause
	for _, c := range d.Clauses {
		if c.Kind != spec.FirstprivateClause && !c.Kind.Is(spec.Returns) {
			continue
		}
		if d.Part(c, leaf) != nil || !d.AnyPart(c, inner) {
			continue
		}
		if c.Kind == spec.FirstprivateClause && leaf == spec.Teams && !d.Has(spec.Distribute) {
			continue
		}
		if items := c.Items; len(items) > 0 {
			out = append(out, implied(spec.SharedClause, c, items))
		}
	}
	return out
}

// AnyPart reports whether clause c applies to one of the leafs (5.2 §17.2).
func (d *Directive) AnyPart(c *Clause, leafs []spec.DirectiveKind) bool {
	for _, l := range leafs {
		if d.Part(c, l) != nil {
			return true
		}
	}
	return false
}

func implied(k spec.ClauseKind, from *Clause, items []*Item) *Clause {
	return &Clause{Kind: k, Span: from.Span, Start: from.Start, End: from.End, Items: items, Def: spec.Clauses()[k],
		Implied: true}
}

// impliedMaps: lastprivate, linear, induction and reduction items of a target construct
// are mapped tofrom unless firstprivate or a map clause names them.
func (d *Directive) impliedMaps() []*Clause {
	var out []*Clause
	for _, c := range d.Clauses {
		if !c.Kind.Is(spec.Returns) {
			continue
		}
		var items []*Item
		for _, it := range c.Items {
			if d.mappedBase(it) || c.Kind == spec.LastprivateClause && d.Listed(spec.FirstprivateClause, it) {
				continue
			}
			items = append(items, it)
		}
		if len(items) > 0 {
			m := implied(spec.MapClause, c, items)
			m.Modifiers = []*Modifier{{Name: "tofrom", Span: c.Span}}
			out = append(out, m)
		}
	}
	return out
}

// Takes reports whether leaf l of c gets clause cl.
func (c *Construct) Takes(l spec.DirectiveKind, cl *Clause) bool {
	if l == spec.Task && c.Kind == spec.Taskwait {
		return cl.Kind == spec.DependClause
	}
	for _, x := range c.ClausesFor(l) {
		if x.Start == cl.Start && x.Kind == cl.Kind && !x.Implied {
			return true
		}
	}
	return false
}
