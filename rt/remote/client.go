package remote

import (
	"errors"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"ompcc/rt/device"
)

// Place is where a device is: a rank and the device's number there. Num is its number here, -1 if it is not used.
type Place struct {
	Rank, Index, Num int
	Node, UID        string
}

// Config is what the plugin needs from its surroundings.
type Config struct {
	Transport Transport
	// Ranks is how many there are, Devices what they have, and Total the number of all devices here.
	Ranks   int
	Devices []Place
	Total   int
	// Print writes what kernels print to the program's standard output.
	Print func(text []byte)
	// Reverse executes a reverse-offload region that a kernel of a CPU device asks for, and returns the reply.
	Reverse func(num int, request []byte) []byte
	// Limits are the ICVs nteams-var and teams-thread-limit-var of a device.
	Limits func(num int) (teams, threads uint32)
	// Silence is how long a rank may say nothing.
	Silence time.Duration
}

// Client is the plugin, and the side of rank 0.
type Client struct {
	config Config
	*link

	calls   sync.Map // of *call, by id
	lastID  atomic.Uint64
	mu      sync.Mutex
	idle    map[int][]uint64 // streams without work, by rank
	streams uint64
	mail    map[mailKey]*mailbox
	devices []*remote
	heard   map[int]int // ticks since a rank was heard of
	marks   atomic.Uint64
	stop    chan struct{}
}

type mailKey struct {
	rank int
	id   uint64
}

// New returns the plugin.
func New(config Config) *Client {
	c := &Client{config: config, link: newLink(config.Transport), idle: map[int][]uint64{}, mail: map[mailKey]*mailbox{},
		heard: map[int]int{}, stop: make(chan struct{})}
	c.handle = c.take
	for _, p := range config.Devices {
		c.devices = append(c.devices, &remote{c: c, place: p})
		c.heard[p.Rank] = 0
	}
	return c
}

// Name returns "remote".
func (*Client) Name() string { return "remote" }

// Open returns the devices, and begins to listen to their ranks.
func (c *Client) Open() ([]device.Device, error) {
	go c.listen()
	all := make([]device.Device, len(c.devices))
	for i, d := range c.devices {
		all[i] = d
	}
	return all, nil
}

// Sent are the messages of rank 0 so far.
func (c *Client) Sent() Counts {
	c.link.mu.Lock()
	defer c.link.mu.Unlock()
	return c.sent
}

const tick = 250 * time.Millisecond

// listen hears the other ranks while no other thread does. A rank that says nothing for too long is lost; the time is
// that of ticks, as the process may be stopped itself.
func (c *Client) listen() {
	// No channel of times: with one the linker keeps the formatting of times and the zones (TestRuntimePackages).
	ticked := make(chan struct{}, 1)
	for {
		timer := time.AfterFunc(tick, func() { ticked <- struct{}{} })
		select {
		case <-c.stop:
			timer.Stop()
			return
		case <-ticked:
		}
		for i := 0; i < 64 && c.polling.TryLock(); i++ {
			n := c.poll()
			c.polling.Unlock()
			if n == 0 {
				break
			}
		}
		c.mu.Lock()
		var silent []int
		for rank := range c.heard {
			if c.heard[rank]++; time.Duration(c.heard[rank])*tick > c.config.Silence {
				silent = append(silent, rank)
			}
		}
		c.mu.Unlock()
		for _, rank := range silent {
			c.loseRank(rank, "says nothing since "+strconv.FormatFloat(c.config.Silence.Seconds(), 'g', 3, 64)+
				" seconds: it has died or hangs", false)
		}
	}
}

// Answers says whether the rank of device num was heard of within the last second. A rank tells every half of a second
// that it lives, whatever its kernels do.
func (c *Client) Answers(num int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.config.Devices {
		if p.Num == num {
			ticks, alive := c.heard[p.Rank]
			return alive && ticks*int(tick) <= int(2*beats)
		}
	}
	return true
}

// Quit ends the ranks. It returns false where some are lost. Nobody may use a device afterwards.
func (c *Client) Quit() bool {
	close(c.stop)
	for rank := 1; rank < c.config.Ranks; rank++ {
		c.post(rank, message{Code: quit})
		c.flush(rank)
	}
	c.polling.Lock() // for ever: other threads of the program may be in the middle of something
	for i := 0; i < 10000 && !c.drained(); i++ {
		c.poll()
		c.config.Transport.Pause(i)
	}
	fine := c.Lost() == 0 && c.drained()
	for rank := 1; rank < c.config.Ranks; rank++ {
		c.loseRank(rank, "has ended, as MPI has", false)
	}
	return fine
}

// loseRank makes all devices of a rank unusable. ours says whether the program itself is to blame.
func (c *Client) loseRank(rank int, why string, ours bool) {
	err := &LostError{Rank: rank, Node: c.node(rank), Why: why, Ours: ours}
	c.lose(rank, err)
	c.mu.Lock()
	delete(c.heard, rank)
	c.mu.Unlock()
	c.calls.Range(func(id, v any) bool {
		if k := v.(*call); k.rank == rank {
			c.calls.Delete(id)
			k.err = err
			k.set()
		}
		return true
	})
}

