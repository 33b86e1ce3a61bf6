// Floating-point instructions: from an operation, its type and modifiers to a function on register values.

package sim

import (
	"fmt"
	"math"
	"strings"
)

// mods has the modifiers of an instruction.
type mods []string

func (m mods) has(s string) bool {
	for _, x := range m {
		if x == s {
			return true
		}
	}
	return false
}

func (m mods) rounding() rounding {
	for _, x := range m {
		if r, ok := roundings[x]; ok {
			return r
		}
	}
	return toNearest
}

// post32 returns the function that applies .ftz and .sat to a float32 result.
func post32(m mods) func(uint64) uint64 {
	ftz, sat := m.has("ftz"), m.has("sat")
	return func(b uint64) uint64 {
		if ftz {
			b = flush(b)
		}
		if sat {
			b = saturate32(b)
		}
		return b
	}
}

// float3 returns the function of fma or mad.
func float3(op, typ string, m mods) (func(a, b, c uint64) uint64, error) {
	r := m.rounding()
	if op != "fma" && op != "mad" {
		return nil, fmt.Errorf("unknown operation %s", op)
	}
	switch typ {
	case "f64":
		if r == toNearest {
			return func(a, b, c uint64) uint64 { return b64(math.FMA(f64(a), f64(b), f64(c))) }, nil
		}
		return func(a, b, c uint64) uint64 { return b64(fma64(f64(a), f64(b), f64(c), r)) }, nil
	case "f32":
		core := func(a, b, c uint64) uint64 {
			x, y, z := float64(f32(a)), float64(f32(b)), float64(f32(c))
			return b32(round32(zeroSum(oddFMA(x, y, z), x*y, z, r), r))
		}
		return finish3(core, m), nil
	}
	h, lanes, ok := halfType(typ)
	if !ok {
		return nil, fmt.Errorf("unknown type %s", typ)
	}
	relu := m.has("relu")
	sat, in := m.has("sat"), h.operand(m)
	one := func(a, b, c uint64) uint64 {
		v := in(h.from64(oddFMA(h.to64(in(a)), h.to64(in(b)), h.to64(in(c))), r))
		return h.clamp(v, sat, relu)
	}
	if lanes == 1 {
		return one, nil
	}
	return func(a, b, c uint64) uint64 {
		return one(a&0xffff, b&0xffff, c&0xffff) | one(a>>16&0xffff, b>>16&0xffff, c>>16&0xffff)<<16
	}, nil
}

func finish3(core func(a, b, c uint64) uint64, m mods) func(a, b, c uint64) uint64 {
	if !m.has("ftz") && !m.has("sat") {
		return core
	}
	p := post32(m)
	if m.has("ftz") {
		return func(a, b, c uint64) uint64 { return p(core(flush(a), flush(b), flush(c))) }
	}
	return func(a, b, c uint64) uint64 { return p(core(a, b, c)) }
}

func halfType(typ string) (h half, lanes int, ok bool) {
	lanes = 1
	if strings.HasSuffix(typ, "x2") {
		lanes = 2
	}
	switch strings.TrimSuffix(typ, "x2") {
	case "f16":
		return fp16, lanes, true
	case "bf16":
		return bf16, lanes, true
	}
	return half{}, 0, false
}

// operand returns the function that applies .ftz to an operand or result: it replaces a subnormal number by a zero of
// the same sign.
func (h half) operand(m mods) func(v uint64) uint64 {
	if !m.has("ftz") {
		return func(v uint64) uint64 { return v }
	}
	return func(v uint64) uint64 {
		if v>>h.frac&(1<<h.exp-1) == 0 {
			v &= 1 << 15
		}
		return v
	}
}

// clamp applies .sat and .relu. A result of -0 counts as negative.
func (h half) clamp(v uint64, sat, relu bool) uint64 {
	f := h.to64(v)
	switch {
	case relu && math.Signbit(f) && f == f:
		return 0
	case sat && !(f > 0):
		return 0
	case sat && f > 1:
		return h.from64(1, toNearest)
	}
	return v
}

// float2 returns the function of an operation on two floating-point operands.
func float2(op, typ string, m mods) (func(a, b uint64) uint64, error) {
	r := m.rounding()
	switch typ {
	case "f64":
		return double2(op, r, m)
	case "f32":
		return single2(op, r, m)
	}
	h, lanes, ok := halfType(typ)
	if !ok {
		return nil, fmt.Errorf("unknown type %s", typ)
	}
	core, err := half2(h, op, r, m)
	if err != nil {
		return nil, err
	}
	in := h.operand(m)
	one := func(a, b uint64) uint64 { return in(core(in(a), in(b))) }
	if lanes == 1 {
		return one, nil
	}
	return func(a, b uint64) uint64 {
		return one(a&0xffff, b&0xffff) | one(a>>16&0xffff, b>>16&0xffff)<<16
	}, nil
}

