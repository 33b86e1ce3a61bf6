package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// remarkID is an id as the sources make remarks: after the kind of the remark, in what the kernel's emission notes,
// or as what a function returns.
var remarkID = regexp.MustCompile(`(?:diag\.(?:Passed|Missed|Analysis), (?:diag\.KernelPass, )?|combination\{|return )"([A-Z][A-Za-z]+)"`)

// TestRemarksDoc: docs/remarks.md lists each remark, and an expectation or a script of the driver shows it.
func TestRemarksDoc(t *testing.T) {
	page, err := os.ReadFile("../docs/remarks.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := ""
	for _, pattern := range []string{"cases/remarks/*.err", "driver/remarks.sh"} {
		files, _ := filepath.Glob(pattern)
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			shown += string(text)
		}
	}
	ids := 0
	for _, source := range []string{"lower/mapremark.go", "lower/clauseremark.go", "codegen/body/remark.go",
		"codegen/gpu/remark.go", "codegen/cpu/model.go", "cmd/ompcc/devlink/remarks.go"} {
		text, err := os.ReadFile("../" + source)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range remarkID.FindAllStringSubmatch(string(text), -1) {
			ids++
			if !strings.Contains(string(page), "`"+m[1]+"`") {
				t.Errorf("docs/remarks.md lacks %s", m[1])
			}
			if !strings.Contains(shown, "["+m[1]) {
				t.Errorf("no test shows %s", m[1])
			}
		}
	}
	if ids < 30 {
		t.Errorf("%d ids found, which are too few", ids)
	}
}
