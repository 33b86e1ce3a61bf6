// Command bench compares the runtime with those of clang (libomptarget's
// x86_64 device) and gcc (libgomp, which executes on the host) in one run, and
// writes the table to docs/BENCHMARKS.md. Instructions are those of the whole
// process under callgrind, as the difference between two numbers of repetitions;
// times are the least of several runs.
package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// peer is a compiler and what it made of bench.c.
type peer struct {
	name, program string
	command       []string
}

// row is one measurement: bench.c's arguments after the count.
type row struct {
	title, op string
	args      []string
	count     int  // repetitions for time
	timeOnly  bool // several threads have no repeatable instruction count
}

var rows = []row{
	{"empty target", "empty", nil, 20000, false},
	{"target, map(tofrom: 1 KiB) present", "map-present", nil, 20000, false},
	{"the same, new", "map-new", nil, 10000, false},
	{"enter + exit, 1 KiB, present", "enter-exit-present", nil, 20000, false},
	{"enter + exit, 1 KiB", "enter-exit", nil, 10000, false},
	{"enter + exit of 100 arrays", "enter-exit-100", nil, 200, false},
	{"update, 1 KiB", "update-1KiB", nil, 20000, false},
	{"update, 1 MiB", "update-1MiB", nil, 500, false},
	{"omp_target_is_present", "is-present", nil, 50000, false},
	{"loop of 2 iterations", "loop-2", nil, 5000, false},
	{"map present, 10 000 entries", "map-present", []string{"10000"}, 20000, false},
	{"map present, 1 000 000 entries", "map-present", []string{"1000000"}, 20000, true},
	{"enter + exit, 10 000 entries", "enter-exit", []string{"10000"}, 10000, false},
	{"enter + exit present, 2 threads", "enter-exit-present", []string{"0", "2"}, 10000, true},
	{"enter + exit present, 8 threads", "enter-exit-present", []string{"0", "8"}, 5000, true},
}

func main() {
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
	peers, err := build(dir)
	if err != nil {
		return err
	}
	var b strings.Builder
	head(&b, peers)
	for _, r := range rows {
		if err := measure(&b, peers, r); err != nil {
			return err
		}
	}
	startup(&b, peers)
	fmt.Print(b.String())
	return os.WriteFile("docs/BENCHMARKS.md", []byte(b.String()), 0o644)
}

func build(dir string) ([]peer, error) {
	peers := []peer{
		{"ompcc", "", []string{"bin/ompcc", "-O2"}},
		{"clang", "", []string{"clang-19", "-O2", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"}},
		{"gcc", "", []string{"gcc", "-O2", "-fopenmp"}},
	}
	for i := range peers {
		p := &peers[i]
		p.program = filepath.Join(dir, p.name)
		cmd := exec.Command(p.command[0], append(p.command[1:], "-o", p.program, "rt/bench/testdata/bench.c", "-lpthread")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s: %v\n%s", p.name, err, out)
		}
	}
	return peers, nil
}

func output(program string, args ...string) (stdout, stderr string, err error) {
	var o, e bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH=/usr/lib/llvm-19/lib", "OMP_WAIT_POLICY=passive")
	cmd.Stdout, cmd.Stderr = &o, &e
	err = cmd.Run()
	return o.String(), e.String(), err
}

func (p *peer) time(r row) (float64, error) {
	best := math.Inf(1)
	for range 5 {
		o, e, err := output(p.program, append([]string{r.op, strconv.Itoa(r.count)}, r.args...)...)
		if err != nil {
			return 0, fmt.Errorf("%s %s: %v\n%s", p.name, r.op, err, e)
		}
		ns, err := strconv.ParseFloat(strings.TrimSpace(o), 64)
		if err != nil {
			return 0, err
		}
		best = min(best, ns)
	}
	return best, nil
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

func (p *peer) instructions(r row) (float64, error) {
	const few, many = 200, 1000
	var n [2]float64
	for i, count := range []int{few, many} {
		args := append([]string{"--tool=callgrind", "--callgrind-out-file=/dev/null", p.program, r.op, strconv.Itoa(count)}, r.args...)
		_, e, err := output("valgrind", args...)
		m := collected.FindStringSubmatch(e)
		if err != nil || m == nil {
			return 0, fmt.Errorf("%s %s under callgrind: %v\n%s", p.name, r.op, err, e)
		}
		n[i], _ = strconv.ParseFloat(m[1], 64) // digits, by the expression
	}
	return (n[1] - n[0]) / (many - few), nil
}

func head(b *strings.Builder, peers []peer) {
	b.WriteString("# Costs of the runtime\n\nWritten by `make bench`: one run on one machine, " + machine() +
		".\nInstructions are those of the process (callgrind), for each operation; times are the least of five runs.\n" +
		"gcc's runtime has no device here: it executes on the host and keeps no data environment.\n\nCompilers:\n\n")
	for _, p := range peers {
		version, _, _ := output(p.command[0], "--version")
		first, _, _ := strings.Cut(version, "\n")
		fmt.Fprintf(b, "- %s: `%s` (%s)\n", p.name, strings.Join(p.command, " "), first)
	}
	b.WriteString("\n| operation | ompcc instr. | clang instr. | ratio | ompcc ns | clang ns | ratio | gcc ns |\n|---|---|---|---|---|---|---|---|\n")
}

func machine() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	model := "unknown processor"
	if _, rest, ok := strings.Cut(string(text), "model name"); ok {
		line, _, _ := strings.Cut(rest, "\n")
		model = strings.TrimLeft(line, "\t: ")
	}
	return fmt.Sprintf("%d × %s", strings.Count(string(text), "processor\t"), model)
}

func measure(b *strings.Builder, peers []peer, r row) error {
	fmt.Fprintf(os.Stderr, "%s\n", r.title)
	instr, ns := make([]float64, len(peers)), make([]float64, len(peers))
	for i := range peers {
		var err error
		if ns[i], err = peers[i].time(r); err != nil {
			return err
		}
		if i < 2 && !r.timeOnly {
			if instr[i], err = peers[i].instructions(r); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(b, "| %s |", r.title)
	if r.timeOnly {
		b.WriteString(" | | |")
	} else {
		fmt.Fprintf(b, " %.0f | %.0f | %.2f |", instr[0], instr[1], instr[0]/instr[1])
	}
	fmt.Fprintf(b, " %.0f | %.0f | %.2f | %.0f |\n", ns[0], ns[1], ns[0]/ns[1], ns[2])
	return nil
}

// startup compares whole processes: instructions until an empty target is done.
func startup(b *strings.Builder, peers []peer) {
	b.WriteString("\n| start-up with one empty target | instructions, millions |\n|---|---|\n")
	for _, p := range peers {
		_, e, _ := output("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", p.program, "empty", "1")
		if m := collected.FindStringSubmatch(e); m != nil {
			n, _ := strconv.ParseFloat(m[1], 64)
			fmt.Fprintf(b, "| %s | %.1f |\n", p.name, n/1e6)
		}
	}
}
