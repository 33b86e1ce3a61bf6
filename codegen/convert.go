package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// convert changes v of type from to type to; float to integer truncates, and
// an out-of-range value is undefined as in C (C11 6.3.1.4).
func (f conversions) convert(v ir.Value, from, to region.Type) ir.Value {
	want := typ(to)
	switch {
	case v.Type().Equal(want) && isFloat(from) == isFloat(to):
		return v
	case isPtr(from) && isPtr(to):
		return v
	case isFloat(from) && isFloat(to):
		if floatBits(to) > floatBits(from) {
			return f.Cast("fpext", v, want, "conv")
		}
		return f.Cast("fptrunc", v, want, "conv")
	case !f.m.t.HostLibrary && isFloat(from) && isWide(to):
		return f.floatToWide(v, from, to)
	case !f.m.t.HostLibrary && isFloat(to) && isWide(from):
		return f.wideToFloat(v, from, to)
	case isFloat(from) && isBool(to):
		return f.FCmp("une", v, ir.Real{Typ: v.Type(), Digits: "0.0"}, "tobool", nil)
	case isFloat(from):
		op := "fptoui"
		if isSigned(to) {
			op = "fptosi"
		}
		return f.Cast(op, v, want, "conv")
	case isFloat(to):
		op := "uitofp"
		if isSigned(from) {
			op = "sitofp"
		}
		return f.Cast(op, v, want, "conv")
	case isPtr(from):
		return f.Resize(f.Cast("ptrtoint", v, ir.I64, "addr"), want, false)
	case isPtr(to):
		return f.Cast("inttoptr", f.Resize(v, ir.I64, isSigned(from)), ir.Ptr, "ptr")
	}
	return f.convertInt(v, from, to)
}

func (f conversions) convertInt(v ir.Value, from, to region.Type) ir.Value {
	want := typ(to)
	if isBool(to) {
		return f.ICmp("ne", v, ir.Num(v.Type(), 0), "tobool")
	}
	if _, ok := to.(*region.Vector); !ok {
		return f.Resize(v, want, isSigned(from))
	}
	switch {
	case bitsOf(from) > bitsOf(to):
		return f.Cast("trunc", v, want, "conv")
	case isSigned(from):
		return f.Cast("sext", v, want, "conv")
	}
	return f.Cast("zext", v, want, "conv")
}

func floatBits(t region.Type) int {
	if v, ok := t.(*region.Vector); ok {
		t = v.Elem
	}
	return [...]int{16, 16, 32, 64, 80, 128}[t.(*region.Float).Kind]
}
