package sim

import (
	"fmt"
	"math"
	"math/bits"
)

// width returns the bits of an integer type and whether it is signed.
func width(typ string) (bits uint, signed bool) {
	switch typ {
	case "b8", "u8":
		return 8, false
	case "s8":
		return 8, true
	case "b16", "u16":
		return 16, false
	case "s16":
		return 16, true
	case "b32", "u32":
		return 32, false
	case "s32":
		return 32, true
	case "b64", "u64":
		return 64, false
	case "s64":
		return 64, true
	case "b128":
		return 128, false
	}
	return 0, false
}

func maskOf(w uint) uint64 {
	if w >= 64 {
		return ^uint64(0)
	}
	return 1<<w - 1
}

func sext(v uint64, w uint) int64 { return int64(v<<(64-w)) >> (64 - w) }

// integer2 is an integer operation on two operands.
func integer2(op, typ string) (func(a, b uint64) uint64, error) {
	w, signed := width(typ)
	mask := maskOf(w)
	switch op {
	case "add":
		if w == 64 {
			return func(a, b uint64) uint64 { return a + b }, nil
		}
		return func(a, b uint64) uint64 { return (a + b) & mask }, nil
	case "sub":
		return func(a, b uint64) uint64 { return (a - b) & mask }, nil
	case "mul.lo":
		return func(a, b uint64) uint64 { return (a * b) & mask }, nil
	case "mul.wide":
		if signed {
			return func(a, b uint64) uint64 { return uint64(sext(a, w)*sext(b, w)) & maskOf(2*w) }, nil
		}
		return func(a, b uint64) uint64 { return a * b }, nil
	case "mul.hi":
		return mulHigh(w, signed), nil
	case "and":
		return func(a, b uint64) uint64 { return a & b }, nil
	case "or":
		return func(a, b uint64) uint64 { return a | b }, nil
	case "xor":
		return func(a, b uint64) uint64 { return a ^ b }, nil
	case "shl":
		return func(a, b uint64) uint64 { return shiftLeft(a, b&0xffffffff) & mask }, nil
	case "shr":
		return shiftRight(w, signed), nil
	case "div":
		return divide(w, signed), nil
	case "rem":
		return remainder(w, signed), nil
	case "min", "max":
		return extreme(op == "max", w, signed), nil
	}
	return nil, fmt.Errorf("unknown integer operation %s", op)
}

func shiftLeft(a, b uint64) uint64 {
	if b > 63 {
		return 0
	}
	return a << b
}

func shiftRight(w uint, signed bool) func(a, b uint64) uint64 {
	if signed {
		return func(a, b uint64) uint64 {
			return uint64(sext(a, w)>>min(b&0xffffffff, 63)) & maskOf(w)
		}
	}
	return func(a, b uint64) uint64 {
		if b&0xffffffff > 63 {
			return 0
		}
		return a >> (b & 63)
	}
}

func mulHigh(w uint, signed bool) func(a, b uint64) uint64 {
	switch {
	case w == 64 && signed:
		return func(a, b uint64) uint64 {
			h, _ := bits.Mul64(a, b)
			return h - uint64(int64(a)>>63)&b - uint64(int64(b)>>63)&a
		}
	case w == 64:
		return func(a, b uint64) uint64 { h, _ := bits.Mul64(a, b); return h }
	case signed:
		return func(a, b uint64) uint64 { return uint64(sext(a, w)*sext(b, w)) >> w & maskOf(w) }
	}
	return func(a, b uint64) uint64 { return a * b >> w }
}

// divide is div; the divisor is not zero.
func divide(w uint, signed bool) func(a, b uint64) uint64 {
	mask := maskOf(w)
	if signed {
		return func(a, b uint64) uint64 {
			x, y := sext(a, w), sext(b, w)
			if y == -1 {
				return uint64(-x) & mask
			}
			return uint64(x/y) & mask
		}
	}
	return func(a, b uint64) uint64 { return a / b }
}

func remainder(w uint, signed bool) func(a, b uint64) uint64 {
	if signed {
		return func(a, b uint64) uint64 {
			x, y := sext(a, w), sext(b, w)
			if y == -1 {
				return 0
			}
			return uint64(x%y) & maskOf(w)
		}
	}
	return func(a, b uint64) uint64 { return a % b }
}

func extreme(largest bool, w uint, signed bool) func(a, b uint64) uint64 {
	flip := uint64(0)
	if signed {
		flip = 1 << (w - 1)
	}
	if largest {
		return func(a, b uint64) uint64 { return max(a^flip, b^flip) ^ flip }
	}
	return func(a, b uint64) uint64 { return min(a^flip, b^flip) ^ flip }
}

