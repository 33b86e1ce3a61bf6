package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// The configurations in which a test of docs/founding-texts.md shows its sentence.
const (
	onClang    = "clang"
	onGCC      = "gcc"
	onEmulated = "NVIDIA"
)

// goTests are the folders of the Go tests that the page names, by the words before the colon.
var goTests = map[string]string{"": ".", "ompt": "ompt", "capi": "../rt/capi", "dataenv": "../rt/dataenv",
	"observed": "../rt/ompt"}

// goTestsRun says where a Go test runs, if that is not with each host compiler on the CPU device:
// the longest key that a test's name begins with holds.
var goTestsRun = map[string][]string{
	"":                     {onClang, onGCC},
	"TestHeaders":          {onClang, onGCC, onEmulated}, // nothing runs
	"TestUnits":            {onClang, onEmulated},
	"ompt:TestEmulatedGPU": {onEmulated},
	"capi:":                {onGCC}, "dataenv:": {onClang, onGCC, onEmulated}, // hand-written constructs, or no program at all
	"ompt:TestHostOnly":               {onClang},
	"ompt:TestWaits":                  {onClang},
	"ompt:TestSignals":                {onClang, onGCC, onEmulated},
	"ompt:TestSequences/constructs":   {onClang, onGCC, onEmulated}, // with TestEmulatedGPU
	"ompt:TestSequences/routines":     {onClang, onGCC, onEmulated},
	"ompt:TestSequences/globals":      {onClang, onGCC, onEmulated},
	"ompt:TestSequences/initialisers": {onClang, onGCC, onEmulated},
}

var (
	// foundingRow matches a row: line, sentence, tests, state, configurations.
	foundingRow    = regexp.MustCompile(`^\| (\d+) \| (.+?) \| (.*?) \| (shown|impossible: .+?|superseded: .+?|not shown: .+?) \| (.*?) \|$`)
	foundingTest   = regexp.MustCompile("`([^`]+)`")
	foundingCounts = regexp.MustCompile(`(?s)<!-- counts -->\n.*?<!-- end -->`)
	goTestName     = regexp.MustCompile(`^(?:([a-z]+):)?(Test\w+)(?:/([\w-]+))?$`)
)

// TestFoundingTexts holds docs/founding-texts.md and the tests together: each row is well formed, the
// tests that it names are there, a shown sentence has one, and the configurations and counts are those
// of the tests. With -update it writes the latter.
func TestFoundingTexts(t *testing.T) {
	const path = "../docs/founding-texts.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := &founding{t: t, where: map[string]int{}}
	var out strings.Builder
	for line := range strings.Lines(string(text)) {
		out.WriteString(f.line(strings.TrimRight(line, "\n")) + "\n")
	}
	want := foundingCounts.ReplaceAllLiteralString(out.String(), "<!-- counts -->\n"+f.counts()+"\n<!-- end -->")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(text) {
		t.Errorf("%s: the counts, or where tests run, are not those of the tests: go test ./tests -run TestFoundingTexts -update", path)
	}
}

// TestFoundingCases runs the cases that the page names with gcc as the host compiler, where TestRun
// has clang.
func TestFoundingCases(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	gcc := require.Tool(t, "gcc")
	text, err := os.ReadFile("../docs/founding-texts.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range foundingTest.FindAllStringSubmatch(string(text), -1) {
		c, err := readCase(filepath.Join("cases", m[1]+".c"))
		if err != nil || seen[m[1]] || !onOtherHost(c) {
			continue
		}
		seen[m[1]] = true
		if testing.Short() && len(seen)%8 != 0 {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			c.host = gcc
			judge(t, c, runCase(t, cc, c))
		})
	}
}

// onOtherHost reports whether TestFoundingCases can run c.
func onOtherHost(c *testCase) bool {
	return !c.has(".err") && c.runs() && c.knownFailure == "" && (c.host == "" || c.host == "gcc")
}

// founding is what has been read of the page.
type founding struct {
	t     *testing.T
	rows  []foundingCount // of each document
	where map[string]int  // shown sentences by configuration
}

type foundingCount struct {
	name                                    string
	all, shown, impossible, superseded, not int
}

