package hostc

import (
	"fmt"
	"ompcc/lower/cexpr"
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// No host compiler knows the induction clause (OpenMP 6.0 §7.6.13). hostc makes its list
// items private. Each iteration begins with an assignment of the closed form, computed
// from the original value, the step and the number of the iteration. The last iteration
// ends with a copy to the original. hostc does not use lastprivate, because host
// compilers then require a shared original.

// inducer writes one construct with induction clauses.
type inducer struct {
	*nester
	setup, names  []string
	inside, after strings.Builder
	index, total  string
}

// induces reports whether c is a loop construct whose induction or linear clauses hostc writes out.
func (w inductionWriter) induces(c *tree.Construct) bool {
	return c.Stmt != nil && c.Def != nil && c.Def.Assoc == spec.AssocLoop &&
		(c.Clause(spec.InductionClause) != nil || spell.InducesLinear(c, w.opts.Host))
}

// induction writes construct c, whose directive is text.
func (w inductionWriter) induction(c *tree.Construct, text string) string {
	in := &inducer{nester: &nester{w: w.writer, c: c}, index: "__ompcc_k"}
	if c.Nest == nil {
		return in.generated(text)
	}
	var number string
	for i, l := range c.Nest.Loops {
		number = in.number(number, i, l)
	}
	in.begin("const unsigned long __ompcc_k = " + number + ";")
	body := c.Nest.Body
	start, end := w.u.NodeRange(body)
	var b strings.Builder
	in.head(&b, text)
	b.WriteString(w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, start))
	in.body(&b, body, start, end)
	b.WriteString(w.user(end))
	b.Write(w.copy(end, c.End))
	b.WriteString(w.generated(c.End) + "}")
	return b.String()
}

// generated writes a construct whose loops a transformation generates.
func (t *inducer) generated(text string) string {
	depth := t.c.NestDepth()
	n := t.source(t.c.Stmt, depth, true)
	if n == nil {
		return ""
	}
	var number, total []string
	for i, d := range n.dims[:depth] {
		if len(d.needs) > 0 || d.head != "" {
			t.errorf(t.span(), diag.NotRectangular, "clause 'induction' needs rectangular loops").
				Fix = "let the inner loop run to its greatest bound, with an if statement in its body"
			return ""
		}
		number = append(number, d.index)
		total = append(total, "("+d.count+")")
		for j := range number[:i] {
			number[j] += " * (" + d.count + ")"
		}
	}
	t.total = strings.Join(total, " * ")
	t.begin("const unsigned long __ompcc_k = " + strings.Join(number, " + ") + ";")
	n.setup, n.names = append(n.setup, t.setup...), append(n.names, t.names...)
	t.setup, t.names = n.setup, n.names
	n.inside, n.after = t.inside.String(), t.after.String()
	var b strings.Builder
	t.head(&b, text)
	loopWriter{t.w}.loopNest(&b, n, depth)
	b.WriteString("}")
	return b.String()
}

// head writes the declarations and the directive before the loops.
func (t *inducer) head(b *strings.Builder, text string) {
	b.WriteString("{\n" + strings.Join(t.setup, "\n") + "\n")
	if t.c.Leafs[0] == spec.For {
		// No thread may finish the loop before all threads have read the originals.
		b.WriteString("#pragma omp barrier\n")
	}
	b.WriteString(text)
	if d := t.c.Clause(spec.DefaultClause); d != nil && d.Words[0] != "shared" {
		kind := " shared("
		if t.c.Has(spec.Taskloop) {
			kind = " firstprivate("
		}
		b.WriteString(kind + strings.Join(t.names, ", ") + ")")
	}
	b.WriteString("\n")
}

// body writes the innermost loop's body with the assignments in it. A block remains
// a block, so that directives that separate its parts keep their positions.
func (t *inducer) body(b *strings.Builder, s *cc.Statement, start, end int) {
	w := t.w
	b.WriteString("{" + w.generated(start) + t.inside.String())
	once := t.after.Len() > 0 && inductionWriter{w}.hasContinue(s)
	if once {
		b.WriteString("do {\n")
	}
	if s.CompoundStatement != nil {
		start, end = start+1, end-1
	}
	b.WriteString(w.user(start))
	b.Write(w.copy(start, end))
	b.WriteString(w.generated(end))
	if once {
		b.WriteString("} while (0);\n")
	}
	b.WriteString(t.after.String() + "}")
}

