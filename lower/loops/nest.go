package loops

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// Kind is what a loop is for.
type Kind int

// The kinds of loops.
const (
	Program    Kind = iota // a loop of the program
	Grid                   // over the tiles
	Intratile              // over the iterations of a tile
	Offsets                // over the offsets of a stripe
	StripeGrid             // over the iterations with one offset
	Reversed
	Interchanged
	Unrolled  // over groups of iterations
	Copies    // over the copies of an unrolled loop's body
	Hinted    // an unrolled loop that stays as it is, but for the optimiser's hint
	Part      // one of those that split makes
	Fused     // over the iterations of all loops that fuse takes
	Flattened // over the iterations of a nest
)

// Loop is a loop of a nest. A loop that a transformation generates, and a loop of the program that a transformation
// takes, counts its iterations from 0.
type Loop struct {
	Kind Kind
	// Program is a loop of the program as it is written; Taken is set when a transformation has taken it.
	Program *ctree.Loop
	Taken   bool
	// Like is the loop in whose type a generated loop counts, nil for the widest type. Count is how often it runs.
	Like  *Loop
	Count *Number
	// NonRect is set if the number of iterations depends on a loop around it: on the iterations of the generated
	// loops needs, or on a variable of the program's loops.
	NonRect bool
	needs   []*Loop
	// Unroll is the optimiser's hint: 0 none, -1 for all iterations, or else the factor.
	Unroll int
}

// Definition is the iteration number of a loop that others replace, inside these.
type Definition struct {
	Loop  *Loop
	Value *Number // nil: a loop's own number, of which a loop of the program has its variable's value
	by    []*Loop
}

// Step is something to evaluate before the loops of a nest: the start, step and count of the loop Program, which a
// transformation takes, the count of a generated loop, or a number that is used more than once.
type Step struct {
	Loop *Loop
	Once *Number
}

// Nest is a nest of loops around a statement of the program.
type Nest struct {
	Loops []*Loop
	// Before and After are the intervening code at the level of each loop (5.2 §4.4.1.1).
	Before, After [][]*cc.BlockItem
	// Body is the body of the innermost loop. The bodies of fused loops are Parts instead.
	Body  *cc.Statement
	Parts []*FusedPart
	// Setup is in the order of evaluation. A nest that split makes relies on that of the part before it.
	Setup []Step
	// Defs are needed in the body: the loops' numbers, and the variables of the program's loops.
	Defs []Definition
	// by is the transformation that has generated loops for another construct.
	by *tree.Construct
	// Stmt is the statement that a nest comes from that no transformation has changed.
	Stmt *cc.Statement
}

// FusedPart is one of the loops that are fused: in the iterations of Fused below the count of Loop, Rest is run.
type FusedPart struct {
	Loop, Fused *Loop
	Rest        *Nest
}

// Op is what a Number is.
type Op int

// The operations that make numbers of iterations.
const (
	Constant Op = iota
	Argument    // Expr, an argument of a clause, evaluated before the loops
	Once        // X, evaluated before the loops
	Trip        // how many iterations Loop has
	Index       // the iteration that Loop is in
	Add
	Sub
	Mul
	Min
	Max
	CeilDiv // X / Y, rounded up
	Div
	Rem
)

// Number is a number of iterations. Loop has the type in which the operations calculate.
type Number struct {
	Op    Op
	X, Y  *Number
	Loop  *Loop
	Value int64
	Expr  *tree.Expr
}

// Same reports whether the loop runs as Like does, at another place or with a hint.
func (l *Loop) Same() bool { return l.Kind == Interchanged || l.Kind == Hinted }

func trip(l *Loop) *Number  { return &Number{Op: Trip, Loop: l} }
func index(l *Loop) *Number { return &Number{Op: Index, Loop: l} }

func (x *Number) with(op Op, y *Number) *Number { return &Number{Op: op, X: x, Y: y, Loop: x.Loop} }

// Generated reports whether a transformation has changed the nest.
func (n *Nest) Generated() bool { return n.Stmt == nil }

// Variables are the loop variables of the program's loops that the nest consists of.
func (n *Nest) Variables() (list []*cc.Declarator) {
	for _, l := range n.Loops {
		if l.Program != nil {
			list = append(list, l.Program.Var)
		}
	}
	for _, d := range n.Defs {
		if d.Value == nil {
			list = append(list, d.Loop.Program.Var)
		}
	}
	for _, p := range n.Parts {
		list = append(list, p.Loop.variable()...)
		list = append(list, p.Rest.Variables()...)
	}
	return list
}

func (l *Loop) variable() []*cc.Declarator {
	if l.Program == nil {
		return nil
	}
	return []*cc.Declarator{l.Program.Var}
}

// mentions finds a loop of the program in the nest whose variable e refers to.
func (n *Nest) mentions(e cc.ExpressionNode) *cc.Declarator {
	for _, v := range n.Variables() {
		if ctree.Mentions(e, v) {
			return v
		}
	}
	return nil
}

// generate makes a loop in place of like; its count depends on the iterations of needs.
func (n *Nest) generate(k Kind, like *Loop, count *Number, needs ...*Loop) *Loop {
	l := &Loop{Kind: k, Like: like, Count: count, NonRect: like.NonRect, needs: like.needs}
	if len(needs) > 0 {
		l.NonRect, l.needs = true, needs
	}
	n.Setup = append(n.Setup, Step{Loop: l})
	return l
}

// renamed is loop l at another place of the nest.
func (n *Nest) renamed(k Kind, l *Loop) *Loop {
	g := n.generate(k, l, trip(l))
	n.define(l, index(g), g)
	return g
}

// define gives the iteration number of l, which the loops by replace.
func (n *Nest) define(l *Loop, value *Number, by ...*Loop) {
	n.Defs = append(n.Defs, Definition{Loop: l, Value: value, by: by})
}

// once evaluates x before the loops.
func (n *Nest) once(x *Number) *Number {
	if x.Op == Constant {
		return x
	}
	o := &Number{Op: Once, X: x, Loop: x.Loop}
	n.Setup = append(n.Setup, Step{Once: o})
	return o
}

// replace puts list for the k loops from position at on.
func (n *Nest) replace(at, k int, list ...*Loop) {
	n.Loops = slices.Concat(n.Loops[:at], list, n.Loops[at+k:])
	n.Before, n.After = make([][]*cc.BlockItem, len(n.Loops)), make([][]*cc.BlockItem, len(n.Loops))
	n.Stmt = nil
}

// dependsOn reports whether l's count depends on the iteration of one of list, or of one that came from it.
func (n *Nest) dependsOn(l *Loop, list []*Loop) bool {
	return slices.ContainsFunc(l.needs, func(x *Loop) bool { return n.madeOf(x, list) })
}

// madeOf reports whether l's iteration number is that of a loop in list, or is computed from it.
func (n *Nest) madeOf(l *Loop, list []*Loop) bool {
	if slices.Contains(list, l) || n.dependsOn(l, list) {
		return true
	}
	return slices.ContainsFunc(n.Defs, func(d Definition) bool {
		return d.Loop == l && slices.ContainsFunc(d.by, func(x *Loop) bool { return n.madeOf(x, list) })
	})
}
