package pass

import "ompcc/lower/region"

// writtenOnly are the parameters of k through which its body writes and never reads: they only lead to where
// something is stored.
func (u *paramUse) writtenOnly(k *region.Kernel) map[*region.Param]bool {
	written, other := map[*region.Param]bool{}, map[*region.Param]bool{}
	root := func(x region.Expr) *region.Param {
		switch e := x.(type) {
		case *region.ParamVal:
			return e.Param
		case *region.Load:
			return u.cellParam(e)
		}
		return nil
	}
	v := &region.Visitor{}
	v.Expr = func(x region.Expr) bool {
		if p := root(x); p != nil {
			other[p] = true
			return false
		}
		return true
	}
	// target walks an address that something is stored to.
	target := func(x region.Expr) {
		for {
			at, ok := x.(*region.PtrAdd)
			if !ok {
				break
			}
			if at.Index != nil {
				v.WalkExpr(at.Index)
			}
			x = at.Base
		}
		if p := root(x); p != nil {
			written[p] = true
			return
		}
		v.WalkExpr(x)
	}
	v.Stmt = func(s region.Stmt) bool {
		switch x := s.(type) {
		case *region.Store:
			if l, ok := x.Addr.(*region.LocalAddr); ok && u.cells[l.Local] != nil {
				return false
			}
			target(x.Addr)
			v.WalkExpr(x.X)
			return false
		case *region.Zero:
			target(x.Addr)
			return false
		case *region.Copy:
			target(x.Dst)
			v.WalkExpr(x.Src)
			return false
		}
		return true
	}
	v.Walk(k.Body)
	for _, r := range k.Reductions {
		v.WalkExpr(r.Orig)
	}
	for p := range other {
		delete(written, p)
	}
	return written
}
