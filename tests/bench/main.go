// Command bench compares the runtime with those of clang (libomptarget's
// x86_64 device) and gcc (libgomp, which executes on the host) in one run, and
// writes the tables to docs/BENCHMARKS.md. Instructions are those of the process
// under callgrind while the operation is repeated; times are the least of
// several runs.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const sources = "tests/bench/testdata/"

var (
	clang   = flag.String("clang", "clang-22", "the clang to compare with")
	offload = flag.String("offload", "", "the folder of its libomptarget, if not one of the linker's")
	only    = flag.Bool("instructions", false, "print the instructions of the operations, and write no file")
)

// peer is a compiler and what it made of the sources.
type peer struct {
	name    string
	program string // bench.c
	command []string
}

// row is one measurement: harness.c's arguments.
type row struct {
	title, op        string
	entries, threads int
	tool             bool
	count            int // repetitions for time
}

var operations = []row{
	{title: "empty target", op: "empty", count: 20000},
	{title: "loop of 2 iterations", op: "loop-2", count: 5000},
	{title: "target, map(tofrom: 1 KiB), present", op: "map-present", count: 20000},
	{title: "target, map(tofrom: 1 KiB), new", op: "map-new", count: 10000},
	{title: "enter + exit, 1 KiB, present", op: "enter-exit-present", count: 20000},
	{title: "enter + exit, 1 KiB, new", op: "enter-exit", count: 10000},
	{title: "enter + exit of 100 arrays", op: "enter-exit-100", count: 200},
	{title: "update, 1 KiB", op: "update-1KiB", count: 20000},
	{title: "update, 1 MiB", op: "update-1MiB", count: 500},
	{title: "omp_target_is_present", op: "is-present", count: 50000},
	{title: "omp_target_alloc + free, 1 KiB", op: "alloc-free", count: 20000},
}

// own are operations on storage of each thread's own.
var own = []row{
	{title: "target, map(tofrom: 1 KiB), new", op: "map-own", count: 10000},
	{title: "enter + exit, 1 KiB, new", op: "enter-exit-own", count: 10000},
}

// variants are operations under other circumstances.
func variants() []row {
	var rows []row
	for _, n := range []int{10_000, 1_000_000} {
		for _, op := range []int{0, 2, 3, 4, 5, 6, 7, 9} {
			r := operations[op]
			r.title, r.entries = fmt.Sprintf("%s, %d entries", r.title, n), n
			rows = append(rows, r)
		}
	}
	shared := []row{operations[0], operations[2], operations[4], operations[7], operations[9]}
	for _, n := range []int{2, 8} {
		for _, r := range append(shared, own...) {
			r.title, r.threads, r.count = fmt.Sprintf("%s, %d threads", r.title, n), n, r.count/n
			rows = append(rows, r)
		}
	}
	for _, r := range operations {
		r.title, r.tool = r.title+", with a tool", true
		rows = append(rows, r)
	}
	return rows
}

func main() {
	flag.Parse()
	if err := bench(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench() error {
	dir, err := os.MkdirTemp("", "ompcc-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &report{dir: dir}
	if err := b.build(); err != nil {
		return err
	}
	if *only {
		return b.instructionsOnly()
	}
	b.head()
	for _, part := range []func() error{b.operations, b.startup, b.memory, b.native} {
		if err := part(); err != nil {
			return err
		}
	}
	fmt.Print(b.String())
	return os.WriteFile("docs/BENCHMARKS.md", []byte(b.String()), 0o644)
}

// report is the text as it grows.
type report struct {
	strings.Builder
	dir   string
	peers []peer
}

func compile(command ...string) error {
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	return nil
}

func (b *report) path(name string) string { return filepath.Join(b.dir, name) }

func (b *report) build() error {
	b.peers = []peer{
		{"ompcc", "", []string{"bin/ompcc", "-O2"}},
		{"clang", "", []string{*clang, "-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"}},
		{"gcc", "", []string{"gcc", "-O2", "-fopenmp"}},
	}
	if err := errors.Join(
		compile("gcc", "-O2", "-c", "-o", b.path("harness.o"), sources+"harness.c"),
		compile("gcc", "-O2", "-shared", "-fPIC", "-Iinclude", "-o", b.path("tool.so"), sources+"tool.c"),
		compile("bin/ompcc", "-O3", "-o", b.path("device"), sources+"native.c"),
		compile(*clang, "-O3", "-fopenmp", "-DNATIVE", "-o", b.path("native"), sources+"native.c"),
		compile("gcc", "-O2", "-w", "-o", b.path("plain"), sources+"bench.c", b.path("harness.o"), sources+"plain.c",
			"-lpthread")); err != nil {
		return err
	}
	for i := range b.peers {
		p := &b.peers[i]
		p.program = b.path(p.name)
		command := append(append([]string{}, p.command...), "-o", p.program, sources+"bench.c", b.path("harness.o"), "-lpthread")
		if i == 1 && *offload != "" {
			command = append(command, "-L"+*offload)
		}
		if err := compile(command...); err != nil {
			return err
		}
	}
	return nil
}

// output runs a program. The tool, if any, is that of the process: valgrind is none.
func output(tool, program string, args ...string) (stdout, stderr string, err error) {
	var o, e bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "OMP_WAIT_POLICY=passive")
	if *offload != "" {
		cmd.Env = append(cmd.Env, "LD_LIBRARY_PATH="+*offload)
	}
	if tool != "" {
		cmd.Env = append(cmd.Env, "OMP_TOOL_LIBRARIES="+tool)
	}
	cmd.Stdout, cmd.Stderr = &o, &e
	if err = cmd.Run(); err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, &e)
	}
	return o.String(), e.String(), err
}

