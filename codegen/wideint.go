package codegen

import (
	"ompcc/lower/region"
)

// Conversions between __int128 and floating types on GPUs, which have no
// library for what LLVM makes of them.

const tI128 ltype = "i128"

func isInt128(t region.Type) bool {
	i, ok := t.(*region.Int)
	return ok && i.Bits == 128
}

// floatToWide truncates: both halves come from exact operations on doubles.
func (f *fn) floatToWide(v val, from region.Type) val {
	if floatBits(from) < 64 {
		v = f.cast("fpext", v, "double", "wide")
	}
	neg := f.def(tI1, "negative", "fcmp olt %s, 0.0", v)
	mag := f.call("double", "llvm.trunc.f64", "", f.call("double", "llvm.fabs.f64", "", v))
	up := f.def("double", "up", "fmul %s, 0x3BF0000000000000", mag) // 2^-64
	hi := f.call("double", "llvm.trunc.f64", "", up)
	low := f.def("double", "low", "fmul %s, 0x43F0000000000000", hi) // 2^64
	lo := f.def("double", "lo", "fsub %s, %s", mag, low.id)
	h := f.cast("zext", f.cast("fptoui", hi, tI64, "hi"), tI128, "hi")
	l := f.cast("zext", f.cast("fptoui", lo, tI64, "lo"), tI128, "lo")
	n := f.bin("or", f.bin("shl", h, num(tI128, 64), "hi"), l, "mag")
	return f.sel(neg, f.bin("sub", num(tI128, 0), n, "neg"), n, "conv")
}

// wideToFloat rounds once: the leading 64 bits, with a bit for what is behind
// them, are converted and scaled by a power of two.
func (f *fn) wideToFloat(v val, from, to region.Type) val {
	neg := val{tI1, "false"}
	mag := v
	if isSigned(from) {
		neg = f.icmp("slt", v, num(tI128, 0), "negative")
		mag = f.sel(neg, f.bin("sub", num(tI128, 0), v, "neg"), v, "mag")
	}
	zeros := f.call(tI128, "llvm.ctlz.i128", "", mag, val{tI1, "false"})
	shift := f.sel(f.icmp("ult", zeros, num(tI128, 64), "long"), f.bin("sub", num(tI128, 64), zeros, "excess"), num(tI128, 0), "shift")
	top := f.cast("trunc", f.bin("lshr", mag, shift, "top"), tI64, "top")
	mask := f.bin("sub", f.bin("shl", num(tI128, 1), shift, "bit"), num(tI128, 1), "mask")
	rest := f.icmp("ne", f.bin("and", mag, mask, "rest"), num(tI128, 0), "sticky")
	top = f.bin("or", top, f.cast("zext", rest, tI64, "sticky"), "top")
	ft, bits, bias, fraction := ltype("double"), tI64, int64(1023), int64(52)
	if floatBits(to) < 64 {
		ft, bits, bias, fraction = "float", tI32, 127, 23
	}
	x := f.cast("uitofp", top, ft, "part")
	e := f.bin("add", f.resize(shift, bits, false), num(bits, bias), "exponent")
	scale := f.bitcast(f.bin("shl", e, num(bits, fraction), "scale"), ft)
	r := f.def(ft, "scaled", "fmul %s, %s", x, scale.id)
	r = f.sel(neg, f.def(ft, "minus", "fneg %s", r), r, "conv")
	if floatBits(to) == 16 {
		return f.cast("fptrunc", r, typ(to), "conv")
	}
	if want := typ(to); want != ft {
		f.errorf("long-double-gpu", "conversion from __int128 to %s is not available on %s", to, f.m.t.Triple)
		return val{want, "poison"}
	}
	return r
}
