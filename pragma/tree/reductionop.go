package tree

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
)

// ReductionOp is an implicitly declared reduction identifier of C (5.2 §5.5.5, Table 5.1).
type ReductionOp struct {
	ID string
	// Combiner is the operator of omp_out = omp_out op omp_in.
	Combiner    string
	Initializer ReductionValue
	// On are the types that it reduces.
	On ReductionTypes
}

// ReductionValue is the value that a private copy has at first.
type ReductionValue int

const (
	Zero     ReductionValue = iota // of sums, | ^ and ||
	One                            // of the multiplication and &&
	AllOnes                        // ~0
	Largest                        // representable number of the type
	Smallest                       // representable number of the type
)

// ReductionTypes are the arithmetic types that an operator is declared for.
type ReductionTypes int

const (
	Arithmetic ReductionTypes = iota // complex numbers too
	RealTypes                        // integers and floating-point numbers
	Integers                         // of bitwise operators
)

var reductionOps = []ReductionOp{
	{"+", "+", Zero, Arithmetic},
	{"-", "+", Zero, Arithmetic},
	{"*", "*", One, Arithmetic},
	{"&", "&", AllOnes, Integers},
	{"|", "|", Zero, Integers},
	{"^", "^", Zero, Integers},
	{"&&", "&&", One, Arithmetic},
	{"||", "||", Zero, Arithmetic},
	{"min", "min", Largest, RealTypes},
	{"max", "max", Smallest, RealTypes},
}

// ReductionOpOf is the operator that id names, nil if a program must declare it.
func ReductionOpOf(id string) *ReductionOp {
	for i := range reductionOps {
		if reductionOps[i].ID == id {
			return &reductionOps[i]
		}
	}
	return nil
}

// IsReductionOperator reports whether text is an operator of C that names a reduction.
func IsReductionOperator(text string) bool {
	return text != "min" && text != "max" && ReductionOpOf(text) != nil
}

// Reduces reports whether the operator is declared for type t.
func (op *ReductionOp) Reduces(t cc.Type) bool {
	switch op.On {
	case Integers:
		return cc.IsIntegerType(t)
	case RealTypes:
		return cc.IsIntegerType(t) || cc.IsFloatingPointType(t)
	}
	return cc.IsArithmeticType(t)
}

// ReductionID is the operator or identifier of a reduction or induction clause.
func ReductionID(cl *Clause) string {
	i := slices.IndexFunc(cl.Modifiers, func(m *Modifier) bool {
		_, known := cl.Def.Mods[m.Name]
		return !known
	})
	if i < 0 {
		return ""
	}
	return cl.Modifiers[i].Name
}

// IsDeclaredReduction reports whether a declare reduction directive says how list item it
// of clause cl is reduced.
func IsDeclaredReduction(cl *Clause, it *Item) bool {
	op := ReductionOpOf(ReductionID(cl))
	return op == nil || !op.Reduces(ElementType(it, it.Decl.Type()))
}

// Text and help of the error for a type that Unreducible refuses.
const (
	UnreducibleText = "'%s' is %s: a reduction type must be an unqualified, complete object type"
	UnreducibleFix  = "declare the reduction for the element type, or for a complete type without qualifiers"
)

// Unreducible says what keeps a type out of a declare reduction directive (5.2
// §5.5.11), "" if nothing does.
func Unreducible(t *ReductionType) string {
	derived := strings.ContainsAny(t.Text, "*(")
	switch {
	case strings.HasSuffix(t.Text, "]") && !derived, t.Type != nil && t.Type.Undecay().Kind() == cc.Array:
		return "an array type"
	case t.Type != nil && t.Type.Undecay().Kind() == cc.Function:
		return "a function type"
	case t.Type != nil && t.Type.Kind() == cc.Void && !derived:
		return "not an object type"
	case t.Type != nil && IsIncompleteStruct(t.Type) && !derived:
		return "an incomplete type"
	}
	for _, w := range strings.Fields(t.Text) {
		if OneOf(w, "const", "volatile") && !derived {
			return "a qualified type"
		}
	}
	return ""
}

// OperatorNames are words for the operators that name a reduction.
var OperatorNames = map[string]string{
	"add": "+", "sum": "+", "plus": "+", "mul": "*", "mult": "*", "prod": "*", "product": "*", "times": "*",
	"and": "&&", "or": "||", "xor": "^", "band": "&", "bor": "|", "maximum": "max", "minimum": "min", "MAX": "max",
	"MIN": "min",
}
