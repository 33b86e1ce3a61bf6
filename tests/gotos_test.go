package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const interpreter = `
int main(void) {
  int r = 0;
  #pragma omp target map(tofrom: r)
  {
    static void *const op[] = {&&add, &&twice, &&sub, &&end};
    static const char code[] = {0, 0, 1, 2, 1, 3};
    const char *pc = code;
    goto *op[(int)*pc++];
  add: r += 5; goto *op[(int)*pc++];
  twice: r *= 2; goto *op[(int)*pc++];
  sub: r -= 3; goto *op[(int)*pc++];
  end:;
  }
  return r != 34;
}
`

// TestComputedGotosShareABranch looks for one branch to all labels, however many
// computed gotos there are: an edge from each of them to each label would make
// the time of LLVM's passes over an interpreter quadratic.
func TestComputedGotosShareABranch(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	src, exe := filepath.Join(dir, "vm.c"), filepath.Join(dir, "vm")
	if err := os.WriteFile(src, []byte(interpreter), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"cpu", "nvptx", "amdgcn"} {
		ir, err := exec.Command(cc, "-fopenmp-targets="+target, "--offload-device-only", "-S", "-emit-llvm", "-o", "-",
			src).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, ir)
		}
		if n := strings.Count(string(ir), "switch i64"); n != 1 {
			t.Errorf("%s: %d branches for four computed gotos, want 1", target, n)
		}
	}
	if out, err := exec.Command(cc, "-O2", src, "-o", exe).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, exe); r.exit != 0 {
		t.Errorf("wrong result: %+v", r)
	}
}
