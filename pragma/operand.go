package pragma

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"
)

// atomicOperands: an atomic statement names the storage that it accesses only where
// its form has it: the operand of an update does not access it, nor is it the
// variable that captures it (5.2 §15.8.4). Only variables are compared.
func (k *checker) atomicOperands(c *Construct) {
	x := onlyExpression(c.Stmt)
	if x == nil || c.Clause("compare") != nil {
		return
	}
	a, ok := x.(*cc.AssignmentExpression)
	if !ok {
		return
	}
	d := identDecl(a.UnaryExpression)
	if d == nil {
		return
	}
	right := a.AssignmentExpression
	switch {
	case c.Clause("capture") != nil:
		if t := k.updated(strip(right)); t != nil && identDecl(t) == d {
			k.accessedTwice(c, right, d, "what is captured is assigned to it").WithFix("assign it to another variable: v = %s", k.t.Unit.NodeText(right))
		}
	case c.Clause("read") != nil:
		if identDecl(right) == d {
			k.accessedTwice(c, right, d, "what is read is assigned to it").WithFix("assign it to another variable: v = %s", d.Name())
		}
	case c.Clause("write") != nil:
		if mentions(right, d) {
			k.accessedTwice(c, right, d, "what is written is computed from it").WithFix("leave out 'write': an update reads and writes at once")
		}
	default:
		own := 0
		if a.Case == cc.AssignmentExpressionAssign {
			own = 1
			if _, choice := strip(right).(*cc.ConditionalExpression); choice {
				own = 2
			}
		}
		n := 0
		eachIdent(right, func(o *cc.Declarator) {
			if o == d {
				n++
			}
		})
		if n > own {
			k.accessedTwice(c, right, d, "the other operand is computed from it").WithFix("compute the operand from a copy, or use a critical construct")
		}
	}
}

func (k *checker) accessedTwice(c *Construct, at cc.ExpressionNode, d *cc.Declarator, why string) *diag.Diagnostic {
	return k.diags.Errorf(k.t.Unit.NodeSpan(at), "atomic-form", "the atomic statement accesses '%s' once more than its form allows: %s", d.Name(), why).
		WithSection("5.2 §15.8.4").WithNote(c.nameSpan(), "'atomic' is here")
}
