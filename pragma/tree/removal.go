// Edits that remove a clause or a list item.

package tree

import (
	"strings"

	"ompcc/parse"
	"ompcc/parse/diag"
)

// WithoutClause adds the edit to e that removes clause c of directive p, with the separator before it.
func WithoutClause(e *diag.Diagnostic, p *parse.Pragma, c *Clause) *diag.Diagnostic {
	start := c.Start
	for start > 0 && strings.IndexByte(" \t,", p.Text[start-1]) >= 0 && p.PosAt(start-1).Line == p.PosAt(c.Start).Line {
		start--
	}
	if strings.HasSuffix(strings.TrimRight(p.Text[:start], " \t"), ",") {
		return e // the separator is on another line
	}
	return withoutText(e, p, start, c.Start+len(strings.TrimRight(p.Text[c.Start:c.End], " \t,")))
}

// WithoutItem adds the edit to e that removes list item it from clause c of directive p, or the whole clause if nothing
// else is in it.
func WithoutItem(e *diag.Diagnostic, p *parse.Pragma, c *Clause, it *Item) *diag.Diagnostic {
	if len(c.Items) == 1 {
		return WithoutClause(e, p, c)
	}
	start, end := it.Off, it.Off+len(it.Text)
	if end > c.End || p.Text[start:end] != it.Text {
		return e
	}
	if rest := strings.TrimLeft(p.Text[end:c.End], " \t"); strings.HasPrefix(rest, ",") {
		end = c.End - len(strings.TrimLeft(rest[1:], " \t"))
	} else {
		start = len(strings.TrimRight(p.Text[:start], " \t,"))
	}
	return withoutText(e, p, start, end)
}

// withoutText adds the edit to e that removes bytes of p.Text, unless a macro or several lines of the source have them.
func withoutText(e *diag.Diagnostic, p *parse.Pragma, start, end int) *diag.Diagnostic {
	first := p.PosAt(start)
	for off := start; off < end; off++ {
		if at := p.PosAt(off); at.File != first.File || at.Line != first.Line || at.Col != first.Col+off-start {
			return e
		}
	}
	return e.WithEdit(p.SpanAt(start, end-start), "")
}