func double2(op string, r rounding, m mods) (func(a, b uint64) uint64, error) {
	switch op {
	case "add":
		if r == toNearest {
			return func(a, b uint64) uint64 { return b64(f64(a) + f64(b)) }, nil
		}
		return func(a, b uint64) uint64 { return b64(add64(f64(a), f64(b), r)) }, nil
	case "sub":
		if r == toNearest {
			return func(a, b uint64) uint64 { return b64(f64(a) - f64(b)) }, nil
		}
		return func(a, b uint64) uint64 { return b64(add64(f64(a), -f64(b), r)) }, nil
	case "mul":
		if r == toNearest {
			return func(a, b uint64) uint64 { return b64(f64(a) * f64(b)) }, nil
		}
		return func(a, b uint64) uint64 { return b64(mul64(f64(a), f64(b), r)) }, nil
	case "div":
		return func(a, b uint64) uint64 { return b64(div64(f64(a), f64(b), r)) }, nil
	case "min", "max":
		nan := m.has("NaN")
		return func(a, b uint64) uint64 {
			x, y := f64(a), f64(b)
			if x != x && y != y || nan && (x != x || y != y) {
				return nan64
			}
			return choose(op == "max", x, y, a, b)
		}, nil
	case "copysign":
		return func(a, b uint64) uint64 { return b&^(1<<63) | a&(1<<63) }, nil
	}
	return nil, fmt.Errorf("unknown operation %s.f64", op)
}

// choose returns the bits a or b of the smaller or larger of x and y. If one of them is NaN, it returns the other.
// -0 is smaller than +0.
func choose(largest bool, x, y float64, a, b uint64) uint64 {
	switch {
	case x != x:
		return b
	case y != y:
		return a
	case x == y:
		if math.Signbit(x) == largest {
			return b
		}
		return a
	case (x > y) == largest:
		return a
	}
	return b
}

func single2(op string, r rounding, m mods) (func(a, b uint64) uint64, error) {
	var core func(a, b uint64) uint64
	switch op {
	case "add", "sub":
		neg := uint64(0)
		if op == "sub" {
			neg = 1 << 31
		}
		core = func(a, b uint64) uint64 { return b32(f32(a) + f32(b^neg)) }
		if r != toNearest {
			core = func(a, b uint64) uint64 {
				x, y := float64(f32(a)), float64(f32(b^neg))
				return b32(round32(zeroSum(oddAdd(x, y), x, y, r), r))
			}
		}
	case "mul":
		core = func(a, b uint64) uint64 { return b32(f32(a) * f32(b)) }
		if r != toNearest {
			core = func(a, b uint64) uint64 { return b32(round32(oddMul(float64(f32(a)), float64(f32(b))), r)) }
		}
	case "div":
		core = func(a, b uint64) uint64 { return b32(f32(a) / f32(b)) }
		if m.has("approx") {
			core = divideApprox
		}
		if r != toNearest {
			core = func(a, b uint64) uint64 { return b32(round32(oddDiv(float64(f32(a)), float64(f32(b))), r)) }
		}
	case "min", "max":
		nan, abs := m.has("NaN"), m.has("xorsign")
		core = func(a, b uint64) uint64 {
			sign := uint64(0)
			if abs {
				sign = (a ^ b) & (1 << 31)
				a, b = a&^(1<<31), b&^(1<<31)
			}
			x, y := float64(f32(a)), float64(f32(b))
			if x != x && y != y || nan && (x != x || y != y) {
				return nan32
			}
			return choose(op == "max", x, y, a, b) | sign
		}
	case "copysign":
		core = func(a, b uint64) uint64 { return b&^(1<<31) | a&(1<<31) }
	default:
		return nil, fmt.Errorf("unknown operation %s.f32", op)
	}
	if !m.has("ftz") && !m.has("sat") {
		return core, nil
	}
	p := post32(m)
	if m.has("ftz") {
		return func(a, b uint64) uint64 { return p(core(flush(a), flush(b))) }, nil
	}
	return func(a, b uint64) uint64 { return p(core(a, b)) }, nil
}

// divideApprox computes div.approx.f32: a times the reciprocal of b, which is zero if |b| is greater than 2 to the 126
// (PTX ISA 9.7.3.8).
func divideApprox(a, b uint64) uint64 {
	x, y := f32(a), f32(b)
	if abs := b &^ (1 << 31); abs > 0x7e800000 && abs < 0x7f800000 {
		return b32(x * float32(math.Copysign(0, float64(y))))
	}
	return b32(x / y)
}

