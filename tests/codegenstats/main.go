// Command codegenstats counts the instructions of some kernels as ompcc and
// clang compile them for an NVIDIA and an AMD GPU, beside hand-written CUDA and
// HIP, and writes the table as Markdown.
//
// Usage: go run ./tests/codegenstats [-ompcc bin/ompcc] [-clang clang-19] [-check] > docs/codegen-stats.md
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"ompcc/rt/abi"
)

const sources = "tests/codegenstats/kernels"

// shape is one kernel with the static instructions of hand-written code for the same loop. They are those of a CUDA
// kernel for sm_80 and a HIP kernel for gfx90a from the vendors' compilers, or those of reference.cu from clang 19.
// 0 means that there is no such figure.
type shape struct {
	name      string
	what      string
	files     []string
	cuda, hip int
	// any are the same for kernels that work for all grids.
	cudaAny, hipAny int
}

var shapes = []shape{
	{"saxpy", "`teams distribute parallel for`", []string{"saxpy.c"}, 20, 22, 31, 34},
	{"dot", "the same, `reduction(+)` on double", []string{"dot.c"}, 99, 0, 0, 0},
	{"stencil", "5 points, `collapse(2)`", []string{"stencil.c"}, 49, 83, 74, 215},
	{"histogram", "`atomic update`", []string{"histogram.c"}, 19, 18, 29, 35},
	{"matmul", "`collapse(2)`, inner loop", []string{"matmul.c"}, 68, 0, 97, 206},
	{"rowscale", "`teams distribute` + `parallel for`", []string{"rowscale.c"}, 42, 51, 0, 0},
	{"rowstatic", "the same, `schedule(static)`", []string{"rowstatic.c"}, 42, 51, 0, 0},
	{"rowsum", "rowscale + inner reduction", []string{"rowsum.c"}, 0, 0, 0, 0},
	{"rowcall", "rowscale + function of another file", []string{"rowcall.c", "weight.c"}, 0, 0, 0, 0},
	{"generic", "`target` + such a function + `parallel for`", []string{"generic.c", "weight.c"}, 0, 0, 0, 0},
	{"callback", "a function that is given another one", []string{"callback.c"}, 62, 46, 0, 0},
	{"spmv", "sparse matrix (CSR) times vector", []string{"spmv.c"}, 77, 66, 0, 0},
	{"stencil3d", "7 points, `collapse(3)`", []string{"stencil3d.c"}, 56, 100, 116, 1237},
	{"nbody", "structures, inner loop", []string{"nbody.c"}, 57, 100, 0, 0},
	{"privhist", "histogram of each team in its memory", []string{"privhist.c"}, 55, 168, 0, 0},
	{"transpose", "matrix, by tiles in the team's memory", []string{"transpose.c"}, 75, 109, 0, 0},
	{"tiled", "matmul by tiles in the team's memory, `barrier`", []string{"tiled.c"}, 115, 138, 0, 0},
}

// counts are the static figures of one entry point.
type counts struct {
	instructions, barriers, calls, nc int
	shared, vgprs, sgprs              int
}

type options struct{ ompcc, clang string }

func main() {
	var o options
	flag.StringVar(&o.ompcc, "ompcc", "bin/ompcc", "the compiler to measure")
	flag.StringVar(&o.clang, "clang", "clang-19", "the compiler to compare with, left out if there is none")
	check := flag.Bool("check", false, "fail if a kernel exceeds its limit")
	flag.Parse()
	excess, err := report(os.Stdout, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "codegenstats:", err)
		os.Exit(1)
	}
	for _, e := range excess {
		fmt.Fprintln(os.Stderr, "codegenstats:", e)
	}
	if *check && len(excess) > 0 {
		os.Exit(1)
	}
}

