package dataenv

import (
	"math"

	"ompcc/rt/device"
)

// Infinite is the reference count of declare target variables and associated
// pointers (OpenMP 5.2 §5.8, §18.8.10): it never changes.
const Infinite = math.MaxInt32

// state says what may be done with an entry.
type state uint8

const (
	free     state = iota
	building       // inserted; storage is being allocated or filled by the op that created it
	ready          // usable
	closing        // count is 0; the last op is copying data back
	failed         // the creating op failed; removed from the table
)

// Entry says that host storage [host, host+size) corresponds to device storage
// at dev. It is 64 bytes without pointers into Go's heap: a program may have
// millions of them.
type Entry struct {
	host, size uintptr
	dev        device.Addr
	refs       int32 // Infinite or the number of enters without exit
	hold       int32 // how many of refs came with ompx_hold
	op         uint32
	id         uint32 // index in the table's slabs
	state      state
	associated bool // by omp_target_associate_ptr: the user owns the storage
	global     bool // declare target variable
	attached   bool // Env.attached has pointers for this entry
	line       uint32
	name       uintptr // C string: list item that created it
	site       uintptr // *Construct that created it, or 0
}

func (e *Entry) end() uintptr { return e.host + e.size }

// addr is the device address that corresponds to host address a.
func (e *Entry) addr(a uintptr) device.Addr { return e.dev + device.Addr(a-e.host) }

func (e *Entry) covers(begin, size uintptr) bool {
	return begin >= e.host && begin+size <= e.end() && begin+size >= begin
}
