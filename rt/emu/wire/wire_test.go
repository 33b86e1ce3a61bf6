package wire

import (
	"bytes"
	"syscall"
	"testing"
)

func connected(t *testing.T) (a, b *Conn) {
	t.Helper()
	x, y, err := Pair()
	if err != nil {
		t.Fatal(err)
	}
	a, b = &Conn{FD: x}, &Conn{FD: y}
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

// TestMessages sends messages of many sizes, larger than the socket's buffer
// too, and answers each.
func TestMessages(t *testing.T) {
	a, b := connected(t)
	sizes := []int{0, 1, 7, 4096, 1 << 20, 5<<20 + 3}
	done := make(chan error)
	go func() {
		for range sizes {
			m, err := b.Receive()
			if err != nil {
				done <- err
				return
			}
			data := make([]byte, m.N)
			if err := b.Read(data); err != nil {
				done <- err
				return
			}
			m.A++
			if err := b.Send(m, data); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	for i, n := range sizes {
		data := make([]byte, n)
		for k := range data {
			data[k] = byte(k*7 + i)
		}
		if err := a.Send(Message{Code: Set, A: uint64(i), B: 2, C: 3, D: 4}, data); err != nil {
			t.Fatal(err)
		}
		m, err := a.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if want := (Message{Code: Set, A: uint64(i + 1), B: 2, C: 3, D: 4, N: uint64(n)}); m != want {
			t.Fatalf("%+v, want %+v", m, want)
		}
		back := make([]byte, n)
		if err := a.Read(back); err != nil || !bytes.Equal(back, data) {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// TestClosed: the end of the other side is an error, not a signal, also in the
// middle of a message.
func TestClosed(t *testing.T) {
	a, b := connected(t)
	if err := b.Write([]byte{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Shutdown(b.FD, syscall.SHUT_RDWR); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Receive(); err != ErrClosed {
		t.Errorf("Receive: %v", err)
	}
	if err := a.Send(Message{}, []byte{1}); err != syscall.EPIPE {
		t.Errorf("Send: %v", err)
	}
}

// TestFiles: a message can bring a file, of which the receiver has one of its own.
func TestFiles(t *testing.T) {
	a, b := connected(t)
	x, y := connected(t)
	if err := a.SendFile(Message{Code: Open, A: 5}, y.FD); err != nil {
		t.Fatal(err)
	}
	if err := a.Send(Message{Code: Set}, nil); err != nil {
		t.Fatal(err)
	}
	m, err := b.Receive()
	if err != nil || m.Code != Open || m.A != 5 || b.Passed < 0 || b.Passed == y.FD {
		t.Fatalf("%+v, file %d, %v", m, b.Passed, err)
	}
	z := &Conn{FD: b.Passed}
	defer z.Close()
	if err := z.Send(Message{A: 7}, nil); err != nil {
		t.Fatal(err)
	}
	if m, err := x.Receive(); err != nil || m.A != 7 || x.Passed != -1 {
		t.Errorf("%+v, file %d, %v", m, x.Passed, err)
	}
	if m, err := b.Receive(); err != nil || m.Code != Set || b.Passed != -1 {
		t.Errorf("%+v, file %d, %v", m, b.Passed, err)
	}
}
