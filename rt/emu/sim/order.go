package sim

// order is what a warp knows of the progress of the warps of its block: which
// of their accesses happen before its own. An access is stamped with its
// warp's clock, which advances at every synchronisation.
type order struct {
	id       int
	seen     []uint32 // by warp: accesses up to this clock happened before
	clock    uint32
	joined   uint32             // accesses of the warp's own threads before this clock happened before
	released []uint32           // seen and clock at the last fence
	wide     []uint32           // the same at the last fence for more than the block
	pending  map[*syncVar]heard // what atomic operations have read since the last fence
	touched  bool               // since the clock last advanced
}

// reset is the order of a warp that begins, in the memory of one that has ended.
func (o *order) reset(id, warps int) {
	if cap(o.seen) < warps {
		o.seen = make([]uint32, warps)
	}
	clear(o.seen[:warps])
	clear(o.pending)
	*o = order{id: id, seen: o.seen[:warps], clock: 1, joined: 1, released: o.released[:0], wide: o.wide[:0],
		pending: o.pending}
}

// warpSync: threads of the warp wait for each other.
func (o *order) warpSync() {
	if o.touched {
		o.clock++
		o.touched = false
	}
	o.joined = o.clock
}

// before reports whether a past access happened before what the warp's thread
// now does.
func (w *warp) before(a access, thread int) bool {
	if a.who>>threadBits == w.blk.who>>threadBits {
		t := a.thread()
		switch other := w.blk.warpOf(t); {
		case t == thread:
			return true
		case other == w.id:
			return a.clock() < w.order.joined
		default:
			return w.order.seen[other] >= a.clock()
		}
	}
	return w.beforeBlock(a)
}

// who stamps the accesses of a thread.
func (w *warp) who(thread int) uint64 {
	return w.blk.who | uint64(thread)
}

// history is where the accesses to an address are remembered: by the row of global memory or
// by the cell of shared memory; of other memory there is none.
type history struct {
	row  *row
	cell *cell
}

func (h history) none() bool { return h.row == nil && h.cell == nil }

// noteRead notes a read of size bytes at addr, and reports whether it is ordered with all
// writes before. The row is locked.
func (w *warp) noteRead(h history, lane int, addr, size, stamp uint64) bool {
	if h.row == nil {
		return w.noteReadCells(h.cell, lane, addr, size, stamp)
	}
	if size < 4 || h.row.expanded(w.blk.launch.floor) {
		return w.noteReadCells(w.cell(h.row, addr-globalBase), lane, addr, size, stamp)
	}
	c := w.readRow(h.row, turn(wordOf(addr), size, w.who(w.thread(lane)), stamp))
	if c.any {
		w.race(lane, c.address(addr, size), "read", "write", c.old)
	}
	return !c.any
}

// wordOf is the word in its row.
func wordOf(addr uint64) int { return int(addr / 4 % rowWords) }

// address of a clash in an access to size bytes at addr: that of an element, or of the word of
// several.
func (c *clash) address(addr, size uint64) uint64 {
	if size > 8 {
		addr += uint64(c.word-wordOf(addr)) * 4
	}
	return addr
}

func (w *warp) noteReadCells(c *cell, lane int, addr, size, stamp uint64) bool {
	thread, conc := w.thread(lane), &w.blk.launch.concurrency
	if size == 4 && !c.split(conc) || size == 8 && !c.split(conc) && !c.next().split(conc) {
		old := w.read(c, thread, stamp)
		if old == nil && size == 8 {
			old = w.read(c.next(), thread, stamp)
		}
		if old != nil {
			w.race(lane, addr, "read", "write", *old)
		}
		return old == nil
	}
	return w.eachCell(c, addr, size, func(c *cell, addr uint64) bool {
		old := w.read(c, thread, stamp)
		if old != nil {
			w.race(lane, addr, "read", "write", *old)
		}
		return old == nil
	})
}

// noteWrite notes a write; same: what it writes is there already.
func (w *warp) noteWrite(h history, lane int, addr, size, stamp uint64, same bool) bool {
	if h.row == nil {
		return w.noteWriteCells(h.cell, lane, addr, size, stamp, same)
	}
	if size < 4 || h.row.expanded(w.blk.launch.floor) {
		return w.noteWriteCells(w.cell(h.row, addr-globalBase), lane, addr, size, stamp, same)
	}
	equal := func() uint64 {
		if same {
			return ^uint64(0)
		}
		return 0
	}
	c := w.writeRow(h.row, turn(wordOf(addr), size, w.who(w.thread(lane)), stamp), equal)
	if c.any {
		w.race(lane, c.address(addr, size), "write", c.verb(), c.old)
	}
	return !c.any
}

// verb is what the earlier access is.
func (c *clash) verb() string {
	if c.read {
		return "read"
	}
	return "write"
}

