package dataenv

import (
	"math"

	"ompcc/rt/device"
)

// Entry says that host storage [host, host+size) corresponds to device storage at dev.
type Entry struct {
	host   uintptr
	size   uintptr
	dev    device.Addr
	site   uintptr // of the construct that created it, or 0
	name   uintptr // a C string: the list item that created it
	refs   int32   // Infinite, or the number of enters without exit
	op     uint32  // seq of the last op that looked at it; of a free entry, the next free one
	id     uint32  // its place in the slabs
	hold   uint8   // how many of refs came with ompx_hold
	shift  uint8   // of a padded entry, multiples of 64 in front of it; of a narrow one, bytes
	state  state
	traits traits
}

// Infinite is the reference count of declare target variables and associated
// pointers (OpenMP 5.2 §5.8, §18.8.10): it never changes.
const Infinite = math.MaxInt32

// state says what may be done with an entry.
type state uint8

const (
	free     state = iota
	building       // inserted; the op that created it allocates and fills its storage
	ready
	closing // its count is 0; the last op copies data back
	failed  // the op that created it failed; it is no longer in the table
)

// traits are what an entry is, for as long as it exists.
type traits uint8

const (
	associated traits = 1 << iota // by omp_target_associate_ptr: the user owns the storage
	global                        // a declare target variable
	attached                      // Env.attached has pointers for this entry
	padded                        // see pad
	self                          // the host's storage is the device's, too: nothing to allocate or to move
	narrow                        // padded, as LLVM's runtime pads: see narrowPad
)

// blockAlign is the alignment of blocks that have at least as many bytes. Members of structures
// need no more unless their types say so: vectors of 512 bits have it.
const blockAlign = 64

// own says whether the device allocated storage for the entry.
func (e *Entry) own() bool { return !e.is(self) }

// pad is the distance of the storage from the start of its block on the device:
// the part of a structure that is mapped begins anywhere, and its members must
// be aligned as on the host. So must objects whose type asks for more than blocks have.
func (e *Entry) pad() uintptr {
	if e.is(narrow) {
		return uintptr(e.shift)
	}
	if e.is(padded) {
		return e.host%blockAlign + uintptr(e.shift)*blockAlign
	}
	return 0
}

// place gives a padded entry its place in its block: as far from a multiple of align as the
// host's storage is.
func (e *Entry) place(block device.Addr, align uintptr) {
	for e.shift = 0; (uintptr(block)+e.pad()-e.host)%align != 0; {
		e.shift++
	}
}

// block is what the device allocated for the entry.
func (e *Entry) block() device.Addr { return e.dev - device.Addr(e.pad()) }

func (e *Entry) end() uintptr { return e.host + e.size }

// addr is the device address that corresponds to host address a.
func (e *Entry) addr(a uintptr) device.Addr { return e.dev + device.Addr(a-e.host) }

func (e *Entry) covers(begin, size uintptr) bool {
	return begin >= e.host && begin+size <= e.end() && begin+size >= begin
}

func (e *Entry) overlaps(begin, size uintptr) bool {
	return begin < e.end() && e.host < begin+size
}

func (e *Entry) is(t traits) bool { return e.traits&t != 0 }

// addHold counts an ompx_hold. A count that has reached its limit stays there:
// such storage lasts until the program ends.
func (e *Entry) addHold() {
	if e.hold < math.MaxUint8 {
		e.hold++
	}
}

func (e *Entry) dropHold() {
	if e.hold > 0 && e.hold < math.MaxUint8 {
		e.hold--
	}
}

// line is that of the list item that created the entry, 0 if it is not known.
func (e *Entry) line() uint32 {
	if e.site == 0 {
		return 0
	}
	for _, it := range (*Construct)(pointerTo(e.site)).Items() {
		if it.name == e.name {
			return it.Line
		}
	}
	return 0
}
