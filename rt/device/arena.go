package device

import (
	"errors"
	"math/bits"
	"unsafe"
)

// Arena hands out memory outside of Go's heap, aligned to 64 bytes or, if less
// is wanted, to the next power of two from 16 on. It keeps what is given back
// for the next one that wants as much: programs map the same sizes again and
// again. Blocks have sizes of 2^k and 3·2^(k-1). Small ones are cut from slabs,
// which are kept. Large ones have the size asked for, and serve what needs a
// little less: a program that maps 32 MB with each construct would else wait for
// the system to clear them each time. The system may take their pages back.
type Arena struct {
	get        func(size uintptr) uintptr
	put        func(addr uintptr)
	idleSystem func(addr, size uintptr)
	mu         Lock
	*lists
}

// lists is the part of an Arena that the runtime's C side uses too: it is
// ompcc_arena_t of rt/capi/table.h.
type lists struct {
	lock uint32
	live uint32                // blocks that are handed out
	idle [arenaClasses]uintptr // blocks, linked through their first words
	held uintptr               // bytes in the lists of blocks with a slab of their own
	// large are the idle large blocks, linked through their headers, with spare
	// bytes in all.
	large, spare uintptr
}

// SizeofLists is the size of the shared part, for the check against C.
const SizeofLists = unsafe.Sizeof(lists{})

// NewArena returns an arena whose memory get returns, aligned to SlabAlign, 0
// when there is none, and put takes back.
func NewArena(get func(size uintptr) uintptr, put func(addr uintptr), system System) *Arena {
	a := &Arena{get: get, put: put, idleSystem: system.Idle}
	if system.Get == nil {
		a.lists = &lists{}
	} else {
		a.lists = (*lists)(Pointer(system.Get(SizeofLists)))
	}
	a.mu = NewLock(&a.lock, system)
	return a
}

// Shared is the address of the part that C uses.
func (a *Arena) Shared() uintptr { return uintptr(unsafe.Pointer(a.lists)) }

// SlabAlign is the alignment of slabs: a block's header is at the multiple of
// SlabAlign before it.
const SlabAlign = 1 << 16

const (
	arenaBits    = 21       // blocks of up to 2 MiB are kept
	arenaLimit   = 64 << 20 // bytes kept in all, without those of slabs
	smallBlock   = 8 << 10  // blocks of up to this size share slabs
	headerSize   = 64       // of a slab: the class of its blocks
	largeClass   = ^uintptr(0)
	largeLimit   = 256 << 20 // bytes of large blocks that are kept
	tinyClasses  = 2         // 16 and 32 bytes
	arenaClasses = tinyClasses + 2*(arenaBits-6) + 1
)

// ErrMemory says that the system has no more memory.
var ErrMemory = errors.New("out of memory")

func slabClass(addr uintptr) *uintptr { return (*uintptr)(Pointer(addr &^ (SlabAlign - 1))) }

func next(addr uintptr) *uintptr { return (*uintptr)(Pointer(addr)) }

// class returns the size class for size bytes and the size of its blocks.
func class(size uintptr) (c, block uintptr) {
	switch {
	case size <= 16:
		return 0, 16
	case size <= 32:
		return 1, 32
	case size <= 64:
		return tinyClasses, 64
	}
	k := uintptr(bits.Len64(uint64(size - 1))) // 2^(k-1) < size <= 2^k
	if three := uintptr(3) << (k - 2); size <= three && three%64 == 0 {
		return tinyClasses + 2*(k-6) - 1, three
	}
	return tinyClasses + 2*(k-6), 1 << k
}

// Alloc returns size bytes.
func (a *Arena) Alloc(size uintptr) (uintptr, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	addr, err := a.alloc(size)
	if err == nil {
		a.live++
	}
	return addr, err
}

// Live is the number of blocks that are handed out.
func (a *Arena) Live() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return int(a.live)
}

func (a *Arena) alloc(size uintptr) (uintptr, error) {
	if size > 1<<arenaBits {
		return a.allocLarge(size)
	}
	c, block := class(size)
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
	p := a.get(block + headerSize)
	if p == 0 {
		return 0, ErrMemory
	}
	*slabClass(p) = c
	return p + headerSize, nil
}

// header is what stands before a large block.
type header struct{ class, size, next uintptr }

func headerOf(addr uintptr) *header { return (*header)(Pointer(addr - headerSize)) }

// allocLarge prefers the smallest idle block that is at most a quarter too large.
func (a *Arena) allocLarge(size uintptr) (uintptr, error) {
	var best *uintptr
	for at := &a.large; *at != 0; at = &headerOf(*at).next {
		if n := headerOf(*at).size; n >= size && n-size <= size/4 && (best == nil || n < headerOf(*best).size) {
			best = at
		}
	}
	if best != nil {
		addr := *best
		*best = headerOf(addr).next
		a.spare -= headerOf(addr).size
		return addr, nil
	}
	addr, err := a.fresh(largeClass, size)
	if err != nil && a.large != 0 {
		a.drop()
		addr, err = a.fresh(largeClass, size)
	}
	if err == nil {
		headerOf(addr).size = size
	}
	return addr, err
}

// drop gives the idle large blocks back to the system.
func (a *Arena) drop() {
	for a.large != 0 {
		addr := a.large
		a.large = headerOf(addr).next
		a.put(addr - headerSize)
	}
	a.spare = 0
}

func (a *Arena) keepLarge(addr uintptr) bool {
	h := headerOf(addr)
	if a.spare+h.size > largeLimit {
		return false
	}
	a.spare += h.size
	h.next, a.large = a.large, addr
	if a.idleSystem != nil {
		a.idleSystem(addr, h.size)
	}
	return true
}

// cut makes a slab of idle blocks, in the order of addresses.
func (a *Arena) cut(c, block uintptr) {
	p := a.get(SlabAlign)
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
	a.mu.Lock()
	a.live--
	keep := false
	if c == largeClass {
		keep = a.keepLarge(addr)
	} else {
		keep = a.keep(addr, c)
	}
	a.mu.Unlock()
	if !keep {
		a.put(addr - headerSize)
	}
}

// keep puts a block into its list, unless there are enough.
func (a *Arena) keep(addr, c uintptr) bool {
	block := blockSize(c)
	if block > smallBlock {
		if a.held+block > arenaLimit {
			return false
		}
		a.held += block
	}
	*next(addr) = a.idle[c]
	a.idle[c] = addr
	return true
}

func blockSize(c uintptr) uintptr {
	if c < tinyClasses {
		return 16 << c
	}
	if c -= tinyClasses; c%2 == 1 {
		return 3 << ((c+1)/2 + 6 - 2)
	}
	return 1 << (c/2 + 6)
}
