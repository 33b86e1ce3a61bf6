package region

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// TestReference holds docs/region-ir.md to the nodes of the code: each statement and
// expression has a row, and each row a node.
func TestReference(t *testing.T) {
	data, err := os.ReadFile("../../docs/region-ir.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		cells := strings.Split(strings.ReplaceAll(line, `\|`, ""), " | ")
		if strings.HasPrefix(line, "| `") && len(cells) == 3 {
			for _, name := range strings.Split(cells[1], ", ") {
				rows[name] = true
			}
		}
	}
	nodes := map[string]bool{"Block": true}
	for _, file := range []string{"stmt.go", "omp.go", "exprtype.go"} {
		f, err := goparser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && len(s.Fields.List) > 0 && s.Fields.List[0].Names == nil {
					nodes[n.Name.Name] = true
				}
			case *ast.FuncDecl:
				if n.Name.Name == "ExprType" {
					nodes[n.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name] = true
				}
			}
			return true
		})
	}
	for n := range nodes {
		if !rows[n] {
			t.Errorf("docs/region-ir.md has no row for %s", n)
		}
	}
	for r := range rows {
		if !nodes[r] {
			t.Errorf("docs/region-ir.md has a row for %s, which is no node", r)
		}
	}
}
