package cuda

import (
	"math"
	"time"

	"ompcc/rt/device"
)

// LaunchTimed runs a kernel between two events of its stream: their distance is
// by the GPU's clock, without the way to the device and back.
func (g *gpu) LaunchTimed(l *device.Launch) (took time.Duration, err error) {
	err = g.with(func(s *stream) error {
		took, err = s.launchTimed(l)
		return err
	})
	return took, err
}

func (s *stream) launchTimed(l *device.Launch) (time.Duration, error) {
	d := s.gpu.driver
	before, err := s.mark(0)
	if err != nil {
		return 0, err
	}
	defer d.do(EventDestroy, before)
	if err := s.Launch(l); err != nil {
		return 0, err
	}
	after, err := s.mark(0)
	if err != nil {
		return 0, err
	}
	defer d.do(EventDestroy, after)
	if s.gpu.mailboxes.Open() {
		err = s.wait()
	} else {
		err = d.do(EventSynchronize, after)
	}
	if err != nil {
		return 0, err
	}
	bits, err := d.get(EventElapsedTime, before, after)
	if err != nil {
		return 0, err
	}
	return milliseconds(math.Float32frombits(uint32(bits))), nil
}

// mark puts a new event into the stream.
func (s *stream) mark(flags uintptr) (uintptr, error) {
	event, err := s.gpu.driver.get(EventCreate, flags)
	if err != nil {
		return 0, err
	}
	if err := s.gpu.driver.do(EventRecord, event, s.handle); err != nil {
		_ = s.gpu.driver.do(EventDestroy, event) // the first error counts
		return 0, err
	}
	return event, nil
}

func milliseconds(ms float32) time.Duration {
	return time.Duration(float64(ms) * float64(time.Millisecond))
}
