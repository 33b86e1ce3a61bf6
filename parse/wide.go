package parse

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// wideElems are the element types of strings whose prefix cc does not know
// (C11 6.4.5): char16_t and char32_t.
var wideElems = map[string]string{"u": "unsigned short", "U": "unsigned"}

// wideString gives u"…" and U"…", with the literals that follow it, as a compound
// literal or, where they initialise an array, as a list in braces.
func (c *compat) wideString(t token, prefix string) {
	units, end := c.literalUnits(t, prefix)
	text := "((" + wideElems[prefix] + "[]){"
	close := "})"
	switch {
	case c.word(c.prevs[0]) != "=" || c.word(c.prevs[1]) != "]":
		units = append(units, 0)
	case c.word(c.prevs[2]) == "[":
		text, close, units = "{", "}", append(units, 0)
	default: // an array with a size may have no place for the zero
		text, close = "{", "}"
		if len(units) == 0 {
			units = append(units, 0)
		}
	}
	list := make([]string, len(units))
	for i, u := range units {
		list[i] = strconv.FormatUint(uint64(u), 10)
	}
	lines := strings.Repeat("\n", bytes.Count(c.text[t.start:end], []byte("\n")))
	c.m.replace(c.text, t.start, end, text+strings.Join(list, ",")+close+lines)
	c.off = end
}

// literalUnits are the elements of the literals from token t, a prefix, on, and
// where the last one ends.
func (c *compat) literalUnits(t token, prefix string) (units []uint32, end int) {
	s := scanner{text: c.text, off: t.end}
	for {
		lit := s.next()
		units = append(units, stringUnits(c.text[lit.start+1:lit.end-1], prefix == "u")...)
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
