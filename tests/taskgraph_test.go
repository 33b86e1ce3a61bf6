package tests

import (
	"path/filepath"
	"testing"
)

// TestTaskgraphCounts: a replay of a task graph (OpenMP 6.0 §14.3) does not execute the region's block, and allocates nothing.
func TestTaskgraphCounts(t *testing.T) {
	t.Parallel()
	exe := filepath.Join(t.TempDir(), "taskgraph")
	if r := run(t, ".", nil, ompcc(t), "-fopenmp-version=60", "-fopenmp-targets=cpu", "-O1", "testdata/taskgraph.c", "-o", exe); r.exit != 0 {
		t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
	}
	const want = "device: 1 blocks, 0 allocations\nhost: 1 blocks, 0 allocations\n80 80\n"
	if r := run(t, ".", nil, exe); r.exit != 0 || r.stdout != want {
		t.Errorf("exit %d\n%s%s\nwant\n%s", r.exit, r.stdout, r.stderr, want)
	}
}
