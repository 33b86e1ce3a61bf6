package emu_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ompcc/rt/abi"
	"ompcc/rt/emu/profile"
	"ompcc/rt/emu/sim"
)

// TestAgainstClang executes the same loops as compiled by ompcc and by clang
// with its device runtime, and hand-written CUDA, and compares exact counts:
// ours must need fewer instructions than clang's and no more transactions. The
// figures are those in docs/emulator.md, which -update rewrites.
func TestAgainstClang(t *testing.T) {
	compiler, _ := built(t)
	clang, err := exec.LookPath("clang-19")
	library := "/usr/lib/llvm-19/lib/libomptarget-nvptx-sm_80.bc"
	if _, e := os.Stat(library); err != nil || e != nil {
		t.Skip("clang-19 with its device runtime is not installed")
	}
	programs := filepath.Join("..", "..", "tests", "gpubench", "programs")
	cuda := compileTo(t, clang, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc", "-nocudalib",
		"-Xclang", "-target-feature",
		"-Xclang", "+ptx70", "-Wno-unknown-cuda-version", "-O3", "-include", filepath.Join(programs, "toolkit.h"), "-S", filepath.Join(programs, "kernels.cuh"))
	var rows strings.Builder
	for _, c := range comparisons {
		source := filepath.Join("testdata", "compare", c.name+".c")
		ours := compileTo(t, compiler, "-O2", "-fopenmp-targets=nvptx", "--offload-arch=sm_80", "--offload-device-only",
			"-S", source)
		theirs := compileTo(t, clang, "-O2", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda",
			"-Xopenmp-target=nvptx64-nvidia-cuda",
			"-march=sm_80", "--offload-device-only", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library, "-S", source)
		a := measure(t, ours, entry(t, ours), c, c.args)
		b := measure(t, theirs, entry(t, theirs), c, append([]string{"env"}, c.clang...))
		h := measure(t, cuda, c.name, c, c.cuda)
		for i, x := range []*profile.Counts{a, b, h} {
			n := float64(c.elements)
			fmt.Fprintf(&rows, "| %s | %s | %.2f | %.3f | %.4f | %.4f |\n", c.name,
				[]string{"ompcc", "clang", "CUDA by hand"}[i], float64(x.Instructions)/n,
				float64(x.LoadTrans+x.StoreTrans)/n, float64(x.Barriers)/n, float64(x.Atomics)/n)
		}
		if a.Instructions >= b.Instructions ||
			float64(a.LoadTrans+a.StoreTrans) > 1.05*float64(b.LoadTrans+b.StoreTrans) {
			t.Errorf("%s: ours is not better than clang's", c.name)
		}
	}
	t.Logf("\n%s", rows.String())
	documented(t, rows.String())
}

// documented compares the rows with the table in the documentation.
func documented(t *testing.T, rows string) {
	t.Helper()
	documentedTable(t, regexp.MustCompile(`(?m)(^\| (saxpy|dot|stencil) \| (ompcc|clang|CUDA).*\n)+`), rows)
}

// documentedTable compares rows with those in the documentation that the expression matches: figures may differ by a
// tenth, as they do with small changes of the compiler.
func documentedTable(t *testing.T, table *regexp.Regexp, rows string) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", "emulator.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, table.ReplaceAll(text, []byte(rows)), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	fields := func(text string) []string { return regexp.MustCompile(` *[|/] *`).Split(text, -1) }
	have, want := fields(string(table.Find(text))), fields(rows)
	if len(have) != len(want) {
		t.Fatalf("docs/emulator.md has another table; rewrite it with -update")
	}
	for i := range want {
		a, errA := strconv.ParseFloat(have[i], 64)
		b, errB := strconv.ParseFloat(want[i], 64)
		if errA == nil && errB == nil && math.Abs(a-b) > 0.1*math.Abs(b) || errA != nil && have[i] != want[i] {
			t.Errorf("docs/emulator.md says %s, measured %s; rewrite it with -update", have[i], want[i])
		}
	}
}

const side = 514 // of the stencil's square

// comparison is a kernel with its arguments: "n" is an integer, "f" a scalar,
// lower-case letters else are arrays of doubles or floats.
type comparison struct {
	name     string
	elements int
	size     int      // bytes of an element
	n        int      // value of n
	args     []string // ours, in order
	clang    []string
	cuda     []string
}

var comparisons = []comparison{
	{"saxpy", 1 << 18, 4, 1 << 18, []string{"x", "y", "n", "f"}, []string{"n", "y", "f", "x"}, []string{"n", "x", "y"}},
	{"dot", 1 << 16, 8, 1 << 16, []string{"x", "y", "s", "n"}, []string{"n", "s", "x", "y"},
		[]string{"n", "x", "y", "s"}},
	{"stencil", (side - 2) * (side - 2), 8, side, []string{"a", "b", "n"}, []string{"n", "b", "a"},
		[]string{"n", "a", "b"}},
}

func compileTo(t testing.TB, compiler string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "k.ptx")
	if text, err := exec.Command(compiler, append(args, "-o", out)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// measure launches a kernel with a thread for each element, CUDA's stencil in
// blocks of two dimensions.
func measure(t *testing.T, text, kernel string, c comparison, args []string) *profile.Counts {
	t.Helper()
	o := sim.Defaults()
	o.Memory, o.Profile = 256<<20, true
	p := prepare(t, text, kernel, c, args, o)
	if kernel == "stencil" {
		p.grid.Blocks, p.grid.Threads = [3]uint32{(side - 2 + 31) / 32, (side - 2 + 7) / 8, 1}, [3]uint32{32, 8, 1}
	}
	p.launch(t)
	return p.device.Profile()[0]
}

// entry is the kernel's name; ours for one iteration per thread if there is one.
func entry(t testing.TB, text string) string {
	name := ""
	for line := range strings.Lines(text) {
		if _, rest, ok := strings.Cut(line, ".entry "); ok {
			if n := strings.TrimRight(rest, "(\n"); name == "" || strings.HasSuffix(n, abi.OnceSuffix) {
				name = n
			}
		}
	}
	if name == "" {
		t.Fatal("no kernel")
	}
	return name
}

func argument(t testing.TB, d *sim.Device, c comparison, name string) uint64 {
	t.Helper()
	switch name {
	case "n":
		return uint64(c.n)
	case "f":
		return uint64(math.Float32bits(2))
	}
	size := uint64(c.elements) * uint64(c.size)
	if c.name == "stencil" {
		size = side * side * 8
	}
	if name == "env" {
		size = 16 // clang's launch environment: two counters and the buffer of reductions
	}
	p, err := d.Alloc(size)
	if err == nil {
		err = d.Fill(p, 0, size)
	}
	if err == nil && name == "env" {
		var buffer uint64
		if buffer, err = d.Alloc(1 << 20); err == nil {
			err = d.Write(p+8, binary.LittleEndian.AppendUint64(nil, buffer))
		}
	}
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", name, err))
	}
	return p
}
