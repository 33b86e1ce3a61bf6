package emu_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/rt/emu/sim"
)

// TestAgainstClang executes the same loops as compiled by ompcc and by clang
// with its device runtime, and compares exact counts: ours must need fewer
// instructions and no more transactions.
func TestAgainstClang(t *testing.T) {
	compiler, _ := built(t)
	clang, err := exec.LookPath("clang-19")
	library := "/usr/lib/llvm-19/lib/libomptarget-nvptx-sm_80.bc"
	if _, e := os.Stat(library); err != nil || e != nil {
		t.Skip("clang-19 with its device runtime is not installed")
	}
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			source := filepath.Join("testdata", "compare", c.name+".c")
			ours := compileTo(t, compiler, "-O2", "-fopenmp-targets=nvptx", "--offload-arch=sm_80", "--offload-device-only", "-S", source)
			theirs := compileTo(t, clang, "-O2", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda", "-Xopenmp-target=nvptx64-nvidia-cuda",
				"-march=sm_80", "--offload-device-only", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library, "-S", source)
			a, b := measure(t, ours, c, false), measure(t, theirs, c, true)
			n := float64(c.elements)
			for _, x := range []struct {
				who string
				c   *sim.Counts
			}{{"ompcc", a}, {"clang", b}} {
				t.Logf("%-8s %-6s %8.2f instructions, %6.3f transactions of 32 bytes, %8.4f warp barriers, %8.4f atomics per element", c.name, x.who,
					float64(x.c.Instructions)/n, float64(x.c.LoadTrans+x.c.StoreTrans)/n, float64(x.c.Barriers)/n, float64(x.c.Atomics)/n)
			}
			if a.Instructions >= b.Instructions || float64(a.LoadTrans+a.StoreTrans) > 1.05*float64(b.LoadTrans+b.StoreTrans) {
				t.Errorf("ours is not better than clang's")
			}
		})
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
}

var comparisons = []comparison{
	{"saxpy", 1 << 18, 4, 1 << 18, []string{"x", "y", "n", "f"}, []string{"n", "y", "f", "x"}},
	{"dot", 1 << 16, 8, 1 << 16, []string{"x", "y", "s", "n"}, []string{"n", "s", "x", "y"}},
	{"stencil", (side - 2) * (side - 2), 8, side, []string{"a", "b", "n"}, []string{"n", "b", "a"}},
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

// measure launches the module's kernel with a thread for each element.
func measure(t *testing.T, text string, c comparison, clang bool) *sim.Counts {
	t.Helper()
	o := sim.Defaults()
	o.Memory, o.Profile = 256<<20, true
	p := prepare(t, text, c, o, clang)
	p.launch(t)
	return p.device.Profile()[0]
}

// entry is the kernel's name; ours for one iteration per thread if there is one.
func entry(t testing.TB, text string) string {
	name := ""
	for line := range strings.Lines(text) {
		if _, rest, ok := strings.Cut(line, ".entry "); ok {
			if n := strings.TrimRight(rest, "(\n"); name == "" || strings.HasSuffix(n, "__once") {
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
