package hostc

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma"
	"ompcc/pragma/spec"
)

// size evaluates an argument of sizes or partial before the loops.
func (t *nester) size(n *nest, e *pragma.Expr) string {
	name := t.name("t")
	n.set(name, fmt.Sprintf("const unsigned long %s = (%s);", name, t.w.expr(e.Text)))
	return name
}

func ceilDiv(n, k string) string { return fmt.Sprintf("(%s / %s + (%s %% %s != 0))", n, k, n, k) }

func minimum(x, y string) string { return fmt.Sprintf("(%s < %s ? %s : %s)", x, y, x, y) }

// fixed gives d's count a name if it depends on no loop.
func (t *nester) fixed(n *nest, d *dim) {
	if len(d.needs) > 0 {
		return
	}
	name := t.name("n")
	n.set(name, fmt.Sprintf("const unsigned long %s = %s;", name, d.count))
	d.count, d.most = name, name
}

// tile: grid loops over the tiles, then loops inside each (5.2 §9.1).
func (t *nester) tile(n *nest, at int, loops []*dim, d *pragma.Directive) (grid, in []*dim) {
	for i, l := range loops {
		size := t.size(n, d.Clause(spec.SizesClause).Exprs[i])
		g := &dim{index: t.name("g"), count: ceilDiv(l.count, size), most: ceilDiv(l.most, size), needs: l.needs}
		t.fixed(n, g)
		x := &dim{index: t.name("x"), most: size, needs: append([]string{g.index}, l.needs...)}
		x.count = minimum(size, fmt.Sprintf("(%s - %s * %s)", l.count, g.index, size))
		n.define(l.index, fmt.Sprintf("%s * %s + %s", g.index, size, x.index), g.index, x.index)
		grid, in = append(grid, g), append(in, x)
	}
	n.replace(at, len(loops), append(append([]*dim(nil), grid...), in...)...)
	return grid, in
}

// stripe: loops over the offsets, then loops with the stride of the size (6.0 §11.7).
func (t *nester) stripe(n *nest, at int, loops []*dim, d *pragma.Directive) (offsets, grid []*dim) {
	for i, l := range loops {
		size := t.size(n, d.Clause(spec.SizesClause).Exprs[i])
		o := &dim{index: t.name("o"), count: minimum(size, l.count), most: size, needs: l.needs}
		t.fixed(n, o)
		g := &dim{index: t.name("g"), most: ceilDiv(l.most, size), needs: append([]string{o.index}, l.needs...)}
		g.count = ceilDiv(fmt.Sprintf("(%s - %s)", l.count, o.index), size)
		n.define(l.index, fmt.Sprintf("%s * %s + %s", g.index, size, o.index), g.index, o.index)
		offsets, grid = append(offsets, o), append(grid, g)
	}
	n.replace(at, len(loops), append(append([]*dim(nil), offsets...), grid...)...)
	return offsets, grid
}

// reverse runs the iterations from the last to the first (6.0 §11.5).
func (t *nester) reverse(n *nest, at int, l *dim) []*dim {
	r := &dim{index: t.name("r"), count: l.count, needs: l.needs, most: l.most}
	n.define(l.index, fmt.Sprintf("%s - 1 - %s", l.count, r.index), append([]string{r.index}, l.needs...)...)
	n.replace(at, 1, r)
	return []*dim{r}
}

// interchange permutes the loops; without a permutation the two outermost are
// swapped (6.0 §11.4).
func (t *nester) interchange(n *nest, at int, loops []*dim, d *pragma.Directive) []*dim {
	order := []int{2, 1}
	if cl := d.Clause(spec.PermutationClause); cl != nil {
		order = order[:0]
		used := map[int64]bool{}
		for _, e := range cl.Exprs {
			v, ok := exprInt(e)
			if !ok || v < 1 || int(v) > len(loops) || used[v] {
				t.errorf(cl.Span, "bad-permutation", "permutation must name each of the %d loops once; '%s' does not", len(loops), e.Text)
				return loops
			}
			used[v] = true
			order = append(order, int(v))
		}
	}
	var list []*dim
	for _, i := range order {
		list = append(list, loops[i-1])
	}
	n.replace(at, len(loops), list...)
	return list
}

