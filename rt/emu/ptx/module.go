package ptx

// Module is a PTX module.
type Module struct {
	Version string // of the language: "7.0"
	Target  string // "sm_80"
	Files   map[int]string
	Vars    []*Var
	Funcs   []*Func
	Aliases []Alias
	// Sections are those of debug information, as text: ParseSection reads them.
	Sections []Section
}

// Section is a section of debug information (.debug_info), of which Text is what its braces enclose.
type Section struct{ Name, Text string }

// Alias is another name of a function.
type Alias struct{ Name, Of string }

// Space is a state space.
type Space uint8

// The state spaces; Generic is an address without one.
const (
	Generic Space = iota
	Global
	Const
	Shared
	Local
	Param
)

var spaces = map[string]Space{
	".global": Global, ".const": Const, ".shared": Shared, ".local": Local, ".param": Param,
}

// Var is a variable or parameter.
type Var struct {
	Name   string
	Space  Space
	Type   string // "b8", "f64"
	Align  uint64
	Size   uint64 // in bytes
	Init   []Init // from the variable's start; what is left is zero
	Extern bool
	Weak   bool
	// Unsized is an array without a length: dynamic shared memory.
	Unsized bool
}

// Init is one element of an initialiser.
type Init struct {
	Offset uint64
	Size   uint64
	Bits   uint64
	// Symbol, when there is one, is the name of what the address of is meant,
	// to which Bits is added; Generic says generic(symbol). Mask, when not 0,
	// selects one byte of the address (mask(symbol)).
	Symbol  string
	Generic bool
	Mask    uint64
}

// Func is a kernel (.entry) or function.
type Func struct {
	Name    string
	Entry   bool
	Weak    bool
	Defined bool
	Returns []*Var
	Params  []*Var
	Regs    []Reg
	Locals  []*Var // .local, .shared and .param variables of the body
	Body    []Inst
	Labels  map[string]int      // index into Body
	Tables  map[string][]string // .branchtargets and .calltargets by label
	// MaxThreads is the product of .maxntid, ReqThreads of .reqntid; 0: none.
	MaxThreads, ReqThreads int
	Line                   int // in the PTX text
}

// Reg declares the register Name, or, if Count is not 0, Name0 … Name(Count-1).
type Reg struct {
	Name  string
	Type  string // "pred", "b32"
	Count int
}

// Loc is a place in the program's source.
type Loc struct {
	File, Line, Column int
	// Inlined is the place where the function with this place was inlined.
	Inlined *Loc
}

// Inst is one instruction.
type Inst struct {
	Pred    string // register that guards it, "" for none
	Negated bool
	Op      string // with all modifiers: "ld.global.v2.f32"
	Args    []Arg
	Loc     *Loc
	Line    int // in the PTX text
}

// ArgKind is the form of an operand.
type ArgKind uint8

// The forms of operands.
const (
	Name ArgKind = iota // register, symbol or label, with Offset; Not for !p
	Int                 // Bits
	F32                 // 0f… as Bits
	F64                 // 0d… as Bits
	Mem                 // [Name+Offset] or [Offset]
	Vec                 // {…}
	List                // (…) of a call
	Pair                // a|b
)

// Arg is an operand.
type Arg struct {
	Kind   ArgKind
	Name   string
	Not    bool
	Offset int64
	Bits   uint64
	List   []Arg
}
