package target

import (
	"fmt"
	"strings"

	"ompcc/codegen/ir"
	"ompcc/rt/abi"
)

// Family is a row of the registry: a kind of target.
type Family struct {
	Name string // as -fopenmp-targets has it
	// Names are the other names: a whole one, or the start of a triple when it ends in "-" or "*".
	Names   []string
	GCCName string // as gcc's -foffload has it, "" if gcc has no such target
	// ArchPrefix starts the names of architectures that --offload-arch gives to this family, "" for the family of all
	// others.
	ArchPrefix string
	// ArchExample is an architecture for messages.
	ArchExample string
	Device      *abi.DeviceKind // the row of the runtime that runs its images, nil for CPUs and skeletons
	// Driver is the library through which programs reach real devices, "" for CPUs and skeletons; EmulatedArch the
	// architecture of the emulated device, "" if the default's images suit it.
	Driver, EmulatedArch string
	// Schedulers is how many schedulers a large GPU of the family has, each of which issues an instruction of one warp
	// at a time: ompcc replay divides what the emulated device counts by it.
	Schedulers int
	// Detect are the programs that list the machine's processors of the family, in the order in which they are tried.
	Detect   [][]string
	Skeleton bool // only some constructs have code, and no device runs it
	// New makes the target for a name of the family and an architecture, "" for its default.
	New func(name, arch string) (*Target, bool)
}

// Families are the targets that ompcc knows. The first one is the default.
var Families = []*Family{cpu, nvptx, amdgcn, spirv64}

// TeamMemoryHook is the function by which kernels name the team's memory of functions that they may call indirectly
// (Target.NameTeamMemory). Each unit has a weak one; the link step defines that of a program of several units.
const TeamMemoryHook = "__ompcc_team_memory"

// ByName finds a target by its short name, its processor's name or LLVM triple; arch "" is the
// family's default. ok is false for a name or architecture that is unknown.
func ByName(name, arch string) (t *Target, ok bool) {
	for _, f := range Families {
		if f.named(name) {
			t, ok := f.New(name, arch)
			if ok {
				t.Family = f
			}
			return t, ok
		}
	}
	return nil, false
}

