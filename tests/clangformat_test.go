package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// clangFormat is the version of clang-format whose layout counts: others lay out some lines in another way.
const clangFormat = "22"

// TestClangFormat: the C of the runtime and of the device support code has the style of rt/.clang-format.
func TestClangFormat(t *testing.T) {
	tool := clangFormatTool()
	if tool == "" {
		t.Skipf("the style of rt's C is not checked: no clang-format %s (Debian: clang-format-%[1]s, PyPI: clang-format==%[1]s.*)",
			clangFormat)
	}
	var files []string
	err := filepath.WalkDir("../rt", func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".c" && filepath.Ext(path) != ".h" {
			return nil
		}
		text, err := os.ReadFile(path)
		if !generatedC(text) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 100 {
		t.Errorf("only %d files were looked at", len(files))
	}
	out, err := exec.Command(tool, append([]string{"--style=file", "--dry-run", "--Werror"}, files...)...).CombinedOutput()
	if err != nil {
		t.Errorf("write what %s -i makes of these lines:\n%s", tool, out)
	}
}

// clangFormatTool is a clang-format of that version, "" without one.
func clangFormatTool() string {
	for _, name := range []string{"clang-format-" + clangFormat, "clang-format"} {
		out, err := exec.Command(name, "--version").Output()
		if err == nil && strings.Contains(string(out), "version "+clangFormat+".") {
			return name
		}
	}
	return ""
}

// generatedC reports whether a program of ours writes the file.
func generatedC(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.Contains(line, []byte("Generated from"))
}
