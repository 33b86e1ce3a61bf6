package sim

import (
	"math"
	"math/big"
)

// rounding is a rounding mode of floating-point results.
type rounding uint8

const (
	toNearest rounding = iota
	toZero
	toMinus
	toPlus
	toNearestAway // cvt.rna
)

var roundings = map[string]rounding{"rn": toNearest, "rz": toZero, "rm": toMinus, "rp": toPlus, "rna": toNearestAway}

const (
	nan32 = 0x7fffffff
	nan64 = 0x7ff8000000000000
	nan16 = 0x7fff
)

func f32(b uint64) float32 { return math.Float32frombits(uint32(b)) }
func f64(b uint64) float64 { return math.Float64frombits(b) }

// b32 packs a result: NaN has one form.
func b32(f float32) uint64 {
	if f != f {
		return nan32
	}
	return uint64(math.Float32bits(f))
}

func b64(f float64) uint64 { return math.Float64bits(f) }

// flush makes subnormal numbers zero, keeping the sign (.ftz).
func flush(b uint64) uint64 {
	if b&0x7f800000 == 0 {
		return b & 0x80000000
	}
	return b
}

// saturate32 clamps to [0, 1]; NaN becomes 0 (.sat).
func saturate32(b uint64) uint64 {
	f := f32(b)
	switch {
	case !(f > 0):
		return 0
	case f > 1:
		return uint64(math.Float32bits(1))
	}
	return b
}

func saturate64(b uint64) uint64 {
	f := f64(b)
	switch {
	case !(f > 0):
		return 0
	case f > 1:
		return math.Float64bits(1)
	}
	return b
}

// odd rounds s + err, an exact sum with |err| at most half a unit of s, to odd:
// further rounding to half as many bits or fewer is then as if exact.
func odd(s, err float64) float64 {
	if err == 0 || err != err || math.IsInf(s, 0) {
		return s
	}
	b := math.Float64bits(s)
	if b&1 == 1 {
		return s
	}
	if (err > 0) == (s > 0) || s == 0 {
		return math.Float64frombits(b + 1)
	}
	return math.Float64frombits(b - 1)
}

// sumError is the exact error of s = a + b (Knuth).
func sumError(a, b, s float64) float64 {
	bb := s - a
	return (a - (s - bb)) + (b - bb)
}

// The operations on float32 in float64, rounded to odd.

func oddAdd(a, b float64) float64 { s := a + b; return odd(s, sumError(a, b, s)) }
func oddMul(a, b float64) float64 { return a * b } // exact
func oddDiv(a, b float64) float64 {
	q := a / b
	if q == 0 || math.IsInf(q, 0) || q != q || math.IsInf(b, 0) {
		return q
	}
	r := math.FMA(-q, b, a)
	if b < 0 {
		r = -r
	}
	return odd(q, r)
}

func oddSqrt(a float64) float64 {
	s := math.Sqrt(a)
	if s == 0 || math.IsInf(s, 0) || s != s {
		return s
	}
	return odd(s, math.FMA(-s, s, a))
}

func oddFMA(a, b, c float64) float64 { return oddAdd(a*b, c) }

// round32 rounds x to float32.
func round32(x float64, mode rounding) float32 {
	f := float32(x)
	back := float64(f)
	if mode == toNearest || back == x || x != x {
		return f
	}
	if math.IsInf(x, 0) {
		return f
	}
	up := back < x // the exact value is above f
	switch mode {
	case toZero:
		if (x > 0) != up {
			return math.Nextafter32(f, 0)
		}
	case toMinus:
		if !up {
			return math.Nextafter32(f, float32(math.Inf(-1)))
		}
	case toPlus:
		if up {
			return math.Nextafter32(f, float32(math.Inf(1)))
		}
	}
	return f
}

// zeroSum is the sign of an exact zero sum of values of opposite signs.
func zeroSum(r float64, a, b float64, mode rounding) float64 {
	if r == 0 && mode == toMinus && math.Signbit(a) != math.Signbit(b) {
		return math.Copysign(0, -1)
	}
	return r
}

// round64 rounds an exact value (or one of ample precision) to float64.
func round64(x *big.Float, mode rounding) float64 {
	f, acc := x.Float64()
	if acc == big.Exact || mode == toNearest {
		return f
	}
	above := acc == big.Above // f > x
	switch mode {
	case toZero:
		if above == (x.Sign() > 0) {
			return math.Nextafter(f, 0)
		}
	case toMinus:
		if above {
			return math.Nextafter(f, math.Inf(-1))
		}
	case toPlus:
		if !above {
			return math.Nextafter(f, math.Inf(1))
		}
	}
	return f
}

