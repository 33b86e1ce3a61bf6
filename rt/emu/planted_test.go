package emu_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ompcc/rt/emu/profile"
	"ompcc/tests/require"
)

// built returns the paths of what `make build` makes.
func built(t testing.TB) (compiler, emulator string) {
	t.Helper()
	paths := [2]string{"../../bin/ompcc", "../../lib/ompcc/ompcc-emulator"}
	for i, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		require.Built(t, abs)
		paths[i] = abs
	}
	return paths[0], paths[1]
}

var update = flag.Bool("update", false, "rewrite the expectations")

// varying are the parts of messages that differ from run to run: addresses,
// and which of many threads that do the same wrong thing is the first.
var varying = regexp.MustCompile(`another thread|0x[0-9a-f]+|thread \(\d+,\d+,\d+\)( of block \(\d+,\d+,\d+\))?|\(\d+,\d+,\d+\)|thread \d+|executed \d+|\d+ bytes (into|behind|before)|PTX line \d+: \S+|(read|write) (of|by)|infinite_loop.c:[78]`)

// TestPlanted runs programs with one error each, which the emulator must find
// at the right place: what is printed is in the file .out beside the program,
// and matches the expression in its first line.
func TestPlanted(t *testing.T) {
	compiler, emulator := built(t)
	sources, err := filepath.Glob("testdata/planted/*.c")
	if err != nil || len(sources) < 12 {
		t.Fatalf("%d programs, %v", len(sources), err)
	}
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			want := regexp.MustCompile(strings.TrimPrefix(first, "// finds: "))
			exe := filepath.Join(t.TempDir(), "a.out")
			if out, err := exec.Command(compiler, "-g", "-O1", "-w", "-fopenmp-targets=nvptx", "-o", exe, source).
				CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator, "OMPCC_EMULATE=nvptx,budget=5000000",
				"OMP_TARGET_OFFLOAD=MANDATORY")
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Errorf("the program ended without an error\n%s", out)
			}
			if !want.Match(out) {
				t.Errorf("no match of %s in:\n%s", want, out)
			}
			golden(t, strings.TrimSuffix(source, ".c")+".out", string(out))
		})
	}
}

// TestChecks runs kernels with other errors, each of which must be found, and
// right ones that look wrong, in which nothing may be found.
func TestChecks(t *testing.T) {
	compiler, emulator := built(t)
	build := func(name string) string {
		exe := filepath.Join(t.TempDir(), name)
		if out, err := exec.Command(compiler, "-g", "-O1", "-w", "-fopenmp-targets=nvptx", "-o", exe,
			"testdata/checks/"+name+".c", "-lm").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return exe
	}
	start := func(seed int, exe string, args ...string) (string, error) {
		cmd := exec.Command(exe, args...)
		cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator,
			fmt.Sprintf("OMPCC_EMULATE=nvptx,budget=300000,seed=%d", seed), "OMP_TARGET_OFFLOAD=MANDATORY")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, name := range []string{"right", "right_threads", "right_memory", "right_heap"} {
		exe := build(name)
		for seed := 1; seed <= 2; seed++ {
			if out, err := start(seed, exe); err != nil || out != "ok\n" {
				t.Errorf("%s, seed %d: %v\n%s", name, seed, err, out)
			}
		}
	}
	for _, name := range []string{"wrong", "wrong_threads", "wrong_memory", "wrong_heap", "wrong_both"} {
		exe := build(name)
		for i, c := range wrongKernels(t, name) {
			out, err := start(i, exe, strconv.Itoa(i))
			if err == nil {
				t.Errorf("%s of %s: no error", c.name, name)
			}
			c.judge(t, name, out)
		}
	}
}

