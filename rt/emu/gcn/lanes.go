// Vector instructions that read or write masks of lanes, or move values between lanes.

package gcn

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// comparisons has the conditions of v_cmp: whether each holds for less, equal, greater and unordered.
var comparisons = map[string][4]bool{
	"f": {}, "lt": {true}, "eq": {1: true}, "le": {true, true}, "gt": {2: true}, "lg": {true, false, true},
	"ne": {true, false, true}, "ge": {1: true, 2: true},
	"o": {true, true, true}, "u": {3: true}, "nge": {true, false, false, true}, "nlg": {1: true, 3: true},
	"ngt": {true, true, false, true},
	"nle": {2: true, 3: true}, "neq": {true, false, true, true}, "nlt": {1: true, 2: true, 3: true},
	"t": {true, true, true, true}, "tru": {true, true, true, true},
}

// relation returns 0 for less, 1 for equal, 2 for greater, 3 for unordered.
func relation(t string, a, b uint64) int {
	switch t {
	case "f32":
		return order(float64(f32(a)), float64(f32(b)))
	case "f64":
		return order(f64(a), f64(b))
	case "f16":
		return order(f16(a), f16(b))
	case "i16":
		return order(int16(a), int16(b))
	case "u16":
		return order(uint16(a), uint16(b))
	case "i32":
		return order(int32(a), int32(b))
	case "u32":
		return order(uint32(a), uint32(b))
	case "i64":
		return order(int64(a), int64(b))
	}
	return order(a, b)
}

func order[T int16 | uint16 | int32 | uint32 | int64 | uint64 | float64](a, b T) int {
	switch {
	case a < b:
		return 0
	case a == b:
		return 1
	case a > b:
		return 2
	}
	return 3
}

var typeLetters = map[string]byte{"f32": 'f', "f64": 'd', "f16": 'h', "i16": 's', "u16": 's', "i32": 'u', "u32": 'u',
	"i64": 'q', "u64": 'q', "b32": 'u', "b64": 'q'}

// compare decodes v_cmp and v_cmpx instructions, such as v_cmp_lt_f32.
func (in *inst) compare() error {
	rest, writesExec := strings.CutPrefix(in.name, "v_cmpx_")
	if !writesExec {
		rest = strings.TrimPrefix(in.name, "v_cmp_")
	}
	cond, t, _ := strings.Cut(rest, "_")
	holds, ok := comparisons[cond]
	letter := typeLetters[t]
	if !ok && cond != "class" || letter == 0 {
		return fmt.Errorf("it is not known")
	}
	first := 1
	if writesExec && len(in.args) == 2 {
		first = 0
	}
	if len(in.args) != first+2 {
		return fmt.Errorf("%d operands", len(in.args))
	}
	second := letter
	if cond == "class" {
		second = 'u'
	}
	in.op = func(w *wave, in *inst) {
		exec := w.writable(in)
		a, b := &w.buf[0], &w.buf[1]
		w.read(&in.args[first], letter, a)
		w.read(&in.args[first+1], second, b)
		var m uint64
		for i := range a {
			if exec>>i&1 == 0 {
				continue
			}
			if cond == "class" {
				if classOf(letter, a[i], b[i]) {
					m |= 1 << i
				}
			} else if holds[relation(t, a[i], b[i])] {
				m |= 1 << i
			}
		}
		bad := (w.defined.lanes | w.defined.high) & exec
		if first == 1 {
			w.putMask(&in.args[0], m)
			w.undefinedMask(in, &in.args[0], bad)
		}
		if writesExec {
			w.setExec(m)
			if bad != 0 {
				w.undefinedBranch(in, bad)
			}
		}
	}
	return nil
}

func classOf(t byte, a, m uint64) bool {
	switch t {
	case 'f':
		return class(float64(f32(a)), 0x1p-126, a>>22&1 != 0, m)
	case 'd':
		return class(f64(a), 0x1p-1022, a>>51&1 != 0, m)
	}
	return class(f16(a), 0x1p-14, a>>9&1 != 0, m)
}

