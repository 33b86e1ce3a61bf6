package region

import (
	"fmt"
	"math/bits"
)

// Type is a type of the region IR. Sizes and alignments are those of the host
// compiler (System V), in bytes: mapped storage must look the same on both sides.
type Type interface {
	String() string
	Size() int64
	Align() int64
}

// Void is the type of functions and expressions without a value.
type Void struct{}

// Bool is the result of comparisons and C's _Bool: values 0 and 1, one byte in memory.
type Bool struct{}

// Int is an integer; Bits is 8, 16, 32, 64 or 128, or another number for the value of a
// bit-field and for Precise ones.
type Int struct {
	Bits   int
	Signed bool
	// Precise is C23's _BitInt: it is not promoted, and has a size and an alignment of its own.
	Precise bool
}

// FloatKind distinguishes the floating formats.
type FloatKind int

// The floating formats.
const (
	F16 FloatKind = iota
	BF16
	F32
	F64
	F80  // x87, 16 bytes in memory
	F128 // IEEE quad, 16 bytes
)

// Float is a floating type.
type Float struct{ Kind FloatKind }

// Ptr is the one pointer type: generic address space, 8 bytes.
type Ptr struct{}

// IsPtr reports whether t is the type of pointers.
func IsPtr(t Type) bool { _, ok := t.(*Ptr); return ok }

// Array is Len elements of Elem.
type Array struct {
	Elem Type
	Len  int64
}

// Vector is GNU vector_size: Len elements of Elem, aligned to its size.
type Vector struct {
	Elem Type
	Len  int64
}

// Struct is a structure, union or complex number; a value of it exists only in
// memory. Fields are for reading and debug information: the generated code
// addresses bytes. Bit-fields appear as their storage in Fields.
type Struct struct {
	Name   string // C tag, "" if anonymous
	Union  bool
	Fields []Field
	Bytes  int64
	Alignm int64
}

// Field is a member of a Struct at byte Offset.
type Field struct {
	Name   string
	Type   Type
	Offset int64
	// BitOff and BitWidth locate a bit-field inside its storage unit; BitWidth 0: not a bit-field.
	BitOff, BitWidth int
	C                *CType // what debuggers are told, nil: Type
}

// Func is a function's type. Structures are passed and returned through
// pointers already (see Function).
type Func struct {
	Ret      Type
	Params   []Type
	Variadic bool
}

// Shared instances of the types without structure.
var (
	VoidT = &Void{}
	BoolT = &Bool{}
	PtrT  = &Ptr{}
	I8    = &Int{Bits: 8, Signed: true}
	U8    = &Int{Bits: 8}
	I16   = &Int{Bits: 16, Signed: true}
	U16   = &Int{Bits: 16}
	I32   = &Int{Bits: 32, Signed: true}
	U32   = &Int{Bits: 32}
	I64   = &Int{Bits: 64, Signed: true}
	U64   = &Int{Bits: 64}
	I128  = &Int{Bits: 128, Signed: true}
	U128  = &Int{Bits: 128}
	Half  = &Float{F16}
	BF    = &Float{BF16}
	Flt   = &Float{F32}
	Dbl   = &Float{F64}
	X87   = &Float{F80}
	Quad  = &Float{F128}
)

func (*Void) String() string { return "void" }
func (*Bool) String() string { return "bool" }
func (t *Int) String() string {
	kind := "u"
	if t.Signed {
		kind = "i"
	}
	if t.Precise {
		kind = "b" + kind
	}
	return fmt.Sprintf("%s%d", kind, t.Bits)
}
func (t *Float) String() string {
	return [...]string{"f16", "bf16", "f32", "f64", "f80", "f128"}[t.Kind]
}
func (*Ptr) String() string      { return "ptr" }
func (t *Array) String() string  { return fmt.Sprintf("[%d x %s]", t.Len, t.Elem) }
func (t *Vector) String() string { return fmt.Sprintf("<%d x %s>", t.Len, t.Elem) }
func (t *Struct) String() string {
	kw := "struct"
	if t.Union {
		kw = "union"
	}
	name := t.Name
	if name == "" {
		name = "{}"
	}
	return fmt.Sprintf("%s %s(%d,%d)", kw, name, t.Bytes, t.Alignm)
}
func (t *Func) String() string {
	s := t.Ret.String() + "("
	for i, p := range t.Params {
		if i > 0 {
			s += ", "
		}
		s += p.String()
	}
	if t.Variadic {
		if len(t.Params) > 0 {
			s += ", "
		}
		s += "..."
	}
	return s + ")"
}

// Size methods give bytes in memory.

func (*Void) Size() int64 { return 1 }
func (*Bool) Size() int64 { return 1 }
func (t *Int) Size() int64 {
	if t.Precise && t.Bits > 64 { // whole words
		return (int64(t.Bits) + 63) / 64 * 8
	}
	n := int64(1)
	for n*8 < int64(t.Bits) {
		n *= 2
	}
	return n
}
func (t *Float) Size() int64 { return [...]int64{2, 2, 4, 8, 16, 16}[t.Kind] }
func (*Ptr) Size() int64     { return 8 }
func (t *Array) Size() int64 { return t.Len * t.Elem.Size() }

// Size is a power of two, as clang's of a vector of three elements.
func (t *Vector) Size() int64 {
	n := t.Len * t.Elem.Size()
	if n&(n-1) == 0 {
		return n
	}
	return 1 << bits.Len64(uint64(n))
}
func (t *Struct) Size() int64 { return t.Bytes }
func (*Func) Size() int64     { return 1 }
func (*Void) Align() int64    { return 1 }
func (*Bool) Align() int64    { return 1 }
func (t *Int) Align() int64 {
	if t.Precise {
		return min(t.Size(), 8)
	}
	return t.Size()
}
func (t *Float) Align() int64  { return t.Size() }
func (*Ptr) Align() int64      { return 8 }
func (t *Array) Align() int64  { return t.Elem.Align() }
func (t *Vector) Align() int64 { return t.Size() }
func (t *Struct) Align() int64 { return t.Alignm }
func (*Func) Align() int64     { return 1 }

// WideAtomic reports whether atomic operations on objects of type t are done under a
// lock, by ordinary accesses: no target has instructions for more than 8 bytes.
func WideAtomic(t Type) bool { return t.Size() > 8 }
