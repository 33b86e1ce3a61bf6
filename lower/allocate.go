package lower

import (
	"math/bits"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cbody"
	"ompcc/lower/region"
	"ompcc/pragma"
)

// teamStorage puts list items of c's allocate clauses whose private copies
// belong to a team into the memory that the allocator names: team-shared for
// omp_pteam_mem_alloc, omp_cgroup_mem_alloc and allocators with their access trait
// (5.2 §6.2, §6.6). Copies that belong to a thread are in that thread's memory,
// which every allocator allows.
func (b *body) teamStorage(c *pragma.Construct) {
	for _, cl := range c.All("allocate") {
		if !b.u.teamAllocator(c, cl) {
			continue
		}
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			if l, ok := b.fn.Lookup(it.Decl).(*region.LocalAddr); ok {
				l.Local.Space = region.SpaceTeam
			}
		}
	}
}

// allocAligns are the alignments of the copies that c's allocate clauses make: the
// modifier's and the allocator's (5.2 §6.6).
func (u *unit) allocAligns(c *pragma.Construct) map[*cc.Declarator]int64 {
	aligns := map[*cc.Declarator]int64{}
	for _, cl := range c.All("allocate") {
		align := int64(1)
		if m := cl.Modifier("align"); m != nil && len(m.Args) > 0 {
			align, _ = constInt(m.Args[0].Node)
		}
		align = max(align, u.traitOf(c, allocatorName(cl), traitAlignment))
		for _, it := range cl.Items {
			if it.Decl != nil {
				aligns[it.Decl] = align
			}
		}
	}
	return aligns
}

// allocatorName is what names the allocator of an allocate clause, "" for none.
func allocatorName(cl *pragma.Clause) string {
	if m := cl.Modifier("allocator"); m != nil && len(m.Args) > 0 {
		return m.Args[0].Text
	}
	for _, m := range cl.Modifiers {
		if m.Name == "" || len(m.Args) == 0 && m.Name != "align" {
			return strings.TrimSpace(m.Raw)
		}
	}
	return ""
}

// Allocator traits, by the values of their keys in omp.h.
const (
	traitAlignment = 2
	traitAccess    = 3
	traitPoolSize  = 4
	traitFallback  = 5
)

// Values of traits, as in omp.h.
const (
	accessPteam   = 9
	accessCgroup  = 10
	fallbackAbort = 13
)

// traitOf is a trait of the allocator of that name, as the uses_allocators clause of the
// target construct around c says (5.2 §6.8), 0: none.
func (u *unit) traitOf(c *pragma.Construct, name string, key int64) int64 {
	for p := c; p != nil && name != ""; p = p.Parent {
		for _, cl := range p.All("uses_allocators") {
			for _, a := range cl.Allocs {
				if a.Item.Text == name && a.TraitsItem != nil {
					return u.trait(a.TraitsItem.Decl, key)
				}
			}
		}
	}
	return 0
}

// trait is the value of a trait in a constant array of them, 0: it is not there.
func (u *unit) trait(array *cc.Declarator, key int64) (value int64) {
	walk(u.tree.Unit.AST.TranslationUnit, func(n cc.Node) bool {
		d, ok := n.(*cc.InitDeclarator)
		if !ok || array == nil || d.Declarator != array || d.Initializer == nil {
			return true
		}
		for l := d.Initializer.InitializerList; l != nil; l = l.InitializerList {
			pair := l.Initializer.InitializerList
			if pair == nil || pair.Initializer == nil || pair.InitializerList == nil || pair.InitializerList.Initializer == nil {
				continue
			}
			if k, ok := initialInt(pair.Initializer); !ok || k != key {
				continue
			}
			value, _ = initialInt(pair.InitializerList.Initializer)
		}
		return false
	})
	return value
}

func initialInt(i *cc.Initializer) (int64, bool) {
	if i.AssignmentExpression == nil {
		return 0, false
	}
	return constInt(i.AssignmentExpression)
}

// alignedHandle is added to the logarithm of an allocator's alignment to make its handle in device code,
// so that omp_alloc knows it anywhere. Predefined allocators have smaller ones.
const alignedHandle = 0x1000

// handleOf is the handle of an allocator of uses_allocators: not omp_null_allocator.
func (u *unit) handleOf(c *pragma.Construct, name string) int64 {
	if align := u.traitOf(c, name, traitAlignment); align > 16 {
		return alignedHandle + int64(bits.TrailingZeros64(uint64(align)))
	}
	return 1
}

