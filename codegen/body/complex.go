package body

import (
	"strings"

	"ompcc/codegen/ir"
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

var complexElem = map[string]ir.Type{"f32": ir.Float, "f64": ir.Double, "f80": ir.X86FP80, "f128": ir.FP128}

// complexCall adapts a call to the ABI.
func (f library) complexCall(symbol string, rf *region.Function, args []ir.Value) ir.Value {
	var out []ir.Value
	ret, sret, kind := TypeOf(rf.Ret), ir.Value(nil), ""
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
	v := f.Call(ret, symbol, "", out...)
	if sret == nil {
		return v
	}
	f.storeComplex(v, sret, kind)
	return nil
}

// packedFloats is two floats as a vector.
var packedFloats = ir.VectorOf(2, ir.Float)

// isPacked reports the one case that travels so.
func (f library) isPacked(kind string) bool { return kind == "f32" && f.Mod.Target.ComplexParts }

func (f library) complexResult(kind string) ir.Type {
	e := complexElem[kind]
	if f.isPacked(kind) {
		return packedFloats
	}
	return ir.StructOf(e, e)
}

func (f library) complexArg(kind string, s *region.Struct, p ir.Value) []ir.Value {
	e := complexElem[kind]
	switch {
	case f.isPacked(kind):
		return []ir.Value{f.Load(packedFloats, p, 4, "z")}
	case kind == "f80": // in memory, on the stack
		return []ir.Value{ir.Arg(p, "byval([32 x i8])", "align 16")}
	case !f.Mod.Target.ComplexParts:
		both := f.Load(ir.ArrayOf(2, e), p, s.Alignm, "z")
		return []ir.Value{both}
	}
	return []ir.Value{f.Load(e, p, s.Alignm, "re"), f.Load(e, f.Offset(p, s.Bytes/2, "im.at"), s.Alignm, "im")}
}

func (f library) storeComplex(v, p ir.Value, kind string) {
	if f.isPacked(kind) {
		f.Store(v, p, 4)
		return
	}
	e := complexElem[kind]
	size := map[string]int64{"f32": 4, "f64": 8}[kind]
	if size == 0 {
		size = 16
	}
	f.Store(f.Extract(v, 0, e, "re"), p, size)
	f.Store(f.Extract(v, 1, e, "im"), f.Offset(p, size, "im.at"), size)
}
