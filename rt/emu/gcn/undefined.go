package gcn

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"ompcc/rt/emu/check"
)

// definedness says which registers of a wavefront have no value. A value that comes from nowhere may be moved, put
// together with others, and stored where it came from, as a copy of an object with padding does. It may not be an
// address, decide a branch, take part in an atomic operation, or be what a value in global memory is computed from.
type definedness struct {
	vector   [512]uint64 // lanes without a value
	computed [512]uint64 // of those the ones whose value is computed from one that has none
	scalar   [256]uint32 // bits without a value
	result   [256]bool   // whether they are computed from others
	scc      bool        // has no value
	sccFrom  uint32
	from     [512]uint32 // where the value of a vector register's lanes comes from: the number of an unsetLoad, 0: nothing was written
	fromS    [256]uint32
	loads    []unsetLoad

	// What the instruction that executes has read so far.
	any         bool
	lanes       uint64 // without a value
	high        uint64 // with none in the upper half of 64 bits
	lanesResult uint64 // of those the computed ones
	bits        uint64 // of a scalar operand
	origin      uint32
}

// unsetLoad is a load of memory that was never written.
type unsetLoad struct {
	at          uint64 // of the instruction
	addr, size  uint64
	local, temp bool // in LDS, in scratch memory
	register    bool // what was stored there came from a register without a value
}

// begin forgets what the last instruction has read.
func (d *definedness) begin() {
	if d.any {
		d.any, d.lanes, d.high, d.lanesResult, d.bits, d.origin = false, 0, 0, 0, 0, 0
	}
}

// readVector notes that a vector operand is read; exec does not matter yet.
func (w *wave) readVector(o *operand, wide bool) {
	d := &w.defined
	u, c, high := d.vector[o.reg], d.computed[o.reg], uint64(0)
	from := d.from[o.reg]
	if wide {
		if u == 0 {
			from = d.from[o.reg+1]
		}
		high = d.vector[o.reg+1]
		c |= d.computed[o.reg+1]
	}
	if u|high == 0 {
		return
	}
	if o.row != nil {
		source := func(lane int) int { return w.source(o.row, lane) }
		u, c, high = moveLanes(u, source), moveLanes(c, source), moveLanes(high, source)
	}
	d.any, d.lanes, d.high, d.lanesResult, d.origin = true, d.lanes|u, d.high|high, d.lanesResult|c, from
}

// moveLanes has the bit of each lane's source.
func moveLanes(m uint64, source func(lane int) int) (r uint64) {
	if m == 0 {
		return 0
	}
	for i := range 64 {
		if s := source(i); s >= 0 && s < 64 {
			r |= m >> s & 1 << i
		}
	}
	return r
}

// readScalar notes that scalar registers are read.
func (w *wave) readScalar(reg int, wide bool) {
	d := &w.defined
	u, from, c := uint64(d.scalar[reg]), d.fromS[reg], d.result[reg]
	if wide {
		if u == 0 {
			from, c = d.fromS[reg+1], d.result[reg+1]
		}
		u |= uint64(d.scalar[reg+1]) << 32
	}
	if u != 0 {
		d.any, d.bits, d.origin = true, d.bits|u, from
		if c {
			d.lanesResult = ^uint64(0)
		}
	}
}

// take returns the bits of the scalar operand read last that have no value.
func (d *definedness) take() uint64 {
	b := d.bits
	d.bits = 0
	return b
}

// spread is for a scalar operand of a vector instruction: all lanes read it.
func (d *definedness) spread() {
	if uint32(d.bits) == math.MaxUint32 { // else it has a part, as a bit-field or a mask of lanes
		d.lanes = ^uint64(0)
	}
	d.bits = 0
}

// writeVector notes that the lanes of mask of a register get a value, or one of which the lanes in d.lanes have none.
func (w *wave) writeVector(in *inst, reg int, mask uint64) {
	d := &w.defined
	w.setVector(in, reg, mask, (d.lanes|d.high)&mask)
}

// writePair is writeVector for the two halves of 64 bits. Of sums and products the lower half does not depend on upper ones.
func (w *wave) writePair(in *inst, reg int, mask uint64) {
	d := &w.defined
	low, high := (d.lanes|d.high)&mask, (d.lanes|d.high)&mask
	switch {
	case in.name == "v_lshlrev_b64", in.name == "v_lshrrev_b64", in.name == "v_ashrrev_i64":
		low, high = w.shiftedHalves(in)
		low, high = low&mask, high&mask
	case strings.HasPrefix(in.name, "v_mad"), strings.HasPrefix(in.name, "v_lshl"):
		low = d.lanes & mask
	case in.name == "v_mov_b64":
		low, high = d.lanes&mask, d.high&mask
	}
	w.setVector(in, reg, mask, low)
	w.setVector(in, reg+1, mask, high)
}

