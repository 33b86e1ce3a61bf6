package remote

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"ompcc/rt/cpu"
	"ompcc/rt/device"
	"ompcc/rt/device/devicetest"
)

// network is a transport within this process: what is sent waits for who receives it.
type network struct {
	mu   sync.Mutex
	ends []*node
}

// node is a rank's end of it.
type node struct {
	n        *network
	rank     int
	packets  []packet
	sent     []sentData
	receives []receiveOf
	ended    []uint64
	silent   bool
}

type packet struct {
	rank int
	data []byte
}

type sentData struct {
	id       uint64
	rank, to int
	tag      int
	at, size uintptr
}

type receiveOf struct {
	id        uint64
	rank, tag int
	at, size  uintptr
}

func newNetwork(ranks int) *network {
	n := &network{}
	for i := range ranks {
		n.ends = append(n.ends, &node{n: n, rank: i})
	}
	return n
}

func (e *node) Send(id uint64, rank, tag int, at, size uintptr) error {
	e.n.mu.Lock()
	defer e.n.mu.Unlock()
	to := e.n.ends[rank]
	if tag == ControlTag {
		if !e.silent {
			to.packets = append(to.packets, packet{e.rank, bytes.Clone(device.Bytes(at, size))})
		}
		e.ended = append(e.ended, id)
		return nil
	}
	to.sent = append(to.sent, sentData{id, e.rank, rank, tag, at, size})
	to.match()
	return nil
}

func (e *node) Receive(id uint64, rank, tag int, at, size uintptr) error {
	e.n.mu.Lock()
	defer e.n.mu.Unlock()
	e.receives = append(e.receives, receiveOf{id, rank, tag, at, size})
	e.match()
	return nil
}

// match moves data whose receive has begun. The network is locked.
func (e *node) match() {
	for again := true; again; {
		again = false
		for i, r := range e.receives {
			for k, s := range e.sent {
				if s.rank != r.rank || s.tag != r.tag {
					continue
				}
				copy(device.Bytes(r.at, r.size), device.Bytes(s.at, s.size))
				e.ended = append(e.ended, r.id)
				e.n.ends[s.rank].ended = append(e.n.ends[s.rank].ended, s.id)
				e.receives = append(e.receives[:i], e.receives[i+1:]...)
				e.sent = append(e.sent[:k], e.sent[k+1:]...)
				again = true
				break
			}
			if again {
				break
			}
		}
	}
}

func (e *node) Cancel(id uint64) {
	e.n.mu.Lock()
	defer e.n.mu.Unlock()
	for i, r := range e.receives {
		if r.id == id {
			e.receives = append(e.receives[:i], e.receives[i+1:]...)
			e.ended = append(e.ended, id)
			return
		}
	}
}

func (e *node) Poll(arrived func(int, []byte), ended func(uint64, error)) int {
	e.n.mu.Lock()
	packets, ids := e.packets, e.ended
	e.packets, e.ended = nil, nil
	e.n.mu.Unlock()
	for _, p := range packets {
		arrived(p.rank, p.data)
	}
	for _, id := range ids {
		ended(id, nil)
	}
	return len(packets) + len(ids)
}

func (*node) Pause(idle int) {
	if idle > 100 {
		time.Sleep(10 * time.Microsecond)
		return
	}
	runtime.Gosched()
}

// memory is Go's memory, which does not move, for CPU devices.
func memory() (func(uintptr) (uintptr, error), func(uintptr)) {
	var mu sync.Mutex
	live := map[uintptr][]byte{}
	return func(size uintptr) (uintptr, error) {
			if size > 1<<30 {
				return 0, device.ErrMemory
			}
			b := make([]byte, size+64)
			p := (uintptr(unsafe.Pointer(&b[0])) + 63) &^ 63
			mu.Lock()
			live[p] = b
			mu.Unlock()
			return p, nil
		}, func(p uintptr) {
			mu.Lock()
			delete(live, p)
			mu.Unlock()
		}
}

// failing is a CPU device on which some things go wrong.
type failing struct{ device.Device }

