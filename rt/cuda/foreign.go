package cuda

import "ompcc/rt/device"

// Runtimes names CUDA's runtime library, whose streams and contexts are the
// driver's, and the driver.
func (g *gpu) Runtimes() []int { return []int{device.RuntimeCUDA, device.RuntimeCUDADriver} }

// Handles are the device's number in either library, and its context.
func (g *gpu) Handles(runtime int) device.Handles {
	number := uintptr(g.number)
	if runtime == device.RuntimeCUDADriver {
		number = g.handle
	}
	return device.Handles{Device: number, Context: g.context, Number: true}
}

// ForeignQueue returns a new stream.
func (g *gpu) ForeignQueue() (device.Queue, uintptr, error) {
	s, err := g.newStream()
	if err != nil {
		return nil, 0, err
	}
	return s, s.handle, nil
}
