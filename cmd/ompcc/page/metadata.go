// A reader of the metadata of LLVM IR as far as places need it.

package page

import (
	"path"
	"strconv"
	"strings"

	"ompcc/parse/diag"
)

// LLVM IR's debug metadata (https://llvm.org/docs/LangRef.html#specialized-metadata-nodes), also as LLVM's optimiser
// prints it.

// token is a word of LLVM IR, at an offset of its line: an identifier with its sigil, a number, a string, or one
// character. value is what is named or written: without sigil, quotation marks and escapes.
type token struct {
	kind       tokenKind
	text       string
	value      string
	start, end int
}

type tokenKind byte

const (
	mark    tokenKind = iota // one character
	word                     // a keyword, type, number or field's name
	global                   // @name
	local                    // %name
	node                     // !12
	named                    // !dbg, !DILocation
	str                      // "…"
	comment                  // ; …
	endToken
)

// irLexer reads the tokens of a line of LLVM IR.
type irLexer struct {
	line string
	at   int
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c == '.' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (l *irLexer) next() token {
	for l.at < len(l.line) && (l.line[l.at] == ' ' || l.line[l.at] == '\t') {
		l.at++
	}
	t := token{start: l.at}
	if l.at == len(l.line) {
		t.kind, t.end = endToken, l.at
		return t
	}
	c := l.line[l.at]
	l.at++
	switch {
	case c == ';':
		t.kind, l.at = comment, len(l.line)
	case c == '"':
		t.kind, t.value = str, l.quoted()
	case c == '@' || c == '%' || c == '!':
		t.kind, t.value = map[byte]tokenKind{'@': global, '%': local, '!': named}[c], l.name()
		if t.value == "" {
			t.kind = mark
		} else if _, err := strconv.Atoi(t.value); err == nil && c == '!' {
			t.kind = node
		}
	case isWord(c):
		t.kind = word
		l.at--
		t.value = l.word()
	default:
		t.kind = mark
	}
	t.end = l.at
	t.text = l.line[t.start:t.end]
	return t
}

// name is the name behind a sigil, which may be quoted.
func (l *irLexer) name() string {
	if l.at < len(l.line) && l.line[l.at] == '"' {
		l.at++
		return l.quoted()
	}
	return l.word()
}

func (l *irLexer) word() string {
	start := l.at
	for l.at < len(l.line) && isWord(l.line[l.at]) {
		l.at++
	}
	return l.line[start:l.at]
}

// quoted is the rest of a string, in which \xx is a byte and \\ a backslash.
func (l *irLexer) quoted() string {
	var b strings.Builder
	for l.at < len(l.line) && l.line[l.at] != '"' {
		c := l.line[l.at]
		l.at++
		if c == '\\' && l.at < len(l.line) {
			if n, err := strconv.ParseUint(l.line[l.at:min(l.at+2, len(l.line))], 16, 8); err == nil {
				c = byte(n)
				l.at += 2
			} else if l.line[l.at] == '\\' {
				l.at++
			}
		}
		b.WriteByte(c)
	}
	if l.at < len(l.line) {
		l.at++
	}
	return b.String()
}

// metadataNode is a debug node: its kind, such as DILocation, and the first token of each field's value.
type metadataNode struct {
	kind   string
	fields map[string]token
}

// readNode reads "!12 = distinct !DILocation(line: 3, scope: !4)"; ok is false for another line.
func readNode(line string) (id string, n metadataNode, ok bool) {
	if !strings.HasPrefix(line, "!") {
		return "", n, false
	}
	l := &irLexer{line: line}
	first := l.next()
	equals := l.next()
	kind := l.next()
	if kind.kind == word && kind.value == "distinct" {
		kind = l.next()
	}
	if first.kind != node || equals.text != "=" || kind.kind != named || !strings.HasPrefix(kind.value, "DI") ||
		l.next().text != "(" {
		return "", n, false
	}
	n = metadataNode{kind.value, map[string]token{}}
	depth := 1
	field := ""
	for t := l.next(); depth > 0 && t.kind != endToken; t = l.next() {
		switch {
		case t.kind == mark && strings.Contains("([{<", t.text):
			depth++
		case t.kind == mark && strings.Contains(")]}>", t.text):
			depth--
		case depth == 1 && t.text == ",":
			field = ""
		case depth == 1 && field == "" && t.kind == word:
			if field = t.value; l.next().text != ":" {
				return "", n, false
			}
		case depth == 1 && field != "":
			if _, known := n.fields[field]; !known {
				n.fields[field] = t
			}
		}
	}
	return first.value, n, true
}

// metadata are a module's debug nodes by number.
type metadata map[string]metadataNode

// file is the file of a node: its own, or that of the scope around it.
func (m metadata) file(id string) string {
	for range 100 {
		n, ok := m[id]
		file, directory := n.fields["filename"].value, n.fields["directory"].value
		switch {
		case !ok:
			return ""
		case n.kind == "DIFile" && (directory == "." || path.IsAbs(file)):
			return file
		case n.kind == "DIFile":
			return path.Join(directory, file)
		case n.fields["file"].kind == node:
			id = n.fields["file"].value
		default:
			id = n.fields["scope"].value
		}
	}
	return ""
}

// place is where a DILocation, or the function of a DISubprogram, stands.
func (m metadata) place(id string) diag.Pos {
	line, err := strconv.Atoi(m[id].fields["line"].value)
	if err != nil || line == 0 {
		return diag.Pos{}
	}
	return diag.Pos{File: m.file(id), Line: line}
}

// attached finds ", !dbg !12" in a line, also "!dbg !12" of a function: from where to where it stands, and the node.
func attached(line string) (start, end int, id string) {
	if !strings.Contains(line, "!dbg") {
		return 0, 0, ""
	}
	l := &irLexer{line: line}
	var before token
	for t := l.next(); t.kind != endToken; t = l.next() {
		if t.kind == named && t.value == "dbg" {
			if start = before.end; before.text == "," {
				start = before.start
			}
			to := l.next()
			if to.kind != node {
				return 0, 0, ""
			}
			return start, to.end, to.value
		}
		before = t
	}
	return 0, 0, ""
}

// defined is the function that a line begins to define.
func defined(line string) (name string, ok bool) {
	if !strings.HasPrefix(line, "define ") {
		return "", false
	}
	l := &irLexer{line: line}
	for t := l.next(); t.kind != endToken; t = l.next() {
		if t.kind == global {
			return t.value, true
		}
	}
	return "", false
}