// shiftedHalves returns the lanes whose lower or upper half of a shift's result has no value. A shift by 32 or more moves
// one half into the other, so code that puts a value together from halves leaves the half that drops out without one.
func (w *wave) shiftedHalves(in *inst) (low, high uint64) {
	d, by, value := &w.defined, &in.args[1], &in.args[2]
	if d.lanes|d.high == 0 || by.row != nil || value.kind != vector {
		return d.lanes | d.high, d.lanes | d.high
	}
	var far, unknown uint64 // shifted by 32 or more, by an amount without a value
	switch by.kind {
	case vector:
		unknown = d.vector[by.reg]
		for lane, n := range &w.vgpr[by.reg] {
			far |= uint64(n>>5&1) << lane
		}
	default:
		if w.get(by, 'u')&32 != 0 {
			far = ^uint64(0)
		}
		if d.take() != 0 {
			unknown = ^uint64(0)
		}
	}
	lower, upper := d.vector[value.reg], d.vector[value.reg+1]
	if in.name == "v_lshlrev_b64" {
		return lower&^far | unknown, lower | upper&^far | unknown
	}
	low, high = upper|lower&^far|unknown, upper&^far|unknown
	if in.name == "v_ashrrev_i64" { // the sign
		high |= upper
	}
	return low, high
}

func (w *wave) setVector(in *inst, reg int, mask, bad uint64) {
	d := &w.defined
	if bad == 0 && d.vector[reg]&mask == 0 {
		return
	}
	d.vector[reg] = d.vector[reg]&^mask | bad
	d.computed[reg] &^= mask
	if bad != 0 {
		d.from[reg] = d.origin
		if in.copies {
			d.computed[reg] |= bad & d.lanesResult
		} else {
			d.computed[reg] |= bad
		}
	}
}

// writeScalar notes that a scalar register gets a value, but for some bits.
func (w *wave) writeScalar(in *inst, reg int, wide bool, bad uint64) {
	d := &w.defined
	d.scalar[reg] = uint32(bad)
	if wide {
		d.scalar[reg+1] = uint32(bad >> 32)
	}
	if bad == 0 {
		return
	}
	d.fromS[reg], d.result[reg] = d.origin, !in.copies
	if wide {
		d.fromS[reg+1], d.result[reg+1] = d.origin, !in.copies
	}
	if reg == execLo || reg == execLo+1 {
		if reg == execLo+1 {
			bad <<= 32
		}
		w.undefinedBranch(in, bad)
	}
}

// undefinedBranch reports lanes of which nobody knows whether they execute.
func (w *wave) undefinedBranch(in *inst, lanes uint64) {
	w.failUndefined(in, bits.TrailingZeros64(lanes), w.defined.origin, "a branch depends on it")
}

// undefinedMask notes that a mask of lanes is written.
func (w *wave) undefinedMask(in *inst, o *operand, lanes uint64) {
	if lanes != 0 && o.kind == scalar {
		w.writeScalar(in, o.reg, w.waveSize == 64, lanes)
	}
}

// needDefined fails when an operand of a memory access has no value in a lane that executes.
func (w *wave) needDefined(in *inst, o *operand, count int, exec uint64, use string) {
	d := &w.defined
	for i := range count {
		switch o.kind {
		case vector:
			if u := d.vector[o.reg+i] & exec; u != 0 {
				w.failUndefined(in, bits.TrailingZeros64(u), d.from[o.reg+i], use)
			}
		case scalar:
			if d.scalar[o.reg+i] != 0 && exec != 0 {
				w.failUndefined(in, -1, d.fromS[o.reg+i], use)
			}
		}
	}
}

