// Memory accesses of PTX threads: addresses, the slow paths of ld and st, and the messages of their faults.

package sim

import (
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"ompcc/rt/emu/check"
	"ompcc/rt/emu/ptx"
)

// Memory orders of an access, in inst.strong.
const (
	plain   = iota
	relaxed // volatile or relaxed: no data race with other strong accesses
	acquires
	releases
)

// at returns the bytes at an address of a thread, their states and, in global and shared memory, the history of their
// words. After a fault it returns nil.
func (w *warp) at(space ptx.Space, lane int, addr, size uint64) (p, state unsafe.Pointer, h history) {
	d := w.blk.dev
	if space <= ptx.Const {
		off := addr - globalBase
		if off+size <= d.mem.size && off < d.mem.size {
			return unsafe.Add(d.mem.data, off), unsafe.Add(d.mem.state, off), history{row: d.mem.rowAt(off)}
		}
		if space != ptx.Generic && w.blk.dev.reaches(addr) {
			return w.programAt(lane, addr, size)
		}
		if space != ptx.Generic {
			w.outside(space, lane, addr, size)
			return nil, nil, history{}
		}
		switch {
		case addr-sharedBase < windowSize:
			space, addr = ptx.Shared, addr-sharedBase
		case addr-localBase < windowSize:
			space = ptx.Local
		case addr-paramBase < windowSize:
			space = ptx.Param
		case w.blk.dev.reaches(addr):
			return w.programAt(lane, addr, size)
		default:
			w.outside(space, lane, addr, size)
			return nil, nil, history{}
		}
	}
	switch space {
	case ptx.Shared:
		return w.sharedAt(lane, addr, size)
	case ptx.Local:
		return w.localAt(lane, addr, size)
	case ptx.Param:
		return w.paramAt(lane, addr, size)
	}
	return nil, nil, history{}
}

func (w *warp) sharedAt(lane int, addr, size uint64) (p, state unsafe.Pointer, h history) {
	b := w.blk
	if addr+size > uint64(len(b.shared)) || addr+size < addr {
		w.failAt(check.Bounds, lane, addr,
			fmt.Sprintf("%d bytes at %#x of shared memory, of which the block has %d bytes", size, addr, len(b.shared)))
		return nil, nil, history{}
	}
	return unsafe.Pointer(&b.shared[addr]), unsafe.Pointer(&b.sstate[addr]), history{cell: &b.scells[addr/4]}
}

// localAt takes an offset into the thread's local memory, or a generic address, which contains the thread's number.
func (w *warp) localAt(lane int, addr, size uint64) (p, state unsafe.Pointer, h history) {
	l := &w.local[lane]
	if addr-localBase < windowSize {
		owner := (addr - localBase) / localStep
		if owner != uint64(w.id*32+lane) {
			w.failAt(check.Bounds, lane, addr, fmt.Sprintf("%#x is in the local memory of thread %d", addr, owner))
			return nil, nil, history{}
		}
		addr = (addr - localBase) % localStep
	}
	if addr+size > uint64(len(l.data)) || addr+size < addr || size == 0 {
		w.failAt(check.Bounds, lane, addr,
			fmt.Sprintf("%d bytes at %#x of local memory, of which the thread has %d bytes", size, addr, len(l.data)))
		return nil, nil, history{}
	}
	return unsafe.Pointer(&l.data[addr]), unsafe.Pointer(&l.state[addr]), history{}
}

func (w *warp) paramAt(lane int, addr, size uint64) (p, state unsafe.Pointer, h history) {
	if addr-paramBase < windowSize {
		addr -= paramBase
	}
	params := w.blk.launch.params
	if addr+size > uint64(len(params)) || addr+size < addr {
		w.failAt(check.Bounds, lane, addr,
			fmt.Sprintf("%d bytes at %#x of the kernel's parameters, which have %d bytes", size, addr, len(params)))
		return nil, nil, history{}
	}
	return unsafe.Pointer(&params[addr]), unsafe.Pointer(&w.blk.launch.pstate[addr]), history{}
}

// outside reports an access to an address that is not on the device.
func (w *warp) outside(space ptx.Space, lane int, addr, size uint64) {
	switch {
	case addr < 4096:
		w.failAt(check.Bounds, lane, addr, check.NullPointer(addr, size))
	case addr-codeBase < windowSize:
		w.failAt(check.Bounds, lane, addr, fmt.Sprintf("%#x is the address of a function", addr))
	case addr < 1<<47:
		w.failAt(check.Host, lane, addr, check.NotMapped(addr))
	default:
		w.failAt(check.Bounds, lane, addr, fmt.Sprintf("%d bytes at %#x, which is no address", size, addr))
	}
}