func half2(h half, op string, r rounding, m mods) (func(a, b uint64) uint64, error) {
	sat := m.has("sat")
	switch op {
	case "add":
		return func(a, b uint64) uint64 { return h.clamp(h.from64(oddAdd(h.to64(a), h.to64(b)), r), sat, false) }, nil
	case "sub":
		return func(a, b uint64) uint64 { return h.clamp(h.from64(oddAdd(h.to64(a), -h.to64(b)), r), sat, false) }, nil
	case "mul":
		return func(a, b uint64) uint64 { return h.clamp(h.from64(h.to64(a)*h.to64(b), r), sat, false) }, nil
	case "min", "max":
		nan, abs := m.has("NaN"), m.has("xorsign")
		return func(a, b uint64) uint64 {
			sign := uint64(0)
			if abs {
				sign = (a ^ b) & (1 << 15)
				a, b = a&^(1<<15), b&^(1<<15)
			}
			x, y := h.to64(a), h.to64(b)
			if x != x && y != y || nan && (x != x || y != y) {
				return nan16
			}
			return choose(op == "max", x, y, a, b) | sign
		}, nil
	}
	return nil, fmt.Errorf("unknown operation %s of half precision", op)
}

// float1 returns the function of an operation on one floating-point operand.
func float1(op, typ string, m mods) (func(a uint64) uint64, error) {
	switch op {
	case "neg", "abs":
		return signOp(op, typ, m)
	}
	if h, lanes, ok := halfType(typ); ok {
		return half1(h, lanes, op, m)
	}
	if typ == "f64" {
		return double1(op, m.rounding(), m)
	}
	core, err := single1(op, m.rounding())
	if err != nil {
		return nil, err
	}
	if !m.has("ftz") && !m.has("sat") {
		return core, nil
	}
	p := post32(m)
	if m.has("ftz") {
		return func(a uint64) uint64 { return p(core(flush(a))) }, nil
	}
	return func(a uint64) uint64 { return p(core(a)) }, nil
}

func signOp(op, typ string, m mods) (func(a uint64) uint64, error) {
	var bit uint64
	switch typ {
	case "f64":
		bit = 1 << 63
	case "f32":
		bit = 1 << 31
	case "f16", "bf16":
		bit = 1 << 15
	case "f16x2", "bf16x2":
		bit = 1<<31 | 1<<15
	default:
		return nil, fmt.Errorf("unknown type %s", typ)
	}
	in := func(a uint64) uint64 { return a }
	if h, lanes, ok := halfType(typ); ok {
		one := h.operand(m)
		in = one
		if lanes == 2 {
			in = func(a uint64) uint64 { return one(a&0xffff) | one(a>>16&0xffff)<<16 }
		}
	} else if m.has("ftz") && typ == "f32" {
		in = flush
	}
	return func(a uint64) uint64 {
		a = in(a)
		if op == "neg" {
			return a ^ bit
		}
		return a &^ bit
	}, nil
}

func double1(op string, r rounding, m mods) (func(a uint64) uint64, error) {
	if m.has("approx") && m.has("ftz") {
		return gross(op)
	}
	switch op {
	case "sqrt":
		return func(a uint64) uint64 { return b64(sqrt64(f64(a), r)) }, nil
	case "rcp":
		return func(a uint64) uint64 { return b64(div64(1, f64(a), r)) }, nil
	case "rsqrt":
		return func(a uint64) uint64 { return b64(1 / math.Sqrt(f64(a))) }, nil
	}
	return nil, fmt.Errorf("unknown operation %s.f64", op)
}

// gross returns the function of rcp.approx.ftz.f64 or rsqrt.approx.ftz.f64. They ignore the lower half of the operand;
// the lower half of the result is zero (PTX ISA 9.7.3.14, 9.7.3.18).
func gross(op string) (func(a uint64) uint64, error) {
	f := map[string]func(float64) float64{"rcp": func(x float64) float64 { return 1 / x }, "rsqrt": func(x float64) float64 { return 1 / math.Sqrt(x) }}[op]
	if f == nil {
		return nil, fmt.Errorf("unknown operation %s.f64", op)
	}
	const upper, exponent = 0xffffffff << 32, 0x7ff << 52
	in := func(a uint64) uint64 {
		if a&exponent == 0 {
			return a & (1 << 63)
		}
		return a
	}
	return func(a uint64) uint64 {
		x := f64(a)
		if x == x {
			x = f64(in(a) & upper)
		}
		return in(b64(f(x))) & upper
	}, nil
}

