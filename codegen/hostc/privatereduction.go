package hostc

import (
	"fmt"
	"ompcc/lower/cexpr"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/pragma/tree"
)

// OpenMP 6.0 lets a worksharing construct reduce a variable that is private in the
// region (6.0 §7.6.10): the original of each thread gets the result. No host
// compiler knows it. Here the threads combine their copies in storage of one of
// them, whose address copyprivate tells the others, and take the result from there.

// reducesPrivately reports whether c is such a construct.
func reducesPrivately(c *tree.Construct) bool {
	if c.Stmt == nil {
		return false
	}
	items, _ := c.PrivateReductions()
	return len(items) > 0
}

// privateItem is one variable that is reduced so.
type privateItem struct {
	id, name string
	t        cc.Type // of an element
	array    bool
	// orig points to the thread's original, all to the common storage mem.
	orig, all, mem string
}

// privateReduction writes construct c, whose directive without these list items
// is text.
func (w reductionWriter) privateReduction(c *tree.Construct, text string) string {
	var list []*privateItem
	items, clauses := c.PrivateReductions()
	t := &nester{w: w.writer, c: c}
	for i, it := range items {
		p := &privateItem{id: tree.ReductionID(clauses[i]), name: it.Decl.Name(), t: it.Decl.Type(), orig: t.name("o"),
			all: t.name("a"), mem: t.name("m")}
		for p.t.Undecay().Kind() == cc.Array {
			p.t, p.array = p.t.Undecay().(*cc.ArrayType).Elem(), true
		}
		list = append(list, p)
	}
	var b strings.Builder
	var all []string
	b.WriteString("{\n")
	for _, p := range list {
		b.WriteString(cexpr.Expand("PRIVATE_COPIES", p.orig, w.expr(p.name), p.mem, p.all) + "\n")
		all = append(all, p.all)
	}
	b.WriteString("#pragma omp single copyprivate(" + strings.Join(all, ", ") + ")\n{\n")
	for _, p := range list {
		fmt.Fprintf(&b, "%s = &%s;\n", p.all, p.mem)
		p.each(&b, "*"+p.all, "*"+p.all, func(to, _ string) string { return to + " = " + p.identity() + ";" })
	}
	b.WriteString("}\n{\n")
	for _, p := range list {
		fmt.Fprintf(&b, "__typeof__(*%s) %s;\n", p.orig, p.name)
		p.each(&b, p.name, p.name, func(to, _ string) string { return to + " = " + p.identity() + ";" })
	}
	b.WriteString(text + w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, c.End))
	b.WriteString(w.generated(c.End) + "\n#pragma omp critical(__ompcc_private_reduction)\n{\n")
	for _, p := range list {
		p.each(&b, "*"+p.all, p.name, p.combine)
	}
	b.WriteString("}\n}\n#pragma omp barrier\n")
	for _, p := range list {
		p.each(&b, "*"+p.orig, "*"+p.all, p.combine)
	}
	b.WriteString("#pragma omp barrier\n}") // the storage lives until all have read it
	return b.String()
}

// each writes gen for the elements of the objects to and from.
func (p *privateItem) each(b *strings.Builder, to, from string, gen func(to, from string) string) {
	if !p.array {
		b.WriteString(gen(to, from) + "\n")
		return
	}
	elem := func(x string) string { return "((" + p.t.String() + " *)&" + x + ")[__ompcc_e]" }
	fmt.Fprintf(b, "for (unsigned long __ompcc_e = 0; __ompcc_e < sizeof(%s) / sizeof(%s); __ompcc_e++) %s\n", to, p.t,
		gen(elem(to), elem(from)))
}

// combine is to = to op from.
func (p *privateItem) combine(to, from string) string {
	switch op := tree.ReductionOpOf(p.id).Combiner; op {
	case "min":
		return cexpr.Expand("REDUCE_MIN", to, from)
	case "max":
		return cexpr.Expand("REDUCE_MAX", to, from)
	default:
		return cexpr.Expand("REDUCE_BY", to, op, from)
	}
}

// identity is the value that the operator's initializer gives.
func (p *privateItem) identity() string {
	least, most := "-__builtin_inf()", "__builtin_inf()"
	if cc.IsIntegerType(p.t) {
		most = fmt.Sprintf("(%s)(~0ull >> %d)", p.t, 64-8*p.t.Size())
		least = "0"
		if cc.IsSignedInteger(p.t) {
			most = fmt.Sprintf("(%s)(~0ull >> %d)", p.t, 65-8*p.t.Size())
			least = "-" + most + " - 1"
		}
	}
	switch tree.ReductionOpOf(p.id).Initializer {
	case tree.One:
		return "1"
	case tree.AllOnes:
		return "~0"
	case tree.Largest:
		return most
	case tree.Smallest:
		return least
	}
	return "0"
}
