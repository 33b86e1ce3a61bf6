package devicetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Driver says how a vendor's driver fails, for EveryCall. F numbers its functions.
type Driver[F ~int] struct {
	Symbols  []string // the functions' names
	Failure  string   // an error has the name of the function whose call failed, and this behind it
	NoStatus []F      // functions that cannot fail
	Releases []F      // functions that leave something behind when they fail
	// Survives reports whether a session may go on without an error when the function fails; nil: never.
	Survives func(f F, errors string) bool
}

// Session is what a program's use of a driver has left: the calls in their order, the errors, and what was not released.
type Session[F ~int] struct {
	Calls []F
	Errs  []error
	Left  []string
}

// EveryCall injects faults into a driver. A session without any has neither errors nor leaves something behind. Then
// each of its calls fails in one session: the error names the function and the status, no data is wrong, and nothing is
// left but what could not be released. EveryCall returns how often each function was called in the first session.
func EveryCall[F ~int](t *testing.T, d Driver[F], session func(failing int) Session[F]) map[F]int {
	t.Helper()
	good := session(-1)
	if len(good.Errs) > 0 || len(good.Left) > 0 {
		t.Fatalf("%q, left: %q", good.Errs, good.Left)
	}
	called, failed := map[F]int{}, 0
	for i, f := range good.Calls {
		called[f]++
		if slices.Contains(d.NoStatus, f) {
			continue
		}
		failed++
		bad := session(i)
		where, text := fmt.Sprintf("call %d, %s, fails", i, d.Symbols[f]), fmt.Sprint(bad.Errs)
		named := strings.Contains(text, d.Symbols[f]+": "+d.Failure) || d.Survives != nil && d.Survives(f, text)
		if !named || strings.Contains(text, "wrong data") {
			t.Errorf("%s: %s", where, text)
		}
		if len(bad.Left) > 0 && !slices.Contains(d.Releases, f) {
			t.Errorf("%s: left: %q", where, bad.Left)
		}
	}
	t.Logf("%d calls of %d functions; the %d that have a status failed once", len(good.Calls), len(called), failed)
	return called
}
