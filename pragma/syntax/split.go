// Compound directives as nested directives (6.0 §19.1).

package syntax

import (
	"slices"
	"strings"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Split returns the nested directives that p's compound directive stands for. It does so if only OpenMP 6.0's
// general rule makes its name (6.0 §19.1), or if a clause applies to some of its constituents alone (6.0 §5.4).
// Each has the clauses that apply to it (6.0 §19.2) at the columns that they have in p. The result is nil for every
// other directive, and for one with errors. Warnings of the name go to diags.
func Split(p *parse.Pragma, version int, diags *diag.List) *parse.Parts {
	if strings.HasPrefix(strings.TrimSpace(p.Text), "metadirective") {
		return splitVariants(p, version)
	}
	run := leafRun(Lex(p.Text))
	if len(run) < 2 || spec.Directives().Defs[nameOf(leafsOf(run))] != nil && !strings.Contains(p.Text, ":") {
		return nil
	}
	q := *p
	r := &reader{p: &q, version: version, diags: &diag.List{}}
	d := r.directive(Lex(q.Text), len(q.Text))
	if d == nil || !d.Splits() || r.diags.HasErrors() {
		return nil
	}
	w := &reader{p: p, version: version, diags: diags}
	w.warnSince(d.Def, Lex(p.Text)[:run[len(run)-1].end])
	for _, c := range d.Clauses {
		if c.On != spec.NoDirective {
			w.warnConstituent(c)
		}
	}
	parts := &parse.Parts{Alone: d.Def.Assoc == spec.AssocNone}
	for _, leafs := range pieces(d) {
		parts.Texts = append(parts.Texts, pieceText(d, leafs, run))
	}
	return parts
}

// pieces cuts d's leafs into directives of the table, as few as take their clauses; nil if
// that would cut a composite directive, whose loop constructs cannot be nested (6.0 §19.1).
func pieces(d *tree.Directive) (list [][]spec.DirectiveKind) {
	for at := 0; at < len(d.Leafs); {
		end := len(d.Leafs)
		for end > at && (end > d.FirstLoop() && end < len(d.Leafs) || !canBe(d, d.Leafs[at:end])) {
			end--
		}
		if end == at {
			return nil
		}
		list = append(list, d.Leafs[at:end])
		at = end
	}
	return list
}

// fitAll reports whether all clauses of d that apply to leafs can be clauses of their directive.
func fitAll(d *tree.Directive, leafs []spec.DirectiveKind) bool {
	return !slices.ContainsFunc(d.Clauses, func(c *tree.Clause) bool { return c.On != spec.NoDirective && !d.Fits(c, leafs) })
}

// canBe reports whether leafs are a directive that takes those of d's clauses that apply to them.
func canBe(d *tree.Directive, leafs []spec.DirectiveKind) bool {
	if !fitAll(d, leafs) {
		return false
	}
	def := spec.Directives().Defs[nameOf(leafs)]
	if def == nil {
		return false
	}
	for _, c := range d.Clauses {
		if _, takes := def.Clauses[c.Kind]; !takes && d.AnyPart(c, leafs) {
			return false
		}
	}
	return true
}

// pieceText is d's text with blanks for all but leafs and what applies to them; the clauses
// that the other leafs' imply stand behind it.
func pieceText(d *tree.Directive, leafs []spec.DirectiveKind, names []nameLeaf) string {
	src := d.Pragma.Text
	text := []byte(strings.Repeat(" ", len(src)))
	toks := Lex(src)
	for _, l := range names {
		if slices.Contains(leafs, l.kind) {
			start, end := toks[l.start].Pos.Offset, EndOf(toks[l.end-1])
			copy(text[start:end], src[start:end])
		}
	}
	var has []*tree.Clause
	for _, c := range d.Clauses {
		part := pieceClause(d, c, leafs)
		if part == nil {
			continue
		}
		has = append(has, c)
		copy(text[c.Start:c.End], src[c.Start:c.End])
		dropItems(d, text, c, part)
	}
	out := string(text)
	for _, l := range leafs {
		for _, c := range d.ImpliedFor(l) {
			out += impliedText(d, c, has)
		}
	}
	return out
}

// pieceClause is the share of c that leafs get.
func pieceClause(d *tree.Directive, c *tree.Clause, leafs []spec.DirectiveKind) *tree.Clause {
	keep := map[*tree.Item]bool{}
	applies := false
	for _, l := range leafs {
		part := d.Part(c, l)
		if part == nil {
			continue
		}
		applies = true
		for _, it := range part.Items {
			keep[it] = true
		}
	}
	if !applies {
		return nil
	}
	if len(c.Items) == 0 {
		return c
	}
	if c.Kind == spec.AllocateClause {
		// It has the all-privatizing property. An item that no clause makes private stays: that is an error.
		for it := range keep {
			keep[it] = privatizes(d, it, leafs) || !privatizes(d, it, d.Leafs)
		}
	}
	return c.Keep(func(it *tree.Item) bool { return keep[it] })
}

// privatizes reports whether a clause that applies to leafs makes the variable of it private.
func privatizes(d *tree.Directive, it *tree.Item, leafs []spec.DirectiveKind) bool {
	return slices.ContainsFunc(d.Clauses, func(x *tree.Clause) bool {
		return x.Kind != spec.AllocateClause && x.Kind != spec.SharedClause && x.Kind != spec.MapClause &&
			d.AnyPart(x, leafs) &&
			slices.ContainsFunc(x.Items, func(y *tree.Item) bool { return tree.SameVar(it, y) })
	})
}

// dropItems blanks those list items of c, with a comma each, that part has not.
func dropItems(d *tree.Directive, text []byte, c, part *tree.Clause) {
	kept := 0
	for i, it := range c.Items {
		if slices.Contains(part.Items, it) {
			kept++
			continue
		}
		start, end := it.Off, it.Off+len(it.Text)
		switch {
		case i+1 < len(c.Items) && kept == 0:
			end = c.Items[i+1].Off
		case i > 0:
			start = c.Items[i-1].Off + len(c.Items[i-1].Text)
		}
		for ; start < end; start++ {
			text[start] = ' '
		}
	}
}

// impliedText spells a clause that impliedFor made up, unless the directive that gets it has
// the clause that it comes from itself, which implies it there, too.
func impliedText(d *tree.Directive, c *tree.Clause, has []*tree.Clause) string {
	if slices.ContainsFunc(has, func(x *tree.Clause) bool { return x.Start == c.Start }) {
		return ""
	}
	var items []string
	for _, it := range c.Items {
		text := it.Text
		if c.Kind == spec.SharedClause {
			text = tree.FirstWord(text)
		}
		if !d.Listed(c.Kind, it) {
			items = append(items, text)
		}
	}
	if len(items) == 0 {
		return ""
	}
	list := strings.Join(items, ", ")
	if c.Kind == spec.MapClause {
		list = "tofrom: " + list
	}
	return " " + c.Kind.String() + "(" + list + ")"
}
