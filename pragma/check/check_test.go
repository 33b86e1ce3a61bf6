package check

import (
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
)

// TestOrder applies the rules to wrong programs from the first to the last one, and back on the same tree:
// they must find the same, since no rule reads what another one left behind.
func TestOrder(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	more, _ := filepath.Glob("../../tests/cases/diagnostics/*.c")
	if err != nil || len(files) == 0 || len(more) == 0 {
		t.Fatalf("no files: %v", err)
	}
	judged := 0
	for _, file := range append(files, more...) {
		if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "#include") {
			continue
		}
		tr := completed(&parse.Config{HostCC: "gcc", OpenMP: 202111, Preprocessed: true}, file, &diag.List{})
		if tr == nil {
			continue
		}
		forward, backward := found(tr, false), found(tr, true)
		if forward != backward {
			t.Errorf("%s: rules in reverse order find\n%s\nnot\n%s", file, backward, forward)
		}
		if forward != "" {
			judged++
		}
	}
	if judged < 100 {
		t.Errorf("rules find something in %d programs only", judged)
	}
}

// found is what the rules find in tr, sorted.
func found(tr *tree.Tree, reverse bool) string {
	diags := &diag.List{}
	k := newContext(tr, diags)
	construct, unit := k.constructRules(), k.unitRules()
	if reverse {
		slices.Reverse(construct)
		slices.Reverse(unit)
	}
	k.check(construct, unit)
	lines := strings.Split(diags.Golden(diag.Warning), "\n")
	sort.Strings(lines)
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
