package sim

import (
	"sort"
	"sync"
)

// syncs are the addresses of a launch that atomic operations and fences
// synchronise through (PTX ISA 8.8: release and acquire patterns).
type syncs struct {
	mu   sync.Mutex
	vars map[syncKey]*syncVar
}

// syncKey names an address; shared memory is the block's own.
type syncKey struct {
	addr  uint64
	block uint64 // blockRun.id; 0: global memory
}

// syncVar is such an address.
type syncVar struct {
	count  int                  // releases so far
	blocks map[uint64][]release // by blockRun.id, in the order of their numbers
	knows  map[*syncVar]int     // what the releasing blocks had acquired
	full   bool                 // too many: whoever acquires is taken to be ordered with all
}

// release is what a block has published with all of its releases up to the one with the number at. For the threads of
// the block these are the accesses of a warp up to the clock in near, and for all threads those up to the clock in wide.
type release struct {
	at         int
	near, wide []uint32
}

// heard are the numbers of releases that a warp has read with scopes of at least its
// block, and with greater scopes.
type heard struct{ near, wide int }

const (
	maxReleases = 1 << 20
	maxKnown    = 64 // addresses that releases pass on
)

// last returns a block's last release with a number below n, nil if none.
func (v *syncVar) last(block uint64, n int) *release {
	all := v.blocks[block]
	i := sort.Search(len(all), func(i int) bool { return all[i].at >= n })
	if i == 0 {
		return nil
	}
	return &all[i-1]
}

// publish adds a release of a block's warps.
func (v *syncVar) publish(b *blockRun, near, wide []uint32) {
	if v.full {
		return
	}
	if len(wide) > 0 {
		v.learn(b.knows)
	}
	all := v.blocks[b.id()]
	var before release
	if n := len(all); n > 0 {
		before = all[n-1]
		if covers(before.near, near) && covers(before.wide, wide) {
			return
		}
	}
	if v.count >= maxReleases {
		v.full, v.blocks = true, nil
		return
	}
	v.blocks[b.id()] = append(all, release{v.count, latest(before.near, near), latest(before.wide, wide)})
	v.count++
}

// latest has the greater of two clocks of each warp.
func latest(a, b []uint32) []uint32 {
	if len(a) > len(b) {
		a, b = b, a
	}
	joined := append([]uint32(nil), b...)
	for i, c := range a {
		joined[i] = max(joined[i], c)
	}
	return joined
}

// learn takes over what a releasing block has acquired at other addresses.
func (v *syncVar) learn(known map[*syncVar]int) {
	for u, n := range known {
		if u == v {
			continue
		}
		if len(v.knows) >= maxKnown {
			v.full = true
			return
		}
		if v.knows == nil {
			v.knows = map[*syncVar]int{}
		}
		v.knows[u] = max(v.knows[u], n)
	}
}

func covers(a, b []uint32) bool {
	if len(a) < len(b) {
		return false
	}
	for i := range b {
		if a[i] < b[i] {
			return false
		}
	}
	return true
}

// fence orders what comes before it with what comes after it, for those who
// synchronise through atomic operations; a narrow one for the block only.
func (w *warp) fence(narrow bool) {
	w.acquire(narrow)
	w.release(narrow)
}

// release is the half of a fence that lets atomic writes after it publish what comes before it.
func (w *warp) release(narrow bool) {
	o := &w.order
	o.released = append(o.released[:0], o.seen...)
	o.released[o.id] = o.clock
	if !narrow {
		o.wide = append(o.wide[:0], o.released...)
	}
	o.clock++
	o.touched = false
}

// strong is the clock of an atomic access: directly behind a fence it is the fence's. Who has read
// what it writes, and then has a fence, is ordered with it, too (PTX ISA 8.10.6, observation order).
func (o *order) strong() uint32 {
	if n := len(o.released); n > 0 && !o.touched && o.released[o.id]+1 == o.clock {
		return o.clock - 1
	}
	return o.clock
}

