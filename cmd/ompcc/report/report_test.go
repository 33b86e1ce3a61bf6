package report

import (
	"errors"
	"strings"
	"testing"

	"ompcc/parse/diag"
)

// TestWarn: the command line decides what a warning is; an error that no stage has printed is printed once.
func TestWarn(t *testing.T) {
	for _, c := range []struct {
		flag, want string
		err        error
	}{
		{"-Wall", "ompcc: warning: a file is old [-Wold-file]\n  help: make it again\n", nil},
		{"-Wno-old-file", "", nil},
		{"-w", "", nil},
		{"-Werror=old-file", "ompcc: error: a file is old [old-file]\n  help: make it again\n", ErrReported},
	} {
		var b strings.Builder
		var o Options
		o.Warn.Flag(c.flag)
		r := New(&b, o)
		err := r.Warn(Problemf(diag.HostCode("old-file"), "a file is %s", "old").WithFix("make it again"))
		if err != nil {
			r.Fail(err)
		}
		if b.String() != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %v\n%s", c.flag, err, b.String())
		}
	}
}

// TestSilence: a command that a signal ends prints nothing more.
func TestSilence(t *testing.T) {
	var b strings.Builder
	r := New(&b, Options{})
	r.Silence()
	r.Fail(errors.New("open file: no such file"))
	r.Write("clang: error")
	if b.String() != "" {
		t.Errorf("printed %q", b.String())
	}
}

// TestFail keeps the order of located errors.
func TestFail(t *testing.T) {
	var b strings.Builder
	l := &diag.List{}
	for _, line := range []int{7, 3} {
		l.Errorf(diag.Span{Pos: diag.Pos{File: "a.c", Line: line, Col: 1}}, diag.Internal, "line %d", line)
	}
	New(&b, Options{}).Fail(&Located{List: l})
	if first, second := strings.Index(b.String(), "a.c:7"), strings.Index(b.String(), "a.c:3"); first < 0 ||
		second < first {
		t.Errorf("got\n%s", b.String())
	}
}