// unusable reports an access to unallocated bytes.
func (w *warp) unusable(lane int, addr, size uint64, what string) {
	if addr-globalBase < windowSize {
		w.failAt(check.Bounds, lane, addr,
			fmt.Sprintf("%s of %d bytes at %#x, %s", what, size, addr, w.blk.dev.mem.describe(addr)))
		return
	}
	w.failAt(check.Bounds, lane, addr,
		fmt.Sprintf("%s of %d bytes at %#x, outside of the variables there", what, size, addr))
}

func (w *warp) misaligned(lane int, addr, size uint64) {
	w.failAt(check.Misaligned, lane, addr, check.BadAlignment(addr, size))
}

// fetch loads and put stores one element of up to 8 bytes.
func fetch(p unsafe.Pointer, size uint8) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	}
	return *(*uint64)(p)
}

func put(p unsafe.Pointer, size uint8, v uint64) {
	switch size {
	case 1:
		*(*uint8)(p) = uint8(v)
	case 2:
		*(*uint16)(p) = uint16(v)
	case 4:
		*(*uint32)(p) = uint32(v)
	default:
		*(*uint64)(p) = v
	}
}

const (
	full8 = 0x0303030303030303
	live8 = 0x0101010101010101
	init8 = 0x0202020202020202
)

// stamp returns the what word of an access, which the history of a word records.
func (w *warp) stamp(in *inst) uint64 {
	s := uint64(w.order.clock)<<clockShift | uint64(in.id)<<instShift
	if in.strong != plain {
		s = uint64(w.order.strong())<<clockShift | uint64(in.id)<<instShift | flagAtomic
		if in.narrow {
			s |= flagBlock
		}
	}
	return s
}

// rows locks the history of global memory, one row at a time.
type rows struct {
	held *spin
}

func (g *rows) lock(r *row) {
	if r == nil || &r.spin == g.held {
		return
	}
	if g.held != nil {
		g.held.unlock()
	}
	r.spin.lock()
	g.held = &r.spin
}

func (g *rows) done() {
	if g.held != nil {
		g.held.unlock()
	}
	g.held = nil
}

// load executes ld: it loads elements of in.size bytes into the registers in.vd.
func load(w *warp, in *inst, m uint32) {
	base := w.fr.regs[in.a] // a copy: a destination may be the address register
	if in.strong != plain {
		w.cur.polls = true
		w.effects++
	}
	if w.blk.dev.options.Profile {
		w.transactions(in, &base, m, uint64(in.size)*uint64(len(in.vd)), false)
	}
	w.loadThreads(in, &base, m)
}

func (w *warp) loadThreads(in *inst, base *vec, m uint32) {
	regs := w.fr.regs
	size := uint64(in.size)
	total := size * uint64(len(in.vd))
	races := w.blk.dev.options.Races
	var lock rows
	stamp := w.stamp(in)
	off := uint64(in.off)
	full, live := uint64(full8)>>(64-8*size), uint64(live8)>>(64-8*size)
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r)
		addr := base[lane] + off
		if addr&(total-1) != 0 {
			w.misaligned(lane, addr, total)
			break
		}
		p, st, h := w.at(in.space, lane, addr, total)
		if p == nil {
			break
		}
		for k, d := range in.vd {
			s := fetch(unsafe.Add(st, uint64(k)*size), in.size)
			if s != full {
				if s&stale8 != 0 {
					s = w.readStale(in, addr+uint64(k)*size, unsafe.Add(st, uint64(k)*size), in.size)
				}
				if s&live != live && !partial(in, s) {
					w.unusable(lane, addr+uint64(k)*size, size, "load")
					break
				}
				if s&(live<<1) == 0 && w.blk.dev.options.Unset && !in.padded && !in.merges &&
					!w.copiesPart(in, lane, addr, st) {
					w.uninitialised(in.space, lane, addr+uint64(k)*size, size)
					break
				}
			}
			if d < 0 {
				continue
			}
			v := fetch(unsafe.Add(p, uint64(k)*size), in.size)
			if in.signed {
				v = uint64(sext(v, uint(8*size))) & in.imm
			}
			regs[d][lane] = v
		}
		if w.failed {
			break
		}
		if in.strong != plain {
			w.strongLoad(in, addr)
		}
		if !h.none() && races {
			lock.lock(h.row)
			w.order.touched = true
			if !w.noteRead(h, lane, addr, total, stamp) {
				break
			}
		}
	}
	lock.done()
}

// copiesPart reports whether a load of unwritten bytes is part of a copy of a partly written object: a structure with
// padding, or a union. For a single byte the object is unknown, so one written byte in the aligned eight bytes around
// it suffices.
func (w *warp) copiesPart(in *inst, lane int, addr uint64, state unsafe.Pointer) bool {
	switch size := in.object.size; {
	case size == 1:
		return *(*uint64)(unsafe.Add(state, -int(addr&7)))&init8 != 0
	case size > uint64(in.size):
		_, st, _ := w.at(in.space, lane, addr-in.object.before, size)
		if st == nil {
			return false
		}
		return slices.ContainsFunc(unsafe.Slice((*byte)(st), size), func(b byte) bool { return b&initialised != 0 })
	}
	return false
}

