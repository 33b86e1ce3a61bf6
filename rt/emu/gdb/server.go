package gdb

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"sync"

	"ompcc/rt/emu/debug"
)

// Server is the side of a device that gdb connects to.
type Server struct {
	debug    debug.Device
	listener net.Listener
	load     func() []File
	files    []File // once loaded
	callers  chan net.Conn
	exit     chan struct{}
	ended    sync.WaitGroup

	chosen debug.Thread // for registers and memory
	last   debug.Event
	halted bool // threads wait for orders
}

// Listen starts a server on a port of this machine. load gives the files with symbols when gdb first asks for them.
func Listen(port int, d debug.Device, load func() []File) (*Server, error) {
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, fmt.Errorf("no port for gdb: %w", err)
	}
	s := &Server{debug: d, load: load, listener: l, callers: make(chan net.Conn), exit: make(chan struct{})}
	s.ended.Go(s.accept)
	s.ended.Go(s.serve)
	return s, nil
}

// Port is the port on which the server listens.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// Close tells gdb that the program has ended.
func (s *Server) Close() {
	close(s.exit)
	_ = s.listener.Close()
	s.ended.Wait()
}

// accept takes connections.
func (s *Server) accept() {
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		select {
		case s.callers <- c:
		case <-s.exit:
			_ = c.Close()
			return
		}
	}
}

// serve serves one gdb after the other. Threads wait for the first one, and are not stopped between two of them.
func (s *Server) serve() {
	var strays <-chan debug.Event // stops that nobody hears of
	for {
		select {
		case <-s.exit:
			return
		case e := <-strays:
			s.last, s.halted = e, true
			s.resume(debug.Resume{})
		case c := <-s.callers:
			s.debug.Interrupt()
			s.talk(c)
			strays = s.debug.Events()
			s.debug.Detach()
			s.resume(debug.Resume{})
		}
	}
}

func (s *Server) talk(c net.Conn) {
	defer c.Close()
	session := &session{Server: s, conn: &conn{c: c, r: bufio.NewReader(c), acks: true}, packets: make(chan packet)}
	done := make(chan struct{})
	defer close(done)
	go session.conn.read(session.packets, done)
	_ = session.run() // gdb is gone: there is nobody to tell
}

func (s *Server) resume(r debug.Resume) {
	if s.halted {
		s.halted = false
		s.debug.Resume(r)
	}
}

// session is a connection with gdb.
type session struct {
	*Server
	conn    *conn
	packets chan packet
}

var errOver = errors.New("the session is over")

// run answers packets until the session is over. It begins when threads stand.
func (s *session) run() error {
	if !s.halted {
		select {
		case e := <-s.debug.Events():
			s.stopped(e)
		case <-s.exit:
			return s.conn.send("W00")
		}
	}
	for {
		select {
		case <-s.exit:
			return s.conn.send("W00")
		case p := <-s.packets:
			if p.err != nil {
				return p.err
			}
			if p.interrupt { // all stand already
				continue
			}
			if err := s.answer(p.text); err != nil {
				return err
			}
		}
	}
}

// wait tells gdb of the next stop.
func (s *session) wait() error {
	for {
		select {
		case e := <-s.debug.Events():
			s.stopped(e)
			return s.conn.send(reply(e))
		case <-s.exit:
			_ = s.conn.send("W00") // gdb may be gone
			return errOver
		case p := <-s.packets:
			if p.err != nil {
				return p.err
			}
			if p.interrupt {
				s.debug.Interrupt()
			}
		}
	}
}

func (s *session) stopped(e debug.Event) {
	s.halted, s.last, s.chosen = true, e, e.Thread
	if e.Reason == debug.Failed {
		_ = s.conn.send("O" + hexText("ompcc-emulator: "+e.Text+"\n")) // a failure is seen by what follows
	}
}

// Signals, by gdb's numbers.
const (
	signalNone      = 0
	signalInterrupt = 2
	signalTrap      = 5
	signalSegv      = 11
)

// reply is the stop reply packet for an event.
func reply(e debug.Event) string {
	signal, why := signalTrap, ""
	switch e.Reason {
	case debug.Interrupted:
		signal = signalInterrupt
	case debug.Failed:
		signal = signalSegv
	case debug.Breakpoint:
		why = "swbreak:;"
	case debug.Watched:
		why = fmt.Sprintf("%s:%x;", [...]string{"watch", "rwatch", "awatch"}[e.Kind], e.Addr)
	case debug.Began:
		signal = signalNone
	}
	text := fmt.Sprintf("T%02x%sthread:%x;", signal, why, e.Thread.ID())
	if f := e.Thread.Frames(); len(f) > 0 {
		text += fmt.Sprintf("%x:%s;%x:%s;", regIP, hexWord(f[0].PC, 8), regSP, hexWord(f[0].Address, 8))
	}
	return text
}
