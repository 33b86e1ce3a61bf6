package device

import (
	"errors"
	"math/bits"
	"sync"
)

// Arena hands out memory outside of Go's heap, aligned to 64 bytes, and keeps
// what is given back for the next one that wants as much: programs map the same
// sizes again and again. Blocks have sizes of 2^k and 3·2^(k-1); large ones go
// straight back to the system.
type Arena struct {
	// Get returns size bytes aligned to 64 from the system, 0 when there are
	// none; Put gives them back.
	Get func(size uintptr) uintptr
	Put func(addr uintptr)

	mu   sync.Mutex
	idle [2 * arenaBits]uintptr // lists of blocks, linked through their headers
	held uintptr                // bytes in those lists
}

const (
	arenaBits  = 21       // blocks of up to 2 MiB are kept
	arenaLimit = 64 << 20 // bytes kept in all
	headerSize = 64       // before each block: its class, and the next idle block
	largeClass = ^uintptr(0)
)

// ErrMemory says that the system has no more memory.
var ErrMemory = errors.New("out of memory")

type header struct{ class, next uintptr }

func headerOf(addr uintptr) *header { return (*header)(Pointer(addr - headerSize)) }

// class returns the size class for size bytes and the size of its blocks.
func class(size uintptr) (c, block uintptr) {
	if size <= 64 {
		return 0, 64
	}
	k := uintptr(bits.Len64(uint64(size - 1))) // 2^(k-1) < size <= 2^k
	if three := uintptr(3) << (k - 2); size <= three {
		return 2*(k-6) - 1, three
	}
	return 2 * (k - 6), 1 << k
}

// Alloc returns size bytes.
func (a *Arena) Alloc(size uintptr) (uintptr, error) {
	if size > 1<<arenaBits {
		return a.fresh(largeClass, size)
	}
	c, block := class(size)
	a.mu.Lock()
	addr := a.idle[c]
	if addr != 0 {
		a.idle[c] = headerOf(addr).next
		a.held -= block
	}
	a.mu.Unlock()
	if addr != 0 {
		return addr, nil
	}
	return a.fresh(c, block)
}

func (a *Arena) fresh(c, block uintptr) (uintptr, error) {
	if block > ^uintptr(0)-headerSize {
		return 0, ErrMemory
	}
	p := a.Get(block + headerSize)
	if p == 0 {
		return 0, ErrMemory
	}
	headerOf(p + headerSize).class = c
	return p + headerSize, nil
}

// Free takes back what Alloc returned.
func (a *Arena) Free(addr uintptr) {
	h := headerOf(addr)
	if h.class == largeClass {
		a.Put(addr - headerSize)
		return
	}
	block := blockSize(h.class)
	a.mu.Lock()
	keep := a.held+block <= arenaLimit
	if keep {
		h.next = a.idle[h.class]
		a.idle[h.class] = addr
		a.held += block
	}
	a.mu.Unlock()
	if !keep {
		a.Put(addr - headerSize)
	}
}

func blockSize(c uintptr) uintptr {
	if c%2 == 1 {
		return 3 << ((c+1)/2 + 6 - 2)
	}
	return 1 << (c/2 + 6)
}
