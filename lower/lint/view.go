// What warnings see of the lowering.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
)

// Lowering answers what only the lowering of the translation unit knows.
type Lowering interface {
	// Definition is the function definition of that name in the unit, nil if there is none.
	Definition(name string) *cc.FunctionDefinition
	// DeclareTarget reports whether d is a list item of a declare target directive, or
	// implied by one.
	DeclareTarget(d *cc.Declarator) bool
	// DeclaresTargetVariables reports whether such a directive names a variable.
	DeclaresTargetVariables() bool
	// DeclaresIndirect reports whether such a directive has the indirect clause.
	DeclaresIndirect() bool
	// Groupprivate and Threadprivate report whether d has a copy for each team or thread.
	Groupprivate(d *cc.Declarator) bool
	Threadprivate(d *cc.Declarator) bool
	// Atomic reports whether d has an _Atomic type.
	Atomic(d *cc.Declarator) bool
	// LoopVariables are the iteration variables of the loops associated with c.
	LoopVariables(c *tree.Construct) []*cc.Declarator
	// UnifiedMemory reports whether the unit requires unified_shared_memory or self_maps.
	UnifiedMemory() bool
}

// Access says how a region gets at a variable of the host.
type Access int

const (
	// OtherAccess is none of the others: a private variable, a firstprivate aggregate.
	OtherAccess Access = iota
	// Mapped is a variable whose storage is mapped.
	Mapped
	// Pointer is a pointer of which the region has the value, the base of what is mapped.
	Pointer
	// Value is a scalar of which the region has the value.
	Value
	// Shared is a variable of which the region has a copy for all its threads.
	Shared
)

// Capture is one variable of the host that a region uses.
type Capture struct {
	Decl   *cc.Declarator
	Access Access
	// Implicit is set where no clause names the variable.
	Implicit bool
	// HasItem is set where an entry of the region's list of mapped items stands for the variable;
	// MapsStorage where that entry is a map of the storage, and Flags and Mapper are its.
	HasItem, MapsStorage bool
	Flags                uint32
	Mapper               string
}

// Object is a variable of which a map clause names the whole or parts.
type Object struct {
	Decl *cc.Declarator
	// Parts are the list items as written.
	Parts []string
}

// Region is a target construct of which the captures are known.
type Region struct {
	Construct *tree.Construct
	Captures  []*Capture
	Objects   []Object
	// MapFlags are the flags, of rt/abi, of what a map clause of the construct names.
	MapFlags func(*tree.Clause) uint32
}

// Unit is a translation unit while its regions are lowered.
type Unit struct {
	Lowering
	Tree  *tree.Tree
	Diags *diag.List
	named *named
	// deviceCalls is what handlesDeviceMemory found, nil before it is asked.
	deviceCalls *bool
}

// target is a Region in its unit.
type target struct {
	Region
	c *tree.Construct
	u *Unit
}

// capture is how the region gets at d, nil if it does not use d.
func (k *target) capture(d *cc.Declarator) *Capture {
	for _, c := range k.Captures {
		if c.Decl == d {
			return c
		}
	}
	return nil
}

// Region writes the warnings about one target construct.
func (u *Unit) Region(r Region) { (&target{Region: r, c: r.Construct, u: u}).warnings() }

// Finish writes the warnings about the unit as a whole, after all its regions.
func (u *Unit) Finish() {
	u.deviceMemory()
	u.uninitialisedPrivate()
	u.races()
	u.byteSections()
	u.apartSections()
	u.unfinished()
}

// symbol is the key of a variable in the tables of a unit.
func symbol(d *cc.Declarator) ctree.Symbol { return ctree.SymbolOf(d) }

// canonical is l as a canonical loop, nil if it is none.
func canonical(l *cc.IterationStatement) *ctree.Loop {
	if d, wrong := ctree.LoopOf(l); wrong == ctree.LoopCanonical {
		return d
	}
	return nil
}

// source is the C text of a node, on one line.
func (u *Unit) source(n cc.Node) string { return u.Tree.Unit.NodeLine(n) }
