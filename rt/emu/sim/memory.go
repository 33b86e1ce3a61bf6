package sim

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
	"unsafe"

	"ompcc/rt/emu/check"
)

// Windows of the generic address space. Global memory and constants are in the
// first, at addresses that no host process uses.
const (
	globalBase = 0x2000_0000_0000
	sharedBase = 0x3000_0000_0000
	localBase  = 0x3800_0000_0000 // one stride for each thread of the block
	localStep  = 1 << 24
	paramBase  = 0x3c00_0000_0000
	codeBase   = 0x3e00_0000_0000
	windowSize = 1 << 40
)

// Bits of a byte's state.
const (
	allocated   = 1
	initialised = 2
	both4       = 0x03030303
)

const (
	allocAlign = 256
	redZone    = 256
	// Freed memory is not yet used again, so that accesses to it are seen: this
	// many blocks, and at most a part of the memory.
	quarantine     = 64
	quarantinePart = 4
	// From this size on memory that is wiped goes back to the system.
	wipeSize = 8 << 20
	page     = 4096
)

// memory is the device's global memory: bytes, a state for each byte, and the
// last accesses to each word.
type memory struct {
	size  uint64 // from globalBase on
	start uint64 // address of the first byte that is the device's own
	data  unsafe.Pointer
	state unsafe.Pointer
	rows  unsafe.Pointer // row for each 256 bytes
	cells unsafe.Pointer // cell for each 4 bytes, of expanded rows
	parts unsafe.Pointer // cell for each byte, of words that are accessed by bytes

	mu sync.Mutex
	check.Blocks
	unused heap
	waits  uint64     // bytes of blocks that are freed, and not used again
	heap   uint64     // bytes that malloc has given
	wide   sync.Mutex // for atomic operations that the host has not
}

var errMemory = errors.New("out of device memory")

func reserve(size uint64) (unsafe.Pointer, error) {
	p, _, e := syscall.Syscall6(syscall.SYS_MMAP, 0, uintptr(size), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE, ^uintptr(0), 0)
	if e != 0 {
		return nil, e
	}
	return *(*unsafe.Pointer)(unsafe.Pointer(&p)), nil
}

// newMemory reserves address space for size bytes of device memory; the system
// provides pages when they are touched. No address of one device's memory is one
// of another's: that of the device with the given number begins behind what
// those before have.
func newMemory(size uint64, number int) (*memory, error) {
	start := uint64(number) * size
	m := &memory{start: globalBase + start, unused: heap{{globalBase + start + redZone, size - redZone}}}
	size += start
	m.size = size
	var err error
	if m.data, err = reserve(size); err != nil {
		return nil, fmt.Errorf("cannot reserve %d bytes of device memory: %w", size, err)
	}
	if m.state, err = reserve(size); err != nil {
		return nil, fmt.Errorf("cannot reserve the states of device memory: %w", err)
	}
	return m, m.reserveHistory()
}

// reserveHistory reserves what remembers accesses.
func (m *memory) reserveHistory() (err error) {
	size := m.size
	if m.rows, err = reserve(size); err != nil {
		return fmt.Errorf("cannot reserve the access history of device memory: %w", err)
	}
	if m.cells, err = reserve(size / 4 * uint64(cellSize)); err != nil {
		return fmt.Errorf("cannot reserve the access history of device memory: %w", err)
	}
	if m.parts, err = reserve(size * uint64(cellSize)); err != nil {
		return fmt.Errorf("cannot reserve the access history of device memory: %w", err)
	}
	return nil
}

// byteCells are the cells of the bytes of the word at addr.
func (m *memory) byteCells(addr uint64) *[4]cell {
	return (*[4]cell)(unsafe.Add(m.parts, (addr-globalBase)*uint64(cellSize)))
}

func (m *memory) bytes(addr, size uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(m.data, addr-globalBase)), size)
}

func (m *memory) states(addr, size uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(m.state, addr-globalBase)), size)
}

func (m *memory) mark(addr, size uint64, state byte) {
	s := m.states(addr, size)
	if state == 0 {
		clear(s)
		return
	}
	if len(s) == 0 {
		return
	}
	s[0] = state
	for n := 1; n < len(s); n *= 2 {
		copy(s[n:], s[:n])
	}
}

