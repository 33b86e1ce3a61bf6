// num_threads of 6.0: strict numbers, lists, and what happens without that many threads.

package tree

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/diag"
	"ompcc/pragma/spec"
)

// InDevice reports whether c is part of a target region and executed by devices alone.
func (c *Construct) InDevice() bool {
	if c.Has(spec.Target) {
		return false
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.Target) {
			return true
		}
	}
	return false
}

// StrictThreads is c's num_threads clause if its number is strict.
func (c *Construct) StrictThreads() *Clause {
	if cl := c.Clause(spec.NumThreadsClause); cl != nil && cl.HasModifier("strict") {
		return cl
	}
	return nil
}

// NestedThreads are the numbers of threads that c's num_threads clause gives to
// regions nested in c's, level by level.
func (c *Construct) NestedThreads() []*Expr {
	if cl := c.Clause(spec.NumThreadsClause); cl != nil && len(cl.Exprs) > 1 && !cl.Spatial() {
		return cl.Exprs[1:]
	}
	return nil
}

// Spatial reports whether the arguments of a num_teams, thread_limit or num_threads clause are the sizes of several
// dimensions: with the modifier dims (6.1), or with ompx_bare.
func (cl *Clause) Spatial() bool {
	return len(cl.Exprs) > 1 && (cl.HasModifier("dims") || cl.Kind != spec.NumThreadsClause || cl.Implied)
}

// SpatialClause is c's clause of that kind if it has several dimensions.
func (c *Construct) SpatialClause(kind spec.ClauseKind) *Clause {
	if cl := c.Clause(kind); cl != nil && cl.Spatial() {
		return cl
	}
	return nil
}

// Count is the C expression for the number of teams or threads that the clause asks for.
func (cl *Clause) Count() string {
	if !cl.Spatial() {
		return cl.Exprs[0].Text
	}
	factors := make([]string, len(cl.Exprs))
	for i, e := range cl.Exprs {
		factors[i] = "(" + strings.TrimSpace(e.Text) + ")"
	}
	return strings.Join(factors, " * ")
}

// Severity is that of c's error, "fatal" or "warning" (5.2 §8.5.2).
func (c *Construct) Severity() string {
	if cl := c.Clause(spec.SeverityClause); cl != nil && len(cl.Words) > 0 {
		return cl.Words[0]
	}
	return "fatal"
}

// StrictMessage is what is said of a strict number without a message clause.
func (c *Construct) StrictMessage() string {
	return "a parallel region cannot have the number of threads that num_threads(strict: " + strings.TrimSpace(c.StrictThreads().Count()) + ") asks for"
}

// CompileTimeError carries out an error directive at compilation (5.2 §8.5); Check
// does so for all but a metadirective's variants, of which only some are chosen.
func (c *Construct) CompileTimeError(diags *diag.List) {
	if at := c.Clause(spec.AtClause); at != nil && at.Words[0] == "execution" {
		if c.Func == nil {
			diags.Errorf(at.Span, diag.BadPlacement, "error at(execution) has no effect at file scope").
				WithSection("5.2 §8.5.1").
				WithFix("write at(compilation), or move the directive into a function")
		}
		return
	}
	text := "error directive"
	if m := c.Clause(spec.MessageClause); m != nil {
		if s := m.Exprs[0].Node; s != nil {
			if v, ok := s.Value().(cc.StringValue); ok {
				text = strings.TrimRight(string(v), "\x00")
			} else {
				text = strings.Trim(m.Exprs[0].Text, `"`)
			}
		}
	}
	if s := c.Clause(spec.SeverityClause); s != nil && s.Words[0] == "warning" {
		diags.Warnf(c.NameSpan(), diag.OmpErrorDirective, "%s", text).WithSection("5.2 §8.5")
		return
	}
	diags.Errorf(c.NameSpan(), diag.ErrorDirective, "%s", text).WithSection("5.2 §8.5")
}

// The fallbacks of dyn_groupprivate, as in rt/devlib/gprivate.h.
const (
	FallbackAbort = iota
	FallbackDefaultMem
	FallbackNull
)

// Fallbacks are their names.
var Fallbacks = []string{"abort", "default_mem", "null"}

// Fallback is what a dyn_groupprivate clause says of teams that cannot have the memory (6.1): they have memory of the
// default memory space if it says nothing.
func (cl *Clause) Fallback() int {
	if m := cl.Modifier("fallback"); m != nil {
		return slices.Index(Fallbacks, m.Word)
	}
	return FallbackDefaultMem
}
