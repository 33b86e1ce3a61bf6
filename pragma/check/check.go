package check

import (
	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Check applies the restrictions of the specification to t, which resolve.Complete has completed.
func Check(t *tree.Tree, diags *diag.List) {
	k := newContext(t, diags)
	k.check(k.constructRules(), k.unitRules())
}

// check applies rules on each construct, then those on the unit.
func (k *context) check(construct []func(*tree.Construct), unit []func()) {
	for _, c := range k.t.All {
		if c == nil || c.Def.Assoc != spec.AssocEnd && c.Kind != spec.Nothing && c.Marker == nil {
			continue
		}
		for _, rule := range construct {
			rule(c)
		}
		for _, v := range c.Variants {
			if v == nil || v.Kind == spec.Error {
				continue
			}
			for _, rule := range construct {
				rule(v)
			}
		}
	}
	for _, rule := range unit {
		rule()
	}
}

// constructRules are the rules on one construct, in any order.
func (k *context) constructRules() []func(*tree.Construct) {
	return []func(*tree.Construct){
		clauseRules{k}.checkFlags, clauseRules{k}.checkRestrictions, clauseRules{k}.checkNumThreads,
		itemRules{k}.checkConstants, itemRules{k}.checkItems, itemRules{k}.checkDataSharing, itemRules{k}.checkLoopVars,
		itemRules{k}.checkCallees,
		nestingRules{k}.checkNesting, nestingRules{k}.checkBlock, nestingRules{k}.checkInscan,
		nestingRules{k}.checkUtility, nestingRules{k}.checkEnclosing, nestingRules{k}.checkDivergent,
		mapRules{k}.checkMapTypes, mapRules{k}.checkPresence,
		sharingRules{k}.checkDefaultNone, sharingRules{k}.checkScannedLoop, sharingRules{k}.checkInduction,
		loopRules{k}.checkOrderedLoop, loopRules{k}.checkUnroll,
		syncRules{k}.checkSync,
		variantRules{k}.checkVariants,
		deviceRules{k}.checkDevices,
		taskRules{k}.checkTaskRules,
	}
}

// unitRules are the rules on several constructs, called functions and declarations, in any order.
func (k *context) unitRules() []func() {
	return []func(){
		nestingRules{k}.checkSubstatements,
		declarationRules{k}.checkDeclarations,
		itemRules{k}.checkRoutines,
		variantRules{k}.checkAssumptions,
		nestingRules{k}.checkCalls,
		syncRules{k}.checkAtomicTypes,
		syncRules{k}.checkDependCopies,
		taskRules{k}.checkObjects,
	}
}

// The rules stand in sets by what they are about. A set is the context alone: rules keep nothing of
// their own, so that the order in which they are applied does not matter.
type (
	// itemRules are rules about list items and constants: what a clause may list, and the values that it takes.
	itemRules struct{ *context }
	// mapRules are rules about maps and the presence of what they map.
	mapRules struct{ *context }
	// clauseRules are rules about single clauses.
	clauseRules struct{ *context }
	// relationRules are rules about clauses that bear on each other.
	relationRules struct{ *context }
	// sharingRules are rules about default(none), scans and inductions.
	sharingRules struct{ *context }
	// nestingRules are rules about what a construct may stand in, and what its block may hold.
	nestingRules struct{ *context }
	// loopRules are rules about ordered and transformed loops.
	loopRules struct{ *context }
	// deviceRules are rules about device constructs, device numbers and requirements.
	deviceRules struct{ *context }
	// variantRules are rules about context selectors and assumptions.
	variantRules struct{ *context }
	// syncRules are rules about synchronization: atomic, flush, depend, depobj.
	syncRules struct{ *context }
	// taskRules are rules about tasks and the objects that they leave behind.
	taskRules struct{ *context }
	// declarationRules are rules about declarative directives and calls of runtime routines.
	declarationRules struct{ *context }
)

// context holds what several rules need.
type context struct {
	t     *tree.Tree
	diags *diag.List
	// threadprivate variables and the declare reductions in the unit.
	threadprivate map[string]*tree.Item
	reductions    map[string][]*tree.Construct
	mappers       map[string]bool
	// assumed are the clauses of the unit's assumption directives.
	assumed []assumption
}

// newContext gathers the declarations that clauses refer to.
func newContext(t *tree.Tree, diags *diag.List) *context {
	k := &context{t: t, diags: diags, threadprivate: resolve.Threadprivates(t),
		reductions: map[string][]*tree.Construct{}, mappers: map[string]bool{}}
	k.assumed = k.collectAssumptions()
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
	return k
}
