package diag

import (
	"encoding/json"
	"unicode/utf8"
)

// The JSON that gcc writes under -fdiagnostics-format=json: an array of
// diagnostics in one line, which editors and build farms read.
type jsonDiagnostic struct {
	Kind         string            `json:"kind"`
	Message      string            `json:"message"`
	Option       string            `json:"option,omitempty"`
	ColumnOrigin int               `json:"column-origin"`
	EscapeSource bool              `json:"escape-source"`
	Locations    []jsonLocation    `json:"locations"`
	Children     []*jsonDiagnostic `json:"children,omitempty"`
}

type jsonLocation struct {
	Caret  jsonPlace `json:"caret"`
	Finish jsonPlace `json:"finish"`
}

type jsonPlace struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Display int    `json:"display-column"`
	Byte    int    `json:"byte-column"`
}

// printJSON writes l in one line.
func (p *Printer) printJSON(l *List) {
	all := []*jsonDiagnostic{}
	for _, d := range l.All {
		all = append(all, p.jsonOf(d))
	}
	if len(all) == 0 {
		return
	}
	e := json.NewEncoder(p.W)
	e.SetEscapeHTML(false)
	e.Encode(all)
}

func (p *Printer) jsonOf(d *Diagnostic) *jsonDiagnostic {
	j := p.jsonMessage(d.Span, d.Severity, d.text())
	if d.Code != NoCode {
		j.Option = d.Code.String()
		if d.Severity == Warning {
			j.Option = "-W" + d.Code.String()
		}
	}
	if d.Fix != "" {
		j.Children = append(j.Children, p.jsonMessage(d.Span, Note, "help: "+d.Fix))
	}
	for _, n := range d.Notes {
		j.Children = append(j.Children, p.jsonMessage(n.Span, Note, n.Message))
	}
	return j
}

func (p *Printer) jsonMessage(sp Span, s Severity, msg string) *jsonDiagnostic {
	j := &jsonDiagnostic{Kind: s.String(), Message: msg, ColumnOrigin: 1, Locations: []jsonLocation{}}
	if sp.IsValid() {
		j.Locations = append(j.Locations,
			jsonLocation{Caret: p.jsonPlace(sp, sp.Col), Finish: p.jsonPlace(sp, sp.Col+max(sp.Len, 1)-1)})
	}
	return j
}

// jsonPlace counts a column in bytes, and in characters for display.
func (p *Printer) jsonPlace(sp Span, col int) jsonPlace {
	display := col
	if line, ok := p.sourceLine(sp.File, sp.Line); ok && col >= 1 {
		display = utf8.RuneCountInString(line[:min(col-1, len(line))]) + 1
	}
	return jsonPlace{File: sp.File, Line: sp.Line, Column: col, Display: display, Byte: col}
}