// chooseLanes decodes instructions that use masks of lanes, or in which lanes read each other. It reports whether the
// instruction is one of them.
func (in *inst) chooseLanes() (bool, error) {
	need := func(n int) (bool, error) {
		if len(in.args) < n {
			return true, fmt.Errorf("%d operands of %d", len(in.args), n)
		}
		return true, nil
	}
	carry := func(f func(a, b, c uint64) uint64, in3 bool) {
		in.op = func(w *wave, in *inst) { w.carry(in, f, in3) }
	}
	in.copies = copying(in.name)
	switch in.name {
	case "v_add_co_u32":
		carry(func(a, b, _ uint64) uint64 { return a + b }, false)
		return need(4)
	case "v_sub_co_u32":
		carry(func(a, b, _ uint64) uint64 { return a - b }, false)
		return need(4)
	case "v_subrev_co_u32":
		carry(func(a, b, _ uint64) uint64 { return b - a }, false)
		return need(4)
	case "v_addc_co_u32", "v_add_co_ci_u32":
		carry(func(a, b, c uint64) uint64 { return a + b + c }, true)
		return need(5)
	case "v_subb_co_u32", "v_sub_co_ci_u32":
		carry(func(a, b, c uint64) uint64 { return a - b - c }, true)
		return need(5)
	case "v_subbrev_co_u32", "v_subrev_co_ci_u32":
		carry(func(a, b, c uint64) uint64 { return b - a - c }, true)
		return need(5)
	case "v_mad_u64_u32", "v_mad_i64_i32", "v_mad_co_u64_u32", "v_mad_co_i64_i32":
		signed := strings.Contains(in.name, "i64")
		in.op = func(w *wave, in *inst) { w.mad64(in, signed) }
		return need(5)
	case "v_div_scale_f32", "v_div_scale_f64":
		in.op = divScale
		return need(5)
	case "v_div_fmas_f32", "v_div_fmas_f64":
		in.op = divFmas
		return need(4)
	case "v_cndmask_b32", "v_cndmask_b16":
		t := byte('u')
		if in.name == "v_cndmask_b16" {
			t = 's'
		}
		in.op = func(w *wave, in *inst) {
			a, b, m := &w.buf[0], &w.buf[1], w.getMask(&in.args[3])
			d := &w.defined
			unsure := d.take()
			w.read(&in.args[1], t, a)
			first := d.lanes
			d.lanes = 0
			w.read(&in.args[2], t, b)
			d.lanes = first&^m | d.lanes&m | unsure
			for i := range a {
				if m>>i&1 != 0 {
					a[i] = b[i]
				}
			}
			w.write(in, &in.args[0], t, a, w.writable(in))
		}
		if len(in.args) == 3 { // gfx11's dual-issue form reads vcc
			in.args = append(in.args, operand{kind: scalar, reg: vcc, count: 2})
		}
		return need(4)
	case "v_readfirstlane_b32":
		in.op = func(w *wave, in *inst) {
			l := bits.TrailingZeros64(w.exec()) & 63
			if w.exec() == 0 {
				l = 0
			}
			w.put(&in.args[0], false, w.lane(&in.args[1], l))
			w.undefinedLane(in, &in.args[1], l)
		}
		return need(2)
	case "v_readlane_b32":
		in.op = func(w *wave, in *inst) {
			l := int(w.get(&in.args[2], 'u')) & (w.waveSize - 1)
			w.put(&in.args[0], false, w.lane(&in.args[1], l))
			w.undefinedLane(in, &in.args[1], l)
		}
		return need(3)
	case "v_writelane_b32":
		in.op = func(w *wave, in *inst) {
			l := int(w.get(&in.args[2], 'u')) & (w.waveSize - 1)
			w.defined.bits = 0
			w.vgpr[in.args[0].reg][l] = uint32(w.get(&in.args[1], 'u'))
			w.defined.spread()
			w.writeVector(in, in.args[0].reg, 1<<l)
		}
		return need(3)
	case "v_mbcnt_lo_u32_b32", "v_mbcnt_hi_u32_b32":
		high := in.name == "v_mbcnt_hi_u32_b32"
		in.op = func(w *wave, in *inst) {
			a, b := &w.buf[0], &w.buf[1]
			w.read(&in.args[1], 'u', a)
			w.read(&in.args[2], 'u', b)
			for i := range a {
				below := mask(uint64(min(i, 32)))
				if high {
					below = mask(uint64(max(i-32, 0)))
				}
				a[i] = uint64(bits.OnesCount64(a[i]&below)) + b[i]
			}
			w.write(in, &in.args[0], 'u', a, w.writable(in))
		}
		return need(3)
	case "v_swap_b32":
		in.op = func(w *wave, in *inst) {
			a, b, exec := &w.vgpr[in.args[0].reg], &w.vgpr[in.args[1].reg], w.exec()
			for i := range a {
				if exec>>i&1 != 0 {
					a[i], b[i] = b[i], a[i]
				}
			}
			d, r, s := &w.defined, in.args[0].reg, in.args[1].reg
			d.vector[r], d.vector[s] = d.vector[r]&^exec|d.vector[s]&exec, d.vector[s]&^exec|d.vector[r]&exec
			d.computed[r], d.computed[s] = d.computed[r]&^exec|d.computed[s]&exec,
				d.computed[s]&^exec|d.computed[r]&exec
			d.from[r], d.from[s] = d.from[s], d.from[r]
		}
		return need(2)
	case "v_permlanex16_b32", "v_permlane16_b32":
		cross := 0
		if in.name == "v_permlanex16_b32" {
			cross = 16
		}
		in.op = func(w *wave, in *inst) {
			a, exec := &w.buf[0], w.exec()
			w.read(&in.args[1], 'u', a)
			sel := w.get(&in.args[2], 'u')&math.MaxUint32 | w.get(&in.args[3], 'u')<<32
			old, written := *a, exec
			inactive, zero := in.packed[0], in.packed[1] // op_sel: fi and bound_ctrl of DPP
			source := func(i int) int { return (i&^15 + int(sel>>(4*(i&15))&15)) ^ cross }
			for i := range a {
				switch from := source(i); {
				case inactive || exec>>from&1 != 0:
					a[i] = old[from]
				case zero:
					a[i] = 0
				default:
					written &^= 1 << i
				}
			}
			if !inactive {
				w.defined.lanes &= exec
			}
			w.defined.lanes = moveLanes(w.defined.lanes, source)
			w.write(in, &in.args[0], 'u', a, written)
		}
		return need(4)
	case "v_permlane64_b32":
		in.op = func(w *wave, in *inst) {
			a, exec := &w.buf[0], w.exec()
			w.read(&in.args[1], 'u', a)
			old := *a
			for i := range a {
				a[i] = old[i^32]
			}
			w.defined.lanes = bits.RotateLeft64(w.defined.lanes, 32)
			w.write(in, &in.args[0], 'u', a, exec)
		}
		return need(2)
	}
	if strings.HasPrefix(in.name, "v_cmp") {
		return true, in.compare()
	}
	if strings.HasPrefix(in.name, "v_pk_") {
		return true, in.choosePacked()
	}
	if strings.HasPrefix(in.name, "v_fma_mix") {
		return true, in.chooseMixed()
	}
	return false, nil
}

