package sim

import (
	"fmt"
	"math/bits"
	"strings"

	"ompcc/rt/emu/check"
)

// fail records a fault of the thread in a lane, at the warp's instruction.
func (w *warp) fail(kind check.Kind, lane int, format string, args ...any) {
	w.failAt(kind, lane, 0, fmt.Sprintf(format, args...))
}

func (w *warp) failAt(kind check.Kind, lane int, address uint64, text string) {
	if w.failed {
		return
	}
	w.failed = true
	b, t := w.blk.index, w.blk.threadIndex(w.thread(lane))
	f := &check.Fault{Kind: kind, Kernel: w.blk.kernel.name, Text: text, Address: address,
		Who: fmt.Sprintf("block (%d,%d,%d), thread (%d,%d,%d)", b[0], b[1], b[2], t[0], t[1], t[2])}
	if in := w.place(); in != nil {
		f.Function = w.fr.fn.name
		f.Place = w.blk.dev.placeOf(int(in.id))
		f.Code = fmt.Sprintf("PTX line %d: %s", in.src.Line, in.src.Op)
	}
	w.blk.fault, w.blk.faulty = f, w.thread(lane)
}

// elsewhere says where the warp's threads outside of mask are.
func (w *warp) elsewhere(mask uint32) string {
	var parts []string
	if gone := w.born &^ w.alive; gone != 0 {
		parts = append(parts, fmt.Sprintf("%d threads of the warp have ended", bits.OnesCount32(gone)))
	}
	for _, c := range w.ctxs {
		for _, e := range c.stack {
			others := e.mask &^ mask
			if others == 0 || int(e.pc) >= len(e.fr.fn.code) {
				continue
			}
			mask |= others
			parts = append(parts,
				fmt.Sprintf("thread %d is at %s", w.id*32+bits.TrailingZeros32(others),
					w.blk.dev.at(e.fr.fn, int(e.pc))))
		}
	}
	if len(parts) == 0 {
		return "not all threads execute it"
	}
	return strings.Join(parts, ", ")
}
