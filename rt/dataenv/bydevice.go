package dataenv

import (
	"slices"

	"ompcc/rt/device"
)

// byDevice are the entries by their device address. Constructs do not need them, and do not keep them in order:
// they are sorted at the first question after a construct. Entries may overlap there, as several may
// be associated with the same storage.
type byDevice struct {
	valid  bool
	seq    uint32 // of the table, when they were sorted
	sorted []deviceRange
	// longest is the end that is the highest among sorted[:i+1].
	longest []device.Addr
}

type deviceRange struct {
	dev        device.Addr
	size, host uintptr
}

func (r deviceRange) end() device.Addr { return r.dev + device.Addr(r.size) }

// ranges returns the entries that are ready, in order. Called with the lock held.
func (env *Env) ranges() *byDevice {
	d := &env.byDevice
	if d.valid && d.seq == env.table.seq {
		return d
	}
	*d = byDevice{valid: true, seq: env.table.seq, sorted: d.sorted[:0], longest: d.longest[:0]}
	env.table.all(func(e *Entry) {
		if e.state == ready {
			d.sorted = append(d.sorted, deviceRange{e.dev, e.size, e.host})
		}
		// Another thread's construct will make it ready, or remove it, without a new number.
		d.valid = d.valid && e.state == ready
	})
	slices.SortFunc(d.sorted, func(a, b deviceRange) int {
		if a.dev < b.dev {
			return -1
		}
		return int(min(a.dev-b.dev, 1))
	})
	last := device.Addr(0)
	for _, r := range d.sorted {
		last = max(last, r.end())
		d.longest = append(d.longest, last)
	}
	return d
}

// find returns the range that holds size bytes at a.
func (d *byDevice) find(a device.Addr, size uintptr) (deviceRange, bool) {
	n, _ := slices.BinarySearchFunc(d.sorted, a, func(r deviceRange, a device.Addr) int {
		if r.dev <= a {
			return -1
		}
		return 1
	})
	for i := n - 1; i >= 0 && d.longest[i] > a; i-- {
		if r := d.sorted[i]; a < r.end() && size <= uintptr(r.end()-a) {
			return r, true
		}
	}
	return deviceRange{}, false
}

// Holds reports whether a is in the device's storage of an entry.
func (env *Env) Holds(a device.Addr) bool {
	_, ok := env.HostOf(a, 0)
	return ok
}

// HostOf returns the host address that corresponds to size bytes on the device.
func (env *Env) HostOf(a device.Addr, size uintptr) (host uintptr, ok bool) {
	env.table.mu.Lock()
	defer env.table.mu.Unlock()
	r, ok := env.ranges().find(a, size)
	if !ok {
		return 0, false
	}
	return r.host + uintptr(a-r.dev), true
}
