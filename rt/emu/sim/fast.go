// Fast paths for plain loads and stores of 4 or 8 bytes. Accesses that they do not cover use loadThreads and
// storeThreads.

package sim

import (
	"math/bits"
	"unsafe"

	"ompcc/rt/emu/ptx"
)

// word is an element type of the fast paths.
type word interface{ uint32 | uint64 }

// quick reports whether the fast paths cover an access: a plain access to one element of 4 or 8 bytes.
func (in *inst) quick() bool {
	return len(in.vd) == 1 && in.vd[0] >= 0 && in.strong == plain && (in.size == 4 || in.size == 8)
}

// quickLoad chooses the function that executes a load.
func (in *inst) quickLoad() execFn {
	switch {
	case in.space == ptx.Param:
		return loadParam
	case !in.quick():
		return load
	case in.space == ptx.Shared && in.size == 4:
		return loadShared[uint32]
	case in.space == ptx.Shared:
		return loadShared[uint64]
	case in.space == ptx.Local && in.size == 4:
		return loadLocal[uint32]
	case in.space == ptx.Local:
		return loadLocal[uint64]
	case in.size == 4:
		return loadWord[uint32]
	}
	return loadWord[uint64]
}

func (in *inst) quickStore() execFn {
	switch {
	case !in.quick() || in.space == ptx.Param:
		return store
	case in.space == ptx.Shared && in.size == 4:
		return storeShared[uint32]
	case in.space == ptx.Shared:
		return storeShared[uint64]
	case in.space == ptx.Local && in.size == 4:
		return storeLocal[uint32]
	case in.space == ptx.Local:
		return storeLocal[uint64]
	case in.size == 4:
		return storeWord[uint32]
	}
	return storeWord[uint64]
}

// extended returns the register value of a loaded element: a signed load extends it.
func (in *inst) extended(v uint64) uint64 {
	if in.signed {
		return uint64(sext(v, 8*uint(in.size))) & in.imm
	}
	return v
}

// loadParam executes a load of kernel parameters. It loads once if all threads have the same address.
func loadParam(w *warp, in *inst, m uint32) {
	base, first := &w.fr.regs[in.a], bits.TrailingZeros32(m)
	size := uint64(in.size)
	total := size * uint64(len(in.vd))
	addr := base[first] + uint64(in.off)
	for r := m; r != 0 && !in.fixed; r &= r - 1 {
		if base[bits.TrailingZeros32(r)&31] != base[first] {
			load(w, in, m)
			return
		}
	}
	if addr&(total-1) != 0 {
		w.misaligned(first, addr, total)
		return
	}
	p, _, _ := w.at(in.space, first, addr, total)
	if p == nil {
		return
	}
	for k, d := range in.vd {
		setAll(&w.fr.regs[d], m, in.extended(fetch(unsafe.Add(p, uint64(k)*size), in.size)))
	}
}

// pattern classifies the addresses of a warp's access.
type pattern uint8

const (
	scattered pattern = iota
	uniform           // all equal
	unit              // consecutive elements, by thread
)

func patternOf(base *vec, size uint64) pattern {
	first := base[0]
	step := base[1] - first
	if step != 0 && step != size {
		return scattered
	}
	differ, at := uint64(0), first
	for i := range base {
		differ |= base[i] ^ at
		at += step
	}
	switch {
	case differ != 0:
		return scattered
	case step == 0:
		return uniform
	}
	return unit
}

// loadWord executes a load of global memory. A thread whose element is not initialised global memory takes the slow
// path, loadThreads.
func loadWord[T word](w *warp, in *inst, m uint32) {
	mem := w.blk.dev.mem
	size := uint64(unsafe.Sizeof(T(0)))
	base, dst := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	if in.a == in.vd[0] {
		base = &vec{}
		*base = *dst
	}
	if w.blk.dev.options.Profile {
		w.transactions(in, base, m, size, false)
	}
	if m == everyone && loadAll[T](w, in, base, dst) {
		return
	}
	off, limit := uint64(in.off)-globalBase, mem.size-size
	races := w.blk.dev.options.Races
	full := ^T(0) / 255 * (allocated | initialised)
	stamp := w.stamp(in)
	var lock rows
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		at := base[lane] + off
		if at > limit || at&(size-1) != 0 || *(*T)(unsafe.Add(mem.state, at)) != full {
			lock.done()
			if w.loadThreads(in, base, 1<<lane); w.failed {
				return
			}
			continue
		}
		dst[lane] = in.extended(uint64(*(*T)(unsafe.Add(mem.data, at))))
		if !races {
			continue
		}
		r := mem.rowAt(at)
		lock.lock(r)
		if !w.noteRead(history{row: r}, lane, at+globalBase, size, stamp) {
			break
		}
	}
	w.order.touched = true
	lock.done()
}

