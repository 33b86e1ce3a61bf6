package hsa

import "ompcc/rt/device"

// Share allocates memory of the host that all GPUs reach: no other moves by itself.
func (g *gpu) Share(size uintptr, _ bool) (device.Addr, error) {
	p, err := g.shared(g.staging, size, append([]uintptr{g.agent}, g.others...)...)
	return device.Addr(p), err
}

// Unshare gives it back.
func (g *gpu) Unshare(a device.Addr, _ bool) error { return g.Free(a) }
