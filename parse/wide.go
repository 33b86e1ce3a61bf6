package parse

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// wideElems are the element types of wide strings (C11 6.4.5), those of characters
// among them.
var wideElems = map[string]string{"u": "unsigned short", "U": "unsigned", "L": "int"}

// StringWord marks the arrays that are string literals: (type[StringWord+n]){…}.
const StringWord = "__ompcc_string"

// wideString gives a wide string, with the literals that follow it, as a compound
// literal or, where it initialises an array, as a list in braces: cc knows u and U not at
// all, and L without numeric escapes only. It reports whether cc needs that.
func (c *compat) wideString(t token, prefix string) bool {
	units, end := c.literalUnits(t, prefix)
	elem := wideElems[prefix]
	if prefix == "u8" {
		elem = "unsigned char"
	}
	bare := t.start > 0 && (c.bareString == t.start || c.bareStrings[t.start])
	if prefix == "L" && !bare && !numericEscape.Match(c.text[t.start:end]) {
		return false
	}
	text := ""
	switch {
	case bare:
		text = strings.Trim(unitList(append(units, 0)), "{}")
	case c.word(c.prevs[0]) != "=" || c.word(c.prevs[1]) != "]" || !c.initialisesArray(t.start, end):
		c.used[StringWord] = true
		text = fmt.Sprintf("((%s[%s+%d])%s)", elem, StringWord, len(units)+1, unitList(append(units, 0)))
	case c.word(c.prevs[2]) == "[":
		text = unitList(append(units, 0))
	case len(units) == 0:
		text = "{0}"
	default: // an array with a size may have no place for the zero
		text = unitList(units)
	}
	lines := strings.Repeat("\n", bytes.Count(c.text[t.start:end], []byte("\n")))
	c.m.replace(c.text, t.start, end, text+lines)
	c.off = end
	return true
}

var numericEscape = regexp.MustCompile(`\\[x0-7]`)

func unitList(units []uint32) string {
	list := make([]string, len(units))
	for i, u := range units {
		list[i] = strconv.FormatUint(uint64(u), 10)
	}
	return "{" + strings.Join(list, ",") + "}"
}

// character gives the character constant behind t, its prefix, as a number if cc does not
// know it: of one with a prefix numeric escapes, of others more than one character.
func (c *compat) character(t token, prefix string) {
	lit := c.next()
	body := c.text[lit.start+1 : max(lit.end-1, lit.start+1)]
	value := ""
	if elem := wideElems[prefix]; elem != "" {
		units := append([]uint32{0}, stringUnits(body, prefix == "u")...)
		value = fmt.Sprintf("((%s)%d)", elem, units[len(units)-1])
	} else {
		value = "((unsigned char)" + string(c.text[lit.start:lit.end]) + ")"
	}
	c.m.replace(c.text, t.start, lit.end, value)
}

// multiCharacter gives a character constant of several characters as a number, which cc
// does not: as in gcc and clang the last four (C17 6.4.4.4p10 leaves it to them).
func (c *compat) multiCharacter(t token) {
	if t.end-t.start < 4 || c.text[t.end-1] != '\'' {
		return
	}
	bytes := narrowUnits(c.text[t.start+1 : t.end-1])
	if len(bytes) < 2 {
		return
	}
	v := uint32(0)
	for _, b := range bytes {
		v = v<<8 | uint32(b)
	}
	c.m.replace(c.text, t.start, t.end, fmt.Sprintf("(%d)", int32(v)))
}

// narrowUnits are the bytes of what stands between the quotes.
func narrowUnits(s []byte) (units []byte) {
	for len(s) > 0 {
		n := 1
		if s[0] == '\\' && len(s) > 1 {
			n = 2
			for limit := escapeDigits(s[1]); n < len(s) && n < limit && isDigit(s[n], escapeBase(s[1])); {
				n++
			}
		}
		u := stringUnits(s[:n], false)
		switch {
		case n == 1:
			units = append(units, s[0])
		case s[1] == 'u' || s[1] == 'U':
			units = utf8.AppendRune(units, rune(u[0]))
		default:
			units = append(units, byte(u[0]))
		}
		s = s[n:]
	}
	return units
}

