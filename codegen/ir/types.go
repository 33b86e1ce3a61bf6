package ir

import (
	"fmt"

	llir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// llir's own, under one name.
type (
	Value       = value.Value
	Constant    = constant.Constant
	Type        = types.Type
	Block       = llir.Block
	Func        = llir.Func
	Param       = llir.Param
	Global      = llir.Global
	Instruction = llir.Instruction
)

// Types of llir.
var (
	Void          = types.Void
	Metadata Type = types.Metadata
	I1            = types.I1
	I8            = types.I8
	I16           = types.I16
	I32           = types.I32
	I64           = types.I64
	Half          = types.Half
	Float         = types.Float
	Double        = types.Double
	X86FP80       = types.X86_FP80
	FP128         = types.FP128
)

// Pointer is an opaque pointer.
type Pointer struct{ Space int }

// Ptr is a generic pointer.
var Ptr Type = Pointer{}

// PtrIn is a pointer into an address space.
func PtrIn(space int) Type { return Pointer{space} }

// pointers are the names of pointers into the spaces that targets use.
var pointers = [...]string{"ptr", "ptr addrspace(1)", "ptr addrspace(2)", "ptr addrspace(3)", "ptr addrspace(4)",
	"ptr addrspace(5)"}

func (p Pointer) String() string {
	if p.Space < len(pointers) {
		return pointers[p.Space]
	}
	return fmt.Sprintf("ptr addrspace(%d)", p.Space)
}

// LLString is String: the type has no name.
func (p Pointer) LLString() string { return p.String() }

// Equal reports whether u is a pointer into the same space.
func (p Pointer) Equal(u Type) bool { return u == Type(p) }

// Name and SetName are part of Type.
func (p Pointer) Name() string { return "" }

// SetName is part of Type.
func (p Pointer) SetName(string) {}

// BFloat is the 16-bit float with the exponent of 32 bits.
var BFloat Type = bfloat{}

type bfloat struct{}

func (bfloat) String() string      { return "bfloat" }
func (bfloat) LLString() string    { return "bfloat" }
func (b bfloat) Equal(u Type) bool { return u == Type(b) }
func (bfloat) Name() string        { return "" }
func (bfloat) SetName(string)      {}

// Int is an integer type.
func Int(bits int) *types.IntType { return types.NewInt(uint64(bits)) }

// ArrayOf, VectorOf, StructOf and PackedOf are types of several elements.
func ArrayOf(n int64, elem Type) *types.ArrayType { return types.NewArray(uint64(n), elem) }

// VectorOf is a vector of n elements.
func VectorOf(n int, elem Type) *types.VectorType { return types.NewVector(uint64(n), elem) }

// StructOf is a structure with padding.
func StructOf(fields ...Type) *types.StructType { return types.NewStruct(fields...) }

// PackedOf is a structure without padding.
func PackedOf(fields ...Type) *types.StructType {
	return &types.StructType{Packed: true, Fields: fields}
}

// Bytes is the type of n bytes.
func Bytes(n int64) *types.ArrayType { return ArrayOf(n, I8) }

// Bits is the width of an integer type; others have 64, a pointer's.
func Bits(t Type) int {
	if i, ok := t.(*types.IntType); ok {
		return int(i.BitSize)
	}
	return 64
}

// IsPointer reports whether t is a pointer.
func IsPointer(t Type) bool { _, ok := t.(Pointer); return ok }

// IsVector reports whether t is a vector.
func IsVector(t Type) bool { _, ok := t.(*types.VectorType); return ok }

// SpaceOf is the address space of a pointer type, 0 for others.
func SpaceOf(t Type) int {
	p, _ := t.(Pointer)
	return p.Space
}

var floatNames = map[Type]string{Half: "f16", BFloat: "bf16", Float: "f32", Double: "f64", X86FP80: "f80",
	FP128: "f128"}

// Mangle is the type's suffix in the name of an overloaded intrinsic.
func Mangle(t Type) string {
	switch t := t.(type) {
	case Pointer:
		return fmt.Sprintf("p%d", t.Space)
	case *types.VectorType:
		return fmt.Sprintf("v%d%s", t.Len, Mangle(t.ElemType))
	}
	if name, ok := floatNames[t]; ok {
		return name
	}
	return t.String()
}
