package check

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/syntax"
	"ompcc/pragma/tree"
)

// analyse runs the stages up to Check on file.
func analyse(cfg *parse.Config, file string, diags *diag.List) *tree.Tree {
	t := completed(cfg, file, diags)
	if t != nil {
		Check(t, diags)
	}
	return t
}

// completed is the tree of file before its rules are checked.
func completed(cfg *parse.Config, file string, diags *diag.List) *tree.Tree {
	u, _ := parse.Preprocess(cfg, file, diags)
	if u == nil {
		return nil
	}
	m := syntax.NewMarker(60, diags)
	if err := u.Translate(m.Mark, diags); err != nil {
		return nil
	}
	t := tree.Bind(u, m.Dirs, diags)
	resolve.Complete(t, diags)
	return t
}

// undetectable are wrong examples whose error only running them shows: the alias
// of an array under a pointer.
var undetectable = map[string]bool{"array_sections.2.c": true}

// absentHeaders are examples that include headers which no system has.
var absentHeaders = map[string]bool{"declare_variant.3.c": true, "interop.1.c": true}

// TestCorpus analyses every C file below $OMPCC_CORPUS: files that OpenMP's own
// documents give as examples must have no error, unless they say that they are
// wrong.
func TestCorpus(t *testing.T) {
	root := os.Getenv("OMPCC_CORPUS")
	if root == "" {
		t.Skip("OMPCC_CORPUS is not set")
	}
	hostCC := os.Getenv("OMPCC_CC")
	if hostCC == "" {
		hostCC = "gcc"
	}
	cfg := &parse.Config{HostCC: hostCC, OpenMP: 202411, IncludeDir: filepath.Join("..", "include")}
	n, bad := 0, 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) != ".c" {
			return err
		}
		n++
		diags := &diag.List{}
		src, _ := os.ReadFile(path)
		wrong := strings.Contains(string(src), "@@expect:") &&
			strings.Contains(strings.SplitN(string(src), "@@expect:", 2)[1][:20], "ct-error")
		analyse(cfg, path, diags)
		if undetectable[filepath.Base(path)] || absentHeaders[filepath.Base(path)] {
			return nil
		}
		if wrong {
			if !diags.HasErrors() {
				t.Logf("%s is meant to be wrong, but has no error", path)
				bad++
			}
			return nil
		}
		if diags.HasErrors() {
			bad++
			t.Logf("%s:\n%s", path, diags.Golden(diag.Error))
		} else if testing.Verbose() && len(diags.All) > 0 {
			t.Logf("%s:\n%s", path, diags.Golden(diag.Warning))
		}
		return nil
	})
	t.Logf("%d files, %d with errors (%v)", n, bad, err)
	if bad > 0 {
		t.Fail()
	}
}

// TestMutations breaks the pragmas of the corpus at random: whatever is left,
// no stage may panic, and a pragma that cannot be read must give an error.
func TestMutations(t *testing.T) {
	root := os.Getenv("OMPCC_CORPUS")
	if root == "" {
		t.Skip("OMPCC_CORPUS is not set")
	}
	cfg := &parse.Config{HostCC: "gcc", OpenMP: 202411, IncludeDir: filepath.Join("..", "include")}
	rnd := rand.New(rand.NewPCG(1, 2))
	n := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) != ".c" {
			return err
		}
		u, _ := parse.Preprocess(cfg, path, &diag.List{})
		if u == nil || len(u.Pragmas) == 0 {
			return nil
		}
		for range 8 {
			p := u.Pragmas[rnd.IntN(len(u.Pragmas))]
			old := p.Text
			p.Text = mutate(rnd, old)
			runAll(t, path, u, p)
			p.Text = old
			n++
		}
		return nil
	})
	t.Logf("%d mutations (%v)", n, err)
}

// mutate drops, doubles or swaps one token of text.
func mutate(rnd *rand.Rand, text string) string {
	toks := syntax.Lex(text)
	if len(toks) < 2 {
		return text + " x"
	}
	a, b := toks[rnd.IntN(len(toks))], toks[rnd.IntN(len(toks))]
	switch rnd.IntN(3) {
	case 0:
		return text[:a.Pos.Offset] + text[syntax.EndOf(a):]
	case 1:
		return text[:syntax.EndOf(a)] + " " + a.Value + text[syntax.EndOf(a):]
	}
	return text[:a.Pos.Offset] + b.Value + text[syntax.EndOf(a):]
}

func runAll(t *testing.T, path string, u *parse.Unit, p *parse.Pragma) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %q: %v\n%s", path, p.Text, r, debug.Stack())
		}
	}()
	diags := &diag.List{}
	m := syntax.NewMarker(60, diags)
	if err := u.Translate(m.Mark, diags); err != nil {
		if testing.Verbose() && onlyFromC(diags) {
			t.Logf("%s: %q: %s", path, p.Text, diags.Golden(diag.Error))
		}
		return
	}
	tr := tree.Bind(u, m.Dirs, diags)
	resolve.Complete(tr, diags)
	Check(tr, diags)
}

// onlyFromC reports whether none of the errors is this package's own.
func onlyFromC(l *diag.List) bool {
	for _, d := range l.All {
		if d.Severity == diag.Error && d.Code != diag.C && d.Code != diag.Host {
			return false
		}
	}
	return true
}
