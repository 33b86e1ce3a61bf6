package parse

import (
	"fmt"
	"regexp"
	"strings"
)

// clang gives elements of vectors names, v.x for v[0], which cc does not know. Where cc has refused one that the host
// compiler takes, the text is respelt as the subscript. Several elements at once (v.xyz) stay refused.

// noStructure is cc's message.
var noStructure = regexp.MustCompile(`(?m)^@:(\d+):(\d+): expected a struct or union`)

// componentIndex is the element that clang calls name, -1 if it is none or several.
func componentIndex(name string) int {
	switch {
	case len(name) == 1:
		if i := strings.IndexByte("xyzw", name[0]); i >= 0 {
			return i
		}
		return strings.IndexByte("rgba", name[0])
	case len(name) == 2 && (name[0] == 's' || name[0] == 'S'):
		return strings.IndexByte("0123456789abcdef", strings.ToLower(name)[1])
	}
	return -1
}

// respellComponents notes the members that err is about; it reports whether there are new ones.
func (u *Unit) respellComponents(err error) bool {
	found := false
	for _, at := range u.placesOf(noStructure, err) {
		if u.components[at] || at >= len(u.Text) || u.Text[at] != '.' || componentIndex(string(wordAt(u.Text, at+1).text)) < 0 {
			continue
		}
		if u.components == nil {
			u.components = map[int]bool{}
		}
		u.components[at], found = true, true
	}
	return found
}

// component respells the member that t, its dot, begins.
func (c *compat) component(t token) bool {
	if !c.components[t.start] {
		return false
	}
	name := wordAt(c.text, t.end)
	c.m.replace(c.text, t.start, name.end, fmt.Sprintf("[%d]", componentIndex(string(name.text))))
	c.off = name.end
	return true
}

// manyComponents matches a member of several of a vector's elements.
var manyComponents = regexp.MustCompile(`^\.\s*([xyzw]{2,4}|[rgba]{2,4}|[sS][0-9a-fA-F]{2,16}|lo|hi|even|odd)\b`)
