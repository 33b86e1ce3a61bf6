package lower

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/cexpr"
	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// memPrefix begins the names of the functions of rt/devlib/allocator.c.
const memPrefix = "__openmp_mem_"

// memCall calls such a function.
func (b *body) memCall(at cc.Node, name string, ret region.Type, args ...region.Expr) *region.Call {
	t := &region.Func{Ret: ret}
	for _, a := range args {
		t.Params = append(t.Params, a.ExprType())
	}
	return &region.Call{Func: b.u.c.LibraryOf(memPrefix+name, ret, t.Params...), Type: t, Args: args, Pos: b.fn.Pos(at)}
}

// allocation lowers the memory routines in device code (5.2 §18.13).
func (b *body) allocation(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	f := b.fn
	var args []cc.ExpressionNode
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	value := func(i int, t region.Type) region.Expr { return f.Convert(f.Value(args[i]), t) }
	bytes := func(i int) region.Expr { return value(i, region.U64) }
	one := i64u(1)
	switch {
	case name == "omp_alloc" && len(args) == 2:
		return b.memCall(call, "alloc", region.PtrT, one, bytes(0), b.handle(args[1]), b.who()), true
	case name == "omp_aligned_alloc" && len(args) == 3:
		return b.memCall(call, "alloc", region.PtrT, bytes(0), bytes(1), b.handle(args[2]), b.who()), true
	case name == "omp_calloc" && len(args) == 3:
		return b.memCall(call, "calloc", region.PtrT, one, bytes(0), bytes(1), b.handle(args[2]), b.who()), true
	case name == "omp_aligned_calloc" && len(args) == 4:
		return b.memCall(call, "calloc", region.PtrT, bytes(0), bytes(1), bytes(2), b.handle(args[3]), b.who()), true
	case name == "omp_realloc" && len(args) == 4:
		p, size, allocator := value(0, region.PtrT), bytes(1), bytes(2)
		f.Discard(args[3]) // the block tells
		return b.memCall(call, "realloc", region.PtrT, p, size, allocator, b.defaultAllocator(call), b.who()), true
	case name == "omp_free" && len(args) == 2:
		p := value(0, region.PtrT)
		f.Discard(args[1])
		return b.memCall(call, "free", region.VoidT, p), true
	case name == "omp_init_allocator" && len(args) == 3:
		x := b.memCall(call, "init", region.U64, bytes(0), value(1, region.U32), value(2, region.PtrT))
		return f.Convert(x, b.u.c.Type(call.Type())), true
	case name == "omp_destroy_allocator" && len(args) == 1:
		return b.memCall(call, "destroy", region.VoidT, bytes(0)), true
	case name == "omp_set_default_allocator" && len(args) == 1:
		return b.memCall(call, "set_default", region.VoidT, allocatorCell(), bytes(0)), true
	case name == "omp_get_default_allocator":
		return f.Convert(b.defaultAllocator(call), b.u.c.Type(call.Type())), true
	}
	return nil, false
}

// who tells threads apart: the team's number above the thread's in it.
func (b *body) who() region.Expr {
	number := func(op region.IntrinsicOp) region.Expr {
		return b.fn.Convert(&region.Intrinsic{Op: op, Type: region.I32}, region.U64)
	}
	return add(mul(number(region.OpTeamNum), i64u(1<<32)), number(region.OpThreadNum))
}

// handle is the allocator that x names, the default one for omp_null_allocator. That it may be
// in a target region requires dynamic_allocators (5.2 §18.13.6).
func (b *body) handle(x cc.ExpressionNode) region.Expr {
	h := b.fn.Convert(b.fn.Value(x), region.U64)
	if n, known := ctree.ConstInt(x); known && n != 0 {
		return h
	}
	h = b.let("allocator", h)
	return &region.Cond{C: &region.Compare{Op: region.Eq, X: h, Y: i64u(0)}, X: b.defaultAllocator(x), Y: h}
}

// allocatorCell is the address of the thread's default allocator.
func allocatorCell() region.Expr {
	return &region.Intrinsic{Op: region.OpAllocatorCell, Type: region.PtrT}
}

// defaultAllocator is def-allocator-var of the implicit task, which nothing changes where no
// file may have dynamic allocators.
func (b *body) defaultAllocator(at cc.Node) region.Expr {
	if !b.u.setsAllocator() && !b.u.dynamicAllocators() {
		return i64u(1)
	}
	return b.memCall(at, "get_default", region.U64, allocatorCell())
}

// setsAllocator reports whether the unit calls omp_set_default_allocator.
func (u *unit) setsAllocator() bool {
	if u.setsDefault == nil {
		found := false
		ctree.Walk(u.tree.Unit.AST.TranslationUnit, func(n cc.Node) bool {
			if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
				found = found || p.Token.SrcStr() == "omp_set_default_allocator"
			}
			return !found
		})
		u.setsDefault = &found
	}
	return *u.setsDefault
}

func (u *unit) dynamicAllocators() bool {
	for _, c := range u.tree.All {
		if c != nil && c.Kind == spec.Requires && c.Clause(spec.DynamicAllocatorsClause) != nil {
			return true
		}
	}
	return false
}

// inheritAllocator has gen, the body of a parallel region, begin with the default allocator of
// the task that encounters the region, and leaves that task's as it is (5.2 §2.2). It is called
// where the region is encountered.
func (b *body) inheritAllocator(at cc.Node) (gen func(inner func())) {
	if !b.u.setsAllocator() {
		return func(inner func()) { inner() }
	}
	l := &region.LocalAddr{Local: b.fn.Local("def.allocator", region.U64, at)}
	get := func() region.Expr { return b.memCall(at, "get_default", region.U64, allocatorCell()) }
	set := func(x region.Expr) {
		b.fn.Emit(&region.Eval{X: b.memCall(at, "set_default", region.VoidT, allocatorCell(), x)})
	}
	b.fn.Emit(&region.Store{Addr: l, X: get()})
	return func(inner func()) {
		saved := b.fn.Let("saved", get())
		set(&region.Load{Type: region.U64, Addr: l})
		inner()
		set(saved)
	}
}

