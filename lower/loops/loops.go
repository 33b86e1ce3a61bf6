// Package loops is the algebra of loop transformations (OpenMP 5.2 §9, 6.0 §11): which loops a directive
// generates, how often each runs, and the old loops' iteration numbers as a function of the new ones'.
//
// It is independent of what the loops are made of: a Printer makes them. Package lower prints them as region IR,
// package hostc as host C.
package loops

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Kind is what a generated loop is for.
type Kind int

// The kinds of generated loops.
const (
	Grid       Kind = iota // over the tiles
	Intratile              // over the iterations of a tile
	Offsets                // over the offsets of a stripe
	StripeGrid             // over the iterations with one offset
	Reversed
	Interchanged
	Unrolled // over groups of iterations, or the loop that gets the optimiser's hint
	Copies   // over the copies of an unrolled loop's body
)

// Printer makes the loops of a nest, of type L, and numbers of iterations, of type X.
type Printer[L comparable, X any] interface {
	// Take makes sure that the nest has depth loops from position at on, which may be transformed.
	Take(at, depth int) bool
	// Loops are the loops of the nest; Replace puts others for the k loops from position at on.
	Loops() []L
	Replace(at, k int, loops ...L)

	// Generate makes a loop in place of like; its count depends on the iterations of needs.
	Generate(k Kind, like L, count X, needs ...L) L
	// Define gives the iteration number of l, which loops by replace.
	Define(l L, value X, by ...L)
	// Renamed is loop l at another place of the nest.
	Renamed(k Kind, l L) L
	// Unroll passes the optimiser's hint on; factor is -1 for all iterations.
	Unroll(l L, factor int)

	// Trip is the number of iterations of l, Index the number of the current one.
	Trip(l L) X
	Index(l L) X
	// Size is an argument of a clause, evaluated once before the loops.
	Size(e *tree.Expr, l L) X
	Number(l L, v int64) X
	Add(x, y X) X
	Sub(x, y X) X
	Mul(x, y X) X
	Min(x, y X) X
	CeilDiv(x, y X, l L) X

	// Errorf reports an error; the result is false.
	Errorf(span diag.Span, code diag.Code, section, format string, args ...any) bool
}

// Algebra transforms the nest that a Printer has.
type Algebra[L comparable, X any] struct {
	Printer[L, X]
	// At is the construct that errors are reported for.
	At *tree.Construct
}

// DefaultUnroll is the factor of unroll partial without a number.
const DefaultUnroll = 4

// Names are the apply modifiers' names of the loops that a directive has generated.
type Names[L comparable] map[string][]L

// Change applies directive dir to the loops from position at on, then what its
// apply clauses say to the loops that it generates (6.0 §11.1).
func (a *Algebra[L, X]) Change(at int, dir *tree.Directive) bool {
	depth := tree.NestDepth(dir)
	if !a.Take(at, depth) {
		return false
	}
	old := slices.Clone(a.Loops()[at : at+depth])
	made, list := Names[L]{}, []L(nil)
	switch dir.Kind {
	case spec.Tile:
		outer, inner := a.tile(old, dir)
		made["grid"], made["intratile"], list = outer, inner, slices.Concat(outer, inner)
	case spec.Stripe:
		outer, inner := a.stripe(old, dir)
		made["offsets"], made["grid"], list = outer, inner, slices.Concat(outer, inner)
	case spec.Reverse:
		list = []L{a.reverse(old[0])}
		made["reversed"] = list
	case spec.Interchange:
		if list = a.interchange(old, dir); list == nil {
			return false
		}
		made["interchanged"] = list
	case spec.Unroll:
		list = a.unroll(old[0], dir)
		made["unrolled"] = list[:1]
	case spec.Nothing:
		made["identity"] = old[:1]
		return a.Apply(dir, made)
	default:
		return a.Errorf(a.At.NameSpan(), diag.BadApply, "6.0 §11.1",
			"directive '%s' cannot be applied to a generated loop", dir.Kind)
	}
	a.Replace(at, depth, list...)
	return a.Apply(dir, made)
}

