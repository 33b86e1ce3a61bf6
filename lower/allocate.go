package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// teamStorage puts list items of c's allocate clauses whose private copies
// belong to a team into the memory that the allocator names: team-shared for
// omp_pteam_mem_alloc, omp_cgroup_mem_alloc and allocators with their access trait
// (5.2 §6.2, §6.6). Copies that belong to a thread are in that thread's memory,
// which every allocator allows.
func (b *body) teamStorage(c *tree.Construct) {
	for _, cl := range c.All(spec.AllocateClause) {
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
func (u *unit) allocAligns(c *tree.Construct) map[*cc.Declarator]int64 {
	aligns := map[*cc.Declarator]int64{}
	for _, cl := range c.All(spec.AllocateClause) {
		align := int64(1)
		if m := cl.Modifier("align"); m != nil && len(m.Args) > 0 {
			align, _ = ctree.ConstInt(m.Args[0].Node)
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
func allocatorName(cl *tree.Clause) string {
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
	traitFbData    = 6
)

// Values of traits, as in omp.h.
const (
	traitDefault    = -1
	accessDevice    = 7
	accessPteam     = 9
	accessCgroup    = 10
	accessAll       = 19
	fallbackDefault = 11
)

// traitOf is a trait of the allocator of that name, as the uses_allocators clause of the
// target construct around c says (5.2 §6.8), 0: none.
func (u *unit) traitOf(c *tree.Construct, name string, key int64) int64 {
	for p := c; p != nil && name != ""; p = p.Parent {
		for _, cl := range p.All(spec.UsesAllocatorsClause) {
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
	eachTrait(u, array, func(i *cc.Initializer) {
		k, v := traitParts(i)
		if n, ok := initialInt(k); ok && n == key {
			value, _ = initialInt(v)
		}
	})
	return value
}

// eachTrait calls do with the initialisers of an array's elements.
func eachTrait(u *unit, array *cc.Declarator, do func(*cc.Initializer)) {
	ctree.Walk(u.tree.Unit.AST.TranslationUnit, func(n cc.Node) bool {
		d, ok := n.(*cc.InitDeclarator)
		if !ok || array == nil || d.Declarator != array || d.Initializer == nil {
			return true
		}
		for l := d.Initializer.InitializerList; l != nil; l = l.InitializerList {
			do(l.Initializer)
		}
		return false
	})
}

// traitParts are the initialisers of the members of an omp_alloctrait_t, nil for one that has none.
func traitParts(i *cc.Initializer) (key, value *cc.Initializer) {
	parts := map[int]*cc.Initializer{}
	member := 0
	for l := i.InitializerList; l != nil; l = l.InitializerList {
		if l.Designation != nil && l.Designation.DesignatorList != nil {
			member = map[string]int{"key": 0, "value": 1}[designated(l.Designation.DesignatorList.Designator)]
		}
		parts[member] = l.Initializer
		member++
	}
	return parts[0], parts[1]
}

func designated(d *cc.Designator) string {
	if d.Case == cc.DesignatorField {
		return d.Token2.SrcStr()
	}
	return d.Token.SrcStr()
}

func initialInt(i *cc.Initializer) (int64, bool) {
	if i == nil || i.AssignmentExpression == nil {
		return 0, false
	}
	return ctree.ConstInt(i.AssignmentExpression)
}

// allocateDirective gives the storage of c's list items the alignment that it asks
// for (5.2 §6.5), and puts that of a team's locals into the memory that its
// allocator names. Locals of a parallel region belong to threads.
func (b *body) allocateDirective(c *tree.Construct) {
	align, team := int64(0), false
	if e := clauseExpr(c, spec.AlignClause); e != nil && e.Node != nil {
		align, _ = ctree.ConstInt(e.Node)
	}
	if cl := c.Clause(spec.AllocatorClause); cl != nil {
		team = b.u.teamAllocator(c, cl) && ofTeam(c)
	}
	if c.Args == nil {
		return
	}
	for _, it := range c.Args.Items {
		if it.Decl != nil && ctree.IsVLA(ctree.ObjectType(it.Decl)) {
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
func ofTeam(c *tree.Construct) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		for _, k := range []spec.DirectiveKind{spec.Parallel, spec.For, spec.Simd, spec.Loop, spec.Sections, spec.Task,
			spec.Taskloop} {
			if p.Has(k) {
				return false
			}
		}
		if p.Has(spec.Target) {
			return true
		}
	}
	return false
}

// teamAllocator reports whether the allocator that cl, a clause of c, names has memory
// of a team: by its name, or by the access trait that uses_allocators gives it.
func (u *unit) teamAllocator(c *tree.Construct, cl *tree.Clause) bool {
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
