package body

import (
	"cmp"
	"fmt"
	"strings"

	"ompcc/parse/diag"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// slot is where a temporary is: its value, or the address of its stack slot
// when a jump may enter its scope behind the definition.
type slot struct {
	v       ir.Value
	spilled bool
}

// Function emits one LLVM function out of region IR. Copies of it share the function; each has its own model and what
// is known of the place where it emits code.
type Function struct {
	*state
	Exec Exec
	// OrderedIter is the number of the iteration of an ordered loop, nil outside of one.
	OrderedIter *ir.Value
	// Scan parts the bodies of the loop with a scan directive, nil outside of one.
	Scan scanParts
}

// state is a function under construction.
type state struct {
	*builder
	Kernel *region.Kernel // that the function is a part of
	temps  map[*region.Temp]slot
	Locals map[*region.Local]ir.Value
	Params map[*region.Param]ir.Value
	labels map[*region.Label]*ir.Block
	cases  map[*region.CaseLabel]*ir.Block
	gotos  map[*ir.Block]computed // by the first of the labels
	brk    []*ir.Block
	cont   []*ir.Block
	ret    region.Type
	vaBuf  ir.Value // argument buffer of a variadic function
	Scope  int      // debug scope
	top    int      // … of the function itself
	Pos    region.Position
	outer  *outer // set in outlined functions
	// reduced are the private copies of scalar reductions; anyOrder are the
	// operations that update one.
	reduced  map[*region.Local]*region.Reduction
	anyOrder map[*region.Binary]bool
	// For checked accesses: the user's name of the function, and the addresses
	// that temporaries hold.
	user      string
	addresses map[*region.Temp]region.Expr
	unused    region.Expr // the expression statement being translated, whose value nobody asks for
}

// NewFunction starts the code of function lf.
func (m *Module) NewFunction(lf *ir.Func) *Function {
	b := m.newBuilder(lf)
	f := &Function{state: &state{builder: b, temps: map[*region.Temp]slot{}, Locals: map[*region.Local]ir.Value{},
		Params: map[*region.Param]ir.Value{}, labels: map[*region.Label]*ir.Block{},
		cases: map[*region.CaseLabel]*ir.Block{},
		gotos: map[*ir.Block]computed{}, reduced: map[*region.Local]*region.Reduction{}, anyOrder: map[*region.Binary]bool{}, addresses: map[*region.Temp]region.Expr{}}}
	f.Exec = m.Model.Bind(f)
	return f
}

// With is f after change.
func (f *Function) With(change func(f *Function)) *Function {
	g := *f
	change(&g)
	g.Exec = g.Exec.Of(&g)
	return &g
}

// Errorf reports an error at the present place.
func (f *Function) Errorf(code diag.Code, format string, args ...any) {
	f.Mod.Errorf(f.Pos, code, format, args...)
}

// At sets the source position of what follows.
func (f *Function) At(p region.Position) {
	if p.Line == 0 {
		return
	}
	f.Pos = p
	if f.Mod.Debug != nil {
		f.Loc = f.Mod.Debug.Location(f.Scope, p)
	}
}

// function emits a device function or its declaration.
func (m *Module) function(rf *region.Function) {
	if rf.X86 && !m.Target.X86Builtins {
		m.Errorf(region.Position(rf.Pos), diag.X86Intrinsic, "x86 instruction '%s' is not supported in device code for %s",
			region.X86Name(rf.Name), m.Target.Triple)
	}
	if rf.Body == nil {
		return // declared where it is used
	}
	params := Signature(rf)
	lf := m.Define(rf.Name, TypeOf(rf.Ret), params, LinkageName(rf.Linkage, true))
	if rf.Linkage != region.Internal {
		lf.Visibility = ir.Visibility(m.Target.FunctionVisibility)
	}
	for _, a := range m.FuncAttrs(rf) {
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(a))
	}
	if rf.Align > 0 { // behind the attributes, before the metadata
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(fmt.Sprintf("align %d", rf.Align)))
	}
	f := m.NewFunction(lf)
	f.BeginFunction(rf, lf, params)
	if rf.Pos.IsValid() {
		m.Comments[lf] = fmt.Sprintf("; %s:%d: %s\n", rf.Pos.File, rf.Pos.Line, rf.Name)
	}
	if rf.Indirect && m.Target.EntryTable {
		m.AddEntry(rf.Name, ir.Symbol{Name: rf.Name}, 0, abi.GlobalFunc, 0)
	}
	f.Exec.FunctionBody(rf)
}

