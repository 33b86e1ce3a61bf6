package devicetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Header is what a plugin takes from a vendor's headers without including them.
type Header struct {
	// Variable of the environment names the folder of the headers, Folders are where they lie otherwise.
	Variable string
	Folders  []string
	Files    []string
	// Constants are expressions of the headers' constants and sizes, with their values.
	Constants map[string]int
	// Functions have so many parameters.
	Functions map[string]int
}

// Check compiles the constants against the headers and looks the functions up in them.
// Without headers the test is left out, and says so.
func (h Header) Check(t *testing.T) {
	t.Helper()
	folder := h.folder()
	if folder == "" {
		t.Skipf("no %s (set %s to their folder): NUMBERS AND FUNCTIONS ARE NOT COMPARED WITH THE VENDOR'S", h.Files[0],
			h.Variable)
	}
	source := "#include <stddef.h>\n#include <stdint.h>\n"
	for _, f := range h.Files {
		source += "#include <" + f + ">\n"
	}
	for name, value := range h.Constants {
		source += fmt.Sprintf("_Static_assert((long)(%s) == %d, \"not %d\");\n", name, value, value)
	}
	text, err := gcc(t, folder, source, "-E", "-P")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gcc(t, folder, source, "-fsyntax-only"); err != nil {
		t.Error(err)
	}
	for name, want := range h.Functions {
		m := regexp.MustCompile(`\b` + name + `\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*;`).FindStringSubmatch(text)
		switch {
		case m == nil:
			t.Errorf("%s is not declared", name)
		case parameters(m[1]) != want:
			t.Errorf("%s is called with %d arguments, declared as (%s)", name, want, m[1])
		}
	}
}

func (h Header) folder() string {
	folders := h.Folders
	if f := os.Getenv(h.Variable); f != "" {
		folders = []string{f}
	}
	for _, f := range folders {
		if _, err := os.Stat(filepath.Join(f, h.Files[0])); err == nil {
			return f
		}
	}
	return ""
}

func gcc(t *testing.T, folder, source string, args ...string) (string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "header.c")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		return "", err
	}
	out, err := exec.Command("gcc", append(args, "-w", "-I", folder, file)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return string(out), nil
}

// parameters counts those of a list in which callbacks have lists of their own.
func parameters(list string) int {
	list = regexp.MustCompile(`\([^()]*\)`).ReplaceAllString(list, "")
	if list = strings.TrimSpace(list); list == "" || list == "void" {
		return 0
	}
	return strings.Count(list, ",") + 1
}
