package tests

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The helps that the compiler can print, found in its source, and which of them helps.txt follows.

// helpFormat is a help in the source: the text, perhaps with verbs of fmt.
type helpFormat struct {
	place   string // file:line
	text    string
	pattern *regexp.Regexp
	fixed   int // bytes that are no verbs
}

// notFollowed says why no program shows what a help is, by the start of its place or by its text.
var notFollowed = map[string]string{
	"cmd/": "they are about options, files and tools of the command, and no code: tests/driver shows them",

	"set OMPCC_CC to a working gcc or clang":                            "about the installation",
	"name a C source file that you may read":                            "about the command",
	"name an object file *.o, an archive *.a, or give the C source":     "about the command: the file is no program",
	"split it up, with variables and functions":                         "a limit of the front end, which a program of a script exceeds: tests/driver shows it",
	"declare it with '#pragma omp declare mapper(%s: type var) map(…)'": "pragma/check reports it first",
	"declare it with '#pragma omp declare reduction'":                   "pragma/check reports it first",
	"add it to a map or firstprivate clause":                            "pragma/check reports it first",
	"target teams distribute parallel for":                              "part of the help that lint writes, which is followed",
	"parallel for":                                                      "part of the help that lint writes, which is followed",
}

// helpFormats finds the helps: what WithFix gets, fields and variables named fix, constants named …Help, and the
// values of maps named helps.
func helpFormats(t *testing.T) (list []*helpFormat) {
	files := token.NewFileSet()
	add := func(at token.Pos, e ast.Expr) {
		text, ok := literal(e)
		if !ok || text == "%s" || text == "" {
			return // the text is somewhere else
		}
		p := files.Position(at)
		place, _ := filepath.Rel("..", p.Filename)
		list = append(list,
			&helpFormat{place: fmt.Sprintf("%s:%d", place, p.Line), text: text, pattern: patternOf(text),
				fixed: len(fmtVerb.ReplaceAllString(text, ""))})
	}
	for _, root := range []string{"lower", "parse", "pragma", "codegen", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool { return helpsIn(n, add) })
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(list) < 450 {
		t.Fatalf("%d helps in the source", len(list))
	}
	return list
}

func helpsIn(n ast.Node, add func(token.Pos, ast.Expr)) bool {
	isFix := func(e ast.Expr) bool {
		switch x := e.(type) {
		case *ast.Ident:
			return strings.EqualFold(x.Name, "fix")
		case *ast.SelectorExpr:
			return strings.EqualFold(x.Sel.Name, "fix")
		}
		return false
	}
	switch n := n.(type) {
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "WithFix" {
			add(n.Pos(), n.Args[0])
		} else if ok && s.Sel.Name == "refuse" && len(n.Args) == 3 {
			add(n.Pos(), n.Args[2])
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			switch {
			case i >= len(n.Values):
			case name.Name == "helps":
				for _, e := range n.Values[i].(*ast.CompositeLit).Elts {
					add(e.Pos(), e.(*ast.KeyValueExpr).Value)
				}
			case strings.HasSuffix(name.Name, "Help"):
				add(n.Pos(), n.Values[i])
			}
		}
	case *ast.KeyValueExpr:
		if isFix(n.Key) {
			add(n.Pos(), n.Value)
		}
	case *ast.AssignStmt:
		for i, l := range n.Lhs {
			if isFix(l) && i < len(n.Rhs) {
				add(n.Pos(), n.Rhs[i])
			}
		}
	}
	return true
}

// literal is the text of e; what it adds to string literals is like a verb.
func literal(e ast.Expr) (string, bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return s, err == nil && x.Kind == token.STRING
	case *ast.BinaryExpr:
		a, known := literal(x.X)
		b, too := literal(x.Y)
		if !known {
			a = "%s"
		}
		if !too {
			b = "%s"
		}
		return a + b, known || too
	case *ast.ParenExpr:
		return literal(x.X)
	}
	return "", false
}

var fmtVerb = regexp.MustCompile(`%[-+#0-9.]*(\[\d\])?[a-zA-Z%]`)

func patternOf(format string) *regexp.Regexp {
	var b strings.Builder
	at := 0
	for _, m := range fmtVerb.FindAllStringIndex(format, -1) {
		b.WriteString(regexp.QuoteMeta(format[at:m[0]]))
		switch format[m[1]-1] {
		case '%':
			b.WriteString("%")
		case 'd':
			b.WriteString("-?[0-9]+")
		default:
			b.WriteString(".*")
		}
		at = m[1]
	}
	return regexp.MustCompile("^" + b.String() + regexp.QuoteMeta(format[at:]) + "$")
}

// formatsOf are the formats that help may have been printed with: the one with most text of its own, and those that
// have half as much.
func formatsOf(help string, formats []*helpFormat) (list []*helpFormat) {
	most := 0
	for _, f := range formats {
		if f.pattern.MatchString(help) {
			most = max(most, f.fixed)
			list = append(list, f)
		}
	}
	return slices.DeleteFunc(list, func(f *helpFormat) bool { return 2*f.fixed < most })
}

// allFormats reports the helps of the source that helps.txt does not follow: those of the cases' expected texts, and
// those that no case has, unless notFollowed has a reason.
func allFormats(t *testing.T, helps []*followedHelp, formats []*helpFormat) {
	followed, shown := map[string]bool{}, map[string]string{}
	for _, h := range helps {
		for m, n := range h.gone {
			for _, f := range formatsOf(m.help, formats) {
				followed[f.text] = followed[f.text] || n > 0
			}
		}
	}
	for c, text := range expectedDiagnostics(t) {
		for m := range helpsOf(text) {
			list := formatsOf(m.help, formats)
			if len(list) == 0 {
				t.Errorf("%s: no help of the source is %q", c, m.help)
			}
			for _, f := range list {
				shown[f.text] = c
			}
		}
	}
	excused := map[string]bool{}
	for _, f := range formats {
		reason := slices.IndexFunc([]string{f.text, f.place[:strings.Index(f.place, "/")+1]}, func(s string) bool { return notFollowed[s] != "" })
		switch {
		case followed[f.text]:
		case shown[f.text] != "" && !strings.HasPrefix(f.place, "cmd/"):
			t.Errorf("%s: helps.txt does not follow %q, as in %s", f.place, f.text, shown[f.text])
		case reason < 0:
			t.Errorf("%s: no case in tests/cases shows %q", f.place, f.text)
		default:
			excused[f.text], excused[f.place[:strings.Index(f.place, "/")+1]] = true, true
		}
	}
	for s := range notFollowed {
		if !excused[s] {
			t.Errorf("notFollowed need not have %q", s)
		}
	}
	t.Logf("%d helps in the source, %d of different texts followed", len(formats), len(followed))
}
