package parse

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
)

// A string literal, perhaps in braces, initialises an array of characters (C17 6.7.9p14). To cc a compound literal
// (char[]){ "text" } is an array of one element, and so is wchar_t a[] = { L"text" }: they get the lengths that the literals give.

// stringArray gives the array of one string in braces, whose brackets t opens, its length. What is no
// array of characters, as (string[]){ "text" } of a pointer type, keeps the one element.
func (c *compat) stringArray(t token) {
	if at, ok := c.behind(t.end, "]={"); ok {
		before := c.prevs[1]
		if qualifierWords[c.word(before)] { // wchar_t const a[], wchar_t *const a[]
			before = c.prevs[2]
		}
		switch {
		case c.prevs[0].kind != tokIdent:
		case before.kind == tokIdent:
			c.wideArray(t, at, c.word(before))
		case c.word(before) == ",": // another declarator before it
			c.wideArray(t, at, c.firstType(t.start))
		}
		return
	}
	at, ok := c.behind(t.end, "]){")
	if !ok {
		return
	}
	elem := c.elementOf(t.start)
	if elem == "" || strings.ContainsAny(elem, "*{[") {
		return
	}
	if units, ok := stringInBraces(c.text, at); ok {
		c.m.replace(c.text, t.end, t.end, fmt.Sprintf("sizeof(%s)==1?%d:1", oneLine(c.respell(elem)), units+1))
		return
	}
	c.wideArray(t, at, elem)
}

// behind is the offset behind the characters of want, which stand at off with nothing but blanks between them.
func (c *compat) behind(off int, want string) (at int, ok bool) {
	at = skipBlank(c.text, off)
	for i := range len(want) {
		if at >= len(c.text) || c.text[at] != want[i] {
			return 0, false
		}
		at = skipBlank(c.text, at+1)
	}
	return at, true
}

// wideArray gives the array of elem whose brackets t opens the length of a wide string in braces, which begins at at.
func (c *compat) wideArray(t token, at int, elem string) {
	first := wordAt(c.text, at)
	prefix := string(first.text)
	if wideElems[prefix] == "" || first.end >= len(c.text) || c.text[first.end] != '"' || !c.isWideType(elem, t.start, many) {
		return
	}
	units, end := c.literalUnits(token{tokIdent, at, first.end}, prefix)
	if end = skipBlank(c.text, end); end < len(c.text) && c.text[end] == '}' {
		c.m.replace(c.text, t.end, t.end, fmt.Sprint(len(units)+1))
		c.bareString = at
	}
}

// bracedString is what a wide string in braces begins with.
var bracedString = regexp.MustCompile(`\{\s*[uUL]"`)

// settleStrings notes the wide strings in braces that are the elements of arrays of which only cc knows the elements'
// type, by typeof or a typedef; it reports whether there are new ones.
func (u *Unit) settleStrings(ast *cc.AST) bool {
	if !bracedString.Match(u.Text) {
		return false
	}
	known := len(u.bareStrings)
	for tu := ast.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		ctree.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			switch n := n.(type) {
			case *cc.InitDeclarator:
				if n.Initializer != nil && n.Initializer.Case == cc.InitializerInitList {
					name := u.marked.start(max(nodeOffset(n.Declarator.NameTok()), 0))
					u.settleString(n.Declarator.Type(), u.Text[wordAt(u.Text, name).end:], n.Initializer.InitializerList)
				}
			case *cc.PostfixExpression:
				if n.Case == cc.PostfixExpressionComplit && !u.isRespelt(n) {
					u.settleString(n.TypeName.Type(), lastBrackets(u.Text[:u.marked.start(max(nodeOffset(n.InitializerList), 0))]), n.InitializerList)
				}
			}
			return true
		})
	}
	return len(u.bareStrings) > known
}

// isRespelt reports whether compound literal n stands for a wide string of the text: all of it is at one place there.
func (u *Unit) isRespelt(n *cc.PostfixExpression) bool {
	from, to := nodeOffset(n), nodeOffset(n.InitializerList)
	return from < 0 || to < 0 || u.marked.start(from) == u.marked.start(to)
}

// wideKinds are the kinds of wide strings' elements.
var wideKinds = map[string]cc.Kind{"u": cc.UShort, "U": cc.UInt, "L": cc.Int}

// lastBrackets are the brackets, if any, of the type name in parentheses behind which the text has come to "{".
func lastBrackets(text []byte) []byte {
	text = text[:max(bytes.LastIndexByte(text, ')'), 0)]
	if end := bytes.TrimRight(text, " \t\n"); bytes.HasSuffix(end, []byte("]")) {
		return text[max(bytes.LastIndexByte(text, '['), 0):]
	}
	return nil
}

// hasLength reports whether an array of type t, whose brackets may begin brackets, is declared with one.
func hasLength(t cc.Type, brackets []byte) bool {
	if b := bytes.TrimLeft(brackets, " \t\n"); len(b) > 0 && b[0] == '[' {
		return !bytes.HasPrefix(bytes.TrimLeft(b[1:], " \t\n"), []byte("]"))
	}
	d := t.Typedef()
	if d == nil {
		return false
	}
	named, ok := d.Type().(*cc.ArrayType)
	return ok && named.Len() > 0
}

