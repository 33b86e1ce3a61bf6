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

// rules has, for each rule of docs/region-ir.md by its first words, texts that break it and what is said of them.
var rules = map[string][][2]string{
	"Symbols are unique": {
		{"global internal @g : i32\nglobal internal @g : i32\n", "g is defined twice"},
		{"func internal @f() void {\n  @g()\n}\n", "@g is not defined"},
	},
	"A temporary has": {
		{"func internal @f($p: ptr) void {\n  {\n    %t = 1\n  }\n  i32[$p] = %t\n}\n",
			"temporary t is not defined here"},
		{"func internal @f($p: ptr) void {\n  i32[&x] = 1\n}\n", "local x is not defined here"},
	},
	"Operands have": {
		{"func internal @f($p: ptr) void {\n  i32[$p] = (1 + 2:i64)\n}\n", "2:i64 must be i32, is i64"},
		{"func internal @f($p: ptr) void {\n  i32[$p] = ~1.0\n}\n", "expected a value of type i32"},
		{"func internal @f($p: ptr) void {\n  if 1 {\n  }\n}\n", "1 must be bool"},
		{"func internal @f($p: ptr) void {\n  i32[1] = 1\n}\n", "1 must be a pointer"},
	},
	"A call has": {
		{"func internal @f($x: i32) void {\n  @f()\n}\n", "f takes 1 arguments, gets 0"},
	},
	"The initialiser of a global": {
		{"global internal @g : i32 = bytes \"12345\"\n", "initialiser of 5 bytes for 4 bytes"},
		{"global internal @g : [2 x i32] = {0: i32 1, 2: i32 2}(8)\n", "parts overlap"},
		{"declare global external @g : i32 = 1\n", "declaration with an initialiser"},
	},
	"`break` stands in": {
		{"func internal @f() void {\n  break\n}\n", "break outside of a loop"},
		{"func internal @f() void {\n  switch 1 {\n    continue\n  }\n}\n", "continue outside of a loop"},
		{"func internal @f() void {\n  case 1:\n}\n", "case outside of a switch"},
	},
	"`goto` names": {
		{"func internal @f() void {\n  goto out\n}\n", "label out is not in this function"},
		{"func internal @f() i32 {\n  return\n}\n", "return without a value"},
		{"kernel @k(\n) {\n  parallel {\n    return\n  }\n}\n", "return out of a structured block"},
	},
	"A shared loop has": {
		{"kernel @k(\n) {\n  for %i < 10:i32 {\n  }\n}\n", "trip count 0 has type i32"},
	},
	"A reduction has": {
		{"kernel @k(\n    $s: mapped ptr\n) {\n  for %i < 10:u32 {\n    reduction(custom: s) i32 priv(r: i32) orig($s) init {\n    }\n  }\n}\n", "missing block"},
	},
	"A parameter of a kernel": {
		{"kernel @k(\n    $s: mapped i32\n) {\n}\n", "not a pointer"},
	},
}

// TestRules holds the rules of docs/region-ir.md to the parser and the verifier: each rule has texts
// that break it, and they are rejected.
func TestRules(t *testing.T) {
	data, err := os.ReadFile("../../docs/region-ir.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "\n## Rules\n")
	for _, line := range strings.Split(text, "\n") {
		if rule, ok := strings.CutPrefix(line, "- "); ok && !tested(rule) {
			t.Errorf("no text breaks this rule: %s", rule)
		}
	}
	for rule, texts := range rules {
		if !strings.Contains(text, "- "+rule) {
			t.Errorf("docs/region-ir.md has no rule %q", rule)
		}
		for _, x := range texts {
			if got := objections("module \"a.c\"\n\n" + x[0]); got == "" || !strings.Contains(got, x[1]) {
				t.Errorf("%s: %s\ngot %q, want %q", rule, x[0], got, x[1])
			}
		}
	}
}

func tested(rule string) bool {
	for name := range rules {
		if strings.HasPrefix(rule, name) {
			return true
		}
	}
	return false
}

// objections is what the parser or the verifier has against text.
func objections(text string) string {
	m, err := Parse("x", text)
	if err != nil {
		return err.Error()
	}
	var list []string
	for _, err := range Verify(m) {
		list = append(list, err.Error())
	}
	return strings.Join(list, "\n")
}
