package hostc

// Task graphs that the runtime records and replays (OpenMP 6.0 §14.3). The runtime replays a record only where it
// does what an execution of the region would do. The variables around the region that its tasks name must be the
// same objects, and those that decide which storage the tasks work on must have the same values. hostc finds these
// variables. A region in which it cannot find them is executed each time.

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// keyMode says what a variable must have in common with the recorded one, as rt/capi/task/graph.c knows it.
type keyMode int

const (
	keyAddress keyMode = iota // where it is
	keyFresh                  // that, and tasks that capture it get its value of the replay
	keyValue                  // that, and the value
)

// mostValue is up to how many bytes a variable may have whose value is compared or kept.
const mostValue = 64 << 10

// taskgraphDecls is what the text of a recorded region calls.
const taskgraphDecls = `typedef struct { const void *at; unsigned long size, mode; } __ompcc_graph_key_t;
extern int __ompcc_graph_begin(void **, long, unsigned, unsigned, const __ompcc_graph_key_t *);
extern void __ompcc_graph_end(void **), *__ompcc_graph_node(unsigned), __ompcc_graph_wait(void);
extern void __ompcc_graph_fresh(void *, unsigned, void *);`

// taskgraph is a region that is recorded.
type taskgraph struct {
	construct *tree.Construct
	order     []*cc.Declarator
	modes     map[*cc.Declarator]keyMode
	// fresh are the variables of which each task may have a copy.
	fresh map[*tree.Construct][]*cc.Declarator
}

// graphWriter writes regions that are recorded.
type graphWriter struct{ *writer }

// collectTaskgraphs finds the regions to record, and makes the edits of them and of their tasks.
func (w graphWriter) collectTaskgraphs() {
	for _, c := range w.p.Tree.All {
		if c == nil || c.Kind != spec.Taskgraph || spell.InTarget(c) || c.Stmt == nil || c.Meta != nil {
			continue
		}
		if g := w.newTaskgraph(c); g != nil {
			w.graphs = append(w.graphs, g)
		}
	}
	elsewhere := slices.ContainsFunc(w.p.Tree.All, func(c *tree.Construct) bool { return c != nil && w.replayableElsewhere(c) })
	if len(w.graphs) == 0 && !elsewhere {
		return
	}
	w.p.Runtime = true
	w.edits = append(w.edits, &edit{text: func() string { return w.hidden(taskgraphDecls) }})
	// Where two end at one place, the inner one comes first.
	for _, g := range slices.Backward(w.graphs) {
		for _, c := range slices.Backward(g.construct.Children) {
			w.editNode(g, c)
		}
		w.editRegion(g)
	}
	for _, c := range w.p.Tree.All {
		if c != nil && w.replayableElsewhere(c) {
			w.editNode(nil, c)
		}
	}
}

// hidden is text that is no line of the user's.
func (w graphWriter) hidden(text string) string {
	if w.opts.NoLineMarkers {
		return text + "\n"
	}
	return "# 1 \"<ompcc>\" 3\n" + text + "\n"
}

// replayableElsewhere reports whether c, outside of taskgraph constructs, is recorded by a region in which it is
// encountered (OpenMP 6.0 §14.6).
func (w graphWriter) replayableElsewhere(c *tree.Construct) bool {
	return c.Clause(spec.ReplayableClause) != nil && !isTaskgraph(c.Parent) && !spell.InTarget(c.Parent)
}

func isTaskgraph(c *tree.Construct) bool { return c != nil && c.Kind == spec.Taskgraph }

// --- what is recorded --------------------------------------------------------

// newTaskgraph returns nil if the region is executed each time.
func (w graphWriter) newTaskgraph(c *tree.Construct) *taskgraph {
	g := &taskgraph{construct: c, modes: map[*cc.Declarator]keyMode{}, fresh: map[*tree.Construct][]*cc.Declarator{}}
	for _, in := range c.Children {
		if in.Def.Category == "executable" && !w.records(in) || in.Def.Assoc == spec.AssocMeta {
			return nil
		}
		if h := w.hostConstruct(in); h != nil && w.replayed(in) && !w.deviceKeys(g, h) {
			return nil
		}
	}
	if !w.keys(g) {
		return nil
	}
	for in := range g.fresh {
		g.fresh[in] = slices.DeleteFunc(g.fresh[in], func(d *cc.Declarator) bool { return g.modes[d] != keyFresh })
	}
	return g
}

