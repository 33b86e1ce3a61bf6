package cbody

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse"
	"ompcc/parse/diag"
)

// Config is what a Translator needs to know.
type Config struct {
	Unit   *parse.Unit
	Diags  *diag.List
	Module *region.Module // string literals, static locals and compound literals are added to it
	Hooks  Hooks
	// Pos maps a node to its place in the user's source (nil: cc's own position).
	Pos func(n cc.Node) diag.Pos

	// FP are the floating-point flags.
	FP region.FPOptions
	// Wrapv is -fwrapv: signed overflow wraps.
	Wrapv bool
	// UnsignedChar is -funsigned-char.
	UnsignedChar bool
	// LongDouble is the type of long double, nil for that of x86.
	LongDouble *region.Float
	// Optimize is set where the optimiser will run.
	Optimize bool
	// Prefix is put before the names of private globals (string literals,
	// static locals), so that they are unique in the unit.
	Prefix string
	// Sites asks for the Site of each access.
	Sites bool
}

// Hooks decide what is not C's business.
type Hooks interface {
	// Block lowers a marker statement while(__ompcc_d(ID…)) stmt met in a
	// body; false: not a marker.
	Block(f *Fn, s *cc.IterationStatement) bool
	// Alone lowers a stand-alone marker call; false: not a marker.
	Alone(f *Fn, call *cc.PostfixExpression) bool
	// Var is asked for the address of a variable without a binding in f: a
	// file-scope or extern variable, or one of an enclosing function.
	// nil: an error has been reported.
	Var(f *Fn, d *cc.Declarator, use cc.Node) region.Expr
	// Func is asked for the device function behind a function name that is
	// called or whose address is taken. nil: an error has been reported.
	// Hooks may use Translator.Library for functions of the C library.
	Func(f *Fn, d *cc.Declarator, use cc.Node) *region.Function
	// Callees are the functions that a call of d may mean in its context, the last
	// one without conditions; nil: d itself.
	Callees(f *Fn, d *cc.Declarator, call *cc.PostfixExpression) []Callee
	// Pointer is what a call through pointer p calls.
	Pointer(f *Fn, p region.Expr) region.Expr
	// Call may lower a call of a runtime routine itself (omp_get_thread_num …);
	// ok=false: an ordinary call.
	Call(f *Fn, name string, call *cc.PostfixExpression) (x region.Expr, ok bool)
	// Static is asked for the name and linkage to give a static local variable's
	// global; the translator then fills in type and initialiser. Return nil to
	// let it choose.
	Static(f *Fn, d *cc.Declarator) *region.Global
	// Elsewhere reports whether the storage of static variable d is not one global:
	// its address is then asked for by Var at each use.
	Elsewhere(d *cc.Declarator) bool
}

// Translator translates the C of one unit. It is used by one goroutine.
type Translator struct {
	cfg     *Config
	debug   ctypes
	types   map[cc.Type]region.Type
	specs   map[specKey]*spec
	layouts map[specKey]*layout
	unnamed map[*region.Struct]*layout
	consts  map[cc.ExpressionNode]*bigConst

	complex     map[string]*region.Struct
	complexElem map[*region.Struct]region.Type

	strings  map[string]*region.Global
	statics  map[*cc.Declarator]*region.Global
	literals map[*cc.PostfixExpression]*region.Global
	lib      map[string]*region.Function
	serial   int
	support  *Translator // of the support functions

	defs   map[*cc.Declarator]*cc.FunctionDefinition
	byName map[string]*cc.FunctionDefinition
	// defined are the functions whose parameters are their definition's.
	defined map[*region.Function]bool
	// checked are the declarators whose attributes have been looked at.
	checked map[*cc.Declarator]bool
	inits   map[*cc.Declarator]*cc.InitDeclarator
	attrs   map[*cc.Declarator][]*cc.AttributeSpecifierList
	quals   map[*cc.Declarator]quals
	// typeofs are the expressions whose types declarators have, elements those of
	// them that are vectors' elements.
	typeofs  map[*cc.Declarator]cc.ExpressionNode
	elements map[*cc.Declarator]cc.Type
	// jumpNumbers are the numbers of the labels to which nested functions jump.
	jumpNumbers map[string]int64
	// intrinsics tells of functions of gcc's headers whether they are clang's own (x86gcc.go).
	intrinsics map[string]bool
	nested     map[*cc.Declarator]*nested

	anyNested *cc.Declarator
}

// New returns a translator for cfg.
func New(cfg *Config) *Translator {
	t := &Translator{
		debug: ctypes{known: map[cc.Type]*region.CType{}, members: map[*region.Struct]bool{},
			open: map[*region.CType]cc.Type{}},
		cfg:         cfg,
		types:       map[cc.Type]region.Type{},
		specs:       map[specKey]*spec{},
		layouts:     map[specKey]*layout{},
		unnamed:     map[*region.Struct]*layout{},
		consts:      map[cc.ExpressionNode]*bigConst{},
		complex:     map[string]*region.Struct{},
		complexElem: map[*region.Struct]region.Type{},
		strings:     map[string]*region.Global{},
		statics:     map[*cc.Declarator]*region.Global{},
		literals:    map[*cc.PostfixExpression]*region.Global{},
		lib:         map[string]*region.Function{},
		defs:        map[*cc.Declarator]*cc.FunctionDefinition{},
		byName:      map[string]*cc.FunctionDefinition{},
		defined:     map[*region.Function]bool{},
		checked:     map[*cc.Declarator]bool{},
		inits:       map[*cc.Declarator]*cc.InitDeclarator{},
		attrs:       map[*cc.Declarator][]*cc.AttributeSpecifierList{},
		quals:       map[*cc.Declarator]quals{},
		typeofs:     map[*cc.Declarator]cc.ExpressionNode{},
		elements:    map[*cc.Declarator]cc.Type{},
		nested:      map[*cc.Declarator]*nested{},
	}
	if cfg.Module == nil {
		cfg.Module = &region.Module{}
	}
	t.collectSpecs()
	return t
}

// Initialize initialises the object of type ct at addr as the initialiser of
// an automatic variable does, braces included.
func (f *Fn) Initialize(addr region.Expr, ct cc.Type, init *cc.Initializer) {
	f.initialise(f.object(addr, ct), init)
}
