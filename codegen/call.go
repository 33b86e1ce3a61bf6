package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
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

// mostCompared is how many addresses a pointer is compared with before it is looked for.
const mostCompared = 8

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

// comparedFunctions are the functions of the module that pointers may be to, if they are few.
func comparedFunctions(funcs []*region.Function, taken map[*region.Function]bool) []*region.Function {
	var list []*region.Function
	for _, rf := range funcs {
		if taken[rf] && rf.Body != nil {
			list = append(list, rf)
		}
	}
	if len(list) > mostCompared {
		return nil
	}
	return list
}
