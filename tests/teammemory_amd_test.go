package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const indirectTeamMemory = `#include <omp.h>
#pragma omp declare target
__attribute__((noinline)) int deep(int x) { return omp_get_thread_num() + x; }
__attribute__((noinline)) int f(int x) { return deep(x) + 1; }
__attribute__((noinline)) int h(int x) { return deep(x) + 2; }
__attribute__((noinline)) int inner(int (*p)(int), int x) { return p(x); }
__attribute__((noinline)) int outer(int (*p)(int), int x) { return inner(p, x) * 2; }
#pragma omp end declare target
int main(int argc, char **argv)
{
  int r[32];
#pragma omp target parallel num_threads(32) map(from: r)
  r[omp_get_thread_num()] = outer(omp_get_thread_num() % argc ? f : h, argc);
  return r[5];
}
`

// TestTeamMemoryOfIndirectCalls: functions that AMD code calls by pointers, and those that these call, use the
// team's memory; LLVM 19 makes a trap of each use that it does not see a kernel come to.
func TestTeamMemoryOfIndirectCalls(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "indirect.c"), []byte(indirectTeamMemory), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
		for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
			r := run(t, dir, nil, cc, "-w", level, "-fopenmp-targets=amdgcn", "--offload-arch="+arch,
				"--offload-device-only", "-S", "indirect.c", "-o", "-")
			if r.exit != 0 {
				t.Fatal(r.stderr)
			}
			for _, name := range []string{"deep", "f$addr", "h$addr"} {
				_, body, found := strings.Cut(r.stdout, "\n"+name+":")
				body, _, _ = strings.Cut(body, "s_setpc_b64")
				if !found || strings.Contains(body, "s_trap") {
					t.Errorf("%s %s: %s is there: %v; it has a trap", arch, level, name, found)
				}
			}
		}
	}
}
