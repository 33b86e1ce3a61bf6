package parse

import (
	"bytes"
	"regexp"
	"strings"
)

// A function whose result is a function's address names parameters twice, in
// int (*choose(int a))(int a) { … }, in scopes of their own (C17 6.2.1p4) which are one to cc.

// resultParameters renames the parameters of a definition's result type, if t opens them.
func (c *compat) resultParameters(t token) {
	if c.depth != 0 || c.text[t.start] != '(' || c.word(c.prevs[0]) != ")" || c.word(c.prevs[1]) != ")" {
		return
	}
	end := attributeEnd(c.text, t.start)
	if !c.beginsBody(end) {
		return
	}
	s := scanner{text: c.text, off: t.end}
	before := t
	for name := s.next(); name.end < end; before, name = name, s.next() {
		if name.kind == tokIdent && c.declares(before, name) {
			c.replaced[name.start] = c.word(name) + "__ompcc_result"
		}
	}
}

// declares reports whether name, behind before, is a parameter's: behind a type or a star,
// and at the end of a declarator or before its brackets.
func (c *compat) declares(before, name token) bool {
	w := c.word(before)
	if before.kind == tokPunct && w != "*" || qualifierWords[w] || w == "struct" || w == "union" || w == "enum" {
		return false
	}
	after := skipBlank(c.text, name.end)
	return after < len(c.text) && bytes.IndexByte([]byte(",)["), c.text[after]) >= 0
}

// beginsBody reports whether nothing but the rest of a declarator stands between at and a brace.
func (c *compat) beginsBody(at int) bool {
	for {
		at = skipBlank(c.text, at)
		if at >= len(c.text) {
			return false
		}
		switch c.text[at] {
		case '{':
			return true
		case ')':
			at++
		case '(', '[':
			at = attributeEnd(c.text, at)
		default:
			return false
		}
	}
}

// cc does not take volatile in front of a function, in volatile int *port(void), but in a typeof.

// volatileFunction is cc's own message, with its word for what it does not do.
var volatileFunction = regexp.MustCompile(`(?m)^TODO @:(\d+):(\d+): \*cc\.FunctionType`)

// respellResults notes the types of the functions that err is about; it reports whether there are new ones.
func (u *Unit) respellResults(err error) bool {
	found := false
	for _, end := range u.placesOf(volatileFunction, err) {
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
