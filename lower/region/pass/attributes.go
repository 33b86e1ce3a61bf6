// The aliasing attributes of kernel parameters: NoAlias, ReadOnly and Unread.

package pass

import (
	"slices"
	"strings"

	"ompcc/lower/region"
)

// parameterAttributes sets NoAlias, ReadOnly and Unread of the kernels' parameters.
//
// Different mapped list items of one construct do not share storage (5.1 §2.21.7.1, 5.2 §5.8.3). Their addresses
// therefore do not alias, provided that nothing else in the kernel may access the same storage. Pointers passed by
// value, pointers loaded from memory and device variables might do so.
func parameterAttributes(m *region.Module, facts *Facts) {
	touch := globalWriters(m)
	for _, k := range m.Kernels {
		kernelAttributes(k, touch, facts)
	}
}

func kernelAttributes(k *region.Kernel, touch map[*region.Function]bool, facts *Facts) {
	uses := paramUses(k.Body)
	uses.reductions(k.Reductions)
	written := uses.writtenOnly(k)
	list, unknown := region.Callees(k.Body)
	alias := unknown || facts.MapsAlias || facts.Anywhere[k] || loadsPointers(k.Body, uses.cells) ||
		touchesGlobals(k.Body)
	ordered, awaits := ordersThreads(k.Body), acquires(k.Body)
	for _, f := range list {
		alias = alias || touch[f]
		ordered = ordered || someCallee(f, synchronises)
		awaits = awaits || someCallee(f, acquires)
	}
	for _, p := range k.Params {
		if facts.Added[p] || p.Kind == region.ParamValue && !region.IsPtr(p.Type) {
			continue
		}
		p.ReadOnly, p.Unread = !uses.escapes[p], written[p]
		alone := !alias && (p.ReadOnly && !awaits || !ordered && !uses.shared[p])
		copied := p.Kind == region.ParamCopy && p.ReadOnly // the launch owns the copy: no other pointer leads to it
		p.NoAlias = p.Kind != region.ParamValue && (alone || copied)
	}
}

// globalWriters returns the functions that may access device variables, directly or through a call.
func globalWriters(m *region.Module) map[*region.Function]bool {
	touch := map[*region.Function]bool{}
	calls := map[*region.Function][]*region.Function{}
	for _, f := range m.Funcs {
		if f.Body == nil {
			touch[f] = !f.Library || strings.HasPrefix(f.Name, region.TaskPrefix) // these execute deferred tasks
			continue
		}
		list, unknown := region.Callees(f.Body)
		calls[f] = list
		touch[f] = unknown || touchesGlobals(f.Body)
	}
	withCallers(touch, calls)
	return touch
}

func touchesGlobals(b *region.Block) bool {
	found := false
	region.Inspect(b, func(n any) bool {
		if g, ok := n.(*region.GlobalAddr); ok && !g.Global.Const {
			found = true
		}
		return !found
	})
	return found
}

// ordersThreads reports whether a thread may observe, during the kernel, a value that another thread has written in the
// same kernel. This is possible after a barrier, in a critical region, and after an atomic operation that orders memory
// or takes a lock. Then the addresses of written variables alias, even if only one parameter leads to them, because
// several threads access them. A kernel that consists of one parallel loop has no such point.
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

// acquires reports whether a thread may observe a value that another kernel or the host has written before it released
// a flag or a lock (5.2 §1.4.5). Then even storage that the kernel only reads is not constant.
func acquires(b *region.Block) bool {
	found := false
	region.Inspect(b, func(n any) bool {
		switch n.(type) {
		case *region.Critical, *region.Flush, *region.Asm:
			found = true
		}
		found = found || ordersMemory(n)
		return !found
	})
	return found
}

// ordersMemory reports whether n is an atomic operation that orders other accesses or takes a lock.
func ordersMemory(n any) bool {
	switch x := n.(type) {
	case *region.AtomicLoad:
		return x.Order != region.Relaxed || region.WideAtomic(x.Type)
	case *region.AtomicStore:
		return x.Order != region.Relaxed || region.WideAtomic(x.X.ExprType())
	case *region.AtomicRMW:
		return x.Order != region.Relaxed || region.WideAtomic(x.X.ExprType())
	case *region.CmpXchg:
		return x.Order != region.Relaxed || region.WideAtomic(x.New.ExprType())
	case *region.Intrinsic:
		return x.Op == region.OpFence
	}
	return false
}

// someCallee reports whether does returns true for the body of f or of a function that f calls.
func someCallee(f *region.Function, does func(*region.Block) bool) bool {
	seen := map[*region.Function]bool{}
	var visit func(f *region.Function) bool
	visit = func(f *region.Function) bool {
		if f.Body == nil || seen[f] {
			return false
		}
		seen[f] = true
		if does(f.Body) {
			return true
		}
		list, _ := region.Callees(f.Body)
		return slices.ContainsFunc(list, visit)
	}
	return visit(f)
}

