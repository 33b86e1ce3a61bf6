package gdb

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net"
	"strings"
	"sync"
)

// conn exchanges packets with gdb: $text#checksum, which the other side acknowledges until it is told not to.
type conn struct {
	c net.Conn
	r *bufio.Reader

	mu   sync.Mutex
	acks bool
}

// packet is a packet, an interrupt (the byte 3), or the end of the connection.
type packet struct {
	text      string
	interrupt bool
	err       error
}

// read gives packets to the channel until the connection ends.
func (c *conn) read(to chan<- packet, done <-chan struct{}) {
	for {
		p := c.next()
		select {
		case to <- p:
		case <-done:
			return
		}
		if p.err != nil {
			return
		}
	}
}

func (c *conn) next() packet {
	for {
		b, err := c.r.ReadByte()
		switch {
		case err != nil:
			return packet{err: err}
		case b == 3:
			return packet{interrupt: true}
		case b != '$': // acknowledgements: TCP loses nothing
			continue
		}
		text, err := c.r.ReadString('#')
		if err != nil {
			return packet{err: err}
		}
		var sum [2]byte
		for i := range sum {
			if sum[i], err = c.r.ReadByte(); err != nil {
				return packet{err: err}
			}
		}
		text = text[:len(text)-1]
		good := fmt.Sprintf("%02x", checksum(text)) == strings.ToLower(string(sum[:]))
		if err := c.acknowledge(good); err != nil {
			return packet{err: err}
		}
		if good {
			return packet{text: text}
		}
	}
}

func (c *conn) acknowledge(good bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.acks {
		return nil
	}
	_, err := c.c.Write([]byte(map[bool]string{true: "+", false: "-"}[good]))
	return err
}

func checksum(text string) (sum byte) {
	for i := range len(text) {
		sum += text[i]
	}
	return sum
}

// send sends a packet whose text has nothing to escape, or is escaped.
func (c *conn) send(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := fmt.Fprintf(c.c, "$%s#%02x", text, checksum(text))
	return err
}

// quiet ends acknowledgements.
func (c *conn) quiet() error {
	err := c.send("OK")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks = false
	return err
}

// escape makes binary data the text of a packet.
func escape(data []byte) string {
	var b strings.Builder
	for _, c := range data {
		if c == '#' || c == '$' || c == '}' || c == '*' {
			b.WriteByte('}')
			c ^= 0x20
		}
		b.WriteByte(c)
	}
	return b.String()
}

func hexText(text string) string { return hex.EncodeToString([]byte(text)) }

// hexWord is a number in the target's order of bytes.
func hexWord(v uint64, size int) string {
	var b strings.Builder
	for range size {
		fmt.Fprintf(&b, "%02x", byte(v))
		v >>= 8
	}
	return b.String()
}
