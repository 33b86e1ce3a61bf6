package codegen

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// trampoline makes code on the stack that calls a nested function with its frame: a
// pointer to it is an ordinary one, also for the C library. Devices that execute no
// data cannot have it.
func (f intrinsics) trampoline(x *region.Intrinsic, args []ir.Value) ir.Value {
	fn, ok := x.Args[0].(*region.FuncAddr)
	if !ok {
		f.errorf("internal", "trampoline of %s", x.Args[0])
		return ir.Null
	}
	if !f.m.t.Trampolines {
		f.errorf("nested-function", "the address of nested function '%s' is not available in device code for %s: it uses variables of the enclosing function", userName(fn.Func), f.m.t.Triple)
		return ir.Null
	}
	f.call(ir.Void, "llvm.init.trampoline", "", args[2], f.m.nestEntry(fn.Func), args[1])
	return f.call(ir.Ptr, "llvm.adjust.trampoline", "", args[2])
}

// nestEntry is rf with its first parameter where a trampoline passes it.
func (m *module) nestEntry(rf *region.Function) ir.Value {
	name := rf.Name + ".nest"
	entry := ir.Symbol{Name: name}
	if m.declared[name] {
		return entry
	}
	params := signature(rf)
	params[0].Attrs = append(params[0].Attrs, ir.Attr("nest"))
	b := m.newBuilder(m.define(name, typ(rf.Ret), params, "internal"))
	v := b.callPtr(typ(rf.Ret), m.funcRef(rf), valuesOf(params), "call")
	if isVoid(rf.Ret) {
		b.Ret(nil)
	} else {
		b.Ret(v)
	}
	b.Finish()
	return entry
}
