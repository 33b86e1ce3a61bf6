package region

import (
	"strings"

	"ompcc/parse/diag"
)

// Module is the device code of one translation unit, or what is left of it
// after nothing more of OpenMP's host side: kernels, device functions, globals.
type Module struct {
	// File is the main source file as the user named it.
	File    string
	Kernels []*Kernel
	Funcs   []*Function
	Globals []*Global
	// SetsICVs: device code changes ICVs that parallel regions and loops heed.
	SetsICVs bool
	// SharesHost: the program requires that kernels access the memory of the host.
	SharesHost bool
	// FastMath and FPContract carry the host's floating-point flags.
	FP FPOptions
}

// FindFunction is the name of the function of a GPU's module that turns a pointer to
// a function of the host into one to its device version (OpenMP 5.2 §7.8.3).
const FindFunction = "__ompcc_find_function"

// FPOptions are the floating-point flags of the compilation.
type FPOptions struct {
	Fast     bool   // -ffast-math
	Contract string // "fast" (default on GPUs), "on", "off"
	Relaxed  string // LLVM's words for other parts of -ffast-math
}

// Linkage of a function or global across files.
type Linkage int

// The linkages.
const (
	Internal Linkage = iota
	External
	LinkOnce // inline functions, tentative definitions (common): one copy is kept
	Weak
)

// Function is a device function.
//
// Structures by value: the caller passes a pointer to a copy that the callee
// may write (Param.ByVal set); a structure result is written through a first
// parameter with Param.SRet set, and Ret is void. Variadic functions receive,
// after their named parameters, one pointer (not part of Params; OpVarArgs reads it) to a buffer in which the caller
// has stored the promoted arguments in order, each at the next multiple of its alignment (at least 8); va_list's first
// 8 bytes hold the read position.
type Function struct {
	Name    string
	Pos     diag.Pos
	Linkage Linkage
	Params  []*Param
	Ret     Type
	Body    *Block // nil: declaration only
	// Variadic is set for functions declared with "..."; see above.
	Variadic bool
	// Library is set for functions of the C library that the device library
	// provides ("sin", "memcpy", "printf"): codegen maps Name for its target.
	Library                                       bool
	NoInline, AlwaysInline, NoReturn, Pure, Const bool
	// NoInstrument is attribute no_instrument_function.
	NoInstrument bool
	// X86 is set for builtin functions of x86: X86Prefix, the builtin's name (or that of an intrinsic function,
	// which begins with _), and for each argument ".", and "_" or the constant that it is ("m1" is -1).
	X86 bool
	// Align is what attribute aligned asks for, or 0.
	Align int64
	// Cloned is the host function's user-visible name when Name was changed.
	Cloned string
	// UsesParallel is set by lower's closure analysis when a call of this
	// function may reach a parallel construct or a barrier (orphaned), or an unknown callee.
	UsesParallel bool
	// UseChain tells the user how the function came to be device code:
	// "target at a.c:10 → f at a.c:4".
	UseChain string
	// Indirect is set when the host may take its address (declare target indirect).
	Indirect bool
}

// TaskPrefix starts the names of the device library's functions for explicit tasks.
const TaskPrefix = "__openmp_task_"

// X86Prefix starts the names of functions that stand for builtins of x86.
const X86Prefix = "__ompcc_ia32_"

// X86Name is the builtin or intrinsic function of x86 that a function called name stands for.
func X86Name(name string) string {
	base, _, _ := strings.Cut(strings.TrimPrefix(name, X86Prefix), ".")
	if strings.HasPrefix(base, "_") {
		return base
	}
	return "__builtin_ia32_" + base
}

// Type is the type of a call of f.
func (f *Function) Type() *Func {
	t := &Func{Ret: f.Ret, Variadic: f.Variadic}
	for _, p := range f.Params {
		t.Params = append(t.Params, p.Type)
	}
	return t
}

// Param is a parameter of a Function or Kernel. Its value is an SSA value:
// read it with ParamVal. lower stores it to a Local when C code assigns to it.
type Param struct {
	Name string
	Type Type
	// For functions.
	ByVal *Struct // pointer to the callee's own copy of this structure
	SRet  *Struct // pointer to where the result goes
	// For kernels.
	Kind     ParamKind
	NoAlias  bool   // no other pointer in this kernel reaches the same storage
	ReadOnly bool   // the kernel never writes through it
	Unread   bool   // the kernel never reads through it, and passes it on to nobody
	Elem     Type   // pointee type, for reading and alignment; may be nil
	C        *CType // what debuggers are told of the object at the address; nil: nothing
	Lengths  []Expr // those that C leaves open, for debuggers
	Bytes    int64  // ParamValue of structure type: size
}

// ParamKind says what a kernel parameter carries.
type ParamKind int

