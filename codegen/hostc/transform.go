package hostc

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/loops"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// hostLoops prints the loops of nest n as host C.
type hostLoops struct {
	*nester
	n *nest
}

func (t *nester) algebra(n *nest) *loops.Algebra[*dim, number] {
	return &loops.Algebra[*dim, number]{Printer: hostLoops{t, n}, At: t.c}
}

// number is a number of iterations as a C expression.
type number struct {
	text, most string // most is an upper bound that needs no iteration number
	sum        bool   // text needs parentheses beside other operators than +
	needs      []string
}

// operand is the text of x beside any operator.
func (x number) operand() string {
	if x.sum {
		return "(" + x.text + ")"
	}
	return x.text
}

func (x number) with(y number, text string, sum bool) number {
	return number{text: text, most: x.most, sum: sum, needs: slices.Concat(x.needs, y.needs)}
}

// Take makes sure that the nest has depth loops from position at on.
func (h hostLoops) Take(at, depth int) bool { return h.extend(h.n, at+depth, false) }

// Loops are the loops of the nest.
func (h hostLoops) Loops() []*dim { return h.n.dims }

// Replace puts list for the k loops from position at on.
func (h hostLoops) Replace(at, k int, list ...*dim) { h.n.replace(at, k, list...) }

// indexNames begin the names of the iteration numbers of generated loops.
var indexNames = map[loops.Kind]string{
	loops.Grid: "g", loops.Intratile: "x", loops.Offsets: "o", loops.StripeGrid: "g", loops.Reversed: "r",
	loops.Unrolled: "g", loops.Copies: "u",
}

// Generate makes a loop; its count has a name if it is an expression that depends on no loop.
func (h hostLoops) Generate(k loops.Kind, like *dim, count number, _ ...*dim) *dim {
	d := &dim{index: h.name(indexNames[k]), count: count.operand(), most: count.most, needs: count.needs}
	if d.count != like.count {
		h.fixed(h.n, d)
	}
	return d
}

// Define declares the iteration number of l.
func (h hostLoops) Define(l *dim, value number, _ ...*dim) {
	h.n.define(l.index, value.text, value.needs...)
}

// Renamed is l, which keeps its name.
func (h hostLoops) Renamed(_ loops.Kind, l *dim) *dim { return l }

// Unroll has the host compiler unroll l.
func (h hostLoops) Unroll(l *dim, factor int) { l.unroll = factor }

// Trip is the count of l.
func (h hostLoops) Trip(l *dim) number { return number{text: l.count, most: l.most, needs: l.needs} }

// Index is the iteration number of l.
func (h hostLoops) Index(l *dim) number {
	return number{text: l.index, most: l.most, needs: []string{l.index}}
}

// Size evaluates an argument of sizes, partial or counts before the loops.
func (h hostLoops) Size(e *tree.Expr, _ *dim) number {
	name := h.size(h.n, e)
	return number{text: name, most: name}
}

// Number is v.
func (h hostLoops) Number(_ *dim, v int64) number {
	return number{text: fmt.Sprint(v), most: fmt.Sprint(v)}
}

// Add is x + y.
func (h hostLoops) Add(x, y number) number { return x.with(y, x.text+" + "+y.text, true) }

// Sub is x - y.
func (h hostLoops) Sub(x, y number) number { return x.with(y, x.text+" - "+y.operand(), true) }

// Mul is x * y.
func (h hostLoops) Mul(x, y number) number { return x.with(y, x.operand()+" * "+y.operand(), false) }

// Min is the smaller of x and y, at most as large as x.
func (h hostLoops) Min(x, y number) number {
	return x.with(y, minimum(x.operand(), y.operand()), false)
}

// CeilDiv is x / y, rounded up.
func (h hostLoops) CeilDiv(x, y number, _ *dim) number {
	q := x.with(y, ceilDiv(x.operand(), y.operand()), false)
	q.most = ceilDiv(x.most, y.operand())
	return q
}

// Errorf remembers the first error.
func (h hostLoops) Errorf(span diag.Span, code diag.Code, section, format string, args ...any) bool {
	h.errorf(span, code, format, args...).Section = section
	return false
}

// size evaluates an argument of sizes or partial before the loops.
func (t *nester) size(n *nest, e *tree.Expr) string {
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

// split makes a sequence of loops, each with some of the iterations (6.0 §11.6).
// Each has its own copy of the body.
func (t *nester) split(n *nest, at int, l *dim, d *tree.Directive) []*nest {
	if at > 0 {
		t.errorf(t.span(), diag.Unsupported, "'split' is not supported on an inner loop of a nest")
		return nil
	}
	if node := keepsIdentity(n.body); node != nil && len(n.parts) == 0 {
		t.errorf(t.w.u.NodeSpan(node), diag.Unsupported,
			"labels and static variables are not supported in the body of a loop that 'split' divides")
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
	pending, ok := t.algebra(n).Applied(d, loops.Names[*dim]{"split": made})
	if !ok {
		return nil
	}
	for _, p := range pending {
		for i, c := range list {
			if c.dims[0] == p.Loop {
				r := t.transform(c, 0, p.Dir)
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
func (t *nester) segments(n *nest, l *dim, cl *tree.Clause) (starts, counts []string) {
	rest := t.name("n")
	n.set(rest, fmt.Sprintf("unsigned long %s = %s;", rest, l.count))
	take := func(e *tree.Expr) string {
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
	first, end, ok := t.algebra(nil).Range(t.c.Directive, len(list))
	if !ok {
		return nil
	}
	fused := t.merge(list[first:end])
	if !t.algebra(fused).Apply(t.c.Directive, loops.Names[*dim]{"fused": fused.dims[:1]}) {
		return nil
	}
	return slices.Concat(list[:first], []*nest{fused}, list[end:])
}

// sequence are the loop nests of a block.
func (t *nester) sequence(s *cc.Statement) []*nest {
	if s == nil || s.CompoundStatement == nil {
		t.errorf(t.span(), diag.MissingLoop, "directive '%s' must be followed by a block of loops", t.c.Kind)
		return nil
	}
	var list []*nest
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if b.Case != cc.BlockItemStmt {
			t.errorf(t.w.u.NodeSpan(b), diag.MissingLoop,
				"directive '%s' must be followed by a block that contains only loops", t.c.Kind)
			return nil
		}
		if tree.IsEmpty(b.Statement) {
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
		t.errorf(t.span(), diag.MissingLoop, "directive '%s' must be followed by a block of loops", t.c.Kind)
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
