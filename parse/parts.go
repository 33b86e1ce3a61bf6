package parse

import (
	"regexp"
	"strconv"
	"strings"
)

// __real__ and __imag__ of real numbers (GNU C) are refused by cc, and of complex ones that it takes
// for real ones. The former is then a conversion to the real type, the latter a call of cimag.

// realOperand is cc's message.
var realOperand = regexp.MustCompile(`(?m)^@:(\d+):(\d+): expected complex type: ([A-Za-z_][\w ]*)`)

// respellParts notes the operators that err is about; it reports whether there are new ones.
func (u *Unit) respellParts(err error) bool {
	found := false
	for _, m := range realOperand.FindAllStringSubmatch(err.Error(), -1) {
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		at := u.marked.start(u.markedOffset(row, col))
		if u.parts[at] != "" {
			continue
		}
		if u.parts == nil {
			u.parts = map[int]string{}
		}
		u.parts[at], found = m[3], true
	}
	return found
}

// part respells the operator t.
func (c *compat) part(t token) bool {
	typ := c.parts[t.start]
	if typ == "" {
		return false
	}
	if strings.Contains(c.word(t), "real") {
		c.m.replace(c.text, t.start, t.end, "("+typ+")")
		return true
	}
	imag := "__builtin_cimag" + map[string]string{"long double": "l"}[typ]
	c.used[imag] = true
	c.m.replace(c.text, t.start, t.end, "("+typ+")"+imag+"(")
	c.before[skipBlank(c.text, c.operandEnd(t.end))] += ")"
	return true
}

// operandEnd is where the operand of a prefix operator ends that begins behind at.
func (c *compat) operandEnd(at int) int {
	s := scanner{text: c.text, off: at}
	t := s.next()
	for ; t.kind == tokPunct && strings.Contains("+-!~*&", c.word(t)[:1]) || strings.Trim(c.word(t), "_") == "real" || strings.Trim(c.word(t), "_") == "imag"; t = s.next() {
	}
	return c.postfixEnd(t)
}

// postfixEnd is where the operand ends whose first token is t and which has no prefix operator.
func (c *compat) postfixEnd(t token) int {
	end := t.end
	if c.word(t) == "(" {
		end = attributeEnd(c.text, t.start)
	}
	for {
		next := skipBlank(c.text, end)
		rest := string(c.text[next:min(next+2, len(c.text))])
		switch {
		case strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "["):
			end = attributeEnd(c.text, next)
		case rest == "->":
			end = wordAt(c.text, next+2).end
		case strings.HasPrefix(rest, ".") && rest != "..":
			end = wordAt(c.text, next+1).end
		case rest == "++" || rest == "--":
			end = next + 2
		default:
			return end
		}
	}
}
