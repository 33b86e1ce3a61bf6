package tests

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var bundle = flag.String("bundle", "", "folder to build the programs for a machine with a GPU in (make gpu-bundle)")

// TestGPUBundle builds cases, examples and the benchmark as programs that a
// machine with an NVIDIA GPU runs by testdata/gpurun.sh, without a compiler or
// network. Without -bundle it builds a few and runs the script on the emulated
// device.
func TestGPUBundle(t *testing.T) {
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
			b.add("examples/"+filepath.Base(e), []string{"-O2"}, nil, append(sources, "-lm"), b.read(filepath.Join(e, "expected.txt")))
		}
	}
	b.compile("bench", []string{"-O2"}, []string{"gpubench/programs/bench.c", "-lm"})
	for _, f := range []string{"gpubench/programs/bench.cu", "gpubench/programs/kernels.cuh"} {
		b.write(filepath.Base(f), b.read(f), 0o666)
	}
	b.libraries()
	b.write("run.sh", b.read("testdata/gpurun.sh"), 0o777)
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

// try runs the script, which must find that all is right, and then an error.
func (b *bundled) try(env []string) {
	r := run(b.t, "", append(env, "BENCH=3000 1"), filepath.Join(b.dir, "run.sh"))
	n := strings.Count(b.list.String(), "\n")
	if want := fmt.Sprintf("%d programs: %d right, 0 wrong", n, n); r.exit != 0 || !strings.Contains(r.stdout, want) || !strings.Contains(r.stdout, "from-device") {
		b.t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
	}
	first, _, _ := strings.Cut(strings.Fields(b.list.String())[0], "\n")
	b.write(filepath.Join(first, "expected"), []byte("something else\n"), 0o666)
	if r := run(b.t, "", append(env, "BENCH=3000 1"), filepath.Join(b.dir, "run.sh")); r.exit != 1 || !strings.Contains(r.stdout, "1 wrong") {
		b.t.Errorf("a wrong result is not seen: exit %d\n%s", r.exit, r.stdout)
	}
}
