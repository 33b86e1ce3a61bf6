package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// C23 (6.7.10) lets a variable length array be initialised by empty braces, which cc does not. Where
// cc has refused one, a declarator behind the array's clears its bytes:
// int a[n], (*__ompcc_cleared7)[1] = (memset(a, 0, sizeof a), (void *)0).

// variableInitialised is cc's message, with its spelling.
var variableInitialised = regexp.MustCompile(`(?m)^@:(\d+):(\d+): cannot initalize a variable length array`)

// respellCleared notes the empty braces that err is about; it reports whether there are new ones.
func (u *Unit) respellCleared(err error) bool {
	found := false
	for _, at := range u.placesOf(variableInitialised, err) {
		if at >= len(u.Text) || u.Text[at] != '{' {
			continue
		}
		if end := skipBlank(u.Text, at+1); end >= len(u.Text) || u.Text[end] != '}' {
			continue
		}
		equal := bytes.LastIndexByte(u.Text[:at], '=')
		if equal < 0 || u.cleared[equal] || len(bytes.TrimSpace(u.Text[equal+1:at])) > 0 {
			continue
		}
		if u.cleared == nil {
			u.cleared = map[int]bool{}
		}
		u.cleared[equal], found = true, true
	}
	return found
}

// clear respells the empty initialiser that t, its equals sign, begins.
func (c *compat) clear(t token) bool {
	if !c.cleared[t.start] {
		return false
	}
	name := arrayName(c.text[:t.start])
	end := bytes.IndexByte(c.text[t.start:], '}')
	if name == "" || end < 0 {
		return false
	}
	end += t.start + 1
	c.used["__builtin_memset"] = true
	lines := strings.Repeat("\n", bytes.Count(c.text[t.start:end], []byte("\n")))
	c.m.replace(c.text, t.start, end, fmt.Sprintf(",(*__ompcc_cleared%d)[1]=(__builtin_memset((void*)%s,0,sizeof %[2]s),(void*)0)%s", t.start, name, lines))
	c.off = end
	return true
}

// arrayName is the name of the array whose declarator text ends with.
func arrayName(text []byte) string {
	text = bytes.TrimRight(text, " \t\n")
	for bytes.HasSuffix(text, []byte("]")) {
		depth, at := 0, len(text)-1
		for ; at >= 0; at-- {
			if text[at] == ']' {
				depth++
			} else if text[at] == '[' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		text = bytes.TrimRight(text[:max(at, 0)], " \t\n")
	}
	start := len(text)
	for start > 0 && isIdent(text[start-1]) {
		start--
	}
	return string(text[start:])
}
