package gcn

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ompcc/rt/emu/check"
)

// Counters of memory operations that have not ended ("Shader Programming", s_waitcnt, in AMD's ISA documents).
const (
	vmcnt = iota
	lgkmcnt
	vscnt
	counters
)

var counterNames = [counters]string{"vmcnt", "lgkmcnt", "vscnt"}

// endOrder is how operations of a kind end: those of vector memory and of LDS in turn, others in any order.
type endOrder uint8

const (
	unordered endOrder = iota
	vectorMemory
	ldsMemory
)

// asynchronous is what s_waitcnt waits for.
type asynchronous struct {
	counters uint8 // bits
	order    endOrder
	result   bool // the first operand is written when the operation ends
	flat     bool // it counts as one of vector memory and as one of LDS
}

// pending is an operation that no s_waitcnt has waited for.
type pending struct {
	in     *inst
	left   uint8 // counters
	local  bool  // it has accessed LDS,
	global bool  // global memory
	writes *writes
}

// writes is what an operation writes that other wavefronts may access, nil if nothing.
type writes struct {
	in      *inst
	wave    *wave
	spans   []span
	counter string // that no s_waitcnt waited for before a barrier
	ended   bool
}

// span is a part of LDS or of global memory.
type span struct {
	space      int
	start, end uint64
}

// asynchronousOf finds the counters of an instruction.
func asynchronousOf(in *inst, arch string) (a asynchronous) {
	storeCounter := uint8(1 << vmcnt)
	if arch == "gfx1100" {
		storeCounter = 1 << vscnt
	}
	space, _, _ := strings.Cut(in.name, "_")
	switch {
	case strings.HasPrefix(in.name, "s_load_"), strings.HasPrefix(in.name, "s_buffer_load_"),
		strings.HasPrefix(in.name, "s_mem"), strings.HasPrefix(in.name, "s_sendmsg_rtn"):
		return asynchronous{counters: 1 << lgkmcnt, result: true}
	case space == "ds" && in.name != "ds_nop":
		return asynchronous{counters: 1 << lgkmcnt, order: ldsMemory, result: in.access == loads || in.ret ||
			strings.Contains(in.name, "permute") || strings.Contains(in.name, "swizzle")}
	case in.name == "buffer_wbl2":
		return asynchronous{counters: 1 << vmcnt, order: vectorMemory}
	case in.access == noAccess:
		return a
	}
	a = asynchronous{counters: storeCounter, order: vectorMemory, result: in.access == loads || in.ret}
	if a.result {
		a.counters = 1 << vmcnt
	}
	if space == "flat" {
		a.counters |= 1 << lgkmcnt
		a.order, a.flat = unordered, arch == "gfx1100"
	}
	return a
}

// registersOf are all registers that an instruction names, and those that it uses without.
func (in *inst) registersOf() {
	for i := range in.args {
		in.noteRegisters(&in.args[i], i == 0 && in.async.result)
	}
	if strings.HasPrefix(in.name, "s_cbranch_vcc") || strings.HasPrefix(in.name, "v_div_fmas") {
		in.scalars = append(in.scalars, vcc, vcc+1)
	}
	if in.pair != nil {
		for i := range in.pair.args {
			in.noteRegisters(&in.pair.args[i], false)
		}
	}
}

func (in *inst) noteRegisters(o *operand, result bool) {
	for k := range o.count {
		switch {
		case o.kind == vector && result:
			in.results = append(in.results, uint16(o.reg+k))
		case o.kind == vector:
			in.vectors = append(in.vectors, uint16(o.reg+k))
		case o.kind == scalar:
			in.scalars = append(in.scalars, uint16(o.reg+k))
		}
	}
}

// busy are the registers that pending operations write.
type busy struct {
	vector [512 / 64]uint64
	scalar [256 / 64]uint64
}

func hasBit(m []uint64, reg uint16) bool { return m[reg/64]>>(reg%64)&1 != 0 }

// checkPending reports registers that are used before the operation that writes them has ended.
func (w *wave) checkPending(in *inst) {
	for _, r := range in.vectors {
		if hasBit(w.busy.vector[:], r) {
			w.usedEarly(in, vector, r)
		}
	}
	for _, r := range in.scalars {
		if hasBit(w.busy.scalar[:], r) {
			w.usedEarly(in, scalar, r)
		}
	}
	for _, r := range in.results {
		if hasBit(w.busy.vector[:], r) {
			w.usedEarly(in, vector, r)
		}
	}
}

