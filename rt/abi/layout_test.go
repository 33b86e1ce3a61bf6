package abi

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLayout compares Layout with the host compiler's sizeof and offsetof.
func TestLayout(t *testing.T) {
	var b strings.Builder
	b.WriteString("#include <stddef.h>\n" + HostDecls + ModuleDecls + CPUDecls + StepDecls + DirectDecls)
	checks := 0
	for _, s := range Layout(HostDecls, ModuleDecls, CPUDecls, StepDecls, DirectDecls) {
		fmt.Fprintf(&b, "_Static_assert(sizeof(%s) == %d, \"size of %s\");\n", s.Name, s.Size, s.Name)
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "_Static_assert(offsetof(%s, %s) == %d, \"%s.%s\");\n", s.Name, f.Name, f.Offset, s.Name,
				f.Name)
			checks++
		}
	}
	if checks < 105 {
		t.Errorf("%d members were found, the structures have more", checks)
	}
	file := filepath.Join(t.TempDir(), "layout.c")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-fsyntax-only", file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
