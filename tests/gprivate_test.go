// Runs of programs whose teams cannot have the memory that dyn_groupprivate asks for (OpenMP 6.1).

package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const gprivateSource = `#include <omp.h>

int main(void)
{
  size_t bytes = omp_get_gprivate_limit(omp_default_device, omp_access_cgroup) + 16;
#pragma omp target dyn_groupprivate(fallback(abort) : bytes)
  {
  }
  return 0;
}
`

// TestGroupMemoryAborts: with fallback(abort) a launch that asks for more than a team may have ends the program, on the
// CPU device, on the host and on an emulated GPU.
func TestGroupMemoryAborts(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "g.c"), []byte(gprivateSource), 0o644); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "g")
	if r := run(t, dir, nil, ompcc(t), "-fopenmp-version=61", "-fopenmp-targets=cpu,nvptx", "g.c", "-o", exe); r.exit != 0 {
		t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
	}
	for _, c := range []struct {
		name string
		env  []string
		want string
	}{
		{"cpu", nil, "g.c:6:13: dyn_groupprivate asks for 1048592 bytes, and no device has more than 1048576 for a team"},
		{"host", []string{"OMP_TARGET_OFFLOAD=DISABLED"}, "g.c:6:13: dyn_groupprivate asks for 1048592 bytes"},
		{"nvptx", emulated(t, ""), "a team takes 232464 bytes of dynamic shared memory, but the emulated GPU has 232448"},
	} {
		if r := run(t, dir, c.env, exe); r.exit != 1 || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: exit %d, want 1 and %q\n%s", c.name, r.exit, c.want, r.stderr)
		}
	}
}
