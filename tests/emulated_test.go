package tests

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ompcc/tests/require"
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
	require.Built(t, emulator)
	return []string{"OMPCC_EMULATOR=" + emulator, "OMPCC_EMULATE=nvptx" + options, "OMP_TARGET_OFFLOAD=MANDATORY"}
}

// TestEmulatedExamples runs the examples on the emulated NVIDIA device.
func TestEmulatedExamples(t *testing.T) {
	t.Parallel()
	gpuExamples(t, ompcc(t), "nvptx", func(int) ([]string, []string) { return nil, emulated(t, "") })
}

// nvidiaCase compiles a case for NVIDIA GPUs and runs it.
func nvidiaCase(t *testing.T, cc string, c *testCase, where string, env []string) {
	t.Helper()
	if c.noGPU != "" {
		t.Skip(c.noGPU)
	}
	if c.knownFailure != "" {
		t.Skip("known failure on the CPU device: " + c.knownFailure)
	}
	exe := filepath.Join(t.TempDir(), "a.out")
	if err := c.compile(t, cc, exe, "-g", "-DGPU", "-fopenmp-targets=nvptx"); err != nil {
		t.Fatal(err)
	}
	judge(t, c, check(t, c, where, exe, env...))
}

// gpuExamples compiles the examples for GPUs and runs them. The function returns the options of the compiler and the
// environment for an example's number.
func gpuExamples(t *testing.T, cc, target string, setting func(number int) (options, env []string)) {
	t.Helper()
	for i, e := range exampleDirs(t) {
		options, env := setting(i)
		t.Run(filepath.Base(e), func(t *testing.T) {
			t.Parallel()
			sources, err := filepath.Glob(filepath.Join(e, "*.c"))
			if err != nil {
				t.Fatal(err)
			}
			tmp := t.TempDir()
			exe := filepath.Join(tmp, "a.out")
			args := slices.Concat([]string{"-O2", "-g", "-fopenmp-targets=" + target, "-o", exe}, options, sources, []string{"-lm"})
			if r := run(t, "", nil, cc, args...); r.exit != 0 {
				t.Fatalf("ompcc: exit %d\n%s", r.exit, r.stderr)
			}
			r := run(t, tmp, env, exe)
			if r.exit != 0 {
				t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
			}
			if err := compare(filepath.Join(e, "expected.txt"), r.stdout); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestUnits: variables of two files whose initial values lead to each other, and that initial values enter; weak ones,
// of which the other file defines some; variables declared in blocks; ICVs that the other file sets (5.2 §18.2).
func TestUnits(t *testing.T) {
	t.Parallel()
	twoUnits(t, "circular", "21 78\n")
	twoUnits(t, "initialisers", "44 2\n")
	twoUnits(t, "weak", "113467 1\n")
	twoUnits(t, "block_extern", "42062\n")
	twoUnits(t, "icvs", "5 5 3 1 4 1\n")
	twoUnits(t, "thread_storage", "64 0 5631\n")
	twoUnits(t, "indirect", "45 380 20 3\n")
}

func twoUnits(t *testing.T, folder, want string) {
	t.Helper()
	cc, dir := ompcc(t), t.TempDir()
	src, err := filepath.Abs(filepath.Join("testdata", folder))
	if err != nil {
		t.Fatal(err)
	}
	for target, env := range map[string][]string{"nvptx": emulated(t, ""), "cpu": {"OMP_TARGET_OFFLOAD=MANDATORY"}} {
		if r := run(t, dir, nil, cc, "-fopenmp-targets="+target, filepath.Join(src, "a.c"), filepath.Join(src, "b.c"),
			"-o", "ab"); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		if r := run(t, dir, env, filepath.Join(dir, "ab")); r.exit != 0 || r.stdout != want {
			t.Errorf("%s, %s: exit %d, %s%s", folder, target, r.exit, r.stdout, r.stderr)
		}
	}
}

// TestThreadState: functions of the device library with state for each thread find it in a parallel region, inlined
// and not.
func TestThreadState(t *testing.T) {
	t.Parallel()
	cc, exe := ompcc(t), filepath.Join(t.TempDir(), "tokens")
	for _, level := range []string{"-O0", "-O2"} {
		if r := run(t, "testdata", nil, cc, level, "-fopenmp-targets=nvptx,amdgcn", "--offload-arch=sm_80,gfx942",
			"tokens.c", "-o", exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		for _, env := range [][]string{emulated(t, ""), emulatedAMD(t, "gfx942")} {
			if r := run(t, "", env, exe); r.exit != 0 {
				t.Errorf("%s, %s: exit %d, %s%s", level, env[1], r.exit, r.stdout, r.stderr)
			}
		}
	}
}
