package gcn

import (
	"math"
	"math/bits"
)

func f32(a uint64) float32 { return math.Float32frombits(uint32(a)) }
func u32(f float32) uint64 { return uint64(math.Float32bits(f)) }
func f64(a uint64) float64 { return math.Float64frombits(a) }
func u64(f float64) uint64 { return math.Float64bits(f) }
func f16(a uint64) float64 { return fromHalf(uint16(a)) }
func u16(f float64) uint64 { return uint64(toHalf(f)) }

// fromHalf is the value of a binary16 number.
func fromHalf(h uint16) float64 {
	e, m := int(h>>10&31), float64(h&0x3ff)
	var v float64
	switch e {
	case 31:
		v = math.Inf(1)
		if m != 0 {
			v = math.NaN()
		}
	case 0:
		v = math.Ldexp(m, -24)
	default:
		v = math.Ldexp(m+1024, e-25)
	}
	if h>>15 != 0 {
		v = math.Copysign(v, -1)
	}
	return v
}

// toHalf rounds to binary16, to nearest even.
func toHalf(v float64) uint16 {
	sign := uint16(math.Float64bits(v)>>48) & 0x8000
	a := math.Abs(v)
	switch {
	case math.IsNaN(v):
		return sign | 0x7e00
	case a >= 65520:
		return sign | 0x7c00
	case a < 0x1p-14:
		return sign | uint16(math.RoundToEven(a*0x1p24))
	}
	_, e := math.Frexp(a)
	m := math.RoundToEven(math.Ldexp(a, 11-e)) // 1024 to 2048
	return sign | uint16((e+14)<<10+int(m)-1024)
}

// fma32 rounds a·b+c once: the sum is rounded to odd before it becomes a float32.
func fma32(a, b, c float32) float32 {
	p, d := float64(a)*float64(b), float64(c)
	s := p + d
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return float32(s)
	}
	t := s - p
	e := (p - (s - t)) + (d - t)
	if e != 0 && math.Float64bits(s)&1 == 0 {
		if (e > 0) == (s > 0) {
			s = math.Float64frombits(math.Float64bits(s) + 1)
		} else {
			s = math.Float64frombits(math.Float64bits(s) - 1)
		}
	}
	return float32(s)
}

func minNum(a, b float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return math.Min(a, b)
}

func maxNum(a, b float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return math.Max(a, b)
}

func med3(a, b, c float64) float64 {
	if math.IsNaN(a) || math.IsNaN(b) || math.IsNaN(c) {
		return minNum(minNum(a, b), c)
	}
	return math.Max(math.Min(a, b), math.Min(math.Max(a, b), c))
}

func toInt(v, low, high float64) int64 {
	switch {
	case math.IsNaN(v):
		return 0
	case v <= low:
		return int64(low)
	case v >= high:
		return int64(high)
	}
	return int64(v)
}

func fract(v, most float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return math.NaN()
	}
	return min(v-math.Floor(v), most)
}

func frexpMant(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	m, _ := math.Frexp(v)
	return m
}

func frexpExp(v float64) uint64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	_, e := math.Frexp(v)
	return uint64(int64(e))
}

func ldexp(v float64, n int64) float64 { return math.Ldexp(v, int(max(min(n, 5000), -5000))) }

// class reports whether a number is of a class of v_cmp_class; quiet is the NaN's highest bit of the fraction.
func class(v float64, denormal float64, quiet bool, mask uint64) bool {
	var n int
	switch a := math.Abs(v); {
	case math.IsNaN(v):
		return quiet && mask>>1&1 != 0 || !quiet && mask&1 != 0
	case math.IsInf(v, 0):
		n = 9
	case a == 0:
		n = 6
	case a < denormal:
		n = 7
	default:
		n = 8
	}
	if math.Signbit(v) {
		n = 11 - n
	}
	return mask>>n&1 != 0
}

// twoOverPi has bits of 2/π for v_trig_preop_f64: 1201 of them, as the ISA document has it.
var twoOverPi = [19]uint64{
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
	0x06492eea09d1921c,
	0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
	0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
	0x6bfb5fb1f8d5d085, 0x6033046fc7b6babf,
}

// trigPreop is D = 2/π's bits from an offset that suits the exponent of a, b being the segment.
func trigPreop(a, b uint64) uint64 {
	shift := int(b&31) * 53
	if e := int(a >> 52 & 0x7ff); e > 1077 {
		shift += e - 1077
	}
	var field uint64
	for i := range 53 {
		at := shift + i
		bit := uint64(0)
		if at < 64*len(twoOverPi) {
			bit = twoOverPi[at/64] >> (63 - at%64) & 1
		}
		field = field<<1 | bit
	}
	scale := -53 - shift
	if a>>52&0x7ff >= 1968 {
		scale += 128
	}
	return u64(math.Ldexp(float64(field), scale))
}

func leading(a uint32) uint64 {
	if a == 0 {
		return math.MaxUint32
	}
	return uint64(bits.LeadingZeros32(a))
}
