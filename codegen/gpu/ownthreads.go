package gpu

import (
	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// A thread of a parallel region has a data environment, and a nthreads-var, of its own (OpenMP 5.2 §2.4): what it sets
// there, others do not see, and it is gone behind the region. Further regions are one thread's, so that only
// omp_get_max_threads tells. Each thread has a cell for it, which is null where it is the team's.
var ownThreadsCells = threadCells{name: "__ompcc_thread_nthreads", start: "__ompcc_start_nthreads",
	used: body.SetsOwnThreads}

// Functions through which cells are read and set: keep gives back what a nested region began with.
const (
	ownThreadsRead = "__ompcc_own_nthreads"
	ownThreadsSet  = "__ompcc_set_nthreads"
	ownThreadsKeep = "__ompcc_keep_nthreads"
)

func (f teamState) ownThreads() ir.Value {
	f.gpu.defineOwnThreads(ownThreadsRead, nil, ir.I64, func(f function, cell ir.Value) {
		f.IfHas(body.SetsOwnThreads, func() {
			v := f.Load(ir.I64, cell, 8, "own")
			f.Ret(v)
		})
		f.Ret(ir.Num(ir.I64, 0))
	})
	return f.Call(ir.I64, ownThreadsRead, "nounwind")
}

func (f teamState) setOwnThreads(name string, v ir.Value) {
	if name == ownThreadsSet {
		f.Mod.Has(body.SetsOwnThreads)
	}
	f.gpu.defineOwnThreads(name, []*ir.Param{llir.NewParam("value", ir.I64)}, ir.Void, func(f function, cell ir.Value) {
		f.IfHas(body.SetsOwnThreads, func() { f.Store(f.Func.Params[0], cell, 8) })
		f.Ret(nil)
	})
	f.Call(ir.Void, name, "nounwind", v)
}

func (m *module) defineOwnThreads(name string, params []*ir.Param, ret ir.Type, gen func(f function, cell ir.Value)) {
	if m.Declared[name] {
		return
	}
	f := of(m.NewFunction(m.Define(name, ret, params, "linkonce_odr")))
	gen(f, ownThreadsCells.at(f))
	f.Close(region.VoidT)
}

// keepOwnThreads has gen, a nested region, be one whose thread starts with the nthreads-var of the one around.
func (f teamState) keepOwnThreads(gen func()) {
	if !f.mayHaveICVs() {
		gen()
		return
	}
	outer := f.ownThreads()
	gen()
	if f.Cur != nil {
		f.setOwnThreads(ownThreadsKeep, outer)
	}
}
