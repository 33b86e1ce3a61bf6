package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"

	llir "github.com/llir/llvm/ir"
)

// callExpr calls a device function, a library function or a pointer. The
// argument buffer of a variadic call is an ordinary last argument.
func (f *fn) callExpr(x *region.Call) ir.Value {
	if x.Pos.Line > 0 {
		f.at(x.Pos)
	}
	if x.Func != nil && x.Func.Library && x.Func.Body == nil {
		return library{f}.libraryCall(x)
	}
	if x.Func != nil && x.Func.Name == region.FindFunction {
		return f.findFunction(x)
	}
	var callee ir.Value
	if x.Func == nil {
		callee = f.expr(x.Ptr)
		checks{f}.checkPlace("")
	} else {
		callee = f.m.funcRef(x.Func)
	}
	args := make([]ir.Value, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.expr(a)
	}
	hint := "call"
	if x.Func != nil {
		hint = x.Func.Name
	}
	v := f.callPtr(typ(x.Type.Ret), callee, args, hint)
	if x.Func != nil && x.Func.NoReturn {
		f.Unreachable()
		f.Ensure()
	}
	return v
}

// findFunction looks for the device's version of the function behind a pointer, if
// that is not one of the module's own: where a callback's name is known after
// inlining, nothing is left of the comparisons, and the call is direct.
func (f *fn) findFunction(x *region.Call) ir.Value {
	args := make([]ir.Value, len(x.Args))
	args[0] = f.expr(x.Args[0])
	var own ir.Value
	for _, rf := range f.m.taken {
		same := f.ICmp("eq", args[0], f.m.funcAddr(rf, f.pos), "own")
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
		args[i+1] = f.expr(a)
	}
	v := f.callPtr(ir.Ptr, f.m.funcRef(x.Func), args, "function")
	if own == nil {
		return v
	}
	last := f.Cur
	f.Place(done)
	return f.Phi(ir.Ptr, "function", args[0], from, v, last)
}

// addrSuffix marks the function behind pointers to one that is called by its name.
const addrSuffix = "$addr"

// funcAddr is the value of a pointer to rf, taken at pos.
func (m *module) funcAddr(rf *region.Function, pos region.Position) ir.Constant {
	if rf.Library && rf.Body == nil {
		if s, how := Library(m.t, rf.Name); !m.t.HostLibrary || how == Inline || hasComplex(rf) || s == "" {
			return m.libraryWrapper(rf, pos)
		}
	}
	return m.model.pointer(rf)
}

// signature gives the parameters of rf.
func signature(rf *region.Function) []*ir.Param {
	names := map[string]int{}
	params := make([]*ir.Param, 0, len(rf.Params)+1)
	for _, p := range rf.Params {
		params = append(params, llir.NewParam(uniqueParam(names, p.Name), typ(p.Type)))
	}
	if rf.Variadic {
		params = append(params, llir.NewParam(uniqueParam(names, "varargs"), ir.Ptr))
	}
	return params
}

// valuesOf are parameters as arguments.
func valuesOf(params []*ir.Param) []ir.Value {
	list := make([]ir.Value, len(params))
	for i, p := range params {
		list[i] = p
	}
	return list
}

// libraryWrapper is a function that makes a call of a library function, for
// pointers to it.
func (m *module) libraryWrapper(rf *region.Function, pos region.Position) ir.Constant {
	name := rf.Name + addrSuffix
	at := ir.Symbol{Name: name}
	if m.declared[name] {
		return at
	}
	params := signature(rf)
	lf := m.define(name, typ(rf.Ret), params, "internal")
	f := m.newFn(lf)
	f.pos = pos
	if m.dbg != nil {
		f.scope = m.dbg.subprogram(lf, rf, userName(rf), m.src.File, 1)
		f.Loc = m.dbg.location(f.scope, region.Position{Line: 1})
	}
	f.exec.wrapper(rf, func(f *fn) ir.Value { return library{f}.libraryOn(rf, valuesOf(params), nil) })
	f.close(rf.Ret)
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