// tile: loops over the tiles, then loops inside each (5.2 §9.1).
func (a *Algebra[L, X]) tile(old []L, dir *tree.Directive) (outer, inner []L) {
	for i, l := range old {
		out, in := a.group(Grid, Intratile, l, a.Size(dir.Clause(spec.SizesClause).Exprs[i], l))
		outer, inner = append(outer, out), append(inner, in)
	}
	return outer, inner
}

// group: a loop over groups of size iterations of l, and one over the iterations of a group.
func (a *Algebra[L, X]) group(outer, inner Kind, l L, size X) (out, in L) {
	out = a.Generate(outer, l, a.CeilDiv(a.Trip(l), size, l))
	in = a.Generate(inner, l, a.Min(size, a.Sub(a.Trip(l), a.Mul(a.Index(out), size))), out)
	a.Define(l, a.Add(a.Mul(a.Index(out), size), a.Index(in)), out, in)
	return out, in
}

// stripe: loops over the offsets, then loops with the stride of the size (6.0 §11.7).
func (a *Algebra[L, X]) stripe(old []L, dir *tree.Directive) (outer, inner []L) {
	for i, l := range old {
		size := a.Size(dir.Clause(spec.SizesClause).Exprs[i], l)
		out := a.Generate(Offsets, l, a.Min(size, a.Trip(l)))
		in := a.Generate(StripeGrid, l, a.CeilDiv(a.Sub(a.Trip(l), a.Index(out)), size, l), out)
		a.Define(l, a.Add(a.Mul(a.Index(in), size), a.Index(out)), out, in)
		outer, inner = append(outer, out), append(inner, in)
	}
	return outer, inner
}

// reverse runs the iterations from the last to the first (6.0 §11.5).
func (a *Algebra[L, X]) reverse(l L) L {
	r := a.Generate(Reversed, l, a.Trip(l))
	a.Define(l, a.Sub(a.Sub(a.Trip(l), a.Number(l, 1)), a.Index(r)), r)
	return r
}

// interchange permutes the loops; without a permutation the two outermost are
// swapped (6.0 §11.4).
func (a *Algebra[L, X]) interchange(old []L, dir *tree.Directive) (list []L) {
	order := []int{2, 1}
	if cl := dir.Clause(spec.PermutationClause); cl != nil {
		order = order[:0]
		for _, e := range cl.Exprs {
			v, ok := Constant(e)
			if !ok || v < 1 || v > int64(len(old)) || slices.Contains(order, int(v)) {
				a.Errorf(cl.Span, diag.BadPermutation, "6.0 §11.4",
					"permutation must name each of the %d loops once, but is '%s'", len(old), e.Text)
				return nil
			}
			order = append(order, int(v))
		}
	}
	for _, i := range order {
		list = append(list, a.Renamed(Interchanged, old[i-1]))
	}
	return list
}

// unroll partial: a loop over groups of iterations, and one over the copies of the body (5.2 §9.2). Without
// partial the loop stays, with a hint for the optimiser.
func (a *Algebra[L, X]) unroll(l L, dir *tree.Directive) []L {
	cl := dir.Clause(spec.PartialClause)
	if cl == nil {
		l = a.Renamed(Unrolled, l)
		a.Unroll(l, -1)
		return []L{l}
	}
	size, factor := a.Number(l, DefaultUnroll), DefaultUnroll
	if len(cl.Exprs) > 0 {
		size = a.Size(cl.Exprs[0], l)
		if v, ok := Constant(cl.Exprs[0]); ok && v < 1000 {
			factor = int(v)
		}
	}
	out, in := a.group(Unrolled, Copies, l, size)
	a.Unroll(in, factor)
	return []L{out, in}
}

// Constant is the value of a constant: of an expression that the front end has
// typed, or of a literal inside an apply clause.
func Constant(e *tree.Expr) (int64, bool) {
	if e.Node != nil {
		return ctree.ConstInt(e.Node)
	}
	var v int64
	n, err := fmt.Sscan(e.Text, &v)
	return v, n == 1 && err == nil
}

// Pending is a directive of an apply clause with the loop that it applies to.
type Pending[L comparable] struct {
	Loop L
	Dir  *tree.Directive
}

