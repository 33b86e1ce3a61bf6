// The order of list items that tools of LLVM's runtime expect (docs/ompt.md).

package lower

import (
	"cmp"
	"math"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/rt/abi"
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
	k.hb.sortTurns(rank)
}

// takeTurns sets the turns of the items of a data construct: clang's programs map variables in the order of the
// clauses.
func (h *hostBuilder) takeTurns() {
	rank := map[*cc.Declarator]int{}
	for i, it := range h.h.Items {
		if _, ok := rank[it.Decl]; !ok && it.Decl != nil {
			rank[it.Decl] = i
		}
	}
	h.sortTurns(rank)
}

// sortTurns sets turns by the ranks of variables. What is part of a variable precedes what its pointers point to, and
// attachments are last.
func (h *hostBuilder) sortTurns(rank map[*cc.Declarator]int) {
	type turn struct{ item, rank, position int }
	var turns []turn
	for i, it := range h.h.Items {
		t := turn{item: i, rank: math.MaxInt}
		if n, ok := rank[it.Decl]; ok {
			t.rank = n
		} else if it.Decl == nil && i > 0 {
			t.rank = turns[i-1].rank // a part of the item before
		}
		if it.Kind == abi.ItemAttach {
			t.position = 2
		} else if it.Pointee {
			t.position = 1
		}
		turns = append(turns, t)
	}
	slices.SortStableFunc(turns, func(a, b turn) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.position, b.position))
	})
	for i, t := range turns {
		h.h.Items[i].Turn = t.item - i
	}
}
