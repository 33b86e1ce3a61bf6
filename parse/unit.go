package parse

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"
)

// Config says how one source file is to be read.
type Config struct {
	// HostCC is the host compiler's command (clang-19, gcc, …) that preprocesses.
	HostCC string
	// HostVersion is its major version; nil: it is asked.
	HostVersion func() int
	// HostArgs are the user's flags that matter to the preprocessor and the
	// language: -I -D -U -include -std= -M… -f… -m… -isystem ….
	HostArgs []string
	// IncludeDir is ompcc's own include folder (omp.h, omp-tools.h, ompx.h).
	IncludeDir string
	// OpenMP is the value of _OPENMP, for example 202111.
	OpenMP int
	// NoOpenMP is set for -fno-openmp: _OPENMP is not defined.
	NoOpenMP bool
	// KeepPCH lets clang read precompiled headers instead of their text.
	KeepPCH bool
	// DepArgs are -M… flags, passed to the -E step only.
	DepArgs []string
	// Arch is Go's name of the program's processor, "" for amd64.
	Arch string
	// Preprocessed is set for .i input: no preprocessing is done.
	Preprocessed bool
}

// Pragma is one OpenMP directive as it stands in the preprocessed text:
// "#pragma omp …" or what a _Pragma operator left, or a C23 [[omp::directive(…)]].
type Pragma struct {
	ID int
	// Start and End delimit, in Unit.Text, the bytes that make up the pragma
	// (the whole line without its newline for a #pragma).
	Start, End int
	// Text is the directive after "omp", macros expanded: "target map(tofrom: a[0:n])".
	Text string
	// Pos is the place of Text's first byte in the user's file.
	Pos diag.Pos
	// Inner is set for those parts of one directive that are nested in its outermost one (Split).
	Inner bool

	places    []diag.Pos // of each byte of Text, and of its end
	fileScope bool
	part      bool   // of a compound directive (Split)
	following []byte // the unit's text behind the pragma
}

// MarkForm says which C text stands in for a pragma (see mark.go).
type MarkForm int

// The forms of marker.
const (
	// MarkNone leaves nothing: the directive needs no marker.
	MarkNone MarkForm = iota
	// MarkBlock is a prefix statement: while(__ompcc_d(ID, args…)) stmt.
	MarkBlock
	// MarkAlone is a statement of its own inside a function, a declaration at
	// file scope; parse finds out which of the two is needed.
	MarkAlone
)

// Mark is what the pragma package wants to stand in the text that cc parses.
type Mark struct {
	Form MarkForm
	// Decls are C declarations put before the marker's call, inside a
	// statement expression (iterators); usually empty.
	Decls string
	// Args are the C expressions to be typed in scope, in order. Arg i of the
	// marker's call is Args[i].
	Args []MarkArg
	// Rename gives the functions that are defined from here to the pragma whose
	// mark has End set their names; nil: they keep them.
	Rename func(name string) string
	// Elide leaves out the text from here to the pragma whose mark has End set.
	Elide bool
	// End ends the range of the innermost open mark with Rename or Elide.
	End bool
}

// MarkArg is one C expression with its place in Pragma.Text.
type MarkArg struct {
	Text string // C text, for example "a[lb]" or "(len)"
	Off  int    // byte offset in Pragma.Text of Text's first byte of user text; -1: synthetic
}

// Unit is one translation unit after the front end.
type Unit struct {
	// File is the main source file as given by the user.
	File string
	// Text is the preprocessed text (GNU line markers included), exactly what
	// the host compiler will compile after hostc's edits by byte offset.
	Text []byte
	// Pragmas are all OpenMP pragmas in textual order; Pragmas[i].ID == i.
	Pragmas []*Pragma
	// Attributes is set when some of them were attributes in the source, or parts of
	// compound directives (Split), which host compilers may not know.
	Attributes bool
	// AST is cc's typed tree of the marked text.
	AST *cc.AST
	// Markers gives, for each Pragma.ID, the AST node of its marker.
	Markers []*Marker
	// Renamed are the function definitions that a directive gave other names, in
	// textual order, and Elided the text that one left out.
	Renamed []Rename
	Elided  []Range

	cfg      *Config
	judged   bool // the host compiler has reported the C errors (Draft)
	edited   bool // the text is no longer the source's (Draft)
	lines    lineTable
	marked   markedText
	omitted  []Range // bodies of functions that cc need not parse (bodies.go)
	declared bool    // a declaration stands behind a directive that needs a statement
}

// Marker is where a pragma's marker ended up in the AST.
type Marker struct {
	Pragma *Pragma
	// Args are the typed expressions, one for each Mark.Args.
	Args []cc.ExpressionNode
	// Loop is the marker's while statement (MarkBlock); its Statement child is
	// the directive's associated statement. Nil otherwise.
	Loop *cc.IterationStatement
	// Call is the marker's call expression: __ompcc_d(ID, …).
	Call *cc.PostfixExpression
	// Func is the enclosing function, nil at file scope.
	Func *cc.FunctionDefinition
}

// NewUnit finds the pragmas in text that is preprocessed already (line markers
// included); file is the main source's name.
func NewUnit(file string, text []byte) *Unit { return newUnit(nil, file, text) }
