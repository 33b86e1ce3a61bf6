package tests

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	namedCase = regexp.MustCompile("`([a-z0-9_]+)`")
	// cited matches the sections that diagnostics, and the table's last column, name.
	cited = regexp.MustCompile(`§([0-9]+(?:\.[0-9]+)*)`)
	// restriction matches a row of the table.
	restriction = regexp.MustCompile(`^\| ([0-9]+(?:\.[0-9]+)*) \| (.+) \| (yes|where it can be known: .+|no: .+) \| (.*)\|$`)
)

// TestRestrictions holds docs/restrictions.md to the cases. Every restriction has a case or a reason. Every case
// that it names exists and yields a diagnostic that names the restriction's section, or the one that the row gives.
// The counts are those of the rows.
func TestRestrictions(t *testing.T) {
	const path = "../docs/restrictions.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	checked, partly, not, cases := 0, 0, 0, map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| § ") {
			continue
		}
		m := restriction.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no row of the table: %s", line)
			continue
		}
		section, state, shown := m[1], m[3], m[4]
		names := namedCase.FindAllStringSubmatch(shown, -1)
		switch {
		case strings.HasPrefix(state, "no: "):
			not++
		case len(names) == 0:
			t.Errorf("no case shows it: %s", line)
		case state == "yes":
			checked++
		default:
			partly++
		}
		for _, n := range names {
			cases[n[1]] = true
			if err := namesSection(n[1], section, shown); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	want := fmt.Sprintf("Of %d rules %d are checked when compiling, %d where it can be known, and %d cannot be or are not; %d cases show them.",
		checked+partly+not, checked, partly, not, len(cases))
	if !strings.Contains(string(text), want) {
		t.Errorf("%s does not say: %s", path, want)
	}
}

// namesSection reports whether the diagnostic of a case names a section, or one of those
// in the row's last column; what is C's own rule names none.
func namesSection(name, section, shown string) error {
	text, err := os.ReadFile("cases/diagnostics/" + name + ".err")
	if err != nil {
		return err
	}
	var named []string
	for _, m := range cited.FindAllStringSubmatch(string(text), -1) {
		named = append(named, m[1])
	}
	if len(named) == 0 && strings.Contains(shown, "C's own rule") {
		return nil
	}
	allowed := []string{section}
	for _, m := range cited.FindAllStringSubmatch(shown, -1) {
		allowed = append(allowed, m[1])
	}
	if !slices.ContainsFunc(named, func(s string) bool { return slices.Contains(allowed, s) }) {
		return fmt.Errorf("%s names the sections %v", name, named)
	}
	return nil
}
