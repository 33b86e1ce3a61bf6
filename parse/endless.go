// Text over which cc's parser comes to no end.

package parse

import (
	"bytes"
	"fmt"

	"ompcc/parse/diag"
)

// cc gives one element after the other the same initialiser, without end, where the elements
// have no members that could take it: in struct undefined list[] = {1}, in int a[][0] = {1}.

// memberless finds such arrays.
type memberless struct {
	scanner
	members map[string]bool   // whether a structure has members
	aliases map[string]string // the structures that typedef names
	arrays  []memberlessArray
}

type memberlessArray struct {
	typ string // "" if the elements are arrays of length 0
	at  token  // the array's name
}

// Endless reports whether the C parser may come to no end over the unit's text.
func (u *Unit) Endless() bool {
	_, found := u.memberlessArray()
	return found
}

// memberlessArray finds the first array without members that has an initialiser.
func (u *Unit) memberlessArray() (token, bool) {
	m := &memberless{scanner: scanner{text: u.Text}, members: map[string]bool{}, aliases: map[string]string{}}
	m.scan()
	for _, a := range m.arrays {
		if a.typ == "" || !m.members[a.typ] {
			return a.at, true
		}
	}
	return token{}, false
}

func (m *memberless) word(t token) string { return string(m.text[t.start:t.end]) }

func (m *memberless) scan() {
	typedef := false
	for t := m.next(); t.kind != tokEOF; t = m.next() {
		w := m.word(t)
		switch {
		case w == "struct" || w == "union":
			m.structure(typedef)
		case w == "[":
			m.array("", t, t)
		case m.aliases[w] != "":
			m.declared(m.aliases[w], false, m.next())
		}
		typedef = w == "typedef" || typedef && t.kind == tokIdent && qualifierWords[w]
	}
}

// structure reads what follows struct or union: a tag, members, and what is declared.
func (m *memberless) structure(typedef bool) {
	typ := ""
	t := m.next()
	for t.kind == tokIdent && bytes.HasPrefix(m.text[t.start:], []byte("__attribute")) {
		m.off = attributeEnd(m.text, m.next().start)
		t = m.next()
	}
	if t.kind == tokIdent {
		typ = "struct " + m.word(t)
		t = m.next()
	}
	if t.kind == tokPunct && m.text[t.start] == '{' {
		if typ == "" {
			typ = fmt.Sprint("struct at ", t.start)
		}
		m.members[typ] = m.body() || m.members[typ]
		t = m.next()
	}
	m.declared(typ, typedef, t)
}

// declared looks at what token t, behind type typ, declares.
func (m *memberless) declared(typ string, typedef bool, t token) {
	if t.kind != tokIdent || typ == "" {
		m.off = t.start
		return
	}
	switch open := m.next(); {
	case m.word(open) == "[":
		m.array(typ, t, open)
	case typedef && m.word(open) == ";":
		m.aliases[m.word(t)] = typ
	default:
		m.off = open.start
	}
}

// body reads to the end of a structure and reports whether it has members.
func (m *memberless) body() bool {
	end := attributeEnd(m.text, m.off-1)
	has := false
	before := token{}
	for t := m.next(); t.end < end; before, t = t, m.next() {
		if m.word(t) == ";" && before.kind != tokNumber {
			has = true
		}
	}
	m.off = end
	return has
}

// array reads the brackets behind an array's name and notes it if its list of initialisers
// has a plain one, where the elements may have no members.
func (m *memberless) array(typ string, name, open token) {
	first := m.off
	m.off = attributeEnd(m.text, open.start)
	dims, empty := 1, false
	t := m.next()
	for m.word(t) == "[" {
		end := attributeEnd(m.text, t.start)
		empty = empty || string(bytes.TrimSpace(m.text[t.end:end-1])) == "0"
		m.off = end
		t = m.next()
		dims++
	}
	brace := m.next()
	if m.word(t) != "=" || m.word(brace) != "{" || !m.plain(dims) {
		m.off = first
		return
	}
	m.off = brace.end
	switch {
	case empty:
		m.arrays = append(m.arrays, memberlessArray{at: open})
	case typ != "":
		m.arrays = append(m.arrays, memberlessArray{typ: typ, at: name})
	}
}

// plain reads the list of initialisers of an array with dims dimensions, behind its first brace,
// up to one that is an element's and has no braces, and reports whether there is one.
func (m *memberless) plain(dims int) bool {
	depth := 1
	for depth > 0 {
		t := m.next()
		if w := m.word(t); w == "[" || w == "." {
			t = m.designated(t)
		}
		switch w := m.word(t); {
		case w == "{" && depth < dims:
			depth++
			continue
		case w == "{":
			m.off = attributeEnd(m.text, t.start)
		case w == "}":
			depth--
		case t.kind == tokEOF:
			return false
		default:
			return true
		}
		if t = m.next(); m.word(t) != "," {
			m.off = t.start
		}
	}
	return false
}

// designated reads a designation that begins with t and returns the first token of its initialiser.
func (m *memberless) designated(t token) token {
	for {
		switch m.word(t) {
		case "[":
			m.off = attributeEnd(m.text, t.start)
		case ".":
			m.next()
		case "=":
			return m.next()
		default:
			return t
		}
		t = m.next()
	}
}

// reportMemberless explains an array over which cc does not come to an end.
func (u *Unit) reportMemberless(at token, diags *diag.List) {
	diags.Errorf(diag.Span{Pos: u.Pos(at.start), Len: at.end - at.start}, diag.C,
		"the elements of this array have no members that its initialisers could be for").
		WithFix("remove the initialisers")
}
