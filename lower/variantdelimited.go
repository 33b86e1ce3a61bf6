// begin metadirective and begin declare variant.

package lower

import (
	"strings"

	"ompcc/parse/diag"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// delimitedMetadirectives puts what begin metadirective directives choose into
// their place, and the end directive of that into the place of the end
// metadirective (5.2 §7.4.4). In C the directives with an end are declarative,
// so the choice must be certain.
func (u *unit) delimitedMetadirectives() {
	for i, c := range u.tree.All {
		if c == nil || c.Kind != spec.BeginMetadirective || c.Pair == nil {
			continue
		}
		k := u.contextAt(c).candidates(c)[0]
		if !k.certain() {
			u.errorf(k.sel.user[0].Span.Pos, diag.NotConstant,
				"the condition of a begin metadirective must be constant: its variants are declarative directives").
				WithSection("5.2 §7.4.4")
			continue
		}
		begin, end := spec.Nothing, spec.Nothing
		dir := k.dir
		if dir != nil && dir.Kind != spec.Nothing {
			begin, end = dir.Kind, spec.DirectiveNamed("end "+strings.TrimPrefix(dir.Kind.String(), "begin "))
		} else {
			dir = &tree.Directive{}
		}
		b := u.replaced(c, begin, dir.Clauses)
		e := u.replaced(c.Pair, end, nil)
		b.Pair, e.Pair = e, b
		u.tree.All[i], u.tree.All[c.Pair.Pragma.ID] = b, e
	}
}

// replaced is construct c with another directive in its place.
func (u *unit) replaced(c *tree.Construct, kind spec.DirectiveKind, clauses []*tree.Clause) *tree.Construct {
	r := *c
	r.Directive = &tree.Directive{
		Kind: kind, Leafs: []spec.DirectiveKind{kind}, Clauses: clauses,
		Pragma: c.Pragma, Def: spec.Directives().Defs[kind],
	}
	return &r
}

// delimitedVariants makes the functions that are defined in the region of begin
// declare variant directive c variants of those with their names (5.2 §7.5.5).
func (u *unit) delimitedVariants(c *tree.Construct) {
	match := &tree.Clause{Kind: spec.MatchClause, Span: c.Clause(spec.MatchClause).Span, Selector: c.Match()}
	host := u.possibleOnHost(match.Selector)
	for _, r := range u.tree.Unit.Renamed {
		if r.Pragma != c.Pragma.ID {
			continue
		}
		def := u.defs[r.To]
		if def == nil {
			continue
		}
		if len(u.decls[r.From]) == 0 {
			if tree.Extends(c.Match(), "disable_implicit_base") {
				continue
			}
			u.errorf(u.pos(def.Declarator), diag.UnknownName, "no base function '%s' for this variant", r.From).
				WithSection("5.2 §7.5.5").WithFix("declare %s before or after the begin declare variant region", r.From)
			continue
		}
		base := u.decls[r.From][0]
		if !u.sameType(base.Type(), def.Declarator.Type()) {
			u.errorf(u.pos(def.Declarator), diag.VariantType, "the variant of '%s' must have the same type", r.From).
				WithSection("5.2 §7.5.5").WithNote(spanOf(u, base), "'%s' is declared here", r.From).
				WithFix("declare the variant as '%s' is declared", r.From)
			continue
		}
		v := *c
		v.Directive = &tree.Directive{
			Kind: spec.DeclareVariant, Leafs: []spec.DirectiveKind{spec.DeclareVariant}, Pragma: c.Pragma,
			Def:     spec.Directives().Defs[spec.DeclareVariant],
			Clauses: append([]*tree.Clause{match}, adjusting(c)...),
			Args: &tree.Clause{Words: []string{r.To},
				Items: []*tree.Item{{Text: r.To, Name: true, Decl: def.Declarator}}},
		}
		v.Target = base
		u.variants[r.From] = append(u.variants[r.From], &v)
		if host {
			u.prog.Edits = append(u.prog.Edits, newEdit(r.Start, r.End, r.To))
		}
	}
	if !host && c.Pair != nil {
		u.leaveOut(c.Pragma.End, c.Pair.Pragma.Start)
	}
}

// adjusting are the clauses besides match.
func adjusting(c *tree.Construct) (list []*tree.Clause) {
	for _, cl := range c.Clauses {
		if cl.Kind != spec.MatchClause {
			list = append(list, cl)
		}
	}
	return list
}

// leaveOut takes text out of the host's; its line breaks stay.
func (u *unit) leaveOut(start, end int) {
	n := strings.Count(string(u.tree.Unit.Text[start:end]), "\n")
	for _, e := range u.prog.Edits {
		if e.Start <= start && end <= e.End {
			return
		}
	}
	u.prog.Edits = append(u.prog.Edits, newEdit(start, end, strings.Repeat("\n", max(n, 1))))
}

// possibleOnHost reports whether some context of the host matches the selector:
// its constructs aside, which calls bring.
func (u *unit) possibleOnHost(sets []*tree.TraitSet) bool {
	var rest []*tree.TraitSet
	for _, s := range sets {
		switch {
		case s.Name != "construct":
			rest = append(rest, s)
		case tree.Matching(sets) == tree.MatchAny:
			return true
		}
	}
	return !(&context{u: u}).eval(rest).never
}
