package ir

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
)

// Truth values and the null pointer.
var (
	True  Constant = &integer{I1, big.NewInt(1)}
	False Constant = &integer{I1, big.NewInt(0)}
	Null  Constant = NullIn(0)
)

// Truth is b as an i1.
func Truth(b bool) Constant {
	if b {
		return True
	}
	return False
}

// integer is an integer constant. llir writes some in hexadecimal digits.
type integer struct {
	typ   *types.IntType
	value *big.Int
}

func (n *integer) Type() Type     { return n.typ }
func (n *integer) IsConstant()    {}
func (n *integer) String() string { return typed(n.typ, n.Ident()) }

func (n *integer) Ident() string {
	if n.typ.BitSize == 1 {
		return strconv.FormatBool(n.value.Sign() != 0)
	}
	if n.value.IsInt64() {
		return strconv.FormatInt(n.value.Int64(), 10)
	}
	return n.value.String()
}

// Num is the number n of integer type t as an operand, and Const the same as a part of a constant.
func Num(t Type, n int64) Value { return Const(t, n) }

// Const is a constant of integer type t.
func Const(t Type, n int64) Constant { return BigNum(t, big.NewInt(n)) }

// BigNum is Const for any value that t has.
func BigNum(t Type, n *big.Int) Constant { return &integer{t.(*types.IntType), n} }

// IntOf is the value of an integer constant.
func IntOf(v Value) (n *big.Int, ok bool) {
	c, ok := v.(*integer)
	if !ok {
		return nil, false
	}
	return c.value, true
}

// IsNum reports whether v is the integer n.
func IsNum(v Value, n int64) bool {
	x, ok := IntOf(v)
	return ok && x.IsInt64() && x.Int64() == n
}

// IsConstant reports whether v is a constant or the address of a variable or function.
func IsConstant(v Value) bool { _, ok := v.(Constant); return ok }

// Undef, Poison and Zero are values without a value, and the value of all zeros.
func Undef(t Type) Constant { return constant.NewUndef(t) }

// Poison is the result of what has none.
func Poison(t Type) Constant { return constant.NewPoison(t) }

// Zero is all zeros.
func Zero(t Type) Constant { return constant.NewZeroInitializer(t) }

// Real is a floating-point constant by its digits: llir rounds decimal ones to a double and has no bfloat.
type Real struct {
	Typ    Type
	Digits string // "0.0", or the bits in hexadecimal digits
}

// String is the type and the value.
func (r Real) String() string { return typed(r.Typ, r.Digits) }

// Ident is the value.
func (r Real) Ident() string { return r.Digits }

// Type is the type.
func (r Real) Type() Type { return r.Typ }

// IsConstant marks a constant.
func (r Real) IsConstant() {}

// NullIn is the null pointer of an address space.
func NullIn(space int) Constant { return nullPointer{Pointer{space}} }

type nullPointer struct{ typ Pointer }

func (n nullPointer) String() string { return n.typ.String() + " null" }
func (n nullPointer) Ident() string  { return "null" }
func (n nullPointer) Type() Type     { return n.typ }
func (n nullPointer) IsConstant()    {}

// Symbol is the address of a variable or function by its name, which may be defined later or elsewhere.
type Symbol struct {
	Name  string
	Space int
}

// String is the type and the address.
func (s Symbol) String() string { return typed(s.Type(), s.Ident()) }

// Ident is the name with its @.
func (s Symbol) Ident() string { return "@" + QuoteName(s.Name) }

// Type is a pointer into the symbol's space.
func (s Symbol) Type() Type { return PtrIn(s.Space) }

// IsConstant marks a constant.
func (s Symbol) IsConstant() {}

// Generic is the generic address of an object at c.
func Generic(c Constant) Constant {
	if SpaceOf(c.Type()) == 0 {
		return c
	}
	return &constant.ExprAddrSpaceCast{From: c, To: Ptr}
}

// OwnSpace is the address in the object's space that v is the generic address of, if v is a constant; else v.
func OwnSpace(v Value) Value {
	if c, ok := v.(*constant.ExprAddrSpaceCast); ok {
		return c.From
	}
	return v
}

// ByteOffset is the address off bytes after c.
func ByteOffset(c Constant, off int64) Constant {
	return &constant.ExprGetElementPtr{ElemType: I8, Src: c, Indices: []Constant{Const(I64, off)}, Typ: c.Type()}
}

// Address is a fixed address.
func Address(n *big.Int) Constant {
	return &constant.ExprIntToPtr{From: BigNum(I64, n), To: Ptr}
}

// Text is the bytes of s.
func Text(s string) Constant { return constant.NewCharArray([]byte(s)) }

// Array is elements of one type.
func Array(elem Type, elems ...Constant) Constant {
	return &constant.Array{Typ: ArrayOf(int64(len(elems)), elem), Elems: elems}
}

// Struct is the values of a structure with padding, Packed that of one without.
func Struct(fields ...Constant) Constant {
	return &constant.Struct{Typ: StructOf(typesOf(fields)...), Fields: fields}
}

// Packed is a structure without padding.
func Packed(fields ...Constant) Constant {
	return &constant.Struct{Typ: PackedOf(typesOf(fields)...), Fields: fields}
}

func typesOf(list []Constant) []Type {
	ts := make([]Type, len(list))
	for i, c := range list {
		ts[i] = c.Type()
	}
	return ts
}

// Vector is elements of one type.
func Vector(elems ...Constant) Constant {
	return &constant.Vector{Typ: VectorOf(len(elems), elems[0].Type()), Elems: elems}
}

// CleanName keeps what may stand in an unquoted name.
func CleanName(s string) string {
	switch {
	case s == "":
		return "t"
	case isClean(s):
		return s
	}
	s = strings.Map(func(r rune) rune {
		if r == '_' || r == '.' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
	if s[0] >= '0' && s[0] <= '9' {
		s = "_" + s
	}
	return s
}

func isClean(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && c != '.' && c != '$' && (c < '0' || c > '9' || i == 0) && (c < 'a' || c > 'z') &&
			(c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != ""
}

// typed is a value's name behind its type.
func typed(t Type, name string) string { return t.String() + " " + name }

// QuoteName quotes a symbol when LLVM needs it.
func QuoteName(s string) string {
	if isClean(s) {
		return s
	}
	return Quote(s)
}

// Quote writes a string literal of LLVM: bytes outside printable ASCII as \XX.
func Quote(s string) string {
	return strings.TrimPrefix(constant.NewCharArray([]byte(s)).Ident(), "c")
}