// hasContinue reports whether s contains a continue statement for the loop whose body s is.
func (w inductionWriter) hasContinue(s *cc.Statement) bool {
	found := false
	ctree.Walk(s, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			return w.p.Tree.ByLoop[x] != nil // a marker is not a loop of the program
		case *cc.JumpStatement:
			found = found || x.Case == cc.JumpStatementContinue
		}
		return !found
	})
	return found
}

// number extends outer, the number of the collapsed iteration in the enclosing loops, by the i-th loop l.
func (t *inducer) number(outer string, i int, l *tree.Loop) string {
	n := &nest{}
	begin, step, trips := t.counted(n, l)
	t.setup, t.names = append(t.setup, n.setup...), append(t.names, n.names...)
	name := l.Var.Name()
	own := fmt.Sprintf("((unsigned long)%s - (unsigned long)%s) / %s", name, begin, step)
	switch {
	case l.Var.Type().Kind() == cc.Ptr && l.Up():
		own = fmt.Sprintf("(unsigned long)(%s - %s) / %s", name, begin, step)
	case l.Var.Type().Kind() == cc.Ptr:
		own = fmt.Sprintf("(unsigned long)(%s - %s) / -%s", begin, name, step)
	case !l.Up():
		own = fmt.Sprintf("((unsigned long)%s - (unsigned long)%s) / -%s", begin, name, step)
	}
	if i == 0 {
		t.total = trips
		return own
	}
	t.total += " * " + trips
	return fmt.Sprintf("(%s) * %s + %s", outer, trips, own)
}

// begin writes the code at the begin and at the end of each iteration.
func (t *inducer) begin(number string) {
	t.inside.WriteString(number + "\n")
	for _, cl := range t.c.All(spec.InductionClause) {
		step := tree.InductionStep(cl)
		for _, it := range cl.Items {
			if it.Decl != nil && step != nil {
				t.item(cl, it, step)
			}
		}
	}
	if !spell.InducesLinear(t.c, t.w.opts.Host) {
		return
	}
	for _, cl := range t.c.All(spec.LinearClause) {
		for _, it := range cl.Items {
			if it.Decl != nil && !t.c.Counts(it.Decl) {
				t.linear(cl, it)
			}
		}
	}
}

// linear writes a linear list item as an induction by additions.
func (t *inducer) linear(cl *tree.Clause, it *tree.Item) {
	v := &inductionText{t: t, id: "+", base: t.name("f"), step: t.name("s")}
	v.wide = cc.IsIntegerType(it.Decl.Type()) && it.Decl.Type().Size() <= 8
	name, step := t.w.expr(it.Decl.Name()), "1"
	if e := spell.LinearStep(cl); e != nil {
		step = t.w.expr(e.Text)
	}
	t.set(v.step, fmt.Sprintf("const long %s = (%s);", v.step, step))
	t.set(v.base, cexpr.Expand("COPY_OF", v.base, name))
	if v.wide {
		v.assign(&t.inside, it.Decl.Name(), v.base, t.index)
		v.assign(&t.after, it.Decl.Name(), v.base, next)
	} else { // a pointer
		fmt.Fprintf(&t.inside, "%s = %s + %s * (long)%s;\n", it.Decl.Name(), v.base, v.step, t.index)
		fmt.Fprintf(&t.after, "%s = %s + %s * (long)%s;\n", it.Decl.Name(), v.base, v.step, next)
	}
	t.copyOut(it.Decl.Name(), t.original(name))
}

