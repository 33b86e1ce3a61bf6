package pragma

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/parse/diag"
)

// splitVariants returns nested metadirectives that p stands for where one of its variants is a compound directive of
// 6.0's general rule (§19.1): each has p's selectors, and a part of each variant. nil: there is none,
// or it could be that not all of them choose the same variant.
func splitVariants(p *parse.Pragma, version int) *parse.Parts {
	q := *p
	r := &reader{p: &q, version: version, diags: &diag.List{}, splits: true}
	d := r.directive(lex(q.Text), len(q.Text))
	if d == nil || d.Kind != "metadirective" || r.diags.HasErrors() {
		return nil
	}
	levels, alone := 1, true
	for _, v := range d.variants() {
		if v.Def.Nested {
			levels = max(levels, len(v.pieces()))
		}
		alone = alone && (v.Def.Assoc == AssocNone || v.Kind == "nothing")
	}
	if levels == 1 || !d.choosesAlike() {
		return nil
	}
	parts := &parse.Parts{Alone: alone}
	for level := range levels {
		parts.Texts = append(parts.Texts, d.variantText(level, levels))
	}
	return parts
}

// variants are the directives in d's clauses, but for empty ones.
func (d *Directive) variants() (list []*Directive) {
	for _, c := range d.Clauses {
		for _, v := range c.Variants {
			if v != nil {
				list = append(list, v)
			}
		}
	}
	return list
}

// choosesAlike reports whether a copy of metadirective d in one of its variants chooses the same variant: that depends
// on nothing that the program computes, nor on the constructs around, and the variants do not lead to another device.
func (d *Directive) choosesAlike() bool {
	for _, v := range d.variants() {
		if v.Def.Nested && slices.ContainsFunc(v.Leafs[:len(v.Leafs)-1], func(l DirectiveKind) bool { return l == "target" }) {
			return false
		}
	}
	for _, c := range d.Clauses {
		for _, s := range c.Selector {
			for _, t := range s.Traits {
				if s.Name == "construct" || slices.ContainsFunc(t.Props, func(p *TraitProp) bool { return p.Expr != nil && !onlyNumbers.MatchString(p.Expr.Text) }) {
					return false
				}
			}
		}
	}
	return true
}

// onlyNumbers matches an expression that has the same value wherever it stands.
var onlyNumbers = regexp.MustCompile(`^[0-9\s()!&|<>=+*/%-]+$`)

// variantText is d's text for one of so many levels, from the outside in: variants of fewer parts have
// none on the outer ones.
func (d *Directive) variantText(level, levels int) string {
	src, out, at := d.Pragma.Text, "", 0
	for _, c := range d.Clauses {
		for _, v := range c.Variants {
			if v == nil {
				continue
			}
			end := c.Start + strings.LastIndexByte(src[c.Start:c.End], ')')
			out += src[at:v.start] + v.pieceOf(level, levels, end)
			at = end
		}
	}
	return out + src[at:]
}

// pieceOf is the part of variant d, which ends at end, for one of so many levels.
func (d *Directive) pieceOf(level, levels, end int) string {
	src := d.Pragma.Text
	pieces := [][]DirectiveKind{d.Leafs}
	if d.Def.Nested {
		pieces = d.pieces()
	}
	at := level - (levels - len(pieces))
	switch {
	case at < 0:
		return "nothing" + strings.Repeat(" ", max(0, end-d.start-len("nothing")))
	case !d.Def.Nested:
		return src[d.start:end]
	}
	toks := lex(src)
	first := slices.IndexFunc(toks, func(t lexer.Token) bool { return t.Pos.Offset == d.start })
	var names []nameLeaf
	for _, n := range leafRun(toks[first:]) {
		n.start, n.end = n.start+first, n.end+first
		names = append(names, n)
	}
	text := d.pieceText(pieces[at], names)
	return text[d.start:end] + text[len(src):]
}
