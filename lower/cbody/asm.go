package cbody

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// asm translates inline assembly: gcc's template and constraints to LLVM's.
func (f *Fn) asm(a *cc.Asm) {
	f.setPos(a)
	s := &region.Asm{At: region.At{Pos: f.pos}, Volatile: true}
	var outs, ins, clobbers []string
	type tied struct{ lv lval }
	var inout []tied
	section := 0
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			c, x := asmOperand(e.AssignmentExpression)
			switch section {
			case 0:
				if x == nil {
					f.errorf(a, "asm-operand", "malformed operand of an asm statement")
					return
				}
				lv := f.lvalue(x)
				outs = append(outs, llvmConstraint(strings.Replace(c, "+", "=", 1)))
				s.Outs, s.OutTypes = append(s.Outs, lv.addr), append(s.OutTypes, lv.t)
				if strings.HasPrefix(c, "+") {
					inout = append(inout, tied{lv})
					ins = append(ins, intText(len(outs)-1))
					s.Ins = append(s.Ins, f.load(lv).x)
				}
			case 1:
				if x == nil {
					f.errorf(a, "asm-operand", "malformed operand of an asm statement")
					return
				}
				ins = append(ins, llvmConstraint(c))
				if strings.Contains(c, "m") && !strings.ContainsAny(c, "rig") {
					ins[len(ins)-1] = "*m"
					s.Ins = append(s.Ins, f.lvalue(x).addr)
				} else {
					s.Ins = append(s.Ins, f.value(x).x)
				}
			case 2:
				clobbers = append(clobbers, "~{"+c+"}")
			default:
				f.errorf(a, "asm-goto", "asm goto is not supported in device code")
				return
			}
		}
		section++
	}
	_ = inout
	s.Text = llvmTemplate(asmString(a.Token3))
	s.Constraints = strings.Join(append(append(outs, ins...), clobbers...), ",")
	f.Emit(s)
}

func intText(n int) string { return string(rune('0' + n%10)) }

// asmOperand takes "constraint"(expression), which cc parses as a call.
func asmOperand(x cc.ExpressionNode) (string, cc.ExpressionNode) {
	switch n := unwrap(x).(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall {
			if p, ok := unwrap(n.PostfixExpression).(*cc.PrimaryExpression); ok {
				if args := arguments(n); len(args) == 1 {
					return asmString(p.Token), args[0]
				}
			}
		}
	case *cc.PrimaryExpression:
		return asmString(n.Token), nil
	}
	return "", nil
}

func asmString(t cc.Token) string {
	s := strings.Trim(t.SrcStr(), `"`)
	return strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\\`, `\`).Replace(s)
}

// llvmConstraint drops what LLVM has no use for.
func llvmConstraint(c string) string {
	return strings.NewReplacer("%", "", " ", "", "&", "&").Replace(strings.SplitN(c, ",", 2)[0])
}

// llvmTemplate turns %0, %w0, %[x] and %% into LLVM's form.
func llvmTemplate(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '$':
			b.WriteString("$$")
		case s[i] != '%' || i+1 == len(s):
			b.WriteByte(s[i])
		case s[i+1] == '%':
			b.WriteByte('%')
			i++
		case s[i+1] >= '0' && s[i+1] <= '9':
			b.WriteByte('$')
		case i+2 < len(s) && s[i+2] >= '0' && s[i+2] <= '9':
			b.WriteString("${" + s[i+2:i+3] + ":" + s[i+1:i+2] + "}")
			i += 2
		default:
			b.WriteByte('%')
		}
	}
	return b.String()
}
