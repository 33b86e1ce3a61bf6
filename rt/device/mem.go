package device

import (
	"errors"
	"sync/atomic"
	"unsafe"
)

// ErrMemory says that the system or the device has no more memory.
var ErrMemory = errors.New("out of memory")

// Pointer turns an address outside of Go's heap into a pointer.
func Pointer(addr uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&addr))
}

// Bytes views size bytes of memory outside of Go's heap.
func Bytes(addr, size uintptr) []byte {
	if size == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(Pointer(addr)), size)
}

// String views the NUL-terminated string at addr, "" for 0. It is valid as
// long as the module that holds it is loaded.
func String(addr uintptr) string {
	if addr == 0 {
		return ""
	}
	n := uintptr(0)
	for *(*byte)(Pointer(addr + n)) != 0 {
		n++
	}
	return unsafe.String((*byte)(Pointer(addr)), n)
}

// Address returns the address of a variable for a call that C or a driver will
// make with it. It moves the variable to the heap: as a number, an address on a
// stack would be wrong as soon as the stack grows. The caller keeps the variable
// alive by using it afterwards.
func Address[T any](p *T) uintptr {
	if never {
		sink.Store((*byte)(unsafe.Pointer(p)))
	}
	return uintptr(unsafe.Pointer(p))
}

var (
	never bool
	sink  atomic.Pointer[byte]
)
