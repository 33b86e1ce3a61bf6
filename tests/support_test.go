package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/syntax"
)

// The table of docs/support.md stands between these lines.
const (
	tableBegin = "<!-- support table: written by `go test ./tests -run TestSupport -update` -->\n"
	tableEnd   = "<!-- end of the support table -->\n"
)

// TestSupport fails when docs/support.md claims what is not so: a
// directive that there is not, or a clause as tested that no run test uses.
// With -update it writes the table anew.
func TestSupport(t *testing.T) {
	const file = "../docs/support.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), tableBegin)
	_, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no support table", file)
	}
	have, _, _ := strings.Cut(rest, tableEnd)
	want := supportTable(readUses(t))
	if *update {
		if err := os.WriteFile(file, []byte(before+tableBegin+want+tableEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, wrong := range untrue(have, want) {
		t.Errorf("%s: %s; run go test ./tests -run TestSupport -update", file, wrong)
	}
}

// untrue compares the table on the page with the one made now.
func untrue(have, want string) []string {
	rows := map[string][]string{}
	for line := range strings.Lines(want) {
		if f := strings.Split(line, "|"); len(f) > 4 {
			rows[f[1]] = f
		}
	}
	var wrong []string
	for line := range strings.Lines(have) {
		f := strings.Split(line, "|")
		if len(f) <= 4 {
			continue
		}
		now := rows[f[1]]
		if now == nil {
			wrong = append(wrong, fmt.Sprintf("there is no directive%s", f[1]))
			continue
		}
		clauses := strings.Split(strings.TrimSpace(now[3]), ", ")
		for _, c := range strings.Split(strings.TrimSpace(f[3]), ", ") {
			if !strings.HasPrefix(c, "*") && !slices.Contains(clauses, c) {
				wrong = append(wrong, fmt.Sprintf("clause %s of%sis not so", c, f[1]))
			}
		}
	}
	return wrong
}

func TestUntrue(t *testing.T) {
	const want = "| `a` | s | x, *y* | |\n"
	for have, n := range map[string]int{
		want:                         0,
		"| `a` | s | *x*, *y* | |\n": 0,
		"| `a` | s | x, y | |\n":     1,
		"| `b` | s | x | |\n":        1,
	} {
		if got := untrue(have, want); len(got) != n {
			t.Errorf("%q: %q", have, got)
		}
	}
}

// uses says which run test uses a directive ("target") or a clause on one
// ("target:map"); the first one in order of names.
type uses map[string]string

// readUses reads the pragmas of all programs that are run.
func readUses(t *testing.T) uses {
	t.Helper()
	u := uses{}
	for _, c := range cases(t) {
		if !c.runs() || c.knownFailure != "" {
			continue
		}
		text, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pragmas(string(text)) {
			u.add(p, filepath.ToSlash(c.path))
		}
	}
	return u
}

// pragmas finds the OpenMP directives in C text, by line.
func pragmas(text string) []string {
	var list []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			f := strings.Fields(rest)
			if len(f) > 2 && f[0] == "pragma" && f[1] == "omp" {
				list = append(list, strings.Join(f[2:], " "))
			}
		}
	}
	return list
}

func (u uses) add(text, path string) {
	d := syntax.Parse(&parse.Pragma{Text: text}, 60, &diag.List{})
	if d == nil {
		return
	}
	for _, leaf := range d.Leafs {
		u.note(leaf.String(), path)
		def := spec.Directives().Defs[leaf]
		for _, c := range d.Clauses {
			if _, ok := def.Clauses[c.Kind]; ok {
				u.note(leaf.String()+":"+c.Kind.String(), path)
			}
			if c.Written != "" { // the older spelling is tested too
				u.note(leaf.String()+":"+c.Written, path)
			}
		}
	}
}

func (u uses) note(key, path string) {
	if _, ok := u[key]; !ok {
		u[key] = path
	}
}

// supportTable writes the table of directives and clauses, each with its state
// and a test. A clause in italics has no run test yet.
func supportTable(u uses) string {
	var b strings.Builder
	b.WriteString("\n| Directive | Specification | Clauses | A test |\n|---|---|---|---|\n")
	t := spec.Directives()
	rows, clauses, tested := 0, 0, 0
	for _, k := range t.Order {
		def := t.Defs[k]
		if len(def.Leafs) > 1 {
			continue
		}
		rows++
		var list []string
		for _, c := range def.Order {
			clauses++
			key := k.String() + ":" + c.String()
			if _, used := u[key]; used {
				tested++
				list = append(list, c.String())
			} else {
				list = append(list, "*"+c.String()+"*")
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k, def.Section, strings.Join(list, ", "), testLink(u[k.String()]))
	}
	fmt.Fprintf(&b, "\n%d directives; %d of %d clauses have a run test. In italics: no run test yet. "+
		"Combined and composite directives work when each of their constituents does.\n\n", rows, tested, clauses)
	return b.String()
}

func testLink(path string) string {
	if path == "" {
		return ""
	}
	return fmt.Sprintf("[%s](../tests/%s)", strings.TrimSuffix(strings.TrimPrefix(path, "cases/"), ".c"), path)
}
