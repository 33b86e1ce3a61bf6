package sim

import (
	"fmt"
	"math/bits"
	"strings"
)

// FaultKind is what is wrong with a kernel.
type FaultKind string

// The kinds of faults.
const (
	FaultBounds        FaultKind = "out-of-bounds access"
	FaultHost          FaultKind = "host address dereferenced"
	FaultMisaligned    FaultKind = "misaligned access"
	FaultUninitialised FaultKind = "read of uninitialised memory"
	FaultFree          FaultKind = "invalid free"
	FaultReadOnly      FaultKind = "write to read-only memory"
	FaultRace          FaultKind = "data race"
	FaultDivision      FaultKind = "integer division by zero"
	FaultDivergence    FaultKind = "divergent barrier"
	FaultBudget        FaultKind = "infinite loop"
	FaultStack         FaultKind = "stack overflow"
	FaultTrap          FaultKind = "trap"
	FaultIllegal       FaultKind = "illegal instruction"
	FaultLaunch        FaultKind = "launch"
	FaultInternal      FaultKind = "internal error of the emulator"
)

// Fault is the first error of a launch.
type Fault struct {
	Kind     FaultKind
	Kernel   string
	Function string
	Place    string // "file:line" of the program's source, "" without -g
	Code     string // the PTX instruction
	Block    [3]uint32
	Thread   [3]uint32
	Text     string
	// Address is what was accessed, for FaultHost.
	Address uint64
}

// Error is the message, without "error:".
func (f *Fault) Error() string {
	var b strings.Builder
	if f.Place != "" {
		fmt.Fprintf(&b, "%s: ", f.Place)
	}
	fmt.Fprintf(&b, "%s: %s\n    in kernel %s", f.Kind, f.Text, f.Kernel)
	if f.Function != "" && f.Function != f.Kernel {
		fmt.Fprintf(&b, ", function %s", f.Function)
	}
	if f.Kind != FaultLaunch {
		fmt.Fprintf(&b, ", block (%d,%d,%d), thread (%d,%d,%d)", f.Block[0], f.Block[1], f.Block[2], f.Thread[0], f.Thread[1], f.Thread[2])
	}
	if f.Code != "" {
		fmt.Fprintf(&b, "\n    at %s", f.Code)
	}
	return b.String()
}

// fail records a fault of the thread in a lane, at the warp's instruction.
func (w *warp) fail(kind FaultKind, lane int, format string, args ...any) {
	w.failAt(kind, lane, 0, fmt.Sprintf(format, args...))
}

func (w *warp) failAt(kind FaultKind, lane int, address uint64, text string) {
	if w.failed {
		return
	}
	w.failed = true
	f := &Fault{Kind: kind, Kernel: w.blk.kernel.name, Text: text, Address: address,
		Block: w.blk.index, Thread: w.blk.threadIndex(w.id*32 + lane)}
	if in := w.place(); in != nil {
		f.Function = w.fr.fn.name
		f.Place = w.blk.dev.placeOf(int(in.id))
		f.Code = fmt.Sprintf("PTX line %d: %s", in.src.Line, in.src.Op)
	}
	w.blk.fault = f
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
			parts = append(parts, fmt.Sprintf("thread %d is at %s", w.id*32+bits.TrailingZeros32(others), w.blk.dev.at(e.fr.fn, int(e.pc))))
		}
	}
	if len(parts) == 0 {
		return "not all threads execute it"
	}
	return strings.Join(parts, ", ")
}
