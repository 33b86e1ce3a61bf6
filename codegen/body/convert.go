package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Convert changes v of type from to type to; float to integer truncates, and
// an out-of-range value is undefined as in C (C11 6.3.1.4).
func (f Conversions) Convert(v ir.Value, from, to region.Type) ir.Value {
	want := TypeOf(to)
	switch {
	case v.Type().Equal(want) && IsFloat(from) == IsFloat(to):
		return v
	case region.IsPtr(from) && region.IsPtr(to):
		return v
	case IsFloat(from) && IsFloat(to):
		if floatBits(to) > floatBits(from) {
			return f.Cast("fpext", v, want, "conv")
		}
		return f.Cast("fptrunc", v, want, "conv")
	case !f.Mod.Target.HostLibrary && IsFloat(from) && isWide(to):
		return f.floatToWide(v, from, to)
	case !f.Mod.Target.HostLibrary && IsFloat(to) && isWide(from):
		return f.wideToFloat(v, from, to)
	case IsFloat(from) && IsBool(to):
		return f.FCmp("une", v, ir.Real{Typ: v.Type(), Digits: "0.0"}, "tobool", nil)
	case IsFloat(from):
		op := "fptoui"
		if isSigned(to) {
			op = "fptosi"
		}
		return f.Cast(op, v, want, "conv")
	case IsFloat(to):
		op := "uitofp"
		if isSigned(from) {
			op = "sitofp"
		}
		return f.Cast(op, v, want, "conv")
	case region.IsPtr(from):
		return f.Resize(f.Cast("ptrtoint", v, ir.I64, "addr"), want, false)
	case region.IsPtr(to):
		return f.Cast("inttoptr", f.Resize(v, ir.I64, isSigned(from)), ir.Ptr, "ptr")
	}
	return f.convertInt(v, from, to)
}

func (f Conversions) convertInt(v ir.Value, from, to region.Type) ir.Value {
	want := TypeOf(to)
	if IsBool(to) {
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
