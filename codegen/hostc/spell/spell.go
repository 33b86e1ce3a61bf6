package spell

// This file chooses how the host text spells each directive and each clause.

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Compiler is the compiler that compiles the host code. The zero value is a
// compiler that knows OpenMP 5.0 only.
type Compiler struct {
	GCC     bool
	Version int // major version; 0: unknown
	// Launched is the target construct whose region hostc is writing, if the region contains a metadirective that may
	// become a teams construct.
	Launched *tree.Construct
}

// Vendor is the compiler's name as a context selector spells it.
func (h Compiler) Vendor() string {
	if h.GCC {
		return "gnu"
	}
	return "llvm"
}

// isGCC and isClang report whether h is that compiler from version v on.
func (h Compiler) isGCC(v int) bool   { return h.GCC && h.Version >= v }
func (h Compiler) isClang(v int) bool { return !h.GCC && h.Version >= v }

// Text is the replacement of a directive in the host text.
type Text struct {
	// Text holds lines of C. It is "" if hostc drops the directive.
	Text string
	// Same is set if the directive can stay unchanged.
	Same bool
	// Unknown names the feature that the host compiler does not know and that has no
	// other spelling.
	Unknown string
	// TeamSize is set if Text calls omp_get_num_threads.
	TeamSize bool
	// Loops is set for a loop transformation: hostc writes the transformed loops.
	Loops bool
	// Statement is set for an atomic construct: hostc writes the directive and its statement as C code.
	Statement bool
}

// Directive spells c for host compiler h. It replaces newer spellings by older
// ones and splits combined constructs that h does not know. It drops directives
// that have no effect on a host compiler.
func Directive(c *tree.Construct, h Compiler) Text {
	t := unthreaded(c, h)
	t.Text = InLeague(c, hostThreads(c, t.Text))
	return t
}

// unthreaded is Directive without the code that enforces a strict number of threads (see hostThreads).
func unthreaded(c *tree.Construct, h Compiler) Text {
	if goes(c) {
		return Text{}
	}
	if c.Transforms() && (c.Kind != spec.Unroll || c.Clause(spec.ApplyClause) != nil) {
		return Text{Loops: true}
	}
	if why := unknownTo(c, h); why != "" {
		return Text{Unknown: why}
	}
	switch {
	case WritesAtomic(c, h):
		return Text{Statement: true}
	case c.Kind == spec.DeclareSimd && !h.GCC && c.Func != nil:
		return Text{} // clang accepts it at file scope only; without it, calls use the scalar function
	case c.Kind == spec.Section && c.Parent != nil && KeepsLast(c.Parent, h):
		return Text{}
	case cancelsInOrder(c, h) != nil:
		return Text{Text: leaveInOrder(c, cancelsInOrder(c, h))}
	case c.Kind == spec.Unroll && (h.GCC && h.Version < 15 || insideSIMD(c) || c.Nest != nil &&
		c.Nest.Loops[0].LeadsAway()):
		return Text{} // unrolling changes no result (5.2 §9.2)
	case c.Clause(spec.FullClause) != nil && !hasConstantBounds(c) && h.GCC:
		return Text{}
	case c.Clause(spec.FullClause) != nil && !hasConstantBounds(c):
		return Text{Text: "#pragma clang loop unroll(full)"} // clang's unroll directive requires constant bounds
	case c.Kind == spec.Allocate && h.AlignsByAttribute():
		return Text{} // unknownTo has rejected all allocators but those of ordinary memory
	case c.Kind == spec.Depobj && len(c.Clauses) > 1:
		return Text{Text: hostDepobjs(c)}
	case hostDepobj(c) != "":
		return Text{Text: pragmaLine(hostDepobj(c))}
	case c.Kind == spec.Taskgraph:
		// hostc keeps no taskgraph record to replay, so the block is executed (6.0 §14.3).
		if !c.GroupsTasks() {
			return Text{}
		}
		return Text{Text: pragmaLine("taskgroup")}
	case isBlockOnly(c, h):
		return Text{}
	case c.Kind == spec.Scope && !knowsScope(c, h):
		return scopeText(c, h)
	case c.Kind == spec.Scan && c.Parent != nil && ScansInOrder(c.Parent, h), inOrderedLoop(c):
		return Text{}
	case ordersWithoutSIMD(c, h):
		return Text{Text: orderedWithoutSIMD(c)}
	case !h.GCC && isOneOfManyOrdered(c):
		return Text{Text: orderedCalls}
	case c.Kind == spec.Taskwait && c.Clause(spec.NowaitClause) != nil &&
		(h.GCC && h.Version < 14 || len(c.Clause(spec.NowaitClause).Exprs) > 0):
		// An empty task with these dependences (5.2 §15.5).
		task := pragmaLine(partText(c, h, []spec.DirectiveKind{spec.Task}))
		if e := c.Clause(spec.NowaitClause).Exprs; len(e) > 0 {
			task += " if(" + e[0].Text + ")"
		}
		return Text{Text: task + "\n;"}
	}
	if n := splitAt(c, h); n > 0 {
		return Text{Text: split(c, h, n)}
	}
	if text, ok := hostEntered(c, c.Leafs, func(leafs []spec.DirectiveKind) string { return partText(c, h, leafs) }); ok {
		return Text{Text: text}
	}
	if c.Kind == spec.Error && !h.GCC && !literalMessage(c) {
		return Text{Text: hostError(c)}
	}
	if LosesSIMD(c, h) {
		return Text{Text: pragmaLine(textWithoutSIMD(c, h, c.Leafs, partText))}
	}
	src := c.Text()
	edits := hostEdits(c, h, src)
	if atomicAlone(c, h) {
		return Text{Text: pragmaLine("parallel if(0)") + "\n" + pragmaLine(applyEdits(src, edits))}
	}
	if len(edits) == 0 {
		// clang crashes on atomic compare of pointers; lower checks the types.
		same := c.Meta == nil && !KeepsLast(c, h) && !CountsAnew(c, h) && !namesConstituents(c) &&
			len(ReducedArrays(c, h)) == 0 && (h.GCC || !hasSequences(c)) &&
			(h.GCC || c.Kind != spec.Atomic || c.Clause(spec.CompareClause) == nil)
		return Text{Text: pragmaLine(src), Same: same}
	}
	text := pragmaLine(applyEdits(src, edits))
	if c.Kind == spec.Task && c.Transparent() {
		text += "\n" + pragmaLine("taskgroup")
	}
	return Text{Text: text}
}

