// Parameters in the type of a function's result.

package parse

import (
	"bytes"
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
