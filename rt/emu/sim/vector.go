// Fast paths for the most frequent instructions when all 32 threads of a warp execute them.

package sim

import (
	"math"
	"math/bits"
	"unsafe"
)

// everyone is the mask of all 32 threads of a warp.
const everyone = ^uint32(0)

// warpFn executes an instruction for all threads of a warp.
type warpFn func(w *warp, in *inst)

// vectors2 has the fast paths of the most frequent operations with two operands. With fewer threads the warp uses
// in.exec.
var vectors2 = map[string]warpFn{
	"add.f32":      lanesAddF32,
	"add.rn.f32":   lanesAddF32,
	"sub.f32":      lanesSubF32,
	"sub.rn.f32":   lanesSubF32,
	"mul.f32":      lanesMulF32,
	"mul.rn.f32":   lanesMulF32,
	"add.f64":      lanesAddF64,
	"add.rn.f64":   lanesAddF64,
	"sub.f64":      lanesSubF64,
	"sub.rn.f64":   lanesSubF64,
	"mul.f64":      lanesMulF64,
	"mul.rn.f64":   lanesMulF64,
	"add.s32":      lanesAdd32,
	"add.u32":      lanesAdd32,
	"add.s64":      lanesAdd64,
	"add.u64":      lanesAdd64,
	"sub.s32":      lanesSub32,
	"sub.u32":      lanesSub32,
	"sub.s64":      lanesSub64,
	"sub.u64":      lanesSub64,
	"mul.lo.s32":   lanesMulLow32,
	"mul.lo.u32":   lanesMulLow32,
	"mul.lo.s64":   lanesMulLow64,
	"mul.lo.u64":   lanesMulLow64,
	"mul.wide.s32": lanesMulWideS32,
	"mul.wide.u32": lanesMulWideU32,
	"and.b32":      lanesAnd64,
	"and.b64":      lanesAnd64,
	"and.b16":      lanesAnd64,
	"or.b32":       lanesOr64,
	"or.b64":       lanesOr64,
	"or.b16":       lanesOr64,
	"xor.b32":      lanesXor64,
	"xor.b64":      lanesXor64,
	"xor.b16":      lanesXor64,
	"min.s32":      lanesMin[int32],
	"min.u32":      lanesMin[uint32],
	"min.s64":      lanesMin[int64],
	"min.u64":      lanesMin[uint64],
	"max.s32":      lanesMax[int32],
	"max.u32":      lanesMax[uint32],
	"max.s64":      lanesMax[int64],
	"max.u64":      lanesMax[uint64],
	"shr.s32":      lanesShiftRightS32,
	"shr.s64":      lanesShiftRightS64,
	"div.rn.f64":   lanesDivF64,
	"div.rn.f32":   lanesDivF32,
	"shl.b32":      lanesShiftLeft32,
	"shl.b64":      lanesShiftLeft64,
	"shr.u32":      lanesShiftRight,
	"shr.u64":      lanesShiftRight,
	"shr.b32":      lanesShiftRight,
	"shr.b64":      lanesShiftRight,
}

var vectors1 = map[string]warpFn{
	"sqrt.rn.f32": lanesSqrtF32,
	"sqrt.rn.f64": lanesSqrtF64,
	"neg.f32":     lanesFlip(1 << 31),
	"neg.f64":     lanesFlip(1 << 63),
}

var vectors3 = map[string]warpFn{
	"fma.rn.f32":   lanesFmaF32,
	"fma.rn.f64":   lanesFmaF64,
	"mad.lo.s32":   lanesMadLow32,
	"mad.lo.u32":   lanesMadLow32,
	"mad.lo.s64":   lanesMadLow64,
	"mad.lo.u64":   lanesMadLow64,
	"mad.wide.s32": lanesMadWideS32,
	"mad.wide.u32": lanesMadWideU32,
}

func (in *inst) two(w *warp) (d, a, b *vec) {
	r := w.fr.regs
	return &r[in.d], &r[in.a], &r[in.b]
}

func lanesAddF32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b32(f32(a[i]) + f32(b[i]))
	}
}

func lanesSubF32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b32(f32(a[i]) - f32(b[i]))
	}
}

func lanesMulF32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b32(f32(a[i]) * f32(b[i]))
	}
}

func lanesAddF64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b64(f64(a[i]) + f64(b[i]))
	}
}

func lanesSubF64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b64(f64(a[i]) - f64(b[i]))
	}
}

func lanesMulF64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b64(f64(a[i]) * f64(b[i]))
	}
}

func lanesAdd32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(uint32(a[i] + b[i]))
	}
}

func lanesAdd64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] + b[i]
	}
}

func lanesSub32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(uint32(a[i] - b[i]))
	}
}

func lanesSub64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] - b[i]
	}
}

func lanesMulLow32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(uint32(a[i] * b[i]))
	}
}

