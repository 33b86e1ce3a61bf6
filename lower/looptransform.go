// Loop transformations: the printer of package loops that generates region IR for transformed loops.

package lower

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/loops"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// The compiler lowers a loop transformation (5.2 §9, 6.0 §11) by describing the loops that it generates. Each
// generated loop has a count. Each loop of the program computes its logical iteration number from the iteration
// numbers of the generated loops (package loops). The consumer of the generated loops (a worksharing construct,
// another transformation, or sequential execution) sees ordinary dimensions.

// transformationAt returns the transformation construct at statement s, or nil. It looks through blocks that
// contain only one statement.
func (u *unit) transformationAt(s *cc.Statement) *tree.Construct {
	for s != nil && s.Case == cc.StatementCompound {
		l := s.CompoundStatement.BlockItemList
		if l == nil || l.BlockItemList != nil || l.BlockItem.Case != cc.BlockItemStmt {
			return nil
		}
		s = l.BlockItem.Statement
	}
	if s == nil || s.Case != cc.StatementIteration {
		return nil
	}
	c := u.tree.ByLoop[s.IterationStatement]
	if c == nil || !c.Kind.IsTransformation() {
		return nil
	}
	return c
}

// fusedLoop is one loop of a fused sequence.
type fusedLoop struct {
	dim *loopDim
	n   *loopNest
}

// transformed returns the loop nest that c generates.
func (u *unit) transformed(c *tree.Construct, report bool) (*loopNest, bool) {
	t := &transformation{u: u, c: c, report: report, out: &loopNest{}}
	ok := t.generate()
	return t.out, ok
}

// generate builds in out the single loop nest that the construct generates.
func (t *transformation) generate() bool {
	c := t.c
	if c.Kind == spec.Fuse {
		before, after, ok := t.fuse()
		if ok && len(before)+len(after) > 0 {
			t.errorf(c.Clause(spec.LooprangeClause).Span.Pos, diag.NoGeneratedLoop,
				"fuse with this looprange generates several loops, not one for the enclosing construct").
				WithSection("6.0 §11.3")
			ok = false
		}
		return ok
	}
	if c.Kind == spec.Split {
		t.errorf(c.Pos(), diag.NoGeneratedLoop, "split generates several loops, not one for the enclosing construct").
			WithSection("6.0 §11.6")
		return false
	}
	if cl := c.Clause(spec.PartialClause); c.Kind == spec.Unroll && cl == nil {
		t.errorf(c.Pos(), diag.NoGeneratedLoop, "unroll without partial generates no loop for the enclosing construct").
			WithSection("5.2 §9.2").WithFix("write unroll partial(n)")
		return false
	}
	return t.source(c.Stmt, tree.NestDepth(c.Directive)) && t.change(0, c.Directive)
}

// transformation builds the result of one transformation construct.
type transformation struct {
	u      *unit
	c      *tree.Construct
	report bool
	out    *loopNest
}

// errorf reports an error if t.report is set.
func (t *transformation) errorf(p diag.Pos, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if !t.report {
		return &diag.Diagnostic{}
	}
	return t.u.errorf(p, code, format, args...)
}

// source makes the depth loops at s the nest in out.
func (t *transformation) source(s *cc.Statement, depth int) bool {
	t.out.body = s
	return t.extend(depth)
}

