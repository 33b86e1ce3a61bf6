package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// cancellable is a construct around the code being lowered that cancel constructs in it
// end (OpenMP 5.2 §16): a parallel region, a worksharing loop, sections, or a taskgroup.
type cancellable struct {
	kind string
	// meetings, of a parallel region, counts the barriers that the thread has passed, in its own storage.
	// activated is there the number of that which the cancellation precedes.
	meetings region.Expr
	// left is the round that the thread has left, in its own storage, and activated that in which
	// any thread of the team has activated the cancellation; that is nil where each has its own.
	left      region.Expr
	activated region.Expr
	// round is the number of the part being lowered, nil where there is only one part. chunks is the number of
	// parts that the teams' threads execute one by one, each as a loop of its own. activated is then a ring of
	// cells.
	round region.Expr
	// kept: the taskgroup is one whose tasks the runtime keeps, which knows whether it is cancelled.
	kept bool
	// end is behind the region, iteration, section or task being lowered, nil outside of them.
	end *region.Label
}

// cancels reports whether cancel constructs or cancellation points of kind stand in c.
func cancels(c *tree.Construct, kind string) bool {
	for _, x := range c.Children {
		if (x.Kind == spec.Cancel || x.Kind == spec.CancellationPoint) && x.Args != nil && x.Args.Words[0] == kind {
			return true
		}
		switch {
		case x.Has(spec.Parallel), kind != "taskgroup" &&
			(x.Has(spec.For) || x.Has(spec.Sections)), kind == "taskgroup" && x.Has(spec.Taskgroup):
		case cancels(x, kind):
			return true
		}
	}
	return false
}

// cancelsFromAfar reports whether c is a construct of tasks that cancel a taskgroup, or ask whether it is cancelled, of
// which the function that c stands in has nothing: the region binds to the innermost one around (5.2 §16.1, §16.2).
func cancelsFromAfar(c *tree.Construct) bool {
	if !(c.Has(spec.Task) || c.Has(spec.Taskloop) && c.Clause(spec.NogroupClause) != nil) || !cancels(c, "taskgroup") {
		return false
	}
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Has(spec.Taskgroup) || p.Has(spec.Taskloop) && p.Clause(spec.NogroupClause) == nil {
			return false
		}
		if p.Has(spec.Parallel) || p.Has(spec.Target) || p.Has(spec.Teams) {
			break
		}
	}
	return true
}

// cancellable begins construct c, of which threads of a team execute parts if shared is set;
// all of them meet it. leave is to be called behind the construct.
func (b *body) cancellable(c *tree.Construct, kind string, shared bool, stmt *cc.Statement) (leave func()) {
	leave = b.uncancellable(kind)
	if !cancels(c, kind) {
		return leave
	}
	if kind == "taskgroup" && b.u.detaches() {
		b.cancellables[len(b.cancellables)-1].kept = true
		return leave
	}
	f := b.fn
	x := &cancellable{kind: kind, left: &region.LocalAddr{Local: f.Local(kind+".left", region.I32, stmt)}}
	f.Emit(&region.Store{Addr: x.left, X: cbody.Int(region.I32, 0)})
	if shared {
		x.activated = b.teamObject(c, kind+".cancel", region.I32, stmt, func(addr region.Expr) {
			f.Emit(&region.Store{Addr: addr, X: cbody.Int(region.I32, 0)})
		})
	}
	b.cancellables[len(b.cancellables)-1] = x
	return leave
}

// leftBy is what says that the thread has left the loop being lowered, which is a part of the innermost construct of
// kind around; nil if nothing cancels that. done is to be called behind the loop.
func (b *body) leftBy(kind string, stmt *cc.Statement) (left *region.Local, done func()) {
	x := b.cancellableOf(kind)
	if x == nil || x.left == nil && !x.kept {
		return nil, func() {}
	}
	outer := x.left
	if x.kept {
		x.left = &region.LocalAddr{Local: b.fn.Local(kind+".left", region.I32, stmt)}
		b.fn.Emit(&region.Store{Addr: x.left, X: cbody.Int(region.I32, 0)})
	}
	return x.left.(*region.LocalAddr).Local, func() { x.left = outer }
}

// uncancellable begins a construct of kind whose cancellation has no effect.
func (b *body) uncancellable(kind string) (leave func()) {
	b.cancellables = append(b.cancellables, &cancellable{kind: kind})
	return func() { b.cancellables = b.cancellables[:len(b.cancellables)-1] }
}

// cancellableOf is the innermost construct of kind around, nil if there is none in this function.
func (b *body) cancellableOf(kind string) *cancellable {
	for i := len(b.cancellables) - 1; i >= 0; i-- {
		if b.cancellables[i].kind == kind {
			return b.cancellables[i]
		}
	}
	return nil
}

// cancellablePart lowers an iteration, a section or a task of such a construct: a thread that has left
// the construct does not begin it.
func (b *body) cancellablePart(kind string, stmt *cc.Statement, gen func()) {
	x := b.cancellableOf(kind)
	if x == nil || x.left == nil && !x.kept {
		gen()
		return
	}
	f := b.fn
	outer := x.end
	x.end = &region.Label{Name: kind + ".end"}
	left := b.groupCancelled()
	if !x.kept {
		left = x.isNow(&region.Load{Type: region.I32, Addr: x.left})
	}
	f.Emit(&region.If{Cond: left, Then: f.Block(stmt, func() {
		if x.kept && x.left != nil {
			f.Emit(&region.Store{Addr: x.left, X: cbody.Int(region.I32, 1)})
		}
		f.Emit(&region.Goto{Label: x.end})
	})})
	gen()
	f.Emit(x.end)
	x.end = outer
}

