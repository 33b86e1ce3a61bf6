package tests

import (
	"bytes"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"ompcc/tests/require"
)

// TestRun runs every program on the CPU device, on the host and on the emulated NVIDIA device, and one in amdShare on the
// emulated AMD device; these two check the code as they execute it. TestGCC runs it as gcc alone compiles it. Equal
// output in all is the point. The cases about C are TestCLevels's.
func TestRun(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	emulated(t, "")
	for _, c := range cases(t) {
		if !c.runs() || c.aboutC() {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			gpus := []string{"nvptx"}
			if c.forAMD() {
				gpus = append(gpus, "amdgcn")
			}
			runEverywhere(t, cc, c, filepath.Join(t.TempDir(), "a.out"), gpus, c.forAMD())
		})
	}
}

// runEverywhere compiles a case for the CPU device and the kinds of GPU, NVIDIA's first, in one command. It runs the case
// on the CPU device, on the host and on the emulated NVIDIA device. If onAMD, it runs it on the emulated AMD device of the
// case's architecture, too. A case that is another program on GPUs is compiled by two commands: the second makes exe with
// the suffix -gpu.
func runEverywhere(t *testing.T, cc string, c *testCase, exe string, gpus []string, onAMD bool, flags ...string) {
	flags = append(flags, "-g")
	build := func(exe string, kinds []string, more ...string) {
		args := append(append(more, flags...), "-fopenmp-targets="+strings.Join(kinds, ","))
		if slices.Contains(kinds, "amdgcn") {
			args = append(args, "-Xopenmp-target=amdgcn", "-march="+c.amdArchitecture())
		}
		if err := c.compile(t, cc, exe, args...); err != nil {
			judge(t, c, err)
			t.SkipNow()
		}
	}
	onCPU, onGPU := exe, exe
	if c.noGPU != "" || c.knownFailure != "" || *update {
		gpus, onGPU = nil, ""
	}
	if c.knowsGPU && gpus != nil {
		onGPU += "-gpu"
		build(onGPU, gpus, "-DGPU")
		gpus = nil
	}
	build(onCPU, append([]string{"cpu"}, gpus...))
	judge(t, c, checkCPU(t, c, onCPU))
	if onGPU == "" {
		return
	}
	judge(t, c, check(t, c, "emulated device", onGPU, emulated(t, c.emulate)...))
	if onAMD {
		judge(t, c, c.checkAMD(t, onGPU, c.amdArchitecture()))
	}
}

// TestOtherHost runs the cases about host code with gcc as the host compiler, where
// TestRun has clang, and those reductions and routines that gcc knows. Cases for devices alone may be
// in words that gcc does not know.
func TestOtherHost(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	gcc := require.Tool(t, "gcc")
	for _, c := range cases(t) {
		dir, _, _ := strings.Cut(c.name(), "/")
		switch dir {
		case "host", "transform", "loop", "variant":
			if !c.runs() || c.deviceOnly && c.noGCC {
				continue
			}
		case "reduction", "routines":
			if !c.runs() || c.noGCC {
				continue
			}
		default:
			continue
		}
		if c.host == "" {
			c.host = gcc
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			judge(t, c, runCase(t, cc, c))
		})
	}
}

// runCase compiles a case for the CPU device and runs it there and on the host.
func runCase(t *testing.T, cc string, c *testCase) error {
	exe := filepath.Join(t.TempDir(), "a.out")
	if err := c.compile(t, cc, exe, "-fopenmp-targets=cpu"); err != nil {
		return err
	}
	return checkCPU(t, c, exe)
}

// compile makes a case's program.
func (c *testCase) compile(t *testing.T, cc, exe string, flags ...string) error {
	t.Helper()
	args := slices.Concat([]string{"-o", exe, c.path}, c.runtime(), flags, c.flags)
	if r := run(t, "", c.compilerEnv(), cc, args...); r.exit != 0 {
		return fmt.Errorf("ompcc: exit %d\n%s", r.exit, r.stderr)
	}
	return nil
}

// runtime are the options by which the case's program has the runtime: a third of the cases have a copy of it and the
// linker that the host compiler takes, as programs have by default. The others share the runtime and have LLVM's linker,
// for these links are cheaper.
func (c *testCase) runtime() []string {
	switch {
	case c.hash()%3 == 0, slices.Contains(c.flags, "-static"):
		return []string{"-static-libompcc"}
	case c.host != "":
		return []string{"-shared-libompcc"}
	}
	return []string{"-shared-libompcc", "-fuse-ld=lld"}
}

// hash is a number by which cases are dealt out.
func (c *testCase) hash() uint32 { return crc32.ChecksumIEEE([]byte(c.name())) }

