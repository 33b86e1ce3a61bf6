package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"ompcc/rt/abi"
)

// TestTakenFunctions: the functions that the linker wraps in static programs are
// those that task/host.c takes.
func TestTakenFunctions(t *testing.T) {
	text, err := os.ReadFile("task/host.c")
	if err != nil {
		t.Fatal(err)
	}
	var taken []string
	for _, m := range regexp.MustCompile(`(?m)^TAKEN\([^,]*, (\w+),`).FindAllSubmatch(text, -1) {
		taken = append(taken, string(m[1]))
	}
	if !slices.Equal(taken, abi.HostTaskFunctions) {
		t.Errorf("taken: %q\nwrapped: %q", taken, abi.HostTaskFunctions)
	}
}

// TestStaticTasks: target tasks outside of parallel regions overlap, and are waited
// for, also where the host's runtime is linked statically.
func TestStaticTasks(t *testing.T) {
	lib := libompcc(t)
	args := []string{"-fopenmp", "-static", "-Wl,--no-warnings"}
	for _, name := range abi.HostTaskFunctions {
		args = append(args, "-Wl,--wrap="+name)
	}
	for _, name := range []string{"tasks", "alone"} {
		exe, file := filepath.Join(t.TempDir(), name), "testdata/"+name+".c"
		compileC(t, "gcc", append(args, file, lib, "-lpthread", "-ldl", "-lm", "-o", exe)...)
		runC(t, wish(t, file), exe)
	}
}
