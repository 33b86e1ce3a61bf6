// Digraphs: <: for [ and the like.

package parse

import "bytes"

// digraphs are other spellings of brackets (C11 6.4.6p3); those of # the preprocessor has dealt with.
var digraphs = map[string]string{"<:": "[ ", ":>": "] ", "<%": "{ ", "%>": "} "}

// spellBrackets spells brackets in one way; nothing moves.
func spellBrackets(text []byte) []byte {
	if !bytes.Contains(text, []byte("<:")) && !bytes.Contains(text, []byte("<%")) {
		return text
	}
	s := scanner{text: text}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind == tokPunct && t.start+1 < len(text) {
			if b := digraphs[string(text[t.start:t.start+2])]; b != "" {
				copy(text[t.start:], b)
				s.off = t.start + 2
			}
		}
	}
	return text
}
