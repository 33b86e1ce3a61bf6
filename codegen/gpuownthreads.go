package codegen

import (
	"ompcc/lower/region"
)

// A thread of a parallel region has a data environment, and a nthreads-var, of its own (OpenMP 5.2 §2.4): what it sets there, others
// do not see, and it is gone behind the region. Further regions are one thread's, so that only
// omp_get_max_threads tells. Each thread has a cell for it, which is null where it is the team's.
var ownThreadsCells = threadCells{name: "__ompcc_thread_nthreads", start: "__ompcc_start_nthreads", used: setsOwnThreads}

// Functions through which cells are read and set: keep gives back what a nested region began with.
const (
	ownThreadsRead = "__ompcc_own_nthreads"
	ownThreadsSet  = "__ompcc_set_nthreads"
	ownThreadsKeep = "__ompcc_keep_nthreads"
)

func (f *fn) ownThreads() val {
	f.m.defineOwnThreads(ownThreadsRead, nil, tI64, func(f *fn, cell val) {
		f.ifHas(setsOwnThreads, func() {
			v := f.load(tI64, cell, 8, "own")
			f.builder.ret(&v)
		})
		f.builder.ret(&val{tI64, "0"})
	})
	return f.call(tI64, ownThreadsRead, "nounwind")
}

func (f *fn) setOwnThreads(name string, v val) {
	if name == ownThreadsSet {
		f.m.has(setsOwnThreads)
	}
	f.m.defineOwnThreads(name, []val{{tI64, "%value"}}, tVoid, func(f *fn, cell val) {
		f.ifHas(setsOwnThreads, func() { f.store(val{tI64, "%value"}, cell, 8) })
		f.builder.ret(nil)
	})
	f.call(tVoid, name, "nounwind", v)
}

func (m *module) defineOwnThreads(name string, params []val, ret ltype, gen func(f *fn, cell val)) {
	if m.declared[name] {
		return
	}
	f := m.newFn(m.newBuilder(m.define(name, ret, params, "linkonce_odr")))
	gen(f, ownThreadsCells.at(f))
	f.close(region.VoidT)
}

// keepOwnThreads has gen, a nested region, be one whose thread starts with the nthreads-var of the one around.
func (f *fn) keepOwnThreads(gen func()) {
	if !f.mayHaveICVs() {
		gen()
		return
	}
	outer := f.ownThreads()
	gen()
	if f.cur != nil {
		f.setOwnThreads(ownThreadsKeep, outer)
	}
}