// hasConstantBounds reports whether the bounds of c's loop are constants. The clause full of unroll requires only that
// their distance is constant (5.2 §9.2.1).
func hasConstantBounds(c *tree.Construct) bool {
	if c.Nest == nil {
		return true // a transformation generates the loop
	}
	l := c.Nest.Loops[0]
	_, from := ctree.ConstInt(l.Init)
	_, to := ctree.ConstInt(l.Bound)
	return from && to
}

// namesConstituents reports whether a clause of c has a directive-name modifier.
func namesConstituents(c *tree.Construct) bool {
	for _, cl := range c.Clauses {
		if cl.On != spec.NoDirective {
			return true
		}
	}
	return false
}

// hasSequences reports whether a section of c may have several statements (5.2
// §11.3.1), which clang rejects.
func hasSequences(c *tree.Construct) bool {
	if !c.Has(spec.Sections) || c.Stmt == nil || c.Stmt.CompoundStatement == nil {
		return false
	}
	items, sections := 0, 0
	for l := c.Stmt.CompoundStatement.BlockItemList; l != nil; l = l.BlockItemList {
		items++
	}
	for _, x := range c.Children {
		if x.Kind == spec.Section {
			sections++
		}
	}
	return items > sections
}

func pragmaLine(s string) string { return "#pragma omp " + s }

