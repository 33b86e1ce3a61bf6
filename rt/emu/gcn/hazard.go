package gcn

import (
	"slices"
	"strings"

	"ompcc/rt/emu/check"
)

// hazard is a rule that an instruction may not follow closely on certain others: the hardware does not wait by itself
// ("Manually Inserted Wait States" in AMD's ISA documents; GCNHazardRecognizer of LLVM). From gfx10 on it does.
type hazard struct {
	states int // wait states between both: an instruction is one, s_nop its operand and one
	after  func(before *inst) bool
}

// mostStates is the greatest number of wait states that a rule asks for.
const mostStates = 5

func (in *inst) isVALU() bool { return strings.HasPrefix(in.name, "v_") }

func (in *inst) isVectorMemory() bool {
	return in.access != noAccess && !strings.HasPrefix(in.name, "s_") && !strings.HasPrefix(in.name, "ds_")
}

// destinations are the operands that a vector instruction writes, sources the others.
func (in *inst) destinations() []operand { return in.args[:in.written()] }
func (in *inst) sources() []operand      { return in.args[in.written():] }

func (in *inst) written() int {
	n := 1
	switch {
	case strings.HasPrefix(in.name, "v_cmpx") && len(in.args) == 2:
		n = 0
	case strings.Contains(in.name, "_co_"), strings.HasPrefix(in.name, "v_div_scale"),
		strings.HasPrefix(in.name, "v_mad_u64"), strings.HasPrefix(in.name, "v_mad_i64"), in.name == "v_swap_b32":
		n = 2
	}
	return min(n, len(in.args))
}

// overlap reports whether registers of a kind are among both operands.
func overlap(kind int, a, b operand) bool {
	return a.kind == kind && b.kind == kind && a.reg < b.reg+b.count && b.reg < a.reg+a.count
}

// writes reports whether a vector instruction writes a register of the operand.
func (in *inst) writes(kind int, o operand) bool {
	if !in.isVALU() {
		return false
	}
	if kind == scalar && strings.HasPrefix(in.name, "v_cmpx") && overlap(scalar, o, registers["exec"]) {
		return true
	}
	return slices.ContainsFunc(in.destinations(), func(d operand) bool { return overlap(kind, d, o) })
}

// writesAny reports whether a vector instruction writes a register of one of the operands.
func (in *inst) writesAny(kind int, all []operand) bool {
	return slices.ContainsFunc(all, func(o operand) bool { return in.writes(kind, o) })
}

// hazards are the rules for an instruction on gfx90a and gfx942.
func (in *inst) hazards(arch string) (all []hazard) {
	rule := func(states int, after func(before *inst) bool) { all = append(all, hazard{states, after}) }
	exec, vccPair := registers["exec"], registers["vcc"]
	switch {
	case in.isVectorMemory():
		rule(5, func(p *inst) bool { return p.writesAny(scalar, in.args) })
	case strings.HasPrefix(in.name, "s_movrel"), strings.HasPrefix(in.name, "s_sendmsg"):
		rule(1, func(p *inst) bool {
			return strings.HasPrefix(p.name, "s_") && len(p.args) > 0 && overlap(scalar, p.args[0], registers["m0"])
		})
	case strings.HasPrefix(in.name, "s_setreg"), strings.HasPrefix(in.name, "s_getreg"):
		rule(2, func(p *inst) bool {
			return strings.HasPrefix(p.name, "s_setreg") && hardwareRegister(p) == hardwareRegister(in)
		})
	}
	if !in.isVALU() {
		return all
	}
	lane := in.name == "v_readlane_b32" || in.name == "v_writelane_b32"
	if in.row != nil {
		rule(2, func(p *inst) bool { return p.writesAny(vector, in.sources()) })
		rule(5, func(p *inst) bool { return p.writes(scalar, exec) })
	}
	if strings.HasPrefix(in.name, "v_div_fmas") {
		rule(4, func(p *inst) bool { return p.writes(scalar, vccPair) })
	}
	if lane && len(in.args) > 2 {
		rule(4, func(p *inst) bool { return p.writes(scalar, in.args[2]) })
	}
	overwritten := 1
	if arch == "gfx942" {
		overwritten = 2
	}
	rule(overwritten, func(p *inst) bool {
		return slices.ContainsFunc(in.destinations(), func(d operand) bool { return overlap(vector, d, p.wideData()) })
	})
	if arch != "gfx942" {
		return all
	}
	rule(1, func(p *inst) bool {
		return (p.transcendental() && !in.transcendental() || p.writesPart()) && p.writesAny(vector, in.sources())
	})
	rule(2, func(p *inst) bool { return p.writesAny(scalar, in.sources()) })
	if lane || in.name == "v_readfirstlane_b32" {
		rule(4, func(p *inst) bool { return p.writes(scalar, exec) })
		if in.name != "v_writelane_b32" {
			rule(1, func(p *inst) bool { return p.writesAny(vector, in.sources()) })
		}
	}
	return all
}