// checkCPU runs a case's program on the CPU device, with the tool that checks OMPT events and without, and on the host.
func checkCPU(t *testing.T, c *testCase, exe string) error {
	env := []string{"OMP_TARGET_OFFLOAD=MANDATORY", "OMP_TOOL_LIBRARIES=" + eventChecker()}
	if err := check(t, c, "device", exe, env...); err != nil {
		return err
	}
	if err := check(t, c, "device without a tool", exe, "OMP_TARGET_OFFLOAD=MANDATORY", "OMPCC_LEAKS=1"); err != nil {
		return err
	}
	if c.deviceOnly || *update {
		return nil
	}
	return check(t, c, "host", exe, "OMP_TARGET_OFFLOAD=DISABLED", "OMP_TOOL_LIBRARIES="+eventChecker())
}

// check runs exe and compares its output with the case's expectation.
func check(t *testing.T, c *testCase, where, exe string, env ...string) error {
	return checkOn(t, c, where, []string{exe}, env...)
}

// checkOn is check for a command that runs the case's program.
func checkOn(t *testing.T, c *testCase, where string, command []string, env ...string) error {
	r := run(t, filepath.Dir(c.path), append(env, c.env...), command[0], command[1:]...)
	if r.exit != 0 {
		return fmt.Errorf("on the %s: exit %d\n%s%s", where, r.exit, r.stdout, r.stderr)
	}
	// At the end no device memory is in use but what the program itself keeps.
	if strings.Contains(r.stderr, "ompcc: leak: error") {
		return fmt.Errorf("on the %s: the runtime has lost device memory\n%s", where, r.stderr)
	}
	if c.has(".out") {
		if err := compare(c.beside(".out"), r.stdout); err != nil {
			return fmt.Errorf("on the %s: %w", where, err)
		}
		return nil
	}
	if r.stdout != "ok\n" {
		return fmt.Errorf("on the %s: it printed %q instead of \"ok\"", where, r.stdout)
	}
	return nil
}

// eventChecker is the tool of examples/tools that fails a program whose OMPT
// events violate the specification.
var eventChecker = sync.OnceValue(func() string {
	lib := filepath.Join(os.TempDir(), fmt.Sprintf("ompcc-check-%d.so", os.Getpid()))
	cmd := exec.Command("gcc", "-shared", "-fPIC", "-I../include", "-o", lib, "../examples/tools/check.c", "-pthread")
	if out, err := cmd.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("examples/tools/check.c: %v\n%s", err, out))
	}
	return lib
})

// TestMain removes what eventChecker has made.
func TestMain(m *testing.M) {
	code := m.Run()
	if pattern := flag.Lookup("test.run").Value.String(); *update && code == 0 && strings.Contains(pattern, "/") && !updated.Load() {
		fmt.Printf("-update: no case is called %q; a name is like TestDiagnostics/diagnostics/absent_names_no_directive\n", pattern)
		code = 1
	}
	os.Remove(filepath.Join(os.TempDir(), fmt.Sprintf("ompcc-check-%d.so", os.Getpid())))
	os.Exit(code)
}

// TestGCC checks the cases themselves: gcc's own host fallback must print what
// is expected, or a comment says why not.
func TestGCC(t *testing.T) {
	t.Parallel()
	require.Tool(t, "gcc")
	for _, c := range cases(t) {
		if !c.runs() || c.deviceOnly || c.noGCC {
			continue
		}
		t.Run(c.name(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			src, exe := filepath.Join(dir, filepath.Base(c.path)), filepath.Join(dir, "a.out")
			if err := os.WriteFile(src, forGCC(t, c), 0o666); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"-fopenmp", "-foffload=disable", "-w", "-I" + filepath.Dir(c.path), "-o", exe, src,
				"-lm", "-latomic"}, c.flags...)
			if r := run(t, "", nil, "gcc", args...); r.exit != 0 {
				t.Fatalf("gcc: exit %d\n%s", r.exit, r.stderr)
			}
			if err := check(t, c, "host by gcc", exe, "OMP_TARGET_OFFLOAD=DISABLED"); err != nil {
				t.Error(err)
			}
		})
	}
}

// forGCC is a case in words that gcc-12 knows.
func forGCC(t *testing.T, c *testCase) []byte {
	t.Helper()
	text, err := os.ReadFile(c.path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte("#pragma omp begin declare target"), []byte("#pragma omp declare target"))
	return bytes.ReplaceAll(text, []byte("declare target enter("), []byte("declare target to("))
}

// TestOrphans finds expectations whose C file is gone.
func TestOrphans(t *testing.T) {
	err := filepath.WalkDir("cases", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		source, ok := isExpectation(path)
		if !ok {
			if ext := filepath.Ext(path); ext != ".c" && ext != ".h" {
				t.Errorf("%s is neither a case nor an expectation", path)
			}
			return nil
		}
		if _, err := os.Stat(source); err != nil {
			t.Errorf("%s has no %s", path, filepath.Base(source))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
