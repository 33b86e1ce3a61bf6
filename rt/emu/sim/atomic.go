package sim

import (
	"fmt"
	"math/bits"
	"sync/atomic"
	"unsafe"
)

// atomicOp returns the function of atom.op.type: the new value from the old
// one and the operands.
func atomicOp(op, typ string) (func(old, b, c uint64) uint64, error) {
	w, _ := width(typ)
	mask := maskOf(w)
	switch op {
	case "exch":
		return func(_, b, _ uint64) uint64 { return b }, nil
	case "cas":
		return func(old, b, c uint64) uint64 {
			if old == b {
				return c
			}
			return old
		}, nil
	case "inc":
		return func(old, b, _ uint64) uint64 {
			if old >= b {
				return 0
			}
			return old + 1
		}, nil
	case "dec":
		return func(old, b, _ uint64) uint64 {
			if old == 0 || old > b {
				return b
			}
			return old - 1
		}, nil
	case "add":
		if w > 0 {
			return func(old, b, _ uint64) uint64 { return (old + b) & mask }, nil
		}
	}
	if w > 0 {
		f, err := integer2(op, typ)
		if err != nil {
			return nil, err
		}
		return func(old, b, _ uint64) uint64 { return f(old, b) }, nil
	}
	m := mods{}
	f, err := float2(op, typ, m)
	if err != nil {
		return nil, err
	}
	return func(old, b, _ uint64) uint64 { return f(old, b) }, nil
}

// addFlushed is atom.add.f32 on global memory (PTX ISA 9.7.13.5).
func addFlushed(old, b, _ uint64) uint64 {
	return flush(b32(f32(flush(old)) + f32(flush(b))))
}

// atomicRun executes atom and red, thread by thread.
func atomicRun(w *warp, in *inst, m uint32) {
	base := w.fr.regs[in.a]
	regs := w.fr.regs
	size := uint64(in.size)
	off := uint64(in.off)
	stamp := w.stamp(in) | flagAtomic
	races := w.blk.dev.options.Races
	full, live := uint64(full8)>>(64-8*size), uint64(live8)>>(64-8*size)
	if w.blk.dev.options.Profile {
		w.transactions(in, &base, m, size, true)
	}
	w.st.atomics(w.fr.fn, w.pc, m)
	w.effects++
	w.cur.polls = w.cur.polls || in.polls
	var lock rows // what is done and what is remembered of it are one: another block may be ordered behind it at once
	defer func() { lock.done() }()
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r)
		addr := base[lane] + off
		if addr&(size-1) != 0 {
			w.misaligned(lane, addr, size)
			return
		}
		p, st, h := w.at(in.space, lane, addr, size)
		if p == nil {
			return
		}
		if s := fetch(st, in.size); s != full {
			if s&stale8 != 0 {
				s = w.readStale(in, addr, st, in.size)
			}
			if s&live != live && !partial(in, s) {
				w.unusable(lane, addr, size, "atomic operation")
				return
			}
			if s&(live<<1) == 0 && w.blk.dev.options.Unset {
				w.uninitialised(in.space, lane, addr, size)
				return
			}
		}
		var b, cv uint64
		b = regs[in.b][lane]
		if in.c >= 0 {
			cv = regs[in.c][lane]
		}
		noted := !h.none() && races
		if noted {
			lock.lock(h.row)
		}
		var old uint64
		if !w.inProgram(p) {
			old = w.modify(in, p, h, addr, b, cv)
		} else if !w.updateProgram(lane, size, func() { old = w.modify(in, p, h, addr, b, cv) }) {
			return
		}
		w.changed = w.changed || in.f3(old, b, cv) != old
		if in.d >= 0 {
			regs[in.d][lane] = old
		}
		if noted && !w.noteAtomic(in, h, lane, addr, stamp, in.swap && old != b) {
			return
		}
	}
}

// modify does the atomic operation of one thread. What it publishes is known
// before another block can see its value.
func (w *warp) modify(in *inst, p unsafe.Pointer, h history, addr, b, cv uint64) uint64 {
	sync := w.synchronises()
	s := w.blk.launch.syncs
	if sync {
		if in.strong >= releases {
			w.fence(in.narrow)
		}
		s.mu.Lock()
	}
	var old uint64
	if h.row == nil {
		old = fetch(p, in.size)
		put(p, in.size, in.f3(old, b, cv))
	} else {
		f := in.f3
		if in.flushes {
			f = addFlushed
		}
		old = update(p, in.size, b, cv, f)
	}
	if sync {
		w.note(in, addr, true, !in.swap || old == b)
		s.mu.Unlock()
		if in.strong == acquires || in.strong == acqRel {
			w.acquire(in.narrow)
		}
	}
	return old
}

