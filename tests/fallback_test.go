package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFallback: a program for GPUs that the host executes says so once, with the place, why, and what to do. TestCUDA,
// TestNoImage and TestHSA in rt/capi show the reasons that need a driver.
func TestFallback(t *testing.T) {
	cc, dir := ompcc(t), t.TempDir()
	if libraries, _ := exec.Command("ldconfig", "-p").Output(); strings.Contains(string(libraries), "libcuda.so.1") ||
		strings.Contains(string(libraries), "libhsa-runtime64.so.1") {
		t.Skip("SKIPPED: this machine has a GPU's driver")
	}
	const source = `#include <omp.h>
#include <stdio.h>
int main(void) {
  int host = 0;
  for (int i = 0; i < 3; i++) {
    #pragma omp target map(from: host)
    host = omp_is_initial_device();
  }
  printf("%d\n", host);
}
`
	if err := os.WriteFile(filepath.Join(dir, "a.c"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	for exe, flags := range map[string]string{"nvptx": "-fopenmp-targets=nvptx", "amdgcn": "-fopenmp-targets=amdgcn",
		"cpu": "-fopenmp-targets=cpu", "must": "-fopenmp-targets=nvptx -fopenmp-offload-mandatory"} {
		if r := run(t, dir, nil, cc, append(strings.Fields(flags), "a.c", "-o", exe)...); r.exit != 0 {
			t.Fatal(r.stderr)
		}
	}
	const here = `ompcc: warning: a\.c:6: omp target map\(from: host\): the host executes this region: `
	for _, c := range []struct{ exe, env, says string }{
		{"nvptx", "", here + `no NVIDIA GPU: libcuda\.so\.1: .*; install the GPU's driver, add cpu to -fopenmp-targets, or set OMPCC_EMULATE to nvptx for an emulated device\. OMP_TARGET_OFFLOAD=DISABLED turns this warning off\n`},
		{"amdgcn", "", here + `no AMD GPU: libhsa-runtime64\.so\.1: .*; install the GPU's driver, add cpu to -fopenmp-targets, or set OMPCC_EMULATE to amdgcn for an emulated device\.`},
		{"nvptx", "OMPCC_EMULATE=nvptx OMP_AVAILABLE_DEVICES=kind(cpu)", here + `OMP_AVAILABLE_DEVICES='kind\(cpu\)' excludes all 1 devices; unset it`},
		{"nvptx", "OMPCC_EMULATE=nvptx OMP_DEFAULT_DEVICE=7", here + `there is no device 7; write a number from 0 to 0 into the device clause or OMP_DEFAULT_DEVICE`},
		{"nvptx", "OMPCC_EMULATE=nvptx OMPCC_EMULATOR=/no/such", `ompcc: warning: device 0 cannot be initialised: the emulator /no/such cannot be started: no such file or directory \(OMPCC_EMULATOR names another\)\n`},
		{"amdgcn", "OMPCC_EMULATE=amdgcn OMPCC_EMULATOR=/no/such", here + `no AMD GPU: /no/libhsa-runtime64\.so\.1: .*; set OMPCC_EMULATOR to the path of ompcc-emulator`},
		{"nvptx", "OMPCC_EMULATE=amdgcn", `ompcc: warning: OMPCC_EMULATE is set, but the program has no code for AMD GPUs: compile it with -fopenmp-targets=amdgcn\n` + here},
		{"amdgcn", "OMPCC_EMULATE=nvptx", `ompcc: warning: OMPCC_EMULATE is set, but the program has no code for NVIDIA GPUs: compile it with -fopenmp-targets=nvptx\n` + here},
		{"amdgcn", "OMPCC_EMULATE=amdgcn,arch=gfx1030", `ompcc: warning: GPU 0 \(.*gfx1030.*\) is not used: the program has device code for \S+ only; compile it with --offload-arch=gfx1030\n`},
		{"nvptx", "OMP_TARGET_OFFLOAD=DISABLED", `^$`},
		{"cpu", "OMPCC_CPU_DEVICES=0", `^$`},
	} {
		t.Run(c.exe+" "+c.env, func(t *testing.T) {
			t.Parallel()
			r := run(t, dir, strings.Fields(c.env), filepath.Join(dir, c.exe))
			if r.exit != 0 || r.stdout != "1\n" || !regexp.MustCompile(c.says).MatchString(r.stderr) {
				t.Errorf("exit %d, %swant %s\n%s", r.exit, r.stdout, c.says, r.stderr)
			}
			if n := strings.Count(r.stderr, "the host executes this region"); n > 1 {
				t.Errorf("%d warnings\n%s", n, r.stderr)
			}
		})
	}
	r := run(t, dir, nil, filepath.Join(dir, "must"))
	if r.exit != 1 || r.stdout != "" || !strings.Contains(r.stderr, "no NVIDIA GPU: libcuda.so.1") ||
		!strings.Contains(r.stderr,
			"error: omp target map(from: host): no device is available and -fopenmp-offload-mandatory forbids execution on the host\n") {
		t.Errorf("exit %d, %s%s", r.exit, r.stdout, r.stderr)
	}
}
