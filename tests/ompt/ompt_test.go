package ompt

import (
	"cmp"
	"context"
	"debug/elf"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"ompcc/cmd/ompcc/llvm"
	"ompcc/tests/require"
)

var update = flag.Bool("update", false, "rewrite the expected sequences")

// toolDir holds the tool that prints events, shared with the runtime's tests.
const toolDir = "../../rt/capi/testdata/ompt"

// ompcc is the compiler as the build tree has it.
func ompcc(t *testing.T) string {
	t.Helper()
	p := os.Getenv("OMPCC")
	if p == "" {
		p, _ = filepath.Abs("../../bin/ompcc")
	}
	require.Built(t, p)
	return p
}

// command runs a command and returns its standard output; one that hangs is ended.
func command(t *testing.T, env []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v %s %s: %v\n%s%s", env, name, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out)
}

// compile makes a program, or with -shared a library, of a file here.
func compile(t *testing.T, host, source string, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	args := append([]string{"-I" + toolDir, filepath.Join("testdata", source), "-o", out}, flags...)
	command(t, []string{"OMPCC_CC=" + host}, ompcc(t), args...)
	return out
}

// hosts are the installed host compilers, whose OpenMP runtimes differ: with
// clang's libomp we are a guest, beside gcc's libgomp the tool is ours.
func hosts() map[string]string {
	found := map[string]string{}
	if p, err := exec.LookPath("gcc"); err == nil {
		found["libgomp"] = p
	}
	if clang := llvm.Clang(); llvm.HasOpenMP(filepath.Dir(clang)) {
		found["libomp"] = clang
	}
	return found
}

var programs = []struct {
	name    string
	source  string // name.c if empty
	env     []string
	flags   []string
	library string // "argument" or "linked": plugin.c is a library of the program
}{
	{name: "constructs"},
	{name: "disabled", source: "constructs.c", env: []string{"OMP_TARGET_OFFLOAD=disabled"}},
	{name: "routines"},
	{name: "globals"},
	{name: "initialisers"},
	{name: "two_devices", env: []string{"OMPCC_CPU_DEVICES=2"}},
	{name: "two_globals", env: []string{"OMPCC_CPU_DEVICES=2"}},
	{name: "two_images", library: "linked"},
	{name: "loaded", library: "argument", flags: []string{"-ldl"}},
}

// TestSequences compares the events of each program, in both forms of the
// callbacks and of the data operations, beside each host runtime.
func TestSequences(t *testing.T) {
	variants := []struct {
		name string
		env  string
	}{{"emi", "TOOL=emi"}, {"plain", "TOOL=plain"}, {"emi60", "OMPCC_OMPT_VERSION=60"}}
	for runtime, cc := range hosts() {
		for _, p := range programs {
			t.Run(p.name+"/"+runtime, func(t *testing.T) {
				var args []string
				flags := p.flags
				switch p.library {
				case "argument":
					args = append(args, compile(t, cc, "plugin.c", "-shared", "-fPIC"))
				case "linked":
					library := compile(t, cc, "plugin.c", "-shared", "-fPIC")
					flags = append(flags, library, "-Wl,-rpath,"+filepath.Dir(library))
				}
				exe := compile(t, cc, cmp.Or(p.source, p.name+".c"), flags...)
				for _, v := range variants {
					env := append([]string{v.env, "OMP_NUM_THREADS=1"}, p.env...)
					if runtime == "libomp" {
						env = append(env, "LIBOMP=1")
					}
					judge(t, filepath.Join("testdata", p.name+"."+v.name+".txt"), command(t, env, exe, args...))
				}
			})
		}
	}
}

// TestCompatibility compares the events of programs with OMPCC_OMPT_COMPAT=libomptarget with sequences that
// were held against those of LLVM 22's runtime (docs/ompt.md has the differences).
func TestCompatibility(t *testing.T) {
	clang := hosts()["libomp"]
	if clang == "" {
		require.Missing(t, "no clang")
	}
	for _, name := range []string{"constructs", "routines", "clauses", "order", "structures"} {
		exe := compile(t, clang, name+".c")
		for _, form := range []string{"emi", "plain"} {
			t.Run(name+"/"+form, func(t *testing.T) {
				env := []string{"TOOL=" + form, "OMP_NUM_THREADS=1", "GUEST=1", "COMPAT=4",
					"OMPCC_OMPT_COMPAT=libomptarget"}
				if name == "order" {
					env = append(env, "TASKS=1")
				}
				judge(t, filepath.Join("testdata", name+".llvm."+form+".txt"), command(t, env, exe))
			})
		}
	}
}