// loadAll executes a load in which all threads of a warp access one element, or consecutive ones. It reports false,
// and does nothing, if the load needs the slow path.
func loadAll[T word](w *warp, in *inst, base, dst *vec) bool {
	mem := w.blk.dev.mem
	size := uint64(unsafe.Sizeof(T(0)))
	how := patternOf(base, size)
	at := base[0] + uint64(in.off) - globalBase
	last := at
	if how == unit {
		last = at + 31*size
	}
	if how == scattered || at > mem.size || last > mem.size-size || at&(size-1) != 0 {
		return false
	}
	if how == uniform {
		if *(*T)(unsafe.Add(mem.state, at)) != ^T(0)/255*(allocated|initialised) {
			return false
		}
		setAll(dst, everyone, in.extended(uint64(*(*T)(unsafe.Add(mem.data, at)))))
		w.readTogether(in, at, size)
		return true
	}
	if !allStates[T](mem, at, full8) {
		return false
	}
	data := (*[32]T)(unsafe.Add(mem.data, at))
	for i := range dst {
		dst[i] = uint64(data[i])
	}
	if in.signed {
		for i := range dst {
			dst[i] = in.extended(dst[i])
		}
	}
	w.readInTurn(in, at, size)
	return true
}

// allStates reports whether every byte of 32 elements has all bits of a state.
func allStates[T word](mem *memory, at, state uint64) bool {
	all := ^uint64(0)
	for i := range 4 * unsafe.Sizeof(T(0)) {
		all &= *(*uint64)(unsafe.Add(mem.state, at+8*uint64(i)))
	}
	return all&state == state
}

// readTogether records that all threads of the warp read one element. Recording two of the threads has the same effect.
func (w *warp) readTogether(in *inst, at, size uint64) {
	if !w.blk.dev.options.Races {
		return
	}
	r := w.blk.dev.mem.rowAt(at)
	r.spin.lock()
	stamp := w.stamp(in)
	if first := wordOf(at); r.writes == 0 && !r.expanded(w.blk.launch.floor) {
		w.readsRow(r, run{(1<<(size/4) - 1) << first, w.who(w.id * 32), stamp | flagMany | stepOne})
	} else if w.noteRead(history{row: r}, 0, at+globalBase, size, stamp) {
		w.noteRead(history{row: r}, 1, at+globalBase, size, stamp)
	}
	w.order.touched = true
	r.spin.unlock()
}

// part is the part of a warp's access to consecutive elements that lies in one row.
type part struct {
	row   *row
	run   run
	first int // first thread of the warp
	count int // number of threads
	at    uint64
}

// parts splits an access to 32 elements at an offset in global memory by rows.
func (w *warp) parts(in *inst, at, size uint64) (all [2]part, n int) {
	mem, stamp, who := w.blk.dev.mem, w.stamp(in), w.who(w.id*32)
	lane := 0
	for lane < 32 {
		p := &all[n]
		n++
		word := wordOf(at)
		p.row, p.first, p.at = mem.rowAt(at), lane, at
		p.count = min(32-lane, (rowBytes-word*4)/int(size))
		p.run = turn(word, size, who+uint64(lane), stamp)
		p.run.words = ^uint64(0) >> (64 - p.count*int(size)/4) << word
		lane += p.count
		at += uint64(p.count) * size
	}
	return all, n
}

// lane returns the thread of the warp that accesses the word of a clash.
func (p *part) lane(c *clash, size uint64) int {
	return p.first + (c.word-wordOf(p.at))*4/int(size)
}

// readInTurn records that the threads of the warp read consecutive elements.
func (w *warp) readInTurn(in *inst, at, size uint64) {
	if !w.blk.dev.options.Races {
		return
	}
	w.order.touched = true
	all, n := w.parts(in, at, size)
	for i := range all[:n] {
		p := &all[i]
		p.row.spin.lock()
		ok := w.readPart(p, size)
		p.row.spin.unlock()
		if !ok {
			return
		}
	}
}

func (w *warp) readPart(p *part, size uint64) bool {
	launch := w.blk.launch
	if !p.row.expanded(launch.floor) {
		c := w.readRow(p.row, p.run)
		if c.any {
			lane := p.lane(&c, size)
			w.race(lane, p.at+uint64(lane-p.first)*size+globalBase, "read", "write", c.old)
		}
		return !c.any
	}
	c, stamp, who := w.cell(p.row, p.at), p.run.what&^steps, w.who(w.id*32+p.first)
	for lane := p.first; lane < p.first+p.count; lane++ {
		next := c
		for n := size; n > 0; n -= 4 {
			switch {
			case next.write.launch() >= launch.oldest:
				if !w.noteReadCells(c, lane, p.at+uint64(lane-p.first)*size+globalBase, size, stamp) {
					return false
				}
			case !next.read.fresh(who, stamp, launch.oldest):
				w.reads(&next.read, who, stamp)
			}
			next = next.next()
		}
		c = next
		who++
	}
	return true
}

