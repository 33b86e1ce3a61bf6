package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/pragma"
)

// parallelRegion lowers parallel and what is combined with it (5.2 §10.1).
func (b *body) parallelRegion(c *pragma.Construct, leafs []pragma.DirectiveKind, stmt *cc.Statement) {
	f := b.fn
	p := &region.Parallel{At: b.at(c)}
	p.NumThreads = b.unsigned(clauseExpr(c, "num_threads"))
	p.If = b.condition(c, "parallel")
	if cl := c.Clause("proc_bind"); cl != nil && len(cl.Words) > 0 {
		p.ProcBind = cl.Words[0]
	}
	s := &sharing{}
	if ownsSharing(leafs) {
		s = b.u.sharingOf(c)
	}
	var undo []func()
	p.Reductions, undo = b.reductions(s.reductions, stmt)
	saved := b.ws
	b.ws = nil
	b.parallel++
	p.Body = f.Block(stmt, func() {
		undo = append(undo, b.enterBody()...)
		undo = append(undo, b.dataEnvironment(s, stmt)...)
		b.leafs(c, leafs[1:], stmt)
	})
	b.parallel--
	b.ws = saved
	runAll(undo)
	f.Emit(p)
}
