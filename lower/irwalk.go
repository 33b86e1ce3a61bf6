package lower

import "ompcc/lower/region"

// walkIR visits the statements and expressions of b; visit returns false to
// skip what is below.
func walkIR(b *region.Block, visit func(any) bool) {
	v := &region.Visitor{
		Stmt: func(s region.Stmt) bool { return visit(s) },
		Expr: func(x region.Expr) bool { return visit(x) },
	}
	v.Walk(b)
}

// containsParallel reports whether a parallel region starts in b.
func containsParallel(b *region.Block) bool {
	found := false
	walkIR(b, func(n any) bool {
		switch x := n.(type) {
		case *region.Parallel:
			found = true
		case *region.WsLoop:
			if x.Levels&region.LevelFor != 0 {
				found = true
			}
		}
		return !found
	})
	return found
}

// callees lists the functions that b calls; unknown is set when it calls
// through a pointer.
func callees(b *region.Block) (list []*region.Function, unknown bool) {
	walkIR(b, func(n any) bool {
		if c, ok := n.(*region.Call); ok {
			if c.Func != nil {
				list = append(list, c.Func)
			} else {
				unknown = true
			}
		}
		return true
	})
	return list, unknown
}
