// Worksharing loops: for, distribute, simd and loop divide iterations among teams, threads and lanes.

package lower

import (
	"maps"

	"slices"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// levelsOf returns the levels (teams, threads, lanes) among which the loop constituents in leafs divide iterations.
func (b *body) levelsOf(c *tree.Construct, leafs []spec.DirectiveKind) region.Level {
	var l region.Level
	for _, k := range leafs {
		switch k {
		case spec.Distribute:
			l |= region.LevelDistribute
		case spec.For:
			l |= region.LevelFor
		case spec.Simd:
			l |= region.LevelSimd
		case spec.Loop:
			l |= b.loopLevels(c)
		}
	}
	return l
}

// loopLevels returns the levels of a loop construct, by its binding (5.2 §11.7): any of the binding threads may
// execute its iterations.
func (b *body) loopLevels(c *tree.Construct) region.Level {
	switch b.binding(c) {
	case "teams":
		if hasParallelism(c.Children) {
			return region.LevelDistribute
		}
		return region.LevelDistribute | region.LevelFor
	case "parallel":
		return region.LevelFor
	}
	return region.LevelSimd
}

// binding returns what loop construct c binds to. Without a bind clause that is the enclosing teams or parallel
// construct. Inside an iteration of another loop it is the thread that executes the iteration, or all threads of
// the team if a team executes it.
func (b *body) binding(c *tree.Construct) string {
	if cl := c.Clause(spec.BindClause); cl != nil && len(cl.Words) > 0 {
		return cl.Words[0]
	}
	for _, own := range []string{"parallel", "teams"} {
		if c.Has(spec.DirectiveNamed(own)) {
			return own
		}
	}
	around := b.context[:max(0, len(b.context)-len(c.Leafs))]
	for _, l := range slices.Backward(around) {
		switch l {
		case spec.Parallel, spec.Teams:
			return l.String()
		case spec.Loop, spec.Distribute:
			if b.parallel == 0 && b.kernel != nil && b.kernel.teams != nil {
				return "parallel"
			}
			return "thread"
		case spec.For, spec.Simd, spec.Sections, spec.Section, spec.Single, spec.Masked, spec.Master, spec.Critical,
			spec.Ordered, spec.Task, spec.Taskloop:
			return "thread"
		}
	}
	return "thread"
}

// hasParallelism reports whether a construct in list, or nested in one, can use several threads.
func hasParallelism(list []*tree.Construct) bool {
	for _, c := range list {
		cl := c.Clause(spec.BindClause)
		loop := c.Has(spec.Loop) && (cl == nil || len(cl.Words) == 0 || cl.Words[0] != "thread")
		if c.Has(spec.Parallel) || loop || hasParallelism(c.Children) {
			return true
		}
	}
	return false
}

// worksharingLoop lowers distribute, for, simd, loop and their composites to one WsLoop.
func (b *body) worksharingLoop(c *tree.Construct, leafs []spec.DirectiveKind, stmt *cc.Statement) {
	levels := b.levelsOf(c, leafs)
	if b.sharedDoacross(c, levels, stmt) {
		return
	}
	scan := b.scansTogether(c, levels)
	n := b.u.nest(c, stmt, true)
	if n == nil {
		return
	}
	if ordersIterations(c) && !scan && !b.sharesConditionals(c, levels, n) {
		b.inOrder(c, levels, stmt)
		return
	}
	if scan && !scannable(n, b.u.sharingOf(c)) {
		b.inOrder(c, levels, stmt)
		return
	}
	if scan && levels&region.LevelDistribute != 0 && b.scansInOneTeam() {
		b.inOneTeam(c, n, levels, stmt)
		return
	}
	if s := b.u.sharingOf(c); b.oneTeam(s, levels) {
		b.inOneTeam(c, n, levels, stmt)
		return
	}
	if levels == region.LevelFor && b.parallel == 0 && c.Has(spec.Loop) && !c.Has(spec.Parallel) && b.kernel != nil {
		b.wrapParallel(c, func() { b.wsLoop(c, n, levels, stmt) })
		return
	}
	b.wsLoop(c, n, levels, stmt)
}

// inOneTeam has the threads of the first team execute all iterations of a distributed loop.
func (b *body) inOneTeam(c *tree.Construct, n *loopNest, levels region.Level, stmt *cc.Statement) {
	f := b.fn
	levels &^= region.LevelDistribute
	if levels == 0 {
		levels = region.LevelSimd
	}
	blk := f.Block(stmt, func() {
		if levels&region.LevelFor != 0 {
			b.wrapParallel(c, func() { b.wsLoop(c, n, levels, stmt) })
			return
		}
		b.wsLoop(c, n, levels, stmt)
	})
	team := &region.Intrinsic{Op: region.OpTeamNum, Type: region.I32}
	f.Emit(&region.If{At: b.at(c), Cond: &region.Compare{Op: region.Eq, X: team, Y: cbody.Int(region.I32, 0)},
		Then: blk})
}

// wrapParallel encloses the loop that gen emits in a parallel region. A loop construct outside of parallel regions
// needs it to run on several threads, and a composite construct whose loop the teams do not share.
func (b *body) wrapParallel(c *tree.Construct, gen func()) {
	p := &region.Parallel{At: b.at(c)}
	if c.Has(spec.Parallel) {
		b.strictThreads(c, c.Stmt)
		p.NumThreads, p.If = b.unsigned(clauseExpr(c, spec.NumThreadsClause)), b.condition(c, spec.Parallel)
	}
	b.parallel++
	p.Body = b.fn.Block(c.Stmt, func() { b.implicitTask(p.At, gen) })
	b.parallel--
	b.fn.Emit(p)
}

func (b *body) wsLoop(c *tree.Construct, n *loopNest, levels region.Level, stmt *cc.Statement) {
	f := b.fn
	w := &region.WsLoop{At: b.at(c), Levels: levels}
	b.loopClauses(c, w)
	w.Scan = b.scansTogether(c, levels)
	if levels == region.LevelFor {
		defer b.cancellable(c, "for", true, stmt)()
	}
	s := b.u.sharingOf(c)
	if c.Has(spec.Teams) && teamsReduces(c.Leafs[teamsAt(c):]) {
		s.reductions = nil
	}
	var undo []func()
	ll := &loopLowering{b: b, n: n}
	sh := &loopSharing{b: b, s: s, n: n, w: w, stmt: stmt, linearBase: map[*cc.Declarator]region.Expr{}}
	begin, part := func() func() { return func() {} }, func() {}
	if levels&region.LevelFor != 0 && levels != region.LevelFor {
		begin, part = b.cancellableTeamLoop(c, sh, stmt)
	}
	if levels != region.LevelSimd {
		sh.conditionals = b.conditionals(c, stmt)
	}
	undo = append(undo, sh.early(levels)...)
	w.Pre = f.Block(stmt, func() {
		undo = append(undo, begin())
		undo = append(undo, sh.persistent()...)
		w.Trips, w.NonRect = ll.bounds()
		sh.nameTrips()
	})
	if len(w.Pre.Stmts) == 0 && len(w.Pre.Locals) == 0 {
		w.Pre = nil
	}
	for _, d := range n.dims {
		w.Index = append(w.Index, d.index)
	}
	// The loop evaluates the bounds before the list items get their private copies.
	reds, un := b.reductions(s.reductions, stmt)
	w.Reductions, undo = reds, append(undo, un...)
	for _, p := range sh.conditionals {
		w.Reductions = append(w.Reductions, p.red)
		w.NoWait = false
	}
	w.RedLevels = b.redLevels(s, levels)
	sh.needLast()
	b.ws = append(b.ws, w)
	if levels&region.LevelFor != 0 {
		b.parallel++
	}
	done := func() {}
	if c.Has(spec.Taskloop) {
		w.Left, done = b.leftBy("taskgroup", stmt)
	}
	defer b.nonTemporal(c)()
	w.Body = f.Block(stmt, func() {
		if levels&region.LevelDistribute != 0 && levels&region.LevelFor != 0 {
			b.nestedThreads(c)
		}
		switch {
		case levels&region.LevelFor != 0:
			w.Left, done = b.leftBy("for", stmt)
			part()
			b.cancellablePart("for", stmt, func() { sh.body(ll) })
		case c.Has(spec.Taskloop):
			b.cancellablePart("taskgroup", stmt, func() { sh.body(ll) })
		default:
			sh.body(ll)
		}
		if levels&region.LevelDistribute != 0 && hasEvents(c) {
			b.await(w.At, awaitAll) // nothing else ends the region of the threads
		}
	})
	done()
	if levels&region.LevelFor != 0 {
		b.parallel--
	}
	b.ws = b.ws[:len(b.ws)-1]
	runAll(undo)
	next := func() {}
	if levels == region.LevelFor {
		next = b.barrierOutside(w.At, &w.NoWait)
	}
	f.Emit(w)
	next()
	for _, p := range sh.conditionals {
		p.update(b, w.At, stmt)
	}
	if len(sh.conditionals) > 0 {
		f.Emit(&region.Barrier{At: w.At})
	}
}

func teamsAt(c *tree.Construct) int {
	for i, l := range c.Leafs {
		if l == spec.Teams {
			return i
		}
	}
	return 0
}

// redLevels returns LevelDistribute if the reduction of a distributed loop combines across teams. It does not if
// each team has its own original: a copy that the teams construct reduces itself, or a variable declared in the
// teams region.
func (b *body) redLevels(s *sharing, levels region.Level) region.Level {
	if levels&region.LevelDistribute == 0 {
		return 0
	}
	for _, r := range s.reductions {
		if !b.teamLocal(r.item) {
			return region.LevelDistribute
		}
	}
	return 0
}

// teamLocal reports whether each team has its own storage for a reduction's list item.
func (b *body) teamLocal(it *tree.Item) bool {
	d := it.Decl
	if b.private[d] > 0 {
		return true
	}
	if len(it.Sections) > 0 && ctree.IsPointer(ctree.ObjectType(d)) || ctree.IsStaticStorage(d) {
		return false
	}
	if b.kernel == nil {
		return true
	}
	c := b.kernel.byDecl[d]
	return c == nil || c.kind != capMapped && c.kind != capShared
}

// nonTemporal marks the accesses to the list items of nontemporal clauses until the function that it returns is called
// (OpenMP 5.2 §10.4.1).
func (b *body) nonTemporal(c *tree.Construct) (undo func()) {
	around := b.fn.NonTemporal
	items := maps.Clone(around)
	for _, cl := range c.All(spec.NontemporalClause) {
		for _, it := range cl.Items {
			if items == nil {
				items = map[*cc.Declarator]bool{}
			}
			items[it.Decl] = true
		}
	}
	delete(items, nil)
	b.fn.NonTemporal = items
	return func() { b.fn.NonTemporal = around }
}

// loopClauses evaluates the clauses that the code generator implements.
func (b *body) loopClauses(c *tree.Construct, w *region.WsLoop) {
	if cl := c.Clause(spec.ScheduleClause); cl != nil {
		b.schedule(cl, w)
	}
	if cl := c.Clause(spec.DistScheduleClause); cl != nil {
		w.DistStatic = len(cl.Exprs) == 0
		if !w.DistStatic {
			w.DistChunk = b.fn.Convert(b.fn.Value(cl.Exprs[len(cl.Exprs)-1].Node), region.U64)
		}
	}
	w.NoWait = c.Clause(spec.NowaitClause) != nil && !c.Has(spec.Target)
	w.Ordered = c.Clause(spec.OrderedClause) != nil
	w.Concurrent = c.Has(spec.Loop) || c.Clause(spec.OrderClause) != nil
	w.Simdlen, w.Safelen = clauseConst(c, spec.SimdlenClause), clauseConst(c, spec.SafelenClause)
	if w.Levels&region.LevelDistribute != 0 && w.Levels&region.LevelFor != 0 {
		b.strictThreads(c, c.Stmt)
		w.NumThreads, w.Extents = b.numThreads(c)
		w.If = b.condition(c, spec.Parallel)
	}
	if cl := c.If(spec.Simd); cl != nil {
		if v, ok := ctree.ConstInt(cl.Exprs[0].Node); ok && v == 0 {
			w.Simdlen = 1
		}
	}
}

func clauseConst(c *tree.Construct, k spec.ClauseKind) int64 {
	e := clauseExpr(c, k)
	if e == nil {
		return 0
	}
	v, _ := ctree.ConstInt(e.Node)
	return v
}

func (b *body) schedule(cl *tree.Clause, w *region.WsLoop) {
	kinds := map[string]region.Schedule{
		"static": region.SchedStatic, "dynamic": region.SchedDynamic, "guided": region.SchedGuided,
		"auto": region.SchedAuto, "runtime": region.SchedRuntime,
	}
	words := append([]string(nil), cl.Words...)
	for _, m := range cl.Mods() {
		words = append(words, m.Name)
	}
	for _, word := range words {
		if k, ok := kinds[word]; ok {
			w.Schedule = k
		}
	}
	if len(cl.Exprs) > 0 {
		w.Chunk = b.fn.Convert(b.fn.Value(cl.Exprs[len(cl.Exprs)-1].Node), region.U64)
	}
}

// loopSharing is the data environment of one worksharing loop.
type loopSharing struct {
	b    *body
	s    *sharing
	n    *loopNest
	w    *region.WsLoop
	stmt *cc.Statement
	// linearBase holds each linear variable's value before the loop; linearStep holds its step.
	linearBase map[*cc.Declarator]region.Expr
	linearStep map[*cc.Declarator]region.Expr
	inductions []*induction
	origs      map[*cc.Declarator]region.Expr
	// conditionals holds the list items of lastprivate(conditional:).
	conditionals []*conditionalItem
	// chunked is set if an iteration needs the number of its dist_schedule chunk.
	chunked bool
	// copied holds the firstprivate variables that already have their private copies.
	copied map[*cc.Declarator]bool
}

// early reads, before any thread can finish the loop, the values that the last iteration overwrites. The updates
// of lastprivate and linear variables follow all initialisations (5.2 §5.4.5, §5.4.6), and a barrier enforces this
// order. On distribute a variable cannot be both firstprivate and lastprivate.
func (ls *loopSharing) early(levels region.Level) (undo []func()) {
	b := ls.b
	ls.copied = map[*cc.Declarator]bool{}
	ls.linearStep = map[*cc.Declarator]region.Expr{}
	ls.origs = map[*cc.Declarator]region.Expr{}
	for _, d := range ls.s.lastprivate {
		ls.origs[d] = b.address(d)
	}
	for _, l := range ls.s.linear {
		ls.origs[l.decl] = b.address(l.decl)
	}
	if levels&region.LevelFor == 0 || levels&region.LevelDistribute != 0 {
		return nil
	}
	for _, l := range ls.s.linear {
		ls.linearValues(l)
	}
	ls.inductions = b.inductions(ls.s.inductions, ls.stmt)
	for _, d := range ls.s.firstprivate {
		if contains(ls.s.lastprivate, d) {
			undo = append(undo, b.firstprivates([]*cc.Declarator{d}, ls.stmt, func(*cc.Declarator) bool { return true })...)
			ls.copied[d] = true
		}
	}
	if len(ls.s.linear)+len(ls.s.inductions)+len(ls.copied) > 0 {
		b.fn.Emit(&region.Barrier{At: ls.w.At})
	}
	return undo
}

// linearValues evaluates a linear variable's value before the loop, and its step.
func (ls *loopSharing) linearValues(l linearItem) {
	b, f := ls.b, ls.b.fn
	t := b.u.c.Type(ctree.ObjectType(l.decl))
	ls.linearBase[l.decl] = f.Let(l.decl.Name()+".base", &region.Load{Type: t, Addr: b.address(l.decl)})
	step := region.Expr(i64(1))
	if l.step != nil {
		step = b.let(l.decl.Name()+".step", f.Convert(f.Value(l.step.Node), region.I64))
	}
	ls.linearStep[l.decl] = step
}

// persistent creates, in WsLoop.Pre, the objects that a thread keeps from iteration to iteration: firstprivate
// copies that the body writes, and linear bases.
func (ls *loopSharing) persistent() (undo []func()) {
	b := ls.b
	for _, l := range ls.s.linear {
		if ls.linearBase[l.decl] == nil {
			ls.linearValues(l)
		}
	}
	if ls.inductions == nil {
		ls.inductions = b.inductions(ls.s.inductions, ls.stmt)
	}
	for _, in := range ls.inductions {
		if len(in.item.Sections) > 0 {
			in.priv = b.storage(in.decl.Name()+".ind", in.typ, in.sh.count, ls.stmt)
		}
	}
	// Each thread allocates variable length arrays once, not once per iteration.
	for _, d := range append(append([]*cc.Declarator(nil), ls.s.private...), ls.s.lastprivate...) {
		if ctree.IsVLA(ctree.ObjectType(d)) && !contains(ls.s.firstprivate, d) {
			un, _ := b.privatise(d, ls.stmt)
			undo = append(undo, un)
		}
	}
	return append(undo, b.firstprivates(ls.s.firstprivate, ls.stmt, func(d *cc.Declarator) bool {
		return !ls.copied[d] && (b.u.assigned(ls.stmt, d) || contains(ls.s.lastprivate, d))
	})...)
}

// needLast requests the flag that marks the last iteration if that iteration copies anything out.
func (ls *loopSharing) needLast() {
	if len(ls.s.lastprivate)+len(ls.s.linear)+len(ls.inductions) > 0 {
		ls.w.Last = &region.Temp{Name: "last", Type: region.BoolT}
	}
}

// body emits one logical iteration: the private copies, the loop variables, the user's body with its intervening
// code, and the copies to the originals.
func (ls *loopSharing) body(ll *loopLowering) {
	b := ls.b
	undo := b.enterBody()
	for _, d := range append(append([]*cc.Declarator(nil), ls.s.private...), ls.s.lastprivate...) {
		if !ls.isLoopVar(d) && !contains(ls.s.firstprivate, d) && !ctree.IsVLA(ctree.ObjectType(d)) {
			un, _ := b.privatise(d, ls.stmt)
			undo = append(undo, un)
		}
	}
	undo = append(undo, ls.linears()...)
	if len(ls.inductions) > 0 {
		idx := b.let("iteration", ls.number())
		for _, in := range ls.inductions {
			undo = append(undo, in.enter(b, idx, ls.stmt))
		}
	}
	if len(ls.conditionals) == 0 {
		ls.iteration(ll, 0, &undo)
	} else {
		ls.conditionalIteration(ll, &undo)
	}
	ls.copyOut()
	runAll(undo)
}

// conditionalIteration emits an iteration that records which conditional list items it assigns.
func (ls *loopSharing) conditionalIteration(ll *loopLowering, undo *[]func()) {
	b := ls.b
	for _, p := range ls.conditionals {
		*undo = append(*undo, p.enter(b, ls.stmt))
	}
	blk := b.fn.Block(ls.stmt, func() {
		var un []func()
		ls.iteration(ll, 0, &un)
		runAll(un)
	})
	markStores(blk, ls.conditionals)
	b.fn.Emit(blk)
	for _, p := range ls.conditionals {
		p.leave(b, ls.number(), ls.stmt)
	}
}

func (ls *loopSharing) isLoopVar(d *cc.Declarator) bool {
	for _, x := range append(append([]*loopDim(nil), ls.n.dims...), ls.n.taken...) {
		if x.v == d {
			return true
		}
	}
	return false
}

// nameTrips stores the counts of the inner loops in temporaries if the loop needs the number of a collapsed
// iteration.
func (ls *loopSharing) nameTrips() {
	values := len(ls.s.linear)+len(ls.s.inductions)+len(ls.conditionals) > 0
	if !values && (!ls.chunked || ls.w.NonRect) || len(ls.n.dims) == 1 {
		return
	}
	if ls.w.NonRect {
		ls.b.u.errorf(ls.b.u.pos(ls.stmt), diag.NotRectangular,
			"the loops of a construct with a linear or induction clause must be rectangular").WithSection("5.2 §5.4.6")
		return
	}
	for i, t := range ls.w.Trips[1:] {
		ls.w.Trips[i+1] = ls.b.let(ls.n.dims[i+1].label()+".trips", t)
	}
}

// number returns the number of the current iteration of the collapsed loops, from 0.
func (ls *loopSharing) number() region.Expr {
	f := ls.b.fn
	var n region.Expr
	for i, d := range ls.n.dims {
		x := f.Convert(&region.TempVal{Temp: d.index}, region.I64)
		if i > 0 {
			x = add(mul(n, f.Convert(ls.w.Trips[i], region.I64)), x)
		}
		n = x
	}
	return n
}

// shared returns the number of the current iteration among those that teams and threads divide, from 0. If the
// counts of inner loops differ, this is the iteration number of the outermost loop.
func (ls *loopSharing) shared() region.Expr {
	if ls.w.NonRect {
		return ls.b.fn.Convert(&region.TempVal{Temp: ls.n.dims[0].index}, region.I64)
	}
	return ls.number()
}

// linears sets linear variables to base + iteration*step (5.2 §5.4.6).
func (ls *loopSharing) linears() (undo []func()) {
	b, f := ls.b, ls.b.fn
	for _, l := range ls.s.linear {
		if ls.isLoopVar(l.decl) {
			continue
		}
		un, addr := b.privatise(l.decl, ls.stmt)
		undo = append(undo, un)
		off := mul(ls.number(), ls.linearStep[l.decl])
		base := ls.linearBase[l.decl]
		var v region.Expr
		if ctree.IsPointer(ctree.ObjectType(l.decl)) {
			v = &region.PtrAdd{Base: base, Index: off, Scale: b.pointeeSize(l.decl)}
		} else {
			t := base.ExprType()
			x := add(f.Convert(off, t), base)
			if !isOne(ls.linearStep[l.decl]) || narrow(t) {
				x = wrapping(x) // the offset alone may not fit the type, and a narrow sum may not either
			}
			v = f.Convert(x, t)
		}
		f.Emit(&region.Store{Addr: addr, X: v})
	}
	return undo
}

// iteration sets the loop variables from level onwards and emits the body inside the intervening code. Intervening
// code may run for each inner iteration (5.2 §4.4.1.1).
func (ls *loopSharing) iteration(ll *loopLowering, level int, undo *[]func()) {
	b := ls.b
	if level == len(ls.n.dims) {
		if ls.n.transformed() {
			ll.insideGenerated(ls.n, 0, undo)
		} else {
			b.loopBody(ls.n.Body)
		}
		return
	}
	for _, it := range ls.n.Before[level] {
		b.blockItem(it)
	}
	if d := ls.n.dims[level]; d.v != nil {
		*undo = append(*undo, ll.setVariable(d))
	}
	ls.iteration(ll, level+1, undo)
	for _, it := range ls.n.After[level] {
		b.blockItem(it)
	}
}

func (b *body) blockItem(it *cc.BlockItem) { b.fn.BlockItem(it) }

// loopBody emits the body of the innermost loop. If the body contains a continue, loopBody wraps it in a loop that
// runs once, so that the continue ends the iteration.
func (b *body) loopBody(s *cc.Statement) {
	f := b.fn
	if !hasContinue(s) {
		f.Stmt(s)
		return
	}
	f.Emit(&region.Loop{At: region.At{Pos: f.Pos(s)}, Cond: cbody.Int(region.BoolT, 0), Body: f.LoopBody(s),
		DoWhile: true})
}

// hasContinue reports whether s, the body of a loop, contains a continue for that loop.
func hasContinue(s cc.Node) bool {
	found := false
	ctree.Walk(s, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			// To cc a marker statement is a while loop; in the user's program it is none.
			if _, ok := isMarker(x); !ok {
				return false
			}
		case *cc.JumpStatement:
			found = found || x.Case == cc.JumpStatementContinue
		}
		return !found
	})
	return found
}

