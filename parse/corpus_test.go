package parse

import (
	"os"
	"path/filepath"
	"testing"

	"ompcc/parse/diag"
)

// TestCorpus parses every C file below $OMPCC_CORPUS, for wide checks by hand.
func TestCorpus(t *testing.T) {
	root := os.Getenv("OMPCC_CORPUS")
	if root == "" {
		t.Skip("OMPCC_CORPUS is not set")
	}
	cc := os.Getenv("OMPCC_CC")
	if cc == "" {
		cc = "gcc"
	}
	n, bad := 0, 0
	filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if filepath.Ext(path) != ".c" {
			return nil
		}
		n++
		diags := &diag.List{}
		u, _ := Preprocess(&Config{HostCC: cc, OpenMP: 202111, IncludeDir: repoInclude()}, path, diags)
		if u == nil {
			t.Logf("%s: preprocess: %v", path, messages(diags))
			bad++
			return nil
		}
		if err := u.Translate(testMark, diags); err != nil {
			t.Logf("%s: %v", path, messages(diags))
			bad++
		}
		return nil
	})
	t.Logf("%d files, %d not parsed", n, bad)
	if bad > 0 {
		t.Fail()
	}
}