// replayed reports whether c is replayable: its clause is no constant 0.
func (w graphWriter) replayed(c *tree.Construct) bool {
	cl := c.Clause(spec.ReplayableClause)
	if cl == nil || len(cl.Exprs) == 0 {
		return true
	}
	v, known := ctree.ConstInt(cl.Exprs[0].Node)
	return !known || v != 0
}

// notRecorded are clauses with which a task needs the region around it.
var notRecorded = []spec.ClauseKind{spec.InReductionClause, spec.DetachClause, spec.TransparentClause, spec.FinalClause,
	spec.AllocateClause}

// records reports whether the runtime can record c, a construct in a taskgraph region.
func (w graphWriter) records(c *tree.Construct) bool {
	if !w.replayed(c) {
		return true
	}
	if slices.ContainsFunc(notRecorded, func(k spec.ClauseKind) bool { return c.Clause(k) != nil }) || spell.AwaitsTasks(c, w.opts.Host) ||
		cancels(c) || c.Meta != nil {
		return false
	}
	for _, cl := range c.All(spec.DependClause) {
		if slices.ContainsFunc(cl.Modifiers, func(m *tree.Modifier) bool { return m.Name == "depobj" }) {
			return false
		}
	}
	switch {
	case c.Kind == spec.Task:
		return true
	case c.Kind == spec.Taskwait:
		return c.Clause(spec.DependClause) == nil
	}
	h := w.hostConstruct(c)
	return h != nil && h.Kind != abi.KindData && h.Kind != abi.KindInterop && isTask(h) && deferrable(h) && h.Mask == "" &&
		!h.Alternative && !w.opts.Host.WaitsForAll(c)
}

// cancels reports whether a task of c may cancel its taskgroup.
func cancels(c *tree.Construct) bool {
	return c.Kind == spec.Cancel || slices.ContainsFunc(c.Children, cancels)
}

func (w graphWriter) hostConstruct(c *tree.Construct) *lower.HostConstruct {
	for _, h := range w.p.Host {
		if h.Construct == c {
			return h
		}
	}
	return nil
}

// --- the variables -------------------------------------------------------------

func (g *taskgraph) add(d *cc.Declarator, mode keyMode) {
	at, known := g.modes[d]
	if !known {
		g.order = append(g.order, d)
	}
	g.modes[d] = max(at, mode)
}

// deviceKeys adds the variables of a target construct's arguments: what is passed by value must be the same.
func (w graphWriter) deviceKeys(g *taskgraph, h *lower.HostConstruct) bool {
	for _, it := range h.Items {
		if it.Decl != nil && w.declaredIn(g.construct, it.Decl) && it.Kind == abi.ItemMap && !isPointer(it.Decl) {
			return false
		}
		if it.Decl == nil || w.declaredIn(g.construct, it.Decl) {
			continue
		}
		mode := keyAddress
		switch {
		case it.Kind == abi.ItemValue, it.Kind == abi.ItemCopy, it.Kind == abi.ItemPointer, it.Kind == abi.ItemDevicePtr,
			it.Kind == abi.ItemMap && isPointer(it.Decl):
			mode = keyValue
		}
		if isVLA(it.Decl) || w.rename[it.Decl.Name()] != "" {
			return false
		}
		g.add(it.Decl, mode)
	}
	return len(h.Temps) == 0 || !slices.ContainsFunc(h.Shadows, func(s *lower.Shadow) bool { return isVLA(s.Decl) })
}

