package cexpr

import "testing"

// A string has no escape that C lacks, no trigraph, and bytes beyond ASCII as they are.
func TestQuote(t *testing.T) {
	for s, want := range map[string]string{
		"a.c:3:1":     `"a.c:3:1"`,
		`C:\a "b"`:    `"C:\\a \"b\""`,
		"line\ntab\t": `"line\ntab\011"`,
		"what??!":     `"what\?\?!"`,
		"größe":       `"größe"`,
		"\x01" + "2":  `"\0012"`,
	} {
		if got := Quote(s); got != want {
			t.Errorf("Quote(%q) = %s, want %s", s, got, want)
		}
	}
}
