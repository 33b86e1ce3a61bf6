package gcn

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"ompcc/rt/emu/check"
)

// Memory is what kernels and the program share; Base is its address for both.
type Memory struct {
	Base   uint64
	Bytes  []byte
	States []byte // of each of Bytes; libhsa-runtime64.so.1 sets them, too

	mu     sync.Mutex
	blocks check.Blocks
	marked atomic.Bool // bytes have ever been marked as stale
	stale  check.Stale
}

// Bits of a byte's state.
const (
	allocated = 1
	written   = 2
	hosts     = 4 // the program writes it, too, so that it counts as written
	stale     = 8 // the program has changed its copy since it sent the byte
	live8     = 0x0101010101010101 * allocated
	full8     = 0x0101010101010101 * (allocated | written)
)

// Alloc makes an allocation known, for messages.
func (m *Memory) Alloc(addr, size uint64, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.blocks.Insert(check.Block{Addr: addr, Size: size, Name: name, Given: -1})
}

// mostFreed blocks are remembered.
const mostFreed = 64

// Free forgets it.
func (m *Memory) Free(addr uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := m.blocks.Exact(addr); i >= 0 {
		m.blocks.Remove(i, -1)
		m.blocks.Freed = m.blocks.Freed[max(len(m.blocks.Freed)-mostFreed, 0):]
	}
}

// describe says where an address lies relative to allocations.
func (m *Memory) describe(addr uint64) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.blocks.Describe(addr)
}

func (m *Memory) bytes(addr, size uint64) ([]byte, bool) {
	at := addr - m.Base
	if addr < m.Base || at > uint64(len(m.Bytes)) || size > uint64(len(m.Bytes))-at {
		return nil, false
	}
	return m.Bytes[at : at+size], true
}

// states are those of the bytes that b is.
func (m *Memory) states(b []byte) []byte {
	at := uintptr(unsafe.Pointer(&b[0])) - uintptr(unsafe.Pointer(&m.Bytes[0]))
	return m.States[at : int(at)+len(b)]
}

// mark sets the states of bytes at an address.
func (m *Memory) mark(addr, size uint64, state byte) {
	if b, ok := m.bytes(addr, size); ok && size > 0 {
		s := m.states(b)
		for i := range s {
			s[i] = state
		}
	}
}

// usable reports whether all bytes are allocated.
func usable(states []byte) bool {
	switch len(states) {
	case 4:
		const live = live8 & 0xffffffff
		return *(*uint32)(unsafe.Pointer(&states[0]))&live == live
	case 8:
		return *(*uint64)(unsafe.Pointer(&states[0]))&live8 == live8
	}
	return !slices.ContainsFunc(states, func(s byte) bool { return s&allocated == 0 })
}

// unset reports whether none of the bytes was ever written.
func unset(states []byte) bool {
	switch len(states) {
	case 4:
		return *(*uint32)(unsafe.Pointer(&states[0]))&(full8&^live8&0xffffffff) == 0
	case 8:
		return *(*uint64)(unsafe.Pointer(&states[0]))&(full8&^live8) == 0
	}
	return !slices.ContainsFunc(states, func(s byte) bool { return s&written != 0 })
}

// set notes that bytes are written, with a value or with none.
func set(states []byte, value bool) {
	state := byte(allocated)
	if value {
		state |= written
	}
	for i := range states {
		if states[i]&hosts == 0 {
			states[i] = state
		}
	}
}

// MarkStale marks those written bytes at addr whose byte in mask is not 0, until StaleReads.
func (m *Memory) MarkStale(addr uint64, mask []byte) {
	b, ok := m.bytes(addr, uint64(len(mask)))
	if !ok || len(mask) == 0 {
		return
	}
	m.marked.Store(true)
	m.stale.Mark(addr, uint64(len(mask)))
	states := m.states(b)
	for i := range mask {
		if mask[i] != 0 && states[i] == allocated|written {
			states[i] |= stale
		}
	}
}

// StaleReads ends all marks, and returns the reads of marked bytes as check.Stale.Take does.
func (m *Memory) StaleReads() []byte {
	return m.stale.Take(func(s check.Span) {
		if b, ok := m.bytes(s.Addr, s.Size); ok {
			unmark(m.states(b))
		}
	})
}

// unmark takes marks away and reports whether there were any.
func unmark(states []byte) (marked bool) {
	for i := range states {
		if states[i]&stale != 0 {
			states[i] &^= stale
			marked = true
		}
	}
	return marked
}

// readStale notes that an instruction reads bytes some of which may be marked.
func (w *wave) readStale(in *inst, addr uint64, states []byte) {
	if slices.ContainsFunc(states, func(s byte) bool { return s&stale != 0 }) {
		w.dev.Memory.stale.Read(addr, uint64(len(states)), w.object.lines.at(in.addr), func() bool { return unmark(states) })
	}
}

// outside reports an access to memory that no kernel may access.
func (w *wave) outside(in *inst, lane int, addr, size uint64) {
	switch {
	case addr < 4096:
		w.fail(check.Bounds, in, lane, "%s", check.NullPointer(addr, size))
	case addr-w.dev.Memory.Base < uint64(len(w.dev.Memory.Bytes)):
		where := w.dev.Memory.describe(addr)
		if where == "" {
			where = "where no memory is allocated"
		}
		w.fail(check.Bounds, in, lane, "%s of %d bytes at %#x, %s", in.verb(), size, addr, where)
	case w.dev.Program != nil:
		w.fail(check.Host, in, lane, "%s", check.NoMemory(addr))
	default:
		w.fail(check.Host, in, lane, "%s", check.NotMapped(addr))
	}
}

// verb is what an instruction does with memory.
func (in *inst) verb() string {
	switch in.access {
	case stores:
		return "store"
	case updates:
		return "atomic operation"
	}
	return "load"
}

func (w *wave) who(lane int) string {
	text := fmt.Sprintf("workgroup (%d,%d,%d), wavefront %d", w.index[0], w.index[1], w.index[2], w.id)
	if lane >= 0 {
		text += fmt.Sprintf(", lane %d", lane)
	}
	return text
}
