// Transformations that make or take a sequence of loops: split and fuse.

package loops

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// split makes a sequence of loops, each with some of the iterations of n's outermost loop (6.0 §11.6).
// Each has its own copy of the body.
func (r *Reader) split(n *Nest, dir *tree.Directive) []*Nest {
	l := n.Loops[0]
	counts := n.segments(l, dir.Clause(spec.CountsClause))
	var list []*Nest
	var made []*Loop
	var start *Number
	for i, count := range counts {
		part := &Nest{Body: n.Body, Parts: n.Parts, Defs: slices.Clone(n.Defs), Loops: slices.Clone(n.Loops)}
		if i == 0 {
			part.Setup = n.Setup
		}
		g := part.generate(Part, l, count)
		value := index(g)
		if start != nil {
			value = start.with(Add, value)
		}
		part.define(l, value, g)
		part.replace(0, 1, g)
		list, made = append(list, part), append(made, g)
		if start == nil {
			start = count
		} else {
			start = start.with(Add, count)
		}
	}
	return r.applyToParts(list, dir, made)
}

// applyToParts carries out the apply clauses of split, which may split a part again.
func (r *Reader) applyToParts(list []*Nest, dir *tree.Directive, made []*Loop) []*Nest {
	pending, ok := r.applied(dir, names{"split": made})
	if !ok {
		return nil
	}
	for _, p := range pending {
		i := slices.IndexFunc(list, func(n *Nest) bool { return n.Loops[0] == p.loop })
		parts := r.transform(list[i], p.dir)
		if parts == nil {
			return nil
		}
		list = slices.Replace(list, i, i+1, parts...)
	}
	return list
}

// segments are the numbers of iterations of the loops that counts asks for; omp_fill takes what the others leave.
func (n *Nest) segments(l *Loop, cl *tree.Clause) []*Number {
	counts := make([]*Number, len(cl.Exprs))
	rest, fill := trip(l), -1
	for i, e := range cl.Exprs {
		if e == nil {
			fill = i
			continue
		}
		counts[i] = n.once(n.argument(e, l).with(Min, rest))
		rest = rest.with(Sub, counts[i])
	}
	if fill >= 0 {
		counts[fill] = n.once(rest)
	}
	return counts
}

// fuse runs iteration i of every loop of the sequence, for each i; with looprange of some of them, the others staying
// as they are (6.0 §11.3).
func (r *Reader) fuse() []*Nest {
	list := r.sequence(r.Construct.Stmt)
	if list == nil {
		return nil
	}
	dir := r.Construct.Directive
	first, end, ok := r.looprange(dir, len(list))
	if !ok {
		return nil
	}
	fused := r.merge(list[first:end], tree.Depth(dir, 1))
	if fused == nil {
		return nil
	}
	if !r.apply(fused, dir, names{"fused": fused.Loops}) {
		return nil
	}
	return slices.Concat(list[:first], []*Nest{fused}, list[end:])
}

// looprange is the part of a sequence of n loops that fuse takes: its first loop, counted from 0, and the one behind
// its last (6.0 §6.4.7).
func (r *Reader) looprange(dir *tree.Directive, n int) (first, end int, ok bool) {
	cl := dir.Clause(spec.LooprangeClause)
	if cl == nil {
		return 0, n, true
	}
	var v [2]int64
	ok = len(cl.Exprs) == 2
	for i := range v {
		known := false
		if ok {
			v[i], known = constant(cl.Exprs[i])
		}
		ok = ok && known
	}
	switch fix := "write looprange(1, %d), or another part of the sequence"; {
	case !ok:
		r.errorf(cl.Span, diag.BadLooprange, "6.0 §6.4.7",
			"clause 'looprange' takes two constants: the first loop and the number of loops").WithFix(fix, n)
		return 0, 0, false
	case v[0] < 1 || v[1] < 1 || v[0] > int64(n) || v[1] > int64(n)-v[0]+1:
		r.errorf(cl.Span, diag.BadLooprange, "6.0 §6.4.7",
			"looprange(%d, %d) is out of range: the sequence has %d loops", v[0], v[1], n).WithFix(fix, n)
		return 0, 0, false
	}
	return int(v[0]) - 1, int(v[0]+v[1]) - 1, true
}

// sequence are the loop nests of a block (6.0 §6.4.2): its loops, and those that its transformations generate.
func (r *Reader) sequence(s *cc.Statement) (list []*Nest) {
	if s == nil || s.CompoundStatement == nil {
		r.errorf(r.span(), diag.MissingLoop, r.section(), "directive '%s' must be followed by a block of loops",
			r.Construct.Kind).
			WithFix("write the loops one after another in braces")
		return nil
	}
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if b.Case != cc.BlockItemStmt {
			r.errorf(r.Tree.Unit.NodeSpan(b), diag.MissingLoop, r.section(),
				"directive '%s' must be followed by a block that contains only loops", r.Construct.Kind).
				WithFix("move this statement before the directive")
			return nil
		}
		if tree.IsEmpty(b.Statement) {
			continue
		}
		these := r.nestsAt(b.Statement)
		if these == nil {
			return nil
		}
		list = append(list, these...)
	}
	if len(list) == 0 {
		r.errorf(r.span(), diag.MissingLoop, r.section(), "directive '%s' must be followed by a block of loops",
			r.Construct.Kind).
			WithFix("write the loops one after another in braces")
	}
	return list
}

// nestsAt are the nests that statement s of a sequence is.
func (r *Reader) nestsAt(s *cc.Statement) []*Nest {
	if c := TransformationAt(r.Tree, s); c != nil {
		return r.at(c).Generated()
	}
	n := &Nest{Body: s, Stmt: s}
	if !r.extend(n, 1, true) {
		return nil
	}
	return []*Nest{n}
}

// merge is the nest of depth fused loops of list, nil after an error.
func (r *Reader) merge(list []*Nest, depth int) *Nest {
	out := &Nest{}
	fused := make([]*Loop, depth)
	for _, n := range list {
		if !r.extend(n, depth, true) {
			return nil
		}
		out.Setup = append(out.Setup, n.Setup...)
		for i, l := range n.Loops[:depth] {
			if n.dependsOn(l, n.Loops[:depth]) {
				r.errorf(r.span(), diag.NotRectangular, "6.1 §6.4.7",
					"directive '%s' needs rectangular loops, but the iterations of one depend on another", r.Construct.Kind).
					WithFix("let the inner loop run to its greatest bound, with an if statement in its body")
				return nil
			}
			if f := fused[i]; f == nil {
				fused[i] = &Loop{Kind: Fused, Count: trip(l)}
			} else {
				f.Count = &Number{Op: Max, X: f.Count, Y: trip(l), Loop: f}
			}
		}
		out.Parts = append(out.Parts, partOf(n, fused))
	}
	for _, f := range fused {
		out.Setup = append(out.Setup, Step{Loop: f})
	}
	out.replace(0, 0, fused...)
	return out
}

// partOf is what n's body is inside of fused, which stand for n's outer loops.
func partOf(n *Nest, fused []*Loop) *FusedPart {
	rest := *n
	rest.Setup, rest.Loops, rest.Defs = nil, n.Loops[len(fused):], slices.Clone(n.Defs)
	for i, f := range fused {
		rest.define(n.Loops[i], index(f), f)
	}
	in := &rest
	for i := len(fused) - 1; i > 0; i-- {
		in = &Nest{Parts: []*FusedPart{{Loop: n.Loops[i], Fused: fused[i], Rest: in}}}
	}
	return &FusedPart{Loop: n.Loops[0], Fused: fused[0], Rest: in}
}
