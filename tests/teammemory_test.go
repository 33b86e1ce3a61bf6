package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTeamMemory: what an allocator with access trait cgroup allocates is dynamic shared
// memory of the launch, not a block of the heap.
func TestTeamMemory(t *testing.T) {
	t.Parallel()
	cc, ptx := ompcc(t), filepath.Join(t.TempDir(), "a.ptx")
	source := "cases/clauses/6.2_access_trait_is_the_teams_memory.c"
	if r := run(t, "", nil, cc, "-O2", "--offload-arch=sm_80", "--offload-device-only", "-S", source, "-o",
		ptx); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	text, err := os.ReadFile(ptx)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "__shared[36000]"); n != 1 {
		t.Errorf("%d kernels ask for 9000 ints of dynamic shared memory, want 1", n)
	}
	if strings.Contains(string(text), "malloc") {
		t.Errorf("the heap is used\n%s", text)
	}
}