// report writes the tables and returns the kernels over their limits.
func report(w io.Writer, o options) (excess []string, err error) {
	dir, err := os.MkdirTemp("", "codegenstats")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	fmt.Fprintf(w, "# Instructions of GPU kernels\n\n`make codegen-stats` writes this page from the sources in %s.\n",
		sources)
	fmt.Fprintf(w,
		"Static instructions of the kernel, -O2; “one” is the entry point for grids with a thread for each iteration (a team where the loop is distributed among teams alone), “any” the one for all grids.\n")
	fmt.Fprintf(w,
		"The references are hand-written kernels: one iteration a thread where that is possible; those of “any” have a loop in steps of the grid whose counter holds the number of all iterations. A kernel may have 1.1 times the reference's, or half of clang's where there is none.\n")
	for _, t := range targets {
		more, err := table(w, dir, t, o)
		if err != nil {
			return nil, err
		}
		excess = append(excess, more...)
	}
	return excess, nil
}

type target struct {
	name, arch, title string
	reference         func(shape) (one, any int)
	extension         string // of -save-temps
	count             func(path string) (map[string]counts, error)
	clang             []string
	runtime           string // clang's device runtime
	fields            string
	values            func(counts) string
}

var targets = []target{
	{"nvptx", "sm_80", "NVIDIA, PTX for sm_80", func(s shape) (int, int) { return s.cuda, s.cudaAny }, "nvptx64.sm_80.ptx", countPTX,
		[]string{"-fopenmp-targets=nvptx64-nvidia-cuda", "-Xopenmp-target=nvptx64-nvidia-cuda", "-march=sm_80",
			"-nocudalib"}, "libomptarget-nvptx-sm_80.bc",
		"barriers / calls / ld.global.nc / shared bytes",
		func(c counts) string { return fmt.Sprintf("%d / %d / %d / %d", c.barriers, c.calls, c.nc, c.shared) }},
	{"amdgcn", "gfx90a", "AMD, gfx90a", func(s shape) (int, int) { return s.hip, s.hipAny }, "amdgcn.gfx90a.hsaco", countAMD,
		[]string{"-fopenmp-targets=amdgcn-amd-amdhsa", "-Xopenmp-target=amdgcn-amd-amdhsa", "-march=gfx90a",
			"-nogpulib"}, "libomptarget-amdgpu-gfx90a.bc",
		"VGPR / SGPR / LDS bytes / calls",
		func(c counts) string { return fmt.Sprintf("%d / %d / %d / %d", c.vgprs, c.sgprs, c.shared, c.calls) }},
}

func table(w io.Writer, dir string, t target, o options) (excess []string, err error) {
	fmt.Fprintf(w,
		"\n## %s\n\n| kernel | source | reference | ompcc one | reference any | ompcc any | %s | clang | %s |\n|---|---|---|---|---|---|---|---|---|\n", t.title, t.fields, t.fields)
	for _, s := range shapes {
		ours, err := compileOurs(dir, t, s, o.ompcc)
		if err != nil {
			return nil, err
		}
		one, any := pick(ours)
		best := any
		oneText, refText, anyText, clangText, clangMore := "–", "–", "–", "–", "–"
		if one.instructions > 0 {
			best, oneText = one, fmt.Sprint(one.instructions)
		}
		limit := 0
		r, all := t.reference(s)
		if r > 0 {
			refText, limit = fmt.Sprint(r), r*11/10
		}
		if all > 0 {
			anyText = fmt.Sprint(all)
			if any.instructions > all*11/10 {
				excess = append(excess,
					fmt.Sprintf("%s for any grid on %s: %d instructions, limit %d", s.name, t.name, any.instructions,
						all*11/10))
			}
		}
		if theirs, ok := compileClang(dir, t, s, o.clang); ok {
			clangText, clangMore = fmt.Sprint(theirs.instructions), t.values(theirs)
			if limit == 0 {
				limit = theirs.instructions / 2
			}
		}
		if limit > 0 && best.instructions > limit {
			excess = append(excess,
				fmt.Sprintf("%s on %s: %d instructions, limit %d", s.name, t.name, best.instructions, limit))
		}
		if any.calls > 0 {
			excess = append(excess, fmt.Sprintf("%s on %s: %d calls", s.name, t.name, any.calls))
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %d | %s | %s | %s |\n", s.name, s.what, refText, oneText, anyText,
			any.instructions, t.values(best), clangText, clangMore)
	}
	return excess, nil
}

