package dataenv

/*
#cgo CFLAGS: -O2 -fPIC -std=gnu11 -Wall -Wextra
#include "table.h"
*/
import "C"

import (
	"unsafe"

	"ompcc/rt/device"
)

// table is the map table of one device (table.h): its entries never overlap. It lies outside
// of Go's heap, and a *Entry stays valid while the entry exists. Its methods want mu to be held.
type table struct {
	mu device.Lock
	*shared
}

// shared is what begins an ompcc_table_t.
type shared struct {
	lock    uint32
	waiters uint32 // threads in Env.wait
	seq     uint32 // number of the last op
	n       uint32 // entries
	links   uint32 // linksSet, linksReset: there are link variables
}

// What entries mean for link variables: new ones may concern them; with linksReset, what goes
// away, too.
const (
	linksSet   = C.OMPCC_LINKS_SET
	linksReset = C.OMPCC_LINKS_RESET
)

// An Entry is laid out as C's: else this array has a negative or a wrong length.
var _ = [1]byte{}[unsafe.Sizeof(Entry{})-C.sizeof_ompcc_entry_t]

func newTable(s device.System) *table {
	t := &table{shared: (*shared)(unsafe.Pointer(C.ompcc_table_new()))}
	t.mu = device.NewLock(&t.lock, s)
	return t
}

func (t *table) c() *C.ompcc_table_t { return (*C.ompcc_table_t)(unsafe.Pointer(t.shared)) }

func entryOf(e *C.ompcc_entry_t) *Entry { return (*Entry)(unsafe.Pointer(e)) }

// containing returns the entry with host <= a < end.
func (t *table) containing(a uintptr) *Entry {
	return entryOf(C.ompcc_table_find(t.c(), C.uintptr_t(a)))
}

// exact returns the entry that begins at host.
func (t *table) exact(host uintptr) *Entry {
	if e := t.containing(host); e != nil && e.host == host {
		return e
	}
	return nil
}

// before returns the last entry with host <= a.
func (t *table) before(a uintptr) *Entry {
	return entryOf(C.ompcc_table_before(t.c(), C.uintptr_t(a)))
}

// after returns the first entry with host > a.
func (t *table) after(a uintptr) *Entry {
	return entryOf(C.ompcc_table_after(t.c(), C.uintptr_t(a)))
}

// overlapping returns the first entry that shares a byte with [begin, begin+size).
func (t *table) overlapping(begin, size uintptr) *Entry {
	if e := t.containing(begin); e != nil {
		return e
	}
	if e := t.after(begin); e != nil && e.host < begin+size {
		return e
	}
	return nil
}

// insert adds an entry for storage that overlaps no other.
func (t *table) insert(host, size uintptr) *Entry {
	t.seq++ // for byDevice
	return entryOf(C.ompcc_table_insert(t.c(), C.uintptr_t(host), C.uintptr_t(size)))
}

// remove takes e out of the table. With keep, its memory is not used again.
func (t *table) remove(e *Entry, keep bool) {
	t.seq++
	k := C.int(0)
	if keep {
		k = 1
	}
	C.ompcc_table_remove(t.c(), (*C.ompcc_entry_t)(unsafe.Pointer(e)), k)
}

// all calls f for each entry in the order of addresses.
func (t *table) all(f func(*Entry)) {
	e := t.before(0)
	if e == nil {
		e = t.after(0)
	}
	for ; e != nil; e = t.after(e.host) {
		f(e)
	}
}
