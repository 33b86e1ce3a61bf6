// Vector ALU instructions: what they compute in each lane, how they read sources and write results.

package gcn

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// vop is a vector instruction: the types of its destination and its sources, and the function that a lane computes.
// The types are u, q and s for 32, 64 and 16 bits, and f, d and h for floats of 32, 64 and 16 bits.
type vop struct {
	types string
	f     func(a, b, c uint64) uint64
}

var vectorOps = map[string]*vop{}

func init() {
	add := func(name, types string, f func(a, b, c uint64) uint64) { vectorOps["v_"+name] = &vop{types, f} }
	one := func(name, types string, f func(a uint64) uint64) {
		add(name, types, func(a, _, _ uint64) uint64 { return f(a) })
	}
	two := func(name, types string, f func(a, b uint64) uint64) {
		add(name, types, func(a, b, _ uint64) uint64 { return f(a, b) })
	}
	same := func(a uint64) uint64 { return a }
	one("mov_b32", "uu", same)
	one("mov_b64", "qq", same)
	one("mov_b16", "ss", same)
	one("accvgpr_read_b32", "uu", same)
	one("accvgpr_write_b32", "uu", same)
	one("accvgpr_mov_b32", "uu", same)
	one("not_b32", "uu", func(a uint64) uint64 { return ^a })
	one("not_b16", "ss", func(a uint64) uint64 { return ^a })
	one("bfrev_b32", "uu", func(a uint64) uint64 { return uint64(bits.Reverse32(uint32(a))) })
	for _, n := range []string{"ffbh_u32", "clz_i32_u32"} {
		one(n, "uu", func(a uint64) uint64 { return leading(uint32(a)) })
	}
	for _, n := range []string{"ffbl_b32", "ctz_i32_b32"} {
		one(n, "uu", func(a uint64) uint64 {
			if uint32(a) == 0 {
				return math.MaxUint32
			}
			return uint64(bits.TrailingZeros32(uint32(a)))
		})
	}
	for _, n := range []string{"ffbh_i32", "cls_i32"} {
		one(n, "uu", func(a uint64) uint64 { return leading(uint32(a) ^ uint32(int32(uint32(a))>>31)) })
	}
	two("bcnt_u32_b32", "uuu", func(a, b uint64) uint64 { return uint64(bits.OnesCount32(uint32(a))) + b })
	for _, s := range []string{"", "_nc"} {
		two("add"+s+"_u32", "uuu", func(a, b uint64) uint64 { return a + b })
		two("sub"+s+"_u32", "uuu", func(a, b uint64) uint64 { return a - b })
		two("subrev"+s+"_u32", "uuu", func(a, b uint64) uint64 { return b - a })
		two("add"+s+"_i32", "uuu", func(a, b uint64) uint64 { return a + b })
		two("sub"+s+"_i32", "uuu", func(a, b uint64) uint64 { return a - b })
		for _, t := range []string{"_u16", "_i16"} {
			two("add"+s+t, "sss", func(a, b uint64) uint64 { return a + b })
			two("sub"+s+t, "sss", func(a, b uint64) uint64 { return a - b })
			two("subrev"+s+t, "sss", func(a, b uint64) uint64 { return b - a })
		}
	}
	two("mul_lo_u16", "sss", func(a, b uint64) uint64 { return a * b })
	two("mul_lo_u32", "uuu", func(a, b uint64) uint64 { return a * b })
	two("mul_hi_u32", "uuu", func(a, b uint64) uint64 { return a * b >> 32 })
	two("mul_hi_i32", "uuu", func(a, b uint64) uint64 { return uint64(s32(a) * s32(b) >> 32) })
	s24 := func(a uint64) int64 { return int64(a<<40) >> 40 }
	const m24 = 1<<24 - 1
	two("mul_u32_u24", "uuu", func(a, b uint64) uint64 { return (a & m24) * (b & m24) })
	two("mul_hi_u32_u24", "uuu", func(a, b uint64) uint64 { return (a & m24) * (b & m24) >> 32 })
	two("mul_i32_i24", "uuu", func(a, b uint64) uint64 { return uint64(s24(a) * s24(b)) })
	two("mul_hi_i32_i24", "uuu", func(a, b uint64) uint64 { return uint64(s24(a) * s24(b) >> 32) })
	add("mad_u32_u24", "uuuu", func(a, b, c uint64) uint64 { return (a&m24)*(b&m24) + c })
	add("mad_i32_i24", "uuuu", func(a, b, c uint64) uint64 { return uint64(s24(a)*s24(b)) + c })
	two("and_b32", "uuu", func(a, b uint64) uint64 { return a & b })
	two("or_b32", "uuu", func(a, b uint64) uint64 { return a | b })
	two("xor_b32", "uuu", func(a, b uint64) uint64 { return a ^ b })
	two("xnor_b32", "uuu", func(a, b uint64) uint64 { return ^(a ^ b) })
	two("and_b16", "sss", func(a, b uint64) uint64 { return a & b })
	two("or_b16", "sss", func(a, b uint64) uint64 { return a | b })
	two("xor_b16", "sss", func(a, b uint64) uint64 { return a ^ b })
	two("lshlrev_b32", "uuu", func(a, b uint64) uint64 { return b << (a & 31) })
	two("lshrrev_b32", "uuu", func(a, b uint64) uint64 { return b >> (a & 31) })
	two("ashrrev_i32", "uuu", func(a, b uint64) uint64 { return uint64(s32(b) >> (a & 31)) })
	two("lshlrev_b16", "sss", func(a, b uint64) uint64 { return b << (a & 15) })
	two("lshrrev_b16", "sss", func(a, b uint64) uint64 { return b >> (a & 15) })
	two("ashrrev_i16", "sss", func(a, b uint64) uint64 { return uint64(int16(b) >> (a & 15)) })
	two("lshlrev_b64", "quq", func(a, b uint64) uint64 { return b << (a & 63) })
	two("lshrrev_b64", "quq", func(a, b uint64) uint64 { return b >> (a & 63) })
	two("ashrrev_i64", "quq", func(a, b uint64) uint64 { return uint64(int64(b) >> (a & 63)) })
	two("lshl_b32", "uuu", func(a, b uint64) uint64 { return a << (b & 31) })
	add("lshl_add_u32", "uuuu", func(a, b, c uint64) uint64 { return a<<(b&31) + c })
	add("add_lshl_u32", "uuuu", func(a, b, c uint64) uint64 { return (a + b) << (c & 31) })
	add("lshl_or_b32", "uuuu", func(a, b, c uint64) uint64 { return a<<(b&31) | c })
	add("lshl_add_u64", "qquq", func(a, b, c uint64) uint64 { return a<<(b&7) + c })
	add("add3_u32", "uuuu", func(a, b, c uint64) uint64 { return a + b + c })
	add("xad_u32", "uuuu", func(a, b, c uint64) uint64 { return a ^ b + c })
	vectorOps["v_xad_u32"].f = func(a, b, c uint64) uint64 { return (a ^ b) + c }
	add("and_or_b32", "uuuu", func(a, b, c uint64) uint64 { return a&b | c })
	add("or3_b32", "uuuu", func(a, b, c uint64) uint64 { return a | b | c })
	add("xor3_b32", "uuuu", func(a, b, c uint64) uint64 { return a ^ b ^ c })
	add("bfi_b32", "uuuu", func(a, b, c uint64) uint64 { return a&b | ^a&c })
	add("bfe_u32", "uuuu", func(a, b, c uint64) uint64 { return a >> (b & 31) & mask(c&31) })
	add("bfe_i32", "uuuu", func(a, b, c uint64) uint64 { return extend(a>>(b&31), min(c&31, 32-b&31), 32) })
	two("bfm_b32", "uuu", func(a, b uint64) uint64 { return mask(a&31) << (b & 31) })
	add("alignbit_b32", "uuuu", func(a, b, c uint64) uint64 { return (a<<32 | b) >> (c & 31) })
	add("alignbyte_b32", "uuuu", func(a, b, c uint64) uint64 { return (a<<32 | b) >> (c & 3 * 8) })
	add("perm_b32", "uuuu", func(a, b, c uint64) uint64 {
		var r uint64
		for i := range 4 {
			r |= permByte(a<<32|b, c>>(8*i)&255) << (8 * i)
		}
		return r
	})
	add("sad_u32", "uuuu", func(a, b, c uint64) uint64 { return max(a, b) - min(a, b) + c })
	add("mad_u16", "ssss", func(a, b, c uint64) uint64 { return a*b + c })
	add("mad_legacy_u16", "ssss", func(a, b, c uint64) uint64 { return a*b + c })
	add("mad_i16", "ssss", func(a, b, c uint64) uint64 { return a*b + c })
	add("mad_u32_u16", "ussu", func(a, b, c uint64) uint64 { return a*b + c })
	add("mad_i32_i16", "ussu", func(a, b, c uint64) uint64 { return uint64(int64(int16(a))*int64(int16(b))) + c })
	two("pack_b32_f16", "uhh", func(a, b uint64) uint64 { return a&0xffff | b<<16 })
	for suffix, v := range map[string]func(uint64) int64{"i32": s32, "u32": func(a uint64) int64 { return int64(uint32(a)) },
		"i16": func(a uint64) int64 { return int64(int16(a)) }, "u16": func(a uint64) int64 { return int64(uint16(a)) }} {
		t := "u"
		if strings.HasSuffix(suffix, "16") {
			t = "s"
		}
		low := func(a, b uint64) uint64 {
			if v(a) < v(b) {
				return a
			}
			return b
		}
		high := func(a, b uint64) uint64 {
			if v(a) > v(b) {
				return a
			}
			return b
		}
		two("min_"+suffix, t+t+t, low)
		two("max_"+suffix, t+t+t, high)
		add("min3_"+suffix, t+t+t+t, func(a, b, c uint64) uint64 { return low(low(a, b), c) })
		add("max3_"+suffix, t+t+t+t, func(a, b, c uint64) uint64 { return high(high(a, b), c) })
		add("med3_"+suffix, t+t+t+t, func(a, b, c uint64) uint64 { return high(low(a, b), low(high(a, b), c)) })
		add("maxmin_"+suffix, t+t+t+t, func(a, b, c uint64) uint64 { return low(high(a, b), c) })
		add("minmax_"+suffix, t+t+t+t, func(a, b, c uint64) uint64 { return high(low(a, b), c) })
	}
	floats()
	conversions()
}

