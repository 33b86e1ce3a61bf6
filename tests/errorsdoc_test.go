// docs/errors.md beside the runtime: its messages and the tests that it names exist.

package tests

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// varying is what differs from one print of a message to the next, as numbers, quoted names, addresses and places, and what
// the runtime composes or a driver says.
var varying = regexp.MustCompile(`cu[A-Z]\w+:.*|…|'[^']*'|0x\S*|\d+(\.\d+)?|\b[nk]\b|\b(bad|endless|NAME)\b|file:line|on device|modifier|-f\S+|[(),;:]`)

// TestErrorsDoc looks for the words of each message of docs/errors.md in the runtime, and for each test that it names.
func TestErrorsDoc(t *testing.T) {
	page, err := os.ReadFile("../docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	runtime, tests := runtimeTexts(t)
	messages, named := 0, 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "| ") || len(cells) < 3 {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			if words := fixedWords(m[1]); len(words) > 0 {
				messages++
				if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(runtime, w) }) {
					t.Errorf("the runtime does not print %q: it has none of %q", m[1], words)
				}
			}
		}
		for _, name := range regexp.MustCompile(`[\w./-]+`).FindAllString(cells[len(cells)-1], -1) {
			if strings.Contains(name, ".") || strings.Contains(name, "/") || strings.HasPrefix(name, "Test") {
				named++
				if !isTest(name, tests) {
					t.Errorf("there is no test %s", name)
				}
			}
		}
	}
	if messages < 25 || named < 50 {
		t.Errorf("%d messages and %d tests found in the page", messages, named)
	}
}

// fixedWords are the parts of a message that are the same in each print, where they are two words at least.
func fixedWords(message string) (parts []string) {
	for _, part := range varying.Split(message, -1) {
		if part = strings.TrimSpace(part); strings.Contains(part, " ") && len(part) >= 12 {
			parts = append(parts, part)
		}
	}
	return parts
}

// isTest reports whether name is a test function, or a file or folder: of the repository, or of rt/capi's tests.
func isTest(name, tests string) bool {
	if strings.HasPrefix(name, "Test") {
		return strings.Contains(tests, "func "+name+"(")
	}
	for _, dir := range []string{"..", "../rt/capi/testdata", "../rt/capi", "cases"} {
		for _, ending := range []string{"", ".c"} {
			if _, err := os.Stat(filepath.Join(dir, name+ending)); err == nil {
				return true
			}
		}
	}
	return false
}

// runtimeTexts are the sources of the runtime, with adjacent string literals joined, and those of all Go tests.
func runtimeTexts(t *testing.T) (runtime, tests string) {
	var r, s strings.Builder
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && strings.HasPrefix(e.Name(), ".") && path != "..":
			return fs.SkipDir
		case e.IsDir() || !slices.Contains([]string{".go", ".c", ".h"}, filepath.Ext(path)):
			return nil
		}
		text, err := os.ReadFile(path)
		switch {
		case strings.HasSuffix(path, "_test.go"):
			s.Write(text)
		case strings.HasPrefix(path, "../rt/") && !strings.Contains(path, "/testdata/"):
			r.Write(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`"\s*\+?\n\s*"`).ReplaceAllString(r.String(), ""), s.String()
}
