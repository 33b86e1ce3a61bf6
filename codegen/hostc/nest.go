package hostc

import (
	"fmt"
	"ompcc/lower/cexpr"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/loops"
	"ompcc/parse/diag"
	"ompcc/pragma/tree"
)

// Loop transformations (OpenMP 5.2 §9, 6.0 §11) are written out for every host compiler alike, also for one that does
// not know them. Package loops decides on the loops; here they become a nest of dims, a list of definitions and the
// user's statement. Each loop gets an iteration number that counts from 0.

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
	Span                  diag.Span
	Code                  diag.Code
	Message, Section, Fix string
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

// source is the nest of at least depth loops that s is. The program's own loops keep their heads if keep is set.
func (t *nester) source(s *cc.Statement, depth int, keep bool) *nest {
	r := t.reader()
	n := r.Nest(s, depth, !keep)
	if n == nil {
		t.fail(r.Diags)
		return nil
	}
	return t.printer().print(n)
}

// transformed are the loop nests, mostly one, that the construct generates, or nil after an error.
func (t *nester) transformed() (list []*nest) {
	r := t.reader()
	p := t.printer()
	for _, n := range r.Generated() {
		list = append(list, p.print(n))
	}
	t.fail(r.Diags)
	return list
}

func (t *nester) reader() *loops.Reader {
	return &loops.Reader{Tree: t.w.p.Tree, Construct: t.c, Diags: &diag.List{}, Perfect: true}
}

// fail remembers the first error of list.
func (t *nester) fail(list *diag.List) {
	if len(list.All) > 0 && t.w.err == nil {
		d := list.All[0]
		t.w.err = &Error{Span: d.Span, Code: d.Code, Message: d.Message, Section: d.Section, Fix: d.Fix}
	}
}

func (t *nester) span() diag.Span {
	return diag.Span{Pos: t.c.Pos(), Len: len(t.c.Kind.String())}
}

// keep is the program's loop l as it is.
func (t *nester) keep(l *tree.Loop) *dim {
	start, _ := t.w.u.NodeRange(l.For)
	body, _ := t.w.u.NodeRange(l.For.Statement)
	return &dim{index: l.Var.Name(), head: t.w.user(start) + string(t.w.copy(start, body)) + t.w.generated(body)}
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
	distance := cexpr.Expand("DISTANCE", lo, hi)
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

func (n *nest) define(name, value string, needs ...string) {
	n.defs = append(n.defs,
		define{name: name, text: fmt.Sprintf("const unsigned long %s = %s;", name, value), needs: needs})
}
