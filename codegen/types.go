package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/llir/llvm/ir/types"

	"ompcc/lower/region"
)

// ltype is an LLVM type by its spelling. It implements types.Type, so that
// llir's functions and globals can carry opaque pointers and bfloat.
type ltype string

func (t ltype) String() string          { return string(t) }
func (t ltype) LLString() string        { return string(t) }
func (t ltype) Equal(u types.Type) bool { return u != nil && u.String() == string(t) }
func (t ltype) Name() string            { return "" }

// SetName is part of types.Type; these types have no names.
func (t ltype) SetName(string) {}

const (
	tVoid ltype = "void"
	tI1   ltype = "i1"
	tI8   ltype = "i8"
	tI32  ltype = "i32"
	tI64  ltype = "i64"
	tPtr  ltype = "ptr"
)

func ptrIn(space int) ltype {
	if space == 0 {
		return tPtr
	}
	return ltype(fmt.Sprintf("ptr addrspace(%d)", space))
}

// numberBehind is the number behind prefix in a type, and what follows it.
func numberBehind(t ltype, prefix string) (n int, rest string, ok bool) {
	text, ok := strings.CutPrefix(string(t), prefix)
	rest = strings.TrimLeft(text, "0123456789")
	n, err := strconv.Atoi(text[:len(text)-len(rest)])
	return n, rest, ok && err == nil
}

func intN(bits int) ltype { return ltype(fmt.Sprintf("i%d", bits)) }

// typ is the LLVM type of a value of scalar type t.
func typ(t region.Type) ltype {
	switch t := t.(type) {
	case *region.Void:
		return tVoid
	case *region.Bool:
		return tI1
	case *region.Int:
		return intN(t.Bits)
	case *region.Float:
		return [...]ltype{"half", "bfloat", "float", "double", "x86_fp80", "fp128"}[t.Kind]
	case *region.Ptr:
		return tPtr
	case *region.Vector:
		return ltype(fmt.Sprintf("<%d x %s>", t.Len, typ(t.Elem)))
	}
	return memType(t)
}

// memType is the LLVM type of an object of type t in memory.
func memType(t region.Type) ltype {
	switch t := t.(type) {
	case *region.Bool:
		return tI8
	case *region.Int:
		return intN(int(t.Size()) * 8)
	case *region.Array:
		return ltype(fmt.Sprintf("[%d x %s]", t.Len, memType(t.Elem)))
	case *region.Struct:
		return ltype(fmt.Sprintf("[%d x i8]", t.Bytes))
	case *region.Void, *region.Func:
		return tI8
	}
	return typ(t)
}

func isSigned(t region.Type) bool {
	if v, ok := t.(*region.Vector); ok {
		t = v.Elem
	}
	i, ok := t.(*region.Int)
	return ok && i.Signed
}

func isFloat(t region.Type) bool {
	if v, ok := t.(*region.Vector); ok {
		t = v.Elem
	}
	_, ok := t.(*region.Float)
	return ok
}

func isBool(t region.Type) bool { _, ok := t.(*region.Bool); return ok }
func isPtr(t region.Type) bool  { _, ok := t.(*region.Ptr); return ok }
func isVoid(t region.Type) bool { _, ok := t.(*region.Void); return ok }

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
