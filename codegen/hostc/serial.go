package hostc

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/parse/pattern"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Constructs of OpenMP 6.0 that give the iterations of a loop an order which host compilers cannot express. One
// thread executes them. They are a taskloop with task_iteration directives (6.0 §14.2.3) or transparent tasks
// (§17.9.6), and a scan with an initialization phase (§7.7.3) or beside other reductions. For clang, lastprivate
// with the modifier conditional (5.2 §5.4.5) is one, too. So are doacross loops with omp_cur_iteration - 1 where no
// vector says that (5.2 §15.9.6).

// serialises reports whether c is such a construct.
func (w *writer) serialises(c *tree.Construct) bool {
	if c.Stmt == nil || c.Nest == nil {
		return c.Stmt != nil && (c.Has(spec.Sections) && spell.KeepsLast(c, w.opts.Host) || spell.AcrossInOrder(c))
	}
	return spell.AcrossInOrder(c) || spell.KeepsLast(c, w.opts.Host) || spell.ScansInOrder(c, w.opts.Host) ||
		c.Has(spec.Taskloop) && (c.Transparent() || len(iterationDirectives(c)) > 0)
}

// iterationDirectives are the task_iteration directives of taskloop c.
func iterationDirectives(c *tree.Construct) (list []*tree.Construct) {
	for _, x := range c.Children {
		if x.Kind == spec.TaskIteration {
			list = append(list, x)
		}
	}
	return list
}

// serial writes such a construct.
func (w serialWriter) serial(c *tree.Construct) string {
	if c.Has(spec.Taskloop) {
		return w.serialTasks(c)
	}
	if c.Has(spec.Sections) {
		return w.serialSections(c)
	}
	return w.serialScan(c)
}

// serialTasks writes a taskloop. An iteration waits for the dependences of its
// task_iteration directives; then it is an undeferred task, so that whatever comes
// after it is ordered.
func (w serialWriter) serialTasks(c *tree.Construct) string {
	var b strings.Builder
	b.WriteString("{\n")
	if c.Imports() {
		b.WriteString("#pragma omp taskwait\n")
	}
	at := 0
	for c.Leafs[at] != spec.Taskloop {
		at++
	}
	if at > 0 {
		b.WriteString(spell.Leafs(c, w.opts.Host, c.Leafs[:at]) + "\n")
	}
	if c.GroupsTasks() {
		b.WriteString("#pragma omp taskgroup\n")
	}
	w.loopVariables(&b, c)
	var inside strings.Builder
	for _, d := range iterationDirectives(c) {
		if text := w.expr(clauseTexts(d, spec.DependClause)); text != "" {
			if e := d.Clause(spec.IfClause); e != nil {
				inside.WriteString("if (" + w.expr(e.Exprs[0].Text) + ") ")
			}
			inside.WriteString("{\n#pragma omp taskwait" + text + "\n}\n")
		}
	}
	inside.WriteString("#pragma omp task if(0)" + w.expr(w.taskClauses(c)) + "\n")
	if c.Transparent() {
		inside.WriteString("#pragma omp taskgroup\n")
	}
	w.loopWith(&b, c, inside.String()+"do", "while (0);")
	b.WriteString("}\n}")
	return b.String()
}

// taskClauses are the clauses of taskloop c for the task of one iteration. What is
// combined or copied out behind the last one is shared, since they come in order.
func (w serialWriter) taskClauses(c *tree.Construct) string {
	text := clauseTexts(c, spec.SharedClause, spec.DefaultClause, spec.UntiedClause, spec.MergeableClause,
		spec.FinalClause, spec.InReductionClause, spec.AllocateClause)
	own := map[*cc.Declarator]bool{}
	var vars []string
	for _, l := range c.Nest.Loops {
		own[l.Var] = true
		vars = append(vars, l.Var.Name())
	}
	kinds := map[spec.ClauseKind]string{spec.PrivateClause: "private", spec.FirstprivateClause: "firstprivate",
		spec.LastprivateClause: "shared", spec.ReductionClause: "shared"}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if kind := kinds[cl.Kind]; kind != "" && it.IsVar() && !own[it.Decl] {
				text += " " + kind + "(" + it.Text + ")"
			}
		}
	}
	return text + " firstprivate(" + strings.Join(vars, ", ") + ")"
}

var taskModifier = pattern.New(`^reduction\s*\(\s*task\s*,`)

// taskReductions is a taskgroup directive with the reductions of c in which tasks of the
// region take part, "" if there are none (5.2 §5.5.8).
func taskReductions(c *tree.Construct) string {
	text := ""
	for _, cl := range c.All(spec.ReductionClause) {
		if cl.HasModifier("task") {
			text += " " + taskModifier().ReplaceAllString(strings.TrimRight(c.Pragma.Text[cl.Start:cl.End], ", "),
				"task_reduction(")
		}
	}
	if text == "" {
		return ""
	}
	return "#pragma omp taskgroup" + text + "\n"
}

