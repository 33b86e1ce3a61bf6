package dataenv

import (
	"math"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// Infinite is the reference count of declare target variables and associated
// pointers (OpenMP 5.2 §5.8, §18.8.10): it never changes.
const Infinite = abi.MapInfinite

// state says what may be done with an entry.
type state uint8

const (
	free     state = abi.MapFree
	building state = abi.MapBuilding
	ready    state = abi.MapReady
	closing  state = abi.MapClosing
	failed   state = abi.MapFailed
)

// traits are what an entry is, for as long as it exists.
type traits uint8

const (
	associated traits = abi.MapAssociated
	global     traits = abi.MapGlobal
	attached   traits = abi.MapAttached // Env.attached has pointers for this entry
	padded     traits = abi.MapPadded   // see pad
	self       traits = abi.MapSelf     // nothing to allocate or to move
	narrow     traits = abi.MapNarrow   // see narrowPad
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