func (failing) Set(device.Addr, byte, uintptr) error { return errors.New("no filling today") }

// world has a client and servers with the given numbers of CPU devices. With more than one their memory is not plain, so
// that data goes by pieces.
type world struct {
	*Client
	net  *network
	devs []device.Device
	over atomic.Bool // a lost rank hears of no end
}

func newWorld(t *testing.T, counts ...int) *world {
	t.Helper()
	w := &world{net: newNetwork(len(counts) + 1)}
	config := Config{Transport: w.net.ends[0], Ranks: len(counts) + 1, Silence: time.Minute,
		Print:  func([]byte) {},
		Limits: func(int) (uint32, uint32) { return 0, 0 }}
	var done sync.WaitGroup
	for i, n := range counts {
		alloc, free := memory()
		devices, err := cpu.New(cpu.Config{Devices: n, Procs: 2, Alloc: alloc, Free: free}).Open()
		if err != nil {
			t.Fatal(err)
		}
		devices = append(devices, failing{devices[0]})
		server := NewServer(ServerConfig{Transport: w.net.ends[i+1], Devices: devices,
			Images: func(int) []*device.Image {
				return []*device.Image{{Entries: []device.Entry{{Name: "v", Addr: 0x1000, Size: 8}}}}
			},
			Begin:     func(int, int, int) {},
			LaunchCPU: func(int, int, *device.Launch, uint32, uint32) {},
			Output:    func() []byte { return nil },
			Orphaned:  w.over.Load})
		done.Go(server.Run)
		for k := range devices {
			config.Devices = append(config.Devices, Place{Rank: i + 1, Index: k, Num: len(config.Devices), Node: "here", UID: "u"})
		}
	}
	w.Client = New(config)
	config.Total = len(config.Devices)
	devs, err := w.Open()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range devs {
		if err := d.Init(); err != nil {
			t.Fatal(err)
		}
	}
	w.devs = devs
	t.Cleanup(func() {
		w.Quit()
		w.over.Store(true)
		done.Wait()
	})
	return w
}

func TestConform(t *testing.T) {
	for name, n := range map[string]int{"plain": 1, "by pieces": 2} {
		t.Run(name, func(t *testing.T) { devicetest.Conform(t, newWorld(t, n).devs[0]) })
	}
}

func host(b []byte) device.Host { return device.Host(device.Address(&b[0])) }

// pattern is n bytes that differ.
func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*7 + i>>9)
	}
	return b
}

func TestPeers(t *testing.T) {
	w := newWorld(t, 1, 2)
	const n = 5<<20 + 3
	a, b := w.devs[0], w.devs[2]
	from, _ := a.Alloc(n)
	to, _ := b.Alloc(n)
	data, back := pattern(n), make([]byte, n)
	if err := errors.Join(a.CopyTo(from, host(data), n), b.(device.Peer).CopyPeer(to, a, from, n), b.CopyFrom(host(back), to, n)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, back) {
		t.Error("a copy between ranks changes the bytes")
	}
	before := w.Sent()
	if err := b.(device.Peer).CopyPeer(to, a, from, n); err != nil {
		t.Fatal(err)
	}
	if got := w.Sent().Bytes - before.Bytes; got > 1000 {
		t.Errorf("%d bytes of a copy between other ranks go by way of rank 0", got)
	}
}

// TestSteps holds a sequence to one message and one reply.
func TestSteps(t *testing.T) {
	w := newWorld(t, 1)
	d := w.devs[0].(*remote)
	a, b := pattern(100), pattern(300)
	list := []device.Step{
		{Kind: device.StepAlloc, Size: 100}, {Kind: device.StepAlloc, Size: 300},
		{Kind: device.StepTo, Of: 1, Host: host(a), Size: 100}, {Kind: device.StepTo, Of: 2, Host: host(b), Size: 300},
	}
	before := w.Sent()
	if n := d.Steps(list); n != 4 {
		t.Fatalf("%d steps", n)
	}
	after := w.Sent()
	if n := after.Messages - before.Messages; n > 3 { // a beat may come
		t.Errorf("%d messages", n)
	}
	c := make([]byte, 250)
	if n := d.Steps([]device.Step{{Kind: device.StepFrom, Dev: list[1].Dev + 50, Host: host(c), Size: 250},
		{Kind: device.StepFree, Dev: list[0].Dev}}); n != 2 || !bytes.Equal(c, b[50:]) {
		t.Errorf("%d steps, %d", n, c[0])
	}
	if n := d.Steps([]device.Step{{Kind: device.StepAlloc, Size: 10}, {Kind: device.StepAlloc, Size: 1 << 62}}); n != 1 {
		t.Errorf("%d steps without memory", n)
	}
}

