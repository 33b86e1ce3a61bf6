package dataenv

import (
	"unsafe"

	"ompcc/rt/device"
)

// table holds the entries of one device, which never overlap. A hash on the
// first address answers the usual question, an exact begin; sorted chunks
// answer which entry contains an address, and which is next.
//
// All of it lies outside of Go's heap, in the layout of rt/capi/table.h: for
// what needs no more than the table, the runtime's C side works on it in place,
// with the lock held, rather than enter Go. Entries live in slabs that never
// move, so a *Entry stays valid while the entry exists. Its methods, but for
// to want mu to be held.
type table struct {
	mu device.Lock
	*shared
	system device.System
}

// shared is ompcc_table_t.
type shared struct {
	lock    uint32
	waiters uint32 // threads in Env.wait
	seq     uint32 // number of the last op
	n       uint32 // entries

	hash  uintptr // array of mask+1 uint32: id+1, 0: empty; linear probing, at most half full
	mask  uint32
	shift uint32

	slabs  array // of slabs
	chunks array // of chunks, sorted, none empty

	unused uintptr // empty chunks, linked by their first host address
	spare  uint32  // id+1 of the first free entry, linked by Entry.op
	next   uint32  // id that was never used
	links  uint32  // linksSet, linksReset: there are link variables
	_      uint32
}

// array is an array of addresses that grows.
type array struct {
	at     uintptr
	n, cap uint32
}

// What entries mean for link variables: new ones may concern them; with linksReset, what goes
// away, too.
const (
	linksSet   = 1
	linksReset = 2
)

const (
	slabBits  = 10
	slabSize  = 1 << slabBits
	chunkSize = 256
)

// chunk is a run of entries sorted by host address.
type chunk struct {
	n    int
	host [chunkSize]uintptr
	id   [chunkSize]uint32
}

// Sizes of the shared structures, for the check against C.
const (
	SizeofTable = unsafe.Sizeof(shared{})
	SizeofEntry = unsafe.Sizeof(Entry{})
	SizeofChunk = unsafe.Sizeof(chunk{})
)

func newTable(s device.System) *table {
	if s.Get == nil {
		s.Get, s.Put = ownMemory()
	}
	t := &table{shared: (*shared)(device.Pointer(s.Get(SizeofTable))), system: s}
	t.mu = device.NewLock(&t.lock, s)
	return t
}

// ownMemory is Go's memory, for tests without C.
func ownMemory() (get func(uintptr) uintptr, put func(uintptr)) {
	live := map[uintptr][]uint64{}
	get = func(size uintptr) uintptr {
		b := make([]uint64, (size+7)/8)
		p := uintptr(unsafe.Pointer(&b[0]))
		live[p] = b
		return p
	}
	return get, func(p uintptr) { delete(live, p) }
}

// word returns element i of the array.
func (a *array) word(i uint32) *uintptr {
	return (*uintptr)(device.Pointer(a.at + uintptr(i)*ptrSize))
}

func (t *table) entry(id uint32) *Entry {
	return (*Entry)(device.Pointer(*t.slabs.word(id >> slabBits) + uintptr(id&(slabSize-1))*SizeofEntry))
}

func (t *table) chunk(c int) *chunk { return (*chunk)(device.Pointer(*t.chunks.word(uint32(c)))) }

func (t *table) slot(s uint32) *uint32 {
	return (*uint32)(device.Pointer(t.hash + uintptr(s&t.mask)*4))
}

func (t *table) home(host uintptr) uint32 {
	return uint32(uint64(host) * 0x9E3779B97F4A7C15 >> t.shift)
}

// exact returns the entry that begins at host.
func (t *table) exact(host uintptr) *Entry {
	if t.hash == 0 {
		return nil
	}
	for s := t.home(host); ; s++ {
		id := *t.slot(s)
		if id == 0 {
			return nil
		}
		if e := t.entry(id - 1); e.host == host {
			return e
		}
	}
}

