package cuda

import "ompcc/rt/device"

// Flags of cuMemHostAlloc: for all contexts, and with an address on the GPU, which
// is the host's where addresses are unified.
const hostPortable, hostMapped = 1, 2

// Share allocates pinned memory of the host, or managed memory.
func (g *gpu) Share(size uintptr, onHost bool) (device.Addr, error) {
	if err := g.enter(); err != nil {
		return 0, err
	}
	if onHost {
		p, err := g.driver.get(MemHostAlloc, max(size, 1), hostPortable|hostMapped)
		return device.Addr(p), err
	}
	p, err := g.driver.get(MemAllocManaged, max(size, 1), attachGlobal)
	return device.Addr(p), err
}

// Unshare gives it back.
func (g *gpu) Unshare(a device.Addr, onHost bool) error {
	if !onHost {
		return g.Free(a)
	}
	if err := g.enter(); err != nil {
		return err
	}
	return g.driver.do(MemFreeHost, uintptr(a))
}
