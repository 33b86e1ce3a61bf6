package diag

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// The log of SARIF 2.1.0 that code hosts and editors read: one run with all messages of a command.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID string `json:"id"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId,omitempty"`
	RuleIndex *int            `json:"ruleIndex,omitempty"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
	Related   []sarifLocation `json:"relatedLocations,omitempty"`
	Fixes     []sarifFix      `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       *int          `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int        `json:"startLine"`
	StartColumn int        `json:"startColumn,omitempty"`
	EndColumn   int        `json:"endColumn,omitempty"`
	Snippet     *sarifText `json:"snippet,omitempty"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

// sarifLevels are SARIF's words. A remark is a note there, too.
var sarifLevels = [...]string{Note: "note", RemarkSeverity: "note", Warning: "warning", Error: "error"}

// printSARIF writes l as one log.
func (p *Printer) printSARIF(l *List) {
	run := sarifRun{Tool: sarifTool{sarifDriver{Name: "ompcc", Version: p.Version, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	for _, d := range l.All {
		r := p.sarifResult(d)
		if r.RuleID != "" {
			i := slices.Index(run.Tool.Driver.Rules, sarifRule{r.RuleID})
			if i < 0 {
				i = len(run.Tool.Driver.Rules)
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{r.RuleID})
			}
			r.RuleIndex = &i
		}
		run.Results = append(run.Results, r)
	}
	e := json.NewEncoder(p.W)
	e.SetEscapeHTML(false)
	e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

func (p *Printer) sarifResult(d *Diagnostic) sarifResult {
	r := sarifResult{RuleID: d.Code.String(), Level: sarifLevels[d.Severity], Message: sarifText{d.text()}}
	if d.Fix != "" {
		r.Message.Text += "; help: " + d.Fix
	}
	if d.Span.File != "" {
		r.Locations = []sarifLocation{{Physical: p.sarifPlace(d.Span)}}
	}
	for i, n := range d.Notes {
		if n.Span.File == "" {
			r.Message.Text += "; note: " + n.Message
			continue
		}
		r.Related = append(r.Related,
			sarifLocation{ID: &i, Physical: p.sarifPlace(n.Span), Message: &sarifText{n.Message}})
	}
	if len(d.Edits) > 0 {
		r.Fixes = []sarifFix{p.sarifFix(d)}
	}
	return r
}

func (p *Printer) sarifFix(d *Diagnostic) sarifFix {
	f := sarifFix{Description: sarifText{d.Fix}}
	for _, e := range d.Edits {
		at := p.sarifPlace(e.Span)
		at.Region.Snippet = nil
		if e.Span.Len == 0 {
			at.Region.EndColumn = at.Region.StartColumn // an insertion
		}
		f.Changes = append(f.Changes, sarifChange{at.Artifact, []sarifReplacement{{*at.Region, sarifText{e.Text}}}})
	}
	return f
}

func (p *Printer) sarifPlace(sp Span) sarifPhysical {
	at := sarifPhysical{Artifact: sarifArtifact{filepath.ToSlash(sp.File)}}
	if !sp.IsValid() {
		return at
	}
	at.Region = &sarifRegion{StartLine: sp.Line}
	if sp.Col > 0 {
		at.Region.StartColumn = p.jsonPlace(sp, sp.Col).Display
		at.Region.EndColumn = p.jsonPlace(sp, sp.Col+max(sp.Len, 1)).Display
	}
	if line, ok := p.sourceLine(sp.File, sp.Line); ok {
		at.Region.Snippet = &sarifText{line}
	}
	return at
}

// text is d's message with its section.
func (d *Diagnostic) text() string {
	if d.Section != "" {
		return d.Message + " (" + d.rule() + ")"
	}
	return d.Message
}

// rule names the section of OpenMP, or the extension, whose rule d reports.
func (d *Diagnostic) rule() string {
	if strings.IndexAny(d.Section, "0123456789") == 0 {
		return "OpenMP " + d.Section
	}
	return d.Section
}
