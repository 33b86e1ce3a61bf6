package hostc

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/loops"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
)

// nestPrinter writes nests of loops as host C.
type nestPrinter struct {
	*nester
	dims   map[*loops.Loop]*dim
	first  map[*loops.Loop]string // the starts of the program's loops
	step   map[*loops.Loop]string
	once   map[*loops.Number]number
	bodies map[*cc.Statement]bool
}

func (t *nester) printer() *nestPrinter {
	return &nestPrinter{t, map[*loops.Loop]*dim{}, map[*loops.Loop]string{}, map[*loops.Loop]string{},
		map[*loops.Number]number{}, map[*cc.Statement]bool{}}
}

// print is n as host C.
func (p *nestPrinter) print(n *loops.Nest) *nest {
	out := &nest{body: n.Body}
	for _, s := range n.Setup {
		switch {
		case s.Once != nil:
			p.evaluate(out, s.Once)
		case s.Loop.Program != nil:
			p.count(out, s.Loop)
		default:
			p.generate(out, s.Loop)
		}
	}
	for _, l := range n.Loops {
		if p.dims[l] == nil {
			p.dims[l] = p.keep(l.Program)
		}
		out.dims = append(out.dims, p.dims[l])
	}
	for _, d := range n.Defs {
		p.definition(out, d)
	}
	for _, f := range n.Parts {
		cond := fmt.Sprintf("%s < %s", p.dims[f.Fused].index, p.dims[f.Loop].count)
		out.parts = append(out.parts, &part{cond: cond, rest: p.print(f.Rest)})
	}
	p.copied(n.Body)
	return out
}

// copied reports a body that is written more than once and must not be: with a label or a static variable.
func (p *nestPrinter) copied(body *cc.Statement) {
	if body == nil || !p.bodies[body] {
		p.bodies[body] = true
		return
	}
	if node := keepsIdentity(body); node != nil {
		p.errorf(p.w.u.NodeSpan(node), diag.Unsupported,
			"labels and static variables are not supported in the body of a loop that 'split' divides").
			Fix = "move the static variable before the loop, or remove the label"
	}
}

// count gives the program's loop l an iteration number.
func (p *nestPrinter) count(n *nest, l *loops.Loop) {
	d := &dim{index: p.name("i")}
	p.first[l], p.step[l], d.count = p.counted(n, l.Program)
	d.most = d.count
	p.dims[l] = d
}

// indexNames begin the names of the iteration numbers of generated loops.
var indexNames = map[loops.Kind]string{
	loops.Grid: "g", loops.Intratile: "x", loops.Offsets: "o", loops.StripeGrid: "g", loops.Reversed: "r",
	loops.Unrolled: "g", loops.Copies: "u", loops.Part: "i", loops.Fused: "f",
	loops.Flattened: "f",
}

// generate makes a loop. Its count gets a name if it is an expression that depends on no loop.
func (p *nestPrinter) generate(n *nest, l *loops.Loop) {
	if l.Same() {
		p.dims[l] = p.dims[l.Like]
		if l.Unroll != 0 {
			p.dims[l].unroll = l.Unroll
		}
		return
	}
	d := &dim{index: p.name(indexNames[l.Kind]), unroll: l.Unroll}
	count := p.number(l.Count)
	d.count, d.most, d.needs = count.operand(), count.most, count.needs
	p.dims[l] = d
	named := l.Count.Op == loops.Once || l.Like != nil && d.count == p.dims[l.Like].count
	if !named && len(d.needs) == 0 {
		name := p.name("n")
		n.set(name, fmt.Sprintf("const unsigned long %s = %s;", name, d.count))
		d.count, d.most = name, name
	}
}

// evaluate declares the number x before the loops.
func (p *nestPrinter) evaluate(n *nest, x *loops.Number) {
	name, text := "", ""
	if x.X.Op == loops.Argument {
		name, text = p.name("t"), "("+p.w.expr(x.X.Expr.Text)+")"
	} else {
		name, text = p.name("n"), p.number(x.X).text
	}
	n.set(name, fmt.Sprintf("const unsigned long %s = %s;", name, text))
	p.once[x] = number{text: name, most: name}
}

// definition declares the iteration number of a loop that others replace, or the variable of a loop of the program:
// it is the loop's start and that many steps (5.2 §4.4.1).
func (p *nestPrinter) definition(n *nest, d loops.Definition) {
	l := p.dims[d.Loop]
	if d.Value != nil {
		if value := p.number(d.Value); value.text != l.index {
			n.define(l.index, value.text, value.needs...)
		}
		return
	}
	v := d.Loop.Program.Var
	value := fmt.Sprintf("(unsigned long)%s + %s * %s", p.first[d.Loop], l.index, p.step[d.Loop])
	if v.Type().Kind() == cc.Ptr {
		value = fmt.Sprintf("%s + (long)(%s * %s)", p.first[d.Loop], l.index, p.step[d.Loop])
	}
	n.defs = append(n.defs, define{name: v.Name(), text: p.w.declare(d.Loop.Program, v.Name()) + " = " + value + ";",
		needs: []string{l.index}})
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

// number is x as C.
func (p *nestPrinter) number(x *loops.Number) number {
	switch x.Op {
	case loops.Constant:
		text := fmt.Sprint(x.Value)
		return number{text: text, most: text}
	case loops.Once:
		return p.once[x]
	case loops.Trip:
		d := p.dims[x.Loop]
		return number{text: d.count, most: d.most, needs: d.needs}
	case loops.Index:
		d := p.dims[x.Loop]
		return number{text: d.index, most: d.most, needs: []string{d.index}}
	}
	return operation(x.Op, p.number(x.X), p.number(x.Y))
}

func operation(op loops.Op, x, y number) number {
	n := number{most: x.most, needs: slices.Concat(x.needs, y.needs)}
	a, b := x.operand(), y.operand()
	switch op {
	case loops.Add:
		n.text, n.sum = x.text+" + "+y.text, true
	case loops.Sub:
		n.text, n.sum = x.text+" - "+b, true
	case loops.Mul:
		n.text, n.most = a+" * "+b, "("+x.most+") * ("+y.most+")"
	case loops.Div:
		n.text = "(" + a + " / (" + y.text + "))"
	case loops.Rem:
		n.text = "(" + a + " % (" + y.text + "))"
	case loops.Min:
		n.text = fmt.Sprintf("(%s < %s ? %s : %s)", a, b, a, b)
	case loops.Max:
		n.text = fmt.Sprintf("(%s > %s ? %s : %s)", a, b, a, b)
		n.most = n.text
	case loops.CeilDiv:
		n.text, n.most = ceilDiv(a, b), ceilDiv(x.most, b)
	}
	return n
}

func ceilDiv(n, k string) string { return fmt.Sprintf("(%s / %s + (%s %% %s != 0))", n, k, n, k) }

// keepsIdentity finds what must not be copied: a label or a static variable.
func keepsIdentity(s *cc.Statement) (found cc.Node) {
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