// containing returns the entry with host <= a < end.
func (t *table) containing(a uintptr) *Entry {
	if e := t.exact(a); e != nil {
		return e
	}
	if e := t.before(a); e != nil && a < e.end() {
		return e
	}
	return nil
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

// locate returns chunk and position of the last entry with host <= a.
func (t *table) locate(a uintptr) (c, i int) {
	lo, hi := 0, int(t.chunks.n)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if t.chunk(m).host[0] <= a {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return -1, -1
	}
	c = lo - 1
	ch := t.chunk(c)
	l, h := 0, ch.n
	for l < h {
		m := int(uint(l+h) >> 1)
		if ch.host[m] <= a {
			l = m + 1
		} else {
			h = m
		}
	}
	return c, l - 1
}

// before returns the last entry with host <= a.
func (t *table) before(a uintptr) *Entry {
	c, i := t.locate(a)
	if c < 0 {
		return nil
	}
	return t.entry(t.chunk(c).id[i])
}

// after returns the first entry with host > a.
func (t *table) after(a uintptr) *Entry {
	c, i := t.locate(a)
	if c < 0 {
		c, i = 0, -1
	}
	if i++; c < int(t.chunks.n) && i == t.chunk(c).n {
		c, i = c+1, 0
	}
	if c >= int(t.chunks.n) {
		return nil
	}
	return t.entry(t.chunk(c).id[i])
}

// insert adds an entry for storage that overlaps no other.
func (t *table) insert(host, size uintptr) *Entry {
	id := t.take()
	e := t.entry(id)
	*e = Entry{host: host, size: size, id: id}
	t.insertSorted(host, id)
	t.n++
	if t.hash == 0 || 2*t.n > t.mask+1 {
		t.grow()
	} else {
		t.insertHash(host, id)
	}
	return e
}

// remove takes e out of the table. With keep, its memory is not used again.
func (t *table) remove(e *Entry, keep bool) {
	t.removeHash(e.host)
	t.removeSorted(e.host)
	t.n--
	if !keep {
		e.state = free
		e.op = t.spare
		t.spare = e.id + 1
	}
}

// all calls f for each entry in the order of addresses.
func (t *table) all(f func(*Entry)) {
	for c := range int(t.chunks.n) {
		ch := t.chunk(c)
		for _, id := range ch.id[:ch.n] {
			f(t.entry(id))
		}
	}
}

func (t *table) take() uint32 {
	if t.spare != 0 {
		id := t.spare - 1
		t.spare = t.entry(id).op
		return id
	}
	id := t.next
	t.next++
	if id>>slabBits == t.slabs.n {
		t.extend(&t.slabs)
		*t.slabs.word(t.slabs.n) = t.system.Get(slabSize * SizeofEntry)
		t.slabs.n++
	}
	return id
}

// extend makes room for one more element.
func (t *table) extend(a *array) {
	if a.n < a.cap {
		return
	}
	old := *a
	a.cap = max(16, 2*a.cap)
	a.at = t.system.Get(uintptr(a.cap) * ptrSize)
	if old.at != 0 {
		copy(a.words(int(a.cap)), old.words(int(old.n)))
		t.system.Put(old.at)
	}
}

func (a *array) words(n int) []uintptr { return unsafe.Slice((*uintptr)(device.Pointer(a.at)), n) }

func (t *table) grow() {
	if t.hash != 0 {
		t.system.Put(t.hash)
	}
	size := max(16, 2*(t.mask+1))
	t.hash = t.system.Get(uintptr(size) * 4)
	t.mask = size - 1
	t.shift = 64
	for n := size; n > 1; n >>= 1 {
		t.shift--
	}
	t.all(func(e *Entry) { t.insertHash(e.host, e.id) })
}

func (t *table) insertHash(host uintptr, id uint32) {
	s := t.home(host)
	for *t.slot(s) != 0 {
		s++
	}
	*t.slot(s) = id + 1
}

// removeHash closes the gap by moving later entries of the probe sequence
// back, so no tombstones are needed.
func (t *table) removeHash(host uintptr) {
	s := t.home(host) & t.mask
	for t.entry(*t.slot(s)-1).host != host {
		s = (s + 1) & t.mask
	}
	for i := (s + 1) & t.mask; *t.slot(i) != 0; i = (i + 1) & t.mask {
		home := t.home(t.entry(*t.slot(i) - 1).host)
		if (i-home)&t.mask >= (i-s)&t.mask {
			*t.slot(s) = *t.slot(i)
			s = i
		}
	}
	*t.slot(s) = 0
}

func (t *table) insertSorted(host uintptr, id uint32) {
	c, i := t.locate(host)
	if c < 0 {
		if t.chunks.n == 0 {
			t.insertChunk(0)
		}
		c, i = 0, -1
	}
	ch := t.chunk(c)
	if ch.n == chunkSize {
		c, i = t.split(c, i)
		ch = t.chunk(c)
	}
	i++
	copy(ch.host[i+1:ch.n+1], ch.host[i:ch.n])
	copy(ch.id[i+1:ch.n+1], ch.id[i:ch.n])
	ch.host[i], ch.id[i] = host, id
	ch.n++
}

// split makes room in full chunk c and returns the place that (c, i) moved to.
// Appending at the end, the usual order, leaves full chunks behind.
func (t *table) split(c, i int) (int, int) {
	at := chunkSize / 2
	if c == int(t.chunks.n)-1 && i == chunkSize-1 {
		at = chunkSize - 1
	}
	old, fresh := t.chunk(c), t.insertChunk(c+1)
	fresh.n = copy(fresh.host[:], old.host[at:])
	copy(fresh.id[:], old.id[at:])
	old.n = at
	if i >= at {
		return c + 1, i - at
	}
	return c, i
}

func (t *table) removeSorted(host uintptr) {
	c, i := t.locate(host)
	ch := t.chunk(c)
	copy(ch.host[i:], ch.host[i+1:ch.n])
	copy(ch.id[i:], ch.id[i+1:ch.n])
	if ch.n--; ch.n > 0 {
		return
	}
	ch.host[0] = t.unused
	t.unused = *t.chunks.word(uint32(c))
	all := t.chunks.words(int(t.chunks.n))
	copy(all[c:], all[c+1:])
	t.chunks.n--
}

// insertChunk makes an empty chunk number c.
func (t *table) insertChunk(c int) *chunk {
	at := t.unused
	if at != 0 {
		t.unused = (*chunk)(device.Pointer(at)).host[0]
	} else {
		at = t.system.Get(SizeofChunk)
	}
	t.extend(&t.chunks)
	t.chunks.n++
	all := t.chunks.words(int(t.chunks.n))
	copy(all[c+1:], all[c:])
	all[c] = at
	ch := t.chunk(c)
	ch.n = 0
	return ch
}
