// Response files.

package host

import "strings"

// SplitArgs splits a response file's text.
func SplitArgs(s string) []string {
	var args []string
	var cur strings.Builder
	open, quote := false, byte(0)
	flush := func() {
		if open {
			args = append(args, cur.String())
			cur.Reset()
			open = false
		}
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			cur.WriteByte(s[i])
			open = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			cur.WriteByte(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			flush()
		default:
			cur.WriteByte(c)
			open = true
		}
	}
	flush()
	return args
}
