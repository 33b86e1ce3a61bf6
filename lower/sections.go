package lower

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// sections lowers sections (5.2 §11.3): each section directive starts a part;
// statements before the first one are a part of their own.
func (b *body) sections(c *tree.Construct, stmt *cc.Statement) {
	f := b.fn
	if ordersIterations(c) {
		b.sectionsInOrder(c, stmt)
		return
	}
	s := b.u.sharingOf(c)
	n := &region.Sections{At: b.at(c), NoWait: c.Clause(spec.NowaitClause) != nil && !c.Has(spec.Target)}
	var undo []func()
	n.Reductions, undo = b.reductions(s.reductions, stmt)
	origs := map[*cc.Declarator]region.Expr{}
	for _, d := range s.lastprivate {
		origs[d] = b.address(d)
	}
	// The update for lastprivate comes after all initialisations (5.2 §5.4.5).
	var both []*cc.Declarator
	for _, d := range s.firstprivate {
		if contains(s.lastprivate, d) {
			both = append(both, d)
		}
	}
	if len(both) > 0 {
		undo = append(undo, b.firstprivates(both, stmt, func(*cc.Declarator) bool { return true })...)
		f.Emit(&region.Barrier{At: b.at(c)})
	}
	parts := b.sectionParts(stmt)
	if len(s.lastprivate) > 0 {
		n.Last = &region.Temp{Name: "last", Type: region.BoolT}
	}
	deferred := b.pending
	defer b.cancellable(c, "sections", true, stmt)()
	for i, part := range parts {
		var un []func()
		b.pending = deferred
		blk := f.Block(stmt, func() {
			un = b.enterBody()
			un = append(un,
				b.privates(append(append([]*cc.Declarator(nil), s.private...),
					without(s.lastprivate, s.firstprivate)...), stmt)...)
			un = append(un, b.firstprivates(without(s.firstprivate, both), stmt, func(*cc.Declarator) bool { return true })...)
			b.cancellablePart("sections", stmt, func() {
				for _, it := range part {
					b.sectionItem(it)
				}
				if i == len(parts)-1 {
					for _, d := range s.lastprivate {
						b.copyObject(origs[d], f.Lookup(d), ctree.ObjectType(d))
					}
				}
			})
		})
		runAll(un)
		n.Parts = append(n.Parts, blk)
	}
	b.pending = nil
	runAll(undo)
	next := b.barrierOutside(n.At, &n.NoWait)
	f.Emit(n)
	next()
}

// sectionsInOrder leaves all sections to one thread, in their order: then a
// list item of lastprivate(conditional:) has what the last section that assigns it
// left there (5.2 §5.4.5). Reductions update the original.
func (b *body) sectionsInOrder(c *tree.Construct, stmt *cc.Statement) {
	f, s := b.fn, b.u.sharingOf(c)
	parts := b.sectionParts(stmt)
	blk := f.Block(stmt, func() {
		b.cancellableInOrder(c, "sections", stmt, func() {
			for i, part := range parts {
				origs := map[*cc.Declarator]region.Expr{}
				for _, d := range s.lastprivate {
					origs[d] = b.address(d)
				}
				f.Emit(b.block(&sharing{private: slices.Concat(s.private, without(s.lastprivate, s.firstprivate)),
					firstprivate: s.firstprivate}, stmt, func() {
					for _, it := range part {
						b.sectionItem(it)
					}
					if i == len(parts)-1 {
						for _, d := range s.lastprivate {
							b.copyObject(origs[d], f.Lookup(d), ctree.ObjectType(d))
						}
					}
				}))
			}
		})
	})
	f.Emit(&region.Single{At: b.at(c), Body: blk, NoWait: c.Clause(spec.NowaitClause) != nil && !c.Has(spec.Target)})
}

func without(list, drop []*cc.Declarator) (r []*cc.Declarator) {
	for _, d := range list {
		if !contains(drop, d) {
			r = append(r, d)
		}
	}
	return r
}

// sectionParts splits the block at its section directives. A section's marker
// governs the statements up to the next marker.
func (b *body) sectionParts(stmt *cc.Statement) (parts [][]*cc.BlockItem) {
	if stmt.Case != cc.StatementCompound {
		return nil // Check has reported it
	}
	for l := stmt.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		it := l.BlockItem
		if b.startsSection(it) || len(parts) == 0 {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], it)
	}
	return parts
}

func (b *body) startsSection(it *cc.BlockItem) bool {
	if it.Case != cc.BlockItemStmt || it.Statement == nil {
		return false
	}
	switch s := it.Statement; s.Case {
	case cc.StatementIteration:
		c := b.u.tree.ByLoop[s.IterationStatement]
		return c != nil && c.Kind == spec.Section
	case cc.StatementExpr:
		if p, ok := s.ExpressionStatement.ExpressionList.(*cc.PostfixExpression); ok {
			c := b.u.tree.ByCall[p]
			return c != nil && c.Kind == spec.Section
		}
	}
	return false
}

func (b *body) sectionItem(it *cc.BlockItem) { b.blockItem(it) }
