package codegen

import (
	"ompcc/lower/region"
)

// Conversions between integers of more than 64 bits and floating types on GPUs, which have no
// library for what LLVM makes of them.

func isWide(t region.Type) bool {
	i, ok := t.(*region.Int)
	return ok && i.Bits > 64
}

// wideType is the type to convert in: of at least two words, and of as many as t has.
func wideType(t region.Type) ltype { return intN((bitsOf(t) + 63) / 64 * 64) }

// floatToWide truncates. Up to 128 bits both halves come from exact operations on doubles; to
// more, the significand is shifted by the exponent.
func (f *fn) floatToWide(v val, from, to region.Type) val {
	if floatBits(from) < 64 {
		v = f.cast("fpext", v, "double", "wide")
	}
	neg := f.def(tI1, "negative", "fcmp olt %s, 0.0", v)
	mag := f.call("double", "llvm.trunc.f64", "", f.call("double", "llvm.fabs.f64", "", v))
	wide := wideType(to)
	var n val
	if bitsOf(to) > 128 {
		n = f.shiftedSignificand(mag, wide)
	} else {
		up := f.def("double", "up", "fmul %s, 0x3BF0000000000000", mag) // 2^-64
		hi := f.call("double", "llvm.trunc.f64", "", up)
		low := f.def("double", "low", "fmul %s, 0x43F0000000000000", hi) // 2^64
		lo := f.def("double", "lo", "fsub %s, %s", mag, low.bare())
		h := f.cast("zext", f.cast("fptoui", hi, tI64, "hi"), wide, "hi")
		l := f.cast("zext", f.cast("fptoui", lo, tI64, "lo"), wide, "lo")
		n = f.bin("or", f.bin("shl", h, num(wide, 64), "hi"), l, "mag")
	}
	return f.resize(f.sel(neg, f.bin("sub", num(wide, 0), n, "neg"), n, "conv"), typ(to), false)
}

// shiftedSignificand is the integer with the value of mag, a whole number that is not negative.
func (f *fn) shiftedSignificand(mag val, wide ltype) val {
	bits := f.bitcast(mag, tI64)
	exponent := f.bin("sub", f.bin("lshr", bits, num(tI64, 52), "exponent"), num(tI64, 1075), "exponent")
	fraction := f.bin("and", bits, num(tI64, 1<<52-1), "fraction")
	significand := f.bin("or", fraction, num(tI64, 1<<52), "significand")
	left := f.icmp("sge", exponent, num(tI64, 0), "left")
	up := f.bin("shl", f.cast("zext", significand, wide, "significand"), f.resize(f.sel(left, exponent, num(tI64, 0), "shift"), wide, false), "up")
	right := f.bin("and", f.bin("sub", num(tI64, 0), exponent, "right"), num(tI64, 63), "right")
	down := f.cast("zext", f.bin("lshr", significand, right, "down"), wide, "down")
	n := f.sel(left, up, down, "mag")
	return f.sel(f.icmp("slt", exponent, num(tI64, -52), "small"), num(wide, 0), n, "mag")
}

// wideToFloat rounds once: the leading 64 bits, with a bit for what is behind
// them, are converted and scaled by a power of two, in two steps.
func (f *fn) wideToFloat(v val, from, to region.Type) val {
	wide := wideType(from)
	v = f.resize(v, wide, isSigned(from))
	neg := val{tI1, "false"}
	mag := v
	if isSigned(from) {
		neg = f.icmp("slt", v, num(wide, 0), "negative")
		mag = f.sel(neg, f.bin("sub", num(wide, 0), v, "neg"), v, "mag")
	}
	excess := int64((bitsOf(from)+63)/64*64 - 64)
	zeros := f.call(wide, "llvm.ctlz."+mangle(wide), "", mag, val{tI1, "false"})
	shift := f.sel(f.icmp("ult", zeros, num(wide, excess), "long"), f.bin("sub", num(wide, excess), zeros, "excess"), num(wide, 0), "shift")
	top := f.cast("trunc", f.bin("lshr", mag, shift, "top"), tI64, "top")
	mask := f.bin("sub", f.bin("shl", num(wide, 1), shift, "bit"), num(wide, 1), "mask")
	rest := f.icmp("ne", f.bin("and", mag, mask, "rest"), num(wide, 0), "sticky")
	top = f.bin("or", top, f.cast("zext", rest, tI64, "sticky"), "top")
	ft, bits, bias, fraction := ltype("double"), tI64, int64(1023), int64(52)
	if floatBits(to) < 64 {
		ft, bits, bias, fraction = "float", tI32, 127, 23
	}
	r := f.cast("uitofp", top, ft, "part")
	e := f.resize(shift, bits, false)
	for first := true; ; first = false {
		step := e
		if excess > bias { // by more than a power that the type has
			step = f.sel(f.icmp("ult", e, num(bits, bias), "near"), e, num(bits, bias), "step")
		}
		scale := f.bitcast(f.bin("shl", f.bin("add", step, num(bits, bias), "exponent"), num(bits, fraction), "scale"), ft)
		r = f.def(ft, "scaled", "fmul %s, %s", r, scale.bare())
		if !first || excess <= bias {
			break
		}
		e = f.bin("sub", e, step, "rest")
	}
	r = f.sel(neg, f.def(ft, "minus", "fneg %s", r), r, "conv")
	if floatBits(to) == 16 {
		return f.cast("fptrunc", r, typ(to), "conv")
	}
	if want := typ(to); want != ft {
		f.errorf("long-double-gpu", "conversion from %s to %s is not available on %s", wideName(from), to, f.m.t.Triple)
		return val{want, "poison"}
	}
	return r
}

// wideName is C's name of an integer type of more than 64 bits.
func wideName(t region.Type) string {
	name, _ := baseType(t)
	return name
}
