// Diagnostics as golden files of tests have them.

package diag

import (
	"fmt"
	"strings"
)

// Golden writes the diagnostics of at least severity min as golden files have them.
func (l *List) Golden(min Severity) string {
	var b strings.Builder
	for _, d := range l.All {
		if d.Severity >= min {
			b.WriteString(d.Golden())
		}
	}
	return b.String()
}

// Golden writes d as golden files have it.
func (d *Diagnostic) Golden() string {
	s := fmt.Sprintf("%d:%d+%d: %s: %s [%s]", d.Span.Line, d.Span.Col, d.Span.Len, d.Severity, d.Message, d.Code)
	if d.Section != "" {
		s += " (" + d.Section + ")"
	}
	s += "\n"
	if d.Fix != "" {
		s += "  fix: " + d.Fix + "\n"
	}
	for _, n := range d.Notes {
		s += fmt.Sprintf("  note %d:%d: %s\n", n.Span.Line, n.Span.Col, n.Message)
	}
	return s
}