func hostEdits(c *tree.Construct, h Compiler, src string) []hostEdit {
	var edits []hostEdit
	if name := src[:min(c.NameLen(), len(src))]; name != c.Kind.String() && isUnderscored(name) {
		edits = append(edits, hostEdit{0, len(name), c.Kind.String()})
	}
	for _, cl := range c.Withdrawn {
		edits = append(edits, hostEdit{cl.Start - c.NameStart, cl.End - c.NameStart, ""})
	}
	for _, cl := range c.Clauses {
		if cl.Implied {
			continue // the default clause implies it
		}
		if s, ok := hostClause(c, cl, h); ok {
			edits = append(edits, hostEdit{cl.Start - c.NameStart, cl.End - c.NameStart, s})
		}
	}
	if s := hostLeague(c, h) + sharedExtents(c, c.Leafs) + lastOfLoop(c, h, c.Leafs); s != "" {
		edits = append(edits, hostEdit{len(src), len(src), s})
	}
	if r := c.Reduction; r != nil && c.Clause(spec.CombinerClause) != nil && c.Args != nil {
		// 6.0 moved the combiner to a clause (6.0 §7.6.15).
		edits = append(edits,
			hostEdit{c.Args.End - 1 - c.NameStart, c.Args.End - c.NameStart, " : " + r.Combiner + ")"})
	}
	return append(edits, hostCommas(c, src, edits)...)
}

// hostCommas removes the commas between clauses, which no compiler needs. It does so if a
// comma precedes the first clause (5.2 §3.1) or would after the other edits: gcc 12
// rejects such a comma, and clang then ignores all clauses.
func hostCommas(c *tree.Construct, src string, others []hostEdit) []hostEdit {
	commas := outerCommas(src)
	first := func() bool {
		start := len(src)
		for _, cl := range c.Clauses {
			start = min(start, cl.Start-c.NameStart)
		}
		if c.Args != nil && tree.OneOf(c.Kind, spec.Cancel, spec.CancellationPoint) {
			start = c.Args.Start - c.NameStart
		}
		return (len(c.Clauses) > 0 || c.Args != nil) && len(commas) > 0 && commas[0] < start
	}
	removes := func(e hostEdit) bool { return strings.TrimSpace(e.text) == "" }
	if len(commas) == 0 || !first() && !slices.ContainsFunc(others, removes) {
		return nil
	}
	var edits []hostEdit
	for _, i := range commas {
		within := func(e hostEdit) bool { return e.start <= i && i < e.end }
		if !slices.ContainsFunc(others, within) {
			edits = append(edits, hostEdit{i, i + 1, " "})
		}
	}
	return edits
}

// outerCommas returns the offsets of the commas in a directive that are outside of all brackets and quotes.
func outerCommas(src string) []int {
	var at []int
	depth := 0
	quote := byte(0)
	for i := 0; i < len(src); i++ {
		switch x := src[i]; {
		case quote != 0:
			if x == '\\' {
				i++
			} else if x == quote {
				quote = 0
			}
		case x == '"' || x == '\'':
			quote = x
		case x == '(' || x == '[' || x == '{':
			depth++
		case x == ')' || x == ']' || x == '}':
			depth--
		case x == ',' && depth == 0:
			at = append(at, i)
		}
	}
	return at
}

// knowsScope reports whether the host compiler knows scope construct c. No clang, nor
// gcc 12, supports the clauses firstprivate and allocate there.
func knowsScope(c *tree.Construct, h Compiler) bool {
	copies := c.Clause(spec.FirstprivateClause) != nil || c.Clause(spec.AllocateClause) != nil
	return h.isGCC(13) || h.GCC && !copies || h.isClang(22) && !copies
}

// isBlockOnly reports whether hostc can write scope construct c as its block and a barrier (see EndsWithBarrier).
func isBlockOnly(c *tree.Construct, h Compiler) bool {
	return c.Kind == spec.Scope && !knowsScope(c, h) &&
		!slices.ContainsFunc(c.Clauses, func(cl *tree.Clause) bool { return cl.Kind != spec.NowaitClause })
}

// EndsWithBarrier reports whether hostc must add a barrier at the end of c (6.0 §13.2), because the host text
// has no directive that implies one.
func EndsWithBarrier(c *tree.Construct, h Compiler) bool {
	return isBlockOnly(c, h) && c.Clause(spec.NowaitClause) == nil
}

// bindsTeam reports whether c contains a construct that may not be closely nested in a worksharing loop.
func bindsTeam(c *tree.Construct) bool {
	return slices.ContainsFunc(c.Children, func(x *tree.Construct) bool {
		if x.Has(spec.Parallel) || x.Has(spec.Target) || x.Has(spec.Teams) {
			return false
		}
		return x.Has(spec.For) || tree.OneOf(x.Kind, spec.Sections, spec.Single, spec.Scope, spec.Barrier, spec.Masked,
			spec.Master, spec.Loop) || bindsTeam(x)
	})
}