// keys adds the variables that the region's tasks and their clauses name. It returns false if some of what they use cannot be
// compared.
func (w graphWriter) keys(g *taskgraph) bool {
	ok := true
	ctree.Walk(g.construct.Stmt, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.PrimaryExpression:
			if d := ctree.VarOf(n); d != nil && n.Case == cc.PrimaryExpressionIdent && !ctree.IsFunction(d) {
				ok = ok && w.use(g, d, n)
			}
		case *cc.PostfixExpression, *cc.UnaryExpression:
			if c, clause := w.owner(g, n); clause && w.replayed(c) && goesThrough(n.(cc.ExpressionNode)) {
				ok = false
			}
		}
		return ok
	})
	for _, d := range g.order {
		if g.modes[d] != keyAddress && ctree.ObjectType(d).Size() > mostValue {
			return false
		}
	}
	return ok
}

// goesThrough reports whether x is reached through a pointer in memory, whose value a record does not have.
func goesThrough(x cc.ExpressionNode) bool {
	switch x := x.(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect:
			return true
		case cc.PostfixExpressionIndex:
			return ctree.IsPointer(x.Type()) || ctree.IsPointer(x.PostfixExpression.Type()) && ctree.VarOf(x.PostfixExpression) == nil
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// owner returns the construct directly in the region that n belongs to, and whether n stands in its clauses.
func (w graphWriter) owner(g *taskgraph, n cc.Node) (c *tree.Construct, clause bool) {
	p := w.u.InPragma(n)
	at := w.u.Offset(n)
	if p != nil {
		at = p.Start
	}
	for _, c := range g.construct.Children {
		if at >= c.Start && at < c.End {
			return c, p != nil && p == c.Pragma
		}
	}
	return nil, false
}

// use adds variable d, named by n, if a task needs it.
func (w graphWriter) use(g *taskgraph, d *cc.Declarator, n cc.Node) bool {
	c, clause := w.owner(g, n)
	if c == nil || !w.replayed(c) {
		return true
	}
	if w.declaredIn(g.construct, d) { // it no longer exists in a replay
		return w.declaredIn(c, d) || !ctree.IsAutomatic(d) || c.Kind != spec.Task || !w.isShared(g.construct, c, d)
	}
	if isVLA(d) || w.rename[d.Name()] != "" || d.IsRegister() {
		return false
	}
	switch {
	case clause:
		w.useInClause(g, c, d)
	case c.Kind == spec.Task:
		w.useInTask(g, c, d)
	}
	return true
}

// useInClause: an array that is a list item is known by its address, a variable in a data-sharing clause by what the task does with it, and
// of all else the value decides.
func (w graphWriter) useInClause(g *taskgraph, c *tree.Construct, d *cc.Declarator) {
	mode := keyValue
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl == nil || !tree.SameObject(it.Decl, d) {
				continue
			}
			if it.IsVar() || ctree.IsArrayVariable(d) && cc.IsArithmeticType(elementOf(d)) {
				mode = keyAddress
			}
		}
	}
	if mode == keyAddress && w.inExpression(c, d) {
		mode = keyValue
	}
	if mode == keyAddress && c.Kind == spec.Task {
		w.useInTask(g, c, d)
		return
	}
	g.add(d, mode)
}

// inExpression reports whether an expression of c's clauses, a subscript among them, names d.
func (w graphWriter) inExpression(c *tree.Construct, d *cc.Declarator) bool {
	mentions := func(e *tree.Expr) bool { return e != nil && e.Node != nil && ctree.Mentions(e.Node, d) }
	for _, cl := range c.Clauses {
		if slices.ContainsFunc(cl.Exprs, mentions) {
			return true
		}
		for _, it := range cl.Items {
			if slices.ContainsFunc(it.Sections, func(s *tree.Section) bool {
				return mentions(s.Lower) || mentions(s.Length) || mentions(s.Stride)
			}) || slices.ContainsFunc(it.Shape, mentions) {
				return true
			}
		}
	}
	return false
}

func elementOf(d *cc.Declarator) cc.Type {
	t := ctree.ObjectType(d)
	for {
		a, ok := t.Undecay().(*cc.ArrayType)
		if !ok {
			return t
		}
		t = a.Elem()
	}
}

