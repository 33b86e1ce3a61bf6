package tests

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// emulated is the environment of programs on the emulated NVIDIA device.
func emulated(t *testing.T, options string) []string {
	t.Helper()
	emulator := os.Getenv("OMPCC_EMULATOR")
	if emulator == "" {
		var err error
		if emulator, err = filepath.Abs("../lib/ompcc/ompcc-emulator"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(emulator); err != nil {
		t.Skip("ompcc-emulator is not built: make build")
	}
	return []string{"OMPCC_EMULATOR=" + emulator, "OMPCC_EMULATE=nvptx" + options, "OMP_TARGET_OFFLOAD=MANDATORY"}
}

// TestEmulated runs every program on the emulated NVIDIA device, which checks
// the PTX as it executes it.
func TestEmulated(t *testing.T) {
	cc := ompcc(t)
	env := emulated(t, "")
	for i, c := range cases(t) {
		if !c.runs() || testing.Short() && i%8 != 0 {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			if c.noGPU != "" {
				t.Skip(c.noGPU)
			}
			if c.knownFailure != "" {
				t.Skip("known failure on the CPU device: " + c.knownFailure)
			}
			judge(t, c, runEmulated(t, cc, c, env))
		})
	}
}

func runEmulated(t *testing.T, cc string, c *testCase, env []string) error {
	exe := filepath.Join(t.TempDir(), "a.out")
	args := append([]string{"-g", "-fopenmp-targets=nvptx", "-o", exe, c.path}, c.flags...)
	if r := run(t, "", nil, cc, args...); r.exit != 0 {
		return fmt.Errorf("ompcc: exit %d\n%s", r.exit, r.stderr)
	}
	return check(t, c, "emulated device", exe, env...)
}
