// Package diag holds the one message type of the compiler: a Diagnostic with
// its source range, notes and help, and the List that every stage appends to.
// It imports nothing of ours. Only cmd/ompcc prints or exits.
package diag

import (
	"fmt"
	"slices"
)

// Pos is a place in a user's source file, after #line and GNU line markers.
// Line and Col are 1-based; Col counts bytes. Line 0 means "no place".
type Pos struct {
	File string
	Line int
	Col  int
}

// IsValid reports whether p names a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

func (p Pos) String() string {
	if !p.IsValid() {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Span is a range on one line that starts at Pos and is Len bytes wide (0: just a caret).
type Span struct {
	Pos
	Len int
}

// Severity orders the kinds of message.
type Severity int

// The severities.
const (
	Note Severity = iota
	RemarkSeverity
	Warning
	Error
)

func (s Severity) String() string { return [...]string{"note", "remark", "warning", "error"}[s] }

// Diagnostic is one message for the user.
type Diagnostic struct {
	Severity Severity
	Span     Span
	// Code names the diagnostic: "omp-unmapped-pointer" for a warning that
	// -Wno-omp-unmapped-pointer turns off and -Werror=omp-unmapped-pointer makes
	// an error; for errors a stable slug such as "clause-not-allowed".
	Code Code
	// Message says what is wrong, in the specification's words, without a final period.
	Message string
	// Section is the OpenMP section that the rule comes from ("5.2 §5.8.3"), or "".
	Section string
	// Fix says what to write instead ("write map(tofrom: a[0:n])"), or "".
	Fix string
	// Edits do what Fix says, where that is known to the letter.
	Edits []Edit
	// Raw is set when Message is the output of another program (the host
	// compiler), to be shown verbatim.
	Raw bool
	// Notes are further places with an explanation each.
	Notes []NoteAt
}

// Edit replaces the text of a Span, which an empty one inserts before.
type Edit struct {
	Span Span
	Text string
}

// NoteAt is a secondary place of a Diagnostic.
type NoteAt struct {
	Span    Span
	Message string
}

// List collects diagnostics. The zero value is ready. A List is used by one goroutine.
type List struct {
	All []*Diagnostic
}

// Add appends d.
func (l *List) Add(d *Diagnostic) { l.All = append(l.All, d) }

// Errorf appends an error at pos and returns it, so that a Fix or notes can be set.
func (l *List) Errorf(sp Span, code Code, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Severity: Error, Span: sp, Code: code, Message: fmt.Sprintf(format, args...)}
	l.Add(d)
	return d
}

// Warnf appends a warning named code at pos and returns it.
func (l *List) Warnf(sp Span, code Code, format string, args ...any) *Diagnostic {
	d := &Diagnostic{Severity: Warning, Span: sp, Code: code, Message: fmt.Sprintf(format, args...)}
	l.Add(d)
	return d
}

// Once drops every diagnostic that says the same of the same place as an earlier
// one: a directive may be lowered more than once.
func (l *List) Once() {
	type key struct {
		at      Span
		code    Code
		message string
	}
	seen := map[key]bool{}
	l.All = slices.DeleteFunc(l.All, func(d *Diagnostic) bool {
		k := key{d.Span, d.Code, d.Message}
		again := seen[k] && d.Span.IsValid()
		seen[k] = true
		return again
	})
}

// OnlyBraces drops what is said of C's rules where a brace on a directive's line, or a line
// in a directive, is the reason for it.
func (l *List) OnlyBraces() {
	if slices.ContainsFunc(l.All, func(d *Diagnostic) bool { return d.Code == BlockOnLine || d.Code == SwallowedLine }) {
		l.All = slices.DeleteFunc(l.All, func(d *Diagnostic) bool {
			return d.Code == C || d.Code == Host || d.Code == MissingStatement || d.Code == Undeclared
		})
	}
}

// HasErrors reports whether any diagnostic is an error.
func (l *List) HasErrors() bool {
	for _, d := range l.All {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// WithFix sets the help and returns d.
func (d *Diagnostic) WithFix(format string, args ...any) *Diagnostic {
	d.Fix, d.Edits = fmt.Sprintf(format, args...), nil
	return d
}

// WithEdit adds an edit that the help consists of and returns d.
func (d *Diagnostic) WithEdit(sp Span, text string) *Diagnostic {
	d.Edits = append(d.Edits, Edit{sp, text})
	return d
}

// Suggest sets the help to write name in the place of d and returns d.
func (d *Diagnostic) Suggest(name string) *Diagnostic {
	return d.WithFix("did you mean '%s'?", name).WithEdit(d.Span, name)
}

// WithSection sets the section of the specification and returns d.
func (d *Diagnostic) WithSection(s string) *Diagnostic {
	d.Section = s
	return d
}

// WithNote adds a secondary place and returns d.
func (d *Diagnostic) WithNote(sp Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, NoteAt{sp, fmt.Sprintf(format, args...)})
	return d
}
