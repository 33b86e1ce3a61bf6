package dataenv

// table holds the entries of one device, which never overlap. A hash on the
// first address answers the usual question, an exact begin; sorted chunks
// answer which entry contains an address, and which is next.
//
// Entries live in slabs that never move, so a *Entry stays valid while the
// entry exists. The table does no locking.
type table struct {
	slabs [][]Entry
	spare []uint32 // ids that are free
	next  uint32   // id that was never used
	n     int

	hash  []uint32 // id+1, 0: empty; linear probing, at most half full
	shift uint8

	chunks []*chunk // sorted, none empty
	unused *chunk   // the last one that became empty
}

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

func (t *table) entry(id uint32) *Entry { return &t.slabs[id>>slabBits][id&(slabSize-1)] }

func (t *table) slot(host uintptr) uint32 {
	return uint32(uint64(host) * 0x9E3779B97F4A7C15 >> t.shift)
}

// exact returns the entry that begins at host.
func (t *table) exact(host uintptr) *Entry {
	if len(t.hash) == 0 {
		return nil
	}
	mask := uint32(len(t.hash) - 1)
	for s := t.slot(host); ; s++ {
		id := t.hash[s&mask]
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
	lo, hi := 0, len(t.chunks)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if t.chunks[m].host[0] <= a {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return -1, -1
	}
	c = lo - 1
	ch := t.chunks[c]
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
	return t.entry(t.chunks[c].id[i])
}

// after returns the first entry with host > a.
func (t *table) after(a uintptr) *Entry {
	c, i := t.locate(a)
	if c < 0 {
		c, i = 0, -1
	}
	if i++; c < len(t.chunks) && i == t.chunks[c].n {
		c, i = c+1, 0
	}
	if c >= len(t.chunks) {
		return nil
	}
	return t.entry(t.chunks[c].id[i])
}

// insert adds an entry for storage that overlaps no other.
func (t *table) insert(host, size uintptr) *Entry {
	id := t.take()
	e := t.entry(id)
	*e = Entry{host: host, size: size, id: id}
	t.insertSorted(host, id)
	t.n++
	if 2*t.n > len(t.hash) {
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
		t.spare = append(t.spare, e.id)
	}
}

// all calls f for each entry in the order of addresses.
func (t *table) all(f func(*Entry)) {
	for _, c := range t.chunks {
		for _, id := range c.id[:c.n] {
			f(t.entry(id))
		}
	}
}

func (t *table) take() uint32 {
	if n := len(t.spare); n > 0 {
		id := t.spare[n-1]
		t.spare = t.spare[:n-1]
		return id
	}
	id := t.next
	t.next++
	if int(id>>slabBits) == len(t.slabs) {
		t.slabs = append(t.slabs, make([]Entry, slabSize))
	}
	return id
}

func (t *table) grow() {
	size := max(16, 2*len(t.hash))
	t.hash = make([]uint32, size)
	t.shift = 64
	for n := size; n > 1; n >>= 1 {
		t.shift--
	}
	t.all(func(e *Entry) { t.insertHash(e.host, e.id) })
}

func (t *table) insertHash(host uintptr, id uint32) {
	mask := uint32(len(t.hash) - 1)
	s := t.slot(host) & mask
	for t.hash[s] != 0 {
		s = (s + 1) & mask
	}
	t.hash[s] = id + 1
}

// removeHash closes the gap by moving later entries of the probe sequence
// back, so no tombstones are needed.
func (t *table) removeHash(host uintptr) {
	mask := uint32(len(t.hash) - 1)
	s := t.slot(host) & mask
	for t.entry(t.hash[s]-1).host != host {
		s = (s + 1) & mask
	}
	for i := (s + 1) & mask; t.hash[i] != 0; i = (i + 1) & mask {
		home := t.slot(t.entry(t.hash[i]-1).host) & mask
		if (i-home)&mask >= (i-s)&mask {
			t.hash[s] = t.hash[i]
			s = i
		}
	}
	t.hash[s] = 0
}

func (t *table) insertSorted(host uintptr, id uint32) {
	c, i := t.locate(host)
	if c < 0 {
		if len(t.chunks) == 0 {
			t.chunks = append(t.chunks, t.newChunk())
		}
		c, i = 0, -1
	}
	ch := t.chunks[c]
	if ch.n == chunkSize {
		c, i = t.split(c, i)
		ch = t.chunks[c]
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
	old, fresh := t.chunks[c], t.newChunk()
	at := chunkSize / 2
	if c == len(t.chunks)-1 && i == chunkSize-1 {
		at = chunkSize - 1
	}
	fresh.n = copy(fresh.host[:], old.host[at:])
	copy(fresh.id[:], old.id[at:])
	old.n = at
	t.chunks = append(t.chunks, nil)
	copy(t.chunks[c+2:], t.chunks[c+1:])
	t.chunks[c+1] = fresh
	if i >= at {
		return c + 1, i - at
	}
	return c, i
}

func (t *table) removeSorted(host uintptr) {
	c, i := t.locate(host)
	ch := t.chunks[c]
	copy(ch.host[i:], ch.host[i+1:ch.n])
	copy(ch.id[i:], ch.id[i+1:ch.n])
	if ch.n--; ch.n == 0 {
		t.unused = ch
		t.chunks = append(t.chunks[:c], t.chunks[c+1:]...)
	}
}

func (t *table) newChunk() *chunk {
	ch := t.unused
	if ch == nil {
		return new(chunk)
	}
	t.unused = nil
	return ch
}
