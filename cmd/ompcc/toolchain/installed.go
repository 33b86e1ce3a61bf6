package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ompcc/codegen"
)

// InstalledGPUs asks LLVM's or the vendor's programs for the architectures of
// the GPUs in this machine, without repetition.
func InstalledGPUs(kind codegen.Kind) []string {
	llvm, _ := findLLVM(os.Getenv("OMPCC_LLVM"), os.Getenv("OMPCC_CC") == "")
	commands := [][]string{{filepath.Join(llvm, "nvptx-arch")}, {"nvptx-arch"}, {"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"}}
	if kind == codegen.AMDGCN {
		commands = [][]string{{filepath.Join(llvm, "amdgpu-arch")}, {"amdgpu-arch"}, {"rocm_agent_enumerator"}}
	}
	for _, c := range commands {
		out, err := exec.Command(c[0], c[1:]...).Output()
		if archs := archsIn(string(out)); err == nil && len(archs) > 0 {
			return archs
		}
	}
	return nil
}

var computeCapability = regexp.MustCompile(`^(\d+)\.(\d)$`)

// archsIn reads one architecture from each line: sm_90, gfx90a, or 9.0 as
// nvidia-smi writes it. gfx000 is a processor that is no GPU.
func archsIn(text string) []string {
	var archs []string
	for line := range strings.Lines(text) {
		a := strings.TrimSpace(line)
		if m := computeCapability.FindStringSubmatch(a); m != nil {
			a = "sm_" + m[1] + m[2]
		}
		if (strings.HasPrefix(a, "sm_") || strings.HasPrefix(a, "gfx")) && a != "gfx000" && !slices.Contains(archs, a) {
			archs = append(archs, a)
		}
	}
	return archs
}
