package cpu

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ompcc/rt/abi"
)

var update = flag.Bool("update", false, "rewrite generated files")

// TestHeader holds pool/abi.h to the text that compiled programs see.
func TestHeader(t *testing.T) {
	want := "/* Generated from rt/abi (go test ./rt/cpu -update). */\n" +
		"#ifndef OMPCC_CPU_ABI_H\n#define OMPCC_CPU_ABI_H\n\n" + abi.CPUDecls + "\n#endif\n"
	path := filepath.Join("pool", "abi.h")
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("pool/abi.h differs from abi.CPUDecls (-want +got):\n%s", diff)
	}
}

// build compiles a C test against the pool and returns the program.
func build(t *testing.T, source string, flags ...string) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		if cc, err = exec.LookPath("clang"); err != nil {
			t.Skip("no C compiler")
		}
	}
	program := filepath.Join(t.TempDir(), "test")
	args := append([]string{"-std=gnu11", "-D_GNU_SOURCE", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread",
		"-Ipool", "-o", program, source, "pool/pool.c"}, flags...)
	if out, err := exec.Command(cc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", cc, strings.Join(args, " "), err, out)
	}
	return program
}

func run(t *testing.T, program string, env ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %v\n%s", env, err, out)
	}
}

// TestPool runs the C tests of the pool, under each waiting policy.
func TestPool(t *testing.T) {
	sources, err := filepath.Glob("testdata/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".c"), func(t *testing.T) {
			program := build(t, source)
			run(t, program)
			run(t, program, "OMP_WAIT_POLICY=passive", "OMP_SCHEDULE=guided,3", "OMP_STACKSIZE=256K")
		})
	}
}

// TestPoolRaces runs the same programs under ThreadSanitizer.
func TestPoolRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, name := range []string{"league", "team", "loop"} {
		t.Run(name, func(t *testing.T) {
			program := build(t, "testdata/"+name+".c", "-fsanitize=thread", "-DSMALL")
			run(t, program, "TSAN_OPTIONS=halt_on_error=1 exitcode=66")
		})
	}
}
