package target

import "fmt"

// Value is an LLVM value: its type and its name, as LLVM writes them.
type Value struct{ Type, Name string }

// I32 is a constant of type i32.
func I32(n int64) Value { return Value{"i32", fmt.Sprint(n)} }

// Emitter writes the instructions of a function. A hint is what the result's name is made of.
type Emitter interface {
	// Call calls a function by its name and declares it with attributes.
	Call(ret, callee, attributes string, args ...Value) Value
	// Bin is an operation on two values of the same type.
	Bin(op string, x, y Value, hint string) Value
	// Cast converts x.
	Cast(op string, x Value, to, hint string) Value
	// Extract is element i of the structure x.
	Extract(x Value, i int, t, hint string) Value
	// Offset is the address off bytes behind p.
	Offset(p Value, off int64, hint string) Value
	// LoadInvariant loads what nobody writes.
	LoadInvariant(t string, p Value, align int, hint string) Value
	// Store writes x to p.
	Store(x, p Value, align int64)
}

// convergentCall are the attributes of intrinsics in which threads meet.
const convergentCall = "convergent nounwind"

// Lanes are the lanes of a warp that exchange values.
type Lanes struct {
	Full bool  // all lanes of the warp
	Mask Value // with Target.LaneMasks: one bit for each
	Last Value // with Target.LaneMasks: the last of them
}

// Bounds are the launch bounds of a kernel.
type Bounds struct {
	Kernel             string // the symbol, quoted where LLVM wants that
	Threads            int64  // most threads of a team
	Exact              bool   // each launch has so many
	MinTeams           int64  // teams on a multiprocessor, 0 without a clause
	MinWaves, MaxWaves int64  // wavefronts on an execution unit
}
