package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
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
