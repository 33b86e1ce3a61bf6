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
	"ompcc/pragma"
)

// The table of docs/support.md stands between these lines.
const (
	tableBegin = "<!-- support table: written by `go test ./tests -run TestSupport -update` -->\n"
	tableEnd   = "<!-- end of the support table -->\n"
)

// TestSupport fails when docs/support.md claims what is not so: a
// state that pragma does not give, or a clause as tested that no run test uses.
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
		if f := strings.Split(line, "|"); len(f) > 5 {
			rows[f[1]] = f
		}
	}
	var wrong []string
	for line := range strings.Lines(have) {
		f := strings.Split(line, "|")
		if len(f) <= 5 {
			continue
		}
		now := rows[f[1]]
		if now == nil || now[3] != f[3] {
			wrong = append(wrong, fmt.Sprintf("the state of%sis not%s", f[1], f[3]))
			continue
		}
		clauses := strings.Split(strings.TrimSpace(now[4]), ", ")
		for _, c := range strings.Split(strings.TrimSpace(f[4]), ", ") {
			if !strings.HasPrefix(c, "*") && !slices.Contains(clauses, c) {
				wrong = append(wrong, fmt.Sprintf("clause %s of%sis not so", c, f[1]))
			}
		}
	}
	return wrong
}

func TestUntrue(t *testing.T) {
	const want = "| `a` | s | works | x, *y*, ~~z~~ | |\n"
	for have, n := range map[string]int{
		want: 0,
		"| `a` | s | works | *x*, *y*, ~~z~~ | |\n": 0,
		"| `a` | s | works | x, y, ~~z~~ | |\n":     1,
		"| `a` | s | error | x | |\n":               1,
		"| `b` | s | works | x | |\n":               1,
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
	d := pragma.Parse(&parse.Pragma{Text: text}, 60, &diag.List{})
	if d == nil {
		return
	}
	for _, leaf := range d.Leafs {
		u.note(string(leaf), path)
		def := pragma.Directives().Defs[leaf]
		for _, c := range d.Clauses {
			if _, ok := def.Clauses[c.Kind]; ok {
				u.note(string(leaf)+":"+string(c.Kind), path)
			}
			if c.Written != "" { // the older spelling is tested too
				u.note(string(leaf)+":"+c.Written, path)
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
	b.WriteString("\n| Directive | Specification | State | Clauses | A test |\n|---|---|---|---|---|\n")
	t := pragma.Directives()
	rows, works, clauses, tested := 0, 0, 0, 0
	for _, k := range t.Order {
		def := t.Defs[k]
		if len(def.Leafs) > 1 {
			continue
		}
		rows++
		state, _ := pragma.SupportOf(k)
		if state == pragma.Works {
			works++
		}
		var list []string
		for _, c := range def.Order {
			clauses++
			s, _ := pragma.ClauseSupport(k, c)
			key := string(k) + ":" + string(c)
			switch _, used := u[key]; {
			case s == pragma.Unsupported && state == pragma.Works:
				list = append(list, "~~"+string(c)+"~~")
			case !used:
				list = append(list, "*"+string(c)+"*")
			default:
				tested++
				list = append(list, string(c))
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", k, def.Section, state, strings.Join(list, ", "), testLink(u[string(k)]))
	}
	fmt.Fprintf(&b, "\n%d of %d directives work in device code; %d of %d clauses have a run test. Struck out: an error says that the clause is not supported in device code. In italics: no run test yet. "+
		"Combined and composite directives work when each of their constituents does.\n\n", works, rows, tested, clauses)
	b.WriteString(notWorking())
	return b.String()
}

// notWorking lists the directives that do not work, and what stands in the way.
func notWorking() string {
	var b strings.Builder
	t := pragma.Directives()
	for _, k := range t.Order {
		if len(t.Defs[k].Leafs) > 1 {
			continue
		}
		if state, why := pragma.SupportOf(k); state != pragma.Works {
			if why == "" {
				why = "not written yet; an error says so at the directive"
			}
			fmt.Fprintf(&b, "- `%s`: %s\n", k, why)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + "\n"
}

func testLink(path string) string {
	if path == "" {
		return ""
	}
	return fmt.Sprintf("[%s](../tests/%s)", strings.TrimSuffix(strings.TrimPrefix(path, "cases/"), ".c"), path)
}
