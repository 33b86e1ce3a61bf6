package hostc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMacros: the code expands each macro of macros.h, and with as many arguments as it has parameters.
func TestMacros(t *testing.T) {
	used := map[string]bool{}
	files, _ := filepath.Glob("*.go")
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "expand" {
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
	text, _ := os.ReadFile("macros.h")
	for line := range strings.Lines(string(text)) {
		if head, ok := strings.CutPrefix(line, "#define "); ok {
			if name, _, _ := strings.Cut(head, "("); !used[name] {
				t.Errorf("nobody expands %s", name)
			}
		}
	}
}

// TestExpand: parameters are replaced as tokens, at once, and lines that go on are joined.
func TestExpand(t *testing.T) {
	list := readMacros("/* text */\n#define SWAP(a, b) { a_ = a; \\\n  a = b.a; b = \"a\"; }\n")
	if m := list["SWAP"]; len(m.params) != 2 || m.body != `{ a_ = a; a = b.a; b = "a"; }` {
		t.Errorf("%q", m)
	}
	if got, want := expand("REDUCE_BY", "from", "+", "to"), "from = from + to;"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
