package cuda

import (
	"runtime"

	"ompcc/rt/device"
)

// Steps carries out steps whose small data can be copied by one call of the driver; the device's methods do what it leaves.
func (g *gpu) Steps(steps []device.Step) int {
	if g.unified || len(steps) == 0 {
		return 0
	}
	if b := device.BatchIn(steps); b != nil {
		return g.batchIn(b, steps)
	}
	if b, first, n := g.slabs.BatchOut(steps); b != nil {
		return g.batchOut(b, first, steps, n)
	}
	return 0
}

// batchIn makes the block of b with what is copied to it. After an error nothing has been done.
func (g *gpu) batchIn(b *device.Batch, steps []device.Step) int {
	s, err := g.stream()
	if err != nil {
		return 0
	}
	defer g.keep(s)
	image := g.slabs.Image(b.Size)
	defer g.slabs.GiveBack(image)
	any, ok := b.Fill(steps, image)
	if !ok {
		return 0
	}
	p, err := g.driver.get(MemAlloc, b.Size)
	if err != nil {
		return 0
	}
	if any {
		err := g.driver.do(MemcpyHtoDAsync, p, device.Address(&image[0]), b.Size, s.handle)
		if e := s.wait(); err == nil {
			err = e
		}
		runtime.KeepAlive(image)
		if err != nil {
			_ = g.Free(device.Addr(p)) // the device's methods will meet the error
			return 0
		}
	}
	g.slabs.Add(b, device.Addr(p), steps)
	return len(steps)
}

// batchOut copies the first n steps' data by one call, and frees what the others free.
func (g *gpu) batchOut(b *device.Batch, first device.Addr, steps []device.Step, n int) int {
	s, err := g.stream()
	if err != nil {
		return 0
	}
	defer g.keep(s)
	image := g.slabs.Image(b.Size)
	defer g.slabs.GiveBack(image)
	err = g.driver.do(MemcpyDtoHAsync, device.Address(&image[0]), uintptr(first), b.Size, s.handle)
	if e := s.wait(); err == nil {
		err = e
	}
	if err != nil {
		return 0
	}
	ok := b.Empty(steps, image)
	runtime.KeepAlive(image)
	if !ok {
		return 0
	}
	for i := n; i < len(steps); i++ {
		if a := g.released(steps[i].Dev); a != 0 && g.driver.do(MemFree, uintptr(a)) != nil {
			return i + 1 // the block is gone for us
		}
	}
	return len(steps)
}
