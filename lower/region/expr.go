package region

import "math/big"

// Expr is an expression: it yields a value of scalar type (integer, float,
// bool, pointer, vector) or void. Aggregates are handled by address.
// Evaluation order is left to right, depth first. Every implicit conversion of
// C is an explicit Convert; signedness comes from the operand types.
type Expr interface{ ExprType() Type }

type (
	// Const is an integer, bool or pointer constant (two's complement value of Type).
	Const struct {
		Type Type
		Val  *big.Int
	}
	// FConst is a floating constant, exact in Val (with enough precision for the type);
	// Inf and NaN are flagged.
	FConst struct {
		Type *Float
		Val  *big.Float
		Inf  int // +1, -1
		NaN  bool
	}
	// Null is the null pointer.
	Null struct{}
	// Undef is an indeterminate value of Type.
	Undef struct{ Type Type }
	// GlobalAddr is the address of a global (for Link globals: of the pointer cell).
	GlobalAddr struct{ Global *Global }
	// FuncAddr is the address of a device function.
	FuncAddr struct{ Func *Function }
	// LocalAddr is the address of a local.
	LocalAddr struct{ Local *Local }
	// ParamVal is the value of a parameter of the enclosing function or kernel.
	ParamVal struct{ Param *Param }
	// TempVal is the value of a temporary.
	TempVal struct{ Temp *Temp }

	// Load reads a scalar of Type at Addr. Align 0: the type's.
	Load struct {
		Type     Type
		Addr     Expr
		Align    int64
		Volatile bool
		Site     *Site
		// NonTemporal: the memory is not accessed again soon (OpenMP 5.2 §10.4.1).
		NonTemporal bool
	}
	// BitLoad reads Width bits from bit Off (counted from the least
	// significant bit of the byte at Addr) and yields Type, extended by its signedness.
	BitLoad struct {
		Type       Type
		Addr       Expr
		Off, Width int
		Volatile   bool
		Site       *Site
	}
	// Unary applies Op to X; the result has X's type.
	Unary struct {
		Op UnOp
		X  Expr
	}
	// Binary applies Op to operands of one type, which is the result's.
	// Shifts: Y has the same type as X (lower converts). Signed overflow
	// wraps unless NSW.
	Binary struct {
		Op   BinOp
		X, Y Expr
		NSW  bool
	}
	// Compare yields bool; operands have one type (ints, floats, pointers).
	Compare struct {
		Op   CmpOp
		X, Y Expr
	}
	// Convert changes X's type: int↔int (by source signedness), int↔float,
	// float↔float, ptr↔int, anything→bool is written as a Compare by lower.
	Convert struct {
		To Type
		X  Expr
	}
	// Bitcast reinterprets a scalar's bits as another type of the same size (vectors).
	Bitcast struct {
		To Type
		X  Expr
	}
	// PtrAdd is Base + Index*Scale + Offset bytes. Index may be nil, and is
	// of any integer type (extended by its signedness).
	PtrAdd struct {
		Base   Expr
		Index  Expr
		Scale  int64
		Offset int64
		// Elem names the element type when Base points to an array of it (may be nil).
		Elem Type
	}
	// PtrDiff is (X-Y)/Scale as i64.
	PtrDiff struct {
		X, Y  Expr
		Scale int64
	}
	// Call calls Func, or Ptr with type Type. Type is never nil.
	Call struct {
		Func *Function
		Ptr  Expr
		Type *Func
		Args []Expr
		// VarArgs are the promoted types of the arguments in a variadic call's
		// buffer (the last of Args), for printf on targets that pack them otherwise.
		VarArgs []Type
		Pos     Position
	}
	// Intrinsic is an operation that the target has or codegen expands; see intrinsic.go.
	Intrinsic struct {
		Op   IntrinsicOp
		Type Type
		Args []Expr
	}
	// Cond is C ? X : Y; C is bool.
	Cond struct{ C, X, Y Expr }
	// AndAlso and OrElse are the short-circuit operators on bool.
	AndAlso struct{ X, Y Expr }
	// OrElse is the short-circuit or.
	OrElse struct{ X, Y Expr }
	// Not negates a bool.
	Not struct{ X Expr }
	// Seq runs Body, then yields Value (nil: void). Temps of Body are visible in Value.
	Seq struct {
		Body  *Block
		Value Expr
	}
	// AtomicRMW does *Addr = *Addr op X atomically and yields the old value.
	AtomicRMW struct {
		Op    AtomicOp
		Addr  Expr
		X     Expr
		Order Order
		Scope Scope
		Site  *Site
	}
	// AtomicLoad reads atomically.
	AtomicLoad struct {
		Type  Type
		Addr  Expr
		Order Order
		Scope Scope
		Site  *Site
	}
	// CmpXchg compares *Addr with Expect and stores New if equal; yields the
	// old value (compare old==Expect for success; types are integer or pointer).
	CmpXchg struct {
		Addr, Expect, New Expr
		Order, Fail       Order
		Weak              bool
		Scope             Scope
		Site              *Site
	}
	// VecElem extracts element Index of vector X; VecInsert replaces it.
	VecElem struct{ X, Index Expr }
	// VecInsert replaces element Index of X by Y.
	VecInsert struct{ X, Index, Y Expr }
	// VecShuffle picks elements of X and Y by constant Mask (-1: undefined).
	VecShuffle struct {
		X, Y Expr
		Mask []int
	}
	// Splat is a vector of Type with X in every element.
	Splat struct {
		Type *Vector
		X    Expr
	}
)

// UnOp is a unary operator.
type UnOp int

// The unary operators.
const (
	Neg UnOp = iota // arithmetic negation (int, float)
	Com             // bitwise complement
)

// BinOp is a binary operator.
type BinOp int

// The binary operators; signed/unsigned/float by operand type.
const (
	Add BinOp = iota
	Sub
	Mul
	Div
	Rem
	And
	Or
	Xor
	Shl
	Shr // arithmetic for signed, logical for unsigned
	Min
	Max // C's semantics of (x<y?x:y); floats: minnum/maxnum allowed for reductions
)

// CmpOp is a comparison.
type CmpOp int

// The comparisons. Float: ordered, except Ne which is unordered-or-unequal.
const (
	Eq CmpOp = iota
	Ne
	Lt
	Le
	Gt
	Ge
	Unord // isunordered
)

// AtomicOp is the operation of an AtomicRMW.
type AtomicOp int

// The atomic operations; codegen expands to a compare-exchange loop what the target lacks.
const (
	AtomicXchg AtomicOp = iota
	AtomicAdd
	AtomicSub
	AtomicMul
	AtomicDiv
	AtomicAnd
	AtomicNand
	AtomicOr
	AtomicXor
	AtomicShl
	AtomicShr
	AtomicMin
	AtomicMax
	AtomicRSub // x = expr - x
	AtomicRDiv
	AtomicRShl
	AtomicRShr
	AtomicLAnd // logical
	AtomicLOr
)

// Order is a memory order.
type Order int

// The memory orders.
const (
	Relaxed Order = iota
	Acquire
	Release
	AcqRel
	SeqCst
)

// Scope is the set of threads that an atomic or fence must be visible to.
type Scope int

// The scopes.
const (
	ScopeDevice Scope = iota
	ScopeTeam
	ScopeSystem
)

// Position is where a call or statement stands, for .loc and diagnostics.
type Position struct {
	File string
	Line int
	Col  int
}
