package device

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ompcc/rt/abi"
)

// HostMailboxes are the mailboxes of a GPU that reaches memory of the host. While there are any, threads that wait for
// kernels poll them.
type HostMailboxes struct {
	open atomic.Bool // there are mailboxes

	mu            sync.Mutex
	boxes         []*hostMailbox
	kernels       int    // launched, and not known to have ended
	deferredFrees []Addr // freed when no kernel runs
}

// hostMailbox is memory of the host.
type hostMailbox struct {
	set   *HostMailboxes
	at    Addr
	slots uint32
	size  uintptr
	serve func(m Mailbox, slot uint32)
	free  func() error
}

// MailboxBytes is how much memory a mailbox takes (Server).
func MailboxBytes(slots uint32, size uintptr) uintptr { return uintptr(slots+1) * size }

// Serve makes a mailbox of memory at an address that the host and kernels use alike; free gives the memory back.
func (o *HostMailboxes) Serve(at Addr, n uint32, size uintptr, serve func(m Mailbox, slot uint32),
	free func() error) Mailbox {
	clear(Bytes(uintptr(at), MailboxBytes(n, size)))
	m := &hostMailbox{set: o, at: at, slots: n, size: size, serve: serve, free: free}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.boxes = append(slices.Clone(o.boxes), m)
	o.open.Store(true)
	return m
}

func (m *hostMailbox) Addr() Addr { return m.at }

func (m *hostMailbox) place(slot uint32, at uintptr) uintptr {
	return uintptr(m.at) + uintptr(slot)*m.size + at
}

func (m *hostMailbox) state(slot uint32) *uint32 {
	return (*uint32)(Pointer(m.place(slot, abi.MailState)))
}

func (m *hostMailbox) Read(dst Host, slot uint32, at, size uintptr) error {
	copy(Bytes(uintptr(dst), size), Bytes(m.place(slot, at), size))
	return nil
}

func (m *hostMailbox) Write(slot uint32, at uintptr, src Host, size uintptr) error {
	copy(Bytes(m.place(slot, at), size), Bytes(uintptr(src), size))
	return nil
}

func (m *hostMailbox) Answer(slot uint32) error {
	atomic.StoreUint32(m.state(slot), abi.MailAnswered)
	return nil
}

// AwaitDoorbell does nothing: a kernel may wait for any length of time.
func (*hostMailbox) AwaitDoorbell() error { return nil }

func (m *hostMailbox) Ring(doorbell, value uint32) error {
	atomic.StoreUint32((*uint32)(Pointer(m.place(m.slots, 4*uintptr(doorbell)))), value)
	return nil
}

// Close leaves the mailbox alone while kernels run: the program ends in what one of them waits for.
func (m *hostMailbox) Close() error {
	o := m.set
	if o.Busy() {
		return nil
	}
	o.mu.Lock()
	o.boxes = slices.DeleteFunc(slices.Clone(o.boxes), func(b *hostMailbox) bool { return b == m })
	o.open.Store(len(o.boxes) > 0)
	o.mu.Unlock()
	return m.free()
}

// Open reports whether there are mailboxes.
func (o *HostMailboxes) Open() bool { return o.open.Load() }

// Poll serves posted requests and reports whether there were any.
func (o *HostMailboxes) Poll() (found bool) {
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

// A thread that waits for a kernel polls the mailboxes spinPolls times without a pause, and every pollInterval then.
const (
	spinPolls    = 2000
	pollInterval = 20 * time.Microsecond
)

// Pause is how long a thread waits after n polls without a request.
func (*HostMailboxes) Pause(n int) time.Duration {
	if n > spinPolls {
		return pollInterval
	}
	return 0
}

// Launched counts a kernel, in n those of its queue.
func (o *HostMailboxes) Launched(n *int) {
	if !o.open.Load() {
		return
	}
	o.mu.Lock()
	o.kernels++
	*n++
	o.mu.Unlock()
}

// Ended is called when the n kernels of a queue have ended, and returns what is to be freed.
func (o *HostMailboxes) Ended(n *int) (free []Addr) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kernels -= *n
	*n = 0
	if o.kernels == 0 {
		free, o.deferredFrees = o.deferredFrees, nil
	}
	return free
}

// DeferFree takes memory that must not be freed while kernels run: the driver would wait for their end, and a kernel
// may wait for this thread.
func (o *HostMailboxes) DeferFree(a Addr) bool {
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

// Busy reports whether there are mailboxes and kernels that may use them.
func (o *HostMailboxes) Busy() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kernels > 0
}
