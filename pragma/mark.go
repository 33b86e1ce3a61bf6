package pragma

import (
	"ompcc/parse"
	"ompcc/parse/diag"
)

// Marker parses the directives of one unit while parse builds the marked text,
// and remembers them for Bind.
type Marker struct {
	// Dirs are the directives by Pragma.ID; nil for one with errors.
	Dirs    []*Directive
	version int
	diags   *diag.List
}

// NewMarker returns a Marker for OpenMP version (52, 60 …).
func NewMarker(version int, diags *diag.List) *Marker {
	return &Marker{version: version, diags: diags}
}

// Mark parses p and says which C text stands in for it.
func (m *Marker) Mark(p *parse.Pragma) *parse.Mark {
	return &parse.Mark{Form: parse.MarkNone}
}
