package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma"
)

// Tasks are executed at once on a device. One with a detach clause is complete only
// when its event is fulfilled too (5.2 §12.5.2): each thread counts the events of
// its tasks that are not, and waits for them where it waits for its tasks: at
// taskwait, taskgroup and dependent tasks, barriers and the end of regions. A
// handle is the address of the count.

const (
	// eventsName is the array of counts. They are 0 when a kernel ends, so that none
	// has to be set when one begins. A thread takes the count that its numbers lead
	// to; a thread of another team that has the same only makes it wait longer.
	eventsName  = "__ompcc_events"
	eventCounts = 4096
	// teamStride parts the counts of teams.
	teamStride = 1031
)

// eventCount is the address of the thread's count.
func (b *body) eventCount() region.Expr {
	u := b.u
	if u.events == nil {
		u.events = &region.Global{
			Name: eventsName, Type: &region.Array{Elem: region.U32, Len: eventCounts}, Linkage: region.LinkOnce, Align: 4,
		}
		u.mod.Globals = append(u.mod.Globals, u.events)
	}
	team := &region.Intrinsic{Op: region.OpTeamNum, Type: region.I32}
	thread := &region.Intrinsic{Op: region.OpThreadNum, Type: region.I32}
	i := &region.Binary{Op: region.And, X: add(mul(team, cbody.Int(region.I32, teamStride)), thread), Y: cbody.Int(region.I32, eventCounts-1)}
	return b.fn.Let("events", &region.PtrAdd{Base: &region.GlobalAddr{Global: u.events}, Index: b.fn.Convert(i, region.I64), Scale: 4})
}

// detach makes the event of a task about to be executed.
func (b *body) detach(c *pragma.Construct) {
	cl := c.Clause("detach")
	if cl == nil || len(cl.Exprs) == 0 {
		return
	}
	f, d := b.fn, pragma.RootDecl(cl.Exprs[0].Node)
	at := b.eventCount()
	f.Emit(&region.Eval{At: b.at(c), X: &region.AtomicRMW{Op: region.AtomicAdd, Addr: at, X: cbody.Int(region.U32, 1), Order: region.Relaxed}})
	f.Emit(&region.Store{At: b.at(c), Addr: b.address(d), X: f.Convert(&region.Convert{To: region.U64, X: at}, b.u.c.Type(objectType(d)))})
}

// fulfillEvent lowers omp_fulfill_event (5.2 §18.11.1).
func (b *body) fulfillEvent(call *cc.PostfixExpression) region.Expr {
	f := b.fn
	return &region.Seq{Body: f.Block(call, func() {
		event := f.Convert(f.Value(call.ArgumentExpressionList.AssignmentExpression), region.U64)
		at := f.Let("event", &region.Convert{To: region.PtrT, X: event})
		f.Emit(&region.Eval{X: &region.AtomicRMW{Op: region.AtomicSub, Addr: at, X: cbody.Int(region.U32, 1), Order: region.Release}})
	})}
}

// detaches reports whether the unit has tasks with events.
func (u *unit) detaches() bool {
	for _, c := range u.tree.All {
		if c != nil && c.Kind == "task" && c.Clause("detach") != nil {
			return true
		}
	}
	return false
}

// awaitEvents has the thread wait until the events of its tasks are fulfilled.
func (b *body) awaitEvents(at region.At) {
	f := b.fn
	count := b.eventCount()
	open := &region.AtomicLoad{Type: region.U32, Addr: count, Order: region.Acquire}
	pause := func() {}
	if b.u.detaches() {
		b.u.prog.TargetDependent, pause = true, b.pause
	}
	f.Emit(&region.Loop{At: at, Cond: &region.Compare{Op: region.Ne, X: open, Y: cbody.Int(region.U32, 0)}, Body: f.Block(nil, pause)})
}

// beforeBarrier is awaitEvents in units with events.
func (b *body) beforeBarrier(at region.At) {
	if b.u.detaches() {
		b.awaitEvents(at)
	}
}

// barrierOutside tells a worksharing construct, which has a barrier at its end unless
// nowait is set, to leave it to what is called next, in units with events.
func (b *body) barrierOutside(at region.At, nowait *bool) (next func()) {
	if *nowait || !b.u.detaches() {
		return func() {}
	}
	*nowait = true
	return func() {
		b.awaitEvents(at)
		b.fn.Emit(&region.Barrier{At: at})
	}
}

// hasEvents reports whether a task with an event stands below c.
func hasEvents(c *pragma.Construct) bool {
	for _, x := range c.Children {
		if x.Clause("detach") != nil || hasEvents(x) {
			return true
		}
	}
	return false
}
