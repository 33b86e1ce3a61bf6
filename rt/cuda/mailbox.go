package cuda

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// mailboxSet is a GPU's mailboxes. While there are any, threads that wait for kernels poll them.
type mailboxSet struct {
	open atomic.Bool // there are mailboxes

	mu            sync.Mutex
	boxes         []*mailbox
	kernels       int           // launched, and not known to have ended
	deferredFrees []device.Addr // freed when no kernel runs
}

// mailbox is pinned memory of the host.
type mailbox struct {
	gpu   *gpu
	at    device.Addr
	slots uint32
	size  uintptr
	serve func(m device.Mailbox, slot uint32)
}

// Serve makes a mailbox.
func (g *gpu) Serve(n uint32, size uintptr, serve func(m device.Mailbox, slot uint32)) (device.Mailbox, error) {
	bytes := uintptr(n+1) * size
	at, err := g.Share(bytes, true)
	if err != nil {
		return nil, err
	}
	clear(device.Bytes(uintptr(at), bytes))
	m := &mailbox{gpu: g, at: at, slots: n, size: size, serve: serve}
	o := &g.mailboxes
	o.mu.Lock()
	o.boxes = append(slices.Clone(o.boxes), m)
	o.open.Store(true)
	o.mu.Unlock()
	return m, nil
}

func (m *mailbox) Addr() device.Addr { return m.at }

func (m *mailbox) place(slot uint32, at uintptr) uintptr {
	return uintptr(m.at) + uintptr(slot)*m.size + at
}

func (m *mailbox) state(slot uint32) *uint32 {
	return (*uint32)(device.Pointer(m.place(slot, abi.MailState)))
}

func (m *mailbox) Read(dst device.Host, slot uint32, at, size uintptr) error {
	copy(device.Bytes(uintptr(dst), size), device.Bytes(m.place(slot, at), size))
	return nil
}

func (m *mailbox) Write(slot uint32, at uintptr, src device.Host, size uintptr) error {
	copy(device.Bytes(m.place(slot, at), size), device.Bytes(uintptr(src), size))
	return nil
}

func (m *mailbox) Answer(slot uint32) error {
	atomic.StoreUint32(m.state(slot), abi.MailAnswered)
	return nil
}

// AwaitDoorbell does nothing: a kernel may wait for any length of time.
func (*mailbox) AwaitDoorbell() error { return nil }

func (m *mailbox) Ring(doorbell, value uint32) error {
	atomic.StoreUint32((*uint32)(device.Pointer(m.place(m.slots, 4*uintptr(doorbell)))), value)
	return nil
}

func (m *mailbox) Close() error {
	o := &m.gpu.mailboxes
	if o.busy() {
		return nil // see gpu.Close
	}
	o.mu.Lock()
	o.boxes = slices.DeleteFunc(slices.Clone(o.boxes), func(b *mailbox) bool { return b == m })
	o.open.Store(len(o.boxes) > 0)
	o.mu.Unlock()
	return m.gpu.Unshare(m.at, true)
}

// poll serves posted requests and reports whether there were any.
func (o *mailboxSet) poll() (found bool) {
	o.mu.Lock()
	boxes := o.boxes
	o.mu.Unlock()
	for _, m := range boxes {
		for i := range m.slots {
			if atomic.CompareAndSwapUint32(m.state(i), abi.MailPosted, abi.MailTaken) {
				m.serve(m, i)
				found = true
			}
		}
	}
	return found
}

// kernelLaunched counts a kernel that is given to s.
func (o *mailboxSet) kernelLaunched(s *stream) {
	if !o.open.Load() {
		return
	}
	o.mu.Lock()
	o.kernels++
	s.kernels++
	o.mu.Unlock()
}

// kernelsEnded is called when the kernels of s have ended.
func (o *mailboxSet) kernelsEnded(s *stream) (free []device.Addr) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kernels -= s.kernels
	s.kernels = 0
	if o.kernels == 0 {
		free, o.deferredFrees = o.deferredFrees, nil
	}
	return free
}

// deferFree takes memory that must not be freed while kernels run: the driver would wait for their end, and a kernel
// may wait for this thread.
func (o *mailboxSet) deferFree(a device.Addr) bool {
	if !o.open.Load() {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.kernels > 0 {
		o.deferredFrees = append(o.deferredFrees, a)
	}
	return o.kernels > 0
}

// busy reports whether there are mailboxes and kernels that may use them.
func (o *mailboxSet) busy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kernels > 0
}

// A thread that waits for a kernel polls the mailboxes spinPolls times without a pause, and every pollInterval then.
const (
	spinPolls    = 2000
	pollInterval = 20 * time.Microsecond
)

// wait waits for the end of all work on the stream, and serves the requests of kernels meanwhile.
func (s *stream) wait() error {
	o := &s.gpu.mailboxes
	if !o.open.Load() {
		return s.gpu.driver.do(StreamSynchronize, s.handle)
	}
	r := notReady
	for n := 0; r == notReady; n++ {
		if o.poll() {
			n = 0
			// The function may have made another context the thread's.
			if err := s.gpu.enter(); err != nil {
				return err
			}
		}
		if r = s.gpu.driver(StreamQuery, s.handle); r == notReady {
			if n > spinPolls {
				time.Sleep(pollInterval)
			} else {
				runtime.Gosched()
			}
		}
	}
	errs := []error{s.gpu.driver.outcome(StreamQuery, r)}
	for _, a := range o.kernelsEnded(s) {
		errs = append(errs, s.gpu.Free(a))
	}
	return errors.Join(errs...)
}
