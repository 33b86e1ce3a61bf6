package emu_test

import (
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ompcc/rt/emu/sim"
)

// TestClangKernels executes kernels that clang has compiled with its device
// runtime: as its optimiser leaves them, and in generic mode with a state
// machine.
func TestClangKernels(t *testing.T) {
	library := func(arch string) string { return "/usr/lib/llvm-19/lib/libomptarget-nvptx-" + arch + ".bc" }
	if testing.Short() {
		t.Skip("compiles clang's device runtime five times")
	}
	clang, err := exec.LookPath("clang-19")
	if _, e := os.Stat(library("sm_80")); err != nil || e != nil {
		t.Skip("clang-19 with its device runtime is not installed")
	}
	counted := func(i int) int32 { return int32(i + 1) }
	only := func(v ...int32) func(i int) int32 {
		return func(i int) int32 {
			if i < len(v) {
				return v[i]
			}
			return 0
		}
	}
	want := map[string]func(i int) int32{
		"teams_and_parallel": counted, "orphaned": counted, "barriers": counted, "shared_local": counted,
		"nested":     counted,
		"reductions": only(1024*1023/2, 1023), "atomics": only(1024, 1023),
	}
	for name, c := range map[string]struct {
		arch  string
		flags []string
	}{
		"optimised": {"sm_80", []string{"-O2"}},
		"generic":   {"sm_80", []string{"-O2", "-mllvm", "-openmp-opt-disable"}},
		"O0":        {"sm_75", []string{"-O0"}},
		"O1":        {"sm_70", []string{"-O1"}},
		"O3":        {"sm_90", []string{"-O3"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"-g", "-w", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda",
				"-Xopenmp-target=nvptx64-nvidia-cuda", "-march=" + c.arch,
				"--offload-device-only", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library(c.arch)}, c.flags...)
			text := compileTo(t, clang, append(args, "-S", "testdata/clang/kernels.c")...)
			ran := 0
			for line := range strings.Lines(text) {
				_, kernel, ok := strings.Cut(line, ".entry ")
				kernel = strings.TrimRight(kernel, "(\n")
				for f, expect := range want {
					if ok && strings.Contains(kernel, "_"+f+"_l") {
						ran++
						t.Run(f, func(t *testing.T) { clangKernel(t, text, kernel, f, expect) })
					}
				}
			}
			if ran != len(want) {
				t.Errorf("%d kernels of %d", ran, len(want))
			}
		})
	}
}

// unordered are the kernels for which clang's runtime has accesses of shared
// memory that no fence or barrier orders: it makes sequentially consistent atomic
// operations without fences, with LLVM 19.
var unordered = map[string]bool{"nested": true}

// clangKernel launches a kernel on 1024 zeros and compares what it leaves.
func clangKernel(t *testing.T, text, kernel, name string, want func(i int) int32) {
	o := sim.Defaults()
	o.Memory, o.Budget = 256<<20, 1<<24
	o.Races = !unordered[name]
	d, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	const n = 1024
	zeros := func(size uint64) uint64 {
		p, err := d.Alloc(size)
		if err == nil {
			err = d.Fill(p, 0, size)
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	env, data := zeros(16), zeros(4*n)
	if err := d.Write(env+8, binary.LittleEndian.AppendUint64(nil, zeros(1<<20))); err != nil {
		t.Fatal(err)
	}
	values := []uint64{env, data}
	if name == "reductions" {
		values = append(values, data+4)
	}
	k := m.Kernel(kernel)
	offsets, sizes := k.Params()
	if len(sizes) != len(values) {
		t.Fatalf("%d parameters", len(sizes))
	}
	params := make([]byte, k.ParamSize())
	for i, v := range values {
		copy(params[offsets[i]:offsets[i]+sizes[i]], binary.LittleEndian.AppendUint64(nil, v))
	}
	blocks := map[string]uint32{"teams_and_parallel": 4, "shared_local": 2, "reductions": 4}[name]
	most, exact := k.Bounds()
	threads := uint32(max(most, exact))
	if threads == 0 || threads > 128 {
		threads = 128
	}
	if n := map[string]uint32{"barriers": 64, "nested": 32}[name]; n > 0 && exact == 0 { // num_threads
		threads = min(threads, n)
	}
	if err := d.Launch(k,
		sim.Grid{Blocks: [3]uint32{max(blocks, 1), 1, 1}, Threads: [3]uint32{threads, 1, 1},
			Params: params}); err != nil {
		t.Fatal(err)
	}
	out, err := d.Bytes(data, 4*n)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if v := int32(binary.LittleEndian.Uint32(out[4*i:])); v != want(i) {
			t.Fatalf("element %d is %d, not %d", i, v, want(i))
		}
	}
}

// TestPlainKernels executes plain C as clang compiles it at all levels, and compares
// with the host.
func TestPlainKernels(t *testing.T) {
	clang, err := exec.LookPath("clang-19")
	if err != nil {
		t.Skip("clang-19 is not installed")
	}
	const source, n = "testdata/clang/plain.c", 256
	host := filepath.Join(t.TempDir(), "plain")
	if out, err := exec.Command("gcc", "-O1", "-ffp-contract=off", "-w", "-o", host, source, "-lm").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := exec.Command(host).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(text))
	for _, arch := range []string{"sm_70", "sm_90"} {
		for _, level := range []string{"-O0", "-O1", "-O2", "-O3"} {
			ptx := compileTo(t, clang, "--target=nvptx64-nvidia-cuda", "-march="+arch, level, "-ffp-contract=off", "-w",
				"-S", source)
			// Without optimisation a bit-field is read before it is first written.
			for i, v := range plainKernel(t, ptx, n, level != "-O0") {
				if got := strconv.FormatUint(v, 10); got != want[i] {
					t.Errorf("%s %s: all(%d) is %s, on the host %s", arch, level, i, got, want[i])
					break
				}
			}
		}
	}
}

// plainKernel launches the kernel plain for n threads.
func plainKernel(t *testing.T, text string, n uint64, unset bool) []uint64 {
	t.Helper()
	o := sim.Defaults()
	o.Memory, o.Unset = 64<<20, unset
	d, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.Alloc(8 * n)
	if err != nil {
		t.Fatal(err)
	}
	grid := sim.Grid{Blocks: [3]uint32{uint32(n / 64), 1, 1}, Threads: [3]uint32{64, 1, 1},
		Params: binary.LittleEndian.AppendUint64(nil, out)}
	if err := d.Launch(m.Kernel("plain"), grid); err != nil {
		t.Fatal(err)
	}
	data, err := d.Bytes(out, 8*n)
	if err != nil {
		t.Fatal(err)
	}
	values := make([]uint64, n)
	for i := range values {
		values[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return values
}
