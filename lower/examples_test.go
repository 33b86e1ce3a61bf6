package lower_test

import (
	"os"
	"path/filepath"
	"sort"
	"testing"

	"ompcc/lower/region"
)

// TestExamples lowers every C file below OMPCC_EXAMPLES (a checkout of the
// OpenMP Examples), verifies the modules and lists what fails. It is skipped
// where there is no checkout.
func TestExamples(t *testing.T) {
	root := os.Getenv("OMPCC_EXAMPLES")
	if root == "" {
		t.Skip("OMPCC_EXAMPLES is not set")
	}
	var files []string
	err := filepath.WalkDir(root, func(p string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(p) == ".c" {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(files)
	for _, f := range files {
		rel, _ := filepath.Rel(root, f)
		t.Run(rel, func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			p, diags := lowerSource(t, filepath.Base(f), string(src))
			for _, d := range diags.All {
				if d.Severity.String() == "error" {
					t.Errorf("%s: %s", d.Span.Pos, d.Message)
				}
			}
			if p == nil || diags.HasErrors() {
				return
			}
			for _, err := range region.Verify(p.Module) {
				t.Errorf("verify: %v", err)
			}
		})
	}
}
