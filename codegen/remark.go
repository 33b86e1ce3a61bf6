package codegen

import (
	"strings"

	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// remarks are those about the module's kernels.
func (m *module) remarks() (list []*diag.Remark) {
	if !m.opts.Remarks {
		return nil
	}
	for _, k := range m.src.Kernels {
		r := &kernelRemarker{m: m, k: k}
		m.model.remark(r)
		r.aliases()
		list = append(list, r.list...)
	}
	return list
}

// kernelRemarker writes the remarks about kernel k.
type kernelRemarker struct {
	m    *module
	k    *region.Kernel
	list []*diag.Remark
}

func (r *kernelRemarker) add(kind diag.RemarkKind, id string, at region.Position, parts ...any) {
	p := diag.Pos(at)
	if p.Line == 0 {
		p = diag.Pos(r.k.Pos)
	}
	parts = append([]any{diag.Fact("Target", r.m.t.Name), ": "}, parts...)
	r.list = append(r.list, diag.NewRemark(kind, diag.KernelPass, id, r.k.Name, diag.Span{Pos: p}, parts...))
}

// aliases says which pointers of the kernel lead to storage of their own.
func (r *kernelRemarker) aliases() {
	var alone, others []string
	for _, p := range r.k.Params {
		switch {
		case p.Kind == region.ParamValue:
		case p.NoAlias && !r.m.opts.AliasMaps:
			alone = append(alone, p.Name)
		default:
			others = append(others, p.Name)
		}
	}
	if len(alone) > 0 {
		r.add(diag.Analysis, "NoAlias", region.Position{}, "nothing else leads to the storage of ", diag.Fact("Variables", strings.Join(alone, ", ")))
	}
	if len(others) > 1 {
		r.add(diag.Missed, "MayAlias", region.Position{}, "other pointers may lead to the storage of ", diag.Fact("Variables", strings.Join(others, ", ")), ", so that loads and stores keep their order; pass pointers by map clauses, and leave pointers in memory and device variables out of the region")
	}
}
