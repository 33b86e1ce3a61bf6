package parse

import (
	"os/exec"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// TestLoopPragmas: macros in the arguments of loop pragmas are expanded, other words are left.
func TestLoopPragmas(t *testing.T) {
	const src = `#define N 4
#define W(x) (x + N)
#define enable disable
#define unroll_count no_such
void f(int *a) {
#pragma unroll(N)
  for (int i = 0; i < N; i++) a[i]++;
#pragma GCC unroll N
  for (int i = 0; i < N; i++) a[i]++;
#pragma GCC unroll 8
  for (int i = 0; i < N; i++) a[i]++;
#pragma clang loop unroll_count(W(2)) vectorize(enable) interleave_count(N)
  for (int i = 0; i < N; i++) a[i]++;
#undef N
#define N 7
_Pragma("unroll(N)")
  for (int i = 0; i < 7; i++) a[i]++;
#pragma GCC ivdep
  for (int i = 0; i < 7; i++) a[i]++;
}
`
	ran := false
	for _, cc := range []string{"clang", "clang-22", "clang-19", "gcc"} {
		if _, err := exec.LookPath(cc); err != nil {
			continue
		}
		ran = true
		u, diags := FromString("loops.c", src, cc)
		if u == nil {
			t.Fatalf("%s: %v", cc, diags.All)
		}
		var got []string
		for line := range strings.Lines(string(u.Text)) {
			if strings.HasPrefix(line, "#pragma") {
				got = append(got, strings.TrimSpace(line))
			}
		}
		want := []string{"#pragma unroll(4)", "#pragma GCC unroll 4", "#pragma GCC unroll 8",
			"#pragma clang loop unroll_count((2 + 4)) vectorize(enable) interleave_count(4)", "#pragma unroll(7)", "#pragma GCC ivdep"}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", cc, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if !ran {
		require.Missing(t, "no host compiler")
	}
}