// settleString looks at an object of type t that list initialises. To cc one without a length has one element then.
func (u *Unit) settleString(t cc.Type, brackets []byte, list *cc.InitializerList) {
	array, ok := t.(*cc.ArrayType)
	if !ok || array.Len() > 1 || hasLength(t, brackets) || list == nil || list.InitializerList != nil || list.Designation != nil || list.Initializer.Case != cc.InitializerExpr {
		return
	}
	off := nodeOffset(list)
	if off < 0 {
		return
	}
	at := u.marked.start(off)
	first := wordAt(u.Text, at)
	kind := wideKinds[string(first.text)]
	if kind == 0 || first.end >= len(u.Text) || u.Text[first.end] != '"' || array.Elem().Kind() != kind {
		return
	}
	if u.bareStrings == nil {
		u.bareStrings = map[int]bool{}
	}
	u.bareStrings[at] = true
}

// isWideType reports whether elem, the name of a type, is known before off to be that of a wide
// character, perhaps by as many as depth typedefs.
func (c *compat) isWideType(elem string, off, depth int) bool {
	some := false
	for _, w := range strings.Fields(elem) {
		wide := wideWords[w] || !qualifierWords[w] && depth > 0 && c.isWideTypedef(w, off, depth)
		if !wide && !qualifierWords[w] {
			return false
		}
		some = some || wide
	}
	return some
}

// many bounds a chain of typedefs, which in a wrong program has no end.
const many = 20

// isWideTypedef reports whether the last typedef of name before off is of a wide character's type.
func (c *compat) isWideTypedef(name string, off, depth int) bool {
	list := regexp.MustCompile(`\btypedef\s+([\w\s]+?)\s+`+regexp.QuoteMeta(name)+`\s*[,;]`).FindAllSubmatchIndex(c.text[:off], -1)
	if list == nil {
		return false
	}
	last := list[len(list)-1]
	return c.isWideType(string(c.text[last[2]:last[3]]), last[0], depth-1)
}

var wideWords = makeSet("unsigned", "signed", "int", "short", "wchar_t", "char16_t", "char32_t", "uint16_t", "uint32_t", "int32_t")

// initialisesArray reports whether the wide string from start to end, behind "] =", initialises an array, as in
// wchar_t a[] = L"text": in a[0] = L"text"[1], a[0] = L"text" and { [1] = L"text" } it does not, or not that which is declared.
func (c *compat) initialisesArray(start, end int) bool {
	if next := skipBlank(c.text, end); next < len(c.text) && strings.IndexByte(",;", c.text[next]) < 0 {
		return false
	}
	open := start - 1
	for depth := 0; open >= 0; open-- {
		switch c.text[open] {
		case ']':
			depth++
		case '[':
			depth--
		}
		if c.text[open] == '[' && depth == 0 {
			break
		}
	}
	if open < 0 {
		return false
	}
	if c.text[skipBlank(c.text, open+1)] == ']' {
		return true // of no known length
	}
	name := bytes.TrimRight(c.text[:open], " \t\n")
	before := bytes.TrimRight(bytes.TrimRightFunc(name, isIdentRune), " \t\n")
	switch {
	case len(before) == len(name), len(before) == 0:
		return false
	case before[len(before)-1] == ',':
		return c.isWideType(c.firstType(open), open, many)
	}
	word := before[len(bytes.TrimRightFunc(before, isIdentRune)):]
	return len(word) > 0 && string(word) != "else" && string(word) != "do"
}

func isIdentRune(r rune) bool { return r < utf8.RuneSelf && isIdent(byte(r)) || r >= utf8.RuneSelf }

// firstType is the first word of a type in the declaration that goes on at end.
func (c *compat) firstType(end int) string {
	s := scanner{text: c.text[:end], off: 1 + bytes.LastIndexAny(c.text[:end], ";{}")}
	t := s.next()
	for storageWords[c.word(t)] || qualifierWords[c.word(t)] {
		t = s.next()
	}
	return c.word(t)
}

// elementOf is the name of a type between the parenthesis before the bracket at end and that bracket.
func (c *compat) elementOf(end int) string {
	depth := 0
	for i := end - 1; i >= 0; i-- {
		switch c.text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return strings.TrimSpace(string(c.text[i+1 : end]))
			}
		case ';', '{', '}':
			return ""
		}
	}
	return ""
}

// stringInBraces counts the bytes of the string literals at off, if nothing else stands before the closing brace.
func stringInBraces(text []byte, off int) (units int, ok bool) {
	s := scanner{text: text, off: off}
	parentheses, some := 0, false
	for t := s.next(); ; t = s.next() {
		switch w := text[t.start:t.end]; {
		case t.kind == tokString && w[0] == '"' && len(w) > 1:
			units, some = units+len(narrowUnits(w[1:len(w)-1])), true
		case t.kind == tokIdent && string(w) == "u8" && t.end < len(text) && text[t.end] == '"':
		case t.kind != tokPunct:
			return 0, false
		case w[0] == '(' && !some:
			parentheses++
		case w[0] == ')' && some && parentheses > 0:
			parentheses--
		case w[0] == ',' && some && parentheses == 0:
			return units, bytes.HasPrefix(bytes.TrimLeft(text[t.end:], " \t\n"), []byte("}"))
		default:
			return units, w[0] == '}' && some && parentheses == 0
		}
	}
}
