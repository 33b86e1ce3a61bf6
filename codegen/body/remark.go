package body

import (
	"strings"

	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// Remarks are those about the module's kernels.
func (m *Module) Remarks() (list []*diag.Remark) {
	if !m.Options.Remarks {
		return nil
	}
	for _, k := range m.Source.Kernels {
		r := &Remarker{m: m, Kernel: k}
		m.Model.Remark(r)
		r.aliases()
		list = append(list, r.list...)
	}
	return list
}

// Remarker writes the remarks about kernel k.
type Remarker struct {
	m      *Module
	Kernel *region.Kernel
	list   []*diag.Remark
}

// Add adds a remark of parts at a place, of the kernel where it is unknown.
func (r *Remarker) Add(kind diag.RemarkKind, id string, at region.Position, parts ...any) {
	p := diag.Pos(at)
	if p.Line == 0 {
		p = diag.Pos(r.Kernel.Pos)
	}
	parts = append([]any{diag.Fact("Target", r.m.Target.Name), ": "}, parts...)
	remark := diag.NewRemark(kind, diag.KernelPass, id, r.Kernel.Name, diag.Span{Pos: p}, parts...)
	remark.Construct = diag.Pos(r.Kernel.Pos)
	r.list = append(r.list, remark)
}

// aliases says which pointers of the kernel lead to storage of their own.
func (r *Remarker) aliases() {
	var alone, others []string
	for _, p := range r.Kernel.Params {
		switch {
		case p.Kind == region.ParamValue:
		case p.NoAlias && !r.m.Options.AliasMaps:
			alone = append(alone, p.Name)
		default:
			others = append(others, p.Name)
		}
	}
	if len(alone) > 0 {
		r.Add(diag.Analysis, "NoAlias", region.Position{}, "nothing else leads to the storage of ",
			diag.Fact("Variables", strings.Join(alone, ", ")))
	}
	if len(others) > 1 {
		r.Add(diag.Missed, "MayAlias", region.Position{}, "other pointers may lead to the storage of ",
			diag.Fact("Variables", strings.Join(others, ", ")),
			", so that loads and stores keep their order; pass pointers by map clauses, and leave pointers in memory and device variables out of the region")
	}
}
