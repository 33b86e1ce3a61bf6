package tests

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// amdSelection are the cases that run on the emulated AMD device without OMPCC_ALL_AMD=1: one in so many and at least one
// of each folder, beside those with `amd: always`.
const amdSelection = 24

// amdArchitectures take turns.
var amdArchitectures = []string{"gfx90a", "gfx1100", "gfx942"}

// TestEmulatedAMD runs programs on the emulated AMD device, with a tool that checks the sequences of their OMPT events.
// OMPCC_AMD_ARCH chooses the architecture, OMPCC_ALL_AMD=1 takes all cases.
func TestEmulatedAMD(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	only, all := os.Getenv("OMPCC_AMD_ARCH"), os.Getenv("OMPCC_ALL_AMD") != ""
	n, folders := 0, map[string]bool{}
	for i, c := range cases(t) {
		if !c.runs() {
			continue
		}
		folder := filepath.Dir(c.name())
		onAMD := c.noGPU == "" && c.noAMD == "" && c.knownFailure == ""
		chosen := i%amdSelection == 0 || !folders[folder] && onAMD
		if !c.alwaysAMD && !all && (!chosen || testing.Short()) {
			continue
		}
		folders[folder] = folders[folder] || onAMD
		arch := amdArchitectures[n%len(amdArchitectures)]
		n++
		if only != "" {
			arch = only
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			amdCase(t, cc, c, arch)
		})
	}
}

// TestEmulatedAMDExamples runs the examples on the emulated AMD device, as TestEmulatedAMD runs cases.
func TestEmulatedAMDExamples(t *testing.T) {
	t.Parallel()
	gpuExamples(t, ompcc(t), "amdgcn", func(number int) (options, env []string) {
		arch := amdArchitectures[number%len(amdArchitectures)]
		if only := os.Getenv("OMPCC_AMD_ARCH"); only != "" {
			arch = only
		}
		return []string{"--offload-arch=" + arch}, append(emulatedAMD(t, arch), "OMP_TOOL_LIBRARIES="+eventChecker())
	})
}

// TestIndirectUnits: a kernel calls functions of two files through pointers, and LLVM learns which memory of the team
// these use.
func TestIndirectUnits(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	for _, level := range []string{"-O0", "-O2"} {
		if r := run(t, "testdata/indirect", nil, cc, level, "-fopenmp-targets=amdgcn", "--offload-arch=gfx942", "a.c",
			"b.c", "-o", filepath.Join(dir, "ab")); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		if r := run(t, dir, emulatedAMD(t, "gfx942"), filepath.Join(dir, "ab")); r.exit != 0 ||
			r.stdout != "45 380 20 3\n" {
			t.Errorf("%s: exit %d, %s%s", level, r.exit, r.stdout, r.stderr)
		}
	}
}

// TestUnifiedOnEmulators: with the option usm kernels of the emulated devices access the program's memory, so they are
// devices of programs that require it. Without the option they are not. AMD's have the architecture of the program's code.
func TestUnifiedOnEmulators(t *testing.T) {
	t.Parallel()
	cc, dir := ompcc(t), t.TempDir()
	for _, c := range []struct {
		name, targets, arch string
		devices             []string
	}{
		{"8.2_requires_unified_shared_memory", "nvptx,amdgcn", "gfx1100", []string{"nvptx", "amdgcn"}},
		{"8.2.1_unified_variables_of_device_routines", "amdgcn", "gfx942", []string{"amdgcn"}}, // the host accesses the device's heap
	} {
		source := filepath.Join("cases/clauses", c.name)
		want := "ok\n"
		if text, err := os.ReadFile(source + ".out"); err == nil {
			want = string(text)
		}
		exe := filepath.Join(dir, c.name)
		if r := run(t, "", nil, cc, "-fopenmp-targets="+c.targets, "-Xopenmp-target=amdgcn", "-march="+c.arch, source+".c", "-o",
			exe); r.exit != 0 {
			t.Fatal(r.stderr)
		}
		for _, device := range c.devices {
			env := func(options string) []string {
				return append(emulated(t, ""), "OMP_TARGET_OFFLOAD=MANDATORY", "OMPCC_EMULATE="+device+options)
			}
			if r := run(t, dir, env(",usm"), exe); r.exit != 0 || r.stdout != want {
				t.Errorf("%s on %s: exit %d, %s%s", c.name, device, r.exit, r.stdout, r.stderr)
			}
			if r := run(t, dir, env(""), exe); r.exit == 0 {
				t.Errorf("%s on %s without shared memory: %s", c.name, device, r.stdout)
			}
		}
	}
}

