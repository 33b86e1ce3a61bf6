// The data environment of a construct: private, firstprivate and other copies (5.2 §5.4).

package lower

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// sharing is what the data-sharing clauses of one construct, or of the constituents
// of a combined one that are lowered together, ask for (5.2 §5.4).
type sharing struct {
	private, firstprivate, lastprivate []*cc.Declarator
	linear                             []linearItem
	reductions                         []reductionItem
	inductions                         []inductionItem
}

type linearItem struct {
	decl *cc.Declarator
	step *tree.Expr
}

type reductionItem struct {
	clause *tree.Clause
	item   *tree.Item
}

// sharingOf collects the data-sharing clauses of the constituents of c that teams and
// parallel do not end with.
func (u *unit) sharingOf(c *tree.Construct) *sharing {
	inner := slices.IndexFunc(c.Leafs, func(l spec.DirectiveKind) bool {
		return !tree.OneOf(l, spec.Target, spec.Teams, spec.Parallel)
	})
	s := u.sharingFor(c, c.Leafs[max(inner, 0):]...)
	for _, d := range u.lastLoopVariables(c) {
		linear := slices.ContainsFunc(s.linear, func(l linearItem) bool { return l.decl == d })
		if !linear && !contains(s.lastprivate, d) {
			s.lastprivate = append(s.lastprivate, d)
		}
	}
	return s
}

// sharingFor collects c's data-sharing clauses that apply to the constituents leafs (5.2 §17.2).
func (u *unit) sharingFor(c *tree.Construct, leafs ...spec.DirectiveKind) *sharing {
	s := &sharing{}
	for _, cl := range c.Clauses {
		applies := c.AnyPart(cl, leafs)
		if cl.Kind == spec.FirstprivateClause && c.Has(spec.Loop) {
			// The construct around loop has it, but the threads of the loop make the copies, which none of them shares.
			applies = slices.Contains(leafs, spec.Loop)
		}
		if !applies {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			switch cl.Kind {
			case spec.PrivateClause:
				s.private = append(s.private, it.Decl)
			case spec.FirstprivateClause:
				s.firstprivate = append(s.firstprivate, it.Decl)
			case spec.LastprivateClause:
				if cl.HasModifier("conditional") {
					continue // the construct runs in order on the original (see inOrder)
				}
				s.lastprivate = append(s.lastprivate, it.Decl)
			case spec.LinearClause:
				s.linear = append(s.linear, linearItem{it.Decl, linearStep(cl)})
			case spec.InductionClause:
				s.inductions = append(s.inductions, inductionItem{cl, it})
			case spec.ReductionClause:
				s.reductions = append(s.reductions, reductionItem{cl, it})
			}
		}
	}
	if c.Leafs[0] == leafs[0] {
		s.firstprivate = append(s.firstprivate, resolve.TaskCopies(u.tree, c, u.as)...)
	}
	return s
}

func linearStep(cl *tree.Clause) *tree.Expr {
	for _, m := range cl.Mods() {
		if m.Name == "step" && len(m.Args) > 0 {
			return m.Args[0]
		}
	}
	if len(cl.Exprs) > 0 {
		return cl.Exprs[0]
	}
	return nil
}

func contains(list []*cc.Declarator, d *cc.Declarator) bool {
	for _, x := range list {
		if x == d {
			return true
		}
	}
	return false
}

// address is where d lives as seen from here.
func (b *body) address(d *cc.Declarator) region.Expr {
	if a := b.fn.Lookup(d); a != nil {
		return a
	}
	if a := b.variable(d, d); a != nil {
		return a
	}
	return &region.Null{}
}

// privateAlign is the alignment of a private copy of d: what its declaration and
// the construct's align modifiers ask for.
func (b *body) privateAlign(d *cc.Declarator) int64 {
	return max(b.u.c.DeclaredAlign(d), b.aligns[d])
}

// align gives l, a private copy of d, the alignment that it needs.
func (b *body) align(l *region.Local, d *cc.Declarator) {
	if a := b.privateAlign(d); a > l.Type.Align() {
		l.Align = a
	}
}

// privatise gives d a fresh, uninitialised copy in the current block.
func (b *body) privatise(d *cc.Declarator, at cc.Node) (undo func(), addr region.Expr) {
	f, t := b.fn, ctree.ObjectType(d)
	if ctree.IsVLA(t) {
		size := f.SizeOf(t)
		p := f.Let(d.Name()+".priv",
			&region.Intrinsic{Op: region.OpAlloca, Type: region.PtrT,
				Args: []region.Expr{size, i64(max(16, b.privateAlign(d)))}})
		f.HoldVLA(d, at, p)
		return f.Bind(d, p), p
	}
	l := f.Local(d.Name(), b.u.c.Type(t), at)
	b.align(l, d)
	addr = &region.LocalAddr{Local: l}
	return f.Bind(d, addr), addr
}

func i64(v int64) region.Expr { return wrap(region.I64, bigInt(v)) }

// copyObject copies an object of C type t.
func (b *body) copyObject(dst, src region.Expr, t cc.Type) {
	if ctree.IsVLA(t) {
		b.fn.Emit(&region.Eval{X: &region.Intrinsic{Op: region.OpMemcpy, Type: region.VoidT,
			Args: []region.Expr{dst, src, b.fn.SizeOf(t)}}})
		return
	}
	b.fn.Copy(dst, src, b.u.c.Type(t))
}

// firstprivates makes initialised copies. A variable that stmt never writes is
// read in place: no one can tell the copy from the original then.
func (b *body) firstprivates(list []*cc.Declarator, stmt *cc.Statement,
	keep func(*cc.Declarator) bool) (undo []func()) {
	seen := map[*cc.Declarator]bool{}
	for _, d := range list {
		if seen[d] || !keep(d) {
			continue
		}
		seen[d] = true
		orig := b.address(d)
		un, addr := b.privatise(d, stmt)
		undo = append(undo, un)
		b.copyObject(addr, orig, ctree.ObjectType(d))
	}
	return undo
}

// privates makes fresh copies of list.
func (b *body) privates(list []*cc.Declarator, at cc.Node) (undo []func()) {
	seen := map[*cc.Declarator]bool{}
	for _, d := range list {
		if !seen[d] {
			seen[d] = true
			un, _ := b.privatise(d, at)
			undo = append(undo, un)
		}
	}
	return undo
}

// dataEnvironment sets up private and firstprivate copies of a block construct
// in the current block.
func (b *body) dataEnvironment(s *sharing, stmt *cc.Statement) (undo []func()) {
	undo = b.privates(s.private, stmt)
	return append(undo, b.firstprivates(s.firstprivate, stmt, func(d *cc.Declarator) bool {
		return !ctree.IsAggregate(ctree.ObjectType(d)) || b.u.assigned(stmt, d)
	})...)
}
