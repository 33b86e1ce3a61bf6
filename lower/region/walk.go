package region

// Operands returns the direct operand expressions of x in evaluation order and,
// for a Seq, its block (which runs before its value).
func Operands(x Expr) (xs []Expr, body *Block) {
	switch x := x.(type) {
	case *Load:
		return []Expr{x.Addr}, nil
	case *BitLoad:
		return []Expr{x.Addr}, nil
	case *Unary:
		return []Expr{x.X}, nil
	case *Binary:
		return []Expr{x.X, x.Y}, nil
	case *Compare:
		return []Expr{x.X, x.Y}, nil
	case *Convert:
		return []Expr{x.X}, nil
	case *Bitcast:
		return []Expr{x.X}, nil
	case *PtrAdd:
		return compact(x.Base, x.Index), nil
	case *PtrDiff:
		return []Expr{x.X, x.Y}, nil
	case *Call:
		return append(compact(x.Ptr), x.Args...), nil
	case *Intrinsic:
		return x.Args, nil
	case *Cond:
		return []Expr{x.C, x.X, x.Y}, nil
	case *AndAlso:
		return []Expr{x.X, x.Y}, nil
	case *OrElse:
		return []Expr{x.X, x.Y}, nil
	case *Not:
		return []Expr{x.X}, nil
	case *Seq:
		return compact(x.Value), x.Body
	case *AtomicRMW:
		return []Expr{x.Addr, x.X}, nil
	case *AtomicLoad:
		return []Expr{x.Addr}, nil
	case *CmpXchg:
		return []Expr{x.Addr, x.Expect, x.New}, nil
	case *VecElem:
		return []Expr{x.X, x.Index}, nil
	case *VecInsert:
		return []Expr{x.X, x.Index, x.Y}, nil
	case *VecShuffle:
		return []Expr{x.X, x.Y}, nil
	case *Splat:
		return []Expr{x.X}, nil
	}
	return nil, nil
}

// Parts returns the direct expressions and blocks of s, reductions included.
func Parts(s Stmt) (xs []Expr, blocks []*Block) {
	switch s := s.(type) {
	case *Block:
		return nil, []*Block{s}
	case *Let:
		return []Expr{s.X}, nil
	case *Eval:
		return []Expr{s.X}, nil
	case *Store:
		return []Expr{s.Addr, s.X}, nil
	case *BitStore:
		return []Expr{s.Addr, s.X}, nil
	case *AtomicStore:
		return []Expr{s.Addr, s.X}, nil
	case *Copy:
		return []Expr{s.Dst, s.Src}, nil
	case *Zero:
		return []Expr{s.Addr}, nil
	case *If:
		return []Expr{s.Cond}, blocksOf(s.Then, s.Else)
	case *Loop:
		return compact(s.Cond), blocksOf(s.Body, s.Post)
	case *Switch:
		return []Expr{s.X}, blocksOf(s.Body)
	case *Return:
		return compact(s.X), nil
	case *Asm:
		return append(append([]Expr{}, s.Outs...), s.Ins...), nil
	}
	return ompParts(s)
}

func ompParts(s Stmt) (xs []Expr, blocks []*Block) {
	switch s := s.(type) {
	case *Parallel:
		xs, blocks = redParts(s.Reductions)
		return append(compact(s.NumThreads, s.Extents, s.If), xs...), append(blocks, blocksOf(s.Body)...)
	case *WsLoop:
		xs, blocks = redParts(s.Reductions)
		xs = append(compact(s.Chunk, s.DistChunk, s.NumThreads, s.Extents, s.If), xs...)
		return append(xs, s.Trips...), append(blocksOf(s.Pre), append(blocks, blocksOf(s.Body)...)...)
	case *Barrier:
		return compact(s.Cond), nil
	case *Critical:
		return nil, blocksOf(s.Body)
	case *Single:
		for _, c := range s.Copy {
			xs = append(xs, c.Addr)
		}
		return xs, blocksOf(s.Body)
	case *Masked:
		return compact(s.Filter), blocksOf(s.Body)
	case *Sections:
		xs, blocks = redParts(s.Reductions)
		return xs, append(blocks, s.Parts...)
	case *Ordered:
		return nil, blocksOf(s.Body)
	case *Task:
		return compact(s.Final), blocksOf(s.Body)
	}
	return nil, nil
}

func redParts(rs []*Reduction) (xs []Expr, blocks []*Block) {
	for _, r := range rs {
		xs = append(xs, compact(r.Count, r.Orig)...)
		blocks = append(blocks, blocksOf(r.Init, r.Combine)...)
	}
	return xs, blocks
}

// ReductionsOf returns the reductions that s carries.
func ReductionsOf(s Stmt) []*Reduction {
	switch s := s.(type) {
	case *Parallel:
		return s.Reductions
	case *WsLoop:
		return s.Reductions
	case *Sections:
		return s.Reductions
	}
	return nil
}

func compact(xs ...Expr) []Expr {
	out := make([]Expr, 0, len(xs))
	for _, x := range xs {
		if x != nil {
			out = append(out, x)
		}
	}
	return out
}

func blocksOf(bs ...*Block) []*Block {
	var out []*Block
	for _, b := range bs {
		if b != nil {
			out = append(out, b)
		}
	}
	return out
}

// Visitor is called by Walk before the parts of each node; a nil function is
// skipped, and false keeps Walk out of that node.
type Visitor struct {
	Stmt func(Stmt) bool
	Expr func(Expr) bool
}

// Walk visits b, its statements and all expressions in them, in textual order.
func (v *Visitor) Walk(b *Block) {
	if b == nil {
		return
	}
	for _, s := range b.Stmts {
		v.WalkStmt(s)
	}
}

// WalkStmt visits s and what is in it.
func (v *Visitor) WalkStmt(s Stmt) {
	if v.Stmt != nil && !v.Stmt(s) {
		return
	}
	if b, ok := s.(*Block); ok {
		v.Walk(b)
		return
	}
	xs, bs := Parts(s)
	for _, x := range xs {
		v.WalkExpr(x)
	}
	for _, b := range bs {
		v.Walk(b)
	}
}

// WalkExpr visits x and what is in it.
func (v *Visitor) WalkExpr(x Expr) {
	if v.Expr != nil && !v.Expr(x) {
		return
	}
	xs, body := Operands(x)
	v.Walk(body)
	for _, y := range xs {
		v.WalkExpr(y)
	}
}

// Inspect visits the statements and expressions of b; visit returns false to
// skip what is below.
func Inspect(b *Block, visit func(any) bool) {
	v := &Visitor{
		Stmt: func(s Stmt) bool { return visit(s) },
		Expr: func(x Expr) bool { return visit(x) },
	}
	v.Walk(b)
}

// Callees lists the functions that b calls; unknown is set when it calls
// through a pointer.
func Callees(b *Block) (list []*Function, unknown bool) {
	Inspect(b, func(n any) bool {
		if c, ok := n.(*Call); ok {
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

// SetScope gives s to the operations of b that are of the device's scope.
func SetScope(b *Block, s Scope) {
	set := func(to *Scope) {
		if *to == ScopeDevice {
			*to = s
		}
	}
	Inspect(b, func(n any) bool {
		switch x := n.(type) {
		case *AtomicLoad:
			set(&x.Scope)
		case *AtomicStore:
			set(&x.Scope)
		case *AtomicRMW:
			set(&x.Scope)
		case *CmpXchg:
			set(&x.Scope)
		case *Flush:
			set(&x.Scope)
		}
		return true
	})
}
