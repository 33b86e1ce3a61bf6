// Local labels (GNU C).

package parse

import (
	"bytes"
	"fmt"
)

// Local labels (GNU C) belong to their block. To cc all labels of a function are in one scope, so
// those that __label__ declares get names of their own.

// localLabels renames the labels that the declaration at t declares, up to the end of its block.
func (c *compat) localLabels(t token) {
	names := map[string]bool{}
	s := scanner{text: c.text, off: t.end}
	for u := s.next(); u.kind != tokEOF && c.text[u.start] != ';'; u = s.next() {
		if u.kind == tokIdent {
			names[c.word(u)] = true
		}
	}
	s = scanner{text: c.text, off: t.end}
	depth, declaring := 0, true
	var before [2]token
	for u := s.next(); u.kind != tokEOF && depth >= 0; before[1], before[0], u = before[0], u, s.next() {
		switch w := c.word(u); {
		case u.kind == tokPunct && w == "{":
			depth++
		case u.kind == tokPunct && w == "}":
			depth--
		case u.kind == tokPunct && w == ";":
			declaring = false
		case u.kind == tokIdent && names[w] && (declaring || c.isLabel(u, before)):
			c.replaced[u.start] = fmt.Sprintf("%s__ompcc_%d", w, t.start)
		}
	}
}

// isLabel reports whether the name at u, behind the tokens before, is a label's: in goto l, && l, l:.
func (c *compat) isLabel(u token, before [2]token) bool {
	switch p := c.word(before[0]); {
	case p == "goto":
		return true
	case p == "&" && before[0].start > 0 && c.text[before[0].start-1] == '&':
		next := skipBlank(c.text, u.end)
		q := before[1].start - 1
		for q >= 0 && (c.text[q] == ' ' || c.text[q] == '\t' || c.text[q] == '\n') {
			q--
		}
		// A unary && has no operand before it.
		return next < len(c.text) && (q < 0 || !isIdent(c.text[q]) && c.text[q] != ')' && c.text[q] != ']' ||
			bytes.HasSuffix(c.text[:q+1], []byte("return")))
	case p == ";" || p == "{" || p == "}" || p == ":" || p == ")" || p == "else":
		next := skipBlank(c.text, u.end)
		return next < len(c.text) && c.text[next] == ':'
	}
	return false
}
