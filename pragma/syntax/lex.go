// Tokens of a pragma's text.

package syntax

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// The token types of a pragma's text.
const (
	tokIdent lexer.TokenType = iota + 1
	tokNumber
	tokString
	tokPunct
)

// clauseLexer is participle's view of the token types; the tokens themselves
// come from lex.
type clauseLexer struct{}

// Symbols names the token types for the grammars.
func (clauseLexer) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": lexer.EOF, "Ident": tokIdent, "Number": tokNumber, "String": tokString,
		"Punct": tokPunct}
}

var puncts = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
	"*=", "/=", "%=", "&=", "^=", "|=", "##"}

// Lex splits a pragma's text into C tokens; a token's Pos.Offset is its place in
// text. A string without its end becomes one token to the end of the text.
func Lex(text string) []lexer.Token {
	var toks []lexer.Token
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' ||
			c == '\\' && i+1 < len(text) && text[i+1] == '\n':
			i++
		case strings.HasPrefix(text[i:], "/*"):
			if j := strings.Index(text[i+2:], "*/"); j >= 0 {
				i += j + 4
			} else {
				i = len(text)
			}
		case strings.HasPrefix(text[i:], "//"):
			i = len(text)
		default:
			typ, n := token(text[i:])
			toks = append(toks,
				lexer.Token{Type: typ, Value: text[i : i+n], Pos: lexer.Position{Offset: i, Line: 1, Column: i + 1}})
			i += n
		}
	}
	return toks
}

func token(s string) (lexer.TokenType, int) {
	switch c := s[0]; {
	case c == '"' || c == '\'':
		return tokString, LiteralLen(s)
	case isIdentStart(c):
		n := 1
		for n < len(s) && isIdent(s[n]) {
			n++
		}
		if n < len(s) && (s[n] == '"' || s[n] == '\'') && n <= 2 && strings.Contains(" L u U u8 ", " "+s[:n]+" ") {
			return tokString, n + LiteralLen(s[n:])
		}
		return tokIdent, n
	case isDigit(c) || c == '.' && len(s) > 1 && isDigit(s[1]):
		n := 1
		for n < len(s) && (isIdent(s[n]) || s[n] == '.' || (s[n] == '+' || s[n] == '-') &&
			strings.IndexByte("eEpP", s[n-1]) >= 0) {
			n++
		}
		return tokNumber, n
	}
	for _, p := range puncts {
		if strings.HasPrefix(s, p) {
			return tokPunct, len(p)
		}
	}
	n := 1
	for n < len(s) && s[n]&0xC0 == 0x80 {
		n++
	}
	return tokPunct, n
}

// LiteralLen is the length of the string or character literal at the start of s.
func LiteralLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

// terminated reports whether a literal, with its prefix, has its closing quote.
func terminated(s string) bool {
	open := strings.IndexAny(s, `"'`)
	body := s[open:]
	for i := 1; i < len(body); i++ {
		switch body[i] {
		case '\\':
			i++
		case body[0]:
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isIdentStart(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
func isIdent(c byte) bool { return isIdentStart(c) || isDigit(c) }

// closing gives the bracket that closes an opening one, "" for other tokens.
func closing(open string) string {
	switch open {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	}
	return ""
}

// matching returns the index of the token that closes the bracket at toks[i], or
// -1 and the index of the offending token (len(toks) if the end is missing).
func matching(toks []lexer.Token, i int) (end, bad int) {
	var stack []string
	for j := i; j < len(toks); j++ {
		v := toks[j].Value
		if toks[j].Type != tokPunct {
			continue
		}
		if c := closing(v); c != "" {
			stack = append(stack, c)
			continue
		}
		if v == ")" || v == "]" || v == "}" {
			if v != stack[len(stack)-1] {
				return -1, j
			}
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				return j, -1
			}
		}
	}
	return -1, len(toks)
}

// EndOf is the offset after the last byte of t.
func EndOf(t lexer.Token) int { return t.Pos.Offset + len(t.Value) }

// tokenSlice feeds tokens to participle.
type tokenSlice struct {
	toks []lexer.Token
	i    int
	eof  lexer.Position
}

// Next implements lexer.Lexer.
func (s *tokenSlice) Next() (lexer.Token, error) {
	if s.i == len(s.toks) {
		return lexer.EOFToken(s.eof), nil
	}
	s.i++
	return s.toks[s.i-1], nil
}

// peeking makes participle's lexer of toks; eof is the place after the last one.
func peeking(toks []lexer.Token, eof int) *lexer.PeekingLexer {
	pl, err := lexer.Upgrade(&tokenSlice{toks: toks, eof: lexer.Position{Offset: eof, Line: 1, Column: eof + 1}})
	if err != nil { // tokenSlice never fails
		pl, _ = lexer.Upgrade(&tokenSlice{})
	}
	return pl
}
