package codegen

import (
	"regexp"
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
	defs   map[string]string // the instructions of addresses, by their names
	set    map[string]string // what the stack objects that are assigned once hold, by their names
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
	space   string // the address's space, as far as it is known: "" or "0" is any
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

var blockLabel = regexp.MustCompile(`label %([-\w.$]+)`)

func (f *fn) newBarrierFlow() *barrierFlow {
	fl := &barrierFlow{f: f, blocks: map[string]*flowBlock{}, defs: map[string]string{}}
	for _, b := range f.f.Blocks {
		fl.blocks[b.LocalName] = &flowBlock{}
		for _, in := range b.Insts {
			if name, text, ok := strings.Cut(in.LLString(), " = "); ok {
				fl.defs[name] = text
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
			} else if a := fl.accessOf(in.LLString()); a != nil && !inside[in] {
				a.first = f.firsts[b.LocalName]
				if text := in.LLString(); strings.Contains(text, " = load ") && !strings.Contains(text, " = load atomic ") {
					a.load = in.(*inst)
				}
				blk.events = append(blk.events, &flowEvent{teamAccess: a})
			}
		}
		if b.Term == nil {
			continue
		}
		for _, m := range blockLabel.FindAllStringSubmatch(b.Term.LLString(), -1) {
			to := fl.blocks[m[1]]
			blk.next, to.from = append(blk.next, to), append(to.from, blk)
		}
	}
	return fl
}

var localName = regexp.MustCompile(`%[-\w.$]+`)

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
			text := in.LLString()
			name, rest, ok := strings.Cut(text, " = ")
			if ok {
				text = rest
			}
			op, _, _ := strings.Cut(text, " ")
			if op == "addrspacecast" && object[name] != "" {
				continue // the object's generic address
			}
			names := localName.FindAllString(text, -1)
			for k, n := range names {
				switch o := object[n]; {
				case o == "", op == "load":
				case op == "store" && k == len(names)-1:
					stores[o]++
					fl.set[o] = text
				default:
					taken[o] = true
				}
			}
		}
	}
	for o, text := range fl.set {
		if all := pointerOperand.FindAllStringSubmatch(text, -1); stores[o] == 1 && !taken[o] && len(all) == 2 {
			fl.set[o] = all[0][2]
		} else {
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
		if in != nil && !strings.Contains(in.text, "load volatile ") {
			in.text = genericVariable.ReplaceAllString(strings.Replace(in.text, "load ", "load volatile ", 1), "$1")
		}
	}
	return false
}

// genericVariable is a variable's generic address: LLVM finds the space of volatile accesses not on every target.
var genericVariable = regexp.MustCompile(`ptr addrspacecast \((ptr addrspace\(\d+\) @[-\w.$]+) to ptr\)`)

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
	switch shared := fl.f.m.sharedText(); {
	case !a.write && !b.write:
		return false
	case a.space == shared && b.space != shared && spaceKnown(b.space), b.space == shared && a.space != shared && spaceKnown(a.space):
		return false
	case a.root == "" || b.root == "" || a.root == b.root:
		return true
	default: // parameters and global variables may be of the same object
		return a.space != shared && b.space != shared
	}
}

func spaceKnown(space string) bool { return space != "" && space != "0" }

// sharedText is the number of the space of teams' memory.
func (m *module) sharedText() string { return num(tI32, int64(m.t.SharedSpace)).id }

var (
	pointerOperand = regexp.MustCompile(`ptr(?: addrspace\((\d+)\))? ([%@][-\w.$]+|@"[^"]*")`)
	calledName     = regexp.MustCompile(`@([\w.$]+)\(`)
)

// accessOf is what an instruction does to memory that other threads may access, nil: nothing.
func (fl *barrierFlow) accessOf(text string) *teamAccess {
	if _, rest, ok := strings.Cut(text, " = "); ok {
		text = rest
	}
	op, rest, _ := strings.Cut(text, " ")
	switch op {
	case "load":
		if strings.Contains(rest, "!invariant.load") {
			return nil
		}
		return fl.accessAt(text, false, false)
	case "store":
		return fl.accessAt(text, true, true)
	case "atomicrmw", "cmpxchg":
		if strings.Contains(rest, " acq") || strings.Contains(rest, " release") || strings.Contains(rest, " seq_cst") {
			return &teamAccess{write: true, unknown: true}
		}
		return fl.accessAt(text, true, false)
	case "alloca":
		return nil
	case "call":
		if m := calledName.FindStringSubmatch(rest); m != nil && slices.ContainsFunc(quietIntrinsics, func(p string) bool { return strings.HasPrefix(m[1], p) }) {
			return nil
		}
	default:
		if computes[op] {
			return nil
		}
	}
	return &teamAccess{write: true, unknown: true}
}

// quietIntrinsics access no memory.
var quietIntrinsics = []string{
	"llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", "llvm.abs.", "llvm.fabs.", "llvm.fma.", "llvm.fmuladd.", "llvm.sqrt.",
	"llvm.minnum.", "llvm.maxnum.", "llvm.copysign.", "llvm.ctpop.", "llvm.ctlz.", "llvm.cttz.", "llvm.bswap.",
	"llvm.nvvm.read.ptx.sreg.tid", "llvm.nvvm.read.ptx.sreg.ctaid", "llvm.nvvm.read.ptx.sreg.ntid", "llvm.nvvm.read.ptx.sreg.nctaid",
	"llvm.nvvm.shfl.", "llvm.nvvm.redux.", "llvm.nvvm.vote.", "llvm.nvvm.d2i.", "llvm.nvvm.lohi.",
	"llvm.amdgcn.work", "llvm.amdgcn.dispatch.ptr", "llvm.amdgcn.implicitarg.ptr", "llvm.amdgcn.update.dpp", "llvm.amdgcn.readlane",
	"llvm.amdgcn.readfirstlane", "llvm.amdgcn.ds.bpermute", "llvm.amdgcn.mbcnt", "llvm.amdgcn.ballot", "llvm.dbg.",
}

// accessAt is an access by way of the first pointer that text names, or the last.
func (fl *barrierFlow) accessAt(text string, write, last bool) *teamAccess {
	all := pointerOperand.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return &teamAccess{write: true, unknown: true}
	}
	at := all[0]
	if last {
		at = all[len(all)-1]
	}
	a := &teamAccess{write: write, space: at[1]}
	name := at[2]
	for steps := 0; steps < 100; steps++ {
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
		op, _, _ := strings.Cut(def, " ")
		from := pointerOperand.FindStringSubmatch(def)
		switch {
		case op == "alloca":
			return nil
		case op == "load" && from != nil && fl.set[from[2]] != "":
			name = fl.set[from[2]]
			continue
		case from == nil || op != "getelementptr" && op != "addrspacecast":
			return a
		}
		name = from[2]
		if spaceKnown(from[1]) {
			a.space = from[1]
		}
	}
	return a
}

func (fl *barrierFlow) param(name string) *ir.Param {
	for _, p := range fl.f.f.Params {
		if "%"+p.LocalName == name {
			return p
		}
	}
	return nil
}
