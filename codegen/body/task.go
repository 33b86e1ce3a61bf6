package body

import (
	"fmt"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// spatial is a word with sizes in several dimensions, 0 in programs that have one.
func (f *Function) spatial(op region.IntrinsicOp, has Feature, word ir.Value) ir.Value {
	return f.Sel(f.InProgram(has), f.Load(ir.I64, word, 8, string(op)), ir.Num(ir.I64, 0), string(op))
}

// EnterTeam has the thread keep the sizes of the team whose parallel region it enters.
func (f *Function) EnterTeam(extents ir.Value) {
	f.Mod.Has(HasExtents)
	f.Store(f.Resize(extents, ir.I64, false), f.Exec.OwnWord(region.OpExtents), 8)
}

// taskRoutine emits a call of a routine that keeps tasks or waits for them, by its OpenMP name: waiting is nothing in
// programs that keep none. It reports whether name is a routine that waits.
func (f *Function) taskRoutine(name, symbol string, args []ir.Value) (waits bool) {
	switch name {
	case "__openmp_task_new", "__openmp_task_enter", "__openmp_task_begin", "__openmp_task_group":
		f.Mod.Has(KeepsTasks)
	case "__openmp_task_event":
		f.Mod.Events = true
	case "__openmp_mem_get_default", "__openmp_mem_set_default":
		f.Mod.Has(HasAllocators)
	case "__openmp_task_wait", "__openmp_task_await":
		// The second of them is a taskgroup that does not keep its tasks apart.
		f.Mod.Awaits = f.Mod.Awaits || name == "__openmp_task_await" || len(args) == 2 && ir.IsNum(args[1], 1)
		f.Call(ir.Void, f.Mod.defineWaiting(symbol, args), "", args...)
		return true
	}
	return false
}

// defineWaiting defines the function that calls symbol in programs that keep tasks.
func (m *Module) defineWaiting(symbol string, args []ir.Value) (name string) {
	name = symbol + "$kept"
	if m.Declared[name] {
		return name
	}
	params := make([]*ir.Param, len(args))
	for i, a := range args {
		params[i] = llir.NewParam(fmt.Sprintf("arg%d", i), a.Type())
	}
	lf := m.Define(name, ir.Void, params, "linkonce_odr")
	lf.FuncAttrs = append(lf.FuncAttrs, ir.Attr("alwaysinline"))
	f := m.NewFunction(lf)
	f.IfHas(KeepsTasks, func() { f.Call(ir.Void, symbol, "", ValuesOf(params)...) })
	f.Ret(nil)
	f.Close(region.VoidT)
	return name
}
