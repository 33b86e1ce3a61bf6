// Compound directives as several lines of the text.

package parse

import (
	"bytes"
	"fmt"
	"strings"

	"ompcc/parse/diag"
)

// Parts are the nested directives that one compound directive stands for, outermost first.
type Parts struct {
	// Texts are the directives' texts, each as long as the compound directive's at least:
	// what stands in it has the columns of its place there.
	Texts []string
	// Alone is set where the innermost directive has no statement: it is then the
	// only one in the block of the one around it.
	Alone bool
}

// Split puts the parts of each directive for which f gives some in its place, as lines
// of the directive's own line.
func (u *Unit) Split(f func(*Pragma) *Parts) {
	all := make([]*Parts, len(u.Pragmas))
	found := false
	for i, p := range u.Pragmas {
		all[i] = f(p)
		found = found || all[i] != nil
	}
	if !found {
		return
	}
	old := *u
	var out []byte
	last := 0
	for i, p := range old.Pragmas {
		if all[i] != nil {
			out = append(out, old.Text[last:p.Start]...)
			out = old.appendParts(out, p, all[i])
			last = p.End
		}
	}
	out = append(out, old.Text[last:]...)
	*u = *newUnit(old.cfg, old.File, out)
	u.Attributes = true
	u.lines.sources = old.lines.sources
	u.placePragmas()
	next := 0
	for i, p := range old.Pragmas {
		if all[i] == nil {
			u.Pragmas[next].Text, u.Pragmas[next].Pos, u.Pragmas[next].places = p.Text, p.Pos, p.places
			next++
			continue
		}
		for level, text := range all[i].Texts {
			u.Pragmas[next].takePlaces(p, text)
			u.Pragmas[next].Inner = level > 0
			next++
		}
	}
}

// appendParts writes the parts of p; what follows stays on its line.
func (u *Unit) appendParts(out []byte, p *Pragma, parts *Parts) []byte {
	at := u.lines.physical(p.Start)
	file, line := u.lines.at(at)
	innermost := len(parts.Texts) - 1
	for i, text := range parts.Texts {
		if i > 0 {
			if i == innermost && parts.Alone {
				out = append(out, "\n{"...)
			}
			out = append(out, '\n')
			out = appendMarker(out, line, file)
		}
		out = append(out, "#pragma omp "...)
		out = append(out, text...)
	}
	if parts.Alone {
		out = append(out, "\n}"...)
	}
	return fmt.Appendf(out, "\n# %d %q", line+1+bytes.Count(u.Text[p.Start:p.End], []byte("\n")), file)
}

// Compact is p's text; that of a part is without the blanks in the places of the others.
func (p *Pragma) Compact() string {
	if p.part {
		return strings.Join(strings.Fields(p.Text), " ")
	}
	return p.Text
}

// takePlaces makes p a part of the directive of from, which is text.
func (p *Pragma) takePlaces(from *Pragma, text string) {
	p.Text, p.Pos, p.places, p.part = text, from.Pos, nil, true
	if len(from.places) == 0 {
		return
	}
	p.places = append(make([]diag.Pos, 0, len(text)+1), from.places...)
	for len(p.places) <= len(text) {
		p.places = append(p.places, from.places[len(from.places)-1])
	}
	if first := len(text) - len(strings.TrimLeft(text, " ")); first < len(p.places) {
		p.Pos = p.places[first]
	}
}
