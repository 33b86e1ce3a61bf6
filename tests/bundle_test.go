package tests

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var bundle = flag.String("bundle", "", "folder to build the programs for a machine with a GPU in (make gpu-bundle)")

// TestGPUBundle builds cases, examples and the benchmark as programs that a
// machine with an NVIDIA GPU runs by testdata/gpurun.sh, without a compiler or
// network. Without -bundle it builds a few and runs the script on the emulated
// device.
func TestGPUBundle(t *testing.T) {
	t.Parallel()
	cc := ompcc(t)
	dir, every := *bundle, 1
	if dir == "" {
		dir, every = t.TempDir(), 100
	}
	b := &bundled{t: t, cc: cc, dir: dir}
	for i, c := range cases(t) {
		if c.runs() && c.noGPU == "" && c.host == "" && c.knownFailure == "" && i%every == 0 {
			b.add("cases/"+c.name(), append([]string{"-DGPU"}, c.flags...), c.env, []string{c.path}, b.expectation(c))
		}
	}
	for i, e := range exampleDirs(t) {
		sources, err := filepath.Glob(filepath.Join(e, "*.c"))
		if err != nil {
			t.Fatal(err)
		}
		if i%every == 0 {
			b.add("examples/"+filepath.Base(e), []string{"-O2"}, nil, append(sources, "-lm"),
				b.read(filepath.Join(e, "expected.txt")))
		}
	}
	b.compile("bench", []string{"-O2"}, []string{"gpubench/programs/bench.c", "-lm"})
	for _, f := range []string{"gpubench/programs/bench.cu", "gpubench/programs/kernels.cuh"} {
		b.write(filepath.Base(f), b.read(f), 0o666)
	}
	b.libraries()
	b.counts(emulated(t, ",profile="+filepath.Join(t.TempDir(), "counts.json")))
	b.write("run.sh", b.read("testdata/gpurun.sh"), 0o777)
	b.write("counts.awk", b.read("testdata/gpucounts.awk"), 0o666)
	b.write("programs.txt", []byte(b.list.String()), 0o666)
	t.Logf("%d programs in %s", strings.Count(b.list.String(), "\n"), dir)
	if *bundle == "" {
		b.try(emulated(t, ""))
	}
}

// bundled is a folder with programs.
type bundled struct {
	t       *testing.T
	cc, dir string
	list    strings.Builder // folder and environment of each program
}

func (b *bundled) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bundled) read(path string) []byte {
	text, err := os.ReadFile(path)
	b.must(err)
	return text
}

func (b *bundled) write(name string, text []byte, mode os.FileMode) {
	path := filepath.Join(b.dir, name)
	b.must(os.MkdirAll(filepath.Dir(path), 0o777))
	b.must(os.WriteFile(path, text, mode))
}

// expectation is what a case has to print.
func (b *bundled) expectation(c *testCase) []byte {
	if c.has(".out") {
		return b.read(c.beside(".out"))
	}
	return []byte("ok\n")
}

func (b *bundled) compile(name string, flags, sources []string) {
	exe := filepath.Join(b.dir, name)
	b.must(os.MkdirAll(filepath.Dir(exe), 0o777))
	args := append(append([]string{"-g", "-fopenmp-targets=nvptx", "-o", exe}, sources...), flags...)
	if r := run(b.t, "", nil, b.cc, args...); r.exit != 0 {
		b.t.Fatalf("%s: ompcc: exit %d\n%s", name, r.exit, r.stderr)
	}
}

func (b *bundled) add(name string, flags, env, sources []string, want []byte) {
	b.compile(filepath.Join(name, "program"), flags, sources)
	b.write(filepath.Join(name, "expected"), want, 0o666)
	fmt.Fprintf(&b.list, "%s\n", strings.Join(append([]string{name}, env...), " "))
}

