package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/pragma"
)

// seqCst is the value of __ATOMIC_SEQ_CST in gcc and clang. The host text is
// preprocessed already, so that the macro itself may be unknown.
const seqCst = "5"

// hostAtomics writes atomic compare constructs on pointers as loops of
// compare-and-swap for clang, which crashes over them (5.2 §15.8.4). The loop's
// body is the user's statement with a copy of the variable; it is repeated only
// when another thread has come between.
func (u *unit) hostAtomics() {
	if u.opts.HostVendor != "llvm" {
		return
	}
	for _, c := range u.tree.All {
		if c == nil || c.Kind != "atomic" || c.Clause("compare") == nil || c.Stmt == nil {
			continue
		}
		x := comparedVariable(c.Stmt)
		if x == nil || x.Type() == nil || x.Type().Kind() != cc.Ptr {
			continue
		}
		u.hostCompare(c, x)
	}
}

func (u *unit) hostCompare(c *pragma.Construct, x cc.ExpressionNode) {
	id := c.Pragma.ID
	name := u.spelling(x)
	n := fmt.Sprintf("__ompcc_n_%d", id)
	u.prog.Edits = append(u.prog.Edits,
		newEdit(c.Pragma.Start, c.Pragma.End, fmt.Sprintf("{ __typeof__(%[2]s) *__ompcc_x_%[1]d = &(%[2]s), __ompcc_o_%[1]d, %[3]s; do { __ompcc_o_%[1]d = __atomic_load_n(__ompcc_x_%[1]d, "+seqCst+"); %[3]s = __ompcc_o_%[1]d;", id, name, n)),
		newEdit(c.End, c.End, fmt.Sprintf(" } while (%[2]s != __ompcc_o_%[1]d && !__atomic_compare_exchange_n(__ompcc_x_%[1]d, &__ompcc_o_%[1]d, %[2]s, 0, "+seqCst+", "+seqCst+")); }", id, n)))
	parse.Walk(c.Stmt, func(node cc.Node) bool {
		e, ok := node.(cc.ExpressionNode)
		if !ok || isNilNode(e) || u.spelling(e) != name {
			return true
		}
		start, end := u.tree.Unit.NodeRange(e)
		u.prog.Edits = append(u.prog.Edits, newEdit(start, end, n))
		return false
	})
}

// spelling is an expression's text without white space and enclosing parentheses.
func (u *unit) spelling(x cc.ExpressionNode) string {
	start, end := u.tree.Unit.NodeRange(strip(x))
	return strings.Join(strings.Fields(string(u.tree.Unit.Text[start:end])), " ")
}

// comparedVariable is the variable that a conditional update statement assigns.
func comparedVariable(s *cc.Statement) (x cc.ExpressionNode) {
	walk(s, func(n cc.Node) bool {
		switch e := n.(type) {
		case *cc.SelectionStatement:
			if lhs, _, ok := assignment(onlyExpr(e.Statement)); ok && x == nil {
				x = lhs
			}
			return false
		case *cc.AssignmentExpression:
			if lhs, rhs, ok := assignment(e); ok && x == nil {
				if t, is := strip(rhs).(*cc.ConditionalExpression); is && t.Case == cc.ConditionalExpressionCond {
					x = lhs
				}
			}
		}
		return x == nil
	})
	return x
}
