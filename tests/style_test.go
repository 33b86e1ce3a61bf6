package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// TestSubjects measures the subjects of the latest commits: CONTRIBUTING.md allows 72 characters.
func TestSubjects(t *testing.T) {
	out, err := exec.Command("git", "log", "-n", "50", "--no-merges", "--format=%h %s").Output()
	if err != nil {
		require.Missing(t, "git log: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		if id, subject, _ := strings.Cut(strings.TrimSpace(line), " "); len([]rune(subject)) > 72 {
			t.Errorf("%s: the subject has %d characters: %s", id, len([]rune(subject)), subject)
		}
	}
}

// TestExportedDocumented wants a comment at each exported name of the compiler and the runtime. Methods of an
// interface of ours need none: the interface has it.
func TestExportedDocumented(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	known := map[string]bool{"String": true, "Error": true, "Unwrap": true, "Len": true, "Less": true, "Swap": true}
	for _, dir := range []string{"cmd", "codegen", "lower", "parse", "pragma", "rt", "tests"} {
		err := filepath.WalkDir("../"+dir+"/", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
			files = append(files, f)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if i, ok := n.(*ast.InterfaceType); ok {
				for _, m := range i.Methods.List {
					for _, id := range m.Names {
						known[id.Name] = true
					}
				}
			}
			return true
		})
	}
	for _, f := range files {
		undocumented(t, fset, f, known)
	}
}

// undocumented reports the exported declarations of a file that have no comment, of their own or of their group.
func undocumented(t *testing.T, fset *token.FileSet, f *ast.File, methods map[string]bool) {
	report := func(id *ast.Ident) {
		if id.IsExported() {
			t.Errorf("%s: %s has no comment", fset.Position(id.Pos()), id.Name)
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc == nil && (d.Recv == nil || ast.IsExported(receiver(d.Recv.List[0].Type)) &&
				!methods[d.Name.Name]) {
				report(d.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					if d.Doc == nil && s.Doc == nil && s.Comment == nil {
						report(s.Name)
					}
				case *ast.ValueSpec:
					for _, id := range s.Names {
						if d.Doc == nil && s.Doc == nil && s.Comment == nil {
							report(id)
						}
					}
				}
			}
		}
	}
}

// receiver is the name of a method's type.
func receiver(x ast.Expr) string {
	for {
		switch y := x.(type) {
		case *ast.StarExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.Ident:
			return y.Name
		default:
			return ""
		}
	}
}
