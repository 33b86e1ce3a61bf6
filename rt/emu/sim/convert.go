package sim

import (
	"fmt"
	"math"
	"math/big"
)

// convert is cvt.to.from with modifiers.
func convert(to, from string, m mods) (func(a uint64) uint64, error) {
	tw, ts := width(to)
	fw, fs := width(from)
	switch {
	case to == "tf32":
		return toTF32(from, m)
	case tw > 0 && fw > 0:
		return intToInt(tw, ts, fw, fs, m.has("sat")), nil
	case tw > 0:
		return floatToInt(tw, ts, from, m)
	case fw > 0:
		if m.has("sat") {
			return nil, fmt.Errorf("the modifier .sat is not supported from integers to .%s", to)
		}
		return intToFloat(to, fw, fs, m)
	}
	return floatToFloat(to, from, m)
}

// toTF32 rounds to a fraction of 10 bits, halves away from zero or to even; the
// result keeps the form of single precision (PTX ISA 5.2.3).
func toTF32(from string, m mods) (func(a uint64) uint64, error) {
	const half, low = 1 << 12, 1<<13 - 1
	if from != "f32" || m.rounding() != toNearestAway && !m.has("rn") || m.has("relu") {
		return nil, fmt.Errorf("only .rn and .rna from .f32 are supported")
	}
	even := m.has("rn")
	return func(a uint64) uint64 {
		switch {
		case a&0x7fffffff > 0x7f800000:
			return nan32
		case a&0x7f800000 == 0x7f800000:
			return a
		case even && a>>13&1 == 0:
			return (a + half - 1) &^ low
		}
		return (a + half) &^ low
	}, nil
}

func intToInt(tw uint, ts bool, fw uint, fs, sat bool) func(a uint64) uint64 {
	mask := maskOf(tw)
	extend := func(a uint64) uint64 { return a & maskOf(fw) }
	if fs {
		extend = func(a uint64) uint64 { return uint64(sext(a, fw)) }
	}
	if !sat {
		return func(a uint64) uint64 { return extend(a) & mask }
	}
	return func(a uint64) uint64 {
		v := extend(a)
		neg := fs && int64(v) < 0
		switch {
		case ts && neg && tw < 64 && int64(v) < -1<<(tw-1):
			return 1 << (tw - 1)
		case ts && !neg && v > mask>>1:
			return mask >> 1
		case !ts && neg:
			return 0
		case !ts && v > mask:
			return mask
		}
		return v & mask
	}
}

// decodeFloat returns a function that reads a value of a type exactly.
func decodeFloat(typ string) (func(uint64) float64, error) {
	switch typ {
	case "f64":
		return f64, nil
	case "f32":
		return func(b uint64) float64 { return float64(f32(b)) }, nil
	}
	if h, lanes, ok := halfType(typ); ok && lanes == 1 {
		return h.to64, nil
	}
	return nil, fmt.Errorf("unknown type %s", typ)
}

// integral rounds to an integer.
func integral(m mods) func(float64) float64 {
	switch {
	case m.has("rni"):
		return math.RoundToEven
	case m.has("rzi"):
		return math.Trunc
	case m.has("rmi"):
		return math.Floor
	case m.has("rpi"):
		return math.Ceil
	}
	return nil
}

func floatToInt(w uint, signed bool, from string, m mods) (func(a uint64) uint64, error) {
	val, err := decodeFloat(from)
	if err != nil {
		return nil, err
	}
	round := integral(m)
	if round == nil {
		return nil, fmt.Errorf("conversion to an integer without rounding")
	}
	lo, hi := 0.0, math.Ldexp(1, int(w))
	top := maskOf(w)
	bottom := uint64(0)
	if signed {
		lo, hi = -math.Ldexp(1, int(w)-1), math.Ldexp(1, int(w)-1)
		top, bottom = maskOf(w)>>1, 1<<(w-1)
	}
	ftz := m.has("ftz") && from == "f32"
	nan := uint64(0) // PTX ISA 9.7.9.21
	if w == 64 || from == "f64" {
		nan = 1 << (w - 1)
	}
	return func(a uint64) uint64 {
		if ftz {
			a = flush(a)
		}
		f := round(val(a))
		switch {
		case f != f:
			return nan
		case f < lo:
			return bottom
		case f >= hi:
			return top
		case signed:
			return uint64(int64(f)) & maskOf(w)
		case f >= 1<<63:
			return uint64(f-1<<63) | 1<<63
		}
		return uint64(f)
	}, nil
}

func intToFloat(to string, w uint, signed bool, m mods) (func(a uint64) uint64, error) {
	r := m.rounding()
	value := func(a uint64) *big.Float {
		x := new(big.Float).SetPrec(64)
		if signed {
			return x.SetInt64(sext(a, w))
		}
		return x.SetUint64(a & maskOf(w))
	}
	h, lanes, isHalf := halfType(to)
	switch {
	case to == "f64" && r == toNearest:
		if signed {
			return func(a uint64) uint64 { return b64(float64(sext(a, w))) }, nil
		}
		return func(a uint64) uint64 { return b64(float64(a & maskOf(w))) }, nil
	case to == "f64":
		return func(a uint64) uint64 { return b64(round64(value(a), r)) }, nil
	case to == "f32" && r == toNearest:
		if signed {
			return func(a uint64) uint64 { return b32(float32(sext(a, w))) }, nil
		}
		return func(a uint64) uint64 { return b32(float32(a & maskOf(w))) }, nil
	case to == "f32" || isHalf && lanes == 1:
		return func(a uint64) uint64 {
			x := value(a)
			f, acc := x.Float64()
			if acc != big.Exact {
				f = odd(f, -float64(acc)*math.Ldexp(1, -60)*math.Abs(f))
			}
			if isHalf {
				return h.from64(f, r)
			}
			return b32(round32(f, r))
		}, nil
	}
	return nil, fmt.Errorf("unknown type %s", to)
}

func floatToFloat(to, from string, m mods) (func(a uint64) uint64, error) {
	if th, lanes, ok := halfType(to); ok && lanes == 2 {
		return nil, fmt.Errorf("conversion to %s takes two operands (%v)", to, th)
	}
	val, err := decodeFloat(from)
	if err != nil {
		return nil, err
	}
	r, round := m.rounding(), integral(m)
	sat, ftz, relu := m.has("sat"), m.has("ftz"), m.has("relu")
	h, _, isHalf := halfType(to)
	return func(a uint64) uint64 {
		if ftz && from == "f32" {
			a = flush(a)
		}
		f := val(a)
		if round != nil {
			f = round(f)
		}
		if relu && !(f > 0) && f == f {
			f = 0
		}
		switch {
		case isHalf:
			return h.clamp(h.from64(f, r), sat, false)
		case to == "f32":
			b := b32(round32(f, r))
			if ftz {
				b = flush(b)
			}
			if sat {
				b = saturate32(b)
			}
			return b
		}
		b := b64(f)
		if sat {
			b = saturate64(b)
		}
		return b
	}, nil
}

// packHalves is cvt.f16x2.f32 d, a, b: a becomes the upper half.
func packHalves(to string, m mods) (func(a, b uint64) uint64, error) {
	h, _, _ := halfType(to)
	r, relu := m.rounding(), m.has("relu")
	one := func(v uint64) uint64 { return h.clamp(h.from64(float64(f32(v)), r), false, relu) }
	return func(a, b uint64) uint64 { return one(a)<<16 | one(b) }, nil
}