// undefinedLane marks the scalar destination as undefined if the lane that it copies is undefined.
func (w *wave) undefinedLane(in *inst, o *operand, l int) {
	d := &w.defined
	if o.kind == vector && d.vector[o.reg]>>l&1 != 0 {
		d.origin = d.from[o.reg]
		w.writeScalar(in, in.args[0].reg, false, math.MaxUint32)
		d.result[in.args[0].reg] = d.computed[o.reg]>>l&1 != 0
	}
}

// lane reads a lane of a source.
func (w *wave) lane(o *operand, l int) uint64 {
	if o.kind != vector {
		return w.get(o, 'u')
	}
	return uint64(w.vgpr[o.reg][l])
}

// carry executes an addition or subtraction whose carry-out is a mask of lanes. If takes, it has such a carry-in, too.
func (w *wave) carry(in *inst, f func(a, b, c uint64) uint64, takes bool) {
	exec := w.writable(in)
	a, b := &w.buf[0], &w.buf[1]
	w.read(&in.args[2], 'u', a)
	w.read(&in.args[3], 'u', b)
	var m, out uint64
	if takes {
		m = w.getMask(&in.args[4])
		w.defined.lanes |= w.defined.take()
	}
	for i := range a {
		r := f(a[i], b[i], m>>i&1)
		if r>>32 != 0 && exec>>i&1 != 0 {
			out |= 1 << i
		}
		if in.clamp && r>>32 != 0 {
			r = math.MaxUint32
			if strings.HasPrefix(in.name, "v_sub") {
				r = 0
			}
		}
		a[i] = r
	}
	w.putMask(&in.args[1], out)
	w.undefinedMask(in, &in.args[1], w.defined.lanes&exec)
	w.write(in, &in.args[0], 'u', a, w.writable(in))
}

func (w *wave) mad64(in *inst, signed bool) {
	exec := w.exec()
	a, b, c := &w.buf[0], &w.buf[1], &w.buf[2]
	w.read(&in.args[2], 'u', a)
	w.read(&in.args[3], 'u', b)
	w.read(&in.args[4], 'q', c)
	var out uint64
	for i := range a {
		p := a[i] * b[i]
		if signed {
			p = uint64(s32(a[i]) * s32(b[i]))
		}
		sum, over := bits.Add64(p, c[i], 0)
		if over != 0 && exec>>i&1 != 0 {
			out |= 1 << i
		}
		a[i] = sum
	}
	w.putMask(&in.args[1], out)
	w.write(in, &in.args[0], 'q', a, exec)
}

