package mapseq

import (
	"hash/fnv"
	"maps"
)

// space is one piece of host storage that is mapped independently of others.
type space struct {
	name  string
	bytes int
	// cells are the offsets of its int cells; pointers those of pointer cells.
	cells, pointers []int
	host            map[int]int32
}

// entry is storage of a space that has a corresponding list item on the device
// (OpenMP 5.2 §5.8.3).
type entry struct {
	sp     *space
	lo, hi int
	count  int
	dev    map[int]int32
	// pointer cells that have a value, and to which entry attached ones refer.
	valid    map[int]bool
	attached map[int]*entry
}

// model is the host's storage and the device data environment.
type model struct {
	spaces  []*space
	entries []*entry
}

// find returns the entry that holds [lo, hi) of sp, and whether part of the
// range is present without such an entry.
func (m *model) find(sp *space, lo, hi int) (e *entry, partial bool) {
	for _, x := range m.entries {
		if x.sp != sp || x.hi <= lo || hi <= x.lo {
			continue
		}
		if x.lo <= lo && hi <= x.hi {
			return x, false
		}
		partial = true
	}
	return nil, partial
}

// mapping is one list item of a map clause: some cells of a space, inside a
// range. Items of one structure in one construct have the same span.
type mapping struct {
	sp             *space
	lo, hi         int
	cells          []int // int cells that it transfers
	pointer        int   // the pointer cell that it contains, or -1
	to, from       bool
	always, delete bool
	// pointee: a section through the pointer cell base of space baseSpace.
	baseSpace *space
	base      int
}

// group is the storage that the items of one construct ask for as one piece: a
// list item, or the span from the first to the last member of a structure.
type group struct {
	sp     *space
	lo, hi int
	items  []*mapping
}

// groups joins the items of one space.
func groups(items []*mapping) []*group {
	var list []*group
next:
	for _, it := range items {
		for _, g := range list {
			if g.sp == it.sp {
				g.lo, g.hi = min(g.lo, it.lo), max(g.hi, it.hi)
				g.items = append(g.items, it)
				continue next
			}
		}
		list = append(list, &group{it.sp, it.lo, it.hi, []*mapping{it}})
	}
	return list
}

// fits reports whether items may be mapped now: no piece is partially present,
// and no two distinct parts of one array are (the official examples'
// array_sections.1 calls that invalid).
func (m *model) fits(items []*mapping) bool {
	for _, g := range groups(items) {
		e, partial := m.find(g.sp, g.lo, g.hi)
		if partial || e == nil && g.sp == m.spaces[spA] && m.anyOf(g.sp) {
			return false
		}
	}
	return true
}

// anyOf reports whether any part of sp is present.
func (m *model) anyOf(sp *space) bool {
	for _, e := range m.entries {
		if e.sp == sp {
			return true
		}
	}
	return false
}

// enter performs the effect of map clauses on entry to a construct. It returns,
// for each space, the int cells of new storage that have no value yet.
func (m *model) enter(items []*mapping) map[*space][]int {
	unknown := map[*space][]int{}
	fresh := map[*entry]bool{}
	for _, g := range groups(items) {
		e, _ := m.find(g.sp, g.lo, g.hi)
		if e == nil {
			e = &entry{sp: g.sp, lo: g.lo, hi: g.hi, dev: map[int]int32{}, valid: map[int]bool{},
				attached: map[int]*entry{}}
			m.entries = append(m.entries, e)
			fresh[e] = true
		}
		e.count++
		for _, it := range g.items {
			if it.to && (fresh[e] || it.always) {
				if it.pointer >= 0 {
					e.valid[it.pointer] = true
				}
				for _, c := range it.cells {
					e.dev[c] = g.sp.host[c]
				}
			}
		}
		if fresh[e] {
			for _, c := range g.sp.cells {
				if _, known := e.dev[c]; !known && g.lo <= c && c < g.hi {
					unknown[g.sp] = append(unknown[g.sp], c)
				}
			}
		}
	}
	m.attach(items, fresh)
	return unknown
}

// attach makes the pointers of sections refer to the device's storage when
// pointer or pointee is new.
func (m *model) attach(items []*mapping, fresh map[*entry]bool) {
	for _, it := range items {
		if it.baseSpace == nil {
			continue
		}
		ptr, _ := m.find(it.baseSpace, it.base, it.base+8)
		target, _ := m.find(it.sp, it.lo, it.hi)
		if ptr != nil && target != nil && (fresh[ptr] || fresh[target]) {
			ptr.attached[it.base] = target
			ptr.valid[it.base] = true
		}
	}
}

// exit performs the effect of map clauses on exit from a construct.
func (m *model) exit(items []*mapping) {
	for _, g := range groups(items) {
		e, _ := m.find(g.sp, g.lo, g.hi)
		if e == nil {
			continue
		}
		for _, it := range g.items {
			if it.delete {
				e.count = 1
			}
		}
		e.count--
		for _, it := range g.items {
			if it.from && (e.count == 0 || it.always) {
				for _, c := range it.cells {
					g.sp.host[c] = e.dev[c]
				}
			}
		}
		if e.count == 0 {
			m.remove(e)
		}
	}
}

// clone is a copy of m that shares the spaces.
func (m *model) clone() *model {
	c := &model{spaces: m.spaces}
	copies := map[*entry]*entry{}
	for _, e := range m.entries {
		x := *e
		x.dev, x.valid, x.attached = maps.Clone(e.dev), maps.Clone(e.valid), map[int]*entry{}
		copies[e] = &x
		c.entries = append(c.entries, &x)
	}
	for e, x := range copies {
		for off, target := range e.attached {
			if t := copies[target]; t != nil {
				x.attached[off] = t
			}
		}
	}
	return c
}

func (m *model) remove(e *entry) {
	for i, x := range m.entries {
		if x == e {
			m.entries = append(m.entries[:i], m.entries[i+1:]...)
			return
		}
	}
}

// update performs target update for one list item.
func (m *model) update(it *mapping, toDevice bool) {
	e, _ := m.find(it.sp, it.lo, it.hi)
	if e == nil {
		return
	}
	for _, c := range it.cells {
		if toDevice {
			e.dev[c] = it.sp.host[c]
		} else {
			it.sp.host[c] = e.dev[c]
		}
	}
}

// usable reports whether device code may go through the pointer cell base of sp
// to reach [lo, hi) of pointee.
func (m *model) usable(sp *space, base int, pointee *space, lo, hi int) bool {
	ptr, _ := m.find(sp, base, base+8)
	if ptr == nil {
		return false
	}
	target, _ := m.find(pointee, lo, hi)
	if target == nil || ptr.attached[base] != target {
		return false
	}
	for _, e := range m.entries {
		if e == target {
			return true
		}
	}
	return false
}

// hash is a number for the whole state; the generated program computes the same.
func (m *model) hash() uint64 {
	h := fnv.New64a()
	word := func(v uint32) { h.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}) }
	for _, sp := range m.spaces {
		for _, c := range sp.cells {
			e, _ := m.find(sp, c, c+4)
			if e == nil {
				word(0)
			} else {
				word(1)
				word(uint32(e.dev[c]))
			}
			word(uint32(sp.host[c]))
		}
		for _, c := range sp.pointers {
			if e, _ := m.find(sp, c, c+8); e == nil {
				word(0)
			} else {
				word(1)
			}
		}
	}
	return h.Sum64()
}
