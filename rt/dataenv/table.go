package dataenv

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"ompcc/rt/device"
)

// table is the map table of one device: its entries never overlap. A hash on the first address answers the usual
// question, an exact begin; sorted chunks answer which entry contains an address, and which is next. Entries
// live in slabs, and a *Entry stays valid while the entry exists. Methods want mu to be held.
//
// Only reserve allocates and writes pointers. All others may run on a thread that Go does not know (direct.go).
type table struct {
	mu      device.Lock
	lock    uint32 // mu's word
	waiters uint32 // threads that wait for an entry's state
	seq     uint32 // number of the last op
	n       uint32 // entries
	mask    uint32 // of the hash
	shift   uint32
	hash    []uint32 // id+1, 0: empty; linear probing
	slabs   []*slab
	spare   uint32     // id+1 of the first free entry
	next    uint32     // an id that was never used
	order   []chunkRef // the first nchunks are the chunks by address; none is empty but the only one
	nchunks int
	last    position // where the storage belongs that overlapping did not find
	unused  chunkRef // linked by next
	nunused int
	chunks  []*chunk // all of them, for Go's collector
	shape   uint32   // changes whenever an entry is added or removed
}

type slab [slabSize]Entry

// chunk is a run of entries sorted by host address.
type chunk struct {
	n    int
	next chunkRef
	host [chunkSize]uintptr
	id   [chunkSize]uint32
}

// chunkRef is a *chunk that Go's collector does not follow.
type chunkRef uintptr

func (r chunkRef) chunk() *chunk { return (*chunk)(pointerTo(uintptr(r))) }

const (
	slabSize  = 1024
	chunkSize = 256
	firstHash = 16
)

func newTable(s device.System) *table {
	t := &table{}
	t.mu = device.NewLock(&t.lock, s)
	return t
}

// room says whether insert may be called.
func (t *table) room() bool {
	return (t.spare != 0 || int(t.next) < len(t.slabs)*slabSize) && 2*int(t.n+1) <= len(t.hash) && t.nunused > 0
}

// reserve makes room for n entries, as a rule: they may need more chunks.
func (t *table) reserve(n int) {
	for len(t.slabs)*slabSize-int(t.next) < n && (n > 1 || t.spare == 0) {
		t.slabs = append(t.slabs, new(slab))
	}
	for 2*(int(t.n)+n) > len(t.hash) {
		t.growHash()
	}
	want := n/(chunkSize/2) + 1
	if t.nchunks == 0 {
		want++ // the first one is not split off
	}
	for t.nunused < want {
		c := new(chunk)
		t.chunks = append(t.chunks, c)
		t.order = append(t.order, 0)
		t.discard(c)
	}
}

// discard makes c an unused chunk.
func (t *table) discard(c *chunk) {
	c.next, t.unused = t.unused, chunkRef(unsafe.Pointer(c))
	t.nunused++
}

// add is insert at any time.
func (t *table) add(host, size uintptr) *Entry {
	if !t.room() {
		t.reserve(1)
	}
	t.last = t.locate(host)
	return t.insert(host, size)
}

func (t *table) entry(id uint32) *Entry { return &t.slabs[id/slabSize][id%slabSize] }

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
	lo, hi := 0, t.nchunks
	for lo < hi {
		if m := (lo + hi) / 2; t.order[m].chunk().host[0] <= a {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return position{-1, -1}
	}
	c := t.order[lo-1].chunk()
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

func (t *table) at(p position) *Entry { return t.entry(t.order[p.chunk].chunk().id[p.at]) }

// following returns the entry at the next place, nil at the end.
func (t *table) following(p position) *Entry {
	if p.chunk < 0 {
		p.chunk = 0
	} else if p.at+1 == t.order[p.chunk].chunk().n {
		p = position{p.chunk + 1, -1}
	}
	p.at++
	if t.n == 0 || p.chunk >= t.nchunks {
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
func (t *table) after(a uintptr) *Entry { return t.following(t.locate(a)) }

// overlapping returns the first entry that shares a byte with [begin, begin+size). Where there is none, insert may
// follow.
func (t *table) overlapping(begin, size uintptr) *Entry {
	if e := t.exact(begin); e != nil {
		return e
	}
	p := t.locate(begin)
	t.last = p
	if e := t.holder(p, begin); e != nil {
		return e
	}
	if e := t.following(p); e != nil && e.host < begin+size {
		return e
	}
	return nil
}

// all calls f for each entry in the order of addresses.
func (t *table) all(f func(*Entry)) {
	for _, r := range t.order[:t.nchunks] {
		c := r.chunk()
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
	t.mask, t.shift = uint32(size-1), uint32(64-bits.TrailingZeros(uint(size)))
	t.all(t.insertHash)
}

// insertChunk puts an empty chunk at place number at.
func (t *table) insertChunk(at int) *chunk {
	r := t.unused
	fresh := r.chunk()
	t.unused = fresh.next
	t.nunused--
	copy(t.order[at+1:t.nchunks+1], t.order[at:t.nchunks])
	t.order[at] = r
	t.nchunks++
	return fresh
}

// split makes room in a full chunk and returns the place that p moved to. Adding at the end, the
// usual order, leaves full chunks behind.
func (t *table) split(p position) position {
	half := chunkSize / 2
	if p.chunk == t.nchunks-1 && p.at == chunkSize-1 {
		half = chunkSize - 1
	}
	fresh, old := t.insertChunk(p.chunk+1), t.order[p.chunk].chunk()
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
	if t.nchunks == 0 {
		t.insertChunk(0).n = 0
	}
	if t.order[p.chunk].chunk().n == chunkSize {
		p = t.split(p)
	}
	c, i := t.order[p.chunk].chunk(), p.at+1
	if i < c.n {
		copy(c.host[i+1:c.n+1], c.host[i:c.n])
		copy(c.id[i+1:c.n+1], c.id[i:c.n])
	}
	c.host[i], c.id[i] = e.host, e.id
	c.n++
}

// insert adds an entry for storage that overlapping has just looked for. There must be room.
func (t *table) insert(host, size uintptr) *Entry {
	t.seq++ // for byDevice
	atomic.AddUint32(&t.shape, 1)
	id := t.take()
	e := t.entry(id)
	*e = Entry{host: host, size: size, id: id}
	t.insertSorted(t.last, e)
	t.n++
	t.insertHash(e)
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
	c := t.order[p.chunk].chunk()
	if p.at+1 < c.n {
		copy(c.host[p.at:], c.host[p.at+1:c.n])
		copy(c.id[p.at:], c.id[p.at+1:c.n])
	}
	if c.n--; c.n > 0 || t.nchunks == 1 {
		return // the last chunk stays: programs often have one entry, and none
	}
	copy(t.order[p.chunk:], t.order[p.chunk+1:t.nchunks])
	t.nchunks--
	t.discard(c)
}

// remove takes e out of the table. With keep, its memory is not used again: somebody may look at it.
func (t *table) remove(e *Entry, keep bool) {
	t.seq++
	atomic.AddUint32(&t.shape, 1)
	t.removeHash(e)
	t.removeSorted(e.host)
	t.n--
	if keep {
		return
	}
	e.state = free
	e.op, t.spare = t.spare, e.id+1
}
