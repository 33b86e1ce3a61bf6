package parse

import "testing"

func TestNearest(t *testing.T) {
	words := []string{"parallel", "private", "for", "barrier"}
	for in, want := range map[string]string{"paralel": "parallel", "privat": "private", "fro": "for", "xyz": "",
		"berrier": "barrier"} {
		if got := Nearest(in, words); got != want {
			t.Errorf("nearest(%q) = %q, want %q", in, got, want)
		}
	}
}
