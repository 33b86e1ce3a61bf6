package codegen

import (
	"strings"

	"ompcc/lower/region"
)

// Complex numbers are structures in memory to region IR; libm's functions take
// and return them as the C ABI says (x86-64 psABI 3.2.3, AAPCS64 6.8).

// complexKind is "f32", "f64" or "f80" for a complex number's structure, else "".
func complexKind(s *region.Struct) string {
	if s == nil {
		return ""
	}
	k, ok := strings.CutPrefix(s.Name, "_Complex ")
	if !ok {
		return ""
	}
	return k
}

func hasComplex(fn *region.Function) bool {
	for _, p := range fn.Params {
		if complexKind(p.ByVal) != "" || complexKind(p.SRet) != "" {
			return true
		}
	}
	return false
}

var complexElem = map[string]ltype{"f32": "float", "f64": "double", "f80": "x86_fp80", "f128": "fp128"}

// complexCall adapts a call to the ABI.
func (f *fn) complexCall(symbol string, rf *region.Function, args []val) val {
	var out []val
	ret, sret, kind := typ(rf.Ret), val{}, ""
	for i, p := range rf.Params {
		switch {
		case complexKind(p.SRet) != "":
			sret, kind = args[i], complexKind(p.SRet)
			ret = f.complexResult(kind)
		case complexKind(p.ByVal) != "":
			out = append(out, f.complexArg(complexKind(p.ByVal), p.ByVal, args[i])...)
		default:
			out = append(out, args[i])
		}
	}
	v := f.call(ret, symbol, "", out...)
	if sret.id == "" {
		return v
	}
	f.storeComplex(v, sret, kind)
	return val{t: tVoid}
}

// packedFloats reports the one case that travels as a vector.
func (f *fn) packedFloats(kind string) bool { return kind == "f32" && f.m.t.ComplexParts }

func (f *fn) complexResult(kind string) ltype {
	e := complexElem[kind]
	if f.packedFloats(kind) {
		return "<2 x float>"
	}
	return "{ " + e + ", " + e + " }"
}

func (f *fn) complexArg(kind string, s *region.Struct, p val) []val {
	e := complexElem[kind]
	switch {
	case f.packedFloats(kind):
		return []val{f.load("<2 x float>", p, 4, "z")}
	case kind == "f80": // in memory, on the stack
		return []val{{ltype("ptr byval([32 x i8]) align 16"), p.id}}
	case !f.m.t.ComplexParts:
		both := f.load("["+"2 x "+e+"]", p, s.Alignm, "z")
		return []val{both}
	}
	return []val{f.load(e, p, s.Alignm, "re"), f.load(e, f.offset(p, s.Bytes/2, "im.at"), s.Alignm, "im")}
}

func (f *fn) storeComplex(v, p val, kind string) {
	if f.packedFloats(kind) {
		f.store(v, p, 4)
		return
	}
	e := complexElem[kind]
	size := map[string]int64{"f32": 4, "f64": 8}[kind]
	if size == 0 {
		size = 16
	}
	f.store(f.def(e, "re", "extractvalue %s, 0", v), p, size)
	f.store(f.def(e, "im", "extractvalue %s, 1", v), f.offset(p, size, "im.at"), size)
}
