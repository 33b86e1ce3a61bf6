package parse

import (
	"bytes"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// packedEnum gives a packed enumeration its underlying type in C23's form,
// enum tag : type, since cc loses the attribute where there is a tag, and does
// not take it in front of one.
func (c *compat) packedEnum(t token) {
	at := t.end
	before := ""
	if i := skipBlank(c.text, at); bytes.HasPrefix(c.text[i:], []byte("[[")) {
		at = attributeEnd(c.text, i)
		before = string(c.text[i:at])
	} else if w := wordAt(c.text, at); string(w.text) == "__attribute__" || string(w.text) == "__attribute" {
		if i := bytes.IndexByte(c.text[w.end:], '('); i >= 0 {
			at = attributeEnd(c.text, w.end+i)
			before = string(c.text[t.end:at])
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
	after := ""
	if w := wordAt(c.text, end); strings.HasPrefix(string(w.text), "__attribute") {
		if i := bytes.IndexByte(c.text[w.end:], '('); i >= 0 {
			after = string(c.text[w.end:attributeEnd(c.text, w.end+i)])
		}
	}
	underlying := ""
	if strings.Contains(before+after, "packed") {
		if underlying = smallestType(string(c.text[open+1 : end-1])); underlying == "" {
			underlying = c.packedEnums[t.start]
		}
		if underlying == "" {
			c.packedEnums[t.start] = "" // the values are known when the text has been translated
		}
	}
	if before == "" && underlying == "" {
		return
	}
	name := string(c.text[at:tag.end])
	if underlying != "" {
		name += " : " + underlying
	}
	lines := strings.Repeat("\n", bytes.Count(c.text[t.end:at], []byte("\n")))
	c.m.replace(c.text, t.end, tag.end, lines+name)
	c.off = tag.end
}

// smallestType is the smallest integer type for the enumerators of list, "" if
// their values are not written as plain numbers.
func smallestType(list string) string {
	lo, hi, next := int64(0), int64(0), int64(0)
	for _, e := range SplitCommas(list) {
		name, value, given := strings.Cut(e, "=")
		if strings.TrimSpace(name) == "" {
			continue
		}
		if given {
			v, err := strconv.ParseInt(strings.TrimRight(strings.ReplaceAll(strings.TrimSpace(value), "- ", "-"), "uUlL"), 0, 64)
			if err != nil {
				return ""
			}
			next = v
		}
		lo, hi = min(lo, next), max(hi, next)
		next++
	}
	return rangeType(lo, hi)
}

// rangeType is the smallest integer type that holds lo and hi.
func rangeType(lo, hi int64) string {
	for _, t := range []struct {
		bits int
		name string
	}{{8, "char"}, {16, "short"}, {32, "int"}, {64, "long"}} {
		switch {
		case lo >= 0 && (t.bits == 64 || hi < 1<<t.bits):
			return "unsigned " + t.name
		case lo >= -1<<(t.bits-1) && hi < 1<<(t.bits-1):
			return "signed " + t.name
		}
	}
	return ""
}

// settlePacked notes the types of the packed enumerations whose values are no numbers in the text, of which cc
// knows the values now; it reports whether there are any.
func (u *Unit) settlePacked(ast *cc.AST) bool {
	found := false
	for tu := ast.TranslationUnit; tu != nil && len(u.packedEnums) > 0; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			e, ok := n.(*cc.EnumSpecifier)
			if !ok || e.Case != cc.EnumSpecifierDef || nodeOffset(e) < 0 {
				return true
			}
			at := u.marked.start(nodeOffset(e))
			t, ok := e.Type().(*cc.EnumType)
			if old, pending := u.packedEnums[at]; ok && pending && old == "" {
				u.packedEnums[at], found = rangeType(t.Min(), int64(min(t.Max(), 1<<63-1))), true
			}
			return true
		})
	}
	return found
}
