package gpu

import (
	"slices"
	"strings"

	llir "github.com/llir/llvm/ir"

	"ompcc/codegen/ir"
)

// barrierFlow is what a kernel's threads do to memory between the team's barriers. Where nothing that a
// thread does between the barrier before and this one concerns what another does until the next one,
// this one orders nothing.
type barrierFlow struct {
	f      function
	blocks map[*ir.Block]*flowBlock
	set    map[ir.Value]ir.Value // what the stack objects that are assigned once hold, by their addresses
}

// flowBlock is a block's barriers and accesses, in their order.
type flowBlock struct {
	events     []*flowEvent
	next, from []*flowBlock
}

// flowEvent is an access or, with a barrier's instructions, that barrier.
type flowEvent struct {
	*teamAccess
	barrier []ir.Instruction
}

// teamAccess is one of memory that other threads may access.
type teamAccess struct {
	write   bool
	unknown bool           // a call, or the like
	first   bool           // by the team's first thread alone
	load    *llir.InstLoad // the instruction, if it reads alone
	root    ir.Value       // the variable or kernel parameter that the address comes from; nil: unknown
	space   int            // the address's space, as far as it is known: 0 is any
}

// dropBarriers removes from a kernel the barriers that order nothing.
func (f function) dropBarriers() {
	if len(f.syncs) == 0 {
		return
	}
	fl := f.newBarrierFlow()
	gone := map[ir.Instruction]bool{}
	for _, b := range f.Func.Blocks {
		blk := fl.blocks[b]
		for i := 0; i < len(blk.events); i++ {
			if e := blk.events[i]; e.barrier != nil && !fl.orders(blk, i) {
				for _, in := range e.barrier {
					gone[in] = true
				}
				blk.events = slices.Delete(blk.events, i, i+1)
				i--
			}
		}
	}
	for _, b := range f.Func.Blocks {
		b.Insts = slices.DeleteFunc(b.Insts, func(in ir.Instruction) bool { return gone[in] })
	}
}

func (f function) newBarrierFlow() *barrierFlow {
	fl := &barrierFlow{f: f, blocks: map[*ir.Block]*flowBlock{}}
	for _, b := range f.Func.Blocks {
		fl.blocks[b] = &flowBlock{}
	}
	fl.assignedOnce()
	groups, inside := map[ir.Instruction][]ir.Instruction{}, map[ir.Instruction]bool{}
	for _, g := range f.syncs {
		groups[g[0]] = g
		for _, in := range g {
			inside[in] = true
		}
	}
	for _, b := range f.Func.Blocks {
		blk := fl.blocks[b]
		for _, in := range b.Insts {
			if g := groups[in]; g != nil {
				blk.events = append(blk.events, &flowEvent{barrier: g})
			} else if !inside[in] {
				a := fl.accessOf(in)
				if a == nil {
					continue
				}
				a.first = f.firsts[b]
				if load, ok := in.(*llir.InstLoad); ok && !load.Atomic {
					a.load = load
				}
				blk.events = append(blk.events, &flowEvent{teamAccess: a})
			}
		}
		if b.Term == nil {
			continue
		}
		for _, next := range b.Term.Succs() {
			to := fl.blocks[next]
			blk.next, to.from = append(blk.next, to), append(to.from, blk)
		}
	}
	return fl
}

// assignedOnce finds the stack objects that one store alone gives a value, as those of parameters, and
// whose address nothing but loads takes.
func (fl *barrierFlow) assignedOnce() {
	f, object := fl.f, map[ir.Value]ir.Value{}
	for at := range f.Stack {
		object[at] = at
	}
	for generic, own := range f.Cells {
		object[generic] = own
	}
	fl.set = map[ir.Value]ir.Value{}
	stores, taken := map[ir.Value]int{}, map[ir.Value]bool{}
	for _, b := range f.Func.Blocks {
		for _, in := range b.Insts {
			switch in := in.(type) {
			case *llir.InstLoad:
				continue
			case *llir.InstAddrSpaceCast:
				if object[in] != nil {
					continue // the object's generic address
				}
			case *llir.InstStore:
				if o := object[in.Dst]; o != nil {
					stores[o]++
					fl.set[o] = nil
					if ir.IsPointer(in.Src.Type()) {
						fl.set[o] = ir.OwnSpace(in.Src)
					}
				}
				if o := object[in.Src]; o != nil {
					taken[o] = true
				}
				continue
			}
			for _, v := range ir.Operands(in) {
				if o := object[v]; o != nil {
					taken[o] = true
				}
			}
		}
	}
	for o, v := range fl.set {
		if stores[o] != 1 || taken[o] || v == nil {
			delete(fl.set, o)
		}
	}
	for at, o := range object {
		if v := fl.set[o]; v != nil {
			fl.set[at] = v
		}
	}
}

// orders reports whether the barrier that is event i of blk orders an access before it and one behind. The
// first thread's own need no barrier, but without one LLVM might have all threads execute its loads of what it
// writes, with a result that they do not use: these are volatile.
func (fl *barrierFlow) orders(blk *flowBlock, i int) bool {
	before := reach(blk, blk.events[:i], true)
	after := reach(blk, blk.events[i+1:], false)
	var own []*llir.InstLoad
	for _, a := range before {
		for _, b := range after {
			switch {
			case !fl.conflict(a, b):
			case !a.first || !b.first || a.unknown || b.unknown:
				return true
			default:
				own = append(own, a.load, b.load)
			}
		}
	}
	for _, in := range own {
		if in != nil {
			makeVolatile(in)
		}
	}
	return false
}

