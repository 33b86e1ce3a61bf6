package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The C front end is a copy of modernc.org/cc/v4 with the patches of patches/cc.

const ccPatches = "../patches/cc"

// TestFrontEndCopy checks that the patches apply to the module that go.mod requires, and that .cc is what they make of
// it.
func TestFrontEndCopy(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "cc")
	out, err := exec.Command(ccPatches+"/apply.sh", copied).CombinedOutput()
	if err != nil {
		t.Fatalf("apply.sh: %v\n%s", err, out)
	}
	files, err := os.ReadDir(copied)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		want := readFile(t, filepath.Join(copied, f.Name()))
		if got, err := os.ReadFile(filepath.Join("../.cc", f.Name())); err != nil || !bytes.Equal(got, []byte(want)) {
			t.Errorf(".cc/%s is not what patches/cc makes of the module: run make build", f.Name())
		}
	}
	for _, p := range patchFiles(t) {
		if !isApplied(t, p, copied) {
			t.Errorf("%s: apply.sh skips it", filepath.Base(p))
		}
	}
}

// isApplied reports whether the files in dir have a line that the patch adds, or lack one that it removes.
func isApplied(t *testing.T, patch, dir string) bool {
	file := ""
	for line := range strings.Lines(readFile(t, patch)) {
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = readFile(t, filepath.Join(dir, strings.TrimSpace(name)))
			continue
		}
		if strings.HasPrefix(line, "--- ") || len(strings.TrimSpace(line)) <= 10 {
			continue
		}
		if added, ok := strings.CutPrefix(line, "+"); ok && strings.Contains(file, added) {
			return true
		}
		if removed, ok := strings.CutPrefix(line, "-"); ok && file != "" && !strings.Contains(file, removed) {
			return true
		}
	}
	return false
}

// TestFrontEndPatches checks what stands in front of each patch.
func TestFrontEndPatches(t *testing.T) {
	for _, p := range patchFiles(t) {
		header, _, ok := strings.Cut(readFile(t, p), "\n--- a/")
		if !ok {
			t.Errorf("%s: no patch", p)
		}
		for _, field := range []string{"Wrong: ", "Rule: ", "Test: ", "Sent upstream: "} {
			if !strings.Contains(header, "\n"+field) {
				t.Errorf("%s: its header has no %q", p, field)
			}
		}
		for _, path := range regexp.MustCompile(`tests/[\w./-]+\.c`).FindAllString(header, -1) {
			if _, err := os.Stat(filepath.Join("..", path)); err != nil {
				t.Errorf("%s names a test that does not exist: %s", p, path)
			}
		}
	}
}

// TestFrontEndVersion checks that go.work replaces the version that go.mod requires.
func TestFrontEndVersion(t *testing.T) {
	version := regexp.MustCompile(`modernc\.org/cc/v4 v[\d.]+`)
	required, replaced := version.FindString(readFile(t, "../go.mod")), version.FindString(readFile(t, "../go.work"))
	if required == "" || required != replaced {
		t.Errorf("go.mod requires %q, go.work replaces %q", required, replaced)
	}
}

func patchFiles(t *testing.T) []string {
	files, err := filepath.Glob(ccPatches + "/*.patch")
	if err != nil || len(files) == 0 {
		t.Fatalf("no patches in %s: %v", ccPatches, err)
	}
	return files
}

func readFile(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
