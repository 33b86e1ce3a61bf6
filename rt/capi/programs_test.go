package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/tests/require"
)

// libompcc builds the runtime archive and returns its path.
func libompcc(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("make", "-s", "-f", "rt/runtime.mk", "GO=go", "lib/ompcc/libompcc.a")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path, err := filepath.Abs("../../lib/ompcc/libompcc.a")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// hostCompilers are those host compilers that are installed.
func hostCompilers() []string {
	var found []string
	for _, cc := range []string{"gcc", llvm.Clang()} {
		if _, err := exec.LookPath(cc); err == nil {
			found = append(found, cc)
		}
		if len(found) == 2 {
			break
		}
	}
	return found
}

func compileC(t *testing.T, cc string, args ...string) {
	t.Helper()
	args = append([]string{"-g", "-O1", "-Wall", "-I../../include"}, args...)
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%s %s: %v\n%s", cc, strings.Join(args, " "), err, out)
	}
}

// wish is what a program's first comment asks for: lines "key: value".
func wish(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(text), "*/")
	w := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^(?:/\*| \*) (env|exit|stdout|stderr|flags): (.*?) *$`).
		FindAllStringSubmatch(comment, -1) {
		w[m[1]] = append(w[m[1]], m[2])
	}
	return w
}

func runC(t *testing.T, w map[string][]string, program string, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), w["env"]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // the exit status is looked at below
	exit := "0"
	if w["exit"] != nil {
		exit = w["exit"][0]
	}
	if got := cmd.ProcessState.String(); got != "exit status "+exit {
		t.Errorf("%s, want %s", got, exit)
	}
	if w["stdout"] == nil && exit == "0" {
		w["stdout"] = []string{"ok"}
	}
	for _, s := range w["stdout"] {
		if !strings.Contains(stdout.String(), s) {
			t.Errorf("output lacks %q", s)
		}
	}
	for _, s := range w["stderr"] {
		if !strings.Contains(stderr.String(), s) {
			t.Errorf("messages lack %q", s)
		}
	}
	if w["stderr"] == nil && stderr.Len() > 0 {
		t.Error("unexpected messages")
	}
	if t.Failed() {
		t.Logf("stdout:\n%s\nstderr:\n%s", &stdout, &stderr)
	}
}

// TestPrograms builds and runs the C programs in testdata, which call the host
// interface as compiled programs do.
func TestPrograms(t *testing.T) {
	lib := libompcc(t)
	files, _ := filepath.Glob("testdata/*.c")
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		if strings.Contains(name, ".") || name == "libraries" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			exe := filepath.Join(t.TempDir(), name)
			w := wish(t, file)
			compileC(t, "gcc", append(w["flags"], file, lib, "-lpthread", "-ldl", "-lm", "-o", exe)...)
			runC(t, w, exe)
		})
	}
}

// TestLinkModes: every way of linking that users have.
func TestLinkModes(t *testing.T) {
	lib := libompcc(t)
	modes := map[string][]string{
		"pie": {"-fPIE", "-pie"}, "no-pie": {"-no-pie"}, "static": {"-static"}, "static-pie": {"-static-pie", "-fPIE"},
	}
	for _, cc := range hostCompilers() {
		for mode, flags := range modes {
			t.Run(cc+" "+mode, func(t *testing.T) {
				exe := filepath.Join(t.TempDir(), "map")
				compileC(t, cc, append(flags, "testdata/map.c", lib, "-lpthread", "-ldl", "-lm", "-o", exe)...)
				runC(t, map[string][]string{}, exe)
			})
		}
	}
	t.Run("gcc static tasks", func(t *testing.T) { // libgomp.a warns of its dlopen
		exe := filepath.Join(t.TempDir(), "alone")
		compileC(t, "gcc", "-fopenmp", "-static", "-Wl,--no-warnings", "testdata/alone.c", lib, "-lpthread", "-ldl",
			"-lm", "-o", exe)
		runC(t, map[string][]string{}, exe)
	})
}

// TestWithHostOpenMP: our routines win over those of libgomp and libomp.
func TestWithHostOpenMP(t *testing.T) {
	lib := libompcc(t)
	for _, cc := range hostCompilers() {
		for _, name := range []string{"routines", "memory", "tasks", "cancel"} {
			t.Run(cc+" "+name, func(t *testing.T) {
				exe, file := filepath.Join(t.TempDir(), name), "testdata/"+name+".c"
				compileC(t, cc, "-fopenmp", file, lib, "-lpthread", "-ldl", "-lm", "-o", exe)
				runC(t, wish(t, file), exe)
			})
		}
	}
}

// TestPreloaded: libomp, put in libgomp's place, calls an undeferred task with what
// gcc's program would have it copy first, and knows no detach clause.
func TestPreloaded(t *testing.T) {
	if libomp() == "" {
		require.Missing(t, "no libomp")
	}
	exe := filepath.Join(t.TempDir(), "program")
	compileC(t, "gcc", "-fopenmp", "testdata/vendor/tasks_of_gcc.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o", exe)
	runC(t, map[string][]string{}, exe, "detach")
	preload := "LD_PRELOAD=" + libomp()
	runC(t, map[string][]string{"env": {preload}}, exe)
	runC(t, map[string][]string{"env": {preload}, "exit": {"1"}, "stderr": {
		"error: a task with a detach clause: LLVM's libomp does not execute those that gcc has compiled"}}, exe, "detach")
}

// TestLibraries: one runtime in a process with several copies.
func TestLibraries(t *testing.T) {
	lib, dir := libompcc(t), t.TempDir()
	for _, l := range []string{"one", "two"} {
		compileC(t, "gcc", "-shared", "-fPIC", "testdata/"+l+".lib.c", lib, "-lpthread", "-ldl", "-lm", "-o",
			filepath.Join(dir, l+".so"))
	}
	compileC(t, "gcc", "testdata/libraries.c", "-ldl", "-o", filepath.Join(dir, "plain"))
	compileC(t, "gcc", "-DWITH_RUNTIME", "testdata/libraries.c", lib, "-lpthread", "-ldl", "-lm", "-o",
		filepath.Join(dir, "own"))
	for _, exe := range []string{"plain", "own"} {
		t.Run(exe, func(t *testing.T) {
			runC(t, map[string][]string{}, filepath.Join(dir, exe), filepath.Join(dir, "one.so"),
				filepath.Join(dir, "two.so"))
		})
	}
}