func (w *wave) usedEarly(in *inst, kind int, reg uint16) {
	for i := len(w.pending) - 1; i >= 0; i-- {
		p := &w.pending[i]
		if o := &p.in.args[0]; !p.in.async.result || o.kind != kind || int(reg) < o.reg || int(reg) >= o.reg+o.count {
			continue
		}
		if in.inTurn(p.in) && in.writesOnly(reg) {
			return // they end in turn
		}
		name := fmt.Sprintf("s%d", reg)
		if kind == vector {
			name = fmt.Sprintf("v%d", reg)
			if reg >= accumulators {
				name = fmt.Sprintf("a%d", reg-accumulators)
			}
		}
		w.fail(check.Wait, in, -1, "%s is used before %s has ended%s: no s_waitcnt %s waits for it", name, p.in.text,
			w.placeText(p.in), p.counter())
	}
}

// inTurn reports whether both operations write their results in turn. LLVM takes accesses to flat addresses for ones of
// vector memory there.
func (in *inst) inTurn(before *inst) bool {
	a, b := &in.async, &before.async
	return a.result && b.result && (a.order == ldsMemory && b.order == ldsMemory || a.counters&b.counters>>vmcnt&1 != 0)
}

// writesOnly reports whether a memory operation uses a register for nothing but its result.
func (in *inst) writesOnly(reg uint16) bool {
	for _, r := range in.vectors {
		if r == reg {
			return false
		}
	}
	return true
}

// orderIn is how the operation ends among those of a counter. Accesses to flat addresses end in turn from gfx10 on.
func (p *pending) orderIn(counter int) endOrder {
	switch {
	case !p.in.async.flat:
		return p.in.async.order
	case counter == lgkmcnt:
		return ldsMemory
	}
	return vectorMemory
}

func (p *pending) counter() string {
	for i, name := range counterNames {
		if p.left>>i&1 != 0 {
			return name
		}
	}
	return ""
}

func (w *wave) placeText(in *inst) string {
	if place := w.object.lines.at(in.addr); place != "" {
		return " (" + place + ")"
	}
	return ""
}

// mostCounted is the greatest value of a counter: the hardware begins no further operation until older ones have ended.
const mostCounted = 63

// issue notes that an operation has begun.
func (w *wave) issue(in *inst) {
	if len(w.pending) > counters*mostCounted {
		for c := range counters {
			w.wait(c, mostCounted)
		}
	}
	p := pending{in: in, left: in.async.counters, local: w.touched.local, global: w.touched.global}
	if len(w.touched.spans) != 0 {
		p.writes = &writes{in: in, wave: w, spans: slices.Clone(w.touched.spans)}
	}
	w.pending = append(w.pending, p)
	w.touched = touched{spans: w.touched.spans[:0]}
	if in.async.result {
		w.busy.set(&in.args[0])
	}
}

func (b *busy) set(o *operand) {
	for r := o.reg; r < o.reg+o.count; r++ {
		if o.kind == vector {
			b.vector[r/64] |= 1 << (r % 64)
		} else if o.kind == scalar {
			b.scalar[r/64] |= 1 << (r % 64)
		}
	}
}

// waitcnt is s_waitcnt: at most so many operations of a counter go on; -1: any number.
func waitcnt(w *wave, in *inst) {
	for c, most := range in.waits {
		if most >= 0 {
			w.wait(c, int(most))
		}
	}
}

// wait ends the operations that cannot go on when a counter has come down to a number: as many operations of their
// order have begun behind them.
func (w *wave) wait(counter, most int) {
	if len(w.pending) == 0 {
		return
	}
	var later [ldsMemory + 1]int
	for i := len(w.pending) - 1; i >= 0; i-- {
		p := &w.pending[i]
		if p.left>>counter&1 == 0 {
			continue
		}
		n := 1
		if o := p.orderIn(counter); o != unordered {
			later[o]++
			n = later[o]
		}
		if n > most {
			p.left &^= 1 << counter
			if p.writes != nil && w.unseenCounter(p) < 0 {
				p.writes.ended = true
			}
		}
	}
	kept := w.pending[:0]
	w.busy = busy{}
	for _, p := range w.pending {
		if p.left != 0 {
			kept = append(kept, p)
			if p.in.async.result {
				w.busy.set(&p.in.args[0])
			}
		}
	}
	w.pending = kept
}

