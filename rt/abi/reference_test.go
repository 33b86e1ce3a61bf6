package abi

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strings"
	"testing"
)

// generated begins the part of docs/abi.md that TestReference writes.
const generated = "<!-- written by go test ./rt/abi -run TestReference -update -->\n"

// TestReference keeps docs/abi.md the same as the declarations and constants of this package.
func TestReference(t *testing.T) {
	const file = "../../docs/abi.md"
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(have), generated)
	if !ok {
		t.Fatalf("%s lacks the line %s", file, generated)
	}
	want := head + generated + reference(t)
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(have) != want {
		t.Errorf("%s differs from this package; run go test ./rt/abi -run TestReference -update", file)
	}
}

// A chapter is a part of the reference: declarations in C, and the constants that they use.
type chapter struct{ title, text, decls, constants string }

var chapters = []chapter{
	{"Host code",
		"A rewritten translation unit begins with these declarations. Constant descriptors hold what is known at compile time; `__ompcc_arg_t` and `__ompcc_launch_t` hold the rest.", HostDecls, "abi.go"},
	{"Modules",
		"The link step generates one module descriptor for each executable and shared library. A constructor registers it.", ModuleDecls, ""},
	{"CPU images",
		"A kernel is `void k(void *const *args, const __ompcc_team_t *team)`. `args[i]` points to the value of parameter `i`. The initial thread of each team calls the kernel once.", CPUDecls, ""},
	{"Checked code",
		"Code that is compiled with `-fsanitize=offload` calls a check before each access. A check returns if the access is valid.", SanitizeDecls, ""},
	{"GPU images", "The runtime finds these variables and second entry points in the images of GPUs.", "", "image.go"},
	{"Reverse offload on GPUs", "The kernel and the host exchange requests through a mailbox in memory that both see.",
		"", "reverse.go"},
}

func reference(t *testing.T) string {
	var b strings.Builder
	for _, c := range chapters {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", c.title, c.text)
		if c.decls != "" {
			fmt.Fprintf(&b, "\n```c\n%s```\n", c.decls)
		}
		if c.constants != "" {
			b.WriteString(constantTables(t, c.constants))
		}
	}
	b.WriteString("\n## Wrapped functions of the host's OpenMP runtime\n\nIn statically linked programs the linker redirects these functions to the runtime:\n\n")
	for _, f := range HostTaskFunctions {
		fmt.Fprintf(&b, "- `%s`\n", f)
	}
	return b.String()
}

// constantTables has a table for each group of constants in a file of this package.
func constantTables(t *testing.T, file string) string {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
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
		fmt.Fprintf(&b, "\n%s\n\n| constant | value | meaning |\n|---|---|---|\n", oneLine(g.Doc.Text()))
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			for i, id := range spec.Names {
				value := pkg.Scope().Lookup(id.Name).(*types.Const).Val().ExactString()
				if i < len(spec.Values) {
					if shift, ok := spec.Values[i].(*ast.BinaryExpr); ok && shift.Op == token.SHL {
						value = types.ExprString(shift)
					}
				}
				fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", id.Name, value, oneLine(spec.Doc.Text()+spec.Comment.Text()))
			}
		}
	}
	return b.String()
}

var spaces = regexp.MustCompile(`\s+`)

// oneLine is a comment as the text of a table's cell.
func oneLine(comment string) string {
	return strings.ReplaceAll(strings.TrimSpace(spaces.ReplaceAllString(comment, " ")), "|", "\\|")
}
