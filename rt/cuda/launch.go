package cuda

import (
	"errors"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Launch puts a kernel into the stream.
func (s *stream) Launch(l *device.Launch) error {
	if err := s.gpu.enter(); err != nil {
		return err
	}
	s.gpu.mu.Lock()
	k := s.gpu.kernels[l.Kernel-1]
	s.gpu.mu.Unlock()
	l.Each = k.each
	entry, grid := k.entry, device.GridOf(l, k.bound, warp, k.resident)
	if grid.Once && k.once != 0 {
		entry = k.once
	}
	if wide, ok := grid.Widened(l, k.wideEach, k.resident); ok {
		entry, grid = k.wide, wide
	}
	l.Granted = grid.Teams
	shared := uintptr(k.shared) + uintptr(l.Shared)
	if l.Shared != 0 {
		err := s.gpu.allowShared(entry, 0, shared)
		if l.Flags&abi.KernelFallsBack != 0 && errors.As(err, new(tooMuchShared)) {
			shared, err = uintptr(k.shared), nil
		}
		if err != nil {
			return err
		}
	}
	s.gpu.mailboxes.Launched(&s.kernels)
	return s.scratch.With(s, l, k.scratch, func(l *device.Launch) error {
		return s.gpu.driver.do(LaunchKernel, entry, uintptr(grid.Teams), 1, 1, uintptr(grid.Threads), 1, 1, shared,
			s.handle, uintptr(l.Args), 0)
	})
}
