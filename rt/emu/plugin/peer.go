package plugin

import (
	"syscall"

	"ompcc/rt/device"
	"ompcc/rt/emu/wire"
)

// Reaches is true for other emulated devices.
func (e *emulated) Reaches(from device.Device) bool {
	_, ok := from.(*emulated)
	return ok
}

// CopyPeer copies from another emulated device: its process sends the bytes, and
// what is known of their initialisation, to this one's.
func (e *emulated) CopyPeer(dst device.Addr, from device.Device, src device.Addr, size uintptr) error {
	other := from.(*emulated)
	if other == e {
		return e.CopyOn(dst, src, size)
	}
	a, b, err := wire.Pair()
	if err != nil {
		return err
	}
	given := make(chan error)
	go func() {
		err := other.askWith(wire.Message{Code: wire.Give, A: uint64(src), B: uint64(size)}, a)
		_ = syscall.Close(a) // after it the taking side waits for nothing
		given <- err
	}()
	err = e.askWith(wire.Message{Code: wire.Take, A: uint64(dst), B: uint64(size)}, b)
	_ = syscall.Close(b)
	if gave := <-given; gave != nil {
		return gave
	}
	return err
}
