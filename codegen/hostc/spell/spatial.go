package spell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Leagues and teams of several dimensions in host code (6.1). A variable has the sizes of the teams of a construct.
// Threads that can execute a statement of ours at the beginning of their region keep them. The teams of composite
// constructs find them where the program's league has its own (rt/capi/routine/space.c).

const spatialDecls = `extern unsigned long __ompcc_space(const char *, unsigned long, unsigned long, unsigned long, unsigned long, unsigned long, unsigned long);
extern unsigned long __ompcc_team_extents(const char *, unsigned long, unsigned long, unsigned long);
extern int __ompcc_enter_league(unsigned long, unsigned long), __ompcc_enter_team(unsigned long);`

// HasExtents reports whether the teams of c's parallel region have several dimensions.
func HasExtents(c *tree.Construct) bool { return c.SpatialClause(spec.NumThreadsClause) != nil }

// Extents is the name of the variable with their sizes, and their number of threads in the upper half.
func Extents(c *tree.Construct) string { return fmt.Sprintf("__ompcc_x_%d", c.Pragma.ID) }

// DeclareExtents declares it.
func DeclareExtents(c *tree.Construct) string {
	return fmt.Sprintf("unsigned long %s = __ompcc_team_extents(%s, %s)", Extents(c), strconv.Quote(c.Pos().String()),
		threeSizes(c.SpatialClause(spec.NumThreadsClause)))
}

// InComposite reports whether host compilers take c's parallel region only together with what is around it.
func InComposite(c *tree.Construct) bool { return c.Has(spec.Teams) || c.Has(spec.Distribute) }

// threeSizes are the sizes of a clause as arguments, 1 for dimensions that it does not have.
func threeSizes(cl *tree.Clause) string {
	sizes := []string{"1", "1", "1"}
	if cl != nil && cl.Spatial() {
		for i, e := range cl.Exprs {
			sizes[i] = strings.TrimSpace(e.Text)
		}
	}
	return strings.Join(sizes, ", ")
}

// sharedExtents is the clause with which leafs of c, among them that which the variable serves, see it.
func sharedExtents(c *tree.Construct, leafs []spec.DirectiveKind) string {
	if !HasExtents(c) || !slices.Contains(leafs, spec.Parallel) || c.Bare() {
		return ""
	}
	return " shared(" + Extents(c) + ")"
}

// InLeague puts before text, c's directive in the host's words, what declares the sizes of its teams and says how its
// league is arranged.
func InLeague(c *tree.Construct, text string) string {
	if text == "" || c.Has(spec.Target) {
		return text // hostc does so for the host version
	}
	teams, limit := c.SpatialClause(spec.NumTeamsClause), c.SpatialClause(spec.ThreadLimitClause)
	space, extents := "0", "0"
	if teams != nil || limit != nil {
		space = fmt.Sprintf("__ompcc_space(%s, %s, %s)", strconv.Quote(c.Pos().String()), threeSizes(teams),
			threeSizes(limit))
	}
	if HasExtents(c) && InComposite(c) {
		extents = Extents(c)
	}
	if space != "0" || extents != "0" {
		text = fmt.Sprintf("for (int __ompcc_l = __ompcc_enter_league(%s, %s); __ompcc_l; __ompcc_l = !__ompcc_enter_league(0, 0))\n%s",
			space, extents, text)
	}
	if cl := c.Clause(spec.DynGroupprivateClause); cl != nil && !inTarget(c) {
		text = fmt.Sprintf("for (int __ompcc_g = __ompcc_enter_gprivate(__ompcc_gprivate(%s, %s, %d)); __ompcc_g; __ompcc_g = __ompcc_leave_gprivate())\n%s",
			strconv.Quote(c.Pos().String()), cl.Exprs[0].Text, cl.Fallback(), text)
	}
	if HasExtents(c) {
		text = fmt.Sprintf("for (%s; %s; %s = 0)\n%s", DeclareExtents(c), Extents(c), Extents(c), text)
	}
	return text
}

// gprivateDecls are what a region with dyn_groupprivate begins and ends with (rt/capi/routine/gprivate.c).
const gprivateDecls = `extern unsigned long __ompcc_gprivate(const char *, unsigned long, int);
extern int __ompcc_enter_gprivate(unsigned long), __ompcc_leave_gprivate(void);`

// inTarget reports whether c is nested in a target construct, which has begun the region then.
func inTarget(c *tree.Construct) bool { return c.Parent != nil && c.Parent.Has(spec.Target) }
