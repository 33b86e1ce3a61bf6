package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestRead lists commands that the host compiler may carry out alone, and ones that are the compiler's.
func TestRead(t *testing.T) {
	t.Setenv("OMPCC_LLVM", "")
	for args, want := range map[string]bool{
		"-c a.c": true, "a.c": true, "-O2 -Wall -g -fPIC -Iinclude -DN=2 -c a.c -o b.o": true,
		"a.c -lm -lpthread -Wl,-E -o a": true, "-MD -MF a.d -MT x -c a.c": true, "-Wp,-MD,a.d -c a.c": true,
		"-fno-strict-aliasing -fvisibility=hidden -c a.c": true, "-include config.h -c a.c": true,
		"": false, "-c a.c b.c": false, "-c a.cpp": false, "a.c b.o": false, "a.c -lz": false, "-c": false,
		"-c a.c -o": false, "-S a.c": false, "-E a.c": false, "-MM a.c": false, "-MMD -isystem d -c a.c": false,
		"-fopenmp-targets=nvptx -c a.c": false, "-fno-openmp -c a.c": false, "-fsanitize=offload -c a.c": false,
		"-Womp-unused -c a.c": false, "-Werror=openmp -c a.c": false, "-Wp,-DX -c a.c": false, "--version": false,
		"-target aarch64-linux-gnu -c a.c": false, "-static a.c": false, "-shared a.c": false, "-flto -c a.c": false,
		"-DP=omp -c a.c": false, "@file": false, "-x c a.c": false, "-MD a.c": false, "-MD -MF - -c a.c": false,
	} {
		if _, got := read(strings.Fields(args)); got != want {
			t.Errorf("%s: %v", args, got)
		}
	}
}

// fakeCompiler lists its runs in the file that LOG names, and makes the outputs.
const fakeCompiler = `#!/bin/sh
echo "$*" >>$LOG
while [ $# -gt 0 ]; do
  case $1 in
  -o) : >$2 ;;
  -MF) echo "a.o: a.c $HEADERS" >$2 ;;
  esac
  shift
done
`

// built builds the program into an installation whose compiler is a script that prints its name.
func built(t *testing.T) (dir, front string) {
	t.Helper()
	dir = t.TempDir()
	front = filepath.Join(dir, "bin", "ompcc")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", front, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, text := range map[string]string{
		"lib/ompcc/ompcc-compiler": "#!/bin/sh\necho compiler $OMPCC_TRIED_HOST\n", "gcc": fakeCompiler,
		"include/ompx.h": "", "plain.h": "int plain;\n", "hint.h": "int omp_get_num_devices(void);\n",
		"a.c": "#include <stdio.h>\nint a;\n", "own.c": "#include \"plain.h\"\n", "omp.c": "#pragma omp target\n",
		"next.c": "#include_next <x.h>\n", "calls.c": "int __ompcc_x(void);\n",
	} {
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o777)
		if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir, front
}

// TestRuns counts the runs of the host compiler and of the compiler for each kind of source.
func TestRuns(t *testing.T) {
	dir, front := built(t)
	for _, c := range []struct {
		args, headers string
		runs          int
		printed       string
	}{
		{"-c a.c", "", 1, ""},
		{"a.c -o a", "", 1, ""},
		{"-c own.c", "plain.h", 1, ""},
		{"-c own.c", "hint.h", 1, "compiler 1\n"},
		{"-c own.c", "missing.h", 1, "compiler 1\n"},
		{"-c next.c", "plain.h", 1, ""},
		{"-c omp.c", "", 0, "compiler\n"},
		{"calls.c -o a", "", 0, "compiler\n"},
		{"-c none.c", "", 0, "compiler\n"},
		{"-c a.c -o no/a.o", "", 0, "compiler\n"},
		{"-S a.c", "", 0, "compiler\n"},
	} {
		log := filepath.Join(dir, "log")
		os.Remove(log)
		cmd := exec.Command(front, strings.Fields(c.args)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "OMPCC_CC="+dir+"/gcc", "OMPCC_LLVM=", "LOG="+log, "HEADERS="+c.headers)
		out, err := cmd.CombinedOutput()
		text, _ := os.ReadFile(log)
		if runs := strings.Count(string(text), "\n"); err != nil || runs != c.runs || string(out) != c.printed {
			t.Errorf("%s with %s: %v, %d runs of the host compiler, printed %q", c.args, c.headers, err, runs, out)
		}
	}
}

// TestInstructions bounds what the program adds to the host compiler's run.
func TestInstructions(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("no valgrind: instructions are not counted")
	}
	dir, front := built(t)
	cmd := exec.Command("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", front, "-c",
		"own.c")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "OMPCC_CC="+dir+"/gcc", "OMPCC_LLVM=", "LOG=/dev/null", "HEADERS=plain.h")
	out, _ := cmd.CombinedOutput()
	m := regexp.MustCompile(`I +refs: +([\d,]+)`).FindSubmatch(out)
	if m == nil {
		t.Fatalf("no count: %s", out)
	}
	const limit = 2_000_000
	if n, err := strconv.Atoi(strings.ReplaceAll(string(m[1]), ",", "")); err != nil || n > limit {
		t.Errorf("%s", fmt.Sprintf("%d instructions, more than %d (%v)", n, limit, err))
	}
}