// loaded notes that a lane of a register, lane -1: a scalar register, has loaded memory that was never written.
func (w *wave) loaded(in *inst, space, reg, lane int, addr, size uint64) {
	if !w.dev.Unset {
		return
	}
	d := &w.defined
	load, known := w.stored[w.placeOf(space, lane, addr)]
	if !known {
		load = unsetLoad{at: in.addr, addr: addr, size: size, local: space == local, temp: space == stack}
	}
	const most = 1 << 12
	if len(d.loads) < most && !load.register {
		d.loads = append(d.loads, load)
	}
	from := uint32(len(d.loads))
	if load.register {
		from = 0
	}
	if lane < 0 {
		d.scalar[reg], d.result[reg], d.fromS[reg] = ^uint32(0), false, from
		return
	}
	d.vector[reg] |= 1 << lane
	d.computed[reg] &^= 1 << lane
	d.from[reg] = from
}

// place is a word of memory that only the workgroup sees.
type place struct {
	space, thread int
	addr          uint64
}

func (w *wave) placeOf(space, lane int, addr uint64) place {
	p := place{space: space, addr: addr & math.MaxUint32}
	if space == flat {
		switch p.addr = addr; addr >> 32 {
		case sharedHigh:
			return w.placeOf(local, lane, addr)
		case privateHigh:
			return w.placeOf(stack, lane, addr)
		}
	}
	if p.space == stack {
		p.thread = w.id*64 + lane
	}
	return p
}

// failUndefined reports the use of a value that is none.
func (w *wave) failUndefined(in *inst, lane int, from uint32, use string) {
	if from == 0 {
		w.fail(check.Register, in, lane, "no value was written to it: %s", use)
	}
	l := &w.defined.loads[from-1]
	where := ", " + w.dev.Memory.describe(l.addr)
	switch {
	case l.local:
		where = " of the workgroup's memory"
	case l.temp:
		where = " of the lane's scratch memory"
	}
	f := w.faultOf(check.Uninitialised, in, lane,
		fmt.Sprintf("%d bytes at %#x%s, were never written", l.size, l.addr, where))
	if place := w.object.lines.at(l.at); place != f.Place {
		if f.Place != "" {
			use += " at " + f.Place
		}
		f.Place = place
	}
	f.Text += "; " + use
	panic(f)
}

// reset is the state of a wavefront that begins: nothing has a value.
func (d *definedness) reset() {
	for i := range d.vector {
		d.vector[i] = ^uint64(0)
	}
	for i := range scalars {
		d.scalar[i] = ^uint32(0)
	}
}

// undefinedBits are the bits without a value of the result of an operation on bits.
func undefinedBits(name string, a, b, ua, ub uint64) uint64 {
	switch {
	case ua|ub == 0:
		return 0
	case name == "and":
		return ua&(b|ub) | ub&(a|ua)
	case name == "or":
		return ua&(^b|ub) | ub&(^a|ua)
	case name == "andn2":
		return ua&(^b|ub) | ub&(a|ua)
	case name == "orn2":
		return ua&(b|ub) | ub&(^a|ua)
	case name == "xor":
		return ua | ub
	}
	return ^uint64(0)
}

// bitwise says of a scalar instruction how bits of its result depend on those of its sources, if they do.
func bitwise(name string) (op string, copies bool) {
	body := strings.TrimPrefix(name, "s_")
	if i := strings.LastIndex(body, "_"); i >= 0 {
		body = body[:i]
	}
	switch body {
	case "and", "or", "xor", "andn2", "orn2", "not", "mov", "cselect":
		return body, true
	case "lshl", "lshr", "ashr":
		return body, true
	case "and_not1":
		return "andn2", true
	case "or_not1":
		return "orn2", true
	}
	return "", strings.HasPrefix(body, "lsh") || strings.HasPrefix(body, "pack") || strings.HasPrefix(body, "bfe")
}

// merging reports whether a vector instruction puts bits of its sources together.
func merging(name string) bool {
	name = strings.TrimPrefix(name, "v_")
	for _, op := range []string{"or_b", "or3", "and_or", "lshl_or", "bfi", "perm_", "pack"} {
		if strings.HasPrefix(name, op) {
			return true
		}
	}
	return false
}

// copying reports whether a vector instruction only moves bits and puts them together.
func copying(name string) bool {
	name = strings.TrimPrefix(name, "v_")
	for _, op := range []string{"mov", "accvgpr", "and_b", "or_b", "xor_b", "not_b", "and_or", "or3", "lshl_or",
		"lshlrev", "lshrrev", "ashrrev", "bfi", "bfe", "perm", "align", "pack", "cndmask", "readfirstlane", "pk_mov"} {
		if strings.HasPrefix(name, op) {
			return true
		}
	}
	return false
}
