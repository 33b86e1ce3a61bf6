// Package report prints the diagnostics of the command and its stages, under the command line's wishes.
package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"ompcc/parse/diag"
)

// ErrReported is returned when the diagnostics have been printed already.
var ErrReported = errors.New("reported")

// Problem is a wrong command line.
type Problem struct {
	code     diag.Code
	msg, fix string
}

func (e *Problem) Error() string { return e.msg }

// Problemf is a Problem with a code of docs/diagnostics.md.
func Problemf(code diag.Code, format string, args ...any) *Problem {
	return &Problem{code: code, msg: fmt.Sprintf(format, args...)}
}

// WithFix adds what the user should do, and returns e.
func (e *Problem) WithFix(format string, args ...any) *Problem {
	e.fix = fmt.Sprintf(format, args...)
	return e
}

// printed is an error whose text another program has written for the user.
type printed interface {
	error
	Output() string
}

// Located carries located diagnostics as an error.
type Located struct{ List *diag.List }

func (e *Located) Error() string { return e.List.All[0].Message }

// ColorMode says whether diagnostics are coloured; by default on a terminal.
type ColorMode int

const (
	ColorAuto   ColorMode = iota // on a terminal
	ColorAlways                  // -fdiagnostics-color=always
	ColorNever                   // -fdiagnostics-color=never
)

// Options are the command line's wishes about messages.
type Options struct {
	Warn diag.Options
	// Remarks are the wishes about remarks, which the driver heeds.
	Remarks diag.RemarkOptions
	Color   ColorMode
	Format  diag.Format // -fdiagnostics-format
	Version string      // of the command, for SARIF
	FixIts  bool        // -fdiagnostics-parseable-fixits
	// Keep has the messages kept for Kept, beside their printing.
	Keep bool
}

// Reporter prints the diagnostics of every stage.
type Reporter struct {
	w       io.Writer
	options Options
	mu      sync.Mutex // of w and what follows
	// all are the messages so far, where the format is one document for all of them; line finds their sources' lines.
	all  diag.List
	line func(file string, line int) (string, bool)
	kept diag.List
}

// New makes a reporter that prints to w.
func New(w io.Writer, options Options) *Reporter {
	return &Reporter{w: w, options: options}
}

// Print writes the diagnostics that the command line lets pass. The error is ErrReported if one of them is an error.
// line returns a source line; nil reads the file.
func (r *Reporter) Print(l *diag.List, line func(file string, line int) (string, bool)) error {
	r.options.Warn.Apply(l)
	r.show(l, line)
	if l.HasErrors() {
		return ErrReported
	}
	return nil
}

// show prints l as it is.
func (r *Reporter) show(l *diag.List, line func(file string, line int) (string, bool)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.options.Keep {
		r.kept.All = append(r.kept.All, structured(l)...)
	}
	if r.options.Format != diag.Text {
		r.gather(l, line)
		return
	}
	p := &diag.Printer{W: r.w, FixIts: r.options.FixIts, Line: line}
	p.Color = r.options.Color == ColorAlways || r.options.Color == ColorAuto && OnTerminal(r.w)
	p.Print(l)
}

// Warn prints what is no error as a warning; the error is ErrReported if the command line makes it one.
func (r *Reporter) Warn(w *Problem) error {
	l := &diag.List{}
	l.Warnf(diag.Span{}, w.code, "%s", w.msg).Fix = w.fix
	return r.Print(l, nil)
}

// Fail prints an error that no stage has printed.
func (r *Reporter) Fail(err error) {
	var usage *Problem
	var tool printed
	var list *Located
	l := &diag.List{}
	switch {
	case errors.Is(err, ErrReported):
		return
	case errors.As(err, &list):
		l = list.List
	case errors.As(err, &usage):
		l.Errorf(diag.Span{}, usage.code, "%s", usage.msg).Fix = usage.fix
	case errors.As(err, &tool) && tool.Output() != "":
		r.write(tool.Output(), diag.Error)
		return
	default:
		l.Errorf(diag.Span{}, diag.NoCode, "%v", err)
	}
	r.show(l, nil)
}

// gather keeps l for Close; what other programs printed is taken apart.
func (r *Reporter) gather(l *diag.List, line func(file string, line int) (string, bool)) {
	if line != nil {
		r.line = line
	}
	r.all.All = append(r.all.All, structured(l)...)
}

// structured is l with what other programs printed taken apart.
func structured(l *diag.List) (all []*diag.Diagnostic) {
	for _, d := range l.All {
		if d.Raw {
			all = append(all, diag.Structured(d.Message, d.Severity).All...)
			continue
		}
		all = append(all, d)
	}
	return all
}

// Kept are the messages so far, if the options ask for them.
func (r *Reporter) Kept() []*diag.Diagnostic {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept.Once()
	return r.kept.All
}

// Close writes the document of a format that is one for all messages; SARIF's is written if there are none, too.
func (r *Reporter) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.options.Format == diag.Text || r.options.Format == diag.JSON && len(r.all.All) == 0 {
		return
	}
	r.all.Once()
	p := &diag.Printer{W: r.w, Format: r.options.Format, Version: r.options.Version, Line: r.line}
	p.Print(&r.all)
	r.all.All = nil
}

// Silence drops all messages that follow: a command that a signal ends says nothing of the stages that it takes the
// files from.
func (r *Reporter) Silence() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.w = io.Discard
}

// Write passes on the messages of another program.
func (r *Reporter) Write(text string) { r.write(text, diag.Warning) }

func (r *Reporter) write(text string, other diag.Severity) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.options.Keep {
		r.kept.All = append(r.kept.All, diag.Structured(text, other).All...)
	}
	if r.options.Format != diag.Text {
		r.all.All = append(r.all.All, diag.Structured(text, other).All...)
		return
	}
	io.WriteString(r.w, text)
}

// Verbatim passes on a text that is no message: the commands of -v.
func (r *Reporter) Verbatim(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	io.WriteString(r.w, text)
}

// OnTerminal reports whether w shows colours.
func OnTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