// item writes the declarations and assignments of one list item.
func (t *inducer) item(cl *tree.Clause, it *tree.Item, step *tree.Expr) {
	v := &inductionText{t: t, id: tree.InductionID(cl), base: t.name("f"), step: t.name("s")}
	elem, dims := elementType(it)
	v.dims = dims
	v.decl, _ = t.w.p.Tree.FindInduction(v.id, elem, step.Node.Type())
	v.wide = cc.IsIntegerType(elem) && cc.IsIntegerType(step.Node.Type()) && elem.Size() <= 8 &&
		step.Node.Type().Size() <= 8
	name := t.w.expr(it.Decl.Name())
	stepType := "__typeof__((" + step.Text + ") + 0)"
	if v.decl != nil {
		stepType = v.decl.StepText
	}
	t.set(v.step, fmt.Sprintf("%s %s = %s;", stepType, v.step, t.w.expr(step.Text)))
	switch {
	case len(it.Sections) > 0:
		t.section(v, it, name, cl.HasModifier("strict"))
	case ctree.IsArrayVariable(it.Decl):
		kept := t.kept(cl, it, name)
		t.set(v.base, fmt.Sprintf("__typeof__(%s) %s; %s", kept, v.base, cexpr.Expand("COPY_ARRAY", v.base, kept)))
		v.elements(&t.inside, it.Decl.Name(), t.index)
		if cl.HasModifier("strict") {
			v.elements(&t.after, it.Decl.Name(), next)
		}
		t.copyOut(it.Decl.Name(), t.original(name))
	default:
		t.set(v.base, fmt.Sprintf("__typeof__(%s) %s = %s;", name, v.base, t.kept(cl, it, name)))
		v.assign(&t.inside, it.Decl.Name(), v.base, t.index)
		if cl.HasModifier("strict") {
			v.assign(&t.after, it.Decl.Name(), v.base, next)
		}
		t.copyOut(it.Decl.Name(), t.original(name))
	}
}

// kept returns the name of the variable that holds the original value of a list item.
func (t *inducer) kept(cl *tree.Clause, it *tree.Item, name string) string {
	if s := t.w.originals[cl][it.Decl]; s != "" {
		return s
	}
	return name
}

// keepOriginals copies, before target region c, the originals of those distribute
// constructs that its teams construct executes once. Otherwise one team could write the
// original at the end of its last iteration before another team reads it.
func (w inductionWriter) keepOriginals(b *strings.Builder, c *tree.Construct) {
	w.originals = map[*tree.Clause]map[*cc.Declarator]string{}
	for _, in := range alone(c) {
		if in.Leafs[0] != spec.Distribute || !in.Parent.Has(spec.Teams) ||
			in.Parent.Clause(spec.DefaultClause) != nil || w.repeated(in) {
			continue
		}
		for _, cl := range in.All(spec.InductionClause) {
			w.originals[cl] = map[*cc.Declarator]string{}
			for _, it := range cl.Items {
				if it.Decl != nil && len(it.Sections) == 0 && !w.declaredIn(c, it.Decl) {
					w.originals[cl][it.Decl] = w.keep(b, in, it.Decl)
				}
			}
		}
	}
}

// keep writes a copy of d to a new variable and returns the variable's name.
func (w inductionWriter) keep(b *strings.Builder, c *tree.Construct, d *cc.Declarator) string {
	t, of := &nester{w: w.writer, c: c}, w.expr(d.Name())
	name := t.name("o")
	fmt.Fprintf(b, "__typeof__(%s) %s; %s\n", of, name, cexpr.Expand("COPY_BYTES", name, of))
	return name
}

// repeated reports whether a loop in the parent's statement encloses c and may execute it repeatedly.
func (w inductionWriter) repeated(c *tree.Construct) bool {
	found := false
	ctree.Walk(c.Parent.Stmt, func(n cc.Node) bool {
		if x, ok := n.(*cc.IterationStatement); ok && w.p.Tree.ByLoop[x] == nil {
			start, end := w.u.NodeRange(x)
			found = found || start < c.Start && c.End <= end
		}
		return !found
	})
	return found
}

// next is the number of the iteration after this one.
const next = "(__ompcc_k + 1)"

// original declares a pointer to the variable name and returns the pointer's name.
func (t *inducer) original(name string) string {
	orig := t.name("o")
	t.set(orig, cexpr.Expand("CONST_POINTER_TO", orig, name))
	return orig
}

// copyOut writes code that, after the last iteration, copies name to the object at orig.
func (t *inducer) copyOut(name, orig string) {
	t.after.WriteString(cexpr.Expand("COPY_LAST", next, t.total, orig, name) + "\n")
}

// set adds a declaration before the loops.
func (t *inducer) set(name, text string) {
	t.setup, t.names = append(t.setup, text), append(t.names, name)
}

