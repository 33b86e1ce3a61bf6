package main

import (
	"sync/atomic"

	"ompcc/rt/device"
)

// faulty is a device whose n-th allocation fails, for tests of what a program
// does then (OMPCC_FAULT=alloc:n).
type faulty struct {
	device.Device
	left atomic.Int64
}

func withFaults(d device.Device, n int) device.Device {
	if n <= 0 {
		return d
	}
	f := &faulty{Device: d}
	f.left.Store(int64(n))
	return f
}

// Alloc fails when its turn has come, and ever after.
func (f *faulty) Alloc(size uintptr) (device.Addr, error) {
	if f.left.Add(-1) <= 0 {
		return 0, device.ErrMemory
	}
	return f.Device.Alloc(size)
}
