package tests

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var namedCase = regexp.MustCompile("`([a-z0-9_]+)`")

// TestRestrictions holds docs/restrictions.md to the cases: every case that it names is
// there, every restriction has a case or a reason, and the counts are those of its lines.
func TestRestrictions(t *testing.T) {
	const path = "../docs/restrictions.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checked, partly, not, cases := 0, 0, 0, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "- ") {
			continue
		}
		names := namedCase.FindAllStringSubmatch(line, -1)
		reason := strings.Contains(line, ": run time") || strings.Contains(line, ": other files") || strings.Contains(line, ": promise")
		switch {
		case len(names) > 0 && reason:
			partly++
		case len(names) > 0:
			checked++
		case reason:
			not++
		default:
			t.Errorf("neither a case nor a reason: %s", line)
		}
		for _, m := range names {
			cases[m[1]] = true
			if _, err := os.Stat("cases/diagnostics/" + m[1] + ".err"); err != nil {
				t.Errorf("there is no case %s: %s", m[1], line)
			}
		}
	}
	want := fmt.Sprintf("Of %d rules %d are checked when compiling, %d where it can be known, and %d cannot be; %d cases show them.",
		checked+partly+not, checked, partly, not, len(cases))
	if !strings.Contains(string(text), want) {
		t.Errorf("%s does not say: %s", path, want)
	}
}