// divScale executes v_div_scale, which scales the numerator or the denominator of a division. The steps of the scaled
// division neither overflow nor lose bits.
func divScale(w *wave, in *inst) {
	t, size := byte('f'), 32
	if in.name == "v_div_scale_f64" {
		t, size = 'd', 64
	}
	exec := w.exec()
	a, b, c := &w.buf[0], &w.buf[1], &w.buf[2]
	w.read(&in.args[2], t, a)
	w.read(&in.args[3], t, b)
	w.read(&in.args[4], t, c)
	var out uint64
	for i := range a {
		if exec>>i&1 == 0 {
			continue
		}
		r, scaled := divScaleOf(a[i], b[i], c[i], size)
		a[i] = r
		if scaled {
			out |= 1 << i
		}
	}
	w.putMask(&in.args[1], out)
	w.write(in, &in.args[0], t, a, exec)
}

// divScaleOf follows the pseudo-code of the ISA document: s1 is the denominator, s2 the numerator, and s0 the one that
// the instruction scales.
func divScaleOf(s0, s1, s2 uint64, size int) (uint64, bool) {
	get, put, expBits, power, fraction := f64, u64, 2047, 128, 52
	if size == 32 {
		get, put, expBits, power, fraction = func(a uint64) float64 { return float64(f32(a)) }, func(v float64) uint64 { return u32(float32(v)) }, 255, 64, 23
	}
	exponent := func(a uint64) int { return int(a>>fraction) & expBits }
	denormal := func(v uint64) bool { return exponent(v) == 0 && get(v) != 0 }
	d, n := get(s1), get(s2)
	quotient := exponent(put(n / d))
	recip := put(1 / d)
	isDen := s0 == s1
	scaled := put(math.Ldexp(get(s0), power))
	limit := map[int]int{32: 96, 64: 768}[size]
	switch {
	case n == 0 || d == 0:
		return put(math.NaN()), false
	case exponent(s2)-exponent(s1) >= limit:
		if isDen {
			return scaled, true
		}
		return s0, true
	case denormal(s1):
		return scaled, false
	case denormal(recip) && quotient == 0 && n/d != 0 || denormal(recip) && denormal(put(n/d)):
		if isDen {
			return scaled, true
		}
		return s0, true
	case denormal(recip):
		return put(math.Ldexp(get(s0), -power)), false
	case denormal(put(n/d)) || get(put(n/d)) == 0:
		if !isDen {
			return scaled, true
		}
		return s0, true
	case exponent(s2) <= map[int]int{32: 23, 64: 53}[size]:
		return scaled, false
	}
	return s0, false
}

// divFmas executes v_div_fmas, the last step of a division, which reverses the scaling of v_div_scale. The third source
// is near the quotient, so its exponent shows which operand v_div_scale has scaled.
func divFmas(w *wave, in *inst) {
	t, f, power := byte('f'), vectorOps["v_fma_f32"].f, 64
	rescale := func(a, c uint64) uint64 {
		if c>>23&255 > 127 {
			return u32(float32(math.Ldexp(float64(f32(a)), power)))
		}
		return u32(float32(math.Ldexp(float64(f32(a)), -power)))
	}
	if in.name == "v_div_fmas_f64" {
		t, f, power = 'd', vectorOps["v_fma_f64"].f, 128
		rescale = func(a, c uint64) uint64 {
			if c>>52&2047 > 1023 {
				return u64(math.Ldexp(f64(a), power))
			}
			return u64(math.Ldexp(f64(a), -power))
		}
	}
	a, b, c, m := &w.buf[0], &w.buf[1], &w.buf[2], w.vccMask()
	w.read(&in.args[1], t, a)
	w.read(&in.args[2], t, b)
	w.read(&in.args[3], t, c)
	for i := range a {
		a[i] = f(a[i], b[i], c[i])
		if m>>i&1 != 0 {
			a[i] = rescale(a[i], c[i])
		}
	}
	w.write(in, &in.args[0], t, a, w.exec())
}

