// begin declare variant: text that is left out, and names of variants.

package syntax

import (
	"strings"

	"ompcc/parse"
	"ompcc/pragma/tree"
)

// openVariant notes a begin declare variant directive and completes its mark.
func (m *Marker) openVariant(d *tree.Directive, mark *parse.Mark) {
	if n := len(m.open); n > 0 {
		d.Within = m.open[n-1]
	}
	m.open = append(m.open, d)
	if d.NeverMatches() {
		mark.Elide = true
		m.elided = 1
		return
	}
	mark.Rename = d.VariantName
}

func (m *Marker) closeVariant(mark *parse.Mark) {
	if n := len(m.open); n > 0 {
		m.open = m.open[:n-1]
		mark.End = true
	}
}

// skip reports whether p lies in text that is left out; its pair of begin and
// end directives is counted, to find the end.
func (m *Marker) skip(p *parse.Pragma) bool {
	if m.elided == 0 {
		return false
	}
	switch words := strings.Join(strings.Fields(p.Text), " "); {
	case strings.HasPrefix(words, "begin declare variant"), strings.HasPrefix(words, "begin declare_variant"):
		m.elided++
	case strings.HasPrefix(words, "end declare variant"), strings.HasPrefix(words, "end declare_variant"):
		m.elided--
		return m.elided > 0
	}
	return true
}