// fresh replaces a recorded read by a new one, if another block of the launch made it, or a launch before all that
// execute. It reports whether it did.
func (r *access) fresh(who, what, oldest uint64) bool {
	switch n := r.launch(); {
	case n == who>>launchShift:
		if r.who>>threadBits == who>>threadBits {
			return false
		}
		what |= flagBlocks
	case n >= oldest:
		return false
	}
	r.who, r.what = who, what
	return true
}

// storeWord executes a store to global memory. A thread whose element is not writable global memory takes the slow
// path, storeThreads.
func storeWord[T word](w *warp, in *inst, m uint32) {
	w.effects++
	mem, mod := w.blk.dev.mem, w.blk.kernel.module
	size := uint64(unsafe.Sizeof(T(0)))
	base, src := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	if w.blk.dev.options.Profile {
		w.transactions(in, base, m, size, true)
	}
	if m == everyone && storeAll[T](w, in, base, src) {
		return
	}
	off, limit := uint64(in.off)-globalBase, mem.size-size
	races := w.blk.dev.options.Races
	live := ^T(0) / 255 * allocated
	stamp := w.stamp(in)
	var lock rows
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		at := base[lane] + off
		if at > limit || at&(size-1) != 0 || *(*T)(unsafe.Add(mem.state, at))&live != live ||
			at+globalBase-mod.constStart < mod.constSize {
			lock.done()
			if w.storeThreads(in, 1<<lane); w.failed {
				return
			}
			continue
		}
		r := mem.rowAt(at)
		if races {
			lock.lock(r)
		}
		to, v := (*T)(unsafe.Add(mem.data, at)), T(src[lane])
		same := *to == v
		w.changed = w.changed || !same
		*(*T)(unsafe.Add(mem.state, at)) = live * (allocated | initialised)
		*to = v
		if races && !w.noteWrite(history{row: r}, lane, at+globalBase, size, stamp, same) {
			break
		}
	}
	w.order.touched = true
	lock.done()
}

// storeAll executes a store of all threads of a warp to consecutive elements. It reports false, and does nothing, if
// the store needs the slow path.
func storeAll[T word](w *warp, in *inst, base, src *vec) bool {
	mem, mod := w.blk.dev.mem, w.blk.kernel.module
	size := uint64(unsafe.Sizeof(T(0)))
	at := base[0] + uint64(in.off) - globalBase
	last := at + 31*size
	if at > mem.size || last > mem.size-size || at&(size-1) != 0 || at+globalBase-mod.constStart < mod.constSize ||
		patternOf(base, size) != unit || !allStates[T](mem, at, live8) {
		return false
	}
	w.changed = true
	data := (*[32]T)(unsafe.Add(mem.data, at))
	if !w.blk.dev.options.Races {
		storeElements(mem, at, data, src)
		return true
	}
	all, n := w.parts(in, at, size)
	for i := range all[:n] {
		all[i].row.spin.lock()
	}
	w.order.touched = true
	ok := writePart(w, &all[0], data, src) && (n == 1 || writePart(w, &all[1], data, src))
	if ok {
		storeElements(mem, at, data, src)
	}
	for i := range all[:n] {
		all[i].row.spin.unlock()
	}
	return true
}

// storeElements writes 32 elements and marks them as initialised.
func storeElements[T word](mem *memory, at uint64, data *[32]T, src *vec) {
	for i := range 4 * uint64(unsafe.Sizeof(T(0))) {
		*(*uint64)(unsafe.Add(mem.state, at+8*i)) = full8
	}
	for i := range src {
		data[i] = T(src[i])
	}
}

// writePart records that the threads of the warp are about to write consecutive elements.
func writePart[T word](w *warp, p *part, data *[32]T, src *vec) bool {
	size := uint64(unsafe.Sizeof(T(0)))
	launch := w.blk.launch
	if !p.row.expanded(launch.floor) {
		c := w.writeRow(p.row, p.run, func() (words uint64) {
			each := uint64(1)<<(size/4) - 1
			for i := range p.count {
				if lane := p.first + i; data[lane&31] == T(src[lane&31]) {
					words |= each << (wordOf(p.at) + i*int(size)/4)
				}
			}
			return words
		})
		if c.any {
			lane := p.lane(&c, size)
			w.race(lane, p.at+uint64(lane-p.first)*size+globalBase, "write", c.verb(), c.old)
		}
		return !c.any
	}
	c, stamp, who := w.cell(p.row, p.at), p.run.what&^steps, w.who(w.id*32+p.first)
	for lane := p.first; lane < p.first+p.count; lane++ {
		next := c
		for n := size; n > 0; n -= 4 {
			if r := &next.read; (next.write.launch() >= launch.oldest && next.write.who != who) ||
				(r.launch() >= launch.oldest && (r.who != who || r.what&(flagMany|flagBlocks) != 0)) {
				if !w.noteWriteCells(c, lane, p.at+uint64(lane-p.first)*size+globalBase, size, stamp,
					data[lane] == T(src[lane])) {
					return false
				}
			} else {
				next.write = access{who, stamp}
			}
			next = next.next()
		}
		c = next
		who++
	}
	return true
}