// judge compares events with a file. When the tool is initialised depends on
// the host runtime, not on us: libomp does so at the start.
func judge(t *testing.T, file, got string) {
	t.Helper()
	if n := strings.Count("\n"+got, "\ninitialize\n"); n != 1 {
		got = fmt.Sprintf("the tool was initialised %d times\n%s", n, got)
	}
	got = strings.Replace("\n"+got, "\ninitialize\n", "\n", 1)[1:]
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}

// TestThreads counts the events of many threads, in both forms of the callbacks.
func TestThreads(t *testing.T) {
	for runtime, cc := range hosts() {
		exe := compile(t, cc, "threads.c")
		for _, form := range []string{"emi", "plain"} {
			t.Run(runtime+"/"+form, func(t *testing.T) {
				got := command(t, []string{"TOOL=" + form}, exe)
				want, err := os.ReadFile(filepath.Join("testdata", "threads."+form+".txt"))
				if err != nil {
					t.Fatal(err)
				}
				if d := diff.Diff(string(want), got); d != "" {
					t.Errorf("-want +got:\n%s", d)
				}
			})
		}
	}
}

// TestHostOnly compares what a tool is told of host constructs with what it is told
// where clang alone has compiled the program: the events, the lines of their call
// sites, frames, and the answers of inquiry functions. A program that calls nothing
// of the runtime does not have it.
func TestHostOnly(t *testing.T) {
	clang := hosts()["libomp"]
	if clang == "" {
		require.Missing(t, "no clang")
	}
	include, _ := filepath.Abs("../../include")
	for _, variant := range []string{"", "-DCONTROL", "-DDEVICE"} {
		for _, level := range []string{"-O0", "-O2"} {
			t.Run("host"+variant+level, func(t *testing.T) {
				flags := []string{"-g", level}
				if variant != "" {
					flags = append(flags, variant)
				}
				peer := filepath.Join(t.TempDir(), "peer")
				command(t, nil, clang,
					append(flags, "-fopenmp", "-Wno-source-uses-openmp", "-idirafter", include, "testdata/host.c", "-o",
						peer)...)
				ours := compile(t, clang, "host.c", flags...)
				if symbols := readSymbols(t, ours); variant == "" && strings.Contains(symbols, "ompcc") {
					t.Errorf("the program has the runtime:\n%s", symbols)
				}
				want, got := hostLog(t, clang, peer), hostLog(t, clang, ours)
				if lines := strings.Count(want, "\n"); lines < 400 {
					t.Fatalf("%d lines", lines)
				}
				if !strings.Contains(got, "\n0 callbacks before thread_begin\n") {
					t.Error("a thread had callbacks before thread_begin")
				}
				if d := diff.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
					t.Errorf("-clang +ompcc:\n%s", d)
				}
				t.Logf("%d lines are the same", strings.Count(got, "\n"))
			})
		}
	}
}

// hostLog is what the tool in a program of host.c wrote.
func hostLog(t *testing.T, clang, exe string) string {
	t.Helper()
	lib := filepath.Join(filepath.Dir(filepath.Dir(clang)), "lib")
	log := command(t, []string{"OMP_CANCELLATION=true", "LD_LIBRARY_PATH=" + lib}, exe)
	return readPlaces(t, exe).name(log)
}

// TestCodePointers compares the line of the return address that a tool is given with
// the event of each construct and routine with the line of the directive or call. The
// table is printed with -v.
func TestCodePointers(t *testing.T) {
	for runtime, cc := range hosts() {
		for _, level := range []string{"-O0", "-O2"} {
			t.Run(runtime+level, func(t *testing.T) {
				exe := compile(t, cc, "pointers.c", "-g", level)
				at := readPlaces(t, exe)
				events, kinds := 0, map[string]bool{}
				for line := range strings.Lines(command(t, []string{"OMP_NUM_THREADS=2"}, exe)) {
					f := strings.Split(strings.TrimSpace(at.name(line)), "|")
					if len(f) != 4 {
						t.Fatalf("%q", line)
					}
					if want := " pointers.c:" + f[2]; !strings.HasSuffix(f[3], want) {
						t.Errorf("%s, %s: %s, want line %s", f[0], f[1], f[3], f[2])
					}
					t.Logf("%-40s %-24s line %-4s %s", f[0], f[1], f[2], f[3])
					events++
					kinds[f[0]] = true
				}
				if len(kinds) < 45 || events < 300 {
					t.Errorf("%d events of %d constructs and routines", events, len(kinds))
				}
				t.Logf("%d events of %d constructs and routines", events, len(kinds))
			})
		}
	}
}

// TestInitialTask compares the events of regions on the host, and of the threads that
// execute them.
func TestInitialTask(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join("testdata", "initial.txt"))
			if err != nil {
				t.Fatal(err)
			}
			got := command(t, nil, compile(t, cc, "initial.c", "-w"))
			if d := diff.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// TestTasks lets the tool check which task encountered each construct and which
