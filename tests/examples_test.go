package tests

import (
	"path/filepath"
	"testing"
)

// TestExamples compiles and runs every example, on the device and on the host;
// each must print its expected.txt.
func TestExamples(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, dir := range exampleDirs(t) {
		e := filepath.Join(dir, "expected.txt")
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			sources, err := filepath.Glob(filepath.Join(dir, "*.c"))
			if err != nil {
				t.Fatal(err)
			}
			tmp := t.TempDir()
			exe := filepath.Join(tmp, "a.out")
			if r := run(t, "", nil, cc,
				append(append([]string{"-O2", "-Wall", "-Wextra", "-o", exe}, sources...), "-lm")...); r.exit != 0 ||
				r.stderr != "" {
				t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
			}
			for _, offload := range []string{"MANDATORY", "DISABLED"} {
				r := run(t, tmp, []string{"OMP_TARGET_OFFLOAD=" + offload, "OMP_TOOL_LIBRARIES=" + eventChecker()}, exe)
				if r.exit != 0 {
					t.Errorf("%s: exit %d\n%s%s", offload, r.exit, r.stdout, r.stderr)
				}
				if err := compare(e, r.stdout); err != nil {
					t.Errorf("%s: %v", offload, err)
				}
			}
		})
	}
}

// exampleDirs are the folders of the examples that are programs.
func exampleDirs(t *testing.T) []string {
	t.Helper()
	expected, err := filepath.Glob("../examples/*/expected.txt")
	if err != nil || len(expected) < 10 {
		t.Fatalf("%d examples, %v", len(expected), err)
	}
	for i, e := range expected {
		expected[i] = filepath.Dir(e)
	}
	return expected
}
