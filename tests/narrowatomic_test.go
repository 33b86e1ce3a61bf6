package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// narrowAtomics updates a half-precision number in each form; the case of TestRun has the integers.
const narrowAtomics = `_Float16 f(_Float16 *x, __bf16 *b)
{
  _Float16 old = 0;
#pragma omp target parallel map(tofrom: x[0:4], b[0:4]) map(from: old)
  {
#pragma omp atomic
    x[0] += 1;
#pragma omp atomic capture
    { old = x[1]; x[1] = 2 - x[1]; }
#pragma omp atomic compare
    if (x[2] == 1) x[2] = 3;
#pragma omp atomic write
    b[0] = b[1];
  }
  return old;
}
`

// TestNarrowAtomicsOnAMD: an update of 8 or 16 bits is a loop of our own around a 32-bit exchange. LLVM 19 expands
// narrow ones to two nested loops (its blocks are called partword), in which lanes that succeed first try again.
func TestNarrowAtomicsOnAMD(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	halves := filepath.Join(dir, "halves.c")
	if err := os.WriteFile(halves, []byte(narrowAtomics), 0o666); err != nil {
		t.Fatal(err)
	}
	integers, err := filepath.Abs("cases/sync/15.8.4_atomic_narrow_operators.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
			for source, updates := range map[string]int{halves: 3, integers: 16} {
				r := run(t, dir, nil, cc, "-w", level, "-fopenmp-targets=amdgcn", "--offload-arch="+arch,
					"--offload-device-only", "-S", source, "-o", "-")
				if r.exit != 0 {
					t.Fatal(r.stderr)
				}
				if n := strings.Count(r.stdout, "_atomic_cmpswap"); n != updates ||
					strings.Contains(r.stdout, "partword") {
					t.Errorf("%s %s %s: %d exchanges, not %d; expanded by LLVM: %v", arch, level, filepath.Base(source),
						n, updates, strings.Contains(r.stdout, "partword"))
				}
			}
		}
	}
}
