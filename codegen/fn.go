package codegen

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// slot is where a temporary is: its value, or the address of its stack slot
// when a jump may enter its scope behind the definition.
type slot struct {
	v       ir.Value
	spilled bool
}

// fn emits one LLVM function out of region IR. Copies of it share the function; each has its own model and what is
// known of the place where it emits code.
type fn struct {
	*fnState
	exec execModel
	// orderedIter is the number of the iteration of an ordered loop, nil outside of one.
	orderedIter *ir.Value
	// scan parts the bodies of the loop with a scan directive, nil outside of one.
	scan scanParts
}

// fnState is a function under construction.
type fnState struct {
	*builder
	kernel *region.Kernel // that the function is a part of
	temps  map[*region.Temp]slot
	locals map[*region.Local]ir.Value
	params map[*region.Param]ir.Value
	labels map[*region.Label]*ir.Block
	cases  map[*region.CaseLabel]*ir.Block
	gotos  map[*ir.Block]computed // by the first of the labels
	brk    []*ir.Block
	cont   []*ir.Block
	ret    region.Type
	vaBuf  ir.Value // argument buffer of a variadic function
	scope  int      // debug scope
	top    int      // … of the function itself
	pos    region.Position
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

// newFn starts the code of function lf.
func (m *module) newFn(lf *ir.Func) *fn {
	b := m.newBuilder(lf)
	f := &fn{fnState: &fnState{builder: b, temps: map[*region.Temp]slot{}, locals: map[*region.Local]ir.Value{},
		params: map[*region.Param]ir.Value{}, labels: map[*region.Label]*ir.Block{}, cases: map[*region.CaseLabel]*ir.Block{},
		gotos: map[*ir.Block]computed{}, reduced: map[*region.Local]*region.Reduction{}, anyOrder: map[*region.Binary]bool{}, addresses: map[*region.Temp]region.Expr{}}}
	f.exec = m.model.bind(f)
	return f
}

// with is f after change.
func (f *fn) with(change func(f *fn)) *fn {
	g := *f
	change(&g)
	g.exec = g.exec.of(&g)
	return &g
}

func (f *fn) errorf(code, format string, args ...any) {
	f.m.errorf(f.pos, code, format, args...)
}

// at sets the source position of what follows.
func (f *fn) at(p region.Position) {
	if p.Line == 0 {
		return
	}
	f.pos = p
	if f.m.dbg != nil {
		f.Loc = f.m.dbg.location(f.scope, p)
	}
}

// function emits a device function or its declaration.
func (m *module) function(rf *region.Function) {
	if rf.X86 && !m.t.X86Builtins {
		m.errorf(region.Position(rf.Pos), "x86-intrinsic", "x86 instruction '%s' in device code for %s", region.X86Name(rf.Name), m.t.Triple)
	}
	if rf.Body == nil {
		return // declared where it is used
	}
	params := signature(rf)
	lf := m.define(rf.Name, typ(rf.Ret), params, linkageName(rf.Linkage, true))
	if rf.Linkage != region.Internal {
		lf.Visibility = ir.Visibility(m.t.FunctionVisibility)
	}
	for _, a := range m.funcAttrs(rf) {
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(a))
	}
	if rf.Align > 0 { // behind the attributes, before the metadata
		lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr(fmt.Sprintf("align %d", rf.Align)))
	}
	f := m.newFn(lf)
	f.beginFunction(rf, lf, params)
	if rf.Pos.IsValid() {
		m.comments[lf] = fmt.Sprintf("; %s:%d: %s\n", rf.Pos.File, rf.Pos.Line, rf.Name)
	}
	if rf.Indirect && m.t.EntryTable {
		m.addEntry(rf.Name, ir.Symbol{Name: rf.Name}, 0, globalFunc, 0)
	}
	f.exec.functionBody(rf)
}

// beginFunction sets what is common to the forms of a device function.
func (f *fn) beginFunction(rf *region.Function, lf *ir.Func, params []*ir.Param) {
	m := f.m
	if m.dbg != nil {
		f.scope = m.dbg.subprogram(lf, rf, userName(rf), posFile(rf.Pos.File, m.src.File), rf.Pos.Line)
		f.top = f.scope
		f.Loc = m.dbg.location(f.scope, region.Position{Line: rf.Pos.Line})
	}
	f.pos, f.ret, f.user = region.Position(rf.Pos), rf.Ret, userName(rf)
	for i, p := range rf.Params {
		f.params[p] = params[i]
	}
	if rf.Variadic {
		f.vaBuf = params[len(params)-1]
	}
}

// userName is what the user calls rf.
func userName(rf *region.Function) string {
	if rf.Cloned != "" {
		return rf.Cloned
	}
	return rf.Name
}

// close ends the function: falling off the end returns.
func (f *fn) close(ret region.Type) {
	if f.Cur != nil {
		f.exec.leave()
		if isVoid(ret) {
			f.Ret(nil)
		} else {
			f.Ret(ir.Undef(typ(ret)))
		}
	}
	f.Finish()
}

func posFile(file, dflt string) string {
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

// funcAttrs are the attributes of f. A function whose accesses are checked is
// not inlined: its variables end with its stack frame.
func (m *module) funcAttrs(f *region.Function) []string {
	var as []string
	checked := m.opts.Sanitize && !f.AlwaysInline
	for _, a := range []struct {
		on   bool
		name string
	}{{f.NoInline || checked, "noinline"}, {f.AlwaysInline && !f.NoInline, "alwaysinline"}, {f.NoReturn, "noreturn"}} {
		if a.on {
			as = append(as, a.name)
		}
	}
	if m.opts.Instrument && !f.NoInstrument {
		as = append(as, InstrumentEntry, `"instrument-function-exit"="__cyg_profile_func_exit"`)
	}
	return as
}

// funcRef is the address of a device or library function.
func (m *module) funcRef(rf *region.Function) ir.Constant {
	name := rf.Name
	if rf.Library {
		name, _ = m.libraryName(rf.Name)
	}
	if rf.Body == nil {
		m.declareAs(rf, name)
	}
	return ir.Symbol{Name: name}
}

// declareAs declares rf under a symbol. A weak one may be missing in the link.
func (m *module) declareAs(rf *region.Function, name string) {
	if m.declared[name] {
		return
	}
	attrs := ""
	if rf.NoReturn {
		attrs = "noreturn"
	}
	m.declare(typ(rf.Ret), name, attrs, valuesOf(signature(rf)))
	if rf.Linkage == region.Weak {
		m.funcs[len(m.funcs)-1].Linkage = enum.LinkageExternWeak
	}
}

// declareLocal gives l storage.
func (f *fn) declareLocal(l *region.Local) ir.Value {
	v := f.exec.storage(l)
	f.locals[l] = v
	described{f}.describeLocal(l, v)
	return v
}

func (f *fn) autoLocal(l *region.Local) ir.Value {
	if limit := f.m.t.MaxFrame; limit > 0 && l.Type.Size() > limit {
		name, _, _ := strings.Cut(l.Name, ".") // what follows tells copies of a variable apart
		f.m.errorf(region.Position(l.Pos), "stack-frame", "stack frame too large: variable '%s' takes %d bytes, but a function on %s has only %d", name, l.Type.Size(), cmp.Or(f.m.t.Arch, f.m.t.Triple), limit)
	}
	return f.alloca(memType(l.Type), max(l.Align, l.Type.Align()), l.Name)
}

func (f *fn) setTemp(t *region.Temp, v ir.Value) { f.temps[t] = slot{v: v} }
