// A scanner of C for what has to be known before cc sees the text.

package parse

import "bytes"

// scanner walks the preprocessed text once, token by token, for what has to be
// known before cc sees it: directive lines, brace depth, and the few words that
// cc does not take as they are.
type scanner struct {
	text  []byte
	off   int
	depth int // of braces
}

// tokenKind classifies what scanner.next returns.
type tokenKind int

const (
	tokEOF   tokenKind = iota
	tokIdent           // identifier or keyword
	tokNumber
	tokString // string or character constant, without its prefix
	tokPunct  // one character
	tokHash   // a whole directive line, without its newline
)

type token struct {
	kind       tokenKind
	start, end int
}

func (s *scanner) next() token {
	lineStart := s.skipSpace()
	start := s.off
	if start >= len(s.text) {
		return token{tokEOF, start, start}
	}
	switch c := s.text[start]; {
	case c == '#' && lineStart:
		s.skipLine()
		return token{tokHash, start, s.off}
	case '0' <= c && c <= '9' || c == '.' && start+1 < len(s.text) && '0' <= s.text[start+1] && s.text[start+1] <= '9':
		s.skipNumber()
		return token{tokNumber, start, s.off}
	case isIdent(c):
		for s.off < len(s.text) && isIdent(s.text[s.off]) {
			s.off++
		}
		return token{tokIdent, start, s.off}
	case c == '"' || c == '\'':
		s.skipQuoted(c)
		return token{tokString, start, s.off}
	case c == '{':
		s.depth++
	case c == '}':
		s.depth = max(s.depth-1, 0)
	}
	s.off++
	return token{tokPunct, start, s.off}
}

// skipSpace skips white space and comments; it reports whether only those stand
// before s.off on its line.
func (s *scanner) skipSpace() bool {
	lineStart := s.off == 0
	for s.off < len(s.text) {
		switch c := s.text[s.off]; {
		case c == '\n':
			lineStart = true
			s.off++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.off++
		case c == '\\' && s.off+1 < len(s.text) && s.text[s.off+1] == '\n':
			s.off += 2
		case c == '/' && bytes.HasPrefix(s.text[s.off:], []byte("/*")):
			if i := bytes.Index(s.text[s.off+2:], []byte("*/")); i >= 0 {
				s.off += i + 4
			} else {
				s.off = len(s.text)
			}
		case c == '/' && bytes.HasPrefix(s.text[s.off:], []byte("//")):
			s.skipLine()
		default:
			return lineStart
		}
	}
	return lineStart
}

// skipLine moves to the end of the line, past continued ones.
func (s *scanner) skipLine() {
	for s.off < len(s.text) && s.text[s.off] != '\n' {
		if s.text[s.off] == '\\' && s.off+1 < len(s.text) && s.text[s.off+1] == '\n' {
			s.off++
		}
		s.off++
	}
	s.off = min(s.off, len(s.text))
}

func (s *scanner) skipQuoted(q byte) {
	for s.off++; s.off < len(s.text) && s.text[s.off] != '\n'; s.off++ {
		switch s.text[s.off] {
		case '\\':
			s.off++
		case q:
			s.off++
			return
		}
	}
	s.off = min(s.off, len(s.text))
}

// skipNumber skips a preprocessing number (C11 6.4.8).
func (s *scanner) skipNumber() {
	for s.off < len(s.text) {
		c := s.text[s.off]
		if c == '\'' && s.off+1 < len(s.text) && isIdent(s.text[s.off+1]) { // separates digits (C23 6.4.4.1)
			s.off += 2
			continue
		}
		if !isIdent(c) && c != '.' {
			return
		}
		s.off++
		if (c == 'e' || c == 'E' || c == 'p' || c == 'P') && s.off < len(s.text) &&
			(s.text[s.off] == '+' || s.text[s.off] == '-') {
			s.off++
		}
	}
}
