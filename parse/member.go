package parse

import (
	"bytes"
	"slices"
	"strings"
)

// Members of anonymous structures and unions. For x.c where c is a member of an
// anonymous member of x's type (C11 6.7.2.1), cc looks into members that have names
// too, and takes the first c in them. So a structure whose anonymous members
// have a name that occurs in other structures repeats these members, where cc finds them first:
// at its end, but before a flexible array member, between members called RepeatedWord and
// RepeatedEnd. Whoever walks over a structure's members leaves these out.

// RepeatedWord and RepeatedEnd are the members between which a structure repeats members of its
// anonymous ones.
const (
	RepeatedWord = "__ompcc_repeated"
	RepeatedEnd  = "__ompcc_repeated_end"
)

// memberList is what stands between the braces of a structure or union.
type memberList struct {
	end     int // offset of the closing brace
	members []memberDecl
}

// memberDecl is one declaration in it.
type memberDecl struct {
	start, end int // without the semicolon
	names      []string
	anonymous  *memberList // of an anonymous structure or union
	flexible   bool        // ends in []
}

// repeatedMembers says what has to be put before the token at an offset.
func repeatedMembers(text []byte) map[int]string {
	if !bytes.Contains(text, []byte("struct")) {
		return nil
	}
	var lists []*memberList
	s := scanner{text: text}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokIdent && aggregateWords[string(text[t.start:t.end])] {
			if open := bodyOf(text, t.end); open >= 0 {
				s.off = open + 1
				readMembers(&s, &lists)
			}
		}
	}
	uses := map[string]int{}
	for _, l := range lists {
		for _, d := range l.members {
			for _, n := range d.names {
				uses[n]++
			}
		}
	}
	var r map[int]string
	for _, l := range lists {
		if len(l.members) < 2 {
			continue
		}
		var b strings.Builder
		for _, d := range l.members {
			if d.anonymous != nil {
				d.anonymous.repeat(text, uses, &b)
			}
		}
		if b.Len() > 0 {
			if r == nil {
				r = map[int]string{}
			}
			at := l.end
			if last := l.members[len(l.members)-1]; last.flexible {
				at = last.start
			}
			r[at] = "int " + RepeatedWord + ";" + b.String() + "int " + RepeatedEnd + ";"
		}
	}
	return r
}

// repeat writes those declarations of an anonymous member that have names which others use.
func (l *memberList) repeat(text []byte, uses map[string]int, b *strings.Builder) {
	for _, d := range l.members {
		switch {
		case d.anonymous != nil:
			d.anonymous.repeat(text, uses, b)
		case slices.ContainsFunc(d.names, func(n string) bool { return uses[n] > 1 }):
			b.WriteString(redeclared(text[d.start:d.end]))
			b.WriteByte(';')
		}
	}
}

var aggregateWords = makeSet("struct", "union")

// bodyOf is the place of the opening brace that defines the structure whose keyword
// ends at off, -1 if there is none.
func bodyOf(text []byte, off int) int {
	s := scanner{text: text, off: off}
	for tag := false; ; {
		switch t := s.next(); {
		case t.kind == tokPunct && text[t.start] == '{':
			return t.start
		case t.kind == tokIdent && strings.HasPrefix(string(text[t.start:t.end]), "__attribute"):
			open := s.next()
			if open.kind != tokPunct {
				return -1
			}
			s.off = attributeEnd(text, open.start)
		case t.kind == tokIdent && !tag:
			tag = true
		default:
			return -1
		}
	}
}

// readMembers reads the declarations up to the closing brace, and puts their list,
// and those of structures inside of them, into lists.
func readMembers(s *scanner, lists *[]*memberList) *memberList {
	l := &memberList{}
	*lists = append(*lists, l)
	for {
		d, more := readMember(s, lists)
		if d.end > d.start {
			l.members = append(l.members, d)
		}
		if !more {
			l.end = d.end
			return l
		}
	}
}

// readMember reads one declaration; more is false where the list ends after it.
func readMember(s *scanner, lists *[]*memberList) (d memberDecl, more bool) {
	text := s.text
	var body *memberList
	var toks []token // of the declarators, and of the specifiers before them
	d.start = -1
	for {
		t := s.next()
		if d.start < 0 {
			d.start = t.start
		}
		w := string(text[t.start:t.end])
		switch {
		case t.kind == tokHash:
			if d.start == t.start {
				d.start = -1
			}
			continue
		case t.kind == tokEOF || w == ";" || w == "}":
			d.end = t.start
			d.names = declaredNames(text, toks)
			if n := len(toks); n > 2 {
				d.flexible = text[toks[n-2].start] == '[' && text[toks[n-1].start] == ']'
			}
			if body != nil && len(d.names) == 0 {
				d.anonymous = body
			}
			return d, w == ";"
		case strings.HasPrefix(w, "__attribute") || typeofWords[w] || w == "_Alignas" || w == "alignas" || w == "__extension__" || w == "_Atomic":
			if open := skipBlank(text, t.end); open < len(text) && text[open] == '(' {
				s.off = attributeEnd(text, open)
			}
			continue
		case aggregateWords[w]:
			if open := bodyOf(text, t.end); open >= 0 {
				s.off = open + 1
				body = readMembers(s, lists)
				toks = nil
				continue
			}
		case w == "enum":
			if open := bodyOf(text, t.end); open >= 0 {
				s.off = attributeEnd(text, open)
				toks = nil
				continue
			}
		}
		toks = append(toks, t)
	}
}

// declaredNames are the names that the tokens of a declaration without the bodies of
// structures declare: the last word of each declarator before its suffixes.
func declaredNames(text []byte, toks []token) []string {
	var names []string
	name, depth, done := "", 0, false
	flush := func() {
		if name != "" {
			names = append(names, name)
		}
		name, done = "", false
	}
	for i, t := range toks {
		if t.kind == tokIdent && !done {
			name = string(text[t.start:t.end])
			continue
		}
		if t.kind != tokPunct {
			continue
		}
		switch text[t.start] {
		case '(':
			depth++
			// (*name)(…) and name(…): what follows a name in parentheses is a suffix.
			if i > 0 && toks[i-1].kind == tokPunct && text[toks[i-1].start] == ')' {
				done = true
			}
		case ')':
			depth--
			done = true
		case '[', ':':
			done = true
		case ',':
			if depth == 0 {
				flush()
			}
		}
	}
	flush()
	return names
}

// redeclared is a declaration without the definitions of tags in it, on one line.
func redeclared(text []byte) string {
	var b strings.Builder
	s := scanner{text: text}
	last := 0
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		w := string(text[t.start:t.end])
		if t.kind == tokHash {
			b.Write(text[last:t.start])
			last = t.end
			continue
		}
		if t.kind != tokIdent || !aggregateWords[w] && w != "enum" {
			continue
		}
		open := bodyOf(text, t.end)
		if open < 0 {
			continue
		}
		tag := wordAt(text, t.end)
		switch {
		case len(tag.text) > 0 && !bytes.HasPrefix(tag.text, []byte("__attribute")):
			b.Write(text[last:tag.end])
		case w == "enum":
			b.Write(text[last:t.start])
			b.WriteString("unsigned")
		default:
			continue // a type of its own, of the same members
		}
		last = attributeEnd(text, open)
		s.off = last
	}
	b.Write(text[last:])
	return oneLine(b.String())
}
