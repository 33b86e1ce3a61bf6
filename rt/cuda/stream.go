package cuda

import (
	"errors"

	"ompcc/rt/device"
)

// stream executes operations in order, apart from other streams. It implements
// device.Queue.
type stream struct {
	gpu    *gpu
	handle uintptr
	pinned [2]uintptr // buffers of the stage's size, made at first use
	ready  [2]uintptr // events: the transfer that used the buffer is done
	sent   [2]bool    // such a transfer may be on its way since the last wait for the stream
	// pinnedLanding is such a buffer for a lane, made at first use.
	pinnedLanding uintptr
	// scratch is for the kernels of this stream, which run one after another.
	scratch device.Scratch
	kernels int // that were launched since the last wait for the stream, while there are mailboxes
}

// staging is how a GPU's transfers go: those of more than least bytes through pinned
// buffers of size bytes, since a GPU reads other host memory only by way of the driver's
// own small ones. While one buffer is being transferred the other one is filled.
type staging struct{ least, size uintptr }

// stream returns an idle stream or a new one, for the calling thread.
func (g *gpu) stream() (*stream, error) {
	g.mu.Lock()
	n := len(g.idle)
	if n == 0 {
		g.mu.Unlock()
		return g.newStream()
	}
	s := g.idle[n-1]
	g.idle = g.idle[:n-1]
	g.mu.Unlock()
	if err := g.enter(); err != nil {
		g.keep(s)
		return nil, err
	}
	return s, nil
}

// keep makes s idle.
func (g *gpu) keep(s *stream) {
	g.mu.Lock()
	g.idle = append(g.idle, s)
	g.mu.Unlock()
}

func (g *gpu) newStream() (*stream, error) {
	if err := g.enter(); err != nil {
		return nil, err
	}
	handle, err := g.driver.get(StreamCreate, streamNonBlocking)
	if err != nil {
		return nil, err
	}
	return &stream{gpu: g, handle: handle}, nil
}

// close gives everything back, as far as that goes.
func (s *stream) close() error {
	d := s.gpu.driver
	errs := []error{s.scratch.Drop(s)}
	for _, a := range s.gpu.mailboxes.Ended(&s.kernels) { // of which nobody has waited for the end
		errs = append(errs, s.gpu.Free(a))
	}
	for i := range s.pinned {
		if s.pinned[i] != 0 {
			errs = append(errs, d.do(MemFreeHost, s.pinned[i]), d.do(EventDestroy, s.ready[i]))
		}
	}
	if s.pinnedLanding != 0 {
		errs = append(errs, d.do(MemFreeHost, s.pinnedLanding))
	}
	return errors.Join(append(errs, d.do(StreamDestroy, s.handle))...)
}

// Close gives the queue up.
func (s *stream) Close() error {
	if err := s.gpu.enter(); err != nil {
		return err
	}
	return s.close()
}

// Sync waits for everything that was given to the stream.
func (s *stream) Sync() error {
	if err := s.gpu.enter(); err != nil {
		return err
	}
	if err := s.wait(); err != nil {
		return err
	}
	s.sent = [2]bool{}
	return nil
}

// CopyTo copies from host memory that stays as it is until Sync.
func (s *stream) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	return s.do(size, MemcpyHtoDAsync, uintptr(dst), uintptr(src), size, s.handle)
}

// CopyFrom copies to host memory, which has the data after Sync.
func (s *stream) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	return s.do(size, MemcpyDtoHAsync, uintptr(dst), uintptr(src), size, s.handle)
}

// CopyOn copies on the device; the sides do not overlap.
func (s *stream) CopyOn(dst, src device.Addr, size uintptr) error {
	return s.do(size, MemcpyDtoDAsync, uintptr(dst), uintptr(src), size, s.handle)
}

// Set fills with value.
func (s *stream) Set(dst device.Addr, value byte, size uintptr) error {
	return s.do(size, MemsetD8Async, uintptr(dst), uintptr(value), size, s.handle)
}

func (s *stream) do(size uintptr, f Function, args ...uintptr) error {
	if size == 0 {
		return nil
	}
	if err := s.gpu.enter(); err != nil {
		return err
	}
	return s.gpu.driver.do(f, args...)
}

// Alloc, Free and Idle are for scratch memory.

// Alloc returns device memory.
func (s *stream) Alloc(size uintptr) (device.Addr, error) { return s.gpu.Alloc(size) }

// Free gives it back.
func (s *stream) Free(a device.Addr) error { return s.gpu.Free(a) }

// Idle waits for the stream.
func (s *stream) Idle() error { return s.Sync() }

// buffers makes the pinned buffers.
func (s *stream) buffers() error {
	d := s.gpu.driver
	for i := range s.pinned {
		if s.pinned[i] != 0 {
			continue
		}
		event, err := d.get(EventCreate, eventDisableTiming)
		if err != nil {
			return err
		}
		buf, err := d.get(MemHostAlloc, s.gpu.stage.size, 0)
		if err != nil {
			_ = d.do(EventDestroy, event) // the first error counts
			return err
		}
		s.pinned[i], s.ready[i] = buf, event
	}
	return nil
}

// stageTo is CopyTo for host memory that may change when it returns.
func (s *stream) stageTo(dst device.Addr, src device.Host, size uintptr) error {
	if size <= s.gpu.stage.least || s.buffers() != nil {
		return s.CopyTo(dst, src, size)
	}
	d, stage := s.gpu.driver, s.gpu.stage.size
	for at, k := uintptr(0), 0; at < size; at, k = at+stage, k+1 {
		n, i := min(stage, size-at), k%2
		if s.sent[i] {
			if err := d.do(EventSynchronize, s.ready[i]); err != nil {
				return err
			}
		}
		copy(device.Bytes(s.pinned[i], n), device.Bytes(uintptr(src)+at, n))
		if err := s.CopyTo(dst+device.Addr(at), device.Host(s.pinned[i]), n); err != nil {
			return err
		}
		if err := d.do(EventRecord, s.ready[i], s.handle); err != nil {
			return err
		}
		s.sent[i] = true
	}
	return nil
}

// stageFrom is CopyFrom that has the data when it returns.
func (s *stream) stageFrom(dst device.Host, src device.Addr, size uintptr) error {
	if size <= s.gpu.stage.least || s.buffers() != nil {
		return s.CopyFrom(dst, src, size)
	}
	d, stage := s.gpu.driver, s.gpu.stage.size
	start := func(at uintptr, i int) error {
		if err := s.CopyFrom(device.Host(s.pinned[i]), src+device.Addr(at), min(stage, size-at)); err != nil {
			return err
		}
		return d.do(EventRecord, s.ready[i], s.handle)
	}
	if err := start(0, 0); err != nil {
		return err
	}
	for at, k := uintptr(0), 0; at < size; at, k = at+stage, k+1 {
		if next := at + stage; next < size {
			if err := start(next, (k+1)%2); err != nil {
				return err
			}
		}
		if err := d.do(EventSynchronize, s.ready[k%2]); err != nil {
			return err
		}
		n := min(stage, size-at)
		copy(device.Bytes(uintptr(dst)+at, n), device.Bytes(s.pinned[k%2], n))
	}
	return nil
}
