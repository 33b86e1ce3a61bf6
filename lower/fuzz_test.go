package lower_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/lower"
	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/check"
	"ompcc/pragma/resolve"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
)

// FuzzLower feeds mutated programs to the stages up to lower: none may panic,
// and what is accepted must be well-formed region IR.
func FuzzLower(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.c")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(src))
	}
	f.Fuzz(func(t *testing.T, src string) {
		diags := &diag.List{}
		if strings.Count(src, "(") != strings.Count(src, ")") || strings.Count(src, "{") != strings.Count(src, "}") {
			return // cc does not stop at the end of an open parameter list
		}
		if strings.ContainsRune(src, 0) {
			return // a binary file to the compiler; cc does not stop at such a byte
		}
		if end := strings.TrimSpace(src); !strings.HasSuffix(end, ";") && !strings.HasSuffix(end, "}") {
			return // nor at the end of an unfinished declaration: there the compiler asks the host compiler
		}
		u := parse.NewUnit("fuzz.c", []byte(src))
		m := syntax.NewMarker(52, diags)
		if err := u.Translate(m.Mark, diags); err != nil || diags.HasErrors() {
			return
		}
		tr := tree.Bind(u, m.Dirs, diags)
		resolve.Complete(tr, diags)
		check.Check(tr, diags)
		if diags.HasErrors() {
			return
		}
		p := lower.Lower(tr, &lower.Options{}, diags)
		if diags.HasErrors() {
			return
		}
		for _, err := range region.Verify(p.Module) {
			t.Errorf("%v\n%s", err, src)
		}
	})
}