// BeginFunction sets what is common to the forms of a device function.
func (f *Function) BeginFunction(rf *region.Function, lf *ir.Func, params []*ir.Param) {
	m := f.Mod
	if m.Debug != nil {
		f.Scope = m.Debug.Subprogram(lf, rf, UserName(rf), PosFile(rf.Pos.File, m.Source.File), rf.Pos.Line)
		f.top = f.Scope
		f.Loc = m.Debug.Location(f.Scope, region.Position{Line: rf.Pos.Line})
	}
	f.Pos, f.ret, f.user = region.Position(rf.Pos), rf.Ret, UserName(rf)
	for i, p := range rf.Params {
		f.Params[p] = params[i]
	}
	if rf.Variadic {
		f.vaBuf = params[len(params)-1]
	}
}

// UserName is what the user calls rf.
func UserName(rf *region.Function) string {
	if rf.Cloned != "" {
		return rf.Cloned
	}
	return rf.Name
}

// Close ends the function: falling off the end returns.
func (f *Function) Close(ret region.Type) {
	if f.Cur != nil {
		f.Exec.Leave()
		if IsVoid(ret) {
			f.Ret(nil)
		} else {
			f.Ret(ir.Undef(TypeOf(ret)))
		}
	}
	f.Finish()
}

// PosFile is file, or dflt where it is not known.
func PosFile(file, dflt string) string {
	if file == "" {
		return dflt
	}
	return file
}

func uniqueParam(names map[string]int, name string) string {
	if name == "" {
		name = "arg"
	}
	name = ir.CleanName(name)
	names[name]++
	if n := names[name]; n > 1 {
		return fmt.Sprintf("%s.%d", name, n)
	}
	return name
}

// InstrumentEntry is the attribute of functions that call a hook when they are entered.
const InstrumentEntry = `"instrument-function-entry"="__cyg_profile_func_enter"`

// FuncAttrs are the attributes of f. A function whose accesses are checked is
// not inlined: its variables end with its stack frame.
func (m *Module) FuncAttrs(f *region.Function) []string {
	var as []string
	checked := m.Options.Sanitize && !f.AlwaysInline
	for _, a := range []struct {
		on   bool
		name string
	}{{f.NoInline || checked, "noinline"}, {f.AlwaysInline && !f.NoInline, "alwaysinline"}, {f.NoReturn, "noreturn"}} {
		if a.on {
			as = append(as, a.name)
		}
	}
	if m.Options.Instrument && !f.NoInstrument {
		as = append(as, InstrumentEntry, `"instrument-function-exit"="__cyg_profile_func_exit"`)
	}
	return as
}

// FuncRef is the address of a device or library function.
func (m *Module) FuncRef(rf *region.Function) ir.Constant {
	name := rf.Name
	if rf.Library {
		name, _ = m.LibraryName(rf.Name)
	}
	if rf.Body == nil {
		m.DeclareAs(rf, name)
	}
	return ir.Symbol{Name: name}
}

// DeclareAs declares rf under a symbol. A weak one may be missing in the link.
func (m *Module) DeclareAs(rf *region.Function, name string) {
	if m.Declared[name] {
		return
	}
	attrs := ""
	if rf.NoReturn {
		attrs = "noreturn"
	}
	m.Declare(TypeOf(rf.Ret), name, attrs, ValuesOf(Signature(rf)))
	if rf.Linkage == region.Weak {
		m.Funcs[len(m.Funcs)-1].Linkage = enum.LinkageExternWeak
	}
}

// declareLocal gives l storage.
func (f *Function) declareLocal(l *region.Local) ir.Value {
	v := f.Exec.Storage(l)
	f.Locals[l] = v
	Described{f}.describeLocal(l, v)
	return v
}

// AutoLocal gives l storage on the stack.
func (f *Function) AutoLocal(l *region.Local) ir.Value {
	if limit := f.Mod.Target.MaxFrame; limit > 0 && l.Type.Size() > limit {
		name, _, _ := strings.Cut(l.Name, ".") // what follows tells copies of a variable apart
		f.Mod.Errorf(region.Position(l.Pos), diag.StackFrame,
			"stack frame too large: variable '%s' takes %d bytes, but a function on %s has only %d", name,
			l.Type.Size(), cmp.Or(f.Mod.Target.Arch, f.Mod.Target.Triple), limit)
	}
	return f.Alloca(MemoryType(l.Type), max(l.Align, l.Type.Align()), l.Name)
}

// SetTemp gives temporary t its value.
func (f *Function) SetTemp(t *region.Temp, v ir.Value) { f.temps[t] = slot{v: v} }