// TestLockstep: a lock that only independent scheduling makes right hangs where the threads of a warp execute in
// lockstep, and so does the lock of critical as the compiler generates it for sm_70 and later. For sm_60 it generates
// one that does not.
func TestLockstep(t *testing.T) {
	compiler, emulator := built(t)
	source := filepath.Join(t.TempDir(), "critical.c")
	const critical = "#include <stdio.h>\nint main(void) { int x = 0;\n#pragma omp target parallel num_threads(64) map(tofrom: x)\n#pragma omp critical\n  x++;\n  puts(x == 64 ? \"ok\" : \"wrong\"); return 0; }\n"
	if err := os.WriteFile(source, []byte(critical), 0o666); err != nil {
		t.Fatal(err)
	}
	hangs := regexp.MustCompile(`\.c:\d+: infinite loop: all threads of the kernel wait for others: .*; threads of the warp execute in lockstep, and some wait for the loop to end: thread \d+ is at \S*\.c:\d+`)
	for _, c := range []struct {
		source, arch, divergence string
		want                     *regexp.Regexp
	}{
		{"testdata/checks/lockstep.c", "sm_80", "independent", regexp.MustCompile("^ok\n$")},
		{"testdata/checks/lockstep.c", "sm_80", "stack", hangs},
		{source, "sm_80", "independent", regexp.MustCompile("^ok\n$")},
		{source, "sm_80", "stack", hangs},
		{source, "sm_60", "stack", regexp.MustCompile("^ok\n$")},
	} {
		exe := filepath.Join(t.TempDir(), "a.out")
		if out, err := exec.Command(compiler, "-g", "-O1", "-w", "-fopenmp-targets=nvptx", "--offload-arch="+c.arch,
			"-o", exe, c.source).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), "OMPCC_EMULATOR="+emulator,
			"OMPCC_EMULATE=nvptx,budget=1000000,divergence="+c.divergence, "OMP_TARGET_OFFLOAD=MANDATORY")
		if out, _ := cmd.CombinedOutput(); !c.want.Match(out) {
			t.Errorf("%s, %s, %s: no match of %s in\n%s", filepath.Base(c.source), c.arch, c.divergence, c.want, out)
		}
	}
}

// TestChecksAMD runs kernels with errors on the emulated AMD device.
func TestChecksAMD(t *testing.T) {
	for _, name := range []string{"wrong_amd", "wrong_amd_races"} {
		for _, arch := range []string{"gfx90a", "gfx942", "gfx1100"} {
			t.Run(name+"/"+arch, func(t *testing.T) {
				t.Parallel()
				checkAMD(t, name, arch)
			})
		}
	}
}

