package parse

import (
	"strings"
	"testing"
)

// TestRepeatedMembers: what structures repeat of their anonymous members, at their end or
// before a flexible array member, where others have members of the same names.
func TestRepeatedMembers(t *testing.T) {
	for src, want := range map[string]string{
		"struct a { int c; }; struct b { struct a f; union { int c, d; char e; }; };":                                                                 "int c, d;",
		"struct a { int c; }; struct b { struct a f; union { int d; }; };":                                                                            "",
		"struct a { int c; }; struct b { union { int c; }; };":                                                                                        "",
		"union { char *(*c)(int d); } x; struct { int q, d; struct { int c; struct { short c; } q; }; char f[]; } y;":                                 "int c;struct { short c; } q;",
		"struct a { int c; }; struct b { struct a f; struct { struct t { int z; } c; enum { A,\n B } q; enum e { C } a, f : 3; }; };":                 "struct t c;enum e a, f : 3;",
		"struct a { struct b *c; }; struct b { struct a f; struct { _Alignas(8) int *c[2] __attribute__((aligned(4))); } __attribute__((packed)); };": "_Alignas(8) int *c[2] __attribute__((aligned(4)));",
	} {
		got := ""
		for at, s := range repeatedMembers([]byte(src)) {
			got += s
			if next := src[at:]; next[0] != '}' && !strings.HasPrefix(next, "char f[]") {
				t.Errorf("%s: before %s", src, next)
			}
		}
		if want != "" {
			want = "int " + RepeatedWord + ";" + want + "int " + RepeatedEnd + ";"
		}
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
			t.Errorf("%s:\n%s\nwant %s", src, got, want)
		}
	}
}
