package parse

import (
	"strings"
	"testing"
)

// TestLongLine: the index of a long line says the same as counting its tokens does.
func TestLongLine(t *testing.T) {
	var src, text strings.Builder
	for range 600 {
		src.WriteString("ADD(p[1], q); TWICE(é) x+x; ")
		text.WriteString("p[1] += q; x = 2 * x; x+x; ")
	}
	line := "  " + src.String()
	u := NewUnit("long.c", []byte("# 1 \"long.c\"\n  "+text.String()+"\nint f;\n"))
	u.lines.sources["long.c"] = []string{line, "int f;"}
	start := strings.Index(string(u.Text), "\n") + 1
	end := start + 2 + text.Len()
	if end-start <= longLine {
		t.Fatal("the line is too short to have an index")
	}
	for off := start; off <= end; off++ {
		if off > start && isIdent(u.Text[off]) && isIdent(u.Text[off-1]) {
			continue // places are those of tokens
		}
		if got, want := u.Pos(off).Col-1, originalColumn(line, string(u.Text[start:end]), off-start); got != want {
			t.Fatalf("offset %d: column %d, want %d", off-start, got, want)
		}
	}
}
