package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// TypeOf is the LLVM type of a value of scalar type t.
func TypeOf(t region.Type) ir.Type {
	switch t := t.(type) {
	case *region.Void:
		return ir.Void
	case *region.Bool:
		return ir.I1
	case *region.Int:
		return ir.Int(t.Bits)
	case *region.Float:
		return [...]ir.Type{ir.Half, ir.BFloat, ir.Float, ir.Double, ir.X86FP80, ir.FP128}[t.Kind]
	case *region.Ptr:
		return ir.Ptr
	case *region.Vector:
		return ir.VectorOf(int(t.Len), TypeOf(t.Elem))
	}
	return MemoryType(t)
}

// MemoryType is the LLVM type of an object of type t in memory.
func MemoryType(t region.Type) ir.Type {
	switch t := t.(type) {
	case *region.Bool:
		return ir.I8
	case *region.Int:
		return ir.Int(int(t.Size()) * 8)
	case *region.Array:
		return ir.ArrayOf(t.Len, MemoryType(t.Elem))
	case *region.Struct:
		return ir.Bytes(t.Bytes)
	case *region.Void, *region.Func:
		return ir.I8
	}
	return TypeOf(t)
}

func isSigned(t region.Type) bool {
	if v, ok := t.(*region.Vector); ok {
		t = v.Elem
	}
	i, ok := t.(*region.Int)
	return ok && i.Signed
}

// IsFloat reports whether t is a floating type, or a vector of one.
func IsFloat(t region.Type) bool {
	if v, ok := t.(*region.Vector); ok {
		t = v.Elem
	}
	_, ok := t.(*region.Float)
	return ok
}

// IsBool reports whether t is the truth values' type.
func IsBool(t region.Type) bool { _, ok := t.(*region.Bool); return ok }

// IsVoid reports whether t has no values.
func IsVoid(t region.Type) bool { _, ok := t.(*region.Void); return ok }

// bitsOf is the width of an integer, bool or pointer.
func bitsOf(t region.Type) int {
	switch t := t.(type) {
	case *region.Int:
		return t.Bits
	case *region.Bool:
		return 1
	case *region.Vector:
		return bitsOf(t.Elem)
	}
	return 64
}
