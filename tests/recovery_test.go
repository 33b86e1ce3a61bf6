package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ompcc/tests/require"
)

// recoveryHeading begins the table of docs/diagnostics.md that this test writes.
const recoveryHeading = "\n## All errors of a file in one run\n"

// recovered counts what a compiler reports of the files in errors/.
type recovered struct{ wrong, found, followOn int }

// recoveryGoal is the share of wrong lines, in percent, that one run must find.
const recoveryGoal = 90

// followOnLimit is how many reported lines may follow from others.
const followOnLimit = 6

// TestRecovery compiles the files of errors/, and counts how many of their wrong lines one run of
// the compiler finds, and how many further lines it reports. In the files suite_*.c a wrong line
// ends in the comment "wrong"; in the others each block with that comment has one. The table
// compares ompcc with clang and gcc where these are installed.
func TestRecovery(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("errors/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	limit := "-ferror-limit=0"
	if strings.Contains(os.Getenv("OMPCC_CC"), "gcc") {
		limit = "-fmax-errors=0"
	}
	compilers := []struct {
		name, command string
		args          []string
	}{
		{"ompcc", ompcc(t), []string{limit}},
		{"clang 22", "clang-22", []string{"-fopenmp-version=52", "-ferror-limit=0"}},
		{"gcc 12", "gcc", []string{"-fmax-errors=0"}},
	}
	var table strings.Builder
	table.WriteString("| file | wrong lines |")
	for _, c := range compilers {
		fmt.Fprintf(&table, " %s: found | follow-on |", c.name)
	}
	table.WriteString("\n|---|---:|" + strings.Repeat("---:|", 2*len(compilers)) + "\n")
	sums := make([]recovered, len(compilers))
	for _, f := range files {
		var row strings.Builder
		for i, c := range compilers {
			if _, err := exec.LookPath(c.command); err != nil {
				t.Logf("no %s: its columns are not written", c.name)
				continue
			}
			got := recovery(t, f, c.command, c.args)
			if i == 0 {
				fmt.Fprintf(&row, "| %s | %d |", strings.TrimSuffix(filepath.Base(f), ".c"), got.wrong)
			}
			fmt.Fprintf(&row, " %d | %d |", got.found, got.followOn)
			sums[i] = recovered{sums[i].wrong + got.wrong, sums[i].found + got.found, sums[i].followOn + got.followOn}
		}
		table.WriteString(row.String() + "\n")
	}
	fmt.Fprintf(&table, "| all | %d |", sums[0].wrong)
	for _, s := range sums {
		fmt.Fprintf(&table, " %d | %d |", s.found, s.followOn)
	}
	table.WriteString("\n")
	t.Logf("\n%s", table.String())
	if 100*sums[0].found < recoveryGoal*sums[0].wrong {
		t.Errorf("%d of %d wrong lines are found, the goal is %d %%", sums[0].found, sums[0].wrong, recoveryGoal)
	}
	if sums[0].followOn > followOnLimit {
		t.Errorf("%d lines are reported that follow from others, the limit is %d", sums[0].followOn, followOnLimit)
	}
	if *update {
		writeRecovery(t, table.String())
		return
	}
	doc, err := os.ReadFile("../docs/diagnostics.md")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("\n| all | %d | %d | %d |", sums[0].wrong, sums[0].found, sums[0].followOn)
	if _, err := exec.LookPath("clang-22"); err == nil && os.Getenv("OMPCC_CC") == "" &&
		!strings.Contains(string(doc), want) {
		t.Errorf("docs/diagnostics.md does not say %q; run go test ./tests -run TestRecovery -update", want)
	}
}

// writeRecovery puts the table into docs/diagnostics.md.
func writeRecovery(t *testing.T, table string) {
	const path = "../docs/diagnostics.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), recoveryHeading)
	at := strings.Index(rest, "\n| file ")
	if !ok || at < 0 {
		t.Fatalf("%s has no table under %s", path, strings.TrimSpace(recoveryHeading))
	}
	end := at + 1
	for line := range strings.Lines(rest[at+1:]) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		end += len(line)
	}
	if err := os.WriteFile(path, []byte(head+recoveryHeading+rest[:at+1]+table+rest[end:]), 0o666); err != nil {
		t.Fatal(err)
	}
}

