package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelaxedArithmetic: parts of -ffast-math hold in device code of every target.
func TestRelaxedArithmetic(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "flags.c"), []byte(flagsSource), 0o644); err != nil {
		t.Fatal(err)
	}
	for flag, want := range map[string]string{"-ffinite-math-only": "fadd ninf nnan contract",
		"-fno-signed-zeros": "fadd nsz contract", "-fno-finite-math-only": "fadd contract"} {
		for _, target := range []string{"cpu", "nvptx", "amdgcn"} {
			r := run(t, dir, nil, cc, flag, "-fopenmp-targets="+target, "--offload-device-only", "-S", "-emit-llvm",
				"flags.c", "-o", "-")
			if r.exit != 0 || !strings.Contains(r.stdout, want) {
				t.Errorf("%s %s: exit %d, no %q\n%s", target, flag, r.exit, want, r.stderr)
			}
		}
	}
}