// LostError says that a rank cannot be reached.
type LostError struct {
	Rank      int
	Node, Why string
	Ours      bool // a kernel has done what ends a program
}

func (e *LostError) Error() string {
	return "rank " + strconv.Itoa(e.Rank) + " on node " + e.Node + " " + e.Why
}

func (c *Client) node(rank int) string {
	for _, p := range c.config.Devices {
		if p.Rank == rank {
			return p.Node
		}
	}
	return "?"
}

// Lost are the ranks that cannot be reached.
func (c *Client) Lost() int {
	c.link.mu.Lock()
	defer c.link.mu.Unlock()
	return len(c.lost)
}

// call is a request that waits for its reply.
type call struct {
	event
	rank    int
	r       message
	data    []byte
	err     error
	at      uintptr // where small data of the reply goes, 0: to data
	size    uintptr
	receive *transfer
}

// ask begins a request of a stream on a rank; with quiet nothing is returned.
func (c *Client) begin(rank int, m message, k *call, data ...[]byte) {
	m.ID = c.lastID.Add(1)
	k.event, k.rank = newEvent(), rank
	c.calls.Store(m.ID, k)
	if err := c.reachable(rank); err != nil {
		c.calls.Delete(m.ID)
		k.err = err
		k.set()
		return
	}
	c.post(rank, m, data...)
}

// finish waits for the reply.
func (c *Client) finish(k *call) (message, error) {
	c.wait(&k.event)
	if k.receive != nil {
		if k.err != nil {
			k.receive.giveUp()
		}
		c.wait(&k.receive.event)
		if k.err == nil {
			k.err = k.receive.err
		}
	}
	return k.r, k.err
}

// ask sends a request in a stream of its own and waits for the reply.
func (c *Client) ask(rank int, m message, data ...[]byte) (*call, error) {
	k := &call{}
	return k, c.askFor(k, rank, m, data...)
}

func (c *Client) askFor(k *call, rank int, m message, data ...[]byte) error {
	m.Stream = c.takeStream(rank)
	defer c.giveStream(rank, m.Stream)
	c.begin(rank, m, k, data...)
	c.flush(rank)
	_, err := c.finish(k)
	return err
}

// takeStream returns a stream that nobody uses.
func (c *Client) takeStream(rank int) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle[rank]); n > 0 {
		s := c.idle[rank][n-1]
		c.idle[rank] = c.idle[rank][:n-1]
		return s
	}
	c.streams++
	return c.streams
}

func (c *Client) giveStream(rank int, s uint64) {
	c.mu.Lock()
	c.idle[rank] = append(c.idle[rank], s)
	c.mu.Unlock()
}

// take handles a message of a server.
func (c *Client) take(rank int, m message, data []byte) {
	c.mu.Lock()
	if _, alive := c.heard[rank]; alive {
		c.heard[rank] = 0
	}
	c.mu.Unlock()
	switch m.code() {
	case reply, failed:
		if v, ok := c.calls.LoadAndDelete(m.ID); ok {
			v.(*call).take(m, data)
		}
	case printed:
		c.config.Print(data)
	case posted:
		c.aside(func() { c.mailPosted(rank, m) })
	case reverse:
		request := append([]byte(nil), data...)
		c.aside(func() { c.serveRegion(rank, m, request) })
	case broken:
		c.loseRank(rank, "is broken: "+string(data), true)
	}
}

// aside calls f on a thread of its own, as it may wait.
func (*Client) aside(f func()) {
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		f()
	}()
}

// serveRegion executes a reverse-offload region; a long request comes apart.
func (c *Client) serveRegion(rank int, m message, request []byte) {
	if m.C != 0 {
		request = make([]byte, m.B)
		t := c.receive(rank, int(m.C), device.Address(&request[0]), uintptr(m.B))
		c.wait(&t.event)
	}
	c.sendServed(rank, m.ID, c.config.Reverse(int(m.A), request))
}

// sendServed answers a kernel's request.
func (c *Client) sendServed(rank int, id uint64, out []byte) {
	m := message{Code: served, ID: id, A: uint64(len(out))}
	if len(out) <= inline {
		c.post(rank, m, out)
		c.flush(rank)
		return
	}
	tag := c.newTag()
	m.B = uint64(tag)
	c.post(rank, m)
	c.flush(rank)
	t := c.send(rank, tag, device.Address(&out[0]), uintptr(len(out)))
	c.wait(&t.event)
	runtime.KeepAlive(out)
}

func (k *call) take(m message, data []byte) {
	k.r = m
	switch {
	case m.code() == failed && m.A == outOfMemory:
		k.err = device.ErrMemory
	case m.code() == failed:
		k.err = errors.New(string(data))
	case k.at != 0:
		copy(device.Bytes(k.at, k.size), data)
	default:
		k.data = append([]byte(nil), data...)
	}
	k.set()
}
