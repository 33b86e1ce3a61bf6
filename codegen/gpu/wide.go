package gpu

// This file emits the wide entry points of streaming loops, in which a thread takes several consecutive iterations, so
// that LLVM joins their loads and stores to accesses of 128 bits.

import (
	"maps"
	"slices"

	"github.com/llir/llvm/ir/enum"

	"ompcc/codegen/body"
	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// stream describes a streaming loop: straight-line code whose accesses to memory outside of the thread have the
// addresses of consecutive elements in consecutive iterations, or the same address in all of them.
type stream struct {
	loop   *region.WsLoop
	each   int64    // iterations of a thread
	access []access // to consecutive elements
}

// access is a load or store of size bytes at addr, which depends on the loop's index and on nothing that the loop
// computes otherwise.
type access struct {
	addr region.Expr
	size int64
	sum  map[any]int64 // addr as linear gives it
}

// maxUnrolled is the largest number of nodes of region IR in the unrolled iterations of a thread. Longer bodies compute
// more than they stream, and take more registers.
const maxUnrolled = 256

// streamOf returns the streaming loop of a kernel, nil if it is none that gains from wide accesses, and whether LLVM
// may join its accesses. The choice is one of speed alone: any loop with a second entry point may be executed by wide.
func (m *module) streamOf(k *region.Kernel) (s *stream, joined bool) {
	loop := body.SoleLoop(k)
	if m.Target.AccessBytes == 0 || m.Options.Opt < 2 || loop == nil || !m.hasOnce(k) || body.DistributeLoop(k) != nil ||
		len(loop.Trips) != 1 || loop.Last != nil || loop.Left != nil || len(loop.Reductions) > 0 {
		return nil, false
	}
	found := &streamFinder{values: map[*region.Local]region.Expr{}, temps: map[*region.Temp]region.Expr{},
		index: loop.Index[0], pointers: pointersOf(k)}
	if !found.block(loop.Body) || len(found.access) == 0 {
		return nil, false
	}
	widest := int64(1)
	for _, a := range found.access {
		widest = max(widest, a.size)
	}
	each := m.Target.AccessBytes / widest
	for each > 1 && each*int64(found.nodes) > maxUnrolled {
		each /= 2
	}
	if each < 2 || found.shifted(each) {
		return nil, false
	}
	return &stream{loop, each, found.access}, m.joinable(found)
}

// streamFinder looks for what makes a loop a streaming loop.
type streamFinder struct {
	index  *region.Temp
	values map[*region.Local]region.Expr // of the body's locals, as expressions of the index
	temps  map[*region.Temp]region.Expr
	access []access
	// pointers are the locals around the loop that hold a parameter throughout.
	pointers map[*region.Local]*region.Param
	read     []any // what loads begin at: a parameter or a variable, nil where that is not known
	stored   []any
	nodes    int
}

// joinable reports whether LLVM knows that no store of the loop changes what a later iteration loads. Otherwise it joins
// no accesses, and those of a warp, which are not to consecutive elements then, take several times the transactions.
func (m *module) joinable(s *streamFinder) bool {
	alone := func(x any) bool {
		p, ok := x.(*region.Param)
		return ok && (p.NoAlias || p.Kind == region.ParamCopy) && !m.Options.AliasMaps
	}
	variable := func(x any) bool {
		_, ok := x.(*region.Global)
		return ok
	}
	for _, to := range s.stored {
		for _, other := range slices.Concat(s.read, s.stored) {
			if (to != other || to == nil) && !(variable(to) && variable(other)) && !alone(to) && !alone(other) {
				return false
			}
		}
	}
	return true
}

// pointersOf returns the locals of a kernel that hold one of its pointers throughout.
func pointersOf(k *region.Kernel) map[*region.Local]*region.Param {
	held, stores := map[*region.Local]*region.Param{}, map[*region.Local]int{}
	v := region.Visitor{Stmt: func(st region.Stmt) bool {
		if st, ok := st.(*region.Store); ok {
			if to, ok := st.Addr.(*region.LocalAddr); ok {
				if stores[to.Local]++; !to.Local.Escapes {
					if x, ok := st.X.(*region.ParamVal); ok && region.IsPtr(x.Param.Type) {
						held[to.Local] = x.Param
					}
				}
			}
		}
		return true
	}}
	v.Walk(k.Body)
	maps.DeleteFunc(held, func(l *region.Local, _ *region.Param) bool { return stores[l] > 1 })
	return held
}

// start returns the parameter or variable that an address, as linear gives it, begins at; nil if it is not known.
func (s *streamFinder) start(sum map[any]int64) (found any) {
	for term, n := range sum {
		at, ok := term, false
		switch x := term.(type) {
		case *region.Global:
			ok = true
		case *region.Param:
			ok = region.IsPtr(x.Type)
		case *region.Local:
			at, ok = s.pointers[x]
		}
		switch {
		case ok && (found != nil || n != 1):
			return nil
		case ok:
			found = at
		}
	}
	return found
}

// block reports whether b is straight-line code whose accesses all stream.
func (s *streamFinder) block(b *region.Block) bool {
	for _, l := range b.Locals {
		if l.Escapes || l.Space == region.SpaceTeam {
			return false
		}
		s.values[l] = nil
	}
	for _, st := range b.Stmts {
		ok := false
		switch st := st.(type) {
		case *region.Block:
			ok = s.block(st)
		case *region.Let:
			ok = s.expr(st.X)
			s.temps[st.Temp] = s.inline(st.X)
		case *region.Store:
			ok = !st.Volatile && s.expr(st.X) && s.store(st)
		}
		if s.nodes++; !ok {
			return false
		}
	}
	return true
}

// store is block for a store, whose value has been looked at.
func (s *streamFinder) store(st *region.Store) bool {
	to, ok := st.Addr.(*region.LocalAddr)
	if !ok {
		return s.memory(st.Addr, st.X.ExprType(), true)
	}
	_, own := s.values[to.Local]
	if own {
		s.values[to.Local] = s.inline(st.X)
	}
	return own
}

// expr reports whether x computes a value by operations and streaming loads alone.
func (s *streamFinder) expr(x region.Expr) bool {
	s.nodes++
	switch x := x.(type) {
	case *region.Const, *region.FConst, *region.Null, *region.ParamVal, *region.TempVal, *region.GlobalAddr:
		return true
	case *region.Load:
		if _, ok := x.Addr.(*region.LocalAddr); ok {
			return !x.Volatile
		}
		return !x.Volatile && s.memory(x.Addr, x.Type, false)
	case *region.Cond: // a load that depends on a condition is executed alone
		found := len(s.access)
		return s.expr(x.C) && s.expr(x.X) && s.expr(x.Y) && len(s.access) == found
	case *region.Intrinsic:
		switch x.Op {
		case region.OpSqrt, region.OpFabs, region.OpFma, region.OpFloor, region.OpCeil, region.OpTrunc, region.OpRint,
			region.OpCopysign, region.OpFmin, region.OpFmax:
			return s.exprs(x.Args)
		}
		return false
	case *region.Unary, *region.Binary, *region.Compare, *region.Convert, *region.Bitcast, *region.Not, *region.PtrAdd:
		xs, _ := region.Operands(x)
		return s.exprs(xs)
	}
	return false
}

func (s *streamFinder) exprs(xs []region.Expr) bool {
	for _, x := range xs {
		if !s.expr(x) {
			return false
		}
	}
	return true
}

// memory reports whether an access of a type at addr streams: consecutive elements, or, for a load, always the same.
func (s *streamFinder) memory(addr region.Expr, t region.Type, store bool) bool {
	at := s.inline(addr)
	if at == nil {
		return false
	}
	sum := s.linear(at)
	if store {
		s.stored = append(s.stored, s.start(sum))
	} else {
		s.read = append(s.read, s.start(sum))
	}
	if sum != nil && sum[s.index] == 0 && !store {
		return true
	}
	size := t.Size()
	if sum == nil || sum[s.index] != size || size&(size-1) != 0 {
		return false
	}
	if !slices.ContainsFunc(s.access, func(a access) bool { return a.size == size && maps.Equal(a.sum, sum) }) {
		s.access = append(s.access, access{at, size, sum})
	}
	return true
}

// inline returns x as an expression of the index, without the body's own locals and temporaries; nil if it is none, or
// if it takes a value from other memory.
func (s *streamFinder) inline(x region.Expr) region.Expr {
	switch x := x.(type) {
	case *region.Const, *region.ParamVal, *region.GlobalAddr:
		return x
	case *region.TempVal:
		if y, ok := s.temps[x.Temp]; ok {
			return y
		}
		return x
	case *region.Load:
		at, ok := x.Addr.(*region.LocalAddr)
		if !ok {
			return nil
		}
		if y, own := s.values[at.Local]; own {
			return y
		}
		return x
	case *region.Convert:
		if y := s.inline(x.X); y != nil {
			return &region.Convert{To: x.To, X: y}
		}
	case *region.Binary:
		a, b := s.inline(x.X), s.inline(x.Y)
		if a != nil && b != nil {
			return &region.Binary{Op: x.Op, X: a, Y: b, NSW: x.NSW}
		}
	case *region.PtrAdd:
		y := *x
		if y.Base = s.inline(x.Base); y.Base == nil {
			return nil
		}
		if x.Index != nil {
			if y.Index = s.inline(x.Index); y.Index == nil {
				return nil
			}
		}
		return &y
	}
	return nil
}

// linear returns x, an expression that inline made, as a sum: the factors of the index, of what does not depend on the
// index, and, under the key 0, of 1. It returns nil if x is no such sum.
func (s *streamFinder) linear(x region.Expr) map[any]int64 {
	switch x := x.(type) {
	case *region.Const:
		if x.Val.IsInt64() {
			return map[any]int64{0: x.Val.Int64()}
		}
	case *region.TempVal:
		return map[any]int64{x.Temp: 1}
	case *region.ParamVal:
		return map[any]int64{x.Param: 1}
	case *region.GlobalAddr:
		return map[any]int64{x.Global: 1}
	case *region.Load:
		return map[any]int64{x.Addr.(*region.LocalAddr).Local: 1}
	case *region.Convert:
		if sum := s.linear(x.X); isWhole(x.X.ExprType()) && isWhole(x.To) {
			return sum
		}
	case *region.PtrAdd:
		sum := plus(s.linear(x.Base), 1, map[any]int64{0: x.Offset})
		if x.Index != nil {
			sum = plus(sum, x.Scale, s.linear(x.Index))
		}
		return sum
	case *region.Binary:
		a, b := s.linear(x.X), s.linear(x.Y)
		switch k, _ := x.Y.(*region.Const); {
		case a == nil || b == nil:
		case x.Op == region.Add:
			return plus(a, 1, b)
		case x.Op == region.Sub:
			return plus(a, -1, b)
		case x.Op == region.Mul && k != nil:
			return plus(map[any]int64{}, k.Val.Int64(), a)
		case a[s.index] == 0 && b[s.index] == 0:
			return map[any]int64{x: 1}
		}
	}
	return nil
}

// isWhole reports whether t is an integer or pointer type.
func isWhole(t region.Type) bool {
	switch t.(type) {
	case *region.Int, *region.Ptr:
		return true
	}
	return false
}

// plus returns a + factor*b, nil if one of them is nil.
func plus(a map[any]int64, factor int64, b map[any]int64) map[any]int64 {
	if a == nil || b == nil {
		return nil
	}
	sum := maps.Clone(a)
	for term, n := range b {
		sum[term] += factor * n
	}
	return sum
}

// shifted reports whether an access is known not to be aligned where the array is, as that to x[i+1] is not.
func (s *streamFinder) shifted(each int64) bool {
	return slices.ContainsFunc(s.access, func(a access) bool { return a.sum[0]%(a.size*each) != 0 })
}

// wide emits the iterations of a streaming loop in a grid with a thread for each group of consecutive iterations. A
// team whose iterations all exist, with aligned addresses, executes the group of each thread in order. Another team has
// its threads take its iterations in turn.
func (f function) wide(n *body.Nest) {
	s, t := f.ctx.stream, n.Trips[0].Type()
	num := func(x int64) ir.Value { return ir.Num(t, x) }
	threads := f.gpu.launchBound(f.Kernel)
	base := f.Bin("mul", f.Resize(f.blockID(), t, false), num(threads*s.each), "base")
	left := f.Bin("sub", n.Trips[0], base, "left")
	me := f.Resize(f.tid(), t, false)
	first := f.Bin("add", base, f.Bin("mul", me, num(s.each), "group"), "first")
	aligned := f.aligned(n, first)
	wide, single, done := f.NewBlock("wide"), f.NewBlock("single"), f.NewBlock("wide.end")
	f.CondBr(f.Sel(f.ICmp("uge", left, num(threads*s.each), "full"), aligned, ir.False, "wide"), wide, single)

	f.Place(wide)
	f.assumeAligned(n, first)
	var flags []enum.OverflowFlag
	if n.Half { // so that the iterations' addresses are those of consecutive elements
		flags = []enum.OverflowFlag{ir.NUW, ir.NSW}
	}
	f.Loop("group", num(0), num(s.each), num(1), func(i ir.Value) {
		f.Iteration(n, []ir.Value{f.Bin("add", first, i, n.Loop.Index[0].Name, flags...)}, nil, nil)
	}, f.Mod.UnrolledLoop()...)
	f.Br(done)

	f.Place(single)
	f.Loop("turn", num(0), num(s.each), num(1), func(i ir.Value) {
		at := f.Bin("add", f.Bin("mul", i, num(threads), "turn"), me, "at")
		f.IfThen(f.ICmp("ult", at, left, "inside"), "iteration", func() {
			f.Iteration(n, []ir.Value{f.Bin("add", base, at, n.Loop.Index[0].Name)}, nil, nil)
		})
	}, f.Mod.KeptLoop()...)
	f.Place(done)
}

// addresses returns the addresses that the loop accesses in iteration first, with the bytes that a thread accesses
// there.
func (f function) addresses(n *body.Nest, first ir.Value) (addrs []ir.Value, bytes []int64) {
	f.SetTemp(n.Loop.Index[0], first)
	for _, a := range f.ctx.stream.access {
		addrs, bytes = append(addrs, f.Expr(a.addr)), append(bytes, a.size*f.ctx.stream.each)
	}
	return addrs, bytes
}

// aligned returns whether the addresses that a thread accesses from iteration first on allow wide accesses.
func (f function) aligned(n *body.Nest, first ir.Value) ir.Value {
	masks := map[int64]ir.Value{}
	addrs, bytes := f.addresses(n, first)
	for i, addr := range addrs {
		bits := f.Cast("ptrtoint", addr, ir.I64, "bits")
		if masks[bytes[i]] != nil {
			bits = f.Bin("or", masks[bytes[i]], bits, "bits")
		}
		masks[bytes[i]] = bits
	}
	var low ir.Value
	for _, size := range slices.Sorted(maps.Keys(masks)) {
		bits := f.Bin("and", masks[size], ir.Num(ir.I64, size-1), "low")
		if low != nil {
			bits = f.Bin("or", low, bits, "low")
		}
		low = bits
	}
	return f.ICmp("eq", low, ir.Num(ir.I64, 0), "aligned")
}

// assumeAligned tells LLVM that aligned holds.
func (f function) assumeAligned(n *body.Nest, first ir.Value) {
	f.Mod.Declare(ir.Void, "llvm.assume", "", []ir.Value{ir.True})
	addrs, bytes := f.addresses(n, first)
	for i, addr := range addrs {
		f.AssumeAligned(addr, bytes[i])
	}
}
