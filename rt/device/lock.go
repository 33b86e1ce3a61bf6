package device

import (
	"runtime"
	"sync/atomic"
)

// Lock is a mutex of one word that Go and C share: 0 free, 1 held, 2 held and
// awaited, as in rt/cpu/pool. Wait and Wake are the system's futex, by way of C;
// without them, as in tests, a thread that waits yields.
type Lock struct {
	Word *uint32
	Wait func(word *uint32)
	Wake func(word *uint32)
}

// Lock takes the mutex.
func (l *Lock) Lock() {
	if !atomic.CompareAndSwapUint32(l.Word, 0, 1) {
		l.slow()
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
	if atomic.SwapUint32(l.Word, 0) == 2 && l.Wake != nil {
		l.Wake(l.Word)
	}
}

// System is memory and waiting that C has a part in.
type System struct {
	// Get returns size bytes outside of Go's heap, all zero; Put gives them back.
	Get func(size uintptr) uintptr
	Put func(addr uintptr)
	// See Lock.
	Wait, Wake func(word *uint32)
}
