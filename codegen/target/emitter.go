package target

import "ompcc/codegen/ir"

// Emitter writes the instructions of a function.
type Emitter struct {
	*ir.Builder
	// Call calls a function by its name and declares it with attributes.
	Call func(ret ir.Type, callee, attributes string, args ...ir.Value) ir.Value
}

// LoadInvariant loads what nobody writes.
func (e Emitter) LoadInvariant(t ir.Type, p ir.Value, align int64, hint string) ir.Value {
	return e.LoadAs(t, p, ir.Access{Align: align, Invariant: true}, hint)
}

// convergentCall are the attributes of intrinsics in which threads meet.
const convergentCall = "convergent nounwind"

// Lanes are the lanes of a warp that exchange values.
type Lanes struct {
	Full bool     // all lanes of the warp
	Mask ir.Value // with Target.LaneMasks: one bit for each
	Last ir.Value // with Target.LaneMasks: the last of them
}

// Bounds are the launch bounds of a kernel.
type Bounds struct {
	Kernel             string // the symbol, quoted where LLVM wants that
	Threads            int64  // most threads of a team
	Exact              bool   // each launch has so many
	MinTeams           int64  // teams on a multiprocessor, 0 without a clause
	MinWaves, MaxWaves int64  // wavefronts on an execution unit
	SharesHost         bool   // kernels access memory of the host
}
