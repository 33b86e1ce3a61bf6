package emu_test

import (
	"encoding/binary"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ompcc/rt/emu/sim"
)

// TestClangKernels executes kernels that clang has compiled with its device
// runtime: as its optimiser leaves them, and in generic mode with a state
// machine.
func TestClangKernels(t *testing.T) {
	const library = "/usr/lib/llvm-19/lib/libomptarget-nvptx-sm_80.bc"
	if testing.Short() {
		t.Skip("compiles clang's device runtime twice")
	}
	clang, err := exec.LookPath("clang-19")
	if _, e := os.Stat(library); err != nil || e != nil {
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
		"teams_and_parallel": counted, "orphaned": counted, "barriers": counted, "shared_local": counted, "nested": counted,
		"reductions": only(1024*1023/2, 1023), "atomics": only(1024, 1023),
	}
	for name, flags := range map[string][]string{
		"optimised": nil,
		"generic":   {"-mllvm", "-openmp-opt-disable"},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"-O2", "-g", "-w", "-fopenmp", "-fopenmp-targets=nvptx64-nvidia-cuda", "-Xopenmp-target=nvptx64-nvidia-cuda", "-march=sm_80",
				"--offload-device-only", "-nogpulib", "-Xclang", "-mlink-builtin-bitcode", "-Xclang", library}, flags...)
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
	if err := d.Launch(k, sim.Grid{Blocks: [3]uint32{max(blocks, 1), 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params}); err != nil {
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
