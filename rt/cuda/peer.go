package cuda

import (
	"errors"

	"ompcc/rt/device"
)

// Reaches is true for other GPUs of the driver.
func (g *gpu) Reaches(from device.Device) bool {
	_, ok := from.(*gpu)
	return ok
}

// CopyPeer copies from another GPU: over the link between the two where there
// is one, else the driver goes by way of memory of its own.
func (g *gpu) CopyPeer(dst device.Addr, from device.Device, src device.Addr, size uintptr) error {
	other := from.(*gpu)
	return g.with(func(s *stream) error {
		if err := g.reach(other); err != nil {
			return err
		}
		return s.do(size, MemcpyPeerAsync, uintptr(dst), g.context, uintptr(src), other.context, size, s.handle)
	})
}

// reach lets this GPU access the other one's memory, if it can. The context is
// that of the calling thread.
func (g *gpu) reach(other *gpu) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.peers[other] {
		return nil
	}
	can, err := g.driver.number(DeviceCanAccessPeer, g.handle, other.handle)
	if err != nil {
		return err
	}
	if can != 0 {
		switch r := g.driver(CtxEnablePeerAccess, other.context, 0); r {
		case success, alreadyEnabled, // another library of the program may have been first
			noPeerAccess, tooManyPeers: // the driver has other ways
		default:
			return errors.New(Symbols[CtxEnablePeerAccess] + ": " + g.driver.text(r))
		}
	}
	if g.peers == nil {
		g.peers = map[*gpu]bool{}
	}
	g.peers[other] = true
	return nil
}
