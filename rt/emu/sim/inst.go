package sim

import "ompcc/rt/emu/ptx"

// vec is a register of a warp: 32 values, each zero-extended to 64 bits.
type vec = [32]uint64

type execFn func(w *warp, in *inst, m uint32)

// kind says how control goes on after an instruction.
type kind uint8

const (
	kindPlain kind = iota
	kindBranch
	kindTable
	kindCall
	kindReturn
	kindExit
	kindTrap
	kindBarrier // waits for other warps
	kindSync    // waits for other threads of the warp
)

// Class is a class of instructions in counts.
type Class uint8

// The classes of instructions.
const (
	ClassInteger Class = iota
	ClassFloat32
	ClassFloat64
	ClassHalf
	ClassConvert
	ClassCompare
	ClassMove
	ClassControl
	ClassCall
	ClassBarrier
	ClassWarp // shuffles and votes
	ClassLoadGlobal
	ClassStoreGlobal
	ClassLoadShared
	ClassStoreShared
	ClassLocal
	ClassParam
	ClassAtomic
	ClassFence
	Classes
)

var classNames = [Classes]string{
	"integer", "float32", "float64", "half", "convert", "compare", "move", "control", "call", "barrier", "warp",
	"ld.global", "st.global", "ld.shared", "st.shared", "local", "param", "atomic", "fence",
}

func (c Class) String() string { return classNames[c] }

// inst is a decoded instruction. Operands are indices into the frame's
// registers, which hold constants too; predicates have registers of their own.
type inst struct {
	exec    execFn
	whole   warpFn // instead of exec when all threads of the warp take part; may be nil
	kind    kind
	class   Class
	negated bool
	pred    int32 // -1: none
	d, d2   int32
	a, b, c int32
	p, q    int32 // predicates; -1: none
	pn      bool  // p is negated
	space   ptx.Space
	size    uint8 // bytes of an element
	signed  bool
	strong  uint8  // ordering: see memory instructions
	narrow  bool   // of the scope of a block or cluster
	aligned bool   // barrier: all threads of the warp execute it together
	arrive  bool   // barrier: does not wait
	swap    bool   // compare-and-swap
	fixed   bool   // the address is the same for all threads
	flushes bool   // atomic: subnormal numbers in global memory are zeros
	padded  bool   // part of a parameter: it may be padding, which nobody writes
	merges  bool   // load: its value comes back to its place, with other bits in it (merge.go)
	object  extent // of a load that only copies: the object that is copied, before and behind the address
	polls   bool   // in a loop, it may be one that waits for other threads
	vd      []int32
	off     int64
	imm     uint64
	f1      func(a uint64) uint64
	f2      func(a, b uint64) uint64
	f3      func(a, b, c uint64) uint64
	cmp     func(a, b uint64) bool
	target  int32
	rpc     int32
	again   side // of a branch: the side that leads back to it
	table   []int
	call    *callSite
	id      int32 // of the instruction in the device
	src     *ptx.Inst
}

// callSite is the static part of a call.
type callSite struct {
	callee  *function // nil: indirect, address in operand a
	builtin builtin
	args    []slot
	rets    []slot
}

// slot is a variable in a frame's local memory.
type slot struct{ off, size uint64 }

// builtin is a function that the device's system provides.
type builtin func(w *warp, in *inst, m uint32)

// function is a compiled function or kernel.
type function struct {
	name    string
	source  *ptx.Func
	module  *Module
	code    []inst
	nregs   int
	npreds  int
	consts  []uint64 // registers from nregs on
	special []special
	params  []slot
	returns []slot
	frame   uint64 // bytes of local memory
	align   uint64 // of the frame's start
	kparams []slot // of a kernel, in its parameter block
	ksize   uint64
	index   int

	// For a debugger: the address of its first instruction, and what names stand for.
	text       uint64
	registers  map[string]int32
	predicates map[string]int32
	vars       map[string]slot
}

// extent is a part of memory around an address: bytes before it, and all bytes; none: 0.
type extent struct{ before, size uint64 }

// special is a register preset at a frame's start.
type special struct {
	reg  int32
	fill func(w *warp, v *vec)
}