// integer1 is an integer operation on one operand.
func integer1(op, typ string) (func(a uint64) uint64, error) {
	w, signed := width(typ)
	mask := maskOf(w)
	switch op {
	case "neg":
		return func(a uint64) uint64 { return -a & mask }, nil
	case "not":
		return func(a uint64) uint64 { return ^a & mask }, nil
	case "cnot":
		return func(a uint64) uint64 { return truth(a == 0) }, nil
	case "abs":
		return func(a uint64) uint64 {
			if sext(a, w) < 0 {
				return -a & mask
			}
			return a
		}, nil
	case "popc":
		return func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }, nil
	case "clz":
		return func(a uint64) uint64 { return uint64(bits.LeadingZeros64(a)) - uint64(64-w) }, nil
	case "brev":
		return func(a uint64) uint64 { return bits.Reverse64(a) >> (64 - w) }, nil
	case "bfind", "bfind.shiftamt":
		shift := op != "bfind"
		return func(a uint64) uint64 {
			if signed && sext(a, w) < 0 {
				a = ^a & mask
			}
			if a == 0 {
				return 0xffffffff
			}
			n := uint64(bits.Len64(a) - 1)
			if shift {
				return uint64(w-1) - n
			}
			return n
		}, nil
	}
	return nil, fmt.Errorf("unknown integer operation %s", op)
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// mad is a*b + c with the product's low half, high half or all of it.
func mad(form, typ string) (func(a, b, c uint64) uint64, error) {
	w, _ := width(typ)
	mul, err := integer2("mul."+form, typ)
	if err != nil {
		return nil, err
	}
	if form == "wide" {
		w *= 2
	}
	mask := maskOf(w)
	if form == "lo" {
		return func(a, b, c uint64) uint64 { return (a*b + c) & mask }, nil
	}
	return func(a, b, c uint64) uint64 { return (mul(a, b) + c) & mask }, nil
}

// madSaturated is mad.hi.sat.s32.
func madSaturated(a, b, c uint64) uint64 {
	v := sext(a, 32)*sext(b, 32)>>32 + sext(c, 32)
	return uint64(min(max(v, math.MinInt32), math.MaxInt32)) & 0xffffffff
}

// bfe extracts a bit field (PTX ISA 9.7.1.19).
func bfe(typ string) func(a, b, c uint64) uint64 {
	w, signed := width(typ)
	return func(a, b, c uint64) uint64 {
		pos, n := uint(b&0xff), uint(c&0xff)
		sbit := uint64(0)
		if signed && n > 0 {
			sbit = a >> min(pos+n-1, w-1) & 1
		}
		out := uint64(0)
		for i := range w {
			if i < n && pos+i < w {
				out |= (a >> (pos + i) & 1) << i
			} else {
				out |= sbit << i
			}
		}
		return out
	}
}

// prmt picks bytes (PTX ISA 9.7.9.7).
func prmt(mode string) (func(a, b, c uint64) uint64, error) {
	pick := func(a, b uint64, sel [4]uint64) uint64 {
		v := a&0xffffffff | b<<32
		out := uint64(0)
		for i, s := range sel {
			x := v >> (8 * (s & 7)) & 0xff
			if s&8 != 0 {
				x = uint64(int8(x)>>7) & 0xff
			}
			out |= x << (8 * i)
		}
		return out
	}
	var choose func(c uint64) [4]uint64
	switch mode {
	case "":
		choose = func(c uint64) [4]uint64 { return [4]uint64{c & 15, c >> 4 & 15, c >> 8 & 15, c >> 12 & 15} }
	case "f4e":
		choose = func(c uint64) [4]uint64 { c &= 3; return [4]uint64{c, c + 1, c + 2, c + 3} }
	case "b4e":
		choose = func(c uint64) [4]uint64 { c &= 3; return [4]uint64{c, (c + 7) & 7, (c + 6) & 7, (c + 5) & 7} }
	case "rc8":
		choose = func(c uint64) [4]uint64 { c &= 3; return [4]uint64{c, c, c, c} }
	case "ecl":
		choose = func(c uint64) [4]uint64 { c &= 3; return [4]uint64{c, max(c, 1), max(c, 2), 3} }
	case "ecr":
		choose = func(c uint64) [4]uint64 { c &= 3; return [4]uint64{0, min(c, 1), min(c, 2), c} }
	case "rc16":
		choose = func(c uint64) [4]uint64 { c = c & 1 * 2; return [4]uint64{c, c + 1, c, c + 1} }
	default:
		return nil, fmt.Errorf("unknown mode of prmt")
	}
	return func(a, b, c uint64) uint64 { return pick(a, b, choose(c)) }, nil
}

// bmsk makes a mask of b bits from bit a on (PTX ISA 9.7.1.22).
func bmsk(clamp bool) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		start, n := a&31, b&31
		if clamp && a&0xffffffff > 31 {
			return 0
		}
		if clamp && b&0xffffffff > 31 {
			n = 32
		}
		return maskOf(uint(min(n, 32-start))) << start
	}
}

// szext extends a number of b bits (PTX ISA 9.7.1.21).
func szext(clamp, signed bool) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		n := uint(b & 31)
		if clamp && b&0xffffffff > 31 {
			return a
		}
		if n == 0 || !signed {
			return a & maskOf(n)
		}
		return uint64(uint32(sext(a, n)))
	}
}

// funnel is shf.
func funnel(left, clamp bool) func(a, b, c uint64) uint64 {
	return func(a, b, c uint64) uint64 {
		n := c & 0xffffffff
		if clamp {
			n = min(n, 32)
		} else {
			n &= 31
		}
		v := b<<32 | a&0xffffffff
		if left {
			return v << n >> 32
		}
		return v >> n & 0xffffffff
	}
}

// dot product of packed bytes (dp4a) or halves with bytes (dp2a).
func dot(n uint, as, bs, high bool) func(a, b, c uint64) uint64 {
	part := func(v uint64, i, w uint, signed bool) int64 {
		v = v >> (i * w) & maskOf(w)
		if signed {
			return sext(v, w)
		}
		return int64(v)
	}
	return func(a, b, c uint64) uint64 {
		sum := int64(c)
		first := uint(0)
		if high {
			first = 2
		}
		for i := range n {
			sum += part(a, i, 32/n, as) * part(b, first+i, 8, bs)
		}
		return uint64(uint32(sum))
	}
}
