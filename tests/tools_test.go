package tests

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Tools beside ompcc that make demo does not install. Where one is missing its test is skipped; docs/tools.md has the
// versions with which they were tried.

// beside skips the test without the tool, and returns a folder with saxpy.c in it.
func beside(t *testing.T, tool string) (dir string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("no %s: it is not tested", tool)
	}
	dir = t.TempDir()
	for _, name := range []string{"saxpy.c", "config.h"} {
		text, err := os.ReadFile(filepath.Join("driver/src", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCcache: the second compilation is a hit and has the device code; another host compiler is none.
func TestCcache(t *testing.T) {
	dir, cc := beside(t, "ccache"), ompcc(t)
	env := []string{"CCACHE_DIR=" + filepath.Join(dir, "cache"), "CCACHE_COMPILERCHECK=%compiler% --version"}
	compile := func(host, object string) string {
		t.Helper()
		if r := run(t, dir, append(env, "OMPCC_CC="+host), "ccache", cc, "-O1", "-c", "saxpy.c", "-o", object); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		return run(t, dir, env, "ccache", "--print-stats").stdout
	}
	compile("", "first.o")
	if stats := compile("", "second.o"); !strings.Contains(stats, "direct_cache_hit\t1\n") {
		t.Errorf("no hit:\n%s", stats)
	}
	if stats := compile("gcc", "third.o"); !strings.Contains(stats, "direct_cache_hit\t1\n") || !strings.Contains(stats, "cache_miss\t2\n") {
		t.Errorf("a hit for another host compiler:\n%s", stats)
	}
	if r := run(t, dir, nil, cc, "second.o", "-o", "saxpy"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	if r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, "./saxpy"); r.stdout != "6 0\n" {
		t.Errorf("%q %s", r.stdout, r.stderr)
	}
}

// TestValgrind: memcheck says nothing of a right program with the suppressions that are installed, and finds the
// program's own leak.
func TestValgrind(t *testing.T) {
	dir, cc := beside(t, "valgrind"), ompcc(t)
	source := `#include <stdlib.h>
static void *volatile lost;
int main(int argc, char **argv)
{
  int s = 0;
#pragma omp target map(tofrom: s)
  s = 1;
  if (argc > 1) lost = malloc(100), lost = 0;
  return !s;
}
`
	if err := os.WriteFile(filepath.Join(dir, "leak.c"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, cc, "-g", "-gdwarf-4", "leak.c", "-o", "leak"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	script, _ := filepath.Abs("../cmd/ompcc/dist/share/valgrind.supp")
	args := []string{"-q", "--suppressions=" + script, "--leak-check=full", "--error-exitcode=9", "./leak"}
	if r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, "valgrind", args...); r.exit != 0 || strings.Contains(r.stderr, "==") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
	if r := run(t, dir, nil, "valgrind", append(args, "leak")...); r.exit != 9 || !strings.Contains(r.stderr, "leak.c:8") {
		t.Errorf("the leak is not found: exit %d\n%s", r.exit, r.stderr)
	}
}

// TestClangd: with the .clangd of ompcc, clangd opens a file whose command has ompcc's own options.
func TestClangd(t *testing.T) {
	dir, cc := beside(t, "clangd"), ompcc(t)
	database, _ := json.Marshal([]map[string]any{{"directory": dir, "file": "saxpy.c", "arguments": []string{cc,
		"-fopenmp-targets=cpu,nvptx", "--offload-arch=sm_80", "-fsanitize=offload", "-fopenmp-report", "-Wno-omp-lost-write", "-c", "saxpy.c"}}})
	for name, text := range map[string]string{"compile_commands.json": string(database), ".clangd": run(t, dir, nil, cc, "--clangd").stdout} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, dir, nil, "clangd", "--check=saxpy.c"); r.exit != 0 || !strings.Contains(r.stderr, "All checks completed, 0 errors") {
		t.Errorf("exit %d\n%s", r.exit, r.stderr)
	}
}
