package body

import (
	"fmt"
	"strconv"
	"strings"

	"ompcc/parse/diag"

	"ompcc/codegen/ir"
	"ompcc/codegen/target"
	"ompcc/lower/region"
	"ompcc/parse/pattern"
)

// asm emits inline assembly: inputs by value, one result per output address.
func (f assembly) asm(s *region.Asm) {
	if f.Mod.Target.Asm.Dialect != target.X86 && isX86Asm(s) {
		f.Errorf(diag.AsmTarget, "asm statement for x86 is not supported in device code for %s", f.Mod.Target.Triple)
		return
	}
	if !f.Mod.Target.Asm.Goto && len(s.Labels) > 0 {
		f.Errorf(diag.AsmGoto, "asm goto is not supported in device code for %s", f.Mod.Target.Triple)
		return
	}
	if f.Mod.Target.Asm.Memory {
		s = f.outputsInMemory(s)
	}
	outs := make([]ir.Value, len(s.Outs))
	for i, x := range s.Outs {
		outs[i] = f.Expr(x)
		Checks{f.Function}.checkScalar(writeAccess, x, outs[i], s.OutTypes[i], nil)
	}
	ins := make([]ir.Value, len(s.Ins))
	for i, x := range s.Ins {
		ins[i] = f.Expr(x)
		if i < len(s.InMemory) && s.InMemory[i] != nil {
			ins[i] = ir.Arg(ins[i], fmt.Sprintf("elementtype(%s)", MemoryType(s.InMemory[i])))
		}
	}
	callee := ir.Asm(s.Text, f.constraints(s), s.Volatile || len(outs) == 0)
	if len(s.Labels) > 0 {
		f.asmGoto(s, outs, callee, ins)
		return
	}
	attrs := ""
	if f.Mod.Target.Convergent {
		attrs = Convergent // it may be a barrier
	}
	f.asmResults(s, outs, f.CallValue(asmType(s), callee, ins, attrs, "asm"))
}

// outputsInMemory makes operands in memory of the outputs that may be in a register
// or there ("=g", "=rm"): LLVM chooses memory for such, and crashes where it was given
// no address. An input that has the place of such an output is stored there first.
func (f assembly) outputsInMemory(s *region.Asm) *region.Asm {
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
				f.Store(f.ToMemory(f.Expr(x), t), f.Expr(s.Outs[k]), t.Align())
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
func asmType(s *region.Asm) ir.Type {
	ts := make([]ir.Type, len(s.OutTypes))
	for i, t := range s.OutTypes {
		ts[i] = TypeOf(t)
	}
	switch len(ts) {
	case 0:
		return ir.Void
	case 1:
		return ts[0]
	}
	return ir.StructOf(ts...)
}

// asmResults stores what the assembly gives, v.
func (f assembly) asmResults(s *region.Asm, outs []ir.Value, v ir.Value) {
	for i, t := range s.OutTypes {
		x := v
		if len(outs) > 1 {
			x = f.Extract(v, i, TypeOf(t), "asm.out")
		}
		f.Store(f.ToMemory(x, t), outs[i], t.Align())
	}
}

// asmGoto is assembly that may jump to labels, where its results hold too.
func (f assembly) asmGoto(s *region.Asm, outs []ir.Value, callee ir.Value, ins []ir.Value) {
	next := f.NewBlock("asm.next")
	ways := make([]*ir.Block, len(s.Labels))
	for i, l := range s.Labels {
		ways[i] = f.NewBlock("asm." + l.Name)
	}
	v := f.CallBr(asmType(s), callee, ins, "asm", next, ways)
	for i, l := range s.Labels {
		f.Place(ways[i])
		f.asmResults(s, outs, v)
		f.Br(f.label(l))
	}
	f.Place(next)
	f.asmResults(s, outs, v)
}

// constraints are s's in the target's form.
func (f assembly) constraints(s *region.Asm) string {
	list := strings.Split(s.Constraints, ",")
	for i, c := range list {
		letters := strings.TrimLeft(c, "=&*")
		r := f.Mod.Target.Asm.Letters[letters]
		if !f.Mod.Target.Asm.Memory && (registerOrMemory(letters) || f.Mod.Target.Asm.Classes && letters == "r") {
			r = f.Mod.Target.Asm.Register
		}
		if r != "" {
			list[i] = c[:len(c)-len(letters)] + r
		}
	}
	list = append(list, f.Mod.Target.Asm.Clobbers...)
	return strings.TrimPrefix(strings.Join(list, ","), ",")
}

// x86Words are the marks of assembly for x86: registers in the template, the
// constraints that name them, and clobbers of them.
var (
	x86Register   = pattern.New(`%(?:[re]?(?:[abcd]x|[sd]i|[sb]p|ip)|[abcd][lh]|r(?:8|9|1[0-5])[dwb]?|[xyz]mm[0-9]+|st)\b`)
	x86Constraint = pattern.New(`(?:^|,)[=&+]*[abcSDtuqQ](?:,|$)|~\{(?:cc|flags|[re]?(?:[abcd]x|[sd]i)|r(?:8|9|1[0-5])|[xyz]mm[0-9]+)\}`)
	x86Mnemonic   = pattern.New(`(?m)^\s*(?:lock\s*;?\s*)?(?:rep\s|(?:mov|add|sub|imul|xor|and|or|inc|dec|neg|not|shl|shr|sar|lea|cmp|test|xchg|cmpxchg|xadd|bswap|bsf|bsr)[bwlq]?\s+[$%]|cpuid|rdtsc|pause|mfence|lfence|sfence|fsqrt|fpatan|int3|nop\s*$)`)
)

// isX86Asm reports an asm statement that only x86 can assemble.
func isX86Asm(s *region.Asm) bool {
	return x86Register().MatchString(s.Text) ||
		x86Constraint().MatchString(s.Constraints) && strings.TrimSpace(s.Text) != "" || x86Mnemonic().MatchString(s.Text)
}
