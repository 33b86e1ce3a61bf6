// C23's attributes in double brackets other than OpenMP's.

package parse

import (
	"bytes"
	"strings"
)

// Attributes in double brackets (C23 6.7.12) that have an effect on what is translated
// become attributes of GNU C for cc; the others it does not need.

// effective are the attributes of gcc and clang that change types, objects or functions.
var effective = makeSet("packed", "aligned", "vector_size", "ext_vector_type", "mode", "weak", "alias", "noinline",
	"always_inline",
	"transparent_union", "cleanup", "scalar_storage_order", "ms_struct", "noreturn", "gnu_inline", "weakref", "ifunc")

// opensAttributes reports whether t is the first of two brackets.
func (c *compat) opensAttributes(t token) bool {
	return c.text[t.start] == '[' && t.end < len(c.text) && c.text[t.end] == '['
}

// doubleBracket respells the attribute list that t opens.
func (c *compat) doubleBracket(t token) {
	end := attributeEnd(c.text, t.start)
	s := ""
	if c.word(c.prevs[0]) != "}" { // there gcc ignores it: the type is complete
		s = gnuAttributes(string(c.text[t.start:end]))
	}
	if s != "" && c.prevs[0].kind == tokIdent {
		s = c.afterDeclarator(end, s)
	}
	c.m.replace(c.text, t.start, end, s+strings.Repeat("\n", bytes.Count(c.text[t.start:end], []byte("\n"))))
	c.off = end
}

// afterDeclarator puts attributes that stand between a name, which ends at end, and its parameters or
// bounds behind these, where GNU C has them; else it gives them back. The definition of a function can do
// without those that names have in practice, noinline and its like.
func (c *compat) afterDeclarator(end int, attributes string) string {
	at, last := skipBlank(c.text, end), 0
	for at < len(c.text)-1 && (c.text[at] == '(' || c.text[at] == '[' && c.text[at+1] != '[') {
		last = attributeEnd(c.text, at)
		at = skipBlank(c.text, last)
	}
	if last == 0 {
		return attributes
	}
	if c.text[at] != '{' {
		c.after[last-1] += " " + attributes
	}
	return ""
}

// gnuAttributes are the effective attributes of "[[ … ]]" in GNU C's form.
func gnuAttributes(list string) string {
	inner := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(list, "[["), "]]"))
	namespace := ""
	if rest, ok := strings.CutPrefix(inner, "using "); ok {
		if namespace, rest, ok = strings.Cut(rest, ":"); ok {
			inner = rest
		}
	}
	var names []string
	for _, a := range SplitCommas(inner) {
		vendor, name, ok := strings.Cut(a, "::")
		if !ok {
			vendor, name = namespace, a
		}
		base, _, _ := strings.Cut(name, "(")
		if vendor = strings.Trim(vendor, " _"); (vendor == "gnu" || vendor == "clang" || vendor == "Clang") &&
			effective[strings.Trim(base, " _")] {
			names = append(names, strings.TrimSpace(name))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "__attribute__((" + strings.Join(strings.Fields(strings.Join(names, ", ")), " ") + "))"
}

// enumeration makes attributes in double brackets of the enumeration at t GNU's.
func (c *compat) enumeration(t token) {
	i := skipBlank(c.text, t.end)
	if !bytes.HasPrefix(c.text[i:], []byte("[[")) {
		return
	}
	at := attributeEnd(c.text, i)
	attribute := strings.Repeat("\n", bytes.Count(c.text[i:at], []byte("\n")))
	if bytes.Contains(c.text[i:at], []byte("packed")) {
		attribute += "__attribute__((packed))"
	}
	c.m.replace(c.text, i, at, attribute)
	c.off = at
}
