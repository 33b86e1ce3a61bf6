// Diagnostics as text, and the user's wishes about warnings.

package diag

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// Options are the user's wishes about warnings: -w, -Werror, -Wno-NAME, -Werror=NAME, -Wpedantic.
type Options struct {
	NoWarnings bool
	Werror     bool
	Pedantic   bool // show top-level notes
	Disabled   map[string]bool
	Errors     map[string]bool // -Werror=NAME; false after -Wno-error=NAME
	Unknown    []string        // flags that name a warning of ours that there is not
}

// Flag takes a -W or -w argument. It reports whether the flag is one of ours
// alone (-Wno-omp-…), which the host compiler need not see.
func (o *Options) Flag(arg string) bool {
	switch arg {
	case "-w":
		o.NoWarnings = true
		return false
	case "-Werror":
		o.Werror = true
		return false
	case "-Wno-error":
		o.Werror = false
		return false
	case "-Wpedantic", "-pedantic":
		o.Pedantic = true
		return false
	}
	name, ok := strings.CutPrefix(arg, "-W")
	if !ok {
		return false
	}
	set := func(m *map[string]bool, name string, v bool) bool {
		if *m == nil {
			*m = map[string]bool{}
		}
		(*m)[name] = v
		if strings.HasPrefix(name, "omp-") && !slices.Contains(Warnings, Code{name}) {
			o.Unknown = append(o.Unknown, arg)
		}
		return strings.Contains(name, "omp-") || strings.Contains(name, "openmp")
	}
	if n, ok := strings.CutPrefix(name, "error="); ok {
		return set(&o.Errors, n, true)
	}
	if n, ok := strings.CutPrefix(name, "no-error="); ok {
		return set(&o.Errors, n, false)
	}
	if n, ok := strings.CutPrefix(name, "no-"); ok {
		return set(&o.Disabled, n, true)
	}
	return set(&o.Disabled, name, false)
}

// Apply drops the warnings that are turned off and raises those that are to be
// errors. Stages append freely; only this decides what counts.
func (o *Options) Apply(l *List) {
	kept := l.All[:0]
	for _, d := range l.All {
		if o.apply(d) {
			kept = append(kept, d)
		}
	}
	l.All = kept
	slices.SortStableFunc(l.All, byPlace)
}

// byPlace orders the diagnostics of one file by line; what another program
// printed, and what has no place, comes first.
func byPlace(a, b *Diagnostic) int {
	if a.Raw != b.Raw || a.Raw {
		return cmp.Compare(rank(a), rank(b))
	}
	if a.Span.File != b.Span.File {
		return 0
	}
	return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), cmp.Compare(a.Span.Col, b.Span.Col))
}

func rank(d *Diagnostic) int {
	if d.Raw {
		return 0
	}
	return 1
}

func (o *Options) apply(d *Diagnostic) bool {
	switch {
	case d.Severity == Error || d.Severity == RemarkSeverity || d.Raw:
		return true
	case d.Severity == Note:
		return o.Pedantic
	case o.NoWarnings || o.disabled(d.Code.name):
		return false
	}
	werror := o.Werror
	if v, ok := o.Errors[d.Code.name]; ok {
		werror = v
	}
	if werror {
		d.Severity = Error
	}
	return true
}

// pedanticOnly are the warnings that only -Wpedantic or their own flag turns on.
var pedanticOnly = map[string]bool{"openmp-extension": true, "deprecated-openmp": true}

func (o *Options) disabled(code string) bool {
	off, set := o.Disabled[code]
	if !set {
		return pedanticOnly[code] && !o.Pedantic
	}
	return off
}

// Format is a form of messages.
type Format int

// The formats: for people, gcc's JSON with one array for each Print, and SARIF with one log.
const (
	Text Format = iota
	JSON
	SARIF
)

