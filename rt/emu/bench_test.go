package emu_test

import (
	"encoding/binary"
	"path/filepath"
	"syscall"
	"testing"

	"ompcc/rt/emu/sim"
)

// BenchmarkKernels measures how fast the device executes, in millions of
// thread instructions a second, with the checks that programs get and without
// the one for races.
func BenchmarkKernels(b *testing.B) {
	compiler, _ := built(b)
	all := append(comparisons[:len(comparisons):len(comparisons)],
		comparison{name: "triad", elements: 1 << 17, size: 8, n: 1 << 17, args: []string{"a", "b", "c", "n", "f"}},
		comparison{name: "matmul", elements: 256 * 256, size: 4, n: 256, args: []string{"a", "b", "c", "n"}},
		comparison{name: "histogram", elements: 1 << 16, size: 4, n: 1 << 16, args: []string{"a", "b", "n"}},
		comparison{name: "nbody", elements: 1 << 10, size: 4, n: 1 << 10, args: []string{"x", "y", "z", "a", "n"}},
		comparison{name: "hash", elements: 1 << 14, size: 4, n: 1 << 14, args: []string{"a", "n"}})
	for _, c := range all {
		source := filepath.Join("testdata", "compare", c.name+".c")
		text := compileTo(b, compiler, "-O2", "-fopenmp-targets=nvptx", "--offload-arch=sm_80", "--offload-device-only",
			"-S", source)
		for _, races := range []bool{true, false} {
			b.Run(c.name+map[bool]string{true: "", false: "/races=off"}[races], func(b *testing.B) {
				o := sim.Defaults()
				o.Memory, o.Races = 256<<20, races
				p := prepare(b, text, entry(b, text), c, c.args, o)
				b.ResetTimer()
				before := processorTime(b)
				for range b.N {
					p.launch(b)
				}
				n := float64(p.device.Profile()[0].Instructions) / 1e6
				b.ReportMetric(n/b.Elapsed().Seconds(), "Minstr/s")
				b.ReportMetric(n/(processorTime(b)-before), "Minstr/core-s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// processorTime is the time in seconds that the process has had of all cores:
// it does not depend on what else the machine does.
func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// prepared is a kernel with its arguments on a device.
type prepared struct {
	device *sim.Device
	kernel *sim.Kernel
	grid   sim.Grid
}

func (p *prepared) launch(t testing.TB) {
	if err := p.device.Launch(p.kernel, p.grid); err != nil {
		t.Fatal(err)
	}
}

// prepare loads a module and lays out the arguments of its kernel, to be
// launched with a thread for each element.
func prepare(t testing.TB, text, kernel string, c comparison, args []string, o sim.Options) *prepared {
	t.Helper()
	d, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	k := m.Kernel(kernel)
	most, exact := k.Bounds()
	if most = max(most, exact); most == 0 {
		most = 256
	}
	offsets, sizes := k.Params()
	if len(sizes) != len(args) {
		t.Fatalf("%d parameters for %v", len(sizes), args)
	}
	params := make([]byte, k.ParamSize())
	for i, a := range args {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], argument(t, d, c, a))
		copy(params[offsets[i]:offsets[i]+sizes[i]], word[:])
	}
	return &prepared{d, k,
		sim.Grid{Blocks: [3]uint32{uint32((c.elements + most - 1) / most), 1, 1},
			Threads: [3]uint32{uint32(most), 1, 1}, Params: params}}
}
