package tree

import (
	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// InductionDecl is a declare induction directive (6.0 §7.6.17): id : types.
type InductionDecl struct {
	ID string
	// Inductor and Collector are the C texts of the clauses.
	Inductor, Collector string
	Types               []*InductionType
}

// InductionType is one of a declare induction's types, or pairs of the variable's
// and the step's type, with its own typed copies of the expressions, filled by Bind.
type InductionType struct {
	// VarText and StepText are the types as written.
	VarText, StepText   string
	VarType, StepType   cc.Type
	Var, Step, Idx      *cc.Declarator
	Inductor, Collector cc.ExpressionNode
}

// IndexType is the type of omp_idx. It is signed, so that a negative step times
// omp_idx is negative in any type.
const IndexType = "long"

// InductionStep is the expression of an induction clause's step modifier.
func InductionStep(cl *Clause) *Expr {
	if m := cl.Modifier("step"); m != nil && len(m.Args) > 0 {
		return m.Args[0]
	}
	return nil
}

// InductionID is an induction clause's identifier.
func InductionID(cl *Clause) string { return ReductionID(cl) }

// FindInduction is the declaration of induction identifier id for list items of
// type t and steps of type s; nil if there is none. A step of another arithmetic
// type is converted, as in an assignment.
func (t *Tree) FindInduction(id string, v, s cc.Type) (found *InductionType, decl *Construct) {
	for _, c := range t.All {
		if c == nil || c.Induction == nil || c.Induction.ID != id {
			continue
		}
		for _, x := range c.Induction.Types {
			if x.VarType == nil || x.StepType == nil || !SameType(x.VarType, v) {
				continue
			}
			if s == nil || SameType(x.StepType, s) ||
				found == nil && cc.IsArithmeticType(x.StepType) && cc.IsArithmeticType(s) {
				found, decl = x, c
			}
		}
	}
	return found, decl
}

// NonRectangular is a loop of c's nest whose bounds depend on an outer one.
func NonRectangular(c *Construct) *Loop {
	if c.Nest == nil {
		return nil
	}
	for i, l := range c.Nest.Loops {
		for _, o := range c.Nest.Loops[:i] {
			if ctree.Mentions(l.Init, o.Var) || ctree.Mentions(l.Bound, o.Var) {
				return l
			}
		}
	}
	return nil
}

// NonRectangular reports whether the bounds of a loop of c's nest depend on an outer one.
func (c *Construct) NonRectangular() bool { return NonRectangular(c) != nil }

// ElementType is the type of the elements that a list item of type t stands for.
func ElementType(it *Item, t cc.Type) cc.Type {
	for range it.Sections {
		switch x := t.(type) {
		case *cc.ArrayType:
			t = x.Elem().Undecay()
		case *cc.PointerType:
			t = x.Elem().Undecay()
		}
	}
	for t.Kind() == cc.Array {
		t = t.(*cc.ArrayType).Elem().Undecay()
	}
	return t
}
