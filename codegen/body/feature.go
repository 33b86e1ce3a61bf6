package body

import (
	"maps"
	"slices"

	"ompcc/codegen/ir"
)

// A feature is what a program has if one of its files has it. Code that serves a feature asks the feature's constant
// whether the program has it. A file that has it defines the constant as 1, one that only serves it as 0, and the
// linker takes the 1: weak definitions precede linkonce ones. The link step makes the constants internal, and LLVM
// folds what asks them, as it does with the constants of its own device runtime (__omp_rtl_assume_no_thread_state).
type Feature string

const (
	SetsICVs         Feature = "__ompcc_sets_icvs"             // routines set the team's ICVs
	SetsOwnThreads   Feature = "__ompcc_sets_own_nthreads"     // … or a thread's own nthreads-var
	HasAllocators    Feature = "__ompcc_has_thread_allocators" // threads ask for their default allocators, or set them
	HasSpaces        Feature = "__ompcc_has_spaces"            // leagues have several dimensions
	HasExtents       Feature = "__ompcc_has_extents"           // teams have several dimensions
	HasGroupMemory   Feature = "__ompcc_has_group_memory"      // kernels have memory of dyn_groupprivate
	KeepsTasks       Feature = "__ompcc_keeps_tasks"           // tasks may wait for events, so that threads keep them
	HasThreadStorage Feature = "__ompcc_has_thread_storage"    // variables have thread storage duration
	noFeature        Feature = ""
)

// The type and the values of features' constants.
var (
	featureType       = ir.I8
	featureUsed       = ir.Const(ir.I8, 1)
	featureServedOnly = ir.Const(ir.I8, 0)
)

// Has notes that the module's program has a feature.
func (m *Module) Has(x Feature) { m.Features[x] = true }

// IfHas has gen, which serves a feature, emit what only programs with it execute.
func (f *Function) IfHas(x Feature, gen func()) {
	outer := f.Mod.serving
	f.Mod.serving = x
	defer func() { f.Mod.serving = outer }()
	f.IfThen(f.InProgram(x), "has", gen)
}

// InProgram is whether the program has x.
func (f *Function) InProgram(x Feature) ir.Value {
	if !f.Mod.Features[x] {
		f.Mod.Features[x] = false
	}
	is := f.Load(featureType, ir.Symbol{Name: string(x), Space: f.Mod.Target.GlobalSpace}, 1, "has")
	return f.ICmp("ne", is, featureServedOnly, "has")
}

// finishFeatures defines the constants of the features that the module has or serves.
func (m *Module) finishFeatures() {
	for _, x := range slices.Sorted(maps.Keys(m.Features)) {
		init, linkage := featureServedOnly, "linkonce"
		if m.Features[x] {
			init, linkage = featureUsed, "weak"
		}
		m.AddGlobal(string(x), featureType, m.Target.GlobalSpace, init, linkage, true)
	}
}
