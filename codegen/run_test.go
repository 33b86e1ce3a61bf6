package codegen

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ompcc/codegen/target"
)

// TestRunOnCPU executes the samples with the small runtime of testdata/harness.c.
func TestRunOnCPU(t *testing.T) {
	clang := llvmTool(t, "clang")
	dir := t.TempDir()
	tg, _ := target.ByName("cpu", "")
	harness := filepath.Join(dir, "harness.o")
	if out, err := exec.Command(clang, "-c", "-O1", "testdata/harness.c", "-o", harness).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			ll, exe := filepath.Join(dir, s.name+".ll"), filepath.Join(dir, s.name)
			if err := os.WriteFile(ll, []byte(emit(t, s.make(), tg, Options{})), 0o644); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(clang, "-Wno-override-module", "-O2", "-fPIC", ll, harness, "-lpthread", "-o",
				exe).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			out, err := exec.Command(exe, s.name).CombinedOutput()
			if err != nil || string(out) != "ok\n" {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