// exprInt is the value of a constant: of an expression that the front end has
// typed, or of a literal inside an apply clause.
func exprInt(e *pragma.Expr) (int64, bool) {
	if e.Node != nil {
		return ctree.ConstInt(e.Node)
	}
	var v int64
	n, err := fmt.Sscan(e.Text, &v)
	return v, n == 1 && err == nil
}

// defaultUnroll is the factor of unroll partial without a number.
const defaultUnroll = 4

// unroll partial: a loop over groups of iterations (5.2 §9.2). Without it the loop
// stays, with a hint for the optimiser.
func (t *nester) unroll(n *nest, at int, l *dim, d *pragma.Directive) []*dim {
	cl := d.Clause(spec.PartialClause)
	if cl == nil {
		l.unroll = -1
		n.generated = true
		return []*dim{l}
	}
	size, hint := fmt.Sprint(defaultUnroll), defaultUnroll
	if len(cl.Exprs) > 0 {
		size = t.size(n, cl.Exprs[0])
		if v, ok := exprInt(cl.Exprs[0]); ok && v < 1000 {
			hint = int(v)
		}
	}
	g := &dim{index: t.name("g"), count: ceilDiv(l.count, size), most: ceilDiv(l.most, size), needs: l.needs}
	t.fixed(n, g)
	x := &dim{index: t.name("u"), most: size, needs: append([]string{g.index}, l.needs...), unroll: hint}
	x.count = minimum(size, fmt.Sprintf("(%s - %s * %s)", l.count, g.index, size))
	n.define(l.index, fmt.Sprintf("%s * %s + %s", g.index, size, x.index), g.index, x.index)
	n.replace(at, 1, g, x)
	return []*dim{g}
}

// split makes a sequence of loops, each with some of the iterations (6.0 §11.6).
// Each has its own copy of the body.
func (t *nester) split(n *nest, at int, l *dim, d *pragma.Directive) []*nest {
	if at > 0 {
		t.errorf(t.span(), "unsupported", "'split' cannot be applied to an inner loop of a nest")
		return nil
	}
	if node := keepsIdentity(n.body); node != nil && len(n.parts) == 0 {
		t.errorf(t.w.u.NodeSpan(node), "unsupported", "the body of a loop that 'split' divides is copied: it can have neither labels nor static variables")
		return nil
	}
	starts, counts := t.segments(n, l, d.Clause(spec.CountsClause))
	var list []*nest
	made := []*dim{}
	for i := range counts {
		s := &dim{index: t.name("i"), count: counts[i], most: counts[i]}
		c := &nest{body: n.body, parts: n.parts, vars: n.vars, generated: true}
		c.defs = append([]define(nil), n.defs...)
		c.define(l.index, fmt.Sprintf("%s + %s", starts[i], s.index), s.index)
		c.dims = append([]*dim{s}, n.dims[1:]...)
		list, made = append(list, c), append(made, s)
	}
	list[0].setup, list[0].names = n.setup, n.names
	for _, p := range t.applied(d, map[string][]*dim{"split": made}) {
		for i, c := range list {
			if at := c.position(p.loop); at == 0 {
				r := t.transform(c, 0, p.dir)
				if r == nil {
					return nil
				}
				list = append(list[:i:i], append(r, list[i+1:]...)...)
				break
			}
		}
	}
	if t.w.err != nil {
		return nil
	}
	return list
}

// segments are the first iteration and the number of iterations of each loop
// that counts asks for; omp_fill takes what the others leave.
func (t *nester) segments(n *nest, l *dim, cl *pragma.Clause) (starts, counts []string) {
	rest := t.name("n")
	n.set(rest, fmt.Sprintf("unsigned long %s = %s;", rest, l.count))
	take := func(e *pragma.Expr) string {
		want, got := t.size(n, e), t.name("n")
		n.set(got, fmt.Sprintf("const unsigned long %s = %s; %s -= %s;", got, minimum(want, rest), rest, got))
		return got
	}
	fill := -1
	for i, e := range cl.Exprs {
		if e == nil {
			fill = i
			counts = append(counts, "")
			continue
		}
		counts = append(counts, take(e))
	}
	if fill >= 0 {
		got := t.name("n")
		n.set(got, fmt.Sprintf("const unsigned long %s = %s;", got, rest))
		counts[fill] = got
	}
	sum := "0"
	for _, c := range counts {
		at := t.name("b")
		n.set(at, fmt.Sprintf("const unsigned long %s = %s;", at, sum))
		starts = append(starts, at)
		sum = at + " + " + c
	}
	return starts, counts
}

