package lower

import (
	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma"
)

// cancellable is a construct around the code being lowered that cancel constructs in it
// end (OpenMP 5.2 §16): a worksharing loop, sections, or a taskgroup.
type cancellable struct {
	kind string
	// left is whether the thread has left it, in its own storage, and activated whether any
	// thread of the team has activated its cancellation; that is nil where the threads
	// begin inside of the construct, or each has its own.
	left      region.Expr
	activated region.Expr
	// end is behind the iteration, section or task being lowered, nil outside of them.
	end *region.Label
}

// cancels reports whether cancel constructs or cancellation points of kind stand in c.
func cancels(c *pragma.Construct, kind string) bool {
	for _, x := range c.Children {
		if (x.Kind == "cancel" || x.Kind == "cancellation point") && x.Args != nil && x.Args.Words[0] == kind {
			return true
		}
		switch {
		case x.Has("parallel"), kind != "taskgroup" && (x.Has("for") || x.Has("sections")), kind == "taskgroup" && x.Has("taskgroup"):
		case cancels(x, kind):
			return true
		}
	}
	return false
}

// cancellable begins construct c, of which threads of a team execute parts if shared is set;
// all of them meet it. leave is to be called behind the construct.
func (b *body) cancellable(c *pragma.Construct, kind string, shared bool, stmt *cc.Statement) (leave func()) {
	leave = b.uncancellable(kind)
	if !cancels(c, kind) {
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
	if x == nil || x.left == nil {
		gen()
		return
	}
	f := b.fn
	outer := x.end
	x.end = &region.Label{Name: kind + ".end"}
	left := &region.Compare{Op: region.Ne, X: &region.Load{Type: region.I32, Addr: x.left}, Y: cbody.Int(region.I32, 0)}
	f.Emit(&region.If{Cond: left, Then: f.Block(stmt, func() { f.Emit(&region.Goto{Label: x.end}) })})
	gen()
	f.Emit(x.end)
	x.end = outer
}

// cancel lowers cancel and cancellation point (5.2 §16.1, §16.2), which do nothing unless
// cancel-var is true.
func (b *body) cancel(c *pragma.Construct, stmt *cc.Statement) {
	x := b.cancellableOf(c.Args.Words[0])
	if x == nil || x.end == nil {
		return
	}
	f := b.fn
	one := cbody.Int(region.I32, 1)
	isSet := func(v region.Expr) region.Expr {
		return &region.Compare{Op: region.Ne, X: v, Y: cbody.Int(region.I32, 0)}
	}
	leave := func() {
		f.Emit(&region.Store{Addr: x.left, X: one})
		f.Emit(&region.Goto{At: b.at(c), Label: x.end})
	}
	f.Emit(&region.If{At: b.at(c), Cond: isSet(cancelVar()), Then: f.Block(stmt, func() {
		if c.Kind == "cancel" {
			activate := func() {
				if x.activated != nil {
					f.Emit(&region.AtomicStore{At: b.at(c), Addr: x.activated, X: one, Order: region.Relaxed, Scope: region.ScopeTeam})
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
		if x.activated != nil {
			seen := &region.AtomicLoad{Type: region.I32, Addr: x.activated, Order: region.Relaxed, Scope: region.ScopeTeam}
			f.Emit(&region.If{At: b.at(c), Cond: isSet(f.Let("cancelled", seen)), Then: f.Block(stmt, leave)})
		}
	})})
}

// cancelIf is the condition of the if clause, nil without one.
func (b *body) cancelIf(c *pragma.Construct) region.Expr {
	if cl := c.Clause("if"); cl != nil && len(cl.Exprs) > 0 && cl.Exprs[0].Node != nil {
		return b.fn.Bool(cl.Exprs[0].Node)
	}
	return nil
}

// cancelVar is the ICV, which has global scope (5.2 §2.4): the program's.
func cancelVar() region.Expr { return &region.Intrinsic{Op: region.OpCancelVar, Type: region.I32} }
