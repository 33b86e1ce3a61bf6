// Explicit tasks, taskgroups, taskloops and depend objects in device code.

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// A device thread executes the explicit tasks that it generates immediately, with one exception: a task waits if it
// depends on an incomplete task. A task is incomplete while its detach event is unfulfilled (5.2 §12.5.2), or
// while it waits itself. A later task scheduling point of the thread executes such a task. rt/devlib/task.h keeps
// incomplete tasks; this file determines which tasks it must keep.
//
// In a unit without detach clauses the runtime keeps no tasks, unless Options.TaskEvents compiles the unit for
// events of other units. Without that option, a task with dependences waits for incomplete tasks of other files.
// There are none in programs without events (codegen/body/feature.go). If another file has events, the linker
// warns (codegen.Unit.Awaits).

// The tasks that a thread waits for (rt/devlib/task.h).
const (
	awaitChildren = iota
	awaitGroup
	awaitAll
	awaitNothing
)

// Flags of tasks (rt/devlib/task.h).
const (
	taskHasEvent    = 1
	taskTransparent = 2
)

// dependenceTypes maps dependence types to the numbers of rt/devlib/task.h. A mutually exclusive set executes in the
// order of generation.
var dependenceTypes = map[string]int64{"in": 1, "out": 2, "inout": 2, "mutexinoutset": 2, "inoutset": 3}

// taskCall calls the function of rt/devlib/task.h whose name ends in name.
func (b *body) taskCall(name string, ret region.Type, args ...region.Expr) region.Expr {
	t := &region.Func{Ret: ret}
	for _, a := range args {
		t.Params = append(t.Params, a.ExprType())
	}
	fn := b.u.c.LibraryOf(region.TaskPrefix+name, ret, t.Params...)
	return &region.Call{Func: fn, Type: t, Args: args}
}

func (b *body) taskDo(at region.At, name string, args ...region.Expr) {
	b.fn.Emit(&region.Eval{At: at, X: b.taskCall(name, region.VoidT, args...)})
}

// taskCell returns the address of the thread's task list.
func taskCell() region.Expr { return &region.Intrinsic{Op: region.OpTaskCell, Type: region.PtrT} }

func u32(v int64) region.Expr { return cbody.Int(region.U32, v) }

// await emits a wait of the thread for tasks.
func (b *body) await(at region.At, what int64) { b.taskDo(at, "wait", taskCell(), u32(what)) }

// detaches reports whether the runtime must keep the unit's tasks. It must if the unit has tasks with events, handles
// events of other units, or has a task that cancels a taskgroup of another function.
func (u *unit) detaches() bool {
	if u.detach == nil {
		found := u.opts.TaskEvents
		for _, c := range u.tree.All {
			found = found || c != nil &&
				(c.Kind == spec.Task && c.Clause(spec.DetachClause) != nil || cancelsFromAfar(c))
		}
		u.detach = &found
	}
	return *u.detach
}

// beforeBarrier makes the thread complete its tasks, in units with events.
func (b *body) beforeBarrier(at region.At) {
	if b.u.detaches() {
		b.await(at, awaitAll)
	}
}

// barrierOutside separates the implicit barrier of a worksharing construct from the construct: it sets nowait and
// returns a function that emits the barrier. It does so in units with events, and where cancellation may have made
// threads leave.
func (b *body) barrierOutside(at region.At, nowait *bool) (next func()) {
	if *nowait || !b.u.detaches() && b.left() == nil {
		return func() {}
	}
	*nowait = true
	return func() {
		b.beforeBarrier(at)
		b.barrier(at)
	}
}

// implicitTask makes the code that gen emits an implicit task with its own child tasks, in units with events.
func (b *body) implicitTask(at region.At, gen func()) {
	if !b.u.detaches() {
		gen()
		return
	}
	outer := b.fn.Let("outer", b.taskCall("enter", region.PtrT, taskCell()))
	gen()
	b.await(at, awaitAll)
	b.taskDo(at, "leave", taskCell(), outer)
}

// inTaskgroup makes the code that gen emits a taskgroup region.
func (b *body) inTaskgroup(at region.At, gen func()) {
	if !b.u.detaches() {
		gen()
		b.await(at, awaitGroup)
		return
	}
	outer := b.fn.Let("group", b.taskCall("group", region.U32, taskCell()))
	gen()
	b.taskDo(at, "group_end", taskCell(), outer)
}

// hasEvents reports whether c contains a task with a detach clause.
func hasEvents(c *tree.Construct) bool {
	for _, x := range c.Children {
		if x.Clause(spec.DetachClause) != nil || hasEvents(x) {
			return true
		}
	}
	return false
}

