package main

import (
	"path/filepath"
	"testing"
)

// TestCheckedHeap runs the C test of the checked mode's heap, plainly and under
// ThreadSanitizer.
func TestCheckedHeap(t *testing.T) {
	for name, flags := range map[string][]string{"plain": {"-O2"}, "tsan": {"-O1", "-fsanitize=thread"}} {
		t.Run(name, func(t *testing.T) {
			exe := filepath.Join(t.TempDir(), "heap")
			compileC(t, "gcc", append(flags, "-D_GNU_SOURCE", "testdata/checked/heap.c", "-lpthread", "-o", exe)...)
			runC(t, map[string][]string{}, exe)
		})
	}
}
