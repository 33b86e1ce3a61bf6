package driver

import "testing"

func TestTracedMember(t *testing.T) {
	for line, want := range map[string][2]string{
		"lib.a(m.o)":    {"lib.a", "m.o"},
		"(d/lib.a)m.o":  {"d/lib.a", "m.o"},
		"/usr/lib/x.so": {"", ""},
	} {
		if p, m := tracedMember(line); p != want[0] || m != want[1] {
			t.Errorf("%s: got %q %q", line, p, m)
		}
	}
}
