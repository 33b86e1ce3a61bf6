package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestInvalidDevice: omp_invalid_device ends the program in each device memory
// routine and each construct (OpenMP 5.2 §18.8, §13.2).
func TestInvalidDevice(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "invalid")
	compileC(t, "gcc", "testdata/invalid.each.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o", exe)
	for _, routine := range []string{
		"omp_target_alloc", "omp_target_free", "omp_target_is_present", "omp_target_is_accessible",
		"omp_get_mapped_ptr",
		"omp_target_associate_ptr", "omp_target_disassociate_ptr", "omp_target_memcpy", "omp_target_memcpy_rect",
		"omp_target_memset",
		"omp_target_memcpy_async", "omp_target_memcpy_rect_async", "omp_target_memset_async",
	} {
		t.Run(routine, func(t *testing.T) {
			runC(t,
				map[string][]string{"exit": {"1"},
					"stderr": {"ompcc: error: " + routine + ": the device number is omp_invalid_device\n"}}, exe, routine)
		})
	}
	for _, c := range []struct{ directive, line string }{{"target", "10"}, {"target enter data", "11"}} {
		t.Run(c.directive, func(t *testing.T) {
			want := "testdata/invalid.each.c:" + c.line + ": error: " + c.directive + ": the device is omp_invalid_device\n"
			runC(t, map[string][]string{"exit": {"1"}, "stderr": {want}}, exe, c.directive)
		})
	}
}

// TestMandatory: each way in which a construct fails to reach its device is an error
// with OMP_TARGET_OFFLOAD=MANDATORY; the host's data is as it was, and atexit handlers
// run.
func TestMandatory(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "mandatory")
	lib := libompcc(t)
	compileC(t, "gcc", "testdata/mandatory.each.c", lib, "-lpthread", "-ldl", "-lm", "-o", exe)
	const (
		forbids = " and OMP_TARGET_OFFLOAD=MANDATORY forbids execution on the host\n"
		none    = ": no device is available" + forbids
	)
	for _, c := range []struct{ how, env, stderr string }{
		{"target", "OMPCC_CPU_DEVICES=0", "error: target" + none},
		{"target", "OMP_AVAILABLE_DEVICES=kind(gpu)", "error: target" + none},
		{"target enter data", "OMPCC_CPU_DEVICES=0", "error: target enter data" + none},
		{"target exit data", "OMPCC_CPU_DEVICES=0", "error: target exit data" + none},
		{"target update", "OMPCC_CPU_DEVICES=0", "error: target update" + none},
		{"target", "OMP_DEFAULT_DEVICE=7", "error: target: device 7 is not available (1 devices)" + forbids},
		{"far", "OMPCC_CPU_DEVICES=2", "error: target: device 4 is not available (2 devices)" + forbids},
		{"no kernel", "OMPCC_CPU_DEVICES=1",
			"error: target: this file has no code for device 0 (cpu)" + strings.TrimSuffix(forbids,
				"\n") + "; add cpu to -fopenmp-targets where it is compiled\n"},
		{"child", "OMPCC_CPU_DEVICES=1", "error: target" + none},
	} {
		t.Run(c.how+" "+c.env, func(t *testing.T) {
			env := []string{"OMP_TARGET_OFFLOAD=MANDATORY", c.env}
			runC(t, map[string][]string{"env": env, "exit": {"1"}, "stdout": {"x is 7\n"}, "stderr": {c.stderr}}, exe,
				c.how)
		})
	}
	// The initial default device (OpenMP 5.2 §2.2), also where the host's runtime keeps it.
	exes := []string{exe}
	for _, cc := range hostCompilers() {
		exes = append(exes, filepath.Join(t.TempDir(), "mandatory"))
		compileC(t, cc, "-fopenmp", "testdata/mandatory.each.c", lib, "-lpthread", "-ldl", "-lm", "-o",
			exes[len(exes)-1])
	}
	for _, exe := range exes {
		runC(t,
			map[string][]string{"env": {"OMP_TARGET_OFFLOAD=MANDATORY", "OMPCC_CPU_DEVICES=0"},
				"stdout": {"default -42\n"}}, exe, "default")
		runC(t, map[string][]string{"env": {"OMP_TARGET_OFFLOAD=MANDATORY"}, "stdout": {"default 0\n"}}, exe, "default")
	}
}
