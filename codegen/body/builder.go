package body

import (
	"strings"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
)

// builder writes one function of a module.
type builder struct {
	*ir.Builder
	Mod *Module
	// Cells gives for the generic address of a stack object the object itself.
	Cells map[ir.Value]ir.Value
	// Stack are the addresses of stack objects.
	Stack map[ir.Value]bool
}

func (m *Module) newBuilder(f *ir.Func) *builder {
	return &builder{Builder: ir.NewBuilder(f), Mod: m, Cells: map[ir.Value]ir.Value{}, Stack: map[ir.Value]bool{}}
}

// Alloca makes a stack object in the entry block and returns its generic address.
func (b *builder) Alloca(t ir.Type, align int64, hint string) ir.Value {
	p := b.StackObject(t, max(align, b.Mod.Target.StackAlign), b.Mod.Target.LocalSpace, hint)
	b.Stack[p] = true
	if b.Mod.Target.LocalSpace == 0 {
		return p
	}
	g := b.StartCast(p, ir.Ptr, hint+".addr")
	b.Cells[g] = p
	b.Stack[g] = true
	return g
}

// Call calls a function known by name, declaring it on first use.
func (b *builder) Call(ret ir.Type, name, attrs string, args ...ir.Value) ir.Value {
	b.Mod.Declare(ret, name, attrs, args)
	return b.CallPtr(ret, ir.Symbol{Name: name}, args, name)
}

// CallPtr calls what callee is the address of.
func (b *builder) CallPtr(ret ir.Type, callee ir.Value, args []ir.Value, hint string) ir.Value {
	attrs := ""
	if _, direct := callee.(ir.Symbol); b.Mod.Target.Convergent && !direct {
		attrs = Convergent
	}
	if strings.HasPrefix(hint, "llvm.") { // llvm.umin.i64 → umin
		hint = strings.TrimPrefix(hint, "llvm.")
		for _, p := range b.Mod.Target.Hints {
			hint = strings.TrimPrefix(hint, p)
		}
		hint, _, _ = strings.Cut(hint, ".")
	}
	return b.CallValue(ret, callee, args, attrs, hint)
}

// Emitter gives a target's hooks the function under construction.
func (b *builder) Emitter() target.Emitter { return target.Emitter{Builder: b.Builder, Call: b.Call} }