func hardwareRegister(in *inst) string {
	name, _, _ := strings.Cut(in.flags[""], ",")
	return strings.TrimSuffix(name, ")")
}

// wideData is the data of a store of more than 8 bytes, which the hardware reads late. With a register as offset,
// buffer instructions read it in time.
func (in *inst) wideData() operand {
	if in.access != stores && in.access != updates || !in.isVectorMemory() {
		return operand{}
	}
	if strings.HasPrefix(in.name, "buffer_") && len(in.args) > 3 && in.args[3].kind == scalar {
		return operand{}
	}
	for i := range in.args {
		if o := in.args[i]; o.kind == vector && o.count > 2 && !(i == 0 && in.ret) {
			return o
		}
	}
	return operand{}
}

// transcendental reports whether an instruction runs in the unit for approximate functions.
func (in *inst) transcendental() bool {
	for _, name := range []string{"exp", "log", "rcp", "rsq", "sqrt", "sin", "cos"} {
		if strings.HasPrefix(in.name, "v_"+name+"_") {
			return true
		}
	}
	return false
}

// writesPart reports whether an instruction writes a part of its destination, shifted: by SDWA or op_sel.
func (in *inst) writesPart() bool {
	return in.isVALU() && (in.dst != selDword || len(in.args) > 0 && in.args[0].high)
}

// waitStates is how many wait states an instruction is.
func (in *inst) waitStates() int {
	if in.name == "s_nop" {
		return in.idles + 1
	}
	return 1
}

// findHazards marks the instructions that follow too closely on others on some path.
func (o *Object) findHazards() {
	if o.Arch == "gfx1100" {
		return
	}
	before := make([][]int, len(o.code)) // by branches
	for i := range o.code {
		if in := &o.code[i]; strings.HasPrefix(in.name, "s_cbranch") || in.name == "s_branch" {
			before[in.target] = append(before[in.target], i)
		}
	}
	for i := range o.code {
		in := &o.code[i]
		for _, h := range in.hazards(o.Arch) {
			if o.follows(i, h, h.states, before) {
				in.tooClose = append(in.tooClose, h)
				o.close = true
			}
		}
	}
}

// follows reports whether on some path an instruction comes fewer wait states than left behind one that the rule names.
func (o *Object) follows(i int, h hazard, left int, branches [][]int) bool {
	if left <= 0 {
		return false
	}
	from := branches[i]
	if i > 0 && !o.code[i-1].leaves() {
		from = append(slices.Clip(from), i-1)
	}
	return slices.ContainsFunc(from, func(p int) bool {
		in := &o.code[p]
		return h.after(in) || o.follows(p, h, left-in.waitStates(), branches)
	})
}

// leaves reports whether the next instruction in the code is not the next one that executes.
func (in *inst) leaves() bool {
	return in.name == "s_branch" || in.name == "s_endpgm" || in.class == "call"
}

// recent are the instructions that a wavefront has executed last.
type recent struct {
	last [2 * mostStates]*inst
	n    int
}

func (r *recent) add(in *inst) {
	r.last[r.n%len(r.last)] = in
	r.n++
}

// checkHazards reports an instruction that follows too closely on another one.
func (w *wave) checkHazards(in *inst) {
	for _, h := range in.tooClose {
		states := 0
		for k := 1; k <= len(w.recent.last) && k <= w.recent.n && states < h.states; k++ {
			p := w.recent.last[(w.recent.n-k)%len(w.recent.last)]
			if h.after(p) {
				w.fail(check.Wait, in, -1, "it follows too closely on %s%s: there are %d wait states between them, and it needs %d (s_nop)",
					p.text, w.placeText(p), states, h.states)
			}
			if p.class == "call" {
				break // it takes longer
			}
			states += p.waitStates()
		}
	}
}
