package gpu

import (
	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Variables of thread storage duration (C11 6.2.4p4) on GPUs. A team's shared memory has a
// cell for each of its threads: the list of the copies that the thread has, each made at its
// first use, in the device's heap, so that other threads reach it through pointers. The symbol of the variable
// is that of a record of its size, alignment and initial value, which also tells its copies apart, in
// every file. A kernel that may come to such a variable empties the cells as it
// begins, and frees the copies as it ends.
const (
	threadCellsName = "__ompcc_thread_storage"
	threadStart     = "__ompcc_start_threads"
	threadEnd       = "__ompcc_end_threads"
	threadCopy      = "__openmp_thread_storage" // rt/devlib/thread.c
	threadFree      = "__openmp_thread_end"
)

// ThreadVariable is the address of the thread's copy of g: outside of parallel regions, which all threads of a
// team recompute, that of its initial thread. It is the same wherever the thread asks for it.
func (f function) ThreadVariable(g *region.Global) ir.Value {
	f.Mod.NeedOutput(threadCopy)
	f.Mod.Has(body.HasThreadStorage)
	args := []ir.Value{f.threadCell(), f.Mod.GlobalRef(g)}
	f.Mod.Declare(ir.Ptr, threadCopy, "", args)
	return f.CallValue(ir.Ptr, ir.Symbol{Name: threadCopy}, args, "nounwind willreturn memory(none)", g.Name)
}

func (f function) threadCell() ir.Value {
	me := ir.Num(ir.I32, 0)
	switch g := f.ctx.group; {
	case !f.ctx.teamLevel:
		me = f.tid()
	case g != nil:
		me = g.first
	}
	cells := teamState{f}.weakShared(threadCellsName, ir.ArrayOf(int64(f.Mod.Target.MaxThreads), ir.Ptr), 8)
	return f.ToGeneric(f.GEP(ir.Ptr, cells, me, "copies.at"))
}

func (f function) startThreads() {
	f.threadFunction(threadStart, func(s function) {
		s.IfHas(body.HasThreadStorage, func() {
			s.Store(ir.Null, s.threadCell(), 8)
			s.sync() // outside of parallel regions all threads use the first one's
		})
	})
}

func (f function) endThreads() {
	f.threadFunction(threadEnd, func(s function) {
		s.IfHas(body.HasThreadStorage, func() {
			s.sync()
			s.Call(ir.Void, threadFree, "", s.threadCell())
		})
	})
}

// threadFunction calls the function name, whose body gen emits.
func (f function) threadFunction(name string, gen func(function)) {
	if !f.Mod.Declared[name] {
		s := of(f.Mod.NewFunction(f.Mod.Define(name, ir.Void, nil, "linkonce_odr")))
		gen(s)
		s.Ret(nil)
		s.Close(region.VoidT)
	}
	f.Call(ir.Void, name, body.Convergent)
}

// usesThreadVariables reports whether b itself has variables of thread storage duration.
func usesThreadVariables(b *region.Block) bool {
	return someExpr(b, func(region.Stmt) bool { return true }, func(x region.Expr, _ func(*region.Function)) bool {
		g, ok := x.(*region.GlobalAddr)
		return ok && g.Global.Space == region.SpaceThread
	})
}
