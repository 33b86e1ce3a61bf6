// Doacross loops whose iterations several threads execute (5.2 §15.10).

package lower

import (
	"slices"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// acrossLoop is a doacross loop nest (5.2 §15.10) whose iterations the threads of a region divide. A row is an
// iteration of the outer loops. The participants receive chunks of rows round robin, so that each executes its rows
// in increasing order. A progress cell of each participant holds a number; all iterations of the participant below
// it are signalled. An iteration waits only for earlier iterations. Therefore the earliest unfinished iteration never
// waits for a participant that itself waits.
//
// On a GPU only the first thread of each warp participates. Threads of one warp that wait for each other deadlock on
// hardware that executes them in lockstep.
type acrossLoop struct {
	b *body
	c *tree.Construct
	// rows holds the loops that threads divide, inner the remaining loops of the nest.
	rows, inner []*loopDim
	nest        *loopNest
	// perRow is the number of iterations of a row; total, parts and chunk are the numbers of rows, of participants,
	// and of rows in a chunk. me is this participant's number. All are u64.
	perRow, total, parts, chunk, me region.Expr
	progress                        region.Expr // the address of the first progress cell
	row, number                     region.Expr // of the current iteration
}

// sharedDoacross lowers a doacross loop that the threads of a parallel region divide. It returns false if a single
// thread must execute the nest (see inOrder).
func (b *body) sharedDoacross(c *tree.Construct, levels region.Level, stmt *cc.Statement) bool {
	if levels != region.LevelFor || b.kernel != nil && b.parallel == 0 || !hasDoacross(c.Children) {
		return false
	}
	a := &acrossLoop{b: b, c: c, nest: b.u.nest(c, stmt, false)}
	s := b.u.sharingOf(c)
	if a.nest == nil || !a.regular() || !sharesPlainly(c, s, a.nest) {
		return false
	}
	shared := 1
	if cl := c.Clause(spec.CollapseClause); cl != nil {
		shared = int(clauseConst(c, spec.CollapseClause))
	}
	a.rows, a.inner = a.nest.dims[:shared], a.nest.dims[shared:]
	b.u.prog.TargetDependent = true
	a.lower(s, stmt)
	return true
}

// regular reports whether the nest is rectangular, without loop transformations, and perfectly nested.
func (a *acrossLoop) regular() bool {
	n := a.nest
	if n.transformed() {
		return false
	}
	for i, d := range n.dims {
		if d.v == nil || d.NonRect || len(n.Before[i])+len(n.After[i]) > 0 {
			return false
		}
	}
	return true
}

// sharesPlainly reports whether copies for each row suffice to implement the construct's data-sharing clauses.
func sharesPlainly(c *tree.Construct, s *sharing, n *loopNest) bool {
	for _, cl := range c.Clauses {
		if cl.HasModifier("inscan") || cl.HasModifier("conditional") {
			return false
		}
	}
	for _, d := range n.dims {
		if contains(s.lastprivate, d.v) {
			return false
		}
	}
	for _, d := range s.lastprivate {
		if contains(s.firstprivate, d) {
			return false
		}
	}
	return len(s.linear)+len(s.inductions) == 0
}

// lower emits a loop with one iteration for each thread: the thread's share of the rows.
func (a *acrossLoop) lower(s *sharing, stmt *cc.Statement) {
	b, f := a.b, a.b.fn
	threads := f.Let("threads", f.Convert(&region.Intrinsic{Op: region.OpNumThreads, Type: region.I32}, region.U32))
	a.counts(threads)
	leave := a.storage(threads)
	origs := map[*cc.Declarator]region.Expr{}
	for _, d := range s.lastprivate {
		origs[d] = b.address(d)
	}
	thread := &region.Temp{Name: "thread", Type: region.U32}
	w := &region.WsLoop{
		At: b.at(a.c), Levels: region.LevelFor, Schedule: region.SchedStatic, Chunk: cbody.Int(region.U64, 1),
		Trips: []region.Expr{threads}, Index: []*region.Temp{thread},
	}
	var undo []func()
	w.Reductions, undo = b.reductions(s.reductions, stmt)
	deferred, outer := b.pending, b.across
	b.pending, b.across = nil, a
	w.Body = f.Block(stmt, func() {
		b.pending = deferred
		in := b.enterBody()
		a.ofWarp(&region.TempVal{Temp: thread}, func() {
			un := b.firstprivates(s.firstprivate, stmt, func(*cc.Declarator) bool { return true })
			a.chunks(func() { a.oneRow(s, origs, stmt) })
			runAll(un)
		})
		runAll(in)
	})
	b.across = outer
	runAll(undo)
	f.Emit(w)
	leave()
}

// warp returns a multiple of the number of threads that execute in lockstep.
func (a *acrossLoop) warp() int64 {
	switch u := a.b.u; {
	case u.onCPU():
		return 1
	case u.opts.Device.has("arch", "nvptx64"):
		return 32
	}
	return 64
}

// counts evaluates the bounds and the chunk size.
func (a *acrossLoop) counts(threads region.Expr) {
	b, f := a.b, a.b.fn
	ll := &loopLowering{b: b, n: a.nest}
	product := func(dims []*loopDim) region.Expr {
		p := region.Expr(u64(1))
		for _, d := range dims {
			ll.startAndStep(d)
			d.tripVal = b.let(d.label()+".trips", f.Convert(b.tripCount(d), region.U64))
			p = mul(p, d.tripVal)
		}
		return p
	}
	a.total = b.let("rows", product(a.rows))
	a.perRow = b.let("in.row", product(a.inner))
	a.parts = f.Convert(threads, region.U64)
	if w := a.warp(); w > 1 {
		a.parts = f.Let("parts", divide(add(a.parts, u64(w-1)), u64(w)))
	}
	w := &region.WsLoop{}
	if cl := a.c.Clause(spec.ScheduleClause); cl != nil {
		b.schedule(cl, w)
	}
	switch {
	case w.Chunk != nil:
		a.chunk = b.let("chunk", w.Chunk)
	case w.Schedule == region.SchedStatic: // one chunk for each participant
		even := divide(add(a.total, sub(a.parts, u64(1))), a.parts)
		a.chunk = f.Let("chunk", &region.Binary{Op: region.Max, X: even, Y: u64(1)})
	default:
		a.chunk = u64(1)
	}
}

func u64(v int64) region.Expr { return cbody.Int(region.U64, v) }

// storage allocates the progress cells and sets them to zero. leave frees them.
func (a *acrossLoop) storage(threads region.Expr) (leave func()) {
	b, f := a.b, a.b.fn
	at := b.at(a.c)
	leave = func() {}
	if b.u.onCPU() {
		// Each thread allocates cells, and all threads use those of one of them. No thread leaves the loop before the
		// barrier at its end.
		sp := f.Let("stack", &region.Intrinsic{Op: region.OpStackSave, Type: region.PtrT})
		bytes := mul(f.Convert(threads, region.U64), u64(8))
		own := f.Local("progress", region.PtrT, a.c.Stmt)
		cell := &region.LocalAddr{Local: own}
		f.Emit(&region.Store{Addr: cell,
			X: &region.Intrinsic{Op: region.OpAlloca, Type: region.PtrT, Args: []region.Expr{bytes, i64(8)}}})
		f.Emit(&region.Single{At: at, Body: f.Block(a.c.Stmt, func() {}),
			Copy: []region.CopyPrivate{{Addr: cell, Type: region.PtrT}}})
		a.progress = f.Let("progress", &region.Load{Type: region.PtrT, Addr: cell})
		leave = func() {
			f.Emit(&region.Eval{X: &region.Intrinsic{Op: region.OpStackRestore, Type: region.VoidT,
				Args: []region.Expr{sp}}})
		}
	} else {
		l := f.Local("progress", &region.Array{Elem: region.U64, Len: 1024 / a.warp()}, a.c.Stmt)
		l.Space = region.SpaceTeam
		a.progress = &region.LocalAddr{Local: l}
		f.Emit(&region.Barrier{At: at}) // a preceding loop may use the same cells
	}
	a.ofWarp(f.Convert(&region.Intrinsic{Op: region.OpThreadNum, Type: region.I32}, region.U32), func() { a.reach(u64(0)) })
	f.Emit(&region.Barrier{At: at})
	return leave
}

// ofWarp makes those threads that participate execute gen.
func (a *acrossLoop) ofWarp(thread region.Expr, gen func()) {
	f, w := a.b.fn, a.warp()
	if w == 1 {
		a.me = f.Convert(thread, region.U64)
		gen()
		return
	}
	lane := &region.Binary{Op: region.And, X: thread, Y: cbody.Int(region.U32, w-1)}
	then := f.Block(a.c.Stmt, func() {
		a.me = f.Let("part", divide(f.Convert(thread, region.U64), u64(w)))
		gen()
	})
	f.Emit(&region.If{At: a.b.at(a.c), Cond: &region.Compare{Op: region.Eq, X: lane, Y: cbody.Int(region.U32, 0)},
		Then: then})
}

func (a *acrossLoop) cell(part region.Expr) region.Expr {
	return &region.PtrAdd{Base: a.progress, Index: part, Scale: 8, Elem: region.U64}
}

// reach publishes that this participant has signalled all its iterations below number.
func (a *acrossLoop) reach(number region.Expr) {
	a.b.fn.Emit(&region.AtomicStore{At: a.b.at(a.c), Addr: a.cell(a.me), X: number, Order: region.Release,
		Scope: region.ScopeTeam})
}

// count emits a loop in which name counts from first to below end by step.
func (b *body) count(name string, first, end, step region.Expr, gen func(at region.Expr)) {
	f := b.fn
	cell := &region.LocalAddr{Local: f.Local(name, region.U64, nil)}
	load := func() region.Expr { return &region.Load{Type: region.U64, Addr: cell} }
	f.Emit(&region.Store{Addr: cell, X: first})
	blk := f.Block(nil, func() { gen(f.Let(name, load())) })
	post := f.Block(nil, func() { f.Emit(&region.Store{Addr: cell, X: add(load(), step)}) })
	f.Emit(&region.Loop{Cond: &region.Compare{Op: region.Lt, X: load(), Y: end}, Body: blk, Post: post})
}

// chunks emits gen for each row of the participant.
func (a *acrossLoop) chunks(gen func()) {
	b, f := a.b, a.b.fn
	b.count("chunk", mul(a.me, a.chunk), a.total, mul(a.parts, a.chunk), func(lo region.Expr) {
		end := lo
		if !isOne(a.chunk) {
			left := &region.Binary{Op: region.Min, X: sub(a.total, lo), Y: a.chunk}
			end = f.Let("chunk.end", add(lo, left))
			b.count("row", lo, end, u64(1), func(row region.Expr) { a.row = row; gen() })
			return
		}
		a.row = lo
		gen()
	})
}

// oneRow emits one row: its loop variables, its private copies and its iterations.
func (a *acrossLoop) oneRow(s *sharing, origs map[*cc.Declarator]region.Expr, stmt *cc.Statement) {
	b, f := a.b, a.b.fn
	ll := &loopLowering{b: b, n: a.nest}
	var undo []func()
	rest := a.row
	for i := len(a.rows) - 1; i >= 0; i-- {
		d := a.rows[i]
		at := rest
		if i > 0 {
			at = &region.Binary{Op: region.Rem, X: rest, Y: d.tripVal}
			rest = f.Let(d.label()+".rest", divide(rest, d.tripVal))
		}
		d.index = f.Let(d.label()+".iv", f.Convert(at, d.trip)).Temp
	}
	private := func(d *cc.Declarator) bool {
		return !slices.ContainsFunc(a.nest.dims, func(l *loopDim) bool { return l.v == d }) && !contains(s.firstprivate, d)
	}
	list := slices.DeleteFunc(slices.Concat(s.private, s.lastprivate), func(d *cc.Declarator) bool { return !private(d) })
	undo = append(undo, b.privates(list, stmt)...)
	for _, d := range a.rows {
		undo = append(undo, ll.setVariable(d))
	}
	a.iterations(ll, 0, mul(a.row, a.perRow))
	a.reach(f.Let("row.end", mul(add(a.row, u64(1)), a.perRow)))
	if len(s.lastprivate) > 0 {
		last := &region.Compare{Op: region.Eq, X: add(a.row, u64(1)), Y: a.total}
		some := &region.Compare{Op: region.Ne, X: a.perRow, Y: u64(0)}
		f.Emit(&region.If{Cond: &region.AndAlso{X: last, Y: some}, Then: f.Block(stmt, func() {
			for _, d := range s.lastprivate {
				b.copyObject(origs[d], f.Lookup(d), ctree.ObjectType(d))
			}
		})})
	}
	runAll(undo)
}

// iterations emits the inner loops from level onwards, which run sequentially. number is the number of iterations of
// the nest that precede.
func (a *acrossLoop) iterations(ll *loopLowering, level int, number region.Expr) {
	b, f := a.b, a.b.fn
	if level == len(a.inner) {
		a.number = b.let("iteration", number)
		b.loopBody(a.nest.Body)
		return
	}
	d := a.inner[level]
	under := region.Expr(u64(1))
	for _, x := range a.inner[level+1:] {
		under = mul(under, x.tripVal)
	}
	b.count(d.label()+".n", u64(0), d.tripVal, u64(1), func(i region.Expr) {
		d.index = f.Let(d.label()+".iv", f.Convert(i, d.trip)).Temp
		un := ll.setVariable(d)
		a.iterations(ll, level+1, add(number, mul(i, under)))
		un()
	})
}

// dependence lowers a stand-alone ordered construct: it signals this iteration, or waits for the iterations that its
// vectors name (5.2 §15.9.6).
func (a *acrossLoop) dependence(c *tree.Construct) {
	for _, cl := range c.All(spec.DoacrossClause) {
		switch {
		case !cl.HasModifier("sink"):
			a.reach(a.b.fn.Let("next", add(a.number, u64(1))))
		case len(cl.Exprs) == len(a.nest.dims) && !isCurrentIteration(cl):
			a.waitFor(c, cl)
		default: // omp_cur_iteration - 1
			before := func() {
				n := a.b.fn.Let("sink", sub(a.number, u64(1)))
				a.wait(c, divide(n, a.perRow), n)
			}
			a.when(c, &region.Compare{Op: region.Ne, X: a.number, Y: u64(0)}, before)
		}
	}
}

func isCurrentIteration(cl *tree.Clause) bool {
	return len(cl.Exprs) == 1 && tree.IsCurrentIteration(cl.Exprs[0].Text)
}

func (a *acrossLoop) when(c *tree.Construct, cond region.Expr, gen func()) {
	f := a.b.fn
	f.Emit(&region.If{At: a.b.at(c), Cond: cond, Then: f.Block(a.c.Stmt, gen)})
}

// waitFor waits for the iteration that a sink vector names. It ignores a vector outside of the iteration space.
func (a *acrossLoop) waitFor(c *tree.Construct, cl *tree.Clause) {
	f := a.b.fn
	var inside, row region.Expr
	number := region.Expr(u64(0))
	for i, d := range a.nest.dims {
		off := f.Let("off", a.offset(d, cl.Exprs[i].Node))
		inc := f.Convert(d.inc, region.I64)
		at := f.Let(d.label()+".sink", f.Convert(divide(off, inc), region.U64))
		ok := region.Expr(&region.Compare{Op: region.Lt, X: at, Y: d.tripVal})
		if !isOne(inc) {
			whole := &region.Binary{Op: region.Rem, X: off, Y: inc}
			ok = &region.AndAlso{X: ok, Y: &region.Compare{Op: region.Eq, X: whole, Y: i64(0)}}
		}
		if inside != nil {
			ok = &region.AndAlso{X: inside, Y: ok}
		}
		inside = ok
		number = add(mul(number, d.tripVal), at)
		if i == len(a.rows)-1 {
			row = f.Let("sink.row", number)
			number = row
		}
	}
	a.when(c, inside, func() { a.wait(c, row, f.Let("sink", number)) })
}

// offset returns the distance from the loop's start to the value of x.
func (a *acrossLoop) offset(d *loopDim, x cc.ExpressionNode) region.Expr {
	f := a.b.fn
	if ctree.IsPointer(ctree.ObjectType(d.v)) {
		return &region.PtrDiff{X: f.Value(x), Y: d.start, Scale: a.b.pointeeSize(d.v)}
	}
	return sub(f.Convert(f.Value(x), region.I64), f.Convert(d.start, region.I64))
}

// wait waits until iteration number, in row, is signalled. It need not wait for a row of the same participant. It
// ignores a later iteration, because such a dependence would never be satisfied.
func (a *acrossLoop) wait(c *tree.Construct, row, number region.Expr) {
	b, f := a.b, a.b.fn
	owner := f.Let("owner", &region.Binary{Op: region.Rem, X: divide(row, a.chunk), Y: a.parts})
	earlier := &region.Compare{Op: region.Lt, X: number, Y: a.number}
	other := &region.Compare{Op: region.Ne, X: owner, Y: a.me}
	a.when(c, &region.AndAlso{X: earlier, Y: other}, func() {
		now := &region.AtomicLoad{Type: region.U64, Addr: a.cell(owner), Order: region.Acquire, Scope: region.ScopeTeam}
		f.Emit(&region.Loop{At: b.at(c), Cond: &region.Compare{Op: region.Le, X: now, Y: number},
			Body: f.Block(a.c.Stmt, b.pause)})
	})
}

// pause yields the processor to other threads.
func (b *body) pause() {
	if b.u.onCPU() {
		fn := b.u.c.LibraryOf("sched_yield", region.I32)
		b.fn.Emit(&region.Eval{X: &region.Call{Func: fn, Type: &region.Func{Ret: region.I32}}})
	}
}
