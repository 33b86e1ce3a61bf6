package lower

import (
	"ompcc/lower/region"
	"ompcc/rt/abi"
)

// attributes sets NoAlias and ReadOnly of k's parameters.
//
// Mapped list items of one construct do not share storage unless they are the
// same (5.1 §2.21.7.1, 5.2 §5.8.3), so their addresses do not alias, provided
// nothing else in the kernel may reach the same storage: no pointer that came
// in by value, none loaded from memory, no device variable.
func (u *unit) attributes(k *kernel, touch map[*region.Function]bool) {
	uses := paramUses(k.k.Body)
	uses.reductions(k.k.Reductions)
	alias := u.opts.NoMapAlias || loadsPointers(k.k.Body, uses.cells) || touchesGlobals(k.k.Body)
	list, unknown := callees(k.k.Body)
	ordered := ordersThreads(k.k.Body)
	for _, f := range list {
		alias = alias || touch[f]
		ordered = ordered || callsOrdered(f, map[*region.Function]bool{})
	}
	alias = alias || unknown
	for _, c := range k.captures {
		if c.item != nil && (c.item.Kind == abi.ItemPointer || c.item.Kind == abi.ItemDevicePtr) && c.kind != capValue {
			alias = true
		}
	}
	for _, c := range k.captures {
		if c.param == nil || c.param.Kind == region.ParamValue && c.param.Type != region.Type(region.PtrT) {
			continue
		}
		c.param.ReadOnly = !uses.escapes[c.param]
		c.param.NoAlias = !alias && c.param.Kind != region.ParamValue && (c.param.ReadOnly || !ordered && !uses.shared[c.param])
	}
}

// ordersThreads reports whether a thread may see, while it executes the kernel,
// what another one has written there: at a barrier, in a critical region, behind
// an atomic operation that orders memory or is done under a lock. The addresses of variables that are written do alias then,
// although only one parameter leads to them: no thread is alone with them. One
// parallel loop that is all of the kernel has no such place.
func ordersThreads(b *region.Block) bool {
	body := b
	for {
		p, ok := soleStmt(body).(*region.Parallel)
		if !ok {
			break
		}
		body = p.Body
	}
	if l := region.SoleLoop(body); l != nil {
		return synchronises(l.Body) || l.Pre != nil && synchronises(l.Pre)
	}
	return synchronises(body)
}

// callsOrdered reports whether f or a function that it calls synchronises.
func callsOrdered(f *region.Function, seen map[*region.Function]bool) bool {
	if f.Body == nil || seen[f] {
		return false
	}
	seen[f] = true
	if synchronises(f.Body) {
		return true
	}
	list, _ := callees(f.Body)
	for _, g := range list {
		if callsOrdered(g, seen) {
			return true
		}
	}
	return false
}

// soleStmt is the one statement of b besides copies of parameters, or nil.
func soleStmt(b *region.Block) (only region.Stmt) {
	for _, s := range b.Stmts {
		if st, ok := s.(*region.Store); ok && only == nil {
			if _, param := st.X.(*region.ParamVal); param {
				continue
			}
		}
		if only != nil {
			return nil
		}
		only = s
	}
	return only
}

func synchronises(b *region.Block) bool {
	found := false
	walkIR(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Parallel, *region.Barrier, *region.Single, *region.Sections, *region.Masked, *region.Ordered, *region.Critical, *region.Flush:
			found = true
		case *region.AtomicLoad:
			found = found || x.Order != region.Relaxed || region.WideAtomic(x.Type)
		case *region.AtomicStore:
			found = found || x.Order != region.Relaxed || region.WideAtomic(x.X.ExprType())
		case *region.AtomicRMW:
			found = found || x.Order != region.Relaxed || region.WideAtomic(x.X.ExprType())
		case *region.CmpXchg:
			found = found || x.Order != region.Relaxed || region.WideAtomic(x.New.ExprType())
		case *region.WsLoop:
			found = found || x.Levels != region.LevelSimd
		}
		return !found
	})
	return found
}

// paramUse is how parameters' addresses are used.
type paramUse struct {
	// cells are locals that only ever hold one parameter's value.
	cells   map[*region.Local]*region.Param
	escapes map[*region.Param]bool
	// shared are the originals of reductions: every thread combines its part
	// into them, so that no thread is alone with them, even where the kernel
	// synchronises nowhere else. An initializer may have read them before.
	shared map[*region.Param]bool
}

// paramUses finds the parameters through which the body may write or whose
// address may get away.
func paramUses(b *region.Block) *paramUse {
	u := &paramUse{cells: map[*region.Local]*region.Param{}, escapes: map[*region.Param]bool{}, shared: map[*region.Param]bool{}}
	u.findCells(b, map[*region.Local]bool{})
	u.visitor().Walk(b)
	walkIR(b, func(n any) bool {
		if s, ok := n.(region.Stmt); ok {
			u.reductions(region.ReductionsOf(s))
		}
		return true
	})
	return u
}

