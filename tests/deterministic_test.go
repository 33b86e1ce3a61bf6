package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// floatAtomic is an atomic operation on a floating-point number, or one that
// may stand for it: a compare-and-swap.
var floatAtomic = regexp.MustCompile(`\b(?:atom|red)\.[\w.:]*(?:\.f16|\.f32|\.f64|cas\.b32)`)

// TestDeterministicReductions runs a program with the teams in different
// orders: with the flag its sums must be the same bit by bit, and nothing in
// the PTX may add floating-point numbers atomically. Without it they must
// differ, or the test would show nothing.
func TestDeterministicReductions(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	emulated(t, "")
	const source, orders = "testdata/deterministic.c", 4
	for _, flag := range []string{"-fopenmp-deterministic-reductions", "-fno-openmp-deterministic-reductions"} {
		on := flag[2] == 'o'
		exe := filepath.Join(t.TempDir(), "a.out")
		if r := run(t, "", nil, cc, "-fopenmp-targets=nvptx", flag, source, "-o", exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		results := map[string]bool{}
		for seed := range orders {
			r := run(t, "", emulated(t, fmt.Sprintf(",seed=%d", seed+1)), exe)
			if r.exit != 0 {
				t.Fatalf("%s: exit %d\n%s", flag, r.exit, r.stderr)
			}
			results[r.stdout] = true
		}
		if on && len(results) != 1 {
			t.Errorf("%d different results with %s", len(results), flag)
		}
		if !on && len(results) == 1 {
			t.Errorf("one result in %d orders without the flag: the program shows nothing", orders)
		}
		ptx := filepath.Join(t.TempDir(), "a.ptx")
		if r := run(t, "", nil, cc, "-fopenmp-targets=nvptx", flag, "--offload-device-only", "-S", source, "-o",
			ptx); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		text, err := os.ReadFile(ptx)
		if err != nil {
			t.Fatal(err)
		}
		if found := floatAtomic.FindString(string(text)); (found != "") == on {
			t.Errorf("%s: floating-point atomics in the PTX: %q", flag, found)
		}
	}
}
