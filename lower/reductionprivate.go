// Reductions whose original list items are private (6.0 §7.6.10).

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// privateOriginal is a list item of a worksharing construct's reduction whose
// original is private in the region (6.0 §7.6.10). The threads reduce into storage
// of their team; then each combines it with its own original.
type privateOriginal struct {
	ri   reductionItem
	elem cc.Type
	// count is the number of elements, nil: 1.
	count        region.Expr
	orig, common region.Expr
}

// aroundPrivateReductions lowers c by gen, with the storage for reductions of
// private originals before it and their combination behind.
func (b *body) aroundPrivateReductions(c *tree.Construct, stmt *cc.Statement, gen func()) {
	var list []*privateOriginal
	for _, cl := range c.All(spec.ReductionClause) {
		for _, it := range cl.Items {
			if it.PrivateOriginal {
				list = append(list, &privateOriginal{ri: reductionItem{cl, it}})
			}
		}
	}
	if len(list) == 0 || b.kernel != nil && b.parallel == 0 {
		gen()
		return
	}
	f := b.fn
	f.Emit(f.Block(stmt, func() {
		var undo []func()
		for _, p := range list {
			undo = append(undo, b.commonStorage(c, p, stmt))
		}
		gen()
		runAll(undo)
		f.Emit(&region.Barrier{At: b.at(c)}) // also if the construct is nowait
		for _, p := range list {
			b.combineOwn(p)
		}
		f.Emit(&region.Barrier{At: b.at(c)}) // the storage lives until all have read it
	}))
}

// commonStorage makes one object for all threads of the team, with the operator's
// initial value, and lets the list item denote it.
func (b *body) commonStorage(c *tree.Construct, p *privateOriginal, stmt *cc.Statement) (undo func()) {
	f, d := b.fn, p.ri.item.Decl
	sh := b.redShape(p.ri.item)
	if sh == nil {
		return func() {}
	}
	p.elem, p.count, p.orig = sh.elem, sh.count, sh.orig
	p.common = b.teamObject(c, d.Name(), b.u.c.Type(ctree.ObjectType(d)), stmt, func(common region.Expr) {
		id := tree.ReductionID(p.ri.clause)
		custom := b.u.declaredReduction(id, sh.elem, p.ri.item)
		b.eachElement(common, b.u.c.Type(sh.elem), sh.count, func(addr region.Expr) {
			if custom != nil {
				b.customInit(custom, addr, sh)
			} else {
				b.identity(id, sh.elem, addr)
			}
		})
	})
	return f.Bind(d, p.common)
}

// teamObject makes one object of type t for all threads of the team, which init
// gives its value. All threads must meet it together. On a GPU it is in memory of
// the team, except for a thread that executes the construct alone; on a CPU it is
// the storage of one of the threads.
func (b *body) teamObject(c *tree.Construct, name string, t region.Type, stmt *cc.Statement,
	init func(addr region.Expr)) region.Expr {
	f := b.fn
	mine := f.Local(name+".own", t, stmt)
	mine.Escapes = true
	own := region.Expr(&region.LocalAddr{Local: mine})
	cell := &region.LocalAddr{Local: f.Local(name+".common", region.PtrT, stmt)}
	b.u.prog.TargetDependent = true
	single := &region.Single{At: b.at(c)}
	if b.u.onCPU() {
		single.Copy = []region.CopyPrivate{{Addr: cell, Type: region.PtrT}}
	} else {
		l := f.Local(name+".team", t, stmt)
		l.Space, l.Escapes = region.SpaceTeam, true
		// LLVM may read both and choose then.
		f.Emit(&region.Zero{Addr: own, Size: t.Size()})
		n := &region.Intrinsic{Op: region.OpNumThreads, Type: region.I32}
		own = &region.Cond{C: &region.Compare{Op: region.Lt, X: cbody.Int(region.I32, 1), Y: n},
			X: &region.LocalAddr{Local: l}, Y: own}
	}
	f.Emit(&region.Store{Addr: cell, X: own})
	common := &region.Load{Type: region.PtrT, Addr: cell}
	single.Body = f.Block(stmt, func() { init(common) })
	f.Emit(single)
	return f.Let(name+".common", common)
}

// combineOwn combines the team's result with the thread's original.
func (b *body) combineOwn(p *privateOriginal) {
	if p.common == nil {
		return
	}
	f, id := b.fn, tree.ReductionID(p.ri.clause)
	et := b.u.c.Type(p.elem)
	i := region.Expr(i64(0))
	gen := func(addr region.Expr) {
		from := &region.PtrAdd{Base: p.common, Index: i, Scale: et.Size(), Elem: et}
		if custom := b.u.declaredReduction(id, p.elem, p.ri.item); custom != nil {
			var un []func()
			if custom.In != nil {
				un = append(un, f.Bind(custom.In, from))
			}
			if custom.Out != nil {
				un = append(un, f.Bind(custom.Out, addr))
			}
			f.Discard(custom.Combiner)
			runAll(un)
			return
		}
		f.Binary(tree.ReductionOpOf(id).Combiner, p.elem, addr, addr, from)
	}
	if p.count == nil {
		gen(p.orig)
		return
	}
	b.count("element", u64(0), f.Convert(p.count, region.U64), u64(1), func(at region.Expr) {
		i = f.Convert(at, region.I64)
		gen(&region.PtrAdd{Base: p.orig, Index: i, Scale: et.Size(), Elem: et})
	})
}
