package dataenv

import "ompcc/rt/device"

// Log is told what the data environment does, for people (OMPCC_INFO). It is
// never called with a lock held.
type Log interface {
	// Alloc and Free say that device num got or gave up storage for e.
	Alloc(num int, e *Entry)
	// The latter comes before the storage is freed; c is the construct that does it.
	Free(num int, c *Construct, e *Entry)
	// Move says that size bytes at host address begin move to the device or back, Moved that they have arrived.
	Move(num int, c *Construct, it *Item, to bool, begin, size uintptr)
	Moved(num int, c *Construct, it *Item, to bool, begin, size uintptr)
	// Found says that size bytes at begin, which the item would move to the device if they were new there, are in e
	// already.
	Found(num int, c *Construct, it *Item, e *Entry, begin, size uintptr)
	// Attach says that the pointer at host address p now has the value v on the device.
	Attach(num int, c *Construct, it *Item, p uintptr, v device.Addr)
}

// Host is the entry's host address, Size its size in bytes and Name the list item that created it.
func (e *Entry) Host() uintptr { return e.host }
func (e *Entry) Size() uintptr { return e.size }

// Dev is the entry's device address.
func (e *Entry) Dev() device.Addr { return e.dev }

// Block is the start of the device's block, which Dev may lie behind.
func (e *Entry) Block() device.Addr { return e.block() }
func (e *Entry) Name() string       { return itemName(e) }

// Created is the list item that created the entry, and the construct that it
// stands on; nil if that is not known.
func (e *Entry) Created() (*Construct, *Item) {
	c := e.Site()
	if c == nil {
		return nil, nil
	}
	for i := range c.Items() {
		if it := &c.Items()[i]; it.name == e.name && it.Kind == itemMap {
			return c, it
		}
	}
	return c, nil
}

// NameAt is the address of the entry's name as a C string, 0 if there is none.
func (e *Entry) NameAt() uintptr { return e.name }

// Site is the construct that created the entry, nil if it is not known.
func (e *Entry) Site() *Construct {
	if e.site == 0 {
		return nil
	}
	return (*Construct)(pointerTo(e.site))
}

// Ready says whether the entry's storage is complete, and not about to be given up by another thread.
func (e *Entry) Ready() bool { return e.state == ready }

// Refs is the entry's count.
func (e *Entry) Refs() int { return int(e.refs) }

// Where is ", since file:line" for the list item that created the entry.
func (e *Entry) Where() string {
	if e.site == 0 {
		return ""
	}
	return ", since " + place(e.Site(), e.line())
}