// allocateDirective gives the storage of c's list items the alignment that it asks
// for (5.2 §6.5), and puts that of a team's locals into the memory that its
// allocator names. Locals of a parallel region belong to threads.
func (b *body) allocateDirective(c *pragma.Construct) {
	align, team := int64(0), false
	if e := clauseExpr(c, "align"); e != nil && e.Node != nil {
		align, _ = constInt(e.Node)
	}
	if cl := c.Clause("allocator"); cl != nil {
		team = b.u.teamAllocator(c, cl) && ofTeam(c)
	}
	if c.Args == nil {
		return
	}
	for _, it := range c.Args.Items {
		if it.Decl != nil && isVLA(objectType(it.Decl)) {
			b.fn.AlignVLA(it.Decl, align)
		}
		if l, ok := b.fn.Lookup(it.Decl).(*region.LocalAddr); ok && it.Decl != nil {
			l.Local.Align = max(l.Local.Align, align)
			if team {
				l.Local.Space = region.SpaceTeam
			}
		}
	}
}

// ofTeam reports whether c is met by the initial threads of a target region's teams.
func ofTeam(c *pragma.Construct) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		for _, k := range []pragma.DirectiveKind{"parallel", "for", "simd", "loop", "sections", "task", "taskloop"} {
			if p.Has(k) {
				return false
			}
		}
		if p.Has("target") {
			return true
		}
	}
	return false
}

// teamAllocator reports whether the allocator that cl, a clause of c, names has memory
// of a team: by its name, or by the access trait that uses_allocators gives it.
func (u *unit) teamAllocator(c *pragma.Construct, cl *pragma.Clause) bool {
	names := []string{allocatorName(cl)}
	for _, e := range cl.Exprs {
		names = append(names, strings.TrimSpace(e.Text))
	}
	for _, name := range names {
		if strings.Contains(name, "omp_pteam_mem_alloc") || strings.Contains(name, "omp_cgroup_mem_alloc") {
			return true
		}
		if access := u.traitOf(c, name, traitAccess); access == accessPteam || access == accessCgroup {
			return true
		}
	}
	return false
}

// allocation lowers the memory routines (5.2 §18.13) to those of the C library
// on the device, whose one heap stands for every allocator.
func (b *body) allocation(name string, call *cc.PostfixExpression) (region.Expr, bool) {
	var args []cc.ExpressionNode
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	var fn *region.Function
	c := b.u.c
	switch {
	case name == "omp_alloc" && len(args) == 2:
		fn = c.LibraryOf("malloc", region.PtrT, region.U64)
	case name == "omp_calloc" && len(args) == 3:
		return b.cleared(i64u(1), args, call), true
	case name == "omp_aligned_calloc" && len(args) == 4:
		return b.cleared(b.fn.Let("align", b.fn.Convert(b.fn.Value(args[0]), region.U64)), args[1:], call), true
	case name == "omp_aligned_alloc" && len(args) == 3:
		fn = c.LibraryOf("aligned_alloc", region.PtrT, region.U64, region.U64)
	case name == "omp_realloc" && len(args) == 4:
		return b.reallocated(args, call), true
	case name == "omp_free" && len(args) == 2:
		fn = c.LibraryOf("free", region.VoidT, region.PtrT)
	default:
		return nil, false
	}
	t := &region.Func{Ret: fn.Ret}
	x := &region.Call{Func: fn, Type: t, Pos: b.fn.Pos(call)}
	for i, p := range fn.Params {
		t.Params = append(t.Params, p.Type)
		x.Args = append(x.Args, b.fn.Convert(b.fn.Value(args[i]), p.Type))
	}
	if name == "omp_alloc" || name == "omp_aligned_alloc" {
		return b.unlessEmpty(x, args[len(args)-1]), true
	}
	return x, true
}

// unlessEmpty is byHandle; of no bytes it is a null pointer (5.2 §18.13.6).
func (b *body) unlessEmpty(x *region.Call, allocator cc.ExpressionNode) region.Expr {
	size := &x.Args[len(x.Args)-1]
	if isConstExpr(*size) && !isZero(*size) {
		return b.byHandle(x, allocator)
	}
	for i, a := range x.Args {
		x.Args[i] = b.let("arg", a)
	}
	none := &region.Compare{Op: region.Eq, X: *size, Y: i64u(0)}
	return &region.Cond{C: none, X: &region.Null{}, Y: b.byHandle(x, allocator)}
}

