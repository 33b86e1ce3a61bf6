// ompx_bare, an extension of clang's.

package syntax

import (
	"slices"

	"ompcc/parse/diag"

	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// finishBare makes of target teams ompx_bare, an extension of clang, what it means
// in OpenMP: a region that all threads of all teams execute from the beginning, as
// many as thread_limit says in each.
func (r *reader) finishBare(d *tree.Directive) {
	bare := d.Clause(spec.OmpxBareClause)
	if bare == nil {
		return
	}
	limit := d.Clause(spec.ThreadLimitClause)
	if d.Clause(spec.NumTeamsClause) == nil || limit == nil || len(limit.Exprs) == 0 {
		if !r.failed() {
			r.errorf(bare.Span, diag.BareWithoutGrid, "'ompx_bare' needs both clauses 'num_teams' and 'thread_limit'").
				WithFix("write ompx_bare num_teams(blocks) thread_limit(threads of a block)")
		}
		return
	}
	d.Leafs = append(append([]spec.DirectiveKind{}, d.Leafs...), spec.Parallel)
	d.Clauses = append(d.Clauses,
		&tree.Clause{Kind: spec.NumThreadsClause, Span: limit.Span, Start: limit.Start, End: limit.End,
			Exprs: limit.Exprs, Def: spec.Clauses()[spec.NumThreadsClause], Implied: true})
}

// isBareGrid reports whether the clause may have a list of dimensions, as clang's ompx_bare takes it.
func (a *argReader) isBareGrid() bool {
	return a.d.Kind == spec.TargetTeams && tree.OneOf(a.c.Kind, spec.NumTeamsClause, spec.ThreadLimitClause) &&
		slices.ContainsFunc(Lex(a.p.Text), func(t lexer.Token) bool { return t.Value == "ompx_bare" })
}

// isGrid reports whether the clause has at most the dimensions of a grid.
func (a *argReader) isGrid(dims []*run) bool {
	if len(dims) > 3 {
		a.errorf(a.runSpan(dims[3].toks), diag.TooManyArguments, "clause '%s' takes at most three dimensions",
			a.c.Kind).WithFix("remove the others")
	}
	return len(dims) <= 3
}
