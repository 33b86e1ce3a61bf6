package codegen

import (
	"strings"

	"ompcc/lower/region"
)

// callExpr calls a device function, a library function or a pointer. The
// argument buffer of a variadic call is an ordinary last argument.
func (f *fn) callExpr(x *region.Call) val {
	if x.Pos.Line > 0 {
		f.at(x.Pos)
	}
	if x.Func != nil && x.Func.Library && x.Func.Body == nil {
		return f.libraryCall(x)
	}
	callee := val{}
	if x.Func == nil {
		callee = f.expr(x.Ptr)
		f.checkPlace("")
	} else {
		callee = f.m.funcRef(x.Func)
	}
	args := make([]val, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.expr(a)
	}
	hint := "call"
	if x.Func != nil {
		hint = x.Func.Name
	}
	v := f.callPtr(typ(x.Type.Ret), callee.id, args, hint)
	if x.Func != nil && x.Func.NoReturn {
		f.unreachable()
		f.ensure()
	}
	return v
}

// x86Name is the builtin function of x86 that a function stands for.
func x86Name(name string) string {
	base, _, _ := strings.Cut(strings.TrimPrefix(name, region.X86Prefix), ".")
	return "__builtin_ia32_" + base
}
