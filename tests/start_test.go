package tests

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// maxStart bounds the allocations of all package initialisations. A start with 9000 of them took
// a third of the time of compiling a small file.
const maxStart = 2000

// TestStart: what few compilations need, such as regular expressions and large tables, is made when
// it is first used.
func TestStart(t *testing.T) {
	cmd := exec.Command(ompcc(t), "--not-an-option")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	text, _ := cmd.CombinedOutput()
	total := 0
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) .* (\d+) allocs$`).FindAllStringSubmatch(string(text), -1) {
		n, _ := strconv.Atoi(m[2])
		total += n
	}
	if total == 0 {
		t.Fatalf("no trace of initialisations:\n%s", text)
	}
	if total > maxStart {
		t.Errorf("packages make %d allocations before main, at most %d are expected: see what grew in\n%s",
			total, maxStart, text)
	}
}

// TestPatterns compiles the regular expressions that the compiler compiles only when it uses them.
func TestPatterns(t *testing.T) {
	found := 0
	for _, root := range []string{"../cmd", "../codegen", "../lower", "../parse", "../pragma"} {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok && isPattern(call) {
					found++
					if _, err := regexp.Compile(constantText(call.Args[0])); err != nil {
						t.Errorf("%s: %v", files.Position(call.Pos()), err)
					}
				}
				return true
			})
			return nil
		})
	}
	if found < 50 {
		t.Errorf("%d patterns found", found)
	}
}

func isPattern(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "New" {
		return false
	}
	of, ok := f.X.(*ast.Ident)
	return ok && of.Name == "pattern"
}

// constantText is the value of a sum of literals.
func constantText(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(x.Value)
		return text
	case *ast.BinaryExpr:
		return constantText(x.X) + constantText(x.Y)
	}
	return "("
}
