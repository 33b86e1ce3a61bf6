package spell

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// hostThreads puts before text, a directive with c's parallel in the host's words,
// what holds the region to a strict number of threads: a region that is made the
// same way tells how many it gets (6.0 §12.1.2).
func hostThreads(c *tree.Construct, text string) string {
	cl := c.StrictThreads()
	if cl == nil || c.Has(spec.Teams) || text == "" {
		return text
	}
	cond, fatal, message := "1", 1, strconv.Quote(c.StrictMessage())
	if x := c.If(spec.Parallel); x != nil {
		cond = "(" + x.Exprs[0].Text + ") ? 1 : 0"
	}
	if c.Severity() == "warning" {
		fatal = 0
	}
	if m := c.Clause(spec.MessageClause); m != nil && len(m.Exprs) > 0 {
		message = m.Exprs[0].Text
	}
	return fmt.Sprintf("for (int __ompcc_once = __ompcc_strict_threads(%s, %s, %d, %s, %s); !__ompcc_once; __ompcc_once = 1)\n%s", cl.Count(), cond, fatal, strconv.Quote(c.Pos().String()), message, text)
}

// hostEntered writes a construct whose threads begin with an action of their own: they set the number of threads of
// nested regions (6.0 §12.1.2), or keep the sizes of their team (6.1). ok is false if c asks for neither, or if it
// cannot be split.
func hostEntered(c *tree.Construct, leafs []spec.DirectiveKind, part func([]spec.DirectiveKind) string) (text string,
	ok bool) {
	at := slices.Index(leafs, spec.Parallel)
	if at < 0 || InComposite(c) || c.Bare() {
		return "", false
	}
	enter := ""
	if list := c.NestedThreads(); len(list) > 0 {
		enter = fmt.Sprintf("\nfor (int __ompcc_nest = __ompcc_nested_threads(%s); !__ompcc_nest; __ompcc_nest = 1)", list[0].Text)
	}
	if HasExtents(c) {
		enter += fmt.Sprintf("\nfor (int __ompcc_in = __ompcc_enter_team(%s); __ompcc_in; __ompcc_in = __ompcc_enter_team(0))",
			Extents(c))
	}
	if enter == "" {
		return "", false
	}
	text = pragmaLine(part(leafs[:at+1])) + enter
	if at+1 < len(leafs) {
		text += "\n" + pragmaLine(part(leafs[at+1:]))
	}
	return text, true
}

// literalMessage reports whether c's message, if it has one, is a string literal:
// clang takes no other.
func literalMessage(c *tree.Construct) bool {
	m := c.Clause(spec.MessageClause)
	return m == nil || len(m.Exprs) == 0 || strings.HasPrefix(strings.TrimSpace(m.Exprs[0].Text), `"`)
}

// hostError is a call of the runtime in place of an error directive (5.2 §8.5).
func hostError(c *tree.Construct) string {
	fatal := 1
	if c.Severity() == "warning" {
		fatal = 0
	}
	return fmt.Sprintf("__ompcc_error(%d, %s, %s);", fatal, strconv.Quote(c.Pos().String()),
		c.Clause(spec.MessageClause).Exprs[0].Text)
}

// Needs is the C text that what Directive and Rest write for c calls, by name.
func Needs(c *tree.Construct, h Compiler) map[string]string {
	needs := map[string]string{}
	if c.Kind == spec.Error && !h.GCC && !literalMessage(c) {
		needs["__ompcc_error"] = errorDecl
	}
	if c.StrictThreads() != nil {
		needs["__ompcc_strict_threads"] = strictThreads
	}
	if len(c.NestedThreads()) > 0 {
		needs["__ompcc_nested_threads"] = nestedThreads
	}
	if HasExtents(c) || c.SpatialClause(spec.NumTeamsClause) != nil || c.SpatialClause(spec.ThreadLimitClause) != nil {
		needs["__ompcc_space"] = spatialDecls
	}
	if c.Clause(spec.DynGroupprivateClause) != nil && !c.Has(spec.Target) {
		needs["__ompcc_gprivate"] = gprivateDecls
	}
	if hostLeague(c, h) != "" {
		needs["__ompcc_max_teams"] = maxTeams
	}
	return needs
}

const (
	errorDecl     = "extern void __ompcc_error(int, const char *, const char *);"
	strictThreads = errorDecl + `
extern int omp_get_thread_num(void), omp_get_num_threads(void);
static __attribute__((unused)) int __ompcc_strict_threads(int n, int when, int fatal, const char *where, const char *message) {
  int got = 1;
#pragma omp parallel num_threads(n) if(when)
  if (omp_get_thread_num() == 0) got = omp_get_num_threads();
  if (got != n) __ompcc_error(fatal, where, message);
  return 0;
}`
	nestedThreads = `extern void omp_set_num_threads(int);
static __attribute__((unused)) int __ompcc_nested_threads(int n) { omp_set_num_threads(n); return 0; }`
)
