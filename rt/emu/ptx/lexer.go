package ptx

import (
	"fmt"
	"strings"
)

type tokenKind uint8

const (
	tEnd tokenKind = iota
	tWord
	tNumber
	tString
	tPunct
)

type token struct {
	kind tokenKind
	text string
	line int
}

// deviceOnly comes before an instruction of the simulated device, which all others take for a
// comment.
const deviceOnly = "//ompcc:"

// lexer splits PTX text. A word is a name, a directive or an opcode with all
// of its modifiers.
type lexer struct {
	text string
	at   int
	line int
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c == '%' || c == '.' || isAlnum(c)
}

func isAlnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *lexer) space() error {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n':
			l.line++
			l.at++
		case c == ' ' || c == '\t' || c == '\r':
			l.at++
		case strings.HasPrefix(l.text[l.at:], deviceOnly):
			l.at += len(deviceOnly)
		case strings.HasPrefix(l.text[l.at:], "//"):
			n := strings.IndexByte(l.text[l.at:], '\n')
			if n < 0 {
				n = len(l.text) - l.at
			}
			l.at += n
		case strings.HasPrefix(l.text[l.at:], "/*"):
			n := strings.Index(l.text[l.at+2:], "*/")
			if n < 0 {
				return fmt.Errorf("line %d: comment without end", l.line)
			}
			l.line += strings.Count(l.text[l.at:l.at+n+4], "\n")
			l.at += n + 4
		default:
			return nil
		}
	}
	return nil
}

func (l *lexer) next() (token, error) {
	if err := l.space(); err != nil {
		return token{}, err
	}
	start := l.at
	if start == len(l.text) || l.text[start] == 0 {
		return token{tEnd, "", l.line}, nil
	}
	switch c := l.text[start]; {
	case isDigit(c):
		l.number()
		return token{tNumber, l.text[start:l.at], l.line}, nil
	case isWord(c):
		l.word()
		return token{tWord, l.text[start:l.at], l.line}, nil
	case c == '"':
		return l.quoted()
	default:
		l.at++
		return token{tPunct, l.text[start:l.at], l.line}, nil
	}
}

// word takes "::" as part of a name when a modifier follows (.shared::cta).
func (l *lexer) word() {
	for l.at < len(l.text) {
		c := l.text[l.at]
		if c == ':' && l.at+2 < len(l.text) && l.text[l.at+1] == ':' && isAlnum(l.text[l.at+2]) {
			l.at += 2
			continue
		}
		if !isWord(c) || c == '%' && l.text[l.at-1] != ' ' && l.at > 0 && isWord(l.text[l.at-1]) {
			return
		}
		l.at++
	}
}

func (l *lexer) number() {
	for l.at < len(l.text) && (isAlnum(l.text[l.at]) || l.text[l.at] == '.') {
		l.at++
	}
}

func (l *lexer) quoted() (token, error) {
	start := l.at
	for l.at++; l.at < len(l.text) && l.text[l.at] != '"'; l.at++ {
		if l.text[l.at] == '\\' {
			l.at++
		}
		if l.at < len(l.text) && l.text[l.at] == '\n' {
			l.line++
		}
	}
	if l.at >= len(l.text) {
		return token{}, fmt.Errorf("line %d: string without end", l.line)
	}
	l.at++
	return token{tString, l.text[start+1 : l.at-1], l.line}, nil
}