// extend moves loops from the body into the nest until the nest has depth loops. The loop variables of these
// loops become hidden.
func (t *transformation) extend(depth int) bool {
	o := t.out
	for _, d := range o.dims[:min(depth, len(o.dims))] {
		if d.copies {
			t.errorf(t.c.Pos(), diag.NotALoop, "unroll generates one loop, but %d nested loops are needed", depth).
				WithSection("5.2 §9.2")
			return false
		}
	}
	if depth <= len(o.dims) {
		return true
	}
	if len(o.fused) > 0 {
		t.errorf(t.c.Pos(), diag.NotALoop, "fuse generates one loop, but %d nested loops are needed", depth).
			WithSection("6.0 §11.3")
		return false
	}
	if made := len(o.dims); made > 0 && t.u.transformationAt(o.body) == nil {
		if _, inner, _ := t.u.findLoop(o.body); inner == nil {
			t.errorf(t.c.Pos(), diag.NotALoop,
				"%s generates %d loops with no loop inside, but %d nested loops are needed", t.c.Kind, made, depth).
				WithSection("5.2 §9").WithFix("write collapse(%d)", made)
			return false
		}
	}
	m := &loopNest{}
	if !t.u.nest(m, o.body, depth-len(o.dims), t.report) {
		return false
	}
	for i, d := range m.dims {
		if d.nonRect && !d.generated || len(m.before[i])+len(m.after[i]) > 0 || t.dependsOn(d) {
			t.errorf(t.c.Pos(), diag.NotRectangular, "%s needs perfectly nested rectangular loops", t.c.Kind).
				WithSection("5.2 §9.1")
			return false
		}
	}
	for _, d := range m.dims {
		if !d.generated {
			o.hidden = append(o.hidden, d)
		}
	}
	o.dims = append(append(o.dims, m.dims...), m.inner...)
	o.hidden = append(o.hidden, m.hidden...)
	o.body, o.fused, o.fuseIndex = m.body, m.fused, m.fuseIndex
	o.prepare, o.setup = append(o.prepare, m.prepare...), append(o.setup, m.setup...)
	t.levels()
	return true
}

// dependsOn reports whether d's bounds refer to a hidden loop variable of the nest.
func (t *transformation) dependsOn(d *loopDim) bool {
	for _, h := range t.out.hidden {
		if ctree.Mentions(d.init, h.v) || ctree.Mentions(d.bound, h.v) {
			return true
		}
	}
	return false
}

// levels clears before and after and fits them to dims: generated nests are perfect.
func (t *transformation) levels() {
	t.out.before, t.out.after = make([][]*cc.BlockItem, len(t.out.dims)), make([][]*cc.BlockItem, len(t.out.dims))
}

// change applies directive dir to the loops from position at onwards.
func (t *transformation) change(at int, dir *tree.Directive) bool {
	return t.algebra().Change(at, dir)
}

func (t *transformation) algebra() *loops.Algebra[*loopDim, count] {
	return &loops.Algebra[*loopDim, count]{Printer: t, At: t.c}
}

// count emits an iteration count where the loops are lowered.
type count = func(b *body) region.Expr

// Take ensures that the nest has depth rectangular loops from position at onwards.
func (t *transformation) Take(at, depth int) bool {
	if !t.extend(at + depth) {
		return false
	}
	taken := t.out.dims[at : at+depth]
	for _, d := range taken {
		if d.dependsOn(taken) {
			t.errorf(t.c.Pos(), diag.NotRectangular,
				"%s needs rectangular loops, but the count of one depends on another", t.c.Kind).WithSection("5.2 §9.1")
			return false
		}
	}
	return true
}

// Loops returns the loops of the nest.
func (t *transformation) Loops() []*loopDim { return t.out.dims }

// Replace replaces the k loops from position at onwards with list.
func (t *transformation) Replace(at, k int, list ...*loopDim) {
	t.out.dims = slices.Concat(t.out.dims[:at], list, t.out.dims[at+k:])
	t.levels()
}

// loopNames are the names of generated loops in the region IR.
var loopNames = map[loops.Kind]string{
	loops.Grid: "tile", loops.Intratile: "in", loops.Offsets: "tile", loops.StripeGrid: "in", loops.Reversed: "rev",
	loops.Interchanged: "x", loops.Unrolled: "unroll", loops.Copies: "in",
}

// Generate creates a loop that has the counting type of like.
func (t *transformation) Generate(k loops.Kind, like *loopDim, n count, needs ...*loopDim) *loopDim {
	g := generated(loopNames[k], like, n)
	if len(needs) > 0 {
		g.nonRect, g.needs = true, needs
	}
	g.copies = k == loops.Copies
	return g
}

// Define sets the function that computes the logical iteration number of d, and the loops that it uses.
func (t *transformation) Define(d *loopDim, value count, by ...*loopDim) { d.logical, d.by = value, by }

// Renamed creates a loop that replaces d and has the same iterations.
func (t *transformation) Renamed(k loops.Kind, d *loopDim) *loopDim {
	g := t.Generate(k, d, t.Trip(d))
	t.Define(d, g.at, g)
	return g
}

