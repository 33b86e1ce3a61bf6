package cpu

import (
	"errors"

	"ompcc/rt/device"
)

// cpu is one CPU device. Its memory is the process's, so addresses need no
// translation, but nothing of the host is in it unless it was copied.
type cpu struct {
	config *Config
	number int
	info   device.Info
}

// stepping is a CPU device without checks, whose steps the host side carries out.
type stepping struct{ *cpu }

func (c stepping) Steps(list []device.Step) int { return c.config.Steps(c.number, list) }

var errHostLaunch = errors.New("kernels of the CPU device are launched by the host side of the runtime")

func (c *cpu) Info() device.Info { return c.info }

func (*cpu) Init() error { return nil }

func (*cpu) Close() error { return nil }

func (c *cpu) Alloc(size uintptr) (device.Addr, error) {
	if m := c.config.Memory; m != nil {
		addr, err := m.Alloc(c.number, max(size, 1))
		return device.Addr(addr), err
	}
	addr, err := c.config.Alloc(max(size, 1))
	return device.Addr(addr), err
}

func (c *cpu) Free(addr device.Addr) error {
	if m := c.config.Memory; m != nil {
		return m.Free(c.number, uintptr(addr))
	}
	c.config.Free(uintptr(addr))
	return nil
}

func (c *cpu) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	if m := c.config.Memory; m != nil {
		m.Write(c.number, uintptr(dst), size)
	}
	c.with(dst, size, func() { move(uintptr(dst), uintptr(src), size) })
	return nil
}

func (c *cpu) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	if m := c.config.Memory; m != nil {
		m.Read(c.number, uintptr(src), size)
	}
	c.with(src, size, func() { move(uintptr(dst), uintptr(src), size) })
	return nil
}

func (c *cpu) CopyOn(dst, src device.Addr, size uintptr) error {
	if m := c.config.Memory; m != nil {
		m.Copy(c.number, uintptr(dst), uintptr(src), size)
	}
	c.with(dst, size, func() {
		c.with(src, size, func() { move(uintptr(dst), uintptr(src), size) })
	})
	return nil
}

func (c *cpu) Set(dst device.Addr, value byte, size uintptr) error {
	if m := c.config.Memory; m != nil {
		m.Write(c.number, uintptr(dst), size)
	}
	c.with(dst, size, func() { fill(uintptr(dst), value, size) })
	return nil
}

// with calls f while the device's own variables are in place, should the size
// bytes at addr be some of them.
func (c *cpu) with(addr device.Addr, size uintptr, f func()) {
	if c.config.Devices > 1 && c.config.Hold != nil && c.config.Hold(c.number, uintptr(addr), size) {
		defer c.config.Release()
	}
	f()
}

func (*cpu) Load(image *device.Image) (device.Module, error) { return newModule(image), nil }

func (*cpu) Launch(*device.Launch) error { return errHostLaunch }

// Queue returns a queue that works at once: the host thread that runs the
// target task is what makes the work overlap.
func (c *cpu) Queue() (device.Queue, error) { return queue{c}, nil }

func move(dst, src, size uintptr) { copy(device.Bytes(dst, size), device.Bytes(src, size)) }

func fill(dst uintptr, value byte, size uintptr) {
	bytes := device.Bytes(dst, size)
	if value == 0 {
		clear(bytes)
		return
	}
	for i := range bytes {
		bytes[i] = value
	}
}
