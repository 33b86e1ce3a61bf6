package remote

import (
	"sync"
	"sync/atomic"

	"ompcc/rt/device"
)

// link is a rank's end of the transport: it combines messages, cuts large data into pieces, and polls.
type link struct {
	t Transport
	// served: one thread polls all the time, and others need not.
	served bool
	// handle takes each message that arrives. It must not block.
	handle func(rank int, m message, data []byte)

	polling sync.Mutex // held by the thread that polls
	mu      sync.Mutex // guards the transport and what follows
	out     map[int][]byte
	ids     uint64
	tag     int
	sending map[uint64][]byte    // control messages under way
	pieces  map[uint64]*transfer // data under way
	lost    map[int]error        // ranks that cannot be reached any more
	sent    Counts
}

// Counts are the messages that a rank has sent and received.
type Counts struct{ Messages, Bytes uint64 }

func newLink(t Transport) *link {
	return &link{t: t, out: map[int][]byte{}, sending: map[uint64][]byte{}, pieces: map[uint64]*transfer{}, lost: map[int]error{}}
}

// event happens once.
type event struct {
	happened atomic.Bool
	signal   chan struct{}
}

func newEvent() event { return event{signal: make(chan struct{})} }

func (e *event) set() {
	if !e.happened.Swap(true) {
		close(e.signal)
	}
}

// wait returns when e has happened. Without a thread that polls, the caller does.
func (l *link) wait(e *event) {
	if l.served {
		<-e.signal
		return
	}
	for idle := 0; !e.happened.Load(); idle++ {
		if l.polling.TryLock() {
			n := l.poll()
			l.polling.Unlock()
			if n > 0 {
				idle = 0
				continue
			}
		}
		l.t.Pause(idle)
	}
}

// poll handles what has arrived and ended. l.polling is held.
func (l *link) poll() int {
	type packet struct {
		rank int
		data []byte
	}
	var packets []packet
	l.mu.Lock()
	n := l.t.Poll(func(rank int, data []byte) {
		packets = append(packets, packet{rank, append([]byte(nil), data...)})
		l.sent.Messages++
		l.sent.Bytes += uint64(len(data))
	}, l.ended)
	l.mu.Unlock()
	for _, p := range packets {
		split(p.data, func(m message, data []byte) { l.handle(p.rank, m, data) })
	}
	return n
}

// post adds a message to those that go to rank with the next flush.
func (l *link) post(rank int, m message, data ...[]byte) {
	m.N = 0
	for _, d := range data {
		m.N += uint64(len(d))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.out[rank])+messageSize+int(m.N) > MostControl {
		l.flushLocked(rank)
	}
	b := append(l.out[rank], m.bytes()...)
	for _, d := range data {
		b = append(b, d...)
	}
	l.out[rank] = b
}

// flush sends what was posted to rank.
func (l *link) flush(rank int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flushLocked(rank)
}

func (l *link) flushLocked(rank int) {
	b := l.out[rank]
	if len(b) == 0 {
		return
	}
	delete(l.out, rank)
	if l.lost[rank] != nil {
		return
	}
	l.ids++
	l.sending[l.ids] = b
	l.sent.Messages++
	l.sent.Bytes += uint64(len(b))
	if err := l.t.Send(l.ids, rank, ControlTag, device.Address(&b[0]), uintptr(len(b))); err != nil {
		l.lost[rank] = err
		delete(l.sending, l.ids)
	}
}

// drained says whether all control messages have gone.
func (l *link) drained() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.sending) == 0
}

// newTag returns a tag for data.
func (l *link) newTag() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tag++
	return ControlTag + 1 + l.tag%tags
}

// transfer is data under way between the memories of two ranks, in pieces.
type transfer struct {
	event
	l               *link
	rank, tag       int
	at, size        uintptr
	begun, ended    uintptr
	receives, given bool
	err             error
	arrived         func(upTo uintptr) // hears of the bytes that have arrived
	current         []uint64
}

// send sends the bytes at an address straight from there.
func (l *link) send(rank, tag int, at, size uintptr) *transfer {
	return l.begin(&transfer{rank: rank, tag: tag, at: at, size: size})
}

// receive receives bytes straight to an address.
func (l *link) receive(rank, tag int, at, size uintptr) *transfer {
	return l.begin(&transfer{rank: rank, tag: tag, at: at, size: size, receives: true})
}

func (l *link) begin(t *transfer) *transfer {
	t.event, t.l = newEvent(), l
	l.mu.Lock()
	defer l.mu.Unlock()
	t.more()
	return t
}

// more begins further pieces. The link is locked.
func (t *transfer) more() {
	if t.err == nil {
		t.err = t.l.lost[t.rank]
	}
	for t.err == nil && !t.given && t.begun < t.size && len(t.current) < window {
		n := min(piece, t.size-t.begun)
		t.l.ids++
		id := t.l.ids
		if t.receives {
			t.err = t.l.t.Receive(id, t.rank, t.tag, t.at+t.begun, n)
		} else {
			t.err = t.l.t.Send(id, t.rank, t.tag, t.at+t.begun, n)
		}
		if t.err == nil {
			t.begun += n
			t.l.pieces[id] = t
			t.current = append(t.current, id)
			t.l.sent.Messages++
			t.l.sent.Bytes += uint64(n)
		}
	}
	if len(t.current) == 0 && (t.err != nil || t.given || t.begun == t.size) {
		t.set()
	}
}

// ended takes the end of a transfer. The link is locked.
func (l *link) ended(id uint64, err error) {
	if _, ok := l.sending[id]; ok {
		delete(l.sending, id)
		return
	}
	t := l.pieces[id]
	if t == nil {
		return
	}
	delete(l.pieces, id)
	for i, c := range t.current {
		if c == id {
			t.current = append(t.current[:i], t.current[i+1:]...)
			break
		}
	}
	if t.err == nil {
		t.err = err
	}
	t.more()
}

// giveUp ends a receive that the other rank does not serve.
func (t *transfer) giveUp() {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	t.given = true
	for _, id := range t.current {
		t.l.t.Cancel(id)
	}
	t.more()
}

// lose makes a rank unreachable, and ends its transfers.
func (l *link) lose(rank int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost[rank] == nil {
		l.lost[rank] = err
	}
	delete(l.out, rank)
	for id, t := range l.pieces {
		if t.rank == rank {
			delete(l.pieces, id)
			t.err = l.lost[rank]
			t.set()
		}
	}
}

// reachable returns why a rank is lost, nil if it is not.
func (l *link) reachable(rank int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost[rank]
}
