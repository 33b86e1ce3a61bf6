// auto with an inferred type (C23).

package parse

import (
	"fmt"
	"regexp"
	"strings"

	"ompcc/parse/pattern"
)

// isInferred reports whether a name and = follow, after qualifiers: the type is the
// initialiser's (C23 6.7.10).
func (c *compat) isInferred(t token) bool {
	_, init := c.inferredName(t)
	return init >= 0
}

// inferredName is the name that "auto" at t declares, and where its initialiser begins, -1 if there is none.
func (c *compat) inferredName(t token) (name word, init int) {
	name = wordAt(c.text, t.end)
	for qualifierWords[string(name.text)] {
		name = wordAt(c.text, name.end)
	}
	at := skipBlank(c.text, name.end)
	if len(name.text) == 0 || at >= len(c.text) || c.text[at] != '=' {
		return name, -1
	}
	return name, at + 1
}

// inferType respells the keyword at t, which takes the type from the initialiser. cc knows "__auto_type name =
// init;" alone as a statement. Beside other specifiers, and in the head of a loop, __auto_type becomes the type of
// the initialiser as a value.
func (c *compat) inferType(t token) {
	before := c.word(c.prevs[0])
	name, init := c.inferredName(t)
	if plain := wordAt(c.text, t.end).end == name.end; plain &&
		(before == ";" || before == "{" || before == "}" || before == ":") || init < 0 {
		c.m.replace(c.text, t.start, t.end, "__auto_type")
		return
	}
	value := c.respell(oneLine(c.initialiser(init)))
	c.m.replace(c.text, t.start, t.end, "__typeof__(1?("+value+"):("+value+"))")
}

// initialiser is the text of an initialiser that begins at off.
func (c *compat) initialiser(off int) string {
	s := scanner{text: c.text, off: off}
	depth := 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokPunct {
			continue
		}
		switch c.text[t.start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return string(c.text[off:t.start])
			}
		case ',', ';':
			if depth == 0 {
				return string(c.text[off:t.start])
			}
		}
	}
	return string(c.text[off:])
}

var scalarSpecifiers = pattern.New(`^[\w\s]+$`)

// constexpr notes a named constant of scalar type (C23 6.6): where its name stands, cc sees its
// value, since to cc a variable is not a constant. Names that are declared elsewhere too are left alone.
func (c *compat) constexpr(t token) {
	s := scanner{text: c.text, off: t.end}
	last := token{}
	for u := s.next(); u.kind == tokIdent; u = s.next() {
		last = u
	}
	init := skipBlank(c.text, last.end)
	if last.end == 0 || init >= len(c.text) || c.text[init] != '=' {
		return
	}
	name, specifiers := c.word(last), string(c.text[t.end:last.start])
	if !scalarSpecifiers().MatchString(specifiers) || strings.Contains(specifiers, "struct") ||
		strings.Contains(specifiers, "union") {
		return
	}
	value := oneLine(c.initialiser(init + 1))
	if trimmed := strings.TrimSpace(value); trimmed == "" || trimmed[0] == '{' || trimmed[0] == '"' ||
		len(regexp.MustCompile(`\w\s+\**\s*`+name+`\s*[=;,)\[]`).
			FindAllIndex(c.text, -1)) != 1+len(regexp.MustCompile(`\b(return|case)\s+`+name+`\s*[=;,)\[]`).
			FindAllIndex(c.text, -1)) {
		return
	}
	typ := strings.TrimSpace(strings.Join(strings.Fields(strings.NewReplacer("static ", "", "const ", "", "register ",
		"").Replace(specifiers+" ")), " "))
	if typ == "auto" {
		typ = "__typeof__(" + c.respell(value) + ")"
	}
	if c.constants == nil {
		c.constants = map[string]string{}
	}
	c.later = append(c.later,
		namedConstant{init + 1 + len(c.initialiser(init+1)), name,
			fmt.Sprintf("((%s)(%s))", c.respell(typ), c.respell(value))})
}

// namedConstant is known behind its declaration.
type namedConstant struct {
	from        int
	name, value string
}

// constantValue is what stands for the named constant at t, "" where it is none or its address is taken.
func (c *compat) constantValue(t token, w string) string {
	for len(c.later) > 0 && c.later[0].from <= t.start {
		c.constants[c.later[0].name] = c.later[0].value
		c.later = c.later[1:]
	}
	s := c.constants[w]
	if s == "" || c.isMember() {
		return ""
	}
	if c.word(c.prevs[0]) == "&" {
		if p := c.prevs[1]; p.kind == tokPunct && c.word(p) != ")" && c.word(p) != "]" || statementWords[c.word(p)] ||
			expressionWords[c.word(p)] {
			return ""
		}
	}
	return s
}