// reallocated lowers omp_realloc (5.2 §18.13.9): without anything to move it allocates, of no
// bytes it frees.
func (b *body) reallocated(args []cc.ExpressionNode, call *cc.PostfixExpression) region.Expr {
	f, c := b.fn, b.u.c
	old := f.Let("old", f.Convert(f.Value(args[0]), region.PtrT))
	size := f.Let("size", f.Convert(f.Value(args[1]), region.U64))
	function := func(name string, ret region.Type, args ...region.Expr) *region.Call {
		t := &region.Func{Ret: ret}
		for _, a := range args {
			t.Params = append(t.Params, a.ExprType())
		}
		return &region.Call{Func: c.LibraryOf(name, ret, t.Params...), Type: t, Pos: f.Pos(call), Args: args}
	}
	result := &region.LocalAddr{Local: f.Local("moved", region.PtrT, call)}
	set := func(gen func() region.Expr) *region.Block {
		return f.Block(call, func() { f.Emit(&region.Store{Addr: result, X: gen()}) })
	}
	body := f.Block(call, func() {
		fresh := set(func() region.Expr { return b.byHandle(function("malloc", region.PtrT, size), args[2]) })
		moved := set(func() region.Expr { return function("realloc", region.PtrT, old, size) })
		some := f.Block(call, func() {
			f.Emit(&region.If{Cond: &region.Compare{Op: region.Eq, X: old, Y: &region.Null{}}, Then: fresh, Else: moved})
		})
		none := set(func() region.Expr {
			f.Emit(&region.Eval{X: function("free", region.VoidT, old)})
			return &region.Null{}
		})
		f.Emit(&region.If{Cond: &region.Compare{Op: region.Eq, X: size, Y: i64u(0)}, Then: none, Else: some})
	})
	return &region.Seq{Body: body, Value: &region.Load{Type: region.PtrT, Addr: result}}
}

// cleared allocates zeros for as many elements of a size as args say, by the allocator
// behind them, at a multiple of align at least; a null pointer where their product is zero or
// overflows (5.2 §18.13.8).
func (b *body) cleared(align region.Expr, args []cc.ExpressionNode, call *cc.PostfixExpression) region.Expr {
	f, c := b.fn, b.u.c
	n := f.Let("count", f.Convert(f.Value(args[0]), region.U64))
	size := f.Let("size", f.Convert(f.Value(args[1]), region.U64))
	bytes := f.Let("bytes", mul(n, size))
	aligned := c.LibraryOf("aligned_alloc", region.PtrT, region.U64, region.U64)
	x := &region.Call{Func: aligned, Type: &region.Func{Ret: region.PtrT, Params: []region.Type{region.U64, region.U64}}, Pos: f.Pos(call),
		Args: []region.Expr{&region.Binary{Op: region.Max, X: align, Y: i64u(16)}, bytes}}
	p := f.Local("zeros", region.PtrT, call)
	at := func() region.Expr { return &region.Load{Type: region.PtrT, Addr: &region.LocalAddr{Local: p}} }
	body := f.Block(call, func() {
		f.Emit(&region.Store{Addr: &region.LocalAddr{Local: p}, X: &region.Null{}})
		fits := &region.AndAlso{X: &region.Compare{Op: region.Ne, X: bytes, Y: i64u(0)},
			Y: &region.Compare{Op: region.Eq, X: &region.Binary{Op: region.Div, X: bytes, Y: n}, Y: size}}
		f.Emit(&region.If{Cond: fits, Then: f.Block(call, func() {
			f.Emit(&region.Store{Addr: &region.LocalAddr{Local: p}, X: b.byHandle(x, args[2])})
		})})
		zero := f.Block(call, func() {
			f.Emit(&region.Eval{X: &region.Intrinsic{Op: region.OpMemset, Type: region.VoidT, Args: []region.Expr{at(), cbody.Int(region.U8, 0), bytes}}})
		})
		f.Emit(&region.If{Cond: &region.Compare{Op: region.Ne, X: at(), Y: &region.Null{}}, Then: zero})
	})
	return &region.Seq{Body: body, Value: at()}
}

// byHandle is the call x of malloc or aligned_alloc with the alignment that the
// allocator's handle tells.
func (b *body) byHandle(x *region.Call, allocator cc.ExpressionNode) region.Expr {
	if _, known := constInt(allocator); known {
		return x
	}
	f := b.fn
	for i, a := range x.Args {
		x.Args[i] = f.Let("arg", a)
	}
	handle := f.Let("allocator", f.Convert(f.Value(allocator), region.U64))
	least := region.Expr(i64u(1))
	if len(x.Args) == 2 {
		least = x.Args[0]
	}
	own := f.Let("alignment", &region.Binary{Op: region.Shl, X: i64u(1), Y: &region.Binary{Op: region.And, X: handle, Y: i64u(63)}})
	aligned := b.u.c.LibraryOf("aligned_alloc", region.PtrT, region.U64, region.U64)
	t := &region.Func{Ret: region.PtrT, Params: []region.Type{region.U64, region.U64}}
	call := &region.Call{Func: aligned, Type: t, Pos: x.Pos, Args: []region.Expr{
		&region.Binary{Op: region.Max, X: own, Y: least}, x.Args[len(x.Args)-1]}}
	return &region.Cond{C: &region.Compare{Op: region.Ge, X: handle, Y: i64u(alignedHandle)}, X: call, Y: x}
}

func i64u(v int64) region.Expr { return cbody.Int(region.U64, v) }