// is its target task: of tasks that the host's runtime defers, too.
func TestTasks(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			env := []string{"OMP_NUM_THREADS=2"}
			if runtime == "libomp" {
				env = append(env, "LIBOMP=1")
			}
			exe := compile(t, cc, "tasks.c")
			for range 5 {
				if got, want := command(t, env, exe), "64 constructs, 40 deferred target tasks\n"; got != want {
					t.Fatalf("got %q, want %q", got, want)
				}
			}
		})
	}
}

// TestContexts lets the tool check in which tasks the events of target update and of data operations
// occur, and after which tasks.
func TestContexts(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			const want = "9 updates, 12 operations and 4 of routines, 2 maps, 11 target tasks begun, 11 ended\n"
			if got := command(t, []string{"OMP_NUM_THREADS=2"}, compile(t, cc, "contexts.c")); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestAssociations has another thread look at what is present during the events of associations.
func TestAssociations(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			const want = "present: 0 before, 1 associated, 1 before disassociating, 0 after\n"
			if got := command(t, nil, compile(t, cc, "associate.c")); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestReport2016 runs a tool that is written to the report of 2016.
func TestReport2016(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			judge(t, filepath.Join("testdata", "tr2016.txt"), command(t, nil, compile(t, cc, "tr2016.c")))
		})
	}
}