// choosePacked decodes v_pk instructions, which operate on the two halves of a register or on two registers.
func (in *inst) choosePacked() error {
	name := strings.TrimPrefix(in.name, "v_pk_")
	single := vectorOps["v_"+name]
	if s, ok := strings.CutSuffix(name, "_u16"); ok && single == nil {
		single = vectorOps["v_"+s+"_u16"]
	}
	if name == "mov_b32" {
		single = &vop{"uuu", nil}
	}
	if single == nil {
		return fmt.Errorf("it is not known")
	}
	n := len(single.types) - 1
	moves := name == "mov_b32" // op_sel selects both halves of the result
	if moves {
		n = 2
	}
	if in.clamp && !strings.ContainsAny(single.types[:1], "fdh") {
		f := saturating("v_" + name)
		if f == nil {
			return fmt.Errorf("clamp of integers is not known")
		}
		single = &vop{single.types, f}
	}
	if len(in.args) < n+1 {
		return fmt.Errorf("%d operands of %d", len(in.args), n+1)
	}
	wide := width(single.types[0]) == 32
	in.op = func(w *wave, in *inst) {
		exec := w.exec()
		var result [2][64]uint64
		for half := range 2 {
			for k := range n {
				o := in.args[1+k]
				upper := in.packed[half*4+k]
				if moves {
					upper = in.packed[k]
				}
				if wide {
					if o.kind != constant && o.kind != floating && upper && o.count > 1 {
						o.reg++
					}
					o.count = 1
				} else {
					o.high = upper
					if o.kind == constant && !o.literal {
						o.high = false
						if upper { // the upper half of an inline constant is its own upper 16 bits
							o.value = o.value >> 16 & 0xffff
						}
					} else if o.kind == floating && upper { // an inline float has 16 bits
						o.real = 0
					}
				}
				o.neg = in.packed[8+half*4+k] != o.neg
				if moves && k != half {
					continue
				}
				w.readHalf(&o, single.types[1+k], &w.buf[k])
			}
			for i := range result[half] {
				if moves {
					result[half][i] = w.buf[half][i]
				} else if exec>>i&1 != 0 {
					result[half][i] = single.f(w.buf[0][i], w.buf[1][i], w.buf[2][i])
				}
			}
			if in.clamp {
				in.modify(single.types[0], &result[half])
			}
		}
		to := in.args[0].reg
		w.writeVector(in, to, exec)
		if wide {
			w.writeVector(in, to+1, exec)
		}
		for i := range 64 {
			switch {
			case exec>>i&1 == 0:
			case wide:
				w.vgpr[to][i], w.vgpr[to+1][i] = uint32(result[0][i]), uint32(result[1][i])
			default:
				w.vgpr[to][i] = uint32(result[0][i])&0xffff | uint32(result[1][i])<<16
			}
		}
	}
	return nil
}

// chooseMixed decodes v_fma_mix. op_sel_hi selects the sources that have 16 bits, op_sel the half of their registers.
// A result of 16 bits is rounded a second time, and keeps the other half of its register.
func (in *inst) chooseMixed() error {
	if len(in.args) < 4 {
		return fmt.Errorf("%d operands of 4", len(in.args))
	}
	lower, upper := in.name == "v_fma_mixlo_f16", in.name == "v_fma_mixhi_f16"
	halves := in.packed[4:8]
	if _, given := in.flags["op_sel_hi"]; !given {
		halves = make([]bool, 4)
	}
	fma := vectorOps["v_fma_f32"].f
	in.op = func(w *wave, in *inst) {
		for k := range 3 {
			o, t := in.args[1+k], byte('f')
			if halves[k] {
				o.high, t = in.packed[k], 'h'
			}
			w.read(&o, t, &w.buf[k])
			if t == 'h' {
				for i, v := range w.buf[k] {
					w.buf[k][i] = u32(float32(f16(v)))
				}
			}
		}
		exec, r := w.writable(in), &w.buf[0]
		for i := range r {
			r[i] = fma(r[i], w.buf[1][i], w.buf[2][i])
		}
		if in.clamp {
			in.modify('f', r)
		}
		to := in.args[0].reg
		w.writeVector(in, to, exec)
		for i := range r {
			d := &w.vgpr[to][i]
			switch {
			case exec>>i&1 == 0:
			case lower:
				*d = *d&^0xffff | uint32(toHalf(float64(f32(r[i]))))
			case upper:
				*d = *d&0xffff | uint32(toHalf(float64(f32(r[i]))))<<16
			default:
				*d = uint32(r[i])
			}
		}
	}
	return nil
}

// readHalf reads a source as read does, and also the upper half of a constant.
func (w *wave) readHalf(o *operand, t byte, buf *[64]uint64) {
	if o.kind == constant && o.high {
		v := o.value >> 16 & 0xffff
		for i := range buf {
			buf[i] = v
		}
		return
	}
	w.read(o, t, buf)
}
