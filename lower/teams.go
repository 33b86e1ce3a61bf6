package lower

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// teams lowers a teams constituent: the kernel's body is what each team's
// initial thread executes, so only the data environment is left to do (5.2 §10.2).
func (b *body) teams(c *tree.Construct, leafs []spec.DirectiveKind, stmt *cc.Statement) {
	if b.kernel == nil || b.kernel.teams != c {
		b.u.errorf(c.Pos(), diag.TeamsNesting,
			"a teams construct in device code must be strictly nested inside a target construct").
			WithSection("5.2 §10.2").WithFix("write 'target teams' at the call, and remove this directive")
		return
	}
	s := b.u.sharingFor(c, spec.Teams)
	if !teamsReduces(leafs) {
		s.reductions = nil
	}
	undo := b.dataEnvironment(s, stmt)
	b.teamStorage(c)
	reductions := s.reductions
	s, lost := b.lostReductions(s, stmt)
	undo = append(undo, lost...)
	reds, un := b.kernelReductions(s.reductions, stmt)
	b.kernel.k.Reductions = append(b.kernel.k.Reductions, reds...)
	undo = append(undo, un...)
	for _, r := range reductions {
		b.private[r.item.Decl]++
	}
	undo = append(undo, b.enterBody()...)
	b.leafs(c, leafs[1:], stmt)
	for _, r := range reductions {
		b.private[r.item.Decl]--
	}
	runAll(undo)
}

// lostReductions makes the private copies of list items of a teams construct's reduction
// whose originals are copies of the target region: what would be combined into them
// nobody can read, since a target region has nothing behind teams (5.2 §10.2). The
// result is s without them.
func (b *body) lostReductions(s *sharing, stmt *cc.Statement) (rest *sharing, undo []func()) {
	kept := *s
	kept.reductions = nil
	for _, ri := range s.reductions {
		d := ri.item.Decl
		_, copied := b.address(d).(*region.LocalAddr)
		if !copied || ctree.IsPointer(ctree.ObjectType(d)) || ctree.IsVLA(ctree.ObjectType(d)) {
			kept.reductions = append(kept.reductions, ri)
			continue
		}
		undo = append(undo, b.lostReduction(ri, stmt))
	}
	return &kept, undo
}

func (b *body) lostReduction(ri reductionItem, stmt *cc.Statement) (undo func()) {
	f, d := b.fn, ri.item.Decl
	sh := b.redShape(ri.item)
	if sh == nil {
		return func() {}
	}
	id := tree.ReductionID(ri.clause)
	custom := b.u.declaredReduction(id, sh.elem, ri.item)
	own := &region.LocalAddr{Local: f.Local(d.Name()+".red", b.u.c.Type(ctree.ObjectType(d)), stmt)}
	first := region.Expr(own)
	if sh.bias != nil && !isZero(sh.bias) {
		first = &region.PtrAdd{Base: own, Index: sh.bias, Scale: 1}
	}
	b.eachElement(first, b.u.c.Type(sh.elem), sh.count, func(addr region.Expr) {
		if custom != nil {
			b.customInit(custom, addr, sh)
		} else {
			b.identity(id, sh.elem, addr)
		}
	})
	return f.Bind(d, own)
}

// teamsReduces reports whether reductions of the combined construct are done
// over teams by the kernel: the loop inside has one thread per team. With
// parallel inside, the loop reduces over all threads of all teams at once.
func teamsReduces(leafs []spec.DirectiveKind) bool {
	for _, l := range leafs[1:] {
		if l == spec.Parallel || l == spec.Loop {
			return false
		}
	}
	return true
}
