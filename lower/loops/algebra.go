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

// DefaultUnroll is the factor of unroll partial without a number.
const DefaultUnroll = 4

// names are the apply modifiers' names of the loops that a directive has generated.
type names map[string][]*Loop

// change applies directive dir to the loops of n from position at on, then what its apply clauses say to the loops
// that it generates (6.0 §11.1).
func (r *Reader) change(n *Nest, at int, dir *tree.Directive) bool {
	depth := tree.NestDepth(dir)
	if !r.take(n, at, depth) {
		return false
	}
	old := slices.Clone(n.Loops[at : at+depth])
	made, list := names{}, []*Loop(nil)
	switch dir.Kind {
	case spec.Tile:
		outer, inner := n.tile(old, dir)
		made["grid"], made["intratile"], list = outer, inner, slices.Concat(outer, inner)
	case spec.Stripe:
		outer, inner := n.stripe(old, dir)
		made["offsets"], made["grid"], list = outer, inner, slices.Concat(outer, inner)
	case spec.Reverse:
		list = []*Loop{n.reverse(old[0])}
		made["reversed"] = list
	case spec.Interchange:
		if list = r.interchange(n, old, dir); list == nil {
			return false
		}
		made["interchanged"] = list
	case spec.Flatten:
		f := r.flatten(n, old)
		if f == nil {
			return false
		}
		list = []*Loop{f}
		made["flattened"] = list
	case spec.Unroll:
		list = n.unroll(old[0], dir)
		made["unrolled"] = list[:1]
	case spec.Nothing:
		made["identity"] = old[:1]
		return r.apply(n, dir, made)
	default:
		r.errorf(r.Construct.NameSpan(), diag.BadApply, "6.0 §11.1",
			"directive '%s' cannot be applied to a generated loop", dir.Kind).
			WithFix("write a loop-transforming directive there, for example unroll, or nothing")
		return false
	}
	n.replace(at, depth, list...)
	return r.apply(n, dir, made)
}

// take makes sure that n has depth loops from position at on, which may be transformed.
func (r *Reader) take(n *Nest, at, depth int) bool {
	if !r.extend(n, at+depth, true) {
		return false
	}
	taken := n.Loops[at : at+depth]
	for _, l := range taken {
		if r.Exact && n.dependsOn(l, taken) {
			r.errorf(r.span(), diag.NotRectangular, "5.2 §9.1",
				"directive '%s' needs rectangular loops, but the iterations of one depend on another", r.Construct.Kind).
				WithFix("let the inner loop run to its greatest bound, with an if statement in its body")
			return false
		}
	}
	return true
}

// argument is an argument of a clause, evaluated once before the loops, in l's type.
func (n *Nest) argument(e *tree.Expr, l *Loop) *Number {
	return n.once(&Number{Op: Argument, Expr: e, Loop: l})
}

// tile: loops over the tiles, then loops inside each (5.2 §9.1).
func (n *Nest) tile(old []*Loop, dir *tree.Directive) (outer, inner []*Loop) {
	for i, l := range old {
		out, in := n.group(Grid, Intratile, l, n.argument(dir.Clause(spec.SizesClause).Exprs[i], l))
		outer, inner = append(outer, out), append(inner, in)
	}
	return outer, inner
}

// group: a loop over groups of size iterations of l, and one over the iterations of a group.
func (n *Nest) group(outer, inner Kind, l *Loop, size *Number) (out, in *Loop) {
	out = n.generate(outer, l, trip(l).with(CeilDiv, size))
	first := index(out).with(Mul, size)
	in = n.generate(inner, l, size.with(Min, trip(l).with(Sub, first)), out)
	n.define(l, first.with(Add, index(in)), out, in)
	return out, in
}

