// Gpubench measures the machine's NVIDIA GPU: bench.c as ompcc compiles it,
// beside the same kernels in CUDA (nvcc) and bench.c as clang compiles it, where
// those are installed, and writes a table:
//
//	gpubench [-n elements] [-r repetitions] [-o docs/gpu-bench.md] [-ompcc bin/ompcc]
//
// Without a GPU it says so and ends with status 0, or 1 if OMPCC_GPU=required.
// OMPCC_GPU=emulated tries the harness on the emulated device: few elements,
// figures that mean nothing, and no file is written.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// line is a figure of one program.
type line struct {
	name, unit, check string
	figure            float64
}

// program is bench as one compiler makes it.
type program struct {
	name  string
	build []string // command, with the output's path added
	exe   string
	lines []line
	why   string // it has no figures
	built bool
}

type options struct {
	n, repetitions    int
	emulated          bool
	ompcc, source, cu string
}

func main() {
	var o options
	flag.IntVar(&o.n, "n", 1<<26, "elements")
	flag.IntVar(&o.repetitions, "r", 20, "repetitions")
	flag.StringVar(&o.ompcc, "ompcc", "bin/ompcc", "the compiler")
	folder := flag.String("sources", "tests/gpubench/programs", "folder of bench.c and bench.cu")
	out := flag.String("o", "", "file for the table, besides the standard output")
	flag.Parse()
	if o.emulated = os.Getenv("OMPCC_GPU") == "emulated"; o.emulated {
		o.n, o.repetitions, *out = 3000, 1, ""
	}
	o.source, o.cu = filepath.Join(*folder, "bench.c"), filepath.Join(*folder, "bench.cu")
	if err := bench(o, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gpubench:", err)
		os.Exit(1)
	}
}

func bench(o options, out string) error {
	dir, err := os.MkdirTemp("", "gpubench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all := programs(o)
	for i := range all {
		all[i].run(o, dir)
	}
	if ours := all[0]; ours.why != "" && (!ours.built || o.emulated) {
		return fmt.Errorf("%s: %s", o.source, ours.why)
	}
	if all[0].why != "" {
		fmt.Printf("*** NO NVIDIA GPU WAS MEASURED ***\n%s\n", all[0].why)
		if os.Getenv("OMPCC_GPU") == "required" {
			return fmt.Errorf("OMPCC_GPU=required")
		}
		return nil
	}
	var text bytes.Buffer
	name := device()
	if o.emulated {
		name = "the emulated device, NO GPU"
	}
	if err := table(&text, o, name, all); err != nil {
		return err
	}
	os.Stdout.Write(text.Bytes())
	if out == "" {
		return nil
	}
	return os.WriteFile(out, text.Bytes(), 0o666)
}

// programs are ours, CUDA's and clang's.
func programs(o options) []program {
	return []program{
		{name: "ompcc", build: []string{o.ompcc, "-O2", "-fopenmp-targets=nvptx", o.source, "-lm", "-o"}},
		{name: "CUDA", build: []string{"nvcc", "-O3", "-arch=native", o.cu, "-o"}},
		{name: "clang", build: []string{clang(), "-O2", "-fopenmp", "--offload-arch=native", o.source, "-lm", "-o"}},
	}
}

// clang is the newest clang that is installed.
func clang() string {
	names := []string{"clang"}
	for version := 25; version >= 17; version-- {
		names = append(names, "clang-"+strconv.Itoa(version))
	}
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			return name
		}
	}
	return names[0]
}

// environment is what programs run in: what is set for the emulated device must
// not take the GPU's place.
func (o options) environment() []string {
	emulate := "OMPCC_EMULATE="
	if o.emulated {
		emulate += "nvptx"
	}
	return append(os.Environ(), "OMP_TARGET_OFFLOAD=MANDATORY", emulate)
}

// run builds and runs a program; why says what went wrong.
func (p *program) run(o options, dir string) {
	p.exe = filepath.Join(dir, p.name)
	if text, err := exec.Command(p.build[0], append(p.build[1:], p.exe)...).CombinedOutput(); err != nil {
		p.why = fmt.Sprintf("not built: %v %s", err, firstLine(text))
		return
	}
	p.built = true
	c := exec.Command(p.exe, strconv.Itoa(o.n), strconv.Itoa(o.repetitions))
	c.Env = o.environment()
	var stderr bytes.Buffer
	c.Stderr = &stderr
	text, err := c.Output()
	if err == nil {
		p.lines, err = parse(string(text))
	}
	if err != nil {
		p.why = fmt.Sprintf("not run: %v %s", err, firstLine(stderr.Bytes()))
	}
}

func firstLine(text []byte) string {
	s, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return s
}

// parse reads "name figure unit checksum" lines.
func parse(text string) (all []line, err error) {
	for s := range strings.Lines(text) {
		f := strings.Fields(s)
		if len(f) != 4 {
			return nil, fmt.Errorf("the line %q", s)
		}
		v, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return nil, err
		}
		all = append(all, line{name: f[0], figure: v, unit: f[2], check: f[3]})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no output")
	}
	return all, nil
}

// device is the GPU's name and driver, as nvidia-smi has them.
func device() string {
	text, err := exec.Command("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").Output()
	if err != nil {
		return "unknown (" + err.Error() + ")"
	}
	return firstLine(text)
}

// table writes Markdown; the last column is ours relative to CUDA's, where more
// is better. A checksum that differs is an error.
func table(w io.Writer, o options, device string, all []program) error {
	fmt.Fprintf(w, "# Measured on an NVIDIA GPU\n\n%s; %d elements, best of %d. `make gpu-bench` writes this file.\n\n",
		device, o.n, o.repetitions)
	fmt.Fprint(w, "| | unit |")
	for _, p := range all {
		fmt.Fprintf(w, " %s |", p.name)
	}
	fmt.Fprint(w, " ompcc : CUDA |\n|---|---|")
	for range all {
		fmt.Fprint(w, "--:|")
	}
	fmt.Fprint(w, "--:|\n")
	for i, ours := range all[0].lines {
		fmt.Fprintf(w, "| %s | %s |", ours.name, ours.unit)
		for _, p := range all {
			if p.why != "" {
				fmt.Fprint(w, " – |")
				continue
			}
			if i >= len(p.lines) || p.lines[i].name != ours.name || p.lines[i].check != ours.check {
				return fmt.Errorf("%s of %s: another result than ompcc's %s", ours.name, p.name, ours.check)
			}
			fmt.Fprintf(w, " %.2f |", p.lines[i].figure)
		}
		fmt.Fprintf(w, " %s |\n", ratio(ours, all[1].lines, i))
	}
	for _, p := range all {
		if p.why != "" {
			fmt.Fprintf(w, "\n%s: %s\n", p.name, p.why)
		}
	}
	return nil
}

// ratio is our speed relative to CUDA's.
func ratio(ours line, cuda []line, i int) string {
	if i >= len(cuda) || ours.figure == 0 || cuda[i].figure == 0 {
		return "–"
	}
	r := ours.figure / cuda[i].figure
	if ours.unit == "us" {
		r = 1 / r
	}
	return fmt.Sprintf("%.3f", r)
}