// least is the least number that the program prints in some runs.
func least(runs int, tool, program string, args ...string) (float64, error) {
	best := math.Inf(1)
	for range runs {
		o, _, err := output(tool, program, args...)
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(o), 64)
		if err != nil {
			return 0, err
		}
		best = min(best, n)
	}
	return best, nil
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

// instructions of the program, or with counted of what harness.c repeats.
func instructions(counted bool, tool, program string, args ...string) (float64, error) {
	v := []string{"--tool=callgrind", "--callgrind-out-file=/dev/null", program}
	if counted {
		v = append([]string{"--instr-atstart=no"}, v...)
	}
	_, e, err := output(tool, "valgrind", append(v, args...)...)
	if err != nil {
		return 0, err
	}
	m := collected.FindStringSubmatch(e)
	if m == nil {
		return 0, errors.New("callgrind says nothing:\n" + e)
	}
	return strconv.ParseFloat(m[1], 64)
}

func (b *report) tool(r row) string {
	if !r.tool {
		return ""
	}
	return b.path("tool.so")
}

func (r row) args(count int) []string {
	return []string{r.op, strconv.Itoa(count), strconv.Itoa(r.entries), strconv.Itoa(max(r.threads, 1))}
}

func (b *report) time(p peer, r row) (float64, error) {
	runs := 3
	if r.entries > 100_000 {
		runs = 2
	}
	return least(runs, b.tool(r), p.program, r.args(r.count)...)
}

// counted is how often the operation is repeated under callgrind: among several
// threads so often that their start, 30000 instructions each, does not matter.
func (r row) counted() int {
	if r.threads > 1 {
		return 2000
	}
	return max(min(100, r.count/200), 5)
}

// perOperation is the number of instructions for each operation.
func (b *report) perOperation(p peer, r row) (float64, error) {
	count := r.counted()
	n, err := instructions(true, b.tool(r), p.program, r.args(count)...)
	return n / float64(count*max(r.threads, 1)), err
}

func (b *report) head() {
	fmt.Fprintf(b, "# Costs of the runtime\n\nWritten by `make bench` on %s: one run on one machine, %s.\n", time.Now().
		UTC().Format("2006-01-02"), machine())
	b.WriteString("Instructions are those of the process (callgrind), for each operation; times are the least of three runs.\n" +
		"gcc's runtime has no device here: it executes on the host and keeps no data environment.\n\nCompilers:\n\n")
	for _, p := range b.peers {
		version, _, _ := output("", p.command[0], "--version")
		first, _, _ := strings.Cut(version, "\n")
		fmt.Fprintf(b, "- %s: `%s` (%s)\n", p.name, strings.Join(p.command, " "), first)
	}
}

func machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	model := "unknown processor"
	if _, rest, ok := strings.Cut(string(text), "model name"); ok {
		line, _, _ := strings.Cut(rest, "\n")
		model = strings.TrimLeft(line, "\t: ")
	}
	return fmt.Sprintf("%d × %s (a virtual machine that others share)", strings.Count(string(text), "processor\t"),
		model)
}

