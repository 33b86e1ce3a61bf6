package codegen

import (
	"fmt"

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

	threadRecord ltype = "{ i64, i64, ptr }"
)

func (m *module) isThreadVariable(g *region.Global) bool {
	return g.Space == region.SpaceThread && !m.t.ThreadStorage
}

// threadVariable emits the record of g.
func (m *module) threadVariable(g *region.Global) {
	init, linkage := "", linkageName(g.Linkage, false)
	switch {
	case g.Decl && g.Linkage == region.Weak:
		linkage = "extern_weak"
	case g.Decl:
		linkage = "external"
	default:
		image := val{tPtr, "null"}
		if g.Init != nil {
			of := *g
			of.Name, of.Linkage, of.Space, of.Const = g.Name+".initial", region.Internal, region.SpaceGlobal, true
			m.global(&of)
			image = m.globalRef(&of)
		}
		init = fmt.Sprintf("{ i64 %d, i64 %d, %s }", g.Type.Size(), max(g.Align, g.Type.Align()), image)
	}
	m.addGlobal(g.Name, threadRecord, m.t.GlobalSpace, init, linkage, true).Align = 8
}

// threadStorage is the address of the thread's copy of g: outside of parallel regions, which all threads of a
// team recompute, that of its initial thread. It is the same wherever the thread asks for it.
func (f *fn) threadStorage(g *region.Global) val {
	f.m.needOutput(threadCopy)
	f.m.has(hasThreadStorage)
	args := []val{f.threadCell(), f.m.globalRef(g)}
	f.m.declare(tPtr, threadCopy, "", args)
	return f.def(tPtr, g.Name, "call ptr @%s(%s, %s) nounwind willreturn memory(none)", threadCopy, args[0], args[1])
}

// cpuThreadStorage is the address of the calling device thread's copy of g: that of its OS thread, which
// the runtime replaces where several device threads share an OS thread.
func (f *fn) cpuThreadStorage(g *region.Global) val {
	const storage = "__ompcc_cpu_thread_storage"
	args := []val{f.m.globalRef(g), num(tI64, g.Type.Size()), num(tI64, max(g.Align, g.Type.Align()))}
	f.m.declare(tPtr, storage, "", args)
	return f.def(tPtr, g.Name, "call ptr @%s(%s, %s, %s) nounwind willreturn memory(none)", storage, args[0], args[1], args[2])
}

func (f *fn) threadCell() val {
	me := num(tI32, 0)
	if !f.ctx.grid.teamLevel {
		me = f.tid()
	}
	cells := f.weakShared(threadCellsName, ltype(fmt.Sprintf("[%d x ptr]", f.m.t.MaxThreads)), 8)
	return f.toGeneric(f.gep(tPtr, cells, me, "copies.at"))
}

func (f *fn) startThreads() {
	f.threadFunction(threadStart, func(s *fn) {
		s.ifHas(hasThreadStorage, func() {
			s.store(val{tPtr, "null"}, s.threadCell(), 8)
			s.sync() // outside of parallel regions all threads use the first one's
		})
	})
}

func (f *fn) endThreads() {
	f.threadFunction(threadEnd, func(s *fn) {
		s.ifHas(hasThreadStorage, func() {
			s.sync()
			s.call(tVoid, threadFree, "", s.threadCell())
		})
	})
}

// threadFunction calls the function name, whose body gen emits.
func (f *fn) threadFunction(name string, gen func(*fn)) {
	if !f.m.declared[name] {
		s := f.m.newFn(f.m.newBuilder(f.m.define(name, tVoid, nil, "linkonce_odr")))
		gen(s)
		s.builder.ret(nil)
		s.close(region.VoidT)
	}
	f.call(tVoid, name, convergent)
}

// usesThreadVariables reports whether b itself has variables of thread storage duration.
func usesThreadVariables(b *region.Block) bool {
	return someExpr(b, func(region.Stmt) bool { return true }, func(x region.Expr, _ func(*region.Function)) bool {
		g, ok := x.(*region.GlobalAddr)
		return ok && g.Global.Space == region.SpaceThread
	})
}
