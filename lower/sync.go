// single, masked, critical, flush, ordered and scope.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// single lowers single with copyprivate (5.2 §11.1).
func (b *body) single(c *tree.Construct, leafs []spec.DirectiveKind, stmt *cc.Statement) {
	f := b.fn
	s := b.u.sharingOf(c)
	n := &region.Single{At: b.at(c), NoWait: c.Clause(spec.NowaitClause) != nil}
	for _, cl := range c.All(spec.CopyprivateClause) {
		for _, it := range cl.Items {
			if it.Decl != nil {
				n.Copy = append(n.Copy,
					region.CopyPrivate{Addr: b.address(it.Decl), Type: b.u.c.Type(ctree.ObjectType(it.Decl))})
			}
		}
	}
	if len(n.Copy) > 0 {
		b.beforeShared(n.At)
	}
	n.Body = b.block(s, stmt, func() {
		b.leafs(c, leafs[1:], stmt)
		if len(n.Copy) > 0 {
			b.beforeBarrier(n.At)
		}
	})
	next := func() {}
	if len(n.Copy) == 0 {
		next = b.barrierOutside(n.At, &n.NoWait)
	}
	f.Emit(n)
	next()
}

// block is a block with the construct's private and firstprivate copies.
func (b *body) block(s *sharing, stmt *cc.Statement, gen func()) *region.Block {
	var undo []func()
	blk := b.fn.Block(stmt, func() {
		undo = b.dataEnvironment(s, stmt)
		gen()
	})
	runAll(undo)
	return blk
}

// masked lowers masked and master (5.2 §10.5).
func (b *body) masked(c *tree.Construct, leafs []spec.DirectiveKind, stmt *cc.Statement) {
	n := &region.Masked{At: b.at(c)}
	if e := clauseExpr(c, spec.FilterClause); e != nil {
		n.Filter = b.fn.Convert(b.fn.Value(e.Node), region.I32)
	}
	n.Body = b.fn.Block(stmt, func() { b.leafs(c, leafs[1:], stmt) })
	b.fn.Emit(n)
}

// critical lowers critical; a hint has no effect on meaning (5.2 §15.2).
func (b *body) critical(c *tree.Construct, stmt *cc.Statement) {
	n := &region.Critical{At: b.at(c)}
	if c.Args != nil {
		switch {
		case len(c.Args.Items) > 0:
			n.Name = c.Args.Items[0].Text
		case len(c.Args.Words) > 0:
			n.Name = c.Args.Words[0]
		}
	}
	n.Body = b.fn.Block(stmt, func() { b.fn.Stmt(stmt) })
	b.fn.Emit(n)
}

// flush lowers flush; a list only narrows what is flushed (5.2 §15.8.5).
func (b *body) flush(c *tree.Construct) {
	b.fn.Emit(&region.Flush{At: b.at(c), Order: orderOf(c, region.SeqCst), Scope: scopeOf(c)})
}

// orderOf is the memory order clause of c.
func orderOf(c *tree.Construct, none region.Order) region.Order {
	for _, cl := range c.Clauses {
		if o, ok := orders[cl.Kind]; ok {
			return o
		}
	}
	return none
}

var orders = map[spec.ClauseKind]region.Order{
	spec.RelaxedClause: region.Relaxed, spec.AcquireClause: region.Acquire, spec.ReleaseClause: region.Release,
	spec.AcqRelClause: region.AcqRel, spec.SeqCstClause: region.SeqCst,
}

// ordered lowers the block form (5.2 §15.10.2); simd order is that of the lane's
// own iterations, which the loop keeps.
func (b *body) ordered(c *tree.Construct, stmt *cc.Statement) {
	if stmt == nil {
		if b.across != nil {
			b.across.dependence(c)
		} // else the loop runs in order (see inOrder)
		return
	}
	if c.Clause(spec.SimdClause) != nil && c.Clause(spec.ThreadsClause) == nil {
		b.fn.Stmt(stmt)
		return
	}
	b.fn.Emit(&region.Ordered{At: b.at(c), Body: b.fn.Block(stmt, func() { b.fn.Stmt(stmt) })})
}

// scope is a region executed by all threads with its own data environment (5.2
// §11.2). With reductions it is a loop of which each thread has one iteration.
func (b *body) scope(c *tree.Construct, stmt *cc.Statement) {
	f, s := b.fn, b.u.sharingOf(c)
	nowait := c.Clause(spec.NowaitClause) != nil
	if len(s.reductions) == 0 {
		f.Emit(&region.Task{At: b.at(c), Body: b.block(s, stmt, func() { f.Stmt(stmt) })})
		if !nowait {
			b.beforeBarrier(b.at(c))
			b.barrier(b.at(c))
		}
		return
	}
	n := &region.Intrinsic{Op: region.OpNumThreads, Type: region.I32}
	w := &region.WsLoop{
		At: b.at(c), Levels: region.LevelFor, Schedule: region.SchedStatic, Chunk: cbody.Int(region.U64, 1),
		NoWait: nowait,
		Trips:  []region.Expr{f.Convert(f.Let("threads", n), region.U32)},
		Index:  []*region.Temp{{Name: "thread", Type: region.U32}},
	}
	var undo []func()
	w.Reductions, undo = b.reductions(s.reductions, stmt)
	deferred := b.pending
	b.pending = nil
	w.Body = f.Block(stmt, func() {
		b.pending = deferred
		undo = append(undo, b.enterBody()...)
		undo = append(undo, b.dataEnvironment(s, stmt)...)
		f.Stmt(stmt)
	})
	runAll(undo)
	next := b.barrierOutside(w.At, &w.NoWait)
	f.Emit(w)
	next()
}
