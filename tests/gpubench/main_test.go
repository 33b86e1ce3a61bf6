package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ompcc/rt/emu/sim"
	"ompcc/tests/require"
)

// TestBench runs bench.c on the emulated device with a tiny size: its results
// must be those of the host.
func TestBench(t *testing.T) {
	compiler, err := filepath.Abs("../../bin/ompcc")
	if err != nil {
		t.Fatal(err)
	}
	require.Built(t, compiler)
	exe := filepath.Join(t.TempDir(), "bench")
	if out, err := exec.Command(compiler, "-O2", "-fopenmp-targets=nvptx", "programs/bench.c", "-lm", "-o", exe).
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(env ...string) []line {
		c := exec.Command(exe, "3000", "1")
		c.Env = append(os.Environ(), env...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		lines, err := parse(string(out))
		if err != nil {
			t.Fatal(err)
		}
		return lines
	}
	host, device := run("OMP_TARGET_OFFLOAD=DISABLED"), run("OMPCC_EMULATE=nvptx", "OMP_TARGET_OFFLOAD=MANDATORY")
	if len(host) != 9 || len(device) != len(host) {
		t.Fatalf("%d and %d lines", len(host), len(device))
	}
	for i := range host {
		if host[i].name != device[i].name || host[i].check != device[i].check {
			t.Errorf("%+v on the host, %+v on the device", host[i], device[i])
		}
	}
}

func TestTable(t *testing.T) {
	o := options{n: 100, repetitions: 2}
	ours := program{name: "ompcc", lines: []line{{"saxpy", "GB/s", "8", 97}, {"launch", "us", "1", 5}}}
	cuda := program{name: "CUDA", lines: []line{{"saxpy", "GB/s", "8", 100}, {"launch", "us", "1", 4}}}
	clang := program{name: "clang", why: "not built: no such file"}
	var b bytes.Buffer
	if err := table(&b, o, "H200", []program{ours, cuda, clang}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| saxpy | GB/s | 97.00 | 100.00 | – | 0.970 |",
		"| launch | us | 5.00 | 4.00 | – | 0.800 |", "clang: not built"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not in\n%s", want, b.String())
		}
	}
	cuda.lines[0].check = "9"
	if err := table(&b, o, "H200", []program{ours, cuda}); err == nil {
		t.Error("a wrong result is not seen")
	}
}

// TestCUDA executes the kernels in CUDA, as clang compiles them, on the emulated
// device, and compares with bench.c's checksums for the same sizes.
func TestCUDA(t *testing.T) {
	clang, err := exec.LookPath("clang-19")
	if err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "kernels.ptx")
	args := strings.Fields("-x cuda --cuda-device-only --cuda-gpu-arch=sm_80 -nocudainc -nocudalib -Xclang -target-feature -Xclang +ptx70 " +
		"-Wno-unknown-cuda-version -O3 -include programs/toolkit.h -S programs/kernels.cuh -o " + file)
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	o := sim.Defaults()
	o.Memory = 64 << 20
	dev, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	mod, err := dev.Load(string(text))
	if err != nil {
		t.Fatal(err)
	}
	c := &cuda{t, dev, mod}
	const n = 3000
	x, y := c.array(4*n), c.array(4*n)
	a, b, d := c.array(8*n), c.array(8*n), c.array(8*n)
	for i := range uint64(n) {
		c.put(x+4*i, uint64(math.Float32bits(float32(i%7))), 4)
		c.put(b+8*i, math.Float64bits(float64(i%5)), 8)
		c.put(d+8*i, math.Float64bits(float64(i%3)), 8)
	}
	c.launch("saxpy", 12, 256, n, x, y)
	c.launch("triad", 12, 256, n, a, b, d)
	sum := c.array(8)
	c.launch("dot", 4, 256, n, b, d, sum)
	count := c.array(4 * 256)
	keys := c.array(4 * n)
	for i := range uint64(n) {
		c.put(keys+4*i, uint64(uint32(i)*2654435761>>24), 4)
	}
	c.launch("histogram", 12, 256, n, keys, count)
	want := 0.0
	for i := range uint64(n) {
		if got := math.Float32frombits(uint32(c.get(y+4*i, 4))); got != 2*float32(i%7) {
			t.Fatalf("saxpy %d: %v", i, got)
		}
		if got := math.Float64frombits(c.get(a+8*i, 8)); got != float64(i%5)+3*float64(i%3) {
			t.Fatalf("triad %d: %v", i, got)
		}
		want += float64(i % 5 * (i % 3))
	}
	if got := math.Float64frombits(c.get(sum, 8)); got != want {
		t.Errorf("dot: %v, want %v", got, want)
	}
	total := uint64(0)
	for i := range uint64(256) {
		total += c.get(count+4*i, 4)
	}
	if total != n {
		t.Errorf("histogram: %d keys", total)
	}
	c.launch("one", 1, 1, count)
	if got := c.get(count, 4); got != 1 {
		t.Errorf("one: %d", got)
	}
}

// cuda launches kernels whose first parameter is an int, and others pointers.
type cuda struct {
	t   *testing.T
	dev *sim.Device
	mod *sim.Module
}

func (c *cuda) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *cuda) array(size uint64) uint64 {
	p, err := c.dev.Alloc(size)
	c.must(err)
	c.must(c.dev.Fill(p, 0, size))
	return p
}

func (c *cuda) put(p, v uint64, size int) {
	c.must(c.dev.Write(p, binary.LittleEndian.AppendUint64(nil, v)[:size]))
}

func (c *cuda) get(p, size uint64) uint64 {
	b, err := c.dev.Bytes(p, size)
	c.must(err)
	return binary.LittleEndian.Uint64(append(append([]byte(nil), b...), 0, 0, 0, 0, 0, 0, 0, 0))
}

func (c *cuda) launch(name string, blocks, threads uint32, args ...uint64) {
	c.t.Helper()
	k := c.mod.Kernel(name)
	offsets, sizes := k.Params()
	params := make([]byte, k.ParamSize())
	for i, v := range args {
		copy(params[offsets[i]:offsets[i]+sizes[i]], binary.LittleEndian.AppendUint64(nil, v))
	}
	c.must(c.dev.Launch(k,
		sim.Grid{Blocks: [3]uint32{blocks, 1, 1}, Threads: [3]uint32{threads, 1, 1}, Params: params}))
}