func roundUp(n, to uint64) uint64 { return (n + to - 1) &^ (to - 1) }

// alloc returns size bytes, not initialised.
func (m *memory) alloc(size uint64, name string) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.allocBlock(check.Block{Size: size, Name: name}, allocAlign)
}

// allocBlock gives a block its address, with the memory locked.
func (m *memory) allocBlock(b check.Block, align uint64) (uint64, error) {
	if b.Size > m.size || align > m.size {
		return 0, errMemory
	}
	m.reuse(quarantine, m.size/quarantinePart)
	var ok bool
	if b.Addr, ok = m.unused.takeAligned(room(b.Size), align); !ok {
		m.reuse(0, 0)
		if b.Addr, ok = m.unused.takeAligned(room(b.Size), align); !ok {
			return 0, errMemory
		}
	}
	m.mark(b.Addr, b.Size, allocated)
	m.Insert(b)
	return b.Addr, nil
}

// room is what an allocation takes of the memory.
func room(size uint64) uint64 { return roundUp(max(size, 1)+redZone, allocAlign) }

// reuse lets memory be used again that was freed long ago, until no more than the
// given blocks and bytes wait. Its history is forgotten: its new owners have
// nothing to do with it.
func (m *memory) reuse(blocks int, bytes uint64) {
	n := 0
	for ; len(m.Freed)-n > blocks || n < len(m.Freed) && m.waits > bytes; n++ {
		b := m.Freed[n]
		m.waits -= room(b.Size)
		m.unused.give(span{b.Addr, room(b.Size)})
		at := b.Addr - globalBase
		wipe(unsafe.Add(m.rows, at), roundUp(b.Size, rowBytes))
		if b.Size >= wipeSize {
			wipe(unsafe.Add(m.cells, at/4*uint64(cellSize)), roundUp(b.Size, 4)/4*uint64(cellSize))
			wipe(unsafe.Add(m.parts, at*uint64(cellSize)), b.Size*uint64(cellSize))
		}
	}
	m.Freed = m.Freed[n:]
}

// wipe makes memory zero; what is large goes back to the system.
func wipe(p unsafe.Pointer, size uint64) {
	b := unsafe.Slice((*byte)(p), size)
	if size < wipeSize {
		clear(b)
		return
	}
	first := -uint64(uintptr(p)) % page
	last := size - (size-first)%page
	clear(b[:first])
	clear(b[last:])
	if syscall.Madvise(b[first:last], syscall.MADV_DONTNEED) != nil {
		clear(b[first:last])
	}
}

// forgetAll forgets all accesses.
func (m *memory) forgetAll() {
	wipe(m.rows, m.size)
	wipe(m.cells, m.size/4*uint64(cellSize))
	wipe(m.parts, m.size*uint64(cellSize))
}

func (m *memory) free(addr uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := m.Exact(addr)
	if i < 0 {
		return fmt.Errorf("%#x is not the start of device memory in use", addr)
	}
	m.freeBlock(i, -1)
	return nil
}

// freeBlock frees a block, with the memory locked; by the instruction with an id.
func (m *memory) freeBlock(i, inst int) {
	b := m.Remove(i, inst)
	m.release(b)
	m.waits += room(b.Size)
}

// release is called when a block is freed: nothing of it can be accessed.
func (m *memory) release(b check.Block) {
	at := b.Addr - globalBase
	wipe(unsafe.Add(m.state, at), b.Size)
	if b.Size >= wipeSize {
		wipe(unsafe.Add(m.data, at), b.Size)
	}
}

// check reports whether size bytes at addr are in one allocation.
func (m *memory) check(addr, size uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if size == 0 {
		return nil
	}
	if b, _ := m.Around(addr); b != nil && addr+size <= b.Addr+b.Size && addr+size >= addr {
		return nil
	}
	return fmt.Errorf("%d bytes at %#x are not device memory in use", size, addr)
}

// describe says where addr lies relative to what is or was allocated.
func (m *memory) describe(addr uint64) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if addr < m.start {
		return fmt.Sprintf("an address of device %d's memory", (addr-globalBase)/(m.size-(m.start-globalBase)))
	}
	return m.Describe(addr)
}
