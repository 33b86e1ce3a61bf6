// The order of list items that tools of LLVM's runtime expect (docs/ompt.md).

package lower

import (
	"cmp"
	"math"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// takeTurns sets the turns of the items of a target construct. Clang's programs map variables in the order in which
// the region names them, and then those that it does not name.
func (k *kernel) takeTurns() {
	if k.c.Stmt == nil || len(k.hb.h.Items) < 2 {
		return
	}
	rank := map[*cc.Declarator]int{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				if at, before := k.hb.u.tree.Unit.Offset(x), rank[d]; before == 0 || at < before {
					rank[d] = at
				}
			}
		}
		return true
	})
	for _, cl := range k.c.Clauses {
		for _, it := range cl.Items {
			if _, ok := rank[it.Decl]; !ok && it.Decl != nil && !targetClause(k.c, cl) {
				rank[it.Decl] = k.c.End + cl.Start
			}
		}
	}
	type turn struct{ item, rank int }
	var turns []turn
	for i, it := range k.hb.h.Items {
		t := turn{i, math.MaxInt}
		if n, ok := rank[it.Decl]; ok {
			t.rank = n
		} else if it.Decl == nil && i > 0 {
			t.rank = turns[i-1].rank // a part of the item before
		}
		turns = append(turns, t)
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return cmp.Compare(a.rank, b.rank) })
	for i, t := range turns {
		k.hb.h.Items[i].Turn = t.item - i
	}
}
