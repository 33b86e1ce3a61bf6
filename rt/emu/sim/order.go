package sim

import (
	"sync"
	"unsafe"
)

// order is what a warp knows of the progress of the warps of its block: which
// of their accesses happen before its own. An access is stamped with its
// warp's clock, which advances at every synchronisation.
type order struct {
	id       int
	seen     []uint32 // by warp: accesses up to this clock happened before
	clock    uint32
	released []uint32 // seen and clock at the last fence
	pending  []acquired
	known    map[*syncVar]int // releases that are part of seen
	touched  bool             // since the clock last advanced
}

func newOrder(id, warps int) order {
	return order{id: id, seen: make([]uint32, warps), clock: 1}
}

// warpSync: threads of the warp wait for each other.
func (o *order) warpSync() {
	if o.touched {
		o.clock++
		o.touched = false
	}
}

// release is something published at an address: all accesses of a block that
// happened before.
type release struct {
	block uint32
	seen  []uint32
}

// syncVar is an address that atomic operations and fences synchronise with.
type syncVar struct {
	log  []release
	full bool // too many: whoever acquires is taken to be ordered with all
}

const maxReleases = 1 << 14

type acquired struct {
	v *syncVar
	n int
}

// syncs are the synchronising addresses of a launch.
type syncs struct {
	mu   sync.Mutex
	vars map[uint64]*syncVar
}

// fence orders what comes before it with what comes after it, for those who
// synchronise through atomic operations (PTX ISA 8.8).
func (w *warp) fence() {
	o := &w.order
	w.acquire()
	o.released = append(o.released[:0], o.seen...)
	o.released[o.id] = o.clock
	o.clock++
}

// acquire makes what the atomic operations since the last fence have read
// happen before.
func (w *warp) acquire() {
	o := &w.order
	s := &w.blk.launch.syncs
	s.mu.Lock()
	for _, a := range o.pending {
		if o.known == nil {
			o.known = map[*syncVar]int{}
		}
		from := o.known[a.v]
		o.known[a.v] = max(from, a.n)
		for _, r := range a.v.log[min(from, a.n):a.n] {
			if r.block == w.blk.number {
				for i, c := range r.seen {
					if i != o.id {
						o.seen[i] = max(o.seen[i], c)
					}
				}
			}
		}
		if a.n > w.blk.knows[a.v] {
			w.blk.knows[a.v] = a.n
		}
	}
	s.mu.Unlock()
	o.pending = o.pending[:0]
}

// atomicAt notes an atomic operation: it publishes what the warp's last fence
// covers, and its next fence acquires what was published before. Without a
// fence in the kernel nothing is synchronised.
func (w *warp) atomicAt(addr uint64, reads, writes, acquire, release bool) {
	o := &w.order
	if !w.blk.kernel.module.fences {
		return
	}
	if release {
		w.fence()
	}
	s := &w.blk.launch.syncs
	s.mu.Lock()
	v := s.vars[addr]
	if v == nil && writes && len(o.released) > 0 {
		if s.vars == nil {
			s.vars = map[uint64]*syncVar{}
		}
		v = &syncVar{}
		s.vars[addr] = v
	}
	if v != nil {
		if reads {
			o.wait(v)
		}
		if writes && len(o.released) > 0 {
			v.publish(w.blk.number, o.released)
		}
	}
	s.mu.Unlock()
	if acquire {
		w.acquire()
	}
}

func (o *order) wait(v *syncVar) {
	for i := range o.pending {
		if o.pending[i].v == v {
			o.pending[i].n = len(v.log)
			return
		}
	}
	o.pending = append(o.pending, acquired{v, len(v.log)})
}

func (v *syncVar) publish(block uint32, seen []uint32) {
	if n := len(v.log); n > 0 && v.log[n-1].block == block && equal(v.log[n-1].seen, seen) {
		return
	}
	if len(v.log) >= maxReleases {
		v.full = true
		return
	}
	v.log = append(v.log, release{block, append([]uint32(nil), seen...)})
}

func equal(a, b []uint32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// before reports whether a past access happened before what the warp's thread
// now does.
func (w *warp) before(a access, thread int) bool {
	if a.block() == uint32(w.blk.number) {
		t := a.thread()
		switch other := t / 32; {
		case t == thread:
			return true
		case other == w.id:
			return a.clock() < w.order.clock
		default:
			return w.order.seen[other] >= a.clock()
		}
	}
	return w.beforeBlock(a)
}

func (w *warp) beforeBlock(a access) bool {
	s := &w.blk.launch.syncs
	s.mu.Lock()
	defer s.mu.Unlock()
	for v, n := range w.blk.knows {
		if v.full {
			return true
		}
		for _, r := range v.log[:n] {
			if r.block == a.block() && r.seen[a.thread()/32] >= a.clock() {
				return true
			}
		}
	}
	return false
}

// who stamps the accesses of a thread.
func (w *warp) who(thread int) uint64 {
	return w.blk.who | uint64(thread)
}

// read notes a read of some bytes of a word and checks it against the last
// write. It returns the write when they race.
func (w *warp) read(c *cell, thread int, what uint64) *access {
	who := w.who(thread)
	launch := who >> (threadBits + blockBits)
	if c.write.who>>(threadBits+blockBits) == launch && c.write.who != who &&
		c.write.what&what&bytesMask != 0 && c.write.what&what&flagAtomic == 0 && !w.before(c.write, thread) {
		return &c.write
	}
	r := &c.read
	if what&flagAtomic != 0 && r.who>>(threadBits+blockBits) == launch {
		return nil // plain reads tell more
	}
	switch {
	case r.who == who:
		many := r.what & (flagMany | flagBlocks)
		if r.clock() != uint32(what>>clockShift) {
			many &= flagBlocks
		}
		r.what = what | r.what&bytesMask | many
	case r.who>>(threadBits+blockBits) != launch:
		*r = access{who, what}
	case r.who>>threadBits != who>>threadBits:
		*r = access{who, what | flagBlocks | r.what&bytesMask}
	case w.before(*r, thread):
		*r = access{who, what | r.what&(flagBlocks|bytesMask)}
	default:
		r.what |= flagMany | what&bytesMask
	}
	return nil
}

// write notes a write of some bytes of a word and checks it against the last
// write and the reads. It returns the access that it races with.
func (w *warp) write(c *cell, thread int, what uint64) (old *access, wasRead bool) {
	who := w.who(thread)
	launch := who >> (threadBits + blockBits)
	if c.write.who>>(threadBits+blockBits) == launch && c.write.who != who &&
		c.write.what&what&bytesMask != 0 && c.write.what&what&flagAtomic == 0 && !w.before(c.write, thread) {
		return &c.write, false
	}
	if r := &c.read; r.who>>(threadBits+blockBits) == launch && r.what&what&bytesMask != 0 && r.what&what&flagAtomic == 0 {
		if r.who != who && !w.before(*r, thread) {
			return r, true
		}
		if r.who == who && r.what&flagMany != 0 && r.clock() == w.order.clock {
			return r, true
		}
		if r.what&flagBlocks != 0 && len(w.blk.knows) == 0 {
			return r, true
		}
	}
	if c.write.who == who && c.write.what>>clockShift == what>>clockShift {
		what |= c.write.what & bytesMask
		if c.write.what&flagAtomic == 0 {
			what &^= flagAtomic
		}
	}
	c.write = access{who, what}
	return nil, false
}

const cellSize = unsafe.Sizeof(cell{})
