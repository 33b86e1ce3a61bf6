package dataenv

import (
	"math/bits"
	"unsafe"

	"ompcc/rt/abi"
	"ompcc/rt/device"
)

// table is the map table of one device: its entries never overlap. A hash on the first address answers the usual
// question, an exact begin; sorted chunks answer which entry contains an address, and which is next. Entries
// live in slabs, and a *Entry stays valid while the entry exists. Methods want mu to be held.
//
// The host side reads the table and counts in it (abi.TableDecls). What shared refers to is held by the other
// members, and Go's collector does not move it.
type table struct {
	mu device.Lock
	*shared
	hash   []uint32 // see shared
	slabs  []*slab
	chunks []*chunk
	spare  uint32 // id+1 of the first free entry
	next   uint32 // an id that was never used
	unused []*chunk
}

type slab [abi.MapSlab]Entry

const firstHash = 16

func newTable(s device.System) *table {
	t := &table{shared: new(shared)}
	t.mu = device.NewLock(&t.lock, s)
	return t
}

func (t *table) entry(id uint32) *Entry { return &t.slabs[id/abi.MapSlab][id%abi.MapSlab] }

func (t *table) home(host uintptr) uint32 {
	return uint32(uint64(host) * 0x9E3779B97F4A7C15 >> t.shift)
}

// exact returns the entry that begins at host.
func (t *table) exact(host uintptr) *Entry {
	if len(t.hash) == 0 {
		return nil
	}
	for s := t.home(host); ; s++ {
		id := t.hash[s&t.mask]
		if id == 0 {
			return nil
		}
		if e := t.entry(id - 1); e.host == host {
			return e
		}
	}
}

// position is where an entry is, or would be put behind, in the sorted chunks.
type position struct{ chunk, at int }