// Unroll asks the optimiser to unroll d.
func (t *transformation) Unroll(d *loopDim, _ int) { d.unroll = -1 }

// Trip returns d's iteration count.
func (t *transformation) Trip(d *loopDim) count {
	return func(b *body) region.Expr { return tripOf(b, d) }
}

// Index returns d's logical iteration number.
func (t *transformation) Index(d *loopDim) count { return d.at }

// Number returns v in d's counting type.
func (t *transformation) Number(d *loopDim, v int64) count {
	return func(*body) region.Expr { return number(d, v) }
}

// Add returns x + y.
func (t *transformation) Add(x, y count) count {
	return func(b *body) region.Expr { return add(x(b), y(b)) }
}

// Sub returns x - y.
func (t *transformation) Sub(x, y count) count {
	return func(b *body) region.Expr { return sub(x(b), y(b)) }
}

// Mul returns x * y.
func (t *transformation) Mul(x, y count) count {
	return func(b *body) region.Expr { return mul(x(b), y(b)) }
}

// Min returns the smaller of x and y.
func (t *transformation) Min(x, y count) count {
	return func(b *body) region.Expr { return minimum(x(b), y(b)) }
}

// CeilDiv returns x / y, rounded up.
func (t *transformation) CeilDiv(x, y count, d *loopDim) count {
	return func(b *body) region.Expr { return ceilDiv(x(b), y(b), d) }
}

// Errorf reports an error if t.report is set. It returns false.
func (t *transformation) Errorf(span diag.Span, code diag.Code, section, format string, args ...any) bool {
	if t.report {
		t.u.diags.Errorf(span, code, format, args...).WithSection(section)
	}
	return false
}

// dependsOn reports whether d's count depends on the iteration number of a loop in loops, or of a loop derived
// from one.
func (d *loopDim) dependsOn(loops []*loopDim) bool {
	return slices.ContainsFunc(d.needs, func(n *loopDim) bool { return n.madeOf(loops) })
}

// madeOf reports whether d's iteration number is that of a loop in loops, or is computed from it.
func (d *loopDim) madeOf(loops []*loopDim) bool {
	return slices.Contains(loops, d) || d.dependsOn(loops) || slices.ContainsFunc(d.by, func(x *loopDim) bool { return x.madeOf(loops) })
}

// generated creates a loop that has the counting type of like.
func generated(name string, like *loopDim, count func(b *body) region.Expr) *loopDim {
	return &loopDim{generated: true, name: name, like: like, count: count, nonRect: like.nonRect, needs: like.needs}
}

// tripOf returns d's count. The count is available after the setup of d's nest.
func tripOf(b *body, d *loopDim) region.Expr {
	if d.generated {
		return d.count(b)
	}
	return d.tripVal
}

func number(d *loopDim, v int64) region.Expr { return cbody.Int(d.tripType(), v) }

// Size evaluates an argument of sizes, partial or counts once, in d's counting type.
func (t *transformation) Size(e *tree.Expr, d *loopDim) count {
	var val region.Expr
	t.out.setup = append(t.out.setup, func(b *body) {
		val = b.let("size", b.fn.Convert(b.fn.Value(e.Node), d.tripType()))
	})
	return func(*body) region.Expr { return val }
}

// ceilDiv returns (n + k - 1) / k without overflow.
func ceilDiv(n, k region.Expr, d *loopDim) region.Expr {
	if isOne(k) {
		return n
	}
	if x, y, ok := constPair(n, k); ok && y.Sign() > 0 && x.Sign() == 0 {
		return number(d, 0)
	}
	if isConstExpr(n) {
		return add(divide(sub(n, number(d, 1)), k), number(d, 1))
	}
	return choose(&region.Compare{Op: region.Lt, X: number(d, 0), Y: n},
		add(divide(sub(n, number(d, 1)), k), number(d, 1)), number(d, 0))
}

func minimum(x, y region.Expr) region.Expr {
	if p, q, ok := constPair(x, y); ok {
		if p.Cmp(q) < 0 {
			return x
		}
		return y
	}
	return &region.Binary{Op: region.Min, X: x, Y: y}
}