// pick separates the two entry points of a kernel.
func pick(entries map[string]counts) (one, any counts) {
	for name, c := range entries {
		switch {
		case strings.HasSuffix(name, abi.OnceSuffix):
			one = c
		case strings.HasSuffix(name, abi.WideSuffix): // for long loops, by several iterations a thread
		default:
			any = c
		}
	}
	return one, any
}

func paths(s shape) []string {
	list := make([]string, len(s.files))
	for i, f := range s.files {
		list[i], _ = filepath.Abs(filepath.Join(sources, f))
	}
	return list
}

// compileOurs links the kernel's files, which puts functions of other files inline.
func compileOurs(dir string, t target, s shape, ompcc string) (map[string]counts, error) {
	bin, err := filepath.Abs(ompcc)
	if err != nil {
		return nil, err
	}
	args := append([]string{"-O2", "-shared", "-fPIC", "-save-temps", "-fopenmp-targets=" + t.name,
		"--offload-arch=" + t.arch, "-o", s.name + ".so"}, paths(s)...)
	cmd := exec.Command(bin, args...)
	cmd.Dir = filepath.Join(dir, t.name, s.name)
	if err := os.MkdirAll(cmd.Dir, 0o755); err != nil {
		return nil, err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", s.name, err, out)
	}
	images, err := filepath.Glob(filepath.Join(cmd.Dir, "*."+t.extension))
	if err != nil || len(images) != 1 {
		return nil, fmt.Errorf("%s: %d images for %s", s.name, len(images), t.name)
	}
	return t.count(images[0])
}

// compileClang compiles the kernel's own file with clang's device runtime, as
// its linker step would; ok is false without that compiler.
func compileClang(dir string, t target, s shape, clang string) (c counts, ok bool) {
	bin, err := exec.LookPath(clang)
	if err != nil {
		return counts{}, false
	}
	entries, err := clangEntries(dir, t, s, bin)
	if err != nil {
		fmt.Fprintf(os.Stderr, "codegenstats: %s with %s: %v\n", s.name, clang, err)
		return counts{}, false
	}
	for name, e := range entries {
		if strings.HasPrefix(name, "__omp_offloading") {
			c = e
		}
	}
	return c, true
}

func clangEntries(dir string, t target, s shape, bin string) (map[string]counts, error) {
	resources, err := exec.Command(bin, "-print-resource-dir").Output()
	if err != nil {
		return nil, err
	}
	runtime := filepath.Join(strings.TrimSpace(string(resources)), "..", "..", t.runtime)
	out := filepath.Join(dir, s.name+"."+t.name+".clang")
	stage := []string{"-S"}
	if t.name == "amdgcn" {
		stage = []string{"-emit-llvm", "-c"}
	}
	args := append([]string{"-w", "-fopenmp", "--offload-device-only", "-O2", "-Xclang", "-mlink-builtin-bitcode",
		"-Xclang", runtime, "-o", out, paths(s)[0]}, t.clang...)
	if msg, err := exec.Command(bin, append(args, stage...)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, msg)
	}
	if t.name == "amdgcn" {
		if _, err := llvm("llc", "-O2", "-mcpu="+t.arch, "-filetype=obj", out, "-o", out+".o"); err != nil {
			return nil, err
		}
		out += ".o"
	}
	return t.count(out)
}

var (
	ptxEntry   = regexp.MustCompile(`(?s)\.entry\s+([\w$]+)\(.*?\n\{\n(.*?)\n\}`)
	ptxComment = regexp.MustCompile(`//.*|(?m)^\s*\.loc.*$`)
	ptxLabel   = regexp.MustCompile(`(?m)^\$\w+:`)
	ptxShared  = regexp.MustCompile(`(?m)\.shared \.align \d+ \.(\w)(\d+) ([\w$]+)(?:\[(\d+)\])?`)
)

