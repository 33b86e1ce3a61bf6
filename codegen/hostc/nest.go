package hostc

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/diag"
	"ompcc/pragma/resolve"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Loop transformations (OpenMP 5.2 §9, 6.0 §11) are written out for every host
// compiler alike, also for one that does not know them. Each loop of the program
// gets an iteration number that counts from 0; a transformation replaces some
// loops by others and defines the old iteration numbers by the new ones. What is
// left is a nest of dims, a list of definitions and the user's statement.

// dim is one loop of a nest. It is counted by an unsigned long from 0.
type dim struct {
	index string   // its iteration number
	count string   // C expression of the number of iterations
	needs []string // the iteration numbers that count is made of
	most  string   // an upper bound of count that is made of none
	// head is the user's own loop head; then index is the user's variable.
	head string
	// unroll is the optimiser's hint: 0 none, -1 full, else the factor.
	unroll int
}

// define gives an iteration number, or the user's variable, its value.
type define struct {
	name, text string
	needs      []string
}

// nest is a canonical loop nest, its loops transformed or not.
type nest struct {
	setup []string // declarations that stand before the loops
	names []string // what they declare
	dims  []*dim
	defs  []define
	// body is the innermost loop's; parts are the bodies of fused loops instead.
	body  *cc.Statement
	parts []*part
	// vars are the variables of the program's loops, which inner ones must not use.
	vars []string
	// generated is set when a transformation has made a loop of the nest.
	generated bool
	// inside and after stand at the beginning and the end of the iterations of the
	// loops that a construct consumes.
	inside, after string
}

// part is one of the loops that were fused: it runs where cond holds.
type part struct {
	cond string
	rest *nest
}

// nester analyses the loops of one construct.
type nester struct {
	w *writer
	c *tree.Construct
}

// Error is what the host's text cannot express.
type Error struct {
	Span             diag.Span
	Code             diag.Code
	Message, Section string
}

func (e *Error) Error() string { return e.Span.Pos.String() + ": " + e.Message }

// errorf remembers the first error.
func (t *nester) errorf(span diag.Span, code diag.Code, format string, args ...any) *Error {
	e := &Error{Span: span, Code: code, Message: fmt.Sprintf(format, args...), Section: t.c.Def.Section}
	if t.w.err == nil {
		t.w.err = e
	}
	return e
}

// name makes a new variable's name.
func (t *nester) name(kind string) string {
	t.w.loops++
	return fmt.Sprintf("__ompcc_%s%d", kind, t.w.loops)
}

// transformationAt is the loop-transforming construct that s is, if it is one.
func (w *writer) transformationAt(s *cc.Statement) *tree.Construct {
	if s == nil || s.IterationStatement == nil {
		return nil
	}
	if c := w.p.Tree.ByLoop[s.IterationStatement]; c != nil && c.Transforms() {
		return c
	}
	return nil
}

// single strips blocks that hold nothing but one statement.
func single(s *cc.Statement) *cc.Statement {
	for s != nil && s.CompoundStatement != nil {
		var only *cc.Statement
		for l := s.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
			b := l.BlockItem
			if b.Case != cc.BlockItemStmt || only != nil {
				return s
			}
			only = b.Statement
		}
		if only == nil {
			return s
		}
		s = only
	}
	return s
}

// source is the nest of at least depth loops that s is. The program's own loops
// keep their heads if keep is set.
func (t *nester) source(s *cc.Statement, depth int, keep bool) *nest {
	n := &nest{body: s}
	if !t.extend(n, depth, keep) {
		return nil
	}
	return n
}