// sequenceLoop is one loop of a loop sequence (6.0 §6.4.2): a statement of the block, or one of several loops
// that a statement generates.
type sequenceLoop struct {
	stmt *cc.Statement
	nest *loopNest
}

// fuse generates the fused loop, which executes iteration i of each fused loop before iteration i+1 of any.
// With looprange it returns the loops before and after the fused ones (6.0 §11.3).
func (t *transformation) fuse() (before, after []sequenceLoop, ok bool) {
	list, ok := t.sequence(t.c.Stmt)
	if !ok {
		return nil, nil, false
	}
	if len(list) == 0 {
		t.errorf(t.c.Pos(), diag.NotALoop, "directive 'fuse' must be followed by a block that contains only loops").
			WithSection("6.0 §11.3")
		return nil, nil, false
	}
	first, end, ok := t.algebra().Range(t.c.Directive, len(list))
	if !ok {
		return nil, nil, false
	}
	g, ok := t.merge(list[first:end])
	return list[:first], list[end:], ok && t.algebra().Apply(t.c.Directive, loops.Names[*loopDim]{"fused": {g}})
}

// sequence returns the loops of a block, or none if the block contains anything else. One statement may
// generate several loops.
func (t *transformation) sequence(s *cc.Statement) (list []sequenceLoop, ok bool) {
	if s == nil || s.Case != cc.StatementCompound {
		return nil, true
	}
	for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItem.Case != cc.BlockItemStmt {
			return nil, true
		}
		stmt := l.BlockItem.Statement
		if tree.IsEmpty(stmt) {
			continue
		}
		these, ok := t.several(stmt)
		if !ok {
			return nil, false
		}
		if these == nil {
			these = []sequenceLoop{{stmt: stmt}}
		}
		list = append(list, these...)
	}
	return list, true
}

// several returns the loops that s generates if s is a construct that may generate more than one loop.
func (t *transformation) several(s *cc.Statement) (list []sequenceLoop, ok bool) {
	c := t.u.transformationAt(s)
	if c == nil {
		return nil, true
	}
	in := func() *transformation { return &transformation{u: t.u, c: c, report: t.report, out: &loopNest{}} }
	switch {
	case c.Kind == spec.Fuse && c.Clause(spec.LooprangeClause) != nil:
		f := in()
		before, after, ok := f.fuse()
		list = append(append(list, before...), sequenceLoop{nest: f.out})
		return append(list, after...), ok
	case c.Kind == spec.Split && c.Clause(spec.CountsClause) != nil:
		cl := c.Clause(spec.CountsClause)
		for i := range cl.Exprs {
			p := in()
			if !p.source(c.Stmt, 1) || !p.part(cl, i) {
				return nil, false
			}
			list = append(list, sequenceLoop{nest: p.out})
		}
	}
	return list, true
}

// merge generates the fused loop of list.
func (t *transformation) merge(list []sequenceLoop) (*loopDim, bool) {
	var parts []*fusedLoop
	for _, l := range list {
		part := &transformation{u: t.u, c: t.c, report: t.report, out: l.nest}
		if l.nest == nil {
			part.out = &loopNest{}
			if !part.source(l.stmt, 1) {
				return nil, false
			}
		}
		d := part.out.dims[0]
		t.out.prepare = append(append(t.out.prepare, part.out.hidden...), part.out.prepare...)
		t.out.setup = append(t.out.setup, part.out.setup...)
		part.out.inner = part.out.dims[1:]
		parts = append(parts, &fusedLoop{d, part.out})
	}
	wide := &loopDim{generated: true, trip: region.U64}
	g := generated("fuse", wide, func(b *body) region.Expr {
		var most region.Expr
		for _, p := range parts {
			n := b.fn.Convert(tripOf(b, p.dim), region.U64)
			if most == nil {
				most = n
			} else {
				most = &region.Binary{Op: region.Max, X: most, Y: n}
			}
		}
		return most
	})
	for _, p := range parts {
		d := p.dim
		d.logical = func(b *body) region.Expr { return b.fn.Convert(g.at(b), d.tripType()) }
	}
	t.out.fused, t.out.fuseIndex = parts, g
	t.Replace(0, 0, g)
	return g, true
}

