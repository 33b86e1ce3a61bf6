// GNU C's ?: without its middle operand.

package parse

import (
	"bytes"
	"strings"
)

// constantElvis respells "3 ?: y" (GNU C), over which cc stops if the condition is a
// constant: 3 ? 3 : y is the same then.
func (c *compat) constantElvis(t token) {
	if c.text[t.start] != '?' {
		return
	}
	rest := bytes.TrimLeft(c.text[t.end:], " \t\n")
	if !bytes.HasPrefix(rest, []byte(":")) {
		return
	}
	if x := c.constantBefore(c.text[:t.start]); x != "" {
		c.m.replace(c.text, t.end, t.end, x)
	}
}

// constantBefore is the operand that text ends in, if it is the whole of an expression
// of numbers, enumeration constants and operators, perhaps in parentheses.
func (c *compat) constantBefore(text []byte) string {
	text = bytes.TrimRight(text, " \t\n")
	i := len(text)
	if i > 0 && text[i-1] == ')' {
		for depth := 0; i > 0; {
			i--
			if text[i] == ')' {
				depth++
			} else if text[i] == '(' {
				if depth--; depth == 0 {
					break
				}
			}
		}
	} else {
		for i > 0 && (isIdent(text[i-1]) || text[i-1] == '.') {
			i--
		}
	}
	x := string(text[i:])
	if x == "" || strings.ContainsAny(x, "{}[]=\"'#;,?") {
		return ""
	}
	for _, word := range strings.FieldsFunc(x, func(r rune) bool { return r > 127 || !isIdent(byte(r)) }) {
		if word[0] > '9' && !c.enumerators[word] {
			return "" // a variable
		}
	}
	before := bytes.TrimRight(text[:i], " \t\n")
	if len(before) > 0 && strings.IndexByte("(,=;{}?:[", before[len(before)-1]) < 0 &&
		!bytes.HasSuffix(before, []byte("return")) {
		return ""
	}
	return x
}
