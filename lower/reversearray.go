// Arrays in reverse-offload regions, of which the host's function has only addresses.

package lower

import (
	"strings"

	"ompcc/parse/diag"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// The function of a reverse-offload region has the address of an array that it maps, and a pointer by the
// array's name. Constructs in it that have copies of the array would make copies of that.

// copyClauses are those that give threads or tasks copies of their list items.
var copyClauses = map[spec.ClauseKind]bool{
	spec.PrivateClause: true, spec.FirstprivateClause: true, spec.LastprivateClause: true, spec.LinearClause: true,
	spec.CopyprivateClause: true,
	spec.ReductionClause:   true, spec.TaskReductionClause: true, spec.InReductionClause: true,
}

// arrayCopies says what becomes of array v in construct c and those in it. own: around it is an array, not the pointer.
func (u *unit) arrayCopies(r *reverseRegion, v HostReverseVar, c *tree.Construct, own bool) {
	copies := HostReverseArray{Construct: c, Var: v}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if !own && copyClauses[cl.Kind] && it.Decl == v.Decl && wholeVariable(it) &&
				!(c == r.c && targetClause(c, cl)) {
				u.arrayCopy(&copies, r, cl, it)
			}
		}
	}
	around := copies
	around.Section = false
	if copies.Section {
		r.h.Arrays = append(r.h.Arrays, HostReverseArray{Construct: c, Var: v, Section: true})
	}
	if around.Var.Copy {
		r.h.Arrays = append(r.h.Arrays, around)
	}
	for _, x := range c.Children {
		u.arrayCopies(r, v, x, own || around.Var.Copy)
	}
}

// arrayCopy notes what a clause of construct c makes of the array; Var.Copy is set where that is another array. The
// host's worksharing constructs take only arrays that all threads share.
func (u *unit) arrayCopy(a *HostReverseArray, r *reverseRegion, cl *tree.Clause, it *tree.Item) {
	c := a.Construct
	switch {
	case a.Var.Dims == "": // a scalar of static storage
	case strings.HasSuffix(cl.Kind.String(), "reduction"):
		a.Section = true
		return
	case c == r.c:
	case cl.Kind == spec.PrivateClause:
		a.Var.Copy = true
		return
	case cl.Kind == spec.FirstprivateClause && makesThreads(c):
		a.Var.Copy, a.In = true, true
		return
	case cl.Kind == spec.LastprivateClause && makesThreads(c):
		a.Var.Copy, a.In, a.Out = true, true, true
		return
	}
	u.errorf(it.Span.Pos, diag.Unsupported,
		"clause '%s' is not supported here for '%s', which a reverse-offload region accesses by address", cl.Kind,
		it.Text).
		WithSection("5.2 §13.8").WithFix("use a local variable of the region")
}

// makesThreads reports whether c has copies of variables that those who encounter it share or have of their own.
func makesThreads(c *tree.Construct) bool {
	return c.Has(spec.Parallel) || c.Has(spec.Task) || c.Has(spec.Taskloop) || c.Has(spec.Teams) || c.Kind == spec.Simd
}
