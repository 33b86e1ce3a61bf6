// Programs that clang has compiled for AMD GPUs with its device runtime, on the emulated AMD device: what is compared
// with ours, and what is found in wrong ones.

package emu_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ompcc/rt/emu/profile"
)

// clangAMD is clang with its device runtime for AMD GPUs: LLVM's folder. OMPCC_LLVM may name it.
func clangAMD(t *testing.T) string {
	t.Helper()
	for _, llvm := range []string{os.Getenv("OMPCC_LLVM"), "/usr/lib/llvm-19"} {
		if _, err := os.Stat(filepath.Join(llvm, "lib", "libomptarget-amdgpu-gfx90a.bc")); err == nil {
			return llvm
		}
	}
	t.Skip("clang with its device runtime for AMD GPUs is not installed (LLVM 19 has it; OMPCC_LLVM names LLVM's folder)")
	return ""
}

// program runs a program on the emulated AMD device with options behind the device's name.
type program func(options string, args ...string) (string, error)

// clangProgram compiles the sources with clang as its driver does: a host program, which launches kernels by
// testdata/clang/offload.c, and device code that the linker optimises together with the device runtime.
func clangProgram(t *testing.T, llvm, arch string, main string, sources ...string) program {
	t.Helper()
	_, emulator := built(t)
	dir := t.TempDir()
	image, exe, hsa := filepath.Join(dir, "image"), filepath.Join(dir, "a.out"), filepath.Dir(emulator)
	step := func(name string, args ...string) {
		t.Helper()
		if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	clang := filepath.Join(llvm, "bin", "clang")
	flags := []string{"-g", "-w", "-O2", "-fopenmp", "-fopenmp-version=51", "-fopenmp-targets=amdgcn-amd-amdhsa",
		"-Xopenmp-target=amdgcn-amd-amdhsa", "-march=" + arch, "-nogpulib"}
	copies := filepath.Join(dir, "memcpy.bc")
	step(clang, "--target=amdgcn-amd-amdhsa", "-mcpu="+arch, "-nogpulib", "-O2", "-fno-builtin", "-emit-llvm", "-c", "testdata/clang/memcpy.c", "-o",
		copies)
	device := []string{"-shared", "-plugin-opt=mcpu=" + arch, "-plugin-opt=O2", "-o", image, copies,
		filepath.Join(llvm, "lib", "libomptarget-amdgpu-"+arch+".bc")}
	host := []string{"-g", "-w", "-O1", "-o", exe, "testdata/clang/offload.c"}
	if main != "" {
		host = append(host, main)
	}
	for i, source := range sources {
		object := filepath.Join(dir, strconv.Itoa(i))
		step(clang, slices.Concat(flags, []string{"--offload-device-only", "-emit-llvm", "-c", source, "-o", object + ".bc"})...)
		step(clang, slices.Concat(flags, []string{"--offload-host-only", "-c", source, "-o", object + ".o"})...)
		device, host = append(device, object+".bc"), append(host, object+".o")
	}
	step(filepath.Join(llvm, "bin", "ld.lld"), device...)
	lib := filepath.Join(llvm, "lib")
	step("gcc", append(host, filepath.Join(hsa, "libhsa-runtime64.so.1"), "-Wl,-rpath,"+hsa, "-L"+lib, "-lomp", "-Wl,-rpath,"+lib)...)
	return startsOn(exe, "OMPCC_EMULATOR="+emulator, "CODE_OBJECT="+image, "OMP_NUM_TEAMS=16")
}

// oursAMD compiles the sources with ompcc.
func oursAMD(t *testing.T, arch string, sources ...string) program {
	t.Helper()
	compiler, emulator := built(t)
	exe := filepath.Join(t.TempDir(), "a.out")
	if out, err := exec.Command(compiler, append(sources, "-g", "-w", "-O2", "-fopenmp-targets=amdgcn", "--offload-arch="+arch, "-o", exe,
		"-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return startsOn(exe, "OMPCC_EMULATOR="+emulator, "OMP_TARGET_OFFLOAD=MANDATORY", "OMP_NUM_TEAMS=16")
}

func startsOn(exe string, env ...string) program {
	return func(options string, args ...string) (string, error) {
		cmd := exec.Command(exe, args...)
		cmd.Env = slices.Concat(os.Environ(), env, []string{"OMPCC_EMULATE=amdgcn" + options})
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
}

// TestAgainstClangAMD executes the kernels of tests/codegenstats as ompcc and as clang compile them, for the three
// architectures. Both must compute the same, without an error that the emulator detects. Ours must execute fewer
// instructions. The figures are those in docs/emulator.md, which -update rewrites.
func TestAgainstClangAMD(t *testing.T) {
	llvm := clangAMD(t)
	if testing.Short() {
		t.Skip("links clang's device runtime 51 times")
	}
	var rows strings.Builder
	for _, k := range []string{"saxpy", "dot", "stencil", "histogram", "matmul", "rowscale", "rowstatic", "rowsum", "rowcall weight",
		"generic weight", "callback", "spmv", "stencil3d", "nbody", "privhist", "transpose", "tiled"} {
		const main = "testdata/compare/calls.c"
		var sources []string
		names := strings.Fields(k)
		for _, name := range names {
			sources = append(sources, filepath.Join("..", "..", "tests", "codegenstats", "kernels", name+".c"))
		}
		fmt.Fprintf(&rows, "| %s |", names[0])
		for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
			got, ours := counted(t, oursAMD(t, arch, append([]string{main}, sources...)...), arch, names[0])
			want, theirs := counted(t, clangProgram(t, llvm, arch, main, sources...), arch, names[0])
			if got != want {
				t.Errorf("%s, %s: %s, as clang compiles it %s", names[0], arch, got, want)
			}
			if ours.Instructions >= theirs.Instructions {
				t.Errorf("%s, %s: %d instructions, %d of clang's", names[0], arch, ours.Instructions, theirs.Instructions)
			}
			fmt.Fprintf(&rows, " %.0f / %.0f | %d / %d |", float64(ours.Instructions)/1000, float64(theirs.Instructions)/1000,
				ours.LoadTrans+ours.StoreTrans, theirs.LoadTrans+theirs.StoreTrans)
			if arch == "gfx1100" {
				fmt.Fprintf(&rows, " %d / %d |\n", ours.Barriers, theirs.Barriers)
			}
		}
	}
	t.Logf("\n%s", rows.String())
	documentedTable(t, regexp.MustCompile(`(?m)(^\| \w+( \|[^|\n]* / [^|\n]*){7} \|\n)+`), rows.String())
}

// counted runs a program that calls a kernel, and returns what it prints and the counts of all its kernels.
func counted(t *testing.T, run program, arch, kernel string) (string, *profile.Counts) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "profile.json")
	out, err := run(",arch="+arch+",profile="+file, kernel)
	if err != nil {
		t.Fatalf("%s, %s: %v\n%s", kernel, arch, err, out)
	}
	text, err := os.ReadFile(file)
	var all []*profile.Counts
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil || len(all) != 1 {
		t.Fatalf("%s, %s: %d kernels, %v", kernel, arch, len(all), err)
	}
	return out, all[0]
}

// inWavefronts are errors that do not exist where the lanes of a wavefront execute in lockstep, or that AMD GPUs do not
// have: misaligned accesses, a division by zero.
var inWavefronts = map[string]bool{"bytes_carried": true, "two_loops_nowait": true, "odd_pairs": true, "long_over_int": true,
	"last_warp_without_barrier": true, "running_sum": true, "critical_around_one": true, "average_of_none": true, "flush_is_no_barrier": true}

// TestBothCompilersAMD does on the emulated AMD device what TestBothCompilers does on NVIDIA's.
func TestBothCompilersAMD(t *testing.T) {
	host := filepath.Join(t.TempDir(), "host")
	const right, wrong = "testdata/checks/right_both.c", "testdata/checks/wrong_both.c"
	if out, err := exec.Command("gcc", "-O1", "-w", "-o", host, right).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := exec.Command(host).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
		for compiler, compile := range map[string]func(t *testing.T, source string) program{
			"ompcc": func(t *testing.T, source string) program { return oursAMD(t, arch, source) },
			"clang": func(t *testing.T, source string) program { return clangProgram(t, clangAMD(t), arch, "", source) },
		} {
			t.Run(compiler+"/"+arch, func(t *testing.T) {
				t.Parallel()
				options := ",races=on,budget=3000000,arch=" + arch
				if out, err := compile(t, right)(options); err != nil || judged(compiler, out) != judged(compiler, string(want)) {
					t.Errorf("right kernels: %v\n%swithout OpenMP:\n%s", err, out, want)
				}
				run := compile(t, wrong)
				for i, c := range wrongKernels(t, "wrong_both") {
					if inWavefronts[c.name] {
						continue
					}
					out, err := run(options, strconv.Itoa(i))
					if err == nil {
						t.Errorf("%s: no error", c.name)
					}
					if compiler == "clang" && c.name == "address_in_the_data" {
						c.lines = nil // clang's code has the line of the directive
					}
					c.judge(t, "wrong_both", out)
				}
			})
		}
	}
}

// judged are the lines of an output that are right if the emulator is: critical regions of clang's device runtime are not.
func judged(compiler, out string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(out, "\n"), func(line string) bool {
		name, _, _ := strings.Cut(line, " ")
		return compiler == "clang" && withCritical[name]
	}), "\n")
}
