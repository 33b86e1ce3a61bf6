package parse

import (
	"bytes"
	"regexp"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// ++ and -- of complex numbers (GNU C) are refused by cc. ++z is (z+=1) for it, and z++ is
// (__ompcc_old,z+=1), whose value is that of z before.

// OldWord stands before an assignment of which the value is that of its left side before.
const OldWord = "__ompcc_old"

// stepRefused and stepBehind are cc's messages about the operand of an operator in front of it and behind it.
var (
	stepRefused = regexp.MustCompile(`(?m)^@:(\d+):(\d+): operand shall have real or pointer type`)
	stepBehind  = regexp.MustCompile(`(?m)^@:(\d+):(\d+): invalid operand: \w`)
)

// step is what stands in the place of length bytes.
type step struct {
	length int
	text   string
}

// respellSteps notes the operators that err is about; it reports whether there are new ones.
func (u *Unit) respellSteps(err error) bool {
	known := len(u.steps)
	c := &compat{text: u.Text}
	for _, at := range u.placesOf(stepRefused, err) {
		if op := len(bytes.TrimRight(u.Text[:at], " \t\n")) - 2; op >= 0 {
			u.noteStep(op, op, skipBlank(u.Text, c.operandEnd(at)), "((")
		}
	}
	for _, at := range u.placesOf(stepBehind, err) {
		first := (&scanner{text: u.Text, off: at}).next()
		if op := c.postfixEnd(first) - 2; op > at {
			u.noteStep(op, at, op, "("+OldWord+",(")
		}
	}
	return len(u.steps) > known
}

// noteStep notes that open begins, at start, the assignment that the operator at op is, and that it ends at end.
func (u *Unit) noteStep(op, start, end int, open string) {
	sign := string(u.Text[op : op+2])
	if sign != "++" && sign != "--" {
		return
	}
	if u.steps == nil {
		u.steps = map[int]step{}
	}
	u.steps[start] = step{text: open}
	u.steps[end] = step{text: ")" + sign[:1] + "=1)"}
	s := u.steps[op]
	s.length = len(sign)
	u.steps[op] = s
}

// step respells the operator that t begins, or puts a part of the assignment in front of t; true: t is respelt.
func (c *compat) step(t token) bool {
	s, ok := c.steps[t.start]
	if !ok {
		return false
	}
	c.used[OldWord] = true
	c.m.replace(c.text, t.start, t.start+s.length, s.text)
	if s.length == 0 {
		return false
	}
	c.off = t.start + s.length
	return true
}

// OldValue is the assignment by which n, z++ or z-- of a complex number, is spelt; nil if n is something else.
func OldValue(n *cc.ExpressionList) *cc.AssignmentExpression {
	p, ok := ctree.Strip(n.AssignmentExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent || p.Token.SrcStr() != OldWord || n.ExpressionList == nil {
		return nil
	}
	a, _ := ctree.Strip(n.ExpressionList).(*cc.AssignmentExpression)
	return a
}
