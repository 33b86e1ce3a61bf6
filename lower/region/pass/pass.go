// Package pass has the passes over the region IR that run between lowering and code generation.
//
// Each pass has a name and completes or simplifies a whole module. TestPasses runs single passes
// on testdata/*.region, whose first line names the pass and the facts.
package pass

import "ompcc/lower/region"

// Pass is one pass.
type Pass struct {
	// Name is what tests call the pass.
	Name string
	run  func(*region.Module, *Facts)
}

// Facts are what passes need to know of the program and cannot see in the module.
type Facts struct {
	// MapsAlias is set where list items of map clauses may share storage.
	MapsAlias bool
	// SharesMemory is set where the devices share the host's memory.
	SharesMemory bool
	// Anywhere has the kernels to which a pointer comes that may point into any storage.
	Anywhere map[*region.Kernel]bool
	// Added has the parameters that stand for no variable of the program.
	Added map[*region.Param]bool
}

// All are the passes in the order in which Run runs them.
var All = []Pass{
	{"merge-reductions", mergeReductions},
	{"uses-parallel", usesParallel},
	{"impure", impure},
	{"parameter-attributes", parameterAttributes},
	{"system-scope", systemScope},
}

// Run runs all passes on m.
func Run(m *region.Module, facts *Facts) {
	for _, p := range All {
		p.run(m, facts)
	}
}