// stripe: loops over the offsets, then loops with the stride of the size (6.0 §11.7).
func (n *Nest) stripe(old []*Loop, dir *tree.Directive) (outer, inner []*Loop) {
	for i, l := range old {
		size := n.argument(dir.Clause(spec.SizesClause).Exprs[i], l)
		out := n.generate(Offsets, l, size.with(Min, trip(l)))
		in := n.generate(StripeGrid, l, trip(l).with(Sub, index(out)).with(CeilDiv, size), out)
		n.define(l, index(in).with(Mul, size).with(Add, index(out)), out, in)
		outer, inner = append(outer, out), append(inner, in)
	}
	return outer, inner
}

// reverse runs the iterations from the last to the first (6.0 §11.5).
func (n *Nest) reverse(l *Loop) *Loop {
	r := n.generate(Reversed, l, trip(l))
	n.define(l, trip(l).with(Sub, &Number{Value: 1, Loop: l}).with(Sub, index(r)), r)
	return r
}

// flatten makes one loop of those of a nest, over their iterations in order (6.1 §17.4).
func (r *Reader) flatten(n *Nest, old []*Loop) *Loop {
	f := &Loop{Kind: Flattened}
	inner := make([]*Number, len(old)) // the iterations of the loops inside of each
	for i := len(old) - 1; i >= 0; i-- {
		l := old[i]
		if n.dependsOn(l, old) {
			r.errorf(r.span(), diag.NotRectangular, "6.1 §17.4",
				"directive '%s' needs rectangular loops, but the iterations of one depend on another", r.Construct.Kind).
				WithFix("let the inner loop run to its greatest bound, with an if statement in its body")
			return nil
		}
		f.NonRect, f.needs = f.NonRect || l.NonRect, slices.Concat(f.needs, l.needs)
		inner[i] = f.Count
		if f.Count == nil {
			f.Count = &Number{Op: Trip, Loop: l}
		} else {
			f.Count = &Number{Op: Mul, X: trip(l), Y: f.Count, Loop: f}
		}
	}
	n.Setup = append(n.Setup, Step{Loop: f})
	for i, l := range old {
		value := index(f)
		if inner[i] != nil {
			value = value.with(Div, inner[i])
		}
		if i > 0 {
			value = value.with(Rem, trip(l))
		}
		n.define(l, value, f)
	}
	return f
}

// interchange permutes the loops; without a permutation the two outermost are swapped (6.0 §11.4).
func (r *Reader) interchange(n *Nest, old []*Loop, dir *tree.Directive) (list []*Loop) {
	order := []int{2, 1}
	if cl := dir.Clause(spec.PermutationClause); cl != nil {
		order = order[:0]
		for _, e := range cl.Exprs {
			v, ok := constant(e)
			if !ok || v < 1 || v > int64(len(old)) || slices.Contains(order, int(v)) {
				r.errorf(cl.Span, diag.BadPermutation, "6.0 §11.4",
					"'%s' is repeated or out of range: clause 'permutation' names each of the %d loops once", e.Text, len(old)).
					WithFix("write the numbers 1 to %d, each once", len(old))
				return nil
			}
			order = append(order, int(v))
		}
	}
	for _, i := range order {
		list = append(list, n.renamed(Interchanged, old[i-1]))
	}
	return list
}

// unroll partial: a loop over groups of iterations, and one over the copies of the body (5.2 §9.2). Without
// partial the loop stays, with a hint for the optimiser.
func (n *Nest) unroll(l *Loop, dir *tree.Directive) []*Loop {
	if dir.Clause(spec.PartialClause) == nil {
		l = n.renamed(Hinted, l)
		l.Unroll = -1
		return []*Loop{l}
	}
	size := &Number{Value: DefaultUnroll, Loop: l}
	if exprs := dir.Clause(spec.PartialClause).Exprs; len(exprs) > 0 {
		size = n.argument(exprs[0], l)
	}
	out, in := n.group(Unrolled, Copies, l, size)
	in.Unroll = unrollFactor(dir)
	return []*Loop{out, in}
}

