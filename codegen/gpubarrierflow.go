package codegen

import (
	"slices"
	"strings"

	"github.com/llir/llvm/ir"
)

// barrierFlow is what a kernel's threads do to memory between the team's barriers. Where nothing that a
// thread does between the barrier before and this one concerns what another does until the next one,
// this one orders nothing.
type barrierFlow struct {
	f      *fn
	blocks map[string]*flowBlock
	defs   map[string]*inst  // the instructions, by their results
	set    map[string]string // what the stack objects that are assigned once hold, by their names: another value
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
	unknown bool   // a call, or the like
	first   bool   // by the team's first thread alone
	load    *inst  // the instruction, if it reads alone
	root    string // the variable or kernel parameter that the address comes from; "": unknown
	space   int    // the address's space, as far as it is known: 0 is any
}

// dropBarriers removes from a kernel the barriers that order nothing.
func (f *fn) dropBarriers() {
	if len(f.syncs) == 0 {
		return
	}
	fl := f.newBarrierFlow()
	gone := map[ir.Instruction]bool{}
	for _, b := range f.f.Blocks {
		blk := fl.blocks[b.LocalName]
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
	for _, b := range f.f.Blocks {
		b.Insts = slices.DeleteFunc(b.Insts, func(in ir.Instruction) bool { return gone[in] })
	}
}

func (f *fn) newBarrierFlow() *barrierFlow {
	fl := &barrierFlow{f: f, blocks: map[string]*flowBlock{}, defs: map[string]*inst{}}
	for _, b := range f.f.Blocks {
		fl.blocks[b.LocalName] = &flowBlock{}
		for _, in := range b.Insts {
			if in := in.(*inst); in.result != "" {
				fl.defs[in.result] = in
			}
		}
	}
	fl.assignedOnce()
	groups, inside := map[ir.Instruction][]ir.Instruction{}, map[ir.Instruction]bool{}
	for _, g := range f.syncs {
		groups[g[0]] = g
		for _, in := range g {
			inside[in] = true
		}
	}
	for _, b := range f.f.Blocks {
		blk := fl.blocks[b.LocalName]
		for _, in := range b.Insts {
			if g := groups[in]; g != nil {
				blk.events = append(blk.events, &flowEvent{barrier: g})
			} else if in := in.(*inst); !inside[in] {
				a := fl.accessOf(in)
				if a == nil {
					continue
				}
				a.first = f.firsts[b.LocalName]
				if in.op == "load" && !in.atomic {
					a.load = in
				}
				blk.events = append(blk.events, &flowEvent{teamAccess: a})
			}
		}
		if b.Term == nil {
			continue
		}
		for _, next := range b.Term.(*terminator).next {
			to := fl.blocks[next.label]
			blk.next, to.from = append(blk.next, to), append(to.from, blk)
		}
	}
	return fl
}

// assignedOnce finds the stack objects that one store alone gives a value, as those of parameters, and
// whose address nothing but loads takes.
func (fl *barrierFlow) assignedOnce() {
	f, object := fl.f, map[string]string{}
	for name := range f.stack {
		object[name] = name
	}
	for generic, own := range f.cells {
		object[generic] = own.id
	}
	fl.set = map[string]string{}
	stores, taken := map[string]int{}, map[string]bool{}
	for _, b := range f.f.Blocks {
		for _, in := range b.Insts {
			in := in.(*inst)
			if in.op == "addrspacecast" && object[in.result] != "" {
				continue // the object's generic address
			}
			for k, v := range in.operands {
				switch o := object[v.id]; {
				case o == "", in.op == "load":
				case in.op == "store" && k == len(in.operands)-1:
					stores[o]++
					fl.set[o] = ""
					if k == 1 && isPointer(in.operands[0].t) {
						fl.set[o] = f.m.inOwnSpace(in.operands[0]).id
					}
				default:
					taken[o] = true
				}
			}
		}
	}
	for o, v := range fl.set {
		if stores[o] != 1 || taken[o] || v == "" {
			delete(fl.set, o)
		}
	}
	for name, o := range object {
		if v := fl.set[o]; v != "" {
			fl.set[name] = v
		}
	}
}

// orders reports whether the barrier that is event i of blk orders an access before it and one behind. The
// first thread's own need no barrier, but without one LLVM might have all threads execute its loads of what it
// writes, with a result that they do not use: these are volatile.
func (fl *barrierFlow) orders(blk *flowBlock, i int) bool {
	before := reach(blk, blk.events[:i], true)
	after := reach(blk, blk.events[i+1:], false)
	var own []*inst
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
			fl.f.m.makeVolatile(in)
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
	switch shared := fl.f.m.t.SharedSpace; {
	case !a.write && !b.write:
		return false
	case a.space == shared && b.space != shared && b.space != 0, b.space == shared && a.space != shared && a.space != 0:
		return false
	case a.root == "" || b.root == "" || a.root == b.root:
		return true
	default: // parameters and global variables may be of the same object
		return a.space != shared && b.space != shared
	}
}

// accessOf is what an instruction does to memory that other threads may access, nil: nothing.
func (fl *barrierFlow) accessOf(in *inst) *teamAccess {
	switch in.op {
	case "load":
		if in.invariant {
			return nil
		}
		return fl.accessAt(in.operands[0], false)
	case "store":
		return fl.accessAt(in.operands[len(in.operands)-1], true)
	case "atomicrmw", "cmpxchg":
		if in.stronger {
			return &teamAccess{write: true, unknown: true}
		}
		return fl.accessAt(in.operands[0], true)
	case "alloca":
		return nil
	case "call":
		if hasPrefix(quietIntrinsics, in.callee) || hasPrefix(fl.f.m.t.Quiet, in.callee) {
			return nil
		}
	default:
		if computes[in.op] {
			return nil
		}
	}
	return &teamAccess{write: true, unknown: true}
}

// hasPrefix reports whether s begins with one of the prefixes.
func hasPrefix(prefixes []string, s string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

// quietIntrinsics access no memory; Target.Quiet has the target's own.
var quietIntrinsics = []string{
	"llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", "llvm.abs.", "llvm.fabs.", "llvm.fma.", "llvm.fmuladd.", "llvm.sqrt.",
	"llvm.minnum.", "llvm.maxnum.", "llvm.copysign.", "llvm.ctpop.", "llvm.ctlz.", "llvm.cttz.", "llvm.bswap.",
	"llvm.dbg.",
}

// accessAt is an access at an address.
func (fl *barrierFlow) accessAt(at val, write bool) *teamAccess {
	m := fl.f.m
	at = m.inOwnSpace(at)
	a := &teamAccess{write: write, space: m.spaceOf(at.t)}
	for steps := 0; steps < 100; steps++ {
		name := at.id
		if fl.f.stack[name] {
			return nil
		}
		if strings.HasPrefix(name, "@") {
			a.root = name
			return a
		}
		if p := fl.param(name); p != nil {
			if slices.Contains(p.Attrs, ir.ParamAttribute(rawAttr("readonly"))) && slices.Contains(p.Attrs, ir.ParamAttribute(rawAttr("noalias"))) {
				return nil // what nobody writes
			}
			a.root = name
			return a
		}
		def := fl.defs[name]
		switch {
		case def == nil:
			return a
		case def.op == "alloca":
			return nil
		case def.op == "load" && fl.set[def.operands[0].id] != "":
			at = val{tPtr, fl.set[def.operands[0].id]}
			continue
		case def.op != "getelementptr" && def.op != "addrspacecast":
			return a
		}
		at = m.inOwnSpace(def.operands[0])
		if space := m.spaceOf(at.t); space != 0 {
			a.space = space
		}
	}
	return a
}

func isPointer(t ltype) bool { return strings.HasPrefix(string(t), string(tPtr)) }

// spaceOf is the address space of a pointer type.
func (m *module) spaceOf(t ltype) int {
	for _, space := range []int{m.t.GlobalSpace, m.t.SharedSpace, m.t.LocalSpace, kernelArgSpace} {
		if t == ptrIn(space) {
			return space
		}
	}
	return 0
}

// kernelArgSpace is the space of AMD kernels' hidden arguments.
const kernelArgSpace = 4

func (fl *barrierFlow) param(name string) *ir.Param {
	for _, p := range fl.f.f.Params {
		if "%"+p.LocalName == name {
			return p
		}
	}
	return nil
}