// task lowers explicit tasks, taskgroup, taskwait and taskyield. A participating task (in_reduction) updates the
// reduction variable of its taskgroup directly, because no other thread participates.
func (b *body) task(c *tree.Construct, leaf spec.DirectiveKind, stmt *cc.Statement) {
	at := b.at(c)
	switch leaf {
	case spec.Taskyield:
		if b.u.detaches() {
			b.await(at, awaitNothing)
		}
		return
	case spec.Taskwait:
		b.taskwait(c)
		return
	case spec.Taskgroup:
		b.inTaskgroup(at, func() {
			defer b.cancellable(c, "taskgroup", false, stmt)()
			b.fn.Stmt(stmt)
		})
		return
	}
	s := b.u.sharingOf(c)
	part := func() { b.taskStatement(c, stmt) }
	switch {
	case !b.u.detaches():
		b.awaitDependences(c)
		b.fn.Emit(&region.Task{At: at, Final: b.final(c), Body: b.block(s, stmt, part)})
	case hasDependences(c):
		b.fn.Emit(b.fn.Block(stmt, func() { b.dependentTask(c, s, stmt) }))
	default:
		task := b.newTask(c)
		final := b.final(c)
		b.during(at, task, func() {
			b.fn.Emit(&region.Task{At: at, Final: final, Body: b.block(s, stmt, part)})
		})
	}
}

// taskStatement emits the structured block of task construct c. If its taskgroup is in another function, the runtime
// keeps the tasks (cancelsFromAfar).
func (b *body) taskStatement(c *tree.Construct, stmt *cc.Statement) {
	if b.cancellableOf("taskgroup") == nil {
		defer b.cancellable(c, "taskgroup", false, stmt)()
	}
	b.cancellablePart("taskgroup", stmt, func() { b.fn.Stmt(stmt) })
}

func hasDependences(c *tree.Construct) bool { return c.Clause(spec.DependClause) != nil }

// newTask creates the runtime's task for c, with its event. It returns null if the runtime need not keep the task.
func (b *body) newTask(c *tree.Construct) region.Expr {
	f := b.fn
	flags := int64(0)
	if c.Transparent() {
		flags = taskTransparent
	}
	cl := c.Clause(spec.DetachClause)
	if cl == nil || len(cl.Exprs) == 0 {
		if !hasDependences(c) && flags == 0 {
			return &region.Null{}
		}
		return f.Let("task", b.taskCall("new", region.PtrT, taskCell(), u32(flags)))
	}
	d := tree.RootDecl(cl.Exprs[0].Node)
	task := f.Let("task", b.taskCall("new", region.PtrT, taskCell(), u32(flags|taskHasEvent)))
	event := f.Convert(&region.Convert{To: region.U64, X: f.Let("event", b.taskCall("event", region.PtrT, task))},
		b.u.c.Type(ctree.ObjectType(d)))
	f.Emit(&region.Store{At: b.at(c), Addr: b.address(d), X: event})
	return task
}

// during emits gen as the task's body, so that the tasks which gen generates are its children.
func (b *body) during(at region.At, task region.Expr, gen func()) {
	outer := b.fn.Let("outer", b.taskCall("begin", region.U64, taskCell(), task))
	gen()
	b.taskDo(at, "end", taskCell(), task, outer)
}

// fulfillEvent lowers omp_fulfill_event (5.2 §18.11.1).
func (b *body) fulfillEvent(call *cc.PostfixExpression) region.Expr {
	f := b.fn
	return &region.Seq{Body: f.Block(call, func() {
		event := f.Convert(f.Value(call.ArgumentExpressionList.AssignmentExpression), region.U64)
		at := f.Let("event", &region.Convert{To: region.PtrT, X: event})
		b.taskDo(region.At{}, "fulfill", at)
	})}
}