// at returns the logical iteration number of d inside its loops.
func (d *loopDim) at(b *body) region.Expr {
	if d.logical != nil {
		return d.logical(b)
	}
	return &region.TempVal{Temp: d.index}
}

// tripType returns the type of d's count.
func (d *loopDim) tripType() region.Type {
	if d.like != nil {
		return d.like.tripType()
	}
	return d.trip
}

// prepareTransformed evaluates the operands of the generated loops' counts before these loops start.
func (ll *loopLowering) prepareTransformed(n *loopNest) {
	b := ll.b
	for _, d := range append(append([]*loopDim(nil), n.hidden...), n.prepare...) {
		ll.startAndStep(d)
		d.tripVal = b.let(d.v.Name()+".trips", b.tripCount(d))
	}
	for _, s := range n.setup {
		s(b)
	}
}

// insideGenerated emits the contents of the loops that the construct consumed: the remaining generated loops,
// the assignments to the program's loop variables, and the body.
func (ll *loopLowering) insideGenerated(n *loopNest, level int, undo *[]func()) {
	b := ll.b
	if level < len(n.inner) {
		ll.serialLoop(n.inner[level], func() { ll.insideGenerated(n, level+1, undo) })
		return
	}
	if len(n.fused) > 0 {
		ll.fusedBodies(n, undo)
		return
	}
	for _, d := range n.hidden {
		*undo = append(*undo, ll.setVariable(d))
	}
	b.loopBody(n.body)
}

func (ll *loopLowering) fusedBodies(n *loopNest, undo *[]func()) {
	b, f := ll.b, ll.b.fn
	for _, p := range n.fused {
		blk := f.Block(p.n.body, func() { ll.insideGenerated(p.n, 0, undo) })
		in := &region.Compare{Op: region.Lt, X: n.fuseIndex.at(b), Y: f.Convert(tripOf(b, p.dim), region.U64)}
		f.Emit(&region.If{Cond: in, Then: blk})
	}
}

// serialLoop runs gen for each iteration number of d, in order.
func (ll *loopLowering) serialLoop(d *loopDim, gen func()) {
	b, f := ll.b, ll.b.fn
	n := b.let(d.label()+".n", tripOf(b, d))
	t := n.ExprType()
	cell := &region.LocalAddr{Local: f.Local(d.label(), t, nil)}
	load := func() region.Expr { return &region.Load{Type: t, Addr: cell} }
	f.Emit(&region.Store{Addr: cell, X: cbody.Int(t, 0)})
	blk := f.Block(nil, func() {
		v := f.Let(d.label()+".iv", load())
		d.index = v.Temp
		gen()
	})
	post := f.Block(nil, func() { f.Emit(&region.Store{Addr: cell, X: add(load(), cbody.Int(t, 1))}) })
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Lt, X: load(), Y: n}, Body: blk, Post: post, Unroll: d.unroll})
}

func (d *loopDim) label() string {
	if d.v != nil {
		return d.v.Name()
	}
	return d.name
}

// transformation lowers a transformation construct that no other construct consumes: its loops run sequentially.
func (b *body) transformation(c *tree.Construct) {
	t := &transformation{u: b.u, c: c, report: true, out: &loopNest{}}
	errors := b.u.errors()
	var before, after []sequenceLoop
	ok := false
	switch c.Kind {
	case spec.Fuse:
		before, after, ok = t.fuse()
	case spec.Split:
		ok = b.split(c)
		t = nil
	case spec.Unroll:
		if c.Clause(spec.ApplyClause) == nil {
			ok = t.hinted()
			break
		}
		fallthrough
	default:
		ok = t.source(c.Stmt, tree.NestDepth(c.Directive)) && t.change(0, c.Directive)
	}
	if !ok {
		if b.u.errors() == errors {
			b.u.errorf(c.Pos(), diag.Internal, "%s failed without saying why", c.Kind)
		}
		return
	}
	if t == nil {
		return
	}
	b.sequenceLoops(c, before)
	b.runInOrder(c, t.out)
	b.sequenceLoops(c, after)
}

