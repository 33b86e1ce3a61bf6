package check

import (
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Check applies the restrictions of the specification to t, which resolve.Complete has completed.
func Check(t *tree.Tree, diags *diag.List) {
	k := &checker{t: t, diags: diags}
	k.collect()
	for _, c := range t.All {
		if c == nil || c.Def.Assoc != spec.AssocEnd && c.Kind != spec.Nothing && c.Marker == nil {
			continue
		}
		k.check(c)
		for _, v := range c.Variants {
			if v != nil && v.Kind != spec.Error {
				k.check(v)
			}
		}
	}
	k.checkSubstatements()
	k.checkDeclarations()
	k.checkRoutines()
	k.checkAssumptions()
	k.checkCalls()
	k.checkAtomicTypes()
	k.checkDependCopies()
	k.checkObjects()
}

// check applies the rules on one construct.
func (k *checker) check(c *tree.Construct) {
	k.checkFlags(c)
	k.checkConstants(c)
	k.checkItems(c)
	k.checkDataSharing(c)
	k.checkNesting(c)
	k.checkLoopVars(c)
	k.checkBlock(c)
	k.checkMapTypes(c)
	k.checkDefaultNone(c)
	k.checkInscan(c)
	k.checkScannedLoop(c)
	k.checkInduction(c)
	k.checkOrderedLoop(c)
	k.checkUnroll(c)
	k.checkPresence(c)
	k.checkUtility(c)
	k.checkSync(c)
	k.checkEnclosing(c)
	k.checkRestrictions(c)
	k.checkVariants(c)
	k.checkDevices(c)
	k.checkCallees(c)
	k.checkNumThreads(c)
	k.checkTaskRules(c)
	k.checkDivergent(c)
}

// checker holds what several rules need.
type checker struct {
	t     *tree.Tree
	diags *diag.List
	// threadprivate variables and the declare reductions in the unit.
	threadprivate map[string]*tree.Item
	reductions    map[string][]*tree.Construct
	mappers       map[string]bool
	// assumed are the clauses of the unit's assumption directives.
	assumed []assumption
}

// collect gathers declarations that clauses refer to.
func (k *checker) collect() {
	k.threadprivate = resolve.Threadprivates(k.t)
	k.reductions = map[string][]*tree.Construct{}
	k.mappers = map[string]bool{}
	for _, c := range k.t.All {
		if c == nil {
			continue
		}
		if c.Mapper != nil {
			k.mappers[c.Mapper.ID] = true
		}
		if c.Reduction != nil {
			k.reductions[c.Reduction.ID] = append(k.reductions[c.Reduction.ID], c)
		}
	}
}