// line checks a line of the page and returns it with the configurations that its tests run in.
func (f *founding) line(line string) string {
	if name, ok := strings.CutPrefix(line, "## "); ok {
		f.rows = append(f.rows, foundingCount{name: name})
		return line
	}
	if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| Line ") || len(f.rows) == 0 {
		return line
	}
	m := foundingRow.FindStringSubmatch(line)
	if m == nil {
		f.t.Errorf("no row of the table: %s", line)
		return line
	}
	number, sentence, tests, state := m[1], m[2], m[3], m[4]
	n := &f.rows[len(f.rows)-1]
	n.all++
	var where []string
	names := foundingTest.FindAllStringSubmatch(tests, -1)
	for _, name := range names {
		list, err := f.configurations(name[1])
		if err != nil {
			f.t.Errorf("line %s: %v", number, err)
		}
		where = append(where, list...)
	}
	kind, _, _ := strings.Cut(state, ":")
	switch kind {
	case "shown":
		n.shown++
		if len(names) == 0 {
			f.t.Errorf("no test shows it: %s", line)
		}
	case "impossible":
		n.impossible++
	case "superseded":
		n.superseded++
	case "not shown":
		n.not++
		where = nil
	}
	var cells []string
	for _, c := range []string{onClang, onGCC, onEmulated} {
		if slices.Contains(where, c) {
			cells = append(cells, c)
			if kind == "shown" {
				f.where[c]++
			}
		}
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %s |", number, sentence, tests, state, strings.Join(cells, ", "))
}

// configurations are those in which a test runs: a case by its directives, a Go test by goTestsRun.
func (f *founding) configurations(name string) ([]string, error) {
	if m := goTestName.FindStringSubmatch(name); m != nil {
		return goTestConfigurations(name, m[1], m[2], m[3])
	}
	c, err := readCase(filepath.Join("cases", name+".c"))
	if err != nil {
		return nil, err
	}
	if c.has(".err") {
		return []string{onClang}, nil // the front end is the same for all
	}
	if !c.runs() || c.knownFailure != "" {
		return nil, fmt.Errorf("case %s does not run", name)
	}
	var list []string
	if c.host == "" || c.host == "clang" {
		list = append(list, onClang)
	}
	if onOtherHost(c) {
		list = append(list, onGCC)
	}
	if c.noGPU == "" {
		list = append(list, onEmulated)
	}
	return list, nil
}

// goTestConfigurations checks that a Go test is there, and its subtest by a string in the same files.
func goTestConfigurations(name, pkg, test, sub string) ([]string, error) {
	dir, ok := goTests[pkg]
	if !ok {
		return nil, fmt.Errorf("%s: no such package of tests", name)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	var all strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all.Write(text)
	}
	if !strings.Contains(all.String(), "\nfunc "+test+"(") {
		return nil, fmt.Errorf("%s: there is no such test in %s", name, dir)
	}
	if sub != "" && !strings.Contains(all.String(), `"`+sub) {
		return nil, fmt.Errorf("%s: nothing in %s is called %q", name, dir, sub)
	}
	longest := ""
	for prefix := range goTestsRun {
		if strings.HasPrefix(name, prefix) && len(prefix) > len(longest) {
			longest = prefix
		}
	}
	return goTestsRun[longest], nil
}

// counts is the table of the counts.
func (f *founding) counts() string {
	var b strings.Builder
	b.WriteString("| Document | sentences | shown | impossible | superseded | not shown |\n|---|---|---|---|---|---|\n")
	sum := foundingCount{name: "all"}
	for _, n := range append(f.rows, foundingCount{}) {
		if n.name == "" {
			n = sum
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", n.name, n.all, n.shown, n.impossible, n.superseded, n.not)
		sum.all, sum.shown, sum.impossible = sum.all+n.all, sum.shown+n.shown, sum.impossible+n.impossible
		sum.superseded, sum.not = sum.superseded+n.superseded, sum.not+n.not
	}
	fmt.Fprintf(&b,
		"\nTests show %d sentences on the CPU device with clang as host compiler, %d with gcc, and %d on the emulated NVIDIA device.",
		f.where[onClang], f.where[onGCC], f.where[onEmulated])
	return b.String()
}