func permByte(data, sel uint64) uint64 {
	switch {
	case sel >= 13:
		return 0xff
	case sel == 12:
		return 0
	case sel >= 8:
		return data >> (16*(sel-8) + 15) & 1 * 0xff
	}
	return data >> (8 * sel) & 0xff
}

// floats adds the instructions that exist for several sizes of floats.
func floats() {
	type kind struct {
		name, t string
		get     func(uint64) float64
		put     func(float64) uint64
		fma     func(a, b, c uint64) uint64
		most    float64 // the greatest number below 1
	}
	for _, k := range []kind{
		{"f32", "f", func(a uint64) float64 { return float64(f32(a)) }, func(v float64) uint64 { return u32(float32(v)) },
			func(a, b, c uint64) uint64 { return u32(fma32(f32(a), f32(b), f32(c))) }, 1 - 0x1p-24},
		{"f64", "d", f64, u64, func(a, b, c uint64) uint64 { return u64(math.FMA(f64(a), f64(b), f64(c))) }, 1 - 0x1p-53},
		{"f16", "h", f16, u16, func(a, b, c uint64) uint64 { return u16(halfFMA(f16(a), f16(b), f16(c))) }, 1 - 0x1p-11},
	} {
		t, get, put := k.t, k.get, k.put
		add := func(name, types string, f func(a, b, c uint64) uint64) {
			vectorOps["v_"+name+"_"+k.name] = &vop{types, f}
		}
		one := func(name string, f func(v float64) float64) {
			add(name, t+t, func(a, _, _ uint64) uint64 { return put(f(get(a))) })
		}
		two := func(name string, f func(a, b float64) float64) {
			add(name, t+t+t, func(a, b, _ uint64) uint64 { return put(f(get(a), get(b))) })
		}
		three := func(name string, f func(a, b, c float64) float64) {
			add(name, t+t+t+t, func(a, b, c uint64) uint64 { return put(f(get(a), get(b), get(c))) })
		}
		two("add", func(a, b float64) float64 { return a + b })
		two("sub", func(a, b float64) float64 { return a - b })
		two("subrev", func(a, b float64) float64 { return b - a })
		two("mul", func(a, b float64) float64 { return a * b })
		two("mul_legacy", func(a, b float64) float64 {
			if a == 0 || b == 0 {
				return 0
			}
			return a * b
		})
		two("mul_dx9_zero", func(a, b float64) float64 {
			if a == 0 || b == 0 {
				return 0
			}
			return a * b
		})
		for _, n := range []string{"", "_num"} {
			two("min"+n, minNum)
			two("max"+n, maxNum)
		}
		three("min3", func(a, b, c float64) float64 { return minNum(minNum(a, b), c) })
		three("max3", func(a, b, c float64) float64 { return maxNum(maxNum(a, b), c) })
		three("maxmin", func(a, b, c float64) float64 { return minNum(maxNum(a, b), c) })
		three("minmax", func(a, b, c float64) float64 { return maxNum(minNum(a, b), c) })
		three("med3", med3)
		add("fma", t+t+t+t, k.fma)
		add("fmac", t+t+t, k.fma) // the destination is the third source
		add("mad", t+t+t+t, func(a, b, c uint64) uint64 { return put(get(put(get(a)*get(b))) + get(c)) })
		add("mac", t+t+t, func(a, b, c uint64) uint64 { return put(get(put(get(a)*get(b))) + get(c)) })
		for _, n := range []string{"fmamk", "madmk"} { // D = S0·K + S1
			add(n, t+t+t+t, func(a, b, c uint64) uint64 { return k.fma(a, b, c) })
		}
		for _, n := range []string{"fmaak", "madak"} {
			add(n, t+t+t+t, k.fma)
		}
		one("rcp", func(v float64) float64 { return 1 / v })
		one("rcp_iflag", func(v float64) float64 { return 1 / v })
		one("rsq", func(v float64) float64 { return 1 / math.Sqrt(v) })
		one("sqrt", math.Sqrt)
		one("exp", math.Exp2)
		one("log", math.Log2)
		one("sin", func(v float64) float64 { return math.Sin(2 * math.Pi * v) })
		one("cos", func(v float64) float64 { return math.Cos(2 * math.Pi * v) })
		one("floor", math.Floor)
		one("ceil", math.Ceil)
		one("trunc", math.Trunc)
		one("rndne", math.RoundToEven)
		one("fract", func(v float64) float64 { return fract(v, k.most) })
		one("frexp_mant", frexpMant)
		add("ldexp", t+t+map[bool]string{true: "s", false: "u"}[t == "h"], func(a, b, _ uint64) uint64 {
			n := s32(b)
			if t == "h" {
				n = int64(int16(b))
			}
			return put(ldexp(get(a), n))
		})
		add("div_fixup", t+t+t+t, func(a, b, c uint64) uint64 { return put(divFixup(get(a), get(b), get(c))) })
	}
	vectorOps["v_frexp_exp_i32_f32"] = &vop{"uf", func(a, _, _ uint64) uint64 { return frexpExp(float64(f32(a))) }}
	vectorOps["v_frexp_exp_i32_f64"] = &vop{"ud", func(a, _, _ uint64) uint64 { return frexpExp(f64(a)) }}
	vectorOps["v_frexp_exp_i16_f16"] = &vop{"sh", func(a, _, _ uint64) uint64 { return frexpExp(f16(a)) }}
	vectorOps["v_trig_preop_f64"] = &vop{"ddu", func(a, b, _ uint64) uint64 { return trigPreop(a, b) }}
	vectorOps["v_ldexp_i32_f32"] = vectorOps["v_ldexp_f32"]
}

