package codegen

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// asm emits inline assembly: inputs by value, one result per output address.
func (f *fn) asm(s *region.Asm) {
	if f.m.t.Asm.Dialect != target.X86 && isX86Asm(s) {
		f.errorf("asm-target", "this asm statement is written for x86, not for %s", f.m.t.Triple)
		return
	}
	if !f.m.t.Asm.Goto && len(s.Labels) > 0 {
		f.errorf("asm-goto", "asm goto is not supported in device code for %s", f.m.t.Triple)
		return
	}
	if f.m.t.Asm.Memory {
		s = f.outputsInMemory(s)
	}
	outs := make([]val, len(s.Outs))
	for i, x := range s.Outs {
		outs[i] = f.expr(x)
		f.checkScalar(writeAccess, x, outs[i], s.OutTypes[i], nil)
	}
	ins, operands := make([]string, len(s.Ins)), make([]val, len(s.Ins))
	for i, x := range s.Ins {
		v := f.expr(x)
		ins[i], operands[i] = v.String(), v
		if i < len(s.InMemory) && s.InMemory[i] != nil {
			ins[i] = fmt.Sprintf("%s elementtype(%s) %s", v.t, memType(s.InMemory[i]), v.id)
		}
	}
	side := ""
	if s.Volatile || len(outs) == 0 {
		side = "sideeffect "
	}
	callee := fmt.Sprintf("asm %s%s, %s(%s)", side, quoteLLVM(s.Text), quoteLLVM(f.constraints(s)), strings.Join(ins, ", "))
	if len(s.Labels) > 0 {
		f.asmGoto(s, outs, callee)
		return
	}
	f.asmResults(s, outs, f.asmCall(s, callee, operands))
}

// outputsInMemory makes operands in memory of the outputs that may be in a register
// or there ("=g", "=rm"): LLVM chooses memory for such, and crashes where it was given
// no address. An input that has the place of such an output is stored there first.
func (f *fn) outputsInMemory(s *region.Asm) *region.Asm {
	if s.Constraints == "" {
		return s
	}
	list := strings.Split(s.Constraints, ",")
	r := *s
	r.Outs, r.OutTypes, r.Ins, r.InMemory = nil, nil, nil, nil
	outs, ins := 0, 0
	at := map[string]int{} // which of s.Outs an operand has become
	for i, c := range list {
		switch {
		case strings.HasPrefix(c, "=") && !strings.HasPrefix(c, "=*"):
			if t := s.OutTypes[outs]; registerOrMemory(strings.TrimLeft(c, "=&")) {
				list[i], at[strconv.Itoa(i)] = "=*m", outs
				r.Ins, r.InMemory = append(r.Ins, s.Outs[outs]), append(r.InMemory, t)
			} else {
				r.Outs, r.OutTypes = append(r.Outs, s.Outs[outs]), append(r.OutTypes, t)
			}
			outs++
		case strings.HasPrefix(c, "~") || strings.HasPrefix(c, "!"): // a clobber, a label
		default:
			x, memory := s.Ins[ins], region.Type(nil)
			if ins < len(s.InMemory) {
				memory = s.InMemory[ins]
			}
			if k, ok := at[c]; ok {
				t := s.OutTypes[k]
				f.store(f.toMemory(f.expr(x), t), f.expr(s.Outs[k]), t.Align())
				list[i], x, memory = "*m", s.Outs[k], t
			}
			r.Ins, r.InMemory = append(r.Ins, x), append(r.InMemory, memory)
			ins++
		}
	}
	r.Constraints = strings.Join(list, ",")
	return &r
}

// registerOrMemory reports constraints that leave the choice; clobbers do not.
func registerOrMemory(letters string) bool {
	return !strings.HasPrefix(letters, "~") && strings.Contains(letters, "m") && strings.ContainsAny(letters, "rqQRx")
}

// asmType is the type of what s gives.
func asmType(s *region.Asm) ltype {
	ts := make([]string, len(s.OutTypes))
	for i, t := range s.OutTypes {
		ts[i] = string(typ(t))
	}
	switch len(ts) {
	case 0:
		return tVoid
	case 1:
		return ltype(ts[0])
	}
	return ltype("{ " + strings.Join(ts, ", ") + " }")
}

