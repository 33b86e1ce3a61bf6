package pragma

import "strings"

// finishBare makes of target teams ompx_bare, an extension of clang, what it means
// in OpenMP: a region that all threads of all teams execute from the beginning, as
// many as thread_limit says in each.
func (r *reader) finishBare(d *Directive) {
	bare := d.Clause("ompx_bare")
	if bare == nil {
		return
	}
	limit := d.Clause("thread_limit")
	if d.Clause("num_teams") == nil || limit == nil || len(limit.Exprs) != 1 {
		if !r.failed() {
			r.errorf(bare.Span, "bare-without-grid", "'ompx_bare' needs the numbers of teams and of threads: both num_teams and thread_limit").
				WithFix("write ompx_bare num_teams(blocks) thread_limit(threads of a block)")
		}
		return
	}
	d.Leafs = append(append([]DirectiveKind{}, d.Leafs...), "parallel")
	d.Clauses = append(d.Clauses, &Clause{Kind: "num_threads", Span: limit.Span, Start: limit.Start, End: limit.End,
		Exprs: limit.Exprs, Def: Clauses()["num_threads"], Implied: true})
}

// Bare reports whether all threads of all teams execute the region of d from the
// beginning, each with its own copy of what the target construct captures by value.
func (d *Directive) Bare() bool { return d.Clause("ompx_bare") != nil && d.Has("parallel") }

// bareThreads is what the host's version of the region says of its threads.
func (c *Construct) bareThreads() string {
	return " num_threads(" + strings.TrimSpace(c.Clause("thread_limit").Exprs[0].Text) + ")"
}
