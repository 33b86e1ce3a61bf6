package cuda

import "ompcc/rt/device"

// Steps carries out steps whose small data can be copied by one call of the driver; the device's methods do what it leaves.
func (g *gpu) Steps(steps []device.Step) int {
	if g.unified || len(steps) == 0 {
		return 0
	}
	return g.slabs.Steps(steps, func(f func(device.Blocks) int) int {
		s, err := g.stream()
		if err != nil {
			return 0
		}
		defer g.keep(s)
		return f(blocks{s})
	})
}

// blocks is the GPU with a stream, whose context the calling thread has.
type blocks struct{ s *stream }

func (b blocks) AllocBlock(size uintptr) (device.Addr, error) {
	p, err := b.s.gpu.driver.get(MemAlloc, size)
	return device.Addr(p), err
}

func (b blocks) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return b.waited(b.s.gpu.driver.do(MemcpyHtoDAsync, uintptr(dst), uintptr(src), size, b.s.handle))
}

func (b blocks) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	return b.waited(b.s.gpu.driver.do(MemcpyDtoHAsync, uintptr(dst), uintptr(src), size, b.s.handle))
}

// waited waits for the stream. It returns the first error, err or that of the wait.
func (b blocks) waited(err error) error {
	if e := b.s.wait(); err == nil {
		err = e
	}
	return err
}

func (b blocks) Free(a device.Addr) error {
	if a = b.s.gpu.released(a); a == 0 {
		return nil
	}
	return b.s.gpu.driver.do(MemFree, uintptr(a))
}
