package cuda

import (
	"runtime"

	"ompcc/rt/device"
)

// maxPitch is CU_DEVICE_ATTRIBUTE_MAX_PITCH of all GPUs so far.
const maxPitch = 1<<31 - 1

// Words of CUDA_MEMCPY3D, each of 8 bytes. The source comes first, and the destination in the same order.
const (
	boxMemoryType = 4 // behind srcXInBytes, srcY, srcZ, srcLOD
	boxHost       = 5
	boxDevice     = 6
	boxPitch      = 9 // behind srcArray and a reserved word
	boxHeight     = 10
	boxSide       = 11 // words of one side
	boxWidth      = 2 * boxSide
	boxWords      = boxWidth + 3 // with Height and Depth
)

// Values of CUmemorytype.
const (
	memoryHost   = 1
	memoryDevice = 2
)

// CopyBox copies a 2-D or 3-D array by one call, or plane by plane where the planes are no whole number of rows apart.
func (g *gpu) CopyBox(b *device.Box, to bool) (bool, error) {
	if g.unified || b.Pitch > maxPitch || b.Slice > maxPitch*b.Pitch {
		return false, nil
	}
	planes, height, depth := uintptr(1), b.Rows, b.Planes
	switch {
	case b.Planes > 1 && b.Slice%b.Pitch == 0:
		height = b.Slice / b.Pitch
	case b.Planes > 1:
		planes, depth = b.Planes, 1
	}
	words := new([boxWords]uintptr)
	host, dev := 0, boxSide
	if !to {
		host, dev = boxSide, 0
	}
	words[host+boxMemoryType], words[dev+boxMemoryType] = memoryHost, memoryDevice
	for _, side := range [2]int{host, dev} {
		words[side+boxPitch], words[side+boxHeight] = b.Pitch, height
	}
	words[boxWidth], words[boxWidth+1], words[boxWidth+2] = b.Run, b.Rows, depth
	done := true
	err := g.with(func(s *stream) error {
		for p := range planes {
			words[host+boxHost], words[dev+boxDevice] = uintptr(b.Host)+p*b.Slice, uintptr(b.Dev)+p*b.Slice
			result := g.driver(MemcpyBox, device.Address(&words[0]), s.handle)
			if done = result != invalidValue; !done {
				return nil // a limit that we do not know
			}
			if err := g.driver.outcome(MemcpyBox, result); err != nil {
				return err
			}
		}
		return nil
	})
	runtime.KeepAlive(words)
	return done, err
}
