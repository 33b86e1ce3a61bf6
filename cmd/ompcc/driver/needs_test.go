package driver

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"ompcc/cmd/ompcc/host"
	"ompcc/cmd/ompcc/toolchain"
	"ompcc/codegen/target"
	"ompcc/tests/require"
)

// TestNeedsRuntime links the runtime only to what calls it.
func TestNeedsRuntime(t *testing.T) {
	lib, _ := filepath.Abs("../../../lib/ompcc")
	require.Built(t, filepath.Join(lib, runtimeArchive))
	program, ok := target.Program("", runtime.GOARCH)
	if !ok {
		t.Fatal("no target is this processor")
	}
	tests := []struct {
		name, source string
		want         bool
	}{
		{"host", "int main(void) { return 0; }", false},
		{"tasks",
			"void GOMP_taskwait(void), __kmpc_omp_task(void); int main(void) { GOMP_taskwait(); __kmpc_omp_task(); }",
			false},
		{"signals", "void signal(void); int main(void) { signal(); }", false},
		{"locks", "void omp_init_lock_with_hint(void); int main(void) { omp_init_lock_with_hint(); }", false},
		{"devices", "int omp_get_num_devices(void); int main(void) { return omp_get_num_devices(); }", true},
		{"own", "int omp_get_num_devices(void) { return 0; } int main(void) { return omp_get_num_devices(); }", false},
		{"control", "void ompt_control(unsigned long, unsigned long); int main(void) { ompt_control(1, 2); }", true},
		{"report's tool", "void *ompt_tool(void) { return 0; } int main(void) { return 0; }", true},
		{"construct", "void __ompcc_target(void); int main(void) { __ompcc_target(); }", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			source, object, library := filepath.Join(dir, "t.c"), filepath.Join(dir, "t.o"),
				filepath.Join(dir, "libt.a")
			if err := os.WriteFile(source, []byte(tt.source), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("gcc", "-w", "-fno-builtin", "-c", source, "-o", object).
				CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if out, err := exec.Command("ar", "rcs", library, object).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, input := range []string{object, library} {
				l := &linkJob{d: &driver{inv: &Invocation{Program: program}, layout: host.Layout{Lib: lib},
					tools: &toolchain.Tools{}}, args: []string{"-O2", input}}
				if got, err := l.needsRuntime(); err != nil || got != tt.want {
					t.Errorf("%s: %v, %v, want %v", filepath.Base(input), got, err, tt.want)
				}
			}
		})
	}
}

// TestArchiveIndex reads the list of symbols of an archive, and nothing behind it: each link of a small program asks.
func TestArchiveIndex(t *testing.T) {
	dir := t.TempDir()
	source, object, library := filepath.Join(dir, "t.c"), filepath.Join(dir, "t.o"), filepath.Join(dir, "libt.a")
	if err := os.WriteFile(source, []byte("int first; int second(void) { return 0; }"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"gcc", "-c", source, "-o", object}, {"ar", "rcs", library, object}} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	whole, err := os.ReadFile(library)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{len(whole), len("!<arch>\n") + 60 + 26} { // the second has the list alone
		if err := os.WriteFile(library, whole[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := archiveIndex(library); err != nil || !slices.Equal(got, []string{"first", "second"}) {
			t.Errorf("%d bytes: %q, %v", size, got, err)
		}
	}
	if err := os.WriteFile(library, []byte("!<arch>\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := archiveIndex(library); err != nil || len(got) > 0 {
		t.Errorf("empty: %q, %v", got, err)
	}
	if _, err := archiveIndex(filepath.Join(dir, "absent")); !os.IsNotExist(err) {
		t.Errorf("absent: %v", err)
	}
}
