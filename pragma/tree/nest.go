package tree

import (
	"math"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// LoopNest is a canonical loop nest (OpenMP 5.2 §4.4.1).
type LoopNest struct {
	// Loops are the associated loops, outermost first.
	Loops []*Loop
	// Body is the innermost associated loop's body.
	Body *cc.Statement
	// Perfect is set when no code stands between the loops.
	Perfect bool
	// Blocks is set when a loop stands in a block that has code beside it.
	Blocks bool
}

// Loop is one canonical loop.
type Loop = ctree.Loop

// NestDepth is the number of loops a directive is associated with.
func NestDepth(d *Directive) int {
	n := 1
	for _, k := range []spec.ClauseKind{spec.CollapseClause, spec.OrderedClause} {
		if c := d.Clause(k); c != nil && len(c.Exprs) == 1 {
			if v, ok := ctree.ConstInt(c.Exprs[0].Node); ok && v > int64(n) {
				n = int(min(v, math.MaxInt32))
			}
		}
	}
	for _, k := range []spec.ClauseKind{spec.SizesClause, spec.PermutationClause} {
		if c := d.Clause(k); c != nil {
			n = max(n, len(c.Exprs))
		}
	}
	switch {
	case d.Kind == spec.Interchange && d.Clause(spec.PermutationClause) == nil:
		n = 2
	case d.Kind == spec.Flatten:
		n = Depth(d, 2)
	}
	return n
}

// Depth is the number of loops that the depth clause of flatten or fuse names, otherwise without one (6.1 §6.4.7).
func Depth(d *Directive, otherwise int) int {
	c := d.Clause(spec.DepthClause)
	if c == nil || len(c.Exprs) != 1 {
		return otherwise
	}
	if v, ok := ctree.ConstInt(c.Exprs[0].Node); ok && v > 0 {
		return int(min(v, math.MaxInt32))
	}
	return otherwise
}

// NestDepth is the number of associated loops that c is executed with. Of a nest in which a transformation
// generates the loops behind intervening code, the outer ones do (5.2 §4.4.1).
func (c *Construct) NestDepth() int {
	if c.Nest == nil && c.PerfectDepth > 0 {
		return c.PerfectDepth
	}
	return NestDepth(c.Directive)
}

// IsEmpty reports whether s is a semicolon alone.
func IsEmpty(s *cc.Statement) bool {
	return s.ExpressionStatement != nil && s.ExpressionStatement.ExpressionList == nil
}

// Counts reports whether d is the variable of one of c's loops.
func (c *Construct) Counts(d *cc.Declarator) bool { return c.Nest != nil && c.Nest.Counts(d) }

// Counts reports whether d is the variable of one of the loops.
func (n *LoopNest) Counts(d *cc.Declarator) bool {
	for _, l := range n.Loops {
		if l.Var == d {
			return true
		}
	}
	return false
}

// Transforms reports whether c is a loop-transforming construct (5.2 §9, 6.0 §11).
func (c *Construct) Transforms() bool { return c.Kind.IsTransformation() }
