package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// parallelRegion lowers parallel and what is combined with it (5.2 §10.1).
func (b *body) parallelRegion(c *tree.Construct, leafs []spec.DirectiveKind, stmt *cc.Statement) {
	f := b.fn
	p := &region.Parallel{At: b.at(c)}
	b.strictThreads(c, stmt)
	p.NumThreads, p.Extents = b.numThreads(c)
	p.If = b.condition(c, spec.Parallel)
	if cl := c.Clause(spec.ProcBindClause); cl != nil && len(cl.Words) > 0 {
		p.ProcBind = cl.Words[0]
	}
	s := b.u.sharingFor(c, spec.Parallel)
	if c.Bare() {
		s.firstprivate = append(s.firstprivate, b.kernel.values()...)
	}
	var undo []func()
	p.Reductions, undo = b.reductions(s.reductions, stmt)
	saved := b.ws
	inherit, leavable := b.inheritAllocator(stmt), b.leavable(c, stmt)
	b.ws = nil
	b.parallel++
	p.Body = f.Block(stmt, func() {
		undo = append(undo, b.enterBody()...)
		b.nestedThreads(c)
		undo = append(undo, b.dataEnvironment(s, stmt)...)
		b.implicitTask(p.At, func() {
			inherit(func() { leavable(func() { b.leafs(c, leafs[1:], stmt) }) })
		})
	})
	b.parallel--
	b.ws = saved
	runAll(undo)
	f.Emit(p)
}

// strictThreads holds the region of c to a strict number of threads: a region that
// is made the same way tells how many it gets (6.0 §12.1.2).
func (b *body) strictThreads(c *tree.Construct, stmt *cc.Statement) {
	cl := c.StrictThreads()
	if cl == nil {
		return
	}
	f := b.fn
	count, _ := b.numThreads(c)
	n := b.let("strict", count)
	p := &region.Parallel{At: b.at(c), NumThreads: n, If: b.condition(c, spec.Parallel)}
	b.parallel++
	p.Body = f.Block(stmt, func() {
		got := f.Convert(&region.Intrinsic{Op: region.OpNumThreads, Type: region.I32}, region.U32)
		wrong := &region.Compare{Op: region.Ne, X: got, Y: n}
		f.Emit(&region.Masked{At: b.at(c), Body: f.Block(stmt, func() {
			f.Emit(&region.If{At: b.at(c), Cond: wrong, Then: f.Block(stmt, func() { b.fail(c, c.StrictMessage()) })})
		})})
	})
	b.parallel--
	f.Emit(p)
}

// nestedThreads gives a thread of c's region the numbers that the list of num_threads
// has for nested regions (6.0 §12.1.2).
func (b *body) nestedThreads(c *tree.Construct) {
	list := c.NestedThreads()
	if len(list) == 0 {
		return
	}
	b.u.mod.SetsICVs = true
	set := &region.Intrinsic{Op: region.OpSetNumThreads, Type: region.VoidT}
	for _, e := range list {
		set.Args = append(set.Args, b.fn.Convert(b.fn.Value(e.Node), region.I32))
	}
	set.Args = append(set.Args, cbody.Int(region.I32, 0)) // the list is the whole one
	b.fn.Emit(&region.Eval{At: b.at(c), X: set})
}
