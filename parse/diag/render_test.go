package diag

import (
	"fmt"
	"strings"
	"testing"
)

func render(o *Options, l *List) string {
	var b strings.Builder
	o.Apply(l)
	(&Printer{W: &b, Line: func(string, int) (string, bool) { return "\t#pragma omp tarGet map(a)", true }}).Print(l)
	return b.String()
}

func TestPrintCaret(t *testing.T) {
	l := &List{}
	l.Errorf(Span{Pos{"a.c", 3, 14}, 6}, UnknownDirective, "unknown directive '%s'", "tarGet").
		WithFix("write target").WithSection("5.2 §13.8").WithNote(Span{Pos{"a.c", 1, 2}, 0}, "see here")
	want := "a.c:3:14: error: unknown directive 'tarGet' (OpenMP 5.2 §13.8) [unknown-directive]\n" +
		"    3 | \t#pragma omp tarGet map(a)\n" +
		"      | \t            ^~~~~~\n" +
		"  help: write target\n" +
		"a.c:1:2: note: see here\n" +
		"    1 | \t#pragma omp tarGet map(a)\n" +
		"      | \t^\n"
	if got := render(&Options{}, l); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWarningFlags(t *testing.T) {
	for _, c := range []struct {
		flags  string
		shown  bool
		errors bool
	}{
		{"", true, false},
		{"-w", false, false},
		{"-Werror", true, true},
		{"-Wno-omp-x", false, false},
		{"-Wno-omp-y", true, false},
		{"-Werror=omp-x", true, true},
		{"-Werror -Wno-error=omp-x", true, false},
		{"-Wno-omp-x -Womp-x", true, false},
	} {
		o, l := &Options{}, &List{}
		for f := range strings.FieldsSeq(c.flags) {
			o.Flag(f)
		}
		l.Warnf(Span{Pos{"a.c", 1, 1}, 0}, Code{"omp-x"}, "odd")
		out := render(o, l)
		if (out != "") != c.shown || l.HasErrors() != c.errors {
			t.Errorf("%q: shown %v, error %v, want %v, %v", c.flags, out != "", l.HasErrors(), c.shown, c.errors)
		}
	}
}

func TestPrintJSON(t *testing.T) {
	l := &List{}
	l.Errorf(Span{Pos{"a.c", 3, 9}, 6}, UnknownDirective, "unknown directive '%s'", "tarGet").
		WithFix("write target").WithSection("5.2 §13.8").WithNote(Span{Pos{"a.c", 1, 2}, 0}, "see <here>")
	l.Warnf(Span{}, Code{"omp-x"}, "odd")
	var b strings.Builder
	(&Printer{W: &b, Format: JSON, Line: func(string, int) (string, bool) { return "/* é */ tarGet", true }}).Print(l)
	place := func(line, col, display int) string {
		return fmt.Sprintf(`{"file":"a.c","line":%d,"column":%d,"display-column":%d,"byte-column":%d}`, line, col,
			display, col)
	}
	want := `[{"kind":"error","message":"unknown directive 'tarGet' (OpenMP 5.2 §13.8)","option":"unknown-directive","column-origin":1,"escape-source":false,` +
		`"locations":[{"caret":` + place(3, 9, 8) + `,"finish":` + place(3, 14, 13) + `}],"children":[` +
		`{"kind":"note","message":"help: write target","column-origin":1,"escape-source":false,"locations":[{"caret":` + place(3, 9, 8) + `,"finish":` + place(3, 14, 13) + `}]},` +
		`{"kind":"note","message":"see <here>","column-origin":1,"escape-source":false,"locations":[{"caret":` + place(1, 2, 2) + `,"finish":` + place(1, 2, 2) + `}]}]},` +
		`{"kind":"warning","message":"odd","option":"-Womp-x","column-origin":1,"escape-source":false,"locations":[]}]` + "\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