// sequenceLoops runs those loops of a sequence that c does not transform.
func (b *body) sequenceLoops(c *tree.Construct, list []sequenceLoop) {
	for _, l := range list {
		if l.nest != nil {
			b.runInOrder(c, l.nest)
		} else {
			b.fn.Stmt(l.stmt)
		}
	}
}

// runInOrder emits the loops of a generated nest.
func (b *body) runInOrder(c *tree.Construct, n *loopNest) {
	ll := &loopLowering{b: b, n: n}
	var undo []func()
	blk := b.fn.Block(c.Stmt, func() {
		ll.prepareTransformed(n)
		ll.serialNest(0, &undo)
	})
	runAll(undo)
	b.fn.Emit(blk)
}

// split divides a loop's iterations among several loops that run one after the other (6.0 §11.6). Only an apply
// clause can observe the difference from the single loop.
func (b *body) split(c *tree.Construct) bool {
	cl := c.Clause(spec.CountsClause)
	if cl == nil {
		return false
	}
	if c.Clause(spec.ApplyClause) == nil {
		b.fn.Stmt(c.Stmt)
		return true
	}
	for i := range cl.Exprs {
		t := &transformation{u: b.u, c: c, report: true, out: &loopNest{}}
		if !t.source(c.Stmt, 1) || !t.part(cl, i) {
			return false
		}
		b.runInOrder(c, t.out)
	}
	return true
}

// part restricts the loop to the iterations of part number k and applies the apply clauses for that part.
func (t *transformation) part(counts *tree.Clause, k int) bool {
	d := t.out.dims[0]
	sizes := make([]func(*body) region.Expr, len(counts.Exprs))
	for i, e := range counts.Exprs {
		if e != nil {
			sizes[i] = t.Size(e, d)
		}
	}
	// sum adds the sizes that keep accepts, without omp_fill's.
	sum := func(b *body, keep func(i int) bool) region.Expr {
		var s region.Expr = number(d, 0)
		for i, f := range sizes {
			if f != nil && keep(i) {
				s = add(s, f(b))
			}
		}
		return s
	}
	fill := func(b *body) region.Expr {
		others := sum(b, func(int) bool { return true })
		return choose(&region.Compare{Op: region.Lt, X: others, Y: tripOf(b, d)}, sub(tripOf(b, d), others),
			number(d, 0))
	}
	start := func(b *body) region.Expr {
		s := sum(b, func(i int) bool { return i < k })
		for i := range k {
			if sizes[i] == nil {
				s = add(s, fill(b))
			}
		}
		return minimum(s, tripOf(b, d))
	}
	g := generated("split", d, func(b *body) region.Expr {
		n := fill(b)
		if sizes[k] != nil {
			n = sizes[k](b)
		}
		return minimum(n, sub(tripOf(b, d), start(b)))
	})
	d.logical = func(b *body) region.Expr { return add(start(b), g.at(b)) }
	t.Replace(0, 1, g)
	all := make([]*loopDim, len(sizes))
	all[k] = g
	list, ok := t.algebra().Applied(t.c.Directive, loops.Names[*loopDim]{"split": all})
	for _, p := range list {
		if ok && p.Loop == g {
			ok = t.change(slices.Index(t.out.dims, g), p.Dir)
		}
	}
	return ok
}

// hinted keeps the loop of an unroll construct and adds the optimiser's unroll hint: unrolling does not change
// the iteration order.
func (t *transformation) hinted() bool {
	if !t.source(t.c.Stmt, 1) {
		return false
	}
	d := t.out.dims[0]
	g := generated(d.label(), d, func(b *body) region.Expr { return tripOf(b, d) })
	d.logical = g.at
	g.unroll = -1
	if cl := t.c.Clause(spec.PartialClause); cl != nil {
		g.unroll = loops.DefaultUnroll
		if v := clauseConst(t.c, spec.PartialClause); v > 0 {
			g.unroll = int(v)
		}
	}
	t.Replace(0, 1, g)
	return true
}

func (ll *loopLowering) serialNest(level int, undo *[]func()) {
	if level == len(ll.n.dims) {
		ll.insideGenerated(ll.n, 0, undo)
		return
	}
	ll.serialLoop(ll.n.dims[level], func() { ll.serialNest(level+1, undo) })
}
