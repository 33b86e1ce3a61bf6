package llvm

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// TestChooseLLVM prefers an LLVM with all programs, and with libomp where its
// clang is the host compiler, to a newer one.
func TestChooseLLVM(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	programs := []string{"bin/clang", "bin/opt", "bin/llvm-as", "bin/llvm-link", "bin/ld.lld"}
	whole := append([]string{"lib/libomp.so"}, programs...)
	tests := []struct {
		name   string
		files  map[int][]string
		isHost bool
		want   int
	}{
		{"the newest whole one", map[int][]string{19: whole, 22: whole}, true, 22},
		{"the newest has no libomp", map[int][]string{19: whole, 22: programs}, true, 19},
		{"libomp is not needed", map[int][]string{19: whole, 22: programs}, false, 22},
		{"the newest has only clang", map[int][]string{19: programs, 22: {"bin/clang", "lib/libomp.so"}}, true, 19},
		{"libomp nowhere", map[int][]string{18: programs, 19: programs}, true, 19},
		{"only clang anywhere", map[int][]string{18: {"bin/clang"}, 20: {"bin/clang"}}, true, 20},
		{"none", nil, true, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for version, files := range tt.files {
				for _, f := range files {
					path := filepath.Join(root, "usr/lib", "llvm-"+strconv.Itoa(version), f)
					if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
						t.Fatal(err)
					}
				}
			}
			if dir, got := choose(installedLLVMs(root), tt.isHost); got != tt.want {
				t.Errorf("chose %q, LLVM %d; want %d", dir, got, tt.want)
			}
		})
	}
}
