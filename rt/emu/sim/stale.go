// Stale bytes of global memory: marks in their states, which loads and atomic operations take away (check.Stale).

package sim

import (
	"unsafe"

	"ompcc/rt/emu/check"
)

// stale is the bit in the state of a byte that is marked. Such a byte does not count as initialised, so that the fast
// paths of loads leave it to the slow ones.
const (
	stale  = 4
	stale8 = 0x0404040404040404
)

// MarkStale marks those initialised bytes at addr whose byte in mask is not 0, until StaleReads.
func (d *Device) MarkStale(addr uint64, mask []byte) error {
	return d.Raw(addr, uint64(len(mask)), func(_, states []byte) error {
		d.stale.Mark(addr, uint64(len(mask)))
		for i := range mask {
			if mask[i] != 0 && states[i] == allocated|initialised {
				states[i] = allocated | stale
			}
		}
		return nil
	})
}

// StaleReads ends all marks, and returns the reads of marked bytes as check.Stale.Take does.
func (d *Device) StaleReads() []byte {
	return d.stale.Take(func(s check.Span) { unmark(d.mem.states(s.Addr, s.Size)) })
}

// unmark takes marks away and reports whether there were any.
func unmark(states []byte) (marked bool) {
	for i := range states {
		if states[i]&stale != 0 {
			states[i] = allocated | initialised
			marked = true
		}
	}
	return marked
}

// readStale notes that an instruction reads bytes some of which are marked. It returns their states without marks.
func (w *warp) readStale(in *inst, addr uint64, state unsafe.Pointer, size uint8) uint64 {
	w.blk.dev.stale.Read(addr, uint64(size), w.blk.dev.placeOf(int(in.id)), func() bool {
		return unmark(unsafe.Slice((*byte)(state), size))
	})
	return fetch(state, size)
}
