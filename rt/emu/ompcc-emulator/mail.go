package main

import (
	"slices"
	"sync"
	"time"

	"ompcc/rt/abi"
	"ompcc/rt/emu/wire"
)

// mailbox is memory by which kernels ask the program for something (reverse offload).
type mailbox struct{ addr, slots, size uint64 }

// serveMail makes memory a mailbox, or no longer.
func (s *server) serveMail(m wire.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mail = slices.DeleteFunc(slices.Clone(s.mail), func(b mailbox) bool { return b.addr == m.A })
	if m.D != 0 {
		s.mail = append(s.mail, mailbox{m.A, m.B, m.C})
	}
}

// courier tells the program of what kernels have posted, on the connection of a launch: the
// thread that waits for its end serves them.
type courier struct {
	server *server
	mu     sync.Mutex // of the connection
	conn   *wire.Conn
	stop   chan struct{}
	ended  sync.WaitGroup
}

// How often a courier looks.
const lookInterval = 50 * time.Microsecond

func (s *server) courier(conn *wire.Conn) *courier {
	c := &courier{server: s, conn: conn, stop: make(chan struct{})}
	s.mu.Lock()
	n := len(s.mail)
	s.mu.Unlock()
	if n > 0 {
		c.ended.Go(c.run)
	}
	return c
}

// send is for replies that come before the last one.
func (c *courier) send(m wire.Message, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.conn.Send(m, data) // a lost program is seen by the last reply
}

// end returns when nothing more will be told.
func (c *courier) end() {
	close(c.stop)
	c.ended.Wait()
}

func (c *courier) run() {
	for {
		select {
		case <-c.stop:
			return
		default:
		}
		c.server.mu.Lock()
		all := c.server.mail
		c.server.mu.Unlock()
		for _, b := range all {
			for i := range b.slots {
				c.look(b, i)
			}
		}
		time.Sleep(lookInterval)
	}
}

// look has the program serve a slot, if something was posted there. Until that is done its thread hears of nothing
// else.
func (c *courier) look(b mailbox, slot uint64) {
	dev := c.server.dev
	if !dev.Exchange(b.addr+slot*b.size+abi.MailState, abi.MailPosted, abi.MailTaken) {
		return
	}
	dev.Late(true)
	defer dev.Late(false)
	c.send(wire.Message{Code: wire.Call, A: b.addr, B: slot}, nil)
	_, _ = c.conn.Receive() // wire.Served; a lost program is seen by the last reply
}
