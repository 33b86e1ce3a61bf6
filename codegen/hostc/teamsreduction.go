package hostc

import (
	"fmt"
	"maps"
	"ompcc/lower/cexpr"
	"strings"

	"ompcc/codegen/hostc/spell"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// libomp combines the copies of a league of one team with those of the threads of the parallel region around it.
// Where several host threads execute a target region on the host, they take each other's values or wait for each
// other. So for clang the copies of a reduction across teams (OpenMP 5.2 §5.5.8) are ours: each team declares its
// own, and combines it with the original under a lock. Initialiser and combiner, whatever declared them, are called
// by parallel regions of one thread. A loop construct that binds to a teams region (§11.7) reduces in the same way
// inside of each team: clang refuses the clause there, and gcc does where the variable is private.

// reducesTeams reports whether c's teams or loop directive has such reductions. Gcc has a barrier after the
// initialisers of declared reductions, at which the threads of the parallel region around wait for each other.
// Gcc's own reductions need none.
func (w reductionWriter) reducesTeams(c *tree.Construct) bool {
	if c.Stmt == nil {
		return false
	}
	items, clauses := c.TeamsReductions()
	for i, it := range items {
		if !w.opts.Host.GCC || !c.Has(spec.Teams) || tree.IsDeclaredReduction(clauses[i], it) {
			return true
		}
	}
	return false
}

// teamItem is one list item of such a reduction.
type teamItem struct {
	name string // the variable's
	text string // the list item, its section with numbers known before the region
	op   string
	// storage is declared before the region: for an item that is a whole variable a
	// variable that has its value, for a section a pointer to a block with its values.
	storage string
	size    string // of the item in bytes
	section bool
	pointer bool   // a section of what a pointer points to
	block   string // where the team's elements of such a section lie
	first   string // the item or its first element
}

// teamsReduction writes construct c behind the directive initial.
func (w reductionWriter) teamsReduction(c *tree.Construct, initial string) string {
	t := &nester{w: w.writer, c: c}
	lock := t.name("l")
	more := []string{lock}
	var b strings.Builder
	league := c.Has(spec.Teams)
	b.WriteString("{\nextern int sched_yield(void);\n")
	acquire := fmt.Sprintf("while (__sync_lock_test_and_set(&%s, 1)) sched_yield();\n", lock)
	release := fmt.Sprintf("__sync_lock_release(&%s);\n", lock)
	if league {
		fmt.Fprintf(&b, "int %s = 0;\n", lock)
	} else { // other teams may have combined their copies already
		fmt.Fprintf(&b, "static int %s;\n%s", lock, acquire)
	}
	var list []*teamItem
	items, clauses := c.TeamsReductions()
	for i, it := range items {
		p := t.teamItem(&b, &more, it)
		p.op = tree.ReductionID(clauses[i])
		list = append(list, p)
		more = append(more, p.storage)
	}
	rest := ""
	if league {
		var teams string
		teams, rest = spell.Teams(c, w.opts.Host, more)
		b.WriteString(initial + spell.InLeague(c, teams) + "\n{\n")
	} else {
		rest = spell.Distribute(c, w.opts.Host)
		b.WriteString(release + "{\n")
	}
	own := make([]string, len(list))
	for i, p := range list {
		own[i] = t.name("p")
		p.declare(&b, own[i])
	}
	b.WriteString("{\n")
	saved := w.rename
	w.rename = maps.Clone(saved)
	for i, p := range list {
		delete(w.rename, p.name)
		p.shadow(&b, t, own[i])
	}
	if rest != "" && (loopWriter{w.writer}).rewritesLoops(c) {
		b.WriteString(loopWriter{w.writer}.loopConsumer(c, rest))
	} else {
		b.WriteString(rest + w.user(c.StmtStart))
		b.Write(w.copy(c.StmtStart, c.End))
		b.WriteString(w.generated(c.End))
	}
	for i, p := range list {
		fmt.Fprintf(&b, "\n__builtin_memcpy(%s, (void *)&%s, %s);", p.address(own[i]), p.first, p.size)
		if p.block != "" {
			fmt.Fprintf(&b, "\n__builtin_free(%s);", p.block)
		}
	}
	w.rename = saved
	b.WriteString("\n}\n" + acquire)
	for i, p := range list {
		p.once(&b, fmt.Sprintf("__builtin_memcpy((void *)&%s, %s, %s);", p.first, p.address(own[i]), p.size))
	}
	b.WriteString(release)
	for i, p := range list {
		if p.section {
			fmt.Fprintf(&b, "__builtin_free(%s);\n", own[i])
		}
	}
	b.WriteString("}\n")
	for _, p := range list {
		if p.section {
			fmt.Fprintf(&b, "__builtin_free(%s);\n", p.storage)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// teamItem declares before the region what has the item's original values, and the
// numbers of its section. more are the variables that the region shares.
func (t *nester) teamItem(b *strings.Builder, more *[]string, it *tree.Item) *teamItem {
	w := t.w
	p := &teamItem{name: it.Decl.Name(), section: len(it.Sections) > 0, pointer: isPointer(it.Decl) ||
		taskWriter{w}.pointsInTask(t.c, it.Decl), storage: t.name("o")}
	if !p.section {
		p.text, p.first, p.size = p.name, p.name, "sizeof("+p.name+")"
		fmt.Fprintf(b, "__typeof__(%s) %s;\n%s\n", p.name, p.storage, cexpr.Expand("COPY_BYTES", p.storage, p.name))
		return p
	}
	p.text, p.first = p.name, p.name
	count := "1"
	for _, s := range it.Sections {
		low, length := t.name("b"), t.name("n")
		from, n := "0", "1"
		if s.Lower != nil {
			from = w.expr(s.Lower.Text)
		}
		switch {
		case s.Single:
		case s.Length != nil:
			n = w.expr(s.Length.Text)
		default:
			n = cexpr.Expand("LONG_ELEMENTS_LEFT", p.first, low)
		}
		fmt.Fprintf(b, "const long %s = (%s), %s = (%s);\n", low, from, length, n)
		*more = append(*more, low, length)
		p.text += fmt.Sprintf("[%s:%s]", low, length)
		p.first += "[" + low + "]"
		count += " * " + length
	}
	p.size = t.name("z")
	*more = append(*more, p.size)
	fmt.Fprintf(b, "const unsigned long %s = %s * sizeof(%s);\n", p.size, count, p.first)
	b.WriteString(cexpr.Expand("ALLOCATED_COPY", p.storage, p.size) + "\n" + cexpr.Expand("COPY_IN", p.storage, p.size,
		p.first) + "\n")
	return p
}

// declare declares in a team what keeps its copy between the blocks.
func (p *teamItem) declare(b *strings.Builder, own string) {
	if p.section {
		b.WriteString(cexpr.Expand("ALLOCATED_COPY", own, p.size) + "\n")
		return
	}
	fmt.Fprintf(b, "__typeof__(%s) %s;\n", p.name, own)
}

// address is that of the storage s as a pointer to its bytes.
func (p *teamItem) address(s string) string {
	if p.section {
		return s
	}
	return "(void *)&" + s
}

// shadow declares the team's own variable under the original's name, with the
// reduction's initial value.
func (p *teamItem) shadow(b *strings.Builder, t *nester, own string) {
	from := t.name("q")
	if p.pointer && p.section {
		// Elements as far from the pointer as the original's.
		p.block = t.name("m")
		b.WriteString(cexpr.Expand("ALLOCATED_OWN", p.block, p.size) + "\n" + cexpr.Expand("MOVED_ORIGIN", from, p.block, p.name,
			p.first) + "\n" + cexpr.Expand("COPY_OF", p.name, from) + "\n")
	} else {
		b.WriteString(cexpr.Expand("CONST_POINTER_TO", from, p.name) + "\n" + cexpr.Expand("OBJECT_LIKE", p.name, from) + "\n")
	}
	fmt.Fprintf(b, "__builtin_memcpy((void *)&%s, %s, %s);\n", p.first, p.address(p.storage), p.size)
	p.once(b, fmt.Sprintf("__builtin_memcpy(%s, (void *)&%s, %s);", p.address(own), p.first, p.size))
	fmt.Fprintf(b, "__builtin_memcpy((void *)&%s, %s, %s);\n", p.first, p.address(own), p.size)
}

// once writes a block in which the list item is a copy with the reduction's initial
// value, which is combined with the item behind it.
func (p *teamItem) once(b *strings.Builder, text string) {
	fmt.Fprintf(b, "#pragma omp parallel if(0) reduction(%s : %s)\n{ %s }\n", p.op, p.text, text)
}