// single1 returns the function of a float32 operation. It computes approximations precisely, which the error bounds of
// the PTX ISA allow.
func single1(op string, r rounding) (func(a uint64) uint64, error) {
	via := func(f func(float64) float64) func(uint64) uint64 {
		return func(a uint64) uint64 { return b32(float32(f(float64(f32(a))))) }
	}
	switch op {
	case "sqrt":
		return func(a uint64) uint64 { return b32(round32(oddSqrt(float64(f32(a))), r)) }, nil
	case "rcp":
		return func(a uint64) uint64 { return b32(round32(oddDiv(1, float64(f32(a))), r)) }, nil
	case "rsqrt":
		return via(func(x float64) float64 { return 1 / math.Sqrt(x) }), nil
	case "sin":
		return via(math.Sin), nil
	case "cos":
		return via(math.Cos), nil
	case "lg2":
		return via(math.Log2), nil
	case "ex2":
		return via(math.Exp2), nil
	case "tanh":
		return via(math.Tanh), nil
	}
	return nil, fmt.Errorf("unknown operation %s.f32", op)
}

func half1(h half, lanes int, op string, m mods) (func(a uint64) uint64, error) {
	f := map[string]func(float64) float64{"ex2": math.Exp2, "tanh": math.Tanh}[op]
	if f == nil {
		return nil, fmt.Errorf("unknown operation %s of half precision", op)
	}
	in := h.operand(m)
	one := func(a uint64) uint64 { return in(h.from64(f(h.to64(in(a))), toNearest)) }
	if lanes == 1 {
		return one, nil
	}
	return func(a uint64) uint64 { return one(a&0xffff) | one(a>>16&0xffff)<<16 }, nil
}

// compare returns the function that compares values of a type by op.
func compare(op, typ string, m mods) (func(a, b uint64) bool, error) {
	if w, signed := width(typ); w > 0 {
		return compareInts(op, w, signed)
	}
	var val func(uint64) float64
	switch typ {
	case "f64":
		val = f64
	case "f32":
		val = func(b uint64) float64 { return float64(f32(b)) }
		if m.has("ftz") {
			val = func(b uint64) float64 { return float64(f32(flush(b))) }
		}
	default:
		h, _, ok := halfType(typ)
		if !ok {
			return nil, fmt.Errorf("unknown type %s", typ)
		}
		in := h.operand(m)
		val = func(b uint64) float64 { return h.to64(in(b)) }
	}
	return compareFloats(op, val)
}

func compareInts(op string, w uint, signed bool) (func(a, b uint64) bool, error) {
	flip := uint64(0)
	if signed {
		flip = 1 << (w - 1)
	}
	switch op {
	case "eq":
		return func(a, b uint64) bool { return a == b }, nil
	case "ne":
		return func(a, b uint64) bool { return a != b }, nil
	case "lt", "lo":
		return func(a, b uint64) bool { return a^flip < b^flip }, nil
	case "le", "ls":
		return func(a, b uint64) bool { return a^flip <= b^flip }, nil
	case "gt", "hi":
		return func(a, b uint64) bool { return a^flip > b^flip }, nil
	case "ge", "hs":
		return func(a, b uint64) bool { return a^flip >= b^flip }, nil
	}
	return nil, fmt.Errorf("unknown comparison %s", op)
}

func compareFloats(op string, val func(uint64) float64) (func(a, b uint64) bool, error) {
	var f func(x, y float64) bool
	switch op {
	case "eq":
		f = func(x, y float64) bool { return x == y }
	case "ne":
		f = func(x, y float64) bool { return x < y || x > y }
	case "lt":
		f = func(x, y float64) bool { return x < y }
	case "le":
		f = func(x, y float64) bool { return x <= y }
	case "gt":
		f = func(x, y float64) bool { return x > y }
	case "ge":
		f = func(x, y float64) bool { return x >= y }
	case "equ":
		f = func(x, y float64) bool { return !(x < y || x > y) }
	case "neu":
		f = func(x, y float64) bool { return x != y }
	case "ltu":
		f = func(x, y float64) bool { return !(x >= y) }
	case "leu":
		f = func(x, y float64) bool { return !(x > y) }
	case "gtu":
		f = func(x, y float64) bool { return !(x <= y) }
	case "geu":
		f = func(x, y float64) bool { return !(x < y) }
	case "num":
		f = func(x, y float64) bool { return x == x && y == y }
	case "nan":
		f = func(x, y float64) bool { return x != x || y != y }
	default:
		return nil, fmt.Errorf("unknown comparison %s", op)
	}
	return func(a, b uint64) bool { return f(val(a), val(b)) }, nil
}
