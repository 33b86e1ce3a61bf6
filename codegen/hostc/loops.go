package hostc

import (
	"fmt"
	"ompcc/lower/cexpr"
	"slices"
	"strings"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/lower/loops"
	"ompcc/parse/pattern"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// collectTransformations adds the edits for loops that a transformation
// generates: of the constructs that are associated with them, and of
// transformations that stand alone.
func (w loopWriter) collectTransformations() {
	device := map[int]bool{}
	for _, h := range w.p.Host {
		device[h.Construct.Pragma.ID] = true
	}
	for _, c := range w.p.Tree.All {
		if c == nil || c.Stmt == nil || c.Meta != nil || device[c.Pragma.ID] {
			continue
		}
		switch {
		case c.Kind == spec.Unroll && loops.TransformationAt(w.p.Tree, c.Stmt) == nil && len(c.All(spec.ApplyClause)) == 0:
			// The host compiler's, or a hint for its optimiser.
		case c.Transforms():
			w.edits = append(w.edits, &edit{start: c.Start, end: c.End, text: func() string { return w.generatedLoops(c) }})
		case w.rewrites(c):
			w.edits = append(w.edits, &edit{start: c.Start, end: c.End, text: func() string {
				return w.begin(c.Start) + w.consumer(c, w.initials[c], w.hostText(c).Text)
			}})
		}
	}
}

func (d *document) begin(off int) string {
	return strings.TrimPrefix(d.generated(off), d.lineStart(off))
}

// Rewrites reports whether the text of c, a construct of t, is written anew with its statement, whatever its directive
// becomes.
func Rewrites(t *tree.Tree, c *tree.Construct, h spell.Compiler) bool {
	w := &writer{document: &document{opts: &Options{Host: h}}, p: &lower.Program{Tree: t}}
	return w.rewrites(c) || w.bracesSections(c)
}

// rewrites reports whether c is written anew, by consumer.
func (w *writer) rewrites(c *tree.Construct) bool {
	return reductionWriter{w}.reducesTeams(c) || loopWriter{w}.rewritesLoops(c)
}

// rewritesLoops reports whether the loops of c are written anew, by loopConsumer.
func (w loopWriter) rewritesLoops(c *tree.Construct) bool {
	return w.consumes(c) || inductionWriter{w.writer}.induces(c) || w.serialises(c) || reducesPrivately(c) ||
		spell.CountsAnew(c, w.opts.Host)
}

// consumes reports whether one of the loops that c is associated with is generated.
func (w loopWriter) consumes(c *tree.Construct) bool {
	if c.Def == nil || c.Def.Assoc != spec.AssocLoop || c.Transforms() || c.Stmt == nil {
		return false
	}
	return loops.Consumes(w.p.Tree, c.Stmt, c.NestDepth())
}

// consumer writes construct c, whose directive is text, behind the directive initial.
func (w loopWriter) consumer(c *tree.Construct, initial, text string) string {
	if (reductionWriter{w.writer}).reducesTeams(c) {
		return reductionWriter{w.writer}.teamsReduction(c, initial)
	}
	return w.loopConsumer(c, initial+text)
}

// loopConsumer writes construct c, whose directive is text, with its generated loops.
func (w loopWriter) loopConsumer(c *tree.Construct, text string) string {
	switch {
	case w.serialises(c):
		return serialWriter{w.writer}.serial(c)
	case inductionWriter{w.writer}.induces(c):
		return inductionWriter{w.writer}.induction(c, text)
	case reducesPrivately(c):
		return reductionWriter{w.writer}.privateReduction(c, text)
	}
	t := &nester{w: w.writer, c: c}
	depth := c.NestDepth()
	n := t.source(c.Stmt, depth, w.consumes(c) || !spell.CountsAnew(c, w.opts.Host))
	last := keepsLast(c)
	if n != nil && len(last) > 0 && n.padded(depth) {
		n = t.source(c.Stmt, depth, false)
	} else {
		last = nil
	}
	if n == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("{\n")
	w.declarations(&b, n)
	if len(last) > 0 {
		text = t.copyLast(&b, n, depth, text, last)
	}
	b.WriteString(text)
	if c.Clause(spec.DefaultClause) != nil && len(n.names) > 0 && c.Clause(spec.DefaultClause).Words[0] != "shared" {
		b.WriteString(" shared(" + strings.Join(n.names, ", ") + ")")
	}
	b.WriteString("\n")
	w.loopNest(&b, n, depth)
	b.WriteString("}")
	return b.String()
}

// generatedLoops writes a transformation that stands alone.
func (w loopWriter) generatedLoops(c *tree.Construct) string {
	var b strings.Builder
	b.WriteString(w.begin(c.Start))
	b.WriteString("{\n")
	list := (&nester{w: w.writer, c: c}).transformed()
	for _, n := range list {
		w.declarations(&b, n)
	}
	for _, n := range list {
		w.loopNest(&b, n, 0)
	}
	b.WriteString("}")
	return b.String()
}

// keepsLast are the list items of c's lastprivate clauses.
func keepsLast(c *tree.Construct) (names []string) {
	for _, cl := range c.All(spec.LastprivateClause) {
		for _, it := range cl.Items {
			names = append(names, it.Text)
		}
	}
	return names
}

// padded reports whether one of the consumed loops runs to an upper bound, with a condition inside.
func (n *nest) padded(consumed int) bool {
	return slices.ContainsFunc(n.dims[:consumed], func(d *dim) bool { return len(d.needs) > 0 })
}

var lastprivateClause = pattern.New(`lastprivate\s*\(([^()]*)\)`)

// copyLast has the last iteration of a padded nest copy the list items of lastprivate to
// the originals: the host compiler would take them from an iteration that a condition
// leaves out. It returns the directive without these clauses.
func (t *nester) copyLast(b *strings.Builder, n *nest, consumed int, text string, names []string) string {
	w := t.w
	var copies strings.Builder
	for _, v := range names {
		p := t.name("l")
		n.names = append(n.names, p)
		b.WriteString(cexpr.Expand("CONST_POINTER_TO", p, w.expr(v)) + "\n")
		copies.WriteString(" " + cexpr.Expand("COPY_TO", p, w.expr(v)))
	}
	// The last iteration has the last number of each loop, given those of the outer ones.
	var at strings.Builder
	l := &loopText{w: w, b: &at, n: n, known: map[string]bool{}, open: append([]define(nil), n.defs...)}
	var is []string
	for _, d := range n.dims[:consumed] {
		z := t.name("z")
		n.names = append(n.names, z)
		is = append(is, d.index+" == "+z)
		fmt.Fprintf(b, "unsigned long %s;\n", z)
		at.WriteString(cexpr.Expand("FROM_THE_END", d.index, d.count, z) + "\n")
		l.known[d.index] = true
		l.settle()
	}
	b.WriteString("{\n" + at.String() + "}\n")
	n.inside, n.after = " ", "if ("+strings.Join(is, " && ")+") {"+copies.String()+" }\n"
	first := map[string]bool{}
	for _, cl := range t.c.All(spec.FirstprivateClause) {
		for _, it := range cl.Items {
			first[it.Text] = true
		}
	}
	private := slices.DeleteFunc(slices.Clone(names), func(v string) bool { return first[v] })
	clause := ""
	if len(private) > 0 {
		clause = w.expr("private(" + strings.Join(private, ", ") + ")")
	}
	done := false
	return lastprivateClause().ReplaceAllStringFunc(text, func(string) string {
		if done {
			return ""
		}
		done = true
		return clause
	})
}

func (w loopWriter) declarations(b *strings.Builder, n *nest) {
	for _, s := range n.setup {
		b.WriteString(s + "\n")
	}
}

// loopNest writes n's loops. The outermost consumed ones are perfectly nested and
// rectangular, as a construct needs them; where that makes them run too often, a
// condition inside leaves out what is too much.
func (w loopWriter) loopNest(b *strings.Builder, n *nest, consumed int) {
	l := &loopText{w: w.writer, b: b, n: n, known: map[string]bool{}}
	l.open = append(l.open, n.defs...)
	if len(n.dims) == 0 {
		l.settle()
	}
	for i, d := range n.dims {
		l.head(d, i < consumed)
		if i+1 == consumed && n.inside != "" {
			b.WriteString("{ " + n.inside + "do ")
		}
		if i+1 >= consumed {
			l.brace()
			l.settle()
		}
	}
	if len(n.parts) == 0 {
		l.body()
	}
	for _, p := range n.parts {
		l.part(p)
	}
	b.WriteString(strings.Repeat("}", l.braces) + "\n")
	if n.inside != "" {
		b.WriteString("while (0);\n" + n.after + "}\n")
	}
}

// loopText writes one nest.
type loopText struct {
	w      *writer
	b      *strings.Builder
	n      *nest
	known  map[string]bool
	open   []define // not yet written
	guards []*dim   // loops that run to their upper bound
	braces int
}

func (l *loopText) have(names []string) bool {
	for _, x := range names {
		if !l.known[x] {
			return false
		}
	}
	return true
}

// head begins the loop d; a construct consumes it or not.
func (l *loopText) head(d *dim, consumed bool) {
	l.known[d.index] = true
	if d.head != "" {
		l.b.WriteString(d.head)
		return
	}
	count := d.count
	if len(d.needs) > 0 && (consumed || !l.have(d.needs)) {
		count = d.most
		l.guards = append(l.guards, d)
	}
	if !consumed {
		l.b.WriteString(loopWriter{l.w}.unrollHint(d.unroll))
	}
	l.b.WriteString(cexpr.Expand("COUNT_UP", d.index, count) + "\n")
}

func (l *loopText) brace() {
	l.b.WriteString("{\n")
	l.braces++
}

// settle writes the definitions and conditions that what is known decides.
func (l *loopText) settle() {
	for again := true; again; {
		again = false
		for i, d := range l.open {
			if l.have(d.needs) {
				l.b.WriteString(d.text + "\n")
				l.known[d.name] = true
				l.open = append(l.open[:i:i], l.open[i+1:]...)
				again = true
				break
			}
		}
		for i, g := range l.guards {
			if l.have(g.needs) {
				fmt.Fprintf(l.b, "if (%s < %s) ", g.index, g.count)
				l.brace()
				l.guards = append(l.guards[:i:i], l.guards[i+1:]...)
				again = true
				break
			}
		}
	}
}

// body copies the user's statement.
func (l *loopText) body() {
	start, end := l.w.u.NodeRange(l.n.body)
	l.b.WriteString("{" + l.w.user(start))
	l.b.Write(l.w.copy(start, end))
	l.b.WriteString(l.w.generated(end) + "}\n")
}

// part writes a fused loop's share of one iteration. Its continue statements must
// not leave out the other loops' shares.
func (l *loopText) part(p *part) {
	fmt.Fprintf(l.b, "if (%s) do {\n", p.cond)
	in := &loopText{w: l.w, b: l.b, n: p.rest, known: map[string]bool{}, open: append([]define(nil), p.rest.defs...)}
	for name := range l.known {
		in.known[name] = true
	}
	in.settle()
	for _, d := range p.rest.dims {
		in.head(d, false)
		in.brace()
		in.settle()
	}
	if len(p.rest.parts) == 0 {
		in.body()
	}
	for _, q := range p.rest.parts {
		in.part(q)
	}
	l.b.WriteString(strings.Repeat("}", in.braces) + "} while (0);\n")
}

// unrollHint is the host compiler's own directive for unrolling.
func (w loopWriter) unrollHint(n int) string {
	switch {
	case n == 0 || n == 1:
		return ""
	case w.opts.Host.GCC && n < 0:
		return "\n#pragma GCC unroll 8\n"
	case w.opts.Host.GCC:
		return fmt.Sprintf("\n#pragma GCC unroll %d\n", n)
	case n < 0:
		return "\n#pragma clang loop unroll(full)\n"
	}
	return fmt.Sprintf("\n#pragma clang loop unroll_count(%d)\n", n)
}