// noteAtomic looks for races of an atomic operation; a compare-and-swap that
// fails only reads. The row is locked.
func (w *warp) noteAtomic(in *inst, h history, lane int, addr, stamp uint64, readsOnly bool) bool {
	w.order.touched = true
	if readsOnly {
		return w.noteRead(h, lane, addr, uint64(in.size), stamp)
	}
	return w.noteWrite(h, lane, addr, uint64(in.size), stamp, false)
}

const acqRel = releases + 1

// update changes memory that other blocks may change at the same time.
func update(p unsafe.Pointer, size uint8, b, c uint64, f func(old, b, c uint64) uint64) uint64 {
	switch size {
	case 8:
		for {
			old := atomic.LoadUint64((*uint64)(p))
			if atomic.CompareAndSwapUint64((*uint64)(p), old, f(old, b, c)) {
				return old
			}
		}
	case 4:
		for {
			old := atomic.LoadUint32((*uint32)(p))
			if atomic.CompareAndSwapUint32((*uint32)(p), old, uint32(f(uint64(old), b, c))) {
				return uint64(old)
			}
		}
	}
	// Part of a word.
	at := uintptr(p) & 3
	word := (*uint32)(unsafe.Add(p, -int(at)))
	shift := 8 * at
	mask := uint32(maskOf(uint(size)*8)) << shift
	for {
		all := atomic.LoadUint32(word)
		old := uint64(all & mask >> shift)
		v := uint32(f(old, b, c)) << shift & mask
		if atomic.CompareAndSwapUint32(word, all, all&^mask|v) {
			return old
		}
	}
}

// atomicWide is atom.cas.b128 and atom.exch.b128: in.vd has the registers of
// the result, of the operands and of the new value, low halves first.
func atomicWide(w *warp, in *inst, m uint32) {
	regs, mem := w.fr.regs, w.blk.dev.mem
	w.st.atomics(w.fr.fn, w.pc, m)
	w.effects++
	w.cur.polls = w.cur.polls || in.polls
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r)
		addr := regs[in.a][lane] + uint64(in.off)
		if addr&15 != 0 {
			w.misaligned(lane, addr, 16)
			return
		}
		p, st, _ := w.at(in.space, lane, addr, 16)
		if p == nil {
			return
		}
		for half := range uint64(2) {
			if at := unsafe.Add(st, 8*half); fetch(at, 8)&stale8 != 0 {
				w.readStale(in, addr+8*half, at, 8)
			}
		}
		if fetch(st, 8)&live8 != live8 || fetch(unsafe.Add(st, 8), 8)&live8 != live8 {
			w.unusable(lane, addr, 16, "atomic operation")
			return
		}
		lo, hi := (*uint64)(p), (*uint64)(unsafe.Add(p, 8))
		mem.wide.Lock()
		ol, oh := *lo, *hi
		w.changed = true
		v := func(i int) uint64 { return regs[in.vd[i]][lane] }
		if len(in.vd) == 4 {
			*lo, *hi = v(2), v(3)
		} else if ol == v(2) && oh == v(3) {
			*lo, *hi = v(4), v(5)
		}
		if w.inProgram(p) && !w.writeProgram(lane, 16) {
			mem.wide.Unlock()
			return
		}
		mem.wide.Unlock()
		put(st, 8, full8)
		put(unsafe.Add(st, 8), 8, full8)
		if in.vd[0] >= 0 {
			regs[in.vd[0]][lane], regs[in.vd[1]][lane] = ol, oh
		}
	}
}

// narrowOf reports whether an instruction has the scope of a block. A cluster is one block.
func narrowOf(m mods) bool { return m.has("cta") || m.has("cluster") }

func orderOf(m mods) uint8 {
	switch {
	case m.has("acq_rel"):
		return acqRel
	case m.has("acquire"):
		return acquires
	case m.has("release"):
		return releases
	case m.has("volatile"), m.has("relaxed"), m.has("mmio"):
		return relaxed
	}
	return plain
}

var errOperand = fmt.Errorf("operands of an unknown form")
