package hostc

import (
	"strings"

	"ompcc/lower/cexpr"
	"ompcc/pragma/syntax"
)

// tree is the text of x, an expression of lower's, "" of none.
func (w *writer) tree(x *cexpr.Expr) string { return w.expr(x.String()) }

// expr is a C expression of lower's with the expressions of w.rename put for
// the variables that stand for device storage. Members (after . and ->) and
// literals stay as they are.
func (w *writer) expr(text string) string {
	if len(w.rename)+len(w.groups) == 0 {
		return text
	}
	return renamed(text, func(name string) (string, bool) {
		if e, ok := w.rename[name]; ok {
			return e, true
		}
		e, ok := w.groups[name]
		return e, ok
	})
}

// renamed is a C text with expressions put for names.
func renamed(text string, lookup func(name string) (string, bool)) string {
	var b strings.Builder
	afterDot := false
	for len(text) > 0 {
		n := tokenLen(text)
		tok := text[:n]
		text = text[n:]
		if e, ok := lookup(tok); ok && !afterDot {
			b.WriteString(e)
		} else {
			b.WriteString(tok)
		}
		if strings.TrimSpace(tok) != "" {
			afterDot = tok == "." || tok == "->"
		}
	}
	return b.String()
}

// tokenLen is the length of the C token or white space that s begins with; s is
// not empty.
func tokenLen(s string) int {
	c := s[0]
	switch {
	case c == '"' || c == '\'':
		return syntax.LiteralLen(s)
	case isIdentStart(c):
		return spanLen(s, isIdent)
	case '0' <= c && c <= '9':
		return spanLen(s, func(c byte) bool { return isIdent(c) || c == '.' })
	case strings.HasPrefix(s, "->"):
		return 2
	}
	return 1
}

func isIdentStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func isIdent(c byte) bool { return isIdentStart(c) || '0' <= c && c <= '9' }

func spanLen(s string, in func(byte) bool) int {
	i := 0
	for i < len(s) && in(s[i]) {
		i++
	}
	return i
}
