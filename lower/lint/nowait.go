// Results of nowait constructs that the host uses too early.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// unfinished: a construct with nowait copies a variable to the host, and statements that follow it
// in its block use the variable before anything waits for the construct (5.2 §15.6).
func (u *Unit) unfinished() {
	if u.UnifiedMemory() {
		return
	}
	for _, c := range u.Tree.All {
		if c == nil || c.Func == nil || c.Meta != nil || !tree.IsDevice(c) {
			continue
		}
		if cl := c.Clause(spec.NowaitClause); cl != nil && len(cl.Exprs) == 0 {
			u.unfinishedOf(c, u.followers(c))
		}
	}
}

// followers are the statements of c's block that follow it.
func (u *Unit) followers(c *tree.Construct) (list []*cc.BlockItem) {
	ctree.Walk(c.Func, func(n cc.Node) bool {
		b, ok := n.(*cc.CompoundStatement)
		if !ok {
			return list == nil
		}
		found := false
		for l := b.BlockItemList; l != nil; l = l.BlockItemList {
			if found {
				list = append(list, l.BlockItem)
			}
			found = found || l.BlockItem.Case == cc.BlockItemStmt && u.isMarker(l.BlockItem.Statement, c)
		}
		return list == nil
	})
	return list
}

// isMarker reports whether s is the marker of construct c.
func (u *Unit) isMarker(s *cc.Statement, c *tree.Construct) bool {
	switch s.Case {
	case cc.StatementIteration:
		return u.Tree.ByLoop[s.IterationStatement] == c
	case cc.StatementExpr:
		x, ok := ctree.Strip(s.ExpressionStatement.ExpressionList).(*cc.PostfixExpression)
		return ok && u.Tree.ByCall[x] == c
	}
	return false
}

func (u *Unit) unfinishedOf(c *tree.Construct, list []*cc.BlockItem) {
	back := map[*cc.Declarator]*tree.Item{}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			from := cl.Kind == spec.FromClause ||
				cl.Kind == spec.MapClause && (cl.HasModifier("from") || cl.HasModifier("tofrom"))
			if d := it.Decl; d != nil && from && !ctree.IsStaticStorage(d) &&
				(len(it.Sections) > 0 || ctree.ObjectType(d).Kind() != cc.Ptr) {
				back[d] = it
			}
		}
	}
	if len(back) == 0 {
		return
	}
	for _, item := range list {
		waits := false
		var used cc.Node
		var it *tree.Item
		ctree.Walk(item, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.IterationStatement:
				waits = waits || u.Tree.ByLoop[x] != nil
			case *cc.JumpStatement, *cc.LabeledStatement:
				waits = true
			case *cc.PostfixExpression:
				waits = waits || u.Tree.ByCall[x] != nil ||
					x.Case == cc.PostfixExpressionCall && !harmless[calledName(x)] && !mathematical[calledName(x)] &&
						!u.waitsForNothing(x, 0)
				if d, _ := elementOf(x); d != nil && back[d] != nil && used == nil {
					used, it = n, back[d]
				}
			case *cc.UnaryExpression:
				if x.Case == cc.UnaryExpressionAddrof || x.Case == cc.UnaryExpressionSizeofExpr {
					return false
				}
			case *cc.PrimaryExpression:
				if d := ctree.VarOf(x); d != nil && back[d] != nil && used == nil &&
					!ctree.IsAggregate(ctree.ObjectType(d)) && ctree.ObjectType(d).Kind() != cc.Ptr {
					used, it = n, back[d]
				}
			}
			if target := ctree.Written(n); target != nil {
				if d := ctree.VarOf(target); d != nil && back[d] != nil && ctree.ObjectType(d).Kind() == cc.Ptr {
					waits = true // another pointer
				}
			}
			return !waits
		})
		if waits {
			return
		}
		if used != nil {
			u.Diags.Warnf(u.Tree.Unit.NodeSpan(used), diag.OmpUnfinished,
				"'%s' is used before '%s' with nowait is known to be complete", it.Decl.Name(), c.Kind).
				WithSection("5.2 §15.6").
				WithNote(it.Span, "it is copied back by this clause").
				WithFix("write '#pragma omp taskwait' before this use, or remove nowait")
			return
		}
	}
}

// waitsForNothing reports whether x calls a function of the unit that has no construct, and
// calls none that may have one.
func (u *Unit) waitsForNothing(x *cc.PostfixExpression, level int) bool {
	fd := u.called(x)
	if fd == nil || level == depth || u.hasConstructs(fd) {
		return false
	}
	nothing := true
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall && !harmless[calledName(x)] &&
			!mathematical[calledName(x)] {
			nothing = nothing && u.waitsForNothing(x, level+1)
		}
		return nothing
	})
	return nothing
}
