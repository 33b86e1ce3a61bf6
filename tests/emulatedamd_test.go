package tests

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// everyAMD makes TestEachAMDArchitecture run all cases.
var everyAMD = flag.Bool("amd", false, "TestEachAMDArchitecture runs all cases")

// amdShare is how many cases TestRun and TestCLevels have for each that they run on the emulated AMD device: the time of
// make test allows no more.
const amdShare = 4

// forAMD says whether TestRun and TestCLevels run the case on the emulated AMD device.
func (c *testCase) forAMD() bool { return c.noAMD == "" && !c.slowAMD && c.hash()/9%amdShare == 0 }

// amdArchitectures take turns.
var amdArchitectures = []string{"gfx90a", "gfx1100", "gfx942"}

// amdArchitecture is the architecture of the emulated AMD device that runs the case in TestRun and TestCLevels.
func (c *testCase) amdArchitecture() string {
	return amdArchitectures[c.hash()/3%uint32(len(amdArchitectures))]
}

// TestEmulatedAMDExamples runs the examples on the emulated AMD device, as TestEmulatedAMD runs cases.
func TestEmulatedAMDExamples(t *testing.T) {
	t.Parallel()
	gpuExamples(t, ompcc(t), "amdgcn", func(number int) (options, env []string) {
		arch := amdArchitectures[number%len(amdArchitectures)]
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

// TestEachAMDArchitecture runs cases whose code depends on the architecture on each, as reverse offload, and what the
// number of lanes of a wavefront decides. With -amd it runs all cases; OMPCC_AMD_ARCH chooses one architecture. A case is
// one program with code for all.
func TestEachAMDArchitecture(t *testing.T) {
	t.Parallel()
	cc, chosen, architectures := ompcc(t), 0, amdArchitectures
	if only := os.Getenv("OMPCC_AMD_ARCH"); only != "" {
		architectures = []string{only}
	}
	for _, c := range cases(t) {
		if c.eachAMD {
			chosen++
		} else if !*everyAMD {
			continue
		}
		if !c.runs() || c.noGPU != "" || c.noAMD != "" || c.knownFailure != "" {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			amdCase(t, cc, c, architectures...)
		})
	}
	if chosen < 9 {
		t.Errorf("%d cases are for each architecture", chosen)
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

// TestUnoptimisedOnAMD: without optimisation a team's memory has flat addresses, and code waits by lgkmcnt alone for stores
// to it. LLVM puts values of 64 bits together from halves of which one never had a value.
func TestUnoptimisedOnAMD(t *testing.T) {
	t.Parallel()
	cc, ran := ompcc(t), 0
	for _, c := range cases(t) {
		switch c.name() {
		case "reduction/5.5.8_complex", "reduction/team_sizes", "sync/5.2_16.1_cancel_endless_loops":
			ran++
			plain := *c
			plain.flags = append(slices.Clone(c.flags), "-O0")
			t.Run(c.name(), func(t *testing.T) { amdCase(t, cc, &plain, "gfx942") })
		}
	}
	if ran != 3 {
		t.Errorf("%d cases", ran)
	}
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

// amdCase compiles a case for AMD GPUs of architectures, in one command, and runs it on each.
func amdCase(t *testing.T, cc string, c *testCase, architectures ...string) {
	t.Helper()
	exe := filepath.Join(t.TempDir(), "a.out")
	if err := c.compile(t, cc, exe, "-g", "-DGPU", "-fopenmp-targets=amdgcn",
		"--offload-arch="+strings.Join(architectures, ",")); err != nil {
		t.Fatal(err)
	}
	for _, arch := range architectures {
		if err := c.checkAMD(t, exe, arch); err != nil {
			t.Error(err)
		}
	}
}

// checkAMD runs the case's program on an emulated AMD device of the architecture, with the tool that checks OMPT events.
func (c *testCase) checkAMD(t *testing.T, exe, arch string) error {
	env := emulatedAMD(t, arch+c.emulate)
	return check(t, c, "emulated AMD device of "+arch, exe, append(env, "OMP_TOOL_LIBRARIES="+eventChecker())...)
}