// scopeText writes a scope construct for host compilers that do not know it: as a loop
// of which each thread of the team executes one iteration.
func scopeText(c *tree.Construct, h Compiler) Text {
	clauses := strings.TrimPrefix(partText(c, h, []spec.DirectiveKind{spec.Scope}), "scope")
	return Text{
		Text: pragmaLine("for schedule(static, 1)"+clauses) +
			"\nfor (int __ompcc_i = 0; __ompcc_i < omp_get_num_threads(); __ompcc_i++)",
		TeamSize: true,
	}
}

// goes reports whether c has no effect on a host compiler, so that the host text omits it.
func goes(c *tree.Construct) bool {
	switch c.Kind {
	case spec.Assume, spec.Assumes, spec.BeginAssumes, spec.EndAssumes, spec.Nothing:
		// Assumptions only permit optimisations, and the nothing directive has no effect (5.2 §8.3, §8.4).
		return true
	case spec.DeclareVariant, spec.BeginDeclareVariant, spec.EndDeclareVariant:
		// ompcc has replaced the calls by calls of the variants.
		return true
	case spec.DeclareInduction:
		// hostc writes its expressions into the loops that use it.
		return true
	case spec.TaskIteration:
		// hostc executes the iterations in order and waits for the dependences.
		return true
	case spec.BeginMetadirective, spec.EndMetadirective:
		// It chooses among declarative directives only.
		return true
	case spec.Dispatch:
		// The call in it names the variant already; lower writes the rest.
		return true
	case spec.Error:
		at := c.Clause(spec.AtClause)
		return at == nil || at.Words[0] == "compilation" // Check has reported it
	}
	return false
}

// unknownTo names the part of c that host compiler h does not know and that has no other spelling, "" if none.
func unknownTo(c *tree.Construct, h Compiler) string {
	switch c.Kind {
	case spec.Interop, spec.Groupprivate:
		if c.Kind == spec.Interop && (h.isClang(15) || h.isGCC(15)) {
			return ""
		}
		return "directive '" + c.Kind.String() + "'"
	case spec.Scope:
		if !knowsScope(c, h) && !isBlockOnly(c, h) && bindsTeam(c) {
			return "directive 'scope' with such clauses around a worksharing construct, masked or barrier"
		}
	case spec.Allocate:
		if h.AlignsByAttribute() && !ordinaryMemory(c) {
			return "directive 'allocate' with this allocator"
		}
	}
	if c.Def != nil && c.Def.Assoc == spec.AssocLoop && c.Nest == nil {
		// hostc supports these for loops in the program's text only.
		switch {
		case c.Has(spec.Taskloop) && c.Transparent():
			return "clause 'transparent' with generated loops"
		case tree.HasInitPhase(c):
			return "clause 'init_complete' with generated loops"
		case KeepsLast(c, h):
			return "modifier 'conditional' with generated loops"
		case ScansInOrder(c, h):
			return "clause 'inscan' of an array, of collapsed loops or beside other reductions with generated loops"
		}
	}
	for _, cl := range c.Clauses {
		if cl.Kind == spec.AllocateClause && cl.HasModifier("align") && !h.GCC && h.Version < 20 && !InTarget(c) {
			return "modifier 'align' of clause 'allocate'"
		}
		if cl.Kind == spec.AppendArgsClause {
			return "clause '" + cl.Kind.String() + "'"
		}
		if !privatelyReducible(c, cl) {
			return "a reduction of a variable that is private in the region"
		}
	}
	return ""
}

type hostEdit struct {
	start, end int
	text       string
}

func isUnderscored(name string) bool {
	return spec.SplitsIntoNames(tree.FirstWord(name)) || strings.Contains(name, "_")
}

func applyEdits(src string, edits []hostEdit) string {
	sort.Slice(edits, func(i, j int) bool { return edits[i].start < edits[j].start })
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.WriteString(src[last:e.start])
		b.WriteString(e.text)
		last = e.end
	}
	b.WriteString(src[last:])
	return strings.TrimRight(b.String(), " \t")
}

