// Universal character names in identifiers.

package parse

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// spellLetters gives universal character names in identifiers (C17 6.4.3), which gcc's preprocessor also writes for
// letters beyond ASCII, as the letters.
func spellLetters(text []byte) []byte {
	if !bytes.Contains(text, []byte(`\u`)) && !bytes.Contains(text, []byte(`\U`)) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '"', '\'':
			s := scanner{text: text, off: i}
			s.skipQuoted(c)
			out = append(out, text[i:s.off]...)
			i = s.off
			continue
		case '\\':
			if r, n := universalName(text[i:]); n > 0 {
				out = utf8.AppendRune(out, r)
				i += n
				continue
			}
		}
		out = append(out, text[i])
		i++
	}
	return out
}

// universalName reads the name at the beginning of text; its length is 0 if there is none.
func universalName(text []byte) (r rune, n int) {
	if len(text) < 2 {
		return 0, 0
	}
	n = map[byte]int{'u': 6, 'U': 10}[text[1]]
	if n == 0 || len(text) < n {
		return 0, 0
	}
	v, err := strconv.ParseUint(string(text[2:n]), 16, 32)
	if err != nil || v < 0x80 || !utf8.ValidRune(rune(v)) {
		return 0, 0
	}
	return rune(v), n
}
