// Questions about the shape of a body, for the passes and codegen.

package region

// SoleLoop is the loop that b ends with, in however many braces, if there is nothing
// before it but values that a team computes into its own locals; nil if b has more.
func SoleLoop(b *Block) *WsLoop {
	loop, ok := onlyLoop(b)
	if !ok {
		return nil
	}
	return loop
}

// onlyLoop is SoleLoop, which is nil too for values without a loop; false: b has more.
func onlyLoop(b *Block) (loop *WsLoop, ok bool) {
	for _, s := range b.Stmts {
		if loop != nil {
			return nil, false
		}
		switch s := s.(type) {
		case *WsLoop:
			loop, ok = s, true
		case *Block:
			loop, ok = onlyLoop(s)
		case *Let:
			ok = computes(s.X)
		case *Store:
			ok = inLocal(s.Addr) && computes(s.X)
		case *BitStore:
			ok = inLocal(s.Addr) && computes(s.X)
		case *Copy:
			ok = inLocal(s.Dst) && computes(s.Src) && !s.Volatile
		case *Zero:
			ok = inLocal(s.Addr)
		default:
			ok = false
		}
		if !ok {
			return nil, false
		}
	}
	return loop, true
}

// inLocal reports whether an address is that of a local or in it.
func inLocal(addr Expr) bool {
	switch x := addr.(type) {
	case *LocalAddr:
		return true
	case *PtrAdd:
		return inLocal(x.Base) && (x.Index == nil || computes(x.Index))
	}
	return false
}

// computes reports whether x has no effect.
func computes(x Expr) bool {
	ok := true
	v := &Visitor{Stmt: func(Stmt) bool { ok = false; return false }}
	v.Expr = func(x Expr) bool {
		switch x := x.(type) {
		case *Call:
			ok = ok && x.Func != nil && (x.Func.Pure || x.Func.Const)
		case *Intrinsic:
			ok = ok && isValue(x.Type)
			for _, a := range x.Args {
				ok = ok && isValue(a.ExprType())
			}
		case *AtomicRMW, *AtomicLoad, *CmpXchg:
			ok = false
		case *Load:
			ok = ok && !x.Volatile
		case *BitLoad:
			ok = ok && !x.Volatile
		}
		return ok
	}
	v.WalkExpr(x)
	return ok
}

// isValue: not the type of an address, nor of what is done for its effect.
func isValue(t Type) bool {
	switch t.(type) {
	case *Void, *Ptr:
		return false
	}
	return true
}
