package dataenv

import (
	"slices"
	"unsafe"
)

// ref is an entry, or 0. An op refers to entries by their addresses: slabs last and stay where they are, and what holds
// no pointers can be written on a thread that Go does not know (direct.go).
type ref uintptr

func (e *Entry) ref() ref { return ref(unsafe.Pointer(e)) }

// entry returns the entry, nil for 0.
func (r ref) entry() *Entry { return (*Entry)(pointerTo(uintptr(r))) }

// entries are those that an op creates or removes: at most one for each item.
type entries struct {
	list []ref
	n    int
}

func (s *entries) add(e *Entry) {
	s.list[s.n] = e.ref()
	s.n++
}

func (s *entries) all() []ref { return s.list[:s.n] }

func (s *entries) has(e ref) bool { return slices.Contains(s.all(), e) }

func (s *entries) reset() { s.n = 0 }

// open makes new entries ready for all. Called with the lock held.
func (s *entries) open() {
	for _, e := range s.all() {
		e.entry().state = ready
	}
}
