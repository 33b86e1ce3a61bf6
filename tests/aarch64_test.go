package tests

import (
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var everyAArch64 = flag.Bool("aarch64", false, "TestAArch64 runs all cases")

// aarch64Step is how many cases TestAArch64 has for each that it runs without -aarch64.
const aarch64Step = 24

// TestAArch64 compiles cases for an aarch64 program with an aarch64 CPU device, and runs them on qemu.
func TestAArch64(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, tool := range []string{"qemu-aarch64", "aarch64-linux-gnu-gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("aarch64 is not tested: %v (install qemu-user and gcc-aarch64-linux-gnu)", err)
		}
	}
	if r := run(t, "..", nil, "make", "aarch64"); r.exit != 0 {
		t.Fatalf("make aarch64: %s", r.stderr)
	}
	n := 0
	for _, c := range cases(t) {
		if !c.runs() || c.noGCC || c.host != "" || c.noAArch64 != "" {
			continue
		}
		if n++; n%aarch64Step != 0 && !*everyAArch64 {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			exe := filepath.Join(t.TempDir(), "a.out")
			args := append([]string{"-target", "aarch64-linux-gnu", "-fopenmp-targets=cpu", "-o", exe, c.path},
				c.flags...)
			if r := run(t, "", nil, cc, args...); r.exit != 0 {
				judge(t, c, fmt.Errorf("ompcc: exit %d\n%s", r.exit, r.stderr))
				return
			}
			judge(t, c,
				checkOn(t, c, "aarch64 device", []string{"qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", exe},
					"OMP_TARGET_OFFLOAD=MANDATORY"))
		})
	}
}

// TestAArch64Code: what needs no tools but ours is compiled for aarch64 everywhere.
func TestAArch64Code(t *testing.T) {
	cc := ompcc(t)
	r := run(t, "", nil, cc, "-fopenmp-targets=aarch64-linux-gnu", "--offload-device-only", "-S", "-emit-llvm", "-o",
		"-", "cases/golden/saxpy.c")
	if r.exit != 0 || !strings.Contains(r.stdout, `target triple = "aarch64-linux-gnu"`) {
		t.Errorf("exit %d\n%s%s", r.exit, r.stderr, r.stdout)
	}
}
