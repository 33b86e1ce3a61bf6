package tests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestLeagueScan counts the accesses of a scan that all teams of a league share: one pass reads and writes each element
// once, and looks back at the tiles before (docs/performance.md).
func TestLeagueScan(t *testing.T) {
	t.Parallel()
	const elements, transaction = 1 << 17, 32
	dir := t.TempDir()
	program, counts := filepath.Join(dir, "scan"), filepath.Join(dir, "counts.json")
	if r := run(t, "", nil, ompcc(t), "-O2", "-fopenmp-targets=nvptx", "-Wno-omp-inscan-distribute", "-o", program,
		"testdata/leaguescan.c"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	if r := run(t, "", emulated(t, ",profile="+counts), program); r.exit != 0 || r.stdout != "ok\n" {
		t.Fatalf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	text, err := os.ReadFile(counts)
	if err != nil {
		t.Fatal(err)
	}
	var kernels []struct {
		Loads  uint64 `json:"global_load_transactions"`
		Stores uint64 `json:"global_store_transactions"`
	}
	if err := json.Unmarshal(text, &kernels); err != nil || len(kernels) != 1 {
		t.Fatalf("%d kernels, %v", len(kernels), err)
	}
	accesses := float64(kernels[0].Loads+kernels[0].Stores) * transaction / 8 / elements
	t.Logf("%.3f accesses an element", accesses)
	if accesses < 2 || accesses > 2.2 {
		t.Errorf("%.3f accesses an element, want 2 to 2.2", accesses)
	}
}