// keepsIdentity finds what must not be copied: a label or a static variable.
func keepsIdentity(s *cc.Statement) (found cc.Node) {
	if s == nil {
		return nil
	}
	ctree.Walk(s, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.LabeledStatement:
			if x.Case == cc.LabeledStatementLabel {
				found = x
			}
		case *cc.Declarator:
			if x.IsStatic() {
				found = x
			}
		}
		return found == nil
	})
	return found
}

// fuse runs iteration i of every loop of the sequence, for each i; with looprange
// of some of them, the others staying as they are (6.0 §11.3).
func (t *nester) fuse() []*nest {
	list := t.sequence(t.c.Stmt)
	if list == nil {
		return nil
	}
	first, count := 0, len(list)
	if cl := t.c.Clause(spec.LooprangeClause); cl != nil && len(cl.Exprs) == 2 {
		f, ok := exprInt(cl.Exprs[0])
		k, ok2 := exprInt(cl.Exprs[1])
		if !ok || !ok2 || f < 1 || k < 1 || int(f+k)-1 > len(list) {
			t.errorf(cl.Span, "bad-looprange", "the sequence has %d loops: looprange must name some of them by constants", len(list))
			return nil
		}
		first, count = int(f)-1, int(k)
	}
	fused := t.merge(list[first : first+count])
	if !t.apply(fused, t.c.Directive, map[string][]*dim{"fused": fused.dims[:1]}) {
		return nil
	}
	out := append(append([]*nest(nil), list[:first]...), fused)
	return append(out, list[first+count:]...)
}

// sequence are the loop nests of a block.
func (t *nester) sequence(s *cc.Statement) []*nest {
	if s == nil || s.CompoundStatement == nil {
		t.errorf(t.span(), "missing-loop", "directive '%s' must be followed by a block of loops", t.c.Kind)
		return nil
	}
	var list []*nest
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if b.Case != cc.BlockItemStmt {
			t.errorf(t.w.u.NodeSpan(b), "missing-loop", "directive '%s' must be followed by a block that holds loops alone", t.c.Kind)
			return nil
		}
		if pragma.IsEmpty(b.Statement) {
			continue
		}
		if c := t.w.transformationAt(b.Statement); c != nil {
			in := (&nester{w: t.w, c: c}).transformed()
			if in == nil {
				return nil
			}
			list = append(list, in...)
			continue
		}
		n := t.source(b.Statement, 1, false)
		if n == nil {
			return nil
		}
		list = append(list, n)
	}
	if len(list) == 0 {
		t.errorf(t.span(), "missing-loop", "directive '%s' must be followed by a block of loops", t.c.Kind)
		return nil
	}
	return list
}

// merge is the fused loop of list.
func (t *nester) merge(list []*nest) *nest {
	out := &nest{generated: true}
	f := &dim{index: t.name("f")}
	for _, n := range list {
		l := n.dims[0]
		out.setup, out.names = append(out.setup, n.setup...), append(out.names, n.names...)
		out.vars = append(out.vars, n.vars...)
		if f.count == "" {
			f.count = l.count
		} else {
			f.count = fmt.Sprintf("(%s > %s ? %s : %s)", f.count, l.count, f.count, l.count)
		}
		rest := *n
		rest.setup, rest.names, rest.dims = nil, nil, n.dims[1:]
		rest.defs = append([]define(nil), n.defs...)
		rest.define(l.index, f.index, f.index)
		out.parts = append(out.parts, &part{cond: fmt.Sprintf("%s < %s", f.index, l.count), rest: &rest})
	}
	f.most = f.count
	out.dims = []*dim{f}
	t.fixed(out, f)
	return out
}