// section writes an array section. Its private copy is an array of the section's elements.
// The variable's name becomes a pointer with the same offset to the copy as the original
// has to the section. The program's subscripts thus remain valid.
func (t *inducer) section(v *inductionText, it *tree.Item, name string, strict bool) {
	first, total := name, "1"
	for _, s := range it.Sections {
		lower, count := "0", "1"
		if s.Lower != nil {
			lower = t.w.expr(s.Lower.Text)
		}
		lo, n := t.name("l"), t.name("n")
		switch {
		case s.Single:
		case s.Length != nil:
			count = t.w.expr(s.Length.Text)
		default:
			count = cexpr.Expand("ELEMENTS_LEFT", first, lo)
		}
		t.set(lo, fmt.Sprintf("const long %s = (%s);", lo, lower))
		t.set(n, fmt.Sprintf("const unsigned long %s = (%s);", n, count))
		first += "[" + lo + "]"
		total += " * " + n
	}
	all, orig, off := t.name("n"), t.name("o"), t.name("d")
	t.set(all, fmt.Sprintf("const unsigned long %s = %s;", all, total))
	t.set(orig, cexpr.Expand("SECTION_START", orig, first))
	t.set(off, fmt.Sprintf("const long %s = (char *)%s - (char *)&%s[0];", off, orig, name))
	t.set(v.base, cexpr.Expand("SECTION_COPY", v.base, all, first, orig))
	own := t.name("v")
	v.dims++
	t.inside.WriteString(cexpr.Expand("SECTION_OWN", own, all, orig, it.Decl.Name(), off) + "\n")
	v.elements(&t.inside, own, t.index)
	if strict {
		v.elements(&t.after, own, next)
	}
	t.copyOut(own, orig)
}

// elementType returns the type of the elements of a list item, and the number of
// dimensions of its arrays.
func elementType(it *tree.Item) (t cc.Type, dims int) {
	t = it.Decl.Type()
	for range it.Sections {
		switch x := t.Undecay().(type) {
		case *cc.ArrayType:
			t = x.Elem()
		case *cc.PointerType:
			t = x.Elem()
		}
	}
	for {
		a, ok := t.Undecay().(*cc.ArrayType)
		if !ok || it.Decl.IsParam() && len(it.Sections) == 0 {
			return t, dims
		}
		t = a.Elem()
		dims++
	}
}

// inductionText writes the assignments to one list item.
type inductionText struct {
	t          *inducer
	id         string
	decl       *tree.InductionType
	base, step string
	// dims is the number of dimensions of an array.
	dims int
	// wide is set for integers: unsigned arithmetic wraps around.
	wide bool
}

// elements writes an assignment to each element of the array name.
func (v *inductionText) elements(b *strings.Builder, name, number string) {
	typ := fmt.Sprintf("__typeof__(%s%s)", name, strings.Repeat("[0]", v.dims))
	fmt.Fprintf(b, "for (unsigned long __ompcc_e = 0; __ompcc_e < sizeof %s / sizeof(%s); __ompcc_e++) {\n", name, typ)
	v.assign(b, fmt.Sprintf("((%s *)%s)[__ompcc_e]", typ, name), fmt.Sprintf("((%s *)%s)[__ompcc_e]", typ, v.base),
		number)
	b.WriteString("}\n")
}

// assign writes the assignment of iteration number's value to target.
func (v *inductionText) assign(b *strings.Builder, target, base, number string) {
	switch {
	case v.decl != nil:
		d := v.induction()
		b.WriteString(cexpr.Expand("INDUCTION_COLLECT", v.decl.StepText, v.step, tree.IndexType, number, d.Collector) + "\n")
		b.WriteString(cexpr.Expand("INDUCTION_INDUCE", v.decl.VarText, target, base, v.decl.StepText, d.Inductor) + "\n")
	case v.id == "*":
		b.WriteString(cexpr.Expand("INDUCTION_PRODUCT", v.calculation(base), target, base, v.step, number) + "\n")
	default:
		b.WriteString(cexpr.Expand("INDUCTION_SUM", v.calculation(base), target, base, v.step, number) + "\n")
	}
}

// calculation returns the type in which the assignments compute.
func (v *inductionText) calculation(base string) string {
	if v.wide {
		return "unsigned long"
	}
	return fmt.Sprintf("__typeof__(%s + %s)", base, v.step)
}

// induction returns the declare induction directive of v's identifier.
func (v *inductionText) induction() *tree.InductionDecl {
	for _, c := range v.t.w.p.Tree.All {
		if c == nil || c.Induction == nil {
			continue
		}
		for _, x := range c.Induction.Types {
			if x == v.decl {
				return c.Induction
			}
		}
	}
	return &tree.InductionDecl{}
}
