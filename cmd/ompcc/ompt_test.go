package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestToolNameIn finds the name of a tool's function only where renaming it
// changes no other symbol.
func TestToolNameIn(t *testing.T) {
	tests := []struct {
		name, source string
		flags        []string
		want         bool
	}{
		{"defined", "void *ompt_start_tool(unsigned v, const char *r) { return 0; }", nil, true},
		{"in a section of its own", "void *ompt_start_tool(unsigned v, const char *r) { return 0; }", []string{"-ffunction-sections"}, true},
		{"called", "void *ompt_start_tool(unsigned, const char *); void *f(void) { return ompt_start_tool(0, 0); }", nil, false},
		{"static", "static void *ompt_start_tool(void) { return 0; } void *f = ompt_start_tool;", nil, false},
		{"a variable", "int ompt_start_tool = 1;", nil, false},
		{"only text", "const char *f(void) { return \"ompt_start_tool\"; }", nil, false},
		{"the end of another name", "void *ompt_start_tool(unsigned v) { return 0; } int my_ompt_start_tool; int start_tool;", nil, false},
	}
	for _, cc := range []string{"gcc", "clang"} {
		path, err := exec.LookPath(cc)
		if found, _ := filepath.Glob("/usr/lib/llvm-*/bin/" + cc); err != nil && len(found) > 0 {
			path = found[0]
		}
		if path == "" {
			continue
		}
		for _, tt := range tests {
			t.Run(cc+"/"+tt.name, func(t *testing.T) {
				dir := t.TempDir()
				source, object := filepath.Join(dir, "t.c"), filepath.Join(dir, "t.o")
				if err := os.WriteFile(source, []byte(tt.source), 0o600); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command(path, append(tt.flags, "-w", "-c", source, "-o", object)...).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				data, err := os.ReadFile(object)
				if err != nil {
					t.Fatal(err)
				}
				at := toolNameIn(data)
				if shares := tt.name == "the end of another name" && at >= 0; shares {
					return // this assembler shares no text
				}
				if (at >= 0) != tt.want {
					t.Fatalf("found at %d, want %v", at, tt.want)
				}
				if at >= 0 && string(data[at:at+len(toolName)+1]) != toolName+"\x00" {
					t.Errorf("at %d: %q", at, data[at:at+len(toolName)+1])
				}
			})
		}
	}
}
