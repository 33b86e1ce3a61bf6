package pragma

import (
	"fmt"
	"strconv"
	"strings"
)

// checkNumThreads tells of what num_threads of 6.0 asks for and does not get (6.0
// §12.1.2): the host's composites with teams are the host compiler's as a whole,
// so that nothing can be written in front of their parallel regions or into them,
// and a host runtime takes one number for nested regions from a program.
func (k *checker) checkNumThreads(c *Construct) {
	cl := c.Clause("num_threads")
	if cl == nil || c.InDevice() {
		return
	}
	if m := cl.Modifier("strict"); m != nil && c.Has("teams") {
		k.diags.Warnf(m.Span, "omp-strict-threads", "strict is not enforced where the host executes '%s': the region has fewer threads where that many are not available", c.Kind).
			WithSection("6.0 §12.1.2").WithFix("compare omp_get_num_threads() with the number in the region")
	}
	last := 2
	if c.Has("teams") {
		last = 1
	}
	if len(cl.Exprs) > last {
		k.diags.Warnf(cl.Exprs[last].Span, "omp-nested-threads", "this number of the list is not used on the host: it does not set that of regions nested so deep").
			WithSection("6.0 §12.1.2").WithFix("write num_threads on the nested construct")
	}
}

// InDevice reports whether c is part of a target region and executed by devices alone.
func (c *Construct) InDevice() bool {
	if c.Has("target") {
		return false
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has("target") {
			return true
		}
	}
	return false
}

// StrictThreads is c's num_threads clause if its number is strict.
func (c *Construct) StrictThreads() *Clause {
	if cl := c.Clause("num_threads"); cl != nil && cl.HasModifier("strict") {
		return cl
	}
	return nil
}

// NestedThreads is the number of threads that c's num_threads clause gives to
// regions nested in c's, nil if it has none.
func (c *Construct) NestedThreads() *Expr {
	if cl := c.Clause("num_threads"); cl != nil && len(cl.Exprs) > 1 {
		return cl.Exprs[1]
	}
	return nil
}

// Severity is that of c's error, "fatal" or "warning" (5.2 §8.5.2).
func (c *Construct) Severity() string {
	if cl := c.Clause("severity"); cl != nil && len(cl.Words) > 0 {
		return cl.Words[0]
	}
	return "fatal"
}

// StrictMessage is what is said of a strict number without a message clause.
func (c *Construct) StrictMessage() string {
	return "a parallel region cannot have the number of threads that num_threads(strict: " + strings.TrimSpace(c.StrictThreads().Exprs[0].Text) + ") asks for"
}

// HostThreads puts before text, a directive with c's parallel in the host's words,
// what holds the region to a strict number of threads: a region that is made the
// same way tells how many it gets (6.0 §12.1.2).
func (c *Construct) hostThreads(text string) string {
	cl := c.StrictThreads()
	if cl == nil || c.Has("teams") || text == "" {
		return text
	}
	cond, fatal, message := "1", 1, strconv.Quote(c.StrictMessage())
	if x := c.If("parallel"); x != nil {
		cond = "(" + x.Exprs[0].Text + ") ? 1 : 0"
	}
	if c.Severity() == "warning" {
		fatal = 0
	}
	if m := c.Clause("message"); m != nil && len(m.Exprs) > 0 {
		message = m.Exprs[0].Text
	}
	return fmt.Sprintf("for (int __ompcc_once = __ompcc_strict_threads(%s, %s, %d, %s, %s); !__ompcc_once; __ompcc_once = 1)\n%s", cl.Exprs[0].Text, cond, fatal, strconv.Quote(c.Pos().String()), message, text)
}

// hostNested writes a construct with numbers for nested regions: each thread of
// the parallel region sets its own first (6.0 §12.1.2). ok is false if c has no such
// list, or cannot be taken apart.
func (c *Construct) hostNested(leafs []DirectiveKind, part func([]DirectiveKind) string) (text string, ok bool) {
	n := c.NestedThreads()
	if n == nil || c.Has("teams") {
		return "", false
	}
	at := 0
	for at < len(leafs) && leafs[at] != "parallel" {
		at++
	}
	if at == len(leafs) {
		return "", false
	}
	text = fmt.Sprintf("%s\nfor (int __ompcc_nest = __ompcc_nested_threads(%s); !__ompcc_nest; __ompcc_nest = 1)", pragmaLine(part(leafs[:at+1])), n.Text)
	if at+1 < len(leafs) {
		text += "\n" + pragmaLine(part(leafs[at+1:]))
	}
	return text, true
}

// literalMessage reports whether c's message, if it has one, is a string literal:
// clang takes no other.
func (c *Construct) literalMessage() bool {
	m := c.Clause("message")
	return m == nil || len(m.Exprs) == 0 || strings.HasPrefix(strings.TrimSpace(m.Exprs[0].Text), `"`)
}

// hostError is a call of the runtime in place of an error directive (5.2 §8.5).
func (c *Construct) hostError() string {
	fatal := 1
	if c.Severity() == "warning" {
		fatal = 0
	}
	return fmt.Sprintf("__ompcc_error(%d, %s, %s);", fatal, strconv.Quote(c.Pos().String()), c.Clause("message").Exprs[0].Text)
}

// HostNeeds is the C text that what HostText and HostRest write for c calls, by name.
func (c *Construct) HostNeeds(h HostCompiler) map[string]string {
	needs := map[string]string{}
	if c.Kind == "error" && !h.GCC && !c.literalMessage() {
		needs["__ompcc_error"] = errorDecl
	}
	if c.StrictThreads() != nil {
		needs["__ompcc_strict_threads"] = strictThreads
	}
	if c.NestedThreads() != nil {
		needs["__ompcc_nested_threads"] = nestedThreads
	}
	if c.hostLeague(h) != "" {
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
