package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestFixIts applies each edit that the compiler proposes for the cases with diagnostics, alone: the
// diagnostic is gone then, and no error is new.
func TestFixIts(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, c := range cases(t) {
		text, err := os.ReadFile(c.beside(".err"))
		if err != nil || !mayHaveEdit.Match(text) {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			dir, base := filepath.Split(c.path)
			src, err := os.ReadFile(c.path)
			if err != nil {
				t.Fatal(err)
			}
			compile := func(file string) string {
				args := append([]string{"-fdiagnostics-parseable-fixits", "-c", "-I", dir, "-o",
					filepath.Join(t.TempDir(), "x.o"), file}, c.flags...)
				return run(t, dir, c.compilerEnv(), cc, args...).stderr
			}
			before := compile(base)
			for _, f := range fixItsOf(before, base) {
				fixed := f.apply(t, string(src), base)
				after := strings.ReplaceAll(compile(fixed), fixed, base)
				if strings.Contains(after, f.diagnostic) {
					t.Errorf("still there after writing %q:\n%s", f.text, f.diagnostic)
				}
				if n, m := countErrors(before), countErrors(after); m > n {
					t.Errorf("%d errors instead of %d after writing %q for\n%s\n%s", m, n, f.text, f.diagnostic, after)
				}
			}
		})
	}
}

// mayHaveEdit spares compiling the cases of which the compiler cannot edit the helps.
var mayHaveEdit = regexp.MustCompile(`help: (did you mean|write (map|reduction|firstprivate|enter|otherwise|proc_bind)\(|add firstprivate|remove )|omp-|deprecated`)

// countErrors leaves out what the compiler does not support: a program may be right in spite of it.
func countErrors(stderr string) int {
	return strings.Count(stderr, ": error: ") - strings.Count(stderr, "[unsupported]")
}

// TestHelpsOfRightPrograms follows the helps of warnings of programs that mean what they do: a help, or the
// alternative to it, silences the warning, and the result stays.
func TestHelpsOfRightPrograms(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	followed := 0
	for _, c := range cases(t) {
		if !strings.HasPrefix(filepath.Base(c.path), "helped_") &&
			!strings.HasSuffix(c.path, "5.8.1_scalar_is_firstprivate.c") {
			continue
		}
		dir, base := filepath.Split(c.path)
		src, err := os.ReadFile(c.path)
		if err != nil {
			t.Fatal(err)
		}
		exe := filepath.Join(t.TempDir(), "a.out")
		result := func(file string) (string, string) {
			b := run(t, dir, c.compilerEnv(), cc,
				append([]string{"-fdiagnostics-parseable-fixits", "-I", dir, "-o", exe, file}, c.flags...)...)
			if b.exit != 0 {
				t.Fatalf("%s: %s", file, b.stderr)
			}
			r := run(t, dir, nil, exe)
			return b.stderr, fmt.Sprint(r.exit, r.stdout)
		}
		said, want := result(base)
		for _, f := range fixItsOf(said, base) {
			if m := regexp.MustCompile(`, or (\S+\(\w+\)) if `).FindStringSubmatch(f.help); m != nil {
				f.text = " " + m[1]
			}
			followed++
			fixed := f.apply(t, string(src), base)
			after, got := result(fixed)
			if got != want {
				t.Errorf("%s: the result is %q instead of %q after writing %q", c.name(), got, want, f.text)
			}
			if strings.Contains(strings.ReplaceAll(after, fixed, base), f.diagnostic) {
				t.Errorf("%s: still there after writing %q:\n%s", c.name(), f.text, f.diagnostic)
			}
		}
	}
	if followed == 0 {
		t.Error("no program has a help")
	}
}

// fixIt is an edit of one line, and the message that it belongs to.
type fixIt struct {
	diagnostic, help string
	line, start, end int
	text             string
}

var (
	fixItLine   = regexp.MustCompile(`^fix-it:"([^"]*)":\{(\d+):(\d+)-(\d+):(\d+)\}:(".*")$`)
	messageLine = regexp.MustCompile(`: (error|warning): `)
)

// fixItsOf reads the edits of file in what the compiler printed.
func fixItsOf(stderr, file string) (list []fixIt) {
	message, help := "", ""
	for _, l := range strings.Split(stderr, "\n") {
		if messageLine.MatchString(l) {
			message, help = l, ""
		}
		if h, ok := strings.CutPrefix(l, "  help: "); ok {
			help = h
		}
		m := fixItLine.FindStringSubmatch(l)
		if m == nil || m[1] != file {
			continue
		}
		f := fixIt{diagnostic: message, help: help}
		fmt.Sscan(m[2]+" "+m[3]+" "+m[5], &f.line, &f.start, &f.end)
		f.text, _ = strconv.Unquote(m[6])
		list = append(list, f)
	}
	return list
}

// apply writes src with the edit to a file of its own, whose name it returns.
func (f fixIt) apply(t *testing.T, src, base string) string {
	lines := strings.SplitAfter(src, "\n")
	l := lines[f.line-1]
	lines[f.line-1] = l[:f.start-1] + f.text + l[f.end-1:]
	file := filepath.Join(t.TempDir(), base)
	if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
