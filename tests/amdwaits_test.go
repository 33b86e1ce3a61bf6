package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// loopsOfWaits publish at the head of a loop what its body has written in the iteration before.
const loopsOfWaits = `#include <omp.h>
void f(int n, int *flag, int *data)
{
#pragma omp target map(tofrom: flag[0:1], data[0:64])
  {
    long s[64];
#pragma omp allocate(s) allocator(omp_pteam_mem_alloc)
#pragma omp parallel num_threads(256)
    for (int i = 0; i < n; i++) {
#pragma omp barrier
      if (omp_get_thread_num() == 0)
        s[i & 63] += 5;
    }
#pragma omp parallel num_threads(256)
    for (int i = 0; i < n; i++) {
#pragma omp atomic write release
      flag[0] = i;
      data[i & 63] = i;
    }
  }
}
`

// TestWaitsBeforeBarriersOnAMD: in the assembly a wait stands in front of each barrier and each store that releases,
// without a label in between: LLVM drops its own at the heads of loops.
func TestWaitsBeforeBarriersOnAMD(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "waits.c"), []byte(loopsOfWaits), 0o666); err != nil {
		t.Fatal(err)
	}
	wait := regexp.MustCompile(`s_waitcnt [^\n]*lgkmcnt\(0\)|s_wait_dscnt 0x0|s_wait_loadcnt_dscnt 0x0`)
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100", "gfx1200"} {
		for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
			r := run(t, dir, nil, cc, "-w", level, "-fopenmp-targets=amdgcn", "--offload-arch="+arch,
				"--offload-device-only", "-S", "waits.c", "-o", "-")
			if r.exit != 0 {
				t.Fatal(r.stderr)
			}
			barriers, block := 0, ""
			for line := range strings.Lines(r.stdout) {
				switch {
				case strings.HasPrefix(line, ".LBB"), strings.HasPrefix(line, "\ts_cbranch"),
					strings.HasPrefix(line, "\ts_branch"):
					block = ""
				case strings.HasPrefix(line, "\ts_barrier\n"), strings.HasPrefix(line, "\ts_barrier_signal"):
					barriers++
					if !wait.MatchString(block) {
						t.Errorf("%s %s: a barrier without a wait behind\n%s", arch, level, block)
					}
					block = ""
				default:
					block += line
				}
			}
			if released := strings.Count(r.stdout, "vmcnt(0) lgkmcnt(0)") + strings.Count(r.stdout,
				"s_wait_storecnt 0x0"); barriers == 0 || released == 0 {
				t.Errorf("%s %s: %d barriers, %d waits for stores", arch, level, barriers, released)
			}
		}
	}
}
