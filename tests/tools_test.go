package tests

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
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

// TestDistcc: distcc preprocesses a file with ompcc, and its daemon compiles the result with the device code.
func TestDistcc(t *testing.T) {
	dir, cc := beside(t, "distcc"), ompcc(t)
	if _, err := exec.LookPath("distccd"); err != nil {
		t.Skip("no distccd: distcc is not tested")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	daemon := exec.Command("distccd", "--no-detach", "--daemon", "--listen", "127.0.0.1", "--port", address[len("127.0.0.1:"):],
		"--allow", "127.0.0.1", "--jobs", "1", "--enable-tcp-insecure", "--log-stderr")
	daemon.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		syscall.Kill(-daemon.Process.Pid, syscall.SIGTERM)
		daemon.Wait()
	}()
	for try := 0; try < 600; try++ {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	env := []string{"DISTCC_HOSTS=" + address, "DISTCC_FALLBACK=0", "DISTCC_DIR=" + dir, "DISTCC_VERBOSE=1"}
	r := run(t, dir, env, "distcc", cc, "-O1", "-c", "saxpy.c", "-o", "saxpy.o")
	if r.exit != 0 || !strings.Contains(r.stderr, "compile saxpy.c on "+address+" completed ok") {
		t.Fatalf("exit %d\n%s", r.exit, r.stderr)
	}
	if r := run(t, dir, nil, cc, "saxpy.o", "-o", "saxpy"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	if r := run(t, dir, []string{"OMP_TARGET_OFFLOAD=MANDATORY"}, "./saxpy"); r.stdout != "6 0\n" {
		t.Errorf("%q %s", r.stdout, r.stderr)
	}
}

// TestBear: with the settings of docs/guides/tools.md bear records the commands of ompcc alone.
func TestBear(t *testing.T) {
	dir, cc := beside(t, "bear"), ompcc(t)
	guide, err := os.ReadFile("../docs/guides/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	_, settings, _ := strings.Cut(string(guide), "```json bear.json\n")
	settings, _, _ = strings.Cut(settings, "```")
	settings = strings.ReplaceAll(settings, "/usr/local/bin/ompcc", cc)
	if err := os.WriteFile(filepath.Join(dir, "bear.json"), []byte(settings), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := run(t, dir, nil, "bear", "--config", "bear.json", "--", cc, "-O1", "-c", "saxpy.c", "-o", "saxpy.o"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	text, err := os.ReadFile(filepath.Join(dir, "compile_commands.json"))
	var entries []struct{ Arguments []string }
	if err == nil {
		err = json.Unmarshal(text, &entries)
	}
	if err != nil || len(entries) != 1 || entries[0].Arguments[0] != cc {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestCompletionInShells: fish and zsh complete the value of an option.
func TestCompletionInShells(t *testing.T) {
	cc, dir := ompcc(t), t.TempDir()
	env := []string{"PATH=" + filepath.Dir(cc) + ":" + os.Getenv("PATH"), "HOME=" + dir}
	for shell, file := range map[string]string{"fish": "ompcc.fish", "zsh": "_ompcc"} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("no %s: its completion is not tested", shell)
			}
			script := run(t, dir, nil, cc, "--completion="+shell).stdout
			if err := os.WriteFile(filepath.Join(dir, file), []byte(script), 0o666); err != nil {
				t.Fatal(err)
			}
			r := run(t, dir, env, shell, "-c", completing[shell])
			if !strings.Contains(r.stdout, "-fopenmp-targets=nvptx") {
				t.Errorf("%s%s", r.stdout, r.stderr)
			}
		})
	}
}

// completing makes each shell complete "-fopenmp-targets=nv"; zsh does so on a terminal only.
var completing = map[string]string{
	"fish": "source ompcc.fish; complete -C'ompcc -fopenmp-targets=nv'",
	"zsh": `zmodload zsh/zpty
zpty z 'zsh -f -i'
zpty -w z "fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D; print -r rea''dy"
zpty -r -m z out '*ready*'
zpty -n -w z $'ompcc -fopenmp-targets=nv\t'
zpty -r -m z out '*nvptx*' && print -r -- "$out"
zpty -d z
`,
}
