package wire

import (
	"bytes"
	"syscall"
	"testing"
)

func connected(t *testing.T) (a, b *Conn) {
	t.Helper()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Close(pair[0]); _ = syscall.Close(pair[1]) })
	return &Conn{FD: pair[0]}, &Conn{FD: pair[1]}
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
	if err := b.write([]byte{1, 2, 3}); err != nil {
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
