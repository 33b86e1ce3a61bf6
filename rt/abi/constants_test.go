package abi

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"
)

// constantsHeader is the C text with the constants of a file: FlagTo is OMPCC_FLAG_TO.
func constantsHeader(t *testing.T, file string) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check("abi", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		b.WriteString("enum {\n")
		strs := ""
		for _, s := range g.Specs {
			for _, id := range s.(*ast.ValueSpec).Names {
				if strings.HasSuffix(id.Name, "Decls") {
					continue
				}
				switch v := pkg.Scope().Lookup(id.Name).(*types.Const).Val(); v.Kind() {
				case constant.Int:
					fmt.Fprintf(&b, "\tOMPCC_%s = %s,\n", cName(id.Name), cValue(v))
				default:
					strs += fmt.Sprintf("#define OMPCC_%s %s\n", cName(id.Name), v.ExactString())
				}
			}
		}
		b.WriteString("};\n" + strs)
	}
	return strings.ReplaceAll(b.String(), "enum {\n};\n", "")
}

// cValue is v in C: the lowest int has no literal there.
func cValue(v constant.Value) string {
	if s := v.ExactString(); s != "-2147483648" {
		return s
	}
	return "-2147483647 - 1"
}

var word = regexp.MustCompile(`[A-Z]+[a-z0-9]*`)

func cName(name string) string {
	if name == "Version" {
		return "ABI_VERSION"
	}
	return strings.ToUpper(strings.Join(word.FindAllString(name, -1), "_"))
}
