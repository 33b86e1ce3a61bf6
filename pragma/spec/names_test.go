package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// TestNames: each constant names a directive or a clause of the tables, and each leaf
// directive and clause has one.
func TestNames(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "names.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			typ, ok := v.Type.(*ast.Ident)
			if !ok {
				continue
			}
			text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			named[typ.Name+" "+text] = true
			known := Directives().Defs[DirectiveKind(text)] != nil
			if typ.Name == "ClauseKind" {
				known = Clauses()[ClauseKind(text)] != nil
			}
			if !known {
				t.Errorf("%s: the tables have no %q", v.Names[0].Name, text)
			}
		}
	}
	for k, d := range Directives().Defs {
		if len(d.Leafs) == 1 && !named["DirectiveKind "+string(k)] {
			t.Errorf("directive %q has no constant", k)
		}
	}
	for k := range Clauses() {
		if !named["ClauseKind "+string(k)] {
			t.Errorf("clause %q has no constant", k)
		}
	}
}

// TestLiterals: a string that the compiler's code compares with a kind, or asks a construct
// for, is in the tables. The constants are the better way: they do not compile if misspelt.
func TestLiterals(t *testing.T) {
	for _, dir := range []string{"../syntax", "../tree", "../resolve", "../check", "../../lower", "../../lower/lint", "../../codegen/hostc", "../../codegen/hostc/spell"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", dir, err)
		}
		for _, file := range files {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				for _, x := range kindLiterals(n) {
					text, err := strconv.Unquote(x.Value)
					if err == nil && text != "" && Directives().Defs[DirectiveKind(text)] == nil && Clauses()[ClauseKind(text)] == nil {
						t.Errorf("%s: %q is no directive and no clause", fset.Position(x.Pos()), text)
					}
				}
				return true
			})
		}
	}
}

// kindLiterals are the strings that n compares with a field Kind, or gives to Has, Clause, All or If.
func kindLiterals(n ast.Node) (list []*ast.BasicLit) {
	add := func(e ast.Expr) {
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			list = append(list, l)
		}
	}
	is := func(e ast.Expr, names ...string) bool {
		s, ok := e.(*ast.SelectorExpr)
		return ok && slices.Contains(names, s.Sel.Name)
	}
	switch x := n.(type) {
	case *ast.BinaryExpr:
		if is(x.X, "Kind") {
			add(x.Y)
		}
	case *ast.CallExpr:
		if is(x.Fun, "Has", "Clause", "All", "If") && len(x.Args) == 1 {
			add(x.Args[0])
		}
	case *ast.SwitchStmt:
		if x.Tag == nil || !is(x.Tag, "Kind") {
			return nil
		}
		for _, s := range x.Body.List {
			for _, e := range s.(*ast.CaseClause).List {
				add(e)
			}
		}
	}
	return list
}
