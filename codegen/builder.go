package codegen

import (
	"strings"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
)

// builder writes one function of a module.
type builder struct {
	*ir.Builder
	m *module
	// cells gives for the generic address of a stack object the object itself.
	cells map[ir.Value]ir.Value
	// stack are the addresses of stack objects.
	stack map[ir.Value]bool
}

func (m *module) newBuilder(f *ir.Func) *builder {
	return &builder{Builder: ir.NewBuilder(f), m: m, cells: map[ir.Value]ir.Value{}, stack: map[ir.Value]bool{}}
}

// alloca makes a stack object in the entry block and returns its generic address.
func (b *builder) alloca(t ir.Type, align int64, hint string) ir.Value {
	p := b.StackObject(t, max(align, b.m.t.StackAlign), b.m.t.LocalSpace, hint)
	b.stack[p] = true
	if b.m.t.LocalSpace == 0 {
		return p
	}
	g := b.StartCast(p, ir.Ptr, hint+".addr")
	b.cells[g] = p
	b.stack[g] = true
	return g
}

// call calls a function known by name, declaring it on first use.
func (b *builder) call(ret ir.Type, name, attrs string, args ...ir.Value) ir.Value {
	b.m.declare(ret, name, attrs, args)
	return b.callPtr(ret, ir.Symbol{Name: name}, args, name)
}

// callPtr calls what callee is the address of.
func (b *builder) callPtr(ret ir.Type, callee ir.Value, args []ir.Value, hint string) ir.Value {
	attrs := ""
	if _, direct := callee.(ir.Symbol); b.m.t.Convergent && !direct {
		attrs = convergent
	}
	if strings.HasPrefix(hint, "llvm.") { // llvm.umin.i64 → umin
		hint = strings.TrimPrefix(hint, "llvm.")
		for _, p := range b.m.t.Hints {
			hint = strings.TrimPrefix(hint, p)
		}
		hint, _, _ = strings.Cut(hint, ".")
	}
	return b.CallValue(ret, callee, args, attrs, hint)
}

// emitter gives a target's hooks the function under construction.
func (b *builder) emitter() target.Emitter { return target.Emitter{Builder: b.Builder, Call: b.call} }