// TestReportAnswers runs a tool of the report of 2016 that asks everything, and takes the
// events of a host that tells of them.
func TestReportAnswers(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			if got := command(t, []string{"OMPCC_CPU_DEVICES=2"}, compile(t, cc, "report.c")); got != "ok\n" {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestReportSymbols: what a tool looks up is no global symbol of a program.
func TestReportSymbols(t *testing.T) {
	header, err := os.ReadFile("../../include/ompt-tr2016.h")
	if err != nil {
		t.Fatal(err)
	}
	functions := regexp.MustCompile(`(?m)^OMPT_(?:TARG_)?API .*?\b(ompt_\w+)\(`).
		FindAllStringSubmatch(string(header), -1)
	if len(functions) != 24 {
		t.Errorf("%d functions", len(functions))
	}
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			f, err := elf.Open(compile(t, cc, "own.c"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			symbols, err := f.Symbols()
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range symbols {
				for _, m := range functions {
					if s.Name == m[1] && elf.ST_BIND(s.Info) != elf.STB_LOCAL {
						t.Errorf("%s is global", s.Name)
					}
				}
			}
		})
	}
}

// TestReportHostOnly: such a tool is called also where the program has no other need of
// the runtime.
func TestReportHostOnly(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			if got, want := command(t, nil, compile(t, cc, "report_host.c")),
				"2 threads saw the tool, 1 command\n"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// TestReportNames: the report's header has all names of its Appendix A, and their values.
func TestReportNames(t *testing.T) {
	names, err := os.ReadFile("testdata/report2016.names")
	if err != nil {
		t.Fatal(err)
	}
	header, err := os.ReadFile("../../include/ompt-tr2016.h")
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(names)) {
		name = strings.TrimSpace(name)
		if !regexp.MustCompile(`\b` + name + `\b`).Match(header) {
			t.Errorf("%s is missing", name)
		}
	}
}

// TestWithOwnTool asks a tool that is part of the program what the runtime told it.
func TestWithOwnTool(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			const want = "started 1 times, initial device 3 of 3 devices\n"
			if got := command(t, []string{"OMPCC_CPU_DEVICES=3"}, compile(t, cc, "own.c")); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestToolBeforeFirstUse has each kind of first use of OpenMP: the tool is initialised
// before it returns.
func TestToolBeforeFirstUse(t *testing.T) {
	for runtime, cc := range hosts() {
		exe := compile(t, cc, "early.c")
		for _, first := range []string{"num_devices", "initial_device", "is_initial_device", "device_num",
			"default_device",
			"set_default_device", "max_threads", "parallel", "target"} {
			t.Run(runtime+"/"+first, func(t *testing.T) {
				want := first + ": initialised 1 times, 2 devices\n"
				if got := command(t, []string{"OMPCC_CPU_DEVICES=2"}, exe, first); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
	}
}

// TestControl passes control commands to a tool, and to none.
func TestControl(t *testing.T) {
	for runtime, cc := range hosts() {
		for _, tt := range []struct{ flags, want string }{
			{"-DTOOL", "100000040 200000005 none\n40 3 argument\n2 calls, answer 5, x 1\n"},
			{"-DNONE", "0 calls, answer -2, x 1\n"},
		} {
			t.Run(runtime+tt.flags, func(t *testing.T) {
				if got := command(t, nil, compile(t, cc, "control.c", tt.flags)); got != tt.want {
					t.Errorf("got:\n%swant:\n%s", got, tt.want)
				}
			})
		}
	}
}

// TestToolSwitch sets OMP_TOOL, which libomp reads too: white space and case do not
// count, and there is one warning.
func TestToolSwitch(t *testing.T) {
	for runtime, cc := range hosts() {
		exe := compile(t, cc, "early.c")
		for value, want := range map[string]struct{ times, warnings int }{
			" enabled\t": {1, 0}, "ENABLED": {1, 0}, "": {1, 0}, "  ": {1, 0},
			" Disabled ": {0, 0}, "disabled": {0, 0}, "en abled": {0, 1}, "enabledd": {0, 1}, "no": {0, 1},
		} {
			for _, first := range []string{"target", "parallel"} {
				t.Run(fmt.Sprintf("%s/%q/%s", runtime, value, first), func(t *testing.T) {
					cmd := exec.Command(exe, first)
					cmd.Env = append(os.Environ(), "OMP_TOOL="+value)
					var stderr strings.Builder
					cmd.Stderr = &stderr
					out, err := cmd.Output()
					if err != nil || !strings.Contains(string(out), fmt.Sprintf("initialised %d times", want.times)) {
						t.Errorf("%q, %v", out, err)
					}
					if n := strings.Count(strings.ToLower(stderr.String()), "warning"); n != want.warnings {
						t.Errorf("%d warnings, want %d:\n%s", n, want.warnings, stderr.String())
					}
				})
			}
		}
	}
}

// TestErrorDirective sees that a tool is told of errors, by libomp or by us.
func TestErrorDirective(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			judge(t, filepath.Join("testdata", "errors.txt"),
				strings.Replace(command(t, nil, compile(t, cc, "errors.c")), "initialize 5\n", "initialize\n", 1))
		})
	}
}

// TestWaits asks from a signal handler what a thread waits for that libomp has wait.
func TestWaits(t *testing.T) {
	clang := hosts()["libomp"]
	if clang == "" {
		require.Missing(t, "no clang")
	}
	const want = "lock: seen\nlock: seen\nlock: seen\nwait identifiers: the same for a lock, different for two\nnestable lock: seen\n" +
		"critical: seen\nordered: seen\nexplicit barrier: seen\ndependence pairs while the first task waits: 1\nimplicit barrier: seen\n"
	if got := command(t, nil, compile(t, clang, "waits.c", "-w")); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// TestFork forks before OpenMP is used and after it.
func TestFork(t *testing.T) {
	for runtime, cc := range hosts() {
		t.Run(runtime, func(t *testing.T) {
			const want = "child before OpenMP is used: asked 1, initialised 1, 1 regions, x 2\nparent: asked 1, initialised 1, 1 regions, x 2\n" +
				"child afterwards: asked 1, initialised 1, 2 regions, x 2\nparent: asked 1, initialised 1, 2 regions, x 2\n"
			if got := command(t, nil, compile(t, cc, "fork.c")); got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

// TestSignals asks from a SIGPROF handler what a thread is doing, with the emulated NVIDIA
// device, too.
func TestSignals(t *testing.T) {
	const want = "asked, waiting seen, regions seen, 0 wrong\n"
	for runtime, cc := range hosts() {
		for device, flags := range map[string][]string{"cpu": nil, "nvptx": {"-fopenmp-targets=nvptx"}} {
			t.Run(runtime+"/"+device, func(t *testing.T) {
				var env []string
				if device == "nvptx" {
					env = emulated(t)
				}
				if got := command(t, env, compile(t, cc, "signals.c", flags...)); got != want {
					t.Errorf("%q, want %q", got, want)
				}
			})
		}
	}
}

// emulated is the environment of a program that runs on the emulated NVIDIA device.
func emulated(t *testing.T) []string {
	t.Helper()
	emulator, _ := filepath.Abs("../../lib/ompcc/ompcc-emulator")
	require.Built(t, emulator)
	return []string{"OMPCC_EMULATE=nvptx", "OMPCC_EMULATOR=" + emulator}
}

// TestEmulatedGPU expects the same sequences of the emulated NVIDIA device: they
// do not depend on where the device is.
func TestEmulatedGPU(t *testing.T) {
	device := emulated(t)
	cc := hosts()["libomp"]
	if cc == "" {
		require.Missing(t, "no clang")
	}
	for _, name := range []string{"constructs", "routines", "globals", "initialisers"} {
		t.Run(name, func(t *testing.T) {
			exe := compile(t, cc, name+".c", "-fopenmp-targets=nvptx")
			env := append([]string{"LIBOMP=1", "OMP_NUM_THREADS=1"}, device...)
			judge(t, filepath.Join("testdata", name+".emi.txt"), command(t, env, exe))
		})
	}
}
