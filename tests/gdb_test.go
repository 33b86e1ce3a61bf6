package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const debugSource = `struct point { int x; double y; };
#pragma omp declare target
static int square(int v)
{
    int r = v * v;
    return r;
}
#pragma omp end declare target
int main(void)
{
    int a[10], n = 10;
    struct point p = { 3, 4.5 };
    #pragma omp target map(from: a) firstprivate(p)
    {
        int base = 7;
        p.x += 1;
        for (int i = 0; i < n; i++)
            a[i] = square(i) + base + p.x;
    }
    int sum = 0;
    #pragma omp target parallel for num_threads(1) reduction(+: sum) map(to: a)
    for (int i = 0; i < n; i++) {
        int twice = 2 * a[i];
        sum += twice;
    }
    return sum == 0;
}
`

// TestDebugger: -g lets gdb stop in a target region and in a device function of
// the CPU device, and print their variables.
func TestDebugger(t *testing.T) {
	gdb, err := exec.LookPath("gdb")
	if err != nil {
		t.Skip("no gdb: debug information is not tested")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "debug.c"), []byte(debugSource), 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run(ompcc(t), "-g", "-O0", "debug.c", "-o", "debug")
	commands := []string{"set debuginfod enabled off", "break square", "run", "next", "print v", "delete",
		"finish", "print base", "print p", "print p.y * 2", "print i", "delete", "break 24 if i == 0", "continue", "print twice", "print i"}
	args := []string{"-batch", "-nx"}
	for _, c := range commands {
		args = append(args, "-ex", c)
	}
	out := run(gdb, append(args, "./debug")...)
	for _, want := range []string{"= 7\n", "{x = 4, y = 4.5}", "= 9\n", "square (", "debug.c:24", "= 22\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("gdb does not show %q:\n%s", want, out)
		}
	}
}