// dependentTask executes a task with dependences immediately, or defers it. An outlined function holds the body, so
// that the runtime can call it later.
func (b *body) dependentTask(c *tree.Construct, s *sharing, stmt *cc.Statement) {
	f, at := b.fn, b.at(c)
	task := b.newTask(c)
	b.dependences(c, func(addr, kind region.Expr) { b.taskDo(at, "depend", task, addr, kind) })
	final := region.Expr(u32(0))
	if x := b.final(c); x != nil {
		final = f.Let("final", f.Convert(x, region.U32))
	}
	undo := b.firstprivates(s.firstprivate, stmt, func(*cc.Declarator) bool { return true })
	group := b.cancellableOf("taskgroup")
	o := f.Outline("task", stmt, func(d *cc.Declarator) bool { return contains(s.private, d) }, func(in *cbody.Fn, final region.Expr) {
		inner := b.u.bodyOf(in)
		if group != nil { // the runtime tracks its cancellation
			inner.cancellables = []*cancellable{{kind: group.kind, kept: group.kept}}
		}
		inner.taskBody(c, s.private, stmt, final)
	})
	now := f.Local("now", region.U32, stmt)
	f.Emit(&region.Store{At: at, Addr: &region.LocalAddr{Local: now}, X: u32(1)})
	blocked := &region.Compare{Op: region.Ne, X: b.taskCall("blocked", region.U32, taskCell(), task), Y: u32(0)}
	f.Emit(&region.If{At: at, Cond: blocked, Then: f.Block(stmt, func() {
		wait := f.Block(stmt, func() { b.taskDo(at, "unblock", taskCell(), task) })
		later := f.Block(stmt, func() {
			f.Emit(&region.Store{At: at, Addr: &region.LocalAddr{Local: now}, X: u32(0)})
			b.deferTask(at, o, task, final, s.firstprivate)
		})
		f.Emit(&region.If{At: at, Cond: b.undeferred(c), Then: wait, Else: later})
	})})
	execute := f.Block(stmt, func() {
		b.during(at, task, func() { f.Emit(&region.Eval{At: at, X: o.Call(final)}) })
	})
	f.Emit(&region.If{At: at,
		Cond: &region.Compare{Op: region.Ne, X: &region.Load{Type: region.U32, Addr: &region.LocalAddr{Local: now}},
			Y: u32(0)}, Then: execute})
	runAll(undo)
}

// undeferred returns the condition under which the generating thread waits until it can execute c's task: a false if
// clause (5.2 §12.5), or an enclosing final task (§12.3).
func (b *body) undeferred(c *tree.Construct) region.Expr {
	final := &region.Compare{Op: region.Ne, X: &region.Intrinsic{Op: region.OpInFinal, Type: region.I32},
		Y: cbody.Int(region.I32, 0)}
	if cl := c.If(spec.Task); cl != nil {
		return &region.OrElse{X: &region.Not{X: b.fn.Bool(cl.Exprs[0].Node)}, Y: final}
	}
	return final
}

// deferTask defers the task and copies its firstprivate variables.
func (b *body) deferTask(at region.At, o *cbody.Outlined, task, final region.Expr, own []*cc.Declarator) {
	f := b.fn
	u64 := func(v int64) region.Expr { return cbody.Int(region.U64, v) }
	b.taskDo(at, "defer", task, &region.FuncAddr{Func: o.Func}, o.Frame, u64(int64(len(o.Slots))), final)
	for i, d := range o.Slots {
		if d == nil || !contains(own, d) {
			continue
		}
		t := ctree.ObjectType(d)
		align := max(16, b.privateAlign(d))
		b.taskDo(at, "keep", task, u64(int64(i)), f.Convert(f.SizeOf(t), region.U64), u64(align))
	}
}

// taskBody emits the body of c's task in its outlined function.
func (b *body) taskBody(c *tree.Construct, private []*cc.Declarator, stmt *cc.Statement, final region.Expr) {
	b.context = append(b.context, c.Leafs...)
	b.aligns = b.u.allocAligns(c)
	b.fn.Emit(&region.Task{At: b.at(c), Final: &region.Compare{Op: region.Ne, X: final, Y: u32(0)},
		Body: b.block(&sharing{private: private}, stmt, func() { b.taskStatement(c, stmt) })})
}

// taskwait waits for the children of the current task. With dependences it waits for the tasks that these name
// (5.2 §15.5).
func (b *body) taskwait(c *tree.Construct) {
	at := b.at(c)
	switch {
	case !hasDependences(c):
		b.await(at, awaitChildren)
	case !b.u.detaches():
		b.awaitDependences(c)
	default:
		task := b.newTask(c)
		b.dependences(c, func(addr, kind region.Expr) { b.taskDo(at, "depend", task, addr, kind) })
		wait := func() {
			b.taskDo(at, "unblock", taskCell(), task)
			b.during(at, task, func() {})
		}
		leave := func() {
			b.fn.Emit(&region.If{At: at, Cond: &region.Compare{Op: region.Ne, X: task, Y: &region.Null{}},
				Then: b.fn.Block(nil, func() {
					b.taskDo(at, "defer", task, &region.Null{}, &region.Null{}, cbody.Int(region.U64, 0), u32(0))
				})})
		}
		switch e := clauseExpr(c, spec.NowaitClause); {
		case e != nil:
			b.fn.Emit(&region.If{At: at, Cond: b.fn.Bool(e.Node), Then: b.fn.Block(nil, leave),
				Else: b.fn.Block(nil, wait)})
		case c.Clause(spec.NowaitClause) != nil:
			leave()
		default:
			wait()
		}
	}
}

