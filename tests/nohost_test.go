package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const nohostSource = `#pragma omp begin declare target device_type(nohost)
static int lane(int n)
{
    int x;
    asm("mov.u32 %0, %%laneid;" : "=r"(x));
#pragma omp parallel for reduction(+: x)
    for (int i = 0; i < n; i++)
        x += 2;
    return x;
}
#pragma omp end declare target
static int width(void) { return 32; }
#pragma omp declare variant(width) match(device={arch(nvptx64)})
static int lanes(void) { return 1; }

int main(int argc, char **argv)
{
    int r = argc;
    (void)argv;
#pragma omp target map(tofrom: r)
    r = r > 1 ? lanes() : lane(4) + lanes();
    return r;
}
`

// TestNohostAssembly: the host's compiler does not see the body of a function with device_type(nohost) that holds a
// device's assembly (OpenMP 5.2 §13.1). It accepts the rest, and the host's version of the region ends where it
// needs the function.
func TestNohostAssembly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "n.c"), []byte(nohostSource), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, host := range hostCompilers() {
		t.Run(filepath.Base(host), func(t *testing.T) {
			exe := filepath.Join(t.TempDir(), "n")
			if r := run(t, dir, []string{"OMPCC_CC=" + host}, ompcc(t), "-Wall", "-Wextra", "-Werror",
				"-fopenmp-targets=nvptx", "n.c", "-o", exe); r.exit != 0 {
				t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
			}
			if r := run(t, dir, emulated(t, ""), exe); r.exit != 40 {
				t.Errorf("on the device: exit %d\n%s", r.exit, r.stderr)
			}
			disabled := []string{"OMP_TARGET_OFFLOAD=DISABLED"}
			if r := run(t, dir, disabled, exe, "x"); r.exit != 1 || r.stderr != "" {
				t.Errorf("on the host, without the function: exit %d\n%s", r.exit, r.stderr)
			}
			want := "n.c:2: function 'lane' has device_type(nohost), and the host came to it"
			if r := run(t, dir, disabled, exe); r.exit != 1 || !strings.Contains(r.stderr, want) {
				t.Errorf("on the host: exit %d\n%s", r.exit, r.stderr)
			}
		})
	}
}
