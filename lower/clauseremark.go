// Remarks about clauses that change nothing in device code.

package lower

import (
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// hints are the clauses that change nothing in device code, with the reason. The specification allows that of each of
// them.
var hints = map[spec.ClauseKind]struct{ why, section string }{
	spec.ProcBindClause:  {"a device has no places to which its threads could be bound", "5.2 §10.1.4"},
	spec.AlignedClause:   {"device code assumes the alignment of the type alone", "5.2 §5.11"},
	spec.AffinityClause:  {"the thread that generates a device task executes it", "5.2 §12.5.1"},
	spec.PriorityClause:  {"the thread that generates a device task executes it", "5.2 §12.4"},
	spec.UntiedClause:    {"the thread that generates a device task executes it", "5.2 §12.1"},
	spec.MergeableClause: {"a device task has a data environment of its own", "5.2 §12.2"},
	spec.HintClause:      {"device code has one form of locks and atomic operations", "5.2 §15.1.2"},
}

// ofTask reports a hint that a target construct's own task on the host heeds, too.
func ofTask(k spec.ClauseKind) bool { return k == spec.PriorityClause || k == spec.AffinityClause }

// clauseRemarks are the remarks about clauses in target regions that change nothing there.
func (u *unit) clauseRemarks() (list []*diag.Remark) {
	for _, k := range u.kernels {
		region := k.hb.h.Construct
		var visit func(c *tree.Construct)
		visit = func(c *tree.Construct) {
			for _, cl := range c.Clauses {
				hint, ok := hints[cl.Kind]
				if !ok || c == region && ofTask(cl.Kind) {
					continue
				}
				r := diag.NewRemark(diag.Analysis, diag.KernelPass, "ClauseWithoutEffect", k.k.Name, cl.Span, "the ",
					diag.Fact("Clause", cl.Kind), " clause has no effect in device code: "+hint.why, rule(hint.section))
				r.Construct = region.Pos()
				list = append(list, r)
			}
			for _, child := range c.Children {
				visit(child)
			}
		}
		visit(region)
	}
	return list
}