// awaitDependences waits for the tasks of other files that c's task depends on.
func (b *body) awaitDependences(c *tree.Construct) {
	b.dependences(c, func(addr, kind region.Expr) { b.taskDo(b.at(c), "await", taskCell(), addr, kind) })
}

// dependences calls gen with the address and the type of each dependence of c (5.2 §15.9.5).
func (b *body) dependences(c *tree.Construct, gen func(addr, kind region.Expr)) {
	for _, cl := range c.All(spec.DependClause) {
		var kind region.Expr
		for _, m := range cl.Modifiers {
			if t := dependenceTypes[m.Name]; t != 0 {
				kind = u32(t)
			}
		}
		b.iterate(c, cl.Modifier("iterator"), func() {
			for _, it := range cl.Items {
				switch {
				case kind == nil:
					addr, kind := b.dependObject(it)
					gen(addr, kind)
				case it.Text == "omp_all_memory":
					gen(&region.Null{}, kind)
				default:
					gen(b.itemAddress(it), kind)
				}
			}
		})
	}
}

// itemAddress returns the start address of a locator list item's storage.
func (b *body) itemAddress(it *tree.Item) region.Expr {
	f := b.fn
	if len(it.Shape) > 0 {
		return b.shapedAddress(it)
	}
	t := it.Node.Type().Undecay()
	if d := ctree.VarOf(it.Node); d != nil {
		t = ctree.ObjectType(d)
	}
	var at region.Expr
	if len(it.Sections) > 0 && isPointerValue(it.Node) {
		at = f.Value(it.Node)
	} else {
		at = f.Addr(it.Node)
	}
	for i, s := range it.Sections {
		if i > 0 && t.Kind() == cc.Ptr {
			at = &region.Load{Type: region.PtrT, Addr: at}
		}
		t = ctree.Pointee(t).Undecay()
		if s.Lower != nil {
			n := mul(f.Convert(f.Value(s.Lower.Node), region.I64), f.Convert(f.SizeOf(t), region.I64))
			at = &region.PtrAdd{Base: at, Index: n, Scale: 1}
		}
	}
	return at
}

// shapedAddress returns the start address of a section of a shaped pointer (5.2 §3.2.4).
func (b *body) shapedAddress(it *tree.Item) region.Expr {
	f := b.fn
	value := func(e *tree.Expr) region.Expr { return f.Convert(f.Value(e.Node), region.I64) }
	offset := i64(0)
	for i, d := range it.Shape {
		lower := i64(0)
		if i < len(it.Sections) && it.Sections[i].Lower != nil {
			lower = value(it.Sections[i].Lower)
		}
		offset = add(mul(offset, value(d)), lower)
	}
	size := f.Convert(f.SizeOf(ctree.Pointee(it.Node.Type())), region.I64)
	return &region.PtrAdd{Base: f.Value(it.Node), Index: mul(offset, size), Scale: 1}
}

// iterate executes gen for each value of an iterator modifier, or once if m is nil (5.2 §3.2.6).
func (b *body) iterate(c *tree.Construct, m *tree.Modifier, gen func()) {
	if m == nil {
		gen()
		return
	}
	f := b.fn
	f.Emit(f.Block(nil, func() { b.iterateOver(c, m.Iter, gen) }))
}