// hostClause returns the older spelling of a clause, "" to drop the clause. The second
// result is false if the clause can stay unchanged.
func hostClause(c *tree.Construct, cl *tree.Clause, h Compiler) (string, bool) {
	if text, ok := hostSpelling(c, cl, h); ok {
		return text, true
	}
	if text, ok := hostDeadArgument(c, cl, h); ok {
		return text, true
	}
	return hostAssignment(c, cl)
}

// hostDeadArgument writes 1 for a constant argument that is too small. ompcc has warned about it, since control never
// reaches the directive, but clang reports an error.
func hostDeadArgument(c *tree.Construct, cl *tree.Clause, h Compiler) (text string, changed bool) {
	if h.GCC || cl.Def == nil || len(cl.Exprs) != 1 || cl.Exprs[0] == nil {
		return "", false
	}
	least := int64(1)
	switch {
	case tree.OneOf(cl.Kind, spec.PriorityClause, spec.FilterClause):
		least = 0
	case !cl.Def.Positive && !tree.OneOf(cl.Kind, spec.ScheduleClause, spec.DistScheduleClause):
		return "", false
	}
	text = c.Pragma.Text[cl.Start:cl.End]
	if v, known := ctree.ConstInt(cl.Exprs[0].Node); !known || v >= least {
		return "", false
	}
	i := strings.LastIndex(text, cl.Exprs[0].Text)
	return text[:i] + "1" + text[i+len(cl.Exprs[0].Text):], true
}

// hostAssignment puts parentheses around assignments, which clang rejects as arguments.
func hostAssignment(c *tree.Construct, cl *tree.Clause) (text string, changed bool) {
	text = c.Pragma.Text[cl.Start:cl.End]
	for _, e := range cl.Exprs {
		if e == nil {
			continue
		}
		if a, ok := e.Node.(*cc.AssignmentExpression); ok && a.Case != cc.AssignmentExpressionCond {
			if i := strings.LastIndex(text, e.Text); i >= 0 {
				text, changed = text[:i]+"("+e.Text+") + 0"+text[i+len(e.Text):], true // clang 19 crashes over parentheses alone
			}
		}
	}
	return text, changed
}

