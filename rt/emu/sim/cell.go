package sim

import (
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"
)

// spin is a lock for a few nanoseconds, unless the system interrupts who holds it.
type spin struct{ v atomic.Uint32 }

func (s *spin) lock() {
	for n := 0; !s.v.CompareAndSwap(0, 1); n++ {
		switch {
		case n > 4096:
			time.Sleep(50 * time.Microsecond)
		case n > 64:
			runtime.Gosched()
		}
	}
}

func (s *spin) unlock() { s.v.Store(0) }

// access is a past access to a word, packed: who in the first word, when and
// what in the second.
type access struct{ who, what uint64 }

// who: launch (20 bits), block (32 bits), thread in the block (12 bits).
// what: clock of the thread's warp (32 bits), instruction (24 bits), flags.
const (
	threadBits  = 12
	blockBits   = 32
	launchShift = threadBits + blockBits
	launchMask  = 1<<20 - 1
	flagAtomic  = 1
	flagMany    = 2  // readers: others than the recorded one, unordered with it
	flagBlocks  = 4  // readers: from other blocks
	flagSplit   = 8  // the word's bytes have cells of their own
	flagBlock   = 16 // atomic: only for threads of the block
	instShift   = 8
	clockShift  = 32
	nobody      = 1<<launchShift - 1
)

// cell is the history of a word, or of a byte of a word that is accessed by
// bytes: its last write, and the last read or one of several concurrent ones.
type cell struct{ write, read access }

const cellSize = unsafe.Sizeof(cell{})

func (a access) thread() int    { return int(a.who & (1<<threadBits - 1)) }
func (a access) block() uint32  { return uint32(a.who >> threadBits) }
func (a access) launch() uint64 { return a.who >> launchShift }
func (a access) clock() uint32  { return uint32(a.what >> clockShift) }
func (a access) inst() int      { return int(a.what >> instShift & (1<<24 - 1)) }

// next is the cell of the next word.
func (c *cell) next() *cell { return (*cell)(unsafe.Add(unsafe.Pointer(c), cellSize)) }

// split reports whether the word's bytes have cells of their own, in a launch or
// one at the same time.
func (c *cell) split(m *concurrency) bool {
	return c.write.what&flagSplit != 0 && m.concurrent(c.write)
}

// divide gives the four bytes of a word cells of their own, unless they have them
// since an earlier launch.
func (c *cell) divide(bytes *[4]cell, launch uint64) {
	for i := range bytes {
		if c.write.what&flagSplit == 0 {
			bytes[i] = *c
		}
	}
	*c = cell{write: access{launch<<launchShift | nobody, flagSplit}}
}

// warpShift is the logarithm of the threads of a warp.
const warpShift = 5