// Printer writes diagnostics for people: place, message, the source line with
// the range underlined, and what to write instead.
type Printer struct {
	W     io.Writer
	Color bool
	// Format is how Print writes.
	Format Format
	// Version is the command's, for SARIF.
	Version string
	// FixIts writes the edits of each message in clang's and gcc's parseable form.
	FixIts bool
	// Line returns a source line; nil reads the file.
	Line  func(file string, line int) (string, bool)
	files map[string][]string
}

// Print writes all diagnostics of l.
func (p *Printer) Print(l *List) {
	switch p.Format {
	case JSON:
		p.printJSON(l)
		return
	case SARIF:
		p.printSARIF(l)
		return
	}
	for _, d := range l.All {
		p.print(d)
	}
}

func (p *Printer) print(d *Diagnostic) {
	if d.Raw {
		fmt.Fprint(p.W, d.Message)
		if !strings.HasSuffix(d.Message, "\n") {
			fmt.Fprintln(p.W)
		}
		return
	}
	var tail strings.Builder
	if d.Section != "" {
		fmt.Fprintf(&tail, " (%s)", d.rule())
	}
	if d.Code != NoCode {
		fmt.Fprintf(&tail, " [%s%s]", map[Severity]string{Warning: "-W"}[d.Severity], d.Code)
	}
	p.message(d.Span, d.Severity, d.Message+tail.String())
	p.snippet(d.Span, d.Severity)
	if d.Fix != "" {
		fmt.Fprintf(p.W, "  %s %s\n", p.paint("1;36", "help:"), d.Fix)
	}
	for _, n := range d.Notes {
		p.message(n.Span, Note, n.Message)
		p.snippet(n.Span, Note)
	}
	if p.FixIts {
		for _, e := range d.Edits {
			fmt.Fprintf(p.W, "fix-it:%q:{%d:%d-%d:%d}:%q\n", e.Span.File, e.Span.Line, e.Span.Col, e.Span.Line,
				e.Span.Col+e.Span.Len, e.Text)
		}
	}
}

func (p *Printer) message(sp Span, s Severity, msg string) {
	place := "ompcc"
	if sp.File != "" {
		place = sp.Pos.String()
	}
	fmt.Fprintf(p.W, "%s: %s %s\n", p.paint("1", place), p.paint(colours[s], s.String()+":"), p.paint("1", msg))
}

var colours = [...]string{Note: "1;36", RemarkSeverity: "1;34", Warning: "1;35", Error: "1;31"}

func (p *Printer) paint(code, s string) string {
	if !p.Color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// snippet shows the source line with a caret under the span.
func (p *Printer) snippet(sp Span, s Severity) {
	line, ok := p.sourceLine(sp.File, sp.Line)
	if !sp.IsValid() || !ok {
		return
	}
	line = strings.TrimRight(line, "\r")
	col := min(max(sp.Col-1, 0), len(line))
	n := max(min(sp.Len, len(line)-col), 1)
	var pad strings.Builder
	for _, r := range line[:col] {
		if r == '\t' {
			pad.WriteByte('\t')
		} else {
			pad.WriteByte(' ')
		}
	}
	width := max(utf8.RuneCountInString(line[col:min(col+n, len(line))]), 1)
	fmt.Fprintf(p.W, "%5d | %s\n      | %s%s\n", sp.Line, printable(line), pad.String(),
		p.paint(colours[s], "^"+strings.Repeat("~", width-1)))
}

// printable keeps a source line from changing the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
}

func (p *Printer) sourceLine(file string, line int) (string, bool) {
	if file == "" || line < 1 {
		return "", false
	}
	if p.Line != nil {
		if s, ok := p.Line(file, line); ok {
			return s, true
		}
	}
	lines, ok := p.files[file]
	if !ok {
		lines = readLines(file)
		if p.files == nil {
			p.files = map[string][]string{}
		}
		p.files[file] = lines
	}
	if line > len(lines) {
		return "", false
	}
	return lines[line-1], true
}

// readLines reads a text file; a binary one has no lines to show.
func readLines(file string) []string {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil || bytes.IndexByte(data, 0) >= 0 {
		return nil
	}
	return strings.Split(string(data), "\n")
}