// reach is the accesses of part, and of what precedes or follows it, up to the next barriers.
func reach(blk *flowBlock, part []*flowEvent, back bool) (list []*teamAccess) {
	seen := map[*flowBlock]bool{}
	var visit func(blk *flowBlock, part []*flowEvent)
	visit = func(blk *flowBlock, part []*flowEvent) {
		for k := range part {
			e := part[k]
			if back {
				e = part[len(part)-1-k]
			}
			if e.barrier != nil {
				return
			}
			list = append(list, e.teamAccess)
		}
		around := blk.next
		if back {
			around = blk.from
		}
		for _, b := range around {
			if !seen[b] {
				seen[b] = true
				visit(b, b.events)
			}
		}
	}
	visit(blk, part)
	return list
}

// conflict reports whether a and b may be of the same memory, one of them writing.
func (fl *barrierFlow) conflict(a, b *teamAccess) bool {
	switch shared := fl.f.Mod.Target.SharedSpace; {
	case !a.write && !b.write:
		return false
	case a.space == shared && b.space != shared && b.space != 0, b.space == shared && a.space != shared && a.space != 0:
		return false
	case a.root == nil || b.root == nil || a.root == b.root:
		return true
	default: // parameters and global variables may be of the same object
		return a.space != shared && b.space != shared
	}
}

// accessOf is what an instruction does to memory that other threads may access, nil: nothing.
func (fl *barrierFlow) accessOf(in ir.Instruction) *teamAccess {
	unknown := &teamAccess{write: true, unknown: true}
	switch in := in.(type) {
	case *llir.InstLoad:
		if ir.IsInvariant(in) {
			return nil
		}
		return fl.accessAt(in.Src, false)
	case *llir.InstStore:
		return fl.accessAt(in.Dst, true)
	case *ir.AtomicRMW:
		if ir.Stronger(in.Ordering) {
			return unknown
		}
		return fl.accessAt(in.Dst, true)
	case *ir.CmpXchg:
		if ir.Stronger(in.SuccessOrdering) || ir.Stronger(in.FailureOrdering) {
			return unknown
		}
		return fl.accessAt(in.Ptr, true)
	case *ir.Alloca:
		return nil
	case *llir.InstCall:
		if callee := ir.Callee(in); hasPrefix(quietIntrinsics, callee) || hasPrefix(fl.f.Mod.Target.Quiet, callee) {
			return nil
		}
		return unknown
	}
	if ir.Computes(in) {
		return nil
	}
	return unknown
}

// makeVolatile has a load be volatile. LLVM finds the space of volatile accesses not on every target, so the address is
// the one in the variable's own space, if that is known.
func makeVolatile(in *llir.InstLoad) {
	in.Volatile, in.Src = true, ir.OwnSpace(in.Src)
}

// hasPrefix reports whether s begins with one of the prefixes.
func hasPrefix(prefixes []string, s string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// quietIntrinsics access no memory; Target.Quiet has the target's own.
var quietIntrinsics = []string{
	"llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", "llvm.abs.", "llvm.fabs.", "llvm.fma.", "llvm.fmuladd.",
	"llvm.sqrt.",
	"llvm.minnum.", "llvm.maxnum.", "llvm.copysign.", "llvm.ctpop.", "llvm.ctlz.", "llvm.cttz.", "llvm.bswap.",
	"llvm.dbg.",
}

// accessAt is an access at an address.
func (fl *barrierFlow) accessAt(at ir.Value, write bool) *teamAccess {
	at = ir.OwnSpace(at)
	a := &teamAccess{write: write, space: fl.f.gpu.spaceOf(at.Type())}
	for steps := 0; steps < 100; steps++ {
		if fl.f.Stack[at] {
			return nil
		}
		var from ir.Value
		switch def := at.(type) {
		case ir.Symbol:
			a.root = def
			return a
		case *ir.Param:
			if hasAttr(def, "readonly") && hasAttr(def, "noalias") {
				return nil // what nobody writes
			}
			a.root = def
			return a
		case *ir.Alloca:
			return nil
		case *llir.InstLoad:
			if fl.set[def.Src] == nil {
				return a
			}
			at = fl.set[def.Src]
			continue
		case *llir.InstGetElementPtr:
			from = def.Src
		case *llir.InstAddrSpaceCast:
			from = def.From
		default:
			return a
		}
		at = ir.OwnSpace(from)
		if space := fl.f.gpu.spaceOf(at.Type()); space != 0 {
			a.space = space
		}
	}
	return a
}

func hasAttr(p *ir.Param, name string) bool {
	return slices.Contains(p.Attrs, llir.ParamAttribute(ir.Attr(name)))
}

// spaceOf is the address space of a pointer type, 0 for one that says nothing of the object.
func (m *module) spaceOf(t ir.Type) int {
	switch space := ir.SpaceOf(t); space {
	case m.Target.GlobalSpace, m.Target.SharedSpace, m.Target.LocalSpace, kernelArgSpace:
		return space
	}
	return 0
}

// kernelArgSpace is the space of AMD kernels' hidden arguments.
const kernelArgSpace = 4
