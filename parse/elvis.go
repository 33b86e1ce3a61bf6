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
	if x := constantBefore(c.text[:t.start]); x != "" {
		c.m.replace(c.text, t.end, t.end, x)
	}
}

// constantBefore is the operand that text ends in, if it is the whole of an expression
// of numbers and operators, perhaps in parentheses.
func constantBefore(text []byte) string {
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
	if x == "" || strings.Trim(x, "0123456789abcdefxABCDEFXuUlL.()+-*/%<>&|^~! \t") != "" || !strings.ContainsAny(x, "0123456789") {
		return ""
	}
	for _, word := range strings.FieldsFunc(x, func(r rune) bool { return !isIdent(byte(r)) }) {
		if word[0] > '9' {
			return "" // a name
		}
	}
	before := bytes.TrimRight(text[:i], " \t\n")
	if len(before) > 0 && strings.IndexByte("(,=;{}?:[", before[len(before)-1]) < 0 && !bytes.HasSuffix(before, []byte("return")) {
		return ""
	}
	return x
}