func finite(v ...float64) bool {
	for _, x := range v {
		if math.IsInf(x, 0) || x != x {
			return false
		}
	}
	return true
}

func bigOf(v float64) *big.Float { return new(big.Float).SetPrec(4500).SetFloat64(v) }

func add64(a, b float64, mode rounding) float64 {
	s := a + b
	if mode == toNearest || !finite(a, b) {
		return s
	}
	if s == 0 && sumError(a, b, s) == 0 {
		return zeroSum(s, a, b, mode)
	}
	return round64(bigOf(a).Add(bigOf(a), bigOf(b)), mode)
}

func mul64(a, b float64, mode rounding) float64 {
	p := a * b
	if mode == toNearest || !finite(a, b) || a == 0 || b == 0 {
		return p
	}
	return round64(bigOf(a).Mul(bigOf(a), bigOf(b)), mode)
}

func fma64(a, b, c float64, mode rounding) float64 {
	r := math.FMA(a, b, c)
	if mode == toNearest || !finite(a, b, c) {
		return r
	}
	x := bigOf(a)
	x.Mul(x, bigOf(b))
	x.Add(x, bigOf(c))
	if x.Sign() == 0 {
		return zeroSum(r, a*b, c, mode)
	}
	return round64(x, mode)
}

func div64(a, b float64, mode rounding) float64 {
	q := a / b
	if mode == toNearest || !finite(a, b) || a == 0 || b == 0 {
		return q
	}
	return round64(bigOf(a).Quo(bigOf(a), bigOf(b)), mode)
}

func sqrt64(a float64, mode rounding) float64 {
	s := math.Sqrt(a)
	if mode == toNearest || !finite(a) || a <= 0 {
		return s
	}
	return round64(new(big.Float).SetPrec(300).Sqrt(bigOf(a)), mode)
}

// Half precision. A format has 1 + exp + frac bits.

type half struct{ exp, frac uint }

var (
	fp16 = half{5, 10}
	bf16 = half{8, 7}
)

func (h half) to64(b uint64) float64 {
	bias := 1<<(h.exp-1) - 1
	e := int(b>>h.frac) & (1<<h.exp - 1)
	m := b & (1<<h.frac - 1)
	var f float64
	switch {
	case e == 1<<h.exp-1 && m != 0:
		return math.NaN()
	case e == 1<<h.exp-1:
		f = math.Inf(1)
	case e == 0:
		f = math.Ldexp(float64(m), 1-bias-int(h.frac))
	default:
		f = math.Ldexp(float64(m|1<<h.frac), e-bias-int(h.frac))
	}
	if b>>(h.exp+h.frac)&1 == 1 {
		return math.Copysign(f, -1)
	}
	return f
}

// from64 rounds x, which may itself have been rounded to odd.
func (h half) from64(x float64, mode rounding) uint64 {
	if x != x {
		return nan16
	}
	sign := uint64(0)
	if math.Signbit(x) {
		sign = 1 << (h.exp + h.frac)
	}
	a := math.Abs(x)
	inf := uint64(1<<h.exp-1) << h.frac
	if math.IsInf(a, 0) {
		return sign | inf
	}
	if a == 0 {
		return sign
	}
	bias := 1<<(h.exp-1) - 1
	_, e := math.Frexp(a) // a = m × 2^e, 0.5 <= m < 1
	e = max(e-1, 1-bias)  // exponent of the unit
	scaled := math.Ldexp(a, int(h.frac)-e)
	n := math.Floor(scaled)
	rest := scaled - n
	up := false
	switch mode {
	case toNearest:
		up = rest > 0.5 || rest == 0.5 && uint64(n)&1 == 1
	case toNearestAway:
		up = rest >= 0.5
	case toMinus:
		up = rest > 0 && sign != 0
	case toPlus:
		up = rest > 0 && sign == 0
	}
	bits := uint64(n)
	if up {
		bits++
	}
	// A carry goes into the exponent by itself.
	if bits >= 1<<h.frac || e > 1-bias {
		bits += uint64(e+bias-1) << h.frac
	}
	if bits >= inf {
		if mode == toZero || mode == toMinus && sign == 0 || mode == toPlus && sign != 0 {
			return sign | (inf - 1)
		}
		return sign | inf
	}
	return sign | bits
}