// libraries copies what the programs need apart from the C library.
func (b *bundled) libraries() {
	text, err := exec.Command("ldd", filepath.Join(b.dir, "bench")).Output()
	b.must(err)
	for line := range strings.Lines(string(text)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " => ")
		path, _, _ := strings.Cut(rest, " ")
		if ok && !strings.HasPrefix(name, "libc.") && !strings.HasPrefix(name, "libm.") {
			b.write(filepath.Join("lib", name), b.read(path), 0o777)
		}
	}
}

// counts writes what the emulated device counts in the benchmark's kernels, which the script compares
// with a GPU's counters.
func (b *bundled) counts(env []string) {
	const size = "65536 1"
	if r := run(b.t, "", env, filepath.Join(b.dir, "bench"), strings.Fields(size)...); r.exit != 0 {
		b.t.Fatalf("bench on the emulated device: exit %d\n%s", r.exit, r.stderr)
	}
	_, file, _ := strings.Cut(env[1], "profile=")
	var kernels []struct {
		Kernel                 string
		Launches, Instructions int
		Warps                  int `json:"warp_instructions"`
		Loads                  int `json:"global_load_transactions"`
		Stores                 int `json:"global_store_transactions"`
		Conflicts              int `json:"shared_bank_conflicts"`
	}
	b.must(json.Unmarshal(b.read(file), &kernels))
	var text strings.Builder
	for _, k := range kernels {
		fmt.Fprintln(&text, k.Kernel, k.Launches, k.Instructions, k.Warps, k.Loads, k.Stores, k.Conflicts)
	}
	b.write("counts.txt", []byte(text.String()), 0o666)
	b.write("counted.txt", []byte(size+"\n"), 0o666)
}

// ncu is a program in the place of NVIDIA's profiler that prints what it would of two launches.
const ncu = `#!/bin/sh
echo '==PROF== Connected to process 1'
echo '"ID","Process ID","Kernel Name","Block Size","Metric Name","Metric Unit","Metric Value"'
for id in 0 1; do
  for metric in smsp__thread_inst_executed smsp__inst_executed l1tex__t_sectors_pipe_lsu_mem_global_op_ld l1tex__t_sectors_pipe_lsu_mem_global_op_st l1tex__t_sectors_pipe_lsu_mem_global_op_red; do
    echo "\"$id\",\"1\",\"__ompcc_k_bench_c_saxpy_l50__once\",\"(256, 1, 1)\",\"$metric.sum\",\"inst\",\"1,002\""
  done
done
`

// try runs the script, which must find that all is right, and then an error.
func (b *bundled) try(env []string) {
	tools := b.t.TempDir()
	b.must(os.WriteFile(filepath.Join(tools, "ncu"), []byte(ncu), 0o777))
	env = append(env, "PATH="+tools+":"+os.Getenv("PATH"))
	r := run(b.t, "", append(env, "BENCH=3000 1"), filepath.Join(b.dir, "run.sh"))
	n := strings.Count(b.list.String(), "\n")
	if counts := regexp.MustCompile(`saxpy_l50__once +2/2 +2004/\d{7} +2004/81920 +2004/32768 +4008/16384 +0/0\n`); !counts.MatchString(r.stdout) {
		b.t.Errorf("no line %s in\n%s", counts, r.stdout)
	}
	if want := fmt.Sprintf("%d programs: %d right, 0 wrong", n, n); r.exit != 0 || !strings.Contains(r.stdout, want) ||
		!strings.Contains(r.stdout, "from-device") {
		b.t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	first, _, _ := strings.Cut(strings.Fields(b.list.String())[0], "\n")
	b.write(filepath.Join(first, "expected"), []byte("something else\n"), 0o666)
	if r := run(b.t, "", append(env, "BENCH=3000 1"), filepath.Join(b.dir, "run.sh")); r.exit != 1 ||
		!strings.Contains(r.stdout, "1 wrong") {
		b.t.Errorf("a wrong result is not seen: exit %d\n%s", r.exit, r.stdout)
	}
}
