package pragma

import (
	"slices"
	"strings"

	"ompcc/pragma/spec"

	"github.com/alecthomas/participle/v2/lexer"
)

// finishBare makes of target teams ompx_bare, an extension of clang, what it means
// in OpenMP: a region that all threads of all teams execute from the beginning, as
// many as thread_limit says in each.
func (r *reader) finishBare(d *Directive) {
	bare := d.Clause(spec.OmpxBareClause)
	if bare == nil {
		return
	}
	limit := d.Clause(spec.ThreadLimitClause)
	if d.Clause(spec.NumTeamsClause) == nil || limit == nil || len(limit.Exprs) != 1 {
		if !r.failed() {
			r.errorf(bare.Span, "bare-without-grid", "'ompx_bare' needs the numbers of teams and of threads: both num_teams and thread_limit").
				WithFix("write ompx_bare num_teams(blocks) thread_limit(threads of a block)")
		}
		return
	}
	d.Leafs = append(append([]spec.DirectiveKind{}, d.Leafs...), spec.Parallel)
	d.Clauses = append(d.Clauses, &Clause{Kind: spec.NumThreadsClause, Span: limit.Span, Start: limit.Start, End: limit.End,
		Exprs: limit.Exprs, Def: spec.Clauses()[spec.NumThreadsClause], Implied: true})
}

// isBareGrid reports whether the clause may have a list of dimensions, as clang's ompx_bare takes it.
func (a *argReader) isBareGrid() bool {
	return a.d.Kind == spec.TargetTeams && OneOfClauses(a.c.Kind, spec.NumTeamsClause, spec.ThreadLimitClause) &&
		slices.ContainsFunc(Lex(a.p.Text), func(t lexer.Token) bool { return t.Value == "ompx_bare" })
}

// oneDimension takes the dimensions behind the first out of the text: a grid has no more here, and each
// of them has to be 1.
func (a *argReader) oneDimension(dims []*run) bool {
	var sizes []string
	for _, d := range dims {
		sizes = append(sizes, a.source(d.toks))
	}
	if len(dims) > 3 {
		a.errorf(a.runSpan(dims[3].toks), "too-many-arguments", "clause '%s' takes at most three dimensions", a.c.Kind).WithFix("leave the rest out")
		return false
	}
	if i := slices.IndexFunc(sizes[1:], func(s string) bool { return s != "1" }); i >= 0 {
		id := map[spec.ClauseKind]string{spec.NumTeamsClause: "ompx_block_id_x()", spec.ThreadLimitClause: "ompx_thread_id_x()"}[a.c.Kind]
		a.errorf(a.runSpan(dims[i+1].toks), "unsupported", "only the first dimension of clause '%s' may have another size than 1", a.c.Kind).
			WithFix("write %s((%s)) and compute the coordinates: %s %% (%s) is the first", a.c.Kind, strings.Join(sizes, ") * ("), id, sizes[0])
		return false
	}
	text := []byte(a.p.Text)
	for i := EndOf(dims[0].toks[len(dims[0].toks)-1]); i < a.close; i++ {
		text[i] = ' '
	}
	a.p.Text = string(text)
	return true
}

// Bare reports whether all threads of all teams execute the region of d from the
// beginning, each with its own copy of what the target construct captures by value.
func (d *Directive) Bare() bool { return d.Clause(spec.OmpxBareClause) != nil && d.Has(spec.Parallel) }
