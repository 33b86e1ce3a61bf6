package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// conditionalItem is a list item of lastprivate(conditional: ) on a loop whose
// iterations are shared (5.2 §5.4.5). Each thread keeps the value that it assigned
// last, with one plus the number of the iteration that did, 0 for none; a reduction
// keeps the pair of the last iteration.
type conditionalItem struct {
	decl *cc.Declarator
	t    region.Type
	// orig is the original list item's address, common the team's pair, red its reduction.
	orig, common region.Expr
	red          *region.Reduction
	// private is the variable of one iteration, set whether it has assigned it.
	private, set *region.Local
}

// Offsets in a pair.
const (
	pairNumber = 0
	pairValue  = 8
)

// sharesConditionals reports whether the threads can share the iterations of loop
// c, which has conditional list items: scalars that only assignments change.
func (b *body) sharesConditionals(c *tree.Construct, levels region.Level, n *loopNest) bool {
	if levels != region.LevelFor || b.kernel != nil && b.parallel == 0 || len(c.Children) > 0 ||
		n.transformed() {
		return false
	}
	for _, d := range n.dims {
		if d.NonRect || d.v == nil {
			return false
		}
	}
	found := false
	for _, cl := range c.Clauses {
		switch {
		case cl.HasModifier("inscan"):
			return false
		case cl.Kind == spec.LastprivateClause && cl.HasModifier("conditional"):
			found = true
			for _, it := range cl.Items {
				if !b.onlyAssigned(c, it, n) {
					return false
				}
			}
		}
	}
	return found
}

// onlyAssigned reports whether the list item is a small scalar whose address the
// loop does not take.
func (b *body) onlyAssigned(c *tree.Construct, it *tree.Item, n *loopNest) bool {
	if it.Decl == nil || !it.IsVar() || contains(b.u.sharingOf(c).firstprivate, it.Decl) {
		return false
	}
	for _, d := range n.dims {
		if d.v == it.Decl {
			return false
		}
	}
	switch t := b.u.c.Type(ctree.ObjectType(it.Decl)).(type) {
	case *region.Int, *region.Float, *region.Bool, *region.Ptr:
		if region.WideAtomic(t) {
			return false
		}
	default:
		return false
	}
	ok := true
	ctree.Walk(n.Body, func(x cc.Node) bool {
		switch e := x.(type) {
		case *cc.UnaryExpression:
			if e.Case == cc.UnaryExpressionAddrof && ctree.VarOf(e.CastExpression) == it.Decl {
				ok = false
			}
		case *cc.AsmStatement:
			ok = false
		}
		return ok
	})
	return ok
}

// conditionals makes the pairs of c's list items and their reductions.
func (b *body) conditionals(c *tree.Construct, stmt *cc.Statement) (list []*conditionalItem) {
	for _, cl := range c.All(spec.LastprivateClause) {
		if !cl.HasModifier("conditional") {
			continue
		}
		for _, it := range cl.Items {
			list = append(list, b.conditional(c, it.Decl, stmt))
		}
	}
	return list
}

func (b *body) conditional(c *tree.Construct, d *cc.Declarator, stmt *cc.Statement) *conditionalItem {
	f := b.fn
	p := &conditionalItem{decl: d, t: b.u.c.Type(ctree.ObjectType(d)), orig: b.address(d)}
	pair := &region.Struct{Bytes: 16, Alignm: 8, Fields: []region.Field{
		{Name: "number", Type: region.U64, Offset: pairNumber}, {Name: "value", Type: p.t, Offset: pairValue}}}
	zero := func(addr region.Expr) { f.Emit(&region.Zero{Addr: addr, Size: pair.Size()}) }
	p.common = b.teamObject(c, d.Name(), pair, stmt, zero)
	r := &region.Reduction{
		Name: d.Name(), Op: region.RedCustom, Type: pair, Orig: p.common,
		Priv: &region.Local{Name: d.Name() + ".last", Type: pair, Pos: b.u.pos(stmt)},
		In:   &region.Temp{Name: "in", Type: region.PtrT}, Out: &region.Temp{Name: "out", Type: region.PtrT},
	}
	r.Init = f.Block(stmt, func() { zero(&region.LocalAddr{Local: r.Priv}) })
	r.Combine = f.Block(stmt, func() {
		in, out := &region.TempVal{Temp: r.In}, &region.TempVal{Temp: r.Out}
		// Atomic, so that LLVM does not read the team's pair in threads that do not update it.
		before := &region.AtomicLoad{Type: region.U64, Addr: out, Scope: region.ScopeTeam}
		later := &region.Compare{Op: region.Lt, X: before, Y: &region.Load{Type: region.U64, Addr: in}}
		f.Emit(&region.If{Cond: later, Then: f.Block(stmt, func() { f.Copy(out, in, pair) })})
	})
	p.red = r
	return p
}

