//go:build race

package device

import (
	"runtime"
	"unsafe"
)

// The race detector does not look at memory outside of Go's, where the word is: it is
// told here what the lock orders.

func (l *Lock) taken() { runtime.RaceAcquire(unsafe.Pointer(l)) }

func (l *Lock) given() { runtime.RaceRelease(unsafe.Pointer(l)) }
