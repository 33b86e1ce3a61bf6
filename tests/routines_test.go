package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostCompilers are those whose runtimes differ most: libgomp and libomp.
func hostCompilers() []string { return []string{"gcc", newestClang()} }

// TestRoutines links a program that needs every routine of omp.h, and calls those
// without parameters: none may be left to a host runtime that lacks it.
func TestRoutines(t *testing.T) {
	cc := ompcc(t)
	text, err := os.ReadFile("testdata/openmp60.txt")
	if err != nil {
		t.Fatal(err)
	}
	var table, calls strings.Builder
	n := 0
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[0] != "function" || !strings.HasPrefix(f[1], "omp_") {
			continue
		}
		n++
		fmt.Fprintf(&table, "  (void *)%s,\n", f[1])
		if strings.HasSuffix(strings.TrimSpace(line), "(void)") {
			fmt.Fprintf(&calls, "  %s();\n", f[1])
		}
	}
	src := filepath.Join(t.TempDir(), "all.c")
	program := "#include <omp.h>\n#include <stdio.h>\nvoid *volatile all[] = {\n" + table.String() + "};\nint main(void)\n{\n" + calls.String() +
		"  int n = 0;\n  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) n += all[i] != 0;\n  printf(\"%d\\n\", n);\n  return 0;\n}\n"
	if err := os.WriteFile(src, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, host := range hostCompilers() {
		t.Run(filepath.Base(host), func(t *testing.T) {
			onHost(t, cc, host, src, fmt.Sprintln(n))
		})
	}
}

// TestInExplicitTask: libgomp 12 and libomp 14 lack the routine.
func TestInExplicitTask(t *testing.T) {
	cc := ompcc(t)
	for _, host := range hostCompilers() {
		t.Run(filepath.Base(host), func(t *testing.T) {
			onHost(t, cc, host, "testdata/in_explicit_task.c", "01010011010 100\n")
		})
	}
}

// onHost compiles a program with one host compiler and compares what it prints.
func onHost(t *testing.T, cc, host, src, want string) {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "a.out")
	if r := run(t, "", []string{"OMPCC_CC=" + host}, cc, "-w", "-fopenmp-version=60", src, "-o", exe); r.exit != 0 {
		t.Fatalf("%s", r.stderr)
	}
	if r := run(t, "", []string{"OMP_MAX_ACTIVE_LEVELS=3"}, exe); r.exit != 0 || r.stdout != want {
		t.Errorf("exit %d, got %q, want %q\n%s", r.exit, r.stdout, want, r.stderr)
	}
}
