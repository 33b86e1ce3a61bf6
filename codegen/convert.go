package codegen

import "ompcc/lower/region"

// convert changes v of type from to type to; float to integer truncates, and
// an out-of-range value is undefined as in C (C11 6.3.1.4).
func (f *fn) convert(v val, from, to region.Type) val {
	want := typ(to)
	switch {
	case v.t == want && isFloat(from) == isFloat(to):
		return v
	case isPtr(from) && isPtr(to):
		return v
	case isFloat(from) && isFloat(to):
		if floatBits(to) > floatBits(from) {
			return f.cast("fpext", v, want, "conv")
		}
		return f.cast("fptrunc", v, want, "conv")
	case !f.m.t.HostLibrary && isFloat(from) && isWide(to):
		return f.floatToWide(v, from, to)
	case !f.m.t.HostLibrary && isFloat(to) && isWide(from):
		return f.wideToFloat(v, from, to)
	case isFloat(from) && isBool(to):
		return f.def(tI1, "tobool", "fcmp une %s, 0.0", v)
	case isFloat(from):
		op := "fptoui"
		if isSigned(to) {
			op = "fptosi"
		}
		return f.cast(op, v, want, "conv")
	case isFloat(to):
		op := "uitofp"
		if isSigned(from) {
			op = "sitofp"
		}
		return f.cast(op, v, want, "conv")
	case isPtr(from):
		return f.resize(f.cast("ptrtoint", v, tI64, "addr"), want, false)
	case isPtr(to):
		return f.cast("inttoptr", f.resize(v, tI64, isSigned(from)), tPtr, "ptr")
	}
	return f.convertInt(v, from, to)
}

func (f *fn) convertInt(v val, from, to region.Type) val {
	want := typ(to)
	if isBool(to) {
		return f.icmp("ne", v, val{v.t, "0"}, "tobool")
	}
	if _, ok := to.(*region.Vector); !ok {
		return f.resize(v, want, isSigned(from))
	}
	switch {
	case bitsOf(from) > bitsOf(to):
		return f.cast("trunc", v, want, "conv")
	case isSigned(from):
		return f.cast("sext", v, want, "conv")
	}
	return f.cast("zext", v, want, "conv")
}

func floatBits(t region.Type) int {
	if v, ok := t.(*region.Vector); ok {
		t = v.Elem
	}
	return [...]int{16, 16, 32, 64, 80, 128}[t.(*region.Float).Kind]
}