// allocatorWords is the length of a struct allocator (rt/devlib/allocator.c).
const allocatorWords = 7

// allocatorState passes what an allocator with traits is made of: each launch has its own copy,
// from which all teams allocate.
func (k *kernel) allocatorState(c *capture) {
	u := allocUse(k.c, c.decl)
	if u == nil || u.TraitsItem == nil {
		return
	}
	k.hb.u.checkTraits(u)
	word := func(key, otherwise int64) *cexpr.Expr {
		v := k.hb.u.traitOf(k.c, c.decl.Name(), key)
		if v == 0 || v == traitDefault {
			v = otherwise
		}
		return cexpr.Text(fmt.Sprintf("%dul", uint64(v)))
	}
	words := cexpr.List(word(traitAlignment, 1), word(traitPoolSize, -1), word(traitFallback, fallbackDefault),
		word(traitFbData, 0), word(traitAccess, accessAll), cexpr.Zero, cexpr.Zero)
	t := k.hb.temp(fmt.Sprintf("__typeof__(unsigned long[%d])", allocatorWords), words)
	it := &HostItem{Name: c.decl.Name(), Type: "omp_allocator_handle_t", Kind: abi.ItemCopy, Parent: -1, Bytes: 8,
		Flags: abi.FlagParam | abi.FlagImplicit, Line: u.Item.Span.Pos.Line, Col: u.Item.Span.Pos.Col}
	it.Begin = cexpr.Pointer(cexpr.Addr(cexpr.Text(t)))
	it.Base, it.Size = it.Begin, cexpr.Sizeof(cexpr.Text(t))
	k.hb.h.Items = append(k.hb.h.Items, it)
	c.state = &region.Param{Name: c.decl.Name(), Type: region.PtrT, Kind: region.ParamMapped, Elem: region.U64,
		Bytes: 8}
	k.words[it] = c.state
}

// bindAllocator makes the handle of an allocator of uses_allocators: not omp_null_allocator
// (5.2 §6.8). The pool of one whose memory is of a team or thread is each team's.
func (k *kernel) bindAllocator(b *body, c *capture, t cc.Type) {
	f := b.fn
	_, addr := b.privatise(c.decl, k.c.Stmt)
	handle := region.Expr(i64u(1))
	if c.state != nil {
		state := region.Expr(&region.ParamVal{Param: c.state})
		if k.pooledInParts(c) {
			own := &region.LocalAddr{Local: f.Local(c.decl.Name()+".own",
				&region.Array{Elem: region.U64, Len: allocatorWords}, k.c.Stmt)}
			for i := int64(0); i < allocatorWords; i++ {
				word := &region.Load{Type: region.U64, Addr: offset(state, 8*i)}
				f.Emit(&region.Store{Addr: offset(own, 8*i), X: word})
			}
			state = own
		}
		handle = &region.Convert{To: region.U64, X: state}
	}
	f.Emit(&region.Store{At: region.At{Pos: f.Pos(k.c.Stmt)}, Addr: addr, X: f.Convert(handle, b.u.c.Type(t))})
}

// pooledInParts reports whether c's allocator counts what each team, or each thread, has of its pool.
func (k *kernel) pooledInParts(c *capture) bool {
	access := k.hb.u.traitOf(k.c, c.decl.Name(), traitAccess)
	own := access != 0 && access != traitDefault && access != accessAll && access != accessDevice
	return own && k.hb.u.traitOf(k.c, c.decl.Name(), traitPoolSize) > 0
}

func offset(p region.Expr, n int64) region.Expr { return &region.PtrAdd{Base: p, Offset: n} }

// releaseAllocators ends the allocators of k that keep counts of groups of threads.
func (k *kernel) releaseAllocators(b *body) {
	for _, c := range k.captures {
		if c.kind == capAllocator && c.state != nil && k.pooledInParts(c) {
			handle := &region.Load{Type: region.U64, Addr: b.fn.Lookup(c.decl)}
			b.fn.Emit(&region.Eval{At: b.at(k.c), X: b.memCall(k.c.Stmt, "release", region.VoidT, handle)})
		}
	}
}

// checkTraits: the traits of an allocator are constants (5.2 §6.8).
func (u *unit) checkTraits(use *tree.AllocUse) {
	d := use.TraitsItem.Decl
	found := false
	eachTrait(u, d, func(i *cc.Initializer) {
		found = true
		if key, value := traitParts(i); key == nil || value == nil || !isConstant(key) || !isConstant(value) {
			u.diags.Errorf(use.TraitsItem.Span, diag.NotConstant, "the traits array '%s' is not constant",
				use.TraitsItem.Text).WithSection("5.2 §6.8").
				WithNote(diag.Span{Pos: u.pos(i)}, "this trait").
				WithFix("initialise '%s' with constants", use.TraitsItem.Text)
		}
	})
	if !found {
		u.diags.Errorf(use.TraitsItem.Span, diag.NotConstant, "the traits array '%s' has no visible initialiser",
			use.TraitsItem.Text).WithSection("5.2 §6.8").
			WithFix("define '%s' as a const array with constant values in the scope of the construct",
				use.TraitsItem.Text)
	}
}

func isConstant(i *cc.Initializer) bool {
	_, ok := initialInt(i)
	return ok
}

func i64u(v int64) region.Expr { return cbody.Int(region.U64, v) }
