package tree

import "modernc.org/cc/v4"

// AtomicForm is what the statement of an atomic construct is made of, with the
// specification's letters (5.2 §4.3.1.3); a part that the form does not have is nil.
type AtomicForm struct {
	X, V, R, Expr, E, D cc.ExpressionNode
	// Op is the operator of an update, or of a conditional one; "" is assignment. It is "++" or "--"
	// where there is no operand.
	Op string
	// Last: x is the operator's second operand.
	Last bool
	// Old: v gets the value of before; Equal: x == e is what is compared.
	Old, Equal bool
	// Else is the other branch of a conditional update.
	Else *cc.Statement
	// Enclosed: an assignment of the form, or what an update assigns, stands in parentheses.
	Enclosed bool
}