// enter gives an iteration its private copy.
func (p *conditionalItem) enter(b *body, stmt *cc.Statement) (undo func()) {
	f := b.fn
	p.private = f.Local(p.decl.Name(), p.t, stmt)
	p.set = f.Local(p.decl.Name()+".set", region.BoolT, stmt)
	f.Emit(&region.Store{Addr: &region.LocalAddr{Local: p.set}, X: boolean(false)})
	return f.Bind(p.decl, &region.LocalAddr{Local: p.private})
}

// leave keeps the value of iteration number, if it has assigned the variable.
func (p *conditionalItem) leave(b *body, number region.Expr, stmt *cc.Statement) {
	f := b.fn
	priv := &region.LocalAddr{Local: p.red.Priv}
	set := &region.Load{Type: region.BoolT, Addr: &region.LocalAddr{Local: p.set}}
	f.Emit(&region.If{Cond: set, Then: f.Block(stmt, func() {
		f.Emit(&region.Store{Addr: &region.PtrAdd{Base: priv, Offset: pairNumber},
			X: f.Convert(add(number, i64(1)), region.U64)})
		f.Emit(&region.Store{Addr: &region.PtrAdd{Base: priv, Offset: pairValue},
			X: &region.Load{Type: p.t, Addr: &region.LocalAddr{Local: p.private}}})
	})})
}

// update brings the last value to the original; a barrier follows, behind which
// the pair is no more.
func (p *conditionalItem) update(b *body, at region.At, stmt *cc.Statement) {
	f := b.fn
	some := &region.Compare{Op: region.Ne,
		X: &region.Load{Type: region.U64, Addr: &region.PtrAdd{Base: p.common, Offset: pairNumber}}, Y: u64(0)}
	f.Emit(&region.Masked{At: at, Body: f.Block(stmt, func() {
		f.Emit(&region.If{Cond: some, Then: f.Block(stmt, func() {
			f.Emit(&region.Store{Addr: p.orig,
				X: &region.Load{Type: p.t, Addr: &region.PtrAdd{Base: p.common, Offset: pairValue}}})
		})})
	})})
}

func boolean(v bool) region.Expr {
	n := int64(0)
	if v {
		n = 1
	}
	return &region.Const{Type: region.BoolT, Val: bigInt(n)}
}

// markStores has every store to the private copies below blk say so.
func markStores(blk *region.Block, list []*conditionalItem) {
	var out []region.Stmt
	for _, s := range blk.Stmts {
		xs, blocks := region.Parts(s)
		for _, x := range xs {
			markStoresIn(x, list)
		}
		for _, in := range blocks {
			markStores(in, list)
		}
		out = append(out, s)
		if st, ok := s.(*region.Store); ok {
			for _, p := range list {
				if l, ok := st.Addr.(*region.LocalAddr); ok && l.Local == p.private {
					out = append(out, &region.Store{At: st.At, Addr: &region.LocalAddr{Local: p.set}, X: boolean(true)})
				}
			}
		}
	}
	blk.Stmts = out
}

func markStoresIn(x region.Expr, list []*conditionalItem) {
	if x == nil {
		return
	}
	xs, blk := region.Operands(x)
	for _, y := range xs {
		markStoresIn(y, list)
	}
	if blk != nil {
		markStores(blk, list)
	}
}
