package body

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// trampoline makes code on the stack that calls a nested function with its frame: a
// pointer to it is an ordinary one, also for the C library. Devices that execute no
// data cannot have it.
func (f intrinsics) trampoline(x *region.Intrinsic, args []ir.Value) ir.Value {
	fn, ok := x.Args[0].(*region.FuncAddr)
	if !ok {
		f.Errorf(diag.Internal, "trampoline of %s", x.Args[0])
		return ir.Null
	}
	if !f.Mod.Target.Trampolines {
		f.Errorf(diag.NestedFunction,
			"the address of nested function '%s' is not available in device code for %s: it uses variables of the enclosing function", UserName(fn.Func), f.Mod.Target.Triple)
		return ir.Null
	}
	f.Call(ir.Void, "llvm.init.trampoline", "", args[2], f.Mod.nestEntry(fn.Func), args[1])
	return f.Call(ir.Ptr, "llvm.adjust.trampoline", "", args[2])
}

// nestEntry is rf with its first parameter where a trampoline passes it.
func (m *Module) nestEntry(rf *region.Function) ir.Value {
	name := rf.Name + ".nest"
	entry := ir.Symbol{Name: name}
	if m.Declared[name] {
		return entry
	}
	params := Signature(rf)
	params[0].Attrs = append(params[0].Attrs, ir.Attr("nest"))
	b := m.newBuilder(m.Define(name, TypeOf(rf.Ret), params, "internal"))
	v := b.CallPtr(TypeOf(rf.Ret), m.FuncRef(rf), ValuesOf(params), "call")
	if IsVoid(rf.Ret) {
		b.Ret(nil)
	} else {
		b.Ret(v)
	}
	b.Finish()
	return entry
}
