package pragma

import "modernc.org/cc/v4"

// LoopNest is a canonical loop nest (OpenMP 5.2 §4.4.1).
type LoopNest struct {
	// Loops are the associated loops, outermost first.
	Loops []*Loop
	// Body is the innermost associated loop's body.
	Body *cc.Statement
}

// Loop is one canonical loop: for (Var = Init; Var Cmp Bound; Var += Step).
type Loop struct {
	For *cc.IterationStatement
	Var *cc.Declarator
	// Declared is set when the loop itself declares Var.
	Declared bool
	Init     cc.ExpressionNode
	// Cmp is the relation with Var on its left: < <= > >= !=.
	Cmp   string
	Bound cc.ExpressionNode
	// Step is the increment's magnitude expression, nil for 1; Down is set
	// when it is subtracted.
	Step cc.ExpressionNode
	Down bool
}
