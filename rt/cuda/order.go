package cuda

import "ompcc/rt/device"

// lane is a stream that is ordered against others by events. It implements
// device.OrderedQueue.
type lane struct {
	*stream
	arriving []arrival
	used     uintptr // of the stream's landing buffer
}

// arrival is data that is on its way into the landing buffer.
type arrival struct {
	dst, from, size uintptr
}

// Ordered returns an idle stream.
func (g *gpu) Ordered() (device.OrderedQueue, error) {
	s, err := g.stream()
	if err != nil {
		return nil, err
	}
	return &lane{stream: s}, nil
}

// Forget destroys an event.
func (g *gpu) Forget(m device.Mark) error {
	if err := g.enter(); err != nil {
		return err
	}
	return g.driver.do(EventDestroy, uintptr(m))
}

// Close makes the stream idle.
func (l *lane) Close() error {
	l.gpu.keep(l.stream)
	return nil
}

// Mark records an event.
func (l *lane) Mark() (device.Mark, error) {
	if err := l.gpu.enter(); err != nil {
		return 0, err
	}
	event, err := l.mark(eventDisableTiming)
	return device.Mark(event), err
}

// Await lets the stream wait for an event.
func (l *lane) Await(m device.Mark) error {
	if err := l.gpu.enter(); err != nil {
		return err
	}
	return l.gpu.driver.do(StreamWaitEvent, l.handle, uintptr(m), 0)
}

// CopyTo goes by way of pinned memory where that is faster.
func (l *lane) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return l.stageTo(dst, src, size)
}

// CopyFrom lets data arrive in pinned memory, from where Sync fetches it: the
// driver would keep the thread until data is in other memory. What is too long for
// that is copied before CopyFrom returns.
func (l *lane) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	if l.used+size > l.gpu.stage.size || l.landing() != nil {
		return l.stageFrom(dst, src, size)
	}
	at := l.pinnedLanding + l.used
	if err := l.stream.CopyFrom(device.Host(at), src, size); err != nil {
		return err
	}
	l.arriving = append(l.arriving, arrival{uintptr(dst), at, size})
	l.used += (size + 15) &^ 15
	return nil
}

// Sync waits for everything and fetches what has arrived.
func (l *lane) Sync() error {
	if err := l.stream.Sync(); err != nil {
		return err
	}
	for _, a := range l.arriving {
		copy(device.Bytes(a.dst, a.size), device.Bytes(a.from, a.size))
	}
	l.arriving, l.used = nil, 0
	return nil
}

// landing makes the landing buffer.
func (s *stream) landing() error {
	if s.pinnedLanding != 0 {
		return nil
	}
	buf, err := s.gpu.driver.get(MemHostAlloc, s.gpu.stage.size, 0)
	s.pinnedLanding = buf
	return err
}