// loadShared executes a plain load of shared memory.
func loadShared[T word](w *warp, in *inst, m uint32) {
	b := w.blk
	size := uint64(unsafe.Sizeof(T(0)))
	base, dst := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	if in.a == in.vd[0] {
		base = &vec{}
		*base = *dst
	}
	if b.dev.options.Profile {
		w.transactions(in, base, m, size, false)
	}
	limit := uint64(len(b.shared)) - size
	full := ^T(0) / 255 * (allocated | initialised)
	stamp, who, launch := w.stamp(in), w.who(w.id*32), b.who>>launchShift
	races := b.dev.options.Races
	w.order.touched = true
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		addr := base[lane] + uint64(in.off)
		if addr > limit || addr&(size-1) != 0 || *(*T)(unsafe.Pointer(&b.sstate[addr])) != full {
			if w.loadThreads(in, base, 1<<lane); w.failed {
				return
			}
			continue
		}
		dst[lane] = in.extended(uint64(*(*T)(unsafe.Pointer(&b.shared[addr]))))
		if !races {
			continue
		}
		c := &b.scells[addr/4]
		if size == 4 && c.write.launch() != launch && c.read.fresh(who+uint64(lane), stamp, launch) {
			continue
		}
		if !w.noteReadCells(c, lane, addr, size, stamp) {
			return
		}
	}
}

// storeShared executes a plain store to shared memory.
func storeShared[T word](w *warp, in *inst, m uint32) {
	w.effects++
	b := w.blk
	size := uint64(unsafe.Sizeof(T(0)))
	base, src := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	if b.dev.options.Profile {
		w.transactions(in, base, m, size, true)
	}
	limit := uint64(len(b.shared)) - size
	live := ^T(0) / 255 * allocated
	stamp := w.stamp(in)
	races := b.dev.options.Races
	w.order.touched = true
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		addr := base[lane] + uint64(in.off)
		if addr > limit || addr&(size-1) != 0 || *(*T)(unsafe.Pointer(&b.sstate[addr]))&live != live {
			if w.storeThreads(in, 1<<lane); w.failed {
				return
			}
			continue
		}
		to, v := (*T)(unsafe.Pointer(&b.shared[addr])), T(src[lane])
		same := *to == v
		w.changed = w.changed || !same
		*(*T)(unsafe.Pointer(&b.sstate[addr])) = live * (allocated | initialised)
		*to = v
		if races && !w.noteWriteCells(&b.scells[addr/4], lane, addr, size, stamp, same) {
			return
		}
	}
}

// loadLocal executes a load of the threads' local memory.
func loadLocal[T word](w *warp, in *inst, m uint32) {
	size := uint64(unsafe.Sizeof(T(0)))
	full := ^T(0) / 255 * (allocated | initialised)
	base, dst := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	if in.a == in.vd[0] {
		base = &vec{}
		*base = *dst
	}
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		l := &w.local[lane]
		addr := base[lane] + uint64(in.off)
		if addr >= uint64(len(l.data)) || addr+size > uint64(len(l.data)) || addr&(size-1) != 0 ||
			*(*T)(unsafe.Pointer(&l.state[addr])) != full {
			if w.loadThreads(in, base, 1<<lane); w.failed {
				return
			}
			continue
		}
		dst[lane] = in.extended(uint64(*(*T)(unsafe.Pointer(&l.data[addr]))))
	}
}

// storeLocal executes a store to the threads' local memory.
func storeLocal[T word](w *warp, in *inst, m uint32) {
	w.effects++
	size := uint64(unsafe.Sizeof(T(0)))
	live := ^T(0) / 255 * allocated
	base, src := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		l := &w.local[lane]
		addr := base[lane] + uint64(in.off)
		if addr >= uint64(len(l.data)) || addr+size > uint64(len(l.data)) || addr&(size-1) != 0 ||
			*(*T)(unsafe.Pointer(&l.state[addr]))&live != live {
			if w.storeThreads(in, 1<<lane); w.failed {
				return
			}
			continue
		}
		*(*T)(unsafe.Pointer(&l.state[addr])) = live * (allocated | initialised)
		*(*T)(unsafe.Pointer(&l.data[addr])) = T(src[lane])
	}
}
