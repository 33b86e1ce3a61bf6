package cpu

import "ompcc/rt/device"

// queue executes everything when it is given, so there is nothing to wait for.
type queue struct{ cpu *cpu }

func (q queue) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return q.cpu.CopyTo(dst, src, size)
}

func (q queue) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	return q.cpu.CopyFrom(dst, src, size)
}

func (q queue) CopyOn(dst, src device.Addr, size uintptr) error { return q.cpu.CopyOn(dst, src, size) }

func (q queue) Set(dst device.Addr, value byte, size uintptr) error {
	return q.cpu.Set(dst, value, size)
}

func (q queue) Launch(l *device.Launch) error { return q.cpu.Launch(l) }

func (queue) Sync() error { return nil }

func (queue) Close() error { return nil }