// useInTask: what the task captures has the value of the replay, unless it is saved; what it shares must be the same object.
func (w graphWriter) useInTask(g *taskgraph, c *tree.Construct, d *cc.Declarator) {
	cl := sharingClause(c, d)
	switch {
	case cl != nil && (cl.Kind == spec.PrivateClause || cl.HasModifier("saved")):
		return
	case cl == nil && !ctree.IsAutomatic(d):
		return
	case cl != nil && cl.Kind == spec.SharedClause, cl == nil && w.isShared(g.construct, c, d):
		g.add(d, keyAddress)
		return
	}
	if d.IsConst() || !g.construct.GroupsTasks() || len(g.construct.All(spec.NogroupClause)) > 0 {
		g.add(d, keyValue)
		return
	}
	g.add(d, keyFresh)
	if !slices.Contains(g.fresh[c], d) {
		g.fresh[c] = append(g.fresh[c], d)
	}
}

// sharingClause is the clause of c that says what the task has of d.
func sharingClause(c *tree.Construct, d *cc.Declarator) *tree.Clause {
	for _, cl := range c.Clauses {
		if tree.OneOf(cl.Kind, spec.PrivateClause, spec.FirstprivateClause, spec.SharedClause) &&
			slices.ContainsFunc(cl.Items, func(it *tree.Item) bool { return it.Decl != nil && tree.SameObject(it.Decl, d) }) {
			return cl
		}
	}
	return nil
}

// isShared reports whether task c certainly shares d: it is shared in the parallel region around the task graph (OpenMP 5.2
// §5.1.1), or default says so.
func (w graphWriter) isShared(g, c *tree.Construct, d *cc.Declarator) bool {
	if cl := c.Clause(spec.DefaultClause); cl != nil {
		return slices.Contains(cl.Words, "shared")
	}
	for p := g.Parent; p != nil; p = p.Parent {
		if w.declaredIn(p, d) {
			return false
		}
		if p.Has(spec.Parallel) {
			return !g.PrivateAround(d)
		}
	}
	return false
}

// --- the text --------------------------------------------------------------------

func siteName(g *taskgraph) string { return fmt.Sprintf("__ompcc_g_%d", g.construct.Pragma.ID) }

// editRegion makes the region ask the runtime first.
func (w graphWriter) editRegion(g *taskgraph) {
	c := g.construct
	w.insert(c.Start, func() string { return w.regionBegins(g) })
	w.insert(c.StmtStart, func() string {
		return fmt.Sprintf("{ if (!__ompcc_graph_begin(&%s, %s, %s, %d, %s))\n", siteName(g), w.argument(c, spec.GraphIdClause, "0"),
			w.flags(c), len(g.order), w.keyList(g))
	})
	w.insert(c.End, func() string { return fmt.Sprintf("\n__ompcc_graph_end(&%s); } }", siteName(g)) })
}

// regionBegins declares the region's state and its keys, before the directive.
func (w graphWriter) regionBegins(g *taskgraph) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{ static void *%s;\n", siteName(g))
	if len(g.order) > 0 {
		fmt.Fprintf(&b, "__ompcc_graph_key_t %s[] = {", w.keyList(g))
		for _, d := range g.order {
			fmt.Fprintf(&b, "{(const void *)&%s, sizeof(%s), %d}, ", w.expr(d.Name()), w.expr(d.Name()), g.modes[d])
		}
		b.WriteString("};\n")
	}
	return b.String()
}

// keyList is the array of the keys.
func (w graphWriter) keyList(g *taskgraph) string {
	if len(g.order) == 0 {
		return "0"
	}
	return fmt.Sprintf("__ompcc_gk_%d", g.construct.Pragma.ID)
}

// argument is a clause's expression, or what stands for it without the clause.
func (w graphWriter) argument(c *tree.Construct, kind spec.ClauseKind, otherwise string) string {
	if cl := c.Clause(kind); cl != nil && len(cl.Exprs) > 0 {
		return "(long)(" + w.expr(cl.Exprs[0].Text) + ")"
	}
	return otherwise
}

