package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"ompcc/rt/abi"
	"ompcc/rt/device"
	"ompcc/rt/device/devicetest"
	"ompcc/rt/hsa"
	"ompcc/tests/require"
)

// TestEmulatedHSA runs the conformance suite on the emulated AMD devices, through the emulator's HSA library, and lets
// each call of that library fail once. Another process does it, which begins with the devices in its environment.
func TestEmulatedHSA(t *testing.T) {
	if image := os.Getenv("EMULATED_HSA_IMAGE"); image != "" {
		emulatedHSA(t, image)
		return
	}
	var paths [2]string
	for i, p := range []string{"../../bin/ompcc", "../../lib/ompcc/ompcc-emulator"} {
		abs, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		require.Built(t, abs)
		paths[i] = abs
	}
	dir := t.TempDir()
	const program = "int x[1000];\nint main(void)\n{\n#pragma omp target teams distribute parallel for map(tofrom: x)\n" +
		"  for (int i = 0; i < 1000; i++)\n    x[i]++;\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "k.c"), []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	compile := exec.Command(paths[0], "-save-temps", "-fopenmp-targets=amdgcn", "--offload-arch=gfx942", "-o", "k", "k.c")
	compile.Dir = dir
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	images, err := filepath.Glob(filepath.Join(dir, "*.hsaco"))
	if err != nil || len(images) != 1 {
		t.Fatalf("%d code objects", len(images))
	}
	c := exec.Command(os.Args[0], "-test.run=^TestEmulatedHSA$", "-test.v")
	c.Env = append(os.Environ(), "EMULATED_HSA_IMAGE="+images[0], "OMPCC_EMULATOR="+paths[1], "OMPCC_EMULATE=amdgcn:2,arch=gfx942")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

func emulatedHSA(t *testing.T, file string) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	image, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	whole := &hsaSession{failing: -1}
	for _, d := range whole.open(t) {
		if err := d.Init(); err != nil {
			t.Fatal(err)
		}
		devicetest.Conform(t, d)
		if err := d.Close(); err != nil || whole.left() != nil {
			t.Errorf("%v, left: %s", err, whole.left())
		}
	}
	called := devicetest.EveryCall(t, devicetest.Driver[hsa.Function]{
		Symbols:  hsa.Symbols[:],
		Releases: slices.Collect(maps.Keys(hsaReleased)),
		// A pool that says nothing of itself is not taken.
		Survives: func(f hsa.Function, errors string) bool {
			return f == hsa.PoolGetInfo && (errors == "[]" || strings.Contains(errors, "no memory"))
		},
	}, func(failing int) devicetest.Session[hsa.Function] {
		s := &hsaSession{failing: failing}
		s.run(t, image)
		return devicetest.Session[hsa.Function]{Calls: s.calls, Errs: s.errs, Left: s.left()}
	})
	if called[hsa.AsyncCopy] == 0 || called[hsa.QueueCreate] == 0 {
		t.Errorf("calls: %v", called)
	}
}

// hsaUncounted are functions that cannot fail, or follow a failure. How often a program calls them depends on the time that
// kernels take.
var hsaUncounted = []hsa.Function{hsa.SignalStore, hsa.SignalWait, hsa.QueueAddWriteIndex, hsa.QueueLoadReadIndex, hsa.StatusString}

// hsaReleased are the functions that release what another one has created.
var hsaReleased = map[hsa.Function]hsa.Function{hsa.PoolFree: hsa.PoolAllocate, hsa.SignalDestroy: hsa.SignalCreate,
	hsa.QueueDestroy: hsa.QueueCreate, hsa.ReaderDestroy: hsa.ReaderCreate, hsa.ExecutableDestroy: hsa.ExecutableCreate, hsa.ShutDown: hsa.Init}

// hsaSession is a program's use of the devices, of which one call may fail.
type hsaSession struct {
	mu      sync.Mutex
	calls   []hsa.Function
	failing int // number of the call that fails, -1: none
	created map[hsa.Function]int
	errs    []error
}

// open returns the devices of a plugin whose calls the session sees.
func (s *hsaSession) open(t *testing.T) []device.Device {
	t.Helper()
	config, err := hsaConfig()
	if err != nil {
		t.Fatal(err)
	}
	call := config.Driver.Call
	s.created = map[hsa.Function]int{}
	config.Driver.Call = func(f hsa.Function, args ...uintptr) uintptr {
		if slices.Contains(hsaUncounted, f) {
			return call(f, args...)
		}
		s.mu.Lock()
		s.calls = append(s.calls, f)
		fails := len(s.calls)-1 == s.failing
		s.mu.Unlock()
		if fails {
			return 0x1016
		}
		status := call(f, args...)
		s.mu.Lock()
		defer s.mu.Unlock()
		if created, ok := hsaReleased[f]; ok && status == 0 {
			s.created[created]--
		} else if status == 0 {
			s.created[f]++
		}
		return status
	}
	devices, err := hsa.New(config).Open()
	s.try(err)
	return devices
}

// left lists what the session has not released; the list of devices keeps the library.
func (s *hsaSession) left() (text []string) {
	for _, f := range hsaReleased {
		if n := s.created[f]; n > 0 && f != hsa.Init || n > 1 {
			text = append(text, fmt.Sprintf("%d of %s", n, hsa.Symbols[f]))
		}
	}
	return text
}

func (s *hsaSession) try(err error) bool {
	if err != nil {
		s.errs = append(s.errs, err)
	}
	return err == nil
}

func (s *hsaSession) run(t *testing.T, image []byte) {
	for _, d := range s.open(t) {
		if !s.try(d.Init()) {
			continue
		}
		s.kernel(d, image)
		s.try(d.Close())
	}
}

// kernel runs a kernel on 1000 integers, and again in an ordered queue.
func (s *hsaSession) kernel(d device.Device, image []byte) {
	const size = 4000
	m, err := d.Load(&device.Image{Data: image})
	if !s.try(err) {
		return
	}
	defer func() { s.try(m.Unload()) }()
	k, err := m.Kernel("__ompcc_k_k_c_main_l4")
	if !s.try(err) {
		return
	}
	x, err := d.Alloc(size)
	if !s.try(err) {
		return
	}
	defer func() { s.try(d.Free(x)) }()
	args, sizes, data := new([1]uintptr), &[1]uint32{8}, make([]byte, size)
	value := new(uint64)
	*value = uint64(x)
	args[0] = device.Address(value)
	defer runtime.KeepAlive(value)
	defer runtime.KeepAlive(sizes)
	l := &device.Launch{Kernel: k, Args: device.Host(device.Address(args)), Sizes: device.Host(device.Address(sizes)), NumArgs: 1,
		Flags: abi.KernelSPMD | abi.KernelTeams | abi.KernelLoop, Trip: 1000, HasTrip: true}
	to := device.Host(device.Address(&data[0]))
	s.try(d.Set(x, 0, size))
	s.try(d.Launch(l))
	s.try(d.CopyFrom(to, x, size))
	s.compare(data, 1)
	q, err := d.(device.Ordered).Ordered()
	if !s.try(err) {
		return
	}
	s.try(errors.Join(q.CopyTo(x, to, size), q.Launch(l), q.CopyFrom(to, x, size), q.Sync()))
	s.compare(data, 2)
	s.try(q.Close())
}

func (s *hsaSession) compare(data []byte, value byte) {
	if len(s.errs) == 0 && !bytes.Equal(data, bytes.Repeat([]byte{value, 0, 0, 0}, len(data)/4)) {
		s.errs = append(s.errs, fmt.Errorf("wrong data: %d", data[:8]))
	}
}