var errorPlace = regexp.MustCompile(`(?m)^([^\s:]+):(\d+):\d+: (?:fatal )?error: `)

// recovery counts the wrong lines or blocks of file with an error, and the lines with one beyond these.
func recovery(t *testing.T, file, command string, args []string) recovered {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := run(t, ".", nil, command,
		append([]string{"-fopenmp", "-w", "-c", "-o", os.DevNull, file}, args...)...).stderr
	reported := map[int]bool{}
	for _, m := range errorPlace.FindAllStringSubmatch(out, -1) {
		if line, _ := strconv.Atoi(m[2]); m[1] == file {
			reported[line] = true
		}
	}
	var r recovered
	count := func(line int, lines []string, wrong bool, errors int) {
		if wrong {
			r.wrong++
			if errors > 0 {
				r.found++
				errors--
			} else {
				t.Logf("%s: not found by %s: %d: %s", file, filepath.Base(command), line, strings.Join(lines, " "))
			}
		}
		if errors > 0 {
			t.Logf("%s: %d further lines by %s: %d: %s", file, errors, filepath.Base(command), line,
				strings.Join(lines, " "))
		}
		r.followOn += errors
	}
	if strings.HasPrefix(filepath.Base(file), "suite_") {
		lines := strings.Split(string(text), "\n")
		marked := func(n int) bool { return n >= 1 && n <= len(lines) && strings.HasSuffix(lines[n-1], "// wrong") }
		for i := range lines { // an error may be at the directive or its statement, the line before or behind
			for _, near := range []int{i, i + 2} {
				if n := i + 1; marked(n) && !reported[n] && reported[near] && !marked(near) {
					reported[n], reported[near] = true, false
				}
			}
		}
		for i, line := range lines {
			errors := 0
			if reported[i+1] {
				errors = 1
			}
			count(i+1, []string{line}, marked(i+1), errors)
		}
		return r
	}
	line := 1
	for block := range strings.SplitSeq(string(text), "\n\n") {
		lines := strings.Split(block, "\n")
		errors := 0
		for i := range lines {
			if reported[line+i] {
				errors++
			}
		}
		count(line, lines, slices.Contains(lines, "// wrong"), errors)
		line += len(lines) + 1
	}
	return r
}

// TestHostErrors compiles the cases with expected diagnostics with gcc as the host compiler. It looks for gcc's own
// errors about text that ompcc generates: internal errors, names of the generated text, and errors at places where
// gcc finds none in the source. Of clang the expectations show them.
func TestHostErrors(t *testing.T) {
	t.Parallel()
	require.Tool(t, "gcc")
	cc := ompcc(t)
	for _, c := range cases(t) {
		if !c.has(".err") || c.host != "" || c.noGCC {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			expected, err := os.ReadFile(c.beside(".err"))
			if err != nil {
				t.Fatal(err)
			}
			dir, base := filepath.Split(c.path)
			gcc := run(t, dir, []string{"OMPCC_CC=gcc"}, cc,
				append([]string{"-c", "-o", os.DevNull, base}, c.flags...)...).stderr
			for _, text := range []string{string(expected), gcc} {
				if m := hostCrash.FindString(text); m != "" {
					t.Errorf("%s in:\n%s", m, text)
				}
			}
			var foreign []string
			for line := range strings.Lines(gcc) {
				if errorPlace.MatchString(line) && !headline.MatchString(strings.TrimSpace(line)) {
					foreign = append(foreign, strings.TrimSpace(line))
				}
			}
			if len(foreign) == 0 {
				return
			}
			plain := run(t, dir, nil, "gcc",
				append([]string{"-fopenmp", "-S", "-o", os.DevNull, "-I../../../include", base}, c.flags...)...)
			if plain.exit == 0 {
				t.Errorf("gcc alone compiles the source, but says of what ompcc makes of it:\n%s",
					strings.Join(foreign, "\n"))
			}
		})
	}
}

// hostCrash is what compilers print when they crash, and a name of the text that ompcc generates.
var hostCrash = regexp.MustCompile(`internal compiler error|PLEASE submit a bug report|Assertion .* failed|Stack dump|__ompcc_\w*|goroutine \d+`)