// halfFMA returns a*b + c such that rounding to 16 bits gives the fused result. The product has at most 22 bits and
// is exact; the sum is rounded to odd, so that the second rounding does no harm.
func halfFMA(a, b, c float64) float64 {
	p := a * b
	s := p + c
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return s
	}
	t := s - p
	if e := (p - (s - t)) + (c - t); e != 0 && math.Float64bits(s)&1 == 0 {
		if (e > 0) == (s > 0) {
			return math.Float64frombits(math.Float64bits(s) + 1)
		}
		return math.Float64frombits(math.Float64bits(s) - 1)
	}
	return s
}

// divFixup executes v_div_fixup: it corrects the quotient q of n by d in special cases.
func divFixup(q, d, n float64) float64 {
	if math.IsNaN(q) { // an earlier step has overflowed, because the quotient is too large or too small
		return n / d
	}
	sign := 1.0
	if math.Signbit(n) != math.Signbit(d) {
		sign = -1
	}
	switch {
	case math.IsNaN(n):
		return n
	case math.IsNaN(d):
		return d
	case n == 0 && d == 0, math.IsInf(n, 0) && math.IsInf(d, 0):
		return math.NaN()
	case d == 0, math.IsInf(n, 0):
		return math.Inf(int(sign))
	case math.IsInf(d, 0), n == 0:
		return math.Copysign(0, sign)
	}
	return math.Copysign(q, sign)
}