// extend takes loops out of n's body until it has depth of them.
func (t *nester) extend(n *nest, depth int, keep bool) bool {
	for len(n.dims) < depth {
		s := n.body
		if s == nil {
			t.errorf(t.span(), diag.MissingLoop, "directive '%s' needs %d nested loops", t.c.Kind, depth)
			return false
		}
		if len(n.dims) > 0 || !keep {
			s = single(s)
		}
		if c := t.w.transformationAt(s); c != nil {
			if !t.absorb(n, c) {
				return false
			}
			continue
		}
		if s.IterationStatement == nil {
			t.errorf(t.span(), diag.MissingLoop, "directive '%s' needs %d perfectly nested loops, found %d", t.c.Kind,
				depth, len(n.dims))
			return false
		}
		l := resolve.CanonicalLoop(t.w.p.Tree, t.c, s.IterationStatement)
		if l == nil {
			t.errorf(t.span(), diag.MissingLoop, "directive '%s' needs %d canonical loops, found %d", t.c.Kind, depth,
				len(n.dims))
			return false
		}
		if !keep && !t.rectangular(n, l) {
			return false
		}
		if keep {
			t.keep(n, l)
		} else {
			t.count(n, l)
		}
		n.body = l.For.Statement
	}
	return true
}

func (t *nester) span() diag.Span {
	return diag.Span{Pos: t.c.Pos(), Len: len(t.c.Kind.String())}
}

// absorb puts the loops that transformation c generates into n.
func (t *nester) absorb(n *nest, c *tree.Construct) bool {
	list := (&nester{w: t.w, c: c}).transformed()
	if list == nil {
		return false
	}
	if len(list) != 1 || len(list[0].dims) == 0 {
		t.errorf(t.span(), diag.NoGeneratedLoop, "'%s' generates no single loop nest for '%s'", c.Kind, t.c.Kind)
		return false
	}
	in := list[0]
	for _, line := range in.setup {
		for _, v := range n.vars {
			if mentionsName(line, v) {
				t.errorf(diag.Span{Pos: c.Pos(), Len: len(c.Kind.String())}, diag.NotRectangular,
					"the loops that '%s' generates must not depend on '%s', the variable of an outer loop", c.Kind, v)
				return false
			}
		}
	}
	n.setup, n.names = append(n.setup, in.setup...), append(n.names, in.names...)
	n.dims, n.defs = append(n.dims, in.dims...), append(n.defs, in.defs...)
	n.vars = append(n.vars, in.vars...)
	n.body, n.parts, n.generated = in.body, in.parts, true
	return true
}

// rectangular reports a loop whose bounds depend on a loop around it.
func (t *nester) rectangular(n *nest, l *tree.Loop) bool {
	for _, e := range []cc.ExpressionNode{l.Init, l.Bound, l.Step} {
		if e == nil {
			continue
		}
		for _, v := range n.vars {
			if mentionsName(t.w.u.NodeText(e), v) {
				t.errorf(t.w.u.NodeSpan(e), diag.NotRectangular,
					"directive '%s' needs rectangular loops, but the bounds of loop '%s' depend on '%s'", t.c.Kind,
					l.Var.Name(), v)
				return false
			}
		}
	}
	return true
}

// mentionsName reports whether C text names v, other than as a member.
func mentionsName(text, v string) bool {
	afterDot := false
	for len(text) > 0 {
		n := tokenLen(text)
		tok := text[:n]
		text = text[n:]
		if tok == v && !afterDot {
			return true
		}
		if strings.TrimSpace(tok) != "" {
			afterDot = tok == "." || tok == "->"
		}
	}
	return false
}

// keep adds the program's loop l as it is.
func (t *nester) keep(n *nest, l *tree.Loop) {
	start, _ := t.w.u.NodeRange(l.For)
	body, _ := t.w.u.NodeRange(l.For.Statement)
	n.dims = append(n.dims,
		&dim{index: l.Var.Name(), head: t.w.user(start) + string(t.w.copy(start, body)) + t.w.generated(body)})
	n.vars = append(n.vars, l.Var.Name())
}

// count adds the program's loop l with an iteration number: the loop's variable
// is its start and that many steps (5.2 §4.4.1).
func (t *nester) count(n *nest, l *tree.Loop) {
	w := t.w
	d := &dim{index: t.name("i")}
	begin, step, trips := t.counted(n, l)
	d.count, d.most = trips, trips
	value := fmt.Sprintf("(unsigned long)%s + %s * %s", begin, d.index, step)
	if l.Var.Type().Kind() == cc.Ptr {
		value = fmt.Sprintf("%s + (long)(%s * %s)", begin, d.index, step)
	}
	n.dims = append(n.dims, d)
	n.defs = append(n.defs,
		define{name: l.Var.Name(), text: w.declare(l, l.Var.Name()) + " = " + value + ";", needs: []string{d.index}})
	n.vars = append(n.vars, l.Var.Name())
}

