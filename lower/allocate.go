package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/pragma"
)

// teamStorage puts list items of c's allocate clauses whose private copies
// belong to a team into the memory that the allocator names: team-shared for
// omp_pteam_mem_alloc and omp_cgroup_mem_alloc (5.2 §6.6). Copies that belong to
// a thread are in that thread's memory, which every allocator allows.
func (b *body) teamStorage(c *pragma.Construct) {
	for _, cl := range c.All("allocate") {
		if !teamAllocator(cl) {
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

// allocateDirective gives the storage of c's list items the alignment that it asks
// for (5.2 §6.5), and puts that of a team's locals into the memory that its
// allocator names. Locals of a parallel region belong to threads.
func (b *body) allocateDirective(c *pragma.Construct) {
	align, team := int64(0), false
	if e := clauseExpr(c, "align"); e != nil && e.Node != nil {
		align, _ = constInt(e.Node)
	}
	if cl := c.Clause("allocator"); cl != nil {
		team = teamAllocator(cl) && ofTeam(c)
	}
	if c.Args == nil {
		return
	}
	for _, it := range c.Args.Items {
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

func teamAllocator(cl *pragma.Clause) bool {
	text := ""
	for _, m := range cl.Modifiers {
		text += " " + m.Name + " " + m.Word + " " + m.Raw
		for _, e := range m.Args {
			text += " " + e.Text
		}
	}
	for _, e := range cl.Exprs {
		text += " " + e.Text
	}
	return strings.Contains(text, "omp_pteam_mem_alloc") || strings.Contains(text, "omp_cgroup_mem_alloc")
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
		fn = c.LibraryOf("calloc", region.PtrT, region.U64, region.U64)
	case name == "omp_aligned_alloc" && len(args) == 3:
		fn = c.LibraryOf("aligned_alloc", region.PtrT, region.U64, region.U64)
	case name == "omp_realloc" && len(args) == 4:
		fn = c.LibraryOf("realloc", region.PtrT, region.PtrT, region.U64)
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
	return x, true
}