// clauseTexts are c's clauses of the kinds as written.
func clauseTexts(c *tree.Construct, kinds ...spec.ClauseKind) string {
	text := ""
	for _, cl := range c.Clauses {
		for _, k := range kinds {
			if cl.Kind == k && cl.Affirmed {
				text += " " + k.String()
			} else if cl.Kind == k {
				text += " " + strings.TrimRight(c.Pragma.Text[cl.Start:cl.End], ", ")
			}
		}
	}
	return text
}

// serialScan writes a loop with a scan directive: executed in order, the
// list item has the prefix where the scan phase stands, and no directive is left. A loop that teams share is
// executed by one of them.
func (w serialWriter) serialScan(c *tree.Construct) string {
	var b strings.Builder
	b.WriteString("{\n")
	if c.Has(spec.Distribute) && !c.Has(spec.Teams) {
		b.WriteString("extern int omp_get_team_num(void);\nif (omp_get_team_num() == 0)\n")
	}
	if c.Has(spec.Parallel) {
		b.WriteString(w.parallelAround(c) + "\n")
	}
	private := clauseTexts(c, spec.PrivateClause, spec.FirstprivateClause)
	if c.Has(spec.For) {
		b.WriteString("#pragma omp single" + w.expr(clauseTexts(c, spec.NowaitClause)+private) + "\n")
	} else {
		b.WriteString("#pragma omp parallel num_threads(1)" + w.expr(private) + "\n")
	}
	b.WriteString(w.expr(taskReductions(c)))
	if c.Nest == nil {
		w.generatedInOrder(&b, c)
		return b.String()
	}
	w.loopVariables(&b, c)
	w.loopWith(&b, c, "", "")
	b.WriteString(spell.CancelLabel(c, w.opts.Host) + "}\n}")
	return b.String()
}

// generatedInOrder writes the block with the loops that c's transformations generate.
func (w serialWriter) generatedInOrder(b *strings.Builder, c *tree.Construct) {
	n := (&nester{w: w.writer, c: c}).source(c.Stmt, c.NestDepth(), true)
	if n == nil {
		return
	}
	b.WriteString("{\n")
	loopWriter{w.writer}.declarations(b, n)
	loopWriter{w.writer}.loopNest(b, n, 0)
	b.WriteString("}\n}")
}

// serialSections writes sections of which a list item has what the last one leaves
// there that assigns it.
func (w serialWriter) serialSections(c *tree.Construct) string {
	var b strings.Builder
	if c.Has(spec.Parallel) {
		b.WriteString(w.parallelAround(c) + "\n")
	}
	label := spell.CancelLabel(c, w.opts.Host)
	b.WriteString("#pragma omp single" + w.expr(clauseTexts(c, spec.NowaitClause, spec.PrivateClause,
		spec.FirstprivateClause)) + "\n" + w.expr(taskReductions(c)))
	if label != "" {
		b.WriteString("{\n")
	}
	b.WriteString(w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, c.End))
	b.WriteString(w.generated(c.End))
	if label != "" {
		b.WriteString(label + "}\n")
	}
	return b.String()
}

// parallelAround is the parallel directive of combined construct c, on which what the
// rest of it would copy out or combine is shared.
func (w serialWriter) parallelAround(c *tree.Construct) string {
	text := spell.Leafs(c, w.opts.Host, []spec.DirectiveKind{spec.Parallel})
	if c.Clause(spec.DefaultClause) == nil {
		return text
	}
	var names []string
	for _, cl := range c.Clauses {
		if cl.Kind != spec.LastprivateClause && cl.Kind != spec.ReductionClause || cl.Implied {
			continue
		}
		for _, it := range cl.Items {
			if it.IsVar() && !c.Counts(it.Decl) {
				names = append(names, it.Text)
			}
		}
	}
	if len(names) == 0 {
		return text
	}
	return text + w.expr(" shared("+strings.Join(names, ", ")+")")
}

// loopVariables begins a block with the construct's own variables for loops that
// declare none; a simd construct's are the program's (5.2 §5.1.1).
func (w serialWriter) loopVariables(b *strings.Builder, c *tree.Construct) {
	b.WriteString("{\n")
	if c.Leafs[0] == spec.Simd {
		return
	}
	for _, l := range c.Nest.Loops {
		if !l.Declared {
			name := l.Var.Name()
			b.WriteString("__typeof__(" + w.expr(name) + ") " + name + ";\n")
		}
	}
}

// loopWith copies c's loops; inside and after stand around the body, which stays one
// statement.
func (w serialWriter) loopWith(b *strings.Builder, c *tree.Construct, inside, after string) {
	start, end := w.u.NodeRange(c.Nest.Body)
	b.WriteString(w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, start))
	b.WriteString("{" + w.generated(start) + inside + w.user(start))
	b.Write(w.copy(start, end))
	b.WriteString(w.generated(end) + after + "}")
	b.WriteString(w.user(end))
	b.Write(w.copy(end, c.End))
	b.WriteString(w.generated(c.End))
}
