package remote

import (
	"runtime"
	"sync"

	"ompcc/rt/device"
)

// queue gives its work to a stream of the rank, without waiting for it.
type queue struct {
	d      *remote
	stream uint64
	calls  []*call
	sends  []*transfer
}

// Queue returns a queue.
func (d *remote) Queue() (device.Queue, error) { return d.queue(), nil }

// Ordered returns a queue that can be put behind others without a message from the rank.
func (d *remote) Ordered() (device.OrderedQueue, error) { return d.queue(), nil }

func (d *remote) queue() *queue { return &queue{d: d, stream: d.c.takeStream(d.rank())} }

// synchronous is a queue for one operation.
func (d *remote) synchronous() *queue { return d.queue() }

// done waits for the operation; err is the error so far.
func (q *queue) done(err error) error {
	if e := q.complete(); err == nil {
		err = e
	}
	_ = q.Close() // the stream only becomes idle
	return err
}

// tell posts a request without a reply.
func (q *queue) tell(m message, data ...[]byte) error {
	if err := q.d.Lost(); err != nil {
		return err
	}
	m.Code |= quiet
	m.Stream = q.stream
	q.d.c.post(q.d.rank(), m, data...)
	return nil
}

// ask posts a request whose reply complete awaits.
func (q *queue) ask(k *call, m message, data ...[]byte) {
	m.Stream = q.stream
	q.d.c.begin(q.d.rank(), m, k, data...)
	q.calls = append(q.calls, k)
}

// complete awaits all replies and data.
func (q *queue) complete() error {
	var first error
	if len(q.calls) > 0 {
		q.d.c.flush(q.d.rank())
	}
	for _, k := range q.calls {
		if _, err := q.d.c.finish(k); first == nil {
			first = err
		}
	}
	for _, t := range q.sends {
		q.d.c.wait(&t.event)
		if first == nil {
			first = t.err
		}
	}
	q.calls, q.sends = q.calls[:0], q.sends[:0]
	return first
}

// CopyTo copies from the host: small data at once, larger data straight from where it is until Sync.
func (q *queue) CopyTo(dst device.Addr, src device.Host, size uintptr) error {
	if size <= inline {
		q.ask(&call{}, q.d.request(write, uint64(dst), uint64(size)), device.Bytes(uintptr(src), size))
		return nil
	}
	tag := q.d.c.newTag()
	q.ask(&call{}, q.d.request(write, uint64(dst), uint64(size), uint64(tag)))
	q.d.c.flush(q.d.rank())
	q.sends = append(q.sends, q.d.c.send(q.d.rank(), tag, uintptr(src), size))
	return nil
}

// CopyFrom copies to the host, until Sync.
func (q *queue) CopyFrom(dst device.Host, src device.Addr, size uintptr) error {
	if size <= inline {
		q.ask(&call{at: uintptr(dst), size: size}, q.d.request(read, uint64(src), uint64(size)))
		return nil
	}
	tag := q.d.c.newTag()
	k := &call{receive: q.d.c.receive(q.d.rank(), tag, uintptr(dst), size)}
	q.ask(k, q.d.request(read, uint64(src), uint64(size), uint64(tag)))
	q.d.c.flush(q.d.rank())
	return nil
}

// CopyOn copies on the device.
func (q *queue) CopyOn(dst, src device.Addr, size uintptr) error {
	return q.tell(q.d.request(copyOn, uint64(dst), uint64(src), uint64(size)))
}

// Set fills memory.
func (q *queue) Set(dst device.Addr, value byte, size uintptr) error {
	return q.tell(q.d.request(fill, uint64(dst), uint64(value), uint64(size)))
}

// Launch runs a kernel.
func (q *queue) Launch(l *device.Launch) error {
	return q.tell(q.d.request(launch, uint64(l.Kernel)), q.d.packLaunch(l))
}

// Sync returns when all is done, with the first error.
func (q *queue) Sync() error {
	q.ask(&call{}, q.d.request(syncStream))
	return q.complete()
}

// Close lets others use the stream.
func (q *queue) Close() error {
	q.d.c.giveStream(q.d.rank(), q.stream)
	return nil
}

// Mark stands for the end of what the queue was given so far.
func (q *queue) Mark() (device.Mark, error) {
	m := q.d.c.marks.Add(1)
	if err := q.tell(q.d.request(mark, m)); err != nil {
		return 0, err
	}
	q.d.c.flush(q.d.rank()) // another thread's message may follow it
	return device.Mark(m), nil
}

// Await makes what follows begin after a mark.
func (q *queue) Await(m device.Mark) error { return q.tell(q.d.request(await, uint64(m))) }

// Forget gives up a mark.
func (d *remote) Forget(m device.Mark) error {
	if d.Lost() == nil {
		d.c.post(d.rank(), d.request(forget|quiet, uint64(m)))
	}
	return nil
}