func lanesMulLow64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func lanesMulWideS32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(int64(int32(a[i])) * int64(int32(b[i])))
	}
}

func lanesMulWideU32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] * b[i]
	}
}

func lanesAnd64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] & b[i]
	}
}

func lanesOr64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] | b[i]
	}
}

func lanesXor64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] ^ b[i]
	}
}

func lanesShiftLeft32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(uint32(a[i]) << min(uint32(b[i]), 32))
	}
}

func lanesShiftLeft64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] << min(uint32(b[i]), 64)
	}
}

func lanesShiftRight(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i] >> min(uint32(b[i]), 64)
	}
}

func lanesShiftRightS32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(uint32(int32(a[i]) >> min(uint32(b[i]), 31)))
	}
}

func lanesShiftRightS64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = uint64(int64(a[i]) >> min(uint32(b[i]), 63))
	}
}

type integer interface {
	int32 | uint32 | int64 | uint64
}

// bitsOf returns the register value of an integer.
func bitsOf[T integer](v T) uint64 {
	if unsafe.Sizeof(v) == 4 {
		return uint64(uint32(v))
	}
	return uint64(v)
}

func lanesMin[T integer](w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = bitsOf(min(T(a[i]), T(b[i])))
	}
}

func lanesMax[T integer](w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = bitsOf(max(T(a[i]), T(b[i])))
	}
}

func lanesDivF32(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b32(f32(a[i]) / f32(b[i]))
	}
}

func lanesDivF64(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = b64(f64(a[i]) / f64(b[i]))
	}
}

// lanesSqrtF32 rounds the square root in double precision to single precision. Double precision has enough bits for
// the correctly rounded result.
func lanesSqrtF32(w *warp, in *inst) {
	d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
	for i := range d {
		d[i] = b32(float32(math.Sqrt(float64(f32(a[i])))))
	}
}

func lanesSqrtF64(w *warp, in *inst) {
	d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
	for i := range d {
		d[i] = b64(math.Sqrt(f64(a[i])))
	}
}

// lanesFlip executes neg for floats.
func lanesFlip(sign uint64) warpFn {
	return func(w *warp, in *inst) {
		d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
		for i := range d {
			d[i] = a[i] ^ sign
		}
	}
}

func lanesFmaF32(w *warp, in *inst) {
	d, a, b := in.two(w)
	c := &w.fr.regs[in.c]
	for i := range d {
		d[i] = b32(fmaSingle(f32(a[i]), f32(b[i]), f32(c[i])))
	}
}

func lanesFmaF64(w *warp, in *inst) {
	d, a, b := in.two(w)
	c := &w.fr.regs[in.c]
	for i := range d {
		d[i] = b64(math.FMA(f64(a[i]), f64(b[i]), f64(c[i])))
	}
}

func lanesMadLow32(w *warp, in *inst) {
	d, a, b := in.two(w)
	c := &w.fr.regs[in.c]
	for i := range d {
		d[i] = uint64(uint32(a[i]*b[i] + c[i]))
	}
}

func lanesMadLow64(w *warp, in *inst) {
	d, a, b := in.two(w)
	c := &w.fr.regs[in.c]
	for i := range d {
		d[i] = a[i]*b[i] + c[i]
	}
}

func lanesMadWideS32(w *warp, in *inst) {
	d, a, b := in.two(w)
	c := &w.fr.regs[in.c]
	for i := range d {
		d[i] = uint64(int64(int32(a[i]))*int64(int32(b[i]))) + c[i]
	}
}

func lanesMadWideU32(w *warp, in *inst) {
	d, a, b := in.two(w)
	c := &w.fr.regs[in.c]
	for i := range d {
		d[i] = a[i]*b[i] + c[i]
	}
}

// fmaSingle returns a*b + c rounded once. The product is exact in double precision. Rounding the sum twice is wrong
// only if the first rounding yields a tie between two single-precision numbers, or if the result is subnormal.
func fmaSingle(a, b, c float32) float32 {
	s := float64(a)*float64(b) + float64(c)
	if x := math.Float64bits(s); s != 0 && (x&(1<<29-1) == 1<<28 || x>>52&0x7ff < 1023-126) {
		return float32(oddFMA(float64(a), float64(b), float64(c)))
	}
	return float32(s)
}

// lanesExtend executes cvt between integers: it extends or truncates fw bits to tw bits.
func lanesExtend(fw uint, signed bool, tw uint) warpFn {
	mask, shift := maskOf(tw), 64-fw
	if !signed {
		mask &= maskOf(fw)
		return func(w *warp, in *inst) {
			d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
			for i := range d {
				d[i] = a[i] & mask
			}
		}
	}
	return func(w *warp, in *inst) {
		d, a := &w.fr.regs[in.d], &w.fr.regs[in.a]
		for i := range d {
			d[i] = uint64(int64(a[i]<<(shift&63))>>(shift&63)) & mask
		}
	}
}

