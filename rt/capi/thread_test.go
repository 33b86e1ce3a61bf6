package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
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
		t.Skipf("NOT TESTED: gcc has no ThreadSanitizer: %v\n%s", err, out)
	}
	build := exec.Command("go", "build", "-buildmode=c-archive", "-o", archive, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=1", "CC=gcc", "CGO_CFLAGS=-g -O1 -fsanitize=thread", "CGO_LDFLAGS=-fsanitize=thread")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compileC(t, "gcc", "-fsanitize=thread", "testdata/model.c", archive, "-lpthread", "-ldl", "-lm", "-o", program)
	runC(t, map[string][]string{"stdout": {"100000 operations from 16 threads, 0 differences"}}, program, "100000")
	// libgomp is not instrumented: its team's threads would be reported.
	compileC(t, "gcc", "-fsanitize=thread", "-fopenmp", "-DSERIAL", "testdata/tasks.c", archive, "-lpthread", "-ldl", "-lm", "-o", program)
	runC(t, map[string][]string{"env": {"OMPCC_CPU_DEVICES=2"}}, program)
	// Tasks that a GPU puts behind each other.
	for _, gpu := range [][2]string{{"fakecuda.c", "libcuda.so.1"}, {"fakehsa.c", "libhsa-runtime64.so.1"}} {
		compileC(t, "gcc", "-fsanitize=thread", "-fopenmp", "testdata/vendor/chain.c", archive, "-lpthread", "-ldl", "-lm", "-o", program)
		runC(t, map[string][]string{"env": {driver(t, gpu[0], gpu[1], "-fsanitize=thread")}, "stdout": {"data done\nok\n4 kernels at once"}}, program)
	}
}
