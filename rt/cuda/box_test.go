package cuda

import (
	"slices"
	"testing"

	"ompcc/rt/device"
)

// TestBox counts the driver's copies for arrays of two and three dimensions, and compares what they copy.
func TestBox(t *testing.T) {
	for _, c := range []struct {
		name   string
		box    device.Box
		copies int // 0: the driver has none
	}{
		{"rows", device.Box{Run: 8, Rows: 50, Pitch: 64, Planes: 1, Slice: 3200}, 1},
		{"planes", device.Box{Run: 4, Rows: 5, Pitch: 20, Planes: 6, Slice: 140}, 1},
		{"planes that are no number of rows apart", device.Box{Run: 4, Rows: 5, Pitch: 24, Planes: 6, Slice: 140}, 6},
		{"rows too far apart", device.Box{Run: 4, Rows: 2, Pitch: 1 << 31, Planes: 1, Slice: 1 << 32}, 0},
	} {
		k := newFake(t, 1)
		d := open(t, k)
		const size = 4000
		addr, err := d.Alloc(size)
		if err != nil {
			t.Fatal(err)
		}
		host, want := make([]byte, size), make([]byte, size)
		for i := range host {
			host[i], want[i] = byte(i), byte(i)
		}
		if err := d.Set(addr, 200, size); err != nil {
			t.Fatal(err)
		}
		b := c.box
		b.Host, b.Dev = hostOf(host), addr
		before := count(k.calls, MemcpyBox)
		done, err := d.(device.BoxCopier).CopyBox(&b, false)
		if n := count(k.calls, MemcpyBox) - before; err != nil || n != c.copies || done != (n > 0) {
			t.Errorf("%s: %v, %v, %d copies, want %d", c.name, done, err, n, c.copies)
		}
		if c.copies == 0 {
			continue
		}
		for p := range b.Planes {
			for r := range b.Rows {
				for i := range b.Run {
					want[p*b.Slice+r*b.Pitch+i] = 200
				}
			}
		}
		if !slices.Equal(host, want) {
			t.Errorf("%s: wrong data from the device", c.name)
		}
		for i := range host {
			host[i] = byte(3 * i)
		}
		if _, err := d.(device.BoxCopier).CopyBox(&b, true); err != nil {
			t.Error(err)
		}
		got := make([]byte, size)
		if err := d.CopyFrom(hostOf(got), addr, size); err != nil {
			t.Fatal(err)
		}
		for i, v := range got {
			if want := byte(200); want != v && (v != byte(3*i) || host[i] != byte(3*i)) {
				t.Fatalf("%s: byte %d on the device is %d", c.name, i, v)
			}
		}
		if changed := size - count(got, 200); uintptr(changed) < (b.Run*b.Rows*b.Planes)*9/10 {
			t.Errorf("%s: %d bytes were copied to the device", c.name, changed)
		}
	}
}

func count[T comparable](list []T, x T) (n int) {
	for _, y := range list {
		if y == x {
			n++
		}
	}
	return n
}
