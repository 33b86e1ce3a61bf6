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

// office has a GPU's mailboxes. While there are some, threads that wait for kernels look at them.
type office struct {
	open atomic.Bool // there are mailboxes

	mu      sync.Mutex
	boxes   []*mailbox
	kernels int           // launched, whose end nobody has seen
	kept    []device.Addr // memory to be freed when there are none
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
	o := &g.office
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

// Late has nothing to do: a kernel may wait as long as it likes.
func (*mailbox) Late() error { return nil }

func (m *mailbox) Ring(bell, value uint32) error {
	atomic.StoreUint32((*uint32)(device.Pointer(m.place(m.slots, 4*uintptr(bell)))), value)
	return nil
}

func (m *mailbox) Close() error {
	o := &m.gpu.office
	if o.busy() {
		return nil // see gpu.Close
	}
	o.mu.Lock()
	o.boxes = slices.DeleteFunc(slices.Clone(o.boxes), func(b *mailbox) bool { return b == m })
	o.open.Store(len(o.boxes) > 0)
	o.mu.Unlock()
	return m.gpu.Unshare(m.at, true)
}

// look serves what kernels have posted, and reports whether there was something.
func (o *office) look() (found bool) {
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

// launched counts a kernel that is given to s.
func (o *office) launched(s *stream) {
	if !o.open.Load() {
		return
	}
	o.mu.Lock()
	o.kernels++
	s.kernels++
	o.mu.Unlock()
}

// ended is called when the kernels of s have ended.
func (o *office) ended(s *stream) (free []device.Addr) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kernels -= s.kernels
	s.kernels = 0
	if o.kernels == 0 {
		free, o.kept = o.kept, nil
	}
	return free
}

// keep keeps memory that is to be freed while kernels run: the driver would wait for their end, which
// may wait for the very thread.
func (o *office) keep(a device.Addr) bool {
	if !o.open.Load() {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.kernels > 0 {
		o.kept = append(o.kept, a)
	}
	return o.kernels > 0
}

// busy reports whether there are mailboxes and kernels that may use them.
func (o *office) busy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kernels > 0
}

// How long a thread that waits for a kernel looks at the mailboxes without a pause, and how long it then sleeps
// before each look.
const (
	busyLooks = 2000
	looksLate = 20 * time.Microsecond
)

// wait returns when all is done that was given to the stream; meanwhile it serves what kernels ask for.
func (s *stream) wait() error {
	o := &s.gpu.office
	if !o.open.Load() {
		return s.gpu.driver.do(StreamSynchronize, s.handle)
	}
	r := notReady
	for n := 0; r == notReady; n++ {
		if o.look() {
			n = 0
			// The function may have made another context the thread's.
			if err := s.gpu.enter(); err != nil {
				return err
			}
		}
		if r = s.gpu.driver(StreamQuery, s.handle); r == notReady {
			if n > busyLooks {
				time.Sleep(looksLate)
			} else {
				runtime.Gosched()
			}
		}
	}
	errs := []error{s.gpu.driver.outcome(StreamQuery, r)}
	for _, a := range o.ended(s) {
		errs = append(errs, s.gpu.Free(a))
	}
	return errors.Join(errs...)
}