// soleStmt returns the only statement of b besides copies of parameters, or nil.
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
	region.Inspect(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Parallel, *region.Barrier, *region.Single, *region.Sections, *region.Masked, *region.Ordered,
			*region.Critical, *region.Flush, *region.Asm:
			found = true
		case *region.WsLoop:
			found = found || x.Levels != region.LevelSimd
		}
		found = found || ordersMemory(n)
		return !found
	})
	return found
}

// paramUse describes how code uses the addresses in parameters.
type paramUse struct {
	// cells maps each local that only ever holds one parameter's value to that parameter.
	cells   map[*region.Local]*region.Param
	escapes map[*region.Param]bool
	// shared holds the parameters with the originals of reductions. Every thread combines its part into an original,
	// even if the kernel has no other synchronisation, and an initializer may have read the original before. So several
	// threads access it.
	shared map[*region.Param]bool
}

// paramUses finds the parameters through which the body may write, or whose address may escape.
func paramUses(b *region.Block) *paramUse {
	u := &paramUse{cells: map[*region.Local]*region.Param{}, escapes: map[*region.Param]bool{},
		shared: map[*region.Param]bool{}}
	u.findCells(b)
	u.visitor().Walk(b)
	region.Inspect(b, func(n any) bool {
		if s, ok := n.(region.Stmt); ok {
			u.reductions(region.ReductionsOf(s))
		}
		return true
	})
	return u
}

// visitor marks every parameter as escaping that it visits outside of an address that code only reads through. Storage
// that code reads atomically may change meanwhile, and is not constant. Expressions may share nodes, so the path to a
// node counts, not its identity.
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

// read walks an address that code only reads through. A parameter at its root does not escape.
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

// reductions marks the parameters that the originals of rs refer to as shared and as escaping.
func (u *paramUse) reductions(rs []*region.Reduction) {
	v := u.visitor()
	for _, r := range rs {
		v.WalkExpr(r.Orig)
		for _, p := range u.paramsIn(r.Orig) {
			u.shared[p] = true
		}
	}
}

// paramsIn returns the parameters whose values x depends on.
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

// findCells finds the locals that the body stores once, with a parameter's value, and otherwise only loads.
func (u *paramUse) findCells(b *region.Block) {
	spoiled := addressed(b)
	region.Inspect(b, func(n any) bool {
		s, ok := n.(*region.Store)
		if !ok {
			return true
		}
		if l, ok := s.Addr.(*region.LocalAddr); ok {
			p, isParam := s.X.(*region.ParamVal)
			if !isParam || u.cells[l.Local] != nil {
				spoiled[l.Local] = true
			} else {
				u.cells[l.Local] = p.Param
			}
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

// loadsPointers reports whether the body loads a pointer from memory other than its own copies of parameters, or
// converts an integer to a pointer.
func loadsPointers(b *region.Block, cells map[*region.Local]*region.Param) bool {
	plain := plainLocals(b)
	found := false
	region.Inspect(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Load:
			if region.IsPtr(x.Type) {
				l, local := x.Addr.(*region.LocalAddr)
				found = found || !local || cells[l.Local] == nil && !plain[l.Local]
			}
		case *region.AtomicLoad:
			found = found || region.IsPtr(x.Type)
		case *region.AtomicRMW:
			found = found || region.IsPtr(x.X.ExprType())
		case *region.CmpXchg:
			found = found || region.IsPtr(x.New.ExprType())
		case *region.Convert:
			found = found || region.IsPtr(x.To)
		}
		return !found
	})
	return found
}

// plainLocals returns the local pointers that the body only stores by name. They hold only values that the body
// computes, which the other checks cover.
func plainLocals(b *region.Block) map[*region.Local]bool {
	other, plain := addressed(b), map[*region.Local]bool{}
	region.Inspect(b, func(n any) bool {
		if l, ok := n.(*region.LocalAddr); ok {
			plain[l.Local] = region.IsPtr(l.Local.Type) && !other[l.Local]
		}
		return true
	})
	return plain
}

// addressed returns the locals whose addresses have uses other than loads and stores. Expressions may share nodes, so
// the path to a node counts.
func addressed(b *region.Block) map[*region.Local]bool {
	other := map[*region.Local]bool{}
	v := &region.Visitor{}
	v.Stmt = func(s region.Stmt) bool {
		if x, ok := s.(*region.Store); ok {
			if _, ok := x.Addr.(*region.LocalAddr); ok {
				v.WalkExpr(x.X)
				return false
			}
		}
		return true
	}
	v.Expr = func(x region.Expr) bool {
		switch e := x.(type) {
		case *region.Load:
			_, direct := e.Addr.(*region.LocalAddr)
			return !direct
		case *region.LocalAddr:
			other[e.Local] = true
		}
		return true
	}
	v.Walk(b)
	return other
}
