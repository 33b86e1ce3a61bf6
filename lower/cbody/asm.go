package cbody

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// asmStmt is an asm statement on its way into LLVM's form, in which the
// operands are the outputs, the inputs, and behind them the inputs that "+"
// outputs have beside them.
type asmStmt struct {
	f     *Fn
	s     *region.Asm
	at    cc.Node
	names map[string]int // of operands
	n     int            // operands so far

	outs, ins, clobbers []string
	outNos              []int    // the operands that s.Outs are
	outArgs             []asmArg // addresses of outputs in memory
	args                []asmArg // of inputs
	tied                []string
	tiedArgs            []asmArg
	labels              []string // that the assembly may jump to
}

// asmArg is a value, or the address of an operand in memory of type memory.
type asmArg struct {
	x      region.Expr
	memory region.Type
}

// asm translates inline assembly: gcc's template and constraints to LLVM's.
func (f *Fn) asm(a *cc.Asm) {
	f.setPos(a)
	x := &asmStmt{f: f, s: &region.Asm{At: region.At{Pos: f.pos}, Volatile: true}, at: a, names: map[string]int{}}
	section := 0
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			if !x.item(section, e) {
				return
			}
		}
		section++
	}
	text, ok := x.template(firstDialect(asmString(a.Token3)))
	if !ok {
		return
	}
	x.s.Text = text
	for range x.labels {
		x.tied = append(x.tied, "!i")
	}
	x.s.Constraints = strings.Join(append(append(append(x.outs, x.ins...), x.tied...), x.clobbers...), ",")
	for _, a := range append(append(x.outArgs, x.args...), x.tiedArgs...) {
		x.s.Ins, x.s.InMemory = append(x.s.Ins, a.x), append(x.s.InMemory, a.memory)
	}
	f.Emit(x.s)
}

// item translates an operand or clobber; false: an error has been reported.
func (x *asmStmt) item(section int, e *cc.AsmExpressionList) bool {
	c, operand := asmOperand(e.AssignmentExpression)
	switch section {
	case 0, 1:
		if operand == nil {
			return x.refuse(e.AssignmentExpression, "malformed operand of an asm statement",
				`write "constraint"(expression)`)
		}
		if e.AsmIndex != nil {
			if p, ok := unwrap(e.AsmIndex.ExpressionList).(*cc.PrimaryExpression); ok {
				x.names[p.Token.SrcStr()] = x.n
			}
		}
		x.n++
		if section == 0 {
			return x.output(c, operand)
		}
		return x.input(c, operand)
	case 2:
		x.clobbers = append(x.clobbers, "~{"+strings.TrimPrefix(c, "%")+"}")
		return true
	}
	return x.label(e.AssignmentExpression)
}

// label takes a label of asm goto.
func (x *asmStmt) label(e cc.ExpressionNode) bool {
	p, ok := unwrap(e).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return x.refuse(e, "expected a label in an asm goto statement", "name a label of the function")
	}
	l := x.f.label(p.Token.SrcStr())
	x.f.used = append(x.f.used, l)
	x.s.Labels, x.labels = append(x.s.Labels, l), append(x.labels, l.Name)
	return true
}

func (x *asmStmt) refuse(at cc.Node, msg, fix string) bool {
	x.f.errorf(at, diag.AsmOperand, "%s", msg).WithFix("%s", fix)
	return false
}

// inMemoryHelp is what to write where a register cannot hold an operand.
const inMemoryHelp = `write the constraint "m"`

func (x *asmStmt) output(c string, operand cc.ExpressionNode) bool {
	lv := x.f.lvalue(operand)
	if lv.width > 0 {
		return x.refuse(operand, "a bit-field cannot be an output operand of an asm statement",
			"write to a variable, and assign that to the bit-field after the statement")
	}
	plain := strings.TrimLeft(c, "=+&%")
	no := strconv.Itoa(len(x.outs))
	if inMemory(plain) {
		x.outs = append(x.outs, "=*m")
		x.outArgs = append(x.outArgs, asmArg{lv.addr, lv.t})
		if strings.HasPrefix(c, "+") {
			x.tied = append(x.tied, "*m")
			x.tiedArgs = append(x.tiedArgs, asmArg{lv.addr, lv.t})
		}
		return true
	}
	if isAggregate(lv.t) {
		return x.refuse(operand, "a structure can be an operand of an asm statement in memory only", inMemoryHelp)
	}
	x.outs = append(x.outs, llvmConstraint(strings.Replace(c, "+", "=", 1)))
	x.s.Outs, x.s.OutTypes, x.outNos = append(x.s.Outs, lv.addr), append(x.s.OutTypes, lv.t),
		append(x.outNos, len(x.outs)-1)
	if strings.HasPrefix(c, "+") {
		x.tied = append(x.tied, no)
		x.tiedArgs = append(x.tiedArgs, asmArg{x: x.f.load(lv).x})
	}
	return true
}

func (x *asmStmt) input(c string, operand cc.ExpressionNode) bool {
	if inMemory(c) {
		lv := x.f.lvalue(operand)
		x.ins = append(x.ins, "*m")
		x.args = append(x.args, asmArg{lv.addr, lv.t})
		return true
	}
	v := x.f.value(operand)
	if isAggregate(v.t) || v.x == nil {
		return x.refuse(operand, "a structure can be an operand of an asm statement in memory only", inMemoryHelp)
	}
	if out, err := strconv.Atoi(c); err == nil {
		i := 0
		for i < len(x.outNos) && x.outNos[i] != out {
			i++
		}
		if i == len(x.outNos) {
			return x.refuse(operand, "a matching constraint names no output operand",
				"write the number of an output operand")
		}
		if t := x.s.OutTypes[i]; (isInt(t) || region.IsPtr(t)) && (isInt(v.t) || region.IsPtr(v.t)) {
			v.x = convert(v.x, t)
		}
	}
	x.ins = append(x.ins, llvmConstraint(c))
	x.args = append(x.args, asmArg{x: x.f.once("asm", v.x)})
	return true
}

