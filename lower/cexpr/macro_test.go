package cexpr

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMacros: lowering and hostc expand each macro of macros.h, and with as many arguments as it has parameters.
func TestMacros(t *testing.T) {
	used := map[string]bool{}
	for _, pattern := range []string{"../*.go", "../../codegen/hostc/*.go"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				macrosIn(t, file, used)
			}
		}
	}
	for name := range macros() {
		if !used[name] {
			t.Errorf("nobody expands %s", name)
		}
	}
}

// macrosIn checks the uses of macros in a Go file, and notes their names.
func macrosIn(t *testing.T, file string, used map[string]bool) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if s, ok := call.Fun.(*ast.SelectorExpr); !ok || s.Sel.Name != "Expand" {
			return true
		}
		lit, ok := call.Args[0].(*ast.BasicLit)
		if !ok {
			t.Fatalf("%s: the name of a macro is not a literal", file)
		}
		name, _ := strconv.Unquote(lit.Value)
		used[name] = true
		if m, ok := macros()[name]; !ok || len(m.params) != len(call.Args)-1 {
			t.Errorf("%s: macro %s does not have %d parameters", file, name, len(call.Args)-1)
		}
		return true
	})
}

// TestExpand: parameters are replaced as tokens, at once, and lines that go on are joined.
func TestExpand(t *testing.T) {
	list := readMacros("/* text */\n#define SWAP(a, b) { a_ = a; \\\n  a = b.a; b = \"a\"; }\n")
	if m := list["SWAP"]; len(m.params) != 2 || m.body != `{ a_ = a; a = b.a; b = "a"; }` {
		t.Errorf("%q", m)
	}
	if got, want := Expand("REDUCE_BY", "from", "+", "to"), "from = from + to;"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