func conversions() {
	add := func(name, types string, f func(a uint64) uint64) {
		vectorOps["v_cvt_"+name] = &vop{types, func(a, _, _ uint64) uint64 { return f(a) }}
	}
	add("f32_i32", "fu", func(a uint64) uint64 { return u32(float32(int32(uint32(a)))) })
	add("f32_u32", "fu", func(a uint64) uint64 { return u32(float32(uint32(a))) })
	add("f64_i32", "du", func(a uint64) uint64 { return u64(float64(int32(uint32(a)))) })
	add("f64_u32", "du", func(a uint64) uint64 { return u64(float64(uint32(a))) })
	add("f64_f32", "df", func(a uint64) uint64 { return u64(float64(f32(a))) })
	add("f32_f64", "fd", func(a uint64) uint64 { return u32(float32(f64(a))) })
	add("f16_f32", "hf", func(a uint64) uint64 { return u16(float64(f32(a))) })
	add("f32_f16", "fh", func(a uint64) uint64 { return u32(float32(f16(a))) })
	add("f16_u16", "hs", func(a uint64) uint64 { return u16(float64(uint16(a))) })
	add("f16_i16", "hs", func(a uint64) uint64 { return u16(float64(int16(a))) })
	add("u16_f16", "sh", func(a uint64) uint64 { return uint64(toInt(f16(a), 0, 65535)) })
	add("i16_f16", "sh", func(a uint64) uint64 { return uint64(toInt(f16(a), -32768, 32767)) })
	for n := range 4 {
		add(fmt.Sprintf("f32_ubyte%d", n), "fu", func(a uint64) uint64 { return u32(float32(a >> (8 * n) & 255)) })
	}
	for name, get := range map[string]func(uint64) float64{"f32": func(a uint64) float64 { return float64(f32(a)) }, "f64": f64} {
		t := map[string]string{"f32": "uf", "f64": "ud"}[name]
		add("i32_"+name, t, func(a uint64) uint64 { return uint64(toInt(get(a), math.MinInt32, math.MaxInt32)) })
		add("u32_"+name, t, func(a uint64) uint64 { return uint64(toInt(get(a), 0, math.MaxUint32)) })
	}
	for _, n := range []string{"flr_i32_f32", "floor_i32_f32"} {
		add(n, "uf", func(a uint64) uint64 {
			return uint64(toInt(math.Floor(float64(f32(a))), math.MinInt32, math.MaxInt32))
		})
	}
	for _, n := range []string{"rpi_i32_f32", "nearest_i32_f32"} {
		add(n, "uf", func(a uint64) uint64 {
			return uint64(toInt(math.Floor(float64(f32(a))+.5), math.MinInt32, math.MaxInt32))
		})
	}
}