// The kernel parameter kinds.
const (
	// ParamMapped is the device address of mapped storage (global memory).
	ParamMapped ParamKind = iota
	// ParamValue is a firstprivate scalar passed by value in its own type
	// (ints, floats, bool), or a firstprivate pointer (Type Ptr).
	ParamValue
	// ParamCopy is the device address of a read-only image of a firstprivate
	// aggregate of Bytes bytes; each team (or thread) copies it.
	ParamCopy
)

// Kernel is an outlined target region: its Body is executed by the initial
// thread of each team of a league (NumTeams 1 unless Teams is set).
type Kernel struct {
	Name string // __ompcc_k_<file>_<function>_l<line>
	Pos  diag.Pos
	// Source is the directive as written, for comments in the IR.
	Source string
	Params []*Param
	Body   *Block
	// Teams is set when the region is (or strictly nests) a teams construct.
	Teams bool
	// OwnShared is set when the program asks for dynamic shared memory of its own.
	OwnShared bool
	// Bare is set when a team has exactly as many threads as the launch asks for.
	Bare bool
	// Compile-time bounds, 0 if unknown: they fix launch bounds.
	NumTeamsConst, ThreadLimitConst, NumThreadsConst int64
	// Space is the parameter with the sizes of a league and of its thread limit in several dimensions; nil: one.
	Space *Param
	// GroupMemory is the parameter with the word of a dyn_groupprivate clause (rt/devlib/gprivate.h); nil: none. GroupHeap
	// is set if its fallback is the default memory space.
	GroupMemory *Param
	GroupHeap   bool
	// What ompx_attribute asks of the code generator, 0: nothing: teams that a
	// multiprocessor has room for, and wavefronts for each unit of AMD GPUs.
	MinTeams, MinWaves, MaxWaves int64
	// Reductions of the teams construct, over all teams.
	Reductions []*Reduction
}

// LinkSuffix ends the name of the pointer that stands for a link variable (OpenMP 5.2 §7.8.1).
const LinkSuffix = "__ompcc_link"

// UnifiedSuffix ends that of a variable that is none, of a unit that requires unified shared memory (§8.2.1).
const UnifiedSuffix = "__ompcc_unified"

// Global is a device variable with static storage duration.
type Global struct {
	Name    string
	Type    Type
	Linkage Linkage
	Align   int64
	Const   bool // never written: string literals, const-qualified with constant initialiser
	// Init is the initial value; nil with External linkage: a declaration;
	// nil otherwise: zero.
	Init Init
	Decl bool // declaration only
	Pos  diag.Pos
	// Entry is set when the runtime must know the variable (declare target
	// with a host counterpart): the host object's symbol is HostName.
	Entry    bool
	HostName string
	// Link: a declare target link variable; Type is Ptr and the runtime
	// stores the address of the mapped storage into it.
	Link bool
	// Library: a variable of the C library, declared only (stdin, stdout, stderr).
	// Every target has its own.
	Library bool
	// Space chooses storage: ordinary global memory, team-shared, or thread-private.
	Space Space
}

// Space is where storage lives.
type Space int

// The storage spaces.
const (
	SpaceGlobal Space = iota
	SpaceTeam         // one copy a team: shared memory / LDS
	SpaceThread       // one copy a thread
)

// Init is a constant initialiser.
type Init interface{ init() }

// InitBytes is raw data (little-endian).
type InitBytes struct{ Data []byte }

// InitScalar is a constant of scalar type at its own size.
type InitScalar struct{ X Expr } // Const, FConst, Null

// InitAddr is the address of a global or function plus Offset bytes.
type InitAddr struct {
	Global *Global
	Func   *Function
	Offset int64
}

// InitAgg initialises an aggregate of Size bytes: Parts by increasing offset, the gaps zero.
type InitAgg struct {
	Size  int64
	Parts []InitPart
}

// InitPart is one piece of an InitAgg at byte Offset.
type InitPart struct {
	Offset int64
	Type   Type
	Init   Init
}

func (*InitBytes) init()  {}
func (*InitScalar) init() {}
func (*InitAddr) init()   {}
func (*InitAgg) init()    {}

// Local is a variable in memory with automatic storage duration. Block.Locals lists it, which says where it lives.
// In a kernel's (or orphan function's) team-level code it is one per team (shared by the threads of an inner
// Parallel that refer to it). Inside a Parallel's Body it is one per thread.
type Local struct {
	Name  string
	Type  Type
	Align int64 // 0: the type's
	Pos   diag.Pos
	C     *CType // what debuggers are told of the type, nil: Type
	// Lengths are those that C leaves open, for debuggers: of a variable length array, whose address
	// the local holds, or of what a pointer points to.
	Lengths []Expr
	// Escapes is set when the address is taken for anything but direct loads and stores.
	Escapes bool
	// Space: SpaceTeam for allocate(cgroup/pteam), otherwise SpaceThread/auto.
	Space Space
	// Param number (1-based) if the local holds a C parameter, for debug information.
	ArgNo int
}

// Temp is an SSA value, assigned once by a Let (or by a loop that defines it)
// and visible in the rest of its Block and everything nested in that.
type Temp struct {
	Name string
	Type Type
}
