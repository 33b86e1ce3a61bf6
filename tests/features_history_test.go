package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	historyRow  = regexp.MustCompile(`(?m)^\| (.+?) \| (.+?) \| (.*?) ?\|$`)
	historyLink = regexp.MustCompile(`\]\((\.\./[^)]+)\)`)
)

// TestFeaturesHistory holds docs/features-history.md to the tests: what it names exists,
// and a row that says that an item works names a test.
func TestFeaturesHistory(t *testing.T) {
	text, err := os.ReadFile("../docs/features-history.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range historyLink.FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("..", "docs", m[1])); err != nil {
			t.Errorf("docs/features-history.md names %s, which is not there", m[1])
		}
	}
	rows := 0
	for _, m := range historyRow.FindAllStringSubmatch(string(text), -1) {
		item, state, tests := m[1], m[2], m[3]
		if item == "Item" || strings.HasPrefix(item, "-") {
			continue
		}
		rows++
		if strings.HasPrefix(state, "works") && !historyLink.MatchString(tests) {
			t.Errorf("%s: %s, but no test is named", item, state)
		}
	}
	if rows < 150 {
		t.Errorf("docs/features-history.md has %d rows: it has lost some", rows)
	}
}