// visitor marks every parameter as escaping that it meets outside of an address
// that is only read through; what is read atomically may change meanwhile, and is
// no constant. Nodes may be shared, so what counts is the way to
// them, not their identity.
func (u *paramUse) visitor() *region.Visitor {
	v := &region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		switch x := s.(type) {
		case *region.Copy:
			u.read(v, x.Src)
			v.WalkExpr(x.Dst)
			return false
		case *region.Store:
			if l, ok := x.Addr.(*region.LocalAddr); ok && u.cells[l.Local] != nil {
				return false
			}
		}
		return true
	}
	v.Expr = func(x region.Expr) bool {
		switch e := x.(type) {
		case *region.ParamVal:
			u.escapes[e.Param] = true
		case *region.Load:
			if p := u.cellParam(e); p != nil {
				u.escapes[p] = true
			} else {
				u.read(v, e.Addr)
			}
			return false
		case *region.BitLoad:
			u.read(v, e.Addr)
			return false
		case *region.PtrDiff:
			u.read(v, e.X)
			u.read(v, e.Y)
			return false
		case *region.Compare:
			u.read(v, e.X)
			u.read(v, e.Y)
			return false
		}
		return true
	}
	return v
}

// read walks an address that is only read through: its root may be a parameter.
func (u *paramUse) read(v *region.Visitor, x region.Expr) {
	for {
		switch e := x.(type) {
		case *region.PtrAdd:
			if e.Index != nil {
				v.WalkExpr(e.Index)
			}
			x = e.Base
			continue
		case *region.ParamVal:
			return
		case *region.Load:
			if u.cellParam(e) != nil {
				return
			}
		}
		v.WalkExpr(x)
		return
	}
}

// reductions marks the parameters that the originals of rs are in, as shared and
// as escaping.
func (u *paramUse) reductions(rs []*region.Reduction) {
	v := u.visitor()
	for _, r := range rs {
		v.WalkExpr(r.Orig)
		for _, p := range u.paramsIn(r.Orig) {
			u.shared[p] = true
		}
	}
}

// paramsIn returns the parameters whose values x is computed from.
func (u *paramUse) paramsIn(x region.Expr) (list []*region.Param) {
	v := &region.Visitor{Expr: func(x region.Expr) bool {
		switch e := x.(type) {
		case *region.ParamVal:
			list = append(list, e.Param)
		case *region.Load:
			if p := u.cellParam(e); p != nil {
				list = append(list, p)
			}
		}
		return true
	}}
	v.WalkExpr(x)
	return list
}

// findCells finds locals with one store, of a parameter's value, and otherwise
// only loads.
func (u *paramUse) findCells(b *region.Block, spoiled map[*region.Local]bool) {
	direct := map[*region.LocalAddr]bool{}
	walkIR(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Load:
			if l, ok := x.Addr.(*region.LocalAddr); ok {
				direct[l] = true
			}
		case *region.Store:
			if l, ok := x.Addr.(*region.LocalAddr); ok {
				direct[l] = true
				p, isParam := x.X.(*region.ParamVal)
				if !isParam || u.cells[l.Local] != nil {
					spoiled[l.Local] = true
				} else {
					u.cells[l.Local] = p.Param
				}
			}
		}
		return true
	})
	walkIR(b, func(n any) bool {
		if l, ok := n.(*region.LocalAddr); ok && !direct[l] {
			spoiled[l.Local] = true
		}
		return true
	})
	for l := range spoiled {
		delete(u.cells, l)
	}
}

func (u *paramUse) cellParam(x *region.Load) *region.Param {
	if l, ok := x.Addr.(*region.LocalAddr); ok {
		return u.cells[l.Local]
	}
	return nil
}

// loadsPointers reports whether the body gets a pointer from memory other than
// from its own copies of parameters, or from an integer.
func loadsPointers(b *region.Block, cells map[*region.Local]*region.Param) bool {
	found := false
	walkIR(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Load:
			if _, ok := x.Type.(*region.Ptr); ok {
				l, local := x.Addr.(*region.LocalAddr)
				found = found || !local || cells[l.Local] == nil && !plainLocal(b, l.Local)
			}
		case *region.Convert:
			if _, ok := x.To.(*region.Ptr); ok {
				found = true
			}
		}
		return !found
	})
	return found
}

// plainLocal: a local pointer of the body holds what the body computed, which
// is covered by the other checks.
func plainLocal(_ *region.Block, l *region.Local) bool {
	_, ok := l.Type.(*region.Ptr)
	return ok
}