// inMemory reports constraints that only memory satisfies.
func inMemory(c string) bool {
	return strings.ContainsAny(c, "moV<>") && !strings.ContainsAny(c, "rgiXqQabcdSDx0123456789")
}

// asmOperand takes "constraint"(expression), which cc parses as a call.
func asmOperand(x cc.ExpressionNode) (string, cc.ExpressionNode) {
	switch n := unwrap(x).(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall {
			if p, ok := unwrap(n.PostfixExpression).(*cc.PrimaryExpression); ok {
				if args := arguments(n); len(args) == 1 {
					return asmString(p.Token), args[0]
				}
				if n.ArgumentExpressionList != nil { // a comma expression is no list of arguments
					return "", nil
				}
			}
		}
	case *cc.PrimaryExpression:
		return asmString(n.Token), nil
	}
	return "", nil
}

// asmString is the text of a string literal. Where literals are joined the front end writes a digit behind an escape as
// an octal one.
func asmString(t cc.Token) string {
	return asmEscapes().ReplaceAllStringFunc(strings.Trim(t.SrcStr(), `"`), func(m string) string {
		switch c := m[1]; {
		case c == 'n':
			return "\n"
		case c == 't':
			return "\t"
		case c >= '0' && c <= '7':
			n, _ := strconv.ParseUint(m[1:], 8, 9)
			return string([]byte{byte(n)})
		case c == 'x':
			n, _ := strconv.ParseUint(m[2:], 16, 8)
			return string([]byte{byte(n)})
		}
		return m[1:]
	})
}

var asmEscapes = pattern.New(`\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|.)`)

// llvmConstraint drops what LLVM has no use for and takes the first of several alternatives.
func llvmConstraint(c string) string {
	c = strings.NewReplacer("%", "", " ", "").Replace(strings.SplitN(c, ",", 2)[0])
	if flag, ok := strings.CutPrefix(c, "=@"); ok {
		return "={@" + flag + "}" // a condition of x86's flags
	}
	return strings.Replace(c, "g", "imr", 1)
}

// dialects are the alternatives {AT&T|Intel} of a template (GCC 12 6.47.2.9), and the letters
// behind an instruction that only AT&T's form has. PTX has other braces.
var dialects = pattern.New(`%.|\{[^{}|]*(?:\|[^{}]*)+\}|\b[a-z]+\{[a-z]+\}`)

// firstDialect takes of the alternatives AT&T's, in which LLVM reads assembly.
func firstDialect(s string) string {
	return dialects().ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == '%' {
			return m
		}
		m, _, _ = strings.Cut(m, "|")
		return strings.NewReplacer("{", "", "}", "").Replace(m)
	})
}

// template turns %0, %w0, %[x], %w[x], %= and %% into LLVM's form.
func (x *asmStmt) template(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		c := s[i]
		i++
		switch {
		case c == '$':
			b.WriteString("$$")
			continue
		case c != '%' || i == len(s):
			b.WriteByte(c)
			continue
		}
		switch {
		case s[i] == '%' || s[i] == '{' || s[i] == '}' || s[i] == '|':
			b.WriteByte(s[i])
			i++
			continue
		case s[i] == '=':
			b.WriteString("${:uid}")
			i++
			continue
		case x.n+len(x.clobbers)+len(x.labels) == 0:
			b.WriteByte('%') // a template without operands
			continue
		}
		modifier := ""
		if !isDigit(s[i]) && s[i] != '[' {
			modifier = s[i : i+1]
			i++
		}
		no, next, ok := x.operandNo(s, i)
		if modifier == "l" && len(x.labels) > 0 {
			no, next, ok = x.labelNo(s, i)
		}
		if !ok {
			return "", x.refuse(x.at, "the asm template names an operand that the statement does not have",
				"write %0 for the first operand, %1 for the second")
		}
		i = next
		if modifier != "" {
			modifier = ":" + modifier
		}
		b.WriteString("${" + strconv.Itoa(no) + modifier + "}")
	}
	return b.String(), true
}

// operandNo reads a number or [name] at s[i:].
func (x *asmStmt) operandNo(s string, i int) (no, next int, ok bool) {
	if i < len(s) && s[i] == '[' {
		end := strings.IndexByte(s[i:], ']')
		if end < 0 {
			return 0, 0, false
		}
		no, ok = x.names[s[i+1:i+end]]
		return no, i + end + 1, ok
	}
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	no, err := strconv.Atoi(s[start:i])
	return no, i, err == nil && no < x.n
}

// labelNo reads the number or name of a label: LLVM has them behind the operands, gcc
// counts an operand that is read and written twice.
func (x *asmStmt) labelNo(s string, i int) (no, next int, ok bool) {
	operands := len(x.outs) + len(x.ins) + len(x.tied)
	if i < len(s) && s[i] == '[' {
		end := strings.IndexByte(s[i:], ']')
		if end < 0 {
			return 0, 0, false
		}
		k := slices.Index(x.labels, s[i+1:i+end])
		return operands + k, i + end + 1, k >= 0
	}
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	k, err := strconv.Atoi(s[start:i])
	return k, i, err == nil && operands <= k && k < operands+len(x.labels)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
