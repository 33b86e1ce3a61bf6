// The GPUs of this machine, as the vendors' programs list them.

package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/codegen/target"
	"ompcc/parse/pattern"
)

// Installed asks LLVM's or the vendor's programs for the architectures of
// the family's processors in this machine, without repetition.
func Installed(family *target.Family) []string {
	bin, _ := llvm.Find(os.Getenv("OMPCC_LLVM"), os.Getenv("OMPCC_CC") == "")
	for _, c := range family.Detect {
		for _, program := range []string{filepath.Join(bin, c[0]), c[0]} {
			out, err := exec.Command(program, c[1:]...).Output()
			if archs := archsIn(family, string(out)); err == nil && len(archs) > 0 {
				return archs
			}
		}
	}
	return nil
}

var computeCapability = pattern.New(`^(\d+)\.(\d)$`)

// archsIn reads one of the family's architectures from each line: sm_90, gfx90a, or 9.0 as
// nvidia-smi writes it. gfx000 is a processor that is no GPU.
func archsIn(family *target.Family, text string) []string {
	var archs []string
	for line := range strings.Lines(text) {
		a := strings.TrimSpace(line)
		if m := computeCapability().FindStringSubmatch(a); m != nil {
			a = family.ArchPrefix + m[1] + m[2]
		}
		if target.OfArch(a) == family && a != "gfx000" && !slices.Contains(archs, a) {
			archs = append(archs, a)
		}
	}
	return archs
}
