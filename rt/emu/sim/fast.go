package sim

import (
	"math/bits"
	"unsafe"

	"ompcc/rt/emu/ptx"
)

// word is an element that the fast paths move.
type word interface{ uint32 | uint64 }

// quick reports whether an access is one for the fast paths: one plain element
// of 4 or 8 bytes in global memory.
func (in *inst) quick() bool {
	return len(in.vd) == 1 && in.vd[0] >= 0 && in.strong == plain && (in.size == 4 || in.size == 8) &&
		(in.space == ptx.Global || in.space == ptx.Const || in.space == ptx.Generic)
}

// loadWord is a load whose threads mostly find initialised global memory; the
// others do it in full.
func loadWord[T word](w *warp, in *inst, m uint32) {
	mem := w.blk.dev.mem
	size := uint64(unsafe.Sizeof(T(0)))
	off, limit := uint64(in.off)-globalBase, mem.size-size
	base, dst := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	if in.a == in.vd[0] {
		base = &vec{}
		*base = *dst
	}
	races := w.blk.dev.options.Races
	if w.blk.dev.options.Profile {
		w.transactions(in, base, m, size, false)
	}
	full := ^T(0) / 255 * (allocated | initialised)
	stamp := w.stamp(in)
	var lock pages
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		at := base[lane] + off
		if at > limit || at&(size-1) != 0 || *(*T)(unsafe.Add(mem.state, at)) != full {
			lock.done()
			lock.held = nil
			if w.loadThreads(in, base, 1<<lane); w.failed {
				return
			}
			continue
		}
		v := uint64(*(*T)(unsafe.Add(mem.data, at)))
		if in.signed {
			v = uint64(sext(v, uint(8*size))) & in.imm
		}
		dst[lane] = v
		if !races {
			continue
		}
		lock.lock(mem, at)
		if !w.noteRead((*cell)(unsafe.Add(mem.cells, at/4*uint64(cellSize))), lane, at+globalBase, size, stamp) {
			break
		}
	}
	w.order.touched = true
	lock.done()
}

// storeWord is a store whose threads mostly find global memory that is not
// constant.
func storeWord[T word](w *warp, in *inst, m uint32) {
	mem, mod := w.blk.dev.mem, w.blk.kernel.module
	size := uint64(unsafe.Sizeof(T(0)))
	off, limit := uint64(in.off)-globalBase, mem.size-size
	base, src := &w.fr.regs[in.a], &w.fr.regs[in.vd[0]]
	races := w.blk.dev.options.Races
	if w.blk.dev.options.Profile {
		w.transactions(in, base, m, size, true)
	}
	live := ^T(0) / 255 * allocated
	stamp := w.stamp(in)
	var lock pages
	for r := m; r != 0; r &= r - 1 {
		lane := bits.TrailingZeros32(r) & 31
		at := base[lane] + off
		if at > limit || at&(size-1) != 0 || *(*T)(unsafe.Add(mem.state, at))&live != live || at+globalBase-mod.constStart < mod.constSize {
			lock.done()
			lock.held = nil
			if w.storeThreads(in, 1<<lane); w.failed {
				return
			}
			continue
		}
		*(*T)(unsafe.Add(mem.state, at)) = live * (allocated | initialised)
		*(*T)(unsafe.Add(mem.data, at)) = T(src[lane])
		if !races {
			continue
		}
		lock.lock(mem, at)
		if !w.noteWrite((*cell)(unsafe.Add(mem.cells, at/4*uint64(cellSize))), lane, at+globalBase, size, stamp) {
			break
		}
	}
	w.order.touched = true
	lock.done()
}
