package hsa

import (
	"slices"

	"ompcc/rt/device"
)

// Reaches says whether this GPU accesses the memory of another one, and the
// other one this one's.
func (g *gpu) Reaches(from device.Device) bool {
	other, ok := from.(*gpu)
	return ok && slices.Contains(other.others, g.agent) && slices.Contains(g.others, other.agent)
}

// CopyPeer copies over the link between the two.
func (g *gpu) CopyPeer(dst device.Addr, from device.Device, src device.Addr, size uintptr) error {
	if size == 0 {
		return nil
	}
	return g.with(func(q *queue) error { return q.copy(uintptr(dst), g.agent, uintptr(src), from.(*gpu).agent, size) })
}
