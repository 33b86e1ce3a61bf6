package check

import (
	"fmt"
	"strings"
	"sync"
)

// Stale notes which stale bytes kernels read: bytes of which the program has changed its copy since it sent them. The
// device marks such bytes in their states, so that only accesses to them come here.
type Stale struct {
	mu    sync.Mutex
	marks []Span
	reads []staleRead
}

// Span is a part of the device's memory.
type Span struct{ Addr, Size uint64 }

// staleRead is what the instructions of one place have read within one span.
type staleRead struct {
	mark  int
	place string
	addr  uint64 // of the first byte that was read
	bytes uint64
}

// Mark notes that bytes of a part of the memory are marked.
func (s *Stale) Mark(addr, size uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks = append(s.marks, Span{addr, size})
}

// Read notes that an instruction at place reads bytes at addr, some of which are marked. It calls clear, which
// removes the marks and reports whether there were any: another thread may have read the bytes at the same time.
func (s *Stale) Read(addr, bytes uint64, place string, clear func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	mark := s.markAt(addr)
	if !clear() || mark < 0 {
		return
	}
	for i := range s.reads {
		if r := &s.reads[i]; r.mark == mark && r.place == place {
			r.bytes += bytes
			return
		}
	}
	s.reads = append(s.reads, staleRead{mark, place, addr, bytes})
}

// markAt is the index of the span around addr, -1 if there is none.
func (s *Stale) markAt(addr uint64) int {
	for i := range s.marks {
		if addr-s.marks[i].Addr < s.marks[i].Size {
			return i
		}
	}
	return -1
}

// Take ends all marks, which clear takes away, and returns the reads since: a line for each place and span, with an
// address, a number of bytes and the place.
func (s *Stale) Take(clear func(Span)) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.marks {
		clear(m)
	}
	var b strings.Builder
	for _, r := range s.reads {
		fmt.Fprintf(&b, "%#x %d %s\n", r.addr, r.bytes, r.place)
	}
	s.marks, s.reads = nil, nil
	return []byte(b.String())
}