// width returns the width of a type in bits.
func width(t byte) int {
	switch t {
	case 'q', 'd':
		return 64
	case 's', 'h':
		return 16
	}
	return 32
}

// read reads a source operand of all lanes into buf.
func (w *wave) read(o *operand, t byte, buf *[64]uint64) {
	n := width(t)
	switch {
	case o.kind != vector:
		v := w.get(o, t)
		if n == 16 && o.high {
			v >>= 16
		}
		for i := range buf {
			buf[i] = v
		}
		w.defined.spread()
	case n == 64:
		low, high := &w.vgpr[o.reg], &w.vgpr[o.reg+1]
		for i := range buf {
			buf[i] = uint64(low[i]) | uint64(high[i])<<32
		}
	default:
		for i, v := range &w.vgpr[o.reg] {
			buf[i] = uint64(v)
		}
		if n == 16 && o.high {
			for i := range buf {
				buf[i] >>= 16
			}
		}
	}
	if o.kind == vector {
		w.readVector(o, n == 64)
	}
	if o.row != nil {
		old := *buf
		for i := range buf {
			if from := w.source(o.row, i); from >= 0 {
				buf[i] = old[from]
			} else {
				buf[i] = 0
			}
		}
	}
	if o.sel != selDword {
		o.part(buf)
	}
	if n == 16 && o.sel == selDword {
		for i := range buf {
			buf[i] &= 0xffff
		}
	}
	if o.abs || o.neg {
		sign := uint64(1) << (n - 1)
		for i := range buf {
			if o.abs {
				buf[i] &^= sign
			}
			if o.neg {
				buf[i] ^= sign
			}
		}
	}
}

