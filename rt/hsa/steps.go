package hsa

import "ompcc/rt/device"

// Steps carries out steps whose small data can be copied at once; the device's methods do what it leaves.
func (g *gpu) Steps(steps []device.Step) int {
	if g.unified || len(steps) == 0 {
		return 0
	}
	return g.slabs.Steps(steps, func(f func(device.Blocks) int) int {
		q, err := g.take()
		if err != nil {
			return 0
		}
		defer func() { _ = g.keep(q) }() // an error is the next operation's
		return f(blocks{q})
	})
}

// blocks is the GPU with a queue.
type blocks struct{ *queue }

func (b blocks) AllocBlock(size uintptr) (device.Addr, error) { return b.gpu.Alloc(size) }

func (b blocks) Free(a device.Addr) error { return b.gpu.Free(a) }
