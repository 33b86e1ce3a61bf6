package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// A parallel region that is cancelled (OpenMP 5.2 §16.1): a thread that meets cancel, or a cancellation point, goes
// to the region's end. The others come to a barrier, which is a cancellation point as well. They must neither wait
// there for threads that left, nor see a cancellation that others do not see. A fast thread may have passed the
// same barrier, and cancel before a slow one has looked.
//
// So each thread counts the barriers that it has passed; all of a team have the same number. Who
// cancels notes the number of the next one. A thread that leaves has its part in that one ahead of the others
// (region.BarrierLeave). Behind it all of them find its number noted, and go to the end too. Worksharing
// constructs may have barriers of their own inside, of which those that left know nothing: such a barrier stands in
// front of them. A thread meets no other barriers, as cancellation points in functions that the region calls are not
// allowed (§16.1, restrictions).

// leavable begins parallel construct c, where it is encountered; body has gen be its body.
func (b *body) leavable(c *tree.Construct, stmt *cc.Statement) (body func(gen func())) {
	if !cancels(c, "parallel") {
		return func(gen func()) {
			defer b.uncancellable("parallel")()
			gen()
		}
	}
	f := b.fn
	activated := &region.LocalAddr{Local: f.Local("parallel.cancel", region.I32, stmt)}
	f.Emit(&region.Store{Addr: activated, X: cbody.Int(region.I32, 0)})
	return func(gen func()) {
		defer b.uncancellable("parallel")()
		x := &cancellable{kind: "parallel", activated: activated, end: &region.Label{Name: "parallel.end"},
			meetings: &region.LocalAddr{Local: f.Local("parallel.meetings", region.I32, stmt)}}
		b.cancellables[len(b.cancellables)-1] = x
		f.Emit(&region.Store{Addr: x.meetings, X: cbody.Int(region.I32, 0)})
		gen()
		at := b.at(c)
		f.Emit(&region.If{At: at, Cond: isSet(cancelVar()), Then: f.Block(stmt, func() {
			f.Emit(&region.Barrier{At: at, Kind: region.BarrierLeave})
		})})
		f.Emit(x.end)
		f.Emit(&region.Barrier{At: at, Kind: region.BarrierJoin})
	}
}

// left is the parallel construct around whose region threads may have left, nil if there is none.
func (b *body) left() *cancellable {
	if x := b.cancellableOf("parallel"); x != nil && x.end != nil {
		return x
	}
	return nil
}

// leaveParallel lowers cancel and cancellation point of a parallel region.
func (b *body) leaveParallel(c *tree.Construct, x *cancellable, stmt *cc.Statement) {
	f, at := b.fn, b.at(c)
	leave := isSet(&region.AtomicLoad{Type: region.I32, Addr: x.activated, Order: region.Relaxed,
		Scope: region.ScopeTeam})
	if c.Kind == spec.Cancel {
		if cond := b.cancelIf(c); cond != nil {
			leave = &region.OrElse{X: cond, Y: leave}
		} else {
			leave = nil
		}
	}
	on := isSet(cancelVar())
	if leave != nil {
		on = &region.AndAlso{X: on, Y: leave}
	}
	leave = f.Let("leave", on)
	if c.Kind == spec.Cancel {
		f.Emit(&region.If{At: at, Cond: leave, Then: f.Block(stmt, func() {
			f.Emit(&region.AtomicStore{At: at, Addr: x.activated, X: x.nextMeeting(), Order: region.Relaxed,
				Scope: region.ScopeTeam})
		})})
	}
	f.Emit(&region.Barrier{At: at, Kind: region.BarrierLeave, Cond: leave})
	f.Emit(&region.If{At: at, Cond: leave, Then: f.Block(stmt, func() { f.Emit(&region.Goto{At: at, Label: x.end}) })})
}

// nextMeeting is the number of the barrier that the thread comes to next.
func (x *cancellable) nextMeeting() region.Expr {
	return &region.Binary{Op: region.Add, X: &region.Load{Type: region.I32, Addr: x.meetings},
		Y: cbody.Int(region.I32, 1)}
}

// barrier has all threads of the team wait for each other.
func (b *body) barrier(at region.At) {
	f, x := b.fn, b.left()
	if x == nil {
		f.Emit(&region.Barrier{At: at})
		return
	}
	f.Emit(&region.If{At: at, Cond: isSet(cancelVar()), Then: f.Block(nil, func() { b.meet(at, x) }), Else: f.Block(nil, func() {
		f.Emit(&region.Barrier{At: at})
	})})
}

// beforeShared has the threads meet in front of a worksharing construct, where some may have left.
func (b *body) beforeShared(at region.At) {
	if x := b.left(); x != nil {
		b.fn.Emit(&region.If{At: at, Cond: isSet(cancelVar()), Then: b.fn.Block(nil, func() { b.meet(at, x) })})
	}
}

func (b *body) meet(at region.At, x *cancellable) {
	f := b.fn
	f.Emit(&region.Barrier{At: at, Kind: region.BarrierMeet})
	n := f.Let("meeting", x.nextMeeting())
	f.Emit(&region.Store{At: at, Addr: x.meetings, X: n})
	noted := f.Let("noted",
		&region.AtomicLoad{Type: region.I32, Addr: x.activated, Order: region.Relaxed, Scope: region.ScopeTeam})
	f.Emit(&region.If{At: at, Cond: &region.Compare{Op: region.Eq, X: noted, Y: n}, Then: f.Block(nil, func() {
		f.Emit(&region.Goto{At: at, Label: x.end})
	})})
}
