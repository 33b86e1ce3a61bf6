package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/rt/abi"
)

// TestWideNeedsSeparateArrays: a loop whose stores may change what its other iterations load has no wide entry point,
// since LLVM would not join its accesses.
func TestWideNeedsSeparateArrays(t *testing.T) {
	t.Parallel()
	for maps, want := range map[string]int{"": 0, "map(to: x[0:n]) map(tofrom: y[0:n])": 1} {
		file := filepath.Join(t.TempDir(), "add.c")
		source := fmt.Sprintf(`void add(int n, float *x, float *y) {
  #pragma omp target teams distribute parallel for %s
  for (int i = 0; i < n; i++) y[i] += x[i];
}
`, maps)
		if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		r := run(t, "", nil, ompcc(t), "-O2", "-fopenmp-targets=nvptx", "--offload-device-only", "-S", "-o", "-", file)
		if n := strings.Count(r.stdout, abi.WideSuffix+"("); r.exit != 0 || n != want {
			t.Errorf("%q: %d wide entry points, want %d\n%s", maps, n, want, r.stderr)
		}
		if n := strings.Count(r.stdout, ".v4."); n != 3*want {
			t.Errorf("%q: %d wide accesses, want %d", maps, n, 3*want)
		}
	}
}

// TestWideAccesses counts what the wide entry point of a streaming loop takes, beside the same loop with one iteration
// a thread: at most half of the instructions an element, and as many transactions (docs/performance.md).
func TestWideAccesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "wide")
	if r := run(t, "", nil, ompcc(t), "-O2", "-fopenmp-targets=nvptx,amdgcn", "-o", program, "testdata/wide.c"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	for _, device := range []string{"nvptx", "amdgcn"} {
		counts := filepath.Join(dir, device+".json")
		env := append(emulated(t, ""), "OMPCC_EMULATE="+device+",profile="+counts)
		if r := run(t, "", env, program); r.exit != 0 || r.stdout != "ok\n" {
			t.Fatalf("%s: exit %d\n%s%s", device, r.exit, r.stdout, r.stderr)
		}
		text, err := os.ReadFile(counts)
		if err != nil {
			t.Fatal(err)
		}
		type kernel struct {
			Kernel       string `json:"kernel"`
			Instructions uint64 `json:"instructions"`
			Loads        uint64 `json:"global_load_transactions"`
			Stores       uint64 `json:"global_store_transactions"`
			Requests     uint64 `json:"global_load_requests"`
		}
		var kernels []kernel
		if err := json.Unmarshal(text, &kernels); err != nil || len(kernels) != 2 {
			t.Fatalf("%s: %d kernels, %v", device, len(kernels), err)
		}
		var once, wide kernel
		for _, k := range kernels {
			if strings.HasSuffix(k.Kernel, abi.WideSuffix) {
				wide = k
			} else {
				once = k
			}
		}
		const elements = 1 << 19
		t.Logf("%s: %.2f instructions an element, %.2f with one iteration a thread", device,
			float64(wide.Instructions)/elements, float64(once.Instructions)/elements)
		if wide.Instructions == 0 || wide.Instructions*2 > once.Instructions {
			t.Errorf("%s: %d instructions, want half of %d", device, wide.Instructions, once.Instructions)
		}
		if wide.Loads != once.Loads || wide.Stores != once.Stores {
			t.Errorf("%s: %d and %d transactions, want %d and %d", device, wide.Loads, wide.Stores, once.Loads, once.Stores)
		}
		if wide.Requests*4 != once.Requests {
			t.Errorf("%s: %d loads, want a fourth of %d", device, wide.Requests, once.Requests)
		}
	}
}
