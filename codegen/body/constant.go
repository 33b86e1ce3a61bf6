package body

import (
	"fmt"
	"math"
	"math/big"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// ConstantOf is the LLVM constant of a Const, FConst, Null or Undef.
func ConstantOf(x region.Expr) ir.Constant {
	switch x := x.(type) {
	case *region.Const:
		switch t := x.Type.(type) {
		case *region.Bool:
			if x.Val.Sign() != 0 {
				return ir.True
			}
			return ir.False
		case *region.Int:
			return ir.BigNum(TypeOf(t), wrap(x.Val, t.Bits, t.Signed))
		case *region.Ptr:
			if x.Val.Sign() == 0 {
				return ir.Null
			}
			return ir.Address(wrap(x.Val, 64, false))
		}
	case *region.FConst:
		return ir.Real{Typ: TypeOf(x.Type), Digits: floatText(x)}
	case *region.Null:
		return ir.Null
	case *region.Undef:
		return ir.Undef(TypeOf(x.Type))
	}
	return ir.Poison(ir.I32)
}

// wrap wraps v to a number of bits, as LLVM writes it.
func wrap(v *big.Int, bits int, signed bool) *big.Int {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	r := new(big.Int).Mod(v, mod)
	if half := new(big.Int).Rsh(mod, 1); (signed || bits > 1) && r.Cmp(half) >= 0 {
		r.Sub(r, mod)
	}
	return r
}

// floatFormat describes an interchange format: exponent and fraction bits.
type floatFormat struct {
	exp, frac int
	explicit  bool // the leading bit is stored (x87)
	prefix    string
}

var formats = map[region.FloatKind]floatFormat{
	region.F16:  {5, 10, false, "0xH"},
	region.BF16: {8, 7, false, "0xR"},
	region.F80:  {15, 63, true, "0xK"},
	region.F128: {15, 112, false, "0xL"},
}

// floatText writes a floating constant: float and double as the hexadecimal
// bits of a double, the others in their own format.
func floatText(x *region.FConst) string {
	switch x.Type.Kind {
	case region.F32, region.F64:
		return fmt.Sprintf("0x%016X", math.Float64bits(toDouble(x)))
	}
	f := formats[x.Type.Kind]
	bits := encode(x, f)
	switch x.Type.Kind {
	case region.F80:
		return fmt.Sprintf("%s%020X", f.prefix, bits)
	case region.F128: // low word first
		lo := new(big.Int).And(bits, new(big.Int).SetUint64(math.MaxUint64))
		return fmt.Sprintf("%s%016X%016X", f.prefix, lo, new(big.Int).Rsh(bits, 64))
	}
	return fmt.Sprintf("%s%04X", f.prefix, bits)
}

func toDouble(x *region.FConst) float64 {
	switch {
	case x.NaN:
		return math.Float64frombits(0x7FF8 << 48) // the NaN of C, also valid as a float
	case x.Inf != 0:
		return math.Inf(x.Inf)
	}
	if x.Type.Kind == region.F32 {
		f, _ := x.Val.Float32()
		return float64(f)
	}
	f, _ := x.Val.Float64()
	return f
}

// encode rounds to nearest even and returns the bits of format f.
func encode(x *region.FConst, f floatFormat) *big.Int {
	bias := 1<<(f.exp-1) - 1
	sign, e, frac := int64(0), 0, new(big.Int)
	fracBits := f.frac
	switch {
	case x.NaN:
		e = 1<<f.exp - 1
		frac.Lsh(big.NewInt(1), uint(fracBits-1))
	case x.Inf != 0:
		e = 1<<f.exp - 1
		if x.Inf < 0 {
			sign = 1
		}
	default:
		if x.Val.Signbit() {
			sign = 1
		}
		e, frac = encodeFinite(x.Val, f, bias)
	}
	if f.explicit {
		if e > 0 {
			frac.SetBit(frac, fracBits, 1)
		}
		fracBits++
	}
	bits := new(big.Int).Lsh(big.NewInt(sign), uint(f.exp))
	bits.Or(bits, big.NewInt(int64(e)))
	return bits.Lsh(bits, uint(fracBits)).Or(bits, frac)
}

func encodeFinite(v *big.Float, f floatFormat, bias int) (int, *big.Int) {
	if v.Sign() == 0 {
		return 0, new(big.Int)
	}
	exp := v.MantExp(nil) - 1 // v = 1.m × 2^exp
	prec := f.frac + 1
	if exp < 1-bias { // subnormal
		prec -= 1 - bias - exp
	}
	if prec < 1 {
		return 0, new(big.Int)
	}
	r := new(big.Float).SetPrec(uint(prec)).SetMode(big.ToNearestEven).Set(v)
	exp = r.MantExp(nil) - 1
	if exp > bias {
		return 1<<f.exp - 1, new(big.Int)
	}
	r.Abs(r)
	if exp < 1-bias {
		m, _ := new(big.Float).SetMantExp(r, bias-1+f.frac).Int(nil)
		return 0, m
	}
	m, _ := new(big.Float).SetMantExp(r, f.frac-exp).Int(nil)
	return exp + bias, m.SetBit(m, f.frac, 0)
}

// PositiveConst is the constant that a clause names, 0 when it names none above 0.
func PositiveConst(x region.Expr) int64 {
	for {
		c, ok := x.(*region.Convert)
		if !ok {
			break
		}
		x = c.X
	}
	if c, ok := x.(*region.Const); ok && c.Val.IsInt64() && c.Val.Sign() > 0 {
		return c.Val.Int64()
	}
	return 0
}

// IntOf is the value of an integer constant.
func IntOf(v ir.Value) (n int64, ok bool) {
	x, ok := ir.IntOf(v)
	if !ok || !x.IsInt64() {
		return 0, false
	}
	return x.Int64(), true
}