// flags are the bits that the runtime gets of the clauses.
func (w graphWriter) flags(c *tree.Construct) string {
	reset := "0"
	if c.Clause(spec.GraphResetClause) != nil {
		reset = w.argument(c, spec.GraphResetClause, "1")
	}
	nogroup := "0"
	if c.Clause(spec.NogroupClause) != nil {
		nogroup = w.argument(c, spec.NogroupClause, "1")
	}
	return fmt.Sprintf("(unsigned)(%s ? 1 : 0) | (%s ? 0 : 2) | (%s ? 4 : 0)", reset, w.argument(c, spec.IfClause, "1"), nogroup)
}

// editNode tells the runtime of construct c before its task is generated; g is nil for one in another function. What a
// target construct's text tells is in construct.
func (w graphWriter) editNode(g *taskgraph, c *tree.Construct) {
	if c.Def.Category != "executable" || !w.replayed(c) || w.hostConstruct(c) != nil {
		return
	}
	if c.Kind == spec.Taskwait {
		w.insert(c.Start, func() string { return "{ __ompcc_graph_wait();\n" })
		w.insert(c.End, func() string { return "\n}" })
		return
	}
	if !w.records(c) {
		return
	}
	fresh := w.freshOf(c)
	w.insert(c.Start, func() string {
		if len(fresh) == 0 {
			return "{ " + w.node(c, 1) + ";\n"
		}
		return fmt.Sprintf("{ void *%s = %s;\n", nodeName(c), w.node(c, 1))
	})
	if len(fresh) > 0 {
		w.insert(c.StmtStart, func() string { return w.refresh(g, c, fresh) })
		w.insert(c.End, func() string { return "\n}" })
	}
	w.insert(c.End, func() string { return "\n}" })
}

// freshOf are the variables of task c that get their values of the replay.
func (w graphWriter) freshOf(c *tree.Construct) []*cc.Declarator {
	for _, g := range w.graphs {
		if g.construct == c.Parent {
			return g.fresh[c]
		}
	}
	return nil
}

// node is the call that arms the runtime; what is 1 for a task of the host's, 2 for a target task.
func (w graphWriter) node(c *tree.Construct, what int) string {
	arg := fmt.Sprint(what)
	if cl := c.Clause(spec.ReplayableClause); cl != nil && len(cl.Exprs) > 0 {
		arg = fmt.Sprintf("(%s) ? %d : 0", w.expr(cl.Exprs[0].Text), what)
	}
	return "__ompcc_graph_node(" + arg + ")"
}

func nodeName(c *tree.Construct) string { return fmt.Sprintf("__ompcc_gn_%d", c.Pragma.ID) }

// refresh begins the task's block.
func (w graphWriter) refresh(g *taskgraph, c *tree.Construct, fresh []*cc.Declarator) string {
	var b strings.Builder
	b.WriteString("{ ")
	for _, d := range fresh {
		fmt.Fprintf(&b, "__ompcc_graph_fresh(%s, %d, (void *)&%s); ", nodeName(c), slices.Index(g.order, d), w.expr(d.Name()))
	}
	return b.String() + "\n"
}

// withNode adds to the text of task c's directive what the task captures to ask for fresh values.
func (w graphWriter) withNode(c *tree.Construct, text string) string {
	if c.Kind != spec.Task || len(w.freshOf(c)) == 0 {
		return text
	}
	return text + " firstprivate(" + nodeName(c) + ")"
}

// deviceNode arms the runtime for the task of target construct c.
func (w graphWriter) deviceNode(c *tree.Construct) string {
	if isTaskgraph(c.Parent) {
		if !slices.ContainsFunc(w.graphs, func(g *taskgraph) bool { return g.construct == c.Parent }) {
			return ""
		}
	} else if !w.replayableElsewhere(c) {
		return ""
	}
	if !w.replayed(c) {
		return ""
	}
	return w.node(c, 2) + ";\n"
}

func (w graphWriter) insert(at int, text func() string) {
	w.edits = append(w.edits, &edit{start: at, end: at, text: text})
}