// lanesSelect executes selp.
func lanesSelect(w *warp, in *inst) {
	d, a, b := in.two(w)
	p := predOf(w.fr.preds, in.p)
	if in.pn {
		p = ^p
	}
	for i := range d {
		d[i] = b[i] ^ (a[i]^b[i])&-uint64(p>>i&1)
	}
}

// lanesPack executes mov of two words into one of twice the size.
func lanesPack(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		d[i] = a[i]&(1<<32-1) | b[i]<<32
	}
}

// lanesUnpack executes the opposite mov: in.d is the source.
func lanesUnpack(w *warp, in *inst) {
	d, a, b := in.two(w)
	for i := range d {
		v := d[i]
		a[i], b[i] = v&(1<<32-1), v>>32
	}
}

// compareLess executes setp.lt for integers; in.imm is the sign bit if they are signed.
func compareLess(w *warp, in *inst, m uint32) {
	a, b := &w.fr.regs[in.a], &w.fr.regs[in.b]
	flip := in.imm
	var out uint32
	for i := range a {
		_, borrow := bits.Sub64(a[i]^flip, b[i]^flip, 0)
		out |= uint32(borrow) << i
	}
	w.setPred(in, out, m)
}

func compareEqual(w *warp, in *inst, m uint32) {
	a, b := &w.fr.regs[in.a], &w.fr.regs[in.b]
	var out uint32
	for i := range a {
		if a[i] == b[i] {
			out |= 1 << i
		}
	}
	w.setPred(in, out, m)
}

// compareFloat executes setp.lt, setp.le or setp.eq for floats.
func compareFloat(op string, single bool) execFn {
	value := func(w *warp, in *inst) (x, y [32]float64) {
		a, b := &w.fr.regs[in.a], &w.fr.regs[in.b]
		if single {
			for i := range a {
				x[i], y[i] = float64(f32(a[i])), float64(f32(b[i]))
			}
			return x, y
		}
		for i := range a {
			x[i], y[i] = f64(a[i]), f64(b[i])
		}
		return x, y
	}
	var holds func(x, y *[32]float64) uint32
	switch op {
	case "lt":
		holds = func(x, y *[32]float64) (out uint32) {
			for i := range x {
				if x[i] < y[i] {
					out |= 1 << i
				}
			}
			return out
		}
	case "le":
		holds = func(x, y *[32]float64) (out uint32) {
			for i := range x {
				if x[i] <= y[i] {
					out |= 1 << i
				}
			}
			return out
		}
	default:
		holds = func(x, y *[32]float64) (out uint32) {
			for i := range x {
				if x[i] == y[i] {
					out |= 1 << i
				}
			}
			return out
		}
	}
	return func(w *warp, in *inst, m uint32) {
		x, y := value(w, in)
		w.setPred(in, holds(&x, &y), m)
	}
}

// setPred sets the predicate in.q to out, negated if in.pn.
func (w *warp) setPred(in *inst, out, m uint32) {
	if in.pn {
		out = ^out
	}
	p := w.fr.preds
	p[in.q] = p[in.q]&^m | out&m
	if in.d2 >= 0 {
		p[in.d2] = p[in.d2]&^m | ^out&m
	}
}

// compareNumbers chooses the fast comparison of floats. An unordered comparison is the negation of an ordered one.
func compareNumbers(in *inst, op, typ string) bool {
	if typ != "f32" && typ != "f64" {
		return false
	}
	exchange := false
	switch op {
	case "lt", "le", "eq":
	case "gt", "ge":
		exchange = true
	case "geu", "gtu":
		in.pn = true
	case "leu", "ltu":
		in.pn, exchange = true, true
	case "neu":
		in.pn = true
	default:
		return false
	}
	plain := map[string]string{"gt": "lt", "ge": "le", "geu": "lt", "gtu": "le", "leu": "lt", "ltu": "le",
		"neu": "eq"}[op]
	if plain == "" {
		plain = op
	}
	if exchange {
		in.a, in.b = in.b, in.a
	}
	in.exec = compareFloat(plain, typ == "f32")
	return true
}

// compareWords chooses the fast comparison of integers, which needs no call for each thread. All are "less" or "equal",
// with operands exchanged or the result negated.
func compareWords(in *inst, op, typ string) bool {
	w, signed := width(typ)
	if w == 0 || w > 64 {
		return false
	}
	if signed {
		in.imm = 1 << (w - 1)
	}
	exchange := false
	switch op {
	case "eq", "ne":
		in.exec, in.pn = compareEqual, op == "ne"
		return true
	case "lt", "lo":
	case "ge", "hs":
		in.pn = true
	case "gt", "hi":
		exchange = true
	case "le", "ls":
		exchange, in.pn = true, true
	default:
		return false
	}
	if exchange {
		in.a, in.b = in.b, in.a
	}
	in.exec = compareLess
	return true
}
