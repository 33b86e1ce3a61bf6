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
	for _, m := range noPointer.FindAllStringSubmatch(err.Error(), -1) {
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		off := u.markedOffset(row, col)
		if e, _ := u.marked.editAt(off); e != nil {
			continue // of a directive
		}
		if at := u.marked.start(off); !u.elements[at] && strings.HasPrefix(string(u.Text[at:]), "[") {
			if u.elements == nil {
				u.elements = map[int]bool{}
			}
			u.elements[at], found = true, true
		}
	}
	return found
}

// element respells the subscript that t opens.
func (c *compat) element(t token) {
	if end := attributeEnd(c.text, t.start); c.text[end-1] == ']' {
		c.used[ElementWord] = true
		c.m.replace(c.text, t.end, t.end, "(int*)"+ElementWord+"+(")
		c.before[end-1] += ")"
	}
}

// cc does not take volatile in front of a function, in volatile int *port(void), but in a typeof.

var volatileFunction = regexp.MustCompile(`(?m)^TODO @:(\d+):(\d+): \*cc\.FunctionType`)

// respellResults notes the types of the functions that err is about; it reports whether there are new ones.
func (u *Unit) respellResults(err error) bool {
	found := false
	for _, m := range volatileFunction.FindAllStringSubmatch(err.Error(), -1) {
		row, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		off := u.markedOffset(row, col)
		if e, _ := u.marked.editAt(off); e != nil {
			continue
		}
		end := u.marked.start(off)
		if start, ok := u.specifiers(end); ok && u.results[start] == 0 {
			if u.results == nil {
				u.results = map[int]int{}
			}
			u.results[start], found = end, true
		}
	}
	return found
}

// specifiers finds where the type begins that ends before the declarator at end: behind the
// storage class. ok is false if there is more than words.
func (u *Unit) specifiers(end int) (start int, ok bool) {
	s := scanner{text: u.Text, off: 1 + strings.LastIndexAny(string(u.Text[:end]), ";{}")}
	start = -1
	for t := s.next(); t.start < end; t = s.next() {
		switch {
		case t.kind == tokHash:
		case t.kind != tokIdent:
			return 0, false
		case start < 0 && !storageWords[string(u.Text[t.start:t.end])]:
			start = t.start
		}
	}
	return start, start >= 0
}

var storageWords = makeSet("static", "extern", "inline", "__inline", "__inline__", "_Noreturn", "__extension__")

// result respells the type of a function that t begins.
func (c *compat) result(t token) bool {
	end := c.results[t.start]
	if end == 0 {
		return false
	}
	c.m.replace(c.text, t.start, end, "__typeof__(*("+c.respell(string(c.text[t.start:end]))+"*)0) ")
	c.off = end
	return true
}
