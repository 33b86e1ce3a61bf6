package gpu

import (
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// Threads may leave a parallel region that is cancelled (OpenMP 5.2 §16.1). Lower sees to it that the
// barrier that the others come to next is one of kind BarrierMeet, in which those that left have a part.

// Rendezvous: threads of a warp that wait in different places would wait for each other, and the
// hardware's barrier counts warps. A thread that leaves takes its ticket for the rendezvous before it goes on, and
// waits only where all of its warp come by.
func (f function) Rendezvous(s *region.Barrier) {
	if f.alone() {
		return
	}
	goal, cell, n := f.ctx.goal, ir.Value(nil), f.numThreads()
	if g := f.ctx.group; g != nil {
		cell, n = g.team, g.span
	} else {
		cell = teamState{f}.ticketCell()
	}
	switch {
	case s.Kind == region.BarrierMeet:
		f.Store(teamState{f}.takeTicket(cell, n), goal, 4)
		teamState{f}.awaitTickets(cell, f.Load(ir.I32, goal, 4, "goal"))
	case s.Kind == region.BarrierJoin:
		teamState{f}.awaitTickets(cell, f.Load(ir.I32, goal, 4, "goal"))
	default:
		leave := func() { f.Store(teamState{f}.takeTicket(cell, n), goal, 4) }
		if s.Cond == nil {
			leave()
			return
		}
		f.IfThen(f.Expr(s.Cond), "leave", leave)
		// LLVM must not make one of this branch and that to the end of the region: then others
		// of the warp could be told to wait before this thread has got its ticket.
		f.CallValue(ir.Void, ir.Asm("", "", true), nil, "convergent nounwind", "")
	}
}

// startRendezvous makes the thread's cell for the rendezvous that it goes to last.
func (f function) startRendezvous() ir.Value {
	goal := f.Alloca(ir.I32, 4, "goal")
	f.Store(ir.Num(ir.I32, 0), goal, 4)
	return goal
}

// mayLeave reports whether threads may leave the region with body b before its end.
func mayLeave(b *region.Block) bool {
	found := false
	v := region.Visitor{Stmt: func(s region.Stmt) bool {
		switch s := s.(type) {
		case *region.Barrier:
			found = found || s.Kind != region.BarrierAll
		case *region.Parallel:
			return false
		}
		return !found
	}}
	v.Walk(b)
	return found
}