// unrollFactor is the factor of the partial clause, as a hint.
func unrollFactor(dir *tree.Directive) int {
	if cl := dir.Clause(spec.PartialClause); len(cl.Exprs) > 0 {
		if v, ok := constant(cl.Exprs[0]); ok && v < 1000 {
			return int(v)
		}
	}
	return DefaultUnroll
}

// constant is the value of a constant: of an expression that the front end has
// typed, or of a literal inside an apply clause.
func constant(e *tree.Expr) (int64, bool) {
	if e.Node != nil {
		return ctree.ConstInt(e.Node)
	}
	var v int64
	n, err := fmt.Sscan(e.Text, &v)
	return v, n == 1 && err == nil
}

// pending is a directive of an apply clause with the loop that it applies to.
type pending struct {
	loop *Loop
	dir  *tree.Directive
}

// apply carries out dir's apply clauses on the loops that it has generated (6.0 §11.1).
// Directives of inner loops come first, as if each stood before its loop.
func (r *Reader) apply(n *Nest, dir *tree.Directive, made names) bool {
	list, ok := r.applied(dir, made)
	if !ok {
		return false
	}
	position := func(p pending) int { return slices.Index(n.Loops, p.loop) }
	slices.SortStableFunc(list, func(x, y pending) int { return position(y) - position(x) })
	for _, p := range list {
		at := position(p)
		if at < 0 {
			r.errorf(r.Construct.NameSpan(), diag.BadApply, "6.0 §11.1",
				"'%s' applies to a loop that another applied directive has consumed", p.dir.Kind)
			return false
		}
		if !r.change(n, at, p.dir) {
			return false
		}
	}
	return true
}

// applied lists the directives of dir's apply clauses with their loops.
func (r *Reader) applied(dir *tree.Directive, made names) (list []pending, ok bool) {
	for _, cl := range dir.All(spec.ApplyClause) {
		loops, ok := r.named(cl, dir, made)
		if !ok {
			return nil, false
		}
		if len(cl.Variants) > len(loops) {
			r.errorf(cl.Span, diag.BadApply, "6.0 §11.1",
				"clause 'apply' has %d directives, but '%s' generates only %d of these loops", len(cl.Variants),
				dir.Kind, len(loops)).
				WithFix("write at most %d of them", len(loops))
			return nil, false
		}
		for i, v := range cl.Variants {
			if v != nil && (v.Kind != spec.Nothing || len(v.Clauses) > 0) {
				list = append(list, pending{loops[i], v})
			}
		}
	}
	return list, true
}

// named are the generated loops that an apply clause names.
func (r *Reader) named(cl *tree.Clause, dir *tree.Directive, made names) ([]*Loop, bool) {
	sorted := slices.Sorted(maps.Keys(made))
	first, all := sorted[0], strings.Join(sorted, ", ")
	if len(cl.Modifiers) == 0 {
		for _, l := range made {
			if len(made) == 1 {
				return l, true
			}
		}
		r.errorf(cl.Span, diag.BadApply, "6.0 §11.1",
			"clause 'apply' of '%s' must name the generated loops: %s", dir.Kind, all).
			WithFix("write apply(%s: …)", first)
		return nil, false
	}
	m := cl.Modifiers[0]
	loops, ok := made[m.Name]
	if !ok {
		r.errorf(cl.Span, diag.BadApply, "6.0 §11.1", "'%s' generates no loops named '%s'; it generates %s",
			dir.Kind, m.Name, all).
			WithFix("write apply(%s: …)", first)
		return nil, false
	}
	if m.Raw == "" {
		return loops, true
	}
	var list []*Loop
	for _, word := range strings.Split(m.Raw, ",") {
		i, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || i < 1 || i > len(loops) {
			r.errorf(cl.Span, diag.BadApply, "6.0 §11.1", "'%s' is out of range: '%s' generates %d loops named '%s'",
				strings.TrimSpace(word), dir.Kind, len(loops), m.Name).
				WithFix("write a number from 1 to %d", len(loops))
			return nil, false
		}
		list = append(list, loops[i-1])
	}
	return list, true
}