func (f *fn) asmCall(s *region.Asm, callee string, operands []val) val {
	t := asmType(s)
	if f.m.t.Convergent {
		callee += " " + convergent // it may be a barrier
	}
	v := val{t: t}
	if t != tVoid {
		v.id = "%" + f.uniq("asm")
	}
	call := newInst(v.id, "call %s %s", t, callee)
	call.operands = operands
	f.add(call)
	return v
}

// asmResults stores what the assembly gives, v.
func (f *fn) asmResults(s *region.Asm, outs []val, v val) {
	for i, t := range s.OutTypes {
		x := v
		if len(outs) > 1 {
			x = f.def(typ(t), "asm.out", "extractvalue %s, %d", v, i)
		}
		f.store(f.toMemory(x, t), outs[i], t.Align())
	}
}

// asmGoto is assembly that may jump to labels, where its results hold too.
func (f *fn) asmGoto(s *region.Asm, outs []val, callee string) {
	next := f.newBlock("asm.next")
	ways, dests := make([]*block, len(s.Labels)), make([]string, len(s.Labels))
	for i, l := range s.Labels {
		ways[i] = f.newBlock("asm." + l.Name)
		dests[i] = "label %" + ways[i].label
	}
	v := val{t: asmType(s)}
	text := fmt.Sprintf("callbr %s %s to label %%%s [%s]", v.t, callee, next.label, strings.Join(dests, ", "))
	if v.t != tVoid {
		v.id = "%" + f.uniq("asm")
		text = v.id + " = " + text
	}
	f.term(text, append(ways[:len(ways):len(ways)], next)...)
	for i, l := range s.Labels {
		f.place(ways[i])
		f.asmResults(s, outs, v)
		f.br(f.label(l))
	}
	f.place(next)
	f.asmResults(s, outs, v)
}

// constraints are s's in the target's form.
func (f *fn) constraints(s *region.Asm) string {
	list := strings.Split(s.Constraints, ",")
	for i, c := range list {
		letters := strings.TrimLeft(c, "=&*")
		r := f.m.t.Asm.Letters[letters]
		if !f.m.t.Asm.Memory && (registerOrMemory(letters) || f.m.t.Asm.Classes && letters == "r") {
			r = f.m.t.Asm.Register
		}
		if r != "" {
			list[i] = c[:len(c)-len(letters)] + r
		}
	}
	list = append(list, f.m.t.Asm.Clobbers...)
	return strings.TrimPrefix(strings.Join(list, ","), ",")
}

// x86Words are the marks of assembly for x86: registers in the template, the
// constraints that name them, and clobbers of them.
var (
	x86Register   = regexp.MustCompile(`%(?:[re]?(?:[abcd]x|[sd]i|[sb]p|ip)|[abcd][lh]|r(?:8|9|1[0-5])[dwb]?|[xyz]mm[0-9]+|st)\b`)
	x86Constraint = regexp.MustCompile(`(?:^|,)[=&+]*[abcSDtuqQ](?:,|$)|~\{(?:cc|flags|[re]?(?:[abcd]x|[sd]i)|r(?:8|9|1[0-5])|[xyz]mm[0-9]+)\}`)
	x86Mnemonic   = regexp.MustCompile(`(?m)^\s*(?:lock\s*;?\s*)?(?:rep\s|(?:mov|add|sub|imul|xor|and|or|inc|dec|neg|not|shl|shr|sar|lea|cmp|test|xchg|cmpxchg|xadd|bswap|bsf|bsr)[bwlq]?\s+[$%]|cpuid|rdtsc|pause|mfence|lfence|sfence|fsqrt|fpatan|int3|nop\s*$)`)
)

// isX86Asm reports an asm statement that only x86 can assemble.
func isX86Asm(s *region.Asm) bool {
	return x86Register.MatchString(s.Text) || x86Constraint.MatchString(s.Constraints) && strings.TrimSpace(s.Text) != "" || x86Mnemonic.MatchString(s.Text)
}
