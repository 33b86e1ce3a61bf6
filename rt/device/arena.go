package device

import (
	"errors"
	"math/bits"
	"sync"
)

// Arena hands out memory outside of Go's heap, aligned to 64 bytes, and keeps
// what is given back for the next one that wants as much: programs map the same
// sizes again and again. Blocks have sizes of 2^k and 3·2^(k-1). Small ones are
// cut from slabs, which are kept; the largest go straight back to the system.
type Arena struct {
	// Get returns size bytes, aligned to SlabAlign, from the system, 0 when
	// there are none; Put gives them back.
	Get func(size uintptr) uintptr
	Put func(addr uintptr)

	mu   sync.Mutex
	idle [2 * arenaBits]uintptr // lists of blocks, linked through their first words
	held uintptr                // bytes in the lists of blocks with a slab of their own
}

// SlabAlign is the alignment of slabs: a block's header is at the multiple of
// SlabAlign before it.
const SlabAlign = 1 << 16

const (
	arenaBits  = 21       // blocks of up to 2 MiB are kept
	arenaLimit = 64 << 20 // bytes kept in all, without those of slabs
	smallBlock = 8 << 10  // blocks of up to this size share slabs
	headerSize = 64       // of a slab: the class of its blocks
	largeClass = ^uintptr(0)
)

// ErrMemory says that the system has no more memory.
var ErrMemory = errors.New("out of memory")

func slabClass(addr uintptr) *uintptr { return (*uintptr)(Pointer(addr &^ (SlabAlign - 1))) }

func next(addr uintptr) *uintptr { return (*uintptr)(Pointer(addr)) }

// class returns the size class for size bytes and the size of its blocks.
func class(size uintptr) (c, block uintptr) {
	if size <= 64 {
		return 0, 64
	}
	k := uintptr(bits.Len64(uint64(size - 1))) // 2^(k-1) < size <= 2^k
	if three := uintptr(3) << (k - 2); size <= three && three%64 == 0 {
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
	defer a.mu.Unlock()
	if a.idle[c] == 0 && block <= smallBlock {
		a.cut(c, block)
	}
	addr := a.idle[c]
	if addr == 0 {
		return a.fresh(c, block)
	}
	a.idle[c] = *next(addr)
	if block > smallBlock {
		a.held -= block
	}
	return addr, nil
}

// fresh returns a block with a slab of its own.
func (a *Arena) fresh(c, block uintptr) (uintptr, error) {
	if block > ^uintptr(0)-headerSize {
		return 0, ErrMemory
	}
	p := a.Get(block + headerSize)
	if p == 0 {
		return 0, ErrMemory
	}
	*slabClass(p) = c
	return p + headerSize, nil
}

// cut makes a slab of idle blocks, in the order of addresses.
func (a *Arena) cut(c, block uintptr) {
	p := a.Get(SlabAlign)
	if p == 0 {
		return
	}
	*slabClass(p) = c
	for at := p + headerSize + (SlabAlign-headerSize)/block*block; at > p+headerSize; {
		at -= block
		*next(at) = a.idle[c]
		a.idle[c] = at
	}
}

// Free takes back what Alloc returned.
func (a *Arena) Free(addr uintptr) {
	c := *slabClass(addr)
	if c == largeClass {
		a.Put(addr - headerSize)
		return
	}
	block := blockSize(c)
	a.mu.Lock()
	keep := block <= smallBlock || a.held+block <= arenaLimit
	if keep {
		*next(addr) = a.idle[c]
		a.idle[c] = addr
		if block > smallBlock {
			a.held += block
		}
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