func (b *body) iterateOver(c *tree.Construct, vars []*tree.IterVar, gen func()) {
	if len(vars) == 0 {
		gen()
		return
	}
	f, v, at := b.fn, vars[0], b.at(c)
	ct := ctree.ObjectType(v.Decl)
	t, scale := b.u.c.Type(ct), i64(1)
	if ct.Kind() == cc.Ptr {
		scale = f.Convert(f.SizeOf(ctree.Pointee(ct)), region.I64)
	}
	number := func(e *tree.Expr) region.Expr { return f.Convert(f.Convert(f.Value(e.Node), t), region.I64) }
	i := f.Local(v.Name, t, nil)
	addr := &region.LocalAddr{Local: i}
	now := f.Let("i", number(v.Begin))
	f.Emit(&region.Store{At: at, Addr: addr, X: f.Convert(now, t)})
	end, step := b.let("end", number(v.End)), i64(1)
	if v.Step != nil {
		step = b.let("step", f.Convert(f.Value(v.Step.Node), region.I64))
	}
	here := f.Convert(&region.Load{Type: t, Addr: addr}, region.I64)
	less := func(x, y region.Expr) region.Expr { return &region.Compare{Op: region.Lt, X: x, Y: y} }
	undo := f.Bind(v.Decl, addr)
	f.Emit(&region.Loop{
		At:   at,
		Cond: &region.Cond{C: less(i64(0), step), X: less(here, end), Y: less(end, here)},
		Body: f.Block(nil, func() { b.iterateOver(c, vars[1:], gen) }),
		Post: f.Block(nil, func() {
			f.Emit(&region.Store{At: at, Addr: addr, X: f.Convert(add(here, mul(step, scale)), t)})
		}),
	})
	undo()
}

// dependTypeAt is the offset of the dependence type in a depend object of device code. The object holds the address
// of its dependence, then the type. Both are 0 in an uninitialised object.
const dependTypeAt = 8

// dependObject loads the address and the type from a depend object.
func (b *body) dependObject(it *tree.Item) (addr, kind region.Expr) {
	f := b.fn
	o := f.Let("depobj", f.Addr(it.Node))
	kind = f.Convert(&region.Load{Type: region.U64, Addr: &region.PtrAdd{Base: o, Index: i64(dependTypeAt), Scale: 1}},
		region.U32)
	return &region.Load{Type: region.PtrT, Addr: o}, kind
}

// depobj lowers the depobj construct (5.2 §15.9.4). A clause may name the object (6.0 §17.9.3).
func (b *body) depobj(c *tree.Construct) {
	f, at := b.fn, b.at(c)
	for _, cl := range c.Clauses {
		object := dependObjectOf(c, cl)
		if object == nil {
			b.unsupported(c, "depobj without an object")
			return
		}
		o := f.Let("depobj", f.Addr(object))
		set := func(addr, kind region.Expr) {
			if addr != nil {
				f.Emit(&region.Store{At: at, Addr: o, X: addr})
			}
			f.Emit(&region.Store{At: at, Addr: &region.PtrAdd{Base: o, Index: i64(dependTypeAt), Scale: 1},
				X: f.Convert(kind, region.U64)})
		}
		switch cl.Kind {
		case spec.DependClause:
			b.dependences(c, set)
		case spec.InitClause:
			for _, m := range cl.Modifiers {
				if t := dependenceTypes[m.Name]; t != 0 && len(m.Args) > 0 {
					set(f.Addr(m.Args[0].Node), u32(t))
				}
			}
		case spec.UpdateClause:
			set(nil, u32(dependenceTypes[cl.Words[0]]))
		case spec.DestroyClause:
			set(&region.Null{}, u32(0))
		}
	}
}

// dependObjectOf returns the depend object that clause cl of a depobj construct applies to.
func dependObjectOf(c *tree.Construct, cl *tree.Clause) cc.ExpressionNode {
	switch {
	case c.Args != nil && len(c.Args.Items) > 0:
		return c.Args.Items[0].Node
	case len(cl.Items) > 0:
		return cl.Items[0].Node
	case len(cl.Exprs) > 0:
		return cl.Exprs[0].Node
	}
	return nil
}

// final returns the condition of c's final clause, or nil without one (5.2 §12.3).
func (b *body) final(c *tree.Construct) region.Expr {
	if e := clauseExpr(c, spec.FinalClause); e != nil {
		return b.fn.Bool(e.Node)
	}
	return nil
}

// taskloop lowers a taskloop to a loop with the construct's data environment: undeferred tasks execute its iterations
// in order (5.2 §12.6).
func (b *body) taskloop(c *tree.Construct, stmt *cc.Statement) {
	n := b.u.nest(c, stmt, true)
	if n == nil {
		return
	}
	if c.GroupsTasks() || b.cancellableOf("taskgroup") == nil {
		defer b.cancellable(c, "taskgroup", false, stmt)()
	}
	loop := func() {
		b.fn.Emit(&region.Task{At: b.at(c), Final: b.final(c), Body: b.fn.Block(stmt, func() { b.wsLoop(c, n, region.LevelSimd, stmt) })})
	}
	if !b.u.detaches() {
		loop()
		return
	}
	all := func() { b.during(b.at(c), b.newTask(c), loop) }
	if !c.GroupsTasks() {
		all()
		return
	}
	b.inTaskgroup(b.at(c), all)
}
