package require

import (
	"strings"
	"testing"
)

// recorder is a test that notes how it ended.
type recorder struct {
	testing.TB
	how string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, _ ...any) { r.end("skip " + format) }

func (r *recorder) Fatalf(format string, _ ...any) { r.end("fail " + format) }

// end keeps the first end: a test's function goes on behind a recorder's.
func (r *recorder) end(how string) {
	if r.how == "" {
		r.how = how
	}
}

func TestMissing(t *testing.T) {
	for _, c := range []struct{ mode, how string }{{"", "skip"}, {"require", "fail"}} {
		t.Setenv("OMPCC_TEST", c.mode)
		for name, f := range map[string]func(testing.TB){
			"tool":  func(t testing.TB) { Tool(t, "ompcc-no-such-tool") },
			"built": func(t testing.TB) { Built(t, "no/such/file") },
		} {
			r := &recorder{}
			if f(r); !strings.HasPrefix(r.how, c.how) {
				t.Errorf("%s with OMPCC_TEST=%q: %q, want %s", name, c.mode, r.how, c.how)
			}
		}
	}
	if Tool(t, "sh") == "" {
		t.Error("no path of a shell")
	}
	r := &recorder{}
	if Built(r, "require.go"); r.how != "" {
		t.Errorf("a file that is there: %s", r.how)
	}
}
