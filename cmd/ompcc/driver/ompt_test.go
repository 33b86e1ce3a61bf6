package driver

import (
	"bytes"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"ompcc/cmd/ompcc/llvm"
)

// TestWithToolRenamed renames the tool's function where an object defines one, and no
// other symbol.
func TestWithToolRenamed(t *testing.T) {
	tests := []struct {
		name, source string
		flags        []string
		want         bool
	}{
		{"defined", "void *ompt_start_tool(unsigned v, const char *r) { return 0; }", nil, true},
		{"in a section of its own", "void *ompt_start_tool(unsigned v, const char *r) { return 0; }",
			[]string{"-ffunction-sections"}, true},
		{"called", "void *ompt_start_tool(unsigned, const char *); void *f(void) { return ompt_start_tool(0, 0); }",
			nil, false},
		{"static", "static void *ompt_start_tool(void) { return 0; } void *f = ompt_start_tool;", nil, false},
		{"a variable", "int ompt_start_tool = 1;", nil, false},
		{"only text", "const char *f(void) { return \"ompt_start_tool\"; }", nil, false},
		{"the end of other names",
			"void *ompt_start_tool(unsigned v) { return 0; } int my_ompt_start_tool; int start_tool; int tool;", nil,
			true},
		{"a variable named as its end",
			"static int l; int *f(void) { return &l; } void *ompt_start_tool(unsigned v, const char *r) { return f(); }", nil, true},
		{"called where it is defined",
			"void *ompt_start_tool(unsigned v, const char *r) { return 0; } void *f(void) { return ompt_start_tool(0, 0); }", nil, true},
	}
	for cc, path := range map[string]string{"gcc": "gcc", "clang": llvm.Clang()} {
		if _, err := exec.LookPath(path); err != nil {
			continue
		}
		for _, tt := range tests {
			t.Run(cc+"/"+tt.name, func(t *testing.T) {
				dir := t.TempDir()
				source, object := filepath.Join(dir, "t.c"), filepath.Join(dir, "t.o")
				if err := os.WriteFile(source, []byte(tt.source), 0o600); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command(path, append(tt.flags, "-w", "-c", source, "-o", object)...).
					CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				data, err := os.ReadFile(object)
				if err != nil {
					t.Fatal(err)
				}
				renamed, ok := withToolRenamed(data)
				if ok != tt.want {
					t.Fatalf("renamed: %v, want %v", ok, tt.want)
				}
				if !ok {
					return
				}
				want := symbolNames(t, data)
				want[slices.Index(want, toolName)] = ownTool
				if got := symbolNames(t, renamed); !slices.Equal(got, want) {
					t.Errorf("symbols %q, want %q", got, want)
				}
			})
		}
	}
}

func symbolNames(t *testing.T, object []byte) (names []string) {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		names = append(names, s.Name)
	}
	return names
}

// TestTwoTools leaves two definitions of the tool's function to the linker, which reports them.
func TestTwoTools(t *testing.T) {
	dir := t.TempDir()
	var objects []string
	for _, name := range []string{"a", "b"} {
		source, object := filepath.Join(dir, name+".c"), filepath.Join(dir, name+".o")
		text := "void *ompt_start_tool(unsigned v, const char *r) { return 0; }"
		if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("gcc", "-c", source, "-o", object).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		objects = append(objects, object)
	}
	for n, want := range map[int]int{1: 0, 2: -1} {
		l := &linkJob{args: objects[:n]}
		if at, _, err := l.toolObject(); at != want || err != nil {
			t.Errorf("%d tools: argument %d is renamed, want %d (%v)", n, at, want, err)
		}
	}
}
