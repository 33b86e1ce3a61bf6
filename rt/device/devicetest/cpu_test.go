package devicetest

import (
	"sync"
	"testing"
	"unsafe"

	"ompcc/rt/cpu"
	"ompcc/rt/device"
)

// TestCPU runs the suite on the CPU plugin with an allocator in Go's memory.
func TestCPU(t *testing.T) {
	var mu sync.Mutex
	live := map[uintptr][]byte{}
	alloc := func(size uintptr) (uintptr, error) {
		if size > 1<<30 {
			return 0, device.ErrMemory
		}
		const align = 64
		b := make([]byte, size+align)
		p := (uintptr(unsafe.Pointer(&b[0])) + align - 1) &^ (align - 1)
		mu.Lock()
		live[p] = b
		mu.Unlock()
		return p, nil
	}
	free := func(p uintptr) {
		mu.Lock()
		delete(live, p)
		mu.Unlock()
	}
	devices, err := cpu.New(cpu.Config{Devices: 2, Procs: 2, Alloc: alloc, Free: free}).Open()
	if err != nil || len(devices) != 2 {
		t.Fatalf("%d devices, %v", len(devices), err)
	}
	for _, d := range devices {
		if err := d.Init(); err != nil {
			t.Fatal(err)
		}
		Conform(t, d)
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
