// Package devicetest is the conformance suite for devices: what the data
// environment relies on, tried on any device.Device. It is imported by tests
// only, and knows nothing of a particular plugin.
package devicetest

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"unsafe"

	"ompcc/rt/device"
)

// Conform tries an initialised device. Kernels are tried by the plugins' own
// tests, since each needs images of its own.
func Conform(t *testing.T, dev device.Device) {
	for _, c := range []struct {
		name string
		try  func(*testing.T, device.Device)
	}{{"info", info}, {"alloc", alloc}, {"copy", copies}, {"overlap", overlap}, {"set", set}, {"queue", queue},
		{"threads", threads}} {
		t.Run(c.name, func(t *testing.T) {
			// As in a program, whose calls come from its own threads: drivers
			// keep the current context by thread.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			c.try(t, dev)
		})
	}
}

// host returns n bytes that do not move, and their address.
//
//go:noinline
func host(n int) ([]byte, device.Host) {
	b := make([]byte, n+1)
	return b[:n], device.Host(uintptr(unsafe.Pointer(&b[0])))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, dev device.Device, size uintptr) device.Addr {
	t.Helper()
	a, err := dev.Alloc(size)
	must(t, err)
	return a
}

// read returns size bytes of device memory.
func read(t *testing.T, dev device.Device, a device.Addr, size int) []byte {
	t.Helper()
	b, at := host(size)
	must(t, dev.CopyFrom(at, a, uintptr(size)))
	return b
}

func write(t *testing.T, dev device.Device, a device.Addr, data []byte) {
	t.Helper()
	b, at := host(len(data))
	copy(b, data)
	must(t, dev.CopyTo(a, at, uintptr(len(data))))
	runtime.KeepAlive(b)
}

func pattern(n, seed int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + seed + i>>8)
	}
	return b
}

func info(t *testing.T, dev device.Device) {
	i := dev.Info()
	if i.Type == "" || i.Name == "" || i.UID == "" || i.Procs < 1 {
		t.Errorf("incomplete: %+v", i)
	}
}

// alignment is the least that Alloc owes to size bytes.
func alignment(size uintptr) device.Addr {
	n := device.Addr(16)
	for n < 64 && uintptr(n) < size {
		n *= 2
	}
	return n
}

func alloc(t *testing.T, dev device.Device) {
	type block struct{ a, end device.Addr }
	var all []block
	for _, size := range []uintptr{0, 0, 1, 63, 64, 65, 4096, 1 << 20, 5<<20 + 1} {
		a := take(t, dev, size)
		if a == 0 || a%alignment(size) != 0 {
			t.Errorf("%d bytes at %#x", size, a)
		}
		b := block{a, a + device.Addr(max(size, 1))}
		for _, o := range all {
			if b.a < o.end && o.a < b.end {
				t.Errorf("%d bytes at %#x overlap another block", size, a)
			}
		}
		all = append(all, b)
	}
	for _, b := range all {
		must(t, dev.Free(b.a))
	}
	if a, err := dev.Alloc(1 << 62); err == nil {
		t.Errorf("4 EiB are at %#x", a)
	}
}

func copies(t *testing.T, dev device.Device) {
	for _, size := range []int{1, 3, 64, 1000, 1<<20 + 7} {
		a, b := take(t, dev, uintptr(size)), take(t, dev, uintptr(size))
		want := pattern(size, size)
		write(t, dev, a, want)
		must(t, dev.CopyOn(b, a, uintptr(size)))
		if !bytes.Equal(read(t, dev, b, size), want) {
			t.Errorf("%d bytes come back changed", size)
		}
		half := device.Addr(size / 2)
		if got := read(t, dev, b+half, size-int(half)); !bytes.Equal(got, want[half:]) {
			t.Errorf("part of %d bytes comes back changed", size)
		}
		must(t, dev.Free(a))
		must(t, dev.Free(b))
	}
}

func overlap(t *testing.T, dev device.Device) {
	const n = 5000
	a := take(t, dev, n)
	want := pattern(n, 1)
	write(t, dev, a, want)
	must(t, dev.CopyOn(a+10, a, n-10))
	copy(want[10:], want[:n-10])
	if !bytes.Equal(read(t, dev, a, n), want) {
		t.Error("copy upwards")
	}
	must(t, dev.CopyOn(a, a+10, n-10))
	copy(want, want[10:])
	if !bytes.Equal(read(t, dev, a, n), want) {
		t.Error("copy downwards")
	}
	must(t, dev.Free(a))
}

func set(t *testing.T, dev device.Device) {
	a := take(t, dev, 100)
	must(t, dev.Set(a, 0x5A, 100))
	must(t, dev.Set(a+7, 0, 50))
	for i, v := range read(t, dev, a, 100) {
		want := byte(0x5A)
		if i >= 7 && i < 57 {
			want = 0
		}
		if v != want {
			t.Fatalf("byte %d is %#x, want %#x", i, v, want)
		}
	}
	must(t, dev.Free(a))
}

func queue(t *testing.T, dev device.Device) {
	q, err := dev.Queue()
	must(t, err)
	const n = 100000
	a, b := take(t, dev, n), take(t, dev, n)
	src, from := host(n)
	dst, to := host(n)
	copy(src, pattern(n, 9))
	must(t, q.CopyTo(a, from, n))
	must(t, q.CopyOn(b, a, n))
	must(t, q.Set(b, 1, 10))
	must(t, q.CopyFrom(to, b, n))
	must(t, q.Sync())
	want := append(bytes.Repeat([]byte{1}, 10), src[10:]...)
	if !bytes.Equal(dst, want) {
		t.Error("the queue's operations are not in order")
	}
	must(t, q.Close())
	must(t, dev.Free(a))
	must(t, dev.Free(b))
}

func threads(t *testing.T, dev device.Device) {
	var wg sync.WaitGroup
	for id := range 8 {
		wg.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			r := rand.New(rand.NewPCG(uint64(id), 5))
			for range 300 {
				n := 1 + r.IntN(5000)
				a, err := dev.Alloc(uintptr(n))
				if err != nil {
					t.Error(err)
					return
				}
				src, from := host(n)
				dst, to := host(n)
				copy(src, pattern(n, id))
				if err := dev.CopyTo(a, from, uintptr(n)); err != nil {
					t.Error(err)
				}
				if err := dev.CopyFrom(to, a, uintptr(n)); err != nil {
					t.Error(err)
				}
				if !bytes.Equal(src, dst) {
					t.Error("another thread's data")
				}
				if err := dev.Free(a); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// Share tries memory that the host uses, too.
func Share(t *testing.T, dev device.Device) {
	t.Helper()
	s := dev.(device.Sharer)
	for _, onHost := range []bool{false, true} {
		a, err := s.Share(300, onHost)
		must(t, err)
		b, err := s.Share(0, onHost)
		must(t, err)
		if a == 0 || b == 0 || a == b {
			t.Errorf("shared memory at %#x and %#x", a, b)
		}
		for i := range device.Bytes(uintptr(a), 300) { // the host reaches all of it
			device.Bytes(uintptr(a), 300)[i]++
		}
		must(t, s.Unshare(a, onHost))
		must(t, s.Unshare(b, onHost))
	}
}
