package sim

import (
	"runtime"
	"sync/atomic"
)

// spin is a lock for a few nanoseconds.
type spin struct{ v atomic.Uint32 }

func (s *spin) lock() {
	for n := 0; !s.v.CompareAndSwap(0, 1); n++ {
		if n > 64 {
			runtime.Gosched()
		}
	}
}

func (s *spin) unlock() { s.v.Store(0) }

// access is a past access to a word, packed: who in the first word, when and
// what in the second.
type access struct{ who, what uint64 }

// who: launch (20 bits), block (32 bits), thread in the block (12 bits).
// what: clock of the thread's warp (32 bits), instruction (24 bits), bytes of
// the word (4 bits), flags.
const (
	threadBits = 12
	blockBits  = 32
	launchMask = 1<<20 - 1
	flagAtomic = 1
	flagMany   = 2 // readers: others than the recorded one, unordered with it
	flagBlocks = 4 // readers: from other blocks
	bytesShift = 4
	instShift  = 8
	clockShift = 32
	bytesMask  = 0xf << bytesShift
)

// cell is the history of a word: its last write, and the last read or one of
// several concurrent ones.
type cell struct{ write, read access }

func (a access) thread() int   { return int(a.who & (1<<threadBits - 1)) }
func (a access) block() uint32 { return uint32(a.who >> threadBits) }
func (a access) clock() uint32 { return uint32(a.what >> clockShift) }
func (a access) inst() int     { return int(a.what >> instShift & (1<<24 - 1)) }