// isMarker reports whether s is a marker statement, while(__ompcc_d(…)), and returns the call.
func isMarker(s *cc.IterationStatement) (*cc.PostfixExpression, bool) {
	if s.Case != cc.IterationStatementWhile || ctree.IsNil(s.ExpressionList) {
		return nil, false
	}
	p, ok := ctree.Strip(s.ExpressionList).(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionCall {
		return nil, false
	}
	id, ok := ctree.Strip(p.PostfixExpression).(*cc.PrimaryExpression)
	return p, ok && id.Case == cc.PrimaryExpressionIdent && id.Token.SrcStr() == "__ompcc_d"
}

// copyOut emits, for the sequentially last iteration, the copies of lastprivate, linear, induction and simd loop
// variables to their originals.
func (ls *loopSharing) copyOut() {
	if ls.w.Last == nil {
		return
	}
	b, f := ls.b, ls.b.fn
	then := f.Block(ls.stmt, func() {
		for _, d := range ls.s.lastprivate {
			if !ls.isLoopVar(d) {
				b.copyObject(ls.origs[d], f.Lookup(d), ctree.ObjectType(d))
			}
		}
		for _, l := range ls.s.linear {
			if !ls.isLoopVar(l.decl) {
				b.copyObject(ls.origs[l.decl], f.Lookup(l.decl), ctree.ObjectType(l.decl))
			}
		}
		for _, in := range ls.inductions {
			in.leave(b, add(ls.number(), i64(1)))
		}
		for _, d := range ls.n.dims {
			if o := ls.origs[d.v]; o != nil {
				f.Emit(&region.Store{Addr: o, X: ls.final(d)})
			}
		}
	})
	f.Emit(&region.If{Cond: &region.TempVal{Temp: ls.w.Last}, Then: then})
}

// final returns the value of the loop variable after the loop.
func (ls *loopSharing) final(d *loopDim) region.Expr {
	b, f := ls.b, ls.b.fn
	t := b.u.c.Type(ctree.ObjectType(d.v))
	cur := &region.Load{Type: t, Addr: f.Lookup(d.v)}
	if ctree.IsPointer(ctree.ObjectType(d.v)) {
		return &region.PtrAdd{Base: cur, Index: f.Convert(d.inc, region.I64), Scale: b.pointeeSize(d.v)}
	}
	lt := b.loopType(d)
	return f.Convert(add(f.Convert(cur, lt), f.Convert(d.inc, lt)), t)
}
