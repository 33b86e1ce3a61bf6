// Constants of enumerations in expressions that cc does not evaluate.

package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// An enumeration constant that int can hold has type int (C17 6.4.4.3p2), to cc its
// enumeration's. That shows where the type is taken from such constants alone: typeof(A),
// _Generic(A, …), __auto_type x = A.

// constantOperand gives the enumeration constants of an operand of nothing else but numbers
// and operators their type; it stands between off and one of ends.
func (c *compat) constantOperand(off int, ends string) {
	var names []token
	s := scanner{text: c.text, off: off}
	for t := s.next(); ; t = s.next() {
		switch {
		case t.kind == tokPunct && strings.IndexByte(ends, c.text[t.start]) >= 0:
			for _, n := range names {
				c.used["__builtin_choose_expr"] = true
				c.replaced[n.start] = fmt.Sprintf("__builtin_choose_expr((%[1]s)==(int)(%[1]s),(int)(%[1]s),(%[1]s))",
					c.word(n))
			}
			return
		case t.kind == tokIdent && c.enumerators[c.word(t)] && !c.isVariable(c.word(t)):
			names = append(names, t)
		case t.kind != tokPunct && t.kind != tokNumber || strings.IndexByte("+-*/%&|^~<>=", c.text[t.start]) < 0:
			return
		}
	}
}

// isVariable reports whether something else seems to be declared by the name of an
// enumeration constant somewhere.
func (c *compat) isVariable(name string) bool {
	for _, m := range regexp.MustCompile(`(\w+\s|\*)\s*`+name+`\s*[=;,)\[]`).FindAllSubmatch(c.text, -1) {
		if !statementWords[string(bytes.TrimSpace(m[1]))] {
			return true
		}
	}
	return false
}

// inferred looks at the constant in "__auto_type name = constant;".
func (c *compat) inferred(t token) {
	name := wordAt(c.text, t.end)
	if at := skipBlank(c.text, name.end); at < len(c.text) && c.text[at] == '=' {
		c.constantOperand(at+1, ";,")
	}
}

// selected looks at the constant in "_Generic(constant,".
func (c *compat) selected(t token) {
	if at := skipBlank(c.text, t.end); at < len(c.text) && c.text[at] == '(' {
		c.constantOperand(at+1, ",")
	}
}

// enumeration notes the constants of the enumeration at t, and whether it has an underlying type (C23). Attributes in
// double brackets become GNU's.
func (c *compat) enumeration(t token) {
	at := t.end
	if i := skipBlank(c.text, at); bytes.HasPrefix(c.text[i:], []byte("[[")) {
		at = attributeEnd(c.text, i)
		attribute := strings.Repeat("\n", bytes.Count(c.text[i:at], []byte("\n")))
		if bytes.Contains(c.text[i:at], []byte("packed")) {
			attribute += "__attribute__((packed))"
		}
		c.m.replace(c.text, i, at, attribute)
		c.off = at
	} else if w := wordAt(c.text, at); string(w.text) == "__attribute__" || string(w.text) == "__attribute" {
		if i := bytes.IndexByte(c.text[w.end:], '('); i >= 0 {
			at = attributeEnd(c.text, w.end+i)
		}
	}
	tag := wordAt(c.text, at)
	open := skipBlank(c.text, tag.end)
	if open < len(c.text) && c.text[open] == ':' && c.fixedEnums != nil {
		c.fixedEnums[t.start] = true
	}
	if open >= len(c.text) || c.text[open] != '{' {
		return
	}
	end := attributeEnd(c.text, open)
	if end < open+2 {
		return // it does not end
	}
	for _, e := range SplitCommas(string(c.text[open+1 : end-1])) {
		c.enumerators[string(wordAt([]byte(e), 0).text)] = true
	}
}