// countPTX reads the entry points of a PTX file.
func countPTX(path string) (map[string]counts, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	entries := map[string]counts{}
	for _, m := range ptxEntry.FindAllStringSubmatch(string(text), -1) {
		var c counts
		for _, in := range strings.Split(ptxComment.ReplaceAllString(m[2], ""), ";") {
			in = strings.TrimLeft(ptxLabel.ReplaceAllString(in, ""), " \t\n{}")
			if in == "" || strings.HasPrefix(in, ".") {
				continue
			}
			c.instructions++
			switch {
			case strings.HasPrefix(in, "bar"):
				c.barriers++
			case strings.HasPrefix(in, "call"):
				c.calls++
			case strings.Contains(in, "ld.global.nc"):
				c.nc++
			}
		}
		for _, v := range ptxShared.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[2], v[3]) {
				n, bits := 1, 0
				fmt.Sscan(v[2], &bits)
				if v[4] != "" {
					fmt.Sscan(v[4], &n)
				}
				c.shared += n * bits / 8
			}
		}
		entries[m[1]] = c
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s has no entry point", path)
	}
	return entries, nil
}

var (
	amdNote = regexp.MustCompile(`(?m)^\s+(?:- )?\.(name|symbol|vgpr_count|sgpr_count|group_segment_fixed_size):\s+(\S+)`)
)

// countAMD reads the kernels of a code object by LLVM's tools.
func countAMD(path string) (map[string]counts, error) {
	asm, err := llvm("llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-addr", path)
	if err != nil {
		return nil, err
	}
	entries := map[string]counts{}
	name := ""
	for line := range strings.Lines(asm) {
		line = strings.TrimSpace(line)
		if n, ok := strings.CutPrefix(line, "<"); ok {
			name, _, _ = strings.Cut(n, ">")
			continue
		}
		op, _, _ := strings.Cut(line, " ")
		if name == "" || op == "" || op == "s_nop" || op == "s_code_end" || !regexp.MustCompile(`^(s|v|global|ds|flat|buffer|scratch)_`).MatchString(op) {
			continue
		}
		c := entries[name]
		c.instructions++
		if op == "s_swappc_b64" {
			c.calls++
		}
		entries[name] = c
	}
	notes, err := llvm("llvm-readelf", "--notes", path)
	if err != nil {
		return nil, err
	}
	return kernelsOnly(entries, notes)
}

// kernelsOnly keeps the functions that the metadata lists as kernels, with
// their registers.
func kernelsOnly(functions map[string]counts, notes string) (map[string]counts, error) {
	kernels := map[string]counts{}
	var c counts
	symbol := ""
	for _, m := range amdNote.FindAllStringSubmatch(notes, -1) {
		n := 0
		fmt.Sscan(m[2], &n)
		switch m[1] {
		case "group_segment_fixed_size": // the first of a kernel's fields, in order of their names
			c, symbol = counts{shared: n}, ""
		case "sgpr_count":
			c.sgprs = n
		case "symbol":
			symbol = strings.TrimSuffix(m[2], ".kd")
		case "vgpr_count":
			c.vgprs = n
			f := functions[symbol]
			f.shared, f.sgprs, f.vgprs = c.shared, c.sgprs, c.vgprs
			kernels[symbol] = f
		}
	}
	if len(kernels) == 0 {
		return nil, fmt.Errorf("no kernels in the metadata")
	}
	return kernels, nil
}

// llvm runs one of LLVM's tools of whatever version is there.
func llvm(tool string, args ...string) (string, error) {
	for _, name := range []string{tool + "-19", tool + "-22", tool} {
		if bin, err := exec.LookPath(name); err == nil {
			out, err := exec.Command(bin, args...).Output()
			return string(out), err
		}
	}
	return "", fmt.Errorf("%s is not installed", tool)
}