// counted declares the start of the program's loop l, its step as an unsigned
// number and its count.
func (t *nester) counted(n *nest, l *tree.Loop) (begin, step, trips string) {
	w := t.w
	end := t.name("e")
	begin, step, trips = t.name("b"), t.name("s"), t.name("n")
	n.set(begin, w.declare(l, begin)+" = "+t.text(l.Init)+";")
	bound := t.text(l.Bound)
	n.set(end, fmt.Sprintf("const __typeof__((%s) + 0) %s = (%s);", bound, end, bound))
	text := "1"
	if l.Step != nil {
		text = t.text(l.Step)
	}
	sign := ""
	if l.Down {
		sign = "-"
	}
	n.set(step, fmt.Sprintf("const unsigned long %s = %s(unsigned long)(%s);", step, sign, text))
	up := l.Up()
	lo, hi, by := begin, end, step
	if !up {
		lo, hi, by = end, begin, "-"+step
	}
	distance := expand("DISTANCE", lo, hi)
	if l.Var.Type().Kind() == cc.Ptr {
		distance = fmt.Sprintf("(unsigned long)(%s - %s)", hi, lo)
	}
	n.set(trips, fmt.Sprintf("const unsigned long %s = %s;", trips, tripText(l.Cmp, lo, hi, distance, by)))
	return begin, step, trips
}

func tripText(cmp, lo, hi, distance, by string) string {
	if cmp == "<=" || cmp == ">=" {
		return fmt.Sprintf("%s <= %s ? (%s) / (%s) + 1 : 0", lo, hi, distance, by)
	}
	return fmt.Sprintf("%s < %s ? (%s - 1) / (%s) + 1 : 0", lo, hi, distance, by)
}

// text is an expression of the program with the names that stand for device
// storage put for the program's.
func (t *nester) text(e cc.ExpressionNode) string {
	start, end := t.w.u.NodeRange(e)
	return t.w.expr(string(t.w.copy(start, end)))
}

// declare declares name with the type of l's variable.
func (w *writer) declare(l *tree.Loop, name string) string {
	if !l.Declared {
		return fmt.Sprintf("__typeof__(%s) %s", w.expr(l.Var.Name()), name)
	}
	specifiers, _ := w.u.NodeRange(l.For.Declaration)
	start, end := w.u.NodeRange(l.Var)
	declarator := string(w.u.Text[start:end])
	if i := strings.LastIndex(declarator, l.Var.Name()); i >= 0 {
		declarator = declarator[:i] + name + declarator[i+len(l.Var.Name()):]
	}
	return string(w.u.Text[specifiers:start]) + declarator
}

// set adds a declaration before the loops.
func (n *nest) set(name, text string) {
	n.setup = append(n.setup, text)
	n.names = append(n.names, name)
}

// replace puts loops for the k loops from position at on.
func (n *nest) replace(at, k int, loops ...*dim) {
	n.dims = append(n.dims[:at:at], append(append([]*dim(nil), loops...), n.dims[at+k:]...)...)
	n.generated = true
}

func (n *nest) define(name, value string, needs ...string) {
	n.defs = append(n.defs,
		define{name: name, text: fmt.Sprintf("const unsigned long %s = %s;", name, value), needs: needs})
}

// transformed are the loop nests, mostly one, that the construct generates, or
// nil after an error.
func (t *nester) transformed() []*nest {
	d := t.c.Directive
	if d.Kind == spec.Fuse {
		return t.fuse()
	}
	n := t.source(t.c.Stmt, tree.NestDepth(d), false)
	if n == nil {
		return nil
	}
	return t.transform(n, 0, d)
}

// transform applies d to the loops of n from position at on.
func (t *nester) transform(n *nest, at int, d *tree.Directive) []*nest {
	switch {
	case d.Kind == spec.Split:
		if !t.extend(n, at+1, false) {
			return nil
		}
		return t.split(n, at, n.dims[at], d)
	case !t.algebra(n).Change(at, d):
		return nil
	}
	return []*nest{n}
}
