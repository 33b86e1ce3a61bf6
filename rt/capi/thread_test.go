package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"ompcc/tests/require"
)

// TestThreadSanitizer builds the C side, and a program that does random
// constructs from 16 threads at once, with ThreadSanitizer, which knows nothing
// of Go's part but what locks it takes.
func TestThreadSanitizer(t *testing.T) {
	dir := t.TempDir()
	program, archive := filepath.Join(dir, "model"), filepath.Join(dir, "go.a")
	empty := filepath.Join(dir, "empty.c")
	if err := os.WriteFile(empty, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-fsanitize=thread", empty, "-o", program).CombinedOutput(); err != nil {
		require.Missing(t, "NOT TESTED: gcc has no ThreadSanitizer: %v\n%s", err, out)
	}
	build := exec.Command("go", "build", "-trimpath", "-buildmode=c-archive", "-o", archive, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=1", "CC=gcc", "CGO_CFLAGS=-g -O1 -fsanitize=thread",
		"CGO_LDFLAGS=-fsanitize=thread")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compileC(t, "gcc", "-fsanitize=thread", "testdata/model.c", archive, "-lpthread", "-ldl", "-lm", "-o", program)
	runC(t, map[string][]string{"stdout": {"100000 operations from 16 threads, 0 differences"}}, program, "100000")
	// libgomp is not instrumented: its team's threads would be reported.
	compileC(t, "gcc", "-fsanitize=thread", "-fopenmp", "-DSERIAL", "testdata/tasks.c", archive, "-lpthread", "-ldl",
		"-lm", "-o", program)
	runC(t, map[string][]string{"env": {"OMPCC_CPU_DEVICES=2"}}, program)
	// Tasks that a GPU puts behind each other.
	for _, gpu := range [][2]string{{"fakecuda.c", "libcuda.so.1"}, {"fakehsa.c", "libhsa-runtime64.so.1"}} {
		compileC(t, "gcc", "-fsanitize=thread", "-fopenmp", "testdata/vendor/chain.c", archive, "-lpthread", "-ldl",
			"-lm", "-o", program)
		runC(t,
			map[string][]string{"env": {driver(t, gpu[0], gpu[1], "-fsanitize=thread")},
				"stdout": {"data done\nok\n4 kernels at once"}}, program)
	}
}

// TestRaceDetector does the same with Go's race detector, which watches Go's part. It
// knows the addresses of programs that are not position independent.
func TestRaceDetector(t *testing.T) {
	dir := t.TempDir()
	archive := filepath.Join(dir, "go.a")
	build := exec.Command("go", "build", "-race", "-buildmode=c-archive", "-o", archive, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=1", "CC=gcc")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	check := func(w map[string][]string, source string, args ...string) {
		t.Helper()
		program := filepath.Join(dir, "program")
		compileC(t, "gcc", "-no-pie", "-fopenmp", "testdata/"+source, archive, "-lpthread", "-ldl", "-lm", "-o",
			program)
		w["env"] = append(w["env"], "GORACE=halt_on_error=1")
		runC(t, w, program, args...)
	}
	check(map[string][]string{"stdout": {"20000 operations from 16 threads, 0 differences"}}, "model.c", "20000")
	check(map[string][]string{"env": {"OMPCC_CPU_DEVICES=2"}}, "tasks.c")
	check(map[string][]string{}, "threads.c")
	for _, gpu := range [][2]string{{"fakecuda.c", "libcuda.so.1"}, {"fakehsa.c", "libhsa-runtime64.so.1"}} {
		check(map[string][]string{"env": {driver(t, gpu[0], gpu[1])}, "stdout": {"data done\nok\n4 kernels at once"}},
			"vendor/chain.c")
	}
}
