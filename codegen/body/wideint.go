package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// Conversions between integers of more than 64 bits and floating types on GPUs, which have no
// library for what LLVM makes of them.

func isWide(t region.Type) bool {
	i, ok := t.(*region.Int)
	return ok && i.Bits > 64
}

// wideType is the type to convert in: of at least two words, and of as many as t has.
func wideType(t region.Type) ir.Type { return ir.Int((bitsOf(t) + 63) / 64 * 64) }

// floatToWide truncates. Up to 128 bits both halves come from exact operations on doubles; to
// more, the significand is shifted by the exponent.
func (f Conversions) floatToWide(v ir.Value, from, to region.Type) ir.Value {
	if floatBits(from) < 64 {
		v = f.Cast("fpext", v, ir.Double, "wide")
	}
	neg := f.FCmp("olt", v, ir.Real{Typ: v.Type(), Digits: "0.0"}, "negative", nil)
	mag := f.Call(ir.Double, "llvm.trunc.f64", "", f.Call(ir.Double, "llvm.fabs.f64", "", v))
	wide := wideType(to)
	var n ir.Value
	if bitsOf(to) > 128 {
		n = f.shiftedSignificand(mag, wide)
	} else {
		up := f.FBin("fmul", mag, ir.Real{Typ: ir.Double, Digits: "0x3BF0000000000000"}, "up", nil) // 2^-64
		hi := f.Call(ir.Double, "llvm.trunc.f64", "", up)
		low := f.FBin("fmul", hi, ir.Real{Typ: ir.Double, Digits: "0x43F0000000000000"}, "low", nil) // 2^64
		lo := f.FBin("fsub", mag, low, "lo", nil)
		h := f.Cast("zext", f.Cast("fptoui", hi, ir.I64, "hi"), wide, "hi")
		l := f.Cast("zext", f.Cast("fptoui", lo, ir.I64, "lo"), wide, "lo")
		n = f.Bin("or", f.Bin("shl", h, ir.Num(wide, 64), "hi"), l, "mag")
	}
	return f.Resize(f.Sel(neg, f.Bin("sub", ir.Num(wide, 0), n, "neg"), n, "conv"), TypeOf(to), false)
}

// shiftedSignificand is the integer with the value of mag, a whole number that is not negative.
func (f Conversions) shiftedSignificand(mag ir.Value, wide ir.Type) ir.Value {
	bits := f.bitcast(mag, ir.I64)
	exponent := f.Bin("sub", f.Bin("lshr", bits, ir.Num(ir.I64, 52), "exponent"), ir.Num(ir.I64, 1075), "exponent")
	fraction := f.Bin("and", bits, ir.Num(ir.I64, 1<<52-1), "fraction")
	significand := f.Bin("or", fraction, ir.Num(ir.I64, 1<<52), "significand")
	left := f.ICmp("sge", exponent, ir.Num(ir.I64, 0), "left")
	up := f.Bin("shl", f.Cast("zext", significand, wide, "significand"),
		f.Resize(f.Sel(left, exponent, ir.Num(ir.I64, 0), "shift"), wide, false), "up")
	right := f.Bin("and", f.Bin("sub", ir.Num(ir.I64, 0), exponent, "right"), ir.Num(ir.I64, 63), "right")
	down := f.Cast("zext", f.Bin("lshr", significand, right, "down"), wide, "down")
	n := f.Sel(left, up, down, "mag")
	return f.Sel(f.ICmp("slt", exponent, ir.Num(ir.I64, -52), "small"), ir.Num(wide, 0), n, "mag")
}

// wideToFloat rounds once: the leading 64 bits, with a bit for what is behind
// them, are converted and scaled by a power of two, in two steps.
func (f Conversions) wideToFloat(v ir.Value, from, to region.Type) ir.Value {
	wide := wideType(from)
	v = f.Resize(v, wide, isSigned(from))
	neg := ir.Value(ir.False)
	mag := v
	if isSigned(from) {
		neg = f.ICmp("slt", v, ir.Num(wide, 0), "negative")
		mag = f.Sel(neg, f.Bin("sub", ir.Num(wide, 0), v, "neg"), v, "mag")
	}
	excess := int64((bitsOf(from)+63)/64*64 - 64)
	zeros := f.Call(wide, "llvm.ctlz."+ir.Mangle(wide), "", mag, ir.False)
	shift := f.Sel(f.ICmp("ult", zeros, ir.Num(wide, excess), "long"),
		f.Bin("sub", ir.Num(wide, excess), zeros, "excess"), ir.Num(wide, 0), "shift")
	top := f.Cast("trunc", f.Bin("lshr", mag, shift, "top"), ir.I64, "top")
	mask := f.Bin("sub", f.Bin("shl", ir.Num(wide, 1), shift, "bit"), ir.Num(wide, 1), "mask")
	rest := f.ICmp("ne", f.Bin("and", mag, mask, "rest"), ir.Num(wide, 0), "sticky")
	top = f.Bin("or", top, f.Cast("zext", rest, ir.I64, "sticky"), "top")
	ft, bits, bias, fraction := ir.Type(ir.Double), ir.I64, int64(1023), int64(52)
	if floatBits(to) < 64 {
		ft, bits, bias, fraction = ir.Float, ir.I32, 127, 23
	}
	r := f.Cast("uitofp", top, ft, "part")
	e := f.Resize(shift, bits, false)
	for first := true; ; first = false {
		step := e
		if excess > bias { // by more than a power that the type has
			step = f.Sel(f.ICmp("ult", e, ir.Num(bits, bias), "near"), e, ir.Num(bits, bias), "step")
		}
		scale := f.bitcast(f.Bin("shl", f.Bin("add", step, ir.Num(bits, bias), "exponent"), ir.Num(bits, fraction),
			"scale"), ft)
		r = f.FBin("fmul", r, scale, "scaled", nil)
		if !first || excess <= bias {
			break
		}
		e = f.Bin("sub", e, step, "rest")
	}
	r = f.Sel(neg, f.FNeg(r, "minus", nil), r, "conv")
	if floatBits(to) == 16 {
		return f.Cast("fptrunc", r, TypeOf(to), "conv")
	}
	if want := TypeOf(to); !want.Equal(ft) {
		f.Errorf(diag.LongDoubleGpu, "conversion from %s to %s is not available on %s", wideName(from), to,
			f.Mod.Target.Triple)
		return ir.Poison(want)
	}
	return r
}

// wideName is C's name of an integer type of more than 64 bits.
func wideName(t region.Type) string {
	name, _ := baseType(t)
	return name
}
