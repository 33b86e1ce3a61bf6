package syntax

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// splitVariants returns the nested metadirectives that p stands for if one of its variants is a compound directive
// of 6.0's general rule (§19.1), else nil. Each has a part of each variant. The outermost metadirective chooses
// one, and the others follow it (Construct.Follows).
func splitVariants(p *parse.Pragma, version int) *parse.Parts {
	q := *p
	r := &reader{p: &q, version: version, diags: &diag.List{}}
	d := r.directive(Lex(q.Text), len(q.Text))
	if d == nil || d.Kind != spec.Metadirective || r.diags.HasErrors() {
		return nil
	}
	levels, alone := 1, true
	for _, v := range variants(d) {
		if v.Splits() {
			levels = max(levels, len(pieces(v)))
		}
		alone = alone && (v.Def.Assoc == spec.AssocNone || v.Kind == spec.Nothing)
	}
	if levels == 1 {
		return nil
	}
	parts := &parse.Parts{Alone: alone}
	for level := range levels {
		parts.Texts = append(parts.Texts, variantText(d, level, levels))
	}
	return parts
}

// variants are the directives in d's clauses, but for empty ones.
func variants(d *tree.Directive) (list []*tree.Directive) {
	for _, c := range d.Clauses {
		for _, v := range c.Variants {
			if v != nil {
				list = append(list, v)
			}
		}
	}
	return list
}

// variantText is d's text for one of so many levels, from the outside in: variants of fewer parts have
// none on the outer ones. What the selectors compute stands in the outermost one alone.
func variantText(d *tree.Directive, level, levels int) string {
	src, out, at := d.Pragma.Text, "", 0
	if level > 0 {
		src = withoutComputed(d)
	}
	for _, c := range d.Clauses {
		for _, v := range c.Variants {
			if v == nil {
				continue
			}
			end := c.Start + strings.LastIndexByte(src[c.Start:c.End], ')')
			out += src[at:v.NameStart] + pieceOf(v, level, levels, end)
			at = end
		}
	}
	return out + src[at:]
}

// withoutComputed is d's text with 1 for each expression in its selectors.
func withoutComputed(d *tree.Directive) string {
	text := []byte(d.Pragma.Text)
	for _, c := range d.Clauses {
		for _, s := range c.Selector {
			for _, t := range s.Traits {
				for _, p := range t.Props {
					if p.Expr != nil {
						at := p.Expr.Off
						copy(text[at:], "1"+strings.Repeat(" ", len(p.Expr.Text)-1))
					}
				}
			}
		}
	}
	return string(text)
}

// pieceOf is the part of variant d, which ends at end, for one of so many levels.
func pieceOf(d *tree.Directive, level, levels, end int) string {
	src := d.Pragma.Text
	list := [][]spec.DirectiveKind{d.Leafs}
	if d.Splits() {
		list = pieces(d)
	}
	at := level - (levels - len(list))
	switch {
	case at < 0:
		return "nothing" + strings.Repeat(" ", max(0, end-d.NameStart-len("nothing")))
	case !d.Splits():
		return src[d.NameStart:end]
	}
	toks := Lex(src)
	first := slices.IndexFunc(toks, func(t lexer.Token) bool { return t.Pos.Offset == d.NameStart })
	var names []nameLeaf
	for _, n := range leafRun(toks[first:]) {
		n.start, n.end = n.start+first, n.end+first
		names = append(names, n)
	}
	text := pieceText(d, list[at], names)
	return text[d.NameStart:end] + text[len(src):]
}
