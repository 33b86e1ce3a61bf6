package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const hostFunctionSource = `static int plus(int x) { return x + 1; }
int main(void)
{
    int (*f[1])(int) = {plus}, r = 0;
#pragma omp target map(to: f) map(from: r)
    r = f[0](1);
    return r;
}
`

// TestHostFunctionCalled: a pointer to a function without a device version is no
// pointer to call on a device (OpenMP 5.2 §7.8.3); the CPU device says so.
func TestHostFunctionCalled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "f.c"), []byte(hostFunctionSource), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, ompcc(t), "f.c", "-o", "f"); r.exit != 0 {
		t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
	}
	r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, "./f")
	want := "f.c:1: error: function 'plus' of the host is called on device 0 through a pointer"
	if r.exit != 1 || !strings.Contains(r.stderr, want) {
		t.Errorf("exit %d, standard error %q, want exit 1 and %q", r.exit, r.stderr, want)
	}
	if r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=DISABLED"}, "./f"); r.exit != 2 {
		t.Errorf("on the host: exit %d, want 2", r.exit)
	}
}
