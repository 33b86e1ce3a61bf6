package wire

import (
	"errors"
	"syscall"
	"unsafe"
)

// Version of the protocol; the first request tells it.
const Version = 1

// Requests: A to D are their arguments, and data may follow.
const (
	Hello    = iota // A: version; reply: data: name of the device
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
	Launch          // A: kernel, B: blocks, C: threads of a block; data: size (8 bytes) and value of each argument
	Close
)

// Replies.
const (
	OK    = iota
	Error // data: the message; A: a host address that the message is about, or 0
	Print // data: text that the kernel prints; the reply proper follows
)

// Message is a request or reply without its data, of which there are N bytes.
type Message struct{ Code, A, B, C, D, N uint64 }

const size = unsafe.Sizeof(Message{})

// Conn is one end of the connection.
type Conn struct{ FD int }

// ErrClosed is what Receive and Read return when the other side has ended.
var ErrClosed = errors.New("the other side has ended")

// Send sends a message and its data.
func (c *Conn) Send(m Message, data []byte) error {
	m.N = uint64(len(data))
	if err := c.write(unsafe.Slice((*byte)(unsafe.Pointer(&m)), size)); err != nil {
		return err
	}
	return c.write(data)
}

// Receive receives a message; Read then takes its data.
func (c *Conn) Receive() (m Message, err error) {
	err = c.Read(unsafe.Slice((*byte)(unsafe.Pointer(&m)), size))
	return m, err
}

func (c *Conn) write(b []byte) error {
	for len(b) > 0 {
		n, err := syscall.SendmsgN(c.FD, b, nil, nil, syscall.MSG_NOSIGNAL)
		if err == syscall.EINTR || err == syscall.EAGAIN {
			continue
		}
		if err != nil {
			return err
		}
		b = b[n:]
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