func (w *warp) noteWriteCells(c *cell, lane int, addr, size, stamp uint64, same bool) bool {
	thread, conc := w.thread(lane), &w.blk.launch.concurrency
	same = same && !w.blk.dev.options.Strict
	failed := func(old *access, wasRead bool) bool {
		if old != nil {
			w.race(lane, addr, "write", map[bool]string{true: "read", false: "write"}[wasRead], *old)
		}
		return old != nil
	}
	if size == 4 && !c.split(conc) || size == 8 && !c.split(conc) && !c.next().split(conc) {
		if old, wasRead := w.write(c, thread, stamp, same); old != nil {
			return !failed(old, wasRead)
		}
		if size == 4 {
			return true
		}
		return !failed(w.write(c.next(), thread, stamp, same))
	}
	return w.eachCell(c, addr, size, func(c *cell, at uint64) bool {
		addr = at
		return !failed(w.write(c, thread, stamp, same))
	})
}

// eachCell visits the cells of size bytes at addr until one is wrong. A word of
// which parts are accessed has a cell for each byte from then on.
func (w *warp) eachCell(c *cell, addr, size uint64, visit func(c *cell, addr uint64) bool) bool {
	conc := &w.blk.launch.concurrency
	if size < 4 {
		bytes := w.byteCells(addr &^ 3)
		if !c.split(conc) {
			c.divide(bytes, conc.number)
		}
		for i := range size {
			if !visit(&bytes[addr&3+i], addr+i) {
				return false
			}
		}
		return true
	}
	for n := uint64(0); n < size; n += 4 {
		if !c.split(conc) {
			if !visit(c, addr+n) {
				return false
			}
		} else {
			bytes := w.byteCells(addr + n)
			for i := range bytes {
				if !visit(&bytes[i], addr+n+uint64(i)) {
					return false
				}
			}
		}
		c = c.next()
	}
	return true
}

// byteCells are the cells of a word's bytes.
func (w *warp) byteCells(addr uint64) *[4]cell {
	if addr-globalBase < windowSize {
		return w.blk.dev.mem.byteCells(addr)
	}
	if addr-sharedBase < windowSize {
		addr -= sharedBase
	}
	b := w.blk
	if len(b.bcells) < len(b.scells) {
		b.bcells = make([][4]cell, len(b.scells))
	}
	return &b.bcells[addr/4]
}

// read notes a read and checks it against the last write. It returns the write
// when they race.
func (w *warp) read(c *cell, thread int, what uint64) *access {
	who := w.who(thread)
	if c.write.who != who && !c.write.mutual(who, what) && w.blk.launch.concurrent(c.write) &&
		!w.before(c.write, thread) {
		return &c.write
	}
	w.reads(&c.read, who, what)
	return nil
}

// mutual reports whether a past access and one of another thread are atomic to each other: both
// are, and a scope of the block has the other thread, too (PTX ISA 8.5, morally strong).
func (a access) mutual(who, what uint64) bool {
	both := a.what & what
	return both&flagAtomic != 0 && ((a.what|what)&flagBlock == 0 || a.who>>threadBits == who>>threadBits)
}

// reads notes a read beside the one that is remembered.
func (w *warp) reads(r *access, who, what uint64) {
	switch same := w.blk.launch.concurrent(*r); {
	case same && what&flagAtomic != 0:
		// plain reads tell more
	case r.who == who:
		many := r.what & (flagMany | flagBlocks)
		if r.clock() < w.order.joined {
			many &= flagBlocks
		}
		r.what = what | many
	case !same:
		*r = access{who, what}
	case r.who>>threadBits != who>>threadBits:
		*r = access{who, what | flagBlocks}
	case w.before(*r, access{who: who}.thread()):
		*r = access{who, what | r.what&flagBlocks}
	default:
		r.what |= flagMany
	}
}

// write notes a write and checks it against the last write and the reads. It
// returns the access that it races with. Plain writes of the same value, as to flags, are
// in any order the same.
func (w *warp) write(c *cell, thread int, what uint64, same bool) (old *access, wasRead bool) {
	who := w.who(thread)
	if c.write.who != who && !c.write.mutual(who, what) && w.blk.launch.concurrent(c.write) &&
		!w.before(c.write, thread) &&
		!(same && (c.write.what|what)&flagAtomic == 0) {
		return &c.write, false
	}
	if r := &c.read; !r.mutual(who, what) && w.blk.launch.concurrent(*r) {
		if r.who != who && !w.before(*r, thread) {
			return r, true
		}
		if r.who == who && r.what&flagMany != 0 && r.clock() >= w.order.joined {
			return r, true
		}
		if r.what&flagBlocks != 0 && len(w.blk.knows) == 0 {
			return r, true
		}
	}
	if c.write.who == who && c.write.what>>clockShift == what>>clockShift && c.write.what&flagAtomic == 0 {
		what &^= flagAtomic
	}
	c.write = access{who, what}
	return nil, false
}
