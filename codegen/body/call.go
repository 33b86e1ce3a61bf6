package body

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// callExpr calls a device function, a library function or a pointer. The
// argument buffer of a variadic call is an ordinary last argument.
func (f *Function) callExpr(x *region.Call) ir.Value {
	if x.Pos.Line > 0 {
		f.At(x.Pos)
	}
	if x.Func != nil && x.Func.Library && x.Func.Body == nil {
		return library{f}.libraryCall(x)
	}
	if x.Func != nil && x.Func.Name == region.FindFunction {
		return f.findFunction(x)
	}
	var callee ir.Value
	if x.Func == nil {
		callee = f.Expr(x.Ptr)
		Checks{f}.checkPlace("")
	} else {
		callee = f.Exec.Callee(x.Func)
	}
	args := make([]ir.Value, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.Expr(a)
	}
	hint := "call"
	if x.Func != nil {
		hint = x.Func.Name
	}
	v := f.CallPtr(TypeOf(x.Type.Ret), callee, args, hint)
	if x.Func != nil && x.Func.NoReturn {
		f.Unreachable()
		f.Ensure()
	}
	return v
}

// findFunction looks for the device's version of the function behind a pointer, if
// that is not one of the module's own: where a callback's name is known after
// inlining, nothing is left of the comparisons, and the call is direct.
func (f *Function) findFunction(x *region.Call) ir.Value {
	args := make([]ir.Value, len(x.Args))
	args[0] = f.Expr(x.Args[0])
	var own ir.Value
	for _, rf := range f.Mod.Compared {
		same := f.ICmp("eq", args[0], f.Mod.FuncAddr(rf, f.Pos), "own")
		if own != nil {
			same = f.Bin("or", own, same, "own")
		}
		own = same
	}
	search, done := f.NewBlock("find"), f.NewBlock("found")
	from := f.Cur
	if own != nil {
		f.CondBr(own, done, search)
		f.Place(search)
	}
	for i, a := range x.Args[1:] {
		args[i+1] = f.Expr(a)
	}
	v := f.CallPtr(ir.Ptr, f.Mod.FuncRef(x.Func), args, "function")
	if own == nil {
		return v
	}
	last := f.Cur
	f.Place(done)
	return f.Phi(ir.Ptr, "function", args[0], from, v, last)
}

// AddrSuffix marks the function behind pointers to one that is called by its name.
const AddrSuffix = "$addr"

// FuncAddr is the value of a pointer to rf, taken at pos.
func (m *Module) FuncAddr(rf *region.Function, pos region.Position) ir.Constant {
	if rf.Library && rf.Body == nil {
		if s, how := Library(m.Target, rf.Name); !m.Target.HostLibrary || how == Inline || hasComplex(rf) || s == "" {
			return m.libraryWrapper(rf, pos)
		}
	}
	return m.Model.Pointer(rf)
}

// Signature gives the parameters of rf.
func Signature(rf *region.Function) []*ir.Param {
	names := map[string]int{}
	params := make([]*ir.Param, 0, len(rf.Params)+1)
	for _, p := range rf.Params {
		params = append(params, llir.NewParam(uniqueParam(names, p.Name), TypeOf(p.Type)))
	}
	if rf.Variadic {
		params = append(params, llir.NewParam(uniqueParam(names, "varargs"), ir.Ptr))
	}
	return params
}

// ValuesOf are parameters as arguments.
func ValuesOf(params []*ir.Param) []ir.Value {
	list := make([]ir.Value, len(params))
	for i, p := range params {
		list[i] = p
	}
	return list
}

// libraryWrapper is a function that makes a call of a library function, for
// pointers to it.
func (m *Module) libraryWrapper(rf *region.Function, pos region.Position) ir.Constant {
	name := rf.Name + AddrSuffix
	at := ir.Symbol{Name: name}
	if m.Declared[name] {
		return at
	}
	params := Signature(rf)
	lf := m.Define(name, TypeOf(rf.Ret), params, "internal")
	f := m.NewFunction(lf)
	f.Pos = pos
	if m.Debug != nil {
		f.Scope = m.Debug.Subprogram(lf, rf, UserName(rf), m.Source.File, 1)
		f.Loc = m.Debug.Location(f.Scope, region.Position{Line: 1})
	}
	f.Exec.Wrapper(rf, func(f *Function) ir.Value { return library{f}.libraryOn(rf, ValuesOf(params), nil) })
	f.Close(rf.Ret)
	return at
}

// takenAddresses finds the functions of m whose address is used.
func takenAddresses(m *region.Module) map[*region.Function]bool {
	taken := map[*region.Function]bool{}
	v := region.Visitor{Expr: func(x region.Expr) bool {
		if a, ok := x.(*region.FuncAddr); ok {
			taken[a.Func] = true
		}
		return true
	}}
	for _, f := range m.Funcs {
		taken[f] = taken[f] || f.Indirect
		v.Walk(f.Body)
	}
	for _, k := range m.Kernels {
		for _, r := range k.Reductions {
			v.Walk(r.Init)
			v.Walk(r.Combine)
		}
		v.Walk(k.Body)
	}
	for _, g := range m.Globals {
		takenBy(g.Init, taken)
	}
	return taken
}

func takenBy(i region.Init, taken map[*region.Function]bool) {
	switch i := i.(type) {
	case *region.InitAddr:
		if i.Func != nil {
			taken[i.Func] = true
		}
	case *region.InitAgg:
		for _, p := range i.Parts {
			takenBy(p.Init, taken)
		}
	}
}
