package device

import (
	"runtime"
	"sync/atomic"
)

// Lock is a mutex of one word that Go and C share: 0 free, 1 held, 2 held and
// awaited, as in rt/cpu/pool. Wait and Wake are the system's futex, by way of C;
// without them, as in tests, a thread that waits yields. See System for Took
// and Gives.
type Lock struct {
	Word        *uint32
	Wait, Wake  func(word *uint32)
	Took, Gives func(word *uint32)
}

// NewLock is the mutex of a word that C has a part in by way of s.
func NewLock(word *uint32, s System) Lock {
	return Lock{Word: word, Wait: s.Wait, Wake: s.Wake, Took: s.Took, Gives: s.Gives}
}

// Lock takes the mutex.
func (l *Lock) Lock() {
	if !atomic.CompareAndSwapUint32(l.Word, 0, 1) {
		l.slow()
	}
	l.taken()
	if l.Took != nil {
		l.Took(l.Word)
	}
}

func (l *Lock) slow() {
	for range 16 {
		runtime.Gosched()
		if atomic.CompareAndSwapUint32(l.Word, 0, 1) {
			return
		}
	}
	for atomic.SwapUint32(l.Word, 2) != 0 {
		if l.Wait == nil {
			runtime.Gosched()
			continue
		}
		l.Wait(l.Word)
	}
}

// Unlock gives it back.
func (l *Lock) Unlock() {
	if l.Gives != nil {
		l.Gives(l.Word)
	}
	l.given()
	if atomic.SwapUint32(l.Word, 0) == 2 && l.Wake != nil {
		l.Wake(l.Word)
	}
}

// System is how threads wait for a Lock that C has a part in.
type System struct {
	// See Lock.
	Wait, Wake func(word *uint32)
	// Took and Gives, when not nil, hear that Go took a Lock and that it is about
	// to give it back: ThreadSanitizer, which watches the C side, does not see
	// what orders Go's threads.
	Took, Gives func(word *uint32)
}