// cancellableInOrder lowers a construct all of which one thread executes, in order.
func (b *body) cancellableInOrder(c *tree.Construct, kind string, stmt *cc.Statement, gen func()) {
	defer b.cancellable(c, kind, false, stmt)()
	b.cancellablePart(kind, stmt, gen)
}

// cancel lowers cancel and cancellation point (5.2 §16.1, §16.2), which do nothing unless
// cancel-var is true.
func (b *body) cancel(c *tree.Construct, stmt *cc.Statement) {
	x := b.cancellableOf(c.Args.Words[0])
	if x == nil || x.end == nil {
		return
	}
	if x.kind == "parallel" {
		b.leaveParallel(c, x, stmt)
		return
	}
	f := b.fn
	leave := func() {
		if !x.kept {
			f.Emit(&region.Store{Addr: x.left, X: x.now()})
		}
		f.Emit(&region.Goto{At: b.at(c), Label: x.end})
	}
	f.Emit(&region.If{At: b.at(c), Cond: isSet(cancelVar()), Then: f.Block(stmt, func() {
		if c.Kind == spec.Cancel {
			activate := func() {
				if x.activated != nil {
					f.Emit(&region.AtomicStore{At: b.at(c), Addr: x.cell(f), X: x.now(), Order: region.Relaxed,
						Scope: region.ScopeTeam})
				}
				if x.kept {
					b.taskDo(b.at(c), "cancel", taskCell())
				}
				leave()
			}
			cond := b.cancelIf(c)
			if cond == nil {
				activate()
				return
			}
			f.Emit(&region.If{At: b.at(c), Cond: cond, Then: f.Block(stmt, activate)})
		}
		if x.kept {
			f.Emit(&region.If{At: b.at(c), Cond: b.groupCancelled(), Then: f.Block(stmt, leave)})
		}
		if x.activated != nil {
			seen := &region.AtomicLoad{Type: region.I32, Addr: x.cell(f), Order: region.Relaxed,
				Scope: region.ScopeTeam}
			f.Emit(&region.If{At: b.at(c), Cond: x.isNow(f.Let("cancelled", seen)), Then: f.Block(stmt, leave)})
		}
	})})
}

// chunkCells are the cells for chunks of dist_schedule that are cancelled: a thread that is as many chunks behind
// others may not hear of it.
const chunkCells = 16

// cancellableTeamLoop begins composite construct c in front of the loop that its teams' threads share; inside is to be
// called where they begin to, and part for each iteration.
func (b *body) cancellableTeamLoop(c *tree.Construct, sh *loopSharing,
	stmt *cc.Statement) (inside func() (leave func()), part func()) {
	if !cancels(c, "for") {
		return func() func() { return b.uncancellable("for") }, func() {}
	}
	f, t := b.fn, region.Type(region.I32)
	if sh.w.DistChunk != nil {
		sh.chunked, sh.w.DistChunk = true, b.let("chunk", sh.w.DistChunk)
		t = &region.Array{Elem: region.I32, Len: chunkCells}
	}
	activated := &region.LocalAddr{Local: f.Local("for.cancel", t, stmt)}
	f.Emit(&region.Zero{Addr: activated, Size: t.Size()})
	var x *cancellable
	inside = func() func() {
		leave := b.cancellable(c, "for", false, stmt)
		x = b.cancellables[len(b.cancellables)-1]
		x.activated = activated
		return leave
	}
	return inside, func() {
		if sh.chunked {
			chunk := &region.Binary{Op: region.Div, X: f.Convert(sh.shared(), region.U64), Y: sh.w.DistChunk}
			x.round = f.Let("round",
				f.Convert(&region.Binary{Op: region.Add, X: chunk, Y: cbody.Int(region.U64, 1)}, region.I32))
		}
	}
}

// now is the round of the part being lowered.
func (x *cancellable) now() region.Expr {
	if x.round == nil {
		return cbody.Int(region.I32, 1)
	}
	return x.round
}

func (x *cancellable) isNow(v region.Expr) region.Expr {
	return &region.Compare{Op: region.Eq, X: v, Y: x.now()}
}

// cell is where threads tell each other that the round is cancelled.
func (x *cancellable) cell(f *cbody.Fn) region.Expr {
	if x.round == nil {
		return x.activated
	}
	i := &region.Binary{Op: region.And, X: f.Convert(x.round, region.I64), Y: i64(chunkCells - 1)}
	return &region.PtrAdd{Base: x.activated, Index: i, Scale: 4}
}

// groupCancelled asks the runtime whether the task's taskgroup is cancelled.
func (b *body) groupCancelled() region.Expr {
	return isSet(b.taskCall("cancelled", region.U32, taskCell()))
}

func isSet(v region.Expr) region.Expr {
	return &region.Compare{Op: region.Ne, X: v, Y: cbody.Int(v.ExprType(), 0)}
}

// cancelIf is the condition of the if clause, nil without one.
func (b *body) cancelIf(c *tree.Construct) region.Expr {
	if cl := c.If(spec.Cancel); cl != nil && cl.Exprs[0].Node != nil {
		return b.fn.Bool(cl.Exprs[0].Node)
	}
	return nil
}

// cancelVar is the ICV, which has global scope (5.2 §2.4): the program's.
func cancelVar() region.Expr { return &region.Intrinsic{Op: region.OpCancelVar, Type: region.I32} }