func checkAMD(t *testing.T, name, arch string) {
	compiler, emulator := built(t)
	exe := filepath.Join(t.TempDir(), name)
	if out, err := exec.Command(compiler, "-g", "-O1", "-w", "-D"+arch, "-fopenmp-targets=amdgcn", "--offload-arch="+arch,
		"-o", exe, "testdata/checks/"+name+".c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	races := ""
	if strings.HasSuffix(name, "races") {
		races = ",races=on"
	}
	run := func(n int, options string, env ...string) (string, error) {
		cmd := exec.Command(exe, strconv.Itoa(n))
		cmd.Env = append(append(os.Environ(), "OMPCC_EMULATOR="+emulator,
			"OMPCC_EMULATE=amdgcn,budget=3000000,arch="+arch+options, "OMP_TARGET_OFFLOAD=MANDATORY"), env...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	all := wrongKernels(t, name)
	for i, c := range all {
		out, err := run(i, races)
		if err == nil {
			t.Errorf("%s, %s: no error", arch, c.name)
		}
		c.judge(t, name, out)
	}
	if races == "" {
		return
	}
	trace := filepath.Join(t.TempDir(), "trace.json")
	if out, err := run(len(all), races, "OMPCC_TRACE="+trace); err != nil || out != "ok\n" {
		t.Errorf("%s, right kernels of %s: %v\n%s", arch, name, err, out)
	}
	countsInTrace(t, trace)
	endless := "infinite loop: the wavefront has executed"
	for i, want := range map[string][5]string{
		"gfx942":  {"42\n", "0\n", "0\n", endless, endless},
		"gfx90a":  {"42\n", "42\n", "0\n", "42\n", endless}, // stores are not cached
		"gfx1100": {"42\n", "42\n", "0\n", "42\n", endless},
	}[arch] {
		if out, _ := run(100+i, ",cache=on"); out != want && !(want == endless && strings.Contains(out, want)) {
			t.Errorf("%s: with caches, exchange %d: %s, not %s", arch, i, out, want)
		}
	}
}

// countsInTrace: each kernel in a trace has the counts of its launch.
func countsInTrace(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var events []struct {
		Name string `json:"name"`
		Ph   string `json:"ph"` // X: on the device
		Cat  string `json:"cat"`
		Args struct {
			Teams  uint64         `json:"teams"`
			Counts profile.Counts `json:"counts"`
		} `json:"args"`
	}
	if err := json.Unmarshal(text, &events); err != nil {
		t.Fatal(err)
	}
	kernels := 0
	for _, e := range events {
		if e.Cat != "kernel" || e.Ph != "X" {
			continue
		}
		kernels++
		if c := &e.Args.Counts; !strings.HasPrefix(c.Kernel, "__ompcc_k_") || c.Launches != 1 || c.Blocks != e.Args.Teams || c.Instructions < c.Threads {
			t.Errorf("the counts of %s with %d teams are %+v", e.Name, e.Args.Teams, c)
		}
	}
	if kernels < 6 {
		t.Errorf("%d kernels in the trace", kernels)
	}
}

// judge compares the message about a wrong kernel with what is to be found.
func (c *wrongKernel) judge(t *testing.T, file, out string) {
	t.Helper()
	if !c.finds.MatchString(out) || !whoAndWhere.MatchString(out) {
		t.Errorf("%s of %s: no match of %s in\n%s", c.name, file, c.finds, out)
	}
	if c.lines != nil && !slices.ContainsFunc(c.lines, func(n int) bool { return strings.Contains(out, fmt.Sprintf("%s.c:%d", file, n)) }) {
		t.Errorf("%s of %s: none of the lines %d is named in\n%s", c.name, file, c.lines, out)
	}
}

// whoAndWhere is in each message: kernel, block and thread, or workgroup and wavefront.
var whoAndWhere = regexp.MustCompile(`in kernel \w+(, function \w+)?, (block \(\d+,\d+,\d+\), thread \(\d+,\d+,\d+\)|workgroup \(\d+,\d+,\d+\), wavefront \d+)`)

// wrongKernel is one of a file's functions: what is to be found in it, at one of the lines
// with the mark, which names the kernel where the line is in a function that it calls.
type wrongKernel struct {
	name  string
	finds *regexp.Regexp
	lines []int
}

func wrongKernels(t *testing.T, name string) []wrongKernel {
	t.Helper()
	text, err := os.ReadFile("testdata/checks/" + name + ".c")
	if err != nil {
		t.Fatal(err)
	}
	var all []wrongKernel
	finds, mark, helpers := "", regexp.MustCompile(`/\* here(?: for (\w+))? \*/`), map[string][]int{}
	for i, line := range strings.Split(string(text), "\n") {
		if s, ok := strings.CutPrefix(line, "// finds: "); ok {
			finds = s
		} else if m := regexp.MustCompile(`^static void (\w+)\(void\)$`).FindStringSubmatch(line); m != nil &&
			finds != "" {
			all = append(all, wrongKernel{name: m[1], finds: regexp.MustCompile(finds)})
			finds = ""
		} else if m := mark.FindStringSubmatch(line); m != nil && m[1] != "" {
			helpers[m[1]] = append(helpers[m[1]], i+1)
		} else if m != nil {
			k := &all[len(all)-1]
			k.lines = append(k.lines, i+1)
		}
	}
	for i := range all {
		all[i].lines = append(all[i].lines, helpers[all[i].name]...)
	}
	return all
}

// golden compares what a program printed with the file, apart from what varies.
func golden(t *testing.T, file, out string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	plain := func(s string) string { return varying.ReplaceAllString(s, "…") }
	if d := cmp.Diff(plain(string(text)), plain(out)); d != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, d)
	}
}
