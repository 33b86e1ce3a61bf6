package cuda

import (
	"errors"
	"runtime"
	"time"

	"ompcc/rt/device"
)

// Serve makes a mailbox of pinned memory.
func (g *gpu) Serve(n uint32, size uintptr, serve func(m device.Mailbox, slot uint32)) (device.Mailbox, error) {
	at, err := g.Share(device.MailboxBytes(n, size), true)
	if err != nil {
		return nil, err
	}
	return g.mailboxes.Serve(at, n, size, serve, func() error { return g.Unshare(at, true) }), nil
}

// wait waits for the end of all work on the stream, and serves the requests of kernels meanwhile.
func (s *stream) wait() error {
	o := &s.gpu.mailboxes
	if !o.Open() {
		return s.gpu.driver.do(StreamSynchronize, s.handle)
	}
	r := notReady
	for n := 0; r == notReady; n++ {
		if o.Poll() {
			n = 0
			// The function may have made another context the thread's.
			if err := s.gpu.enter(); err != nil {
				return err
			}
		}
		if r = s.gpu.driver(StreamQuery, s.handle); r == notReady {
			if pause := o.Pause(n); pause > 0 {
				time.Sleep(pause)
			} else {
				runtime.Gosched()
			}
		}
	}
	errs := []error{s.gpu.driver.outcome(StreamQuery, r)}
	for _, a := range o.Ended(&s.kernels) {
		errs = append(errs, s.gpu.Free(a))
	}
	return errors.Join(errs...)
}