// operations compares what constructs and routines cost.
func (b *report) operations() error {
	b.WriteString("\n## Constructs and routines\n\n| operation | ompcc instr. | clang instr. | ratio | ompcc ns | clang ns | ratio | gcc ns |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range append(operations, variants()...) {
		fmt.Fprintln(os.Stderr, r.title)
		instr, ns := make([]float64, len(b.peers)), make([]float64, len(b.peers))
		for i, p := range b.peers {
			var err error
			if ns[i], err = b.time(p, r); err != nil {
				return err
			}
			if i == 2 {
				continue // gcc's program does nothing that could be compared
			}
			if instr[i], err = b.perOperation(p, r); err != nil {
				return err
			}
		}
		fmt.Fprintf(b, "| %s | %.0f | %.0f | %.2f | %.0f | %.0f | %.2f | %.0f |\n", r.title,
			instr[0], instr[1], instr[0]/instr[1], ns[0], ns[1], ns[0]/ns[1], ns[2])
	}
	return nil
}

// instructionsOnly prints the instructions of the operations.
func (b *report) instructionsOnly() error {
	fmt.Print("| operation | ompcc instr. | clang instr. | ratio |\n|---|---|---|---|\n")
	for _, r := range append(operations, variants()...) {
		var instr [2]float64
		for i, p := range b.peers[:2] {
			var err error
			if instr[i], err = b.perOperation(p, r); err != nil {
				return err
			}
		}
		fmt.Printf("| %s | %.0f | %.0f | %.2f |\n", r.title, instr[0], instr[1], instr[0]/instr[1])
	}
	return nil
}

// startup compares whole processes.
func (b *report) startup() error {
	b.WriteString("\n## Start-up\n\nWhole processes; plain C is the same program without OpenMP.\n\n" +
		"| program | linked, never offloads: million instr. | ms | one empty target: million instr. | ms |\n|---|---|---|---|---|\n")
	var one [2]float64
	for i, p := range append(b.peers, peer{name: "plain C", program: b.path("plain")}) {
		fmt.Fprintf(b, "| %s |", p.name)
		for k, args := range [][]string{{"none"}, {"empty", "1"}} {
			n, err := instructions(false, "", p.program, args...)
			if err != nil {
				return err
			}
			if k == 1 && i < 2 {
				one[i] = n
			}
			ms, err := wall(p.program, args...)
			if err != nil {
				return err
			}
			fmt.Fprintf(b, " %.2f | %.2f |", n/1e6, ms)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "\nWith one empty target ompcc's program executes %.2f of the instructions of clang's.\n",
		one[0]/one[1])
	return nil
}

// wall is the least time from start to end, in milliseconds.
func wall(program string, args ...string) (float64, error) {
	best := math.Inf(1)
	for range 20 {
		start := time.Now()
		if _, _, err := output("", program, args...); err != nil {
			return 0, err
		}
		best = min(best, float64(time.Since(start))/1e6)
	}
	return best, nil
}

// memory compares what is resident.
func (b *report) memory() error {
	b.WriteString("\n## Memory\n\n| program | resident after an empty target, MB | more than plain C | bytes for each of 1 000 000 mapped items of 8 bytes |\n|---|---|---|---|\n")
	plain, err := least(5, "", b.path("plain"), "memory", "1")
	if err != nil {
		return err
	}
	for _, p := range b.peers[:2] {
		n, err := least(5, "", p.program, "memory", "1")
		if err != nil {
			return err
		}
		items, err := least(2, "", p.program, "items", "1000000")
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "| %s | %.1f | %.1f | %.0f |\n", p.name, n/1e6, (n-plain)/1e6, items)
	}
	return nil
}

// native compares loops on the CPU device with the same loops of the host,
// alternately.
func (b *report) native() error {
	b.WriteString("\n## Loops on the CPU device\n\nBeside `omp parallel for` by `" + *clang + " -O3 -fopenmp`, all processors, microseconds; ratio is native to device: above 1 the device is faster.\n\n" +
		"| loop | device | native | ratio |\n|---|---|---|---|\n")
	for _, loop := range []string{"saxpy", "stencil", "dot", "matmul"} {
		fmt.Fprintln(os.Stderr, loop)
		best := [2]float64{math.Inf(1), math.Inf(1)}
		for range 7 {
			for i, program := range []string{"device", "native"} {
				us, err := least(1, "", b.path(program), loop)
				if err != nil {
					return err
				}
				best[i] = min(best[i], us)
			}
		}
		fmt.Fprintf(b, "| %s | %.0f | %.0f | %.2f |\n", loop, best[0], best[1], best[1]/best[0])
	}
	return nil
}
