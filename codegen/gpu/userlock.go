package gpu

import (
	"slices"

	"ompcc/parse/diag"

	"ompcc/lower/region"
)

// The locks of OpenMP's routines on GPUs whose lanes execute in lockstep.

// lockedRun emits the statements at the front of list from one that takes a simple lock to the one that releases it,
// and returns their number, 0 where it does not. The lanes of a wave take turns, each with all of the run. In the
// order of the program the lane that has the lock would wait at the end of the loop in which the others want it.
func (f function) lockedRun(list []region.Stmt) int {
	if !f.Mod.Target.Lockstep || f.Scan != nil || f.alone() || f.ctx.teamLevel {
		return 0
	}
	lock := takesLock(list[0])
	if lock == nil {
		f.warnOfLock(list[0])
		return 0
	}
	end, depth := 0, 0
	for i, s := range list {
		switch {
		case takesLock(s) != nil:
			depth++
		case releasesLock(s):
			depth--
		}
		if depth == 0 {
			end = i + 1
			break
		}
	}
	if end == 0 || !staysInside(list[1:end], list[end:]) {
		f.mayStarve(list[0], "omp_set_lock")
		return 0
	}
	f.At(list[0].StmtPos())
	f.turns(f.Expr(lock), func() { f.Stmts(list[1:end]) })
	return end
}

// mayStarve warns of lanes that wait for a lock, by a call of the routine, which the lane that has it cannot release.
func (f function) mayStarve(s region.Stmt, routine string) {
	f.Mod.Warnf(s.StmtPos(), diag.OmpLockstepLock,
		"lanes of one wave that contend for this lock hang on %s: they execute in lockstep, and the code between '%s' and the release is no single block", f.Mod.Target.Name, routine)
}

// warnOfLock warns where s waits for a nestable lock, or in a loop tests a lock.
func (f function) warnOfLock(s region.Stmt) {
	if takesNestLock(s) {
		f.mayStarve(s, "omp_set_nest_lock")
	}
	loop, ok := s.(*region.Loop)
	if !ok || s.StmtPos().Line == 0 { // it is a routine's own
		return
	}
	v := region.Visitor{Expr: func(x region.Expr) bool {
		switch x := x.(type) {
		case *region.AtomicRMW:
			ok = ok && !(x.Op == region.AtomicXchg && x.Order == region.Acquire)
		case *region.CmpXchg:
			ok = ok && !isNestLock(x)
		}
		return ok
	}}
	v.Stmt = func(s region.Stmt) bool { return takesLock(s) == nil && !takesNestLock(s) } // these are looked at by themselves
	v.Walk(&region.Block{Stmts: []region.Stmt{&region.Eval{X: loop.Cond}, loop.Body}})
	if !ok {
		f.mayStarve(s, "omp_test_lock")
	}
}

// isNestLock reports whether x is how nestable locks are taken (lower/routines.go).
func isNestLock(x *region.CmpXchg) bool {
	return x.Order == region.Acquire && x.Fail == region.Relaxed && x.Expect != nil
}

// takesNestLock reports whether s is omp_set_nest_lock.
func takesNestLock(s region.Stmt) bool {
	e, ok := s.(*region.Eval)
	if !ok {
		return false
	}
	q, ok := e.X.(*region.Seq)
	if !ok || q.Value != nil {
		return false
	}
	found := false
	v := region.Visitor{Expr: func(x region.Expr) bool {
		c, ok := x.(*region.CmpXchg)
		found = found || ok && isNestLock(c)
		return !found
	}}
	v.Walk(q.Body)
	return found
}

// lockRoutine is the address of the lock that s, a routine's call, names, and what it does with it.
func lockRoutine(s region.Stmt) (region.Expr, region.Stmt) {
	e, ok := s.(*region.Eval)
	if !ok {
		return nil, nil
	}
	q, ok := e.X.(*region.Seq)
	if !ok || len(q.Body.Stmts) != 2 || q.Value != nil {
		return nil, nil
	}
	let, ok := q.Body.Stmts[0].(*region.Let)
	if !ok {
		return nil, nil
	}
	return let.X, q.Body.Stmts[1]
}

// takesLock is the address of the lock that s waits for, as omp_set_lock is lowered (lower/routines.go).
func takesLock(s region.Stmt) region.Expr {
	lock, act := lockRoutine(s)
	loop, ok := act.(*region.Loop)
	if !ok || len(loop.Body.Stmts) > 0 {
		return nil
	}
	c, ok := loop.Cond.(*region.Compare)
	if !ok {
		return nil
	}
	if x, ok := c.X.(*region.AtomicRMW); !ok || x.Op != region.AtomicXchg || x.Order != region.Acquire {
		return nil
	}
	return lock
}

// releasesLock reports whether s is omp_unset_lock.
func releasesLock(s region.Stmt) bool {
	_, act := lockRoutine(s)
	store, ok := act.(*region.AtomicStore)
	return ok && store.Order == region.Release
}

// staysInside reports whether run is left at its end only, has nothing in which threads meet, and defines no
// value that rest uses.
func staysInside(run, rest []region.Stmt) bool {
	defined := map[*region.Temp]bool{}
	for _, s := range run {
		if let, ok := s.(*region.Let); ok {
			defined[let.Temp] = true
		}
	}
	ok := true
	v := region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		switch s.(type) {
		case *region.Let, *region.Eval, *region.Store, *region.BitStore, *region.AtomicStore, *region.Copy,
			*region.Zero, *region.If, *region.Block, *region.Loop, *region.Break, *region.Continue:
		default:
			ok = false
		}
		return ok
	}
	v.Walk(&region.Block{Stmts: run})
	v = region.Visitor{}
	v.Expr = func(x region.Expr) bool {
		if t, is := x.(*region.TempVal); is && defined[t.Temp] {
			ok = false
		}
		return ok
	}
	v.Walk(&region.Block{Stmts: rest})
	return ok && !slices.ContainsFunc(run, func(s region.Stmt) bool { return leavesLoop(s) })
}

// leavesLoop reports whether s has a break or continue of a loop around it.
func leavesLoop(s region.Stmt) bool {
	switch s := s.(type) {
	case *region.Break, *region.Continue:
		return true
	case *region.If:
		return blockLeaves(s.Then) || blockLeaves(s.Else)
	case *region.Block:
		return blockLeaves(s)
	}
	return false
}

func blockLeaves(b *region.Block) bool { return b != nil && slices.ContainsFunc(b.Stmts, leavesLoop) }
