package sim

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"ompcc/rt/emu/ptx"
)

// Kernels may ask the host for something and wait (reverse offload): in words of memory that both
// access.

// Exchange makes the word at addr another one if it is from, and reports whether it was.
func (d *Device) Exchange(addr uint64, from, to uint32) bool {
	w := d.word(addr)
	return w != nil && atomic.CompareAndSwapUint32(w, from, to)
}

func (d *Device) word(addr uint64) *uint32 {
	if d.mem.check(addr, 4) != nil {
		return nil
	}
	return (*uint32)(unsafe.Pointer(&d.mem.bytes(addr, 4)[0]))
}

// Late says that the host is at something that a kernel waits for, or no longer.
func (d *Device) Late(begins bool) {
	if begins {
		d.idle.serve(1)
	} else {
		d.idle.serve(-1)
	}
}

func (i *idleness) serve(n int) {
	i.join(n)
	i.mu.Lock()
	i.serves += n
	i.mu.Unlock()
}

// decodeKnown is for "known p, size": the bytes are copied whether they have a value or not.
func decodeKnown(d *decoder, in *inst, _ string, _ mods) error {
	in.class = ClassCall
	if err := in.args(2); err != nil {
		return err
	}
	in.exec = func(w *warp, in *inst, m uint32) {
		for ; m != 0 && !w.failed; m &= m - 1 {
			lane := bits.TrailingZeros32(m)
			addr, size := w.fr.regs[in.a][lane], w.fr.regs[in.b][lane]
			for i := range size {
				p, st, _ := w.at(ptx.Generic, lane, addr+i, 1)
				if p == nil {
					break
				}
				if s := (*byte)(st); *s&allocated != 0 {
					*s |= initialised
				}
			}
		}
	}
	return d.operands(in, "u64", 0)
}
