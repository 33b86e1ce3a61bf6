package wire

import (
	"errors"
	"syscall"
	"unsafe"
)

// Version of the protocol; the first request tells it.
const Version = 7

// Requests: A to D are their arguments, and data may follow.
const (
	Hello    = iota // A: version, B: number of the device, C: 1 if the program wants each launch's counts; reply: data: name of the device
	Alloc           // A: size; reply A: address
	Free            // A: address
	CopyTo          // A: address; data
	CopyFrom        // A: address, B: size; reply: data
	CopyOn          // A: to, B: from, C: size
	Set             // A: address, B: value, C: size
	Load            // data: PTX; reply A: module
	Kernel          // A: module; data: name; reply A: kernel or 0, B: most threads of a block, C: exact number or 0
	Global          // A: module; data: name; reply A: address, B: size
	Unload          // A: module
	Launch          // A: kernel, B: blocks, C: threads of a block, D: bytes of dynamic shared memory; data: size (8 bytes) and value of each argument; reply: data: its counts as JSON, if the program wants them
	Open            // with a file: a further connection, for requests at the same time; no reply
	Give            // A: address, B: size, with a file: where data and states of the bytes go
	Take            // A: address, B: size, with a file: where they come from
	Serve           // A: address of a mailbox, B: its slots, C: bytes of each (rt/abi), D: 1, or 0: it is one no longer
	Late            // A: 1: the host is at something that a kernel waits for, 0: no longer
	Served          // no reply: a Call is done
	Close
	Mark  // A: address; data: a byte for each one there, not 0: it is stale, until Reads
	Reads // reply: data: which stale bytes kernels have read since (check.Stale.Take)
)

// Replies.
const (
	OK    = iota
	Error // data: the message; A: a host address that the message is about, or 0
	Print // data: text that the kernel prints; the reply proper follows
	Call  // A: address of a mailbox, B: slot that a kernel has posted: the program says Served; the reply proper follows
)

// Message is a request or reply without its data, of which there are N bytes.
type Message struct{ Code, A, B, C, D, N uint64 }

const size = unsafe.Sizeof(Message{})

// Conn is one end of a connection.
type Conn struct {
	FD int
	// Passed is the file that the message received last came with; what receives
	// it owns it.
	Passed int
}

// Pair returns a connection's ends.
func Pair() (a, b int, err error) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	return pair[0], pair[1], err
}

// ErrClosed is what Receive and Read return when the other side has ended.
var ErrClosed = errors.New("the other side has ended")

// Send sends a message and its data.
func (c *Conn) Send(m Message, data []byte) error {
	m.N = uint64(len(data))
	if err := c.Write(m.bytes()); err != nil {
		return err
	}
	return c.Write(data)
}

// SendFile sends a message without data, and a file.
func (c *Conn) SendFile(m Message, fd int) error {
	return c.write(m.bytes(), syscall.UnixRights(fd))
}

// Receive receives a message; Read then takes its data.
func (c *Conn) Receive() (m Message, err error) {
	c.Passed = -1
	b := m.bytes()
	rights := make([]byte, syscall.CmsgSpace(4))
	for len(b) > 0 {
		n, k, _, _, err := syscall.Recvmsg(c.FD, b, rights, syscall.MSG_CMSG_CLOEXEC)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil {
			return m, err
		}
		if n == 0 {
			return m, ErrClosed
		}
		b = b[n:]
		if k > 0 {
			c.passed(rights[:k])
		}
	}
	return m, nil
}

func (c *Conn) passed(rights []byte) {
	all, err := syscall.ParseSocketControlMessage(rights)
	if err != nil || len(all) == 0 {
		return
	}
	if fds, err := syscall.ParseUnixRights(&all[0]); err == nil && len(fds) > 0 {
		c.Passed = fds[0]
	}
}

func (m *Message) bytes() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(m)), size) }

// Write sends bytes that the other side reads.
func (c *Conn) Write(b []byte) error { return c.write(b, nil) }

// write sends bytes, with the first of them what control says.
func (c *Conn) write(b, control []byte) error {
	for len(b) > 0 {
		n, err := syscall.SendmsgN(c.FD, b, control, nil, syscall.MSG_NOSIGNAL)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil {
			return err
		}
		b, control = b[n:], nil
	}
	return nil
}

// Close ends the connection.
func (c *Conn) Close() { _ = syscall.Close(c.FD) } // nothing is lost: all was answered

// Discard reads n bytes that nobody wants.
func (c *Conn) Discard(n uint64) error {
	b := make([]byte, min(n, 1<<16))
	for ; n > 0; n -= uint64(len(b)) {
		b = b[:min(n, uint64(len(b)))]
		if err := c.Read(b); err != nil {
			return err
		}
	}
	return nil
}

// Read fills b.
func (c *Conn) Read(b []byte) error {
	for len(b) > 0 {
		n, err := syscall.Read(c.FD, b)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrClosed
		}
		b = b[n:]
	}
	return nil
}
