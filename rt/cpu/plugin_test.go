package cpu

import (
	"testing"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// arena hands out memory that Go's collector does not move and counts it.
type arena struct{ live map[uintptr][]uint64 }

func (a *arena) alloc(size uintptr) (uintptr, error) {
	words := make([]uint64, size/8+1)
	addr := uintptr(unsafe.Pointer(&words[0]))
	a.live[addr] = words
	return addr, nil
}

func (a *arena) free(addr uintptr) { delete(a.live, addr) }

func open(t *testing.T, devices int) ([]device.Device, *arena) {
	t.Helper()
	a := &arena{live: map[uintptr][]uint64{}}
	got, err := New(Config{Devices: devices, Procs: 2, Alloc: a.alloc, Free: a.free}).Open()
	if err != nil {
		t.Fatal(err)
	}
	return got, a
}

func TestDevicesAreDistinct(t *testing.T) {
	devices, _ := open(t, 4)
	uids := map[string]bool{}
	for _, d := range devices {
		uids[d.Info().UID] = true
	}
	if len(devices) != 4 || len(uids) != 4 {
		t.Errorf("got %d devices with %d identifiers, want 4", len(devices), len(uids))
	}
	if one, _ := open(t, 0); len(one) != 1 {
		t.Errorf("default configuration has %d devices, want 1", len(one))
	}
}

func TestCopies(t *testing.T) {
	devices, a := open(t, 1)
	d := devices[0]
	x, _ := d.Alloc(8)
	y, _ := d.Alloc(0)
	if x == y || len(a.live) != 2 {
		t.Fatalf("allocations at %#x and %#x, %d live", x, y, len(a.live))
	}
	value, back := uint64(0x1122334455667788), uint64(0)
	d.CopyTo(x, device.Host(unsafe.Pointer(&value)), 8)
	value = 0
	d.CopyFrom(device.Host(unsafe.Pointer(&back)), x, 8)
	if back != 0x1122334455667788 {
		t.Errorf("copied %#x there and back", back)
	}
	d.Set(x, 0xab, 3)
	d.CopyFrom(device.Host(unsafe.Pointer(&back)), x, 8)
	if back != 0x1122334455ababab {
		t.Errorf("after Set of 3 bytes: %#x", back)
	}
	d.Free(x)
	d.Free(y)
	if len(a.live) != 0 {
		t.Errorf("%d allocations left", len(a.live))
	}
}

func TestModuleFindsEntriesByKind(t *testing.T) {
	devices, _ := open(t, 1)
	m, err := devices[0].Load(&device.Image{Entries: []device.Entry{
		{Name: "k", Addr: 0x1000, Kind: abi.GlobalKernel},
		{Name: "v", Addr: 0x2000, Size: 12, Kind: abi.GlobalEnter},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if k, _ := m.Kernel("k"); k != 0x1000 {
		t.Errorf("kernel k at %#x", k)
	}
	if k, _ := m.Kernel("v"); k != 0 {
		t.Errorf("variable v found as kernel at %#x", k)
	}
	if addr, size, _ := m.Global("v"); addr != 0x2000 || size != 12 {
		t.Errorf("variable v: %d bytes at %#x", size, addr)
	}
	if addr, _, _ := m.Global("absent"); addr != 0 {
		t.Errorf("absent variable found at %#x", addr)
	}
}