// TestEachAMDArchitecture runs cases whose code depends on the architecture on each: reverse offload, and what the
// number of lanes of a wavefront decides.
func TestEachAMDArchitecture(t *testing.T) {
	t.Parallel()
	cc, ran := ompcc(t), 0
	for _, c := range cases(t) {
		switch c.name() {
		case "target/13.8_reverse_from_threads", "clauses/ompx_warps", "routines/6.0_20.1_curr_progress_width", "sync/15.8.4_atomic_update":
			for _, arch := range amdArchitectures {
				ran++
				t.Run(c.name()+"/"+arch, func(t *testing.T) { amdCase(t, cc, c, arch) })
			}
		}
	}
	if ran != 12 {
		t.Errorf("%d cases", ran)
	}
}

// TestFloatAtomicsOnAMD: GPUs have instructions for sums of floats, which do nothing to memory of the host.
func TestFloatAtomicsOnAMD(t *testing.T) {
	t.Parallel()
	cc, objdump := ompcc(t), filepath.Join(llvmOf(t, ompcc(t)), "llvm-objdump")
	for arch, names := range map[string][]string{"gfx90a": {"global_atomic_add_f32", "global_atomic_add_f64"},
		"gfx942": {"global_atomic_add_f32", "global_atomic_add_f64"}, "gfx1100": {"global_atomic_add_f32", "global_atomic_cmpswap_b64"}} {
		for _, requires := range []string{"", "-DSHARES"} {
			dir := t.TempDir()
			args := []string{"-O2", "-w", "-save-temps=obj", "-fopenmp-targets=amdgcn", "--offload-arch=" + arch, "testdata/floatatomics.c", "-o",
				filepath.Join(dir, "a.out")}
			if requires != "" {
				args = append(args, requires)
			}
			if r := run(t, "", nil, cc, args...); r.exit != 0 {
				t.Fatal(r.stderr)
			}
			images, _ := filepath.Glob(filepath.Join(dir, "*.hsaco"))
			if len(images) != 1 {
				t.Fatalf("%d code objects", len(images))
			}
			text := tool(t, "", objdump, "-d", images[0])
			for _, name := range names {
				if !strings.Contains(text, name) && requires == "" {
					t.Errorf("%s: no %s in the code", arch, name)
				}
			}
			if strings.Contains(text, names[0]) && requires != "" && arch != "gfx942" {
				t.Errorf("%s: %s may access memory of the host", arch, names[0])
			}
			env := emulatedAMD(t, arch)
			if requires != "" {
				for i := range env {
					env[i] = strings.Replace(env[i], "=amdgcn,", "=amdgcn,usm,", 1)
				}
			}
			if r := run(t, "", env, filepath.Join(dir, "a.out")); r.exit != 0 || r.stdout != "500 250\n" {
				t.Errorf("%s %s: exit %d, %s%s", arch, requires, r.exit, r.stdout, r.stderr)
			}
		}
	}
}

// TestFlatStoresAtBarriers: without optimisation a team's memory has flat addresses, and code waits by lgkmcnt alone for stores to it.
func TestFlatStoresAtBarriers(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, c := range cases(t) {
		if c.name() == "reduction/5.5.8_complex" {
			plain := *c
			plain.flags = append(slices.Clone(c.flags), "-O0")
			amdCase(t, cc, &plain, "gfx942")
			return
		}
	}
	t.Error("the case is not there")
}

// TestClockOfRDNA3: gfx11 has no instruction that reads the clock.
func TestClockOfRDNA3(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	for _, c := range cases(t) {
		if c.name() == "routines/18.7_wtime_on_device" {
			amdCase(t, cc, c, "gfx1100")
			return
		}
	}
	t.Error("the case is not there")
}

// emulatedAMD is the environment of programs on the emulated AMD device.
func emulatedAMD(t *testing.T, arch string) []string {
	t.Helper()
	env := emulated(t, "")
	for i := range env {
		env[i] = strings.Replace(env[i], "OMPCC_EMULATE=nvptx", "OMPCC_EMULATE=amdgcn,budget=500000000,arch="+arch, 1)
	}
	return env
}

// amdCase compiles a case for AMD GPUs and runs it.
func amdCase(t *testing.T, cc string, c *testCase, arch string) {
	t.Helper()
	if c.noGPU != "" {
		t.Skip(c.noGPU)
	}
	if c.noAMD != "" {
		t.Skip(c.noAMD)
	}
	source, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, unavailable := range []string{"unified_shared_memory"} {
		if strings.Contains(string(source), unavailable) {
			t.Skip("AMD devices offer no " + unavailable)
		}
	}
	if c.knownFailure != "" {
		t.Skip("known failure on the CPU device: " + c.knownFailure)
	}
	exe := filepath.Join(t.TempDir(), "a.out")
	if err := c.compile(t, cc, exe, "-g", "-DGPU", "-fopenmp-targets=amdgcn", "--offload-arch="+arch); err != nil {
		t.Fatal(err)
	}
	env := append(emulatedAMD(t, arch), "OMP_TOOL_LIBRARIES="+eventChecker())
	judge(t, c, check(t, c, "emulated AMD device", exe, env...))
}
