package codegen

import (
	"strings"

	"ompcc/codegen/ir"
)

// builder writes one function of a module.
type builder struct {
	*ir.Builder
	m *module
	// cells gives for the generic address of a stack object the object itself.
	cells map[ir.Value]ir.Value
	// stack are the addresses of stack objects.
	stack map[ir.Value]bool
	// first is set where the code of the team's first thread alone is emitted; firsts are its blocks.
	first  bool
	firsts map[*ir.Block]bool
	// syncs are the instructions of each barrier of the whole team.
	syncs [][]ir.Instruction
}

func (m *module) newBuilder(f *ir.Func) *builder {
	b := &builder{Builder: ir.NewBuilder(f), m: m, cells: map[ir.Value]ir.Value{}, stack: map[ir.Value]bool{}, firsts: map[*ir.Block]bool{}}
	b.Placed = func(blk *ir.Block) {
		if b.first {
			b.firsts[blk] = true
		}
	}
	return b
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

// ifFirst is IfThen for the team's first thread, whose number tid is.
func (b *builder) ifFirst(tid ir.Value, hint string, gen func()) {
	then, done := b.NewBlock(hint), b.NewBlock(hint+".end")
	b.CondBr(b.ICmp("eq", tid, ir.Num(ir.I32, 0), "first"), then, done)
	old := b.first
	b.first = true
	b.Place(then)
	gen()
	b.first = old
	b.Place(done)
}
