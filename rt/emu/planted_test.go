package emu_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// built returns the paths of what `make build` makes.
func built(t testing.TB) (compiler, emulator string) {
	t.Helper()
	paths := [2]string{"../../bin/ompcc", "../../lib/ompcc/ompcc-emulator"}
	for i, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(abs); err != nil {
			t.Skip("not built: make build")
		}
		paths[i] = abs
	}
	return paths[0], paths[1]
}

// TestPlanted runs programs with one error each, which the emulator must find
// at the right place.
func TestPlanted(t *testing.T) {
	compiler, emulator := built(t)
	sources, err := filepath.Glob("testdata/planted/*.c")
	if err != nil || len(sources) < 10 {
		t.Fatalf("%d programs, %v", len(sources), err)
	}
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			want := regexp.MustCompile(strings.TrimPrefix(first, "// finds: "))
			exe := filepath.Join(t.TempDir(), "a.out")
			if out, err := exec.Command(compiler, "-g", "-O1", "-w", "-fopenmp-targets=nvptx", "-o", exe, source).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator, "OMPCC_EMULATE=nvptx,budget=5000000", "OMP_TARGET_OFFLOAD=MANDATORY")
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Errorf("the program ended without an error\n%s", out)
			}
			if !want.Match(out) {
				t.Errorf("no match of %s in:\n%s", want, out)
			}
		})
	}
}
