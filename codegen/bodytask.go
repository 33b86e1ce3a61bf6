package codegen

import (
	"fmt"
	"ompcc/codegen/ir"
	"ompcc/lower/region"

	llir "github.com/llir/llvm/ir"
)

// grid is what the thread's word for the extents of its grid has, 0 in programs whose kernels have one dimension.
func (f *fn) grid() ir.Value {
	has, known := f.feature(hasGrids), f.Load(ir.I64, f.exec.ownWord(region.OpGrid), 8, "grid")
	return f.Sel(has, known, ir.Num(ir.I64, 0), "grid")
}

// taskRoutine emits a call of a routine that keeps tasks or waits for them, by its OpenMP name: waiting is nothing in programs that
// keep none. It reports whether name is a routine that waits.
func (f *fn) taskRoutine(name, symbol string, args []ir.Value) (waits bool) {
	switch name {
	case "__openmp_task_new", "__openmp_task_enter", "__openmp_task_begin", "__openmp_task_group":
		f.m.has(keepsTasks)
	case "__openmp_task_event":
		f.m.events = true
	case "__openmp_mem_get_default", "__openmp_mem_set_default":
		f.m.has(hasAllocators)
	case "__openmp_task_wait", "__openmp_task_await":
		// The second of them is a taskgroup that does not keep its tasks apart.
		f.m.awaits = f.m.awaits || name == "__openmp_task_await" || len(args) == 2 && ir.IsNum(args[1], 1)
		f.call(ir.Void, f.m.defineWaiting(symbol, args), "", args...)
		return true
	}
	return false
}

// defineWaiting defines the function that calls symbol in programs that keep tasks.
func (m *module) defineWaiting(symbol string, args []ir.Value) (name string) {
	name = symbol + "$kept"
	if m.declared[name] {
		return name
	}
	params := make([]*ir.Param, len(args))
	for i, a := range args {
		params[i] = llir.NewParam(fmt.Sprintf("arg%d", i), a.Type())
	}
	lf := m.define(name, ir.Void, params, "linkonce_odr")
	lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr("alwaysinline"))
	f := m.newFn(lf)
	f.ifHas(keepsTasks, func() { f.call(ir.Void, symbol, "", valuesOf(params)...) })
	f.Ret(nil)
	f.close(region.VoidT)
	return name
}