// part selects the byte or word of a source that SDWA's src_sel names.
func (o *operand) part(buf *[64]uint64) {
	shift, n := 8*(o.sel-selByte0), 8
	if o.sel >= selWord0 {
		shift, n = 16*(o.sel-selWord0), 16
	}
	for i := range buf {
		buf[i] = buf[i] >> shift & mask(uint64(n))
		if o.sext {
			buf[i] = extend(buf[i], uint64(n), 32) & math.MaxUint32
		}
	}
}

// writable returns the lanes whose destination the instruction writes. With DPP, row_mask and bank_mask disable lanes; a
// lane without a valid source keeps its old value, unless bound_ctrl is set.
func (w *wave) writable(in *inst) uint64 {
	exec, d := w.exec(), in.row
	if d == nil {
		return exec
	}
	for l := range 64 {
		if d.rows>>(l/16%4)&1 == 0 || d.banks>>(l/4%4)&1 == 0 || !d.zero && w.source(d, l) < 0 {
			exec &^= 1 << l
		}
	}
	return exec
}

// write stores the results of the active lanes.
func (w *wave) write(in *inst, o *operand, t byte, r *[64]uint64, exec uint64) {
	if o.kind == scalar {
		w.put(o, width(t) == 64, r[bits.TrailingZeros64(exec|1<<63)])
		return
	}
	if width(t) == 64 && in.dst == selDword {
		w.writePair(in, o.reg, exec)
	} else {
		w.writeVector(in, o.reg, exec)
	}
	switch low := &w.vgpr[o.reg]; {
	case in.dst != selDword:
		for i := range low {
			if exec>>i&1 != 0 {
				low[i] = in.insert(low[i], uint32(r[i]))
			}
		}
	case width(t) == 64:
		high := &w.vgpr[o.reg+1]
		for i := range low {
			if exec>>i&1 != 0 {
				low[i], high[i] = uint32(r[i]), uint32(r[i]>>32)
			}
		}
	case width(t) == 16:
		keeps := in.keepsHigh(w.object.Arch)
		for i := range low {
			if exec>>i&1 == 0 {
				continue
			}
			switch {
			case o.high:
				low[i] = low[i]&0xffff | uint32(r[i])<<16
			case keeps:
				low[i] = low[i]&^0xffff | uint32(r[i])&0xffff
			default:
				low[i] = uint32(r[i]) & 0xffff
			}
		}
	case exec == math.MaxUint64:
		for i := range low {
			low[i] = uint32(r[i])
		}
	default:
		for i := range low {
			if exec>>i&1 != 0 {
				low[i] = uint32(r[i])
			}
		}
	}
}

// keepsHigh reports whether an instruction of 16 bits keeps the upper half of its destination. Before gfx11 most clear it.
func (in *inst) keepsHigh(arch string) bool {
	return arch == "gfx1100" || strings.HasPrefix(in.name, "v_mad_") && !strings.Contains(in.name, "legacy") || strings.HasPrefix(in.name, "v_fma") ||
		strings.HasPrefix(in.name, "v_mac_") || in.name == "v_div_fixup_f16"
}

// insert puts a result into the part of the register that SDWA's dst_sel names.
func (in *inst) insert(old, v uint32) uint32 {
	shift, n := 8*(in.dst-selByte0), 8
	if in.dst >= selWord0 {
		shift, n = 16*(in.dst-selWord0), 16
	}
	m := uint32(mask(uint64(n)))
	v &= m
	switch in.unused {
	case "UNUSED_PRESERVE":
		return old&^(m<<shift) | v<<shift
	case "UNUSED_SEXT":
		return uint32(extend(uint64(v), uint64(n), 32)) << shift
	}
	return v << shift
}

