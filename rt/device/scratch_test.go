package device

import (
	"errors"
	"testing"

	"ompcc/rt/abi"
)

// heap is memory that counts what is asked of it.
type heap struct {
	allocs, frees, sets, idles int
	last                       uintptr
	full                       bool
}

func (h *heap) Alloc(size uintptr) (Addr, error) {
	if h.full {
		return 0, ErrMemory
	}
	h.allocs, h.last = h.allocs+1, size
	return Addr(0x1000 * h.allocs), nil
}

func (h *heap) Free(Addr) error { h.frees++; return nil }
func (h *heap) Idle() error     { h.idles++; return nil }

func (h *heap) Set(_ Addr, value byte, size uintptr) error {
	if value == 0 && size == abi.ScratchHeader {
		h.sets++
	}
	return nil
}

func TestScratch(t *testing.T) {
	var s Scratch
	h := &heap{}
	value, size := 7, uint32(8)
	args := [1]uintptr{Address(&value)}
	l := &Launch{Args: Host(Address(&args[0])), Sizes: Host(Address(&size)), NumArgs: 1, Granted: 100}
	run := func(perTeam uintptr) (n uint32, first int, scratch Addr) {
		err := s.With(h, l, perTeam, func(l *Launch) error {
			n = l.NumArgs
			first = *(*int)(Pointer(*(*uintptr)(Pointer(uintptr(l.Args)))))
			if n == 2 {
				scratch = *(*Addr)(Pointer(*(*uintptr)(Pointer(uintptr(l.Args) + 8))))
				if got := *(*uint32)(Pointer(uintptr(l.Sizes) + 4)); got != 8 {
					t.Errorf("the argument has %d bytes", got)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		return n, first, scratch
	}
	if n, _, _ := run(0); n != 1 || h.allocs != 0 {
		t.Errorf("a kernel without scratch memory got %d arguments", n)
	}
	for range 2 { // the second launch takes the same memory
		if n, first, at := run(16); n != 2 || first != 7 || at != 0x1000 {
			t.Errorf("%d arguments, first %d, scratch %#x", n, first, at)
		}
	}
	if h.allocs != 1 || h.sets != 1 || h.last < abi.ScratchHeader+1600 {
		t.Errorf("%+v", *h)
	}
	l.Granted = 1 << 20
	if _, _, at := run(16); at != 0x2000 || h.frees != 1 || h.sets != 2 || h.idles != 1 ||
		h.last != abi.ScratchHeader+16<<20 {
		t.Errorf("grown to %#x: %+v", at, *h)
	}
	l.Granted, h.full = 1<<21, true
	if err := s.With(h, l, 16, func(*Launch) error { return nil }); !errors.Is(err, ErrMemory) {
		t.Errorf("without memory: %v", err)
	}
	h.full = false
	if err := s.Drop(h); err != nil || h.frees != 2 {
		t.Errorf("%v, %+v", err, *h)
	}
}