func (f *Family) named(name string) bool {
	if name == f.Name {
		return true
	}
	for _, n := range f.Names {
		start, isStart := strings.CutSuffix(n, "*")
		if n == name || (isStart || strings.HasSuffix(n, "-")) && strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// OfArch is the family to which an architecture belongs by its spelling.
func OfArch(arch string) *Family {
	for _, f := range Families {
		if f.ArchPrefix != "" && strings.HasPrefix(arch, f.ArchPrefix) {
			return f
		}
	}
	return Families[0]
}

// All lists one target of each family that is complete, with its default architecture.
func All() []*Target {
	var ts []*Target
	for _, f := range Families {
		if t, _ := ByName(f.Name, ""); !f.Skeleton {
			ts = append(ts, t)
		}
	}
	return ts
}

// Names lists the families that are complete, for a message: "cpu, nvptx, amdgcn".
func Names() string {
	var names []string
	for _, t := range All() {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// ArchExamples lists an architecture for each family that names them: "sm_80 for nvptx".
func ArchExamples() string {
	var list []string
	for _, f := range Families {
		if f.ArchExample != "" {
			list = append(list, f.ArchExample+" for "+f.Name)
		}
	}
	return strings.Join(list, ", ")
}

// Model is how kernels execute.
type Model int

// The models. Package codegen has an execution model for each.
const (
	Threads Model = iota // the runtime's threads call the kernel
	Grid                 // each thread of a grid executes the kernel
)

// Traits are what context selectors ask of a device (OpenMP 5.2 §7.1), by the names that clang and gcc use.
type Traits struct{ Kind, Arch, ISA []string }

// Target describes what code is generated for: data, and hooks for what data cannot say. Data that a target leaves out
// has the value of a target without the property; a hook that is nil has the meaning that its comment gives.
type Target struct {
	*Family
	Triple     string
	Arch       string // "x86-64", "sm_80", "gfx90a"
	DataLayout string // of LLVM up to version 19
	// Layouts are the data layouts of LLVM's later versions, where they are known: the driver asks clang for others.
	Layouts map[int]string
	Model   Model
	Traits  Traits

	// Address spaces. Pointers of the region IR are generic (0).
	GlobalSpace, SharedSpace, LocalSpace int

	// Sizes and limits.

	WarpSize    int   // lanes that execute together; 1 on CPUs
	MaxThreads  int   // most threads of a team
	DefaultTeam int   // threads of a team when no clause says otherwise
	TeamMemory  int64 // most bytes of shared memory of a team
	MaxFrame    int64 // most bytes of a function's stack frame in each thread; 0: no limit
	StackAlign  int64 // least alignment of an object on a thread's stack
	ArrayAlign  int64 // least alignment of variables that are arrays of at least as many bytes
	GlobalWord  int64 // variables with addresses in their initial values consist of words of so many bytes; 0: of bytes
	AccessBytes int64 // size of the widest access of a thread to global memory, 0 where wide ones gain nothing
	AtomicBytes int64 // size of the narrowest atomic update

	// NonTemporal: accesses may pass the caches, and are ordered as others are.
	NonTemporal bool

	// Functions and kernels.

	KernelCC    string   // calling convention of kernels, "" for C
	FuncAttrs   []string // attributes of every function
	ModuleFlags []string // nodes of !llvm.module.flags
	// Convergent: threads may meet in any call, so that LLVM must not move calls to where fewer of them come.
	Convergent bool
	// Lockstep: the lanes of a warp progress together only, so that one must not wait for another.
	Lockstep bool
	// FunctionVisibility and VariableVisibility are LLVM's visibilities of functions that other files may use and of
	// variables that the runtime looks up.
	FunctionVisibility, VariableVisibility string
	// Bounds states a kernel's launch bounds: by attributes of its function, and by nodes of the named metadata
	// BoundsMetadata.
	Bounds         func(Bounds) (attributes, nodes []string)
	BoundsMetadata string
	// AsksStack: the image says how much stack its threads need, since the loader does not know of recursion.
	AsksStack bool

	// The program around the device code.

	// HostLibrary: device code calls the C library of the program, and the compiler's own routines.
	HostLibrary bool
	// VaList fills the va_list at ap so that all arguments come from the buffer buf; for targets with HostLibrary.
	VaList func(e Emitter, ap, buf ir.Value)
	// EntryTable: a table in a section of the program lists kernels and variables, which need no visible symbols.
	EntryTable bool
	// ThreadStorage: the linker and the C library provide variables of thread storage duration.
	ThreadStorage bool
	// Frames: a function may ask for the addresses of frames, prefetch, and be left by longjmp.
	Frames bool
	// Instrumented: the checks of -fsanitize=offload and the calls of -finstrument-functions are possible.
	Instrumented bool
	// Trampolines: code may be made on the stack. BuiltinJumps: gcc's __builtin_setjmp works as LLVM has it.
	Trampolines, BuiltinJumps bool
	// X86Builtins: the compiler's builtin functions for x86 exist.
	X86Builtins bool
	// ComplexParts: the parts of a complex number are arguments of their own, two floats are one vector (x86-64 psABI
	// 3.2.3).
	ComplexParts bool
	// HostPrintf is the device system's own printf with an argument buffer, "" without one.
	HostPrintf string
	// OutputBuffer: output goes to a buffer that the runtime prints.
	OutputBuffer bool
	// LateGlobals: initial values have no unaligned, mutual or foreign addresses. The runtime writes these.
	LateGlobals bool
	// HalfAsInteger: LLVM 19 writes a variable of half precision as 16 bits with the bits of a double; it becomes an
	// integer.
	HalfAsInteger bool
	// DebugLinesOnly: the assembler of optimised code takes line tables, and no description of variables, which comments
	// have then (rt/emu/gdb).
	DebugLinesOnly bool
	// DynamicShared: a launch may ask for shared memory beyond the image's own.
	DynamicShared bool

	// The program's processor, for targets with InProgram.

	GoArch         string // Go's name
	UnsignedChar   bool   // char is unsigned
	QuadLongDouble bool   // long double has IEEE's 128 bits

	// Arithmetic.

	Contract  bool // a*b+c may be fused by default
	MinMax    bool // floating-point minimum and maximum are instructions
	Vectorize bool // loops may become vector code
	NoLongs   bool // no arithmetic on long double and __float128
	// Split takes an i64 apart into words and Join puts it together. nil: shifts do.
	Split func(e Emitter, bits ir.Value) (low, high ir.Value)
	Join  func(e Emitter, low, high ir.Value) ir.Value

	// The memory model.

	// SyncScope gives LLVM's syncscope for device, team and system scope.
	SyncScope [3]string
	// FenceCalls are the intrinsics that are fences of these scopes; "": LLVM's fence instruction.
	FenceCalls [3]string
	// OrderByFences: LLVM before 20 has relaxed atomics only, which fences order.
	OrderByFences bool
	// Waits is assembly that waits until a thread's accesses are done as far as these scopes see, before what publishes
	// them.
	Waits [3]string
	// VolatileAtomics: atomic loads are volatile. LLVM takes a parameter that is only read for constant, and then has
	// no instruction for an atomic load.
	VolatileAtomics bool
	// SystemAtomic is the intrinsic for an operation ("add", "exch", "and", "or", "xor", "cas") of the system's scope
	// on integers of so many bits, "" without one. nil: atomic instructions have this scope.
	SystemAtomic func(op string, bits int) string

	// FloatAtomics are kinds of metadata that allow instructions for atomic updates of floats in memory of the device.
	// These instructions do nothing to memory of the host.
	FloatAtomics []string

	// Threads of a grid.

	// Intrinsics without operands: thread in team, team in league, barrier of the team.
	ThreadID, TeamID, Barrier string
	// Place is the thread in its team or the team in its league, in place of ThreadID and TeamID. nil: they are
	// intrinsics.
	Place func(e Emitter, team bool) ir.Value
	// BarrierScope is LLVM's syncscope of the fences around the barrier, which itself orders no accesses; "": it does.
	BarrierScope string
	// TeamSize and NumTeams are the grid's dimensions.
	TeamSize, NumTeams func(e Emitter) ir.Value
	// LaunchShared is how many bytes of dynamic shared memory the launch gave each team.
	LaunchShared func(e Emitter) ir.Value
	// NamedBarrier waits for count threads, which are whole warps. nil: there is only the team's barrier.
	NamedBarrier func(e Emitter, id, count ir.Value)
	// Pause is assembly for loops that poll: the thread waits for a moment, and leaves the memory to others. "": none.
	Pause string
	// Clock is an intrinsic that reads a clock, and ClockUnit its tick in seconds, as a double's bits.
	Clock, ClockUnit string
	// Coordinates are the prefixes of intrinsics that give a thread its place in the grid, and Quiet those of others
	// that access no memory. Hints are what precedes the telling part of an intrinsic's name behind "llvm.".
	Coordinates, Quiet, Hints []string

	// Lanes of a warp.

	// LaneMasks: operations on lanes name the lanes that take part.
	LaneMasks bool
	// ShuffleDown is the word w of the lane off further up. With LaneMasks exists says whether there is one.
	ShuffleDown func(e Emitter, g Lanes, w, off ir.Value) (x, exists ir.Value)
	// ShuffleUp is the word w of the lane off further down.
	ShuffleUp func(e Emitter, g Lanes, w, off ir.Value) ir.Value
	// Ballot tells of a truth value whether it holds in all lanes, or in any. nil: shuffles do.
	Ballot func(e Emitter, g Lanes, all bool, v ir.Value) ir.Value
	// ReduceWord combines an i32 of all lanes: "add", "and", "or", "xor", "min", "umin", "max", "umax". nil: shuffles
	// do.
	ReduceWord func(e Emitter, g Lanes, op string, v ir.Value) ir.Value
	// Row is how many lanes see each other through operands of an instruction. 0: none.
	Row int64
	// RowShift is the word w of the lane off further up in the row; ReadLane that of one lane, for all.
	RowShift func(e Emitter, w ir.Value, off int64) ir.Value
	ReadLane func(e Emitter, w ir.Value, lane int64) ir.Value

	// Assembly in the program.

	Asm Asm

	// The image.

	// InProgram: the image is linked into the program as object code.
	InProgram bool
	// ArchFlag is clang's flag for the architecture.
	ArchFlag string
	// WrongScopes: the alias scopes that LLVM gives to accesses of shared memory are wrong.
	WrongScopes bool
	// Features is clang's -target-feature ("+ptx70"), or "", and DebugFeatures its least value for code with DWARF.
	Features, DebugFeatures string
	// OldestLLVM is the first version with the target, 0 for all; CompileFlags are clang's for it. Optimised: at -O1 at
	// least.
	OldestLLVM   int
	CompileFlags []string
	Optimised    bool
	// Format is the image's format for the runtime ("ptx"), Ext the extension of its file and TextExt that of assembly.
	Format, Ext, TextExt string
	// Language is what the target's assembly is called.
	Language string
	// TextImage: the image is assembly text, which the device system compiles. ObjectImage: it is the object. Else the
	// linker makes a shared object.
	TextImage, ObjectImage bool
	// Libdevice: a CUDA toolkit has mathematical functions for the target.
	Libdevice bool
	// LibraryFiles are the file names that libclc has for this target, older versions' first.
	LibraryFiles []string
	// ArchHint is what else to do about an architecture that LLVM does not know.
	ArchHint string
	// SymbolName is how assembly has a symbol that LLVM IR writes as text. nil: as LLVM has it.
	SymbolName func(text string) string
	// NameTeamMemory: kernels name the team's memory of functions that they may call indirectly.
	NameTeamMemory bool
	// Adapt gives the device library's IR, made for the family's default architecture, what is the target's own. nil:
	// nothing.
	Adapt func(ir string) string
}

// Asm is what the target takes of inline assembly.
type Asm struct {
	Dialect string // "x86" and the like; "" for any but x86
	Goto    bool   // jumps to labels of the program
	Memory  bool   // operands may be in memory
	// Register is LLVM's constraint for a register where a constraint leaves the choice, or is "r" and Classes is set.
	Register string
	Classes  bool
	// Letters are gcc's constraints and clobbers whose LLVM form differs, and Clobbers what code changes without saying
	// so.
	Letters  map[string]string
	Clobbers []string
}

// X86 is the dialect of x86.
const X86 = "x86"

// FeaturesFor is Features for a compilation; dwarf: its code has a full description for debuggers.
func (t *Target) FeaturesFor(dwarf bool) string {
	if dwarf && t.Features < t.DebugFeatures {
		return t.DebugFeatures
	}
	return t.Features
}

// Machine is the processor's name, the first part of the triple.
func (t *Target) Machine() string {
	m, _, _ := strings.Cut(t.Triple, "-")
	return m
}

// Processor is Arch without the features of a target ID.
func (t *Target) Processor() string {
	p, _, _ := strings.Cut(t.Arch, ":")
	return p
}

// archNumber splits "sm_90a" into 90 and "a".
func archNumber(s, prefix string) (n int, suffix string, ok bool) {
	rest, found := strings.CutPrefix(s, prefix)
	if !found {
		return 0, "", false
	}
	i := 0
	for i < len(rest) && rest[i] >= '0' && rest[i] <= '9' {
		n = n*10 + int(rest[i]-'0')
		i++
	}
	return n, rest[i:], i > 0
}

func (t *Target) String() string { return fmt.Sprintf("%s (%s)", t.Triple, t.Arch) }
