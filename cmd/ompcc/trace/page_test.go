package trace

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "make rt/capi/ompt/timeline.h of page.html")

// TestHeader: the runtime writes the same page.
func TestHeader(t *testing.T) {
	const file = "../../../rt/capi/ompt/timeline.h"
	want := header()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s differs from page.html; run go test ./cmd/ompcc/trace -update (%v)", file, err)
	}
}

// header is the page as C text.
func header() string {
	var b strings.Builder
	b.WriteString("/* Generated from cmd/ompcc/trace/page.html (go test ./cmd/ompcc/trace -update). */\n")
	for _, part := range []struct{ name, text string }{{"head", head}, {"tail", tail}} {
		fmt.Fprintf(&b, "static const char ompcc_timeline_%s[] =", part.name)
		for line := range strings.Lines(part.text) {
			b.WriteString("\n\t" + quoted(line))
		}
		b.WriteString(";\n")
	}
	return b.String()
}

// quoted is a line as a string of C, whose other characters than ASCII are octal.
func quoted(line string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(line) {
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '?': // no trigraphs
			b.WriteString(`\?`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
