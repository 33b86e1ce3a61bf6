package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ompcc/tests/require"
	"ompcc/tests/traceformat"
)

var updateEvents = flag.Bool("update-events", false, "rewrite the expected event sequences")

const toolDir = "testdata/ompt"

// compile makes a program of a C file in testdata/ompt and the runtime.
func compile(t *testing.T, source string, flags ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	args := append([]string{"-std=gnu11", "-g", "-I../../include", "-Itestdata", "-o", program,
		filepath.Join(toolDir, source), libompcc(t), "-pthread", "-ldl", "-lm"}, flags...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return program
}

// library makes a shared library of a C file in testdata/ompt.
func library(t *testing.T, source string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "libtool.so")
	cmd := exec.Command("gcc", "-std=gnu11", "-g", "-shared", "-fPIC", "-I../../include", "-o", path,
		filepath.Join(toolDir, source))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// output runs the program and returns what it and its tool print.
func output(t *testing.T, program string, env ...string) string {
	t.Helper()
	cmd := exec.Command("timeout", "600", program)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s%s", env, err, out, stderr.String())
	}
	return string(out)
}

// TestEvents compares the events of each construct and routine with the
// sequences that follow from the specification.
func TestEvents(t *testing.T) {
	program := compile(t, "events.c")
	for _, variant := range []struct {
		name string
		env  []string
	}{
		{"emi", nil},
		{"plain", []string{"TOOL=plain"}},
		{"emi60", []string{"OMPCC_OMPT_VERSION=60"}},
	} {
		t.Run(variant.name, func(t *testing.T) {
			got := output(t, program, variant.env...)
			path := filepath.Join(toolDir, "events."+variant.name+".txt")
			if *updateEvents {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// TestToolSwitch follows OMP_TOOL and a tool that declines.
func TestToolSwitch(t *testing.T) {
	program := compile(t, "events.c")
	if got := output(t, program, "OMP_TOOL=disabled"); strings.Contains(got, "initialize") {
		t.Errorf("OMP_TOOL=disabled started the tool:\n%s", got)
	}
	if got := output(t, program, "OMP_TOOL=enabled"); !strings.Contains(got, "target begin") {
		t.Errorf("OMP_TOOL=enabled: no events:\n%s", got)
	}
	got := output(t, program, "TOOL_DECLINES=1")
	if !strings.Contains(got, "initialize") || strings.Contains(got, "target begin") ||
		strings.Contains(got, "finalize") {
		t.Errorf("a tool that declines got events:\n%s", got)
	}
}

// TestToolLibraries finds the tool through OMP_TOOL_LIBRARIES and logs the search.
func TestToolLibraries(t *testing.T) {
	program, tool := compile(t, "events.c", "-DNO_TOOL"), library(t, "library.c")
	if got := output(t, program); strings.Contains(got, "initialize") {
		t.Errorf("there is no tool, yet one was started:\n%s", got)
	}
	got := output(t, program, "OMP_TOOL_VERBOSE_INIT=stdout", "OMP_TOOL_LIBRARIES=/no/such/library.so:"+tool)
	for _, want := range []string{"START LOGGING OF TOOL REGISTRATION",
		"Search for OMP tool in current address space... Failed.",
		"Opening /no/such/library.so... Failed: ", "Tool was started and is using the OMPT interface.",
		"target begin dev0", "finalize"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
}

// TestCompatibility looks at what OMPCC_OMPT_COMPAT=libomptarget changes: what
// LLVM does not report, and what it reports in another form.
func TestCompatibility(t *testing.T) {
	program := compile(t, "events.c")
	got := output(t, program, "OMPCC_OMPT_COMPAT=libomptarget", "COMPAT=4")
	for _, absent := range []string{"nowait begin", "  map ", "target begin host", "submit begin host",
		"associate beginend", "device_unload"} {
		if strings.Contains(got, absent) {
			t.Errorf("%q, which LLVM does not report:\n%s", absent, got)
		}
	}
	for _, present := range []string{"== update nowait\nupdate begin", "  associate begin host:b",
		"  associate end host:b"} {
		if !strings.Contains(got, present) {
			t.Errorf("%q is missing:\n%s", present, got)
		}
	}
	got = output(t, program, "OMPCC_OMPT_COMPAT=libomptarget", "COMPAT=4", "TOOL=plain")
	if !strings.Contains(got, "  alloc - host:a -> dev0:0 400") {
		t.Errorf("plain callbacks do not come before the operation:\n%s", got)
	}
}

// libomp is where LLVM's host runtime is found, "" if it is not installed.
func libomp() string {
	found, _ := filepath.Glob("/usr/lib/llvm-*/lib/libomp.so")
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

// TestGuest runs with libomp in the process, which then owns the tool.
func TestGuest(t *testing.T) {
	omp := libomp()
	if omp == "" {
		require.Missing(t, "no libomp")
	}
	program := compile(t, "events.c", "-Wl,--no-as-needed", omp, "-Wl,-rpath,"+filepath.Dir(omp))
	got := output(t, program, "GUEST=1")
	if n := strings.Count(got, "\ninitialize\n"); n != 1 {
		t.Errorf("tool initialized %d times", n)
	}
	for _, want := range []string{"device_initialize dev0\ndevice_load dev0 module=m1\n  associate beginend host:g -> dev0:device_g 12",
		"target begin dev0 target=t1 c1", "submit begin target=t1", "finalize\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
}

// TestTracing uses every entry point of device tracing.
func TestTracing(t *testing.T) {
	got := output(t, compile(t, "trace.c"))
	if want := "ok\nfinalized\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// checker is the rule-checking tool of the examples.
func checker(t *testing.T) string {
	t.Helper()
	return library(t, "../../../../examples/tools/check.c")
}

// TestChecker runs programs under the tool that checks the events' rules: in
// both versions, and with many threads.
func TestChecker(t *testing.T) {
	tool := checker(t)
	for _, source := range []string{"events.c", "../map.c", "../globals.c", "../routines.c", "../threads.c"} {
		program := compile(t, source, "-DNO_TOOL")
		for _, version := range []string{"52", "60"} {
			cmd := exec.Command("timeout", "600", program)
			cmd.Env = append(os.Environ(), "OMPCC_OMPT_VERSION="+version, "OMPT_CHECK_VERBOSE=1",
				"OMP_TOOL_LIBRARIES="+tool)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			err := cmd.Run()
			if got := stderr.String(); err != nil || !strings.Contains(got, " events, 0 violations") {
				t.Errorf("%s, version %s: %v\n%s", source, version, err, got)
			}
		}
	}
}

// TestCheckerFinds plants mistakes in an event stream: each is reported with
// the words that name its rule.
func TestCheckerFinds(t *testing.T) {
	wants := []string{
		0:  "",
		1:  "device 0 is not initialized",
		2:  "is initialized already",
		3:  "is loaded on device 0 already",
		4:  "target_data is 0x5, not zero",
		5:  "target_map: after a data operation",
		6:  "overlap 64 bytes",
		7:  "65 bytes",
		8:  "is no storage of device 0",
		9:  "endpoint 3",
		10: "endpoint 1",
		11: "inside of a submission",
		12: "was not allocated",
		13: "target_data is not what the region began with",
		14: "kind 4, but the region began with 1",
		15: "no region is open",
		16: "still has module 1 loaded",
		17: "module 1 is not loaded",
		18: "was not finalized",
	}
	program := filepath.Join(t.TempDir(), "violations")
	build := exec.Command("gcc", "-std=gnu11", "-g", "-I../../include", "-o", program,
		filepath.Join(toolDir, "violations.c"), "-pthread")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for i, want := range wants {
		cmd := exec.Command(program, strconv.Itoa(i))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.Run()
		status := cmd.ProcessState.ExitCode()
		if want == "" && (status != 0 || stderr.Len() != 0) {
			t.Errorf("correct stream: status %d, %s", status, stderr.String())
		}
		if want != "" && (status != 86 || !strings.Contains(stderr.String(), want)) {
			t.Errorf("mistake %d: status %d, %q does not contain %q", i, status, stderr.String(), want)
		}
	}
}

// TestTraceWriter writes a trace with the tool and with the one built in.
func TestTraceWriter(t *testing.T) {
	tool := library(t, "../../ompt/profile.c")
	program := compile(t, "events.c", "-DNO_TOOL")
	for _, env := range [][]string{{"OMP_TOOL_LIBRARIES=" + tool, "OMPT_TRACE="}, {"OMPCC_TRACE="},
		{"LIBOMPTARGET_PROFILE="}} {
		file := filepath.Join(t.TempDir(), "trace.json")
		env[len(env)-1] += file
		output(t, program, env...)
		checkTrace(t, file)
	}
}

// kernelSlice is the name of a slice of a kernel: the function and the place of its construct.
var kernelSlice = regexp.MustCompile(`^\w* ?\w+\.c:[0-9]+$`)

// checkTrace checks that the trace obeys the rules of its format, and that each
// operation on a device is one that the host knows.
func checkTrace(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := traceformat.Check(text, false)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	known, slices := map[any]bool{}, 0
	for _, e := range trace {
		switch e.Ph {
		case "E":
			known[e.Args["op"]] = true
		case "X":
			slices++
			if e.Cat == "kernel" && !kernelSlice.MatchString(e.Name) {
				t.Errorf("a kernel's slice is called %q", e.Name)
			}
			if *e.Pid != 100 {
				t.Errorf("slice %+v", e)
			}
		}
	}
	for _, e := range trace {
		if e.Ph == "X" && !known[e.Args["op"]] {
			t.Errorf("the host does not know the operation of %+v", e)
		}
	}
	if slices == 0 {
		t.Error("no slices of devices")
	}
}

// TestPerfetto has Perfetto read a trace, if it is installed.
func TestPerfetto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	output(t, compile(t, "events.c", "-DNO_TOOL"), "OMPCC_TRACE="+file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Count(string(text), `"ph":"X"`) + strings.Count(string(text), `"ph":"B"`)
	if got := traceformat.Slices(t, text); got != want {
		t.Errorf("Perfetto has found %d slices of %d", got, want)
	}
}

// TestTracerRaces runs the tracer under ThreadSanitizer.
func TestTracerRaces(t *testing.T) {
	program := filepath.Join(t.TempDir(), "tracer")
	build := exec.Command("gcc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-g", "-fsanitize=thread", "-I../../include",
		"-o", program,
		filepath.Join(toolDir, "tracer.c"), "-pthread", "-ldl")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	output(t, program, "TSAN_OPTIONS=halt_on_error=1 exitcode=66")
}

// TestEntryPoints asks the host side's entry points, in a signal handler too.
func TestEntryPoints(t *testing.T) {
	if got := output(t, compile(t, "entries.c", "-O1")); got != "ok\n" {
		t.Errorf("got %q", got)
	}
}

// TestRecords runs the example that prints trace records: for each operation of
// the callbacks there is one.
func TestRecords(t *testing.T) {
	tool := library(t, "../../../../examples/tools/records.c")
	got := output(t, compile(t, "events.c", "-DNO_TOOL"), "OMP_TOOL_LIBRARIES="+tool)
	want, err := os.ReadFile(filepath.Join(toolDir, "events.emi.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for record, event := range map[string]string{
		"us    kernel,": "submit end", "us    to device": "  to end", "us    from device": "  from end",
		"us    alloc": "alloc end", "us    delete": "delete end", "us    map": "map a",
		" begin, region": " begin dev0 target",
	} {
		n := strings.Count(strings.ReplaceAll(string(want), "_async", ""), event)
		if event == "submit end" {
			n -= 2 // of the host: no device traces it
		}
		if got := strings.Count(got, record); got != n {
			t.Errorf("%d records %q for %d events %q", got, record, n, event)
		}
	}
}

// TestTraceOfForks: the file is JSON however its process ends, a child of fork adds nothing to it,
// and %p gives each process its own.
func TestTraceOfForks(t *testing.T) {
	dir := t.TempDir()
	for name, ending := range map[string]string{"exit": "exit(0)", "abort": "abort()", "at once": "_exit(0)",
		"killed": "raise(SIGKILL)", "terminated": "raise(SIGTERM)", "faulted": "*(volatile int *)8 = 0"} {
		exe, trace := filepath.Join(dir, "forks"), filepath.Join(dir, "%p.json")
		compileC(t, "gcc", "-DENDING="+ending, "testdata/ompt/forks.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o",
			exe)
		c := exec.Command(exe)
		c.Env = append(os.Environ(), "OMPCC_TRACE="+trace)
		out, _ := c.CombinedOutput()
		text, err := os.ReadFile(filepath.Join(dir, strconv.Itoa(c.Process.Pid)+".json"))
		if err != nil || !strings.Contains(string(text), "process_name") {
			t.Errorf("%s: %v %s\n%s", name, err, out, text)
		}
		if _, err := traceformat.Check(text, name != "exit"); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.json")); len(files) != 6 {
		t.Errorf("files %v", files)
	}
	for _, ending := range []string{"exit(0)", "abort()", "_exit(0)", "raise(SIGKILL)", "raise(SIGTERM)",
		"*(volatile int *)8 = 0"} {
		exe, page := filepath.Join(dir, "forks"), filepath.Join(dir, "page.html")
		compileC(t, "gcc", "-DENDING="+ending, "testdata/ompt/forks.c", libompcc(t), "-lpthread", "-ldl", "-lm", "-o",
			exe)
		c := exec.Command(exe)
		c.Env = append(os.Environ(), "OMPCC_TRACE="+page)
		out, _ := c.CombinedOutput()
		text, err := os.ReadFile(page)
		_, events, found := strings.Cut(string(text), `<script type="application/json" id="events">`)
		events, end, closed := strings.Cut(events, "</script>")
		if err != nil || !found || !closed || end != "</body></html>\n" || !json.Valid([]byte(events)) ||
			!strings.Contains(events, "process_name") {
			t.Errorf("the page of a process that ends by %s: %v %s\n%s", ending, err, out, events)
		}
	}
	c := exec.Command(filepath.Join(dir, "forks"))
	c.Env = append(os.Environ(), "OMPCC_TRACE=/no/such/folder/t.json")
	if out, _ := c.CombinedOutput(); !strings.Contains(string(out),
		"cannot write '/no/such/folder/t.json': No such file or directory") {
		t.Errorf("%s", out)
	}
}
