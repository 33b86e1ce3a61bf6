package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSanitize compiles the programs of cases/sanitize with -fsanitize=offload:
// with their mistake (-DMISTAKE) they must end with exit status 1 and the
// message beside them, without it they must print "ok" and nothing else.
func TestSanitize(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	mistakes := 0
	for _, c := range cases(t) {
		if filepath.Base(filepath.Dir(c.path)) != "sanitize" {
			continue
		}
		if c.has(".mistake") {
			mistakes++
		}
		t.Run(filepath.Base(c.name()), func(t *testing.T) {
			t.Parallel()
			checkMistake(t, cc, c)
		})
	}
	if mistakes < 12 && !*update {
		t.Errorf("%d planted mistakes, want at least 12", mistakes)
	}
}

func checkMistake(t *testing.T, cc string, c *testCase) {
	tool := []string{"OMP_TOOL_LIBRARIES=" + eventChecker()}
	if r := runChecked(t, cc, c, tool,
		append([]string{"-w", "-O2", "-fsanitize=offload"}, c.flags...)...); r.exit != 0 || r.stdout != "ok\n" ||
		r.stderr != "" {
		t.Errorf("without the mistake: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if !c.has(".mistake") {
		return
	}
	for _, level := range [][]string{{"-O2"}, {"-O0", "-g"}} {
		flags := append(append([]string{"-w", "-fsanitize=offload"}, level...), c.flags...)
		r := runChecked(t, cc, c, nil, append(flags, "-DMISTAKE")...)
		if r.exit != 1 {
			t.Errorf("%s: exit %d, want 1\n%s%s", level[0], r.exit, r.stdout, r.stderr)
			continue
		}
		if err := compare(c.beside(".mistake"), withoutNumbers(r.stderr)); err != nil {
			t.Errorf("%s: %v", level[0], err)
		}
	}
}

// runChecked compiles c in its own folder, so that messages name just the file, and runs it.
func runChecked(t *testing.T, cc string, c *testCase, env []string, flags ...string) result {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "a.out")
	dir, file := filepath.Split(c.path)
	if r := run(t, dir, nil, cc, append([]string{"-o", exe, file}, flags...)...); r.exit != 0 {
		t.Fatalf("ompcc %s: exit %d\n%s", strings.Join(flags, " "), r.exit, r.stderr)
	}
	return run(t, dir, append(append(env, "OMP_TARGET_OFFLOAD=MANDATORY"), c.env...), exe)
}

var threadNumbers = regexp.MustCompile(`team \d+, thread \d+|0x[0-9a-f]+`)

// withoutNumbers takes out what differs from run to run.
func withoutNumbers(s string) string {
	return threadNumbers.ReplaceAllStringFunc(s, func(m string) string {
		if strings.HasPrefix(m, "0x") {
			return "0x…"
		}
		return "team …, thread …"
	})
}

// TestExamplesChecked runs the examples with -fsanitize=offload: there is
// nothing to be found in them.
func TestExamplesChecked(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	expected, err := filepath.Glob("../examples/*/expected.txt")
	if err != nil || len(expected) < 10 {
		t.Fatalf("%d examples, %v", len(expected), err)
	}
	for _, e := range expected {
		dir := filepath.Dir(e)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			sources, err := filepath.Glob(filepath.Join(dir, "*.c"))
			if err != nil {
				t.Fatal(err)
			}
			tmp := t.TempDir()
			exe := filepath.Join(tmp, "a.out")
			if r := run(t, "", nil, cc,
				append(append([]string{"-O2", "-fsanitize=offload", "-o", exe}, sources...), "-lm")...); r.exit != 0 {
				t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
			}
			r := run(t, tmp, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, exe)
			want, err := os.ReadFile(e)
			if err != nil {
				t.Fatal(err)
			}
			if r.exit != 0 || strings.Contains(r.stderr, "ompcc:") || r.stdout != string(want) {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
		})
	}
}

// TestSanitizeParts links checked with unchecked device code: what is checked
// still is, but nobody knows any more what has a value.
func TestSanitizeParts(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"fill.c": "void fill(int *p, int n) {\n#pragma omp target\n  for (int i = 0; i < n; i++) p[i] = i;\n}\n",
		"main.c": `#include <stdio.h>
#include <stdlib.h>
void fill(int *, int);
int main(int argc, char **argv) {
  int *p = malloc(40), last = 0;
#pragma omp target data map(from: p[0:10])
  {
    fill(p, 10);
#pragma omp target map(from: last)
    last = p[8 + argc];
  }
  printf("%d %d\n", last, p[9]);
  return 0;
}
`,
		"load.c": `#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  int x = 0;
#pragma omp target map(tofrom: x)
  x = 1;
  void *lib = dlopen("./libfill.so", RTLD_NOW);
  void (*fill)(int *, int) = (void (*)(int *, int))dlsym(lib, "fill");
  int a[10];
#pragma omp target data map(from: a)
  fill(a, 10);
  printf("%d %d\n", x, a[9]);
  return 0;
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	compile := func(args ...string) string {
		t.Helper()
		r := run(t, dir, nil, cc, args...)
		if r.exit != 0 {
			t.Fatalf("ompcc %v: exit %d\n%s", args, r.exit, r.stderr)
		}
		return r.stderr
	}
	compile("-c", "fill.c")
	if text := compile("-fsanitize=offload", "main.c", "fill.o", "-o", "mixed"); !strings.Contains(text,
		"sanitize-mixed") || !strings.Contains(text, "fill.c") {
		t.Errorf("the link step does not warn of fill.c:\n%s", text)
	}
	if r := run(t, dir, nil, "./mixed"); r.exit != 0 || r.stdout != "9 9\n" {
		t.Errorf("mixed: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	if r := run(t, dir, nil, "./mixed", "one more"); r.exit != 1 ||
		!strings.Contains(r.stderr, "just past the end of the section 'p[0:10]'") {
		t.Errorf("mixed, one more: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	compile("-fsanitize=offload", "-shared", "-fPIC", "fill.c", "-o", "libfill.so")
	compile("load.c", "-ldl", "-o", "late")
	if r := run(t, dir, nil, "./late"); r.exit != 0 || r.stdout != "1 9\n" ||
		!strings.Contains(r.stderr, "its kernels are not checked") {
		t.Errorf("late: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	compile("-fsanitize=offload", "load.c", "-ldl", "-o", "early")
	if r := run(t, dir, nil, "./early"); r.exit != 0 || r.stdout != "1 9\n" || r.stderr != "" {
		t.Errorf("early: exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
}
