package codegen

import (
	"ompcc/lower/region"
)

// trampoline makes code on the stack that calls a nested function with its frame: a
// pointer to it is an ordinary one, also for the C library. Devices that execute no
// data cannot have it.
func (f *fn) trampoline(x *region.Intrinsic, args []val) val {
	fn, ok := x.Args[0].(*region.FuncAddr)
	if !ok {
		f.errorf("internal", "trampoline of %s", x.Args[0])
		return val{tPtr, "null"}
	}
	if !f.m.t.Trampolines {
		f.errorf("nested-function", "a pointer to '%s', which uses variables of the function around it, cannot be made in device code for %s", userName(fn.Func), f.m.t.Triple)
		return val{tPtr, "null"}
	}
	f.call(tVoid, "llvm.init.trampoline", "", args[2], f.m.nestEntry(fn.Func), args[1])
	return f.call(tPtr, "llvm.adjust.trampoline", "", args[2])
}

// nestEntry is rf with its first parameter where a trampoline passes it.
func (m *module) nestEntry(rf *region.Function) val {
	name := rf.Name + ".nest"
	entry := val{tPtr, "@" + quoteName(name)}
	if m.declared[name] {
		return entry
	}
	params := signature(rf)
	chain := params[0]
	params[0].t = "ptr nest"
	b := m.newBuilder(m.define(name, typ(rf.Ret), params, "internal"))
	params[0] = chain
	v := b.callPtr(typ(rf.Ret), m.funcRef(rf).id, params, "call")
	if isVoid(rf.Ret) {
		b.ret(nil)
	} else {
		b.ret(&v)
	}
	b.finish()
	return entry
}
