package codegen

import (
	"maps"
	"slices"

	"ompcc/codegen/ir"
)

// A feature is what a program has if one of its files has it. Code that serves a feature asks the feature's constant
// whether the program has it. A file that has it defines the constant as 1, one that only serves it as 0, and the linker takes
// the 1: weak definitions precede linkonce ones. The link step makes the constants internal, and LLVM folds what asks
// them, as it does with the constants of its own device runtime (__omp_rtl_assume_no_thread_state).
type feature string

const (
	setsICVs         feature = "__ompcc_sets_icvs"             // routines set the team's ICVs
	setsOwnThreads   feature = "__ompcc_sets_own_nthreads"     // … or a thread's own nthreads-var
	hasAllocators    feature = "__ompcc_has_thread_allocators" // threads ask for their default allocators, or set them
	hasGrids         feature = "__ompcc_has_grids"             // kernels see their grid as several dimensions
	keepsTasks       feature = "__ompcc_keeps_tasks"           // tasks may wait for events, so that threads keep them
	hasThreadStorage feature = "__ompcc_has_thread_storage"    // variables have thread storage duration
	noFeature        feature = ""
)

// The type and the values of features' constants.
var (
	featureType       = ir.I8
	featureUsed       = ir.Const(ir.I8, 1)
	featureServedOnly = ir.Const(ir.I8, 0)
)

// has notes that the module's program has a feature.
func (m *module) has(x feature) { m.features[x] = true }

// ifHas has gen, which serves a feature, emit what only programs with it execute.
func (f *fn) ifHas(x feature, gen func()) {
	outer := f.m.serving
	f.m.serving = x
	defer func() { f.m.serving = outer }()
	f.IfThen(f.feature(x), "has", gen)
}

// feature is whether the program has x.
func (f *fn) feature(x feature) ir.Value {
	if !f.m.features[x] {
		f.m.features[x] = false
	}
	is := f.Load(featureType, ir.Symbol{Name: string(x), Space: f.m.t.GlobalSpace}, 1, "has")
	return f.ICmp("ne", is, featureServedOnly, "has")
}

// finishFeatures defines the constants of the features that the module has or serves.
func (m *module) finishFeatures() {
	for _, x := range slices.Sorted(maps.Keys(m.features)) {
		init, linkage := featureServedOnly, "linkonce"
		if m.features[x] {
			init, linkage = featureUsed, "weak"
		}
		m.addGlobal(string(x), featureType, m.t.GlobalSpace, init, linkage, true)
	}
}