func hostSpelling(c *tree.Construct, cl *tree.Clause, h Compiler) (string, bool) {
	if cl.Affirmed && !tree.OneOf(cl.Kind, spec.SeqCstClause, spec.AcqRelClause, spec.AcquireClause) {
		return cl.Kind.String(), true
	}
	switch cl.Kind {
	case spec.OrderedClause:
		n, ok := c.OrderedLoops()
		switch {
		case ok && len(cl.Exprs) == 0 && c.HasDoacross():
			return "ordered(" + strconv.FormatInt(n, 10) + ")", true
		case len(cl.Exprs) > 0 && c.OrdersCollapsed() && !c.HasDoacross(): // host compilers read a number as doacross
			return "ordered", true
		}
	case spec.NowaitClause:
		if c.MayWait() != nil {
			return "nowait", true // hostc adds the barrier
		}
	case spec.NogroupClause:
		if c.GroupsTasks() {
			return "", true
		}
	case spec.DoacrossClause:
		if cl.Written == "" {
			return hostDoacross(c, cl), true
		}
	case spec.DefaultClause:
		return c.HostDefault(cl)
	case spec.OrderClause:
		if holdsAtomic(c) {
			return "", true
		}
	case spec.HintClause:
		if c.Kind == spec.Critical && c.Args == nil && !h.GCC {
			return "", true // without a name the hint is omp_sync_hint_none (5.2 §15.2), which clang rejects
		}
	case spec.EnterClause:
		if cl.Written == "" {
			return "to(" + itemTexts(cl) + ")", true
		}
	case spec.OtherwiseClause:
		if cl.Written == "" {
			return "default" + strings.TrimPrefix(c.Pragma.Text[cl.Start:cl.End], "otherwise"), true
		}
	case spec.InductionClause:
		return Induction(cl), true
	case spec.LinearClause:
		return hostLinear(cl)
	case spec.CollapseClause:
		return Collapse(c, h)
	case spec.FirstprivateClause:
		if cl.HasModifier("saved") {
			// A replay would use the value that the variable has here (6.0 §7.5.4), but
			// hostc never replays.
			return "firstprivate(" + itemTexts(cl) + ")", true
		}
	case spec.CombinerClause, spec.MessageClause, spec.SeverityClause, spec.SafesyncClause:
		return "", c.Kind != spec.Error
	case spec.ScheduleClause:
		return hostSchedule(c, cl, h)
	case spec.ReplayableClause, spec.MemscopeClause, spec.PriorityClause, spec.ThreadsetClause:
		// threadset permits threads outside of the team, but the team's threads may
		// still run the tasks (6.0 §14.8).
		return "", cl.Kind != spec.PriorityClause
	case spec.NumThreadsClause:
		if HasExtents(c) {
			return "num_threads((int)(" + Extents(c) + " >> 32))", true
		}
		if len(cl.Modifiers) > 0 || len(cl.Exprs) > 1 {
			return "num_threads(" + cl.Exprs[0].Text + ")", true
		}
	case spec.NumTeamsClause:
		if c.TeamsIf() != nil {
			return "", true
		}
		if text, ok := league(c, cl, h); ok {
			return text, true
		}
		if cl.HasModifier("dims") {
			return "num_teams(" + cl.Count() + ")", true
		}
		if cl.HasModifier("lower") && !h.GCC {
			// clang knows no lower bound and gets the upper bound only. A league may be smaller
			// than that (5.2 §10.2.1).
			return "num_teams(" + cl.Exprs[len(cl.Exprs)-1].Text + ")", true
		}
	case spec.SimdlenClause:
		if cl.HasModifier("scaled") { // a hint for scalable vectors, whose scale is 1 elsewhere (6.1)
			return "simdlen(" + strings.TrimSpace(cl.Exprs[0].Text) + ")", true
		}
	case spec.DynGroupprivateClause:
		return "", true // the runtime gives the teams their memory
	case spec.ThreadLimitClause:
		if text, ok := league(c, cl, h); ok || !cl.HasModifier("dims") {
			return text, ok
		}
		return "thread_limit(" + cl.Count() + ")", true
	case spec.DestroyClause:
		if c.Kind == spec.Depobj && len(cl.Items)+len(cl.Exprs) > 0 {
			return "destroy", true
		}
	case spec.SeqCstClause:
		if c.Kind == spec.Flush && !h.GCC {
			return "", true // a flush without a list is already a strong flush
		}
		return "seq_cst", cl.Affirmed
	case spec.UpdateClause:
		// clang rejects update together with the clauses that extend it (5.2 §15.8.4).
		if c.Kind == spec.Atomic && !h.GCC &&
			(c.Clause(spec.CaptureClause) != nil || c.Clause(spec.CompareClause) != nil) {
			return "", true
		}
	case spec.AcquireClause:
		if c.Kind == spec.Atomic && c.Clause(spec.ReadClause) == nil && c.Clause(spec.CaptureClause) == nil &&
			c.Clause(spec.CompareClause) == nil && !h.GCC {
			return "seq_cst", true // clang accepts acquire with read and capture only
		}
		return "acquire", cl.Affirmed
	case spec.AcqRelClause:
		if c.Kind == spec.Atomic && c.Clause(spec.CaptureClause) == nil && !h.GCC {
			return "seq_cst", true // clang accepts acq_rel with capture only
		}
		return "acq_rel", cl.Affirmed
	case spec.AllocateClause:
		return hostAllocate(c, cl, h)
	case spec.AffinityClause:
		text := h.withoutSections(cl, c.WithoutShapes(cl))
		return text, text != c.Pragma.Text[cl.Start:cl.End]
	case spec.DependClause:
		return hostDepend(c, cl, h)
	case spec.WeakClause:
		return "", !h.GCC // clang drops the whole construct; a strong comparison is a valid weak one
	case spec.UntiedClause:
		// libomp fails an assertion if an untied task is undeferred. untied only permits
		// another thread to resume the task (5.2 §12.5).
		if c.Kind == spec.Task && !h.GCC && (c.Clause(spec.IfClause) != nil || c.Transparent() || h.WaitsForAll(c)) {
			return "", true
		}
	case spec.TransparentClause:
		// No host compiler knows transparent. The tasks become undeferred and wait for
		// their child tasks, which satisfies all dependences (6.0 §17.9.6).
		if c.Transparent() && c.Clause(spec.IfClause) == nil {
			return "if(0)", true
		}
		return "", true
	case spec.IfClause:
		if c.Transparent() {
			return "if(0)", true
		}
		if cl == c.TeamsIf() {
			return hostTeamsIf(c, h), true
		}
		if h.WaitsForAll(c) {
			return "if(0)", true
		}
	case spec.ReductionClause, spec.InReductionClause, spec.TaskReductionClause:
		return hostReduction(cl, h)
	case spec.CopyprivateClause:
		// Host compilers do not see that the initial thread is alone, nor which variables are private in the region.
		return "", ofInitialThread(c)
	}
	return "", false
}

