package parse

import (
	"regexp"
	"strconv"
	"strings"
)

// What is respelt only when cc has refused it although the host compiler takes it.

// To cc v == w is an int also where v and w are vectors, of which GNU C takes elements:
// (v == w)[i]. When cc refuses a subscript that the host compiler takes, the text is
// respelt for it, with a pointer: (v == w)[(int *)ElementWord + (i)].

// ElementWord marks the subscripts of vectors that cc takes for integers; it is 0.
const ElementWord = "__ompcc_element"

var noPointer = regexp.MustCompile(`(?m)^@:(\d+):(\d+): one of the expressions shall be a pointer`)

// respellSubscripts notes the subscripts that err is about; it reports whether there are new ones.
func (u *Unit) respellSubscripts(err error) bool {
	found := false
	for _, at := range u.placesOf(noPointer, err) {
		if !u.elements[at] && strings.HasPrefix(string(u.Text[at:]), "[") {
			if u.elements == nil {
				u.elements = map[int]bool{}
			}
			u.elements[at], found = true, true
		}
	}
	return found
}

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

// element respells the subscript that t opens.
func (c *compat) element(t token) {
	if end := attributeEnd(c.text, t.start); c.text[end-1] == ']' {
		c.used[ElementWord] = true
		c.m.replace(c.text, t.end, t.end, "(int*)"+ElementWord+"+(")
		c.before[end-1] += ")"
	}
}
