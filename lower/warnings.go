// What lint asks of the lowering.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/lint"
	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// What lint sees of a unit and of its target regions.

// facts answers lint's questions about the unit.
type facts struct{ *unit }

func (f facts) Definition(name string) *cc.FunctionDefinition { return f.defs[name] }

func (f facts) DeclareTarget(d *cc.Declarator) bool { return f.dt[ctree.SymbolOf(d)] != nil }

func (f facts) DeclaresTargetVariables() bool {
	for _, e := range f.dt {
		if e.decl != nil && !ctree.IsFunction(e.decl) {
			return true
		}
	}
	return false
}

func (f facts) DeclaresIndirect() bool {
	for _, e := range f.dt {
		if e.indirect {
			return true
		}
	}
	return false
}

func (f facts) Groupprivate(d *cc.Declarator) bool {
	e := f.dt[ctree.SymbolOf(d)]
	return e != nil && e.group
}

func (f facts) Threadprivate(d *cc.Declarator) bool { return f.threadprivate[ctree.SymbolOf(d)] }

func (f facts) Atomic(d *cc.Declarator) bool { return f.c.IsAtomic(d) }

func (f facts) LoopVariables(c *tree.Construct) []*cc.Declarator { return f.loopVariables(c) }

func (f facts) UnifiedMemory() bool { return f.unifiedMemory() }

// lintRegion is k for lint, after its captures are known.
func (k *kernel) lintRegion() lint.Region {
	r := lint.Region{Construct: k.c, MapFlags: func(cl *tree.Clause) uint32 { return k.hb.mapFlags(cl, abi.KindTarget) }}
	for _, c := range k.captures {
		r.Captures = append(r.Captures, c.lintCapture())
	}
	for _, o := range k.hb.objects {
		if o.decl == nil || o.base != "" {
			continue
		}
		x := lint.Object{Decl: o.decl}
		for _, parts := range [][]*part{o.parts, o.pointers} {
			for _, p := range parts {
				x.Parts = append(x.Parts, p.loc.item.Text)
			}
		}
		r.Objects = append(r.Objects, x)
	}
	return r
}

func (c *capture) lintCapture() *lint.Capture {
	r := &lint.Capture{Decl: c.decl, Implicit: c.implicit}
	switch c.kind {
	case capMapped:
		r.Access = lint.Mapped
	case capPointer:
		r.Access = lint.Pointer
	case capValue:
		r.Access = lint.Value
	case capShared:
		r.Access = lint.Shared
	}
	if c.item != nil {
		r.HasItem, r.MapsStorage, r.Flags, r.Mapper = true, c.item.Kind == abi.ItemMap, c.item.Flags, c.item.Mapper
	}
	return r
}
