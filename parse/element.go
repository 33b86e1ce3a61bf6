package parse

import (
	"regexp"
	"strconv"
	"strings"
)

// What is respelt only when cc has refused it although the host compiler takes it.

// To cc sizeof(0, s) is the size of s as declared, which an array parameter char s[] does not have; it has become a pointer (C17 6.3.2.1p3,
// 6.7.6.3p7). When cc refuses the operand that the host compiler takes, it is respelt as ((void*)(0, s)).
var sizeRefused = regexp.MustCompile(`(?m)^@:(\d+):(\d+): sizeof incomplete type: array`)

// respellOperands notes the operands of sizeof that err is about; it reports whether there are new ones.
func (u *Unit) respellOperands(err error) bool {
	found := false
	for _, at := range u.placesOf(sizeRefused, err) {
		if !u.operands[at] && strings.HasPrefix(string(u.Text[at:]), "(") {
			if u.operands == nil {
				u.operands = map[int]bool{}
			}
			u.operands[at], found = true, true
		}
	}
	return found
}

// operand respells the operand of sizeof that t opens.
func (c *compat) operand(t token) {
	if end := attributeEnd(c.text, t.start); c.text[end-1] == ')' {
		c.m.replace(c.text, t.start, t.start, "((void*)")
		c.after[end-1] += ")"
	}
}

// placesOf are the places in the text that the messages of a form in err are about, but
// for those in directives.
func (u *Unit) placesOf(form *regexp.Regexp, err error) (places []int) {
	for _, m := range form.FindAllStringSubmatch(err.Error(), -1) {
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		off := u.markedOffset(row, col)
		if e, _ := u.marked.editAt(off); e == nil || e.pragma == nil {
			places = append(places, u.marked.start(off))
		}
	}
	return places
}