// ofInitialThread reports whether only the initial thread of a target region executes c.
func ofInitialThread(c *tree.Construct) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		switch {
		case p.Has(spec.Parallel) || p.Has(spec.Teams):
			return false
		case p.Has(spec.Target):
			return true
		}
	}
	return false
}

// Collapse returns the collapse clause of a nest with code between its loops, if it must change: it then names the
// outer, perfectly nested loops only. Gcc before version 15 rejects all such nests, and clang those with code
// beside a block. Nor does either accept loops that a transformation generates after such code. The shorter clause
// changes only how the threads share the iterations (5.2 §4.4.3).
func Collapse(c *tree.Construct, h Compiler) (string, bool) {
	taken := c.Nest != nil && (h.GCC && h.Version >= 15 || !h.GCC && !c.Nest.Blocks)
	if c.PerfectDepth == 0 || taken || c.Clause(spec.CollapseClause) == nil {
		return "", false
	}
	return "collapse(" + strconv.Itoa(c.PerfectDepth) + ")", true
}

// hostTeamsIf returns the num_teams clause that replaces an if clause on teams: one team
// if the condition is false, and one if the implementation may choose the number.
func hostTeamsIf(c *tree.Construct, h Compiler) string {
	n := c.Clause(spec.NumTeamsClause)
	if n == nil {
		return "num_teams(1)"
	}
	if text, ok := league(c, n, h); ok {
		return text
	}
	if n.Spatial() {
		return "num_teams((" + c.TeamsIf().Exprs[0].Text + ") ? (" + n.Count() + ") : 1)"
	}
	return "num_teams((" + c.TeamsIf().Exprs[0].Text + ") ? (" + n.Exprs[len(n.Exprs)-1].Text + ") : 1)"
}

// privatelyReducible reports whether hostc can write out the reductions of clause cl
// whose originals are private. They need arithmetic types, predefined operators and a
// construct without induction clauses.
func privatelyReducible(c *tree.Construct, cl *tree.Clause) bool {
	for _, it := range cl.Items {
		if m := cl.Modifier("original"); cl.Kind == spec.ReductionClause && m != nil &&
			strings.Contains(m.Raw, "private") && !it.PrivateOriginal {
			return false
		}
		if !it.PrivateOriginal {
			continue
		}
		t := it.Decl.Type()
		for t.Undecay().Kind() == cc.Array {
			t = t.Undecay().(*cc.ArrayType).Elem()
		}
		if !cc.IsArithmeticType(t) || tree.ReductionOpOf(tree.ReductionID(cl)) == nil ||
			c.Clause(spec.InductionClause) != nil {
			return false
		}
	}
	return true
}

// InTarget reports whether c is a target construct or is nested in one.
func InTarget(c *tree.Construct) bool {
	for p := c; p != nil; p = p.Parent {
		if p.Has(spec.Target) {
			return true
		}
	}
	return false
}

func itemTexts(cl *tree.Clause) string {
	names := make([]string, len(cl.Items))
	for i, it := range cl.Items {
		names[i] = it.Text
	}
	return strings.Join(names, ", ")
}

// insideSIMD reports whether c is nested in a simd construct, where OpenMP 6.0 allows loop
// transformations (6.0 §12.4) and clang rejects them.
func insideSIMD(c *tree.Construct) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.Simd) {
			return true
		}
	}
	return false
}

// AwaitsTasks reports whether hostc must write a taskwait before c: the child tasks of the encountering task then
// complete before c starts.
func AwaitsTasks(c *tree.Construct, h Compiler) bool {
	return c.Stmt != nil && h.WaitsForAll(c) || c.Kind == spec.Task && c.Imports()
}