var waitArguments = regexp.MustCompile(`(vm|lgkm|vs|exp)cnt\((\d+)\)`)

// readWaits reads the operands of s_waitcnt and its like.
func (in *inst) readWaits(text string) error {
	in.waits = [counters]int16{-1, -1, -1}
	if single, ok := strings.CutPrefix(in.name, "s_waitcnt_"); ok {
		_, number, _ := strings.Cut(text, ",")
		n, err := strconv.ParseInt(strings.TrimSpace(number), 0, 16)
		for i, name := range counterNames {
			if name == single {
				in.waits[i] = int16(n)
			}
		}
		return err
	}
	found := waitArguments.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		return fmt.Errorf("unknown operand %q", text)
	}
	for _, f := range found {
		for i, name := range counterNames {
			if name == f[1]+"cnt" {
				n, _ := strconv.Atoi(f[2])
				in.waits[i] = int16(n)
			}
		}
	}
	return nil
}

// touched is what the operation that executes accesses, and where it writes.
type touched struct {
	local, global bool
	spans         []span
}

// write notes that the operation writes n bytes.
func (t *touched) write(space int, addr, n uint64) {
	if last := len(t.spans) - 1; last >= 0 && t.spans[last].space == space && t.spans[last].end == addr {
		t.spans[last].end += n
		return
	}
	t.spans = append(t.spans, span{space, addr, addr + n})
}

// barrier is s_barrier. The workgroup keeps writes that no s_waitcnt has waited for: other wavefronts may not see them.
func barrier(w *wave, in *inst) {
	for i := range w.pending {
		p := &w.pending[i]
		if counter := w.unseenCounter(p); p.writes != nil && p.writes.counter == "" && counter >= 0 {
			p.writes.counter = counterNames[counter]
			w.unseen = append(w.unseen, p.writes)
		}
	}
	if exec := w.exec(); exec != w.lanes {
		w.absent.at, w.absent.lanes = in, w.absent.lanes|w.lanes&^exec
	}
	w.waiting = true
}

// unseenCounter is the counter for which a wavefront must wait until others see what an operation writes, -1: for none.
// A store to a flat address has ended in LDS when lgkmcnt says so.
func (w *wave) unseenCounter(p *pending) int {
	switch {
	case p.local && p.left>>lgkmcnt&1 != 0:
		return lgkmcnt
	case p.global && w.splitCaches && p.left>>vmcnt&1 != 0:
		return vmcnt
	case p.global && w.splitCaches && p.left>>vscnt&1 != 0:
		return vscnt
	}
	return -1
}

// checkSeen reports an access to what another wavefront has written before a barrier, without a wait for the write.
func (w *wave) checkSeen(in *inst, space, lane int, addr, n uint64) {
	w.unseen = slices.DeleteFunc(w.unseen, func(u *writes) bool { return u.ended })
	for _, u := range w.unseen {
		for _, s := range u.spans {
			if u.wave != w && s.space == space && addr < s.end && s.start < addr+n {
				w.fail(check.Wait, in, lane, "it may not see what %s of another wavefront writes%s: no s_waitcnt %s waits for it before the barrier",
					u.in.text, w.placeText(u.in), u.counter)
			}
		}
	}
}

// absent are the lanes that did not execute at a barrier. A barrier is one of wavefronts, and lanes that have left the
// program do not come to it. Those that execute later should have come.
type absent struct {
	at    *inst // the last barrier; nil: all lanes have come to each
	lanes uint64
}

// checkAbsent reports lanes that execute in after they have not come to a barrier.
func (w *wave) checkAbsent(in *inst) {
	if late := w.exec() & w.absent.lanes; late != 0 {
		place := w.object.lines.at(in.addr)
		if place == "" {
			place = w.object.place(in.addr)
		}
		w.fail(check.Divergence, w.absent.at, -1,
			"not all lanes of the wavefront come here: lane %d does not, and goes on at %s", bits.TrailingZeros64(late), place)
	}
}