// TestOrdered puts a chain over queues without waiting between them.
func TestOrdered(t *testing.T) {
	w := newWorld(t, 1)
	d := w.devs[0].(*remote)
	at, _ := d.Alloc(8)
	value := pattern(8)
	var marks []device.Mark
	var queues []device.OrderedQueue
	before := w.Sent()
	for i := range 10 {
		q, err := d.Ordered()
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			err = q.Await(marks[i-1])
		}
		value[0] = byte(i)
		err = errors.Join(err, q.CopyTo(at, host(value), 8))
		m, more := q.Mark()
		if err = errors.Join(err, more); err != nil {
			t.Fatal(err)
		}
		marks, queues = append(marks, m), append(queues, q)
	}
	if n := w.Sent().Messages - before.Messages; n > 30 {
		t.Errorf("%d messages", n)
	}
	for _, q := range queues {
		if err := errors.Join(q.Sync(), q.Close()); err != nil {
			t.Error(err)
		}
	}
	for _, m := range marks { // all that await it are done
		if err := d.Forget(m); err != nil {
			t.Error(err)
		}
	}
	back := make([]byte, 8)
	if err := d.CopyFrom(host(back), at, 8); err != nil || back[0] != 9 {
		t.Errorf("%d, %v", back[0], err)
	}
}

func TestErrors(t *testing.T) {
	w := newWorld(t, 1)
	d, bad := w.devs[0].(*remote), w.devs[1].(*remote)
	if _, err := d.Alloc(1 << 62); !errors.Is(err, device.ErrMemory) {
		t.Errorf("too much memory: %v", err)
	}
	if err := bad.Set(0, 0, 8); err == nil || err.Error() != "no filling today" {
		t.Errorf("a filling: %v", err)
	}
	q := bad.queue()
	at, _ := bad.Alloc(8)
	if err := q.Set(at, 0, 8); err != nil {
		t.Error(err)
	}
	if err := q.CopyOn(at, at, 8); err != nil {
		t.Error(err)
	}
	if err := q.Sync(); err == nil || err.Error() != "no filling today" {
		t.Errorf("a queue with an error: %v", err)
	}
	if err := q.Sync(); err != nil {
		t.Errorf("the error stays: %v", err)
	}
	if _, err := d.Load(&device.Image{Entries: []device.Entry{{Name: "other"}}}); err == nil || !strings.Contains(err.Error(), "rank 1 on node here") {
		t.Errorf("another image: %v", err)
	}
	m, err := d.Load(&device.Image{Entries: []device.Entry{{Name: "v", Size: 8}}})
	if err != nil {
		t.Fatal(err)
	}
	if at, size, err := m.Global("v"); at != 0x1000 || size != 8 || err != nil {
		t.Errorf("a variable of %d bytes at %#x, %v", size, at, err)
	}
}

// TestSilence loses a rank that says nothing, and what waits for it returns.
func TestSilence(t *testing.T) {
	w := newWorld(t, 1, 1)
	w.net.mu.Lock()
	w.net.ends[1].silent = true
	w.net.mu.Unlock()
	w.config.Silence = tick
	_, err := w.devs[0].Alloc(8)
	var lost *LostError
	if !errors.As(err, &lost) || lost.Rank != 1 || lost.Node != "here" {
		t.Errorf("a silent rank: %v", err)
	}
	if w.devs[0].(*remote).Lost() == nil || w.Lost() == 0 {
		t.Error("the rank is not lost")
	}
}