// locate returns the place of the last entry with host <= a, {-1, -1} without.
func (t *table) locate(a uintptr) position {
	if t.n == 0 {
		return position{-1, -1}
	}
	lo, hi := 0, len(t.chunks)
	for lo < hi {
		if m := (lo + hi) / 2; t.chunks[m].host[0] <= a {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return position{-1, -1}
	}
	c := t.chunks[lo-1]
	l, h := 0, c.n
	if c.host[h-1] <= a { // programs like to add at the end
		return position{lo - 1, h - 1}
	}
	for l < h {
		if m := (l + h) / 2; c.host[m] <= a {
			l = m + 1
		} else {
			h = m
		}
	}
	return position{lo - 1, l - 1}
}

func (t *table) at(p position) *Entry { return t.entry(t.chunks[p.chunk].id[p.at]) }

// behind returns the entry at the next place, nil at the end.
func (t *table) behind(p position) *Entry {
	if p.chunk < 0 {
		p.chunk = 0
	} else if p.at+1 == t.chunks[p.chunk].n {
		p = position{p.chunk + 1, -1}
	}
	p.at++
	if t.n == 0 || p.chunk >= len(t.chunks) {
		return nil
	}
	return t.at(p)
}

// holder returns the entry at p if it contains a.
func (t *table) holder(p position, a uintptr) *Entry {
	if p.chunk < 0 {
		return nil
	}
	if e := t.at(p); a-e.host < e.size {
		return e
	}
	return nil
}

// containing returns the entry with host <= a < end.
func (t *table) containing(a uintptr) *Entry {
	if e := t.exact(a); e != nil {
		return e
	}
	return t.holder(t.locate(a), a)
}

// before returns the last entry with host <= a.
func (t *table) before(a uintptr) *Entry {
	if p := t.locate(a); p.chunk >= 0 {
		return t.at(p)
	}
	return nil
}

// after returns the first entry with host > a.
func (t *table) after(a uintptr) *Entry { return t.behind(t.locate(a)) }

// overlapping returns the first entry that shares a byte with [begin, begin+size).
func (t *table) overlapping(begin, size uintptr) *Entry {
	if e := t.exact(begin); e != nil {
		return e
	}
	p := t.locate(begin)
	if e := t.holder(p, begin); e != nil {
		return e
	}
	if e := t.behind(p); e != nil && e.host < begin+size {
		return e
	}
	return nil
}

// all calls f for each entry in the order of addresses.
func (t *table) all(f func(*Entry)) {
	for _, c := range t.chunks {
		for _, id := range c.id[:c.n] {
			f(t.entry(id))
		}
	}
}

// take returns a free entry's id.
func (t *table) take() uint32 {
	if t.spare != 0 {
		id := t.spare - 1
		t.spare = t.entry(id).op
		return id
	}
	if int(t.next) == len(t.slabs)*abi.MapSlab {
		t.slabs = append(t.slabs, new(slab))
		t.shared.slabs = uintptr(unsafe.Pointer(&t.slabs[0]))
	}
	t.next++
	return t.next - 1
}

func (t *table) insertHash(e *Entry) {
	s := t.home(e.host)
	for t.hash[s&t.mask] != 0 {
		s++
	}
	t.hash[s&t.mask] = e.id + 1
}

func (t *table) growHash() {
	size := max(2*len(t.hash), firstHash)
	t.hash = make([]uint32, size)
	t.shared.hash = uintptr(unsafe.Pointer(&t.hash[0]))
	t.mask, t.shift = uint32(size-1), uint32(64-bits.TrailingZeros(uint(size)))
	t.all(t.insertHash)
}

// insertChunk makes an empty chunk number at.
func (t *table) insertChunk(at int) *chunk {
	var fresh *chunk
	if n := len(t.unused); n > 0 {
		fresh, t.unused = t.unused[n-1], t.unused[:n-1]
	} else {
		fresh = new(chunk)
	}
	t.chunks = append(t.chunks, nil)
	copy(t.chunks[at+1:], t.chunks[at:])
	t.chunks[at] = fresh
	t.published()
	return fresh
}

// published tells C where the chunks are.
func (t *table) published() {
	t.nchunks = len(t.chunks)
	if t.nchunks > 0 {
		t.shared.chunks = uintptr(unsafe.Pointer(&t.chunks[0]))
	}
}

// split makes room in a full chunk and returns the place that p moved to. Adding at the end, the
// usual order, leaves full chunks behind.
func (t *table) split(p position) position {
	half := abi.MapChunk / 2
	if p.chunk == len(t.chunks)-1 && p.at == abi.MapChunk-1 {
		half = abi.MapChunk - 1
	}
	fresh, old := t.insertChunk(p.chunk+1), t.chunks[p.chunk]
	fresh.n = copy(fresh.host[:], old.host[half:])
	copy(fresh.id[:], old.id[half:])
	old.n = half
	if p.at >= half {
		return position{p.chunk + 1, p.at - half}
	}
	return p
}

func (t *table) insertSorted(p position, e *Entry) {
	if p.chunk < 0 {
		p = position{0, -1}
	}
	if len(t.chunks) == 0 {
		t.insertChunk(0)
	}
	if t.chunks[p.chunk].n == abi.MapChunk {
		p = t.split(p)
	}
	c, i := t.chunks[p.chunk], p.at+1
	if i < c.n {
		copy(c.host[i+1:c.n+1], c.host[i:c.n])
		copy(c.id[i+1:c.n+1], c.id[i:c.n])
	}
	c.host[i], c.id[i] = e.host, e.id
	c.n++
}

// insert adds an entry for storage that overlaps no other.
func (t *table) insert(host, size uintptr) *Entry {
	t.seq++ // for byDevice
	id := t.take()
	e := t.entry(id)
	*e = Entry{host: host, size: size, id: id}
	t.insertSorted(t.locate(host), e)
	t.n++
	if 2*int(t.n) > len(t.hash) {
		t.growHash()
	} else {
		t.insertHash(e)
	}
	return e
}

// removeHash closes the gap by moving later entries of the probe sequence back, so that no
// tombstones are needed.
func (t *table) removeHash(e *Entry) {
	s := t.home(e.host) & t.mask
	for t.hash[s] != e.id+1 {
		s = (s + 1) & t.mask
	}
	for i := (s + 1) & t.mask; t.hash[i] != 0; i = (i + 1) & t.mask {
		h := t.home(t.entry(t.hash[i]-1).host) & t.mask
		if (i-h)&t.mask >= (i-s)&t.mask {
			t.hash[s] = t.hash[i]
			s = i
		}
	}
	t.hash[s] = 0
}

func (t *table) removeSorted(host uintptr) {
	p := t.locate(host)
	c := t.chunks[p.chunk]
	if p.at+1 < c.n {
		copy(c.host[p.at:], c.host[p.at+1:c.n])
		copy(c.id[p.at:], c.id[p.at+1:c.n])
	}
	if c.n--; c.n > 0 || len(t.chunks) == 1 {
		return // the last chunk stays: programs often have one entry, and none
	}
	t.unused = append(t.unused, c)
	t.chunks = append(t.chunks[:p.chunk], t.chunks[p.chunk+1:]...)
	t.published()
}

// remove takes e out of the table. With keep, its memory is not used again: somebody may look at it.
func (t *table) remove(e *Entry, keep bool) {
	t.seq++
	t.removeHash(e)
	t.removeSorted(e.host)
	t.n--
	if keep {
		return
	}
	e.state = free
	e.op, t.spare = t.spare, e.id+1
}