// escapeDigits is the length that an escape sequence of letter c has at most.
func escapeDigits(c byte) int {
	switch {
	case c == 'x':
		return math.MaxInt
	case c == 'u':
		return 6
	case c == 'U':
		return 10
	case c >= '0' && c <= '7':
		return 4
	}
	return 2
}

func escapeBase(c byte) int {
	if c >= '0' && c <= '7' {
		return 8
	}
	return 16
}

// literal gives a string literal without a prefix that of a later one in the same
// sequence (C17 6.4.5p5), which cc does not.
func (c *compat) literal(t token) {
	if t.start > 0 && isIdent(c.text[t.start-1]) {
		return // it has a prefix
	}
	if c.text[t.start] == '\'' {
		c.multiCharacter(t)
		return
	}
	prefix := c.laterPrefix(t.end)
	if wideElems[prefix] == "" && (prefix != "u8" || !c.unsigned8()) || c.wideString(token{tokIdent, t.start, t.start}, prefix) {
		return
	}
	c.m.replace(c.text, t.start, t.start, prefix)
}

// laterPrefix is the first prefix among the literals that follow off, "" if there is none.
func (c *compat) laterPrefix(off int) string {
	s := scanner{text: c.text, off: off}
	for {
		t := s.next()
		switch {
		case t.kind == tokIdent && t.end < len(c.text) && c.text[t.end] == '"':
			if w := c.word(t); w == "u8" || wideElems[w] != "" {
				return w
			}
			return ""
		case t.kind != tokString || c.text[t.start] != '"':
			return ""
		}
	}
}

// literalUnits are the elements of the literals from token t, a prefix, on, and
// where the last one ends.
func (c *compat) literalUnits(t token, prefix string) (units []uint32, end int) {
	s := scanner{text: c.text, off: t.end}
	for {
		lit := s.next()
		if body := c.text[lit.start+1 : lit.end-1]; prefix != "u8" {
			units = append(units, stringUnits(body, prefix == "u")...)
		} else {
			for _, b := range narrowUnits(body) {
				units = append(units, uint32(b))
			}
		}
		end = lit.end
		next := s.next()
		if next.kind == tokIdent && next.end < len(c.text) && c.text[next.end] == '"' {
			continue // its prefix
		}
		if next.kind != tokString || c.text[next.start] != '"' {
			return units, end
		}
		s.off = next.start
	}
}

var simpleEscapes = map[byte]uint32{'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27}

// stringUnits decodes what stands between the quotes, to UTF-16 or UTF-32.
func stringUnits(s []byte, short bool) (units []uint32) {
	char := func(r rune) {
		if short && r > 0xffff {
			hi, lo := utf16.EncodeRune(r)
			units = append(units, uint32(hi), uint32(lo))
			return
		}
		units = append(units, uint32(r))
	}
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			r, n := utf8.DecodeRune(s[i:])
			char(r)
			i += n
			continue
		}
		i++
		digits := func(base, most int) uint64 {
			n := 0
			for n < most && i+n < len(s) && isDigit(s[i+n], base) {
				n++
			}
			v, err := strconv.ParseUint(string(s[i:i+n]), base, 64)
			if err != nil {
				v = 0
			}
			i += n
			return v
		}
		switch e := s[i]; {
		case e >= '0' && e <= '7':
			units = append(units, uint32(digits(8, 3)))
		case e == 'x':
			i++
			units = append(units, uint32(digits(16, len(s))))
		case e == 'u', e == 'U':
			i++
			char(rune(digits(16, map[byte]int{'u': 4, 'U': 8}[e])))
		default:
			i++
			if v, ok := simpleEscapes[e]; ok {
				units = append(units, v)
			} else {
				units = append(units, uint32(e))
			}
		}
	}
	return units
}

func isDigit(c byte, base int) bool {
	_, err := strconv.ParseUint(string(rune(c)), base, 64)
	return err == nil
}