// acquire makes what the atomic operations since the last fence have read
// happen before.
func (w *warp) acquire(narrow bool) {
	o := &w.order
	if len(o.pending) == 0 {
		return
	}
	s := w.blk.launch.syncs
	s.mu.Lock()
	for v, n := range o.pending {
		w.acquireOne(v, n, narrow)
	}
	s.mu.Unlock()
	if !narrow {
		clear(o.pending)
	}
}

func (w *warp) acquireOne(v *syncVar, n heard, narrow bool) {
	o := &w.order
	if v.full {
		for i := range o.seen {
			o.seen[i] = max(o.seen[i], w.blk.warps[i].order.clock)
		}
		o.joined = o.clock
	}
	if r := v.last(w.blk.id(), n.near); r != nil {
		for i, c := range r.near {
			if i != o.id {
				o.seen[i] = max(o.seen[i], c)
			} else {
				o.joined = max(o.joined, c+1)
			}
		}
	}
	if narrow || n.wide == 0 {
		return
	}
	w.blk.knows[v] = max(n.wide, w.blk.knows[v])
	for u, m := range v.knows {
		w.blk.knows[u] = max(m, w.blk.knows[u])
	}
}

// synchronises reports whether fences and atomic operations order anything:
// without a fence in the module nothing is synchronised.
func (w *warp) synchronises() bool { return w.blk.kernel.module.fences }

// note notes an atomic access, with syncs locked: one that writes publishes
// what the warp's last fence covers, and the next fence after one that reads
// acquires what was published before.
func (w *warp) note(in *inst, addr uint64, reads, writes bool) {
	o := &w.order
	s := w.blk.launch.syncs
	key := syncKey{addr: addr}
	if off := addr - sharedBase; off < windowSize {
		key = syncKey{off, w.blk.id()}
	} else if addr < globalBase {
		key.block = w.blk.id()
	}
	writes = writes && len(o.released) > 0
	v := s.vars[key]
	if v == nil {
		if !writes {
			return
		}
		if s.vars == nil {
			s.vars = map[syncKey]*syncVar{}
		}
		v = &syncVar{blocks: map[uint64][]release{}}
		s.vars[key] = v
	}
	if reads {
		if o.pending == nil {
			o.pending = map[*syncVar]heard{}
		}
		n := heard{v.count, v.count}
		if in.narrow {
			n.wide = o.pending[v].wide
		}
		o.pending[v] = n
	}
	if writes && in.narrow {
		v.publish(w.blk, o.released, nil)
	} else if writes {
		v.publish(w.blk, o.released, o.wide)
	}
}

// strongLoad notes an atomic load that has been done.
func (w *warp) strongLoad(in *inst, addr uint64) {
	if !w.synchronises() {
		return
	}
	s := w.blk.launch.syncs
	s.mu.Lock()
	w.note(in, addr, true, false)
	s.mu.Unlock()
	if in.strong == acquires {
		w.acquire(in.narrow)
	}
}

// strongStore notes an atomic store that is about to be done.
func (w *warp) strongStore(in *inst, addr uint64) {
	if !w.synchronises() {
		return
	}
	if in.strong == releases {
		w.fence(in.narrow)
	}
	s := w.blk.launch.syncs
	s.mu.Lock()
	w.note(in, addr, false, true)
	s.mu.Unlock()
}

// beforeBlock reports whether another block's access happened before what the
// block now does.
func (w *warp) beforeBlock(a access) bool {
	s := w.blk.launch.syncs
	s.mu.Lock()
	defer s.mu.Unlock()
	for v, n := range w.blk.knows {
		if v.full {
			return true
		}
		if r := v.last(a.who>>threadBits, n); r != nil && len(r.wide) > 0 &&
			r.wide[w.blk.warpOf(a.thread())] >= a.clock() {
			return true
		}
	}
	return false
}
