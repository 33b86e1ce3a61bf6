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
	// LongDouble says what long double is in device code.
	LongDouble LongDoublePolicy
	// Prefix is put before the names of private globals (string literals,
	// static locals), so that they are unique in the unit.
	Prefix string
}

// LongDoublePolicy says how device code computes with long double.
type LongDoublePolicy int

// The policies. Storage is 16 bytes in every case.
const (
	// LongDoubleNative keeps x87's format; for the CPU device.
	LongDoubleNative LongDoublePolicy = iota
	// LongDoubleError refuses long double in device code.
	LongDoubleError
)

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
	// Call may lower a call of a runtime routine itself (omp_get_thread_num …);
	// ok=false: an ordinary call.
	Call(f *Fn, name string, call *cc.PostfixExpression) (x region.Expr, ok bool)
	// Static is asked for the name and linkage to give a static local variable's
	// global; the translator then creates it. Return nil to let it choose.
	Static(f *Fn, d *cc.Declarator) *region.Global
}

// Translator translates the C of one unit. It is used by one goroutine.
type Translator struct {
	cfg     *Config
	types   map[cc.Type]region.Type
	layouts map[*cc.Field]*layout
	strings map[string]*region.Global
	statics map[*cc.Declarator]*region.Global
	lib     map[string]*region.Function
	serial  int
}

// New returns a translator for cfg.
func New(cfg *Config) *Translator {
	return &Translator{
		cfg:     cfg,
		types:   map[cc.Type]region.Type{},
		layouts: map[*cc.Field]*layout{},
		strings: map[string]*region.Global{},
		statics: map[*cc.Declarator]*region.Global{},
		lib:     map[string]*region.Function{},
	}
}

type layout struct{}

// Fn translates one function or kernel body.
type Fn struct {
	T    *Translator
	Name string
	// Def is the C function that the body belongs to.
	Def *cc.FunctionDefinition
	// Func is the region function being defined; nil in kernels.
	Func *region.Function

	block *region.Block
	vars  map[*cc.Declarator]region.Expr
}

// NewFn returns a translator of a body outside of any region function (a
// kernel), taken from the C function fd.
func (t *Translator) NewFn(name string, fd *cc.FunctionDefinition) *Fn {
	return &Fn{T: t, Name: name, Def: fd, vars: map[*cc.Declarator]region.Expr{}}
}

// Type returns the region type of ct, laid out as the host compiler does. Cached.
func (t *Translator) Type(ct cc.Type) region.Type { return region.I32 }

// FuncType returns the region signature of ct.
func (t *Translator) FuncType(ct *cc.FunctionType) *region.Func { return nil }

// Declare makes the region function of d, without a body.
func (t *Translator) Declare(d *cc.Declarator, name string) *region.Function { return nil }

// Define translates the body of fd into fn.
func (t *Translator) Define(fd *cc.FunctionDefinition, fn *region.Function) {}

// Global makes the region global of d with its initialiser, which may refer to
// other globals and functions through the hooks.
func (t *Translator) Global(d *cc.Declarator, name string) *region.Global { return nil }

// Library returns the device library's function called name, or nil.
func (t *Translator) Library(name string) *region.Function { return nil }

// Bind makes addr the address of variable d until undo is called.
func (f *Fn) Bind(d *cc.Declarator, addr region.Expr) (undo func()) {
	old, had := f.vars[d]
	f.vars[d] = addr
	return func() {
		if had {
			f.vars[d] = old
		} else {
			delete(f.vars, d)
		}
	}
}

// Lookup returns the address bound to d, or nil.
func (f *Fn) Lookup(d *cc.Declarator) region.Expr { return f.vars[d] }

// Block emits what gen emits into a fresh block and returns it. at may be nil.
func (f *Fn) Block(at cc.Node, gen func()) *region.Block {
	old := f.block
	b := &region.Block{}
	f.block = b
	gen()
	f.block = old
	return b
}

// Emit appends s to the current block.
func (f *Fn) Emit(s region.Stmt) { f.block.Stmts = append(f.block.Stmts, s) }

// Let names the value of x: evaluated once, here.
func (f *Fn) Let(name string, x region.Expr) *region.TempVal {
	t := &region.Temp{Name: name, Type: x.ExprType()}
	f.Emit(&region.Let{Temp: t, X: x})
	return &region.TempVal{Temp: t}
}

// Local adds a local variable to the current block.
func (f *Fn) Local(name string, t region.Type, at cc.Node) *region.Local {
	l := &region.Local{Name: name, Type: t}
	f.block.Locals = append(f.block.Locals, l)
	return l
}

// Stmt translates a statement into the current block.
func (f *Fn) Stmt(s *cc.Statement) {}

// Value translates x to its value after lvalue conversion: scalars as a value
// of Type(x.Type()), aggregates (and complex numbers) as the address of the
// object, which must only be read.
func (f *Fn) Value(x cc.ExpressionNode) region.Expr { return nil }

// Addr translates the lvalue x to its address.
func (f *Fn) Addr(x cc.ExpressionNode) region.Expr { return nil }

// Bool translates x to the bool x != 0.
func (f *Fn) Bool(x cc.ExpressionNode) region.Expr { return nil }

// Discard translates x for its effects.
func (f *Fn) Discard(x cc.ExpressionNode) {}

// Convert converts the scalar x to the scalar type to by C's rules.
func (f *Fn) Convert(x region.Expr, to region.Type) region.Expr { return nil }

// ValueAs translates x and converts it to type ct as if by assignment.
func (f *Fn) ValueAs(x cc.ExpressionNode, ct cc.Type) region.Expr { return nil }

// Assign stores src, converted to ct as if by assignment, at dst.
func (f *Fn) Assign(dst region.Expr, ct cc.Type, src cc.ExpressionNode) {}

// Copy copies the object of type t at src to dst (scalars and aggregates).
func (f *Fn) Copy(dst, src region.Expr, t region.Type) {}

// SizeOf returns sizeof(ct) as u64; for variable length arrays the size as
// fixed when the declaration was reached.
func (f *Fn) SizeOf(ct cc.Type) region.Expr { return nil }

// BindVLA copies the run-time lengths of the variably modified type ct into f:
// len is asked for the value (u64) of each size expression. For captured VLAs.
func (f *Fn) BindVLA(ct cc.Type, length func(size cc.ExpressionNode) region.Expr) {}

// VLASizes lists the size expressions of ct whose values f needs to know, outermost first.
func (t *Translator) VLASizes(ct cc.Type) []cc.ExpressionNode { return nil }

// Binary computes *x op *y of C type ct into *dst (op is "+", "-", "*", "&",
// "|", "^", "&&", "||", "min", "max"), for reductions; complex types included.
func (f *Fn) Binary(op string, ct cc.Type, dst, x, y region.Expr) {}

// ConstInt evaluates x as an integer constant expression; ok=false: it is not one.
func (t *Translator) ConstInt(x cc.ExpressionNode) (v int64, ok bool) { return 0, false }

// Pos returns n's place in the user's source.
func (f *Fn) Pos(n cc.Node) region.Position { return region.Position{} }

// Int returns the constant v of integer, bool or pointer type.
func Int(t region.Type, v int64) *region.Const { return nil }

// Zero returns the zero of a scalar type.
func Zero(t region.Type) region.Expr { return nil }

// Rvalue loads the scalar of type t at addr (bool, vector, … as in memory).
func Rvalue(t region.Type, addr region.Expr) region.Expr { return &region.Load{Type: t, Addr: addr} }