// vectorOp executes an instruction whose lanes do not depend on each other.
func vectorOp(w *wave, in *inst) {
	v := in.vop
	exec := w.exec()
	if exec == 0 {
		return
	}
	if w.gprIndex.args != [4]bool{} {
		in = w.gprIndex.indexed(in)
	}
	n := len(v.types) - 1
	every := ^uint64(0) // lanes in which every source is undefined
	for i := range n {
		w.read(&in.args[1+i], v.types[1+i], &w.buf[i])
		if in.merges {
			every &= w.defined.lanes
			w.defined.lanes = 0
		}
	}
	if in.merges {
		w.defined.lanes = every
	}
	f, a, b, c := v.f, &w.buf[0], &w.buf[1], &w.buf[2]
	if strings.HasPrefix(in.name, "v_fmac") || strings.HasPrefix(in.name, "v_mac") {
		w.read(&operand{kind: vector, reg: in.args[0].reg, high: in.args[0].high}, v.types[0], c)
	}
	for i := range a {
		if exec>>i&1 != 0 {
			a[i] = f(a[i], b[i], c[i])
		}
	}
	if in.clamp || in.omod != 0 {
		in.modify(v.types[0], a)
	}
	w.write(in, &in.args[0], v.types[0], a, w.writable(in))
}

// modify applies the output modifiers omod and clamp.
func (in *inst) modify(t byte, r *[64]uint64) {
	for i := range r {
		var v float64
		switch t {
		case 'f':
			v = float64(f32(r[i]))
		case 'd':
			v = f64(r[i])
		case 'h':
			v = f16(r[i])
		default:
			return
		}
		if in.omod != 0 {
			v *= in.omod
		}
		if in.clamp {
			v = math.Max(0, math.Min(1, v))
			if math.IsNaN(v) {
				v = 0
			}
		}
		switch t {
		case 'f':
			r[i] = u32(float32(v))
		case 'd':
			r[i] = u64(v)
		default:
			r[i] = u16(v)
		}
	}
}

func (in *inst) chooseVector() error {
	if ok, err := in.chooseLanes(); ok || err != nil {
		return err
	}
	v := vectorOps[in.name]
	if v == nil {
		return fmt.Errorf("it is not known")
	}
	if len(in.args) < len(v.types) {
		return fmt.Errorf("%d operands of %d", len(in.args), len(v.types))
	}
	if in.clamp && !strings.ContainsAny(v.types[:1], "fdh") {
		f := saturating(in.name)
		if f == nil {
			return fmt.Errorf("clamp of integers is not known")
		}
		v = &vop{v.types, f}
	}
	in.vop, in.op, in.copies, in.merges = v, vectorOp, copying(in.name), merging(in.name)
	return nil
}

// saturating returns the saturating form of an integer addition or subtraction (clamp), or nil for other instructions.
func saturating(name string) func(a, b, c uint64) uint64 {
	op, typ, _ := strings.Cut(strings.Replace(strings.TrimPrefix(name, "v_"), "_nc", "", 1), "_")
	limits := map[string][2]int64{"u32": {0, math.MaxUint32}, "i32": {math.MinInt32, math.MaxInt32},
		"u16": {0, math.MaxUint16}, "i16": {math.MinInt16, math.MaxInt16}}
	limit, ok := limits[typ]
	if !ok || op != "add" && op != "sub" && op != "subrev" {
		return nil
	}
	value := map[string]func(uint64) int64{
		"u32": func(a uint64) int64 { return int64(uint32(a)) }, "i32": s32,
		"u16": func(a uint64) int64 { return int64(uint16(a)) }, "i16": func(a uint64) int64 { return int64(int16(a)) },
	}[typ]
	return func(a, b, _ uint64) uint64 {
		x, y := value(a), value(b)
		switch op {
		case "sub":
			y = -y
		case "subrev":
			x = -x
		}
		return uint64(max(limit[0], min(limit[1], x+y)))
	}
}

// dual executes a dual-issue instruction (VOPD): both halves read their sources before either of them writes.
func (w *wave) dual(in *inst, a, b func(w *wave, in *inst)) {
	reg, d := in.args[0].reg, &w.defined
	to := &w.vgpr[reg]
	old, undefined, computed := *to, d.vector[reg], d.computed[reg]
	a(w, in)
	first, undefinedFirst, computedFirst := *to, d.vector[reg], d.computed[reg]
	*to, d.vector[reg], d.computed[reg] = old, undefined, computed
	d.begin()
	b(w, in.pair)
	*to, d.vector[reg], d.computed[reg] = first, undefinedFirst, computedFirst
}