// module is an image on the rank.
type module struct {
	d  *remote
	id uint64
}

// Load has the rank load its own copy of the image, or sends it.
func (d *remote) Load(image *device.Image) (device.Module, error) {
	what := []byte(image.Target + "\x00" + image.Arch + "\x00" + image.Format)
	hash := hashOf(image)
	k, err := d.ask(load, what, hash, uint64(image.Stack))
	if err != nil {
		return nil, err
	}
	if k.r.A == 0 && len(image.Data) > 0 {
		k, err = d.sendImage(image, hash, what)
	}
	if err != nil {
		return nil, err
	}
	if k.r.A == 0 {
		return nil, &LostError{Rank: d.rank(), Node: d.place.Node, Why: "does not have this device code: it runs another program, or a library that was opened later"}
	}
	return &module{d, k.r.A}, nil
}

func (d *remote) sendImage(image *device.Image, hash uint64, what []byte) (*call, error) {
	tag, size := d.c.newTag(), uintptr(len(image.Data))
	k := &call{}
	m := d.request(loadData, hash, uint64(image.Stack), uint64(size), uint64(tag))
	m.Stream = d.c.takeStream(d.rank())
	defer d.c.giveStream(d.rank(), m.Stream)
	d.c.begin(d.rank(), m, k, what)
	d.c.flush(d.rank())
	t := d.c.send(d.rank(), tag, device.Address(&image.Data[0]), size)
	_, err := d.c.finish(k)
	d.c.wait(&t.event)
	runtime.KeepAlive(image)
	return k, err
}

// Kernel finds a kernel.
func (m *module) Kernel(name string) (device.Kernel, error) {
	k, err := m.d.ask(kernel, []byte(name), m.id)
	return device.Kernel(k.r.A), err
}

// Global finds a variable or function.
func (m *module) Global(name string) (device.Addr, uintptr, error) {
	k, err := m.d.ask(global, []byte(name), m.id)
	return device.Addr(k.r.A), uintptr(k.r.B), err
}

// Unload gives the module's memory back. At the end a lost rank has none.
func (m *module) Unload() error {
	_, err := m.d.ask(unload, nil, m.id)
	return err
}

// mailbox is one on the rank, for the requests of its kernels.
type mailbox struct {
	d     *remote
	id    uint64
	at    device.Addr
	serve func(m device.Mailbox, slot uint32)
	made  sync.Once
}

// Serve makes a mailbox on the rank.
func (d *remote) Serve(n uint32, size uintptr, serveSlot func(m device.Mailbox, slot uint32)) (device.Mailbox, error) {
	k, err := d.ask(serve, nil, uint64(n), uint64(size))
	if err != nil {
		return nil, err
	}
	m := &mailbox{d: d, id: k.r.A, at: device.Addr(k.r.B), serve: serveSlot}
	d.c.mu.Lock()
	d.c.mail[mailKey{d.rank(), m.id}] = m
	d.c.mu.Unlock()
	return m, nil
}

// mailPosted serves a slot that a kernel has posted.
func (c *Client) mailPosted(rank int, p message) {
	c.mu.Lock()
	m := c.mail[mailKey{rank, p.A}]
	c.mu.Unlock()
	if m != nil {
		m.serve(m, uint32(p.B))
	}
	c.sendServed(rank, p.ID, nil)
}

func (m *mailbox) Addr() device.Addr { return m.at }

func (m *mailbox) Read(dst device.Host, slot uint32, at, size uintptr) error {
	k := &call{at: uintptr(dst), size: size}
	return m.d.c.askFor(k, m.d.rank(), m.d.request(mailRead, m.id, uint64(slot), uint64(at), uint64(size)))
}

func (m *mailbox) Write(slot uint32, at uintptr, src device.Host, size uintptr) error {
	_, err := m.d.ask(mailWrite, device.Bytes(uintptr(src), size), m.id, uint64(slot), uint64(at))
	return err
}

func (m *mailbox) Answer(slot uint32) error {
	_, err := m.d.ask(mailAnswer, nil, m.id, uint64(slot))
	return err
}

func (m *mailbox) AwaitDoorbell() error {
	_, err := m.d.ask(mailAwait, nil, m.id)
	return err
}

func (m *mailbox) Ring(doorbell, value uint32) error {
	_, err := m.d.ask(mailRing, nil, m.id, uint64(doorbell), uint64(value))
	return err
}

func (m *mailbox) Close() error {
	m.d.c.mu.Lock()
	delete(m.d.c.mail, mailKey{m.d.rank(), m.id})
	m.d.c.mu.Unlock()
	_, err := m.d.ask(mailClose, nil, m.id)
	return err
}
