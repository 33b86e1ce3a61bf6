package sim

import (
	"slices"
	"sort"
)

// span is a part of device memory that nobody has.
type span struct{ addr, size uint64 }

// heap says which device memory is free: spans sorted by address, none of which
// touch.
type heap []span

// take returns size bytes from the first span that has them.
func (h *heap) take(size uint64) (uint64, bool) {
	for i := range *h {
		s := &(*h)[i]
		if s.size < size {
			continue
		}
		addr := s.addr
		if s.addr, s.size = s.addr+size, s.size-size; s.size == 0 {
			*h = slices.Delete(*h, i, i+1)
		}
		return addr, true
	}
	return 0, false
}

// takeAligned returns size bytes at a multiple of align, which is a power of two.
func (h *heap) takeAligned(size, align uint64) (uint64, bool) {
	if align <= allocAlign {
		return h.take(size)
	}
	addr, ok := h.take(size + align)
	if !ok {
		return 0, false
	}
	at := roundUp(addr, align)
	if at > addr {
		h.give(span{addr, at - addr})
	}
	if rest := addr + align - at; rest > 0 {
		h.give(span{at + size, rest})
	}
	return at, true
}

// give takes a span back.
func (h *heap) give(s span) {
	i := sort.Search(len(*h), func(i int) bool { return (*h)[i].addr > s.addr })
	*h = slices.Insert(*h, i, s)
	h.join(i)
	if i > 0 {
		h.join(i - 1)
	}
}

// join makes one of span i and the one behind it if they touch.
func (h *heap) join(i int) {
	v := *h
	if i+1 < len(v) && v[i].addr+v[i].size == v[i+1].addr {
		v[i].size += v[i+1].size
		*h = slices.Delete(v, i+1, i+2)
	}
}
