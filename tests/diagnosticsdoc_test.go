package tests

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ompcc/parse/diag"
)

// The parts of docs/diagnostics.md that this test writes: from these headings up to the next one of their level.
const (
	warningsHeading = "\n## Warnings about doubtful programs\n"
	errorsHeading   = "\n## Errors\n"
)

// TestDiagnosticsDoc holds docs/diagnostics.md to parse/diag/codes.go and to the cases: each code has its entry with the
// comment of its constant, and each error the example and the help of a case in cases/diagnostics or driver/diagnostics.
// The page is exactly that text, which -update writes. A code without a case is a failure.
func TestDiagnosticsDoc(t *testing.T) {
	const path = "../docs/diagnostics.md"
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	codes := documentedCodes(t)
	head, rest, ok1 := strings.Cut(string(have), warningsHeading)
	warnings, between, ok2 := strings.Cut(rest, "\n## ")
	between, _, ok3 := strings.Cut(between, errorsHeading)
	if !ok1 || !ok2 || !ok3 {
		t.Fatalf("%s lacks a heading", path)
	}
	intro, _, _ := strings.Cut(warnings, "\n### ")
	wantWarnings, wantErrors := strings.TrimRight(intro, "\n")+"\n"+warningEntries(codes), errorEntries(t, codes)
	if *update {
		if err := os.WriteFile(path, []byte(head+warningsHeading+wantWarnings+"\n## "+between+errorsHeading+wantErrors),
			0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := head + warningsHeading + wantWarnings + "\n## " + between + errorsHeading + wantErrors; want != string(have) {
		t.Errorf("%s differs from the codes and the cases: run go test ./tests -run TestDiagnosticsDoc -update\n%s", path,
			firstDifference(string(have), want))
	}
	used := namedInSources(t)
	for _, c := range codes {
		if c.warning != slices.ContainsFunc(diag.Warnings, func(w diag.Code) bool { return w.String() == c.code }) {
			t.Errorf("%s: a warning about a doubtful program is in the first group of codes and in diag.Warnings",
				c.code)
		}
		if !used[c.name] {
			t.Errorf("nothing reports %s", c.code)
		}
	}
}

// documentedCode is a code with the comment of its constant; warning: it is in the first group, of doubtful programs.
type documentedCode struct {
	name, code, comment string
	warning             bool
}

// documentedCodes reads codes.go.
func documentedCodes(t *testing.T) (list []documentedCode) {
	f, err := parser.ParseFile(token.NewFileSet(), "../parse/diag/codes.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	groups := 0
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || !g.Lparen.IsValid() {
			continue
		}
		groups++
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			name, err := strconv.Unquote(v.Values[0].(*ast.CompositeLit).Elts[0].(*ast.BasicLit).Value)
			if err != nil || v.Doc == nil {
				t.Fatalf("%s: no comment, or no name: %v", v.Names[0], err)
			}
			list = append(list, documentedCode{v.Names[0].Name, name, v.Doc.Text(), groups == 1})
		}
	}
	if groups != 2 {
		t.Fatalf("codes.go has %d groups of codes", groups)
	}
	return list
}

// namedInSources are the identifiers of codes that the compiler's stages name, beside their declarations.
func namedInSources(t *testing.T) map[string]bool {
	t.Helper()
	named := map[string]bool{}
	for _, stage := range []string{"parse", "pragma", "lower", "codegen", "cmd"} {
		err := filepath.WalkDir("../"+stage, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				filepath.Base(path) == "codes.go" {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch x := n.(type) {
				case *ast.SelectorExpr:
					if p, ok := x.X.(*ast.Ident); ok && p.Name == "diag" {
						named[x.Sel.Name] = true
					}
				case *ast.Ident:
					if f.Name.Name == "diag" {
						named[x.Name] = true
					}
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return named
}

// markdown is a comment of Go as Markdown: what is indented is C.
func markdown(comment string) string {
	var b strings.Builder
	code := false
	for _, line := range strings.Split(strings.TrimRight(comment, "\n"), "\n") {
		text, indented := strings.CutPrefix(line, "\t")
		if indented != code && (indented || line != "") {
			b.WriteString(map[bool]string{true: "```c\n", false: "```\n\n"}[indented])
			code = indented
		} else if line == "" && code {
			continue
		}
		b.WriteString(text + "\n")
	}
	if code {
		b.WriteString("```\n")
	}
	return b.String()
}

// firstDifference is the first line in which two texts differ, with its number.
func firstDifference(have, want string) string {
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d: %q instead of %q", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(a), len(b))
}

func warningEntries(codes []documentedCode) string {
	var b strings.Builder
	for _, c := range codes {
		if c.warning {
			fmt.Fprintf(&b, "\n### %s\n\n%s", c.code, markdown(c.comment))
		}
	}
	return b.String()
}

// unshown are the codes that no case can show, and why.
var unshown = map[string]string{
	"internal":          "No case shows it: it would be mended.",
	"c":                 "The host compiler reports the C that is wrong, in its own words.",
	"host":              "The message is the host compiler's.",
	"no-runtime":        "Needs a compiler for another processor, and no runtime for it: run `make aarch64`.",
	"old-llvm":          "Needs a machine with an LLVM that lacks a target: LLVM 19 has no SPIR-V.",
	"no-device-library": "Needs a machine without libclc: install libclc of the LLVM that is used.",
}

// example is a diagnostic of a case, with the source line it is about.
type example struct{ message, language, line, help string }

func errorEntries(t *testing.T, codes []documentedCode) string {
	examples := caseExamples(t)
	commandExamples(t, examples)
	var b strings.Builder
	b.WriteString("\nThe code stands in brackets after each message. The examples are cases in `tests/cases/diagnostics`\nand `tests/driver/diagnostics`.\n")
	for _, c := range codes {
		if c.warning {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n%s", c.code, markdown(c.comment))
		x := examples[c.code]
		if x == nil {
			if unshown[c.code] == "" {
				t.Errorf("no case shows %s", c.code)
			}
			fmt.Fprintf(&b, "%s\n", unshown[c.code])
			continue
		}
		fmt.Fprintf(&b, "\n```%s\n%s\n```\n%s\n", x.language, x.line, x.message)
		if x.help != "" {
			fmt.Fprintf(&b, "Help: %s\n", x.help)
		}
	}
	return b.String()
}

// asSentence writes a message as a sentence. A word of the program keeps its case.
func asSentence(message string) string {
	if word, _, _ := strings.Cut(message, " "); strings.ContainsAny(word, "(_0123456789.") || slices.Contains(programsWords, word) {
		return message + "."
	}
	return strings.ToUpper(message[:1]) + message[1:] + "."
}

// programsWords are first words of messages that a program has in lower case.
var programsWords = []string{"simdlen", "gcc", "asm"}

// headline is the first line of a printed diagnostic.
var headline = regexp.MustCompile(`^\S+:\d+:\d+: (?:error|warning): (.*) \[(?:-W)?([a-z][a-z0-9-]*)\]$`)

// caseExamples takes one example for each code from the expected diagnostics.
func caseExamples(t *testing.T) map[string]*example {
	files, err := filepath.Glob("cases/diagnostics/*.err")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	found := map[string]*example{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var last *example
		lines := strings.Split(string(text), "\n")
		for i, l := range lines {
			m := headline.FindStringSubmatch(l)
			switch {
			case m != nil && found[m[2]] == nil && i+1 < len(lines):
				_, src, _ := strings.Cut(lines[i+1], "| ")
				last = &example{message: asSentence(m[1]), language: "c",
					line: strings.TrimRight(src, " ")}
				found[m[2]] = last
			case m != nil:
				last = nil
			case last != nil && strings.HasPrefix(l, "  help: ") && last.help == "":
				last.help = strings.TrimPrefix(l, "  help: ")
			}
		}
	}
	return found
}

// commandHeadline is the first line of a diagnostic about a command.
var commandHeadline = regexp.MustCompile(`(?m)^\S+: (?:error|warning): (.*) \[(?:-W)?([a-z][a-z0-9-]*)\]$`)

// commandExamples adds the diagnostics of driver/diagnostics: the last line of the
// script is the command.
func commandExamples(t *testing.T, found map[string]*example) {
	for _, f := range diagnosticScripts(t) {
		text, err := os.ReadFile(strings.TrimSuffix(f, ".sh") + ".err")
		if err != nil {
			t.Fatal(err)
		}
		m := commandHeadline.FindStringSubmatch(string(text))
		if m == nil {
			t.Errorf("%s shows no diagnostic", f)
			continue
		}
		script, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(script)), "\n")
		x := &example{message: asSentence(m[1]), language: "sh",
			line: strings.ReplaceAll(lines[len(lines)-1], "$OMPCC", "ompcc")}
		if _, help, ok := strings.Cut(string(text), "\n  help: "); ok {
			x.help, _, _ = strings.Cut(help, "\n")
		}
		if found[m[2]] == nil {
			found[m[2]] = x
		}
	}
}

func diagnosticScripts(t *testing.T) []string {
	t.Helper()
	scripts, err := filepath.Glob("driver/diagnostics/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	return scripts
}