// partial reports whether an access may touch unallocated bytes of a word: LLVM implements atomic operations on smaller
// objects by operations on the word.
func partial(in *inst, state uint64) bool {
	return in.size == 4 && in.strong != plain && state&live8 != 0
}

func (w *warp) uninitialised(space ptx.Space, lane int, addr, size uint64) {
	where := " of shared memory"
	switch {
	case addr-globalBase < windowSize:
		where = ", " + w.blk.dev.mem.describe(addr)
	case space == ptx.Local || addr-localBase < windowSize:
		where = " of local memory"
	}
	w.failAt(check.Uninitialised, lane, addr, fmt.Sprintf("%d bytes at %#x%s, were never written", size, addr, where))
}

func (w *warp) race(lane int, addr uint64, now, then string, old access) {
	b := w.blk
	by := b.name(old)
	if old.launch() == b.launch.number && old.who>>threadBits == b.id() && old.thread() == w.thread(lane) {
		by = "another thread" // the history has one of several readers, here the thread itself
	}
	if place := b.dev.placeOf(old.inst()); place != "" {
		by += " at " + place
	} else if in := b.dev.instOf(old.inst()); in != nil {
		by += fmt.Sprintf(" at PTX line %d", in.src.Line)
	}
	where := fmt.Sprintf("%#x of shared memory", addr)
	if addr-globalBase < windowSize {
		where = b.dev.where(addr)
	}
	w.failAt(check.Race, lane, addr, fmt.Sprintf("%s of %s, is not ordered with the %s by %s", now, where, then, by))
}

// name describes the thread of an access, relative to the block.
func (b *blockRun) name(a access) string {
	l := b.launch
	if a.launch() != l.number {
		if l = b.dev.launchOf(a); l == nil {
			return "a thread of another kernel at the same time"
		}
	}
	t := l.threadIndex(a.thread())
	text := fmt.Sprintf("thread (%d,%d,%d)", t[0], t[1], t[2])
	if a.who>>threadBits != b.id() {
		i := l.blockIndex(a.block())
		text += fmt.Sprintf(" of block (%d,%d,%d)", i[0], i[1], i[2])
	}
	if l != b.launch {
		text += fmt.Sprintf(" of kernel %s, launched at the same time,", l.kernel.name)
	}
	return text
}

// store executes st.
func store(w *warp, in *inst, m uint32) {
	if w.blk.dev.options.Profile {
		w.transactions(in, &w.fr.regs[in.a], m, uint64(in.size)*uint64(len(in.vd)), true)
	}
	w.storeThreads(in, m)
}

func (w *warp) storeThreads(in *inst, m uint32) {
	w.effects++
	base := &w.fr.regs[in.a]
	regs := w.fr.regs
	size := uint64(in.size)
	total := size * uint64(len(in.vd))
	races := w.blk.dev.options.Races
	var lock rows
	stamp := w.stamp(in)
	off := uint64(in.off)
	live := uint64(live8) >> (64 - 8*size)
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r)
		addr := base[lane] + off
		if addr&(total-1) != 0 {
			w.misaligned(lane, addr, total)
			break
		}
		p, st, h := w.at(in.space, lane, addr, total)
		if p == nil {
			break
		}
		if !h.none() && w.constant(lane, addr) {
			break
		}
		if in.strong != plain {
			w.strongStore(in, addr)
		}
		noted := !h.none() && races
		if noted {
			lock.lock(h.row)
		}
		same := true
		for k, s := range in.vd {
			sp, dp := unsafe.Add(st, uint64(k)*size), unsafe.Add(p, uint64(k)*size)
			if fetch(sp, in.size)&live != live {
				w.unusable(lane, addr+uint64(k)*size, size, "store")
				break
			}
			same = same && fetch(dp, in.size) == regs[s][lane]&maskOf(uint(8*size))
			put(sp, in.size, full8)
			put(dp, in.size, regs[s][lane])
		}
		if w.failed || w.inProgram(p) && !w.writeProgram(lane, total) {
			break
		}
		if !h.none() && !same {
			w.changed = true
		}
		if noted {
			w.order.touched = true
			if !w.noteWrite(h, lane, addr, total, stamp, same) {
				break
			}
		}
	}
	lock.done()
}

// constant reports a fault, and returns true, if addr is in a .const variable.
func (w *warp) constant(lane int, addr uint64) bool {
	m := w.blk.kernel.module
	if addr-m.constStart >= m.constSize {
		return false
	}
	w.failAt(check.ReadOnly, lane, addr, fmt.Sprintf("%#x is in constant memory", addr))
	return true
}