// Apply carries out dir's apply clauses on the loops that it has generated (6.0 §11.1).
// Directives of inner loops come first, as if each stood before its loop.
func (a *Algebra[L, X]) Apply(dir *tree.Directive, made Names[L]) bool {
	list, ok := a.Applied(dir, made)
	if !ok {
		return false
	}
	position := func(p Pending[L]) int { return slices.Index(a.Loops(), p.Loop) }
	slices.SortStableFunc(list, func(x, y Pending[L]) int { return position(y) - position(x) })
	for _, p := range list {
		at := position(p)
		if at < 0 {
			return a.Errorf(a.At.NameSpan(), diag.BadApply, "6.0 §11.1",
				"'%s' applies to a loop that another applied directive has consumed", p.Dir.Kind)
		}
		if !a.Change(at, p.Dir) {
			return false
		}
	}
	return true
}

// Applied lists the directives of dir's apply clauses with their loops.
func (a *Algebra[L, X]) Applied(dir *tree.Directive, made Names[L]) (list []Pending[L], ok bool) {
	for _, cl := range dir.All(spec.ApplyClause) {
		loops, ok := a.named(cl, dir, made)
		if !ok {
			return nil, false
		}
		if len(cl.Variants) > len(loops) {
			return nil, a.Errorf(cl.Span, diag.BadApply, "6.0 §11.1",
				"too many directives in clause 'apply': found %d, but '%s' generates %d such loops", len(cl.Variants),
				dir.Kind, len(loops))
		}
		for i, v := range cl.Variants {
			if v != nil && (v.Kind != spec.Nothing || len(v.Clauses) > 0) {
				list = append(list, Pending[L]{loops[i], v})
			}
		}
	}
	return list, true
}

// named are the generated loops that an apply clause names.
func (a *Algebra[L, X]) named(cl *tree.Clause, dir *tree.Directive, made Names[L]) ([]L, bool) {
	names := strings.Join(slices.Sorted(maps.Keys(made)), ", ")
	if len(cl.Modifiers) == 0 {
		for _, l := range made {
			if len(made) == 1 {
				return l, true
			}
		}
		return nil, a.Errorf(cl.Span, diag.BadApply, "6.0 §11.1",
			"clause 'apply' of '%s' must name the generated loops: %s", dir.Kind, names)
	}
	m := cl.Modifiers[0]
	loops, ok := made[m.Name]
	if !ok {
		return nil, a.Errorf(cl.Span, diag.BadApply, "6.0 §11.1", "'%s' generates no loops named '%s'; it generates %s",
			dir.Kind, m.Name, names)
	}
	if m.Raw == "" {
		return loops, true
	}
	var list []L
	for _, word := range strings.Split(m.Raw, ",") {
		i, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || i < 1 || i > len(loops) {
			return nil, a.Errorf(cl.Span, diag.BadApply, "6.0 §11.1", "'%s' is not one of the %d generated loops '%s'",
				strings.TrimSpace(word), len(loops), m.Name)
		}
		list = append(list, loops[i-1])
	}
	return list, true
}

// Range is the part of a sequence of n loops that fuse takes: its first loop, counted from 0, and
// the one behind its last (6.0 §6.4.7).
func (a *Algebra[L, X]) Range(dir *tree.Directive, n int) (first, end int, ok bool) {
	cl := dir.Clause(spec.LooprangeClause)
	if cl == nil {
		return 0, n, true
	}
	var v [2]int64
	ok = len(cl.Exprs) == 2
	for i := range v {
		known := false
		if ok {
			v[i], known = Constant(cl.Exprs[i])
		}
		ok = ok && known && v[i] >= 1 && v[i] <= int64(n)
	}
	if !ok || v[0]+v[1]-1 > int64(n) {
		return 0, 0, a.Errorf(cl.Span, diag.BadLooprange, "6.0 §6.4.7",
			"clause 'looprange' must select loops of the sequence by constants, but the sequence has %d loops", n)
	}
	return int(v[0]) - 1, int(v[0]+v[1]) - 1, true
}
