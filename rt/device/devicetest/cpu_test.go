package devicetest

import (
	"sync"
	"testing"
	"unsafe"

	"ompcc/rt/cpu"
	"ompcc/rt/device"
)

// TestCPU runs the suite on the CPU plugin with the runtime's allocator.
func TestCPU(t *testing.T) {
	var mu sync.Mutex
	live := map[uintptr][]byte{}
	arena := device.NewArena(
		func(size uintptr) uintptr {
			if size > 1<<30 {
				return 0
			}
			b := make([]byte, size+device.SlabAlign)
			p := (uintptr(unsafe.Pointer(&b[0])) + device.SlabAlign - 1) &^ (device.SlabAlign - 1)
			mu.Lock()
			live[p] = b
			mu.Unlock()
			return p
		},
		func(p uintptr) {
			mu.Lock()
			delete(live, p)
			mu.Unlock()
		}, device.System{})
	devices, err := cpu.New(cpu.Config{Devices: 2, Procs: 2, Alloc: arena.Alloc, Free: arena.Free}).Open()
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
