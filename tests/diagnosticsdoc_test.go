package tests

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"ompcc/parse/diag"
)

// errorsHeading begins the part of docs/diagnostics.md that this test writes.
const errorsHeading = "\n## Errors\n"

// TestDiagnosticsDoc holds docs/diagnostics.md to what the compiler says: every
// code of an error or a warning in the sources has its entry, with the example and
// the remedy of a case in cases/diagnostics or driver/diagnostics. A code without a
// case is a failure; new wording of a message is none, -update takes it over.
func TestDiagnosticsDoc(t *testing.T) {
	const path = "../docs/diagnostics.md"
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(have), errorsHeading)
	want := strings.TrimRight(head, "\n") + "\n" + errorsHeading + errorEntries(t, head)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	_, part, _ := strings.Cut(string(have), errorsHeading)
	for code := range sourceMessages(t) {
		if strings.HasPrefix(code, "omp-") && !contains(diag.Warnings, code) {
			t.Errorf("diag.Warnings lacks %s", code)
		}
	}
	missing, stale := difference(entryCodes(want), entryCodes(head+part)), difference(entryCodes(part), entryCodes(want))
	if len(missing)+len(stale) > 0 {
		t.Errorf("%s lacks %v and has %v, which the sources do not; run go test ./tests -run TestDiagnosticsDoc -update", path, missing, stale)
	}
}

var entry = regexp.MustCompile("(?m)^(?:### |\\| `)([a-z][a-z0-9-]+)")

func entryCodes(doc string) []string {
	var list []string
	for _, m := range entry.FindAllStringSubmatch(doc, -1) {
		list = append(list, m[1])
	}
	return list
}

// difference are the elements of a that are not in b.
func difference(a, b []string) []string {
	var list []string
	for _, x := range a {
		if !contains(b, x) {
			list = append(list, x)
		}
	}
	return list
}

// unshown are the codes that no case can show, and why.
var unshown = map[string]string{
	"internal":          "A defect of ompcc itself; please report it.",
	"no-runtime":        "Needs a compiler for another processor, and no runtime for it: run `make aarch64`.",
	"old-llvm":          "Needs a machine with an LLVM that lacks a target: LLVM 19 has no SPIR-V.",
	"no-device-library": "Needs a machine without libclc: install libclc of the LLVM that is used.",
}

// example is a diagnostic of a case, with the source line it is about.
type example struct{ message, language, line, help string }

func errorEntries(t *testing.T, head string) string {
	messages := sourceMessages(t)
	examples := caseExamples(t)
	commandExamples(t, examples)
	var codes []string
	for c := range messages {
		if !strings.Contains(head, "\n### "+c+"\n") {
			codes = append(codes, c)
		}
	}
	sort.Strings(codes)
	var b, plain strings.Builder
	b.WriteString("\nThe code stands in brackets behind each message. The examples are cases in `tests/cases/diagnostics`\nand `tests/driver/diagnostics`.\n")
	for _, c := range codes {
		x := examples[c]
		if x == nil {
			if unshown[c] == "" {
				t.Errorf("no case shows %s (%s)", c, messages[c][0])
			}
			fmt.Fprintf(&plain, "\n### %s\n\n%s\n", c, unshown[c])
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n```%s\n%s\n```\n%s\n", c, x.language, x.line, x.message)
		if x.help != "" {
			fmt.Fprintf(&b, "Remedy: %s\n", x.help)
		}
	}
	return b.String() + plain.String()
}

// reported matches the calls that make diagnostics: code and message.
var reported = regexp.MustCompile(`(?:[Ee]rrorf|[Ww]arnf|warn|Problemf)\((?:[^"\n]*, )?"([a-z][a-z0-9-]+)", (?:"[0-9.]+ §[^"]*", )?"((?:[^"\\]|\\.)*)"`)

var verb = regexp.MustCompile(`%[#+]?[a-z]`)

// sourceMessages finds every code in the compiler's sources with its messages.
func sourceMessages(t *testing.T) map[string][]string {
	found := map[string][]string{}
	for _, stage := range []string{"parse", "pragma", "lower", "codegen", "cmd"} {
		err := filepath.WalkDir("../"+stage, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range reported.FindAllStringSubmatch(string(text), -1) {
				msg := strings.ReplaceAll(verb.ReplaceAllString(m[2], "…"), `\"`, `"`)
				if !contains(found[m[1]], msg) {
					found[m[1]] = append(found[m[1]], msg)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, list := range found {
		sort.Strings(list)
	}
	return found
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

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
				last = &example{message: strings.ToUpper(m[1][:1]) + m[1][1:] + ".", language: "c", line: strings.TrimRight(src, " ")}
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
		x := &example{message: strings.ToUpper(m[1][:1]) + m[1][1:] + ".", language: "sh", line: strings.ReplaceAll(lines[len(lines)-1], "$OMPCC", "ompcc")}
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
